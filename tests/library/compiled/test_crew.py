"""A search by threads: the same solutions in the same order, whatever is divided; limits, Ctrl-C and
room."""

import _thread
import subprocess
import sys
import threading
from itertools import count as count_up
from pathlib import Path
from random import Random

import pytest
from brute_force import packings
from loose_puzzles import drawn_puzzles
from random_covers import drawn_covers, random_matrices
from sizes import picked, size

from puzzlelib import PuzzleError, count, load, solve
from puzzlelib.common import machine
from puzzlelib.common.rounds import Rounds
from puzzlelib.compiled import crew, engine, job, parts
from puzzlelib.compiled.table import Table

ROOT = Path(__file__).parents[3]
WORKERS = 2, 3, 7
BY_DAY = 1, 2, 30, 300
MOMENTS = picked(
    [*BY_DAY, *Random(1).sample(range(31, 300), 96)], BY_DAY
)  # rounds after which one is stopped


@pytest.fixture
def divided(monkeypatch, request):
    """Chunks of so few steps that a search is divided, also at its last level; the parts that are made."""
    monkeypatch.setattr(crew, "ALONE", 0)
    for module, name in (crew, "EACH"), (job, "COMPILED"), (engine, "COMPILED"), (parts, "COMPILED"):
        monkeypatch.setattr(module, name, request.param)
    parts_made = []
    split = job.Job.split

    def watched(self):
        parts_made.append(split(self))
        return parts_made[-1]

    monkeypatch.setattr(job.Job, "split", watched)
    return parts_made


COVERS, PACKINGS = size("covers for threads"), size("packings for threads")


@pytest.mark.parametrize("divided", [60], indirect=True)
def test_random_covers_are_listed_in_one_order_by_any_number_of_threads(divided):
    """Brute force says which solutions there are, and one thread in which order they come."""
    for cover, solutions in drawn_covers(5, COVERS):
        alone = list(engine.search(cover))
        assert sorted(alone) == sorted(tuple(sorted(one)) for one in solutions)
        for workers in WORKERS:
            assert list(engine.search(cover, workers=workers)) == alone
    assert sum(map(bool, divided)) > COVERS / 20


