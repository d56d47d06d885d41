"""All instances of IcoSoKu counted at once, from the tables of two discs: against brute force on small
solids, the count of one instance, and rules about sums; and what is kept in a folder."""

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from brute_force import count_by_sums
from test_tile_counts import PAPER

from benchmarks.icosoku_record import all_counts as whole
from benchmarks.icosoku_record import chunks, joining
from benchmarks.icosoku_record.cut import Cut, icosahedron_cut
from puzzlelib.icosoku.census.instances import INSTANCES, all_pegs, pegs_of
from puzzlelib.icosoku.counting.exact import count
from puzzlelib.icosoku.polyhedron import bipyramid, icosahedron, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import PAPER_PEGS, TILES, Cosoku, dots, icosoku, paper_tetrahedron, turns
from puzzlelib.icosoku.record import RECORD

pytestmark = pytest.mark.long  # the record is finished
ROOT = Path(__file__).parents[3]
# A solid, the faces of its upper part, and tiles: sets that are the same in a mirror and sets that are not.
SMALL = {
    "tetrahedron, one face": (tetrahedron(), [0], paper_tetrahedron().tiles),
    "tetrahedron, two faces": (tetrahedron(), [0, 1], ((0, 1, 2), (0, 1, 2), (0, 2, 1), (0, 0, 3))),
    "octahedron, equator": (
        octahedron(),
        [0, 1, 2, 3],
        ((0, 0, 1),) * 3 + ((0, 1, 2), (0, 2, 1)) + ((1, 1, 1),) * 3,
    ),
    "octahedron, one face": (octahedron(), [0], ((0, 0, 1),) * 3 + ((0, 1, 1),) * 2 + ((0, 0, 0),) * 3),
    "bipyramid 3": (
        bipyramid(3),
        [0, 1, 2],
        ((0, 0, 1), (0, 1, 2), (0, 1, 2), (0, 0, 3), (1, 1, 2), (0, 0, 0)),
    ),
    "bipyramid 5": (
        bipyramid(5),
        [0, 1, 2, 3, 4],
        ((0, 0, 1),) * 2 + ((0, 1, 2), (0, 2, 1)) + ((0, 0, 0),) * 6,
    ),
}


# -------- small solids, all instances


@cache
def truth(name: str):
    solid, _, tiles = SMALL[name]
    return count_by_sums(solid, tiles)


@pytest.mark.parametrize("slices", [0, 2])
@pytest.mark.parametrize("name", SMALL)
def test_brute_force_agrees_on_every_instance(name, slices):
    """Every vector of sums that any arrangement has, and as many that none has."""
    solid, faces, tiles = SMALL[name]
    there = np.array(list(truth(name)))
    near = there + np.eye(1, there.shape[1], dtype=int) - np.eye(1, there.shape[1], 1, dtype=int)
    rows = np.vstack([there, near[(near >= 0).all(axis=1)]])
    found = joining.Joiner(Cut(solid, faces), tiles, int(rows.max()), slices).count(rows)
    assert found.tolist() == [truth(name).get(tuple(row), 0) for row in rows.tolist()]


# -------- the toy


def counted(rows, slices: int = 4) -> list[int]:
    return joining.Joiner(icosahedron_cut(), TILES, 12, slices).count(np.array(rows)).tolist()


def with_other_rings(pegs, many: int, draw: Random) -> list[list[int]]:
    """Instances that share both tables: other orders of the ring, and of the pegs inside the lower disc."""
    cut, found = icosahedron_cut(), []
    for _ in range(many):
        new = list(pegs)
        for part in (cut.ring, cut.lower.inner):
            for v, peg in zip(part, draw.sample([pegs[v] for v in part], len(part))):
                new[v] = peg
        found.append(new)
    return found


def test_an_icosahedron_with_light_tiles():
    """At most a dot in a corner: so few states that a second is enough. Twenty instances, each against the
    count of one, and one of them with the pegs in all orders that its symmetries give."""
    draw, solid = Random(8), icosahedron()
    tiles = ((0, 0, 0),) * 3 + ((0, 0, 1),) * 8 + ((0, 1, 1),) * 7 + ((1, 1, 1),) * 2
    rows = [sums_by_chance(solid, tiles, draw) for _ in range(20)]
    images = [[rows[0][v] for v in one.vertices] for one in solid.symmetries()]
    found = joining.Joiner(icosahedron_cut(), tiles, 5).count(np.array(rows + images)).tolist()
    assert found[:20] == [count(Cosoku(solid, tuple(pegs), tiles)) for pegs in rows]
    assert set(found[20:]) == {found[0]} and min(found) > 0


def sums_by_chance(solid, tiles, draw: Random) -> list[int]:
    """Return what the vertices collect in an arrangement by chance."""
    found = [0] * len(solid.vertices)
    for corners, tile in zip(solid.corners, draw.sample(tiles, len(tiles))):
        for v, many in zip(corners, dots(tile, draw.choice(turns(tile)))):
            found[v] += many
    return found


def test_the_papers_instance_and_ten_more_from_two_tables():
    """A minute, and as long for the other engine, which counts the ten one by one: too long for `make test`.
    The short form is `test_an_icosahedron_with_light_tiles`."""
    rows = [list(PAPER_PEGS), *with_other_rings(PAPER_PEGS, 10, Random(5))]
    assert counted(rows) == [PAPER, *(count(icosoku(pegs)) for pegs in rows[1:])]


# -------- chunks


def test_the_chunks_hold_every_instance_once():
    found = np.zeros(len(chunks.chunks()) + 1, np.int64)
    for start in range(0, INSTANCES, 200_000):
        pegs = all_pegs(np.arange(start, min(start + 200_000, INSTANCES)))
        found += np.bincount(chunks.owners(pegs), minlength=len(found))
    sizes = found.tolist()
    assert sizes == [*(one.instances for one in chunks.chunks()), 0] and sum(sizes) == INSTANCES


# -------- the chunks that were counted


def test_the_record_is_the_report_of_the_chunks():
    """Of the files in its folder, with the checksum of all counts."""
    found = whole.report(ROOT / "benchmarks" / "icosoku_record" / "counts")
    same = ("counted", "least", "most", "median", "total", "histogram", "by_spread", "sha256")
    assert {name: getattr(found, name) for name in same} == RECORD and found.counted == INSTANCES


def test_three_instances_by_their_rows_have_as_many_solutions(monkeypatch):
    """By the count of one instance; `bench_all_counts.py --full` takes 200. Only their chunks are read."""
    rows = Random(27).sample(range(INSTANCES), 3)
    here = [chunks.chunks()[number] for number in sorted(set(chunks.owners(all_pegs(np.array(rows)))))]
    monkeypatch.setattr(whole, "items", lambda: [whole.item_of(one) for one in here])
    monkeypatch.setattr(whole, "chunks", lambda: here)
    numbers = whole.read_counts(ROOT / "benchmarks" / "icosoku_record" / "counts")[0]
    assert [count(icosoku(pegs_of(row))) for row in rows] == numbers[rows].tolist()
