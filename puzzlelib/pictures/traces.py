"""The parts of a picture: plotly traces that many frames share, named by all that they are made of."""

import base64
import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps

import numpy as np

from . import polycube_mesh
from .colours import INK, WHITE, mix, tones
from .layout import RIGHT, UP
from .letters import glyph, join_meshes

LIGHT = {"paper": "#ffffff", "ink": "#1b1b1b"}
RULED_OUT = "#d3222a"  # 5.1 : 1 on white, 3.6 : 1 on the dark page
GREY = "#8a8a8a"
DOT = "#b5b5b5"  # of an empty cell


class Part(str):
    """The name of a part. In Python it knows how to make the trace; the browser gets the text."""

    make: Callable[..., dict]
    look: tuple


def part(make: Callable[..., dict]) -> Callable[..., Part]:
    """Let a function that makes a trace name it instead; `trace_of` makes it when it is asked for.

    >>> outline_part(((0, 0, 0),), 3), outline_part(((0, 0, 0),), 3).look
    ('["outline",[[0,0,0]],3]', (((0, 0, 0),), 3))
    """
    kind = make.__name__.removesuffix("_part").replace("_", " ")

    @lru_cache(8192)
    @wraps(make)
    def name_part(*look) -> Part:
        name = Part(json.dumps([kind, *look], separators=(",", ":"), default=str))
        name.make, name.look = make, look
        return name

    return name_part


@lru_cache(1024)
def trace_of(name: Part) -> dict:
    return name.make(*name.look)


def part_traces(names: Iterable[Part]) -> dict[str, dict]:
    """Return the plotly traces of parts, each once, as dicts for JSON.

    >>> part_traces([outline_part(((0, 0, 0),), 3)]).popitem()[1]["type"]
    'scatter3d'
    """
    return {name: trace_of(name) for name in names}


# -------- what traces are made of


def pack_array(values: np.ndarray) -> dict:
    """Return an array as plotly's base64 typed array."""
    return {"dtype": values.dtype.str[1:], "bdata": as_bytes(values)}


def as_bytes(values: np.ndarray) -> str:
    return base64.b64encode(values.tobytes()).decode()


def unpack_array(values: dict) -> np.ndarray:
    return np.frombuffer(base64.b64decode(values["bdata"]), "<" + values["dtype"])


def pack_columns(names: str, rows: np.ndarray, kind: str) -> dict:
    return {name: pack_array(column) for name, column in zip(names, np.asarray(rows, kind).T)}


def xyz(points: np.ndarray) -> dict:
    return pack_columns("xyz", points, "<f4")


