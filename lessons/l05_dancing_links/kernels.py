"""One search, four ways to take a choice back, in machine code: `links.c`, and its arrays."""

import ctypes
from collections.abc import Callable, Iterable
from time import process_time
from typing import NamedTuple

import numpy as np

from puzzlelib.compiled.library import function
from puzzlelib.search.exact_cover import ExactCover
from puzzlelib.search.links import Links

EVERY = 2**62  # nodes: more than any search will see
WORD = 64  # items to a mask
Fields = list[np.ndarray | int]


class Walk(NamedTuple):
    """A search in numbers: options tried, solutions found, and one number made of all options
    tried, in their order."""

    nodes: int
    found: int
    fingerprint: int


class Run(NamedTuple):
    """A search that has run: its tree, its seconds of processor time, and by sparse sets the numbers
    that were copied or brought back to undo its choices."""

    walk: Walk
    seconds: float
    undone: int


class Matrix(NamedTuple):
    """An exact cover problem as flat arrays. Items count from 1; the first `main` must be covered.

    The items of option k are item[start[k]] to item[start[k + 1] - 1].
    """

    main: int
    items: int
    start: np.ndarray
    item: np.ndarray

    @property
    def options(self) -> int:
        return len(self.start) - 1


def matrix_of(cover: ExactCover) -> Matrix:
    """Return a problem as flat arrays; items that may stay uncovered come last.

    >>> from puzzlelib.search import cover_of
    >>> matrix_of(cover_of(["ac", "bc"], secondary=["c"])).item.tolist()
    [1, 3, 2, 3]
    """
    names = sorted(cover.items, key=lambda item: item in cover.slack)
    number = {item: k for k, item in enumerate(names, 1)}
    ends = np.cumsum([0, *map(len, cover.options)])
    flat = [number[item] for option in cover.options for item in option]
    return Matrix(len(names) - len(cover.slack), len(names), *whole_numbers(ends, flat))


def whole_numbers(*lists: Iterable[int]) -> list[np.ndarray]:
    return [np.array(one, np.uint32) for one in lists]


def room(*shape: int) -> np.ndarray:
    return np.empty(shape, np.uint32)


# -------- the fields of the structs in links.c, in their order


def links_of(matrix: Matrix) -> Fields:
    """Return left, right, up, down, top, size and option of the nodes, as `Links` has them.

    Only the heads of main items are in the ring of heads.
    """
    options = [matrix.item[a:b].tolist() for a, b in zip(matrix.start, matrix.start[1:])]
    items = dict.fromkeys(range(1, matrix.items + 1), 1)
    links = Links(ExactCover(items, tuple(map(tuple, options))))
    left, right = links.left, links.right
    for head in range(matrix.main + 1, matrix.items + 1):
        right[left[head]], left[right[head]] = right[head], left[head]
        left[head] = right[head] = head
    option = [one or 0 for one in links.option]  # that of a head is never read
    return [*whole_numbers(left, right, links.up, links.down, links.top, links.size, option)]


def lists_of(matrix: Matrix) -> Fields:
    """Return the options, the items of each as bits, the sizes, and room for a list on each
    level."""
    words = matrix.items // WORD + 1
    mask = np.zeros((matrix.options, words), np.uint64)
    for option, (first, end) in enumerate(zip(matrix.start, matrix.start[1:])):
        for item in matrix.item[first:end].tolist():
            mask[option, item // WORD] |= np.uint64(1 << item % WORD)
    lists = room(matrix.main + 2, matrix.options)
    return [matrix.start, matrix.item, mask, matrix.options, matrix.items, words, lists]


def sets_of(matrix: Matrix) -> Fields:
    """Return the options, for each item an array of its nodes, the sizes, and room for each
    level and for a trail."""
    order = np.argsort(matrix.item, kind="stable")
    size = np.bincount(matrix.item, minlength=matrix.items + 1)
    first = np.cumsum([0, *size[:-1]])
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    option = np.repeat(np.arange(matrix.options), np.diff(matrix.start))
    option, first, cell, place, size = whole_numbers(option, first, order, place, size)
    items, levels = matrix.items + 1, matrix.main + 1
    sizes, trail, tries = room(levels, items), room(len(order)), room(levels, matrix.options)
    known = [matrix.start, matrix.item, option, first, cell, place, size, room(items), room(items)]
    return [*known, matrix.options, matrix.items, sizes, tries, trail]


WAYS: dict[str, tuple[Callable[[Matrix], Fields], str]] = {
    "links": (links_of, "by_links"),
    "copies": (lists_of, "by_lists"),
    "copies with masks": (lists_of, "by_masks"),
    "sparse sets": (sets_of, "by_sets"),
}
COPIED_SIZES = sets_of, "by_copied_sizes"  # sparse sets without a trail


def run(matrix: Matrix, way: str, most: int = EVERY) -> Run:
    """Search for at most so many nodes in one of `WAYS`, or with "copied sizes".

    >>> from puzzlelib.search import cover_of
    >>> run(matrix_of(cover_of(["ac", "bc", "b"], secondary=["c"])), "links").walk[:2]
    (2, 1)
    """
    fields_of, name = WAYS.get(way, COPIED_SIZES)
    search = function(name, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    fields, walk = fields_of(matrix), np.zeros(4, np.int64)
    struct = np.array([one if isinstance(one, int) else one.ctypes.data for one in fields], np.int64)
    start = process_time()
    search(struct.ctypes.data, matrix.main, most, walk.ctypes.data)
    *tree, undone = walk.tolist()
    return Run(Walk(*tree), process_time() - start, undone)
