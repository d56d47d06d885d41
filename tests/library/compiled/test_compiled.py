"""The compiled engine: against the other engines, brute force and published counts; stopping, going on,
falling back."""

import _thread
import hashlib
import os
import random
import subprocess
import sys
import threading
import time
from itertools import count as count_up
from math import factorial, prod
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from quiet_clock import ends_within, now
from random_puzzles import BOXES, small_puzzles

from puzzlelib import PuzzleError, load, orbits, verify
from puzzlelib.compiled import crew, native, table
from puzzlelib.compiled import engine as compiled
from puzzlelib.compiled.job import act
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.search import backtracking

ROOT = Path(__file__).parents[3]
L3, I2, I1 = ((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((0, 0, 0), (1, 0, 0)), ((0, 0, 0),)
LEFT, RIGHT = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1))
FORMS = {"L": L3, "I": I2, "dot": I1, "left": LEFT, "right": RIGHT}
NO_EXAMPLE_TIME = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def needs_compiler():
    assert compiled.available() == ""


MORE_BOXES = (*BOXES, [(3, 2, 2)], [(2, 1, 1), (2, 1, 1), (2, 1, 1)], [(5, 1, 1)])


def with_twins():
    """4 to 12 cells; copies, twins, mirror twins."""
    return small_puzzles(FORMS, MORE_BOXES, twins=True)


def by_hand(puzzle, symmetry, hints=()):
    """Orbits counted one solution at a time; None where the pieces are not closed under mirroring."""
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
@NO_EXAMPLE_TIME
@given(with_twins())
def test_solutions_are_those_of_backtracking(puzzle):
    needs_compiler()
    found = list(compiled.solutions(puzzle))
    assert len(found) == len(set(found)) and set(found) == set(backtracking.solutions(puzzle))
    for solution in found:
        verify(puzzle, solution)


@pytest.mark.slow
@NO_EXAMPLE_TIME
@given(with_twins())
def test_counts_up_to_symmetry_are_orbits(puzzle):
    for symmetry in ("none", "rotations", "reflections"):
        assert counted(puzzle, symmetry) == by_hand(puzzle, symmetry), symmetry


@pytest.mark.slow
@NO_EXAMPLE_TIME
@given(with_twins(), st.data())
def test_hints(puzzle, data):
    """One or two hints, of one solution or of none."""
    pool = next(backtracking.solutions(puzzle), ()) if data.draw(st.booleans()) else puzzle.placements
    if not pool:
        return
    hints = data.draw(st.lists(st.sampled_from(pool), min_size=1, max_size=2))
    assert set(compiled.solutions(puzzle, hints)) == set(backtracking.solutions(puzzle, hints))
    for symmetry in ("none", "rotations", "reflections"):
        assert counted(puzzle, symmetry, hints) == by_hand(puzzle, symmetry, hints), symmetry


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(with_twins(), st.integers(1, 40))
def test_a_search_cut_into_the_smallest_chunks_finds_the_same(puzzle, budget):
    table = compiled.Table(puzzle)
    job = table.job(numbered=True)
    rows = []
    while not job.done:
        job.budget = budget
        rows += [tuple(sorted(row)) for row in job.rows(2).tolist()]
    solutions = [tuple(puzzle.placements[i] for i in row) for row in rows]
    assert solutions == list(compiled.solutions(puzzle)), "the same, in the same order"


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(with_twins(), st.integers(1, 200), st.randoms(use_true_random=False))
def test_a_search_cut_in_two_again_and_again_finds_the_same(puzzle, budget, random):
    jobs, over = [compiled.Table(puzzle).job()], 0
    while jobs:
        job = jobs.pop(random.randrange(len(jobs)))
        job.budget = budget
        job.chunk()
        other = job.split() if random.random() < 0.5 else None
        jobs += [one for one in (job, other) if one and not one.done]
        over += sum(one.found for one in (job, other) if one and one.done)
    assert over == len(set(backtracking.solutions(puzzle)))


