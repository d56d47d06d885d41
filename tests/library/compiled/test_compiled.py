"""The compiled engine: against the other engines, brute force and published counts; stopping and
going on."""

import _thread
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import factorial, prod
from multiprocessing import active_children
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from quiet_clock import ends_within, now
from random_puzzles import BOXES, small_puzzles

from puzzlelib import PuzzleError, load, orbits, verify
from puzzlelib.common.workers import Workers, open_workers
from puzzlelib.compiled import engine as compiled
from puzzlelib.compiled import job, table
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.search import backtracking

ROOT = Path(__file__).parents[3]
L3, I2, I1 = ((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((0, 0, 0), (1, 0, 0)), ((0, 0, 0),)
LEFT, RIGHT = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1))
FORMS = {"L": L3, "I": I2, "dot": I1, "left": LEFT, "right": RIGHT}
SOME_EXAMPLES = settings(max_examples=60)


MORE_BOXES = (*BOXES, [(3, 2, 2)], [(2, 1, 1), (2, 1, 1), (2, 1, 1)], [(5, 1, 1)])


def with_twins():
    """4 to 12 cells; copies, twins, mirror twins."""
    return small_puzzles(FORMS, MORE_BOXES, twins=True)


def by_hand(puzzle, symmetry, hints=()):
    """Orbits counted one solution at a time; None where the pieces are not closed under
    mirroring."""
    try:
        return len(orbits(puzzle, backtracking.solutions(puzzle, hints), symmetry))
    except PuzzleError:
        return None


def counted(puzzle, symmetry, hints=(), **more):
    try:
        result = compiled.count(puzzle, symmetry, hints, **more)
    except PuzzleError:
        return None
    assert result.complete and result.stopped == ""
    return result.number


@pytest.mark.slow
@SOME_EXAMPLES
@given(with_twins(), st.data())
def test_solutions_and_orbits_are_those_of_backtracking(puzzle, data):
    """Without hints, and with one or two, of one solution or of none."""
    pool = next(backtracking.solutions(puzzle), ()) if data.draw(st.booleans()) else puzzle.placements
    hints = data.draw(st.lists(st.sampled_from(pool), min_size=1, max_size=2)) if pool else []
    for given in ((), hints):
        found = list(compiled.solutions(puzzle, given))
        assert len(found) == len(set(found)) and set(found) == set(backtracking.solutions(puzzle, given))
        for symmetry in ("none", "rotations", "reflections"):
            assert counted(puzzle, symmetry, given) == by_hand(puzzle, symmetry, given), symmetry


@settings(max_examples=25)
@given(with_twins(), st.integers(1, 40))
def test_a_search_cut_into_the_smallest_chunks_finds_the_same(puzzle, budget):
    search = job.Job(table.Table(puzzle).matrix(numbered=True))
    rows = []
    while not search.done:
        search.budget = budget
        rows += [tuple(sorted(row)) for row in search.numbers_in(search.rows(2))]
    solutions = [tuple(puzzle.placements[i] for i in row) for row in rows]
    assert solutions == list(compiled.solutions(puzzle)), "the same, in the same order"


def test_what_is_left_of_a_search_shrinks_to_nothing():
    search = job.Job(table.Table(load("little-cube")).matrix())
    search.guess(4)
    shares = [search.rest()]
    while not search.done:
        search.budget = 20
        search.chunk()
        shares.append(search.rest())
    assert all(late <= early + 1e-9 for early, late in zip(shares, shares[1:]))
    assert shares[0] == pytest.approx(1) and shares[-1] == 0


@pytest.mark.slow
def test_a_guess_needs_no_larger_pool():
    """Random walks that find no room are begun again with more. 18 dominoes, each there once: some
    10^21."""
    bars = tuple(Piece(f"bar {k}", I2) for k in range(18))
    small, large = (job.Job(table.Table(box((6, 6, 1), bars, "plane")).matrix()) for _ in range(2))
    while large.search.pool_size < 1 << 20:
        large.enlarge()
    assert large.guess(1) > 1e19 and small.guess(1) > 1e19


def box(sizes, pieces, turns="space"):
    return PackingPuzzle("box", box_cells([sizes]), tuple(pieces), turns, (sizes,))


@pytest.mark.parametrize("name, solutions", [("soma", 11520), ("pentominoes-3x20", 8)])
@pytest.mark.parametrize("much", [-1, float("inf")])
def test_the_kept_piece_is_chosen_by_many_walks_or_by_the_first_levels(name, solutions, much, monkeypatch):
    monkeypatch.setattr(table, "MUCH", much)
    assert compiled.count(load(name)).number == solutions


@pytest.mark.slow
def test_progress_tells_the_share_and_what_was_found():
    puzzle, heard = load("pentominoes-3x4x5"), []
    result = compiled.count(puzzle, "rotations", progress=lambda share, found: heard.append((share, found)))
    assert result == compiled.Count(7880)
    shares = [share for share, _ in heard]
    assert len(heard) > 5 and shares == sorted(shares) and 0 <= shares[0] < 0.3
    assert shares[-1] == pytest.approx(1)
    assert heard[-1][1] == 4 * 7880


