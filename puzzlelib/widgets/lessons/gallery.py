"""The gallery: a slider through all rotations, orientations, mirror images or placements of a piece.

The pictures of a piece lie in the stage, so moving the slider needs no answer from Python; only another piece does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import ipywidgets as w
import traitlets as t

from . import draw
from .card import DEMO, Card
from .puzzles import PackingPuzzle, Piece, Placement, PuzzleError, box_cells, short
from .shapes import ROTATIONS, Cell, Turn, mirrored, normal_form, placements, turned
from .stage import Frame, Stage

Shelf = tuple[dict, list[Frame]]  # a scene, and the pictures that are shown in it
AXES = "xyz"
BARE = ".eo-gallery .eo-player, .eo-gallery .eo-track { display: none; }"  # nothing is searched here: no dead ends, no levels
AT_ONCE = 100  # pictures that travel with the first message: all there are, but for placements in a large box


class Pictures(Stage):
    """A stage without the buttons of the step player."""

    _css = Stage._css + BARE


def described(turn: Turn) -> str:
    """A rotation in words.

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


def images(cells: Iterable[Cell]) -> dict[tuple[Cell, ...], list[int]]:
    """Each orientation of a shape with the numbers (from 1) of the rotations that end in it.

    >>> for shape, numbers in images([(0, 0, 0), (1, 0, 0)]).items():
    ...     print(shape, len(numbers))
    ((0, 0, 0), (1, 0, 0)) 8
    ((0, 0, 0), (0, 1, 0)) 8
    ((0, 0, 0), (0, 0, 1)) 8
    """
    found = {}
    for number, turn in enumerate(ROTATIONS, 1):
        found.setdefault(normal_form(turned(cell, turn) for cell in cells), []).append(number)
    return found


# ---- what the slider goes through ---------------------------------------------------------------------------------------


def room(pieces: Sequence[Piece], piece: Piece, boxes: int = 1) -> PackingPuzzle:
    """A cube in which a piece can be turned any way, or several; the other pieces only keep their colours."""
    side = 1 + max(max(cell) for cell in normal_form(piece.cells))
    return PackingPuzzle("gallery", box_cells([(side,) * 3] * boxes), tuple(pieces))


def picture(puzzle: PackingPuzzle, filled: Iterable[Placement], say: str, ghosts: bool = False) -> Frame:
    """Pieces in a box; the empty cells are only drawn where they matter."""
    filled = dict.fromkeys(filled, "solution")
    frame = draw.frame(puzzle, filled, say=say)
    return frame if ghosts else frame | {"blocks": frame["blocks"][: len(filled)]}


def all_pieces(pieces: Sequence[Piece]) -> Shelf:
    """One picture of each piece, in a box that is large enough for all of them."""
    size = tuple(
        1 + max(axis) for axis in zip(*(cell for piece in pieces for cell in normal_form(piece.cells)))
    )
    place = PackingPuzzle("gallery", box_cells([size]), tuple(pieces))
    frames = [
        picture(place, [Placement(p.name, normal_form(p.cells))], f"{p.name}, {k} of {len(pieces)}.")
        for k, p in enumerate(pieces, 1)
    ]
    return with_axes(place), frames


def rotations(pieces: Sequence[Piece], piece: Piece) -> Shelf:
    """The piece after each of the 24 rotations, pushed back into the corner."""
    place = room(pieces, piece)
    frames = [
        picture(
            place,
            [Placement(piece.name, normal_form(turned(cell, turn) for cell in piece.cells))],
            f"Rotation {k} of {len(ROTATIONS)}: {described(turn)}.",
        )
        for k, turn in enumerate(ROTATIONS, 1)
    ]
    return with_axes(place), frames


def orientations(pieces: Sequence[Piece], piece: Piece) -> Shelf:
    """The different pictures among them, each once."""
    place, found = room(pieces, piece), images(piece.cells)
    frames = [
        picture(place, [Placement(piece.name, shape)], f"Orientation {k} of {len(found)}. {ended(numbers)}")
        for k, (shape, numbers) in enumerate(found.items(), 1)
    ]
    return with_axes(place), frames


def ended(numbers: Sequence[int]) -> str:
    """Which rotations end in a picture.

    >>> ended([7]), ended([1, 5, 9])
    ('Only rotation 7 ends here.', '3 of the 24 rotations end here: 1, 5, 9.')
    """
    if len(numbers) == 1:
        return f"Only rotation {numbers[0]} ends here."
    return f"{len(numbers)} of the {len(ROTATIONS)} rotations end here: {', '.join(map(str, numbers))}."


def mirror(pieces: Sequence[Piece], piece: Piece) -> Shelf:
    """The piece after each of the 24 rotations, and beside it its mirror image, which stays."""
    twin = Piece("mirror image", mirrored(piece.cells))
    place = room((piece, twin), piece, boxes=2)
    still = Placement(twin.name, in_box(twin.cells, 1))
    frames = [
        picture(
            place,
            [Placement(piece.name, in_box(shape, 0)), still],
            f"Rotation {k} of {len(ROTATIONS)}: {compared(shape, twin)}",
        )
        for k, shape in enumerate(
            (normal_form(turned(cell, turn) for cell in piece.cells) for turn in ROTATIONS), 1
        )
    ]
    return draw.scene(place), frames


def compared(shape: tuple[Cell, ...], twin: Piece) -> str:
    return "the same picture as the mirror image." if shape == twin.cells else "not the mirror image."


def in_box(cells: Iterable[Cell], box: int) -> tuple[Cell, ...]:
    return tuple((*cell, box) for cell in cells)


