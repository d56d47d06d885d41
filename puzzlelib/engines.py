"""Solve and count packing puzzles: one interface to all engines.

Without an engine's name one is chosen, as commands/README.md says: `engine_plan`, `Forecast`.
"""

from __future__ import annotations  # for help(solve)

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast, overload
from warnings import warn

from .common.clock import Clock, Stop, TimeIsUp
from .common.ending import Ending
from .common.errors import PuzzleError, check_choice, check_limit, check_progress
from .common.extras import lacking
from .common.progress import Bar, StepProgress
from .common.stand_ins import NotHere, StandIn
from .common.words import duration, print_once, rough_duration, silent
from .compiled.library import missing_library
from .packing.puzzle import PackingPuzzle, Placement, Solution, check_puzzle
from .packing.symmetry import (
    SYMMETRIES,
    check_symmetry,
    first_places,
    least_image,
    option_tables,
    stabiliser_tables,
)
from .packing.trays import drop_holes, fill_holes
from .search.colouring import find_colouring
from .search.exact_cover import ExactCover, why_impossible
from .search.hints import MOST_PIECES, tell_clash
from .search.states import Count, promising, try_count

if TYPE_CHECKING:
    from .compiled.parts import Executor

__all__ = ["ENGINES", "Counted", "Result", "count", "solve"]
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
PROOF = "proof"  # in the place of an engine's name
FEW = 100  # solutions that clasp finds sooner than `compiled` lists all
MOST_TRIED = 600_000  # placements that the first search for a few solutions looks at
MOST_CHUNKS = 20  # of a compiled search for a few solutions: about two seconds
PROBES = 3000  # of the tree, where somebody will have to wait
STEPS_A_SECOND = 300_000  # of backtracking in plain Python, about
MOST_STEPS = 5_000_000  # without machine code and without a time limit
ALIKE = 5  # from here on, by `promising`, counting by states is tried
BEFORE = 0.3  # seconds of a search before that,
WORTH_A_PROOF = 200  # options of an exact cover problem
AHEAD = 20  # if it is expected to take so many times as long as it took
AT_MOST = 30  # seconds that it may take, and
SHARE = 0.07  # of the time that the search is expected to take
LATE = 5  # seconds of a search before it says how long it will take,
LONG = 60  # if that is longer than so many
LEAST_SHARE = 1e-12  # of a tree that is told from nothing
FEW_PLACES = 5000  # for which the parts of a tree are guessed quickly
PLAIN = ("backtracking", "x", "dlx")  # they ask whether to stop at each step
SLOW = 512  # such steps between two looks at the clock
CUT = Ending.TIME_LIMIT, Ending.INTERRUPT
Tell = Callable[[str], object]
Found = TypeVar("Found")
Call = TypeVar("Call", bound=Callable)


@dataclass
class Result(Generic[Found]):
    """Solutions that a search found; unless it is `complete`, `stopped` says why not.

    It is iterated over and measured as its solutions are, and true where there are any. `most` is
    the number that a puzzle asks for: of cells, or of copies of a piece; `reason` a proof, found
    without a search, that there is no solution.

    >>> from puzzlelib import load
    >>> result = solve(load("little-cube"), limit=2)
    >>> bool(result), len(result), [len(solution) for solution in result]
    (True, 2, [3, 3])
    """

    solutions: list[Found] = field(default_factory=list)
    complete: bool = False
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    engine: str = ""
    most: int | None = None
    reason: str = ""

    def __iter__(self) -> Iterator[Found]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)


