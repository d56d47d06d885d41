"""The ASP trace is true: its replay is clasp's assignment, its counts are clasp's, and it changes nothing."""

from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest
from brute_force import packings
from loose_puzzles import drawn_puzzles
from sizes import sampled, size

from puzzlelib import GRIDS, asp, generate, load, verify
from puzzlelib.asp import engine, watch
from puzzlelib.asp.watcher import ClaspWatcher, DeadItems, mask_of
from puzzlelib.common.clock import Clock
from puzzlelib.search.events import Trace

RUNS = [
    (grid, hints, seed) for grid in GRIDS for hints in (0, 1, 2, 3) for seed in range(size("recorded seeds"))
]
MORE = [(grid, {}) for grid in GRIDS] + [
    ("2x4x4", {"configuration": "frumpy"}),
    ("2x2x8", {"configuration": "handy"}),
    ("2x2x4+2x2x4", {"configuration": "jumpy"}),
    ("2x4x4", {"rand_freq": 0.3}),
    ("2x2x8", {"rand_freq": 1, "sign_def": "rnd"}),
    ("2x2x4+2x2x4", {"sign_def": "pos"}),
]


def flags(configuration="auto", seed=0, rand_freq=0, sign_def=""):
    chosen = [f"--configuration={configuration}", f"--seed={seed}", f"--rand-freq={rand_freq}"]
    return ["--models=1", *chosen, *([f"--sign-def={sign_def}"] if sign_def else [])]


def plain(puzzle, given, arguments):
    """One run without a recorder: choices, conflicts, restarts, and the answer."""
    control = asp.ground(asp.facts(puzzle), asp.rules(), arguments=arguments)
    found = [
        asp.solution_of(puzzle, model) for model in engine.models(control, engine.assumptions(puzzle, given))
    ]
    counted = control.statistics["solving"]["solvers"]
    return {name: int(counted[name]) for name in ("choices", "conflicts", "restarts")}, found


class Checked(ClaspWatcher):
    """A recorder that compares its replay with clasp's assignment at every call."""

    calls, applied = 0, 0

    def replay(self):
        """The state after all events so far, by Trace's own code."""
        if not self.events:
            return self.on, self.off
        if not self.applied:
            self.shown = {}, set()
        for event in self.events[self.applied :]:
            Trace(self.puzzle, given=self.given).apply(event, *self.shown)
        self.applied = len(self.events)
        return mask_of(self.shown[0]), mask_of(self.shown[1])

    def compare(self, assignment):
        self.calls += 1
        values = {option: assignment.value(literal) for option, literal in self.literals.items()}
        true, false = (mask_of(o for o, value in values.items() if value is sign) for sign in (True, False))
        assert self.replay() == (true, false)

    def check(self, control):
        super().check(SimpleNamespace(assignment=control.assignment))  # it can read, and add no clause
        self.compare(control.assignment)

    def decide(self, thread, assignment, fallback):
        self.compare(assignment)
        return super().decide(thread, assignment, fallback)


def checked_run(puzzle, given=(), **settings):
    """A recording under comparison; an error in a callback comes out of the search."""
    control = asp.ground(asp.facts(puzzle), asp.rules(), arguments=flags(**settings))
    recorder = Checked(puzzle, [puzzle.option[placement] for placement in given])
    control.register_propagator(recorder)
    return watch.record(control, recorder, engine.assumptions(puzzle, given), Clock(None)), recorder


@pytest.mark.slow
@pytest.mark.parametrize(
    "grid,settings", sampled(MORE + [(grid, {"seed": 3, "sign_def": "rnd"}) for grid in GRIDS], 3)
)
def test_replay_is_the_assignment_at_every_call(grid, settings):
    trace, recorder = checked_run(load(GRIDS[grid]), **settings)
    assert recorder.calls > 10
    assert trace.statistics["conflicts"] == 0 or any(event.back for event in trace.events)


@pytest.mark.parametrize("grid", GRIDS)
def test_replay_is_the_assignment_with_hints(grid):
    made = generate(grid, 2, 5)
    trace, recorder = checked_run(made.puzzle, made.given)
    start = trace.state(0)
    assert {o for o, how in start.on.items() if how == "given"} == {made.puzzle.option[p] for p in made.given}
    assert recorder.calls > 1


