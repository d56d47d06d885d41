"""One search, three ways to take a choice back, in machine code: links, copied lists, sparse sets.

Each branches on the item with the fewest options, on the first of several, and tries its options
in order. So the three walk through one tree, node for node, and `Walk.trail`, which mixes the
options of all nodes in their order, is the same for all. Only the price of a node differs.

References: D. E. Knuth, Dancing links, 2000 (arXiv:cs/0011047); Dancing cells, a lecture of 2023.
"""

from collections.abc import Iterable
from time import process_time
from typing import NamedTuple

import numpy as np
from numba import njit

from puzzlelib.search.exact_cover import ExactCover
from puzzlelib.search.links import Links

EVERY = 2**62  # nodes: more than any search will see
WORD = 64  # items to a mask
ONE = np.uint64(1)


class Walk(NamedTuple):
    """A search in numbers: options tried, solutions found, and one number made of all options
    tried, in their order."""

    nodes: int
    found: int
    trail: int


class Matrix(NamedTuple):
    """An exact cover problem as flat arrays. Items count from 1; the first `main` must be covered.

    The items of option k are item[start[k]] to item[start[k + 1] - 1].
    """

    main: int
    items: int
    start: np.ndarray
    item: np.ndarray


def matrix_of(cover: ExactCover) -> Matrix:
    """Return a problem as flat arrays; items that may stay uncovered come last.

    >>> from puzzlelib.search import cover_of
    >>> matrix_of(cover_of(["ac", "bc"], secondary="c")).item.tolist()
    [1, 3, 2, 3]
    """
    names = sorted(cover.items, key=lambda item: item in cover.slack)
    number = {item: k for k, item in enumerate(names, 1)}
    ends = np.cumsum([0, *map(len, cover.options)])
    flat = [number[item] for option in cover.options for item in option]
    return Matrix(len(names) - len(cover.slack), len(names), *whole_numbers(ends, flat))


def whole_numbers(*lists: Iterable[int]) -> list[np.ndarray]:
    return [np.array(one, np.uint32) for one in lists]


# -------- links: each node remembers its neighbours


def links_of(matrix: Matrix) -> list[np.ndarray]:
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
    return whole_numbers(left, right, links.up, links.down, links.top, links.size, option)


@njit(cache=True)
def by_links(left, right, up, down, top, size, option, main, most):
    at = np.zeros(main + 1, np.uint32)  # for each level, the node tried last; at first the head
    level = nodes = found = trail = 0
    at[0] = smallest_head(right, size)
    cover(left, right, up, down, top, size, at[0])
    while level >= 0 and nodes < most:
        node, head = at[level], top[at[level]]
        if node != head:
            uncover_others(left, right, up, down, top, size, node)
        node = at[level] = down[node]
        if node == head:
            uncover(left, right, up, down, top, size, head)
            level -= 1
            continue
        nodes, trail = nodes + 1, 31 * trail + option[node]
        cover_others(left, right, up, down, top, size, node)
        head = smallest_head(right, size)
        if head == 0:
            found += 1
            continue
        level += 1
        at[level] = head
        cover(left, right, up, down, top, size, head)
    return nodes, found, trail


@njit(cache=True)
def smallest_head(right, size):
    best = head = right[0]
    while head != 0:
        if size[head] < size[best]:
            best = head
        head = right[head]
    return best


@njit(cache=True)
def cover(left, right, up, down, top, size, head):
    left[right[head]] = left[head]
    right[left[head]] = right[head]
    node = down[head]
    while node != head:
        other = right[node]
        while other != node:
            down[up[other]] = down[other]
            up[down[other]] = up[other]
            size[top[other]] -= 1
            other = right[other]
        node = down[node]


@njit(cache=True)
def uncover(left, right, up, down, top, size, head):
    node = up[head]
    while node != head:
        other = left[node]
        while other != node:
            size[top[other]] += 1
            up[down[other]] = other
            down[up[other]] = other
            other = left[other]
        node = up[node]
    right[left[head]] = head
    left[right[head]] = head


