"""Why a search ended: the same words in all results."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar


class Ending(StrEnum):
    """The field `stopped` of every result; each equals its text, and only DONE is false.

    >>> Ending.TIME_LIMIT == "time limit", bool(Ending.DONE), Ending("limit")
    (True, False, 'limit')
    """

    DONE = ""  # all was searched: the result is complete
    LIMIT = "limit"  # as many solutions as were asked for
    EVENTS = "events"  # as many events as a recording may have
    TIME_LIMIT = "time limit"
    STOPPED = "stopped"  # stop() returned True
    INTERRUPT = "interrupt"  # Ctrl-C, or a notebook's stop button
    GAVE_UP = "gave up"  # a solver that could not go on

    __repr__ = str.__repr__


@dataclass
class Count:
    """A number of solutions; if not `complete`, a lower bound, and `stopped` says why."""

    number: int = 0
    complete: bool = True
    stopped: Ending = Ending.DONE


class Stoppable(Protocol):
    """A result that says what cut it short."""

    @property
    def stopped(self) -> str: ...


Found = TypeVar("Found", bound=Stoppable)


def raise_if_interrupted(found: Found) -> Found:
    """Return the result of a search that is a part of other work; raise `KeyboardInterrupt` if an
    interrupt has ended it.

    Searches keep what they found until Ctrl-C. Work that goes on with such a result would take it
    for one that a limit cut short.
    """
    if found.stopped == Ending.INTERRUPT:
        raise KeyboardInterrupt
    return found