@pytest.mark.slow
def test_recording_changes_nothing():
    for grid, hints, seed in RUNS:
        made = generate(grid, hints, seed)
        same_with_and_without(made.puzzle, made.given, {"seed": seed, "sign_def": "rnd"})
    for grid, settings in MORE:
        same_with_and_without(load(GRIDS[grid]), (), settings)


def same_with_and_without(puzzle, given, settings):
    counts, found = plain(puzzle, given, flags(**settings))
    trace = asp.trace(puzzle, given, **settings)
    assert (trace.statistics, trace.solutions) == (counts, found)
    verify(puzzle, trace.solutions[0], given)
    (k,) = trace.steps("answer")
    assert set(trace.state(k).on) == {puzzle.option[placement] for placement in found[0]}


@pytest.mark.parametrize("grid,settings", MORE)
def test_every_choice_is_an_event_and_no_conflict_is_made_up(grid, settings):
    trace = asp.trace(load(GRIDS[grid]), **settings)
    kinds = Counter(event.kind for event in trace.events)
    assert kinds["decide"] == trace.statistics["choices"]
    assert kinds["conflict"] <= trace.statistics["conflicts"] and kinds["backjump"] == kinds["conflict"]
    assert kinds["conflict"] + trace.hidden == trace.statistics["conflicts"]
    assert kinds["restart"] <= trace.statistics["restarts"]  # a restart from level 0 takes nothing back


def test_decided_and_propagated_pieces_are_told_apart():
    trace = asp.trace(load("tetracubes-2x4x4"), sign_def="pos")
    (k,) = trace.steps("answer")
    state = trace.state(k)
    decided = {event.option for event in trace.events if event.kind == "decide" and event.sign}
    assert {o for o, how in state.on.items() if how == "chosen"} <= decided
    assert "propagated" in state.on.values() and len(state.on) == 8


def test_all_answers_of_a_puzzle_with_hints():
    made = generate("2x2x4+2x2x4", 3, 1)
    trace = asp.trace(made.puzzle, made.given, limit=None)
    assert len(trace.solutions) == made.completions == len(trace.steps("answer")) and trace.stopped == ""
    for k, solution in zip(trace.steps("answer"), trace.solutions):
        assert set(trace.state(k).on) == {made.puzzle.option[placement] for placement in solution}


def test_hints_that_contradict_each_other_end_without_an_answer():
    puzzle = load("tetracubes-2x4x4")
    trace = asp.trace(puzzle, puzzle.placements[:2])  # the I in two places
    assert trace.solutions == [] and trace.events[-1].kind == "end" and "no answer" in trace.events[-1].say


def test_a_recording_that_is_cut_short_says_so():
    puzzle = load("tetracubes-2x2x8")
    late = asp.trace(puzzle, limit=None, time_limit=0.05)
    assert late.stopped == "time limit" and "time limit" in late.events[-1].say


@pytest.mark.parametrize("grid", GRIDS)
def test_no_event_says_again_what_is_so_already(grid):
    trace = asp.trace(load(GRIDS[grid]))
    for k, event in enumerate(trace.events[1:]):
        before = trace.state(k)
        assert {*before.on, *before.off}.isdisjoint((*event.on, *event.off)), event.say
        if event.kind == "propagate":
            after = trace.state(k + 1)
            left = len(trace.puzzle.placements) - len(after.on) - len(after.off)
            assert event.say.endswith(f"{left} still open.")


def test_a_dead_end_has_no_solution_behind_it():
    """Nor where cells may stay empty, and copies unused: all packings by brute force."""
    draw, dead = Random(72), 0
    for puzzle in drawn_puzzles(72, 60):
        some = draw.sample(range(len(puzzle.placements)), min(3, len(puzzle.placements)))
        solutions = [{puzzle.option[one] for one in solution} for solution in packings(puzzle)]
        for on, off in ([], []), ([], some), (some[:1], some[1:]):
            if DeadItems(puzzle).find(mask_of(on), mask_of(off)) is not None:
                assert not any(one.issuperset(on) and one.isdisjoint(off) for one in solutions), puzzle
                dead += 1
    assert dead > 20


def test_the_reason_of_a_dead_end_is_true():
    """A cell whose placements are all ruled out but two that exclude each other with the pieces."""
    puzzle = load("tetracubes-2x4x4")
    corner = [n for n, (_, cells) in enumerate(puzzle.placements) if (0, 0, 0) in cells]
    assert DeadItems(puzzle).find(0, mask_of(corner)) == (0, 0, 0)
    assert DeadItems(puzzle).find(0, 0) is None
