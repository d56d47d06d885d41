"""The arrays on which the census works: the icosahedron and its instances, what is covered, and parts that
can be combined."""

import random
from collections import Counter
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from ..polyhedron import icosahedron
from ..puzzle import TILES, Placed, dots, turns
from .instances import BELOW, RINGS, byte, carried, geometry, laid, orders, ring_numbers, rings

DEALS = 30  # of so many by chance, the one that suits best is taken
BELTS = 60_000  # belts drawn for each division of the tiles


class Board(NamedTuple):
    """The icosahedron, its tiles and its instances, in arrays. S: 120 symmetries."""

    rings: np.ndarray  # int64 (5544, 5): pegs of B to F
    orders: np.ndarray  # int64 (720, 6): orders of what is left, for G to L
    fewer: np.ndarray  # int64 (4096,): how many bits a number has
    number: np.ndarray  # int64 (11 ** 5,): the number of a ring, by its pegs minus 2 as digits
    add: np.ndarray  # int64 (20, 42): the sums that a byte on a face adds
    outside: np.ndarray  # int64 (20,): the bits of vertices that are not at a face
    plain: np.ndarray  # uint8 (42,): each byte, without its turn where the tile is a xxx
    around: np.ndarray  # int64 (13, 20): the faces around each vertex (five are given), and all
    beside: np.ndarray  # int64 (12, 5): the neighbours of each vertex
    pick: np.ndarray  # int16 (12, 12, 2): what takes a vertex to A and a neighbour to B, plain and mirrored
    frame: np.ndarray  # uint8 (S, 12): the vertex that comes to A, B, …
    face: np.ndarray  # uint8 (S, 20): the face to which each face goes
    change: np.ndarray  # uint8 (S, 20): what becomes of its tile there, 3 * mirrored + turn
    back: np.ndarray  # uint8 (6, 42): for each such change and each byte, the byte that was there before


class State(NamedTuple):
    """What is covered."""

    rows: np.ndarray  # uint8 (3991680, 20): the witnesses
    age: np.ndarray  # uint16 (3991680,): the round in which each was found, 0: open
    todo: np.ndarray  # int16 (5544, 720): for each ring the orders that are open, in front
    left: np.ndarray  # int64 (5544,): how many


class Parts(NamedTuple):
    """Caps around A, belts and caps around L that can be combined, all from one division of the tiles."""

    upper: np.ndarray  # int64 (T, 5): what a cap adds to B to F
    upper_rows: np.ndarray  # uint8 (T, 5)
    start: np.ndarray  # int32 (10 ** 5 + 1,): belts begin here, by what they add to B to F
    belts: np.ndarray  # int64 (M,): what a belt adds to G to K, in fields
    belt_rows: np.ndarray  # uint8 (M, 10)
    lower: np.ndarray  # int32 (8 ** 5,): a cap around L, by what it adds to G to K, or -1
    lower_rows: np.ndarray  # uint8 (N, 5)


# -------- board and state


def board() -> Board:
    solid = icosahedron()
    around = [[face for face, _ in faces] + [0] * 15 for faces in solid.around]
    return Board(
        rings=rings(),
        orders=orders(),
        number=ring_numbers(),
        fewer=np.array([bits.bit_count() for bits in range(1 << 12)]),
        add=added(*digits(16, 0, 12)),
        outside=~np.array([sum(15 << 4 * v for v in corners) for corners in solid.corners]),
        plain=plain(),
        around=np.array([*around, range(20)]),
        back=undone(),
        **vars(geometry()),
    )


def undone() -> np.ndarray:
    """What each byte was before each of the six changes: see `carried`."""
    back = (0, 2, 1, 3, 4, 5)
    return np.array([[byte(carried(placed, change)) for placed in laid()] for change in back], np.uint8)


def state(rings: int = RINGS) -> State:
    """Everything open."""
    rows = rings * BELOW
    return State(
        rows=np.full((rows, len(TILES)), 255, np.uint8),
        age=np.zeros(rows, np.uint16),
        todo=np.tile(np.arange(BELOW, dtype=np.int16), (rings, 1)),
        left=np.full(rings, BELOW),
    )


@cache
def added(*weights: int) -> np.ndarray:
    """What each byte on each face adds to a number in which vertex v counts weights[v] times: int64 (20,
    42)."""
    tiles = np.array([dots(*placed) for placed in laid()])
    return np.array([[weights[v] for v in corners] for corners in icosahedron().corners]) @ tiles.T


