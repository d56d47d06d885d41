"""Pictures of 3coSoKu: from an arrangement, finished or not, to a frame in a scene (see blocks.py).

Nothing carries its meaning by colour alone. A peg is round and grey while faces around it are
empty, round and blue when its number is met, a square standing on its corner, and orange, when it
cannot be met any more. Beside it stands an upright label: the letter of the vertex, its number and,
on the way, how many dots are there ("A 4 of 7"). The face and the vertex in focus have a yellow
border.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from ..icosoku.polyhedron import Polyhedron
from ..icosoku.puzzle import Cosoku, Placed, dots, sums
from . import scenes
from .blocks import ARROW, Block, Call, Frame, Scene, Tag, block_of, frame_of, round_vector
from .colours import INK
from .dots import MOST_DOTS, NUMERAL, dot_places
from .figures import build_figure
from .layout import RIGHT, TOWARDS, UP
from .letters import unit_vectors
from .polyhedron_mesh import Solid, palette, peg_palette
from .traces import as_bytes, line_trace, mesh_trace, part, plain_mesh, text_trace

FOCUS = "#ffd400"  # the border of the face and the vertex in focus
MARGIN = 0.13  # round the solid, for the labels
LABEL = 15  # pixels

# face -> what lies there; a sequence is a whole arrangement
Arranging = Mapping[int, Placed] | Sequence[Placed]


# -------- parts


@lru_cache(256)
def solid_of(polyhedron: Polyhedron) -> Solid:
    """Return the shape of a polyhedron, its meshes made once."""
    return Solid(polyhedron)


@part
def tiles_part(solid: Solid) -> dict:
    """The solid with its tiles; tones tell which dots are seen."""
    points, triangles = solid.mesh
    return mesh_trace(points, triangles, solid.tones([None] * len(solid.faces)), palette())


@part
def peg_part(solid: Solid, vertex: int, number: int, look: str) -> dict:
    return mesh_trace(*solid.peg(vertex, number, look), peg_palette(look))


@part
def numeral_part(solid: Solid, face: int, corner: int, number: int) -> dict:
    """The number of dots that are too many to be drawn."""
    return plain_mesh(*solid.numeral(face, corner, number), INK)


@part
def band_part(solid: Solid, face: int) -> dict:
    return plain_mesh(*solid.ring(face), FOCUS)


@part
def collar_part(solid: Solid, vertex: int) -> dict:
    return plain_mesh(*solid.collar(vertex), FOCUS)


@part
def border_part(solid: Solid, face: int) -> dict:
    return line_trace(solid.rim(face, 0.22), INK, 4)


@part
def cap_rim_part(solid: Solid, vertex: int, look: str) -> dict:
    return line_trace(solid.cap_rim(vertex, look), INK, 4)


@part
def borders_part(solid: Solid) -> dict:
    rims = [solid.rim(face) for face in range(len(solid.faces))]
    return line_trace(np.insert(rims, 4, np.nan, axis=1).reshape(-1, 3), INK, 4)


# -------- frames


class CosokuView:
    """Pictures of one 3coSoKu.

    >>> from puzzlelib.icosoku import icosoku
    >>> one = CosokuView(icosoku()).frame({0: Placed((0, 1, 2), 1)})  # ABC: 2 dots at A, 0 at B, 1 at C
    >>> [tag["text"] for tag in one["tags"]][:4], one["net"]["dots"][:2]
    (['A 2 of 1', 'B 0 of 11', 'C 1 of 5', 'D 10'], [[2, 0, 1], None])
    """

    def __init__(self, puzzle: Cosoku):
        self.puzzle, self.polyhedron = puzzle, puzzle.polyhedron
        self.solid = solid_of(self.polyhedron)

    def frame(
        self,
        placed: Arranging,
        *,
        focus: int | None = None,
        face: int | None = None,
        counting: bool = False,
        dead: str = "",
        **more,
    ) -> Frame:
        """Return one picture; faces that `placed` does not name are empty.

        Parameters: focus and face, numbers of the vertex and of the face in focus; counting, list
        the dots that are still missing beside the picture; dead, why nothing can go on at the
        vertex or the face in focus; more, other entries of the frame, such as `say`.
        """
        placed = dict(placed) if isinstance(placed, Mapping) else dict(enumerate(placed))
        pegs = list(self.pegs(placed))
        shown = [list(dots(*placed[i])) if i in placed else None for i in range(len(self.polyhedron.faces))]
        if counting:
            missing = (wanted - found for wanted, found, *_ in pegs)
            more["counts"] = dict(zip(self.polyhedron.vertices, missing))
        if dead and (focus, face) != (None, None):
            more["call"] = self.call_out(focus, face, dead)
        return frame_of(
            self.blocks(shown, pegs, focus, face),
            avoid=list(self.dot_spots(shown)),
            tags=list(self.peg_tags(pegs, focus)),
            look=self.outward(focus, face),
            net={"dots": shown, "pegs": list(map(list, pegs)), "vertex": focus, "face": face},
            **more,
        )

    def pegs(self, placed: Mapping[int, Placed]) -> Iterator[tuple[int, int, str, int]]:
        """Yield for each vertex its number, the dots there, the look of its peg, and its empty faces."""
        around = self.polyhedron.around
        for wanted, found, faces in zip(self.puzzle.capacities, sums(self.puzzle, placed), around):
            empty = sum(face not in placed for face, _ in faces)
            wrong = found > wanted or not empty and found < wanted
            yield wanted, found, "wrong" if wrong else "open" if empty else "full", empty

    def blocks(self, shown: list, pegs: list, focus: int | None, face: int | None) -> Iterator[Block]:
        """Yield the solid with its tiles, numerals of too many dots, the focus, and the pegs."""
        solid = self.solid
        yield block_of(tiles_part(solid), tone=as_bytes(solid.tones(shown)), edge=borders_part(solid))
        for spot in tile_corners(shown):
            if spot[2] > MOST_DOTS:
                yield block_of(numeral_part(solid, *spot))
        if face is not None:
            yield block_of(band_part(solid, face), outline=border_part(solid, face))
        if focus is not None:
            yield block_of(collar_part(solid, focus))
        for vertex, (wanted, _, look, _) in enumerate(pegs):
            yield block_of(peg_part(solid, vertex, wanted, look), edge=cap_rim_part(solid, vertex, look))

    def call_out(self, focus: int | None, face: int | None, why: str) -> Call:
        """Call out a dead end at its peg, or in the middle of its face."""
        solid = self.solid
        if focus is not None:
            at, out, name = solid.caps[focus], solid.out[focus], self.polyhedron.vertices[focus]
        else:
            at = solid.place(face, 0, (1 / 3, 1 / 3, 1 / 3))
            out, name = solid.normals[face], self.polyhedron.face_names[face]
        return {
            "text": f"✗ {name}: {why}",
            "short": f"✗ {why}",
            "at": at.round(3).tolist(),
            "away": [0.0] * 3,
            "clear": round(1.3 * solid.radius, 4),
            "out": round_vector(out),
        }

    def outward(self, focus: int | None, face: int | None) -> list[float] | None:
        """Return the direction from which one sees the face and the vertex in focus."""
        ways = [] if face is None else [self.solid.normals[face]]
        ways += [] if focus is None else [self.solid.out[focus]]
        return unit_vectors(sum(ways)).round(3).tolist() if ways else None

    def dot_spots(self, shown: list) -> Iterator[list[float]]:
        """Yield the places of dots and numerals."""
        for face, corner, number in tile_corners(shown):
            for place in dot_places(number) if number <= MOST_DOTS else [NUMERAL]:
                yield self.solid.place(face, corner, place).round(3).tolist()

    def peg_tags(self, pegs: list, focus: int | None) -> Iterator[Tag]:
        solid = self.solid
        for vertex, (name, state) in enumerate(zip(self.polyhedron.vertices, pegs)):
            mark = ARROW * (vertex == focus)
            yield {
                "text": mark + peg_label(name, *state, len(self.polyhedron.around[vertex])),
                "short": mark + name,
                "at": solid.caps[vertex].round(3).tolist(),
                "away": [0.0] * 3,
                "near": True,
                "rank": int(vertex == focus),
                "out": round_vector(solid.out[vertex]),
                "clear": round(solid.radius, 4),
            }


def peg_label(name: str, wanted: int, found: int, look: str, empty: int, around: int) -> str:
    if look == "full":
        return f"{name} {wanted} ✓"
    return f"{name} {wanted}" if empty == around else f"{name} {found} of {wanted}"


def tile_corners(shown: list) -> Iterator[tuple[int, int, int]]:
    """Yield face, corner and number of dots, wherever a tile lies."""
    for face, corners in enumerate(shown):
        yield from ((face, corner, number) for corner, number in enumerate(corners or ()))


def frame(puzzle: Cosoku, placed: Arranging, **more) -> Frame:
    """Return one picture: `CosokuView(puzzle).frame(placed, **more)`."""
    return CosokuView(puzzle).frame(placed, **more)


# -------- scenes


def scene(puzzle: Cosoku) -> Scene:
    """Return the scene of a solid, with the planes of its faces.

    >>> from puzzlelib.icosoku import icosoku
    >>> len(scene(icosoku())["solids"][0])
    20
    """
    solid = solid_of(puzzle.polyhedron)
    # the solid may be turned any way, with room for its labels
    high = np.full(3, solid.reach + MARGIN)
    ends = {"low": round_vector([-solid.reach] * 3), "high": round_vector([solid.reach] * 3)}
    return scenes.empty_scene(**scenes.axes(-high, high, 1 / high[0])) | {
        "boxes": [{"apart": 0.0, **ends, "whole": False}],
        # tags behind these planes are hidden
        "solids": [solid.planes.round(4).tolist()],
    }


# -------- figures


def figure(puzzle: Cosoku, placed: Arranging = (), **more):
    """Return a plotly figure of an arrangement; `more` as for `CosokuView.frame`.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> len(figure(paper_tetrahedron()).data)        # the solid, four pegs, the labels
    6
    """
    one = frame(puzzle, placed, **more)
    return build_figure(scene(puzzle), one | {"tags": []}).add_trace(label_trace(one["tags"]))


def label_trace(tags: Sequence[Tag]) -> dict:
    """Return the labels beside the pegs, best seen from the first eye."""
    out, at, clear = (np.array([tag[name] for tag in tags]) for name in ("out", "at", "clear"))
    lean = unit_vectors(np.stack([out @ RIGHT, out @ UP - 0.5 * np.maximum(out @ TOWARDS, 0)], 1))
    away = clear * (0.2 + 1.1 * np.abs(out @ TOWARDS))
    points = at + away[:, None] * (lean @ np.stack([RIGHT, UP])) + 0.02 * out
    sides = [text_side(*way) for way in lean]
    font = {"size": LABEL, "color": INK}
    return text_trace(points, [tag["text"] for tag in tags], textposition=sides, textfont=font)


def text_side(right: float, up: float) -> str:
    if abs(right) > 0.6:
        return "middle right" if right > 0 else "middle left"
    return "top center" if up > 0 else "bottom center"
