"""A bet opens when the student guesses, perhaps after *Run All*: no cell below may then have given another
meaning to a name that its picture or table uses."""

import ast
import dis
from collections.abc import Iterator
from types import CodeType

import pytest
from test_build import course

from lessons.kit.building.notebook import student_notebook

NOTEBOOKS = {part.name: part for lesson in course() for part in lesson.parts}


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all inside it."""
    yield code
    for inside in filter(lambda const: isinstance(const, CodeType), code.co_consts):
        yield from codes(inside)


def names(code: CodeType, *operations: str) -> set[str]:
    return {step.argval for step in dis.get_instructions(code) if step.opname in operations}


def used_late(source: str) -> set[str]:
    """Return the global names of what opens below a truth, in `then=lambda: …`.

    >>> sorted(used_late("bet.reveal(1, then=lambda: table(*rows, *(k for k in some)))"))
    ['rows', 'some', 'table']
    """
    late = (
        part.value
        for part in ast.walk(ast.parse(source))
        if isinstance(part, ast.keyword) and part.arg == "then" and isinstance(part.value, ast.Lambda)
    )
    compiled = (compile(ast.Expression(part), "then", "eval") for part in late)
    return {name for whole in compiled for code in codes(whole) for name in names(code, "LOAD_GLOBAL")}


def given(source: str) -> set[str]:
    """Return the global names to which a cell gives a meaning, imports left out.

    >>> sorted(given("from math import pi\\nrows = [k for k in range(3)]\\ndef f(x): y = x"))
    ['f', 'rows']
    """
    kept = [part for part in ast.parse(source).body if not isinstance(part, (ast.Import, ast.ImportFrom))]
    return names(compile(ast.Module(kept, []), "cell", "exec"), "STORE_NAME")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_bet_opens_to_what_its_own_cell_has_made(name):
    cells = student_notebook(NOTEBOOKS[name]).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    sources = [source for source in code if not source.startswith("%")]
    for place, source in enumerate(sources):
        for below in sources[place + 1 :]:
            assert not used_late(source) & given(below), below