def test_cut_in_two_what_is_left_is_the_same_share():
    draw, jobs, cuts = random.Random(0), [compiled.Table(load("soma")).job()], 0
    jobs[0].guess(4)
    while jobs and cuts < 200:
        job = jobs.pop(draw.randrange(len(jobs)))
        job.budget = 100
        job.chunk()
        before, other = job.rest(), job.split()
        if other:
            assert job.rest() + other.rest() == pytest.approx(before)
            cuts += 1
        jobs += [one for one in (job, other) if one and not one.done]
    assert cuts > 20


@pytest.mark.slow
def test_a_guess_needs_no_larger_pool():
    """Random walks that find no room are begun again with more. 30 dominoes, each there once: some 10^40."""
    bars = tuple(Piece(f"bar {k}", I2) for k in range(30))
    small, large = (compiled.Table(box((6, 10, 1), bars, "plane")).job() for _ in range(2))
    while len(large.search.pool) < 1 << 20:
        large.enlarge()
    assert large.guess(4) > 1e30 and small.guess(4) > 1e30


SOMA = {
    "V": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
    "L": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]],
    "T": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]],
    "Z": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]],
    "A": LEFT,
    "B": RIGHT,
    "P": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
}
PENTOMINOES = {
    "F": "010 110 011",
    "I": "11111",
    "L": "1111 1000",
    "N": "1110 0011",
    "P": "111 011",
    "T": "111 010 010",
    "U": "101 111",
    "V": "111 100 100",
    "W": "100 110 011",
    "X": "010 111 010",
    "Y": "1111 0100",
    "Z": "110 010 011",
}


def piece(name, rows):
    """A flat piece from rows of 0 and 1."""
    return Piece(
        name,
        tuple((x, y, 0) for y, row in enumerate(rows.split()) for x, mark in enumerate(row) if mark == "1"),
    )


def box(sizes, pieces, turns="space"):
    return PackingPuzzle("box", box_cells([sizes]), tuple(pieces), turns, (sizes,))


def test_soma_has_240_solutions():
    puzzle = box((3, 3, 3), [Piece(name, tuple(map(tuple, cells))) for name, cells in SOMA.items()])
    assert [counted(puzzle, s) for s in ("none", "rotations", "reflections")] == [11520, 480, 240]


@pytest.mark.slow
@pytest.mark.parametrize(
    "sizes, expected", [((10, 6, 1), 2339), ((12, 5, 1), 1010), ((15, 4, 1), 368), ((20, 3, 1), 2)]
)
def test_pentominoes(sizes, expected):
    puzzle = box(sizes, [piece(*one) for one in PENTOMINOES.items()], "flip")
    assert (counted(puzzle, "none"), counted(puzzle, "rotations")) == (4 * expected, expected)


def test_copies_nine_l_in_a_cube():
    """All pieces alike, so nothing can be fixed. Backtracking counts the same."""
    puzzle = box((3, 3, 3), [Piece("L", L3, 9)])
    raw = list(backtracking.solutions(puzzle))
    assert counted(puzzle, "none") == len(raw) and counted(puzzle, "rotations") == len(
        orbits(puzzle, raw, "rotations")
    )


def test_two_boxes_turn_and_swap():
    assert [counted(load("tetracubes-2x2x4+2x2x4"), s) for s in ("none", "rotations", "reflections")] == [
        1280,
        10,
        5,
    ]


@pytest.mark.parametrize("name, solutions", [("soma", 11520), ("pentominoes-3x20", 8)])
@pytest.mark.parametrize("much", [-1, float("inf")])
def test_the_kept_piece_is_chosen_by_many_walks_or_by_the_first_levels(name, solutions, much, monkeypatch):
    monkeypatch.setattr(table, "MUCH", much)
    for processes in (1, 2):
        assert compiled.count(load(name), processes=processes).number == solutions


