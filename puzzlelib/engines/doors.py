"""The doors `solve` and `count`: each makes a question of its arguments and runs a plan."""

from __future__ import annotations  # for help(solve)

from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload
from warnings import warn

from ..common.clock import Stop, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_int, check_limit, check_progress, short
from ..common.machine import MOST_WORKERS
from ..common.progress import open_bar
from ..common.words import print_once, silent
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..search.exact_cover import ExactCover
from .forecast import Beside, Probed
from .names import engine_named
from .plan import FEW, run_plan
from .questions import CoverQuestion, PuzzleQuestion, Question
from .results import Counted, Found, Result, count_listed, keep_solutions

if TYPE_CHECKING:
    from ..compiled.parts import Executor

Call = TypeVar("Call", bound=Callable)
Tell = Callable[[str], object]


def takes_old_word(call: Call) -> Call:
    """Let a function take `engine_name=`, version 0.1's word for `engine=`, with a warning."""

    @wraps(call)
    def call_renamed(*args, **keys):
        if "engine_name" in keys:
            warn("engine_name= is called engine= now", DeprecationWarning, stacklevel=2)
            keys["engine"] = keys.pop("engine_name")
        return call(*args, **keys)

    return cast(Call, call_renamed)


@overload
def solve(
    puzzle: PackingPuzzle,
    engine: str | None = None,
    limit: int | None = 1,
    time_limit: float | None = None,
    given: Iterable[Placement] = (),
    form: None = None,
    tell: Tell | None = None,
    symmetry: str = "none",
    stop: Stop = never,
    workers: int | None = None,
) -> Result[Solution]: ...


@overload
def solve(
    puzzle: ExactCover,
    engine: str | None = None,
    limit: int | None = 1,
    time_limit: float | None = None,
    given: Iterable[Hashable] = (),
    form: None = None,
    tell: Tell | None = None,
    symmetry: str = "none",
    stop: Stop = never,
    workers: int | None = None,
) -> Result[tuple[Any, ...]]: ...


@overload
def solve(
    puzzle: PackingPuzzle | ExactCover,
    engine: str | None = None,
    limit: int | None = 1,
    time_limit: float | None = None,
    given: Iterable = (),
    *,
    form: Callable[[Any], Found],
    tell: Tell | None = None,
    symmetry: str = "none",
    stop: Stop = never,
    workers: int | None = None,
) -> Result[Found]: ...


@takes_old_word
def solve(
    puzzle: PackingPuzzle | ExactCover,
    engine: str | None = None,
    limit: int | None = 1,
    time_limit: float | None = None,
    given: Iterable = (),
    form: Callable[[Any], object] | None = None,
    tell: Tell | None = None,
    symmetry: str = "none",
    stop: Stop = never,
    workers: int | None = None,
) -> Result:
    """Find solutions of a packing puzzle, or of an exact cover problem.

    Parameters
    ----------
    puzzle : PackingPuzzle or ExactCover
        The puzzle, such as `load` returns, or a problem, such as `cover_of` returns. A solution of a
        problem is a tuple of the keys of its options, in their order.
    engine : str, optional
        One of "backtracking", "x" (Algorithm X), "dlx" (dancing links), "compiled", "asp" (clingo),
        "ilp" (HiGHS) and "states". By default one is chosen. For an exact cover problem it is
        "compiled", or "dlx" where no machine code runs; "backtracking" takes none.
    limit : int or None, default 1
        Stop after so many solutions; None finds all.
    time_limit : float, optional
        Seconds after which the search stops.
    given : iterable
        Hints: placements, or keys of options, that each solution holds.
    form : callable, optional
        Called with each solution as it is found; the result keeps its return value. An error that it
        raises stops the search and reaches the caller.
    tell : callable, optional
        Called with a line that says which engine was chosen, and why; in a long search, also with one
        on how long it will take.
    symmetry : {"none", "rotations", "reflections"}
        Find one solution of each orbit: a rotation of the container (or a reflection of it) takes it
        into the others; puzzlelib/packing/README.md says which do. An exact cover problem has only
        "none".
    stop : callable, optional
        Asked now and then; the search stops soon after it returns True, as at a time limit.
    workers : int, optional
        How many threads the engine "compiled" uses in a long search for all solutions; by default one
        for each core, or as many as the variable EXACTLY_ONCE_WORKERS says. The solutions and their
        order are always the same.

    Returns
    -------
    Result
        Its `solutions`, each once and the same by all engines, as copies of a piece are
        interchangeable; whether they are `complete`, and if not, what `stopped` the search. Ctrl-C
        stops the search and keeps what it found. Its `reason` is a proof that there is no solution, as
        text; it is looked for in a long search, and after one without a solution. "" means that none was
        found.

    Raises
    ------
    PuzzleError
        If an argument is wrong, the puzzle is too large, or `symmetry` is "reflections" and a piece
        has no mirror image in the set.

    See Also
    --------
    count : the number of solutions
    orbits : the smallest solution of each orbit, from a list
    verify : the referee, which judges a solution of a puzzle by the rules
    puzzlelib.search.dancing_links.solutions : a generator, which searches on when the next is asked for
    puzzlelib.search.dancing_links.search : the same for an exact cover problem, as option numbers

    Examples
    --------
    >>> from puzzlelib import load
    >>> result = solve(load("tetracubes-2x2x8"), "backtracking", limit=2)
    >>> len(result), result.complete, result.stopped
    (2, False, 'limit')
    >>> result.solutions[0]
    <Solution of Tetracubes, 2×2×8: 8 pieces>
    >>> len(solve(load("tetracubes-2x2x8"), limit=None, symmetry="rotations"))
    224
    >>> from puzzlelib import cover_of
    >>> solve(cover_of({"left": [1, 2], "right": [3], "both": [1, 2, 3]}), limit=None).solutions
    [('left', 'right'), ('both',)]
    """
    limit, workers = check_limit(limit), check_workers(workers)
    question = question_on(puzzle, engine, symmetry, time_limit, given, tell, stop)
    question.few = limit is not None and limit <= FEW
    question.workers = workers if limit is None else 1

    def run(name: str, stop: Stop) -> Result:
        speaks = question.tell is not silent
        found = question.search(name, Probed(question, name, stop).stop if speaks else stop)
        solutions = (question.shape(one) for one, _ in found)
        return keep_solutions(Result(engine=name), solutions, limit, question.clock, form)

    return run_plan(question, run, Result(engine=engine or ""))


