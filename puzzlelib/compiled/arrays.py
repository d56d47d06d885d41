"""Arrays of numpy for the C functions: what is in them, and how long they are, is checked before
each call."""

from ctypes import c_int64, c_void_p
from functools import cache
from typing import Annotated, get_type_hints

import numpy as np

from .library import function

NUMBERS = 4  # of each array: its address, and its shape (arrays.h)


def array(entries: str, *shape: int | str):
    """Return the type of an array, as a field of a tuple that a C function reads.

    An axis is a number, or a letter for any number, perhaps with "+1". A small letter is one number
    in all fields of a tuple, a capital one in all tuples of a call; "_" may be anything.
    """
    return Annotated[np.ndarray, entries, shape]


@cache
def layout(kind: type) -> dict[str, tuple[str, tuple]]:
    """Return the arrays of a tuple by name: the type of the entries, and the shape.

    >>> from typing import NamedTuple
    >>> layout(NamedTuple("Pair", [("first", array("int64", "n", 2))]))["first"]
    ('int64', ('n', 2))
    """
    return {name: hint.__metadata__ for name, hint in get_type_hints(kind, include_extras=True).items()}


def addresses(arrays: tuple, sizes: dict) -> np.ndarray:
    """Return the place and the shape of each array: int64 (arrays, NUMBERS).

    `sizes`: the numbers for capital letters so far. Errors: `ValueError`, and nothing is called.
    """
    rows, own = np.zeros((len(arrays), NUMBERS), np.int64), {}
    for row, array, (name, (entries, shape)) in zip(rows, arrays, layout(type(arrays)).items()):
        fits = array.dtype == entries and array.ndim == len(shape) and array.flags.c_contiguous
        if not (fits and all(map(one_size, array.shape, shape, [(own, sizes)] * len(shape)))):
            has = f"{array.dtype} {array.shape}, must be {entries} {shape}, one row after the other"
            raise ValueError(f"{type(arrays).__name__}.{name}: {has} {sizes | own}")
        row[0], row[1 : 1 + array.ndim] = array.__array_interface__["data"][0], array.shape
    return rows


def one_size(size: int, wanted: int | str, known: tuple[dict, dict]) -> bool:
    """Return whether an axis is as long as wanted; keep the number for a new letter."""
    if wanted == "_" or isinstance(wanted, int):
        return wanted in (size, "_")
    letter, _, more = wanted.partition("+")
    number = size - int(more or 0)
    return number >= 0 and known[letter.isupper()].setdefault(letter, number) == number


def call(name: str, *given: tuple | np.ndarray | int | None) -> int:
    """Call a C function with tuples of arrays and whole numbers; other threads go on meanwhile.

    For a tuple that is used again there may be its `addresses`; None if C will not look at it.
    Errors: `ValueError`, `NotHere`.
    """
    sizes: dict = {}
    tables = [addresses(one, sizes) if isinstance(one, tuple) else one for one in given]
    numbers = [isinstance(one, (int, np.integer)) for one in tables]
    types = (c_int64 if number else c_void_p for number in numbers)
    values = (
        int(one) if number else one if one is None else one.ctypes.data
        for one, number in zip(tables, numbers)
    )
    return function(name, *types)(*values)
