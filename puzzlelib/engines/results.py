"""Results of a search, and what ended it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ..common.clock import Clock
from ..common.ending import Ending

PROOF = "proof"  # in the place of an engine's name
CUT = Ending.TIME_LIMIT, Ending.INTERRUPT, Ending.STOPPED
Found = TypeVar("Found")


@dataclass
class Result(Generic[Found]):
    """Solutions that a search found; unless it is `complete`, `stopped` says why not.

    It is iterated over and measured as its solutions are, and true where there are any. `most` is
    the number that a puzzle asks for: of cells, or of copies of a piece; `reason` a proof,
    without a search, that there is no solution.

    >>> from puzzlelib import load, solve
    >>> result = solve(load("little-cube"), limit=2)
    >>> bool(result), len(result), len(result[0]), [len(solution) for solution in result]
    (True, 2, 3, [3, 3])
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

    def __getitem__(self, place: int) -> Found:
        return self.solutions[place]


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


Outcome = TypeVar("Outcome", Result, Counted)


def number_found(result: Result | Counted) -> int:
    return result.count if isinstance(result, Counted) else len(result)


@contextmanager
def closing_search(result: Result | Counted, found: Iterator, clock: Clock):
    """Close a search that is read inside the block, and note in its result what stopped it."""
    try:
        yield
    except KeyboardInterrupt:
        result.stopped = Ending.INTERRUPT
    finally:
        found.close()
    result.stopped = result.stopped or (clock.ending if clock.struck else Ending.DONE)
    result.complete, result.seconds = not result.stopped, clock.seconds()


def keep_solutions(
    result: Result, found: Iterator, limit: int | None, clock: Clock, form: Callable | None = None
) -> Result:
    """Keep solutions as they come, until there are `limit`."""
    with closing_search(result, found, clock):
        for solution in found:
            result.solutions.append(form(solution) if form else solution)
            if len(result.solutions) == limit:
                result.stopped = Ending.LIMIT
                break
    return result


def count_listed(result: Counted, found: Iterator, clock: Clock) -> Counted:
    """Count solutions as they come, each with the number that it stands for."""
    with closing_search(result, found, clock):
        for _, number in found:
            result.count += number
    return result
