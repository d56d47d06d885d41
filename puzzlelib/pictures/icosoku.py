"""Pictures of 3coSoKu: pure functions from an arrangement, finished or not, to what a stage draws (scene, frame and parts as in draw.py).

Nothing carries its meaning by colour alone. A peg is round and grey while faces around it are empty, round and blue when its number is
met, a square standing on its corner, and orange, when it cannot be met any more. Beside it stands an upright label: the letter of the
vertex, its number and, on the way, how many dots are there ("A 4 of 7"). The face and the vertex that one looks at have a yellow border.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from . import draw
from . import parts as made
from .cosoku import Cosoku, Placed, dots, sums
from .cosoku_net import MOST_DOTS, NUMERAL, SHOWN, SPOTS, dot_places, mixed, net, size, vertex_places
from .cosoku_skin import FILLS, LOOKS, Solid, palette, peg_palette
from .explode import EYE, RIGHT, UP
from .palette import INK
from .parts import key, line, mesh
from .polyhedra import Polyhedron
from .puzzles import PackingPuzzle

FOCUS = "#ffd400"  # the border of the face and the vertex that one looks at
MARGIN = 0.13  # round the solid, for the labels
APART = 2.2  # from one solid to the next, in how far each reaches
LABEL = 15  # pixels
ONE_CELL = PackingPuzzle("one cell", ((0, 0, 0),), ())

Arranging = (
    Mapping[int, Placed] | Sequence[Placed]
)  # face -> what lies there; a sequence is a whole arrangement


# ---------------------------------------------------------------- parts

SOLIDS: dict[str, Solid] = {}  # by the short names that keys of parts have


@lru_cache(256)
def named_solid(polyhedron: Polyhedron) -> tuple[str, Solid]:
    """A short name for a polyhedron and its shape; the shape is kept, for the parts are asked for by name."""
    text = repr((polyhedron.faces, np.round(polyhedron.points, 6).tolist()))
    name = hashlib.sha256(text.encode()).hexdigest()[:10]
    return name, SOLIDS.setdefault(name, Solid(polyhedron))


def _tiles(_, name: str) -> dict:
    solid = SOLIDS[name]
    points, triangles = solid.mesh
    return mesh(points, triangles, solid.tones([None] * len(solid.faces)), palette())


def _peg(_, name: str, vertex: int, number: int, look: str) -> dict:
    return mesh(*SOLIDS[name].peg(vertex, number, look), peg_palette(look))


def _plain(maker):
    """A part of one colour that stands at a face or a vertex."""

    def make(_, name: str, where: int, colour: str, *more) -> dict:
        points, triangles = maker(SOLIDS[name], where, *more)
        return mesh(points, triangles, np.zeros(len(triangles)), [colour, colour])

    return make


def _border(_, name: str, face: int, width: float) -> dict:
    return line(SOLIDS[name].rim(face, 0.22), INK, width)


def _cap_rim(_, name: str, vertex: int, look: str) -> dict:
    return line(SOLIDS[name].cap_rim(vertex, look), INK, 4)


def _borders(_, name: str) -> dict:
    """The borders of all tiles, for the projector."""
    solid, pen_up = SOLIDS[name], np.full((1, 3), np.nan)
    return line(
        np.concatenate([part for face in range(len(solid.faces)) for part in (solid.rim(face), pen_up)]),
        INK,
        4,
    )


# The makers of parts.py are told of ours, so that draw.assembled and Stage take frames of both kinds.
made.MAKERS.update(
    {
        "tiles": _tiles,
        "peg": _peg,
        "numeral": _plain(Solid.numeral),
        "band": _plain(Solid.ring),
        "collar": _plain(Solid.collar),
        "border": _border,
        "cap rim": _cap_rim,
        "borders": _borders,
    }
)


def parts(keys: Iterable[str]) -> dict[str, dict]:
    """The plotly traces that frames name, as JSON-able dicts.

    >>> from puzzlelib.cosoku import icosoku
    >>> one = frame(icosoku(), {})["blocks"][0]["part"]
    >>> parts([one])[one]["type"]
    'mesh3d'
    """
    return made.parts(keys)


# ---------------------------------------------------------------- frames


def frame(
    puzzle: Cosoku,
    placed: Arranging,
    *,
    focus: int | None = None,
    face: int | None = None,
    say: str = "",
    mark: str = "",
    level: int = 0,
    counting: bool = False,
    shift: int = 0,
) -> dict:
    """One picture.

    Parameters
    ----------
    placed : what lies where; faces that are not named are empty
    focus, face : numbers of the vertex and of the face that one looks at
    counting : list the dots that are still missing beside the picture
    shift : 1 for the right-hand copy of a scene made with shifts=2

    >>> from puzzlelib.cosoku import icosoku
    >>> one = frame(icosoku(), {0: Placed((0, 1, 2), 1)})            # ABC: two dots at A, none at B, one at C
    >>> [tag["text"] for tag in one["tags"]][:4], one["net"]["dots"][:2]
    (['A 2 of 1', 'B 0 of 11', 'C 1 of 5', 'D 10'], [[2, 0, 1], None])
    """
    placed = dict(placed) if isinstance(placed, Mapping) else dict(enumerate(placed))
    pegs = list(_pegs(puzzle, placed))
    shown = [list(dots(*placed[i])) if i in placed else None for i in range(len(puzzle.polyhedron.faces))]
    by = _step(puzzle.polyhedron, shift)
    blocks = [
        *_solid_blocks(puzzle.polyhedron, shown),
        *_focus_blocks(puzzle.polyhedron, focus, face),
        *_peg_blocks(puzzle, pegs),
    ]
    missing = (
        {vertex: wanted - found for vertex, (wanted, found, _, _) in zip(puzzle.polyhedron.vertices, pegs)}
        if counting
        else {}
    )
    return {
        "blocks": [block | {"at": by} for block in blocks],
        "avoid": [_plus(dot, by) for dot in _dots(puzzle.polyhedron, shown)],
        "tags": [tag | {"at": _plus(tag["at"], by)} for tag in _tags(puzzle, pegs, focus)],
        "say": say,
        "look": _look(puzzle.polyhedron, focus, face),
        "cells": [],
        "how": [],
        "counts": missing,
        "mark": mark,
        "level": level,
        "net": {"dots": shown, "pegs": [list(peg) for peg in pegs], "vertex": focus, "face": face},
    }


def _pegs(puzzle: Cosoku, placed: Mapping[int, Placed]) -> Iterator[tuple[int, int, str, int]]:
    """For each vertex its number, the dots there, the look of its peg, and how many faces around are empty."""
    for wanted, found, around in zip(puzzle.capacities, sums(puzzle, placed), puzzle.polyhedron.around):
        empty = sum(face not in placed for face, _ in around)
        look = "wrong" if found > wanted or not empty and found < wanted else "open" if empty else "full"
        yield wanted, found, look, empty


def _block(kind: str, *look, **more) -> dict:
    return {
        "part": key(kind, (), *look),
        "at": [0.0] * 3,
        "away": [0.0] * 3,
        "tone": None,
        "outline": None,
        "edge": None,
    } | more


def _solid_blocks(polyhedron: Polyhedron, shown: list) -> Iterator[dict]:
    """The solid with its tiles, and the numbers of dots that are too many to be drawn."""
    name, solid = named_solid(polyhedron)
    yield _block(
        "tiles",
        name,
        tone=base64.b64encode(solid.tones(shown).tobytes()).decode(),
        edge=key("borders", (), name),
    )
    for face, corners in enumerate(shown):
        for corner, number in enumerate(corners or ()):
            if number > MOST_DOTS:
                yield _block("numeral", name, face, INK, corner, number)


def _look(polyhedron: Polyhedron, focus: int | None, face: int | None) -> list[float] | None:
    """From where one sees what is looked at."""
    _, solid = named_solid(polyhedron)
    if face is None and focus is None:
        return None
    return (solid.normals[face] if face is not None else solid.out[focus]).round(3).tolist()


def _dots(polyhedron: Polyhedron, shown: list) -> Iterator[list[float]]:
    """Where dots and numerals are seen: no label is to cover them."""
    _, solid = named_solid(polyhedron)
    for face, corners in enumerate(shown):
        for corner, number in enumerate(corners or ()):
            for place in dot_places(number) if number <= MOST_DOTS else [NUMERAL]:
                yield solid.place(face, corner, place).tolist()


def _focus_blocks(polyhedron: Polyhedron, focus: int | None, face: int | None) -> Iterator[dict]:
    name, _ = named_solid(polyhedron)
    if face is not None:
        yield _block("band", name, face, FOCUS, outline=key("border", (), name, face, 4))
    if focus is not None:
        yield _block("collar", name, focus, FOCUS)


def _peg_blocks(puzzle: Cosoku, pegs: Iterable[tuple]) -> Iterator[dict]:
    name, _ = named_solid(puzzle.polyhedron)
    for vertex, (wanted, _, look, _) in enumerate(pegs):
        yield _block("peg", name, vertex, wanted, look, edge=key("cap rim", (), name, vertex, look))


def _tags(puzzle: Cosoku, pegs: Iterable[tuple], focus: int | None) -> Iterator[dict]:
    """A label for each peg, and a short form of it. `out` says where the peg points and `clear` how much room it needs."""
    _, solid = named_solid(puzzle.polyhedron)
    for vertex, (name, peg) in enumerate(zip(puzzle.polyhedron.vertices, pegs)):
        mark = draw.FOCUS * (vertex == focus)
        yield {
            "text": mark + _label(puzzle, vertex, name, *peg),
            "short": mark + name,
            "at": solid.caps[vertex].round(4).tolist(),
            "away": [0.0] * 3,
            "near": True,
            "rank": int(vertex == focus),
            "out": solid.out[vertex].round(4).tolist(),
            "clear": round(solid.radius, 4),
        }


def _label(puzzle: Cosoku, vertex: int, name: str, wanted: int, found: int, look: str, empty: int) -> str:
    """What stands beside a peg."""
    if look == "full":
        return f"{name} {wanted} ✓"
    untouched = empty == len(puzzle.polyhedron.around[vertex])
    return f"{name} {wanted}" if untouched else f"{name} {found} of {wanted}"


def _plus(a: Sequence[float], b: Sequence[float]) -> list[float]:
    return [round(x + y, 3) for x, y in zip(a, b)]


def beside(left: dict, right: dict) -> dict:
    """Two frames as one, for a scene with shifts=2: make the right one with shift=1."""
    return left | {name: [*left[name], *right[name]] for name in ("blocks", "tags", "avoid")}


class TileSteps(Sequence):
    """The frames of a TileTrace, drawn when they are asked for."""

    def __init__(self, trace):
        self.trace = trace

    def __len__(self) -> int:
        return len(self.trace.events)

    def __getitem__(self, k: int) -> dict:
        event, state = self.trace.events[k], self.trace.state(k)
        return frame(
            self.trace.puzzle,
            state.placed,
            focus=state.focus,
            face=state.face,
            say=event.say,
            mark=event.kind,
            level=event.level,
            counting=True,
        )

    def track(self) -> list[tuple[str, int]]:
        """Kind and level of every event."""
        return [(event.kind, event.level) for event in self.trace.events]


# ---------------------------------------------------------------- scenes


def scene(puzzle: Cosoku, shifts: int = 1, follows: bool = False) -> dict:
    """What stays while frames change: camera, colours, the net.

    Parameters: shifts, the number of solids side by side; follows, should the solid turn when what is looked at is out of sight?
    A student can switch that off, and does so by turning the solid.

    >>> from puzzlelib.cosoku import icosoku
    >>> len(scene(icosoku())["net"]["faces"])
    20
    """
    page = draw.scene(ONE_CELL)
    layout = page["layout"] | {"scene": page["layout"]["scene"] | _framed(puzzle.polyhedron, shifts)}
    return page | {
        "layout": layout,
        "fixed": [],
        "layers": [],
        "colours": {},
        "labels": {},
        "pieces": [],
        "counting": "dots still missing",
        "follows": follows,
        "net": _net(puzzle.polyhedron),
        "solids": [_planes(puzzle.polyhedron, shift) for shift in range(shifts)],
    }


def _step(polyhedron: Polyhedron, shift: int) -> list[float]:
    """Where the solid stands that is so many places to the right of the first."""
    return (shift * APART * named_solid(polyhedron)[1].reach * RIGHT).round(4).tolist()


def _framed(polyhedron: Polyhedron, shifts: int) -> dict:
    """Axes so that the solids may be turned any way, with room for their labels; the picture is two units high."""
    reach = named_solid(polyhedron)[1].reach + MARGIN
    step = np.array(_step(polyhedron, shifts - 1))
    low, high = np.minimum(0, step) - reach, np.maximum(0, step) + reach
    axes = {
        f"{axis}axis": {"visible": False, "autorange": False, "range": [float(low[i]), float(high[i])]}
        for i, axis in enumerate("xyz")
    }
    return axes | {"aspectratio": {axis: float((high - low)[i] / reach) for i, axis in enumerate("xyz")}}


def _planes(polyhedron: Polyhedron, shift: int) -> list[list[float]]:
    """The planes of the faces, by which the browser knows what the solid hides: outward direction and distance."""
    planes = named_solid(polyhedron)[1].planes.copy()
    planes[:, 3] += planes[:, :3] @ _step(polyhedron, shift)
    return planes.round(4).tolist()


def _net(polyhedron: Polyhedron) -> dict:
    """The net for the picture without WebGL: the corners of each face, where its dots stand, and where each vertex is found."""

    def near(points) -> list:
        return [[round(x, 3), round(y, 3)] for x, y in points]

    faces = [
        {
            "name": name,
            "corners": list(face),
            "points": near(triangle),
            "dots": [near(mixed(triangle, spot, corner) for spot in SPOTS) for corner in range(3)],
        }
        for name, face, triangle in zip(polyhedron.face_names, polyhedron.faces, net(polyhedron))
    ]
    vertices = [
        {"name": name, "places": near(places)}
        for name, places in zip(polyhedron.vertices, vertex_places(polyhedron))
    ]
    return {
        "size": near([size(polyhedron)])[0],
        "faces": faces,
        "vertices": vertices,
        "tile": FILLS[1],
        "empty": FILLS[2],
        "looks": LOOKS,
        "shown": list(SHOWN.values()),
    }


# ---------------------------------------------------------------- figures


def figure(puzzle: Cosoku, placed: Arranging = (), theme: str = "light", contrast: bool = False, **more):
    """A plotly figure of an arrangement, finished or not; `more` as for `frame`.

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> len(figure(paper_tetrahedron()).data)        # the solid, four pegs, the labels
    6
    """
    return _assembled(scene(puzzle), frame(puzzle, placed, **more), theme, contrast)


def figure_beside(
    puzzle: Cosoku, left: Arranging, right: Arranging, theme: str = "light", contrast: bool = False
):
    """Two arrangements of one puzzle side by side."""
    both = beside(frame(puzzle, left), frame(puzzle, right, shift=1))
    return _assembled(scene(puzzle, 2), both, theme, contrast, wide=2.2)


def _assembled(scene: dict, frame: dict, theme: str, contrast: bool, wide: float = 1.4):
    drawn = draw.assembled(scene, frame | {"tags": []}, theme=theme, contrast=contrast, wide=wide)
    return drawn.add_trace(
        _labels(frame["tags"], scene, scene["ink"][theme == "dark"], LABEL * (1.3 if contrast else 1))
    )


TOWARDS = np.array(EYE) / np.linalg.norm(EYE)


def _labels(tags: Sequence[dict], scene: dict, ink: str, size: float) -> dict:
    """The labels as upright texts beside the pegs, best seen from where the figure begins; dark where a solid is behind them."""
    out = np.array([tag["out"] for tag in tags])
    lean = np.stack([out @ RIGHT, out @ UP - 0.5 * np.maximum(out @ TOWARDS, 0)], 1)
    lean /= np.maximum(np.linalg.norm(lean, axis=1, keepdims=True), 1e-9)
    clear = np.array([tag["clear"] for tag in tags])[:, None] * (0.2 + 1.1 * np.abs(out @ TOWARDS))[:, None]
    points = np.array([tag["at"] for tag in tags]) + clear * (lean @ np.stack([RIGHT, UP])) + 0.02 * out
    colours = [INK if any(_crosses(planes, point) for planes in scene["solids"]) else ink for point in points]
    return {
        "type": "scatter3d",
        "mode": "text",
        **made.xyz(points),
        "text": [tag["text"] for tag in tags],
        "textposition": [_side(*way) for way in lean],
        "textfont": {"size": size, "color": colours},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _side(right: float, up: float) -> str:
    """On which side of its point a text stands."""
    if abs(right) > 0.6:
        return "middle right" if right > 0 else "middle left"
    return "top center" if up > 0 else "bottom center"


def _crosses(planes: Sequence[Sequence[float]], point: np.ndarray) -> bool:
    """Does the line from the eye through a point go through a convex solid?"""
    planes = np.array(planes)
    slope, gap = planes[:, :3] @ TOWARDS, planes[:, 3] - planes[:, :3] @ point
    return bool((gap / slope)[slope > 0].min(initial=np.inf) > (gap / slope)[slope < 0].max(initial=-np.inf))
