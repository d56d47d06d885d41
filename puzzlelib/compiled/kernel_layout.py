"""The addresses of arrays, for code that numba compiles."""

from functools import cache
from typing import Annotated, NamedTuple, get_type_hints

import numpy as np

NUMBERS = 4  # of each array in its table: its address, and its shape

# An array, as a field of a tuple that is handed to compiled code: what its entries are, and how many axes.
INT16_2, INT16_3 = Annotated[np.ndarray, "int16", 2], Annotated[np.ndarray, "int16", 3]
INT32, INT32_2 = Annotated[np.ndarray, "int32", 1], Annotated[np.ndarray, "int32", 2]
INT64, INT64_2 = Annotated[np.ndarray, "int64", 1], Annotated[np.ndarray, "int64", 2]
UINT8, UINT8_2 = Annotated[np.ndarray, "uint8", 1], Annotated[np.ndarray, "uint8", 2]
UINT16, FLOAT64 = Annotated[np.ndarray, "uint16", 1], Annotated[np.ndarray, "float64", 1]
UINT64, UINT64_2 = Annotated[np.ndarray, "uint64", 1], Annotated[np.ndarray, "uint64", 2]


# -------- how arrays are handed over


@cache
def layout(kind: type) -> dict[str, tuple[str, int]]:
    """The arrays of a tuple, by name: what the entries are, and how many axes there are.

    >>> layout(NamedTuple("Pair", [("first", INT64_2)]))["first"]
    ('int64', 2)
    """
    return {name: hint.__metadata__ for name, hint in get_type_hints(kind, include_extras=True).items()}


def table(arrays: NamedTuple) -> np.ndarray:
    """Return the place and the sizes of each array: int64 (arrays, NUMBERS)."""
    rows = np.zeros((len(arrays), NUMBERS), np.int64)
    for row, array, (name, kind) in zip(rows, arrays, layout(type(arrays)).items()):
        assert (array.dtype, array.ndim, array.flags.c_contiguous) == (*kind, True), name
        row[0], row[1 : 1 + array.ndim] = array.ctypes.data, array.shape
    return rows
