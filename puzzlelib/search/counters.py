"""Counters of a search: nodes, solutions, cuts, processor seconds, and the share of the tree that is done."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..common.clock import thread_time, time_for
from .steps import Step


@dataclass
class Counters:
    """A search in numbers.

    A node is one option put (in a magic square: one number), a "try" of the trace; the root is not
    counted. `per_level` maps the level 1, 2, … to its nodes. `tries` counts every option that was
    looked at, also those that overlap. `cuts` says how often each check cut a branch off,
    `dead_ends` how often an item had no option left. `complete` is False when the time was up
    first; `share` is the share of the tree that was searched (see `share_done`). `seconds` are those
    of the processor: work is compared by them, so what another program takes does not count.
    """

    nodes: int = 0
    tries: int = 0
    solutions: int = 0
    dead_ends: int = 0
    cuts: dict[str, int] = field(default_factory=dict)
    per_level: dict[int, int] = field(default_factory=dict)
    complete: bool = False
    seconds: float = 0.0
    share: float = 0.0

    @property
    def deepest(self) -> int:
        """The deepest level that was reached."""
        return max(self.per_level, default=0)

    @property
    def per_second(self) -> float:
        """Nodes per processor second."""
        return self.nodes / self.seconds if self.seconds else 0.0


def count_steps(steps: Iterable[Step], seconds: float | None = None, cuts: Iterable[str] = ()) -> Counters:
    """Run a search to its end, or for so many processor seconds, and count; list these `cuts` in any case.

    >>> from puzzlelib.search.magic_square import steps
    >>> count_steps(steps(3, prune="line")).solutions
    8
    """
    start = thread_time()
    end = start + time_for("seconds", seconds)
    cut, per_level = Counter(dict.fromkeys(cuts, 0)), Counter()
    path: list[list[int]] = []  # for each level, how many children are done, and how many there are
    level = tries = solutions = 0
    complete = True
    for k, step in enumerate(steps):
        match step:
            case "try", *_:
                level += 1
                per_level[level] += 1
            case "undo", _:
                level -= 1
                del path[level + 1 :]
                path[level][0] += 1
            case "choose", _, count, seen:
                path.append([0, count])
                tries += seen
                if seen > count:
                    cut["overlap"] += seen - count
            case "conflict", _, cause, _:
                cut[cause] += 1
            case "answer", _:
                solutions += 1
        if not k & 63 and thread_time() > end:
            complete = False
            break
    return Counters(
        nodes=per_level.total(),
        tries=tries,
        solutions=solutions,
        dead_ends=cut.pop("options", 0) + cut.pop("fit", 0),
        cuts=dict(cut),
        per_level=dict(per_level),
        complete=complete,
        seconds=thread_time() - start,
        share=1.0 if complete else share_done(path),
    )


def share_done(path: Iterable[Sequence[int]]) -> float:
    """Return the share of a tree that is searched, as if siblings had equally large trees.

    `path`: from the root to the present node, how many children are done, and how many there are.

    >>> share_done([(1, 4), (1, 2)])       # a quarter, and half of the next quarter
    0.375
    """
    share, whole_share = 0.0, 1.0
    for done, children in path:
        whole_share /= children
        share += done * whole_share
    return share