def test_several_words_and_pieces_that_are_there_once():
    """Two boxes of pentominoes, 120 cells and 24 pieces: one box given, and some pieces of the
    other."""
    small = load("pentominoes-6x10")
    one, other = (next(compiled.solutions(small, stop=lambda: False)) for _ in range(2))
    again = tuple(Piece(p.name + "2", p.cells) for p in small.pieces)
    puzzle = PackingPuzzle("two", box_cells(small.boxes * 2), (*small.pieces, *again), small.turns)
    held = [(name, tuple((*cell, 0) for cell in cells)) for name, cells in one[:-6]]
    held += [(name + "2", tuple((*cell, 1) for cell in cells)) for name, cells in other[:-6]]
    expected = set(backtracking.solutions(puzzle, held))
    assert expected and set(compiled.solutions(puzzle, held)) == expected
    assert counted(puzzle, "none", held) == len(expected)


@pytest.mark.slow
@settings(SOME_EXAMPLES, max_examples=15)
@example([1, 66, 67, 68, 2, 3], False)
@example([66, 67, 68, 1, 2, 3], False)
@given(st.lists(st.integers(1, 90), min_size=2, max_size=6), st.booleans())
def test_bars_of_very_different_lengths(lengths, copies):
    """Bars in a strip, in any order: n! solutions. The rest fits now into fewer words, now into
    more."""
    kinds = [(k, lengths.count(k)) for k in set(lengths)] if copies else [(k, 1) for k in lengths]
    bars = [
        Piece(f"bar {number}", tuple((x, 0, 0) for x in range(k)), many)
        for number, (k, many) in enumerate(kinds)
    ]
    puzzle = box((sum(lengths), 1, 1), bars, "plane")
    expected = factorial(len(lengths)) // prod(factorial(many) for _, many in kinds)
    assert counted(puzzle, "none") == len(set(compiled.solutions(puzzle))) == expected


def test_errors():
    puzzle = load("tetracubes-2x2x8")
    for bad in (dict(symmetry="spin"), dict(given=[("I", ((0, 0, 0),))])):
        with pytest.raises(PuzzleError):
            compiled.count(puzzle, **bad)
    with pytest.raises(PuzzleError, match="mirror"):
        compiled.count(load("tetris-cube"), "reflections")


@pytest.mark.slow
def test_processes_count_the_same_and_a_process_that_dies_costs_its_part_only():
    with Workers(2) as executor:
        assert counted(load("soma"), "reflections", executor=executor) == 240
        executor.submit(os._exit, 1)
        assert counted(load("pentominoes-5x12"), "rotations", executor=executor) == 1010


def test_threads_count_the_same():
    with ThreadPoolExecutor(3) as executor:
        assert counted(load("soma"), "reflections", executor=executor) == 240


@pytest.mark.slow
@pytest.mark.parametrize("workers", [None, "2"])
def test_stop_within_a_second_gives_a_lower_bound(workers):
    puzzle = load("bedlam-cube")

    def attempt():
        seen, ends = [0], []

        def enough():
            if seen[-1] >= 240 and not ends:
                ends.append(now())
            return bool(ends)

        news = lambda share, found: seen.append(found)
        with open_workers(workers) as executor:
            result = compiled.count(puzzle, "rotations", stop=enough, executor=executor, progress=news)
        seconds = now() - ends[0]
        assert (result.complete, result.stopped) == (False, "stopped") and 0 < result.number < 19186
        return seconds

    ends_within(1, attempt)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [None, "2"])
def test_an_interrupt_ends_the_count_and_its_processes(workers):
    puzzle = load("bedlam-cube")

    def attempt():
        pressed = []

        def press(*_):
            """At the first word of progress: the search has begun, and is far from its end."""
            if not pressed:
                pressed.append(now())
                _thread.interrupt_main()

        with open_workers(workers) as executor:
            result = compiled.count(puzzle, "rotations", executor=executor, progress=press)
        seconds = now() - pressed[0]
        assert (result.complete, result.stopped) == (False, "interrupt") and 0 <= result.number < 19186
        return seconds

    ends_within(1, attempt)
    assert not active_children()


def test_an_interrupt_while_the_work_is_guessed_is_no_error(monkeypatch):
    def pressed(*_):
        raise KeyboardInterrupt

    puzzle = load("little-cube")
    monkeypatch.setattr(compiled, "restrict_piece", lambda table, *_: [job.Job(table.matrix())])
    monkeypatch.setattr(job.Job, "guess", pressed)
    result = compiled.count(puzzle, progress=lambda share, found: None)
    assert (result.complete, result.stopped) == (False, "interrupt")


def test_solutions_come_one_by_one_and_can_be_left():
    puzzle, start = load("tetris-cube"), time.perf_counter()
    found = compiled.solutions(puzzle, stop=lambda: time.perf_counter() > start + 60)
    verify(puzzle, next(found))
    found.close()
    assert [*compiled.solutions(load("tetracubes-2x2x8"), stop=lambda: True)] == []


def test_counting_imports_nothing_heavy():
    code = "import sys; from puzzlelib import count, load; print(count(load('soma')).count, *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=240)
    number, *modules = done.stdout.split()
    heavy = {
        "numpy",
        "plotly",
        "networkx",
        "distributed",
        "clingo",
        "IPython",
        "puzzlelib.search.backtracking",
    }
    assert number == "11520" and heavy.isdisjoint(modules)
