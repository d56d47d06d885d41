"""The puzzle explorer: grid, hints and seed make a puzzle; the view, the steps of a search and the exploded
picture show it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from time import perf_counter

import ipywidgets as w

from .. import asp
from .. import pictures as draw
from ..asp.watch import ClaspTrace
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_choice, check_int
from ..common.words import many
from ..ilp import branch_and_bound
from ..packing.puzzle import PackingPuzzle, Placement
from ..pictures.blocks import frame_of
from ..search import algorithm_x, backtracking, dancing_links
from ..search.events import Trace
from ..search.generate import GRIDS, MOST_HINTS, Generated, generate
from ..search.tree import DEEPER
from .card import choice, message, slider, tell, working
from .stage import Stage
from .step_player import Player, Steps

MOST_STEPS = 20_000  # of a search recorded by the explorer


def recorded(engine, puzzle: PackingPuzzle, given: Iterable[Placement] = ()) -> Trace:
    """The steps of one of our own searches, up to its first solution."""
    return engine.trace(puzzle, given, max_events=MOST_STEPS)


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


def engine_options() -> list[tuple[str, str]]:
    """The engines for a menu: what it says, and the name."""
    return [(ENGINE_LABELS.get(name, name), name) for name in TRACERS]


class Explorer(Player):
    """Grid, hints and seed make a puzzle; the view, the steps of a search and the exploded picture show
    it."""

    def __init__(self, **values):
        self.made, self.puzzle_line, self.search_line = None, message(), message()
        self.make_controls()
        stage = Stage(draw.scene(generate("2x4x4", 0, 0).puzzle), [frame_of([])], label="The puzzle")
        rows = (
            w.HBox([self.grid, self.hints, self.seed]),
            w.HBox([self.view, self.engine]),
            w.HBox([self.puzzle_line, self.search_line]),
        )
        super().__init__(stage, *rows, words="the puzzle explorer: grid, hints, seed, view, step, explode")
        self.set(**values)
        for control in self.controls.values():
            control.observe(lambda _: self.update(), "value")

    def make_controls(self) -> None:
        self.grid = w.Dropdown(description="grid", options=list(GRIDS), layout={"width": "220px"})
        self.hints, self.seed = slider("hints", MOST_HINTS), slider("seed", MOST_SEED)
        self.view = choice("view", VIEWS, VIEWS[0])
        self.engine = w.Dropdown(description="steps of", options=engine_options(), layout={"width": "270px"})
        self.controls = {name: getattr(self, name) for name in ("grid", "hints", "seed", "view", "engine")}

    def set(self, **values) -> None:
        """Set controls from Python by name; what does not fit is said in the widget."""
        for name, value in values.items():
            try:
                control = self.controls[check_choice("control", name, self.controls)]
                control.value = fitted(name, control, value)
            except PuzzleError as problem:
                return tell(self.puzzle_line, str(problem), wrong=True)
        if self.made is None:
            self.update()

    def update(self) -> None:
        with working(self.stage, self.puzzle_line, "Making the puzzle …"):
            try:
                self.show_puzzle()
                self.stage.busy = f"{self.engine.label} is searching …"
                self.show_search()
            except KeyboardInterrupt:
                tell(self.search_line, "Stopped. Move a slider to go on.")

    def show_puzzle(self) -> None:
        """The picture comes first: one frame, one message."""
        start = perf_counter()
        self.made = generate(self.grid.value, self.hints.value, self.seed.value)
        self.stage.show(*opening(self.made, self.view.value), at_once=1)
        self.stage.label = described(self.made, self.view.value)
        self.step.value = 0
        self.fit()  # the search may be stopped: no steps of the puzzle before are left
        tell(self.search_line, "")
        tell(self.puzzle_line, completions(self.made) + f" Made in {perf_counter() - start:.2f} s.")

    def show_search(self) -> None:
        """Put the steps of a search behind the picture."""
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


def explorer(
    grid: str = "2x4x4", hints: int = 4, seed: int = 1, view: str = "puzzle", engine: str = "asp"
) -> Explorer:
    """Sliders that make tetracube puzzles, show them and solve them.

    Parameters: grid, one of `GRIDS`; hints, 0 to 8; seed, 0 to 99; view, "puzzle", "solution" or "side by
    side"; engine, whose search the steps show. A value that does not fit is told in the widget.

    >>> explorer(hints=9).puzzle_line.value
    '<b class="eo-wrong">hints 9: must be a whole number from 0 to 8</b>'
    """
    return Explorer(grid=grid, hints=hints, seed=seed, view=view, engine=engine)


def fitted(name: str, control: w.Widget, value):
    """A value that a control can take; `PuzzleError` for any other."""
    if hasattr(control, "options"):
        names = [option if isinstance(option, str) else option[1] for option in control.options]
        return check_choice(name, value, names)
    return check_int(name, value, least=control.min, most=control.max)


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
    rest = f"Place the other {left}: every cell is filled exactly once."
    return f"{given} {rest if left else 'Nothing is left to place.'}"


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
    exactly = "exactly " * (made.completions == 1)
    return f"This puzzle has {exactly}{many(made.completions, 'solution')}."


def searched(trace: Trace, seconds: float) -> str:
    """What the search cost.

    >>> from puzzlelib import load
    >>> from puzzlelib.search.events import Event
    >>> events = [Event("start"), Event("try", 1), Event("conflict", 1)]
    >>> searched(Trace(load("tetracubes-2x4x4"), events), 0.25)
    '3 steps, 1 node, 1 dead end, 0.25 s.'
    """
    kinds = Counter(event.kind for event in trace.events)
    nodes = [many(sum(kinds[kind] for kind in DEEPER), "node")] if kinds["try"] else []
    found = [many(len(trace), "step"), *nodes, many(kinds["conflict"], "dead end")]
    return f"{', '.join(found)}, {seconds:.2f} s.{stopped_early(trace)}{ground_program(trace)}"


def stopped_early(trace: Trace) -> str:
    """Said of a recording that ends before the search does."""
    if trace.stopped not in (Ending.EVENTS, Ending.TIME_LIMIT):
        return ""
    found = "" if trace.solutions else " and had found no solution"
    return f" Only the first {len(trace):,} steps are recorded; the search was not finished{found}."


def ground_program(trace: Trace) -> str:
    """The size of the ground program, where the engine has one."""
    if not isinstance(trace, ClaspTrace):
        return ""
    size = ground_size(trace.puzzle)
    return f" Ground program: {size.atoms:,} atoms, {size.rules:,} rules."
