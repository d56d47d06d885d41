"""The gallery: a slider through all rotations, orientations, mirror images or placements of a piece.

The pictures of a piece lie in the stage, so moving the slider needs no answer from Python; only another piece
does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import ceil, sqrt

import ipywidgets as w
import numpy as np

from puzzlelib import pictures as draw
from puzzlelib.common.errors import PuzzleError, short
from puzzlelib.common.words import many
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, box_cells
from puzzlelib.packing.shapes import (
    ROTATIONS,
    Cell,
    Turn,
    mirrored,
    normal_form,
    orientations,
    placements,
    shifted,
    turned,
)
from puzzlelib.pictures.blocks import BoxPlace, Frame, Scene
from puzzlelib.pictures.layout import RIGHT
from puzzlelib.pictures.scenes import PAD
from puzzlelib.pictures.traces import text_trace

from ...kit.cards.card import Card, StepRow
from .stage import Picture

Shelf = tuple[Scene, list[Frame]]  # a scene, and the pictures that are shown in it
AXES = "xyz"
WIDE = 2  # times as many in a row as rows
BETWEEN = 0.3  # cells between pieces, however they are turned
ASLANT, NEARER = 1.1, 1.3  # how far apart pieces lie across the picture, and rows towards the eye
AT_ONCE = 100  # pictures that travel with the first message: all there are, but for placements in a large box


def described(turn: Turn) -> str:
    """Return a rotation in words.

    >>> described(((0, 1, 2), (1, 1, 1))), described(((1, 0, 2), (-1, 1, 1)))
    ('nothing is turned', 'a quarter turn about z, from x to y')
    >>> described(((0, 1, 2), (-1, -1, 1))), described(((1, 2, 0), (1, 1, 1)))
    ('a half turn about z', 'a third of a turn about a diagonal from corner to corner')
    """
    axes, signs = turn
    kept = [i for i in range(3) if axes[i] == i]
    if len(kept) == 3:
        return "nothing is turned" if signs == (1, 1, 1) else f"a half turn about {AXES[signs.index(1)]}"
    if not kept:
        return "a third of a turn about a diagonal from corner to corner"
    a, b = (AXES[i] for i in range(3) if i != kept[0])
    if signs[kept[0]] == -1:
        return f"a half turn about a diagonal between {a} and {b}"
    towards = (a, b) if signs["xyz".index(b)] == 1 else (b, a)
    return f"a quarter turn about {AXES[kept[0]]}, from {towards[0]} to {towards[1]}"


def rotations_by_shape(cells: Iterable[Cell]) -> dict[tuple[Cell, ...], list[int]]:
    """Return each orientation of a shape with the numbers (from 1) of the rotations that end in it.

    >>> for shape, numbers in rotations_by_shape([(0, 0, 0), (1, 0, 0)]).items():
    ...     print(shape, len(numbers))
    ((0, 0, 0), (1, 0, 0)) 8
    ((0, 0, 0), (0, 1, 0)) 8
    ((0, 0, 0), (0, 0, 1)) 8
    """
    found = {}
    for number, turn in enumerate(ROTATIONS, 1):
        found.setdefault(normal_form(turned(cell, turn) for cell in cells), []).append(number)
    return found


# -------- what the slider goes through


def room(pieces: Sequence[Piece], piece: Piece, boxes: int = 1) -> PackingPuzzle:
    """Return a cube in which a piece can be turned any way; the other pieces only keep their colours."""
    side = 1 + max(max(cell) for cell in normal_form(piece.cells))
    return PackingPuzzle("gallery", box_cells([(side,) * 3] * boxes), tuple(pieces))


def piece_frame(puzzle: PackingPuzzle, filled: Iterable[Placement], say: str, ghosts: bool = False) -> Frame:
    """Return pieces in a box; the empty cells are only drawn where they matter."""
    filled = dict.fromkeys(filled, "solution")
    frame = draw.frame(puzzle, filled, say=say)
    return frame if ghosts else frame | {"blocks": frame["blocks"][: len(filled)]}


def after(turn: Turn, piece: Piece) -> tuple[Cell, ...]:
    """Return a piece that was turned, pushed back into the corner."""
    return normal_form(turned(cell, turn) for cell in piece.cells)


def rotation_shelf(pieces: Sequence[Piece], piece: Piece) -> Shelf:
    """Return the piece after each of the 24 rotations."""
    place = room(pieces, piece)
    frames = [
        piece_frame(place, [Placement(piece.name, after(turn, piece))], f"{numeral(k)}: {described(turn)}.")
        for k, turn in enumerate(ROTATIONS, 1)
    ]
    return with_axes(place), frames


def numeral(k: int) -> str:
    return f"Rotation {k} of {len(ROTATIONS)}"


def orientation_shelf(pieces: Sequence[Piece], piece: Piece) -> Shelf:
    """Return the different pictures among them, each once."""
    place, found = room(pieces, piece), rotations_by_shape(piece.cells)
    frames = [
        piece_frame(
            place, [Placement(piece.name, shape)], f"Orientation {k} of {len(found)}. {ends(numbers)}"
        )
        for k, (shape, numbers) in enumerate(found.items(), 1)
    ]
    return with_axes(place), frames


def ends(numbers: Sequence[int]) -> str:
    """Return a sentence that names the rotations that end in a picture.

    >>> ends([7]), ends([1, 5, 9])
    ('Only rotation 7 ends here.', '3 of the 24 rotations end here: 1, 5, 9.')
    """
    if len(numbers) == 1:
        return f"Only rotation {numbers[0]} ends here."
    return f"{len(numbers)} of the {len(ROTATIONS)} rotations end here: {', '.join(map(str, numbers))}."


def mirror_shelf(pieces: Sequence[Piece], piece: Piece) -> Shelf:
    """Return the piece after each of the 24 rotations, and beside it its mirror image, which stays."""
    twin = Piece("mirror image", mirrored(piece.cells))
    place = room((piece, twin), piece, boxes=2)
    still = Placement(twin.name, in_box(twin.cells, 1))
    frames = []
    for k, turn in enumerate(ROTATIONS, 1):
        shape = after(turn, piece)
        same = "the same picture as" if shape == twin.cells else "not"
        beside = [Placement(piece.name, in_box(shape, 0)), still]
        frames.append(piece_frame(place, beside, f"{numeral(k)}: {same} the mirror image."))
    return draw.scene(place), frames


def in_box(cells: Iterable[Cell], box: int) -> tuple[Cell, ...]:
    return tuple((*cell, box) for cell in cells)


def placement_shelf(box: tuple[int, int, int], pieces: Sequence[Piece], piece: Piece) -> Shelf:
    place = PackingPuzzle("gallery", box_cells([box]), tuple(pieces))
    found = list(placements(piece.cells, place.container))
    frames = [
        piece_frame(place, [Placement(piece.name, cells)], f"Placement {k} of {len(found)}.", ghosts=True)
        for k, cells in enumerate(found, 1)
    ]
    none = piece_frame(place, [], f"{piece.name} has no place in this box.", ghosts=True)
    return with_axes(place), frames or [none]


def with_axes(place: PackingPuzzle) -> Scene:
    """Return the scene of one box with the names of the axes at its edges."""
    scene = draw.scene(place)
    x, y, z = (1 + max(numbers) for numbers in zip(*place.container))
    points = np.array([(x / 2, -PAD, -PAD), (x + PAD, y / 2, -PAD), (-PAD, -PAD, z / 2)])
    sides = ["bottom center", "bottom right", "middle left"]
    names = text_trace(points, AXES, textfont={"size": 18}, textposition=sides)
    return scene | {"fixed": [*scene["fixed"], names]}


SHOWS: Mapping[str, Callable[[Sequence[Piece], Piece], Shelf]] = {
    "rotations": rotation_shelf,
    "orientations": orientation_shelf,
    "mirror": mirror_shelf,
}


# -------- the widget


class Gallery(Card):
    """A menu of pieces, a slider and a stage; the slider moves in the browser, without Python.

    Parameters: shelves, piece name -> a function that gives its scene and pictures; word, the slider's name.
    """

    def __init__(self, shelves: Mapping[str, Callable[[], Shelf]], word: str, label: str):
        self.shelves, self.word, self.label = dict(shelves), word, label
        self.piece = w.Dropdown(
            description="piece", options=list(self.shelves), layout=w.Layout(width="240px")
        )
        self.stage = Picture(*repeat_first(*self.shelf()), step=1, at_once=AT_ONCE)
        self.row = StepRow(self.stage, *([self.piece] if len(self.shelves) > 1 else []))
        self.fit()
        self.piece.observe(lambda _: self.update(), "value")
        super().__init__(self.row, self.stage, words=f"{label}: {', '.join(self.shelves)}")
        self.add_class("eo-gallery")

    def shelf(self) -> Shelf:
        return self.shelves[self.piece.value]()

    def update(self) -> None:
        """Show another piece: its pictures, from the first on."""
        self.row.off()
        with self.stage.hold_sync():
            self.stage.show(*repeat_first(*self.shelf()), at_once=AT_ONCE)
            self.stage.step = 1
        self.fit()

    def fit(self) -> None:
        count = self.stage.count - 1
        self.row.on(self.word, "60%", value=1, min=1, max=max(2, count), disabled=count < 2)
        self.stage.label = f"{self.label}: {self.piece.value}"


def repeat_first(scene: Scene, frames: list[Frame]) -> Shelf:
    """Return pictures with the first one twice, so that the slider counts from 1."""
    return scene, [frames[0], *frames]


def gallery(
    pieces: Iterable[Piece] | str, show: str = "orientations", box: tuple[int, int, int] | None = None
) -> Card:
    """Return a slider through all pictures of a piece, and a menu of the pieces.

    Parameters
    ----------
    pieces
        as in `load("tetracubes-2x4x4").pieces`, or the name of a puzzle that has them
    show
        "rotations" all 24, one after the other; "orientations" the different pictures among them; "mirror"
        all 24 beside the mirror image; "placements" all places in `box`; "pieces" all of them at once
    box
        width, depth and height, for "placements"

    Examples
    --------
    >>> from puzzlelib import load
    >>> gallery(load("tetracubes-2x4x4").pieces[:2])
    <orientations: I, T; open the notebook in JupyterLab to use it>
    """
    pieces = load(pieces).pieces if isinstance(pieces, str) else tuple(pieces)
    if not pieces:
        raise PuzzleError("pieces (): a gallery needs at least one")
    if show == "pieces":
        return all_pieces(pieces)
    return Gallery(shelves(pieces, show, box), "rotation" if show == "mirror" else show.rstrip("s"), show)


def all_pieces(pieces: Sequence[Piece]) -> Card:
    """Return all pieces in rows, each as flat as it can, turned only if need be; each turns where it is."""
    shapes = [min([normal_form(one.cells), *orientations(one.cells)], key=unrest) for one in pieces]
    wide = ceil(len(pieces) / round(sqrt(len(pieces) / WIDE)))
    spots = np.array([(k % wide, -(k // wide)) for k in range(len(pieces))])
    step = (2 + max(max(cell[:2]) for shape in shapes for cell in shape)) * ASLANT
    places = np.array([on_table(*spot, step) for spot in spots])
    lying = [
        Placement(piece.name, shifted(shape, (*place, 0)))
        for piece, shape, place in zip(pieces, shapes, (places - places.min(0)).tolist())
    ]
    table = PackingPuzzle("pieces", sorted_cells(lying), tuple(pieces))
    count = many(len(pieces), "piece")
    sizes = ", ".join(f"{piece.name} has {many(len(piece.cells), 'cell')}" for piece in pieces)
    frame = draw.frame(table, dict.fromkeys(lying, "solution"), say=f"{count}.")
    frame["blocks"] = [block | {"away": [0.0] * 3} for block in frame["blocks"]]  # they are apart already
    scene = draw.scene(table) | {"fixed": [], "boxes": own_boxes(lying, spots)}
    stage = Picture(scene, [frame | {"snug": True}], label=f"{count} side by side: {sizes}")
    return Card(stage, words=f"{count} side by side")


def own_boxes(lying: Sequence[Placement], spots: np.ndarray) -> list[BoxPlace]:
    """Return the places of pieces with so much room between that each may turn about its own middle."""
    ends = [(np.min(one.cells, 0), np.max(one.cells, 0) + 1) for one in lying]
    room = BETWEEN + max(np.linalg.norm(high - low) for low, high in ends)
    places = (room * (spots - (spots.min(0) + spots.max(0)) / 2)).tolist()
    still = {"apart": 0.0, "whole": False}
    return [
        {"low": low.tolist(), "high": high.tolist(), "spot": place} | still
        for (low, high), place in zip(ends, places)
    ]


def on_table(column: int, row: int, step: float) -> tuple[int, int]:
    """Return the place of a piece on the table; rows below others in the picture are nearer to the eye."""
    x, y = step * column * RIGHT[:2] - NEARER * step * row * np.array([RIGHT[1], -RIGHT[0]])
    return round(x), round(y)


def unrest(shape: Sequence[Cell]) -> tuple[int, int, int]:
    """Return what a piece that lies flat has little of: height, cells above the table, depth."""
    height, depth = (max(cell[axis] for cell in shape) for axis in (2, 1))
    return height, sum(cell[2] > 0 for cell in shape), depth


def sorted_cells(lying: Iterable[Placement]) -> tuple[Cell, ...]:
    return tuple(sorted(cell for placement in lying for cell in placement.cells))


def shelves(
    pieces: tuple[Piece, ...], show: str, box: tuple[int, int, int] | None
) -> dict[str, Callable[[], Shelf]]:
    """Return a function for each name that draws its pictures when it is called."""
    if show == "placements" and box is None:
        raise PuzzleError("box None: placements need a box, for example (4, 4, 2)")
    fill = partial(placement_shelf, tuple(box)) if show == "placements" else SHOWS.get(show)
    if fill is None:
        raise PuzzleError(f"show {short(show)}: choose one of {', '.join([*SHOWS, 'placements', 'pieces'])}")
    return {piece.name: partial(fill, pieces, piece) for piece in pieces}
