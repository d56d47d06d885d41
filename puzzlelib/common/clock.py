"""Time limits, and functions that are asked whether to stop."""

import time
from collections.abc import Callable
from numbers import Real
from time import perf_counter

from .ending import Ending
from .errors import PuzzleError, short

Stop = Callable[[], bool]  # asked now and then: True ends the work
thread_time = getattr(time, "thread_time", time.process_time)  # with one thread they are one clock
SOON = 1e-3  # seconds, where none are left
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
    """Measures the time from its making on, and stops work at a limit in seconds (None: never)."""

    def __init__(self, time_limit: float | None):
        number = isinstance(time_limit, Real) and not isinstance(time_limit, bool)
        if time_limit is not None and not (number and time_limit > 0):
            raise PuzzleError(f"time limit {short(time_limit)}: must be a number of seconds above 0")
        self.start, self.limit, self.struck = perf_counter(), time_limit, False

    def seconds(self) -> float:
        return perf_counter() - self.start

    def stop(self) -> bool:
        """Return whether the time is up."""
        self.struck = self.limit is not None and self.seconds() > self.limit
        return self.struck

    def left(self, most: float | None = None) -> float | None:
        """Return the seconds that are left, at most so many; None without a limit, and never 0."""
        if self.limit is None:
            return most
        left = max(SOON, self.limit - self.seconds())
        return left if most is None else min(most, left)

    @property
    def cause(self) -> Ending:
        """TIME_LIMIT or INTERRUPT: what ended the work by now."""
        return Ending.TIME_LIMIT if self.struck or self.stop() else Ending.INTERRUPT


def time_for(field: str, seconds: float | None) -> float:
    """Return a number of seconds, infinity for None; `PuzzleError` for anything else."""
    if seconds is None:
        return float("inf")
    if not (isinstance(seconds, Real) and seconds >= 0):
        raise PuzzleError(f"{field} {short(seconds)}: must be a number of seconds, or None")
    return seconds
