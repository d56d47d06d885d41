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

import lessons

from .controls import kept_picture, violations
from .lab import ROOT, desk_with, settle

HERE = Path(__file__).parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CELLS = [
    "from puzzlelib import load\nfrom lessons.l05_dancing_links import growth\n"
    "from lessons.l07_designing_puzzles import histogram\nfrom lessons import gallery, live_count\n"
    "from lessons.l10_icosoku import batch\nfrom lessons.l01_backtracking import by_hand",
    "gallery(load('tetracubes-2x4x4').pieces[:2])",
    "growth('draws')",
    "histogram('heap', {'even': [60] * 3, 'up and down': [50, 70, 50]}, {'all': sum})",
    "batch(engines=['asp'])",
    "by_hand()",
    "live_count(load('soma'))",
]


@pytest.mark.browser
def test_cards_of_one_lesson_stand_in_a_notebook(server, browser, axe):
    with desk_with(server, browser, "cards.ipynb", *CELLS) as lab:
        kept_picture(settle(lab.stages().first))
        assert lab.notebook.locator("svg polyline:visible").count() == 6
        assert lab.notebook.locator(".eo-barred:visible").count() == 6
        assert "480" in lab.notebook.locator(".jp-OutputArea").last.inner_text()
        assert violations(lab, axe) == []


def test_every_card_is_drawn_in_make_test():
    """Every module whose cards a notebook shows, and every one with a script of its own."""
    cards = {module.__name__ for module in modules()}
    shown = {room(*name) for notebook in NOTEBOOKS for name in used(notebook)} & cards
    drawn = {room(*name) for name in used(*(ROOT / f"notebooks/{one}.ipynb" for one in IN_THE_BROWSER))}
    assert len(shown) > 15 and shown | set(scripted()) <= drawn | set(in_tests())


def test_a_card_that_nothing_draws_would_be_seen(monkeypatch):
    monkeypatch.setitem(globals(), "CELLS", [])
    monkeypatch.setitem(globals(), "in_tests", lambda: [])
    with pytest.raises(AssertionError):
        test_every_card_is_drawn_in_make_test()


def used(*notebooks: Path) -> set[tuple[str, str]]:
    """Return the names that the cells of these notebooks import from the lessons."""
    cells = [cell for one in notebooks for cell in nbformat.read(one, as_version=4).cells]
    trees = [ast.parse(cell.source) for cell in cells if cell.cell_type == "code"]
    imports = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in imports if (node.module or "").partition(".")[0] == "lessons"]
    return {(node.module, alias.name) for node in ours for alias in node.names}


def room(package: str, name: str) -> str:
    """Return the module in which a name of the lessons is made."""
    made = getattr(importlib.import_module(package), name)
    return getattr(made, "__module__", "lessons.kit.cards.results")  # `pictures` is a table of functions


def modules() -> Iterator:
    """Yield the modules that have cards."""
    for one in pkgutil.walk_packages(lessons.__path__, "lessons."):
        if re.search(r"\.kit\.cards\.|\.l\d\d_\w+\.\w*card$", one.name):
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
