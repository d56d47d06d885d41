"""All instances of IcoSoKu counted at once, from the tables of two discs: against brute force on small
solids, the count of one instance, and rules about sums; and what is kept in a folder."""

import hashlib
import json
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from brute_force import count_by_sums
from test_tile_counts import PAPER

from benchmarks.icosoku_record import all_counts as whole
from benchmarks.icosoku_record import chunks, joining, kernel
from benchmarks.icosoku_record.__main__ import main
from benchmarks.icosoku_record.cut import Cut, icosahedron_cut
from benchmarks.icosoku_record.joining import Joiner
from puzzlelib import PuzzleError
from puzzlelib.cluster.chunks import chunks_of, sha256_of
from puzzlelib.icosoku.census.instances import INSTANCES, all_indices, all_pegs, pegs_of
from puzzlelib.icosoku.counting.exact import count
from puzzlelib.icosoku.polyhedron import bipyramid, icosahedron, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import PAPER_PEGS, TILES, Cosoku, dots, icosoku, paper_tetrahedron, turns
from puzzlelib.icosoku.record import RECORD, saved_counts

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


def test_the_order_of_instances_and_doubles_do_not_matter():
    solid, faces, tiles = SMALL["bipyramid 3"]
    rows = np.array(Random(1).choices(list(truth("bipyramid 3")), k=300))
    found = joining.Joiner(Cut(solid, faces), tiles, int(rows.max())).count(rows)
    assert found.tolist() == [truth("bipyramid 3")[tuple(row)] for row in rows.tolist()]


def test_too_many_ways_are_refused_before_they_overflow():
    from benchmarks.icosoku_record.tables import DiscBox, Slice, TableLayer, Tables, Tiles

    tiles = Tiles(paper_tetrahedron().tiles)
    tables = Tables(DiscBox(Cut(tetrahedron(), [0, 1]).upper, tiles.most), tiles, Slice(), 4)
    tables.first = lambda: TableLayer(np.zeros(1, np.int64), [()], np.full((1, 1, 1), 1 << 30, np.uint32))
    with pytest.raises(PuzzleError, match="2\\^32"):
        tables.table(())


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
    """What the vertices collect in an arrangement by chance."""
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


@pytest.mark.parametrize("number", [0, 1, 30, len(chunks.chunks()) - 1])
def test_a_chunk_has_its_members(number):
    chunk, (rows, pegs) = chunks.chunks()[number], chunks.members(number)
    cut = icosahedron_cut()
    assert len(rows) == chunk.instances and (np.diff(rows) > 0).all()
    assert (all_indices(pegs)[0] == rows).all() and (np.sort(pegs) == np.arange(1, 13)).all()
    assert np.isin(pegs[:, cut.ring], [1, 2]).sum(axis=1).tolist() == [2] * len(pegs)
    assert np.isin(pegs[:, cut.upper.inner], chunk.upper).all()
    assert np.isin(pegs[:, cut.lower.inner], chunk.lower).all()


# -------- the folder


def invented(item, memory=8) -> list[int]:
    """In place of a count, which takes minutes: a number for each instance that can be told at once."""
    number, *_, instances = item
    return [1 + (number * 31 + i * 7919) % 1009 for i in range(instances)]


@pytest.fixture
def few(monkeypatch):
    """Only the last three chunks, and invented numbers."""
    last = chunks.chunks()[-3:]
    monkeypatch.setattr(whole, "count_chunk", invented)
    monkeypatch.setattr(whole, "items", lambda: [whole.item_of(one) for one in last])
    monkeypatch.setattr(whole, "chunks", lambda: last)
    return last


def all_numbers(some) -> list[int]:
    return [number for one in some for number in invented(whole.item_of(one))]


def with_row(some, row: int) -> int:
    """The invented number of an instance."""
    for one in some:
        rows = chunks.members(one.number)[0].tolist()
        if row in rows:
            return invented(whole.item_of(one))[rows.index(row)]
    return 0


def run_command(capsys, *words):
    status = main([*map(str, words)])
    return status, *capsys.readouterr()


def test_the_report_says_what_the_numbers_say(few, tmp_path, capsys):
    status, out, err = run_command(capsys, "count", tmp_path, "--json")
    told, numbers = json.loads(out), all_numbers(few)
    assert (status, err) == (0, "") and told["chunks"] == 3 and told["counted"] == len(numbers)
    assert told["share"] == len(numbers) / INSTANCES and not told["complete"]
    assert told["least"][0] == min(numbers) and told["most"][0] == max(numbers)
    assert (told["median"], told["total"]) == (np.median(numbers), sum(numbers))
    for low, high, many in told["histogram"]:
        assert many == sum(low <= number < high for number in numbers)
    assert sum(many for *_, many in told["histogram"]) == len(numbers)
    for number, pegs in (told["least"], told["most"]):
        assert number == with_row(few, int(all_indices(np.array([pegs]))[0][0]))
    assert run_command(capsys, "report", tmp_path, "--json") == (0, out, "")