@takes_old_word
def count(
    puzzle: PackingPuzzle | ExactCover,
    engine: str | None = None,
    symmetry: str = "none",
    time_limit: float | None = None,
    given: Iterable = (),
    executor: Executor | None = None,
    progress: bool | Callable[[float, int], object] | None = None,
    tell: Tell | None = None,
    workers: int | None = None,
) -> Counted:
    """Count the solutions of a packing puzzle, all of them or one of each orbit, or those of an
    exact cover problem.

    Parameters
    ----------
    puzzle, engine, time_limit, given, tell, workers
        As for `solve`. The engine "compiled" counts without listing, and "states" without passing each
        solution: with it, millions of millions are counted where pieces have many copies.
    symmetry : {"none", "rotations", "reflections"}
        Count solutions as one if a rotation of the container takes one into the other; with
        "reflections", also if a reflection does.
    executor : concurrent.futures.Executor, optional
        Runs the parts of a search by the engine "compiled", in place of threads: the executor of a
        Dask client, for instance, for many machines.
    progress : bool or callable, optional
        True for a bar; a function is called with the share done and the number found.

    Returns
    -------
    Counted
        Its `count`; unless it is `complete`, a lower bound, and `stopped` says why.

    Examples
    --------
    >>> from puzzlelib import load
    >>> found = count(load("tetracubes-2x2x8"), symmetry="rotations")
    >>> found.count, found.complete, found.engine
    (224, True, 'compiled')
    """
    check_progress(progress, "the share done and the number found")
    if executor and not hasattr(executor, "submit"):
        raise PuzzleError(f"executor must be a concurrent.futures Executor, not {short(executor)}")
    workers, heard = check_workers(workers), tell or (print_once if progress else None)
    question = question_on(puzzle, engine, symmetry, time_limit, given, heard)
    question.counts = True

    def run(name: str, stop: Stop) -> Counted:
        module, result = engine_named(name), Counted(symmetry=symmetry, engine=name)
        with open_bar(progress) as bar:
            if not hasattr(module, "count"):
                watched = Probed(question, name, stop, bar, lambda: result.count)
                return count_listed(result, question.search(name, watched.stop), question.clock)
            asked = question.to_count(), symmetry, question.given
            if name == "compiled":
                watch = Beside(question, stop, bar)
                found = None
                if executor and watch.counts:  # only here rounds are counted
                    found = module.count(*asked, watch.stop_soon, None, watch)
                if not found or found.stopped == Ending.STOPPED and not (watch.found or stop()):
                    found = module.count(*asked, watch.stop, executor, watch, workers)
                if watch.found:
                    found, name = watch.found, watch.engine
            else:
                found = module.count(*asked, stop, executor, bar)
        stopped = Ending.TIME_LIMIT if found.stopped == Ending.STOPPED else found.stopped
        return Counted(found.number, symmetry, found.complete, stopped, engine=name)

    return run_plan(question, run, Counted(symmetry=symmetry, engine=engine or ""))


def question_on(puzzle: PackingPuzzle | ExactCover, *asked) -> Question:
    if isinstance(puzzle, ExactCover):
        return CoverQuestion(puzzle, *asked)
    return PuzzleQuestion(puzzle, solve, *asked)


def check_workers(workers: int | None) -> int | None:
    """Return a number of threads, or None for one for each core."""
    return workers if workers is None else check_int("workers", workers, least=1, most=MOST_WORKERS)
