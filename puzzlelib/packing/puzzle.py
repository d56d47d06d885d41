"""Packing puzzles: the pieces, the container, and the catalogue of puzzle files (catalogue/*.yaml)."""

import operator
import os.path
import reprlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from . import shapes
from .shapes import Cell

CATALOGUE = Path(__file__).parent / "catalogue"
MOST_COVERED = (
    250_000  # cells of all placements together: ten times what any puzzle has that a search here could finish
)


class PuzzleError(ValueError):
    """Something is wrong with the input. The message is one line: where, what, and what would be allowed."""

    def __init__(self, message: str):
        super().__init__(one_line(message))


def one_line(text: str, most: int = 400) -> str:
    """A text, whoever wrote it, as one line that is safe to print; of a long one the beginning and the end.

    >>> one_line("red:\\x1b[31m\\nand a second line")
    'red:�[31m and a second line'
    """
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split()))
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def short(value) -> str:
    """A value for a message, never long.

    >>> short([[0, 0, 0]] * 1000)
    '[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], ...]'
    """
    try:
        return reprlib.repr(value)
    except Exception:  # Python writes no number of more than 4,300 digits
        return f"a very large {type(value).__name__}"


def whole(field: str, value, allowed: str, least: int = 0, most: float = float("inf")) -> int:
    """A whole number from `least` to `most`, numpy's too; `PuzzleError` for anything else.

    >>> whole("hints", 9, "must be a whole number from 0 to 8", most=8)
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: hints 9: must be a whole number from 0 to 8
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise PuzzleError(f"{field} {short(value)}: {allowed}")
    return number


def one_of(field: str, value, allowed) -> str:
    """A choice out of several names; `PuzzleError` lists them for anything else.

    >>> one_of("by", "corner", ("cell", "piece"))
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: by 'corner': choose one of cell, piece
    """
    if not isinstance(value, str) or value not in list(allowed):
        raise PuzzleError(f"{field} {short(value)}: choose one of {', '.join(allowed)}")
    return value


def packing(value) -> "PackingPuzzle":
    """The value, if it is a packing puzzle; `PuzzleError` says how to come by one.

    >>> packing("soma")
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: 'soma' is not a puzzle; load("soma"), with the name of a puzzle or of a file, gives one
    """
    if not isinstance(value, PackingPuzzle):
        raise PuzzleError(
            f'{short(value)} is not a puzzle; load("soma"), with the name of a puzzle or of a file, gives one'
        )
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

    `container` holds the cells in index order (x fastest, then y, z, box); `turns` says how pieces may turn: "space",
    "plane" or "flip"; `boxes` holds the sizes where the container was given as boxes. `only` lists the legal placements,
    sorted, where not every one that fits is legal; None: every one that fits.

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
        """Every legal placement of every piece. The place in this tuple is the option's number, everywhere."""
        if self.only is not None:
            return self.only
        found, room = [], MOST_COVERED
        for piece in self.pieces:
            most = room // len(piece.cells)
            places = sorted(islice(shapes.placements(piece.cells, self.container, self.turns), most + 1))
            if len(places) > most:
                raise PuzzleError(
                    f"{self.name}: too large: all placements together cover more than {MOST_COVERED:,} cells"
                )
            room -= len(places) * len(piece.cells)
            found += [Placement(piece.name, cells) for cells in places]
        return tuple(found)

    @cached_property
    def option(self) -> dict[Placement, int]:
        """The number of each placement: the inverse of `placements`."""
        return {placement: number for number, placement in enumerate(self.placements)}

    @cached_property
    def labels(self) -> dict[str, str]:
        """One letter for each piece, no two the same as long as letters last.

        >>> "".join(load("tetracubes-2x4x4").labels.values())
        'ITLPONZM'
        """
        labels = {}
        for piece in self.pieces:
            wishes = [
                c
                for c in piece.name.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                if c.isascii() and c.isalnum()
            ]
            labels[piece.name] = next((c for c in wishes if c not in labels.values()), "?")
        return labels

    def solution(self, placements) -> Solution:
        """Placements, in any order, as a solution in its one canonical order."""
        rank = {piece.name: i for i, piece in enumerate(self.pieces)}
        return tuple(
            sorted(
                (Placement(p, tuple(sorted(c))) for p, c in placements),
                key=lambda q: (rank[q.piece], q.cells),
            )
        )

    def without(self, given) -> "PackingPuzzle":
        """What is left of the puzzle when some placements are given: fewer pieces, fewer cells."""
        given = list(given)
        filled = {cell for _, cells in given for cell in cells}
        used = [placement[0] for placement in given]
        rest = tuple(
            replaced
            for piece in self.pieces
            if (replaced := piece._replace(copies=piece.copies - used.count(piece.name))).copies
        )
        cells, left = tuple(c for c in self.container if c not in filled), {piece.name for piece in rest}
        only = (
            None
            if self.only is None
            else tuple(p for p in self.only if p.piece in left and filled.isdisjoint(p.cells))
        )
        return replace(self, container=cells, pieces=rest, boxes=(), only=only)


def box_cells(sizes) -> tuple[Cell, ...]:
    """The cells of one box (x, y, z), or of several boxes (x, y, z, box), in index order.

    >>> box_cells([(2, 1, 1)]), box_cells([(1, 1, 1), (1, 1, 1)])
    (((0, 0, 0), (1, 0, 0)), ((0, 0, 0, 0), (0, 0, 0, 1)))
    """
    return tuple(
        (x, y, z) if len(sizes) == 1 else (x, y, z, b)
        for b, (w, d, h) in enumerate(sizes)
        for z in range(h)
        for y in range(d)
        for x in range(w)
    )


def as_dict(puzzle: PackingPuzzle, solution) -> dict:
    """A solution as it is written to JSON: {piece: cells}, or {piece: [cells, …]} where there are copies.

    >>> puzzle = load("tetracubes-2x4x4")
    >>> as_dict(puzzle, puzzle.placements[:1])
    {'I': [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0]]}
    """
    copies = {piece.name: piece.copies for piece in puzzle.pieces}
    out = {}
    for name, cells in puzzle.solution(solution):
        cells = [list(cell) for cell in cells]
        if copies[name] == 1:
            out[name] = cells
        else:
            out.setdefault(name, []).append(cells)
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
    """Cells as they stand in JSON, sorted; `TypeError` for what are no lists of whole numbers."""
    if any(type(number) is not int for cell in cells for number in cell):
        raise TypeError
    return tuple(sorted(map(tuple, cells)))


def catalogue() -> list[str]:
    """The names of the puzzles that come with the library."""
    return sorted(path.stem for path in CATALOGUE.glob("*.yaml"))


def load(name: str | Path) -> PackingPuzzle:
    """A puzzle from the catalogue, or from a YAML file of your own.

    >>> load("no-such-puzzle")
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: no puzzle 'no-such-puzzle': no such file, and the catalogue has ...
    """
    from .puzzle_files import read

    path = CATALOGUE / f"{name}.yaml" if str(name) in catalogue() else Path(str(name))
    if not os.path.isfile(path):
        raise PuzzleError(
            f"no puzzle {short(str(name))}: no such file, and the catalogue has {', '.join(catalogue())}"
        )
    return read(path)
