"""The plan by which an engine is chosen: attempts in turn, each with its budget."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import NamedTuple

from ..common.clock import Stop, TimeIsUp
from ..common.ending import Ending
from ..common.rounds import Rounds
from ..common.stand_ins import NotHere
from ..common.words import print_once, rough_duration, silent
from ..search.colouring import Colouring, find_weights
from ..search.hints import MOST_PIECES
from ..search.proofs import why_impossible
from .forecast import STEPS_A_SECOND, may_be_counted, try_count
from .questions import CoverQuestion, PuzzleQuestion, Question
from .results import CUT, PROOF, Outcome, number_found

FEW = 100  # solutions that clasp finds sooner than `compiled` lists all
MOST_TRIED = 150_000  # placements that the first search for a few solutions looks at,
TIMES_ALONE = 4  # or so many times as many where no machine code runs
PAUSE = 20_000  # steps of it, before a proof is looked for
MOST_ROUNDS = 200  # of a compiled search for a few solutions
SOON = 50  # of them, before a count by states
QUICK = 10  # rounds of a first look for a proof,
MADE = 1000  # or a round for so many placements, which took about as long to be made
MOST_STEPS = 5_000_000  # without machine code and without a time limit
NO_SEARCH = "no search is needed, there is no solution"
WORTH_A_PROOF = 200  # options of an exact cover: one with fewer is searched as quickly


class Attempt(NamedTuple):
    """An engine, and when it is tried: `when` returns the reason, or None for no attempt.

    It may ask so often whether to stop, once for each `unit`; after `pause` of them `meanwhile` may end
    it by a proof. A `loud` reason is printed where nobody listens.
    """

    engine: str
    when: Callable[..., str | None] = lambda asked: ""
    budget: Callable[..., float] = lambda asked: inf
    unit: str = ""
    meanwhile: Callable[..., str | None] = lambda asked: None
    pause: int = 0
    loud: bool = False


class Budget:
    """The steps that an attempt may take."""

    def __init__(self, asked: Question, attempt: Attempt):
        self.asked, self.attempt = asked, attempt
        self.most, self.made = attempt.budget(asked), 0

    def stop(self) -> bool:
        """Count a step; return True if it is one too many, or the time is up."""
        self.made += 1
        if self.made == self.attempt.pause and self.attempt.meanwhile(self.asked) is not None:
            self.most = 0
        return self.made > self.most or self.asked.clock.stop()


# -------- when, and with which budget


def few_pieces(asked: PuzzleQuestion) -> str | None:
    few = asked.few and sum(piece.copies for piece in asked.problem.pieces) <= MOST_PIECES
    return "" if few else None


def plain_budget(asked: PuzzleQuestion) -> int:
    """Return the steps of a plain search: each tries all that fits into a cell."""
    puzzle, most = asked.problem, MOST_TRIED * (TIMES_ALONE if without_library(asked) else 1)
    return most * len(puzzle.container) // max(1, len(puzzle.placements))


def quick_proof(asked: PuzzleQuestion) -> str | None:
    """Look once for a proof that is found sooner than placements are made."""
    if asked.reason is None:
        rounds = max(QUICK, len(asked.problem.placements) // MADE)
        asked.reason = why_impossible(asked.problem, rounds, asked.clock.stop)
    return NO_SEARCH if asked.reason else None


def longer_proof(asked: PuzzleQuestion) -> str | None:
    """Look as long as the compiled search has lasted."""
    if not asked.too_large:
        asked.reason = asked.reason or why_impossible(asked.problem, MOST_ROUNDS, asked.clock.stop)
    return "" if asked.reason else None


def cover_proof(asked: CoverQuestion) -> str | None:
    worth = len(asked.problem.options) >= WORTH_A_PROOF
    if worth and (weights := find_weights(asked.problem, QUICK, asked.clock.stop)):
        asked.reason = str(Colouring(asked.problem, weights))
    return NO_SEARCH if asked.reason else None


def counted_none(asked: Question) -> str | None:
    """Look whether a count by states is 0, as long as the compiled search has lasted."""
    if asked.few and may_be_counted(asked):
        stop = Rounds(SOON, asked.clock.stop).stop
        found = try_count(asked.problem, given=asked.given, stop=stop)
        if found and not found.number:
            asked.reason = "a count by states gives 0"
    return asked.reason or None


def without_library(asked: Question) -> str | None:
    from ..compiled.library import missing_library

    reason = missing_library()
    return f"the compiled engine does not run here ({reason})" if reason else None


def plain_alone(asked: PuzzleQuestion) -> str | None:
    """Refuse, without machine code, a search that would take too long."""
    if not (why := without_library(asked)):
        return None
    steps = asked.steps
    took = rough_duration(steps / STEPS_A_SECOND) if steps < inf else "longer than anybody can tell"
    why = f"{why}; a plain search takes {took}, by random probes"
    if steps > MOST_STEPS and asked.clock.limit is None:
        raise NotHere(why, "the compiled engine")
    return why


def has_room(asked: PuzzleQuestion) -> str | None:
    return None if asked.too_large else "" if asked.few else "all solutions are wanted"


PLAN = [
    Attempt("backtracking", few_pieces, plain_budget, "steps of a plain search", quick_proof, PAUSE),
    Attempt(PROOF, quick_proof),
    Attempt("backtracking", plain_alone, loud=True),
    Attempt(
        "compiled",
        has_room,
        lambda q: MOST_ROUNDS if q.few else inf,
        "rounds of a compiled search",
        counted_none,
        SOON,
    ),
    Attempt(PROOF, longer_proof),
    Attempt("asp", lambda q: q.too_large or f"{MOST_ROUNDS} rounds of a compiled search were not enough"),
]
PLAN_FOR_COVERS = [
    Attempt(PROOF, cover_proof),
    Attempt("dlx", without_library, loud=True),
    Attempt("compiled", lambda asked: "an exact cover problem", meanwhile=counted_none, pause=SOON),
    Attempt(PROOF),
]


# -------- the loop


def plan_for(asked: Question) -> list[Attempt]:
    if asked.engine:
        return [Attempt(asked.engine)]
    return PLAN if asked.is_puzzle else PLAN_FOR_COVERS


def run_plan(asked: Question, run: Callable[[str, Stop], Outcome], empty: Outcome) -> Outcome:
    """Return the result of the first attempt that ends within its budget.

    If all are cut short it is the largest, and `empty` if none began.
    """
    results, clock = [empty], asked.clock
    try:
        asked.prepare()
        for attempt in plan_for(asked):
            if (why := attempt.when(asked)) is None:
                continue
            name, budget = attempt.engine, Budget(asked, attempt)
            if why:
                tell = print_once if attempt.loud and asked.tell is silent else asked.tell
                tell(f"engine {name}: {why}")
            proof = name == PROOF
            results.append(replace(empty, complete=True, engine=name) if proof else run(name, budget.stop))
            if budget.made <= budget.most or results[-1].stopped == Ending.INTERRUPT:
                if budget.most < inf:
                    verb = "made" if results[-1].stopped in CUT else "enough"
                    asked.tell(f"engine {name}: {budget.made:,} {attempt.unit} were {verb}")
                break
        result, stopped = results[-1], results[-1].stopped
    except (KeyboardInterrupt, TimeIsUp):  # before a search began, or a second time
        result, stopped = results[-1], Ending.INTERRUPT
    if stopped in CUT:
        cause = clock.cause if stopped == Ending.INTERRUPT else stopped  # by an alarm?
        result = replace(max(reversed(results), key=number_found), complete=False, stopped=cause)
    if asked.is_puzzle and not number_found(result):
        late = result.stopped == Ending.TIME_LIMIT and "placements" in vars(asked.problem)
        if result.complete or late:
            quick_proof(asked)  # a late one takes no rounds
    more = {"most": asked.most, "reason": asked.reason or "", "seconds": clock.seconds()}
    return replace(result, **more)
