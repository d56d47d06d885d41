"""The inner loops of the tables of a disc and of their join, made into machine code by numba.

All of them run along contiguous numbers: a tile adds a constant to the place of every state, so a
layer is shifted and added as a whole; and two tables are multiplied for LANES choices of tiles at a
time.
"""

import numpy as np
from numba import njit

LANES = 64  # choices of tiles side by side in a slab
HALF = LANES // 2  # lanes after which there are the mirror images of the first ones
BELOW = LANES + HALF  # lanes of a lower slab: the first ones again at the end
AT_ONCE = 1 << 20  # pairs of rows that are listed before they are multiplied
LOW, BITS = np.uint64(0xFFFFFFFF), np.uint64(32)


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
    for i in range(len(target)):  # shorter than the source at the end of a row
        target[i] += source[i]


@fast
def pour(before, after, ranks, place, weight, radix, begin, offset, goal, anew):
    """One more face: each state of `before`, with each tile in each turn, into `after`.

    Both are uint32 (tiles used, planes, cells). `ranks`: the tiles used in `after`; `place`: where
    a rank stands in `before`, or -1. Way w adds offset[w] to a cell and takes plane a to goal[w,
    a], or -1. anew: so far nothing is in `after`.
    """
    cells = before.shape[2]
    for group in range(len(ranks)):
        if anew:
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
def turn_over(table, rows, begin, cells, slabs):
    """A table (tiles used, cells) as slabs, one after the other: (all their rows, lanes).

    rows, int64 (S, lanes): what stands where; begin, int64 (S + 1): where each slab's rows start;
    cells: the cell of each row. -1: nothing there.
    """
    for slab in range(len(rows)):
        for start in range(begin[slab], begin[slab + 1], 16):
            end = min(start + 16, begin[slab + 1])
            for lane in range(rows.shape[1]):
                row = rows[slab, lane]
                for here in range(start, end):
                    there = row >= 0 and cells[here] >= 0
                    slabs[here, lane] = table[row, cells[here]] if there else 0


@fast
def matches(pegs, total, most, strides, scratch):
    """Share the pegs of the ring between two discs in all ways; return the half of `scratch` that
    holds the pairs of cells, and their number.

    `total`: the dots that the upper disc brings in all. most, strides (2, R): the most dots that
    either disc brings to a vertex, and what a dot there adds to its cell. scratch, int32 (2, rows,
    3): upper cell, lower cell, and the dots that are still to come; vertex by vertex from one half
    into the other.
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
    """Each row with all the dots that one more vertex may have, if the later ones can bring the
    rest."""
    low, top, least, high = bounds
    end = 0
    for row in range(count):
        up, down, rest = before[row, 0], before[row, 1] + peg * below, before[row, 2]
        for dots in range(max(low, rest - high), min(top, rest - least) + 1):
            after[end, 0], after[end, 1], after[end, 2] = up + dots * above, down - dots * below, rest - dots
            end += 1
    return end


@inlined
def product(upper, lower, turned, pairs, sums):
    """Two rows for each pair, multiplied lane by lane, and all added up; of the lower one, from
    `turned` on.

    A number has 32 bits, and two of them are read at once.
    """
    sums[:] = 0
    for k in range(len(pairs)):
        up, down = upper[pairs[k, 0]], lower[pairs[k, 1]][turned:]
        for i in range(HALF):
            sums[i] += (up[i] & LOW) * (down[i] & LOW) + (up[i] >> BITS) * (down[i] >> BITS)
    return sums.sum()


@fast
def join(upper, lower, starts, places, mirrored, pegs, total, most, strides, scratch, pairs, numbers):
    """Add to each instance's number what some slabs of the upper disc and those of the lower disc
    give.

    upper, lower: uint64 (all rows, HALF) and (all rows, BELOW / 2). starts (S, 2): where these
    slabs begin. In all upper slabs the tiles have the same number of dots; `total` of them are for
    the ring. places: for either disc the row of each cell. mirrored, strides, pegs, numbers: for
    each instance whether the lower disc is seen in a mirror, see `matches`, the pegs of the ring,
    and where to add. scratch, and pairs, uint32 (AT_ONCE or more, 2): room. A slab stays in the
    cache while many instances are joined in it.
    """
    sums, ends, first = np.zeros(HALF, np.uint64), np.zeros(len(pegs) + 1, np.int64), 0
    while first < len(pegs):
        last = first
        ends[first] = 0
        while last < len(pegs) and ends[last] + len(scratch[0]) <= len(pairs):
            half, many = matches(pegs[last], total, most, strides[last], scratch)
            for k in range(many):
                pairs[ends[last] + k, 0] = places[0][scratch[half, k, 0]]
                pairs[ends[last] + k, 1] = places[1][scratch[half, k, 1]]
            ends[last + 1] = ends[last] + many
            last += 1
        for slab in range(len(starts)):
            over, under = upper[starts[slab, 0] :], lower[starts[slab, 1] :]
            for i in range(first, last):
                turned = HALF // 2 if mirrored[i] else 0
                numbers[i] += product(over, under, turned, pairs[ends[i] : ends[i + 1]], sums)
        first = last
