"""All instances of IcoSoKu counted at once, from the tables of two discs: against brute force on small
solids, the count of one instance, and rules about sums; and what is kept in a folder."""

import json
import os
import subprocess
import sys
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import psutil
import pytest
from quiet_clock import wait_until
from test_files import full_disk
from test_tile_counts import PAPER, all_counts, arrangements_at_most

from puzzlelib import PuzzleError
from puzzlelib.__main__ import main
from puzzlelib.icosoku.census.instances import INSTANCES, all_indices, pegs_of
from puzzlelib.icosoku.counting.exact import count
from puzzlelib.icosoku.polyhedron import bipyramid, icosahedron, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import PAPER_PEGS, TILES, Cosoku, dots, icosoku, paper_tetrahedron, turns

joining = pytest.importorskip("puzzlelib.icosoku.discs.joining")  # needs numba

from puzzlelib.cluster import all_counts as whole  # noqa: E402
from puzzlelib.icosoku.discs import chunks, kernel  # noqa: E402
from puzzlelib.icosoku.discs.cut import Cut, icosahedron_cut  # noqa: E402
from puzzlelib.icosoku.discs.joining import Joiner  # noqa: E402
from puzzlelib.icosoku.discs.record import RECORD  # noqa: E402

ROOT = Path(__file__).parents[1]
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


@pytest.fixture(scope="module")
def dask():
    return pytest.importorskip("distributed")


# -------- small solids, all instances


@cache
def truth(name: str):
    solid, _, tiles = SMALL[name]
    return all_counts(solid, tiles)


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
    right = sum(many for sums, many in all_counts(solid, tiles).items() if sorted(sums) == list(range(6)))
    assert int(found.sum()) == right > 0


def test_the_order_of_instances_and_doubles_do_not_matter():
    solid, faces, tiles = SMALL["bipyramid 3"]
    rows = np.array(Random(1).choices(list(truth("bipyramid 3")), k=300))
    found = joining.Joiner(Cut(solid, faces), tiles, int(rows.max())).count(rows)
    assert found.tolist() == [truth("bipyramid 3")[tuple(row)] for row in rows.tolist()]


def test_too_many_ways_are_refused_before_they_overflow():
    from puzzlelib.icosoku.discs.tables import Box, Layer, Slice, Tables, Tiles

    tiles = Tiles(paper_tetrahedron().tiles)
    tables = Tables(Box(Cut(tetrahedron(), [0, 1]).upper, tiles.most), tiles, Slice(), 4)
    tables.first = lambda: Layer(np.zeros(1, np.int64), [()], np.full((1, 1, 1), 1 << 30, np.uint32))
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


@pytest.mark.long
def test_the_papers_instance_and_ten_more_from_two_tables():
    """A minute, and as long for the other engine, which counts the ten one by one: too long for `make test`.
    The short form is `test_an_icosahedron_with_light_tiles`."""
    rows = [list(PAPER_PEGS), *with_other_rings(PAPER_PEGS, 10, Random(5))]
    assert counted(rows) == [PAPER, *(count(icosoku(pegs)) for pegs in rows[1:])]


# -------- chunks


def test_the_chunks_hold_every_instance_once():
    sizes = chunks.sizes()
    assert sizes == [*(one.instances for one in chunks.chunks()), 0] and sum(sizes) == INSTANCES


@pytest.mark.parametrize("number", [0, 1, 100, len(chunks.chunks()) - 1])
def test_a_chunk_has_its_members(number):
    chunk, (rows, pegs) = chunks.chunks()[number], chunks.members(number)
    cut = icosahedron_cut()
    assert len(rows) == chunk.instances and (np.diff(rows) > 0).all()
    assert (all_indices(pegs)[0] == rows).all() and (np.sort(pegs) == np.arange(1, 13)).all()
    assert np.isin(pegs[:, cut.upper.inner], chunk.upper).all()
    assert np.isin(pegs[:, cut.lower.inner], chunk.lower).all()


def test_opposite_faces_are_opposite():
    """By their places in space: the middle of one is minus the middle of the other."""
    places = np.array(icosahedron().points)
    pairs = chunks.opposite_faces()
    assert len(pairs) == 10 and len({tuple(sorted(face)) for pair in pairs for face in pair}) == 20
    assert all(np.allclose(places[one].sum(axis=0), -places[other].sum(axis=0)) for one, other in pairs)


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
    status = main(["icosoku", *map(str, words)])
    return status, *capsys.readouterr()


def test_the_report_says_what_the_numbers_say(few, tmp_path, capsys):
    status, out, err = run_command(capsys, "--count-all", tmp_path, "--json")
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
    assert run_command(capsys, "--report", tmp_path, "--json") == (0, out, "")


