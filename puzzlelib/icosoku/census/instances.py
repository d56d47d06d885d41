"""The 3,991,680 instances of IcoSoKu up to symmetry: their numbers, their pegs, their witnesses.

Rows, as in the file of witnesses: the instances with A = 1, B < C, D, E, F and C < F, sorted by
their pegs A to L. The 5,544 choices of B to F are called rings here; each has 720 rows, one for
each order of the other six pegs on G to L.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from types import SimpleNamespace

import numpy as np

from ...common.errors import PuzzleError, check_int, short
from ..polyhedron import Symmetry, icosahedron
from ..puzzle import TYPES, Arrangement, Placed, checked_pegs, dots

BELOW, RINGS = 720, 5544
INSTANCES = RINGS * BELOW
DIGITS = 11 ** np.arange(4, -1, -1)


# -------- instances and their numbers


@cache
def rings() -> np.ndarray:
    """Return the pegs of B to F in all rings, B least, C below F: int64 (5544, 5).

    >>> rings()[[0, -1]].tolist()
    [[2, 3, 4, 5, 6], [8, 11, 10, 9, 12]]
    """
    return np.array(
        [(b, *rest) for b in range(2, 9) for rest in permutations(range(b + 1, 13), 4) if rest[0] < rest[3]]
    )


@cache
def orders() -> np.ndarray:
    """Return the orders of six things: int64 (720, 6)."""
    return np.array(list(permutations(range(6))))


def pegs_of(index: int) -> tuple[int, ...]:
    """Return the pegs on A to L of the instance in a row of the file.

    >>> pegs_of(0), pegs_of(3991679)
    ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), (1, 8, 11, 10, 9, 12, 7, 6, 5, 4, 3, 2))
    """
    index = check_int("index", index, most=INSTANCES - 1)
    return tuple(all_pegs(np.array([index]))[0].tolist())


def all_pegs(indices: np.ndarray) -> np.ndarray:
    """Return the pegs of many instances: int64 (n, 12)."""
    ring, order = rings()[indices // BELOW], orders()[indices % BELOW]
    used = (np.arange(2, 13)[None, :, None] == ring[:, None, :]).any(axis=2)
    low = np.argsort(used, axis=1, kind="stable")[:, :6] + 2
    return np.hstack([np.ones((len(ring), 1), np.int64), ring, np.take_along_axis(low, order, axis=1)])


def index_of(pegs: Sequence[int]) -> tuple[int, Symmetry]:
    """Return the row of the instance that these pegs are a turned or mirrored copy of, and the
    symmetry that leads there.

    >>> index, symmetry = index_of([1, 11, 5, 10, 6, 7, 9, 2, 3, 8, 4, 12])
    >>> index, pegs_of(index)
    (3767046, (1, 5, 10, 6, 7, 11, 2, 3, 8, 4, 9, 12))
    """
    index, number = all_indices(np.array([checked_pegs(pegs)]))
    return int(index[0]), icosahedron_symmetries()[number[0]]


def all_indices(pegs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows for many pegs (n, 12), and the numbers of the symmetries."""
    tables, here = geometry(), np.arange(len(pegs))
    a = pegs.argmin(axis=1)
    beside = tables.beside[a]
    b = beside[here, pegs[here[:, None], beside].argmin(axis=1)]
    plain, mirror = tables.pick[a, b].T
    number = np.where(pegs[here, tables.frame[plain, 2]] < pegs[here, tables.frame[plain, 5]], plain, mirror)
    there = pegs[here[:, None], tables.frame[number]]
    ring = ring_numbers()[(there[:, 1:6] - 2) @ DIGITS]
    fewer = (there[:, 6:, None] > there[:, None, 6:]) & np.triu(np.ones((6, 6), bool))
    return ring * BELOW + fewer.sum(axis=2) @ [120, 24, 6, 2, 1, 0], number


@cache
def ring_numbers() -> np.ndarray:
    """Return the number of each ring, by its pegs minus 2 as digits."""
    table = np.full(11**5, -1, np.int64)
    table[(rings() - 2) @ DIGITS] = np.arange(RINGS)
    return table


