"""MiniZinc: models of any kind, 3coSoKu against the referee and against brute force, what is missing, and
what cuts a solve short."""

import os
import re
import shutil
import signal
import subprocess
import threading
from itertools import product
from math import inf
from pathlib import Path

import psutil
import pytest
from brute_force import count_labelled, tilings
from quiet_clock import ends_within, now

from puzzlelib import PuzzleError
from puzzlelib.icosoku import by_minizinc as mz
from puzzlelib.icosoku.polyhedron import bipyramid, polyhedron, tetrahedron
from puzzlelib.icosoku.puzzle import PAPER_PEGS, TILES, Cosoku, Placed, icosoku, paper_tetrahedron, turns
from puzzlelib.icosoku.referee import verify

FOLDER = mz.FOLDER
GECODE = pytest.mark.usefixtures("minizinc")
CHUFFED = pytest.mark.usefixtures("chuffed")
BOTH, ALL = ["gecode", "chuffed"], ["gecode", "gecode-restarts", "chuffed"]
HOLES = """
array[1..14] of var 1..13: hole;        % 14 pigeons: no solver here counts, so each takes for ever
constraint forall (i, j in 1..14 where i < j) (hole[i] != hole[j]);
"""
SPARE = Cosoku(
    tetrahedron(),
    (2, 2, 1, 2),
    [(0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 0), (1, 1, 1), (0, 1, 2)],
    "spare tiles",
)


@pytest.fixture
def solver(request, need):
    """A solver that is here, or the test is skipped by name."""
    need("chuffed" if request.param == "chuffed" else "minizinc")
    return request.param


# -------- 3coSoKu

PAIRS = [*product([SPARE, icosoku(seed=1)], ["gecode", "gecode-restarts"]), (SPARE, "chuffed")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle, solver", PAIRS, ids=[f"{puzzle.name}-{solver}" for puzzle, solver in PAIRS], indirect=["solver"]
)
def test_the_referee_takes_every_arrangement(puzzle, solver):
    found = mz.arrange(puzzle, solver, time_limit=120)
    verify(puzzle, found.arrangement)
    assert found.complete and found.engine == solver and found.nodes is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle, solver",
    [(paper_tetrahedron(), "gecode"), (SPARE, "gecode"), (SPARE, "chuffed")],
    ids=["tetrahedron", "spare-gecode", "spare-chuffed"],
    indirect=["solver"],
)
def test_all_solutions_of_a_small_puzzle(puzzle, solver):
    expected = tilings(puzzle)
    once = mz.run([mz.MODEL, mz.ORDER], mz.data(puzzle), solver, limit=None)
    arrangements = [mz.arrangement_of(puzzle, solution) for solution in once.solutions]
    assert once.complete and set(arrangements) == expected and len(arrangements) == len(expected) > 1
    often = mz.run(mz.MODEL, mz.data(puzzle), solver, limit=None)
    assert often.complete and len(often.solutions) == sum(count_labelled(puzzle, one) for one in expected)


@pytest.mark.slow
@GECODE
def test_the_seed_is_for_restarts():
    found = {
        seed: mz.arrange(icosoku(seed=5), "gecode-restarts", seed=seed).arrangement for seed in (0, 1, 2, 1)
    }
    assert len(set(found.values())) == 3
    assert mz.arrange(icosoku(seed=5), "gecode-restarts", seed=1).arrangement == found[1]


@GECODE
def test_vertices_may_have_any_name():
    solid = polyhedron(
        [["div", "put", "TILE"], ["div", "TILE", "x"], ["div", "x", "put"], ["put", "x", "TILE"]]
    )
    puzzle = Cosoku(solid, {"div": 1, "put": 2, "TILE": 3, "x": 4}, paper_tetrahedron().tiles)
    verify(puzzle, mz.arrange(puzzle).arrangement)


# -------- files in programs/, as students run them


def said_in_words(text: str) -> list[Placed]:
    """The lines of a solution, read back as tiles and turns."""
    lines = re.findall(
        r"^Face (\w+): tile (\d+), turn (\d), dots: (\d) at (\w), (\d) at (\w), (\d) at (\w)\.$",
        text,
        re.MULTILINE,
    )
    assert [line[0] for line in lines] == list(icosoku().polyhedron.face_names)
    for face, *_, at_a, _, at_b, _, at_c in lines:
        assert face == at_a + at_b + at_c
    found = [Placed(TILES[int(line[1]) - 1], int(line[2])) for line in lines]
    return [placed._replace(turn=0) if turns(placed.tile) == (0,) else placed for placed in found]


