"""Has an exercise been answered at all? Stubs, dots and empty functions are recognised."""

import ast
import dis
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from types import CodeType
from typing import Any

from .counterexample import NOTHING
from .run_answer import equal


def gap(answer: Any, stub: Any = NOTHING) -> str | None:
    """Return None when something has been written; otherwise what to add to "not answered yet.".

    >>> gap(...), gap(""), gap(7) is None
    ('', '', True)
    >>> gap("a :- ... .")
    ' There is still a ... to fill in.'
    """
    if answer is None or answer is ... or same_text(answer, stub):
        return ""
    if isinstance(answer, str):
        return text_gap(answer)
    if isinstance(answer, Mapping):
        return gap(list(answer.values()))
    if isinstance(answer, (list, tuple, set, frozenset)):
        return STILL if any(part is ... for part in answer) else None
    return function_gap(inspect.unwrap(answer)) if is_function(answer) else None


STILL = " There is still a ... to fill in."


def same_text(answer: Any, stub: Any) -> bool:
    if isinstance(answer, str) and isinstance(stub, str):
        return textwrap.dedent(answer).split() == textwrap.dedent(stub).split()
    return type(answer) is type(stub) and equal(answer, stub)


def text_gap(text: str) -> str | None:
    """Return what a text lacks to be an answer. Comments (% in ASP and MiniZinc, # in Python) do not count;
    #sum and #false of ASP are none.
    """
    rest = re.sub(r"(?m)(?:%|#(?![a-z])).*$", "", text)
    if "..." in rest:
        return STILL if rest.replace("...", "").strip() else ""
    return None if rest.strip() else ""


def is_function(answer: Any) -> bool:
    """Return whether a value can be called, and is not a class."""
    return callable(answer) and not isinstance(answer, type)


def function_gap(function: Callable) -> str | None:
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    if does_nothing(code):
        return ""
    line = line_of_dots(function)
    return None if line is None else f" There is still a ... to fill in (line {line})."


def unwritten_helper(function: Callable) -> str:
    """Return the name of a function beside this one that it calls, itself or through others, and that is not
    written yet; "" if there is none.

    >>> beside = {}
    >>> exec("def half(n): ...\\ndef quarter(n): return [half(half(one)) for one in (n,)]", beside)
    >>> unwritten_helper(beside["quarter"])
    'half'
    """
    beside, seen, todo = getattr(function, "__globals__", {}), set(), [function]
    for one in todo:
        for name in names_in(getattr(one, "__code__", None)):
            other = beside.get(name)
            if name in seen or getattr(other, "__globals__", None) is not beside:
                continue
            if function_gap(other) is not None:
                return name
            seen.add(name)
            todo.append(other)
    return ""


def names_in(code) -> Iterator[str]:
    """Yield the global names and attributes in compiled code, and in what is defined within it."""
    if code:
        yield from code.co_names
        for part in code.co_consts:
            yield from names_in(part if isinstance(part, CodeType) else None)


def does_nothing(code) -> bool:
    """Return whether a function only returns None or `...`: its body is `...`, `pass` or a docstring."""
    steps = [
        step
        for step in dis.get_instructions(code)
        if step.opname not in ("RESUME", "NOP", "CACHE", "POP_TOP")
    ]
    return all(
        step.opname == "RETURN_VALUE"
        or (step.opname in ("LOAD_CONST", "RETURN_CONST") and (step.argval is None or step.argval is ...))
        for step in steps
    )


def line_of_dots(function: Callable) -> int | None:
    """Return the line, in its cell, of the first `...` in a function; a[..., 0] and tuple[int, ...] don't
    count.
    """
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0].body
    except (OSError, TypeError, SyntaxError, AttributeError, IndexError):
        return None  # no source to read (a lambda, a compiled function)
    lines = [
        node.lineno
        for part in body
        for node in walk_without_subscripts(part)
        if isinstance(node, ast.Constant) and node.value is ...
    ]
    return function.__code__.co_firstlineno + min(lines) - 1 if lines else None


def walk_without_subscripts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes below one, subscripts left out."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.Subscript):
            yield from walk_without_subscripts(child)
