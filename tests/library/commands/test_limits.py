"""Limits hold everywhere, and who names no engine gets one that ends. Judged by processor time, or by how
often stop() is asked."""

import json
import subprocess
import sys
import time
from itertools import product

import pytest
from quiet_clock import ends_within
from sizes import picked, sampled, size

from puzzlelib import PuzzleError, catalogue, count, load, solve
from puzzlelib.__main__ import main
from puzzlelib.common.clock import Clock, TimeIsUp
from puzzlelib.common.ending import Ending
from puzzlelib.compiled import engine as compiled
from puzzlelib.compiled import library
from puzzlelib.engines import ENGINES, engine_named, plan, questions
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.symmetry import SYMMETRIES, container_symmetries

L4 = ((0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0))
LARGE = ("compiled", "ilp", "asp")  # the others refuse more than 400 pieces
COMMANDS = ["solve"], ["count"], ["count", "--symmetry", "rotations"]
HUGE_TEXT = "box: [10, 10, 24]\npieces: [{name: L, copies: 600, cells: [[0,0,0],[1,0,0],[2,0,0],[2,1,0]]}]"


@pytest.fixture(scope="module")
def huge():
    """44,384 placements: each part of making a search ready takes its time."""
    return huge_puzzle()


def huge_puzzle() -> PackingPuzzle:
    puzzle = PackingPuzzle("huge", box_cells([(10, 10, 24)]), (Piece("L", L4, 600),), boxes=((10, 10, 24),))
    assert len(puzzle.option) == 44_384
    return puzzle


def longest_silence(job) -> float:
    """The longest time between two calls of stop(), or before the first, in processor seconds of a quiet
    machine; the job is stopped after two seconds. There, the placements of the huge puzzle are found in a
    quarter of a second.
    """
    start = time.process_time()
    huge_puzzle()
    looks = [time.process_time()]
    slower = max(1, (looks[0] - start) / 0.25)

    def stop():
        looks.append(time.process_time())
        return looks[-1] > looks[0] + 2

    job(stop)
    looks.append(time.process_time())
    return max(later - before for before, later in zip(looks, looks[1:])) / slower


def dominoes() -> PackingPuzzle:
    """Too many placements, found one piece after the other."""
    pieces = tuple(Piece(f"domino {number}", ((0, 0, 0), (1, 0, 0))) for number in range(200))
    return PackingPuzzle("dominoes", box_cells([(20, 20, 1)]), pieces)


@pytest.mark.parametrize("ask", [solve, count, lambda puzzle, **more: solve(puzzle, limit=None, **more)])
@pytest.mark.parametrize("name", [None, *ENGINES])
def test_a_limit_is_heard_while_placements_are_made(ask, name):
    result = ask(dominoes(), engine=name, time_limit=1e-9)
    assert result.stopped == Ending.TIME_LIMIT and not result.complete


def test_placements_ask_for_every_turn_of_a_piece():
    asked = []
    long = PackingPuzzle("long", box_cells([(5000, 1, 1)]), (Piece("square", L4),))
    long.make_placements(lambda: asked.append(1))
    assert len(asked) >= 24 and long.placements == ()


def test_symmetries_ask_for_every_turn_of_the_container():
    asked = []
    cubes = PackingPuzzle("cubes", box_cells([(2, 2, 2)]), (Piece("cube", ((0, 0, 0),), 8),))
    assert len(container_symmetries(cubes, "reflections", lambda: asked.append(1))) == 48
    assert len(asked) > 48 + 48 + 24  # turns tried, maps kept, rotations counted
    for number in range(len(asked)):
        asks = iter(range(number + 1))
        with pytest.raises(TimeIsUp):
            container_symmetries(cubes, "reflections", lambda: next(asks) == number)


@pytest.mark.parametrize("ask", [solve, count, lambda puzzle: solve(puzzle, limit=None)])
def test_too_many_placements_are_looked_for_once(ask, monkeypatch):
    looked, find = [], PackingPuzzle.find_placements
    monkeypatch.setattr(PackingPuzzle, "find_placements", lambda *given: looked.append(1) or find(*given))
    with pytest.raises(PuzzleError, match="dominoes: too large: all placements together cover more than"):
        ask(dominoes())
    assert len(looked) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", picked(LARGE, ["ilp", "asp"]))
