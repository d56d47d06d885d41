"""The arrays of the compiled census, and its tasks, as `witnesses.c` reads them."""

from typing import NamedTuple

from ...compiled.arrays import array

COMBINE, PULL, SHUFFLE = range(3)


class CensusBoard(NamedTuple):
    """The icosahedron, its tiles and its instances."""

    rings: array("int64", 5544, 5)  # pegs of B to F
    orders: array("int64", 720, 6)  # orders of the other six, for G to L
    fewer: array("int64", 4096)  # the number of bits of each number
    number: array("int64", 11**5)  # the number of a ring, by its pegs minus 2 as digits
    add: array("int64", 20, 42)  # the sums that a byte on a face adds
    outside: array("int64", 20)  # the bits of vertices that are not at a face
    plain: array("uint8", 42)  # each byte, without its turn where the tile is a xxx
    around: array("int64", 13, 20)  # the faces around each vertex (the first five), and all faces
    beside: array("int64", 12, 5)  # the neighbours of each vertex
    pick: array("int16", 12, 12, 2)  # the symmetry that takes two to A and B, plain and mirrored
    frame: array("uint8", 120, 12)  # for each symmetry, the vertex that comes to A, B, …
    face: array("uint8", 120, 20)  # the face to which each face goes
    change: array("uint8", 120, 20)  # what becomes of its tile there, 3 * mirrored + turn
    back: array("uint8", 6, 42)  # for each such change and each byte, the byte before it


class CensusState(NamedTuple):
    """The witnesses so far, and the open instances."""

    rows: array("uint8", 5544 * 720, 20)  # the witnesses
    age: array("uint16", 5544 * 720)  # the round in which each was found, 0: open
    todo: array("int16", 5544, 720)  # for each ring the open orders, in front
    left: array("int64", 5544)  # the number of open orders


class Parts(NamedTuple):
    """Caps around A, belts and caps around L that can be combined, from one division of the
    tiles."""

    upper: array("int64", "t", 5)  # what a cap adds to B to F
    upper_rows: array("uint8", "t", 5)
    start: array("int32", 10**5 + 1)  # the first belt, by what belts add to B to F
    belts: array("int64", "m")  # what a belt adds to G to K, in fields
    belt_rows: array("uint8", "m", 10)
    lower: array("int32", 8**5)  # a cap around L, by what it adds to G to K, or -1
    lower_rows: array("uint8", "_", 5)


class Shuffle(NamedTuple):
    """Rows to be filled with tiles in random order and random turns."""

    tiles: array("int64", "n")  # bytes of turn 0
    plain: array("uint8", 42)  # as in CensusBoard
    chance: array("uint64", 1)  # the state of the random numbers
    rows: array("uint8", "_", "n")  # each gets all the tiles