def test_all_counts_in_order(tmp_path, capsys):
    """Of 54 invented chunks: each number stands in the row of its instance, and the checksum is theirs."""
    for item in whole.items():
        forged(tmp_path, item, invented(item))
    status, out, err = run_command(capsys, "report", tmp_path, "--save", tmp_path / "all.npz", "--json")
    found = json.loads(out)
    numbers = saved_counts(tmp_path / "all.npz")
    assert (status, err) == (0, "") and hashlib.sha256(numbers.tobytes()).hexdigest() == found["sha256"]
    for one in Random(7).sample(chunks.chunks(), 5):
        rows, here = chunks.members(one.number)[0].tolist(), invented(whole.item_of(one))
        assert [int(numbers[row]) for row in rows[::97]] == here[::97]
    bounds = [bound for least, most, _ in found["by_spread"] for bound in (least, most)]
    assert len(found["by_spread"]) == 10 and bounds == sorted(bounds) and 1.5 < bounds[0] < bounds[-1] < 8.5


def test_what_was_stopped_goes_on(few, tmp_path):
    batch = whole.count_all(tmp_path, stop=lambda: len(list(tmp_path.glob("*.json"))) >= 1)
    assert batch.computed == 1 and batch.stopped == "stopped"
    again = whole.count_all(tmp_path)
    assert (again.restored, again.computed) == (1, 2) and sum(again.results, []) == all_numbers(few)


@pytest.mark.parametrize("damage", [b"", b"{", b'{"chunk": 1}', None])
def test_a_wrong_chunk_changes_nothing(few, tmp_path, damage):
    """A file that is spoiled, or has another number in it, is left out of the report and counted again."""
    whole.count_all(tmp_path)
    right, file = whole.report(tmp_path), sorted(tmp_path.glob("*.json"))[0]
    if damage is None:
        data = json.loads(file.read_text())
        data["results"][0][0] += 1
        damage = json.dumps(data).encode()
    file.write_bytes(damage)
    told = whole.report(tmp_path)
    assert told.chunks == 2 and told.counted < right.counted and file.name in told.said[0]
    batch = whole.count_all(tmp_path)
    assert (batch.restored, batch.computed) == (2, 1) and whole.report(tmp_path) == right


def forged(folder: Path, item: list, found) -> Path:
    """A file of a chunk, right in all but what was found."""
    (chunk,), results = chunks_of([item], 1, whole.WHAT), [found]
    place = folder / f"{chunk.name[:32]}.json"
    place.write_text(json.dumps({"chunk": chunk.name, "results": results, "check": sha256_of(results)}))
    return place


@pytest.mark.parametrize("number", [1.0, True, -1, None, float("nan"), "7", [7], {}, 1 << 64, (1 << 64) - 1])
def test_what_is_no_count_is_not_believed(few, tmp_path, capsys, number):
    """In a file whose checksum is right: each number is such a thing, or only one of them is."""
    for item in whole.items()[:2]:
        found = invented(item)
        found[-1] = number
        forged(tmp_path, item, found if item == whole.items()[0] else [number] * len(found))
    found = whole.report(tmp_path)
    assert (found.chunks, len(found.said)) == (0, 2)
    assert all(line.endswith("is damaged, and left out") for line in found.said)
    assert run_command(capsys, "report", tmp_path)[0] == 0


# -------- bad input


@pytest.mark.parametrize(
    "words, said",
    [
        (["report", "nowhere"], "nowhere: there is no such folder; `count nowhere` makes it"),
        (["count", "x", "--workers", "many"], "workers 'many': must be a number of processes"),
        (["count", "x", "--workers", "0"], "workers '0': must be a number of processes"),
        (["count", "x", "--workers", "9" * 5000], "must be a number of processes"),
        (["count", "x", "--memory", "1"], "memory 1: must be 4 to 1024 GB"),
        (["count", __file__], "cannot be used"),
        (["count", "x", "--time-limit", "-1"], "time limit -1.0"),
        (["report", "counts", "--workers", "2"], "unrecognized arguments: --workers 2"),
        (["count", "x", "--memory", "1024"], "memory 1024: 1 x 1024 GB are more than this machine's"),
        (["count", "x", "--memory", "9", "--workers", "256"], "memory 9: 256 x 9 GB are more than"),
    ],
)
def test_bad_input_gets_one_line(capsys, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, out, err = run_command(capsys, *words)
    assert status == 2 and out == "" and said in err and len(err.splitlines()) == 1


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


# -------- no memory but one's own


def test_a_tile_writes_nothing_behind_the_last_row():
    room, one = np.zeros(8, np.uint32), np.ones(1, np.int64)
    before, after = np.ones((1, 1, 4), np.uint32), room[:5].reshape(1, 1, 5)
    begin, goal = np.array([0, 1]), np.zeros((1, 1), np.int64)
    kernel.pour(before, after, one, np.array([0, -1], np.int32), one, 2 * one, begin, 3 * one, goal, True)
    assert room.tolist() == [0, 0, 0, 1, 1, 0, 0, 0]


def test_many_pairs_of_cells_have_room():
    """354,321 ways for two discs to share the pegs of a ring."""
    tiles = [(0, 0, 40)] * 4 + [(0, 10, 30)] * 2 + [(0, 20, 20)] * 2
    rows = np.array([(0, 0, 80, 80, 80, 80)])
    joiner = Joiner(Cut(bipyramid(4), [0, 1, 2, 3]), tiles, 80)
    assert joiner.count(rows).tolist() == [count(Cosoku(bipyramid(4), rows[0].tolist(), tiles))]