@pytest.mark.slow
def test_the_tetris_cube():
    """9,839 up to rotation: the published count; 236,136 = 24 · 9,839."""
    puzzle, heard = load("tetris-cube"), []
    result = compiled.count(puzzle, "rotations", progress=lambda share, found: heard.append((share, found)))
    assert result == compiled.Count(9839)
    shares = [share for share, _ in heard]
    assert (
        len(heard) > 5
        and shares == sorted(shares)
        and 0 <= shares[0] < 0.3
        and shares[-1] == pytest.approx(1)
    )
    assert heard[-1][1] == 24 * 9839


@pytest.mark.parametrize("length", [40, 130, 256])
def test_more_than_one_word_of_cells(length):
    """Dominoes in a strip of width two: Fibonacci numbers; all 2·40 to 256 cells, so two to five words."""
    cells = length // 2 * 2
    puzzle = box((cells // 2, 2, 1), [Piece("I", I2, cells // 2)], "plane")
    first = next(compiled.solutions(puzzle))
    verify(puzzle, first)
    held = first[:-8]
    assert set(compiled.solutions(puzzle, held)) == set(backtracking.solutions(puzzle, held))
    assert counted(puzzle, "none", held) == len(set(backtracking.solutions(puzzle, held)))
    if length == 40:
        assert counted(puzzle, "none") == 10946


def test_several_words_and_pieces_that_are_there_once():
    """Two boxes of pentominoes, 120 cells and 24 pieces: one box given, and some pieces of the other."""
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
@settings(NO_EXAMPLE_TIME, max_examples=30)
@example([1, 66, 67, 68, 2, 3], False)
@example([66, 67, 68, 1, 2, 3], False)
@given(st.lists(st.integers(1, 90), min_size=2, max_size=6), st.booleans())
def test_bars_of_very_different_lengths(lengths, copies):
    """Bars in a strip, in any order: n! solutions. What is left fits now into fewer words, now into more."""
    needs_compiler()
    kinds = [(k, lengths.count(k)) for k in set(lengths)] if copies else [(k, 1) for k in lengths]
    bars = [
        Piece(f"bar {number}", tuple((x, 0, 0) for x in range(k)), many)
        for number, (k, many) in enumerate(kinds)
    ]
    puzzle = box((sum(lengths), 1, 1), bars, "plane")
    expected = factorial(len(lengths)) // prod(factorial(many) for _, many in kinds)
    assert counted(puzzle, "none") == len(set(compiled.solutions(puzzle))) == expected


def test_wrong_volume_and_no_place():
    assert counted(box((2, 2, 1), [Piece("L", L3)]), "none") == 0
    assert counted(box((4, 1, 1), [Piece("L", L3), Piece("d", I1)]), "none") == 0
    assert list(compiled.solutions(box((2, 2, 1), [Piece("L", L3)]))) == []


def test_everything_given():
    puzzle = load("tetracubes-2x2x8")
    solution = next(compiled.solutions(puzzle))
    assert list(compiled.solutions(puzzle, solution)) == [solution]
    assert counted(puzzle, "none", solution) == counted(puzzle, "rotations", solution) == 1


def test_errors():
    puzzle = load("tetracubes-2x2x8")
    for bad in (dict(symmetry="spin"), dict(processes=0), dict(given=[("I", ((0, 0, 0),))])):
        with pytest.raises(PuzzleError):
            compiled.count(puzzle, **bad)
    with pytest.raises(PuzzleError, match="mirror"):
        compiled.count(load("tetris-cube"), "reflections")


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2, 3])
def test_several_at_once_count_the_same(processes):
    assert counted(load("soma"), "reflections", processes=processes) == 240
    assert counted(load("pentominoes-5x12"), "rotations", processes=processes) == 1010


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_stop_within_a_second_gives_a_lower_bound(processes):
    puzzle = load("bedlam-cube")

    def attempt():
        seen, ends = [0], []

        def enough():
            if seen[-1] >= 240 and not ends:
                ends.append(now())
            return bool(ends)

        news = lambda share, found: seen.append(found)
        result = compiled.count(puzzle, "rotations", stop=enough, processes=processes, progress=news)
        seconds = now() - ends[0]
        assert (result.complete, result.stopped) == (False, "stopped") and 0 < result.number < 19186
        return seconds

    ends_within(1, attempt)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_ends_the_count_and_its_threads(processes):
    puzzle = load("bedlam-cube")
    compiled.available()
    threads = set(threading.enumerate())

    def attempt():
        pressed = []

        def press(*_):
            """At the first word of progress: the search has begun, and is far from its end."""
            if not pressed:
                pressed.append(now())
                _thread.interrupt_main()

        result = compiled.count(puzzle, "rotations", processes=processes, progress=press)
        seconds = now() - pressed[0]
        assert (result.complete, result.stopped) == (False, "interrupt") and 0 <= result.number < 19186
        return seconds

    ends_within(1, attempt)
    for thread in set(threading.enumerate()) - threads:
        thread.join(60)  # a thread ends with its chunk
        assert not thread.is_alive()
    assert counted(load("soma"), "reflections", processes=processes) == 240, "and all works as before"


