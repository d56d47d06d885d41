"""What a search did, event by event, and the state after any of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import Any, Generic, TypeVar

from ..common.ending import Ending
from .exact_cover import ExactCover, Problem
from .words import Words, words_of


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, and `say`, a sentence about it.

    `option` is the placement that the search decided on (None where there is none), `sign` what it decided.
    `on`, `off`, `back` are the options that became true, became false, became open again. `item` is what the
    search branches on (a piece, a cell, an item), `count` how many options it had. `cause` names the cause of
    a dead end (see `words`). `bound`, of branch and bound only: what the relaxation costs.
    """

    kind: str
    level: int = 0
    option: Any = None
    sign: bool = True
    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    say: str = ""
    item: Any = None
    count: int | None = None
    cause: str = ""
    bound: float | None = None


@dataclass(frozen=True)
class State:
    """What holds after an event: `on` maps option to "chosen", "propagated" or "given"; `off` are ruled out,
    if the search keeps track of that (`shows_options`).

    Of branch and bound only: `fractions` maps an option to its value in the relaxation where that is neither
    0 nor 1; `bound`, what the relaxation costs; `incumbent`, the best solution so far (None: there is none).
    """

    on: dict[int, str]
    off: frozenset[int]
    level: int
    shows_options: bool = field(default=True, repr=False)
    fractions: Mapping[int, float] = field(default_factory=dict, repr=False)
    bound: float | None = field(default=None, repr=False)
    incumbent: float | None = field(default=None, repr=False)


E = TypeVar("E", bound=Event)


class Recording(Generic[E]):
    """What all traces have: `events`, and `solutions`, those found on the way.

    `stopped`: DONE (the search came to its end), LIMIT or EVENTS (enough of them). `linear`: has each node a
    linear program?
    """

    events: list[E]
    solutions: list
    stopped: Ending
    linear = False

    @property
    def words(self) -> Words:
        """Its names for options, items and dead ends."""
        raise NotImplementedError

    @property
    def form(self) -> str:
        """What it is about: "packing", "cover", "square", "links", "tiles" or "program"."""
        return self.words.form

    def __len__(self) -> int:
        return len(self.events)

    @property
    def complete(self) -> bool:
        """Did the search come to its end?"""
        return not self.stopped

    def check_step(self, k: int) -> None:
        """`IndexError` for a step that is not there."""
        if not 0 <= k < len(self.events):
            raise IndexError(f"step {k}: the trace has steps 0 to {len(self.events) - 1}")

    def steps(self, *kinds: str) -> list[int]:
        """The steps at which something of these kinds happened.

        >>> from puzzlelib import load
        >>> trace = Trace(load("tetracubes-2x4x4"), [Event("start"), Event("conflict"), Event("answer")])
        >>> trace.steps("conflict", "answer")
        [1, 2]
        """
        return [k for k, event in enumerate(self.events) if event.kind in kinds]


@dataclass
class Trace(Recording[E]):
    """The events of one search on one puzzle. `state(k)` replays the first k + 1 of them.

    `solutions` of a packing puzzle are placements, of an exact cover problem option numbers in the order of
    choice. `shows_options`: does the search know which options are still possible?

    >>> from puzzlelib import load
    >>> trace = Trace(load("tetracubes-2x4x4"), [Event("start"), Event("decide", 1, 7, on=(7,), off=(8, 9))])
    >>> trace.state(1)
    State(on={7: 'chosen'}, off=frozenset({8, 9}), level=1)
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
        """The state before event 0, 64, 128, …; what is ruled out as one byte an option."""
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

    def state(self, k: int) -> State:
        """The state after event k (0 … len - 1)."""
        self.check_step(k)
        start = k // self.every
        placed, flags = self.snapshots[start]
        on, off = dict(placed), set(compress(range(len(flags)), flags))
        for event in self.events[start * self.every : k + 1]:
            self.apply(event, on, off)
        return State(on, frozenset(off), self.events[k].level, self.shows_options)
