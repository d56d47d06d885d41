"""The search by cell in machine code: `cells.c`."""

from ctypes import c_int64, c_void_p

import numpy as np

from puzzlelib.compiled.library import function


def nodes_below(
    filled: int, left: int, cell: int, start: np.ndarray, masks: np.ndarray, pieces: np.ndarray
) -> int:
    """Return how many nodes the search by cell has below this one; the arrays are those of `flat`.

    >>> from puzzlelib import load
    >>> from puzzlelib.search import flat
    >>> nodes_below(0, 0b111, 0, *map(np.array, flat(load("little-cube"))))
    79
    """
    search = function("nodes_below", *[c_int64] * 3, *[c_void_p] * 3)
    return search(filled, left, cell, start.ctypes.data, masks.ctypes.data, pieces.ctypes.data)
