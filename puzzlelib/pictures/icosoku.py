"""Pictures of 3coSoKu: pure functions from an arrangement, finished or not, to what a stage draws (see
blocks.py).

Nothing carries its meaning by colour alone. A peg is round and grey while faces around it are empty, round
and blue when its number is met, a square standing on its corner, and orange, when it cannot be met any more.
Beside it stands an upright label: the letter of the vertex, its number and, on the way, how many dots are
there ("A 4 of 7"). The face and the vertex that one looks at have a yellow border.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from ..icosoku.polyhedron import Polyhedron
from ..icosoku.puzzle import Cosoku, Placed, dots, sums
from . import figures, packing, scenes
from .blocks import Block, Box, Call, Frame, Scene, Tag, block_of, frame_of, rounded
from .colours import INK
from .layout import RIGHT, TOWARDS, UP
from .net import MOST_DOTS, NUMERAL, SHOWN, SPOTS, dot_places, mixed, net, size, vertex_places
from .polyhedron_mesh import FILLS, LOOKS, Solid, palette, peg_palette, unit
from .traces import as_bytes, line, mesh, part, texts

FOCUS = "#ffd400"  # the border of the face and the vertex that one looks at
MARGIN = 0.13  # round the solid, for the labels
APART = 2.2  # from one solid to the next, in how far each reaches
LABEL = 15  # pixels

# face -> what lies there; a sequence is a whole arrangement
Arranging = Mapping[int, Placed] | Sequence[Placed]


# -------- parts


@lru_cache(256)
def solid_of(polyhedron: Polyhedron) -> Solid:
    """The shape of a polyhedron, its meshes made once."""
    return Solid(polyhedron)


@part
def tiles(solid: Solid) -> dict:
    """The solid with its tiles; which dots are seen is a matter of tones."""
    points, triangles = solid.mesh
    return mesh(points, triangles, solid.tones([None] * len(solid.faces)), palette())


@part
def peg(solid: Solid, vertex: int, number: int, look: str) -> dict:
    return mesh(*solid.peg(vertex, number, look), peg_palette(look))


def plain(points: np.ndarray, triangles: np.ndarray, colour: str) -> dict:
    return mesh(points, triangles, np.zeros(len(triangles)), [colour, colour])


@part
def numeral(solid: Solid, face: int, corner: int, number: int) -> dict:
    """The number of dots that are too many to be drawn."""
    return plain(*solid.numeral(face, corner, number), INK)


@part
def band(solid: Solid, face: int) -> dict:
    """Round the face that one looks at."""
    return plain(*solid.ring(face), FOCUS)


@part
def collar(solid: Solid, vertex: int) -> dict:
    """Round the peg that one looks at."""
    return plain(*solid.collar(vertex), FOCUS)


@part
def border(solid: Solid, face: int) -> dict:
    return line(solid.rim(face, 0.22), INK, 4)


@part
def cap_rim(solid: Solid, vertex: int, look: str) -> dict:
    return line(solid.cap_rim(vertex, look), INK, 4)


@part
def borders(solid: Solid) -> dict:
    """The borders of all tiles, for the projector."""
    rims = [solid.rim(face) for face in range(len(solid.faces))]
    return line(np.insert(rims, 4, np.nan, axis=1).reshape(-1, 3), INK, 4)


# -------- frames


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
    dead: str = "",
    shift: int = 0,
) -> Frame:
    """One picture; faces that `placed` does not name are empty.

    Parameters: focus and face, numbers of the vertex and of the face that one looks at; counting, list the
    dots that are still missing beside the picture; dead, why nothing can go on at the vertex or the face
    that one looks at; shift, 1 for the right-hand copy of a scene made with
    shifts=2.

    >>> from puzzlelib.icosoku import icosoku
    >>> one = frame(icosoku(), {0: Placed((0, 1, 2), 1)})            # ABC: two dots at A, none at B, one at C
    >>> [tag["text"] for tag in one["tags"]][:4], one["net"]["dots"][:2]
    (['A 2 of 1', 'B 0 of 11', 'C 1 of 5', 'D 10'], [[2, 0, 1], None])
    """
    placed = dict(placed) if isinstance(placed, Mapping) else dict(enumerate(placed))
    pegs = list(standing(puzzle, placed))
    shown = [list(dots(*placed[i])) if i in placed else None for i in range(len(puzzle.polyhedron.faces))]
    solid, by = solid_of(puzzle.polyhedron), place_of(puzzle.polyhedron, shift)
    blocks = [*solid_blocks(solid, shown), *focus_blocks(solid, focus, face), *peg_blocks(solid, pegs)]
    missing = {name: peg[0] - peg[1] for name, peg in zip(puzzle.polyhedron.vertices, pegs)}
    return frame_of(
        [block | {"at": by} for block in blocks],
        say,
        avoid=[plus(dot, by) for dot in dot_spots(solid, shown)],
        tags=[tag | {"at": plus(tag["at"], by)} for tag in peg_tags(puzzle, pegs, focus)],
        look=outward(solid, focus, face),
        counts=missing if counting else {},
        mark=mark,
        level=level,
        net={"dots": shown, "pegs": list(map(list, pegs)), "vertex": focus, "face": face},
        **(called_out(puzzle, focus, face, dead, by) if dead else {}),
    )


def called_out(puzzle: Cosoku, focus: int | None, face: int | None, why: str, by) -> dict[str, Call]:
    """A dead end at its peg, or in the middle of its face."""
    polyhedron = puzzle.polyhedron
    solid = solid_of(polyhedron)
    if focus is not None:
        at, out, name = solid.caps[focus], solid.out[focus], polyhedron.vertices[focus]
    elif face is not None:
        middle = solid.place(face, 0, (1 / 3, 1 / 3, 1 / 3))
        at, out, name = middle, solid.normals[face], polyhedron.face_names[face]
    else:
        return {}
    spot = {"at": plus(rounded(at), by), "away": [0.0] * 3, "clear": round(1.3 * solid.radius, 4)}
    return {"call": {"text": f"✗ {name}: {why}", "short": f"✗ {why}", "out": rounded(out), **spot}}


def standing(puzzle: Cosoku, placed: Mapping[int, Placed]) -> Iterator[tuple[int, int, str, int]]:
    """For each vertex its number, the dots there, the look of its peg, and how many faces around are
    empty."""
    for wanted, found, around in zip(puzzle.capacities, sums(puzzle, placed), puzzle.polyhedron.around):
        empty = sum(face not in placed for face, _ in around)
        look = "wrong" if found > wanted or not empty and found < wanted else "open" if empty else "full"
        yield wanted, found, look, empty


def solid_blocks(solid: Solid, shown: list) -> Iterator[Block]:
    """The solid with its tiles, and the numbers of dots that are too many to be drawn."""
    yield block_of(tiles(solid), tone=as_bytes(solid.tones(shown)), edge=borders(solid))
    for face, corner, number in dotted(shown):
        if number > MOST_DOTS:
            yield block_of(numeral(solid, face, corner, number))


def dotted(shown: list) -> Iterator[tuple[int, int, int]]:
    """Face, corner and number of dots, wherever a tile lies."""
    for face, corners in enumerate(shown):
        yield from ((face, corner, number) for corner, number in enumerate(corners or ()))


def outward(solid: Solid, focus: int | None, face: int | None) -> list[float] | None:
    """From where one sees what is looked at."""
    if face is None and focus is None:
        return None
    return (solid.normals[face] if face is not None else solid.out[focus]).round(3).tolist()


def dot_spots(solid: Solid, shown: list) -> Iterator[list[float]]:
    """Where dots and numerals are seen."""
    for face, corner, number in dotted(shown):
        for place in dot_places(number) if number <= MOST_DOTS else [NUMERAL]:
            yield solid.place(face, corner, place).tolist()


def focus_blocks(solid: Solid, focus: int | None, face: int | None) -> Iterator[Block]:
    """What marks the face and the vertex that one looks at."""
    if face is not None:
        yield block_of(band(solid, face), outline=border(solid, face))
    if focus is not None:
        yield block_of(collar(solid, focus))


def peg_blocks(solid: Solid, pegs: Iterable[tuple]) -> Iterator[Block]:
    for vertex, (wanted, _, look, _) in enumerate(pegs):
        yield block_of(peg(solid, vertex, wanted, look), edge=cap_rim(solid, vertex, look))


def peg_tags(puzzle: Cosoku, pegs: Iterable[tuple], focus: int | None) -> Iterator[Tag]:
    """A label for each peg; `out` says where the peg points, `clear` how much room it needs."""
    solid = solid_of(puzzle.polyhedron)
    for vertex, (name, stand) in enumerate(zip(puzzle.polyhedron.vertices, pegs)):
        mark = packing.FOCUS * (vertex == focus)
        yield {
            "text": mark + label(puzzle, vertex, name, *stand),
            "short": mark + name,
            "at": rounded(solid.caps[vertex]),
            "away": [0.0] * 3,
            "near": True,
            "rank": int(vertex == focus),
            "out": rounded(solid.out[vertex]),
            "clear": round(solid.radius, 4),
        }


def label(puzzle: Cosoku, vertex: int, name: str, wanted: int, found: int, look: str, empty: int) -> str:
    if look == "full":
        return f"{name} {wanted} ✓"
    untouched = empty == len(puzzle.polyhedron.around[vertex])
    return f"{name} {wanted}" if untouched else f"{name} {found} of {wanted}"


def plus(a: Sequence[float], b: Sequence[float]) -> list[float]:
    return [round(x + y, 3) for x, y in zip(a, b)]


def beside(left: Frame, right: Frame) -> Frame:
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
        seen = {"focus": state.focus, "face": state.face, "counting": True}
        said = {"say": event.say, "mark": event.kind, "level": event.level, "dead": event.cause}
        return frame(self.trace.puzzle, state.placed, **seen, **said)

    def track(self) -> list[tuple[str, int]]:
        return [(event.kind, event.level) for event in self.trace.events]


# -------- scenes


def scene(puzzle: Cosoku, shifts: int = 1, follows: bool = False) -> Scene:
    """What stays while frames change: camera, colours, the net.

    Parameters: shifts, the number of solids side by side; follows, should the solid turn when what is looked
    at is out of sight? A student can switch that off, and does so by turning the solid.

    >>> from puzzlelib.icosoku import icosoku
    >>> len(scene(icosoku())["net"]["faces"])
    20
    """
    return scenes.empty(framed(puzzle.polyhedron, shifts)) | {
        "counting": "dots still missing",
        "follows": follows,
        "boxes": [box_at(puzzle.polyhedron, shift, shifts) for shift in range(shifts)],
        "net": net_of(puzzle.polyhedron),
        "solids": [planes_of(puzzle.polyhedron, shift) for shift in range(shifts)],
    }


def place_of(polyhedron: Polyhedron, shift: int) -> list[float]:
    """Where the solid stands that is `shift` places to the right of the first."""
    return rounded(shift * APART * solid_of(polyhedron).reach * RIGHT)


def box_at(polyhedron: Polyhedron, shift: int, shifts: int) -> Box:
    """Where one of several solids stands."""
    reach, middle = solid_of(polyhedron).reach, np.array(place_of(polyhedron, shift))
    across = (shift - (shifts - 1) / 2) * APART * reach
    ends = {"low": rounded(middle - reach), "high": rounded(middle + reach)}
    return {"across": round(across, 4), "apart": 0.0, **ends, "whole": False}


def framed(polyhedron: Polyhedron, shifts: int) -> dict:
    """Axes so that the solids may be turned any way, with room for their labels."""
    reach = solid_of(polyhedron).reach + MARGIN
    step = place_of(polyhedron, shifts - 1)
    return scenes.axes(np.minimum(0, step) - reach, np.maximum(0, step) + reach, 1 / reach)


def planes_of(polyhedron: Polyhedron, shift: int) -> list[list[float]]:
    """The planes of the faces, outward direction and distance: what the solid hides."""
    planes = solid_of(polyhedron).planes.copy()
    planes[:, 3] += planes[:, :3] @ place_of(polyhedron, shift)
    return planes.round(4).tolist()


def net_of(polyhedron: Polyhedron) -> dict:
    """The net for the picture without WebGL: corners of faces, places of dots and of vertices."""

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


# -------- figures


def figure(puzzle: Cosoku, placed: Arranging = (), theme: str = "light", contrast: bool = False, **more):
    """A plotly figure of an arrangement; `more` as for `frame`.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> len(figure(paper_tetrahedron()).data)        # the solid, four pegs, the labels
    6
    """
    return assembled(scene(puzzle), frame(puzzle, placed, **more), theme, contrast)


def figure_beside(puzzle: Cosoku, left: Arranging, right: Arranging, **look):
    """Two arrangements of one puzzle side by side."""
    both = beside(frame(puzzle, left), frame(puzzle, right, shift=1))
    return assembled(scene(puzzle, 2), both, **look, wide=2.2)


def assembled(scene: Scene, frame: Frame, theme: str = "light", contrast: bool = False, **more):
    drawn = figures.assembled(scene, frame | {"tags": []}, theme=theme, contrast=contrast, **more)
    ink, size = scene["ink"][theme == "dark"], LABEL * (1.3 if contrast else 1)
    return drawn.add_trace(labels(frame["tags"], scene, ink, size))


def labels(tags: Sequence[Tag], scene: Scene, ink: str, size: float) -> dict:
    """The labels beside the pegs, best seen from where the figure begins; dark where a solid is behind
    them."""
    out, at, clear = (np.array([tag[name] for tag in tags]) for name in ("out", "at", "clear"))
    lean = unit(np.stack([out @ RIGHT, out @ UP - 0.5 * np.maximum(out @ TOWARDS, 0)], 1))
    away = clear * (0.2 + 1.1 * np.abs(out @ TOWARDS))
    points = at + away[:, None] * (lean @ np.stack([RIGHT, UP])) + 0.02 * out
    colours = [INK if any(crosses(planes, point) for planes in scene["solids"]) else ink for point in points]
    sides = [side(*way) for way in lean]
    font = {"size": size, "color": colours}
    return texts(points, [tag["text"] for tag in tags], textposition=sides, textfont=font)


def side(right: float, up: float) -> str:
    """On which side of its point a text stands."""
    if abs(right) > 0.6:
        return "middle right" if right > 0 else "middle left"
    return "top center" if up > 0 else "bottom center"


def crosses(planes: Sequence[Sequence[float]], point: np.ndarray) -> bool:
    """Does the line from the eye through a point go through a convex solid?"""
    planes = np.array(planes)
    slope, gap = planes[:, :3] @ TOWARDS, planes[:, 3] - planes[:, :3] @ point
    return bool((gap / slope)[slope > 0].min(initial=np.inf) > (gap / slope)[slope < 0].max(initial=-np.inf))
