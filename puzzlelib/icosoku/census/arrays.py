"""The arrays of the census: the icosahedron and its instances, the witnesses, and parts to
combine."""

import random
from collections import Counter
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from ...compiled.arrays import array, call
from ..polyhedron import icosahedron
from ..puzzle import TILES, Placed, dots, turns
from .instances import BELOW, RINGS, byte, byte_meanings, geometry, move_tile, orders, ring_numbers, rings

COMBINE, PULL, SHUFFLE = range(3)  # tasks of witnesses.c
DIVISIONS = 30  # random divisions of the tiles, of which the best is taken
BELTS = 60_000  # belts drawn for each division of the tiles


# -------- the arrays of witnesses.c


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


def make_board() -> CensusBoard:
    solid = icosahedron()
    around = [[face for face, _ in faces] + [0] * 15 for faces in solid.around]
    back = [[byte(move_tile(one, change)) for one in byte_meanings()] for change in (0, 2, 1, 3, 4, 5)]
    arrays = CensusBoard(
        rings=rings(),
        orders=orders(),
        number=ring_numbers(),
        fewer=np.array([bits.bit_count() for bits in range(1 << 12)]),
        add=byte_sums(*digits(16, 0, 12)),
        outside=~np.array([sum(15 << 4 * v for v in corners) for corners in solid.corners]),
        plain=plain_bytes(),
        around=np.array([*around, range(20)]),
        back=np.array(back, np.uint8),
        **vars(geometry()),
    )
    return CensusBoard(*map(np.ascontiguousarray, arrays))


def open_state() -> CensusState:
    """Return the state before the first step: every instance is open."""
    rows = RINGS * BELOW
    return CensusState(
        rows=np.full((rows, len(TILES)), 255, np.uint8),
        age=np.zeros(rows, np.uint16),
        todo=np.tile(np.arange(BELOW, dtype=np.int16), (RINGS, 1)),
        left=np.full(RINGS, BELOW),
    )


@cache
def byte_sums(*weights: int) -> np.ndarray:
    """Return the weighted dots of each byte on each face, vertex v counting weights[v] times: (20,
    42)."""
    tiles = np.array([dots(*placed) for placed in byte_meanings()])
    return np.array([[weights[v] for v in corners] for corners in icosahedron().corners]) @ tiles.T


def digits(base: int, first: int, many: int) -> tuple[int, ...]:
    """Return weights that put the sums of some vertices side by side, as digits.

    >>> digits(10, 1, 5)
    (0, 1, 10, 100, 1000, 10000, 0, 0, 0, 0, 0, 0)
    """
    return tuple(base ** (v - first) if first <= v < first + many else 0 for v in range(12))


def weighted_dots(weights: tuple[int, ...], first: int, rows: np.ndarray) -> np.ndarray:
    """Return the weighted dots of each row of bytes, laid on the faces from `first` on."""
    table = byte_sums(*weights)
    return sum(table[first + i].take(rows[:, i]) for i in range(rows.shape[1]))


def open_ring(left: np.ndarray, chance: random.Random) -> list[int]:
    """Return the pegs of B to F of a random open instance."""
    place = chance.randrange(max(1, int(left.sum())))
    return rings()[min(np.searchsorted(np.cumsum(left), place, side="right"), RINGS - 1)].tolist()


# -------- parts


def make_parts(chance: random.Random, goal: int) -> Parts:
    """Divide the tiles; lay the caps in all ways, belts at random. B to F tend to sum to `goal`."""
    tiles = [byte(Placed(tile, 0)) for tile in divide_tiles(chance, goal)]
    above, upper_rows = make_caps(tiles[:5], 0, digits(8, 1, 5), digits(1, 0, 1))
    below, lower_rows = make_caps(tiles[15:], 15, digits(8, 6, 5))
    order = np.array(chance.sample(range(len(above)), len(above)), np.int64)
    upper, lower = above[order, None] >> np.arange(0, 15, 3) & 7, np.full(8**5, -1, np.int32)
    lower[below] = np.arange(len(below))
    return Parts(upper, upper_rows[order], *make_belts(tiles[5:15], chance), lower, lower_rows)


def divide_tiles(chance: random.Random, goal: int) -> list[int]:
    """Return the tiles: five for the cap around A, ten for the belt, five for the cap around L.

    The mean sum of B to F is near `goal`: all dots around A but one, and half of the belt's.
    """

    def distance(tiles: list) -> float:
        return abs(sum(map(sum, tiles[:5])) - 1 + sum(map(sum, tiles[5:15])) / 2 - goal)

    return min((random_division(chance) for _ in range(DIVISIONS)), key=distance)


def random_division(chance: random.Random) -> list[int]:
    """Return a random division whose caps reach many sums: corners without dots around A, five
    different tiles around L."""
    above = chance.sample([tile for tile in TILES if 0 in tile], 5)
    rest = list((Counter(TILES) - Counter(above)).elements())
    below = chance.sample([tile for tile in dict.fromkeys(rest) if len(turns(tile)) > 1], 5)
    return [*above, *(Counter(rest) - Counter(below)).elements(), *below]


def make_caps(
    tiles: list[int], first: int, weights: tuple[int, ...], apex: tuple[int, ...] = ()
) -> tuple[np.ndarray, np.ndarray]:
    """Lay five tiles in all ways on the faces from `first` on; return the different sums, and a row
    of bytes for each. With the weights of an `apex`, only those that bring one dot there."""
    turned = np.array(list(permutations(tiles)))[:, None] + np.array(list(product(range(3), repeat=5)))
    rows = plain_bytes()[turned.reshape(-1, 5)]
    if apex:
        rows = rows[weighted_dots(apex, first, rows) == 1]
    found = np.full(8**5, -1, np.int32)
    found[weighted_dots(weights, first, rows)] = np.arange(len(rows))
    sums = np.flatnonzero(found >= 0)
    return sums, rows[found[sums]]


@cache
def plain_bytes() -> np.ndarray:
    """Return each byte from 0 to 41, without the turn where it is a tile xxx."""
    return np.array([byte(placed) for placed in byte_meanings()], np.uint8)


def make_belts(tiles: list[int], chance: random.Random) -> tuple[np.ndarray, ...]:
    """Return random belts sorted by what they add to B to F: the first one of each such sum, what
    they add to G to K, rows of bytes."""
    rows = np.empty((BELTS, 10), np.uint8)
    number = np.array([chance.getrandbits(63) + 1], np.uint64)
    shuffle = Shuffle(np.array(tiles), plain_bytes(), number, rows)
    call("witnesses", None, None, None, shuffle, SHUFFLE, 0, 0, 0, 0, 0)
    above = weighted_dots(digits(10, 1, 5), 5, rows)
    order = np.argsort(above, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(above, minlength=10**5))]).astype(np.int32)
    return start, weighted_dots(digits(32, 6, 5), 5, rows)[order], rows[order]


# -------- the compiled steps, on the rings from `first` to `last` only


def combine(
    board: CensusBoard, state: CensusState, parts: Parts, first: int, last: int, now: int, limit: int
) -> None:
    """Cover each ring by at most `limit` caps around A with belts: all orders that a cap around L
    completes."""
    call("witnesses", board, state, parts, None, COMBINE, first, last, now, 0, limit)


def pull(
    board: CensusBoard, state: CensusState, first: int, last: int, now: int, seed: int, tries: int
) -> None:
    """Ask the neighbours of each open instance for a witness that one move turns into its own: each
    neighbour once, or `tries` times a random one after a random move."""
    call("witnesses", board, state, None, None, PULL, first, last, now, seed, tries)
