"""The pictures that Python sends to `browser/logic/frame.js`.

A *scene* is what stays while frames change (camera, container, colours, layers), a *frame* is one
picture, a *block* one thing in it, a *part* a plotly trace that many blocks share. They add up:
turn · part + at + explode · away. All lengths are in cells of the scene.
"""

from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

from ..packing.layers import LayerTable
from .traces import Part

Vector = Sequence[float]  # x, y and z
ARROW = "▶ "  # before the text of a tag in focus


class Block(TypedDict):
    """One thing in a frame."""

    part: Part  # before it is turned and moved
    at: Vector  # where the origin of the part stands
    away: Vector  # how far it moves when the picture is pulled apart
    tone: str | None  # of each triangle, as base64 bytes, where it touches others
    outline: Part | None  # lines that go with it
    edge: Part | None  # lines that go with it on the projector, if it has no outline
    # how it is turned about its origin, row by row; its tones then hold apart as well
    turn: NotRequired[Sequence[Vector]]
    opacity: NotRequired[float]  # 0 to 1
    far: NotRequired[Part]  # another part for it when the picture is apart
    far_outline: NotRequired[Part | None]
    # [lands, starts, height]: between these two degrees of being apart it flies, so high
    flight: NotRequired[Vector]
    slides: NotRequired[int]  # the number of the piece, which slides from step to step


class Tag(TypedDict):
    """An upright text in front of the picture."""

    text: str
    at: Vector
    away: Vector
    near: bool  # is there room for it while the picture is packed?
    rank: float  # the highest come first, others give way
    short: NotRequired[str]  # another text where the first has no room
    # on a solid, which may hide the text: its direction, and its distance from the middle
    out: NotRequired[Vector]
    clear: NotRequired[float]


class Call(TypedDict):
    """A few words in front of the picture, with a line to a place such as a dead end."""

    text: str
    short: str  # where that has no room
    at: Vector
    away: Vector
    clear: float  # how far from there the words stand at least
    out: NotRequired[Vector]  # of what stands on a solid: it is not called while the solid hides it


class Net(TypedDict):
    """Tiles and pegs of a polyhedron, for the picture in 2D."""

    dots: list[list[int] | None]  # for each face the dots in its corners
    # for each vertex: number wanted, found, "open", "full" or "wrong", faces still empty
    pegs: list[list]
    vertex: int | None  # the vertex and the face in focus
    face: int | None


class Frame(TypedDict):
    """One picture."""

    blocks: list[Block]
    say: str  # what happened, in a sentence
    cells: list[str]  # the text of each cell of the layers
    # how it came there: "chosen", "propagated", "given", "solution", "fraction", "marked" or ""
    how: list[str]
    counts: dict[str, int]  # what is still possible, by piece
    mark: str  # the kind of the event
    level: int  # of the search
    # for each piece a sign for each placement: "o" open, "x" ruled out now, "." before, "#" placed
    each: NotRequired[dict[str, str]]
    own: NotRequired[list[int]]  # which piece fills each cell, -1 for none: copies have one letter
    tints: NotRequired[dict[str, list[str]]]  # fill and ink of each copy, by its sign
    # of cells that several fill in part: [text of the tag, letter, value] for each
    shares: NotRequired[dict[str, list[list]]]
    # of the pieces that are there in part: [text of the tag, value, fill, ink, pattern] for each
    bars: NotRequired[list[list]]
    tags: NotRequired[list[Tag]]
    avoid: NotRequired[list[Vector]]  # points that no tag is to cover
    room: NotRequired[list[Vector]]  # its low and its high corner, instead of the scene's
    sizes: NotRequired[list[str]]  # texts at the edges of the room
    call: NotRequired[Call]
    where: NotRequired[str]  # it stands there instead of the number of the step
    look: NotRequired[Vector | None]  # the direction in which that looks which is to be seen
    net: NotRequired[Net]


class BoxPlace(TypedDict):
    """The place of one of several boxes, each of which is turned about its own middle."""

    apart: float  # how much farther it is to the right when the picture is apart
    low: Vector  # its corners
    high: Vector
    whole: bool  # is it drawn with its edges, without those nearest to the eye?
    spot: NotRequired[list[float]]  # where it stands instead: to the right and up, from the middle


class Scene(TypedDict):
    """The setting that stays while frames change."""

    layout: dict  # plotly's
    dark: dict  # what is different in it in the dark theme
    ink: list[str]  # for lines, on a light and on a dark page
    fixed: list[dict]  # traces that stand in every frame; first those of the boxes
    boxes: NotRequired[list[BoxPlace]]
    layers: list[LayerTable]
    colours: dict[str, list[str]]  # letter -> fill and ink
    labels: dict[str, str]  # letter -> piece
    pieces: list[str]
    places: NotRequired[dict[str, Vector]]
    counting: NotRequired[str]  # what `counts` counts
    axes: NotRequired[bool]  # are cells numbered anyway?
    follows: NotRequired[bool]  # does the eye go where the search is?
    shares: NotRequired[int]  # how many pieces are there in part, at most
    stands: NotRequired[list[Vector]]  # points that the picture holds; without it, those of `fixed`
    near: NotRequired[float]  # the eye comes nearer only when the picture is less apart than this
    net: NotRequired[dict]  # a polyhedron laid flat
    # the planes of the faces of what hides tags: direction and distance
    solids: NotRequired[list[list[Vector]]]


def block_of(part: Part, at: Iterable[float] = (0, 0, 0), **more) -> Block:
    """Return a block, which stays when the picture is apart if `more` has no `away`."""
    still = {"away": [0.0] * 3, "tone": None, "outline": None, "edge": None}
    return {"part": part, "at": round_vector(at)} | still | more


def frame_of(blocks: Iterable[Block], say: str = "", **more) -> Frame:
    """Return a frame; what `more` does not name is empty.

    >>> frame_of([])["mark"], frame_of([], level=2)["level"]
    ('', 2)
    """
    empty = {"cells": [], "how": [], "counts": {}, "mark": "", "level": 0}
    return {"blocks": list(blocks), "say": say} | empty | more


def round_vector(vector: Iterable[float]) -> list[float]:
    """Return a vector as it travels: more digits cannot be seen."""
    return [round(float(v), 4) for v in vector]


def part_names(frames: Iterable[Frame]) -> list[Part]:
    """Return the parts that these frames need, each once."""
    named = ("part", "outline", "edge", "far", "far_outline")
    blocks = (block for frame in frames for block in frame["blocks"])
    return list(dict.fromkeys(filter(None, (block.get(name) for block in blocks for name in named))))