@dataclass
class Counted:
    """A number of solutions up to a symmetry; unless it is `complete`, a lower bound. `most` and
    `reason` as in `Result`."""

    count: int = 0
    symmetry: str = "none"
    complete: bool = False
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    engine: str = ""
    most: int | None = None
    reason: str = ""


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
        Called with each solution as it is found; the result keeps its return value.
    tell : callable, optional
        Called with a line that says which engine was chosen, and why.
    symmetry : {"none", "rotations", "reflections"}
        Find one solution of each orbit: a rotation of the container (or a reflection of it) takes it
        into the others. An exact cover problem has only "none".

    Returns
    -------
    Result
        Its `solutions`, each once and the same by all engines, as copies of a piece are
        interchangeable; whether they are `complete`, and if not, what `stopped` the search. Ctrl-C
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
    check_engine(engine)
    check_choice("symmetry", symmetry, SYMMETRIES)
    limit, given = check_limit(limit), reusable(given)
    if isinstance(puzzle, ExactCover):
        check_no_symmetry(symmetry)
        if not engine and has_colouring(puzzle, given):
            return Result(complete=True, engine=PROOF)
        return solve_cover(puzzle, engine or cover_engine(tell), limit, Clock(time_limit), given, form)
    asked, clock, starts = check_puzzle(puzzle), Clock(time_limit), []
    with interruptible(empty := Result(engine=engine or ""), clock):
        puzzle, empty.most = plain_puzzle(asked, clock)
    if empty.stopped:
        return empty

    def run(name: str, stop: Stop) -> Result:
        if name == PROOF:
            return replace(empty, complete=True, seconds=clock.seconds(), engine=name)
        starts[:] = starts or solution_starts(puzzle, symmetry, given, clock.stop)
        late = Probed(puzzle, given, name, clock, stop, tell).stop if tell else stop
        solutions = orbit_firsts(puzzle, search_from(engine_named(name), puzzle, starts, late))
        named = (one if puzzle is asked else drop_holes(asked, one) for one, _ in solutions)
        return keep_solutions(Result(engine=name), named, limit, clock, form)

    few = limit is not None and limit <= FEW
    own = [(engine, Budget(clock))] if engine else []
    plan = own or engine_plan(puzzle, given, few, clock, tell, empty)
    found = run_in_turn(puzzle, plan, run, empty, clock, tell or silent)
    if given and not found:
        tell_clash(puzzle, given)
    return replace(found, most=empty.most)


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
) -> Counted:
    """Count the solutions of a packing puzzle, all of them or one of each orbit, or those of an
    exact cover problem.

    Parameters
    ----------
    puzzle, engine, time_limit, given, tell
        As for `solve`. The engine "compiled" counts without listing, and "states" without passing each
        solution: with it, millions of millions are counted where pieces have many copies.
    symmetry : {"none", "rotations", "reflections"}
        Count solutions as one if a rotation of the container takes one into the other; with
        "reflections", also if a reflection does.
    executor : concurrent.futures.Executor, optional
        Runs the parts of a search by the engine "compiled": a `ProcessPoolExecutor`, for instance, or
        the executor of a Dask client.
    progress : bool or callable, optional
        True for a bar; a function is called with the share done and the number found.

    Returns
    -------
    Counted
        Its `count`; unless it is `complete`, a lower bound, and `stopped` says why.

    Raises
    ------
    PuzzleError
        As for `solve`.

    Examples
    --------
    >>> from puzzlelib import load
    >>> found = count(load("tetracubes-2x2x8"), symmetry="rotations")
    >>> found.count, found.complete, found.engine
    (224, True, 'compiled')
    """
    check_engine(engine)
    check_choice("symmetry", symmetry, SYMMETRIES)
    check_progress(progress, "the share done and the number found")
    if isinstance(puzzle, ExactCover):
        check_no_symmetry(symmetry)
        given = reusable(given)
        if not engine and has_colouring(puzzle, given):
            return Counted(complete=True, engine=PROOF)
        name = engine or cover_engine(tell)
        speak = None if engine else tell or silent
        return count_cover(puzzle, name, Clock(time_limit), given, executor, progress, speak)
    asked, clock, given = check_puzzle(puzzle), Clock(time_limit), reusable(given)
    with interruptible(empty := Counted(symmetry=symmetry, engine=engine or ""), clock):
        puzzle, empty.most = plain_puzzle(asked, clock)
    if empty.stopped:
        return empty

    speak = tell or (print_once if progress else silent)

    def run(name: str, stop: Stop) -> Counted:
        if name == PROOF:
            return replace(empty, complete=True, seconds=clock.seconds(), engine=name)
        module, result = engine_named(name), Counted(symmetry=symmetry, engine=name)
        if not hasattr(module, "count"):
            late = Probed(puzzle, given, name, clock, stop, speak)
            return count_listed(result, puzzle, module, given, clock, late.stop, progress)
        tray = fill_to_count(puzzle, symmetry, clock.stop)
        if name == "compiled":
            attempt = partial(try_count, puzzle, symmetry, given)
            with Forecast(attempt, clock, stop, progress, speak) as watch:
                watch.proves = None if engine else puzzle
                watch.tries = engine is None and promising(puzzle) >= ALIKE
                watch.rough = not progress and len(puzzle.placements) > FEW_PLACES
                found = module.count(tray, symmetry, given, watch.stop, executor, watch)
            if watch.found:
                found, name, empty.reason = watch.found, watch.engine, watch.reason
        else:
            found = module.count(tray, symmetry, given, stop, executor, progress)
        stopped = Ending.TIME_LIMIT if found.stopped == Ending.STOPPED else found.stopped
        return Counted(found.number, symmetry, found.complete, stopped, clock.seconds(), name)

    def chosen() -> Iterator[tuple[str, Budget]]:
        check_symmetry(puzzle, symmetry, clock.stop)
        yield from engine_plan(puzzle, given, False, clock, tell, empty)

    plan = [(engine, Budget(clock))] if engine else chosen()
    found = run_in_turn(puzzle, plan, run, empty, clock, tell or silent)
    if given and not found.count:
        tell_clash(puzzle, given)
    return replace(found, most=empty.most, reason=empty.reason)


