"""Races between engines: the same work for each, by turns, on processor time. And a count that
shows how far it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time

from puzzlelib import compiled
from puzzlelib.common.clock import Clock
from puzzlelib.common.ending import Ending
from puzzlelib.engines import Counted
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search.dancing_links import Links, steps
from puzzlelib.search.exact_cover import ExactCover
from puzzlelib.search.links import ARRAYS


@dataclass(frozen=True)
class Lap:
    """One runner in a race: what its work gave, and the seconds of each run after the first;
    `first` is that of the first run."""

    result: object
    seconds: tuple[float, ...]
    first: float

    @property
    def median(self) -> float:
        return median(self.seconds)


def by_turns(
    runners: Mapping[str, Callable[[], object]], runs: int = 5, clock: Callable[[], float] = process_time
) -> dict[str, Lap]:
    """Let the runners work by turns: one run each that does not count, then `runs` that do.

    By turns, because a machine that gets warm or busy then slows all of them. The clock is that of
    the processor, so that the time in which another program had it is not counted.

    >>> ticks = iter(range(100))
    >>> by_turns({"a": lambda: "done"}, 3, clock=lambda: next(ticks))
    {'a': Lap(result='done', seconds=(1, 1, 1), first=1)}
    """
    seconds, results = {name: [] for name in runners}, {}
    for _ in range(runs + 1):
        for name, work in runners.items():
            start = clock()
            results[name] = work()
            seconds[name].append(clock() - start)
    return {name: Lap(results[name], tuple(times[1:]), times[0]) for name, times in seconds.items()}


class WriteCounter(list):
    """A list that counts how often something is written into it."""

    def __init__(self, values: list):
        super().__init__(values)
        self.written = 0

    def __setitem__(self, place, value):
        self.written += 1
        super().__setitem__(place, value)


def work_per_node(cover: ExactCover, nodes: int = 500) -> tuple[float, float]:
    """Return the work per node in the first so many nodes of a search: writes into the arrays of dancing
    links, and differences of sets in Algorithm X.

    Algorithm X makes one difference for each item that is left, when an option is put (see
    `algorithm_x.select`).

    >>> from puzzlelib.search import cover_of
    >>> work_per_node(cover_of(["a"]))         # a leaves the list of items and comes back; nothing is left
    (4.0, 0.0)
    """
    links, tries, differences = Links(cover), 0, 0
    for name in ARRAYS:
        setattr(links, name, WriteCounter(getattr(links, name)))
    for kind, *_ in steps(links):
        if kind == "try":
            tries, differences = tries + 1, differences + len(links.ring(0, links.right))
        if tries == nodes and kind == "undo":
            break
    return sum(getattr(links, name).written for name in ARRAYS) / tries, differences / tries


def live_count(
    puzzle: PackingPuzzle, symmetry: str = "rotations", seconds: float | None = None, bar: bool = True
) -> Counted:
    """Count with the compiled engine and a progress bar, for at most so many seconds.

    Seconds in the result are processor time.
    """
    clock, start = Clock(seconds), process_time()
    found = compiled.count(puzzle, symmetry, stop=clock.stop, progress=bar)
    return Counted(
        found.number,
        symmetry,
        found.complete,
        Ending.TIME_LIMIT if found.stopped == Ending.STOPPED else found.stopped,
        process_time() - start,
    )
