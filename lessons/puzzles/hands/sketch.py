"""Sketches: packing puzzles that are being drawn, half done or finished, as the workshop has them.

In the browser a sketch is {name, turns, source, stamp, parts}; `stamp` counts its changes. A part
is {name, grids, cells, colours, optional, least, most}: cells [x, y, z] in its grid, in several
[x, y, z, grid]; `colours` and `optional` go along with the cells, or are empty. Part 0 is the box.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from math import prod
from typing import NamedTuple

from puzzlelib.common.errors import PuzzleError
from puzzlelib.packing.files import read_text, to_yaml
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, check_puzzle
from puzzlelib.packing.shapes import Cell, shifted

MOST_SIDE = 32
MOST_PARTS = 65  # a box and 64 pieces
ROOM = 3, 3, 2  # the least grid of a piece, so that one may paint on


class SketchPart(NamedTuple):
    """The box or a piece: its cells in grids of these sizes, and how many there are of it."""

    name: str
    grids: tuple[tuple[int, ...], ...]
    cells: tuple[Cell, ...]
    colours: tuple[str, ...] = ()
    optional: tuple[bool, ...] = ()
    least: int = 1
    most: int = 1

    @property
    def spots(self) -> Iterator[tuple[Cell, str, bool]]:
        """Each cell with its colour, and whether it may stay empty."""
        none = len(self.cells)
        yield from zip(self.cells, self.colours or [""] * none, self.optional or [False] * none)

    def message(self) -> dict:
        """Return the part as the browser has it."""
        lists = {name: list(getattr(self, name)) for name in ("colours", "optional")}
        rows = {name: list(map(list, getattr(self, name))) for name in ("grids", "cells")}
        return self._asdict() | lists | rows


@dataclass(frozen=True)
class Sketch:
    """A puzzle as it is drawn so far.

    >>> from puzzlelib import load
    >>> sketch = sketch_of(load("soma"))
    >>> [part.name for part in sketch.parts[1:4]], sketch.to_puzzle() == load("soma")
    (['V', 'L', 'T'], True)
    """

    name: str
    parts: tuple[SketchPart, ...]
    turns: str = "space"
    source: str = ""
    stamp: int = 0

    @property
    def box(self) -> SketchPart:
        return self.parts[0]

    @property
    def pieces(self) -> tuple[SketchPart, ...]:
        return self.parts[1:]

    def message(self) -> dict:
        """Return the sketch as the browser has it."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        return told | {"parts": [part.message() for part in self.parts]}

    def puzzle(self) -> PackingPuzzle:
        """Return the drawing as a puzzle of any volume; pieces without cells are left out."""
        spots = [(self.place_of(cell), colour, free) for cell, colour, free in self.box.spots]
        spots.sort(key=lambda spot: spot[0][::-1])
        return PackingPuzzle(
            self.name,
            tuple(cell for cell, _, _ in spots),
            tuple(map(piece_of, filter(has_cells, self.pieces))),
            self.turns,
            self.whole_boxes(),
            self.source,
            optional=tuple(cell for cell, _, free in spots if free),
            colours=tuple((cell, colour) for cell, colour, _ in spots if colour),
        )

    def place_of(self, cell: Cell) -> Cell:
        """Return a cell of the box, without the empty layers left, in front and below."""
        if len(self.box.grids) > 1:
            return cell
        return tuple(v - least for v, least in zip(cell, self.low))

    @cached_property
    def low(self) -> Cell:
        """The lowest corner of the box."""
        return tuple(map(min, zip(*self.box.cells)))

    def whole_boxes(self) -> tuple[tuple[int, ...], ...]:
        """Return the sizes of the boxes that have all their cells; none for other containers."""
        grids, cells = self.box.grids, self.box.cells
        if len(grids) > 1:
            return grids if len(cells) == sum(map(prod, grids)) else ()
        sizes = tuple(max(axis) - min(axis) + 1 for axis in zip(*cells))
        return (sizes,) if prod(sizes) == len(cells) else ()

    def to_puzzle(self) -> PackingPuzzle:
        """Return the puzzle, if a file may hold it; else `PuzzleError`, as for a file."""
        return read_text(self.text(), "the drawing")

    def text(self) -> str:
        """Return the sketch as a puzzle file, of any volume; `PuzzleError` if it cannot be one."""
        if empty := [f"piece {part.name}" for part in self.pieces if not part.cells]:
            raise PuzzleError(f"the drawing: {empty[0]} has no cell yet")
        if not self.box.cells or not self.pieces:
            raise PuzzleError("the drawing: it needs a box and a piece, each with a cell")
        if len(self.box.grids) > 1 and not self.whole_boxes():
            raise PuzzleError("the drawing: of several boxes each must have all its cells")
        return to_yaml(self.puzzle())