def in_a_terminal(*words: str) -> str:
    done = subprocess.run(
        words, cwd=FOLDER, capture_output=True, text=True, timeout=200, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [[], ["cosoku-order.mzn"], ["cosoku-restarts.mzn", "--random-seed", "3"]],
    ids=["plain", "order", "restarts"],
)
def test_plain_minizinc_runs_the_models(minizinc, more):
    text = in_a_terminal(minizinc, "cosoku.mzn", *more, "icosoku.dzn")
    verify(icosoku(), said_in_words(text))
    assert text.count("----------") == 1


@pytest.mark.slow
@CHUFFED
def test_node_runs_them_like_plain_minizinc(monkeypatch):
    if mz.available()["chuffed"] != "node":
        pytest.skip("Chuffed is installed natively")
    text = in_a_terminal(
        mz.find_program("node"), *mz.NODE, "minizinc.mjs", "--solver", "chuffed", "cosoku.mzn", "icosoku.dzn"
    )
    verify(icosoku(), said_in_words(text))


def test_the_example_is_the_papers_puzzle():
    text = (FOLDER / "icosoku.dzn").read_text(encoding="utf-8")
    assert text.partition("\n\n")[2] == mz.data(icosoku(PAPER_PEGS))


# -------- any model


@pytest.mark.slow
@pytest.mark.parametrize("solver", BOTH, indirect=True)
def test_values_as_python_has_them(solver):
    model = """enum COLOUR = {red, green}; var COLOUR: c; array[COLOUR] of var 1..2: x; var bool: b;
        constraint c = green; constraint x[red] < x[green]; constraint b; output ["it is \\(c)"];"""
    ran = mz.run(model, solver=solver)
    assert ran.solutions == [{"c": "green", "x": [1, 2], "b": True}] and ran.texts == ["it is green"]
    assert ran.said.startswith(mz.SOLVERS[solver]) and not ran.warnings


@pytest.mark.slow
@GECODE
def test_limits():
    runs = [mz.run("int: n; var 1..n: x;", "n = 5;", limit=limit) for limit in (1, 2, 9, None)]
    counted = [(len(ran.solutions), ran.complete, ran.stopped) for ran in runs]
    assert counted == [(1, False, "limit"), (2, False, "limit"), (5, True, ""), (5, True, "")]


