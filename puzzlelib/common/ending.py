"""Why a search came to its end: one word for all results."""

from enum import StrEnum


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