def places(box: tuple[int, int, int], pieces: Sequence[Piece], piece: Piece) -> Shelf:
    """Every placement of the piece in a box."""
    place = PackingPuzzle("gallery", box_cells([box]), tuple(pieces))
    found = list(placements(piece.cells, place.container))
    frames = [
        picture(place, [Placement(piece.name, cells)], f"Placement {k} of {len(found)}.", ghosts=True)
        for k, cells in enumerate(found, 1)
    ]
    return with_axes(place), frames or [
        picture(place, [], f"{piece.name} has no place in this box.", ghosts=True)
    ]


def with_axes(place: PackingPuzzle) -> dict:
    """The scene of one box with the names of the axes at its edges."""
    scene = draw.scene(place)
    x, y, z = (1 + max(numbers) for numbers in zip(*place.container))
    edge = draw.PAD
    names = {
        "type": "scatter3d",
        "mode": "text",
        "text": list(AXES),
        "textfont": {"size": 18},
        "showlegend": False,
        "hoverinfo": "skip",
        "x": [x / 2, x + edge, -edge],
        "y": [-edge, y / 2, -edge],
        "z": [-edge, -edge, z / 2],
        "textposition": ["bottom center", "bottom right", "middle left"],
    }
    return scene | {"fixed": [*scene["fixed"], names]}


SHOWS: Mapping[str, Callable[[Sequence[Piece], Piece], Shelf]] = {
    "rotations": rotations,
    "orientations": orientations,
    "mirror": mirror,
}
WORDS = {
    "mirror": "rotation",
    "placements": "placement",
    "pieces": "piece",
}  # where the slider is not called by one of `show`


# ---- the widget ---------------------------------------------------------------------------------------------------------


class Gallery(Card):
    """A menu of pieces, a slider and a stage; the slider moves in the browser, without Python.

    Parameters: shelves, piece name -> a function that gives its scene and pictures; word, the slider's name.
    """

    def __init__(self, shelves: Mapping[str, Callable[[], Shelf]], word: str, label: str):
        self.shelves, self.word, self.label = dict(shelves), word, label
        self.piece = w.Dropdown(
            description="piece", options=list(self.shelves), layout=w.Layout(width="240px")
        )
        self.stage, self.row = (
            Pictures(*numbered(*self.shelf()), draw.parts, step=1, at_once=AT_ONCE),
            w.HBox(),
        )
        self.fit()
        t.dlink((DEMO, "on"), (self.stage, "contrast"))
        self.piece.observe(lambda _: self.update(), "value")
        super().__init__(self.row, self.stage, words=f"{label}: {', '.join(self.shelves)}")
        self.add_class("eo-gallery")

    def shelf(self) -> Shelf:
        """Scene and pictures of the piece in the menu."""
        return self.shelves[self.piece.value]()

    def update(self) -> None:
        """Another piece: its pictures, from the first on."""
        self.link.unlink()
        with self.stage.hold_sync():
            self.stage.show(*numbered(*self.shelf()), at_once=AT_ONCE)
            self.stage.step = 1
        self.slider.close()
        self.fit()

    def fit(self) -> None:
        """A slider for the pictures there are. A new one each time: the End key would go to the old one's first maximum."""
        count = self.stage.count - 1
        self.slider = w.IntSlider(
            1, 1, max(2, count), description=self.word, disabled=count < 2, layout=w.Layout(width="60%")
        )
        self.link = w.jslink((self.slider, "value"), (self.stage, "step"))
        self.row.children = [self.piece, self.slider] if len(self.shelves) > 1 else [self.slider]
        self.stage.label = f"{self.label}: {self.piece.value}"


def numbered(scene: dict, frames: list[Frame]) -> Shelf:
    """The first picture is there twice, so that the slider counts from 1."""
    return scene, [frames[0], *frames]


def gallery(
    pieces: Iterable[Piece], show: str = "orientations", box: tuple[int, int, int] | None = None
) -> Gallery:
    """A slider through all pictures of a piece, and a menu of the pieces.

    Parameters
    ----------
    pieces : as in `load("tetracubes-2x4x4").pieces`
    show : "rotations" all 24, one after the other; "orientations" the different pictures among them; "mirror" all 24 beside
        the mirror image; "placements" all places in `box`; "pieces" each piece once
    box : width, depth and height, for "placements"

    >>> from puzzlelib import load
    >>> gallery(load("tetracubes-2x4x4").pieces[:2])
    <orientations: I, T; open the notebook in JupyterLab to use it>
    """
    pieces = tuple(pieces)
    if not pieces:
        raise PuzzleError("pieces (): a gallery needs at least one")
    return Gallery(shelves(pieces, show, box), WORDS.get(show, show.rstrip("s")), show)


def shelves(
    pieces: tuple[Piece, ...], show: str, box: tuple[int, int, int] | None
) -> dict[str, Callable[[], Shelf]]:
    """What there is to show, by the names in the menu; nothing is drawn before it is asked for."""
    if show == "pieces":
        return {"all": partial(all_pieces, pieces)}
    if show == "placements" and box is None:
        raise PuzzleError("box None: placements need a box, for example (4, 4, 2)")
    fill = partial(places, tuple(box)) if show == "placements" else SHOWS.get(show)
    if fill is None:
        raise PuzzleError(f"show {short(show)}: choose one of {', '.join([*SHOWS, 'placements', 'pieces'])}")
    return {piece.name: partial(fill, pieces, piece) for piece in pieces}
