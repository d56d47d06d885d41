"""What a lesson shows: the step player, the puzzle explorer, predictions and the projector switch."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from time import perf_counter

import ipywidgets as w
import traitlets as t

from . import algorithm_x, asp, backtracking, branch_and_bound, cosoku_pictures, dancing_links, draw
from .branch_trace import Variables
from .card import DEMO, Card, demo_switch, message, tell
from .clasp_trace import ClaspTrace
from .cosoku import Cosoku
from .generate import GRIDS, MOST_HINTS, Generated, generate
from .prediction import Guess, predict
from .puzzles import PackingPuzzle, Placement, PuzzleError, one_of, short, whole
from .recorder import many
from .stage import Stage
from .trace import Trace
from .tree import DEEPER
from .views import Views

__all__ = ["Explorer", "Guess", "Player", "demo_switch", "explorer", "player", "predict"]

MOST_STEPS = 20_000  # of a search recorded by the explorer


def recorded(engine, puzzle: PackingPuzzle, given: Iterable[Placement] = ()) -> Trace:
    """The steps of one of our own searches, up to its first solution."""
    return engine.trace(puzzle, given, most=MOST_STEPS)


TRACERS: dict[str, Callable[..., Trace]] = {  # engine -> how its search is recorded
    "asp": asp.trace,
    "backtracking": partial(recorded, backtracking),
    "x": partial(recorded, algorithm_x),
    "dlx": partial(recorded, dancing_links),
    "ilp": branch_and_bound.trace,
}
ENGINE_LABELS = {
    "asp": "clasp (ASP)",
    "x": "Algorithm X",
    "dlx": "dancing links",
    "ilp": "branch and bound (ILP)",
}  # where a student would not know the name
VIEWS = ("puzzle", "solution", "side by side")
MOST_SEED = 99
ground_size = cache(asp.ground_size)  # hints are assumptions and change nothing in it


# ---- the step player ------------------------------------------------------------------------------------------------


class Steps(Sequence):
    """The frames of a trace, drawn when they are asked for.

    Parameters: plan, the solution that is found in the end, steadies the exploded picture; before, frames that come
    first; beside, a frame that stands on the right of each.
    """

    def __init__(
        self,
        trace: Trace,
        plan: Iterable[Placement] = (),
        before: Sequence[dict] = (),
        beside: dict | None = None,
    ):
        self.trace, self.plan, self.before, self.beside = trace, tuple(plan), before, beside

    def __len__(self) -> int:
        return len(self.before) + len(self.trace)

    def __getitem__(self, k: int) -> dict:
        if k < len(self.before):
            return self.before[k]
        k -= len(self.before)
        frame = draw.state_frame(self.trace.puzzle, self.trace.state(k), self.trace.events[k], self.plan)
        return draw.beside(self.trace.puzzle, frame, self.beside) if self.beside else frame

    def track(self) -> list[tuple[str, int]]:
        """Kind and level of every event: the whole search at a glance."""
        return [("", 0) for _ in self.before] + [(event.kind, event.level) for event in self.trace.events]


class Player(Card):
    """One step slider for all views of a search; it moves them in the browser, without Python.

    Parameters: stage, the picture in 3D, if there is one; rows, widgets above the slider; views, the 2D views, if there are any;
    explodes, can the picture be pulled apart?
    """

    def __init__(
        self,
        stage: Stage | None = None,
        *rows: w.Widget,
        views: Views | None = None,
        words: str,
        explodes: bool = True,
    ):
        self.stage, self.views = stage, views
        explodes = explodes and stage is not None
        self.step = w.IntSlider(description="step", layout=w.Layout(width="55%" if explodes else "100%"))
        self.explode = w.FloatSlider(description="explode", max=1.0, step=0.05, layout=w.Layout(width="40%"))
        for sheet in self.sheets:
            w.jslink((self.step, "value"), (sheet, "step"))
            t.dlink((DEMO, "on"), (sheet, "contrast"))
        if explodes:
            w.jslink((self.explode, "value"), (stage, "explode"))
        self.fit()
        super().__init__(
            *rows,
            w.HBox([self.step, self.explode] if explodes else [self.step]),
            self.pictures(),
            words=words,
        )

    @property
    def sheets(self) -> list:
        """The stage and the views, as far as there are any."""
        return [sheet for sheet in (self.stage, self.views) if sheet]

    def pictures(self) -> w.Widget:
        """Side by side where the window is wide enough."""
        if len(self.sheets) == 1:
            return self.sheets[0]
        pair = w.HBox(self.sheets)
        pair.add_class("eo-pair")
        return pair

    def fit(self) -> None:
        """Let the step slider run over the frames there are."""
        count = self.sheets[0].count
        self.step.max, self.step.disabled = max(1, count - 1), count < 2


def player(
    trace: Trace, label: str = "The search, step by step", *, views: Iterable[str] | str | None = None
) -> Player:
    """Step through a search.

    Parameters
    ----------
    trace : what the search did: a Trace, a SquareTrace, a LinkTrace or a TileTrace
    label : the name of the picture, for those who cannot see it
    views : what to show of it, of "picture" (a packing puzzle or a solid in 3D, a magic square as a square), "tree", "matrix", "links" and
        "counters"; None: what suits the trace

    >>> from puzzlelib import asp, load
    >>> player(asp.trace(load("tetracubes-2x2x8")))         # doctest: +ELLIPSIS
    <the search step by step, ... steps; open the notebook in JupyterLab to use it>
    >>> player(asp.trace(load("tetracubes-2x2x8")), views="links")
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: view 'links': this trace has the views picture, tree, matrix, counters
    """
    if not hasattr(trace, "events"):
        raise PuzzleError(
            f"player shows a trace, as asp.trace(puzzle) makes one, not a {type(trace).__name__}"
        )
    shown, square = views_of(trace, views), form(trace) == "square"
    stage = picture_of(trace, label) if "picture" in shown and not square else None
    flat = ["square" if name == "picture" else name for name in shown if square or name != "picture"]
    boards = Views(trace, flat, controls=not stage, label=label) if flat else None
    return Player(
        stage,
        views=boards,
        words=f"the search step by step, {len(trace.events)} steps",
        explodes=form(trace) == "packing",
    )


# What each form of trace can show, the first ones unless others are asked for.
CAN_SHOW = {
    "packing": ("picture", "tree", "matrix", "counters"),
    "cover": ("matrix", "tree", "counters"),
    "square": ("picture", "tree", "counters"),
    "links": ("links", "tree", "counters"),
    "program": ("tree", "counters"),
    "tiles": ("picture", "tree", "counters"),
}
UNASKED = {"cover": 2, "square": 2, "links": 1, "program": 2}


def form(trace) -> str:
    """What a trace is about: "packing", "cover", "square", "links", "tiles" or "program" (a model that is no puzzle)."""
    if hasattr(trace, "square"):
        return "square"
    if isinstance(trace, dancing_links.LinkTrace):
        return "links"
    if isinstance(trace.puzzle, Cosoku):
        return "tiles"
    if isinstance(trace.puzzle, Variables):
        return "program"
    return "packing" if isinstance(trace.puzzle, PackingPuzzle) else "cover"


def views_of(trace, views: Iterable[str] | str | None) -> list[str]:
    """The views to show, each once; `PuzzleError` for one that this trace has not."""
    can = CAN_SHOW[form(trace)]
    if views is None:
        searched = any(event.kind == "try" for event in trace.events[:50])
        return list(can[: UNASKED.get(form(trace), 1 + searched)])
    wanted = backtracking.several("views", views)
    for name in wanted:
        if name not in can:
            raise PuzzleError(f"view {short(name)}: this trace has the views {', '.join(can)}")
    if not wanted:
        raise PuzzleError(f"views: name at least one of {', '.join(can)}")
    return list(dict.fromkeys(wanted))


def picture_of(trace: Trace, label: str) -> Stage:
    """The stage of a search on a packing puzzle, or on a polyhedron."""
    if form(trace) == "tiles":
        steps = cosoku_pictures.TileSteps(trace)
        return Stage(
            cosoku_pictures.scene(trace.puzzle, follows=True),
            steps,
            cosoku_pictures.parts,
            label=label,
            track=steps.track(),
        )
    plan = next(iter(getattr(trace, "solutions", ())), ())
    steps = Steps(trace, plan)
    return Stage(draw.scene(trace.puzzle), steps, draw.parts, label=label, track=steps.track())


# ---- the explorer -----------------------------------------------------------------------------------------------------


class Explorer(Player):
    """Grid, hints and seed make a puzzle; the view, the steps of a search and the exploded picture show it."""

    def __init__(
        self, grid: str = "2x4x4", hints: int = 4, seed: int = 1, view: str = "puzzle", engine: str = "asp"
    ):
        self.made, self.puzzle_line, self.search_line = None, message(), message()
        self.make_controls()
        stage = Stage(draw.scene(generate("2x4x4", 0, 0).puzzle), [EMPTY], draw.parts, label="The puzzle")
        rows = (
            w.HBox([self.grid, self.hints, self.seed]),
            w.HBox([self.view, self.engine]),
            self.puzzle_line,
            self.search_line,
        )
        super().__init__(stage, *rows, words="the puzzle explorer: grid, hints, seed, view, step, explode")
        self.set(grid=grid, hints=hints, seed=seed, view=view, engine=engine)
        for control in self.controls.values():
            control.observe(lambda _: self.update(), "value")

    def make_controls(self) -> None:
        """One control for each thing that can be set."""
        self.grid = w.Dropdown(description="grid", options=list(GRIDS), layout=w.Layout(width="220px"))
        self.hints = w.IntSlider(description="hints", max=MOST_HINTS, continuous_update=False)
        self.seed = w.IntSlider(description="seed", max=MOST_SEED, continuous_update=False)
        self.view = w.ToggleButtons(
            description="view", options=VIEWS, style={"button_width": "auto"}, layout=w.Layout(width="auto")
        )
        self.engine = w.Dropdown(
            description="steps of",
            options=[(ENGINE_LABELS.get(name, name), name) for name in TRACERS],
            layout=w.Layout(width="270px"),
        )
        self.controls = {name: getattr(self, name) for name in ("grid", "hints", "seed", "view", "engine")}

    def set(self, **values) -> None:
        """Set controls from Python: grid, hints, seed, view, engine. What does not fit is said in the widget."""
        for name, value in values.items():
            try:
                control = self.controls[one_of("control", name, self.controls)]
                control.value = fitted(name, control, value)
            except PuzzleError as problem:
                return tell(self.puzzle_line, str(problem), wrong=True)
        if self.made is None:
            self.update()

    def update(self) -> None:
        """Make the puzzle, show it, then record the search on it."""
        try:
            with self.working("Making the puzzle …"):
                self.show_puzzle()
            with self.working(f"{self.engine.label} is searching …"):
                self.show_search()
        except PuzzleError as problem:
            tell(self.puzzle_line, str(problem), wrong=True)
        except KeyboardInterrupt:
            tell(self.search_line, "Stopped. Move a slider to go on.")

    def show_puzzle(self) -> None:
        """The picture comes first: one frame, one message."""
        start = perf_counter()
        self.made = generate(self.grid.value, self.hints.value, self.seed.value)
        self.stage.show(*opening(self.made, self.view.value), at_once=1)
        self.stage.label = described(self.made, self.view.value)
        self.step.value = 0
        tell(self.puzzle_line, completions(self.made) + f" Made in {perf_counter() - start:.2f} s.")

    def show_search(self) -> None:
        """Record how the engine solves this puzzle and put the steps behind the picture."""
        if self.view.value == "solution":
            self.fit()
            return tell(
                self.search_line,
                "This is the finished packing. Choose “puzzle” or “side by side” to step through a search.",
            )
        start = perf_counter()
        trace = TRACERS[self.engine.value](self.made.puzzle, self.made.given)
        seconds = perf_counter() - start
        beside = solved(self.made, shift=1) if self.view.value == "side by side" else None
        steps = Steps(trace, self.made.solution, self.stage.frames, beside)
        self.stage.extend(steps, steps.track())
        self.fit()
        tell(self.search_line, searched(trace, seconds))

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """Say what is going on while Python is at work."""
        self.stage.busy = what
        try:
            yield
        finally:
            self.stage.busy = ""


EMPTY = {"blocks": [], "say": "", "cells": [], "how": [], "counts": {}, "mark": "", "level": 0}


def explorer(
    grid: str = "2x4x4", hints: int = 4, seed: int = 1, view: str = "puzzle", engine: str = "asp"
) -> Explorer:
    """Sliders that make tetracube puzzles, show them and solve them.

    Parameters: grid, one of `GRIDS`; hints, 0 to 8; seed, 0 to 99; view, "puzzle", "solution" or "side by side"; engine,
    whose search the steps show. A value that does not fit is told in the widget.

    >>> explorer(hints=9).puzzle_line.value
    '<b class="eo-wrong">hints 9: must be a whole number from 0 to 8</b>'
    """
    return Explorer(grid, hints, seed, view, engine)


def fitted(name: str, control: w.Widget, value):
    """A value that a control can take; `PuzzleError` for any other."""
    if hasattr(control, "options"):
        return one_of(
            name, value, [option if isinstance(option, str) else option[1] for option in control.options]
        )
    return whole(
        name, value, f"must be a whole number from {control.min} to {control.max}", control.min, control.max
    )


def opening(made: Generated, view: str) -> tuple[dict, list[dict]]:
    """Scene and first frame of a view."""
    if view == "solution":
        return draw.scene(made.puzzle), [solved(made)]
    start = draw.frame(made.puzzle, dict.fromkeys(made.given, "given"), plan=made.solution, say=task(made))
    start["counts"] = dict(Counter(placement.piece for placement in fitting(made)))
    if view == "puzzle":
        return draw.scene(made.puzzle), [start]
    return draw.scene(made.puzzle, 2), [draw.beside(made.puzzle, start, solved(made, shift=1))]


def fitting(made: Generated) -> Iterator[Placement]:
    """The hints, and every placement of another piece that does not collide with them."""
    filled = {cell for _, cells in made.given for cell in cells}
    left = {piece.name for piece in made.puzzle.pieces} - {piece for piece, _ in made.given}
    yield from made.given
    yield from (p for p in made.puzzle.placements if p.piece in left and filled.isdisjoint(p.cells))


def task(made: Generated) -> str:
    """What there is to do.

    >>> task(generate("2x2x8", 6, 0))
    '6 pieces are given. Place the other 2: every cell is filled exactly once.'
    """
    left = len(made.solution) - len(made.given)
    given = f"{len(made.given)} piece{' is' if len(made.given) == 1 else 's are'} given."
    return (
        f"{given} Place the other {left}: every cell is filled exactly once."
        if left
        else f"{given} Nothing is left to place."
    )


def solved(made: Generated, shift: int = 0) -> dict:
    """The frame of the solution; hints stay marked as given."""
    filled = draw.marked(made.solution, made.given)
    return draw.frame(made.puzzle, filled, plan=made.solution, shift=shift)


def described(made: Generated, view: str) -> str:
    """The picture in words."""
    given = ", ".join(placement.piece for placement in made.given) or "none"
    return f"Tetracubes in {made.grid}, {view}, seed {made.seed}. Hints: {given}"


def completions(made: Generated) -> str:
    """How many ways there are to finish a puzzle.

    >>> completions(generate("2x2x8", 8, 0))
    'This puzzle has exactly 1 solution.'
    """
    return (
        "This puzzle has exactly 1 solution."
        if made.completions == 1
        else f"This puzzle has {made.completions:,} solutions."
    )


def searched(trace: Trace, seconds: float) -> str:
    """What the search cost.

    >>> from puzzlelib import load
    >>> from puzzlelib.trace import Event
    >>> searched(Trace(load("tetracubes-2x4x4"), [Event("start"), Event("try", 1), Event("conflict", 1)]), 0.25)
    '3 steps, 1 node, 1 dead end, 0.25 s.'
    """
    kinds = Counter(event.kind for event in trace.events)
    nodes = sum(kinds[kind] for kind in DEEPER)
    found = [
        many(len(trace), "step"),
        *([many(nodes, "node")] if kinds["try"] else []),
        many(kinds["conflict"], "dead end"),
    ]
    return f"{', '.join(found)}, {seconds:.2f} s.{stopped_early(trace)}{ground_program(trace)}"


def stopped_early(trace: Trace) -> str:
    """Said of a recording that ends before the search does."""
    if getattr(trace, "stopped", "") not in ("events", "max_events", "time limit"):
        return ""
    return f" Only the first {len(trace):,} steps are recorded; the search was not finished{'' if trace.solutions else ' and had found no solution'}."


def ground_program(trace: Trace) -> str:
    """The size of the ground program, where the engine has one."""
    if not isinstance(trace, ClaspTrace):
        return ""
    size = ground_size(trace.puzzle)
    return f" Ground program: {size.atoms:,} atoms, {size.rules:,} rules."
