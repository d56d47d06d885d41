"""The code of a notebook that one exercise needs: the statements that bind the names it uses."""

import ast
import builtins
import symtable
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

KNOWN = frozenset(dir(builtins))
OUTPUT = frozenset({"check"})  # the page has its own


class Statement(NamedTuple):
    """A statement at the top of a cell: text, names that it binds and uses, exercise or ""."""

    text: str
    binds: Collection[str]
    uses: Collection[str]
    exercise: str = ""


def statements_of(source: str, exercise: str = "") -> Iterator[Statement]:
    """Yield the statements of a cell: an exercise as one, an import as one for each name.

    >>> [sorted(one.binds) for one in statements_of("from math import pi, tau")]
    [['pi'], ['tau']]
    >>> [sorted(one.uses) for one in statements_of("def f(): return f() + g()", "1.1")]
    [['g']]
    """
    if exercise:
        binds = bound_names(source)
        yield Statement(source, binds, used_names(source) - binds, exercise)
        return
    for node in ast.parse(source).body:
        for text in map(ast.unparse, single_imports(node)):
            yield Statement(text, bound_names(text), used_names(text))


def single_imports(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield an import of several names as imports of one name each, and anything else as it is."""
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield ast.ImportFrom(node.module, [alias], node.level)
    else:
        yield node


def bound_names(source: str) -> frozenset[str]:
    """Return the names that code binds at its top, by assignment, def or import.

    >>> sorted(bound_names("a = 1; import b.c; d[0] = 2"))
    ['a', 'b']
    """
    top = symtable.symtable(source, "", "exec")
    bound = (one for one in top.get_symbols() if one.is_assigned() or one.is_imported())
    return frozenset(one.get_name() for one in bound)


def used_names(source: str) -> frozenset[str]:
    """Return the names that code needs from outside, without those that Python has.

    >>> sorted(used_names("def f(a): return a + b + len(c)"))
    ['b', 'c']
    """
    nodes = ast.walk(ast.parse(source))
    changed = (node.target for node in nodes if isinstance(node, ast.AugAssign))
    names = frozenset(name.id for name in changed if isinstance(name, ast.Name))
    at_top = names & bound_names(source)
    read = global_names(symtable.symtable(source, "", "exec"))
    return at_top.union(read) - KNOWN - OUTPUT


def global_names(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names that a scope and those within it read from the top, or call global."""
    at_top = table.get_type() == "module"
    for one in table.get_symbols():
        if one.is_declared_global() or one.is_referenced() and (at_top or one.is_global()):
            yield one.get_name()
    for inner in table.get_children():
        yield from global_names(inner)


def needed_statements(before: Iterable[Statement], names: Iterable[str]) -> list[Statement]:
    """Return those of the statements before an exercise that bind these names or what they use.

    >>> cells = "a = 0", "a = 1", "b = a + 1", "print(b)"
    >>> before = [one for text in cells for one in statements_of(text)]
    >>> [one.text for one in needed_statements(before, ["b"])]
    ['a = 1', 'b = a + 1']
    """
    wanted, kept = set(names), []
    for one in reversed([*before]):
        if wanted.intersection(one.binds):
            wanted = wanted.difference(one.binds).union(one.uses)
            kept.append(one)
    return kept[::-1]
