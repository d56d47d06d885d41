"""Ctrl-C at any moment of a command that nests searches, or uses threads or processes: no result is made of
it, what is kept is complete, and the same call goes on to the same end.

The key is pressed at an event: a call, or a return, in the main thread. A run that nobody presses tells how
many there are.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache, partial
from io import StringIO
from math import inf
from pathlib import Path
from random import Random

import psutil
import pytest
from quiet_clock import slower
from sizes import size

from makers.apart import take_apart
from makers.design import difficulty, find_puzzles
from puzzlelib import cluster, load, solve
from puzzlelib.commands import program
from puzzlelib.common.workers import open_workers
from puzzlelib.icosoku import engines as cosoku
from puzzlelib.icosoku import paper_tetrahedron
from puzzlelib.icosoku.counting import exact
from puzzlelib.packing.files import read_text
from puzzlelib.search import generate as draw

SECONDS = 2  # of the processor, after the key
PRESSES = 200  # of a terminal's Ctrl-C in each command
FLOOR = "pieces: [{name: I, copies: 8, cells: [[0,0,0], [1,0,0]]}]\nbox: [4, 4]"
CROSSES = "pieces: [{name: X, cells: [[1,0], [0,1], [1,1], [2,1], [1,2]]}]\nbox: [5, 5]\nmost: X"


class Keyboard:
    """Counts the events of a block, and presses Ctrl-C at one of them."""

    def __init__(self, at: int = 0):
        self.at, self.events, self.pressed = at, 0, 0.0

    def __enter__(self) -> "Keyboard":
        sys.setprofile(self.hear)
        return self

    def __exit__(self, *_) -> None:
        sys.setprofile(None)

    def hear(self, *_) -> None:
        self.events += 1
        if self.events == self.at:
            sys.setprofile(None)
            self.pressed = time.process_time()
            signal.raise_signal(signal.SIGINT)


# Each work gets a folder, and returns whether it is complete, and its answer.
Work = Callable[[Path], tuple[bool, object]]
WORKS: dict[str, Work] = {}


def work(made: Work) -> Work:
    WORKS[made.__name__] = made
    return made


def run(words: str, folder: Path) -> tuple[bool, object]:
    """Run a command; the object that it prints, without the seconds, and with HERE for the folder."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
        status = program.main([*words.format(folder).split(), "--json"])
    answer = json.loads(out.getvalue().replace(str(folder), "HERE"))
    answer.pop("seconds", None)
    assert (status == program.STOPPED) != answer.pop("complete", status != program.STOPPED)
    return status != program.STOPPED, answer


CALLS = {
    "atlas": "atlas --box 3x3x2 --pieces 3..4 --number 12 --seed 1 --workers 1 --out {}",
    "prints": "print little-cube --out {}/new --replace",
    "assemble": "assemble burr --all",
    "assemblable": "count little-cube --assemblable",
    "count_by_threads": "count pentominoes-6x10 --engine compiled --workers 2",
    "count_chosen": "count nine-ls --symmetry rotations",
    "plates": "plates pinwheels --target cube --engine highs --all",
}
WORKS |= {name: partial(run, words) for name, words in CALLS.items()}


@work
def atlas_by_processes(folder):
    with open_workers("2") as executor:
        found, complete = find_puzzles((3, 3, 2), range(3, 5), 1, 24, folder, executor)
    return complete, [(one.puzzle.name, one.level, one.nodes) for one in found]


@work
def fair(folder):
    for name in ("little-cube", "locked-cube"):
        shutil.copy(f"puzzlelib/packing/catalogue/{name}.yaml", folder)
    return run("fair {}", folder)


@cache
def packed_burr():
    return solve(load("burr-level-10"), limit=None, symmetry="rotations").solutions[-1]


@work
def apart(folder):
    done = take_apart(packed_burr())
    return not done.stopped, (done.possible, done.level)


@work
def effort(folder):
    return True, difficulty(load("little-cube"), orders=3).runs


@work
def counts(folder):
    done = cluster.counts([paper_tetrahedron()] * 3, folder)
    return done.complete, done.results


@work
def counts_by_processes(folder):
    with open_workers("2") as executor:
        done = cluster.counts([paper_tetrahedron()] * 3, folder, executor)
    return done.complete, done.results


@work
def most(folder):
    (folder / "most.yaml").write_text(CROSSES)
    return run("count {}/most.yaml", folder)


@work
def generated(folder):
    draw.kept_solutions.cache_clear()
    made = draw.generate(read_text(FLOOR), 2, 7)
    return True, (list(made.given), made.completions)


@work
def generated_grid(folder):
    draw.kept_packings.cache_clear()
    draw.all_packings.cache_clear()
    return run("generate --grid 2x2x4+2x2x4 --hints 2 --seed 1", folder)


@work
def icosoku_count(folder):
    return True, exact.count(paper_tetrahedron())


def icosoku_by(engine: str) -> Work:
    def solve_it(folder):
        found = cosoku.solve(paper_tetrahedron(), engine)
        return found.complete, found.arrangement is not None

    return solve_it


WORKS |= {f"icosoku_by_{name}": icosoku_by(name) for name in ("asp", "highs", "cp-sat", "backtracking")}


# -------- the test


