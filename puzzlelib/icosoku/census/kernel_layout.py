"""The arrays of the compiled census, and its tasks: for the kernel and its callers."""

from typing import NamedTuple

from ...compiled.kernel_layout import INT16_2, INT16_3, INT32, INT64, INT64_2, UINT8, UINT8_2, UINT16, UINT64

COMBINE, PULL, SHUFFLE = range(3)


class CensusBoard(NamedTuple):
    """The icosahedron, its tiles and its instances. S: 120 symmetries."""

    rings: INT64_2  # (5544, 5): pegs of B to F
    orders: INT64_2  # (720, 6): orders of the other six, for G to L
    fewer: INT64  # (4096,): the number of bits of each number
    number: INT64  # (11 ** 5,): the number of a ring, by its pegs minus 2 as digits
    add: INT64_2  # (20, 42): the sums that a byte on a face adds
    outside: INT64  # (20,): the bits of vertices that are not at a face
    plain: UINT8  # (42,): each byte, without its turn where the tile is a xxx
    around: INT64_2  # (13, 20): the faces around each vertex (the first five), and all faces
    beside: INT64_2  # (12, 5): the neighbours of each vertex
    pick: INT16_3  # (12, 12, 2): the symmetry that takes two to A and B, plain and mirrored
    frame: UINT8_2  # (S, 12): the vertex that comes to A, B, …
    face: UINT8_2  # (S, 20): the face to which each face goes
    change: UINT8_2  # (S, 20): what becomes of its tile there, 3 * mirrored + turn
    back: UINT8_2  # (6, 42): for each such change and each byte, the byte before it


class CensusState(NamedTuple):
    """The witnesses so far, and the open instances."""

    rows: UINT8_2  # (3991680, 20): the witnesses
    age: UINT16  # (3991680,): the round in which each was found, 0: open
    todo: INT16_2  # (5544, 720): for each ring the open orders, in front
    left: INT64  # (5544,): the number of open orders


class Parts(NamedTuple):
    """Caps around A, belts and caps around L that can be combined, from one division of the
    tiles."""

    upper: INT64_2  # (T, 5): what a cap adds to B to F
    upper_rows: UINT8_2  # (T, 5)
    start: INT32  # (10 ** 5 + 1,): the first belt, by what belts add to B to F
    belts: INT64  # (M,): what a belt adds to G to K, in fields
    belt_rows: UINT8_2  # (M, 10)
    lower: INT32  # (8 ** 5,): a cap around L, by what it adds to G to K, or -1
    lower_rows: UINT8_2  # (N, 5)


class Scratch(NamedTuple):
    """Scratch arrays of one thread."""

    goal: INT64  # (720,): the sums that G to K must get, in fields, for each open order of a ring
    pegs: INT64  # (12,): of the open instance
    place: INT64  # (13,): the vertex of each peg
    low: INT64  # (6,): the pegs for G to L, in order
    at: INT64  # (20,): a candidate for a witness
    chance: UINT64  # (1,): the state of `draw`


class Shuffle(NamedTuple):
    """Rows to be filled with tiles in random order and random turns."""

    tiles: INT64  # bytes of turn 0
    plain: UINT8  # (42,): as in CensusBoard
    chance: UINT64  # (1,): the state of `draw`
    rows: UINT8_2  # each gets all the tiles
