"""clasp's decisions and conflicts as the events of a search."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import clingo

from ..common.clock import Clock
from ..common.ending import Ending
from ..common.errors import check_limit
from ..common.words import join_words, many
from ..packing.puzzle import PackingPuzzle, Placement
from ..search.events import Trace
from ..search.hints import hint_options
from ..search.words import PuzzleWords
from .engine import assumptions, clasp_ending, facts, ground, models, rules, solution_of
from .watcher import ClaspWatcher, ClaspWords

COUNTED = "choices", "conflicts", "restarts"


@dataclass
class ClaspTrace(Trace):
    """A trace of clasp. `stopped`: DONE (all answers were found), LIMIT or TIME_LIMIT.

    `statistics`: choices, conflicts and restarts by clasp's own count. `hidden` conflicts have no
    event, because clingo's interface shows conflicts in a row as one.
    """

    statistics: dict[str, int] = field(default_factory=dict)
    hidden: int = 0

    @property
    def words(self) -> PuzzleWords:
        return ClaspWords(self.puzzle)


def trace(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    limit: int | None = 1,
    seed: int = 0,
    configuration: str = "auto",
    rand_freq: float = 0,
    sign_def: str = "",
    time_limit: float | None = None,
) -> ClaspTrace:
    """Let clasp find `limit` answers (None: all) and record its search, which that does not change.

    `seed`, `configuration`, `rand_freq` (0 to 1) and `sign_def` ("asp", "pos", "neg", "rnd") are
    options of clasp. The last event, and `stopped`, say if the recording was cut short.

    >>> from puzzlelib import load
    >>> found = trace(load("tetracubes-2x2x4+2x2x4"))
    >>> found.events[0].kind, found.events[-1].kind, len(found.solutions)
    ('start', 'end', 1)
    """
    given, clock = list(given), Clock(time_limit)
    options = {"models": check_limit(limit) or 0, "configuration": configuration, "seed": seed}
    options |= {"rand-freq": rand_freq} | ({"sign-def": sign_def} if sign_def else {})
    arguments = [f"--{name}={value}" for name, value in options.items()]
    control = ground(facts(puzzle), rules(puzzle), arguments=arguments)
    recorder = ClaspWatcher(puzzle, hint_options(puzzle, given))
    control.register_propagator(recorder)
    return record(control, recorder, assumptions(puzzle, given), clock)


def record(control: clingo.Control, recorder: ClaspWatcher, hints, clock: Clock) -> ClaspTrace:
    found = []
    for model in models(control, hints, clock.stop):
        recorder.add_answer()
        found.append(solution_of(recorder.puzzle, model))
    statistics = control.statistics  # a copy, made anew at each look
    counts = {name: int(statistics["solving"]["solvers"][name]) for name in COUNTED}
    exhausted = bool(statistics["summary"]["exhausted"])
    stopped = clasp_ending(exhausted, clock)
    recorder.finish(exhausted, last_sentence(counts, stopped, len(found)))
    shown = sum(event.kind == "conflict" for event in recorder.events)
    seen = recorder.puzzle, recorder.events, recorder.given, counts, counts["conflicts"] - shown
    return ClaspTrace(*seen, solutions=found, stopped=stopped)


def last_sentence(counts: dict[str, int], stopped: Ending, answers: int) -> str:
    ends = {
        Ending.DONE: "There is no other answer" if answers else "There is no answer",
        Ending.LIMIT: "clasp has what was asked for",
    }
    end = ends.get(stopped, f"The recording stopped early ({stopped})")
    counted = join_words(many(count, name.removesuffix("s")) for name, count in counts.items())
    return f"{end}. clasp itself counts {counted}."
