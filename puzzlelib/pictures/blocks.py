"""What Python and the browser say to each other about a picture. It is described here and nowhere else, and
written by the two functions below; `browser/frame.js` reads it, and says the same in its own words.

A *scene* is what stays while a search is stepped (camera, container, colours, layers), a *frame* is one
picture (which piece is where), a *block* is one thing in it, and a *part* is a finished plotly trace that
many blocks share (see traces.py). The browser adds them up: turn · part + at + explode · away. All lengths
are in cells of the scene.
"""

from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

from .traces import Part

Vector = Sequence[float]  # three numbers, x, y and z


class Block(TypedDict):
    """One thing in a frame."""

    part: Part  # what it looks like, before it is turned and moved
    at: Vector  # where the origin of the part stands
    away: Vector  # how far it moves when the picture is pulled apart
    tone: str | None  # of each triangle, as base64 bytes, where it touches others; apart, those of the part
    outline: Part | None  # lines that go with it
    edge: Part | None  # lines that go with it on the projector, if it has no outline
    # how it is turned about its origin, row by row; its tones then hold apart as well
    turn: NotRequired[Sequence[Vector]]
    opacity: NotRequired[float]  # 0 to 1
    far: NotRequired[Part]  # another part for it when the picture is apart
    far_outline: NotRequired[Part | None]
    # [lands, starts, height]: between these two degrees of being apart it flies, so high, over what is below
    flight: NotRequired[Vector]


class Tag(TypedDict):
    """An upright text in front of the picture."""

    text: str
    at: Vector
    away: Vector
    near: bool  # is there room for it while the picture is packed?
    rank: float  # the highest come first, others give way
    short: NotRequired[str]  # another text where the first has no room
    # of what stands on a solid: where it looks, and how far from its middle the text keeps beside it; the
    # text goes when the solid hides it
    out: NotRequired[Vector]
    clear: NotRequired[float]


class Call(TypedDict):
    """A few words in front of the picture, with a line to what they are about: where a dead end is."""

    text: str
    short: str  # where that has no room
    at: Vector
    away: Vector
    clear: float  # how far from there the words stand at least
    out: NotRequired[Vector]  # of what stands on a solid: it is not called while the solid hides it


class Net(TypedDict):
    """What lies on a polyhedron, for the picture in 2D; the scene has its faces and vertices."""

    dots: list[list[int] | None]  # for each face the dots in its corners
    pegs: list[list]  # for each vertex: number wanted, found, "open", "full" or "wrong", faces still empty
    vertex: int | None  # what one looks at
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
    own: NotRequired[list[int]]  # which piece fills each cell, -1 for none: copies have one letter
    # of cells that several fill in part: [text of the tag, letter, value] for each
    shares: NotRequired[dict[str, list[list]]]
    # of the pieces that are there in part: [text of the tag, value, fill, ink, pattern] for each
    bars: NotRequired[list[list]]
    tags: NotRequired[list[Tag]]
    avoid: NotRequired[list[Vector]]  # points that no tag is to cover
    room: NotRequired[list[Vector]]  # the low and the high corner of what it shows, instead of the scene's
    call: NotRequired[Call]
    look: NotRequired[Vector | None]  # the direction in which that looks which is to be seen
    net: NotRequired[Net]


class Layer(TypedDict):
    """A table of the picture in 2D."""

    title: str
    rows: list[list[int]]  # numbers of cells, the back row first; -1 where there is none


class Box(TypedDict):
    """One of the boxes that stand side by side; from wherever they are seen, they stay so."""

    across: float  # from the middle of the scene to its own, to the right in the picture
    apart: float  # how much more when the picture is apart
    low: Vector  # its corners
    high: Vector
    whole: bool  # is it drawn with its edges, without those nearest to the eye?


class Scene(TypedDict):
    """What stays while frames change."""

    layout: dict  # plotly's
    dark: dict  # what is different in it in the dark theme
    ink: list[str]  # for lines, on a light and on a dark page
    fixed: list[dict]  # traces that stand in every frame; first those of the boxes, if there are any
    boxes: NotRequired[list[Box]]
    layers: list[Layer]
    colours: dict[str, list[str]]  # letter -> fill and ink
    labels: dict[str, str]  # letter -> piece
    pieces: list[str]
    counting: NotRequired[str]  # what `counts` counts
    follows: NotRequired[bool]  # does the eye go where the search is?
    shares: NotRequired[int]  # how many pieces are there in part, at most
    near: NotRequired[float]  # the eye comes nearer only when the picture is less apart than this
    net: NotRequired[dict]  # a polyhedron laid flat
    # the planes of the faces of what hides tags: direction and distance
    solids: NotRequired[list[list[Vector]]]


def block_of(part: Part, at: Iterable[float] = (0, 0, 0), **more) -> Block:
    """A block that stands where it is when the picture is pulled apart, unless `more` says otherwise."""
    still = {"away": [0.0] * 3, "tone": None, "outline": None, "edge": None}
    return {"part": part, "at": rounded(at)} | still | more


def frame_of(blocks: Iterable[Block], say: str = "", **more) -> Frame:
    """A frame; what `more` does not name is empty.

    >>> frame_of([])["mark"], frame_of([], level=2)["level"]
    ('', 2)
    """
    empty = {"cells": [], "how": [], "counts": {}, "mark": "", "level": 0}
    return {"blocks": list(blocks), "say": say} | empty | more


def rounded(vector: Iterable[float]) -> list[float]:
    """A vector as it travels: more digits cannot be seen."""
    return [round(float(v), 4) for v in vector]


def keys(frames: Iterable[Frame]) -> list[Part]:
    """The parts that these frames need, each once."""
    named = ("part", "outline", "edge", "far", "far_outline")
    blocks = (block for frame in frames for block in frame["blocks"])
    return list(dict.fromkeys(filter(None, (block.get(name) for block in blocks for name in named))))