def fill_to_count(puzzle: PackingPuzzle, symmetry: str, stop: Stop) -> PackingPuzzle:
    """Return what `fill_holes` does, or the puzzle where its list of placements has no
    reflections."""
    tray = fill_holes(puzzle)
    try:
        if tray is not puzzle:
            check_symmetry(tray, symmetry, stop)
    except PuzzleError:
        return puzzle
    return tray


def check_engine(name: str | None) -> None:
    """Refuse all but None and an engine's name."""
    if name is not None:
        check_choice("engine", name, ENGINES)


def reusable(given):
    """Return hints that can be iterated over more than once."""
    return list(given) if isinstance(given, Iterator) else given


# -------- holes, and the most of something


@contextmanager
def interruptible(empty: Result | Counted, clock: Clock):
    """Note in an empty result what ended the work inside the block."""
    try:
        yield
    except (KeyboardInterrupt, TimeIsUp):
        empty.stopped, empty.seconds = clock.cause, clock.seconds()


def plain_puzzle(puzzle: PackingPuzzle, clock: Clock) -> tuple[PackingPuzzle, int | None]:
    """Return a puzzle of equal solutions, but for a piece for the holes, without `holes` and `most`,
    and the greatest number, if it asks for one; `TimeIsUp` by the clock.

    >>> crosses = PackingPuzzle.from_pieces({"X": ".#./###/.#."}, box=[4, 4], most="X")
    >>> plain, most = plain_puzzle(crosses, Clock(None))
    >>> most, count(plain).count
    (1, 4)
    """
    if not puzzle.most:
        return (fill_holes(puzzle) if puzzle.holes else puzzle), None
    free = replace(puzzle, most=False)
    free.make_placements(clock.stop)
    try:
        engine_named("ilp")
        from .ilp.most import find_most

        chosen = [piece for piece in puzzle.pieces if puzzle.most in (True, piece.name)]
        worth = {piece.name: len(piece.cells) if puzzle.most is True else 1 for piece in chosen}
        most = find_most(fill_holes(free) if free.holes else free, worth, clock)
    except NotHere:
        most = most_from_above(puzzle, clock)
    if most is None:  # nor may an empty tray be one
        return replace(free, only=(), optional=(), holes=None), most
    return fix_most(puzzle, most), most


def fix_most(puzzle: PackingPuzzle, most: int) -> PackingPuzzle:
    """Return the puzzle whose solutions have so many cells covered, or copies of a piece."""
    if puzzle.most is True:
        holes = len(puzzle.container) - most
        return fill_holes(replace(puzzle, most=False, holes=(holes, holes)))
    only = tuple(one for one in puzzle.placements if most or one.piece != puzzle.most)
    kept = (p for p in puzzle.pieces if most or p.name != puzzle.most)
    changes = {puzzle.most: {"copies": most, "spare": 0}}
    pieces = tuple(p._replace(**changes.get(p.name, {})) for p in kept)
    plain = replace(puzzle, pieces=pieces, only=only, most=False)
    return fill_holes(plain) if plain.holes else plain


