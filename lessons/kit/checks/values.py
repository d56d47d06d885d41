"""Values that come out of an answer: made plain, and asked whether they are what was asked for.

NumPy's numbers and truth values count as well as Python's own.
"""

import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from typing import Any

import numpy


def is_whole(value: Any) -> bool:
    """A whole number, and neither True nor False.

    >>> is_whole(3), is_whole(numpy.int64(3)), is_whole(True), is_whole(3.0)
    (True, True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_truth(value: Any) -> bool:
    """True or False.

    >>> is_truth(False), is_truth(numpy.bool_(True)), is_truth(1)
    (True, True, False)
    """
    return isinstance(value, (bool, numpy.bool_))


def is_several(value: Any) -> bool:
    """Several things, in whatever kind of collection: no text, and no dictionary.

    >>> is_several([1]), is_several({1}), is_several({"a": 1}.values()), is_several("ab"), is_several({})
    (True, True, True, False, False)
    """
    return isinstance(value, Collection) and not isinstance(value, (str, bytes, Mapping))


def is_pair(value: Any) -> bool:
    """Two whole numbers.

    >>> is_pair((0, 1)), is_pair([numpy.int64(0), 1]), is_pair((0, 1, 2)), is_pair(7)
    (True, True, False, False)
    """
    return is_several(value) and len(value) == 2 and all(map(is_whole, value))


# -------- plain values

HEAP = 1 << 9  # the flag of classes that Python code makes

ATOMS = {bool, int, float, complex, str, bytes, range, slice, Fraction, Decimal, type(None), type(...)}
PARTS: dict[type, Callable] = {  # a value of a class that is one of these -> all that it has of it
    int: int.__pos__,
    float: float.__pos__,
    str: lambda value: str.__getitem__(value, slice(None)),
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
    list: lambda value: list.__getitem__(value, slice(None)),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: set().union(value),
    frozenset: lambda value: frozenset().union(value),
}
TRUSTED = {"array", "builtins", "clingo", "collections", "highspy", "lessons", "networkx", "numpy", "plotly"}
TRUSTED |= {"makers", "pathlib", "puzzlelib", "types"}  # their classes compare as they should


class Strange:
    """Stands for a value of a class that the student wrote, or of one that equals whatever it
    meets."""

    def __init__(self, value: Any):
        self.value = value

    def __repr__(self) -> str:
        return repr(self.value)


def plain(value: Any) -> Any:
    """Return a value that is made of Python's own kinds, of NumPy's and of the library's.

    A value of a class of the student's own becomes what it is made of, an int or a list for
    instance; if it is of none of these kinds, nothing equals it. What is plain already is returned
    as it is.

    >>> class Yes(int):
    ...     def __eq__(self, other): return True
    >>> plain(Yes(3)) == 4, plain([Yes(3), "a"]), plain({1: (2, 3)})
    (False, [3, 'a'], {1: (2, 3)})
    """
    try:
        return made_plain(value)
    except RecursionError:  # a list that holds itself
        return Strange(value)


def made_plain(value: Any) -> Any:
    """Return `plain` of a value that does not hold itself."""
    kind = type(value)
    if kind in (list, tuple, set, frozenset):
        parts = [*map(made_plain, value)]
        return value if all(a is b for a, b in zip(parts, value)) else kind(parts)
    if kind is dict:
        pairs = [(made_plain(key), made_plain(item)) for key, item in value.items()]
        same = all(a is c and b is d for (a, b), (c, d) in zip(pairs, value.items()))
        return value if same else dict(pairs)
    if kind in ATOMS or isinstance(value, Iterator) or is_routine(value):
        return value
    if is_trusted(kind):
        return value
    base = next((base for base in PARTS if isinstance(value, base)), None)
    return Strange(value) if base is None else made_plain(PARTS[base](value))


def is_routine(value: Any) -> bool:
    return inspect.isroutine(value) or isinstance(value, type)


def is_trusted(kind: type) -> bool:
    """Return whether a class is one of a package that we know, and not only says so."""
    package = kind.__module__.partition(".")[0]
    named = vars(sys.modules.get(kind.__module__, inspect)).get(kind.__name__)
    return package in TRUSTED and (named is kind or not kind.__flags__ & HEAP)


def tiles_from(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the tiles of an IcoSoKu from words of three digits.

    >>> tiles_from("001 012")
    ((0, 0, 1), (0, 1, 2))
    """
    return tuple(tuple(map(int, dots)) for dots in text.split())
