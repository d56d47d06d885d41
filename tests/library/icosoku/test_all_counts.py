"""All instances of IcoSoKu counted at once, from the tables of two discs: against brute force on small
solids, the count of one instance, and rules about sums; and what is kept in a folder."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from functools import cache, partial
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from time import sleep
from unittest.mock import patch

import numpy as np
import psutil
import pytest
from brute_force import count_by_sums
from quiet_clock import wait_until
from test_files import full_disk
from test_scale_out import cluster, made_up, packed, workers  # noqa: F401
from test_tile_counts import PAPER, arrangements_at_most

from benchmarks.icosoku_record import all_counts as whole
from benchmarks.icosoku_record import chunks, joining, kernel
from benchmarks.icosoku_record.__main__ import main
from benchmarks.icosoku_record.cut import Cut, icosahedron_cut
from benchmarks.icosoku_record.joining import Joiner
from puzzlelib import PuzzleError
from puzzlelib.cluster.chunks import chunks_of, run_job, sha256_of
from puzzlelib.common.workers import open_workers
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


@pytest.mark.parametrize("name", SMALL)
def test_over_all_sums_there_are_as_many_as_arrangements(name):
    solid, faces, tiles = SMALL[name]
    rows = np.array(list(truth(name)))
    found = joining.Joiner(Cut(solid, faces), tiles, int(rows.max()), 1).count(rows)
    assert int(found.sum()) == arrangements_at_most(tiles)


def test_all_pegs_of_a_toy_add_up_to_the_arrangements_whose_sums_are_a_permutation():
    """An octahedron with the pegs 0 to 5: all 720 instances together, and a look at every arrangement."""
    solid, faces = octahedron(), [0, 1, 2, 3]
    tiles = ((1, 1, 1),) * 3 + ((0, 0, 1), (0, 0, 2), (0, 1, 2), (0, 0, 0), (0, 0, 0))
    rows = np.array(list(permutations(range(6))))
    found = joining.Joiner(Cut(solid, faces), tiles, 5).count(rows)
    right = sum(many for sums, many in count_by_sums(solid, tiles).items() if sorted(sums) == list(range(6)))
    assert int(found.sum()) == right > 0


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


def test_opposite_faces_are_opposite():
    """By their places in space: the middle of one is minus the middle of the other."""
    places = np.array(icosahedron().points)
    pairs = chunks.opposite_faces()
    assert len(pairs) == 10 and len({tuple(sorted(face)) for pair in pairs for face in pair}) == 20
    assert all(np.allclose(places[one].sum(axis=0), -places[other].sum(axis=0)) for one, other in pairs)


def test_any_two_vertices_are_both_on_two_rings_or_more():
    rings = [set(range(12)) - {*face, *opposite} for face, opposite in chunks.opposite_faces()]
    assert min(sum({a, b} <= ring for ring in rings) for a, b in combinations(range(12), 2)) == 2


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


def test_counts_are_not_saved_before_there_are_all(few, tmp_path, capsys):
    forged(tmp_path, whole.items()[0], invented(whole.items()[0]))
    status, out, err = run_command(capsys, "report", tmp_path, "--save", tmp_path / "all.npz")
    assert (status, out) == (2, "") and "instances are not counted yet" in err
    assert not (tmp_path / "all.npz").exists()


def test_every_chunk_says_how_far_it_is(few, tmp_path, capsys):
    _, out, err = run_command(capsys, "count", tmp_path)
    told = err.splitlines()
    assert len(told) == 4 and told[0].startswith("0 of 3,991,680 instances (0.0 %)") and "left" in told[1]
    assert "all that follows is about these only" in out and "fewest solutions: " in out


def test_an_empty_folder_is_no_error(tmp_path, capsys):
    text = "0 of 3,991,680 instances are counted (0.00 %); `count` begins.\n"
    assert run_command(capsys, "report", tmp_path) == (0, text, "")


def test_a_folder_of_other_things_has_no_counts(tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("dear")
    status, out, err = run_command(capsys, "report", tmp_path)
    assert (status, out) == (2, "") and len(err.splitlines()) == 1
    assert f"{tmp_path}: there are no counts in it" in err


def test_counts_that_do_not_begin_are_no_error(few, tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("dear")
    status, out, _ = run_command(capsys, "count", tmp_path, "--time-limit", "0.000001")
    assert status == 3 and "0 of 3,991,680 instances" in out


def test_the_estimate_grows_with_what_is_left(monkeypatch):
    """Half of the work done in 100 seconds: 100 more."""
    seen, clock = [], iter([0.0, 100.0])
    monkeypatch.setattr(whole, "perf_counter", lambda: next(clock))
    rate, half = whole.Rate(seen.append), len(chunks.chunks()) // 2
    rate(0, len(chunks.chunks()))
    rate(half, len(chunks.chunks()))
    done, rest = whole.work_in(chunks.chunks()[:half]), whole.work_in(chunks.chunks()[half:])
    assert seen[0].left is None and seen[1].left == pytest.approx(100 * rest / done)
    assert seen[1].counted == sum(one.instances for one in chunks.chunks()[:half])


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


@pytest.mark.parametrize(
    "number",
    [
        1.5,
        1.0,
        True,
        -1,
        None,
        float("nan"),
        float("inf"),
        "7",
        "",
        [7],
        [],
        {},
        10**30,
        1 << 64,
        (1 << 64) - 1,
        -(10**30),
    ],
)
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


@pytest.mark.parametrize("found", [None, True, 3, 1.5, "numbers", {}, {"0": 1}, [], [[1]], [1, 2, 3]])
def test_another_number_of_counts_is_not_believed(few, tmp_path, found):
    place = forged(tmp_path, whole.items()[0], found)
    assert whole.report(tmp_path).said == (f"{place} is damaged, and left out",)
    assert whole.count_all(tmp_path).computed == 3 and not whole.report(tmp_path).said


@pytest.mark.parametrize("number", [0, 1, (1 << 64) - 2])
def test_the_least_and_the_largest_numbers_are_reported(few, tmp_path, capsys, number):
    many = few[0].instances
    forged(tmp_path, whole.items()[0], [number] * many)
    found = whole.report(tmp_path)
    assert found.least[0] == found.most[0] == number and found.total == number * many and not found.said
    assert sum(bar[-1] for bar in found.histogram) == many
    assert run_command(capsys, "report", tmp_path)[0] == 0


@pytest.mark.parametrize("kind", ["dangling link", "folder"])
def test_no_file_in_place_of_a_chunk_is_left_out(few, tmp_path, capsys, kind):
    whole.count_all(tmp_path)
    place = sorted(tmp_path.glob("*.json"))[0]
    place.unlink()
    made_up(place, kind)
    status, out, err = run_command(capsys, "report", tmp_path)
    assert (status, err) == (0, "") and out.startswith(f"{place} is damaged, and left out\n")
    assert run_command(capsys, "count", tmp_path)[0] == 0 and whole.report(tmp_path).chunks == 3


def test_packed_chunks_are_counted(few, tmp_path):
    whole.count_all(tmp_path)
    right = whole.report(tmp_path)
    packed(tmp_path)
    assert whole.report(tmp_path) == right and whole.count_all(tmp_path).restored == 3


def test_a_full_disk_keeps_what_is_there(few, tmp_path):
    whole.count_all(tmp_path)
    right = whole.report(tmp_path)
    sorted(tmp_path.glob("*.json"))[1].unlink()
    with full_disk(), pytest.raises(PuzzleError, match="cannot be written"):
        whole.count_all(tmp_path)
    assert whole.report(tmp_path).chunks == 2 and not whole.report(tmp_path).said
    whole.count_all(tmp_path)
    assert whole.report(tmp_path) == right


def test_a_time_limit_ends_it_between_chunks(few, tmp_path, capsys):
    status, out, _ = run_command(capsys, "count", tmp_path, "--time-limit", "0.000001")
    assert status == 3 and out.startswith("Stopped (time limit).\n0 of 3,991,680 instances")


def test_an_interrupt_keeps_what_is_there(few, tmp_path, monkeypatch, capsys):
    def pressed(item, memory=8):
        if item[0] == few[1].number:
            raise KeyboardInterrupt
        return invented(item)

    monkeypatch.setattr(whole, "count_chunk", pressed)
    status, out, _ = run_command(capsys, "count", tmp_path)
    assert status == 3 and out.startswith("Stopped (interrupt).\n")
    assert whole.report(tmp_path).chunks == 1


# -------- the job itself, with light tiles: the tables of a chunk take a quarter of a second

LIGHT = ((0, 1, 3),) * 9 + ((0, 3, 1),) * 9 + ((0, 3, 3), (0, 0, 0))
LAST = chunks.chunks()[-3:]


@cache
def light_counts() -> list[int]:
    """Every tenth of the 448 instances of the last chunks, one by one: by a method without discs."""
    rows = np.vstack([chunks.members(one.number)[1] for one in LAST])[::10]
    return [count(Cosoku(icosahedron(), tuple(pegs), LIGHT)) for pegs in rows.tolist()]


def running_light(folder: Path):
    """`run_job` with the job of `count_all`, but other tiles, and so little memory that tables are in slices.

    The first process to join tables in the second chunk stands still in the middle of it.
    """

    def start(job, *more, **settings):
        return run_job(partial(count_light, job, folder), *more, **settings)

    return start


def count_light(count_chunk, folder: Path, item: list) -> list[int]:
    join, place = Joiner.join, folder / "stopped"

    def stop(*more):
        join(*more)
        with place.open("x") as file:
            file.write(str(os.getpid()))
        while True:
            sleep(0.01)

    first = item[0] == LAST[1].number and not place.exists()
    whole.joiner.cache_clear()
    settings = patch.multiple(whole, TILES=LIGHT, SPARE=3.9)
    with settings, patch.object(Joiner, "join", stop if first else join):
        counts = count_chunk(item)
    whole.joiner.cache_clear()
    return counts


@pytest.fixture
def light(monkeypatch):
    """Only the last three chunks, by the job itself."""
    monkeypatch.setattr(whole, "items", lambda: [whole.item_of(one) for one in LAST])
    monkeypatch.setattr(whole, "chunks", lambda: LAST)


def test_light_tiles_are_counted_in_slices():
    assert len(joining.joiner_within(1e8, whole.HELD, icosahedron_cut(), LIGHT, 12).slices) == 4


def test_a_worker_is_killed_in_the_middle_of_a_chunk(workers, light, tmp_path, monkeypatch):  # noqa: F811
    """Of two workers one dies while it joins its tables; another one counts the chunk, and all counts are
    right."""
    folder, place, killed = tmp_path / "kept", tmp_path / "stopped", []
    monkeypatch.setattr(whole, "run_job", running_light(tmp_path))

    def kill() -> bool:
        if not killed and place.exists() and (process := place.read_text()):
            os.kill(int(process), signal.SIGKILL)
            killed.append(process)
        return False

    with open_workers(workers) as executor:
        batch = whole.count_all(folder, executor, memory=4, stop=kill)
    assert killed and batch.complete and batch.computed == 3
    assert sum(batch.results, [])[::10] == light_counts() and min(light_counts()) > 0
    assert whole.report(folder).counted == 448


STARTED = """
import sys
from pathlib import Path
sys.path[:0] = ["tests", *map(str, Path("tests/library").iterdir())]
from test_all_counts import LAST, running_light
from benchmarks.icosoku_record import all_counts as whole
from puzzlelib.common.workers import open_workers

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    whole.run_job = running_light(folder.parent)
    whole.items = lambda: [whole.item_of(one) for one in LAST]
    with open_workers(sys.argv[2]) as executor:
        whole.count_all(folder, executor, memory=4)
