"""The parts of a picture: finished plotly traces that many frames share, each made once and named by all that it is made of."""

import base64
import functools
import json
from collections.abc import Iterable, Sequence

import numpy as np

from . import skin
from .explode import RIGHT, UP
from .palette import INK, WHITE, mixed, tones

LIGHT = {"paper": "#ffffff", "ink": "#1b1b1b"}
RULED_OUT = "#d3222a"  # 5.1 : 1 on white, 3.6 : 1 on the dark page


def packed(values: np.ndarray) -> dict:
    """An array as plotly's base64 typed array."""
    values = np.ascontiguousarray(values)
    return {"dtype": values.dtype.str[1:], "bdata": base64.b64encode(values.tobytes()).decode()}


def unpacked(values) -> np.ndarray:
    return np.frombuffer(base64.b64decode(values["bdata"]), "<" + values["dtype"])


def xyz(points: np.ndarray) -> dict:
    return {axis: packed(np.asarray(points, "<f4")[:, i]) for i, axis in enumerate("xyz")}


def mesh(
    points: np.ndarray, triangles: np.ndarray, shades: np.ndarray, palette: Sequence[str], **more
) -> dict:
    """A mesh whose triangle t has the colour palette[shades[t]], with no other light."""
    n = len(palette)
    bands = [[place, tone] for i, tone in enumerate(palette) for place in (i / n, (i + 1) / n)]
    corners = {name: packed(np.asarray(triangles, "<u2")[:, i]) for i, name in enumerate("ijk")}
    return {
        "type": "mesh3d",
        **xyz(points),
        **corners,
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


def line(points: np.ndarray, colour: str, width: float, **more) -> dict:
    return {
        "type": "scatter3d",
        "mode": "lines",
        **xyz(points),
        "line": {"color": colour, "width": width},
        "hoverinfo": "skip",
        "showlegend": False,
        **more,
    }


def _piece(cells, label: str, fill: str, ink: str, dotted: bool) -> dict:
    coat = skin.skin(cells, label, dotted)
    return mesh(coat.points, coat.triangles, coat.tones, tones(fill, ink))


def _outline(cells, width: float) -> dict:
    # "meta" tells the browser that this line has the ink of the page: white in the dark theme.
    return line(skin.creases(cells), LIGHT["ink"], width, meta="ink")


def _tube(cells, half: float, fill: str, ink: str) -> dict:
    coat = skin.skin(cells)
    return mesh(skin.thinned(coat.points, half), coat.triangles, coat.tones, tones(fill, ink))


def _rim(cells, half: float | None, fill: str, focus: bool) -> dict:
    """The edges of a fractional piece, so that the faintest can be seen: darker than it on a light page, lighter on a dark one."""
    edges = skin.creases(cells) if half is None else skin.thinned(skin.creases(cells), half)
    shades = [mixed(fill, other, 0.35) for other in ("#000000", WHITE)]
    return line(edges, LIGHT["ink"], 5, meta="ink") if focus else line(edges, shades[0], 2, meta=shades)


def _ghosts(cells) -> dict:
    points, triangles, sides = skin.cubes(cells, 0.29)
    return mesh(
        points, triangles, sides, ["#8a8a8a", "#a0a0a0", "#969696", "#7e7e7e", "#6c6c6c"], opacity=0.22
    )


def _wires(cells) -> dict:
    return line(skin.cube_edges(cells, 0.29), "#8a8a8a", 1.5)


def _dead(cells) -> dict:
    points, triangles, sides = skin.cubes(cells, 0.14)
    cross, corners = skin.sign_on_sides("X", 1.15, 0.14)
    all_points, all_triangles = skin.stacked(
        [(points, triangles), *((cross + cell, corners) for cell in cells)]
    )
    shades = np.concatenate([sides, np.full(len(all_triangles) - len(sides), 5)])
    return mesh(all_points, all_triangles, shades, [INK, "#303030", "#1c1c1c", "#0c0c0c", "#000000", WHITE])


def _bars(cells) -> dict:
    return line(skin.cube_edges(cells, 0.135), WHITE, 2)


def _cross(cells) -> dict:
    """One X in the middle of a shape; it faces the eye."""
    points, triangles = skin.glyph("X")
    middle = np.mean(cells, 0)
    nearest = min(cells, key=lambda c: (float(np.abs(c - middle).sum()), c))
    points = np.add(nearest, 0.5) + 1.8 * points @ np.stack([RIGHT, UP])
    return mesh(points, triangles, np.zeros(len(triangles)), [RULED_OUT, RULED_OUT])


def _struck(cells) -> dict:
    return line(skin.creases(cells), RULED_OUT, 5)


MAKERS = {
    "piece": _piece,
    "outline": _outline,
    "ghosts": _ghosts,
    "wires": _wires,
    "dead": _dead,
    "bars": _bars,
    "cross": _cross,
    "struck": _struck,
    "tube": _tube,
    "rim": _rim,
}


@functools.lru_cache(8192)
def key(kind: str, cells: tuple, *look) -> str:
    """The name of a part says all that it is made of."""
    return json.dumps([kind, cells, *look], separators=(",", ":"))


@functools.lru_cache(1024)
def trace_of(name: str) -> dict:
    """The plotly trace of a part, made once."""
    kind, cells, *look = json.loads(name)
    return MAKERS[kind](tuple(map(tuple, cells)), *look)


def parts(keys: Iterable[str]) -> dict[str, dict]:
    """The plotly traces that frames name, as JSON-able dicts.

    >>> from puzzlelib import draw, load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> key = draw.frame(puzzle, {puzzle.placements[0]: "chosen"})["blocks"][0]["part"]
    >>> parts([key])[key]["type"]
    'mesh3d'
    """
    return {name: trace_of(name) for name in keys}