@njit(cache=True)
def cover_others(left, right, up, down, top, size, node):
    other = right[node]
    while other != node:
        cover(left, right, up, down, top, size, top[other])
        other = right[other]


@njit(cache=True)
def uncover_others(left, right, up, down, top, size, node):
    other = left[node]
    while other != node:
        uncover(left, right, up, down, top, size, top[other])
        other = left[other]


# -------- copies: each level has a list of the options that are left


def lists_of(matrix: Matrix) -> list[np.ndarray]:
    """Return the options, and the items of each as bits: (options, words of 64)."""
    found = np.zeros((len(matrix.start) - 1, matrix.items // WORD + 1), np.uint64)
    for option, (first, end) in enumerate(zip(matrix.start, matrix.start[1:])):
        for item in matrix.item[first:end].tolist():
            found[option, item // WORD] |= np.uint64(1 << item % WORD)
    return [matrix.start, matrix.item, found]


@njit(cache=True)
def by_copies(start, item, mask, main, most):
    options, words = mask.shape
    left = np.empty((main + 1, options), np.uint32)  # for each level, the options that are left
    many = np.empty(main + 1, np.uint32)  # how many these are
    used = np.zeros((main + 1, words), np.uint64)  # the items that are covered
    chosen = np.empty(main + 1, np.uint32)  # the item to branch on
    at = np.empty(main + 1, np.int64)  # where in `left` the option tried last is
    size = np.empty(64 * words, np.uint32)
    for option in range(options):
        left[0, option] = option
    many[0], at[0] = options, -1
    chosen[0] = smallest_item(left[0], many[0], used[0], start, item, size, main)
    level = nodes = found = trail = 0
    while level >= 0 and nodes < most:
        word, bit = chosen[level] // 64, np.uint64(chosen[level] % 64)
        place = at[level] + 1
        while place < many[level] and not mask[left[level, place], word] >> bit & np.uint64(1):
            place += 1
        at[level] = place
        if place == many[level]:
            level -= 1
            continue
        option = left[level, place]
        nodes, trail = nodes + 1, 31 * trail + option
        many[level + 1] = copy_rest(left[level], many[level], left[level + 1], mask, option)
        for word in range(words):
            used[level + 1, word] = used[level, word] | mask[option, word]
        after = level + 1
        best = smallest_item(left[after], many[after], used[after], start, item, size, main)
        if best == 0:
            found += 1
            continue
        level += 1
        chosen[level], at[level] = best, -1
    return nodes, found, trail


@njit(cache=True)
def copy_rest(before, many, after, mask, option):
    """Copy the options that share no item with this one; return how many."""
    kept = 0
    for place in range(many):
        other, shared = before[place], np.uint64(0)
        for word in range(mask.shape[1]):
            shared |= mask[other, word] & mask[option, word]
        after[kept] = other
        kept += shared == 0
    return kept


@njit(cache=True)
def smallest_item(left, many, used, start, item, size, main):
    """Count the options of each item; return the item that has the fewest, 0 if all are covered."""
    for one in range(len(size)):
        size[one] = 0
    for place in range(many):
        for k in range(start[left[place]], start[left[place] + 1]):
            size[item[k]] += 1
    best = 0
    for one in range(1, main + 1):
        if not used[one // 64] >> np.uint64(one % 64) & np.uint64(1) and (
            best == 0 or size[one] < size[best]
        ):
            best = one
    return best


# -------- sparse sets: an item's options in an array, those that are left in front


def sets_of(matrix: Matrix) -> list[np.ndarray]:
    """Return the options, and for each item an array of its nodes: cell[place[node]] is node."""
    order = np.argsort(matrix.item, kind="stable")
    size = np.bincount(matrix.item, minlength=matrix.items + 1)
    first = np.cumsum([0, *size[:-1]])
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    option = np.repeat(np.arange(len(matrix.start) - 1), np.diff(matrix.start))
    return [matrix.start, matrix.item, *whole_numbers(option, order, place, first, size)]


@njit(cache=True)
def by_sets(start, item, option, cell, place, first, size, main, most):
    active = np.empty(len(size), np.uint32)  # the items, those that are not covered in front
    where = np.empty(len(size), np.uint32)  # each item's place there
    count = np.empty(main + 1, np.uint32)  # for each level, how many are in front
    sizes = np.empty((main + 1, len(size)), np.uint32)  # and their sizes
    tries = np.empty((main + 1, len(start)), np.uint32)  # the options to try,
    left = np.empty(main + 1, np.uint32)  # and how many of them are left
    at = np.empty(main + 1, np.uint32)
    level = nodes = found = trail = 0
    for one in range(len(size)):
        active[one] = where[one] = one
    count[0] = len(size)
    copy_sizes(active, count[0], size, sizes[0])
    best = smallest_active(active, count[0], size, main)
    left[0], at[0] = sorted_options(tries[0], option, cell, first[best], size[best]), 0
    while level >= 0 and nodes < most:
        front = np.uint64(count[level])
        copy_sizes(active, front, sizes[level], size)  # this is all there is to undo
        if at[level] == left[level]:
            level -= 1
            continue
        chosen = tries[level, at[level]]
        at[level] += 1
        nodes, trail = nodes + 1, 31 * trail + chosen
        items = item[start[chosen] : start[chosen + 1]]
        for one in items:
            front -= ONE
            swap(active, where, where[one], front)
        for one in items:
            remove_options(one, front, start, item, option, cell, place, first, size, where)
        best = smallest_active(active, front, size, main)
        if best == 0:
            found += 1
            continue
        level += 1
        count[level] = front
        copy_sizes(active, front, size, sizes[level])
        left[level] = sorted_options(tries[level], option, cell, first[best], size[best])
        at[level] = 0
    return nodes, found, trail


@njit(cache=True)
def copy_sizes(active, front, source, target):
    for k in range(front):
        target[active[k]] = source[active[k]]


@njit(cache=True)
def swap(values, places, one, other):
    """Swap two values, and note where they are now."""
    a, b = values[one], values[other]
    values[one], values[other] = b, a
    places[a], places[b] = other, one


@njit(cache=True)
def remove_options(covered, front, start, item, option, cell, place, first, size, where):
    """Take the options of an item out of the other active items: they move behind those left."""
    for here in range(first[covered], first[covered] + size[covered]):
        other = option[cell[here]]
        for node in range(start[other], start[other + 1]):
            one = item[node]
            end = first[one] + size[one]
            if where[one] < front and place[node] < end:
                swap(cell, place, place[node], end - ONE)
                size[one] -= 1


@njit(cache=True)
def smallest_active(active, front, size, main):
    best = 0
    for k in range(front):
        one = active[k]
        if 0 < one <= main and (
            best == 0 or size[one] < size[best] or (size[one] == size[best] and one < best)
        ):
            best = one
    return best


@njit(cache=True)
def sorted_options(into, option, cell, first, many):
    """Copy the options of an item in their order, as the other two try them."""
    for k in range(many):
        one, place = option[cell[first + k]], np.int64(k)
        while place > 0 and into[place - 1] > one:
            into[place] = into[place - 1]
            place -= 1
        into[place] = one
    return many


WAYS = {"links": (links_of, by_links), "copies": (lists_of, by_copies)}
WAYS["sparse sets"] = sets_of, by_sets


def run(matrix: Matrix, way: str, most: int = EVERY) -> tuple[Walk, float]:
    """Search for at most so many nodes; return also the seconds of processor time of the search.

    >>> from puzzlelib.search import cover_of
    >>> run(matrix_of(cover_of(["ac", "bc", "b"], secondary="c")), "links")[0][:2]
    (2, 1)
    """
    prepare, search = WAYS[way]
    arrays = prepare(matrix)
    start = process_time()
    ran = search(*arrays, np.uint32(matrix.main), np.int64(most))
    return Walk(*ran), process_time() - start
