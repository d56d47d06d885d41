"""The parts of a picture: finished plotly traces that many frames share, each made once and named by all that
it is made of."""

import base64
import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps

import numpy as np

from . import polycube_mesh as skin
from .colours import INK, WHITE, mixed, tones
from .layout import RIGHT, UP
from .letters import glyph, stacked

LIGHT = {"paper": "#ffffff", "ink": "#1b1b1b"}
RULED_OUT = "#d3222a"  # 5.1 : 1 on white, 3.6 : 1 on the dark page


class Part(str):
    """The name of a part; what it is made of travels with it in Python, and the browser gets the text."""

    make: Callable[..., dict]
    look: tuple


def part(make: Callable[..., dict]) -> Callable[..., Part]:
    """A function that makes a trace becomes one that names it; the trace is made when it is asked for.

    >>> outline(((0, 0, 0),), 3), outline(((0, 0, 0),), 3).look
    ('["outline",[[0,0,0]],3]', (((0, 0, 0),), 3))
    """

    @lru_cache(8192)
    @wraps(make)
    def named(*look) -> Part:
        name = Part(json.dumps([make.__name__.replace("_", " "), *look], separators=(",", ":"), default=str))
        name.make, name.look = make, look
        return name

    return named


@lru_cache(1024)
def trace_of(name: Part) -> dict:
    return name.make(*name.look)


def parts(names: Iterable[Part]) -> dict[str, dict]:
    """The plotly traces that frames name, as JSON-able dicts.

    >>> parts([outline(((0, 0, 0),), 3)]).popitem()[1]["type"]
    'scatter3d'
    """
    return {name: trace_of(name) for name in names}


# -------- what traces are made of


def packed(values: np.ndarray) -> dict:
    """An array as plotly's base64 typed array."""
    return {"dtype": values.dtype.str[1:], "bdata": as_bytes(values)}


def as_bytes(values: np.ndarray) -> str:
    """The bytes of an array in base64."""
    return base64.b64encode(values.tobytes()).decode()


def unpacked(values) -> np.ndarray:
    return np.frombuffer(base64.b64decode(values["bdata"]), "<" + values["dtype"])


def xyz(points: np.ndarray) -> dict:
    return columns("xyz", points, "<f4")


def columns(names: str, rows: np.ndarray, kind: str) -> dict:
    return {name: packed(column) for name, column in zip(names, np.asarray(rows, kind).T)}


def mesh(
    points: np.ndarray, triangles: np.ndarray, shades: np.ndarray, palette: Sequence[str], **more
) -> dict:
    """A mesh whose triangle t has the colour palette[shades[t]], with no other light."""
    n = len(palette)
    bands = [[place, tone] for i, tone in enumerate(palette) for place in (i / n, (i + 1) / n)]
    return {
        "type": "mesh3d",
        **xyz(points),
        **columns("ijk", triangles, "<u2"),
        "intensity": packed(np.asarray(shades, "u1")),
        "intensitymode": "cell",
        "colorscale": bands,
        "cmin": -0.5,
        "cmax": n - 0.5,
        "showscale": False,
        "hoverinfo": "skip",
        "flatshading": True,
        "lighting": {"ambient": 1, "diffuse": 0, "specular": 0, "fresnel": 0},
        **more,
    }


def scatter(mode: str, points: np.ndarray, **more) -> dict:
    return {"type": "scatter3d", "mode": mode, **xyz(points), "hoverinfo": "skip", "showlegend": False} | more


def line(points: np.ndarray, colour: str, width: float, **more) -> dict:
    return scatter("lines", points, line={"color": colour, "width": width}, **more)


def texts(points: np.ndarray, words: Sequence[str], **more) -> dict:
    """Upright texts, all of the same size."""
    return scatter("text", points, text=list(words), **more)


# -------- parts of packing puzzles


@part
def piece(cells, label: str, fill: str, ink: str, dotted: bool) -> dict:
    """A whole piece with its letter; a given one has a dot beside it."""
    coat = skin.skin(cells, label, dotted)
    return mesh(coat.points, coat.triangles, coat.tones, tones(fill, ink))


@part
def outline(cells, width: float) -> dict:
    """The edges of a piece, in the ink of the page."""
    return line(skin.creases(cells), LIGHT["ink"], width, meta="ink")


@part
def tube(cells, half: float, fill: str, ink: str) -> dict:
    """A fractional piece: a thin tube through its cells."""
    coat = skin.skin(cells)
    return mesh(skin.thinned(coat.points, half), coat.triangles, coat.tones, tones(fill, ink))


@part
def rim(cells, half: float | None, fill: str, focus: bool) -> dict:
    """The edges of a fractional piece: darker than it on a light page, lighter on a dark one."""
    edges = skin.creases(cells) if half is None else skin.thinned(skin.creases(cells), half)
    shades = [mixed(fill, other, 0.35) for other in ("#000000", WHITE)]
    return line(edges, LIGHT["ink"], 5, meta="ink") if focus else line(edges, shades[0], 2, meta=shades)


@part
def ghosts(cells) -> dict:
    """Small grey cubes for empty cells."""
    greys = ["#8a8a8a", "#a0a0a0", "#969696", "#7e7e7e", "#6c6c6c"]
    return mesh(*skin.cubes(cells, 0.29), greys, opacity=0.22)


@part
def wires(cells) -> dict:
    return line(skin.cube_edges(cells, 0.29), "#8a8a8a", 1.5)


def crossed(cells, inset: float, sign_inset: float, palette: Sequence[str]) -> dict:
    """Cubes with an X on each side, in the last colour of the palette; how far inside the cells they are."""
    points, triangles, sides = skin.cubes(cells, inset)
    sign, corners = skin.sign_on_sides("X", 1.15, sign_inset)
    all_points, all_triangles = stacked([(points, triangles), *((sign + cell, corners) for cell in cells)])
    shades = np.concatenate([sides, np.full(len(all_triangles) - len(sides), 5)])
    return mesh(all_points, all_triangles, shades, palette)


@part
def dead(cells) -> dict:
    """Black cubes with an X, for cells that nothing can fill any more."""
    return crossed(cells, 0.14, 0.14, [INK, "#303030", "#1c1c1c", "#0c0c0c", "#000000", WHITE])


@part
def bars(cells) -> dict:
    return line(skin.cube_edges(cells, 0.135), WHITE, 2)


@part
def clash(cells) -> dict:
    """Red cubes with an X, a little larger than the cells, for where a piece cannot lie."""
    return crossed(cells, -0.01, -0.02, [*[RULED_OUT] * 3, "#a5161c", "#8a1217", WHITE])


@part
def rims(cells) -> dict:
    return line(skin.cube_edges(cells, -0.015), WHITE, 2)


@part
def cross(cells) -> dict:
    """One X in the middle of a shape; it faces the eye."""
    points, triangles = glyph("X")
    middle = np.mean(cells, 0)
    nearest = min(cells, key=lambda c: (float(np.abs(c - middle).sum()), c))
    points = np.add(nearest, 0.5) + 1.8 * points @ np.stack([RIGHT, UP])
    return mesh(points, triangles, np.zeros(len(triangles)), [RULED_OUT, RULED_OUT])


@part
def struck(cells) -> dict:
    return line(skin.creases(cells), RULED_OUT, 5)
