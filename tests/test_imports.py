"""Imports point one way: each module needs only those that the table in puzzlelib/__init__.py names before it."""

import ast
import re
from pathlib import Path

import pytest

import puzzlelib

FOLDER = Path(puzzlelib.__file__).parent
TABLE = [
    name for line in puzzlelib.__doc__.splitlines()[2:] for name in re.split(r"\s{2,}", line)[0].split(", ")
]
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("__"))


def needed(path: Path) -> set[str]:
    """The modules of the library that are imported when this one is; imports inside functions come later and do not count."""
    nodes = [
        node
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.level == 1
    ]
    return {
        name
        for node in nodes
        for name in ([node.module] if node.module else [alias.name for alias in node.names])
    }


def test_the_table_names_every_module():
    assert sorted(filter(None, TABLE)) == MODULES


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module):
    before = TABLE[: TABLE.index(module)]
    assert needed(FOLDER / f"{module}.py") <= set(before)
