"""The inner loops of the tables of a disc and of their join, in machine code: `discs.c`.

All of them run along contiguous numbers: a tile adds a constant to the place of every state, so a
layer is shifted and added as a whole; and two tables are multiplied for LANES choices of tiles at a
time.
"""

from typing import NamedTuple

import numpy as np

from puzzlelib.compiled.arrays import array, call

LANES = 64  # choices of tiles side by side in a slab
HALF = LANES // 2  # lanes after which there are the mirror images of the first ones
BELOW = LANES + HALF  # lanes of a lower slab: the first ones again at the end
AT_ONCE = 1 << 20  # pairs of rows that are listed before they are multiplied


class Pour(NamedTuple):
    """One more face: see `pour`."""

    before: array("uint32", "_", "planes", "_")  # tiles used, planes, cells
    after: array("uint32", "groups", "_", "_")
    ranks: array("int64", "groups")  # the tiles used in `after`
    place: array("int32", "_")  # where a rank is in `before`, or -1
    weight: array("int64", "types")
    radix: array("int64", "types")
    begin: array("int64", "types+1")  # the first way of each type
    offset: array("int64", "ways")  # what a way adds to a cell
    goal: array("int64", "ways", "planes")  # the plane to which it takes each plane, or -1


class Turn(NamedTuple):
    """A table as slabs: see `turn_over`."""

    table: array("uint32", "_", "_")  # tiles used, cells
    rows: array("int64", "slabs", "_")  # what is in each lane of a slab, or -1
    begin: array("int64", "slabs+1")  # where each slab's rows start
    cells: array("int32", "rows")  # the cell of each row, or -1
    slabs: array("uint32", "rows", "_")  # all rows, lanes


class Join(NamedTuple):
    """Some slabs of both discs, and n instances: see `join`."""

    upper: array("uint64", "_", HALF)
    lower: array("uint64", "_", BELOW // 2)
    starts: array("int64", "_", 2)  # where these slabs begin
    above: array("int32", "_")  # the row of each cell of the upper disc
    below: array("int32", "_")
    mirrored: array("bool", "n")  # whether the lower disc is seen in a mirror
    pegs: array("int64", "n", "ring")
    most: array("int64", 2, "ring")  # the most dots that either disc brings to a vertex
    strides: array("int64", "n", 2, "ring")  # what a dot there adds to its cell
    scratch: array("int32", 2, "_", 3)  # upper cell, lower cell, dots that are still to come
    pairs: array("uint32", "_", 2)
    ends: array("int64", "n+1")  # of the pairs of each instance
    numbers: array("uint64", "n")


def pour(before, after, ranks, place, weight, radix, begin, offset, goal, anew: bool) -> None:
    """Lay each tile in each turn on one more face, in each state of `before`: into `after`.

    Both are (tiles used, planes, cells). anew: so far nothing is in `after`.
    """
    call("pour_disc", Pour(before, after, ranks, place, weight, radix, begin, offset, goal), int(anew))


def turn_over(table, rows, begin, cells, slabs) -> None:
    """Write a table as slabs, one after the other."""
    call("turn_over", Turn(table, rows, begin, cells, slabs))


def join(upper, lower, starts, places, mirrored, pegs, total, most, strides, scratch, pairs, numbers) -> None:
    """Add to each instance's number what some slabs of the upper disc and those of the lower disc
    give.

    In all upper slabs the tiles have the same number of dots; `total` of them are for the ring.
    `pairs` has room for AT_ONCE and those of one instance.
    """
    ends = np.zeros(len(pegs) + 1, np.int64)
    arrays = mirrored, pegs, most, strides, scratch, pairs, ends, numbers
    call("join_discs", Join(upper, lower, starts, *places, *arrays), total)