def mesh_trace(
    points: np.ndarray, triangles: np.ndarray, shades: np.ndarray, palette: Sequence[str], **more
) -> dict:
    """Return a mesh whose triangle t has the colour palette[shades[t]], with no other light."""
    n = len(palette)
    bands = [[place, tone] for i, tone in enumerate(palette) for place in (i / n, (i + 1) / n)]
    return {
        "type": "mesh3d",
        **xyz(points),
        **pack_columns("ijk", triangles, "<u2"),
        "intensity": pack_array(np.asarray(shades, "u1")),
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


def plain_mesh(points: np.ndarray, triangles: np.ndarray, colour: str) -> dict:
    return mesh_trace(points, triangles, np.zeros(len(triangles)), [colour, colour])


def scatter_trace(mode: str, points: np.ndarray, **more) -> dict:
    plain = {"hoverinfo": "skip", "showlegend": False}
    return {"type": "scatter3d", "mode": mode, **xyz(points), **plain, **more}


def line_trace(points: np.ndarray, colour: str, width: float, **more) -> dict:
    return scatter_trace("lines", points, line={"color": colour, "width": width}, **more)


def text_trace(points: np.ndarray, words: Sequence[str], **more) -> dict:
    """Return upright texts, all of the same size."""
    return scatter_trace("text", points, text=list(words), **more)


# -------- parts of packing puzzles


@part
def piece_part(cells, label: str, fill: str, ink: str, dotted: bool) -> dict:
    """A whole piece with its letter; a given one has a dot beside it."""
    skin = polycube_mesh.skin(cells, label, dotted)
    return mesh_trace(skin.points, skin.triangles, skin.tones, tones(fill, ink))


@part
def outline_part(cells, width: float) -> dict:
    """The edges of a piece, in the ink of the page."""
    return line_trace(polycube_mesh.creases(cells), LIGHT["ink"], width, meta="ink")


@part
def tube_part(cells, half: float, fill: str, ink: str) -> dict:
    """A fractional piece: a thin tube through its cells."""
    skin = polycube_mesh.skin(cells)
    points = polycube_mesh.thin_out(skin.points, half)
    return mesh_trace(points, skin.triangles, skin.tones, tones(fill, ink))


@part
def rim_part(cells, half: float | None, fill: str, focus: bool) -> dict:
    """The edges of a fractional piece: darker than it on a light page, lighter on a dark one."""
    edges = polycube_mesh.creases(cells)
    edges = edges if half is None else polycube_mesh.thin_out(edges, half)
    shades = [mix(fill, other, 0.35) for other in ("#000000", WHITE)]
    ink = (LIGHT["ink"], 5, "ink") if focus else (shades[0], 2, shades)
    return line_trace(edges, ink[0], ink[1], meta=ink[2])


@part
def hollow_part(cells, fill: str) -> dict:
    """The edges of a whole piece in its colour, for one that would hide what is to be seen."""
    shades = [mix(fill, other, 0.2) for other in ("#000000", WHITE)]
    return line_trace(polycube_mesh.creases(cells), shades[0], 5, meta=shades)


@part
def dots_part(cells) -> dict:
    """Grey dots for empty cells: cubes so small that they look round."""
    points, triangles, _ = polycube_mesh.cubes(cells, 0.468)
    return plain_mesh(points, triangles, DOT)


def signed_cubes(cells, inset: float, sign_inset: float, palette: Sequence[str], text="X", size=1.15) -> dict:
    """Return cubes with a sign on each side; insets are from the cells, it has the last colour."""
    points, triangles, sides = polycube_mesh.cubes(cells, inset)
    sign, corners = polycube_mesh.sign_on_sides(text, size, sign_inset)
    all_points, all_triangles = join_meshes(
        [(points, triangles), *((sign + cell, corners) for cell in cells)]
    )
    shades = np.concatenate([sides, np.full(len(all_triangles) - len(sides), 5)])
    return mesh_trace(all_points, all_triangles, shades, palette)


@part
def dead_part(cells) -> dict:
    """Black cubes with an X, for cells that nothing can fill any more."""
    return signed_cubes(cells, 0.14, 0.14, [INK, "#303030", "#1c1c1c", "#0c0c0c", "#000000", WHITE])


@part
def weights_part(cells, text: str, fill: str, ink: str) -> dict:
    """Cubes with the weight of their cells on each side."""
    return signed_cubes(cells, 0.1, 0.1, [*tones(fill, ink)[:5], ink], text, 1)


@part
def bars_part(cells) -> dict:
    return line_trace(polycube_mesh.cube_edges(cells, 0.135), WHITE, 2)


@part
def clash_part(cells) -> dict:
    """Red cubes with an X, a little larger than the cells, where a piece cannot lie."""
    return signed_cubes(cells, -0.01, -0.02, [*[RULED_OUT] * 3, "#a5161c", "#8a1217", WHITE])


@part
def rims_part(cells) -> dict:
    return line_trace(polycube_mesh.cube_edges(cells, -0.015), WHITE, 2)


@part
def cross_part(cells) -> dict:
    """One X in the middle of a shape; it faces the eye."""
    points, triangles = glyph("X")
    middle = np.mean(cells, 0)
    nearest = min(cells, key=lambda c: (float(np.abs(c - middle).sum()), c))
    points = np.add(nearest, 0.5) + 1.8 * points @ np.stack([RIGHT, UP])
    return plain_mesh(points, triangles, RULED_OUT)


@part
def struck_part(cells) -> dict:
    return line_trace(polycube_mesh.creases(cells), RULED_OUT, 5)
