"""The arrays of the compiled census, and what is asked of it: for the kernel and whoever starts it."""

from typing import NamedTuple

from ...compiled.kernel_layout import INT16_2, INT16_3, INT32, INT64, INT64_2, UINT8, UINT8_2, UINT16, UINT64

COMBINE, PULL, SHUFFLE = range(3)  # what is asked


class Board(NamedTuple):
    """The icosahedron, its tiles and its instances, in arrays. S: 120 symmetries."""

    rings: INT64_2  # (5544, 5): pegs of B to F
    orders: INT64_2  # (720, 6): orders of what is left, for G to L
    fewer: INT64  # (4096,): how many bits a number has
    number: INT64  # (11 ** 5,): the number of a ring, by its pegs minus 2 as digits
    add: INT64_2  # (20, 42): the sums that a byte on a face adds
    outside: INT64  # (20,): the bits of vertices that are not at a face
    plain: UINT8  # (42,): each byte, without its turn where the tile is a xxx
    around: INT64_2  # (13, 20): the faces around each vertex (five are given), and all
    beside: INT64_2  # (12, 5): the neighbours of each vertex
    pick: INT16_3  # (12, 12, 2): what takes a vertex to A and a neighbour to B, plain and mirrored
    frame: UINT8_2  # (S, 12): the vertex that comes to A, B, …
    face: UINT8_2  # (S, 20): the face to which each face goes
    change: UINT8_2  # (S, 20): what becomes of its tile there, 3 * mirrored + turn
    back: UINT8_2  # (6, 42): for each such change and each byte, the byte that was there before


class State(NamedTuple):
    """What is covered."""

    rows: UINT8_2  # (3991680, 20): the witnesses
    age: UINT16  # (3991680,): the round in which each was found, 0: open
    todo: INT16_2  # (5544, 720): for each ring the orders that are open, in front
    left: INT64  # (5544,): how many


class Parts(NamedTuple):
    """Caps around A, belts and caps around L that can be combined, all from one division of the tiles."""

    upper: INT64_2  # (T, 5): what a cap adds to B to F
    upper_rows: UINT8_2  # (T, 5)
    start: INT32  # (10 ** 5 + 1,): belts begin here, by what they add to B to F
    belts: INT64  # (M,): what a belt adds to G to K, in fields
    belt_rows: UINT8_2  # (M, 10)
    lower: INT32  # (8 ** 5,): a cap around L, by what it adds to G to K, or -1
    lower_rows: UINT8_2  # (N, 5)


class Here(NamedTuple):
    """Where a thread is: room that it works in."""

    goal: INT64  # (720,): the sums that G to K must get, in fields, for each open order of a ring
    pegs: INT64  # (12,): of the open instance
    place: INT64  # (13,): the vertex of each peg
    low: INT64  # (6,): the pegs for G to L, in order
    at: INT64  # (20,): a witness, maybe
    chance: UINT64  # (1,): see `draw`


class Deal(NamedTuple):
    """Rows of tiles by chance."""

    tiles: INT64  # bytes of turn 0
    plain: UINT8  # (42,): as in Board
    chance: UINT64  # (1,): see `draw`
    rows: UINT8_2  # each will be all the tiles
