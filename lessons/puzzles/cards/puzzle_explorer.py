"""The puzzle explorer: grid, hints and seed make a puzzle; the view, the steps of a search and the
exploded picture show it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from random import Random
from time import perf_counter

import ipywidgets as w

from puzzlelib import asp
from puzzlelib import pictures as draw
from puzzlelib.asp.watch import ClaspTrace
from puzzlelib.common.ending import Ending, raise_if_interrupted
from puzzlelib.common.errors import PuzzleError, check_choice, check_int, short
from puzzlelib.common.machine import package
from puzzlelib.common.words import many
from puzzlelib.engines import Result, solve
from puzzlelib.ilp import branch_and_bound
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Placement
from puzzlelib.pictures.blocks import frame_of
from puzzlelib.search import algorithm_x, backtracking, dancing_links
from puzzlelib.search.events import Trace
from puzzlelib.search.generate import GRIDS, MOST_HINTS, Generated, generate
from puzzlelib.search.tree import DEEPER

from ...kit.cards.card import message, slider, tell, working
from ..views.search_view import Steps
from .stage import Stage
from .step_player import Player

MOST_STEPS = 20_000  # of a search recorded by the explorer


def record_search(engine, puzzle: PackingPuzzle, given: Iterable[Placement] = ()) -> Trace:
    """Return the steps of one of our own searches, up to its first solution."""
    return engine.trace(puzzle, given, max_events=MOST_STEPS)


TRACERS: dict[str, Callable[..., Trace]] = {  # engine -> how its search is recorded
    "asp": asp.trace,
    "backtracking": partial(record_search, backtracking),
    "x": partial(record_search, algorithm_x),
    "dlx": partial(record_search, dancing_links),
    "ilp": branch_and_bound.trace,
}
ENGINE_LABELS = {
    "asp": "clasp (ASP)",
    "x": "Algorithm X",
    "dlx": "dancing links",
    "ilp": "branch and bound (ILP)",
}  # where a student would not know the name
PACKAGES = {"asp": "clingo", "ilp": "highspy"}  # engine -> what a page may lack
VIEWS = ("puzzle", "solution", "side by side")
MOST_SEED = 99
DEFAULT_HINTS = 4
MOST_FOUND, SECONDS = 20_000, 5  # solutions of a puzzle of one's own that hints are drawn from
ground_size = cache(asp.ground_size)  # hints are assumptions and change nothing in it


def engine_options() -> list[tuple[str, str]]:
    """Return the engines for a menu, as far as their packages are here: what it says, and the name."""
    here = (name for name in TRACERS if name not in PACKAGES or package(PACKAGES[name]))
    return [(ENGINE_LABELS.get(name, name), name) for name in here]


def first_engine() -> str:
    """Return the name of clasp, or of Algorithm X where there is no clasp."""
    return "asp" if package(PACKAGES["asp"]) else "x"


def engine_menu(**look) -> w.Dropdown:
    return w.Dropdown(options=engine_options(), value="x", **look)


class Explorer(Player):
    """Grid, hints and seed make a puzzle; the view, the steps of a search and the exploded picture
    show it."""

    def __init__(self, own: PackingPuzzle | None = None, **values):
        self.made, self.puzzle_line, self.search_line = None, message(), message()
        self.own, self.found = own, None
        self.make_controls()
        engines = [self.engine] * ("engine" in values)  # a menu where a lesson names one
        start = own or generate("2x4x4", 0, 0).puzzle
        stage = Stage(draw.scene(start), [frame_of([])], label="The puzzle")
        rows = (
            w.HBox([self.grid, self.hints, self.seed, self.view, *engines]),
            w.HBox([self.puzzle_line, self.search_line]),
        )
        super().__init__(stage, *rows, words="the puzzle explorer: grid, hints, seed, what to show")
        if not engines:
            del self.controls["engine"]
        self.set(**values)
        for control in self.controls.values():
            control.observe(lambda _: self.update(), "value")

    def make_controls(self) -> None:
        grids, most = list(GRIDS), MOST_HINTS
        if self.own:  # it alone: the sliders are as long as it has pieces
            grids, most = [self.own.name], sum(piece.copies for piece in self.own.pieces)
        short_name = {"style": {"description_width": "initial"}}
        look = short_name | {"layout": {"width": "auto"}}
        self.grid = w.Dropdown(description="grid", options=grids, **look)
        self.hints = slider("hints", most, width="240px", **short_name)
        self.seed = slider("seed", MOST_SEED, width="240px", **short_name)
        self.view = w.Dropdown(description="show", options=VIEWS, **look)
        self.engine = engine_menu(description="steps of", **look)
        self.controls = {name: getattr(self, name) for name in ("grid", "hints", "seed", "view", "engine")}

    def set(self, **values) -> None:
        """Set controls from Python by name; what does not fit is said in the widget."""
        for name, value in values.items():
            try:
                control = self.controls[check_choice("control", name, self.controls)]
                control.value = check_setting(name, control, value)
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
        """Show a puzzle: the picture first, in one frame and one message."""
        self.made, found = self.make()
        label = explorer_label(self.made, self.view.value)
        self.stage.show(*opening_view(self.made, self.view.value), at_once=1, label=label)
        self.step.value = 0
        self.fit()  # the search may be stopped: no steps of the puzzle before are left
        tell(self.search_line, "")
        sure = found is None or found.complete
        counted = completions_sentence(self.made) if sure else among(self.made, found)
        tell(self.puzzle_line, f"{counted}")

    def make(self) -> tuple[Generated, Result | None]:
        """Return the puzzle of the sliders; a student's own one with what is known of its solutions."""
        if not self.own:
            return generate(self.grid.value, self.hints.value, self.seed.value), None
        if self.found is None:
            self.found = raise_if_interrupted(solve(self.own, limit=MOST_FOUND, time_limit=SECONDS))
        return drawn_from(self.own, self.found, self.hints.value, self.seed.value), self.found

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
        beside = solution_frame(self.made, shift=1) if self.view.value == "side by side" else None
        steps = Steps(trace, self.made.solution, self.stage.frames, beside)
        self.stage.extend(steps, steps.track())
        self.fit()
        tell(self.search_line, search_sentence(trace, seconds))


