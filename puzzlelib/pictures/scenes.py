"""What stays while the pictures of a packing puzzle change: camera, container, colours, layers."""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from ..packing.puzzle import PackingPuzzle
from . import polycube_mesh as skin
from .blocks import Box, Scene, rounded
from .colours import colours
from .layers import layers
from .layout import BESIDE, EYE, PART, RIGHT, UP, box_of, room_of
from .traces import LIGHT, line

DARK = {"paper": "#111111", "ink": "#f2f2f2"}
PAD = 0.10  # the container's edges stand off the cells by this much
ROOM = 0.02  # plotly cuts off what touches the end of an axis
FILL = 0.94  # of the height of the picture


def scene(puzzle: PackingPuzzle, shifts: int = 1) -> Scene:
    """What stays while frames change.

    Parameters: shifts, the number of copies side by side (2: puzzle and solution).

    >>> from puzzlelib import load
    >>> one = scene(load("tetracubes-2x4x4"))
    >>> [layer["title"] for layer in one["layers"]], one["layers"][0]["rows"][-1]
    (['layer 1 (bottom)', 'layer 2 (top)'], [0, 1, 2, 3])
    """
    room, paint = room_of(puzzle), colours(puzzle)
    copies = [(room.low + s * room.step, room.high + s * room.step) for s in range(shifts)]
    low, high = (np.concatenate(ends) for ends in zip(*copies))
    return {
        **page(low, high),
        "fixed": [line(edges, "#8a8a8a", 3) for edges in container(puzzle, shifts)],
        "boxes": list(boxes(puzzle, shifts)),
        "layers": list(layers(puzzle, shifts)),
        "colours": {puzzle.labels[name]: list(pair) for name, pair in paint.items()},
        "labels": {puzzle.labels[name]: name for name in paint},
        "pieces": list(paint),
    }


def page(low: np.ndarray, high: np.ndarray) -> dict:
    """The layout for boxes with these corners, and what is different in the dark theme."""
    dark = {"paper_bgcolor": DARK["paper"], "font": {"color": DARK["ink"]}}
    return {"layout": layout(low - PAD, high + PAD), "dark": dark, "ink": [LIGHT["ink"], DARK["ink"]]}


def empty(view: dict) -> Scene:
    """A scene in which nothing stands, with these axes and perhaps a camera of its own."""
    corner = np.zeros((1, 3))
    blank = page(corner, corner + 1)
    layout = blank["layout"] | {"scene": blank["layout"]["scene"] | view}
    none = {"fixed": [], "layers": [], "colours": {}, "labels": {}, "pieces": []}
    return blank | none | {"layout": layout}


def layout(low: np.ndarray, high: np.ndarray) -> dict:
    """Camera and axes so that boxes with these corners fit, seen from the eye and when turned."""
    ends = low.min(0) - ROOM, high.max(0) + ROOM
    middle = sum(ends) / 2
    unit = cell_height(low - middle, high - middle)
    return {
        "scene": {
            **axes(*ends, unit),
            "aspectmode": "manual",
            "camera": camera(EYE),
            "dragmode": "turntable",
        },
        "paper_bgcolor": LIGHT["paper"],
        "font": {"color": LIGHT["ink"]},
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "showlegend": False,
        "hovermode": False,
        "uirevision": "stage",
        "autosize": True,
    }


def axes(low: np.ndarray, high: np.ndarray, unit: float) -> dict:
    """plotly's axes from one corner to the other; a cell is `unit` high in the picture."""
    ranges = {
        f"{axis}axis": {"visible": False, "autorange": False, "range": [float(a), float(b)]}
        for axis, a, b in zip("xyz", low, high)
    }
    return ranges | {"aspectratio": dict(zip("xyz", ((high - low) * unit).tolist()))}


def camera(eye: Sequence[float]) -> dict:
    """plotly's camera, which looks from the eye to the middle."""
    return {
        "eye": dict(zip("xyz", eye)),
        "up": {"x": 0, "y": 0, "z": 1},
        "center": {"x": 0, "y": 0, "z": 0},
        "projection": {"type": "orthographic"},
    }


def cell_height(low: np.ndarray, high: np.ndarray) -> float:
    """Height of a cell in the picture, which is 2 units high.

    One box may be turned any way without leaving the picture.  Boxes side by side would have to be tiny for
    that (seen from above, one behind the other), so they may be turned round, and up to 30 degrees high.
    """
    corners = np.concatenate(
        [np.where(choice, low, high) for choice in itertools.product((False, True), repeat=3)]
    )
    steep = np.radians(90 if len(low) == 1 else 30)
    flat = np.hypot(corners[:, 0], corners[:, 1]).max()
    tall = np.abs(corners[:, 2]).max()
    top = min(steep, np.arctan2(flat, tall))  # the elevation that shows most
    return float(min(FILL / np.abs(corners @ UP).max(), 1.03 / (flat * np.sin(top) + tall * np.cos(top))))


def container(puzzle: PackingPuzzle, shifts: int) -> Iterator[np.ndarray]:
    """For each box its edges without the three nearest to the eye; for other containers, all edges."""
    room = room_of(puzzle)
    for s, (box, (low, high)) in itertools.product(range(shifts), enumerate(zip(room.low, room.high))):
        edges = open_box(low - PAD, high + PAD)
        if not whole(puzzle, box):
            edges = skin.creases(tuple(c[:3] for c in puzzle.container if box_of(c) == box)) + room.shift[box]
        yield edges + s * room.step


def whole(puzzle: PackingPuzzle, box: int) -> bool:
    """Does the container fill this box?"""
    low, high = room_of(puzzle).low[box], room_of(puzzle).high[box]
    return bool(sum(box_of(cell) == box for cell in puzzle.container) == np.prod(high - low))


def boxes(puzzle: PackingPuzzle, shifts: int) -> Iterator[Box]:
    """Where each box stands, in the order of `container`."""
    room = room_of(puzzle)
    middle = (room.low.min(0) + room.high.max(0) + (shifts - 1) * room.step) / 2
    for s, (box, (low, high)) in itertools.product(range(shifts), enumerate(zip(room.low, room.high))):
        here, own = (low + high) / 2, s * room.step
        aside = (s - (shifts - 1) / 2) * BESIDE * room.step if shifts > 1 else 0 * RIGHT
        yield {
            "across": round(float((here + own - middle) @ RIGHT), 4),
            "apart": round(float((PART * (here - room.centre) + aside) @ RIGHT), 4),
            "low": rounded(low + own - PAD),
            "high": rounded(high + own + PAD),
            "whole": whole(puzzle, box),
        }


def open_box(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    nearest = (1, 0, 1)
    pairs = itertools.combinations(itertools.product((0, 1), repeat=3), 2)
    edges = [pair for pair in pairs if np.ptp(pair, 0).sum() == 1 and nearest not in pair]
    ends = np.where(edges, high, low)
    return np.insert(ends, 2, np.nan, axis=1).reshape(-1, 3)
