"""One door to every engine: the same puzzle in, the same solutions out, with limits and interrupts."""
from dataclasses import dataclass, field
from importlib import import_module
from numbers import Real
from time import perf_counter

from .puzzles import PackingPuzzle, PuzzleError, Solution, one_of, packing, short, whole
from .verify import least_image, option_tables

ENGINES = {"backtracking": "backtracking", "x": "algorithm_x", "dlx": "dancing_links", "compiled": "compiled",
           "asp": "asp", "ilp": "placement_model"}        # name on the command line -> module with `solutions`
SYMMETRIES = ("none", "rotations", "reflections")
MOST_PROCESSES = 256


@dataclass
class Result:
    """What a search found. `complete` is False when there may be more; then `stopped` says why."""
    solutions: list[Solution] = field(default_factory=list)
    complete: bool = False
    stopped: str = ""          # "", "limit", "time limit", "interrupt"
    seconds: float = 0.0


@dataclass
class Counted:
    """How many solutions, up to which symmetry. `complete` is False when the count is only a lower bound."""
    count: int = 0
    symmetry: str = "none"
    complete: bool = False
    stopped: str = ""
    seconds: float = 0.0


class Clock:
    """Says when the time is up."""

    def __init__(self, time_limit: float | None):
        if time_limit is not None and not (isinstance(time_limit, Real) and not isinstance(time_limit, bool) and time_limit > 0):
            raise PuzzleError(f"time limit {short(time_limit)}: must be a number of seconds above 0")
        self.start, self.limit, self.struck = perf_counter(), time_limit, False

    def seconds(self) -> float:
        return perf_counter() - self.start

    def stop(self) -> bool:
        self.struck = self.limit is not None and self.seconds() > self.limit
        return self.struck

    @property
    def cause(self) -> str:
        """What ended a search that is not done: the clock, or else somebody."""
        return "time limit" if self.struck else "interrupt"


def engine(name: str):
    """The module of an engine; `PuzzleError` lists the names there are."""
    return import_module(f"puzzlelib.{ENGINES[one_of('engine', name, ENGINES)]}")


def run(result, found, clock: Clock, take) -> None:
    """Feed solutions to `take` until the engine ends, `take` has enough, the time is up, or somebody interrupts."""
    try:
        for solution in found:
            if not take(solution):
                result.stopped = "limit"
                break
    except KeyboardInterrupt:
        result.stopped = "interrupt"
    finally:
        found.close()
    result.stopped = result.stopped or ("time limit" if clock.struck else "")
    result.complete, result.seconds = not result.stopped, clock.seconds()


def solve(puzzle: PackingPuzzle, engine_name: str = "asp", limit: int | None = 1, time_limit: float | None = None,
          given=()) -> Result:
    """Solutions of a puzzle: at most `limit` of them (None: all), within `time_limit` seconds, holding the `given` placements.

    An interrupt gives what was found so far. Errors: `PuzzleError`.

    >>> from puzzlelib import load
    >>> result = solve(load("tetracubes-2x2x8"), "backtracking", limit=2)
    >>> len(result.solutions), result.complete, result.stopped
    (2, False, 'limit')
    """
    limit = None if limit is None else whole("limit", limit, "must be a whole number above 0", least=1)
    puzzle, clock, result = packing(puzzle), Clock(time_limit), Result()

    def take(solution):
        result.solutions.append(solution)
        return limit is None or len(result.solutions) < limit

    try:
        run(result, engine(engine_name).solutions(puzzle, given, clock.stop), clock, take)
    except KeyboardInterrupt:               # before the search began, or a second time
        result.complete, result.stopped, result.seconds = False, "interrupt", clock.seconds()
    return result


def count(puzzle: PackingPuzzle, engine_name: str = "asp", symmetry: str = "none", time_limit: float | None = None,
          given=(), processes: int = 1, progress=None) -> Counted:
    """How many solutions; with `symmetry` "rotations" or "reflections" how many orbits of them.

    The engine "compiled" counts without listing; it can use several `processes` and show its `progress` (True: a bar).

    >>> from puzzlelib import load
    >>> count(load("tetracubes-2x2x8"), "backtracking", "rotations").count
    224
    """
    one_of("symmetry", symmetry, SYMMETRIES)
    processes = whole("processes", processes, f"must be a whole number from 1 to {MOST_PROCESSES}", least=1, most=MOST_PROCESSES)
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise PuzzleError(f"progress {short(progress)}: must be True, or a function that takes the share done and the number found")
    puzzle, clock = packing(puzzle), Clock(time_limit)
    try:
        module = engine(engine_name)
        if hasattr(module, "count"):
            found = module.count(puzzle, symmetry, given, clock.stop, processes, progress)
            stopped = "time limit" if found.stopped == "stop" else found.stopped
            return Counted(found.number, symmetry, found.complete, stopped, clock.seconds())
        if processes > 1:
            raise PuzzleError(f"processes {processes}: the engine {engine_name} runs in one; the engine compiled takes more")
        return count_one_by_one(puzzle, module.solutions(puzzle, given, clock.stop), symmetry, clock)
    except KeyboardInterrupt:               # before the search began
        return Counted(0, symmetry, False, "interrupt", clock.seconds())


def count_one_by_one(puzzle: PackingPuzzle, found, symmetry: str, clock: Clock) -> Counted:
    """Count solutions as they come; an orbit when its first solution comes."""
    result = Counted(symmetry=symmetry)
    tables = [] if symmetry == "none" else option_tables(puzzle, symmetry)
    seen = set()

    def take(solution):
        if tables:
            seen.add(least_image((puzzle.option[placement] for placement in solution), tables))
        result.count = len(seen) if tables else result.count + 1
        return True

    run(result, found, clock, take)
    return result
