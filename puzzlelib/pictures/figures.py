"""A scene and a frame as a plotly figure, for files and tests: in Python what `browser/frame.js` does for a
stage."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ..packing.puzzle import PackingPuzzle
from .blocks import Block, Frame, Scene, Tag
from .layers import Filled
from .layout import RIGHT, TOWARDS, UP
from .packing import beside, frame
from .scenes import FILL, ROOM, axes, scene
from .traces import LIGHT, Part, texts, trace_of, unpacked, xyz

FAR = 0.5  # from here on the picture counts as apart: fractional pieces are drawn whole
TAG_LIFT = 0.6  # so far in front of the pieces a tag stands, in cells
TAG_SIZE = 14  # of the number at a fractional piece, in pixels


def figure(
    puzzle: PackingPuzzle,
    filled: Filled,
    explode: float = 0.0,
    theme: str = "light",
    contrast: bool = False,
    **more,
):
    """A plotly figure of one state; `more` as for `frame`.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> shown = figure(puzzle, {puzzle.placements[0]: "chosen"})
    >>> len(shown.data)  # container, piece, outline, ghosts and their wires
    5
    """
    return assembled(scene(puzzle), frame(puzzle, filled, **more), explode, theme, contrast)


def figure_beside(puzzle: PackingPuzzle, left: Filled, right: Filled, explode: float = 0.0, **look):
    """Two states side by side in one figure, such as puzzle and solution; `look` as for `assembled`."""
    plan = tuple(right)
    both = beside(puzzle, frame(puzzle, left, plan=plan), frame(puzzle, right, plan=plan, shift=1))
    return assembled(scene(puzzle, 2), both, explode, **look, wide=2.2)


def assembled(
    scene: Scene,
    frame: Frame,
    explode: float = 0.0,
    theme: str = "light",
    contrast: bool = False,
    wide: float = 1.4,
):
    """A scene and a frame as a plotly figure that fits where width/height is at least `wide`."""
    import plotly.graph_objects as go

    dark = theme == "dark"
    drawn = [
        inked(trace, scene["ink"][dark], dark)
        for trace in (*scene["fixed"], *traces(frame, explode, contrast))
    ]
    page = scene["layout"] | (scene["dark"] if dark else {})
    view = page["scene"] | framing(page["scene"], reach_of(drawn), wide)
    return go.Figure(drawn, page | {"scene": view, "template": "none"}, skip_invalid=False)


def inked(trace: dict, ink: str, dark: bool) -> dict:
    """A trace in the ink of the page, or in its colour for a light or a dark page, as its "meta" says."""
    if trace.get("meta") == "ink":
        kind = "line" if "line" in trace else "textfont"
        return trace | {kind: trace[kind] | {"color": ink}}
    return trace | {"line": trace["line"] | {"color": trace["meta"][dark]}} if "meta" in trace else trace


def traces(frame: Frame, explode: float = 0.0, contrast: bool = False) -> Iterator[dict]:
    """The plotly traces of a frame, each part turned and moved to its place."""
    for block in frame["blocks"]:
        by, turn = place_of(block, explode), block.get("turn")
        part, outline = shown(block, explode, contrast)
        trace = moved(trace_of(part), by, turn)
        # Contact shading and hidden letters belong to pieces that touch; apart, a piece has its own tones.
        if block["tone"] and (turn or not explode):
            trace["intensity"] = {"dtype": "u1", "bdata": block["tone"]}
        yield trace | ({"opacity": block["opacity"]} if "opacity" in block else {})
        if outline:
            yield moved(trace_of(outline), by, turn)
    tags = [tag for tag in frame.get("tags", ()) if tag["near"] or explode >= FAR]
    if tags:
        points = np.array([place_of(tag, explode) for tag in tags]) + TAG_LIFT * TOWARDS
        font = {"size": TAG_SIZE * (1.3 if contrast else 1), "color": LIGHT["ink"]}
        words = [tag["text"] for tag in tags]
        yield texts(points, words, textposition="middle center", textfont=font, meta="ink")


def place_of(thing: Block | Tag, explode: float) -> np.ndarray:
    return np.add(thing["at"], explode * np.array(thing["away"]))


def shown(block: Block, explode: float, contrast: bool) -> tuple[Part, Part | None]:
    """The part and the outline of a block, packed or apart."""
    if "far" in block and explode >= FAR:
        return block["far"], block["far_outline"]
    return block["part"], block["outline"] or (block["edge"] if contrast else None)


def moved(part: dict, by: np.ndarray, turn: Sequence[Sequence[float]] | None = None) -> dict:
    points = np.stack([unpacked(part[axis]) for axis in "xyz"], 1)
    points = points if turn is None else points @ np.transpose(turn)
    return part | xyz(points + np.asarray(by, "<f4"))


def reach_of(drawn: Iterable[dict]) -> np.ndarray:
    """Lowest and highest coordinate on each axis, then to the right and up in the picture, (5, 2)."""
    points = np.stack([np.concatenate([unpacked(t[axis]) for t in drawn]) for axis in "xyz"], 1).astype(float)
    seen = np.concatenate([points, points @ np.stack([RIGHT, UP], 1)], 1)
    return np.stack([np.nanmin(seen, 0), np.nanmax(seen, 0)], 1)


def framing(view: dict, reach: np.ndarray, wide: float) -> dict:
    """Axes that hold all that is drawn (plotly drops the rest without a word), at a scale that fits."""
    still = np.array([view[f"{axis}axis"]["range"] for axis in "xyz"])
    middle, scale = still.mean(1), view["aspectratio"]["x"] / np.ptp(still[0])
    half = np.maximum(np.ptp(still, 1) / 2, np.abs(reach[:3] - middle[:, None]).max(1) + ROOM)
    stand = [np.ptp(still, 1) / 2 @ np.abs(axis) for axis in (RIGHT, UP)]
    across, high = (
        max(own, np.abs(ends - middle @ axis).max()) for own, ends, axis in zip(stand, reach[3:], (RIGHT, UP))
    )
    highest = max(FILL, stand[1] * scale)
    scale *= min(1, highest / (high * scale), FILL * wide / (across * scale))
    return axes(middle - half, middle + half, scale)
