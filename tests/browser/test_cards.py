"""Each card of the workbook stands in a browser in `make test`, though not all notebooks do: what neither the
notebooks there nor another test draws is drawn here."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from test_notebooks import IN_THE_BROWSER

import puzzlelib.widgets
from puzzlelib import widgets

from .controls import kept_picture, nameless, violations
from .lab import ROOT, desk_with, settle

HERE = Path(__file__).parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CELLS = [
    "from puzzlelib import load\nfrom puzzlelib.widgets import growth, histogram, gallery, live_count",
    "gallery(load('tetracubes-2x4x4').pieces[:2])",
    "growth('draws')",
    "histogram('heap', {'even': [60] * 3, 'up and down': [50, 70, 50]}, {'all': sum})",
    "live_count(load('soma'))",
]


@pytest.mark.browser
def test_cards_of_one_lesson_stand_in_a_notebook(server, browser, axe):
    with desk_with(server, browser, "cards.ipynb", *CELLS) as lab:
        kept_picture(settle(lab.stages().first))
        assert lab.notebook.locator("svg polyline:visible").count() == 6
        assert lab.notebook.locator(".eo-barred:visible").count() == 6
        assert "480" in lab.notebook.locator(".jp-OutputArea").last.inner_text()
        assert nameless(lab) == [] == violations(lab, axe)


def test_every_card_is_drawn_in_make_test():
    """Every module whose cards a notebook shows, and every one with a script of its own."""
    shown = {room(name) for notebook in NOTEBOOKS for name in used(notebook)}
    drawn = {room(name) for name in used(*(ROOT / f"notebooks/{one}.ipynb" for one in IN_THE_BROWSER))}
    assert len(shown) > 15 and shown | set(scripted()) <= drawn | set(in_tests())


def test_a_card_that_nothing_draws_would_be_seen(monkeypatch):
    monkeypatch.setitem(globals(), "CELLS", [])
    monkeypatch.setitem(globals(), "in_tests", lambda: [])
    with pytest.raises(AssertionError):
        test_every_card_is_drawn_in_make_test()


def used(*notebooks: Path) -> set[str]:
    """What the cells of these notebooks import from puzzlelib.widgets."""
    cells = [cell for one in notebooks for cell in nbformat.read(one, as_version=4).cells]
    trees = [ast.parse(cell.source) for cell in cells if cell.cell_type == "code"]
    imports = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports if node.module == "puzzlelib.widgets" for alias in node.names}


def room(name: str) -> str:
    """The module in which a name of puzzlelib.widgets is made."""
    made = getattr(widgets, name)
    return getattr(made, "__module__", "puzzlelib.widgets.results")  # `pictures` is a table of functions


def modules() -> Iterator:
    """All modules of puzzlelib.widgets."""
    for one in pkgutil.walk_packages(puzzlelib.widgets.__path__, "puzzlelib.widgets."):
        yield importlib.import_module(one.name)


def scripted() -> list[str]:
    """Modules with a class that brings a script to the browser."""
    return [
        module.__name__
        for module in modules()
        if any(own(one, module) and "_esm" in vars(one) for one in vars(module).values())
    ]


def own(thing, module) -> bool:
    return isinstance(thing, type) and thing.__module__ == module.__name__


def in_tests() -> list[str]:
    """Modules of which a name is called in a browser test of `make test`."""
    files = [file for file in HERE.glob("test_*.py") if file.name != "test_other_browsers.py"]
    called = set(re.findall(r"\b(\w+)\(", "\n".join(file.read_text(encoding="utf-8") for file in files)))
    return [
        module.__name__
        for module in modules()
        if any(
            getattr(vars(module)[name], "__module__", "") == module.__name__
            for name in called & {*vars(module)}
        )
    ]
