"""Time limits: a clock that says when the time is up."""

from collections.abc import Callable
from numbers import Real
from time import perf_counter

from .ending import Ending
from .errors import PuzzleError, short

Stop = Callable[[], bool]  # asked now and then: True ends what is going on


class TimeIsUp(Exception):
    """stop() said True while a search was made ready."""


def never() -> bool:
    """Go on."""
    return False


def heed(stop: Stop) -> None:
    """`TimeIsUp` when stop() says True: asked between two parts of a long preparation."""
    if stop():
        raise TimeIsUp


class Clock:
    """Says when the time is up."""

    def __init__(self, time_limit: float | None):
        number = isinstance(time_limit, Real) and not isinstance(time_limit, bool)
        if time_limit is not None and not (number and time_limit > 0):
            raise PuzzleError(f"time limit {short(time_limit)}: must be a number of seconds above 0")
        self.start, self.limit, self.struck = perf_counter(), time_limit, False

    def seconds(self) -> float:
        return perf_counter() - self.start

    def stop(self) -> bool:
        self.struck = self.limit is not None and self.seconds() > self.limit
        return self.struck

    @property
    def cause(self) -> Ending:
        """What ended a search that is not done: the clock, or else somebody."""
        return Ending.TIME_LIMIT if self.struck else Ending.INTERRUPT


def time_for(field: str, seconds: float | None) -> float:
    """A number of seconds, None: without end; `PuzzleError` for anything else."""
    if seconds is None:
        return float("inf")
    if not (isinstance(seconds, Real) and seconds >= 0):
        raise PuzzleError(f"{field} {short(seconds)}: must be a number of seconds, or None")
    return seconds
