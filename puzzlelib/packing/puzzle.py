"""Packing puzzles: pieces, container, placements."""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, product
from string import ascii_uppercase, digits
from typing import NamedTuple

from ..common.errors import PuzzleError, short
from . import shapes
from .shapes import Cell

MOST_COVERED = 250_000  # cells of all placements: ten times those of any puzzle that a search could finish
LETTERS = ascii_uppercase + digits


def packing(value) -> "PackingPuzzle":
    """The value, if it is a packing puzzle; `PuzzleError` says how to come by one.

    >>> packing("soma")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: 'soma' is not a puzzle;
        load("soma"), with the name of a puzzle or of a file, gives one
    """
    if not isinstance(value, PackingPuzzle):
        remedy = 'load("soma"), with the name of a puzzle or of a file, gives one'
        if isinstance(getattr(value, "puzzle", None), PackingPuzzle):
            remedy = "its .puzzle is one"
        raise PuzzleError(f"{short(value)} is not a puzzle; {remedy}")
    return value


class Piece(NamedTuple):
    """A shape with a name. `copies` equal pieces of it are in the box."""

    name: str
    cells: tuple[Cell, ...]
    copies: int = 1


class Placement(NamedTuple):
    """A piece in a place: its name and the cells it fills, sorted."""

    piece: str
    cells: tuple[Cell, ...]


Solution = tuple[Placement, ...]  # sorted by the pieces' order in the puzzle, then by cells


@dataclass(frozen=True)
class PackingPuzzle:
    """Fill the container with the pieces so that each cell is covered exactly once.

    `container` holds the cells in index order (x fastest, then y, z, box); `turns` says how pieces may turn:
    "space", "plane" or "flip"; `boxes` holds the sizes where the container was given as boxes. `only` lists
    the legal placements, sorted, where not every one that fits is legal; None: every one that fits.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> len(puzzle.container), len(puzzle.pieces), len(puzzle.placements)
    (32, 8, 666)
    """

    name: str
    container: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    turns: str = "space"
    boxes: tuple[tuple[int, int, int], ...] = ()
    source: str = ""
    only: tuple[Placement, ...] | None = field(default=None, hash=False, repr=False)

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every legal placement of every piece. The place in this tuple is the option's number,
        everywhere."""
        if self.only is not None:
            return self.only
        found, room = [], MOST_COVERED
        for piece in self.pieces:
            most = room // len(piece.cells)
            places = sorted(islice(shapes.placements(piece.cells, self.container, self.turns), most + 1))
            if len(places) > most:
                cover = f"all placements together cover more than {MOST_COVERED:,} cells"
                raise PuzzleError(f"{self.name}: too large: {cover}")
            room -= len(places) * len(piece.cells)
            found += [Placement(piece.name, cells) for cells in places]
        return tuple(found)

    @cached_property
    def option(self) -> dict[tuple[str, tuple[Cell, ...]], int]:
        """The number of each placement: the inverse of `placements`."""
        return {placement: number for number, placement in enumerate(self.placements)}

    @cached_property
    def labels(self) -> dict[str, str]:
        """One letter for each piece, no two the same as long as letters last.

        >>> from puzzlelib import load
        >>> "".join(load("tetracubes-2x4x4").labels.values())
        'ITLPONZM'
        """
        labels = {}
        for piece in self.pieces:
            wishes = [c for c in piece.name.upper() + LETTERS if c in LETTERS and c not in labels.values()]
            labels[piece.name] = next(iter(wishes), "?")
        return labels

    def solution(self, placements) -> Solution:
        """Placements, in any order, as a solution in its one canonical order."""
        rank = {piece.name: i for i, piece in enumerate(self.pieces)}
        placed = (Placement(piece, tuple(sorted(cells))) for piece, cells in placements)
        return tuple(sorted(placed, key=lambda one: (rank[one.piece], one.cells)))

    def without(self, given) -> "PackingPuzzle":
        """What is left of the puzzle when some placements are given: fewer pieces, fewer cells."""
        given = list(given)
        filled, used = {cell for _, cells in given for cell in cells}, Counter(piece for piece, _ in given)
        rest = [piece._replace(copies=piece.copies - used[piece.name]) for piece in self.pieces]
        pieces = tuple(piece for piece in rest if piece.copies)
        cells, only = tuple(cell for cell in self.container if cell not in filled), self.only
        if only is not None:
            left = {piece.name for piece in pieces}
            only = tuple(p for p in only if p.piece in left and filled.isdisjoint(p.cells))
        return replace(self, container=cells, pieces=pieces, boxes=(), only=only)


def box_cells(sizes) -> tuple[Cell, ...]:
    """The cells of one box (x, y, z), or of several boxes (x, y, z, box), in index order.

    >>> box_cells([(2, 1, 1)]), box_cells([(1, 1, 1), (1, 1, 1)])
    (((0, 0, 0), (1, 0, 0)), ((0, 0, 0, 0), (0, 0, 0, 1)))
    """
    cells = []
    for box, (w, d, h) in enumerate(sizes):
        last = () if len(sizes) == 1 else (box,)
        cells += [(x, y, z, *last) for z, y, x in product(range(h), range(d), range(w))]
    return tuple(cells)


def as_dict(puzzle: PackingPuzzle, solution) -> dict:
    """A solution as it is written to JSON: {piece: cells}, or {piece: [cells, …]} where there are copies.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> as_dict(puzzle, puzzle.placements[:1])
    {'I': [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0]]}
    """
    copies = {piece.name: piece.copies for piece in puzzle.pieces}
    out: dict[str, list] = {}
    for name, cells in puzzle.solution(solution):
        listed = [list(cell) for cell in cells]
        if copies[name] == 1:
            out[name] = listed
        else:
            out.setdefault(name, []).append(listed)
    return out


def from_dict(puzzle: PackingPuzzle, data: dict) -> Solution:
    """The inverse of `as_dict`; `PuzzleError` where a piece or its cells are not of this puzzle."""
    copies = {piece.name: piece.copies for piece in puzzle.pieces}
    found = []
    for name, cells in data.items():
        if name not in copies:
            raise PuzzleError(f"piece {name!r} is not in {puzzle.name}; its pieces are {', '.join(copies)}")
        try:
            found += [Placement(name, read_cells(one)) for one in ([cells] if copies[name] == 1 else cells)]
        except TypeError:
            raise PuzzleError(f"piece {name}: its cells are not a list of [x, y, z]") from None
    return puzzle.solution(found)


def read_cells(cells) -> tuple[Cell, ...]:
    """Cells as in JSON, sorted; `TypeError` for what are no lists of whole numbers."""
    if any(type(number) is not int for cell in cells for number in cell):
        raise TypeError
    return tuple(sorted(map(tuple, cells)))