def is_part(part, whole) -> bool:
    """Is it what there is of an answer that was stopped: nothing, all, fewer?"""
    if not part or part == whole:
        return True
    if isinstance(part, dict):
        return all(is_part(part[key], whole[key]) for key in part.keys() & whole.keys() - {"engine"})
    if isinstance(part, tuple):
        return all(map(is_part, part, whole))
    if isinstance(part, list):
        return all(one is None or one in whole for one in part)
    return isinstance(part, int) and part <= whole


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("name", WORKS)
def test_no_result_is_made_of_ctrl_c(name, tmp_path, monkeypatch):
    """A key that Python drops, as while a generator is deleted, leaves a whole result: pressed again a moment
    later, it would strike after the work."""
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)

    def new(place: str) -> Path:
        (tmp_path / place).mkdir()
        return tmp_path / place

    before = signal.signal(signal.SIGINT, program.InterruptGuard.press)
    try:
        WORKS[name](new("warm"))
        with Keyboard() as keyboard:
            done, whole = WORKS[name](new("whole"))
        assert done and whole
        kept, events, pressed = files(tmp_path / "whole"), keyboard.events, 0
        for moment in range(size("moments of Ctrl-C")):
            folder = new(str(moment))
            keyboard = Keyboard(at=Random(f"{name} {moment}").randrange(1, events + 1))
            try:
                with keyboard:
                    done, answer = WORKS[name](folder)
            except KeyboardInterrupt:
                done, answer = False, None
            seconds = time.process_time() - keyboard.pressed
            if not keyboard.pressed:  # a run whose length depends on the clock
                assert (done, answer) == (True, whole)
                continue
            pressed += 1
            assert seconds < SECONDS * slower(), keyboard.at
            assert answer == whole if done else is_part(answer, whole), keyboard.at
            # an atlas numbers what it has so far
            assert {*files(folder).values()} <= {*kept.values()}, keyboard.at
            assert WORKS[name](folder) == (True, whole), keyboard.at
            shutil.rmtree(folder)
        assert pressed > moment / 2
    finally:
        signal.signal(signal.SIGINT, before)


# -------- real signals, beside six other programs

COMMANDS = {
    "atlas": "atlas --box 3x3x3 --pieces 4..5 --seed 1 --number 10 --json --out {}",
    "atlas by processes": "atlas --box 3x3x3 --pieces 4..5 --seed 1 --number 20 --json --workers 2 --out {}",
    "assemble": "assemble burr-level-10 --all --json",
    "census": "census --json",
    "count": "count pentominoes-6x10 --engine compiled --json",
    "count by threads": "count pentominoes-6x10 --engine compiled --workers 2 --json",
    "fair": "fair {} --json",
    "generate": "generate --grid 2x4x4 --hints 3 --seed 7 --json",
    "icosoku": "icosoku --seed 3 --engine backtracking --json",
    "icosoku by a solver": "icosoku --seed 3 --engine cp-sat --json",
    "icosoku, counted": "icosoku --seed 3 --count --json",
    "print": "print soma --json --replace --out {}/new",
}


@pytest.fixture(scope="module")
def busy():
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(6)]
    yield
    for one in loops:
        one.kill()
        one.wait()


def processor(process: subprocess.Popen) -> float:
    """Return the seconds of the processor that a process has used, and those below it."""
    with suppress(psutil.Error):
        first = psutil.Process(process.pid)
        times = sum(first.cpu_times()[:4])
        for one in first.children(recursive=True):
            with suppress(psutil.Error):
                times += sum(one.cpu_times()[:2])
        return times
    return 0.0


def run_apart(words: str, folder: Path, at: float = inf) -> tuple[int, dict, float, float]:
    """Run a command, with Ctrl-C after so many seconds of its processor time: its status, what it printed,
    its seconds, and those of them after the key."""
    if words.startswith("fair"):
        shutil.copy("puzzlelib/packing/catalogue/soma.yaml", folder)
    command = [sys.executable, "-m", "puzzlelib", *words.format(folder).split()]
    out, before = folder.with_suffix(".out"), 0.0
    with out.open("w") as file, out.with_suffix(".err").open("w") as errors:
        process = subprocess.Popen(command, stdout=file, stderr=errors, start_new_session=True)
        end = time.monotonic() + 1000  # it hangs
        while not (found := os.wait4(process.pid, os.WNOHANG))[0]:
            if not before and (used := processor(process)) >= at:
                before = used
                os.killpg(process.pid, signal.SIGINT)
            if time.monotonic() > end:
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.005)
    process.returncode = os.waitstatus_to_exitcode(found[1])
    seconds = found[2].ru_utime + found[2].ru_stime
    text = out.read_text().replace(str(folder), "HERE")
    answer = json.loads(text) if text else {}
    answer.pop("seconds", None)
    return process.returncode, answer, seconds, seconds - before if before else 0.0


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="signals of Unix")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_terminals_ctrl_c_beside_six_other_programs(name, tmp_path, busy):
    def new(place: str) -> Path:
        (tmp_path / place).mkdir()
        return tmp_path / place

    words = COMMANDS[name]
    status, whole, usual, _ = run_apart(words, new("whole"))
    assert status == 0 and whole.pop("complete", True)
    kept, complaint = files(tmp_path / "whole"), ("", "stopped before there was anything to tell\n")
    for moment in range(PRESSES):
        folder = new(str(moment))
        at = Random(f"{name} {moment}").uniform(0, usual)
        status, answer, _, after = run_apart(words, folder, at)
        assert after < SECONDS * slower(), at
        errors = folder.with_suffix(".err").read_text()
        if status == 0:
            assert answer.pop("complete", True) and answer == whole, at
        elif status == -signal.SIGINT or "init_import_site" in errors:
            assert not answer, at  # Python itself had not begun
        else:
            assert status == program.STOPPED and errors in complaint, at
            assert not answer.pop("complete", False) and is_part(answer, whole), at
        assert {*files(folder).values()} <= {*kept.values()}, at  # an atlas numbers what it has so far
        if "{}" in words:
            status, answer, _, _ = run_apart(words, folder)
            assert status == 0 and answer.pop("complete", True) and answer == whole, at
            assert files(folder) == kept, at
        shutil.rmtree(folder)
