"""The arrays on which the census works: the icosahedron and its instances, what is covered, and parts that
can be combined."""

import random
from collections import Counter
from functools import cache
from itertools import permutations, product

import numpy as np

from ...compiled.native import Kernel
from ..polyhedron import icosahedron
from ..puzzle import TILES, Placed, dots, turns
from .instances import BELOW, RINGS, byte, carried, geometry, laid, orders, ring_numbers, rings
from .kernel_layout import COMBINE, PULL, SHUFFLE, Board, Deal, Here, Parts, State

DEALS = 30  # of so many by chance, the one that suits best is taken
BELTS = 60_000  # belts drawn for each division of the tiles

act = Kernel("puzzlelib.icosoku.census", (Board, State, Parts, Here, Deal), numbers=6, seconds=4)


# -------- board and state


def board() -> Board:
    solid = icosahedron()
    around = [[face for face, _ in faces] + [0] * 15 for faces in solid.around]
    made = Board(
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
    return Board(*map(np.ascontiguousarray, made))


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


def here() -> Here:
    """Room for a thread."""
    numbers = (np.zeros(size, np.int64) for size in (BELOW, 12, 13, 6, 20))
    return Here(*numbers, np.zeros(1, np.uint64))


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
    rows = np.empty((many, 10), np.uint8)
    number = np.array([chance.getrandbits(63) + 1], np.uint64)
    act(None, None, None, None, Deal(np.array(tiles), plain(), number, rows), SHUFFLE, 0, 0, 0, 0, 0)
    above = totals(digits(10, 1, 5), 5, rows)
    order = np.argsort(above, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(above, minlength=10**5))]).astype(np.int32)
    return start, totals(digits(32, 6, 5), 5, rows)[order], rows[order]


# -------- the compiled steps, on the rings from `first` to `last` only


def combine(board: Board, state: State, parts: Parts, first: int, last: int, now: int, limit: int) -> None:
    """For each ring: at most `limit` caps around A with belts that make its sums, then all orders that a cap
    around L ends."""
    act(board, state, parts, here(), None, COMBINE, first, last, now, 0, limit)


def pull(board: Board, state: State, first: int, last: int, now: int, seed: int, tries: int) -> None:
    """Each open instance asks its neighbours for a witness that one move turns into its own. Each neighbour
    once; or, if `tries` is not 0, so many times one by chance, with a random move before."""
    act(board, state, None, here(), None, PULL, first, last, now, seed, tries)