def test_stop_is_asked_while_a_search_is_made_ready(huge, name):
    # before: ilp 3.0 s, asp 1.9 s, compiled 1.2 s
    ends_within(0.9, lambda: longest_silence(lambda stop: list(engine_named(name).solutions(huge, (), stop))))


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", picked(SYMMETRIES, ["reflections"]))
def test_stop_is_asked_while_a_count_is_made_ready(huge, symmetry):
    ends_within(0.9, lambda: longest_silence(lambda stop: compiled.count(huge, symmetry, (), stop)))


@pytest.mark.slow
@pytest.mark.parametrize("name, command", sampled(product([*LARGE, None], COMMANDS), 2))
def test_a_limit_holds_from_the_start(tmp_path, name, command):
    # startup, a second and another second are allowed
    (tmp_path / "huge.yaml").write_text(HUGE_TEXT)
    words = [
        command[0],
        str(tmp_path / "huge.yaml"),
        *command[1:],
        "--time-limit",
        "1",
        "--json",
        *(["--engine", name] if name else []),
    ]
    code = (
        "import sys, os, resource\nfrom puzzlelib.__main__ import main\nstatus = main(sys.argv[1:])\nused "
        "= resource.getrusage(0)\n"
        "print(used.ru_utime + used.ru_stime, flush=True)\nos._exit(status)"
    )

    def attempt():
        ran = subprocess.run(
            [sys.executable, "-c", code, *words], text=True, capture_output=True, timeout=300
        )
        said, seconds = ran.stdout.splitlines()
        assert ran.returncode == 3 and json.loads(said)["complete"] is False, (ran.stdout, ran.stderr)
        return float(seconds)

    ends_within(3.5, attempt)


@pytest.mark.slow
@pytest.mark.parametrize("name", picked(ENGINES, ["compiled", "asp", "x"]))
def test_a_puzzle_that_is_too_large_is_told_as_that(name):
    # before, the compiled engine said that the hints () were no placements
    puzzle = PackingPuzzle("vast", box_cells([(30, 30, 30)]), (Piece("L", L4),))
    for ask in (solve, count):
        with pytest.raises(PuzzleError, match="too large"):
            ask(puzzle, name)


# -------- the choice of an engine


