"""The engines, and the plan by which one is chosen: attempts in turn, each with its budget."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ..common.clock import Clock, Stop, TimeIsUp
from ..common.ending import Ending
from ..common.errors import check_choice
from ..common.extras import lacking
from ..common.stand_ins import NotHere, StandIn
from ..common.words import print_once, rough_duration, silent
from ..search.colouring import Colouring, find_weights
from ..search.exact_cover import why_impossible
from ..search.hints import MOST_PIECES
from ..search.states import try_count
from .forecast import STEPS_A_SECOND, may_be_counted
from .results import CUT, PROOF, Outcome, number_found

if TYPE_CHECKING:
    from .questions import CoverQuestion, PuzzleQuestion, Question

ENGINES = {  # name on the command line -> module with `solutions`, perhaps `count`
    "backtracking": "puzzlelib.search.backtracking",
    "x": "puzzlelib.search.algorithm_x",
    "dlx": "puzzlelib.search.dancing_links",
    "compiled": "puzzlelib.compiled.engine",
    "asp": "puzzlelib.asp.engine",
    "ilp": "puzzlelib.ilp.placements",
    "states": "puzzlelib.search.states",
}
FOR_COVERS = [name for name in ENGINES if name != "backtracking"]  # these have `search`
FEW = 100  # solutions that clasp finds sooner than `compiled` lists all
MOST_TRIED = 600_000  # placements that the first search for a few solutions looks at
PAUSE = 20_000  # steps of it, before a proof is looked for
MOST_CHUNKS = 20  # of a compiled search for a few solutions: about two seconds
SOON = 5  # of them, before a count by states
MOST_STEPS = 5_000_000  # without machine code and without a time limit
NO_SEARCH = "no search is needed, there is no solution"
WORTH_A_PROOF = 200  # options of an exact cover: one with fewer is searched as quickly


def engine_named(name: str):
    """Return the module of an engine, with `solutions` and perhaps `count`.

    A `PuzzleError` lists the names there are, or names the package that is missing.
    """
    home = ENGINES[check_choice("engine", name, ENGINES)]
    try:
        found = import_module(home)
        lack = next((one.__name__ for one in vars(found).values() if isinstance(one, StandIn)), "")
    except ModuleNotFoundError as error:
        lack = str(error.name)
    if lack:
        raise NotHere(f"engine {name!r} needs {lacking(lack)}", lack)
    return found


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

    def __init__(self, asked: "Question", attempt: Attempt):
        self.asked, self.attempt = asked, attempt
        self.most, self.made = attempt.budget(asked), 0

    def stop(self) -> bool:
        """Count a step; return True if it is one too many, or the time is up."""
        self.made += 1
        if self.made == self.attempt.pause and self.attempt.meanwhile(self.asked) is not None:
            self.most = 0
        return self.made > self.most or self.asked.clock.stop()


# -------- when, and with which budget


def few_pieces(asked: "PuzzleQuestion") -> str | None:
    few = asked.few and sum(piece.copies for piece in asked.problem.pieces) <= MOST_PIECES
    return "" if few else None


def plain_budget(asked: "PuzzleQuestion") -> int:
    """Return the steps of a plain search: each tries all that fits into a cell."""
    puzzle = asked.problem
    return MOST_TRIED * len(puzzle.container) // max(1, len(puzzle.placements))


def quick_proof(asked: "PuzzleQuestion") -> str | None:
    """Look once for a proof that is found sooner than placements are made."""
    if asked.reason is None:
        placements = len(asked.problem.placements)
        seconds = asked.clock.left(max(0.1, placements / 100_000))
        asked.reason = why_impossible(asked.problem, seconds)
    return NO_SEARCH if asked.reason else None


def longer_proof(asked: "PuzzleQuestion") -> str | None:
    if not asked.too_large:
        asked.reason = asked.reason or why_impossible(asked.problem, asked.clock.left(2))
    return "" if asked.reason else None


def cover_proof(asked: "CoverQuestion") -> str | None:
    worth = len(asked.problem.options) >= WORTH_A_PROOF
    if worth and (weights := find_weights(asked.problem, asked.clock.left(0.1))):
        asked.reason = str(Colouring(asked.problem, weights))
    return NO_SEARCH if asked.reason else None


def counted_none(asked: "Question") -> str | None:
    """Look whether a count by states is 0."""
    if asked.few and may_be_counted(asked):
        found = try_count(asked.problem, given=asked.given, stop=Clock(asked.clock.left(1)).stop)
        if found and not found.number:
            asked.reason = "a count by states gives 0"
    return asked.reason or None


def without_library(asked: "Question") -> str | None:
    from ..compiled.library import missing_library

    reason = missing_library()
    return f"the compiled engine does not run here ({reason})" if reason else None


def plain_alone(asked: "PuzzleQuestion") -> str | None:
    """Refuse, without machine code, a search that would take too long."""
    if not (why := without_library(asked)):
        return None
    steps = asked.steps
    took = rough_duration(steps / STEPS_A_SECOND) if steps < inf else "longer than anybody can tell"
    why = f"{why}; a plain search takes {took}, by random probes"
    if steps > MOST_STEPS and asked.clock.limit is None:
        raise NotHere(why, "the compiled engine")
    return why


def has_room(asked: "PuzzleQuestion") -> str | None:
    return None if asked.too_large else "" if asked.few else "all solutions are wanted"


PLAN = [
    Attempt("backtracking", few_pieces, plain_budget, "steps of a plain search", quick_proof, PAUSE),
    Attempt(PROOF, quick_proof),
    Attempt("backtracking", plain_alone, loud=True),
    Attempt(
        "compiled",
        has_room,
        lambda q: MOST_CHUNKS if q.few else inf,
        "chunks of a compiled search",
        counted_none,
        SOON,
    ),
    Attempt(PROOF, longer_proof),
    Attempt("asp", lambda q: q.too_large or f"{MOST_CHUNKS} chunks of a compiled search were not enough"),
]
PLAN_FOR_COVERS = [
    Attempt(PROOF, cover_proof),
    Attempt("dlx", without_library, loud=True),
    Attempt("compiled", lambda asked: "an exact cover problem", meanwhile=counted_none, pause=SOON),
    Attempt(PROOF),
]


# -------- the loop


def run_plan(asked: "Question", run: Callable[[str, Stop], Outcome], empty: Outcome) -> Outcome:
    """Return the result of the first attempt that ends within its budget.

    If all are cut short it is the largest, and `empty` if none began.
    """
    results, clock = [empty], asked.clock
    try:
        asked.prepare()
        for attempt in asked.plan:
            if (why := attempt.when(asked)) is None:
                continue
            name, budget = attempt.engine, Budget(asked, attempt)
            if why:
                tell = print_once if attempt.loud and asked.tell is silent else asked.tell
                tell(f"engine {name}: {why}")
            proof = name == PROOF
            results.append(replace(empty, complete=True, engine=name) if proof else run(name, budget.stop))
            if budget.made <= budget.most:
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
    more = {"most": asked.most, "reason": asked.reason or "", "seconds": clock.seconds()}
    return replace(result, **more)