def test_an_interrupt_while_the_work_is_guessed_is_no_error(monkeypatch):
    def pressed(jobs):
        raise KeyboardInterrupt

    monkeypatch.setattr(crew, "shares", pressed)
    result = compiled.count(load("soma"), "rotations", progress=lambda share, found: None)
    assert (result.complete, result.stopped) == (False, "interrupt")


def test_solutions_come_one_by_one_and_can_be_left():
    puzzle, start = load("tetris-cube"), time.perf_counter()
    compiled.available()
    found = compiled.solutions(puzzle, stop=lambda: time.perf_counter() > start + 60)
    verify(puzzle, next(found))
    found.close()
    assert [*compiled.solutions(load("tetracubes-2x2x8"), stop=lambda: True)] == []


@pytest.mark.slow
def test_the_symmetries_are_those_of_the_referee():
    from puzzlelib.packing.symmetry import option_tables

    for name, symmetry in (
        ("soma", "reflections"),
        ("tetracubes-2x2x4+2x2x4", "rotations"),
        ("pentominoes-6x10", "reflections"),
    ):
        puzzle = load(name)
        assert set(map(tuple, option_tables(puzzle, symmetry))) == set(
            map(tuple, compiled.moves(puzzle, symmetry).tolist())
        )


def run_python(code, **environment):
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=240
    )


BLOCKED = """
import sys
sys.modules["numba"] = None
from puzzlelib.compiled import engine as compiled
from puzzlelib import load
print(bool(compiled.available()), compiled.count(load("tetracubes-2x2x8"), "rotations").number,
      len(list(compiled.solutions(load("tetracubes-2x2x8")))))
"""


@pytest.mark.slow
def test_without_numba_another_engine_takes_over_and_says_so_once():
    done = run_python(BLOCKED)
    assert done.stdout == "True 224 1792\n", done.stderr
    assert len(done.stderr.splitlines()) == 1 and "numba" in done.stderr
    assert "dancing_links takes over, which takes less than a second" in done.stderr


