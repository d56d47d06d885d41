"""One door to every engine: the same puzzle in, the same solutions out, with limits and interrupts."""
from dataclasses import dataclass, field
from importlib import import_module
from numbers import Real
from time import perf_counter

from .puzzles import PackingPuzzle, PuzzleError, Solution, whole
from .verify import least_image, option_tables

ENGINES = {"asp": "asp", "backtracking": "backtracking"}       # name on the command line -> module with `solutions`


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
        if time_limit is not None and not (isinstance(time_limit, Real) and time_limit > 0):
            raise PuzzleError(f"time limit {time_limit!r}: must be a number of seconds above 0")
        self.start, self.limit, self.struck = perf_counter(), time_limit, False

    def seconds(self) -> float:
        return perf_counter() - self.start

    def stop(self) -> bool:
        self.struck = self.limit is not None and self.seconds() > self.limit
        return self.struck


def engine(name: str):
    """The module of an engine; `PuzzleError` lists the names there are."""
    if name not in list(ENGINES):
        raise PuzzleError(f"engine {name!r}: there is no such engine; choose one of {', '.join(ENGINES)}")
    return import_module(f"puzzlelib.{ENGINES[name]}")


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
    clock, result = Clock(time_limit), Result()

    def take(solution):
        result.solutions.append(solution)
        return limit is None or len(result.solutions) < limit

    run(result, engine(engine_name).solutions(puzzle, given, clock.stop), clock, take)
    return result


def count(puzzle: PackingPuzzle, engine_name: str = "asp", symmetry: str = "none", time_limit: float | None = None,
          given=()) -> Counted:
    """How many solutions; with `symmetry` "rotations" or "reflections" how many orbits of them.

    >>> from puzzlelib import load
    >>> count(load("tetracubes-2x2x8"), "backtracking", "rotations").count
    224
    """
    if symmetry not in ("none", "rotations", "reflections"):
        raise PuzzleError(f"symmetry {symmetry!r}: choose one of none, rotations, reflections")
    clock, result = Clock(time_limit), Counted(symmetry=symmetry)
    tables = [] if symmetry == "none" else option_tables(puzzle, symmetry)
    seen = set()

    def take(solution):
        if tables:
            seen.add(least_image((puzzle.option[placement] for placement in solution), tables))
        result.count = len(seen) if tables else result.count + 1
        return True

    run(result, engine(engine_name).solutions(puzzle, given, clock.stop), clock, take)
    return result