"""


@pytest.mark.parametrize("number", ["1", "2"])
def test_who_works_is_killed_and_others_go_on(light, tmp_path, monkeypatch, number):
    """In the middle of the second chunk, with no time to clean up: the one process, or the one that has two
    others. The rest is done here, and all counts are right."""
    script, folder = tmp_path / "script.py", tmp_path / "kept"
    script.write_text(STARTED)
    command = [sys.executable, str(script), str(folder), number]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    stands = lambda: (tmp_path / "stopped").exists() and any(folder.glob("*.json"))
    wait_until(lambda: stands() or process.poll() is not None)
    below = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.kill()
    process.wait()
    assert not psutil.wait_procs(below, timeout=10)[1]
    done = whole.report(folder).chunks
    assert done in (1, int(number))
    monkeypatch.setattr(whole, "run_job", running_light(tmp_path))
    batch = whole.count_all(folder, memory=4)
    assert (batch.restored, batch.computed) == (done, 3 - done)
    assert sum(batch.results, [])[::10] == light_counts()


TAKEN = """
import sys
from pathlib import Path
import psutil
sys.path[:0] = ["tests", "benchmarks", *map(str, Path("tests/library").iterdir())]
from _measure import memory
from test_all_counts import LAST, LIGHT, chunks, icosahedron_cut
from benchmarks.icosoku_record.joining import Joiner

