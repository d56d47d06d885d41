"""The referee: judges a solution from the rules alone.

`verify` shares no code with any engine, nor with the code that makes placements: two mistakes would have to
agree.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np

from ..common.errors import one_line, short
from .puzzle import PackingPuzzle, Solution, packing


class Invalid(ValueError):
    """What the referee says to something that is not a solution, in one line."""

    def __init__(self, message: str):
        super().__init__(one_line(message))


def verify(puzzle: PackingPuzzle, solution: Solution, given: Iterable = ()) -> None:
    """`Invalid` unless `solution` fills the container with the pieces and holds the `given` placements.

    >>> from puzzlelib import load
    >>> verify(load("tetracubes-2x4x4"), ())
    Traceback (most recent call last):
    ...
    puzzlelib.packing.referee.Invalid: piece I is there 0 times, not 1
    """
    packing(puzzle)
    try:
        placed = [(piece, [tuple(cell) for cell in cells]) for piece, cells in solution]
        names = Counter(piece for piece, _ in placed)
        filled = Counter(cell for _, cells in placed for cell in cells)
    except (TypeError, ValueError):
        raise Invalid(f"{short(solution)} is not a list of placements, each a piece and its cells") from None
    for piece in puzzle.pieces:
        if names[piece.name] != piece.copies:
            raise Invalid(f"piece {piece.name} is there {names[piece.name]} times, not {piece.copies}")
    if extra := set(names) - {piece.name for piece in puzzle.pieces}:
        raise Invalid(f"there is no piece {min(extra, key=str)} in this puzzle")
    check_cells(puzzle, filled)
    model = {piece.name: piece.cells for piece in puzzle.pieces}
    for name, cells in placed:
        if not same_shape(model[name], cells, puzzle.turns):
            raise Invalid(f"the cells {[list(c) for c in cells]} do not have the shape of piece {name}")
        if puzzle.only is not None and (name, tuple(sorted(cells))) not in puzzle.only:
            raise Invalid(f"piece {name} may not lie at {[list(c) for c in cells]} in this puzzle")
    check_given(placed, given)


def check_cells(puzzle: PackingPuzzle, filled: Counter) -> None:
    """Every cell of the container once, and no other cell."""
    for cell in puzzle.container:
        if filled[cell] != 1:
            raise Invalid(f"cell {list(cell)} is filled {filled[cell]} times, not once")
    if outside := set(filled) - set(puzzle.container):
        raise Invalid(f"cell {list(min(outside, key=str))} is not in the container")


def check_given(solution: Iterable, given: Iterable) -> None:
    kept = {(piece, frozenset(cells)) for piece, cells in solution}
    for piece, cells in given:
        if (piece, frozenset(map(tuple, cells))) not in kept:
            raise Invalid(f"the hint {piece} at {[list(c) for c in cells]} is not kept")


def same_shape(model, cells, turns: str) -> bool:
    """Is there a motion without mirroring that takes one set of cells onto the other? Pure geometry, with
    matrices."""
    if len({tuple(cell[3:]) for cell in cells}) > 1 or len(model) != len(cells):
        return False
    target = {tuple(row) for row in centred([cell[:3] for cell in cells])}
    return any({tuple(row) for row in centred(model) @ matrix} == target for matrix in motions(turns))


def centred(cells) -> np.ndarray:
    """Cells relative to their centre of gravity, times the number of cells, so that numbers stay whole."""
    cells = np.array(cells)
    return cells * len(cells) - cells.sum(axis=0)


@cache
def motions(turns: str) -> list[np.ndarray]:
    """The rotation matrices with whole entries: rows of length one, determinant 1."""
    units = np.vstack([np.eye(3, dtype=int), -np.eye(3, dtype=int)])
    matrices = [units[list(rows)] for rows in product(range(6), repeat=3)]
    rotations = [m for m in matrices if round(np.linalg.det(m)) == 1]
    upright = {"space": (-1, 0, 1), "flip": (-1, 1), "plane": (1,)}[turns]
    return [m for m in rotations if m[2, 2] in upright]
