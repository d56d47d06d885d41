"""The step player: one slider for all views of a search."""

from collections.abc import Iterable

import ipywidgets as w

from puzzlelib import pictures as draw
from puzzlelib.common.errors import PuzzleError, as_list, short
from puzzlelib.common.stand_ins import MissingPackage
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search.events import Trace

from ...kit.cards.card import Card, html, link_in_page
from ..views import net_scene
from ..views.search_view import Steps, TileSteps
from .stage import Frame, Stage
from .views import Views


class Player(Card):
    """All views of a search at one step, which is moved in the browser, without Python.

    Parameters: rows, widgets above the pictures.
    """

    def __init__(self, stage: Stage | None = None, *rows: w.Widget, views: Views | None = None, words: str):
        self.stage, self.views = stage, views
        self.step = w.IntSlider(description="step", layout={"display": "none"})  # the tracks are seen
        for sheet in self.sheets:
            link_in_page(self.step, sheet, "step")
        self.fit()
        super().__init__(*rows, self.step, self.pictures(), words=words)

    @property
    def sheets(self) -> list:
        return [sheet for sheet in (self.stage, self.views) if sheet]

    def pictures(self) -> w.Widget:
        """Show the views side by side where the window is wide enough."""
        if len(self.sheets) == 1:
            return self.sheets[0]
        return w.HBox(self.sheets).add_class("eo-pair")

    def fit(self) -> None:
        """Let the step slider run over the frames there are."""
        count = self.sheets[0].count
        with self.step.hold_sync():
            self.step.max, self.step.disabled = max(1, count - 1), count < 2


def player(
    trace: Trace, label: str = "The search, step by step", *, views: Iterable[str] | str | None = None
) -> Player:
    """Step through a search.

    Parameters
    ----------
    trace
        what the search did: a Trace, a SquareTrace, a LinkTrace or a TileTrace
    label
        the name of the picture, for those who cannot see it
    views
        what to show of it, of "picture" (a packing puzzle or a solid in 3D, a magic square as a square),
        "tree", "matrix", "links" and "counters"; None: what suits the trace

    Examples
    --------
    >>> from puzzlelib import asp
    >>> from puzzlelib import load
    >>> player(asp.trace(load("tetracubes-2x2x8")))         # doctest: +ELLIPSIS
    <the search step by step, ... steps; open the notebook in JupyterLab to use it>
    >>> player(asp.trace(load("tetracubes-2x2x8")), views="links")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: view 'links':
        this trace has the views picture, tree, matrix, counters
    """
    if not hasattr(trace, "events"):
        made = "a trace, as asp.trace(puzzle) makes one"
        raise PuzzleError(f"player shows {made}, not a {type(trace).__name__}")
    shown, square = views_of(trace, views), trace.form == "square"
    flat = ["square" if name == "picture" else name for name in shown if square or name != "picture"]
    pictured = "picture" in shown and not square
    stage, lines = picture_or_line(trace, label, alone=not flat) if pictured else (None, [])
    boards = Views(trace, flat, controls=not stage, label=label) if flat else None
    words = f"the search step by step, {len(trace.events)} steps"
    return Player(stage, *lines, views=boards, words=words)


def picture_or_line(trace: Trace, label: str, alone: bool) -> tuple[Stage | None, list[w.Widget]]:
    """Return the stage; where a package is missing, a line in its place, or an error if no other view
    is shown."""
    try:
        return picture_of(trace, label), []
    except MissingPackage as lack:
        if alone:
            raise
        return None, [html(NO_PICTURE.format(lack.what))]


NO_PICTURE = "The picture in 3D needs {}, which this page has not."


# The views of each form of trace, the first ones unless others are asked for.
CAN_SHOW = {
    "packing": ("picture", "tree", "matrix", "counters"),
    "cover": ("matrix", "tree", "counters"),
    "square": ("picture", "tree", "counters"),
    "links": ("links", "tree", "counters"),
    "program": ("tree", "counters"),
    "tiles": ("picture", "tree", "counters"),
}
UNASKED = {"cover": 2, "square": 2, "links": 1, "program": 2}


def views_of(trace, views: Iterable[str] | str | None) -> list[str]:
    """Return the views to show, each once; `PuzzleError` for one that this trace has not."""
    can = CAN_SHOW[trace.form]
    if views is None:
        searched = any(event.kind == "try" for event in trace.events[:50])
        return list(can[: UNASKED.get(trace.form, 1 + searched)])
    wanted = as_list("views", views)
    for name in wanted:
        if name not in can:
            raise PuzzleError(f"view {short(name)}: this trace has the views {', '.join(can)}")
    if not wanted:
        raise PuzzleError(f"views: name at least one of {', '.join(can)}")
    return list(dict.fromkeys(wanted))


def picture_of(trace: Trace, label: str) -> Stage:
    """Return the stage of a search on a packing puzzle, or on a polyhedron."""
    if trace.form == "tiles":
        scene, steps = net_scene(trace.puzzle, follows=True), TileSteps(trace)
        return Stage(scene, steps, label=label, track=steps.track())
    steps = Steps(trace)
    most = max((len(getattr(event, "fractions", ())) for event in trace.events), default=0)
    # pieces that are there in part are read best in layers
    view = {"view": "layers"} if most else {}
    scene = draw.scene(trace.puzzle) | ({"shares": most} if most else {})
    return Stage(scene, steps, label=label, track=steps.track(), **view)


def pictures(puzzle: PackingPuzzle, frames: list[Frame], label: str) -> Player:
    """Return a stage with one picture for each step, made by `pictures.frame`; screen readers say `label`.

    >>> from puzzlelib import load, pictures as draw
    >>> cube = load("little-cube")
    >>> frames = [draw.frame(cube, filled) for filled in ({}, {cube.placements[0]: "given"})]
    >>> pictures(cube, frames, "A first piece")
    <A first piece; open the notebook in JupyterLab to use it>
    """
    return Player(stage=Stage(draw.scene(puzzle), frames, label=label), words=label)
