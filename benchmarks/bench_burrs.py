"""All solid burrs of six pieces that a saw can cut, assembled: a puzzle with ranges of copies.

    python benchmarks/bench_burrs.py

Each of the 25 pieces may be used as often as needed, or not at all. BurrTools finds the same 1,063
assemblies in 6.4 s, which of them come apart included. References: W. H. Cutler, The Six-Piece Burr,
Journal of Recreational Mathematics 10, 1978; the same, A Computer Analysis of All 6-Piece Burrs, 1994.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import numpy as np
from _measure import cpu, table

from puzzlelib import compiled, exact_cover
from puzzlelib.compiled.table import moves
from puzzlelib.packing.puzzle import PackingPuzzle, Piece
from puzzlelib.search.exact_cover import ExactCover

STICK = tuple(product(range(6), (1, 2), (2, 3)))  # the first slot: along x, its top to the middle
# The cells that may be cut away, the one with the weight 1 first, then 2, 4, …: two rows of the top,
# then the bottom between the ends.
REMOVABLE = (*((x, 2, z) for z in (3, 2) for x in (1, 2, 3, 4)), *((x, 1, z) for z in (3, 2) for x in (2, 3)))
# Of the 59 pieces that a saw can cut those that occur in a solid burr, by Cutler's numbers.
NOTCHABLE = (
    *(1, 18, 35, 52, 86, 103, 120, 154, 188, 256, 359, 615, 792),
    *(824, 856, 871, 888, 911, 928, 943, 960, 975, 992, 1007, 1024),
)


def cells_of(number: int) -> list[tuple[int, int, int]]:
    """Return the cells of a piece: 1 is the whole stick, and each cell that is cut away adds its weight.

    >>> len(cells_of(1)), len(cells_of(1024))
    (24, 14)
    """
    gone = {cell for k, cell in enumerate(REMOVABLE) if number - 1 >> k & 1}
    return [cell for cell in STICK if cell not in gone]


def slots() -> list[frozenset]:
    """Return the places of the six sticks: two along each axis.

    >>> len(frozenset().union(*slots()))
    104
    """
    twin = [(x, 5 - y, z) for x, y, z in STICK]
    turned = ([cell[-k:] + cell[:-k] for cell in stick] for k in range(3) for stick in (STICK, twin))
    return list(map(frozenset, turned))


def burr(numbers: Iterable[int] = NOTCHABLE) -> PackingPuzzle:
    """Return the burr as a container, and each piece six times."""
    container = sorted(frozenset().union(*slots()), key=lambda cell: cell[::-1])
    pieces = (Piece(str(number), tuple(cells_of(number)), 6) for number in numbers)
    return PackingPuzzle("burr", tuple(container), tuple(pieces))


def as_often_as_needed(puzzle: PackingPuzzle) -> ExactCover:
    """Return the puzzle as a problem in which no copy must be used."""
    cover = exact_cover(puzzle)
    return replace(cover, slack={piece.name: piece.copies for piece in puzzle.pieces})


def assemblies(puzzle: PackingPuzzle) -> np.ndarray:
    """Return all assemblies of six pieces as rows of option numbers."""
    return np.array(list(compiled.search(as_often_as_needed(puzzle))))


def count_orbits(puzzle: PackingPuzzle, rows: np.ndarray) -> int:
    """Count the assemblies up to the rotations of the burr."""
    images = np.sort(moves(puzzle, "rotations")[:, rows], axis=2)
    return len({min(map(tuple, one)) for one in images.transpose(1, 0, 2).tolist()})


def assembled() -> tuple[int, int]:
    """Return how many assemblies there are, and how many up to rotation."""
    puzzle = burr()
    rows = assemblies(puzzle)
    return len(rows), count_orbits(puzzle, rows)


if __name__ == "__main__":
    assert not compiled.available(), "compiled searches do not run here"
    (number, orbits), seconds = cpu(assembled)
    head = ["assemblies", "up to rotation", "CPU s", "BurrTools, with taking apart"]
    table("Burrs of the 25 notchable pieces", head, [[number, orbits, seconds, "6.4"]])
