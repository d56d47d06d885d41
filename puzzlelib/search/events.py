"""Recordings of a search, event by event, and the state after any of them."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import Generic, TypeVar

from ..common.ending import Ending
from .exact_cover import ExactCover, Problem
from .steps import Event
from .tree import SearchTree
from .words import Words, words_of


@dataclass(frozen=True)
class TraceState:
    """The state after an event: `on` maps option to "chosen", "propagated" or "given".

    The options in `off` are ruled out, if the search keeps track of that (`shows_options`).
    """

    on: dict[int, str]
    off: frozenset[int]
    level: int
    shows_options: bool = field(default=True, repr=False)


E = TypeVar("E", bound=Event)


class Recording(Generic[E]):
    """Base class of all traces: `events`, and the `solutions` found on the way.

    `stopped` is DONE (the search came to its end), LIMIT or EVENTS (enough of them); `linear` says
    whether each node has a linear program.
    """

    events: list[E]
    solutions: list
    stopped: Ending
    linear = False

    @property
    def words(self) -> Words:
        """The names for options, items and conflicts."""
        raise NotImplementedError

    @cached_property
    def tree(self) -> SearchTree:
        """The tree of the search."""
        return SearchTree(self)

    @property
    def form(self) -> str:
        """The kind of problem: "packing", "cover", "square", "links", "tiles" or "program"."""
        return self.words.form

    def __len__(self) -> int:
        return len(self.events)

    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
        return not self.stopped

    def check_step(self, k: int) -> None:
        """Raise `IndexError` for a step that is not there."""
        if not 0 <= k < len(self.events):
            raise IndexError(f"step {k}: the trace has steps 0 to {len(self.events) - 1}")

    def tries(self, k: int) -> list[E]:
        """Return the tries that are not taken back after event k, from 0 on, in their order."""
        self.check_step(k)
        return [self.events[self.tree.branches[node].first] for node in self.tree.path(k)[1:]]

    def steps(self, *kinds: str) -> list[int]:
        """Return the steps at which something of these kinds happened.

        >>> from puzzlelib import load
        >>> trace = Trace(load("tetracubes-2x4x4"), [Event("start"), Event("conflict"), Event("answer")])
        >>> trace.steps("conflict", "answer")
        [1, 2]
        """
        return [k for k, event in enumerate(self.events) if event.kind in kinds]


@dataclass
class Trace(Recording[E]):
    """The events of one search on one problem; `state(k)` replays the first k + 1 of them.

    The `solutions` of an exact cover problem are option numbers in the order of choice.
    `shows_options` says whether the search knows which options are still possible.

    >>> from puzzlelib import load
    >>> trace = Trace(load("tetracubes-2x4x4"), [Event("start"), Event("decide", 1, 7, on=(7,), off=(8, 9))])
    >>> trace.state(1)
    TraceState(on={7: 'chosen'}, off=frozenset({8, 9}), level=1)
    """

    puzzle: Problem
    events: list[E] = field(default_factory=list)
    given: frozenset[int] = frozenset()
    solutions: list = field(default_factory=list, kw_only=True)
    stopped: Ending = field(default=Ending.DONE, kw_only=True)
    shows_options: bool = field(default=True, kw_only=True)
    every = 64  # a snapshot at each 64th event keeps every step cheap

    @property
    def words(self) -> Words:
        return words_of(self.puzzle)

    @cached_property
    def options(self) -> int:
        return len(self.puzzle.options if isinstance(self.puzzle, ExactCover) else self.puzzle.placements)

    @cached_property
    def snapshots(self) -> list[tuple[dict, bytes]]:
        """The state before event 0, 64, 128, …, with one byte for each option: is it ruled out?"""
        shots, on, off = [], {}, set()
        for k, event in enumerate(self.events):
            if k % self.every == 0:
                flags = bytearray(self.options)
                for option in off:
                    flags[option] = 1
                shots.append((dict(on), bytes(flags)))
            self.apply(event, on, off)
        return shots

    def apply(self, event: Event, on: dict, off: set) -> None:
        """Change a state in place by one event."""
        off.difference_update(event.back)
        for option in set(on).intersection(event.back):
            del on[option]
        for option in event.on:
            how = "chosen" if option == event.option else "propagated"
            on[option] = "given" if option in self.given else how
        off.update(event.off)

    def state(self, k: int) -> TraceState:
        """Return the state after event k (0 … len - 1)."""
        self.check_step(k)
        start = k // self.every
        placed, flags = self.snapshots[start]
        on, off = dict(placed), set(compress(range(len(flags)), flags))
        for event in self.events[start * self.every : k + 1]:
            self.apply(event, on, off)
        return TraceState(on, frozenset(off), self.events[k].level, self.shows_options)