def digits(base: int, first: int, many: int) -> tuple[int, ...]:
    """Weights that put the sums of some vertices side by side, as digits.

    >>> digits(10, 1, 5)
    (0, 1, 10, 100, 1000, 10000, 0, 0, 0, 0, 0, 0)
    """
    return tuple(base ** (v - first) if first <= v < first + many else 0 for v in range(12))


def totals(weights: tuple[int, ...], first: int, rows: np.ndarray) -> np.ndarray:
    """What each row of bytes adds, laid on the faces from `first` on."""
    table = added(*weights)
    return sum(table[first + i][rows[:, i]] for i in range(rows.shape[1]))


def open_ring(left: np.ndarray, chance: random.Random) -> list[int]:
    """The pegs of B to F of an open instance by chance."""
    place = chance.randrange(max(1, int(left.sum())))
    return rings()[min(np.searchsorted(np.cumsum(left), place, side="right"), RINGS - 1)].tolist()


# -------- parts


def divided(chance: random.Random, goal: int, many: int = BELTS) -> Parts:
    """Deal the tiles out; lay the caps in all ways, and `many` belts by chance; B to F tend to sum to
    `goal`."""
    tiles = [byte(Placed(tile, 0)) for tile in dealt(chance, goal)]
    above, upper_rows = caps(tiles[:5], 0, digits(8, 1, 5), digits(1, 0, 1))
    below, lower_rows = caps(tiles[15:], 15, digits(8, 6, 5))
    order = np.array(chance.sample(range(len(above)), len(above)), np.int64)
    upper, lower = above[order, None] >> np.arange(0, 15, 3) & 7, np.full(8**5, -1, np.int32)
    lower[below] = np.arange(len(below))
    return Parts(upper, upper_rows[order], *belts(tiles[5:15], chance, many), lower, lower_rows)


def dealt(chance: random.Random, goal: int) -> list[int]:
    """The tiles, five for the cap around A, ten for the belt, five for the cap around L. B to F tend to sum
    to `goal`: at the mean to all dots around A but one, and half of the belt's."""

    def tendency(tiles: list) -> float:
        return sum(map(sum, tiles[:5])) - 1 + sum(map(sum, tiles[5:15])) / 2

    return min((deal(chance) for _ in range(DEALS)), key=lambda tiles: abs(tendency(tiles) - goal))


def deal(chance: random.Random) -> list[int]:
    """Tiles by chance, such that the caps reach many sums: corners without dots around A, five different
    tiles around L."""
    above = chance.sample([tile for tile in TILES if 0 in tile], 5)
    rest = list((Counter(TILES) - Counter(above)).elements())
    below = chance.sample([tile for tile in dict.fromkeys(rest) if len(turns(tile)) > 1], 5)
    return [*above, *(Counter(rest) - Counter(below)).elements(), *below]


def caps(
    tiles: list[int], first: int, weights: tuple[int, ...], apex: tuple[int, ...] = ()
) -> tuple[np.ndarray, np.ndarray]:
    """All ways to lay five tiles (bytes) on the faces from `first` on: their different sums, and a row of
    bytes for each. With the weights of an `apex`, only those that bring one dot there."""
    turned = np.array(list(permutations(tiles)))[:, None] + np.array(list(product(range(3), repeat=5)))
    rows = plain()[turned.reshape(-1, 5)]
    if apex:
        rows = rows[totals(apex, first, rows) == 1]
    found = np.full(8**5, -1, np.int32)
    found[totals(weights, first, rows)] = np.arange(len(rows))
    sums = np.flatnonzero(found >= 0)
    return sums, rows[found[sums]]


@cache
def plain() -> np.ndarray:
    """Each byte from 0 to 41, without the turn where it is a tile xxx."""
    return np.array([byte(placed) for placed in laid()], np.uint8)


def belts(tiles: list[int], chance: random.Random, many: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Belts sorted by what they add to B to F: where each such sum begins, what they add to G to K, rows of
    bytes."""
    from .kernel import shuffled

    rows = np.empty((many, 10), np.uint8)
    shuffled(np.array(tiles), plain(), np.array([chance.getrandbits(63) + 1], np.uint64), rows)
    above = totals(digits(10, 1, 5), 5, rows)
    order = np.argsort(above, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(above, minlength=10**5))]).astype(np.int32)
    return start, totals(digits(32, 6, 5), 5, rows)[order], rows[order]