def explorer(
    grid: str | PackingPuzzle = "2x4x4",
    hints: int = DEFAULT_HINTS,
    seed: int = 1,
    view: str = "puzzle",
    engine: str | None = None,
) -> Explorer:
    """Return sliders that make puzzles with hints, show them and solve them.

    Parameters: grid, one of `GRIDS`, or a packing puzzle, its name or its file; hints, how many
    pieces are given; seed, 0 to 99; view, "puzzle", "solution" or "side by side"; engine, whose
    search the steps show, with a menu of all (None: Algorithm X, without one; it also stands in
    where there is no clasp). A value that does not fit is told in the widget.

    >>> explorer(hints=9).puzzle_line.value
    '<b class="eo-wrong">hints 9: must be a whole number from 0 to 8</b>'
    >>> explorer("little-cube", hints=1).made.puzzle
    <PackingPuzzle Little cube: 3 pieces, 8 cells>
    """
    own, wrong = None, ""
    try:
        own = own_puzzle(grid)
    except PuzzleError as problem:
        instead = f"grids are {', '.join(GRIDS)}, and below is the first of them"
        wrong = f"grid {short(grid)}: {problem}; {instead}"
    if own and hints == DEFAULT_HINTS:  # of a smaller puzzle, half is left to place
        hints = min(hints, sum(piece.copies for piece in own.pieces) // 2)
    values = {"hints": hints, "seed": seed, "view": view}
    if not (own or wrong):
        values["grid"] = grid
    if engine is not None:
        values["engine"] = first_engine() if engine == "asp" else engine
    card = Explorer(own, **values)
    if wrong:
        tell(card.puzzle_line, wrong, wrong=True)
    return card


def own_puzzle(grid) -> PackingPuzzle | None:
    """Return the puzzle that is given, or that a name or a file tells; None for one of `GRIDS`."""
    if isinstance(grid, PackingPuzzle):
        return grid
    return None if isinstance(grid, str) and grid in GRIDS else load(grid)


def drawn_from(puzzle: PackingPuzzle, found: Result, hints: int, seed: int) -> Generated:
    """Return a puzzle with hints from one of the solutions found, drawn as by `generate`; `PuzzleError` where
    there is none.
    """
    if not found.solutions:
        none = "it has no solution" if found.complete else f"no solution was found in {SECONDS} seconds"
        none = f"this box cannot be filled: {found.reason}" if found.reason else none
        raise PuzzleError(f"{puzzle.name}: {none}")
    random = Random(seed)
    solution = random.choice(sorted(found.solutions, key=lambda one: [puzzle.option[p] for p in one]))
    given = puzzle.solution(random.sample(solution, len(solution))[:hints])
    holding = sum(set(given) <= set(one) for one in found.solutions)
    return Generated(puzzle.name, hints, seed, puzzle, given, solution, holding)


def among(made: Generated, found: Result) -> str:
    """Return a sentence with the solutions that were found, of which there may be more."""
    seen = f"among the {len(found.solutions):,} that were looked at"
    return f"At least {many(made.completions, 'solution')}, {seen}."


def check_setting(name: str, control: w.Widget, value):
    """Return a value that a control can take; `PuzzleError` for any other."""
    if hasattr(control, "options"):
        names = [option if isinstance(option, str) else option[1] for option in control.options]
        return check_choice(name, value, names)
    return check_int(name, value, least=control.min, most=control.max)


def opening_view(made: Generated, view: str) -> tuple[dict, list[dict]]:
    """Return scene and first frame of a view."""
    if view == "solution":
        return draw.scene(made.puzzle), [solution_frame(made)]
    hints = dict.fromkeys(made.given, "given")
    start = draw.frame(made.puzzle, hints, plan=made.solution, say=task_sentence(made))
    start["counts"] = dict(Counter(placement.piece for placement in placements_beside(made)))
    if view == "puzzle":
        return draw.scene(made.puzzle), [start]
    return draw.scene(made.puzzle, 2), [draw.pair_frames(made.puzzle, start, solution_frame(made, shift=1))]


def placements_beside(made: Generated) -> Iterator[Placement]:
    """Yield the hints, and every placement of another piece that does not collide with them."""
    filled = {cell for _, cells in made.given for cell in cells}
    left = {piece.name for piece in made.puzzle.without(made.given).pieces}
    yield from made.given
    yield from (p for p in made.puzzle.placements if p.piece in left and filled.isdisjoint(p.cells))


def task_sentence(made: Generated) -> str:
    """Return the task in a sentence.

    >>> task_sentence(generate("2x2x8", 6, 0))
    '6 pieces are given. Place the other 2: every cell is filled exactly once.'
    """
    left = len(made.solution) - len(made.given)
    given = f"{len(made.given)} piece{' is' if len(made.given) == 1 else 's are'} given."
    rest = f"Place the other {left}: every cell is filled exactly once."
    return f"{given} {rest if left else 'Nothing is left to place.'}"


def solution_frame(made: Generated, shift: int = 0) -> dict:
    """Return the frame of the solution; hints stay marked as given."""
    filled = draw.marked(made.solution, made.given)
    return draw.frame(made.puzzle, filled, plan=made.solution, shift=shift)


def explorer_label(made: Generated, view: str) -> str:
    """Return the picture in words."""
    given = ", ".join(placement.piece for placement in made.given) or "none"
    name = f"Tetracubes in {made.grid}" if made.grid in GRIDS else made.puzzle.name
    return f"{name}, {view}, seed {made.seed}. Hints: {given}"


def completions_sentence(made: Generated) -> str:
    """Return a sentence with the number of solutions.

    >>> completions_sentence(generate("2x2x8", 8, 0))
    'This puzzle has exactly 1 solution.'
    """
    exactly = "exactly " * (made.completions == 1)
    return f"This puzzle has {exactly}{many(made.completions, 'solution')}."


def search_sentence(trace: Trace, seconds: float) -> str:
    """Return the cost of a search: steps, nodes, dead ends and seconds.

    >>> from puzzlelib import load
    >>> from puzzlelib.search.events import Event
    >>> events = [Event("start"), Event("try", 1), Event("conflict", 1)]
    >>> search_sentence(Trace(load("tetracubes-2x4x4"), events), 0.25)
    '3 steps, 1 node, 1 dead end, 0.25 s.'
    """
    kinds = Counter(event.kind for event in trace.events)
    nodes = [many(sum(kinds[kind] for kind in DEEPER), "node")] if kinds["try"] else []
    found = [many(len(trace), "step"), *nodes, many(kinds["conflict"], "dead end")]
    return f"{', '.join(found)}, {seconds:.2f} s.{stopped_early(trace)}{ground_program(trace)}"


def stopped_early(trace: Trace) -> str:
    """Return the sentence on a recording that ends before the search does."""
    if trace.stopped not in (Ending.EVENTS, Ending.TIME_LIMIT):
        return ""
    found = "" if trace.solutions else " and had found no solution"
    return f" Only the first {len(trace):,} steps are recorded; the search was not finished{found}."


def ground_program(trace: Trace) -> str:
    """Return the size of the ground program, where the engine has one."""
    if not isinstance(trace, ClaspTrace):
        return ""
    size = ground_size(trace.puzzle)
    return f" Ground program: {size.atoms:,} atoms, {size.rules:,} rules."