one, pegs = Joiner(icosahedron_cut(), LIGHT, 12), chunks.members(LAST[0].number)[1]
one.count(pegs[:1])
before = psutil.Process().memory_info().rss
one.count(pegs)
print(before, memory() << 20, psutil.Process().memory_info().rss, one.memory(10))
"""


def test_the_memory_of_tables_is_known_before_and_given_back():
    pytest.importorskip("resource")  # not on Windows
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", TAKEN], cwd=ROOT, env=environment, capture_output=True)
    before, peak, after, known = map(int, done.stdout.split())
    assert known / 5 < peak - before <= known + 2e7 and after - before < 2e7


@pytest.mark.parametrize("processes", ["1", "2"])
def test_who_has_other_chunks_is_told(tmp_path, monkeypatch, processes):
    """The job itself, here and in another process, on a chunk that another version would have cut."""
    number, upper, lower, instances = whole.item_of(chunks.chunks()[-1])
    monkeypatch.setattr(whole, "items", lambda: [[number, upper, lower, instances + 1]])
    words = f"chunk {number}: this version of puzzlelib has other chunks"
    with open_workers(processes) as executor, pytest.raises(PuzzleError, match=words):
        whole.count_all(tmp_path, executor, memory=4)
    assert not list(tmp_path.iterdir())


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


def test_too_little_memory_is_told_at_once():
    with pytest.raises(PuzzleError, match="at least .* GB are needed"):
        joining.joiner_within(1e8, whole.HELD, icosahedron_cut(), TILES, 12)


def test_more_memory_means_fewer_slices():
    few, many = (
        joining.joiner_within(size * 1e9, whole.HELD, icosahedron_cut(), TILES, 12) for size in (16, 7.6)
    )
    assert len(few.slices) < len(many.slices) and many.memory(whole.HELD) <= 7.6e9


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
