"""What a search did, event by event, and the state after any of them."""
from dataclasses import dataclass, field
from functools import cached_property

from .puzzles import PackingPuzzle


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    `option` is the number of the placement that the search decided on (None where there is none), `sign` what it
    decided. `on`, `off`, `back` are the options that became true, became false, became open again. `say` is one sentence.
    """
    kind: str
    level: int = 0
    option: int | None = None
    sign: bool = True
    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    say: str = ""


@dataclass(frozen=True)
class State:
    """What holds after an event: `on` maps option to "chosen", "propagated" or "given"; `off` are the options ruled out."""
    on: dict[int, str]
    off: frozenset[int]
    level: int


@dataclass
class Trace:
    """The events of one search on one puzzle. `state(k)` replays the first k + 1 of them.

    >>> from puzzlelib import load
    >>> trace = Trace(load("tetracubes-2x4x4"), [Event("start"), Event("decide", 1, 7, on=(7,), off=(8, 9))])
    >>> trace.state(1)
    State(on={7: 'chosen'}, off=frozenset({8, 9}), level=1)
    """
    puzzle: PackingPuzzle
    events: list[Event] = field(default_factory=list)
    given: frozenset[int] = frozenset()
    every = 64          # a snapshot at each 64th event keeps every step cheap

    def __len__(self) -> int:
        return len(self.events)

    @cached_property
    def snapshots(self) -> list[tuple[dict, set]]:
        """The state before event 0, 64, 128, …"""
        shots, on, off = [], {}, set()
        for k, event in enumerate(self.events):
            if k % self.every == 0:
                shots.append((dict(on), set(off)))
            self.apply(event, on, off)
        return shots

    def apply(self, event: Event, on: dict, off: set) -> None:
        """Change a state in place by one event."""
        for option in event.back:
            on.pop(option, None)
            off.discard(option)
        for option in event.on:
            chosen = "given" if option in self.given else "chosen" if option == event.option else "propagated"
            on[option] = chosen
        off.update(event.off)

    def state(self, k: int) -> State:
        """The state after event k (0 … len - 1)."""
        if not 0 <= k < len(self.events):
            raise IndexError(f"step {k}: the trace has steps 0 to {len(self.events) - 1}")
        start = k // self.every
        on, off = dict(self.snapshots[start][0]), set(self.snapshots[start][1])
        for event in self.events[start * self.every:k + 1]:
            self.apply(event, on, off)
        return State(on, frozenset(off), self.events[k].level)

    def steps(self, *kinds: str) -> list[int]:
        """The steps at which something of these kinds happened.

        >>> from puzzlelib import load
        >>> Trace(load("tetracubes-2x4x4"), [Event("start"), Event("conflict"), Event("answer")]).steps("conflict", "answer")
        [1, 2]
        """
        return [k for k, event in enumerate(self.events) if event.kind in kinds]