@pytest.mark.slow
@pytest.mark.parametrize("solver", BOTH, indirect=True)
def test_the_best_solution(solver):
    ran = mz.run("var 1..9: x; var 1..9: y; constraint x * y = 12; solve minimize x + y;", solver=solver)
    assert ran.complete
    assert ran.solutions[-1]["x"] + ran.solutions[-1]["y"] == min(a + 12 // a for a in (2, 3, 4, 6))


@GECODE
def test_statistics():
    ran = mz.run("var 1..3: x; var 1..3: y; constraint x < y; constraint x + y = 5;", limit=None)
    assert ran.size == (2, 2) and ran.nodes >= 1 and ran.failures >= 0
    assert {"flatTime", "solveTime"} <= set(ran.statistics)


@pytest.mark.slow
@GECODE
def test_a_model_in_parts(tmp_path):
    (tmp_path / "one.mzn").write_text('include "two.mzn"; constraint x > 2;')
    (tmp_path / "two.mzn").write_text("var 1..4: x;")
    ran = mz.run([tmp_path / "one.mzn", "constraint x < 4;"], limit=None)
    assert [solution["x"] for solution in ran.solutions] == [3]
    assert (
        mz.run('include "cosoku.mzn"; constraint put[ABC] = 7;', mz.data(icosoku())).solutions[0]["put"][0]
        == 7
    )


@GECODE
def test_a_warning_is_told():
    ran = mz.run("array[1..2] of int: a = [1, 2]; var 1..2: x;\nconstraint a[3] = 1;")
    assert not ran.solutions and ran.complete
    assert any(warning.startswith("line 2: ") for warning in ran.warnings)
    assert ran.warnings[0] in ran.said


WRONG = [
    (
        "var 1..3: x;\nconstraint y > 1;",
        "",
        r"line 2: type error: undefined identifier `y'.*: constraint y > 1;",
    ),
    ("int: n;\nvar 1..n: x;", "", r"line 1: .*variable `n' must be defined.*: int: n;"),
    ("int: n;\nvar 1..n: x;", "\n n = ;", r"data, line 2: syntax error.*: n = ;"),
    ('var 1..3: x;\ninclude "nowhere.mzn";', "", r".*nowhere\.mzn.*"),
    (
        'int: n = 1;\nconstraint assert(n > 5, "n is small");',
        "",
        r"line 2: .*n is small: constraint assert.*",
    ),
    ('include "model.mzn";', "", r"cyclic include error: model\.mzn includes model\.mzn"),
    (
        'include "cosoku.mzn";',
        "",
        r"cosoku\.mzn, line \d+: .*variable `VERTEX' must be defined.*: enum VERTEX;",
    ),
    (
        [mz.MODEL, "constraint put[XYZ] = 1;"],
        mz.data(icosoku()),
        r"model-2\.mzn, line 1: .*undefined identifier `XYZ'.*: .*",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("solver", BOTH, indirect=True)
def test_a_bad_model_by_either_solver(solver):
    refused(*WRONG[0], solver)


@GECODE
@pytest.mark.parametrize("model, data, said", WRONG[1:])
def test_a_bad_model_is_one_line_that_says_where(model, data, said):
    refused(model, data, said, "gecode")


def refused(model, data, said, solver):
    with pytest.raises(PuzzleError, match=f"^{said}$") as caught:
        mz.run(model, data, solver)
    assert "/tmp" not in str(caught.value) and "minizinc-" not in str(caught.value)


@GECODE
def test_odd_arguments_that_do_no_harm(tmp_path):
    (tmp_path / "beside.mzn").write_bytes(b"\xff")
    (tmp_path / "one.mzn").write_text("var 1..3: x;")
    assert mz.run(tmp_path / "one.mzn", limit=10**30, time_limit=inf).complete
    assert mz.run("var 1..3: x; % \ud800", time_limit=10**400).solutions


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: mz.run("", solver="gurobi"), "solver 'gurobi': choose one of gecode, chuffed"),
        (
            lambda: mz.arrange(icosoku(), "clingo"),
            "solver 'clingo': choose one of gecode, gecode-restarts, chuffed",
        ),
        (lambda: mz.run(7), "model 7: must be a text, or the path of a .mzn file, or a list of them"),
        (lambda: mz.run("", 7), "data 7: must be a text"),
        (lambda: mz.run(Path("nowhere.mzn")), "nowhere.mzn: there is no such file"),
        (lambda: mz.run(Path("/dev/zero")), "model '/dev/zero': must be a .mzn file"),
        (lambda: mz.run([]), "model: the list of its parts is empty"),
        (lambda: mz.run("", limit=0), "limit 0: must be a whole number above 0, or None"),
        (lambda: mz.run("", time_limit=0), "time limit 0: must be"),
    ],
)
def test_bad_arguments(call, said):
    with pytest.raises(PuzzleError, match=f"^{re.escape(said)}"):
        call()


