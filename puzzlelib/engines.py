"""One door to every engine: the same puzzle in, the same solutions out, with limits and interrupts.

Whoever names no engine gets one that ends. Plain backtracking begins, for it needs nothing and is done with
small puzzles, and with the first solution of most others, before anything larger is loaded. Where Knuth's
random probes say that its tree is too large, or it has not come to its end after half a second or so, an
engine for large puzzles begins anew: `compiled` to count or list all; `asp` for a few solutions, as clasp
learns from dead ends, after two seconds of `compiled` where nothing is to be compiled for that.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from operator import attrgetter

from .common.clock import Clock, TimeIsUp
from .common.ending import Ending
from .common.errors import PuzzleError, check_choice, check_int, check_limit, check_progress
from .packing.puzzle import PackingPuzzle, packing
from .packing.symmetry import SYMMETRIES, check_symmetry, first_places, least_image, option_tables
from .search.backtracking import MOST_PIECES
from .search.estimate import estimate

ENGINES = {  # name on the command line -> module with `solutions`
    "backtracking": "puzzlelib.search.backtracking",
    "x": "puzzlelib.search.algorithm_x",
    "dlx": "puzzlelib.search.dancing_links",
    "compiled": "puzzlelib.compiled.engine",
    "asp": "puzzlelib.asp.engine",
    "ilp": "puzzlelib.ilp.placements",
}
MOST_PROCESSES = 256
MOST_TRIED = 12_000_000  # placements that the first search may look at: about half a second
SOONER = 20  # part of these for a few solutions: the next engine may find them soon
MOST_CHUNKS = 20  # that compiled code may search for them: about two seconds
PROBES = 100  # of the tree of the first search, before it begins: some milliseconds
TOO_MANY = 1e150  # steps, of a tree too large for an estimate
FEW = 100  # solutions that clasp finds sooner than `compiled` is loaded
CUT = Ending.TIME_LIMIT, Ending.INTERRUPT
Tell = Callable[[str], object]


@dataclass
class Result:
    """What a search found. `complete` is False when there may be more; then `stopped` says why."""

    solutions: list = field(default_factory=list)
    complete: bool = False
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    engine: str = ""


@dataclass
class Counted:
    """How many solutions, up to which symmetry. `complete` is False when the count is only a lower bound."""

    count: int = 0
    symmetry: str = "none"
    complete: bool = False
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    engine: str = ""


def silent(line: str) -> None:
    """Says nothing to anybody."""


def check_name(name: str | None) -> None:
    """`PuzzleError` for what is neither an engine nor None, which stands for a choice."""
    if name is not None:
        check_choice("engine", name, ENGINES)


def engine(name: str):
    """The module of an engine; `PuzzleError` lists the names there are."""
    return import_module(ENGINES[check_choice("engine", name, ENGINES)])


def again_and_again(given):
    """Hints that can be gone through more than once."""
    return list(given) if isinstance(given, Iterator) else given


def best(result, tried: list, number: Callable):
    """A result; where it was cut short, with what an engine that was tried before has found."""
    if result.stopped not in CUT:
        return result
    most = max([result, *tried], key=number)
    return replace(most, complete=False, stopped=result.stopped, seconds=result.seconds)


def run(result, found, clock: Clock, take) -> None:
    """Feed solutions to `take` until it has enough, or the engine ends, by itself or not."""
    try:
        for solution in found:
            if not take(solution):
                result.stopped = Ending.LIMIT
                break
    except KeyboardInterrupt:
        result.stopped = Ending.INTERRUPT
    finally:
        found.close()
    result.stopped = result.stopped or (Ending.TIME_LIMIT if clock.struck else Ending.DONE)
    result.complete, result.seconds = not result.stopped, clock.seconds()


def solve(
    puzzle: PackingPuzzle,
    engine_name: str | None = None,
    limit: int | None = 1,
    time_limit: float | None = None,
    given=(),
    form: Callable = tuple,
    tell: Tell = silent,
) -> Result:
    """At most `limit` solutions (None: all) that hold the `given` placements, within `time_limit` seconds.

    Without the name of an engine, one is chosen, and `tell` gets a line that says which and why. Each
    solution is kept as `form(solution)`, made as it is found. An interrupt gives what was found so far.
    Errors: `PuzzleError`.

    >>> from puzzlelib import load
    >>> result = solve(load("tetracubes-2x2x8"), "backtracking", limit=2)
    >>> len(result.solutions), result.complete, result.stopped
    (2, False, 'limit')
    """
    check_name(engine_name)
    limit, given = check_limit(limit), again_and_again(given)
    puzzle, clock, tried = packing(puzzle), Clock(time_limit), [Result(engine=engine_name or "")]

    def ask(name, stop):
        now = Result(engine=name)
        tried.append(now)

        def take(solution, solutions=now.solutions):
            solutions.append(form(solution))
            return limit is None or len(solutions) < limit

        run(now, engine(name).solutions(puzzle, given, stop), clock, take)
        return now

    try:
        if engine_name is not None:
            result = ask(engine_name, clock.stop)
        elif limit is not None and limit <= FEW:
            result = chosen(puzzle, ask, clock, "asp", tell)
        else:
            result = chosen(puzzle, ask, clock, "compiled", tell, expected(puzzle, given))
    except (KeyboardInterrupt, TimeIsUp):  # before a search began, or a second time
        result = replace(tried[-1], complete=False, stopped=clock.cause, seconds=clock.seconds())
    return best(result, tried, lambda one: len(one.solutions))


def count(
    puzzle: PackingPuzzle,
    engine_name: str | None = None,
    symmetry: str = "none",
    time_limit: float | None = None,
    given=(),
    processes: int = 1,
    progress=None,
    tell: Tell = silent,
) -> Counted:
    """How many solutions; with `symmetry` "rotations" or "reflections" how many orbits of them.

    Without the name of an engine, one is chosen, and `tell` gets a line that says which and why. The engine
    "compiled" counts without listing; it can use several `processes` and show its `progress` (True: a bar).

    >>> from puzzlelib import load
    >>> found = count(load("tetracubes-2x2x8"), symmetry="rotations")
    >>> found.count, found.engine
    (224, 'backtracking')
    """
    check_name(engine_name)
    check_choice("symmetry", symmetry, SYMMETRIES)
    processes = check_int("processes", processes, least=1, most=MOST_PROCESSES)
    check_progress(progress, "the share done and the number found")
    puzzle, clock, given = packing(puzzle), Clock(time_limit), again_and_again(given)
    starts: list = []
    tried = [Counted(symmetry=symmetry, engine=engine_name or "")]

    def ask(name, stop):
        tried.append(Counted(symmetry=symmetry, engine=name))
        tried[-1] = asked(name, engine(name), stop)
        return tried[-1]

    def asked(name, module, stop):
        if hasattr(module, "count"):
            found = module.count(puzzle, symmetry, given, stop, processes, progress)
            stopped = Ending.TIME_LIMIT if found.stopped == Ending.STOPPED else found.stopped
            return Counted(found.number, symmetry, found.complete, stopped, clock.seconds(), name)
        if processes > 1:
            why = f"the engine {name} runs in one; the engine compiled takes more"
            raise PuzzleError(f"processes {processes}: {why}")
        found = one_by_one(module, puzzle, given, starts, stop)
        return count_one_by_one(puzzle, found, symmetry, clock, name)

    try:
        if engine_name is not None or processes > 1:
            result = ask(engine_name or "compiled", clock.stop)
        else:
            check_symmetry(puzzle, symmetry)
            starts = [] if given else rotated_starts(puzzle, clock.stop)
            nodes = expected(puzzle, given) * share(starts)
            result = chosen(puzzle, ask, clock, "compiled", tell, nodes)
    except (KeyboardInterrupt, TimeIsUp):  # before the search began
        result = replace(tried[-1], complete=False, stopped=clock.cause, seconds=clock.seconds())
    return best(result, tried, attrgetter("count"))


def rotated_starts(puzzle: PackingPuzzle, stop) -> list:
    """`first_places`, and none where the container has too many rotations to list."""
    with suppress(PuzzleError):
        return first_places(puzzle, stop)
    return []


def share(starts: list) -> float:
    """How much of the tree is searched from these starts, about."""
    return len(starts) / sum(weight for _, weight in starts) if starts else 1.0


def one_by_one(module, puzzle: PackingPuzzle, given, starts: list, stop) -> Iterator[tuple]:
    """Each solution with the number of solutions that it stands for: one, or where a piece is kept to the
    places it `starts` from, its rotated ones."""
    if not starts:
        yield from ((solution, 1) for solution in module.solutions(puzzle, given, stop))
    for place, weight in starts:
        yield from ((solution, weight) for solution in module.solutions(puzzle, [place], stop))


def count_one_by_one(puzzle: PackingPuzzle, found, symmetry: str, clock: Clock, name: str) -> Counted:
    """Count solutions as they come; an orbit when its first solution comes."""
    result = Counted(symmetry=symmetry, engine=name)
    tables = [] if symmetry == "none" else option_tables(puzzle, symmetry, clock.stop)
    seen = set()

    def take(weighed):
        solution, weight = weighed
        if tables:
            seen.add(least_image((puzzle.option[placement] for placement in solution), tables))
        result.count = len(seen) if tables else result.count + weight
        return True

    run(result, found, clock, take)
    return result


# -------- the choice of an engine


class Trial:
    """A clock that also strikes after so many steps of a search; `left` is below 0 then."""

    def __init__(self, clock: Clock, steps: int):
        self.clock, self.left = clock, steps

    def stop(self) -> bool:
        self.left -= 1
        return self.left < 0 or self.clock.stop()


def expected(puzzle: PackingPuzzle, given) -> float:
    """How many steps plain backtracking takes to its end, by random probes."""
    with suppress(PuzzleError):
        return estimate(puzzle, PROBES, engine="backtracking", given=given).nodes
    return TOO_MANY


def chosen(puzzle: PackingPuzzle, ask: Callable, clock: Clock, large: str, tell: Tell, nodes: float = 0):
    """What `ask(engine's name, stop)` gives: of backtracking if it ends after few steps, and is not expected
    to take many `nodes`, else of a `large` engine; before clasp, of compiled code, if it is there already."""
    options = max(1, len(puzzle.placements))  # a step tries those of a cell
    steps = MOST_TRIED * len(puzzle.container) // options
    if large == "asp":
        steps //= SOONER
    if sum(piece.copies for piece in puzzle.pieces) > MOST_PIECES:
        why = "too many pieces for a plain search"
    elif nodes > steps / 2:
        why = f"a plain search would take more than {steps // 2:,} steps"
    elif found := within(ask, "backtracking", clock, steps, "steps of a plain search", tell):
        return found
    else:
        why = f"{steps:,} steps of a plain search were not enough"
    if large == "asp" and engine("compiled").kept():
        if found := within(ask, "compiled", clock, MOST_CHUNKS, "chunks of a compiled search", tell):
            return found
        why = f"{MOST_CHUNKS} chunks of a compiled search were not enough"
    if large == "compiled" and (reason := engine(large).available(clock.stop)):
        large, why = "asp", f"{why}, and the compiled engine does not run here ({reason})"
    tell(f"engine {large}: {why}")
    return ask(large, clock.stop)


def within(ask: Callable, name: str, clock: Clock, steps: int, what: str, tell: Tell):
    """What an engine gives that asks so many times at most whether to stop; None if these are not enough."""
    trial = Trial(clock, steps)
    found = ask(name, trial.stop)
    if trial.left < 0:
        return None
    tell(f"engine {name}: {steps - trial.left:,} {what} were {'made' if found.stopped in CUT else 'enough'}")
    return found