KNOWN = {
    "bedlam-cube": ("none", 460_464, "compiled"),
    "tetris-cube": ("rotations", 9839, "compiled"),
    "soma": ("none", 11_520, "compiled"),
    "pentominoes-3x20": ("reflections", 2, "compiled"),
    "tetracubes-2x4x4": ("rotations", 1390, "compiled"),
    "pentominoes-6x10": ("none", 9356, "compiled"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", picked(KNOWN, ["soma", "pentominoes-3x20", "tetracubes-2x4x4"]))
def test_count_chooses_an_engine_that_ends(capsys, name):
    symmetry, expected, chosen = KNOWN[name]
    status = main(["count", name, "--symmetry", symmetry, "--json"])
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert (status, data["count"], data["complete"], data["engine"]) == (0, expected, True, chosen)
    assert err.count("\n") == 1 and err.startswith(f"engine {chosen}: ")


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(catalogue(), 8))
def test_solve_chooses_an_engine_that_ends(capsys, name):
    def attempt():
        before = time.process_time()
        assert main(["solve", name, "--json"]) == 0
        seconds, (out, err) = time.process_time() - before, capsys.readouterr()
        assert json.loads(out)["engine"] in ENGINES and err.count("\n") == 1
        return seconds

    ends_within(10, attempt)


@pytest.mark.slow
def test_where_searches_do_not_end_clasp_learns(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(plan, "MOST_ROUNDS", 0)
    (tmp_path / "y.yaml").write_text(
        "box: [5, 5, 5]\npieces: [{name: Y, copies: 25, cells: [[0,0,0],[1,0,0],[2,0,0],[3,0,0],[1,1,0]]}]"
    )
    assert main(["solve", str(tmp_path / "y.yaml"), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["engine"] == "asp" and "\nengine asp: " in f"\n{err}"


def test_a_first_solution_comes_from_compiled_code_where_a_short_plain_search_finds_none(monkeypatch):
    monkeypatch.setattr(plan, "MOST_TRIED", 0)
    assert solve(load("tetris-cube")).engine == "compiled"


@pytest.fixture
def no_library(monkeypatch):
    monkeypatch.setattr(library, "missing_library", lambda: "no library was built for this machine")


def test_without_machine_code_a_plain_search_counts_and_tells_how_long(no_library):
    said = []
    found = count(load("little-cube"), tell=said.append)
    assert (found.engine, found.count) == ("backtracking", 24)
    why = "the compiled engine does not run here (no library was built for this machine)"
    took = "a plain search takes less than a second, by random probes"
    assert said == [f"engine backtracking: {why}; {took}"]


def test_without_machine_code_a_count_of_hours_is_refused_unless_it_has_a_limit(no_library):
    with pytest.raises(PuzzleError, match="a plain search takes about"):
        count(load("tetris-cube"))
    assert count(load("tetris-cube"), time_limit=0.2).stopped == "time limit"


@pytest.mark.slow
def test_wrong_input_is_one_line_though_an_engine_is_to_be_chosen(capsys, tmp_path):
    (tmp_path / "huge.yaml").write_text(HUGE_TEXT)
    (tmp_path / "units.yaml").write_text(
        "boxes: [[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]]\n"
        "pieces: [{name: u, copies: 8, cells: [[0,0,0]]}]"
    )
    for words in (
        ["huge.yaml", "--workers", "0"],
        ["units.yaml", "--symmetry", "rotations"],
        ["huge.yaml", "--symmetry", "spin"],
    ):
        status, (out, err) = main(["count", str(tmp_path / words[0]), *words[1:]]), capsys.readouterr()
        assert (status, out, err.count("\n")) == (2, "", 1)


# -------- what was found is out at once


def interrupted_after(many: int, left: list):
    """An engine that finds one solution again and again, and is interrupted; `left` gets the processor time
    of that moment."""

    def solutions(puzzle, given, stop):
        solution = next(compiled.solutions(puzzle))
        for _ in range(many):
            yield solution
        left.append(time.process_time())
        raise KeyboardInterrupt

    return solutions


@pytest.mark.slow
@pytest.mark.parametrize("more", [["--json"], []])
def test_what_was_found_is_out_soon_after_an_interrupt(monkeypatch, capsys, more):
    # before, 30,000 solutions took two seconds and more to become text, after the interrupt
    left, many, outs = [], size("solutions at an interrupt") if more else 4_000, []
    fake = type("Engine", (), {"solutions": staticmethod(interrupted_after(many, left))})
    monkeypatch.setattr(questions, "engine_named", lambda name: fake)

    def attempt():
        assert main(["solve", "bedlam-cube", "--all", "--engine", "x", *more]) == 3
        seconds = time.process_time() - left[-1]
        outs.append(capsys.readouterr().out)
        return seconds

    ends_within(0.9, attempt)
    out = outs[-1]
    if more:
        data = json.loads(out)
        assert len(data["solutions"]) == many and data["complete"] is False
        assert len(data["solutions"][-1]) == 13
    else:
        assert out.endswith(f"{many:,} solutions so far; stopped by interrupt, so there may be more.\n")


@pytest.mark.slow
def test_what_the_first_engine_found_is_not_lost(monkeypatch):
    """The time is up as soon as another engine begins."""
    puzzle, begun = load("pentominoes-6x10"), []
    found = solve(puzzle, "backtracking", limit=2).solutions

    def timed_out(puzzle, given=(), stop=None, workers=None):
        begun.append(puzzle)
        assert stop()
        yield from ()

    monkeypatch.setattr(Clock, "seconds", lambda clock: 2.0 * len(begun))
    for name in ("asp", "compiled"):
        monkeypatch.setattr(engine_named(name), "solutions", timed_out)
    result = solve(puzzle, limit=100, time_limit=1)
    assert (result.stopped, result.complete, result.engine) == ("time limit", False, "backtracking")
    assert result.solutions[:2] == found


@pytest.mark.parametrize("ask", [solve, count, lambda puzzle, **more: solve(puzzle, limit=None, **more)])
def test_a_puzzle_whose_lists_take_gigabytes_is_not_for_the_compiled_engine(ask):
    """4,096 cubes took it 6 s and 3 GB, clasp a tenth of a second."""
    cubes = PackingPuzzle("cubes", box_cells([(16, 16, 16)]), (Piece("cube", ((0, 0, 0),), 4096),))
    said = []
    result = ask(cubes, tell=said.append)
    assert result.engine == "asp" and result.stopped in (Ending.DONE, Ending.LIMIT)
    assert compiled.too_large(cubes) == "its lists would take about 2.9 GB"
    engines = [line for line in said if line.startswith("engine")]  # a busy machine says more
    assert engines == ["engine asp: its lists would take about 2.9 GB"]