def has_cells(part: SketchPart) -> bool:
    return bool(part.cells)


def piece_of(part: SketchPart) -> Piece:
    return Piece(part.name, part.cells, part.most, part.most - part.least, part.colours)


# -------- from the browser


def read_sketch(told: dict) -> Sketch:
    """Return the sketch that the browser tells, or that was kept in a file.

    >>> read_sketch(sketch_of_nothing().message()) == sketch_of_nothing()
    True
    """
    return Sketch(**told | {"parts": tuple(map(read_sketch_part, told["parts"]))})


def read_sketch_part(told: dict) -> SketchPart:
    rows = {name: tuple(map(tuple, told[name])) for name in ("grids", "cells")}
    lists = {name: tuple(told[name]) for name in ("colours", "optional")}
    return SketchPart(**told | rows | lists)


# -------- from a puzzle


def sketch_of(puzzle: PackingPuzzle) -> Sketch:
    """Return the drawing of a puzzle; `PuzzleError` for one that is too large to be drawn."""
    if check_puzzle(puzzle).only is not None:
        raise PuzzleError(f"{puzzle.name}: lists its legal placements, and a drawing cannot")
    if puzzle.special_words:
        raise PuzzleError(f"{puzzle.name}: says {puzzle.special_words[0]}, and a drawing cannot")
    if len(puzzle.pieces) >= MOST_PARTS:
        most = MOST_PARTS - 1
        raise PuzzleError(f"{puzzle.name}: more than {most} kinds of pieces cannot be drawn")
    free, colours = set(puzzle.optional), dict(puzzle.colours)
    box = SketchPart(
        "box",
        puzzle.boxes or container_grids(puzzle.container),
        puzzle.container,
        along_cells(colours.get(cell, "") for cell in puzzle.container),
        along_cells(cell in free for cell in puzzle.container),
    )
    flat = all(grid[2] == 1 for grid in box.grids)
    parts = (box, *(part_of(piece, flat) for piece in puzzle.pieces))
    if max(side for part in parts for grid in part.grids for side in grid) > MOST_SIDE:
        raise PuzzleError(f"{puzzle.name}: longer than {MOST_SIDE} cells, which cannot be drawn")
    return Sketch(puzzle.name, parts, puzzle.turns, puzzle.source)


def container_grids(cells: Iterable[Cell]) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of the grids in which a container lies.

    >>> container_grids([(0, 0, 0), (2, 1, 0)])
    ((3, 2, 1),)
    """
    boxes = sorted({cell[3:] for cell in cells})
    inside = [[cell[:3] for cell in cells if cell[3:] == box] for box in boxes]
    return tuple(tuple(max(axis) + 1 for axis in zip(*some)) for some in inside)


def along_cells(values: Iterable) -> tuple:
    """Return values that go along with cells; none if all are empty."""
    values = tuple(values)
    return values if any(values) else ()


def part_of(piece: Piece, flat: bool) -> SketchPart:
    """Return the drawing of a piece, with room to paint on."""
    low = [-min(axis) for axis in zip(*piece.cells)]
    cells = shifted(piece.cells, low)
    size = [max(axis) + 1 for axis in zip(*cells)]
    room = (*ROOM[:2], 1) if flat and size[2] == 1 else ROOM
    grid = tuple(map(max, size, room))
    least, most = piece.copies - piece.spare, piece.copies
    return SketchPart(piece.name, (grid,), cells, piece.colours, (), least, most)


def sketch_of_nothing() -> Sketch:
    """Return a box of 3×3×3 and a first piece without cells."""
    cells = tuple((x, y, z) for z in range(3) for y in range(3) for x in range(3))
    box = SketchPart("box", ((3, 3, 3),), cells)
    return Sketch("My puzzle", (box, SketchPart("A", (ROOM,), ())))


def names_twice(sketch: Sketch) -> list[str]:
    """Return the names that two pieces have.

    >>> names_twice(sketch_of_nothing())
    []
    """
    names = Counter(part.name for part in sketch.pieces)
    return [name for name, times in names.items() if times > 1]
