"""The referee: judges a solution from the rules alone.

`verify` shares no code with any engine, nor with the code that makes placements: two mistakes would
have to agree.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from operator import mul

from ..common.errors import PuzzleError, check_int, one_line, short
from .puzzle import PackingPuzzle, Piece, Solution, check_puzzle

Row = tuple[int, ...]


class Invalid(ValueError):
    """The referee's reason, in one line, why something is not a solution."""

    def __init__(self, message: str):
        super().__init__(one_line(message))

    _render_traceback_ = PuzzleError._render_traceback_


def verify(puzzle: PackingPuzzle, solution: Solution, given: Iterable = (), most: int | None = None) -> None:
    """Raise `Invalid` unless a solution fills the container and holds the `given` placements.

    The referee does not search. So a puzzle that asks for the most needs `most`, the number that
    `solve` found, `verify(puzzle, result[0], most=result.most)`; `PuzzleError` without it.

    >>> from puzzlelib import load
    >>> verify(load("tetracubes-2x4x4"), ())
    Traceback (most recent call last):
    ...
    puzzlelib.packing.referee.Invalid: piece I is there 0 times, not 1
    """
    check_puzzle(puzzle)
    most = number_of_most(puzzle, most)
    try:
        placed = [(piece, [tuple(cell) for cell in cells]) for piece, cells in solution]
        names = Counter(piece for piece, _ in placed)
        filled = Counter(cell for _, cells in placed for cell in cells)
    except (TypeError, ValueError):
        raise Invalid(f"{short(solution)} is not a list of placements, each a piece and its cells") from None
    check_copies(puzzle, names)
    check_cells(puzzle, filled)
    if puzzle.most is True:
        check_number(len(filled), most, "cells")
    elif puzzle.most:
        check_number(names[puzzle.most], most, f"of {puzzle.most}")
    model = {piece.name: piece for piece in puzzle.pieces}
    for name, cells in placed:
        turns = model[name].turns or puzzle.turns
        listed = [list(cell) for cell in cells]
        if not same_shape(model[name].cells, cells, turns):
            raise Invalid(f"the cells {listed} do not have the shape of piece {name}")
        if not same_colours(model[name], cells, dict(puzzle.colours), turns):
            raise Invalid(f"the colours of piece {name} are not those of the cells {listed}")
        if puzzle.only is not None and (name, tuple(sorted(cells))) not in puzzle.only:
            raise Invalid(f"piece {name} may not lie at {listed} in this puzzle")
    kept = {(piece, frozenset(cells)) for piece, cells in placed}
    for piece, cells in (*puzzle.given, *given):
        if (piece, frozenset(map(tuple, cells))) not in kept:
            raise Invalid(f"the hint {piece} at {[list(c) for c in cells]} is not kept")


def check_copies(puzzle: PackingPuzzle, names: Mapping[str, int]) -> None:
    """Raise `Invalid` unless each piece is there as often as it must and may be, and no other."""
    for piece in puzzle.pieces:
        if not piece.copies - piece.spare <= names[piece.name] <= piece.copies:
            right = f"{piece.copies - piece.spare} to " * (piece.spare > 0) + f"{piece.copies}"
            raise Invalid(f"piece {piece.name} is there {names[piece.name]} times, not {right}")
    if extra := set(names) - {piece.name for piece in puzzle.pieces}:
        raise Invalid(f"there is no piece {min(extra, key=str)} in this puzzle")


def check_number(number: int, most: int, what: str) -> None:
    """Raise `Invalid` unless the number of cells, or of copies of a piece, is the most."""
    if number != most:
        raise Invalid(f"there are {number:,} {what}, and the most is {most:,}")


def number_of_most(puzzle: PackingPuzzle, most: int | None) -> int:
    """Return the most that a packing is held against; 0 where the puzzle does not ask for it."""
    if not puzzle.most:
        return 0
    if most is None:
        remedy = "give it as most=, as solve and count find it: verify(puzzle, result[0], most=result.most)"
        raise PuzzleError(
            f"{puzzle.name}: says most, and the referee cannot find out what the most is; {remedy}"
        )
    return check_int("most", most)


def check_cells(puzzle: PackingPuzzle, filled: Counter) -> None:
    """Raise `Invalid` unless each cell is filled once, or need not be, and none outside."""
    for cell in puzzle.container:
        if filled[cell] != 1 and (filled[cell] or cell not in puzzle.optional):
            raise Invalid(f"cell {list(cell)} is filled {filled[cell]} times, not once")
    least, most = puzzle.holes or (0, len(puzzle.container))
    if not least <= (empty := len(puzzle.container) - len(filled)) <= most:
        raise Invalid(f"{empty} cells stay empty, not {least} to {most}")
    if outside := set(filled) - set(puzzle.container):
        raise Invalid(f"cell {list(min(outside, key=str))} is not in the container")


def same_shape(model, cells, turns: str) -> bool:
    """Return whether a rotation and a shift take one set of cells onto the other, by matrices."""
    if len({tuple(cell[3:]) for cell in cells}) > 1 or len(model) != len(cells):
        return False
    target, rows = set(centre([cell[:3] for cell in cells])), centre(model)
    return any(set(turned(rows, matrix)) == target for matrix in rotation_matrices(turns))


def same_colours(piece: Piece, cells, colours: dict, turns: str) -> bool:
    """Return whether a way in which a piece fills some cells agrees with their colours."""
    asked = dict(zip(centre([cell[:3] for cell in cells]), (colours.get(cell, "") for cell in cells)))
    rows = centre(piece.cells)
    ways = (dict(zip(turned(rows, matrix), piece.colours)) for matrix in rotation_matrices(turns))
    agree = lambda way: all(len({asked[spot], own} - {""}) < 2 for spot, own in way.items())
    return not piece.colours or any(way.keys() == asked.keys() and agree(way) for way in ways)


def centre(cells) -> list[Row]:
    """Return cells relative to their centre of gravity, times their number, to stay whole.

    >>> centre([(0, 0, 0), (1, 0, 0)])
    [(-1, 0, 0), (1, 0, 0)]
    """
    sums = [sum(axis) for axis in zip(*cells)]
    return [tuple(len(cells) * x - total for x, total in zip(cell, sums)) for cell in cells]


def turned(rows: list[Row], matrix: tuple[Row, ...]) -> list[Row]:
    columns = list(zip(*matrix))
    return [tuple(sum(map(mul, row, column)) for column in columns) for row in rows]


@cache
def rotation_matrices(turns: str) -> list[tuple[Row, ...]]:
    """Return the rotation matrices with whole entries: rows of length one, determinant 1."""
    if turns == "none":
        return [((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    units = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
    rotations = [rows for rows in product(units, repeat=3) if determinant(*rows) == 1]
    upright = {"space": (-1, 0, 1), "flip": (-1, 1), "plane": (1,)}[turns]
    return [rows for rows in rotations if rows[2][2] in upright]


def determinant(a: Row, b: Row, c: Row) -> int:
    """Return the determinant of three rows.

    >>> determinant((0, 1, 0), (1, 0, 0), (0, 0, 1))
    -1
    """
    forth = a[0] * b[1] * c[2] + a[1] * b[2] * c[0] + a[2] * b[0] * c[1]
    return forth - a[2] * b[1] * c[0] - a[0] * b[2] * c[1] - a[1] * b[0] * c[2]
