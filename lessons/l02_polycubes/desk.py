"""Shapes put together from cubes by clicking, and a collection of them by their orientations."""

from itertools import product

import ipywidgets as w

from puzzlelib import Piece
from puzzlelib import pictures as draw
from puzzlelib.packing.puzzle import PackingPuzzle, Placement
from puzzlelib.packing.shapes import Cell, orientations

from ..kit.cards.card import Card, button, message
from ..puzzles.cards.stage import Frame, Scene, Stage
from .checks import hang_together, rotations_that_stay

SIDE = 3  # cubes along an edge of the desk
CELLS = tuple(product(range(SIDE), repeat=3))


class ShapeDesk(Card):
    """Three layers of cells to click, the shape in 3D, and a shape for each number of orientations.

    >>> desk = ShapeDesk()
    >>> for cell in [(0, 0, 0), (1, 0, 0), (0, 1, 0)]:
    ...     desk.boxes[cell].value = True
    >>> desk.keep()
    >>> sorted(desk.kept)
    [3, 12]
    """

    def __init__(self):
        self.kept: dict[int, list[Cell]] = {3: [(0, 0, 0), (1, 0, 0)]}
        self.boxes = {cell: cell_box(cell) for cell in CELLS}
        self.stage = Stage(*desk_scene([]), label="The shape")
        self.collected = message()
        layers = w.VBox([self.layer(z) for z in reversed(range(SIDE))], layout={"flex": "0 0 auto"})
        buttons = w.HBox([button("Keep this shape", self.keep, style="primary"), button("Clear", self.clear)])
        right = w.VBox([self.line, self.stage, buttons, self.collected], layout={"flex": "1 1 400px"})
        super().__init__(w.HBox([layers, right]), words="a desk with 27 cells to click")
        self.follow(*self.boxes.values())
        self.list_kept()

    def layer(self, z: int) -> w.VBox:
        """Return the cells of a layer, seen from above."""
        rows = [w.HBox([self.boxes[x, y, z] for x in range(SIDE)]) for y in reversed(range(SIDE))]
        name = ("lowest layer, z = 0", "z = 1", "highest layer, z = 2")[z]
        return w.VBox([w.Label(name), *rows])

    @property
    def cells(self) -> list[Cell]:
        return [cell for cell, box in self.boxes.items() if box.value]

    def update(self) -> None:
        for box in self.boxes.values():
            box.description = "■" if box.value else "·"
        self.stage.show(*desk_scene(self.cells))
        self.tell(rotations_in_words(self.cells))

    def keep(self) -> None:
        if len(self.cells) < 2 or not hang_together(self.cells):
            return self.tell("Only a shape of two cells or more, in one piece, can be kept.", wrong=True)
        self.kept[len(orientations(self.cells))] = self.cells
        self.list_kept()

    def clear(self) -> None:
        for box in self.boxes.values():
            box.value = False

    def list_kept(self) -> None:
        names = (f"{number} ({len(cells)} cells)" for number, cells in sorted(self.kept.items()))
        self.collected.value = f"Kept, by their numbers of orientations: {', '.join(names)}"


def cell_box(cell: Cell) -> w.ToggleButton:
    x, y, z = cell
    layout = {"width": "44px", "height": "36px", "margin": "1px"}
    return w.ToggleButton(description="·", tooltip=f"cell ({x}, {y}, {z})", layout=layout)


def rotations_in_words(cells: list[Cell]) -> str:
    """Say how many orientations the cells have.

    >>> rotations_in_words([(0, 0, 0), (1, 0, 0)])
    '2 cells: 8 of the 24 rotations leave this shape as it is, so it has 24 / 8 = 3 orientations.'
    """
    if len(cells) < 2:
        return "Click at least two cells that share a face."
    if not hang_together(cells):
        return f"{len(cells)} cells, which do not hang together face to face."
    return f"{len(cells)} cells: {rotations_that_stay(cells)}"


def desk_scene(cells: list[Cell]) -> tuple[Scene, list[Frame]]:
    piece = Piece("A", tuple(cells or CELLS))
    puzzle = PackingPuzzle("desk", CELLS, (piece,))
    laid = {Placement("A", tuple(cells)): "solution"} if cells else {}
    return draw.scene(puzzle), [draw.frame(puzzle, laid)]


def shape_desk() -> ShapeDesk:
    """Show a desk with 27 cells; `kept` are the shapes that were kept, by their numbers of orientations."""
    return ShapeDesk()