@pytest.mark.parametrize("divided", [60], indirect=True)
def test_random_matrices_of_many_words_too(divided):
    for matrix, number in random_matrices(COVERS // 10):
        matrix = matrix._replace(numbers=list(range(len(matrix.masks))))
        alone = list(engine.rows_of(job.Job(matrix), lambda: False, 1))
        assert len(alone) == number
        for workers in WORKERS:
            assert list(engine.rows_of(job.Job(matrix), lambda: False, workers)) == alone
            searched = job.Job(matrix)
            assert not parts.drive([searched], lambda: False, workers=workers)
            assert searched.found == number
    assert sum(map(bool, divided)) > COVERS / 20


@pytest.mark.slow
@pytest.mark.parametrize("divided", [60], indirect=True)
def test_random_packings_too(divided):
    for puzzle in drawn_puzzles(5, PACKINGS):
        alone = list(engine.solutions(puzzle))
        assert set(alone) == packings(puzzle)
        for workers in WORKERS:
            assert list(engine.solutions(puzzle, workers=workers)) == alone
            assert engine.count(puzzle, workers=workers).number == len(alone)
    assert sum(map(bool, divided)) > PACKINGS / 2


@pytest.mark.parametrize("divided", [200_000], indirect=True)
@pytest.mark.parametrize("name, symmetry", [("soma", "reflections"), ("pentominoes-3x20", "rotations")])
def test_orbits_are_counted_by_threads(divided, name, symmetry):
    """Published: 240 and 2."""
    for workers in WORKERS:
        assert count(load(name), symmetry=symmetry, workers=workers).count == (240 if name == "soma" else 2)
    assert any(divided)


@pytest.mark.parametrize("divided", [2_000], indirect=True)
def test_solutions_whose_turn_has_not_come_wait_in_little_room(divided, monkeypatch):
    monkeypatch.setattr(crew, "MOST_WAITING", 50)
    most = []
    begin = crew.Crew.begin

    def watched(self, pool):
        most.append(sum(len(one.rows) for one in self.segments[1:]))
        begin(self, pool)

    monkeypatch.setattr(crew.Crew, "begin", watched)
    puzzle = load("tetracubes-2x2x8")
    found = list(engine.solutions(puzzle, workers=3))
    assert found == list(engine.solutions(puzzle)) and len(found) == 1792
    assert 0 < max(most) < 50 + 4 * crew.ROWS * len(puzzle.pieces)


@pytest.mark.parametrize("divided", [5_000], indirect=True)
@pytest.mark.parametrize("rounds", MOMENTS)
def test_a_limit_of_rounds_cuts_at_a_counted_point(divided, rounds):
    """The solutions are the first ones, and as many each time; a count is so on up to four threads."""
    puzzle = load("tetracubes-2x4x4")
    everything = list(engine.solutions(puzzle))
    for workers in WORKERS:
        cut = list(engine.solutions(puzzle, stop=Rounds(rounds).stop, workers=workers))
        assert cut == everything[: len(cut)] and len(cut) < len(everything)
        assert cut == list(engine.solutions(puzzle, stop=Rounds(rounds).stop, workers=workers))
        counted = engine.count(puzzle, stop=Rounds(rounds).stop, workers=workers)
        assert (counted.stopped, counted.complete) == ("stopped", False) and counted.number < 11120
        assert counted == engine.count(puzzle, stop=Rounds(rounds).stop, workers=max(4, workers))


@pytest.mark.parametrize("divided", [5_000], indirect=True)
@pytest.mark.parametrize("rounds", MOMENTS)
def test_an_interrupt_keeps_what_was_found_and_leaves_no_thread(divided, rounds):
    puzzle, before = load("tetracubes-2x4x4"), threading.active_count()
    machine.has_threads()

    def presser():
        asked = count_up(1)

        def press() -> bool:
            if next(asked) == rounds:
                _thread.interrupt_main()
            return False

        return press

    for workers in WORKERS:
        counted = engine.count(puzzle, stop=presser(), workers=workers)
        assert (counted.stopped, counted.complete) == ("interrupt", False) and counted.number < 11120
        found = solve(puzzle, "compiled", None, stop=presser(), workers=workers)
        assert found.stopped == "interrupt"
        assert found.solutions == list(engine.solutions(puzzle))[: len(found)]
        assert threading.active_count() == before


@pytest.mark.parametrize("divided", [5_000], indirect=True)
def test_a_list_that_is_left_ends_its_threads(divided):
    before = threading.active_count()
    found = engine.solutions(load("tetracubes-2x4x4"), workers=2)
    for _ in range(100):
        next(found)
    assert threading.active_count() > before
    found.close()
    assert threading.active_count() == before


@pytest.mark.parametrize("divided", [5_000], indirect=True)
def test_an_error_in_a_thread_reaches_the_caller(divided, monkeypatch):
    def fail(self):
        raise MemoryError("no room")

    begin = crew.Crew.chunks_by_threads

    def failing(self, workers):
        monkeypatch.setattr(job.Job, "chunk", fail)
        return begin(self, workers)

    monkeypatch.setattr(crew.Crew, "chunks_by_threads", failing)
    before = threading.active_count()
    with pytest.raises(MemoryError):
        engine.count(load("tetracubes-2x4x4"), workers=2)
    assert threading.active_count() == before


@pytest.mark.parametrize("divided", [60], indirect=True)
def test_progress_is_told_by_counted_work(divided):
    """The share grows to 1, and is the same on two threads and on seven."""
    puzzle, told = load("little-cube"), {}
    for workers in WORKERS:
        heard = told[workers] = []
        show = lambda share, found, heard=heard: heard.append((share, found))
        show.is_due = lambda: True
        jobs = [job.Job(Table(puzzle).matrix())]
        assert not parts.drive(jobs, lambda: False, show, workers=workers)
    assert told[2] == told[3] == told[7]
    shares = [share for share, _ in told[2]]
    assert len(shares) > 3 and shares == sorted(shares) and shares[-1] == 1


@pytest.mark.parametrize("divided", [400_000], indirect=True)
def test_segments_take_little_room(divided, monkeypatch):
    """Most are made with wide lists, and no more than half the room of the whole search at a time."""
    monkeypatch.setattr(crew, "ROOM", 0)
    puzzle = load("pentominoes-6x10")
    whole = job.Job(Table(puzzle).matrix())
    most = []
    divide = crew.Crew.divide

    def watched(self, segment, number):
        divide(self, segment, number)
        jobs = [one.job for one in self.segments if one.job and one.job not in self.jobs]
        most.append(sum(one.search.pool_size for one in jobs))

    monkeypatch.setattr(crew.Crew, "divide", watched)
    assert engine.count(puzzle, workers=2).number == 4 * 2339
    assert 0 < max(most) <= whole.search.pool_size


# -------- when threads are started


def test_a_short_search_starts_nothing(monkeypatch):
    monkeypatch.setattr(crew, "cores", lambda: pytest.fail("it was short"))
    assert count(load("soma")).count == 11520


def test_a_search_that_lasts_asks_for_all_cores(monkeypatch):
    monkeypatch.setattr(crew, "ALONE", 2_000_000)
    monkeypatch.setattr(job, "COMPILED", 1_000_000)
    asked = []
    monkeypatch.setattr(crew, "cores", lambda: asked.append(True) or 3)
    assert count(load("pentominoes-3x20")).count == 8
    assert len(solve(load("pentominoes-3x20"), "compiled", limit=None)) == 8
    assert len(asked) == 2
    assert solve(load("pentominoes-3x20"), "compiled", limit=7).solutions
    assert len(asked) == 2, "some solutions are looked for by one thread"


def test_how_many_cores_there_are(monkeypatch):
    monkeypatch.delenv(machine.CORES, raising=False)
    assert machine.cores() >= 1
    monkeypatch.setenv(machine.CORES, "5")
    assert machine.cores() == 5
    with machine.on_one_core():
        assert machine.cores() == 1
    assert machine.cores() == 5
    monkeypatch.setattr(machine, "has_threads", lambda: False)
    assert machine.cores() == 1


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", True, 100_000])
def test_a_wrong_number_of_workers(workers):
    for door in count, solve:
        with pytest.raises(PuzzleError, match="workers"):
            door(load("soma"), workers=workers)


def test_threads_that_wait_do_not_keep_python_from_ending():
    code = """if True:
        from puzzlelib import load
        from puzzlelib.compiled import crew, engine
        crew.ALONE = 0
        found = engine.solutions(load("tetris-cube"), workers=2)
        crew.EACH //= 40
        for _ in range(300):
            next(found)
        print("end")
        """
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert (done.stdout, done.stderr, done.returncode) == ("end\n", "", 0)
