"""Time limits, and functions that are asked whether to stop."""

import sys
import time
from collections.abc import Callable
from numbers import Real
from time import perf_counter, process_time

from .ending import Ending
from .errors import PuzzleError, short

Stop = Callable[[], bool]  # asked now and then: True ends the work
thread_time = getattr(time, "thread_time", time.process_time)  # with one thread they are one clock
SOON = 1e-3  # seconds, where none are left
LONGER = 5 if sys.platform == "emscripten" else 1  # times, where others' work counts as one's own
TICK = 0.1  # seconds between two looks at the clock and the keyboard


class TimeIsUp(Exception):
    """stop() returned True while a search was made ready."""


def never() -> bool:
    """Go on."""
    return False


def raise_if_stopped(stop: Stop) -> None:
    """Raise `TimeIsUp` if stop() returns True: between two parts of a long preparation."""
    if stop():
        raise TimeIsUp


class Clock:
    """Measures the time from its making on, and stops work at a limit in seconds (None: never), or
    where ask() returns True."""

    def __init__(self, time_limit: float | None, ask: Stop = never):
        number = isinstance(time_limit, Real) and not isinstance(time_limit, bool)
        if time_limit is not None and not (number and time_limit > 0):
            raise PuzzleError(f"time limit {short(time_limit)}: must be a number of seconds above 0")
        self.start, self.limit, self.ask, self.struck = perf_counter(), time_limit, ask, False
        self.ending = Ending.TIME_LIMIT  # if it has struck

    def seconds(self) -> float:
        return perf_counter() - self.start

    def stop(self) -> bool:
        """Return whether the time is up, or somebody has asked to stop."""
        self.struck = self.limit is not None and self.seconds() > self.limit
        if not self.struck and self.ask():
            self.struck, self.ending = True, Ending.STOPPED
        return self.struck

    def left(self, most: float | None = None) -> float | None:
        """Return the seconds that are left, at most so many; None without a limit, and never 0."""
        if self.limit is None:
            return most
        left = max(SOON, self.limit - self.seconds())
        return left if most is None else min(most, left)

    @property
    def cause(self) -> Ending:
        """TIME_LIMIT, STOPPED or INTERRUPT: what ended the work by now."""
        return self.ending if self.struck or self.stop() else Ending.INTERRUPT


class WorkClock(Clock):
    """A clock that runs while this process works: on a busy machine a program has as much time.

    A page of the book tells no processor time: there a program has longer.
    """

    def __init__(self, time_limit: float):
        super().__init__(time_limit)
        self.start = process_time()

    def seconds(self) -> float:
        return (process_time() - self.start) / LONGER


def time_for(field: str, seconds: float | None) -> float:
    """Return a number of seconds, infinity for None; `PuzzleError` for anything else."""
    if seconds is None:
        return float("inf")
    if not (isinstance(seconds, Real) and seconds >= 0):
        raise PuzzleError(f"{field} {short(seconds)}: must be a number of seconds, or None")
    return seconds