FAULTS = {  # what goes wrong -> what is done to make it go wrong, and what is told
    "no compiler": ("sys.modules['llvmlite'] = None", "ModuleNotFoundError"),
    "a fault in compiling": (
        "from puzzlelib.compiled import native\n"
        "def fail(self): raise NotImplementedError('no vectors on this processor')\n"
        "native.Kernel.compiled = fail",
        "NotImplementedError: no vectors on this processor",
    ),
    "wrong results": (
        "from puzzlelib.compiled import job\njob.Job.found = 7",
        "the compiled search gives wrong results on this machine",
    ),
}
COUNT_ALL = """
from puzzlelib import count, load
print(count(load("pentominoes-8x8-holes"), {more}).count, count(load("pentominoes-8x8-holes")).engine)
"""


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_in_one_line_with_the_time_that_a_plain_search_takes(fault, tmp_path):
    """Also where nobody asks which engine was chosen; and the count is right all the same."""
    act, told = FAULTS[fault]
    code = f"import sys\n{act}\n{COUNT_ALL.format(more='')}"
    done = run_python(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert done.stdout == "520 backtracking\n", done.stderr
    lines = [line for line in done.stderr.splitlines() if not line.startswith("compiling")]
    assert len(lines) == 1 and told in lines[0] and "a plain search takes about " in lines[0], lines
    assert lines[0].endswith(" seconds, by random probes")


def test_where_compiled_code_does_not_run_progress_shows_all_the_same():
    seen = []
    shown = crew.StepProgress(lambda *args: seen.append(args), 2000, lambda: 5, lambda: False)
    shown.last = 0
    assert not any(shown.stop() for _ in range(1500))
    assert seen == [(0.5, 5)]
    silent = crew.StepProgress(None, 10, lambda: 0, lambda: True)
    assert silent.stop() and all(silent.stop() for _ in range(1000))


def test_the_engine_that_takes_over_shows_its_progress(monkeypatch, capsys):
    monkeypatch.setattr(compiled, "available", lambda stop: "no compiler")
    monkeypatch.setattr(crew, "perf_counter", count_up().__next__)  # each look at the clock is a second later
    seen = []
    counted = compiled.count(load("tetracubes-2x2x8"), progress=lambda *shown: seen.append(shown))
    shares, numbers = zip(*seen)
    assert counted.number == 1792 and sorted(shares) == list(shares) and 0 < shares[0] < shares[-1] < 1
    assert 0 < numbers[-1] <= 1792


def test_importing_the_library_does_not_import_numba():
    assert (
        run_python("import sys, puzzlelib, puzzlelib.compiled.engine; print('numba' in sys.modules)").stdout
        == "False\n"
    )


@pytest.mark.slow
def test_where_nothing_can_be_kept_it_still_compiles():
    code = (
        "from puzzlelib.compiled import engine as compiled; from puzzlelib import load; "
        "print(repr(compiled.available()), compiled.count(load('tetracubes-2x2x8')).number)"
    )
    done = run_python(code, NUMBA_CACHE_DIR=os.path.join(__file__, "no folder"))
    assert done.stdout == "'' 1792\n", done.stderr
    assert "compiling, once" in done.stderr


def test_an_empty_folder_in_the_place_of_the_code_gives_way(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "kernel-1.code").mkdir()
    native.keep("kernel-1.code", b"act")
    assert native.kept("kernel-1.code") == b"act" and capsys.readouterr().err == ""


def test_a_full_folder_in_the_place_of_the_code_stays_and_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "kernel-1.code" / "mine").mkdir(parents=True)
    native.keep("kernel-1.code", b"act")
    assert [path.name for path in tmp_path.rglob("*")] == ["kernel-1.code", "mine"]
    assert capsys.readouterr().err == "it could not be kept in a file: the next start compiles it again\n"


COUNTED = (
    "import sys; from puzzlelib import count, load; "
    "print(count(load('tetracubes-2x2x8'), 'compiled').count, 'numba' in sys.modules)"
)


@pytest.mark.slow
def test_what_is_kept_is_loaded_without_numba_and_nothing_is_said(tmp_path):
    """And what was damaged is compiled anew."""
    assert compiled.available() == ""
    name = act.file_name()
    code = native.kept(name)
    for whole in (True, False):
        kept = tmp_path / str(whole) / name
        kept.parent.mkdir()
        text = hashlib.sha256(code).digest() + code
        kept.write_bytes(text if whole else text[:-1])
        done = run_python(COUNTED, NUMBA_CACHE_DIR=str(kept.parent))
        assert done.stdout == f"1792 {not whole}\n"
        assert done.stderr == ("" if whole else f"compiling, once: about {act.seconds} s\n")
    assert native.read(kept)  # it was written again
