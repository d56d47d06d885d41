"""Values of an answer: make them plain, and ask whether they are of the kind that the task names.

NumPy's numbers and truth values count as well as Python's own.
"""

import sys
import types
from abc import ABCMeta
from collections import Counter, UserString, abc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from enum import EnumMeta
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from numbers import Integral, Real
from operator import is_
from typing import Any

from ..ground.course import COURSE
from ..ground.stand_ins import SilentModule

try:
    import numpy
except ImportError:  # in a browser
    numpy = SilentModule("numpy")


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number, and neither True nor False.

    >>> is_whole(3), is_whole(numpy.int64(3)), is_whole(True), is_whole(3.0)
    (True, True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_truth(value: Any) -> bool:
    """Return whether a value is True or False, NumPy's included.

    >>> is_truth(False), is_truth(numpy.bool_(True)), is_truth(1)
    (True, True, False)
    """
    return isinstance(value, (bool, numpy.bool_))


def is_number(value: Any) -> bool:
    """Return whether a value is a number on a line, of any kind, and neither True nor False.

    >>> is_number(0.5), is_number(Fraction(1, 2)), is_number(Decimal("0.5")), is_number(True), is_number("1")
    (True, True, True, False, False)
    """
    return isinstance(value, Real | Decimal) and not is_truth(value)


def is_several(value: Any) -> bool:
    """Return whether a value is a collection of any kind, but neither text nor a dictionary.

    >>> is_several([1]), is_several({1}), is_several({"a": 1}.values()), is_several("ab"), is_several({})
    (True, True, True, False, False)
    """
    return isinstance(value, Collection) and not isinstance(value, (str, bytes, Mapping))


def is_pair(value: Any) -> bool:
    """Return whether a value is a pair of whole numbers.

    >>> is_pair((0, 1)), is_pair([numpy.int64(0), 1]), is_pair((0, 1, 2)), is_pair(7)
    (True, True, False, False)
    """
    return is_several(value) and len(value) == 2 and all(map(is_whole, value))


# -------- plain values

HEAP = 1 << 9  # the flag of classes that Python code makes
MOST_LISTED = 1_000_000  # values of an iterator or a view

ATOMS = {bool, int, float, complex, str, bytes, range, Decimal, type(None), type(...)}
ATOMS |= {*map(type, (len, str.upper, int.__add__, (1).__add__, cache(len)))}  # functions of Python's
ATOMS |= {types.FunctionType, types.MethodType, partial, numpy.ufunc}
ATOMS |= {type, ABCMeta, EnumMeta}  # classes: two of them are equal if they are one
ATOM_IDS = {*map(id, ATOMS)}  # a class of the student's own may equal one of these
PACKAGES = {"lessons", "pathlib", *COURSE.libraries, *COURSE.compared}  # their classes compare as they should


class Endless(Exception):
    """An iterator has given more values than are read."""


class Strange:
    """Stands for a value that is not made of plain kinds; it equals nothing but itself."""

    def __init__(self, value: Any):
        self.value = value

    def __repr__(self) -> str:
        return repr(self.value)


def plain(value: Any) -> Any:
    """Return a value that is made of Python's own kinds, of NumPy's and of the library's.

    All that comes out of an answer comes through this door. A value of another class becomes what
    it is made of, an int or a list for instance; if it is of none of these kinds, nothing equals
    it. An iterator is followed by another one, which makes each of its values plain.

    >>> class Yes(int):
    ...     def __eq__(self, other): return True
    >>> plain(Yes(3)) == 4, plain([Yes(3), "a"]), plain({1: (2, iter("ab"))})
    (False, [3, 'a'], {1: (2, ['a', 'b'])})
    """
    if issubclass(type(value), Iterator):
        return run_iterator(value)
    try:
        return made_plain(value)
    except RecursionError:  # a list that holds itself
        return Strange(value)


def run_iterator(values: Iterator) -> Iterator:
    """Pass on what a student's generator yields (its own function: tracebacks are searched for
    it). Raise `Endless` for more than anybody asks for, which would fill the memory."""
    for number, value in enumerate(values):
        if number == MOST_LISTED:
            raise Endless
        yield plain(value)


def made_plain(value: Any) -> Any:
    """Return `plain` of a value that does not hold itself; what is plain already as it is."""
    kind = type(value)
    if id(kind) in ATOM_IDS:
        return value
    if kind is list or kind is tuple:
        parts = [*map(made_plain, value)]
        return value if same_things(parts, value) else kind(parts)
    if kind is set or kind is frozenset:
        parts = [*map(made_key, value)]
        return value if same_things(parts, value) else kind(parts)
    if kind is dict:
        pairs = [*map(made_pair, value.items())]
        return value if all(map(same_things, pairs, value.items())) else dict(pairs)
    if is_trusted(kind) and not issubclass(kind, (list, dict, set, frozenset)):
        return with_plain_fields(value)
    for base, take in PARTS.items():
        if issubclass(kind, base):
            return take(value)
    return Strange(value)


def same_things(some: Iterable, others: Iterable) -> bool:
    return all(map(is_, some, others))


def made_key(value: Any) -> Any:
    """Return a plain value that can be looked up."""
    made = made_plain(value)
    try:
        hash(made)
    except TypeError:  # a list of the student's own with a hash
        return Strange(value)
    return made


def made_pair(pair: tuple) -> tuple:
    key, value = pair
    return made_key(key), made_plain(value)


def made_list(values: Iterable) -> list:
    return [*map(made_plain, islice(values, MOST_LISTED))]


def made_dict(values: Mapping) -> dict:
    return dict(map(made_pair, islice(values.items(), MOST_LISTED)))


def plain_array(value: numpy.ndarray) -> Any:
    """Return an array of numbers or texts; another one as lists."""
    base = value if type(value) is numpy.ndarray else numpy.ndarray.view(value, numpy.ndarray)
    return made_plain(base.tolist()) if base.dtype.name.startswith(("object", "void")) else base


def plain_number(value: numpy.generic) -> Any:
    """Return a number of NumPy's own kinds; another one as Python's."""
    kind = type(value)
    is_own = kind is not numpy.void and not kind.__flags__ & HEAP
    return value if is_own else made_plain(numpy.generic.item(value))


PARTS: dict[type, Callable] = {  # a value of a class below one of these -> all that it has of it, made plain
    numpy.ndarray: plain_array,
    numpy.generic: plain_number,
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: lambda value: str.__getitem__(value, slice(None)),
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    bytearray: lambda value: bytes(bytearray.__getitem__(value, slice(None))),
    Decimal: Decimal,
    Fraction: lambda value: plain_fraction(value),
    tuple: lambda value: made_plain(tuple.__getitem__(value, slice(None))),
    list: lambda value: made_plain(list.__getitem__(value, slice(None))),
    Counter: lambda value: Counter(dict(map(made_pair, dict.items(value)))),
    dict: lambda value: dict(map(made_pair, dict.items(value))),
    set: lambda value: made_plain(set().union(value)),
    frozenset: lambda value: made_plain(frozenset().union(value)),
    abc.KeysView: lambda value: dict.fromkeys(map(made_key, islice(value, MOST_LISTED))).keys(),
    abc.ItemsView: lambda value: dict(map(made_pair, islice(value, MOST_LISTED))).items(),
    Mapping: made_dict,
    abc.Set: lambda value: {*map(made_key, islice(value, MOST_LISTED))},
    UserString: lambda value: made_plain(value.data),
    **dict.fromkeys((abc.Sequence, abc.ValuesView, Iterator), made_list),
}


def plain_fraction(value: Fraction) -> Any:
    """Return a fraction; its parts are attributes that anybody may set."""
    parts = made_plain(value.numerator), made_plain(value.denominator)
    return Fraction(*parts) if all(map(is_whole, parts)) else Strange(value)


def with_plain_fields(value: Any) -> Any:
    """Return a value of the library's with plain fields."""
    kind = type(value)
    if issubclass(kind, tuple):
        parts = tuple(map(made_plain, tuple.__iter__(value)))
        return value if same_things(parts, tuple.__iter__(value)) else tuple.__new__(kind, parts)
    slots = [name for base in kind.__mro__ for name in vars(base).get("__slots__", ())]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    for name, part in {**held, **getattr(value, "__dict__", {})}.items():
        if (made := made_plain(part)) is not part:
            object.__setattr__(value, name, made)
    return value


def is_trusted(kind: type) -> bool:
    """Return whether a class is one of a package that we know, and not only says so."""
    named = vars(sys.modules.get(kind.__module__, sys)).get(kind.__name__)
    return named is kind and kind.__module__.partition(".")[0] in PACKAGES


def trust_no_more() -> None:
    """From now on, trust the classes that are there now, and none that a notebook puts among them."""
    global is_trusted
    modules = [module for name, module in [*sys.modules.items()] if name.partition(".")[0] in PACKAGES]
    there = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    known = frozenset(map(id, filter(is_trusted, there)))
    is_trusted = lambda kind: id(kind) in known


def tiles_from(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the tiles of an IcoSoKu from words of three digits.

    >>> tiles_from("001 012")
    ((0, 0, 1), (0, 1, 2))
    """
    return tuple(tuple(map(int, dots)) for dots in text.split())
