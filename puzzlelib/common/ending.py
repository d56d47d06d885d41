"""Why a search came to its end: one word for all results."""

from enum import StrEnum


class Ending(StrEnum):
    """Why a result has what it has, in the field `stopped` of every result; each equals its text, and only
    DONE counts as False.

    >>> Ending.TIME_LIMIT == "time limit", bool(Ending.DONE), Ending("limit")
    (True, False, 'limit')
    """

    DONE = ""  # all was searched: the result is complete
    LIMIT = "limit"  # as many solutions as were asked for
    EVENTS = "events"  # as many events as a recording may have
    TIME_LIMIT = "time limit"  # the clock
    STOPPED = "stopped"  # stop() said True
    INTERRUPT = "interrupt"  # somebody pressed the key
    GAVE_UP = "gave up"  # a solver that could not go on

    __repr__ = str.__repr__
