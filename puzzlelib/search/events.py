"""What a search did, event by event, and the state after any of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress

from .exact_cover import ExactCover
from .puzzles import PackingPuzzle


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    `option` is the number of the placement that the search decided on (None where there is none), `sign` what it
    decided. `on`, `off`, `back` are the options that became true, became false, became open again. `say` is one sentence.
    `item` is what the search branches on (a piece, a cell, an item) and `count` how many options it had, where that applies.
    """

    kind: str
    level: int = 0
    option: int | None = None
    sign: bool = True
    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    say: str = ""
    item: object = None
    count: int | None = None


@dataclass(frozen=True)
class State:
    """What holds after an event: `on` maps option to "chosen", "propagated" or "given"; `off` are the options ruled out.

    Where `shows_options` is False, the search does not keep track of what is ruled out, and `off` says nothing. Of branch and bound
    only: `fractions` maps an option to its value in the relaxation where that is neither 0 nor 1; `bound`, what the relaxation
    costs; `incumbent`, what the best solution so far costs. None: there is none.
    """

    on: dict[int, str]
    off: frozenset[int]
    level: int
    shows_options: bool = field(default=True, repr=False)
    fractions: Mapping[int, float] = field(default_factory=dict, repr=False)
    bound: float | None = field(default=None, repr=False)
    incumbent: float | None = field(default=None, repr=False)


class Recording:
    """What all traces have: `events`, and step k is what holds after event k."""

    def __len__(self) -> int:
        return len(self.events)

    def check_step(self, k: int) -> None:
        """`IndexError` for a step that is not there."""
        if not 0 <= k < len(self.events):
            raise IndexError(f"step {k}: the trace has steps 0 to {len(self.events) - 1}")

    def steps(self, *kinds: str) -> list[int]:
        """The steps at which something of these kinds happened.

        >>> from puzzlelib import load
        >>> Trace(load("tetracubes-2x4x4"), [Event("start"), Event("conflict"), Event("answer")]).steps("conflict", "answer")
        [1, 2]
        """
        return [k for k, event in enumerate(self.events) if event.kind in kinds]


@dataclass
class Trace(Recording):
    """The events of one search on one puzzle. `state(k)` replays the first k + 1 of them.

    >>> from puzzlelib import load
    >>> trace = Trace(load("tetracubes-2x4x4"), [Event("start"), Event("decide", 1, 7, on=(7,), off=(8, 9))])
    >>> trace.state(1)
    State(on={7: 'chosen'}, off=frozenset({8, 9}), level=1)
    """

    puzzle: PackingPuzzle | ExactCover
    events: list[Event] = field(default_factory=list)
    given: frozenset[int] = frozenset()
    every = 64  # a snapshot at each 64th event keeps every step cheap
    shows_options = True  # does the search know which options are still possible?

    @cached_property
    def options(self) -> int:
        """How many options there are."""
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
            on[option] = (
                "given" if option in self.given else "chosen" if option == event.option else "propagated"
            )
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
