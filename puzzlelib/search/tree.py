"""The tree of a search: one node for each try, read off the events of a trace."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Protocol

from .steps import Event
from .words import Words

DEEPER = ("try", "decide")
BACK = ("undo", "backjump", "restart")
ENDS = ("conflict", "answer")
NEVER = 2**31 - 1  # the step at which a node that is still open when the recording ends is left
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(slots=True)
class Branch:
    """A node of the tree, which the search is in or below from step `first` to `last` - 1.

    `label` and `words` are the choice that led here, short and in words: a decision for (`sign`) or
    against the option `name`. `kind` is "open", "conflict" or "answer", from step `ended` on, with
    the sentence `say`; the node branches on `item`, which has `count` options. In branch and bound,
    `bound` is the cost of the relaxation, and the kind of a conflict that is due to it.
    """

    parent: int
    level: int
    first: int
    label: str = ""
    words: str = ""
    name: str = ""
    sign: bool = True
    last: int = NEVER
    kind: str = "open"
    ended: int = -1
    say: str = ""
    item: Any = None
    count: int | None = None
    chosen: int = -1  # the step at which the item was chosen
    bound: float | None = None


class Recorded(Protocol):
    """A search that was recorded, such as a `Trace`."""

    @property
    def events(self) -> Sequence[Event]: ...

    @property
    def words(self) -> Words: ...


class SearchTree:
    """All nodes in the order in which the search came to them: each is followed by its descendants.

    >>> from puzzlelib import load
    >>> from puzzlelib.search.events import Event, Trace
    >>> events = [Event("start"), Event("try", 1, 7, on=(7,)), Event("conflict", 1, say="Full."),
    ...           Event("undo", 0, 7, back=(7,)), Event("try", 1, 8, on=(8,))]
    >>> tree = SearchTree(Trace(load("tetracubes-2x4x4"), events))
    >>> [(branch.label, branch.kind, branch.first) for branch in tree.branches]
    [('', 'open', 0), ('I', 'conflict', 1), ('I', 'open', 4)]
    >>> tree.path(2), tree.path(3), list(tree.children(0, 3))
    ([0, 1], [0], [1])
    """

    def __init__(self, trace: Recorded):
        self.words, self.branches, self.open, self.tries = trace.words, [Branch(-1, 0, 0)], [0], Counter()
        self.choice = cache(self.words.choice)  # many nodes have the same one
        if trace.events:
            self.branches[0].bound = bound_of(trace.events[0])
        for step, event in enumerate(trace.events):
            self.take(step, event)

    def take(self, step: int, event: Event) -> None:
        """Let the tree grow by one event."""
        if event.kind in DEEPER:
            self.leave(step, event.level - 1)
            self.add(step, event)
        elif event.kind in BACK:
            self.leave(step, event.level)
        elif event.kind == "choose":
            node = self.at(event.level)
            node.item, node.count, node.chosen = event.item, event.count, step
        elif event.kind in ENDS:
            node = self.at(event.level)
            node.kind = "bound" if event.cause == "bound" else event.kind
            node.ended, node.say = step, event.say

    def at(self, level: int) -> Branch:
        """Return the open node on this level, or the deepest one."""
        return self.branches[self.open[min(level, len(self.open) - 1)]]

    def leave(self, step: int, level: int) -> None:
        while len(self.open) > level + 1:
            self.branches[self.open.pop()].last = step

    def add(self, step: int, event: Event) -> None:
        parent = self.open[-1]
        self.tries[parent] += 1
        label, words = self.choice(event.option, event.sign)
        alike = self.words.has_like_options(self.branches[parent].item)
        number = str(self.tries[parent]).translate(SMALL) if alike else ""
        name = "?" if event.option is None else self.words.short(event.option)
        node = Branch(parent, len(self.open), step, label + number, words, name + number, event.sign)
        node.bound = bound_of(event)
        self.open.append(len(self.branches))
        self.branches.append(node)

    @cached_property
    def sizes(self) -> list[int]:
        """The number of nodes below each one, itself included."""
        sizes = [1] * len(self.branches)
        for number in range(len(sizes) - 1, 0, -1):
            sizes[self.branches[number].parent] += sizes[number]
        return sizes

    @cached_property
    def firsts(self) -> list[int]:
        """The step at which the search came to each node."""
        return [branch.first for branch in self.branches]

    def path(self, step: int) -> list[int]:
        """Return the nodes from the root to the one that the search is in at this step."""
        number = bisect_right(self.firsts, step) - 1
        while number and self.branches[number].last <= step:
            number = self.branches[number].parent
        found = []
        while number >= 0:
            found.append(number)
            number = self.branches[number].parent
        return found[::-1]

    def children(self, number: int, step: int = NEVER) -> Iterator[int]:
        """Yield the children that a node has at this step."""
        child, end = number + 1, number + self.sizes[number]
        while child < end and self.branches[child].first <= step:
            yield child
            child += self.sizes[child]


def bound_of(event: Event) -> float | None:
    return getattr(event, "bound", None)