def test_every_chunk_says_how_far_it_is(few, tmp_path, capsys):
    _, out, err = run_command(capsys, "--count-all", tmp_path)
    told = err.splitlines()
    assert len(told) == 4 and told[0].startswith("0 of 3,991,680 instances (0.0 %)") and "left" in told[1]
    assert "all that follows is about these only" in out and "fewest solutions: " in out


def test_an_empty_folder_is_no_error(tmp_path, capsys):
    text = "0 of 3,991,680 instances are counted (0.00 %).\n"
    assert run_command(capsys, "--report", tmp_path) == (0, text, "")


def test_a_folder_of_other_things_has_no_counts(tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("dear")
    status, out, err = run_command(capsys, "--report", tmp_path)
    assert (status, out) == (2, "") and len(err.splitlines()) == 1
    assert f"{tmp_path}: there are no counts in it" in err


def test_counts_that_do_not_begin_are_no_error(few, tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("dear")
    status, out, _ = run_command(capsys, "--count-all", tmp_path, "--time-limit", "0.000001")
    assert status == 3 and "0 of 3,991,680 instances" in out


def test_the_estimate_grows_with_what_is_left(monkeypatch):
    """Half of the work done in 100 seconds: 100 more."""
    seen, clock = [], iter([0.0, 100.0])
    monkeypatch.setattr(whole, "perf_counter", lambda: next(clock))
    rate, half = whole.Rate(seen.append), len(chunks.chunks()) // 2
    rate(0, len(chunks.chunks()))
    rate(half, len(chunks.chunks()))
    done, rest = whole.work(chunks.chunks()[:half]), whole.work(chunks.chunks()[half:])
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
    status, out, _ = run_command(capsys, "--count-all", tmp_path, "--time-limit", "0.000001")
    assert status == 3 and out.startswith("Stopped (time limit).\n0 of 3,991,680 instances")


def test_an_interrupt_keeps_what_is_there(few, tmp_path, monkeypatch, capsys):
    def pressed(item, memory=8):
        if item[0] == few[1].number:
            raise KeyboardInterrupt
        return invented(item)

    monkeypatch.setattr(whole, "count_chunk", pressed)
    status, out, _ = run_command(capsys, "--count-all", tmp_path)
    assert status == 3 and out.startswith("Stopped (interrupt).\n")
    assert whole.report(tmp_path).chunks == 1


SLOW = """
import sys, time
from puzzlelib.cluster import all_counts as whole
from puzzlelib.icosoku.discs import chunks

def invented(item, memory=8):
    time.sleep(0.2)
    number, *_, instances = item
    return [1 + (number * 31 + i * 7919) % 1009 for i in range(instances)]

if __name__ == "__main__":
    whole.count_chunk = invented
    whole.items = lambda: [whole.item_of(one) for one in chunks.chunks()[-8:]]
    address = sys.argv[2] if len(sys.argv) > 2 else None
    whole.count_all(sys.argv[1], address, 2)
"""


@pytest.mark.parametrize("address", ["here", None])
def test_who_works_is_killed_and_others_go_on(request, tmp_path, monkeypatch, address):
    """In the middle, with no time to clean up; by one process and by two workers of Dask. The rest is done
    here, and all is as if nothing had been."""
    if address is None:
        request.getfixturevalue("dask")
    script, folder = tmp_path / "script.py", tmp_path / "kept"
    script.write_text(SLOW)
    command = [sys.executable, str(script), str(folder), *([address] if address else [])]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    wait_until(lambda: len(list(folder.glob("*.json"))) >= 2 or process.poll() is not None)
    below = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.kill()
    process.wait()
    psutil.wait_procs(below, timeout=60)
    last = chunks.chunks()[-8:]
    monkeypatch.setattr(whole, "count_chunk", invented)
    monkeypatch.setattr(whole, "items", lambda: [whole.item_of(one) for one in last])
    monkeypatch.setattr(whole, "chunks", lambda: last)
    before = whole.report(folder).chunks
    batch = whole.count_all(folder)
    assert before >= 2 and batch.restored == before and sum(batch.results, []) == all_numbers(last)


@pytest.mark.parametrize("address", ["here", None])
def test_who_has_other_chunks_is_told(request, tmp_path, monkeypatch, address):
    """The job itself, here and in a worker of Dask, on a chunk that another version would have cut."""
    if address is None:
        request.getfixturevalue("dask")
    number, upper, lower, instances = whole.item_of(chunks.chunks()[-1])
    monkeypatch.setattr(whole, "items", lambda: [[number, upper, lower, instances + 1]])
    with pytest.raises(PuzzleError, match=f"chunk {number}: this version of puzzlelib has other chunks"):
        whole.count_all(tmp_path, address, 1)
    assert not list(tmp_path.iterdir())


# -------- bad input


@pytest.mark.parametrize(
    "words, said",
    [
        (["--report", "nowhere"], "nowhere: there is no such folder"),
        (["--count-all", "x", "--workers", "many"], "workers 'many': must be a number of processes"),
        (["--count-all", "x", "--workers", "0"], "workers 0"),
        (["--count-all", "x", "--workers", "9" * 5000], "must be a number of processes"),
        (["--count-all", "x", "--memory", "1"], "memory 1: must be 4 to 1024 GB"),
        (["--count-all", __file__], "cannot be used"),
        (["--count-all", "x", "--time-limit", "-1"], "time limit -1.0"),
        (["--workers", "2"], "--workers goes with --count-all only"),
        (["--report", "counts", "--workers", "2"], "--workers goes with --count-all only"),
        (["--memory", "8", "--count"], "--memory goes with --count-all only"),
        (["--count-all", "x", "--count"], "--count is for one instance"),
    ],
)
def test_bad_input_gets_one_line(capsys, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, out, err = run_command(capsys, *words)
    assert status == 2 and out == "" and said in err and len(err.splitlines()) == 1


def test_too_little_memory_is_told_at_once():
    with pytest.raises(PuzzleError, match="at least .* GB are needed"):
        joining.joiner_within(1e8, 4, icosahedron_cut(), TILES, 12)


def test_more_memory_means_fewer_slices():
    few, many = (joining.joiner_within(size * 1e9, 4, icosahedron_cut(), TILES, 12) for size in (16, 7.6))
    assert len(few.slices) < len(many.slices) and many.memory(4) <= 7.6e9


# -------- the record in lesson 12


def test_the_record_is_a_report_of_the_first_chunks():
    """Its parts agree with each other, with the list of chunks, and with the rows of the census."""
    first = chunks.chunks()[: RECORD["chunks"]]
    assert RECORD["of"] == len(chunks.chunks())
    assert RECORD["counted"] == sum(one.instances for one in first)
    assert sum(many for *_, many in RECORD["histogram"]) == RECORD["counted"]
    assert RECORD["least"][0] < RECORD["median"] < RECORD["most"][0] < RECORD["total"]
    for number, pegs in (RECORD["least"], RECORD["most"]):
        row = int(all_indices(np.array([pegs]))[0][0])
        assert pegs_of(row) == pegs and any(row in chunks.members(one.number)[0] for one in first)
        assert any(low <= number < high and many for low, high, many in RECORD["histogram"])


@pytest.mark.parametrize("which", ["least", "most"])
def test_who_holds_the_record_has_so_many_solutions(which):
    """By the count of one instance, which shares no tables."""
    number, pegs = RECORD[which]
    assert count(icosoku(pegs)) == number


def test_the_lesson_tells_the_record(capsys):
    """Its cell, run by itself, prints what the library's report has."""
    lesson = next(ROOT.glob("lessons/12-*/lesson.md")).read_text(encoding="utf-8")
    cell = next(part for part in lesson.split("```") if "import RECORD" in part)
    exec(cell.removeprefix("{code-cell}"), {"INSTANCES": INSTANCES})
    told = capsys.readouterr().out
    assert f"{RECORD['counted']:,} of {INSTANCES:,} instances, {RECORD['counted'] / INSTANCES:.1%}" in told
    assert all(f"{RECORD[which][0]:,} solutions" in told for which in ("least", "most"))
    assert "--count-all FOLDER" in lesson and "--report FOLDER" in lesson


# -------- no memory but one's own


def test_a_tile_writes_nothing_behind_the_last_row():
    room, one = np.zeros(8, np.uint32), np.ones(1, np.int64)
    before, after = np.ones((1, 1, 4), np.uint32), room[:5].reshape(1, 1, 5)
    begin, goal = np.array([0, 1]), np.zeros((1, 1), np.int64)
    kernel.pour(before, after, one, np.array([0, -1], np.int32), one, 2 * one, begin, 3 * one, goal)
    assert room.tolist() == [0, 0, 0, 1, 1, 0, 0, 0]


def test_many_pairs_of_cells_have_room():
    """354,321 ways for two discs to share the pegs of a ring."""
    tiles = [(0, 0, 40)] * 4 + [(0, 10, 30)] * 2 + [(0, 20, 20)] * 2
    rows = np.array([(0, 0, 80, 80, 80, 80)])
    joiner = Joiner(Cut(bipyramid(4), [0, 1, 2, 3]), tiles, 80)
    assert joiner.count(rows).tolist() == [count(Cosoku(bipyramid(4), rows[0].tolist(), tiles))]
