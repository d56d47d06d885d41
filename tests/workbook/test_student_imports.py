"""The library as students read of it: imports go one room deep, and paths and modules that are named
exist."""

import ast
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import makers
import puzzlelib

ROOT = Path(puzzlelib.__file__).parent.parent
LESSONS = sorted(ROOT.glob("lessons/*/*.md"))
NOT_YET = "CONTRIBUTING.md"  # speaks of files that are to be made
PAGES = [
    *(page for page in ROOT.glob("*.md") if page.name != NOT_YET),
    *ROOT.glob("puzzlelib/**/*.md"),
    *LESSONS,
]
ROOMS = [
    module.name
    for package in (puzzlelib, makers)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if module.ispkg
]
IMPORT = re.compile(r"\bfrom ((?:puzzlelib|makers)[\w.]*) import (\([^)]*\)|[^`\n#;]*)")
DOTTED = re.compile(r"\b(?:puzzlelib|makers)(?:\.[a-z]\w*)+")
PATHS = re.compile(r"(?:\.\./)?\b((?:puzzlelib|makers|lessons|notebooks|tests|benchmarks)/[\w./-]*[\w/])")


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def exists(dotted: str) -> bool:
    """Is this a module, or a name in one?"""
    try:
        importlib.import_module(dotted)
    except ModuleNotFoundError:
        room, _, name = dotted.rpartition(".")
        return hasattr(importlib.import_module(room), name)
    return True


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_imports_go_one_room_deep_and_find_what_they_name(page):
    for room, names in IMPORT.findall(page.read_text(encoding="utf-8")):
        assert room.count(".") <= 1, room
        for name in ast.parse(f"from {room} import {names}").body[0].names:
            assert exists(f"{room}.{name.name}"), (room, name.name)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_modules_that_are_named_exist(page):
    for dotted in DOTTED.findall(page.read_text(encoding="utf-8")):
        assert exists(dotted), dotted


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_paths_that_are_named_exist(page):
    for path in PATHS.findall(page.read_text(encoding="utf-8")):
        assert "NN" in path or ROOT.joinpath(path).exists(), path


@pytest.mark.parametrize("room", ["puzzlelib", *ROOMS])
def test_a_name_that_is_handed_on_is_there_and_hides_no_module(room):
    here = importlib.import_module(room)
    modules = {module.name for module in pkgutil.iter_modules(here.__path__)}
    names = getattr(here, "__all__", [])
    assert len(set(names)) == len(names) and not modules & set(names)
    assert [name for name in names if not hasattr(here, name)] == []
