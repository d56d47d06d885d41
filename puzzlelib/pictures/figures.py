"""A scene and a frame as a plotly figure: in Python what `browser/logic/frame.js` does for a stage."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ..packing.layers import Filled
from ..packing.puzzle import PackingPuzzle
from .blocks import Block, Frame, Scene, Tag
from .layout import RIGHT, TOWARDS, UP
from .packing import PuzzleView, frame, pair_frames
from .scenes import FILL, ROOM, axes, scene
from .traces import LIGHT, text_trace, trace_of, unpack_array, xyz

FAR = 0.5  # from here on the picture counts as apart: fractional pieces are drawn whole
TAG_LIFT = 0.6  # so far in front of the pieces a tag stands, in cells
TAG_SIZE = 14  # of the number at a fractional piece, in pixels


def figure(puzzle: PackingPuzzle, filled: Filled, explode: float = 0.0, **more):
    """Return a plotly figure of one state; `more` as for `pictures.frame`.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> shown = figure(puzzle, {puzzle.placements[0]: "chosen"})
    >>> len(shown.data)  # container, piece, outline, dots
    4
    """
    return build_figure(scene(puzzle), frame(puzzle, filled, **more), explode)


def figure_beside(puzzle: PackingPuzzle, left: Filled, right: Filled, explode: float = 0.0):
    """Return two states side by side, such as puzzle and solution."""
    frames = (PuzzleView(puzzle, right, shift).frame(one) for shift, one in enumerate((left, right)))
    return build_figure(scene(puzzle, 2), pair_frames(puzzle, *frames), explode, wide=2.2)


def build_figure(scene: Scene, frame: Frame, explode: float = 0.0, wide: float = 1.4):
    """Return a plotly figure that fits where width/height is at least `wide`."""
    import plotly.graph_objects as go

    drawn, page = [*scene["fixed"], *frame_traces(frame, explode)], scene["layout"]
    view = page["scene"] | fit_axes(page["scene"], reach_of(drawn), wide)
    return go.Figure(drawn, page | {"scene": view, "template": "none"}, skip_invalid=False)


def ink_trace(trace: dict, ink: str) -> dict:
    """Return a trace in this ink, if its "meta" says that it has the ink of the page."""
    if trace.get("meta") != "ink":
        return trace
    kind = "line" if "line" in trace else "textfont"
    return trace | {kind: trace[kind] | {"color": ink}}


def frame_traces(frame: Frame, explode: float = 0.0) -> Iterator[dict]:
    """Yield the plotly traces of a frame, each part turned and moved to its place."""
    for block in frame["blocks"]:
        by, turn = position(block, explode), block.get("turn")
        part, outline = block["part"], block["outline"]
        if "far" in block and explode >= FAR:
            part, outline = block["far"], block["far_outline"]
        trace = move_trace(trace_of(part), by, turn)
        # Contact shading and hidden letters belong to pieces that touch.
        if block["tone"] and (turn or not explode):
            trace["intensity"] = {"dtype": "u1", "bdata": block["tone"]}
        yield trace | ({"opacity": block["opacity"]} if "opacity" in block else {})
        if outline:
            yield move_trace(trace_of(outline), by, turn)
    tags = [tag for tag in frame.get("tags", ()) if tag["near"] or explode >= FAR]
    if tags:
        points = np.array([position(tag, explode) for tag in tags]) + TAG_LIFT * TOWARDS
        font = {"size": TAG_SIZE, "color": LIGHT["ink"]}
        words = [tag["text"] for tag in tags]
        yield text_trace(points, words, textposition="middle center", textfont=font, meta="ink")


def position(thing: Block | Tag, explode: float) -> np.ndarray:
    return np.add(thing["at"], explode * np.array(thing["away"]))


def move_trace(trace: dict, by: np.ndarray, turn: Sequence[Sequence[float]] | None = None) -> dict:
    points = np.stack([unpack_array(trace[axis]) for axis in "xyz"], 1)
    points = points if turn is None else points @ np.transpose(turn)
    return trace | xyz(points + np.asarray(by, "<f4"))


def reach_of(drawn: Iterable[dict]) -> np.ndarray:
    """Return the lowest and highest coordinate on each axis, then to the right and up, (5, 2)."""
    columns = [np.concatenate([unpack_array(trace[axis]) for trace in drawn]) for axis in "xyz"]
    points = np.stack(columns, 1).astype(float)
    seen = np.concatenate([points, points @ np.stack([RIGHT, UP], 1)], 1)
    return np.stack([np.nanmin(seen, 0), np.nanmax(seen, 0)], 1)


def fit_axes(view: dict, reach: np.ndarray, wide: float) -> dict:
    """Return axes that hold all that is drawn, at a scale that fits: plotly drops the rest."""
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
