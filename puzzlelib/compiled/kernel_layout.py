"""The arrays of the compiled search, and what stands where in them: for the kernel and whoever starts it.

Nothing here needs numba, which takes longer to be imported than most searches run.
"""

from typing import NamedTuple

import numpy as np

LANES = 8  # options in one vector; lists are padded with zeros to whole vectors
LEVELS = 5  # the counters tell 0, 1, 2, 3, 4 and more options apart
STEPS = 6  # by 1, 2, 4, … places: how bits of a word are moved together
PRUNED_DEPTH = 2  # down to this depth, options that nothing could follow are dropped
BASE, STRIDE, SIZE, POS, END, WORDS, CODE, TOGO, ITEM_WORD, FIELDS = range(10)  # columns of Search.frames
DEPTH, FOUND, TRIED, NODES, WORK, FILLED, PRUNED, CHANCE, COUNTERS = range(9)  # entries of Search.count
DONE, PAUSED, FULL, NO_ROOM = range(4)  # what `run` answers
RUN, OPEN, SURVEY = range(3)  # what is asked of `kernel.act`


class Search(NamedTuple):
    """A search, all of it in arrays. D: depths, W: words, T: kinds of pieces, N: options, I: items."""

    pool: np.ndarray  # uint64: the lists of options
    frames: np.ndarray  # int64 (D, FIELDS): where each depth's list is, and how far the search is in it
    need: np.ndarray  # uint64 (D, W): items not covered yet
    live: np.ndarray  # uint64 (D, W): these, and the marks of copies that may still be used
    item: np.ndarray  # uint64 (D,): the bit of the item that is branched on
    chosen: np.ndarray  # int64 (D,): numbers of the options chosen so far
    left: np.ndarray  # int64 (D, T): copies left of each kind of piece
    spend: np.ndarray  # uint8 (N, T): copies that each option uses; no rows where each piece is there once
    mark: np.ndarray  # int64 (T + 1,): each piece's first item; j copies of piece t at once: item mark[t]+j-1
    place: np.ndarray  # int64 (W + 1, I): the bit of each item, for each way of writing (they get shorter)
    pieces: np.ndarray  # uint64 (W + 1, W): the bits that are pieces, for each way of writing
    count: np.ndarray  # int64 (COUNTERS,)
    out: np.ndarray  # int32 (rows, pieces): buffer for solutions; no rows: only count
    scratch: np.ndarray  # uint64 (4, W + LEVELS)
    steps: np.ndarray  # uint64 (W, STEPS): how the bits of each word are moved together
    block: np.ndarray  # uint64 (W,): what the candidate rules out
    sizes: np.ndarray  # float64: the work behind each option of the root, as far as `survey` has guessed it


# Search's arrays as the kernel is handed them: what the entries are, and how many axes there are.
LAYOUT = {
    "pool": ("uint64", 1),
    "frames": ("int64", 2),
    "need": ("uint64", 2),
    "live": ("uint64", 2),
    "item": ("uint64", 1),
    "chosen": ("int64", 1),
    "left": ("int64", 2),
    "spend": ("uint8", 2),
    "mark": ("int64", 1),
    "place": ("int64", 2),
    "pieces": ("uint64", 2),
    "count": ("int64", 1),
    "out": ("int32", 2),
    "scratch": ("uint64", 2),
    "steps": ("uint64", 2),
    "block": ("uint64", 1),
    "sizes": ("float64", 1),
}
NUMBERS = 3  # of each array in the table: its address, and its shape


def table(search: Search) -> np.ndarray:
    """Where each array is, and how large: int64 (arrays, NUMBERS)."""
    rows = np.zeros((len(search), NUMBERS), np.int64)
    for row, array in zip(rows, search):
        row[0], row[1 : 1 + array.ndim] = array.ctypes.data, array.shape
    return rows
