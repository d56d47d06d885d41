"""The inner loops of the tables of a disc and of their join, made into machine code by numba.

All of them run along contiguous numbers: a tile adds a constant to the place of every state, so a layer is
shifted and added as a whole; and two tables are multiplied for LANES choices of tiles at a time.
"""

import numpy as np
from numba import njit

LANES = 64  # choices of tiles side by side in a slab
HALF = LANES // 2  # lanes after which there are the mirror images of the first ones


def fast(function):
    """Compiled, without Python's lock, and kept on disk where there is a folder for it."""
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:  # no folder that can be written to
        return njit(nogil=True)(function)


def inlined(function):
    """Compiled into whatever calls it: for what is called ten million times a second."""
    return njit(nogil=True, forceinline=True)(function)


@inlined
def add(target, source):
    for i in range(len(target)):  # shorter than the source at the end of a row: behind it are no states
        target[i] += source[i]


@fast
def pour(before, after, ranks, place, weight, radix, begin, offset, goal):
    """One more face: each state of `before`, with each tile in each turn, into `after`.

    Both are uint32 (tiles used, planes, cells). `ranks`: the tiles used in `after`; `place`: where a rank
    stands in `before`, or -1. Way w adds offset[w] to a cell and takes plane a to goal[w, a], or -1.
    """
    cells = before.shape[2]
    for group in range(len(ranks)):
        after[group] = 0
        for t in range(len(weight)):
            used = ranks[group] // weight[t] % radix[t]
            source = place[ranks[group] - weight[t]] if used else -1
            for w in range(begin[t], begin[t + 1] if source >= 0 else 0):
                for plane in range(before.shape[1]):
                    if goal[w, plane] >= 0:
                        row = after[group, goal[w, plane]]
                        add(row[offset[w] : offset[w] + cells], before[source, plane])


@fast
def turn_over(table, rows, slabs):
    """A table (tiles used, cells) as slabs (S, cells, LANES); rows, int64 (S, LANES): what stands where, -1:
    nothing."""
    cells = table.shape[1]
    for slab in range(len(rows)):
        for start in range(0, cells, 16):
            for lane in range(LANES):
                row = rows[slab, lane]
                for cell in range(start, min(start + 16, cells)):
                    slabs[slab, cell, lane] = table[row, cell] if row >= 0 else 0


@fast
def matches(pegs, total, most, strides, scratch):
    """How two discs share the pegs of the ring: where the pairs of cells stand in `scratch`, and how many.

    `total`: the dots that the upper disc brings in all. most, strides (2, R): the most dots that either disc
    brings to a vertex, and what a dot there adds to its cell. scratch, int32 (2, rows, 3): upper cell, lower
    cell, and the dots that are still to come; vertex by vertex from one half into the other.
    """
    high = least = 0
    for v in range(len(pegs)):
        high += min(pegs[v], most[0, v])
        least += max(0, pegs[v] - most[1, v])
    here, count = 0, 1
    scratch[0, 0, 0], scratch[0, 0, 1], scratch[0, 0, 2] = 0, 0, total
    for v in range(len(pegs)):
        low, top = max(0, pegs[v] - most[1, v]), min(pegs[v], most[0, v])
        high, least = high - top, least - low
        bounds = low, top, least, high
        count = widen(scratch[here], scratch[1 - here], count, bounds, pegs[v], strides[0, v], strides[1, v])
        here = 1 - here
    return here, count


@fast
def widen(before, after, count, bounds, peg, above, below):
    """Each row with all the dots that one more vertex may have, if the later ones can bring the rest."""
    low, top, least, high = bounds
    end = 0
    for row in range(count):
        up, down, rest = before[row, 0], before[row, 1] + peg * below, before[row, 2]
        for dots in range(max(low, rest - high), min(top, rest - least) + 1):
            after[end, 0], after[end, 1], after[end, 2] = up + dots * above, down - dots * below, rest - dots
            end += 1
    return end


@inlined
def product(up, down):
    total = np.uint64(0)
    for lane in range(LANES):
        total += np.uint64(up[lane]) * np.uint64(down[lane])
    return total


@inlined
def product_in_mirror(up, down):
    """The same, with the mirror images of the tiles below."""
    total = np.uint64(0)
    for lane in range(HALF):
        total += np.uint64(up[lane]) * np.uint64(down[HALF + lane])
        total += np.uint64(up[HALF + lane]) * np.uint64(down[lane])
    return total


@fast
def join(upper, lower, mirrored, pegs, total, most, strides, scratch, numbers):
    """Add to each instance's number what some slabs of the upper disc and those of the lower disc give.

    In all upper slabs the tiles have the same number of dots; `total` of them are for the ring. mirrored,
    strides, pegs, numbers: for each instance whether the lower disc is seen in a mirror, see `matches`, the
    pegs of the ring, and where to add.
    """
    for i in range(len(pegs)):
        half, count = matches(pegs[i], total, most, strides[i], scratch)
        for slab in range(len(upper)):
            over, under = upper[slab], lower[slab]
            if mirrored[i]:
                for row in range(count):
                    numbers[i] += product_in_mirror(over[scratch[half, row, 0]], under[scratch[half, row, 1]])
            else:
                for row in range(count):
                    numbers[i] += product(over[scratch[half, row, 0]], under[scratch[half, row, 1]])