# -------- what is missing


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """An empty folder instead of PATH."""
    for name in ("MINIZINC", "NODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_nothing_is_installed(elsewhere):
    found = mz.available()
    assert found["gecode"].startswith("MiniZinc is missing; it comes with ") and "npm ci" in found["gecode"]
    assert found["chuffed"].startswith("Chuffed is missing; it comes with Node.js")
    assert str(FOLDER) in found["chuffed"]
    for solver in mz.ENGINES:
        with pytest.raises(PuzzleError, match="is missing; it comes with"):
            mz.arrange(icosoku(), solver)


def pretender(folder: Path, body: str) -> None:
    (folder / "minizinc").write_text(f"#!/bin/sh\n{body}\n")
    (folder / "minizinc").chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
@pytest.mark.parametrize(
    "body",
    ["exit 1", "echo 'MiniZinc to FlatZinc converter, version 2.5.5'"],
    ids=["does not start", "too old"],
)
def test_an_installation_that_does_not_do(elsewhere, body):
    pretender(elsewhere, body)
    assert mz.available()["gecode"].startswith("MiniZinc is too old, or does not start; it comes with ")


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_a_minizinc_that_breaks_off(elsewhere):
    pretender(
        elsewhere,
        """case "$1" in --version) echo version 2.9.0;; --solvers-json) echo '[{"id": "org.gecode.gecode"}]';;
                            *) echo out of luck >&2; exit 7;; esac""",
    )
    with pytest.raises(PuzzleError, match="^Gecode gave up with status 7: out of luck$"):
        mz.run("var 1..3: x;")


@pytest.mark.slow
@CHUFFED
def test_node_takes_over_for_gecode(elsewhere):
    node = os.environ.get("NODE") or shutil.which("node", path=os.defpath + os.pathsep + "/usr/local/bin")
    if not node or not (FOLDER / "node_modules").is_dir():
        pytest.skip("Chuffed is installed natively")
    (elsewhere / "node").symlink_to(node)
    assert mz.available() == {"gecode": "node", "chuffed": "node"}
    puzzle = icosoku(seed=4)
    verify(puzzle, mz.arrange(puzzle, "gecode-restarts", time_limit=100).arrangement)


# -------- what cuts a solve short


class Watcher:
    """A stop() that never stops; it notes which new processes it sees under this one, and does something
    once, when there are enough and they have worked so many seconds of processor time."""

    def __init__(self, enough: int, then=lambda: None, work: float = 0):
        self.enough, self.then, self.work, self.seen = enough, then, work, set()
        self.before = set(psutil.Process().children(recursive=True))

    def worked(self) -> float:
        return sum(sum(process.cpu_times()[:2]) for process in self.seen if process.is_running())

    def __call__(self) -> bool:
        self.seen |= set(psutil.Process().children(recursive=True)) - self.before
        if len(self.seen) >= self.enough and self.worked() >= self.work:
            then, self.then = self.then, lambda: None
            then()
        return False

    def left(self) -> list:
        """Those that still run."""
        _, alive = psutil.wait_procs(self.seen, timeout=3)
        return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def interrupt_after(seconds: float) -> None:
    threading.Timer(seconds, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT]).start()


def processes(solver: str) -> int:
    """How many a solve takes: minizinc and its fzn-gecode, or Node alone."""
    return 2 if mz.available()[solver] == "native" else 1


@pytest.mark.slow
@pytest.mark.parametrize("solver", BOTH, indirect=True)
def test_a_time_limit(solver):
    watcher = Watcher(processes(solver))

    def attempt():
        ran = mz.run(HOLES, solver=solver, time_limit=1, stop=watcher)
        assert (ran.solutions, ran.complete, ran.stopped) == ([], False, "time limit") and ran.seconds > 0.7
        return ran.seconds - 1

    ends_within(1, attempt)
    assert len(watcher.seen) >= watcher.enough and not watcher.left()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("solver", BOTH, indirect=True)
def test_an_interrupt_ends_all_processes(solver):
    def attempt():
        pressed = []
        watcher = Watcher(processes(solver), lambda: pressed.append(now()) or interrupt_after(0.5))
        ran = mz.run(HOLES, solver=solver, time_limit=60, stop=watcher)
        seconds = now() - pressed[0] - 0.5
        assert ran.stopped == "interrupt" and not ran.complete
        assert len(watcher.seen) >= watcher.enough and not watcher.left()
        return seconds

    ends_within(1, attempt)


@pytest.mark.slow
@GECODE
def test_an_interrupt_keeps_what_was_found():
    model = "array[1..30] of var 0..1: x;"
    watcher = Watcher(processes("gecode"), lambda: interrupt_after(0), work=0.5)
    ran = mz.run(model, limit=None, stop=watcher)
    assert ran.stopped == "interrupt" and len(ran.solutions) > 1 and not ran.complete


@GECODE
def test_stop_is_asked():
    asked = iter([False] * 5)
    assert mz.run(HOLES, stop=lambda: next(asked, True)).stopped == "stopped"
    asked = iter([False] * 5)
    impossible = Cosoku(bipyramid(10), (500, 501, *[0] * 10), [(0, 0, 2 * i + 40) for i in range(20)])
    assert mz.arrange(impossible, "gecode", stop=lambda: next(asked, True)).stopped == "interrupt"


@pytest.mark.slow
@GECODE
def test_nothing_is_left_in_the_temporary_folder(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    mz.run(HOLES, time_limit=0.5)
    mz.run("var 1..3: x;")
    assert not list(tmp_path.iterdir())
