"""All that is printed of a puzzle, each part as it lies on the printer."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many
from puzzlelib.packing.puzzle import PackingPuzzle, Piece
from puzzlelib.packing.shapes import Cell, components, group, normal_form, orientations, split_boxes, turned
from puzzlelib.pictures.colours import colours

from ..stl import check_millimetres
from ..xmpuzzle import colour_hues
from .solids import Edges, cube_slots, solid
from .trays import roofed_cells, tray_cells

LARGEST_ROOM = 20_000  # cells of the room round a part; each takes some thousand bytes
CELLS = 5, 50  # mm: a letter is readable, and cut as deep as 0.6 mm
STRIP = 8  # play and bevel together take at most the side of a cell divided by this
LEAST = 0.01  # mm of play or bevel
WOOD = "#c9a66b"  # the colour of the box


@dataclass(frozen=True)
class PrintOptions:
    """Sizes of a print, all of them in mm.

    cell: the side of a cell. play: how far each face of a piece is drawn in. bevel: how far a bevel
    reaches from an edge. wall: how thick the walls and the floor of the box are. box_play: between
    the cells of the container and the box. plate: width and depth of the printer's plate. gap:
    between parts on the plate.
    """

    cell: float = 11.15
    play: float = 0.07
    bevel: float = 0.4
    wall: float = 6.0
    box_play: float = 0.2
    plate: tuple[float, float] = (180.0, 180.0)
    gap: float = 6.0

    def __post_init__(self) -> None:
        check_millimetres("cell", self.cell, *CELLS)
        most = round(self.cell / STRIP, 3)
        for field, strip in (("play", self.play), ("box_play", self.box_play)):
            check_millimetres(field, strip, LEAST, most - LEAST)
        check_millimetres("bevel", self.bevel, LEAST, most - max(self.play, self.box_play))
        check_millimetres("wall", self.wall, 4 * self.bevel, 50)
        check_millimetres("gap", self.gap, 0, 50)
        for length in self.plate:
            check_millimetres("plate", length, 20, 1000)


@dataclass(frozen=True, eq=False)
class PrintedPart:
    """A part: its name, the stem of its files, its cells as they lie, and its triangles in mm.

    `kind` is "piece" or "box". The lowest corner of the triangles (n, 3, 3) is at the origin.
    """

    kind: str
    name: str
    stem: str
    copies: int
    cells: tuple[Cell, ...]
    triangles: np.ndarray
    colour: str
    remark: str = ""
    paint: np.ndarray | None = None  # of each triangle the place in `palette`; -1 is `colour`
    palette: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[float, float, float]:
        """The width, depth and height in mm."""
        x, y, z = np.ptp(self.triangles, axis=(0, 1)).tolist()
        return x, y, z


def printed_parts(puzzle: PackingPuzzle, options: PrintOptions) -> list[PrintedPart]:
    """Return the pieces of a puzzle and its boxes, ready to be printed.

    Raise `PuzzleError` for a part that is too large.

    >>> from puzzlelib import load
    >>> parts = {part.stem: part for part in printed_parts(load("soma"), PrintOptions())}
    >>> list(parts)[:2], [round(length, 2) for length in parts["box"].size]
    (['piece-1-V', 'piece-2-L'], [45.85, 45.85, 39.45])
    """
    digits = len(str(len(puzzle.pieces)))
    pieces = [
        print_piece(puzzle, piece, f"piece-{number:0{digits}}", options)
        for number, piece in enumerate(puzzle.pieces, 1)
    ]
    return [*pieces, *print_boxes(puzzle, options)]


def print_piece(puzzle: PackingPuzzle, piece: Piece, stem: str, options) -> PrintedPart:
    """Return a piece as it lies on the printer, with its letter on top."""
    cells = lay_down(piece.cells)
    check_extent(f"piece {piece.name}", cells)
    size = tuple(options.cell * length for length in cell_counts(cells))
    if small := plate_too_small(size, options):
        raise PuzzleError(f"piece {piece.name}: {small}; make the cell smaller")
    edges = Edges(options.play, options.bevel)
    middle = np.mean(cells, axis=0)
    away = {cell: round(float(np.abs(cell - middle).sum()), 6) for cell in cells}
    top = min(cells, key=lambda cell: (-cell[2], away[cell], cell))  # and nearest to the middle
    letter = puzzle.labels[piece.name], top
    triangles = solid(cells, cube_slots(cells, options.cell), edges, letter)
    loose = len(components(cells))
    remark = f"comes as {loose} parts that share no face, to be held together by other means"
    word = re.sub("[^0-9A-Za-z]+", "_", piece.name).strip("_")[:30]
    return PrintedPart(
        "piece",
        piece.name,
        f"{stem}-{word}" if word else stem,
        piece.copies,
        cells,
        triangles - triangles.min((0, 1)),
        colours(puzzle)[piece.name][0],
        remark if loose > 1 else "",
        **triangle_paint(puzzle, piece, cells, triangles / options.cell),
    )


def triangle_paint(puzzle: PackingPuzzle, piece: Piece, cells: tuple[Cell, ...], triangles) -> dict:
    """Return the paint of a piece with colours: each triangle has that of the cell it is part of.

    `triangles` are in cells; every triangle lies within one.
    """
    if not piece.colours:
        return {}
    palette = tuple(colour_hues(puzzle).items())
    place = {name: number for number, (name, _) in enumerate(palette)} | {"": -1}
    colour = laid_colours(piece, cells)
    own = map(tuple, np.floor(triangles.mean(1)).astype(int).tolist())
    paint = np.array([place[colour[cell]] for cell in own])
    return {"paint": paint, "palette": tuple(hue for _, hue in palette)}


def laid_colours(piece: Piece, cells: tuple[Cell, ...]) -> dict[Cell, str]:
    """Return the colour of each cell of a piece as it lies; of several ways, the first."""
    paints = piece.colours or ("",) * len(cells)
    images = ([turned(cell, turn) for cell in piece.cells] for turn in group())
    image = next(one for one in images if normal_form(one) == cells)
    low = np.min(image, axis=0)
    return {tuple((np.array(cell) - low).tolist()): paint for cell, paint in zip(image, paints)}


def print_boxes(puzzle: PackingPuzzle, options: PrintOptions) -> Iterator[PrintedPart]:
    """Yield the boxes of a puzzle; equal ones are copies."""
    shapes = Counter(normal_form(cell[:3] for cell in box) for box in split_boxes(puzzle.container))
    for number, (shape, copies) in enumerate(shapes.items(), 1):
        stem = "box" if len(shapes) == 1 else f"box-{number}"
        check_extent("the box", shape, 1)
        cells = tray_cells(shape)
        slots = cube_slots(cells, options.cell)
        thick = options.wall + 2 * options.box_play
        for widths, last in zip(slots, (-1, -1, 0)):  # it is open on top
            widths[0] = widths[last] = thick
        triangles = solid(cells, slots, Edges(options.box_play, options.bevel))
        triangles -= triangles.min((0, 1))
        open_cells = roofed_cells(shape)
        remarks = [f"leaves {many(open_cells, 'cell')} open that would shut it"] * bool(open_cells)
        remarks += filter(None, [plate_too_small(triangles.max((0, 1)), options)])
        remark = "; ".join(remarks)
        yield PrintedPart("box", "box", stem, copies, tuple(cells), triangles, WOOD, remark)


def check_extent(name: str, cells: tuple[Cell, ...], border: int = 0) -> None:
    """Raise `PuzzleError` for a part that would take gigabytes to work out."""
    sizes = cell_counts(cells)
    if prod(size + 2 + 2 * border for size in sizes) > LARGEST_ROOM:
        room = " × ".join(f"{size:,}" for size in sizes)
        most = f"a room of at most {LARGEST_ROOM:,} cells can be printed"
        raise PuzzleError(f"{name}: it is {room} cells large; {most}")


def plate_too_small(size: tuple[float, ...], options: PrintOptions) -> str:
    """Return a sentence if a part does not lie on the plate, or an empty text."""
    if all(length <= room for length, room in zip(size, options.plate)):
        return ""
    wide, deep = (f"{length:g}" for length in options.plate)
    return f"{size[0]:.1f} × {size[1]:.1f} mm is larger than the plate of {wide} × {deep} mm"


def lay_down(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return a shape as it is best printed: fewest cells over nothing, low, and wide.

    >>> lay_down([(0, 0, 0), (0, 0, 1), (0, 0, 2)])
    ((0, 0, 0), (1, 0, 0), (2, 0, 0))
    """
    return min(orientations(cells), key=lambda way: (overhangs(way), *cell_counts(way)[::-1]))


def cell_counts(cells: tuple[Cell, ...]) -> list[int]:
    """Return the number of cells along each axis of a shape in the corner at the origin."""
    return [max(axis) + 1 for axis in zip(*cells)]


def overhangs(cells: tuple[Cell, ...]) -> int:
    """Count the cells that have neither the plate nor a cell below them."""
    filled = set(cells)
    return sum(z > 0 and (x, y, z - 1) not in filled for x, y, z in cells)
