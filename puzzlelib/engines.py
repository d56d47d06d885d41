"""Solve and count packing puzzles: one interface to all engines.

Without an engine's name, backtracking runs first: it needs nothing and is done with small puzzles,
and with the first solution of most others, before anything larger is loaded. If its tree is too
large, by Knuth's random probes or after half a second, an engine for large puzzles begins anew:
`compiled` to count or to list all; for a few solutions `asp`, as clasp learns from conflicts, after
two seconds of `compiled` if that is compiled already.
"""

from __future__ import annotations  # for help(solve)

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import NamedTuple

from .common.clock import Clock, Stop, TimeIsUp
from .common.ending import Ending
from .common.errors import PuzzleError, check_choice, check_int, check_limit, check_progress
from .common.stand_ins import NotHere, StandIn
from .common.words import silent
from .compiled.compiling import tell_once
from .compiled.crew import StepProgress
from .packing.puzzle import PackingPuzzle, Placement, Solution, check_puzzle
from .packing.symmetry import (
    SYMMETRIES,
    check_symmetry,
    first_places,
    least_image,
    option_tables,
    stabiliser_tables,
)
from .search.compare import rough_duration
from .search.estimate import estimate
from .search.hints import MOST_PIECES

ENGINES = {  # name on the command line -> module with `solutions`, perhaps `count`
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
MOST_CHUNKS = 20  # of a compiled search for a few solutions: about two seconds
PROBES = 100  # of the tree, before the first search: some milliseconds
MORE_PROBES = 3000  # where somebody will have to wait
STEPS_A_SECOND = 300_000  # of backtracking in plain Python, about
MOST_IN_PAGE = 5_000_000  # steps of backtracking in Python in a browser: some minutes
PATIENCE = 7 * 86400  # seconds of backtracking; beyond, clasp may do better, as it learns from conflicts
TOO_MANY = 1e150  # steps, of a tree too large for an estimate
FEW = 100  # solutions that clasp finds sooner than `compiled` is loaded
CUT = Ending.TIME_LIMIT, Ending.INTERRUPT
Tell = Callable[[str], object]


@dataclass
class Result:
    """Solutions that a search found; unless it is `complete`, `stopped` says why not."""

    solutions: list = field(default_factory=list)
    complete: bool = False
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    engine: str = ""


@dataclass
class Counted:
    """A number of solutions up to a symmetry; unless it is `complete`, a lower bound."""

    count: int = 0
    symmetry: str = "none"
    complete: bool = False
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    engine: str = ""


def engine(name: str):
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
        raise NotHere(f"engine {name!r} needs {lack}, which is not installed", lack)
    return found


def solve(
    puzzle: PackingPuzzle,
    engine_name: str | None = None,
    limit: int | None = 1,
    time_limit: float | None = None,
    given: Iterable[Placement] = (),
    form: Callable[[Solution], object] | None = None,
    tell: Tell | None = None,
    symmetry: str = "none",
) -> Result:
    """Find solutions of a packing puzzle.

    Parameters
    ----------
    puzzle : PackingPuzzle
        The puzzle, such as `load` returns.
    engine_name : str, optional
        One of "backtracking", "x" (Algorithm X), "dlx" (dancing links), "compiled", "asp" (clingo)
        and "ilp" (HiGHS). By default, backtracking, then "compiled" or "asp" if that is too slow.
    limit : int or None, default 1
        Stop after so many solutions; None finds all.
    time_limit : float, optional
        Seconds after which the search stops.
    given : iterable of Placement
        Hints: placements that each solution holds.
    form : callable, optional
        Called with each solution as it is found; the result keeps its return value.
    tell : callable, optional
        Called with a line that says which engine was chosen, and why.
    symmetry : {"none", "rotations", "reflections"}
        Find one solution of each orbit: a rotation of the container (or a reflection of it) takes it
        into the others. Only a part of the tree is searched where a place of one piece tells orbits
        apart.

    Returns
    -------
    Result
        Its `solutions`, whether they are `complete`, and if not, what `stopped` the search. Ctrl-C
        stops the search and keeps what it found.

    Raises
    ------
    PuzzleError
        If an argument is wrong, the puzzle is too large, or `symmetry` is "reflections" and a piece
        has no mirror image in the set.

    See Also
    --------
    count : the number of solutions
    orbits : the smallest solution of each orbit, from a list
    verify : the referee, which judges a solution by the rules alone

    Notes
    -----
    All engines give the same solutions, each once; copies of a piece are interchangeable. "x" and
    "dlx" follow D. E. Knuth, "Dancing Links" (arXiv:cs/0011047, 2000).

    Examples
    --------
    >>> from puzzlelib import load
    >>> result = solve(load("tetracubes-2x2x8"), "backtracking", limit=2)
    >>> len(result.solutions), result.complete, result.stopped
    (2, False, 'limit')
    >>> result.solutions[0]
    <Solution of Tetracubes, 2×2×8: 8 pieces>
    >>> len(solve(load("tetracubes-2x2x8"), limit=None, symmetry="rotations").solutions)
    224
    """
    check_engine(engine_name)
    check_choice("symmetry", symmetry, SYMMETRIES)
    limit, given = check_limit(limit), reusable(given)
    puzzle, clock = check_puzzle(puzzle), Clock(time_limit)
    results, starts = [Result(engine=engine_name or "")], []

    def run(name, stop):
        results.append(Result(engine=name))
        starts[:] = starts or solution_starts(puzzle, symmetry, given, clock.stop)
        found = orbit_firsts(puzzle, search_from(engine(name), puzzle, starts, stop))
        keep_solutions(results[-1], (solution for solution, _ in found), limit, clock, form)

    few = limit is not None and limit <= FEW
    plan = [(engine_name, None)] if engine_name else engine_plan(puzzle, given, few, clock, tell)
    return run_in_turn(puzzle, plan, run, results, clock, tell)


def count(
    puzzle: PackingPuzzle,
    engine_name: str | None = None,
    symmetry: str = "none",
    time_limit: float | None = None,
    given: Iterable[Placement] = (),
    processes: int = 1,
    progress: bool | Callable[[float, int], object] | None = None,
    tell: Tell | None = None,
) -> Counted:
    """Count the solutions of a packing puzzle, all of them or one of each orbit.

    Parameters
    ----------
    puzzle, engine_name, time_limit, given, tell
        As for `solve`. The engine "compiled" counts without listing.
    symmetry : {"none", "rotations", "reflections"}
        Count solutions as one if a rotation of the container takes one into the other; with
        "reflections", also if a reflection does.
    processes : int, default 1
        Searches that the engine "compiled" runs at the same time.
    progress : bool or callable, optional
        True for a bar; a function is called with the share done and the number found.

    Returns
    -------
    Counted
        Its `count`; unless it is `complete`, a lower bound, and `stopped` says why.

    Raises
    ------
    PuzzleError
        If an argument is wrong, the puzzle is too large, or `symmetry` is "reflections" and a piece
        has no mirror image in the set.

    See Also
    --------
    solve : the solutions themselves
    orbits : a list of solutions up to symmetry

    Examples
    --------
    >>> from puzzlelib import load
    >>> found = count(load("tetracubes-2x2x8"), symmetry="rotations")
    >>> found.count, found.complete, found.engine
    (224, True, 'backtracking')
    """
    check_engine(engine_name)
    check_choice("symmetry", symmetry, SYMMETRIES)
    processes = check_int("processes", processes, least=1, most=MOST_PROCESSES)
    check_progress(progress, "the share done and the number found")
    puzzle, clock, given = check_puzzle(puzzle), Clock(time_limit), reusable(given)
    name = "compiled" if processes > 1 and engine_name is None else engine_name
    results, starts = [Counted(symmetry=symmetry, engine=name or "")], []

    def run(name, stop):
        results.append(Counted(symmetry=symmetry, engine=name))
        module = engine(name)
        if hasattr(module, "count"):
            found = module.count(puzzle, symmetry, given, stop, processes, progress)
            stopped = Ending.TIME_LIMIT if found.stopped == Ending.STOPPED else found.stopped
            results[-1] = Counted(found.number, symmetry, found.complete, stopped, clock.seconds(), name)
        elif processes > 1:
            why = f"the engine {name} runs in one; the engine compiled takes more"
            raise PuzzleError(f"processes {processes}: {why}")
        else:
            begin = starts or [Start(given, 1, all_tables(puzzle, symmetry, clock.stop))]
            steps = expected_steps(puzzle, given) * searched_share(begin) if progress else 0
            shown = StepProgress(progress, steps, lambda: results[-1].count, stop)
            try:
                count_listed(results[-1], puzzle, search_from(module, puzzle, begin, shown.stop), clock)
            finally:
                shown.end()

    def several():
        check_symmetry(puzzle, symmetry)
        starts.extend(() if given else first_starts(puzzle, symmetry, clock.stop))
        yield from engine_plan(puzzle, given, False, clock, tell, searched_share(starts))

    return run_in_turn(puzzle, [(name, None)] if name else several(), run, results, clock, tell)


def check_engine(name: str | None) -> None:
    """Refuse what is neither an engine's name nor None."""
    if name is not None:
        check_choice("engine", name, ENGINES)


def reusable(given):
    """Return hints that can be iterated over more than once."""
    return list(given) if isinstance(given, Iterator) else given


# -------- one engine


@contextmanager
def closing_search(result: Result | Counted, found: Iterator, clock: Clock):
    """Close a search that is read inside the block, and note in its result what stopped it."""
    try:
        yield
    except KeyboardInterrupt:
        result.stopped = Ending.INTERRUPT
    finally:
        found.close()
    result.stopped = result.stopped or (Ending.TIME_LIMIT if clock.struck else Ending.DONE)
    result.complete, result.seconds = not result.stopped, clock.seconds()


def keep_solutions(result: Result, found: Iterator, limit: int | None, clock: Clock, form=None) -> Result:
    """Keep solutions as they come, until there are `limit`."""
    with closing_search(result, found, clock):
        for solution in found:
            result.solutions.append(form(solution) if form else solution)
            if len(result.solutions) == limit:
                result.stopped = Ending.LIMIT
                break
    return result


class Start(NamedTuple):
    """Hints that a count begins with, how many images the one among them has, and tables of the
    symmetries that may take a solution with these hints into another one."""

    hints: list[Placement]
    orbit: int
    tables: list[list[int]]


def first_starts(puzzle: PackingPuzzle, symmetry: str, stop: Stop) -> list[Start]:
    """Return a start for each of `first_places`, none if there are too many symmetries."""
    with suppress(PuzzleError):
        if symmetry == "none":
            return [Start([place], orbit, []) for place, orbit in first_places(puzzle, stop=stop)]
        found = first_places(puzzle, symmetry, stop)
        tables = stabiliser_tables(puzzle, [place for place, _ in found], symmetry, stop)
        return [Start([place], orbit, own) for (place, orbit), own in zip(found, tables)]
    return []


def solution_starts(puzzle: PackingPuzzle, symmetry: str, given, stop: Stop) -> list[Start]:
    """Return the starts from which a search finds each solution, or at least one of each orbit."""
    divided = [] if symmetry == "none" or given else first_starts(puzzle, symmetry, stop)
    return divided or [Start(given, 1, all_tables(puzzle, symmetry, stop))]


def searched_share(starts: list[Start]) -> float:
    """Return the part of the tree that is searched from some starts, about."""
    return len(starts) / sum(start.orbit for start in starts) if starts else 1


def all_tables(puzzle: PackingPuzzle, symmetry: str, stop: Stop) -> list[list[int]]:
    """Return `option_tables`, none if each solution counts."""
    return [] if symmetry == "none" else option_tables(puzzle, symmetry, stop)


def search_from(module, puzzle: PackingPuzzle, starts: list[Start], stop: Stop) -> Iterator[tuple]:
    """Yield solutions, each with the start that it was found from."""
    for start in starts:
        yield from ((solution, start) for solution in module.solutions(puzzle, start.hints, stop))


def orbit_firsts(puzzle: PackingPuzzle, found: Iterator[tuple]) -> Iterator[tuple]:
    """Yield solutions, each with its start, without those that an orbit before them holds."""
    orbits = set()
    for solution, start in found:
        if start.tables:
            image = least_image((puzzle.option[one] for one in solution), start.tables)
            if image in orbits:
                continue
            orbits.add(image)
        yield solution, start


def count_listed(result: Counted, puzzle: PackingPuzzle, found: Iterator, clock: Clock) -> None:
    """Count solutions as they come; an orbit when its first solution comes."""
    with closing_search(result, found, clock):
        for _, start in orbit_firsts(puzzle, found):
            result.count += start.orbit if result.symmetry == "none" else 1


# -------- the choice of an engine


class Budget:
    """Steps that a search may take: as often as it may ask whether to stop."""

    def __init__(self, clock: Clock, steps: int, unit: str):
        self.clock, self.steps, self.unit, self.left = clock, steps, unit, steps

    def stop(self) -> bool:
        """Count a step; return True if it is one too many, or the time is up."""
        self.left -= 1
        return self.left < 0 or self.clock.stop()

    def __str__(self) -> str:
        return f"{self.steps - self.left:,} {self.unit}"


def expected_steps(puzzle: PackingPuzzle, given, probes: int = PROBES) -> float:
    """Estimate the steps of backtracking by random probes."""
    with suppress(PuzzleError):
        return estimate(puzzle, probes, engine="backtracking", given=given).nodes
    return TOO_MANY


def engine_plan(
    puzzle: PackingPuzzle, given, few: bool, clock: Clock, tell: Tell | None, share: float = 1
) -> Iterator[tuple[str, Budget | None]]:
    """Yield engines to run in turn, each with its budget; the last one has none.

    few: only a few solutions are wanted; share: the part of the tree that is searched.
    """
    expected = 0 if few else expected_steps(puzzle, given) * share
    steps = MOST_TRIED * len(puzzle.container) // max(1, len(puzzle.placements))  # each tries a cell's
    if few:
        steps //= SOONER
    if sum(piece.copies for piece in puzzle.pieces) > MOST_PIECES:
        why = "too many pieces for a plain search"
    elif expected > steps / 2:
        why = f"a plain search would take more than {steps // 2:,} steps"
    else:
        yield "backtracking", Budget(clock, steps, "steps of a plain search")
        why = f"{steps:,} steps of a plain search were not enough"
    try:
        compiled, name = engine("compiled"), "asp" if few else "compiled"
    except NotHere as missing:  # no numba, as in a page
        if expected > MOST_IN_PAGE and clock.limit is None:
            raise NotHere(f"{why}, and {missing}", missing.what) from None
        (tell or tell_once)(f"engine backtracking: {why}, but {missing}")
        yield "backtracking", None
        return
    if few and compiled.kept() and not compiled.too_large(puzzle):
        yield "compiled", Budget(clock, MOST_CHUNKS, "chunks of a compiled search")
        why = f"{MOST_CHUNKS} chunks of a compiled search were not enough"
    if not few and (reason := compiled.too_large(puzzle)):
        name, why = "asp", f"{why}, and the puzzle is too large for the compiled engine ({reason})"
    elif not few and (reason := compiled.available(clock.stop)):
        name, how_long = without_compiler(puzzle, expected_steps(puzzle, given, MORE_PROBES) * share)
        why = f"{why}, and the compiled engine does not run here ({reason}); {how_long}"
        tell = tell or tell_once  # it may take days
    (tell or silent)(f"engine {name}: {why}")
    yield name, None


def without_compiler(puzzle: PackingPuzzle, expected: float) -> tuple[str, str]:
    """Return the engine that counts where compiled code does not run, and how long it will take."""
    if sum(piece.copies for piece in puzzle.pieces) > MOST_PIECES or expected >= TOO_MANY:
        return "asp", "nobody can tell how long this takes"
    took = f"a plain search takes {rough_duration(expected / STEPS_A_SECOND)}, by random probes"
    if expected > PATIENCE * STEPS_A_SECOND:
        return "asp", f"{took}, clasp perhaps less"
    return "backtracking", took


def run_in_turn(puzzle, plan: Iterable, run: Callable, results: list, clock: Clock, tell):
    """Run the engines of a plan until one ends within its budget; `run` appends to `results`.

    Return the last result; if it was cut short, the largest.
    """
    try:
        puzzle.make_placements(clock.stop)
        for name, budget in plan:
            run(name, (budget or clock).stop)
            if budget and budget.left >= 0:
                verb = "made" if results[-1].stopped in CUT else "enough"
                (tell or silent)(f"engine {name}: {budget} were {verb}")
                break
        result = results[-1]
    except (KeyboardInterrupt, TimeIsUp):  # before a search began, or a second time
        result = replace(results[-1], complete=False, stopped=clock.cause, seconds=clock.seconds())
    if result.stopped not in CUT:
        return result
    most = max(reversed(results), key=number_found)
    return replace(most, complete=False, stopped=result.stopped, seconds=result.seconds)


def number_found(result: Result | Counted) -> int:
    """Return the number of solutions in a result."""
    return result.count if isinstance(result, Counted) else len(result.solutions)
