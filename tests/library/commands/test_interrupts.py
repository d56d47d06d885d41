"""Ctrl-C at any moment of `python -m puzzlelib`: status 3, no traceback, and for a script one JSON object
that says it is not complete.

The key is pressed by the process itself at a given moment: when a module is asked for, or when Python ends.
"""

import gc
import io
import json
import os
import signal
import subprocess
import sys

import pytest
from quiet_clock import wait_until

from puzzlelib.commands import program

PRESS = """
import atexit, os, signal, sys

class Finder:
    def find_spec(name, *_):
        if name == {at!r}:
            sys.meta_path.remove(Finder)
            signal.raise_signal(signal.SIGINT)

if {at!r} == "the end":
    atexit.register(signal.raise_signal, signal.SIGINT)
else:
    sys.meta_path.insert(0, Finder)
signal.signal(signal.SIGINT, {handler})
"""
NOTHING = {"complete": False, "seconds": pytest.approx(0, abs=60)}
COUNT = ("count", "tetracubes-2x2x8", "--engine", "backtracking")


def pressed(
    tmp_path, at: str, *words: str, handler: str = "signal.default_int_handler"
) -> subprocess.CompletedProcess:
    """A run of the program in which Ctrl-C is pressed at a moment."""
    (tmp_path / "sitecustomize.py").write_text(PRESS.format(at=at, handler=handler))
    path = os.pathsep.join([str(tmp_path), os.getcwd()])
    return subprocess.run(
        [sys.executable, "-m", "puzzlelib", *words],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )


# Modules that a command imports before its work: the first of all, the last, and some between.
MOMENTS = [
    "argparse",
    "puzzlelib.commands.options",
    "puzzlelib.engines",
    "puzzlelib.common.errors",
    "puzzlelib.search.exact_cover",
    "puzzlelib.commands.packing",
    "puzzlelib.packing.plain_text",
]


@pytest.mark.parametrize("at", MOMENTS)
def test_while_python_imports(tmp_path, at):
    ran = pressed(tmp_path, at, *COUNT, "--json")
    assert (ran.returncode, ran.stderr) == (3, "") and json.loads(ran.stdout) == NOTHING | {"count": 0}
    ran = pressed(tmp_path, at, *COUNT)
    assert (ran.returncode, ran.stdout, ran.stderr) == (3, "", "stopped before there was anything to tell\n")


@pytest.mark.parametrize(
    "words, also",
    [
        (("solve", "soma"), {"solutions": []}),
        (("count", "soma"), {"count": 0}),
        (("plates", "both-ways", "--target", "cube"), {"solutions": []}),
        (("icosoku",), {"solutions": []}),
        (("icosoku", "--count"), {"count": None}),
        (("generate", "--grid", "2x2x8", "--hints", "1", "--seed", "1"), {}),
        (("census",), {"instances": 3991680, "witnesses": 0, "verified": 0}),
    ],
)
def test_each_command_answers_with_one_object(tmp_path, words, also):
    ran = pressed(tmp_path, "puzzlelib.engines", *words, "--json")
    assert (ran.returncode, ran.stderr) == (3, "") and json.loads(ran.stdout) == NOTHING | also


def test_when_all_is_said(tmp_path):
    ran = pressed(tmp_path, "the end", *COUNT, "--json")
    assert (ran.returncode, ran.stderr) == (0, "") and json.loads(ran.stdout)["complete"] is True
    ran = pressed(tmp_path, "the end", "count", "nothing")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)


def test_behind_a_shells_ampersand_ctrl_c_is_for_others(tmp_path):
    ran = pressed(tmp_path, "puzzlelib.engines", *COUNT, handler="signal.SIG_IGN")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "1,792 solutions.\n", "")


# -------- in this process


def stopping(*_):
    raise KeyboardInterrupt


def test_before_the_engine_begins(capsys, monkeypatch):
    monkeypatch.setattr("puzzlelib.commands.packing.load_all", stopping)
    assert program.main(COUNT) == 3 and capsys.readouterr().out == ""
    assert program.main([*COUNT, "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == NOTHING | {"count": 0}


@pytest.mark.parametrize("error", [ImportError("numpy was interrupted"), OSError(5, "a file of numba")])
def test_an_import_that_is_interrupted_may_fail_in_any_way(capsys, monkeypatch, error):
    def fails(*_):
        program.InterruptGuard.pressed = True
        raise error

    monkeypatch.setattr("puzzlelib.commands.packing.load_all", fails)
    assert program.main([*COUNT, "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out) == NOTHING | {"count": 0} and err == ""


def test_other_errors_are_not_taken_for_an_interrupt(monkeypatch):
    def fails(*_):
        raise ImportError("there is no numpy")

    monkeypatch.setattr("puzzlelib.commands.packing.load_all", fails)
    with pytest.raises(ImportError):
        program.main([*COUNT, "--json"])


def test_the_key_does_nothing_while_a_script_reads(monkeypatch):
    """Ctrl-C is pressed while the object is written."""

    class Pipe(io.StringIO):
        def write(self, text):
            signal.raise_signal(signal.SIGINT)
            return super().write(text)

    pipe = Pipe()
    monkeypatch.setattr(sys, "stdout", pipe)
    assert program.main([*COUNT, "--json"]) == 0 and json.loads(pipe.getvalue())["complete"] is True
    assert program.main(COUNT) == 3  # people need not read to the end


@pytest.mark.slow
def test_what_python_drops_is_pressed_again():
    """In a finaliser and in a callback of the garbage collector (Python's manual, sys.unraisablehook)."""

    class Thing:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def ask(phase, info):
        gc.callbacks.remove(ask)
        signal.raise_signal(signal.SIGINT)

    def collect():
        gc.callbacks.append(ask)
        gc.collect()

    for drop in (Thing, collect):
        with pytest.raises(KeyboardInterrupt):
            drop()
            wait_until(lambda: False, seconds=60)