# -------- symmetries


@cache
def icosahedron_symmetries() -> tuple[Symmetry, ...]:
    return icosahedron().symmetries()


@cache
def geometry() -> SimpleNamespace:
    """Return the symmetries as arrays, which `arrays.CensusBoard` explains."""
    solid, symmetries = icosahedron(), icosahedron_symmetries()
    frame = np.array([np.argsort(one.vertices) for one in symmetries])
    pick = np.full((12, 12, 2), -1, np.int16)
    for number, one in enumerate(symmetries):
        pick[frame[number, 0], frame[number, 1], int(one.mirrored)] = number
    moved = [[move_face(one, corners) for corners in solid.corners] for one in symmetries]
    face, change = np.array(moved, np.uint8).transpose(2, 0, 1)
    beside = np.array([sorted(w for u, w in solid.third if u == v) for v in range(12)])
    return SimpleNamespace(beside=beside, pick=pick, frame=frame.astype(np.uint8), face=face, change=change)


@cache
def face_readings() -> dict[tuple[int, ...], tuple[int, int]]:
    """Map each face, read clockwise from any corner, to its number and the number of that
    corner."""
    return {
        (*corners[i:], *corners[:i]): (face, i)
        for face, corners in enumerate(icosahedron().corners)
        for i in range(3)
    }


def move_face(symmetry: Symmetry, corners: Sequence[int]) -> tuple[int, int]:
    """Return the face to which a symmetry takes a face, and the change of its tile for
    `move_tile`."""
    a, b, c = (symmetry.vertices[v] for v in corners)
    face, turn = face_readings()[(a, c, b) if symmetry.mirrored else (a, b, c)]
    return face, 3 * symmetry.mirrored + turn


def move_tile(placed: Placed, change: int) -> Placed:
    """Mirror a tile if `change` is 3 or more, and turn it: the dots of corner 0 come to corner
    `change % 3`.

    >>> move_tile(Placed((0, 1, 2), 1), 3)
    Placed(tile=(0, 2, 1), turn=2)
    """
    mirrored, turn = divmod(change, 3)
    first, *others = dots(*placed)
    return Placed.showing(np.roll([first, *others[:: -1 if mirrored else 1]], turn).tolist())


def carry(arrangement: Sequence[Placed], symmetry: Symmetry) -> Arrangement:
    """Move an arrangement by a symmetry: `symmetry.vertices[v]` then collects the dots of vertex
    v."""
    moved = {}
    for placed, corners in zip(arrangement, icosahedron().corners):
        face, change = move_face(symmetry, corners)
        moved[face] = move_tile(placed, change)
    return tuple(moved[face] for face in range(len(moved)))


# -------- bytes


def arrangement(row: Sequence[int]) -> Arrangement:
    """Return the tile and turn of each byte in a row of the file.

    >>> arrangement([0, 16])
    (Placed(tile=(0, 0, 0), turn=0), Placed(tile=(0, 1, 2), turn=1))
    """
    return tuple(Placed(TYPES[byte // 3], byte % 3) for byte in map(int, row))


def byte(placed: Placed) -> int:
    """Return the byte of a tile and turn, as in the file: 3 * type + turn."""
    return 3 * TYPES.index(placed.tile) + placed.turn


@cache
def byte_meanings() -> tuple[Placed, ...]:
    """Return the tile and turn of each byte from 0 to 41; a tile xxx has turn 0."""
    return tuple(Placed.of(tile, turn) for tile in TYPES for turn in range(3))


def witness_for(witnesses: np.ndarray, pegs: Sequence[int]) -> Arrangement:
    """Return a solution of the instance with any pegs, from the rows of a census."""
    index, symmetry = index_of(pegs)
    if witnesses[index, 0] > 41:
        where = f"pegs {short(list(pegs))}"
        raise PuzzleError(f"{where}: the census was stopped before it had a witness for them")
    inverse = Symmetry(tuple(np.argsort(symmetry.vertices).tolist()), symmetry.mirrored)
    return carry(arrangement(witnesses[index]), inverse)
