"""One puzzle, four searches, one clock: backtracking, Algorithm X, clasp, and branch and bound.

Each search is run here and recorded, with the processor time at which each of its events happened.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import process_time
from typing import NamedTuple

import numpy as np
import traitlets as t

from puzzlelib import PackingPuzzle, generate
from puzzlelib.asp.engine import assumptions, facts, ground, rules
from puzzlelib.asp.watch import record
from puzzlelib.asp.watcher import ClaspWatcher
from puzzlelib.common.clock import Clock
from puzzlelib.ilp import branch_and_bound, placement_model
from puzzlelib.ilp.branch_events import BranchEvent, BranchRecorder, with_undo
from puzzlelib.packing import Solution
from puzzlelib.search import algorithm_x, backtracking
from puzzlelib.search.events import Event, Trace
from puzzlelib.search.recorder import MOST_EVENTS, record_steps, search_trace

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..puzzles.cards.box_of import BoxOf

RACE_SEED = 3  # of the puzzles with two hints the first that has a single solution; seed 1 has four
COST_SEED = 1  # of the costs, 1 to 9, without which branch and bound has nothing to bound
ATTEMPTS = 3  # of each search; the fastest is shown
DECISIONS = "try", "decide"


class Timed(NamedTuple):
    """A recorded search: `seconds` has the processor time at each of its events but the last."""

    trace: Trace
    seconds: list[float]


def note_times(steps: Iterable, times: list[float], begun: float) -> Iterator:
    """Yield the steps of a search; note the processor time that the search itself took to each."""
    spent = 0.0
    for step in steps:
        spent += process_time() - begun
        times.append(spent)
        yield step
        begun = process_time()


# -------- four searches, from the puzzle to the packing


def time_backtracking(puzzle: PackingPuzzle, given: Solution) -> Timed:
    begun, times = process_time(), []
    numbers = [puzzle.option[placement] for placement in given]
    steps = backtracking.steps(backtracking.BitBoard(puzzle), numbers)
    return Timed(search_trace(puzzle, note_times(steps, times, begun), numbers), times)


def time_algorithm_x(puzzle: PackingPuzzle, given: Solution) -> Timed:
    begun, times = process_time(), []
    cover, numbers = algorithm_x.prepare(puzzle, given, "fewest")
    steps = algorithm_x.steps(cover, given=numbers)
    return Timed(search_trace(puzzle, note_times(steps, times, begun), numbers), times)


class TimedWatcher(ClaspWatcher):
    """Watches clasp, and notes the processor time at each event, without that of watching."""

    def __init__(self, *what, begun: float):
        super().__init__(*what)
        self.times, self.entered, self.not_counted = [], None, begun

    def add(self, *what, **more) -> None:
        now = (self.entered or process_time()) - self.not_counted
        super().add(*what, **more)
        self.times += [now] * (len(self.events) - len(self.times))

    def check(self, control) -> None:
        self.entered = process_time()
        super().check(control)
        self.not_counted += process_time() - self.entered
        self.entered = None


def time_clasp(puzzle: PackingPuzzle, given: Solution) -> Timed:
    begun = process_time()
    control = ground(facts(puzzle), rules(), arguments=["--models=1"])
    watcher = TimedWatcher(puzzle, [puzzle.option[placement] for placement in given], begun=begun)
    control.register_propagator(watcher)
    trace = record(control, watcher, assumptions(puzzle, given), Clock(None))
    return Timed(trace, watcher.times[:-1])  # before the last event its statistics are read


def time_branch_and_bound(puzzle: PackingPuzzle, given: Solution) -> Timed:
    begun, times = process_time(), []
    numbers = [puzzle.option[placement] for placement in given]
    model = branch_and_bound.with_costs(placement_model(puzzle, given), "random", COST_SEED)
    names = list(model.names)
    steps = with_undo(branch_and_bound.steps(model, {names[i]: 1 for i in numbers}))
    recorder = BranchRecorder(puzzle, model, numbers)
    found, _ = record_steps(note_times(steps, times, begun), recorder, None, MOST_EVENTS)
    solutions = [branch_and_bound.solution(puzzle, values) for values in found]
    return Timed(Trace(puzzle, recorder.events, frozenset(numbers), solutions=solutions), times)


# -------- what each of them is about, at each event


def depths(trace: Trace) -> list[float]:
    """Return the pieces that lie in the box besides the hints."""
    return [event.level for event in trace.events]


def options_left(trace: Trace) -> list[float]:
    """Return the options that are neither chosen nor ruled out."""
    states = map(trace.state, range(len(trace)))
    return [trace.options - len(state.on) - len(state.off) for state in states]


def ruled_out(trace: Trace) -> list[float]:
    """Return the options that clasp rules out after a conflict, as a number; elsewhere 0."""
    found, events = [0.0] * len(trace), trace.events
    for k in trace.steps("conflict"):
        learned = next((one for one in events[k + 1 : k + 3] if one.kind == "propagate"), Event(""))
        found[k] = len(learned.off)
    return found


def bounds_of_relaxations(trace: Trace) -> list[float | None]:
    """Return the cost of the relaxation, None where it has no solution."""
    return [event.bound for event in trace.events]


def incumbents(trace: Trace) -> list[float | None]:
    """Return the cost of the best solution so far, None before there is any."""
    return [event.incumbent if isinstance(event, BranchEvent) else None for event in trace.events]


class Way(NamedTuple):
    """A way to search: its name, its run, its ribbon in numbers and in words (n is the number)."""

    name: str
    run: Callable[[PackingPuzzle, Solution], Timed]
    ribbon: Callable[[Trace], Sequence[float | None]]
    words: str


WAYS_TO_SEARCH = (
    Way("backtracking", time_backtracking, depths, "depth n"),
    Way("Algorithm X", time_algorithm_x, options_left, "n options left"),
    Way("clasp", time_clasp, ruled_out, "n ruled out at a conflict"),
    Way("branch and bound", time_branch_and_bound, bounds_of_relaxations, "bound n"),
)


def fastest(way: Way, puzzle: PackingPuzzle, given: Solution) -> Timed:
    """Run a search some times, each the same, and return the fastest run."""
    runs = [way.run(puzzle, given) for _ in range(ATTEMPTS)]
    return min(runs, key=lambda run: run.seconds[-1])


# -------- drawn


def decisions_until(trace: Trace) -> np.ndarray:
    """Return the decisions until each event; between two of them it rises evenly."""
    made = trace.steps(*DECISIONS)
    return np.interp(range(len(trace)), [0, *made], range(len(made) + 1))


def laid_at(trace: Trace) -> np.ndarray:
    """Return the box at each event, (events, pieces): an option and 1, or 0; packed at last."""
    option, pieces = trace.puzzle.option, [piece.name for piece in trace.puzzle.pieces]
    found = np.zeros((len(trace), len(pieces)), "<u2")
    for k in range(len(trace)):
        for number in trace.state(k).on:
            found[k, pieces.index(trace.puzzle.placements[number].piece)] = number + 1
    for placement in trace.solutions[-1]:
        found[-1, pieces.index(placement.piece)] = option[placement] + 1
    return found


def run_values(way: Way, run: Timed) -> dict:
    trace, missing = run.trace, float("nan")
    series = {
        "steps": decisions_until(trace),
        "seconds": [*run.seconds, run.seconds[-1]],
        "ribbon": [missing if value is None else value for value in way.ribbon(trace)],
        "best": [missing if value is None else value for value in incumbents(trace)],
    }
    packed = {name: np.array(values, "<f4").tobytes() for name, values in series.items()}
    words = {"name": way.name, "words": way.words, "bars": way.ribbon is ruled_out}
    return words | packed | {"boxes": laid_at(trace).tobytes()}


class FourWays(BoxOf):
    """A box and a ribbon for each search, all by one clock: of steps, or of seconds."""

    _esm = javascript("four_ways")
    _css = styles("steps", "stage", "four_ways")
    runs = t.List().tag(sync=True)  # as run_values returns them


def four_searches() -> Card:
    """Return a card with four searches for the same packing, which are run and timed now."""
    made = generate("2x4x4", 2, RACE_SEED)
    puzzle, given = made.puzzle, made.given
    runs = [run_values(way, fastest(way, puzzle, given)) for way in WAYS_TO_SEARCH]
    shown = FourWays(puzzle, [puzzle.option[placement] for placement in given], runs=runs)
    return Card(shown, words="four ways, one clock")
