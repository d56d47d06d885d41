"""The arrays of the compiled search, and what stands where in them: for the kernel and whoever starts it; and
how any compiled code is told where its arrays are.

Nothing here needs numba, which takes longer to be imported than most searches run.
"""

from functools import cache
from typing import Annotated, NamedTuple, get_type_hints

import numpy as np

LANES = 8  # options in one vector; lists are padded with zeros to whole vectors
PLANES = 4  # digits of the counters: exact up to 15 options, then only "16 or more"
STEPS = 6  # by 1, 2, 4, … places: how bits of a word are moved together
PRUNED_DEPTH = 2  # down to this depth, options that nothing could follow are dropped
BASE, STRIDE, SIZE, POS, END, WORDS, CODE, TOGO, ITEM_WORD, FIELDS = range(10)  # columns of Search.frames
DEPTH, FOUND, WORK, FILLED, PRUNED, CHANCE, LOOSE, COUNTERS = range(8)  # entries of Search.count
DONE, PAUSED, FULL, NO_ROOM = range(4)  # what `run` answers
RUN, OPEN, SURVEY = range(3)  # what is asked of `kernel.act`

NUMBERS = 4  # of each array in its table: its address, and its shape

# An array, as a field of a tuple that is handed to compiled code: what its entries are, and how many axes.
INT16_2, INT16_3 = Annotated[np.ndarray, "int16", 2], Annotated[np.ndarray, "int16", 3]
INT32, INT32_2 = Annotated[np.ndarray, "int32", 1], Annotated[np.ndarray, "int32", 2]
INT64, INT64_2 = Annotated[np.ndarray, "int64", 1], Annotated[np.ndarray, "int64", 2]
UINT8, UINT8_2 = Annotated[np.ndarray, "uint8", 1], Annotated[np.ndarray, "uint8", 2]
UINT16, FLOAT64 = Annotated[np.ndarray, "uint16", 1], Annotated[np.ndarray, "float64", 1]
UINT64, UINT64_2 = Annotated[np.ndarray, "uint64", 1], Annotated[np.ndarray, "uint64", 2]


class Search(NamedTuple):
    """A search, all of it in arrays. D: depths, W: words, T: kinds of pieces, N: options, I: items."""

    pool: UINT64  # uint64: the lists of options
    frames: INT64_2  # int64 (D, FIELDS): where each depth's list is, and how far the search is in it
    need: UINT64_2  # uint64 (D, W): items that must still be covered
    live: UINT64_2  # uint64 (D, W): those that may still be covered, marks of copies among them
    item: UINT64  # uint64 (D,): the bit of the item that is branched on
    chosen: INT64  # int64 (D,): numbers of the options chosen so far
    left: INT64_2  # int64 (D, T): copies left of each kind of piece
    spend: UINT8_2  # uint8 (N, T): copies that each option uses; no rows where each piece is there once
    slack: INT64  # int64 (T,): how many copies may be left over; empty where none may
    mark: INT64  # int64 (T + 1,): each piece's first item; j copies of piece t at once: item mark[t]+j-1
    place: INT64_2  # int64 (W + 1, I): the bit of each item, for each way of writing (they get shorter)
    pieces: UINT64_2  # uint64 (W + 1, W): the bits that are pieces, for each way of writing
    count: INT64  # int64 (COUNTERS,)
    out: INT32_2  # int32 (rows, options): buffer for solutions, filled up with -1; no rows: only count
    counted: UINT64  # uint64 (PLANES + 1,): how many options have each bit (`kernel_vectors.count_each`)
    marks: UINT64_2  # uint64 (D, N / 64): a bit for each option of a list
    option: UINT64  # uint64 (W,): an option that is looked at
    steps: UINT64_2  # uint64 (W, STEPS): how the bits of each word are moved together
    block: UINT64  # uint64 (W,): what the candidate rules out
    sizes: FLOAT64  # float64: the work behind each option of the root, as far as `survey` has guessed it


# -------- how arrays are handed over


@cache
def layout(kind: type) -> dict[str, tuple[str, int]]:
    """The arrays of a tuple, by name: what the entries are, and how many axes there are.

    >>> layout(Search)["frames"]
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