def most_from_above(puzzle: PackingPuzzle, clock: Clock) -> int | None:
    """Return what `find_most` does, by a proof for each greater number that there is no solution."""
    size = len(puzzle.container)
    least, most = (puzzle.holes or (0, size)) if puzzle.most is True else (0, size)
    volume = sum(piece.copies * len(piece.cells) for piece in puzzle.pieces)
    numbers = range(min(size - least, volume), max(size - most, len(puzzle.must_fill)) - 1, -1)
    if puzzle.most is not True:
        piece = next(piece for piece in puzzle.pieces if piece.name == puzzle.most)
        numbers = range(min(piece.copies, size // len(piece.cells)), piece.least - 1, -1)
    for number in numbers:
        found = solve(fix_most(puzzle, number), time_limit=clock.left())
        if found.solutions:
            return number
        if not found.complete:
            raise KeyboardInterrupt if found.stopped == Ending.INTERRUPT else TimeIsUp
    return None


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


def all_tables(puzzle: PackingPuzzle, symmetry: str, stop: Stop) -> list[list[int]]:
    """Return `option_tables`, none if each solution counts."""
    return [] if symmetry == "none" else option_tables(puzzle, symmetry, stop)


def search_from(module, puzzle: PackingPuzzle, starts: list[Start], stop: Stop) -> Iterator[tuple]:
    """Yield solutions, each with the start that it was found from."""
    tray = fill_holes(puzzle)
    for start in starts:
        for solution in module.solutions(tray, start.hints, stop):
            yield (solution if tray is puzzle else drop_holes(puzzle, solution)), start


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


def count_listed(
    result: Counted, puzzle: PackingPuzzle, module, given, clock: Clock, stop: Stop, progress
) -> Counted:
    """Count solutions as they come; an orbit when its first solution comes."""
    symmetry = result.symmetry
    starts = [] if given else first_starts(puzzle, symmetry, clock.stop)
    starts = starts or [Start(given, 1, all_tables(puzzle, symmetry, clock.stop))]
    share = len(starts) / sum(start.orbit for start in starts)
    expected = expected_steps(puzzle, given) * share if progress else 0
    shown = StepProgress(progress, expected, lambda: result.count, stop)
    solutions = search_from(module, puzzle, starts, shown.stop)
    with closing_search(result, solutions, clock):
        for _, start in orbit_firsts(puzzle, solutions):
            result.count += start.orbit if symmetry == "none" else 1
    shown.end()
    return result


# -------- an exact cover problem


def check_no_symmetry(symmetry: str) -> None:
    """Refuse symmetries of a problem that has no container."""
    if symmetry != "none":
        raise PuzzleError(f'symmetry {symmetry!r}: an exact cover problem has only "none"')


def cover_engine(tell: Tell | None) -> str:
    """Return the engine for a problem where none is named."""
    if reason := missing_library():
        (tell or print_once)(f"engine dlx: the compiled engine does not run here ({reason})")
        return "dlx"
    (tell or silent)("engine compiled: an exact cover problem")
    return "compiled"


def has_colouring(cover: ExactCover, given: Iterable) -> bool:
    """Return whether a colouring that is found in a tenth of a second proves that there is no
    solution; a problem with few options is searched as quickly."""
    if len(cover.options) < WORTH_A_PROOF:
        return False
    limit = Clock(0.1)
    with suppress(TimeIsUp):
        return find_colouring(cover.holding(map(cover.number, given)), limit.stop) is not None
    return False


def solve_cover(
    cover: ExactCover, name: str, limit: int | None, clock: Clock, given: Iterable, form: Callable | None
) -> Result:
    """Find solutions of an exact cover problem, each a tuple of keys in the order of the options."""
    module, held = prepare_cover(cover, name, given)
    found = module.search(held, stop=clock.stop)
    keys = (tuple(map(cover.key, sorted(chosen))) for chosen in found)
    return keep_solutions(Result(engine=name), keys, limit, clock, form)


def prepare_cover(cover: ExactCover, name: str, given: Iterable):
    """Return an engine's module, and the problem whose solutions hold these options."""
    check_choice("engine", name, FOR_COVERS)
    return engine_named(name), cover.holding(map(cover.number, given))


def count_cover(
    cover: ExactCover, name: str, clock: Clock, given, executor, progress, tell: Tell | None
) -> Counted:
    """Count the solutions of an exact cover problem; with `tell`, by states if that is shorter."""
    result, (module, held) = Counted(engine=name), prepare_cover(cover, name, given)
    found = module.search(held, stop=clock.stop)
    with closing_search(result, found, clock):
        if name == "states":
            with suppress(TimeIsUp):
                result.count = module.count_covers(held, clock.stop)
        elif name == "compiled":
            attempt = partial(try_count, held)
            with Forecast(attempt, clock, clock.stop, progress, tell or silent) as watch:
                watch.tries = tell is not None and len(held.options) <= FEW_PLACES
                counted = module.count_covers(held, watch.stop, executor, watch)
            if watch.found:
                counted, result.engine = watch.found, watch.engine
            result.count = counted.number
            result.stopped = Ending.TIME_LIMIT if counted.stopped == Ending.STOPPED else counted.stopped
        else:
            result.count = sum(1 for _ in found)
    return result


# -------- the choice of an engine


class Forecast:
    """Says once how long a search will take, by the share that is done.

    With `tries`, a count by states is tried before, and again much later, for a small part of the
    time that is expected; with `proves`, a proof in a long search that has found nothing.
    """

    def __init__(self, attempt: Callable, clock: Clock, stop: Stop, progress=None, tell: Tell = silent):
        self.attempt, self.clock, self.ask, self.tell = attempt, clock, stop, tell
        self.bar: Any = Bar() if progress is True else progress
        self.proves: PackingPuzzle | None = None
        self.tries, self.rough = False, True
        self.begun, self.share, self.first, self.due = inf, 0.0, 0.0, BEFORE
        self.number, self.reason = 0, ""
        self.found: Count | None = None
        self.remarks: list[str] = []
        self.said = False

    def __enter__(self) -> Forecast:
        return self

    def __exit__(self, *_) -> None:
        if isinstance(self.bar, Bar):
            self.bar.close()

    def __call__(self, share: float, found: int) -> None:
        if self.begun == inf:
            self.begun, self.first = self.clock.seconds(), share
        self.share, self.number = share, found
        if self.bar:
            self.bar(share, found)

    def stop(self) -> bool:
        """Try to count when it is time; return whether the search need not go on."""
        if self.found:
            return True
        passed = self.clock.seconds() - self.begun
        expected = passed / max(self.share - self.first, LEAST_SHARE)
        if self.tries and passed > self.due and expected > AHEAD * passed:
            self.remarks = []
            limit = Clock(min(SHARE * expected, self.clock.left(2 * AT_MOST) / 2))
            ended = lambda: limit.stop() or self.ask()
            self.found = self.attempt(stop=ended, tell=self.remarks.append)
            self.due = AHEAD * (self.clock.seconds() - self.begun)
        elif passed > LATE and not self.said:
            self.said = True
            if expected - passed > LONG:
                low = self.share - self.first < LEAST_SHARE
                took = f"more than {duration(expected)}" if low else rough_duration(expected)
                self.tell("; ".join([f"at this rate {took}", *self.remarks]))
                if self.proves and not self.number:
                    self.reason = why_impossible(self.proves, self.clock.left(2 * AT_MOST) / 2)
                self.found = Count() if self.reason else None
        if self.found:
            self.tell(f"engine {self.engine}: a search would take {rough_duration(expected)}")
        return self.found is not None or self.ask()

    @property
    def engine(self) -> str:
        """The engine that found the number."""
        return PROOF if self.reason else "states"


class Probed:
    """Says once how long a search will take that shows no share, by random probes."""

    def __init__(self, puzzle, given, name: str, clock: Clock, stop: Stop, tell: Tell):
        self.puzzle, self.given, self.clock, self.ask, self.tell = puzzle, given, clock, stop, tell
        self.often, self.steps, self.begun = SLOW if name in PLAIN else 1, 0, clock.seconds()

    def stop(self) -> bool:
        """Count a step, and speak in time."""
        self.steps += 1
        if self.often and self.steps % self.often == 0:
            passed = self.clock.seconds() - self.begun
            if passed > LATE:
                steps = expected_steps(self.puzzle, self.given)
                seconds = steps / (self.steps / passed if self.often > 1 else STEPS_A_SECOND)
                if seconds - passed > LONG:
                    rate = "at this rate" if self.often > 1 else "a plain search of all takes"
                    self.tell(f"{rate} {rough_duration(seconds)}, by random probes")
                self.often = 0
        return self.ask()


class Budget:
    """Steps that a search may take: as often as it may ask whether to stop."""

    def __init__(self, clock: Clock, steps: float = inf, unit: str = ""):
        self.clock, self.steps, self.unit, self.left = clock, steps, unit, steps

    def stop(self) -> bool:
        """Count a step; return True if it is one too many, or the time is up."""
        self.left -= 1
        return self.left < 0 or self.clock.stop()

    def __str__(self) -> str:
        return f"{self.steps - self.left:,} {self.unit}"


def expected_steps(puzzle: PackingPuzzle, given) -> float:
    """Estimate the steps of backtracking by random probes; infinity where those fail."""
    from .search.estimate import estimate

    with suppress(PuzzleError):
        return estimate(puzzle, PROBES, engine="backtracking", given=given).nodes
    return inf


def engine_plan(
    puzzle: PackingPuzzle, given, few: bool, clock: Clock, tell: Tell | None, empty: Any
) -> Iterator[tuple[str, Budget]]:
    """Yield engines to run in turn, each with its budget, for a few solutions or for all; note a
    proof in the `empty` result."""
    if few and sum(piece.copies for piece in puzzle.pieces) <= MOST_PIECES:
        # each step tries all that fits into a cell
        steps = MOST_TRIED * len(puzzle.container) // max(1, len(puzzle.placements))
        yield "backtracking", Budget(clock, steps, "steps of a plain search")
    if reason := quick_proof(puzzle, clock):
        empty.reason = reason
        (tell or silent)("engine proof: no search is needed, there is no solution")
        yield PROOF, Budget(clock)
        return
    if reason := missing_library():
        yield without_library(puzzle, given, reason, clock, tell or print_once)
        return
    reason = engine_named("compiled").too_large(puzzle)
    if not few and not reason:
        (tell or silent)("engine compiled: all solutions are wanted")
        yield "compiled", Budget(clock)
        return
    if not reason:
        yield "compiled", Budget(clock, MOST_CHUNKS, "chunks of a compiled search")
        reason = f"{MOST_CHUNKS} chunks of a compiled search were not enough"
        if proof := why_impossible(puzzle, clock.left(2)):
            empty.reason = proof
            yield PROOF, Budget(clock)
            return
    (tell or silent)(f"engine asp: {reason}")
    yield "asp", Budget(clock)


def quick_proof(puzzle: PackingPuzzle, clock: Clock) -> str:
    """Return a proof that there is no solution, if one is found sooner than placements are made."""
    return why_impossible(puzzle, clock.left(max(0.1, len(puzzle.placements) / 100_000)))


def without_library(
    puzzle: PackingPuzzle, given, reason: str, clock: Clock, tell: Tell
) -> tuple[str, Budget]:
    """Return backtracking where machine code does not run, or refuse what would take it too
    long."""
    steps = expected_steps(puzzle, given)
    took = rough_duration(steps / STEPS_A_SECOND) if steps < inf else "longer than anybody can tell"
    why = f"the compiled engine does not run here ({reason}); a plain search takes {took}, by random probes"
    if steps > MOST_STEPS and clock.limit is None:
        raise NotHere(why, "the compiled engine")
    tell(f"engine backtracking: {why}")
    return "backtracking", Budget(clock)


def run_in_turn(puzzle: PackingPuzzle, plan: Iterable, run: Callable, empty, clock: Clock, tell: Tell):
    """Return the result of the first engine of a plan that ends within its budget.

    If all are cut short it is the largest, and `empty` if none began.
    """
    results = [empty]
    try:
        puzzle.make_placements(clock.stop)
        for name, budget in plan:
            results.append(run(name, budget.stop))
            if budget.left >= 0:
                if budget.unit:
                    verb = "made" if results[-1].stopped in CUT else "enough"
                    tell(f"engine {name}: {budget} were {verb}")
                break
        result = results[-1]
    except (KeyboardInterrupt, TimeIsUp):  # before a search began, or a second time
        result = replace(results[-1], complete=False, stopped=clock.cause, seconds=clock.seconds())
    if result.stopped not in CUT:
        return result
    if result.stopped == Ending.INTERRUPT:  # by an alarm?
        result.stopped = clock.cause
    most = max(reversed(results), key=number_found)
    return replace(most, complete=False, stopped=result.stopped, seconds=result.seconds)


def number_found(result: Result | Counted) -> int:
    return result.count if isinstance(result, Counted) else len(result)
