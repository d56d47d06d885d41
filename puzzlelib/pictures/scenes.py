"""The scene of a packing puzzle: camera, container, colours and layers."""

import itertools
from collections.abc import Iterator

import numpy as np

from ..common.words import place
from ..packing.layers import layer_tables
from ..packing.puzzle import PackingPuzzle
from ..packing.shapes import components
from .blocks import BoxPlace, Scene, round_vector
from .colours import colours
from .layout import BOXES_APART, COPIES_APART, EYE, RIGHT, UP, box_of, room_of, shape_at
from .polycube_mesh import creases
from .polycube_surface import check_reach
from .traces import GREY, LIGHT, line_trace

DARK = {"paper": "#111111", "ink": "#f2f2f2"}
PAD = 0.10  # the container's edges stand off the cells by this much
ROOM = 0.02  # plotly cuts off what touches the end of an axis
FILL = 0.94  # of the height of the picture


def scene(puzzle: PackingPuzzle, shifts: int = 1) -> Scene:
    """Return the scene of a puzzle, or of so many copies side by side (2: puzzle and solution).

    >>> from puzzlelib import load
    >>> one = scene(load("tetracubes-2x4x4"))
    >>> [layer["title"] for layer in one["layers"]], one["layers"][0]["rows"][-1]
    (['1 bottom', '2 top'], [0, 1, 2, 3])
    """
    room, paint = room_of(puzzle), colours(puzzle)
    copies = [(room.low + s * room.step, room.high + s * room.step) for s in range(shifts)]
    low, high = (np.concatenate(ends) for ends in zip(*copies))
    return {
        **page(low, high),
        "fixed": [line_trace(edges, GREY, 3) for edges in container_edges(puzzle, shifts)],
        "boxes": list(box_places(puzzle, shifts)),
        "layers": list(layer_tables(puzzle, shifts, short=True)),
        "colours": {puzzle.labels[name]: list(pair) for name, pair in paint.items()},
        "labels": {puzzle.labels[name]: name for name in paint},
        "pieces": list(paint),
        "places": {place(c): round_vector(room.place([c])[0] + 0.5) for c in puzzle.container},
    }


def page(low: np.ndarray, high: np.ndarray) -> dict:
    """Return the layout in which boxes with these corners fit, also when turned, and the changes
    for the dark theme."""
    ends = low.min(0) - PAD - ROOM, high.max(0) + PAD + ROOM
    middle = sum(ends) / 2
    unit = cell_height(low - PAD - middle, high + PAD - middle)
    layout = {
        "scene": {**axes(*ends, unit), "aspectmode": "manual", "camera": camera(), "dragmode": "turntable"},
        "paper_bgcolor": LIGHT["paper"],
        "font": {"color": LIGHT["ink"]},
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "showlegend": False,
        "hovermode": False,
        "uirevision": "stage",
        "autosize": True,
    }
    dark = {"paper_bgcolor": DARK["paper"], "font": {"color": DARK["ink"]}}
    return {"layout": layout, "dark": dark, "ink": [LIGHT["ink"], DARK["ink"]]}


def empty_scene(**view) -> Scene:
    """Return a scene in which nothing stands, perhaps with axes and a camera of its own."""
    corner = np.zeros((1, 3))
    blank = page(corner, corner + 1)
    layout = blank["layout"] | {"scene": blank["layout"]["scene"] | view}
    none = {"fixed": [], "layers": [], "colours": {}, "labels": {}, "pieces": []}
    return blank | none | {"layout": layout}


def axes(low: np.ndarray, high: np.ndarray, unit: float) -> dict:
    """Return plotly's axes from one corner to the other; a cell is `unit` high in the picture."""
    ranges = {
        f"{axis}axis": {"visible": False, "autorange": False, "range": [float(a), float(b)]}
        for axis, a, b in zip("xyz", low, high)
    }
    return ranges | {"aspectratio": dict(zip("xyz", ((high - low) * unit).tolist()))}


def camera() -> dict:
    """Return plotly's camera, which looks from EYE to the middle."""
    return {
        "eye": dict(zip("xyz", EYE)),
        "up": {"x": 0, "y": 0, "z": 1},
        "center": {"x": 0, "y": 0, "z": 0},
        "projection": {"type": "orthographic"},
    }


def cell_height(low: np.ndarray, high: np.ndarray) -> float:
    """Return the height of a cell in the picture, which is 2 units high.

    One box may be turned any way without leaving the picture. Boxes side by side would have to be
    tiny for that, so they may be turned round, and up to 30 degrees high.
    """
    corners = np.concatenate(
        [np.where(choice, low, high) for choice in itertools.product((False, True), repeat=3)]
    )
    steep = np.radians(90 if len(low) == 1 else 30)
    flat = np.hypot(corners[:, 0], corners[:, 1]).max()
    tall = np.abs(corners[:, 2]).max()
    top = min(steep, np.arctan2(flat, tall))  # the elevation that shows most
    return float(min(FILL / np.abs(corners @ UP).max(), 1.03 / (flat * np.sin(top) + tall * np.cos(top))))


def container_edges(puzzle: PackingPuzzle, shifts: int) -> Iterator[np.ndarray]:
    """Yield the edges of each box without the three nearest to the eye; else all edges."""
    room = room_of(puzzle)
    for s, (box, (low, high)) in itertools.product(range(shifts), enumerate(zip(room.low, room.high))):
        edges = open_box(low - PAD, high + PAD)
        if not room.whole[box]:
            cells = [c[:3] for c in puzzle.container if box_of(c) == box]
            check_reach(np.max(cells, 0) + 1)
            parts = map(shape_at, components(cells))  # a table with pieces far apart has many
            edges = np.concatenate([creases(shape) + at for shape, at, _ in parts]) + room.shift[box]
        yield edges + s * room.step


def box_places(puzzle: PackingPuzzle, shifts: int) -> Iterator[BoxPlace]:
    """Yield the place of each box, in the order of `container_edges`."""
    room = room_of(puzzle)
    for s, (box, (low, high)) in itertools.product(range(shifts), enumerate(zip(room.low, room.high))):
        own, middle = s * room.step, (low + high) / 2 - room.centre
        aside = (s - (shifts - 1) / 2) * COPIES_APART * room.step if shifts > 1 else 0 * RIGHT
        yield {
            "apart": round(float((BOXES_APART * middle + aside) @ RIGHT), 4),
            "low": round_vector(low + own - PAD),
            "high": round_vector(high + own + PAD),
            "whole": bool(room.whole[box]),
        }


def open_box(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    nearest = (1, 0, 1)
    pairs = itertools.combinations(itertools.product((0, 1), repeat=3), 2)
    edges = [pair for pair in pairs if np.ptp(pair, 0).sum() == 1 and nearest not in pair]
    ends = np.where(edges, high, low)
    return np.insert(ends, 2, np.nan, axis=1).reshape(-1, 3)
