"""Packages that this Python has not, as in a browser: what imports them is there, what uses them says so."""

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from IPython.utils.capture import capture_output
from test_cell_errors import ready, shell  # noqa: F401

from lessons import predict
from lessons.kit.cards.projector import DEMO
from lessons.kit.live import pages
from lessons.puzzles.cards import step_player
from lessons.puzzles.live import highspy_here
from puzzlelib import PuzzleError, load
from puzzlelib.common import stand_ins
from puzzlelib.common.machine import package
from puzzlelib.common.stand_ins import MissingPackage
from puzzlelib.ilp.adapters import Highs
from puzzlelib.search import algorithm_x

LINE = "This cell needs sand, which this page has not."
MODULE = """
import sand as s
from sand.grains import Grain

HALF = 2 * s.pi / s.array([1, 2])[0]
ROWS = [row for row in s.eye(3)]

def halved(function):
    return s.njit(cache=True)(function)

@halved
def count():
    return 1

def plain(x):
    return isinstance(x, Grain)

def uses():
    return s.zeros(3)
"""


@pytest.fixture
def no_sand(monkeypatch):
    """The package `sand`, of which there is none, has a stand-in."""
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    stand_ins.stand_in_for_missing(["sand"])
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] in ("sand", "lessons_of_sand")]:
        del sys.modules[name]


@pytest.fixture
def module(no_sand, tmp_path, monkeypatch):
    """A module that imports it, makes constants of it, and uses it."""
    (tmp_path / "lessons_of_sand.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module("lessons_of_sand")


def test_a_module_that_imports_a_missing_package_is_there(module):
    assert module.plain(3) is False


@pytest.mark.parametrize("use", [
    lambda module: module.uses(),
    lambda module: module.count(),
    lambda module: module.HALF + 1,
    lambda module: list(module.HALF),
    lambda module: module.s.zeros(3),
])  # fmt: skip
def test_whatever_uses_it_says_so_in_one_line(module, use):
    with pytest.raises(MissingPackage, match=f"^{LINE}$"):
        use(module)


def test_who_asks_whether_it_is_there_hears_no(module):
    assert package("sand") is None
    del sys.modules["sand"]
    assert package("sand") is None and find_spec("sand") is None
    with pytest.raises(ModuleNotFoundError):
        exec("import sand", {"__name__": "networkx"})


def run(shell, *cells: str) -> Iterator[tuple[str, bool]]:  # noqa: F811
    """Yield what each cell shows, and whether it ended with an error that stops the cells below."""
    for cell in cells:
        traces = []
        shell.showtraceback = lambda *_, into=traces, **__: into.append(1)
        with capture_output() as captured:
            shell.run_cell(cell, store_history=True)
        yield " ".join(one.data["text/plain"] for one in captured.outputs), bool(traces)


def test_a_cell_that_lacks_a_package_ends_without_an_error(no_sand, shell):  # noqa: F811
    ready(shell)
    cell = "import sand\nbefore = 1\nafter = sand.zeros(before)"
    assert list(run(shell, cell)) == [(LINE, False)] and shell.user_ns["before"] == 1


def test_a_cell_below_says_which_name_it_lacks_and_why(no_sand, shell):  # noqa: F811
    ready(shell)
    cells = "import sand\nshore = sand.zeros(3)", "shore + 1", "beach"
    why = "This cell needs shore of a cell above, and that one needs sand, which this page has not."
    assert list(run(shell, *cells)) == [(LINE, False), (why, False), ("", True)]


@pytest.fixture
def no_picture(monkeypatch):
    def lack(*_):
        raise MissingPackage("numpy")

    monkeypatch.setattr(step_player, "picture_of", lack)


def test_a_search_is_stepped_without_its_picture(no_picture):
    trace = algorithm_x.trace(load("tetracubes-2x2x8"))
    shown = step_player.player(trace)
    assert shown.stage is None and shown.views.boards == ["tree"] and shown.views.controls
    assert shown.step.max == len(trace.events) - 1
    assert shown.children[1].value == "The picture in 3D needs numpy, which this page has not."
    with pytest.raises(PuzzleError, match="^This cell needs numpy"):
        step_player.player(trace, views="picture")


def test_below_a_guess_stands_the_same_line(monkeypatch):
    def lack():
        raise MissingPackage("numpy")

    monkeypatch.setattr(DEMO, "on", True)
    guess = predict("How many?")
    guess.reveal(7, then=lack)
    assert "This cell needs numpy, which this page has not." in guess.below.value
    assert "MissingPackage" not in guess.below.value


# -------- the archive of a page


ELSEWHERE = {
    ".css",
    ".html",
    ".js",
    ".md",
    ".mjs",
    ".npz",
    ".svg",
    ".webp",
}  # a page has them elsewhere, or never


def test_each_file_that_a_module_names_is_in_the_archive_beside_it():
    held = dict(pages.course_sources())
    named = set()
    for path in held.values():
        words = ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.suffix == ".py" else ()
        texts = {one.value for one in words if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        beside = {one.name: one for one in path.parent.iterdir() if one.is_file()}
        named |= {beside[text] for text in texts & beside.keys()}
    named = {path for path in named if path.suffix not in ELSEWHERE}
    assert named <= set(held.values()) and "burr-of-level-10.xmpuzzle" in {path.name for path in named}


def test_the_numbers_of_highspy_that_the_library_names_are_in_its_stand_in():
    highspy, source = pytest.importorskip("highspy"), inspect.getsource(Highs)
    named = re.findall(r"self\.api\.(Highs\w+)\.(k\w+)", source)
    named += [("HighsModelStatus", name) for name in re.search(r'names = "(k[^"]*)"', source)[1].split()]
    assert ("HighsModelStatus", "kSolveError") in named and ("HighsModelStatus", "kTimeLimit") in named
    for kind, name in named:
        assert int(getattr(getattr(highspy_here, kind), name)) == int(getattr(getattr(highspy, kind), name))
