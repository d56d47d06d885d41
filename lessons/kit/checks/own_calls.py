"""The calls that a student's function makes of itself, watched while it runs.

A function calls itself by its name, so another function under this name sees each call: its
arguments, the names that the caller has bound, and all results. A generator is followed each time
it goes on.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..ground.words import many
from .judge import error_line
from .time_limit import TooLong, quiet, stopped_after

MOST_CALLS, MOST_LEVELS = 3_000, 40  # of calls that are watched; a small box needs fewer
MOST_RESULTS = 3_000  # of one call
SECONDS = 5  # for a search


@dataclass(eq=False)
class OwnCall:
    """A call: what its first two arguments held then, and what its caller had bound to names."""

    caller: "OwnCall | None"
    arguments: tuple[tuple, ...]
    bound: tuple = ()
    calls: "list[OwnCall]" = field(default_factory=list)  # that it made
    results: list = field(default_factory=list)
    failed: bool = False  # did it end by an error?


class TooManyCalls(BaseException):
    """Ends a search that makes too many calls, and says so; `except Exception` lets it pass."""


class CallWatch:
    """The watch over one run of a function: its `root` call, and a `log` of them all.

    The log has ("in", call) where a call begins and ("out", call) where it ends. `ended` is "" if
    the function ended, else a sentence.
    """

    def __init__(self, function: Callable, name: str, arguments: tuple, seconds: float = SECONDS):
        self.function, self.name = function, name
        self.signature = inspect.signature(function)
        self.log: list[tuple[str, OwnCall]] = []
        self.calls: list[OwnCall] = []
        self.given_back: Any = None  # by the first call
        self.path: list[OwnCall] = []  # that have begun and not ended, each made by the one before
        self.running: list[OwnCall] = []  # whose code is at work, one inside another
        self.ended = self.watch(arguments, seconds)
        while self.ended and self.log and self.log[-1][1].failed and self.log[-1][0] == "out":
            self.log.pop()  # the search is shown where it stopped

    @property
    def root(self) -> OwnCall:
        return self.calls[0]

    def watch(self, arguments: tuple, seconds: float) -> str:
        """Run the function; return a sentence about its end if it was none of its own."""
        names = getattr(inspect.unwrap(self.function), "__globals__", {})
        before = names.get(self.name, self.function)
        names[self.name] = self.call
        try:
            with stopped_after(seconds), quiet():
                self.given_back = self.call(*arguments)
                self.exhaust(self.given_back)
        except TooLong:
            return f"{self.name} has not ended within {seconds} seconds."
        except TooManyCalls as stop:
            return str(stop)
        except Exception as error:
            return f"{self.name} stopped with {error_line(error)}."
        finally:
            names[self.name] = before
        return ""

    def words_of_stop(self) -> str:
        """Say where a search is stopped that makes too many calls, or gives too much back."""
        if any(len(one.results) > MOST_RESULTS for one in self.calls):
            return f"{self.name} was stopped: it gives back more than {MOST_RESULTS:,} results."
        deep = f" at level {MOST_LEVELS}" if self.is_deep else ""
        calls = many(len(self.calls) - 1, "call")
        return f"{self.name} was stopped{deep} after {calls}, before its end."

    def exhaust(self, got: Any) -> None:
        """Run a generator to its end."""
        for _ in got if isinstance(got, Iterator) else ():
            pass

    @property
    def is_deep(self) -> bool:
        return len(self.path) > MOST_LEVELS

    def stop_if(self, reached: bool) -> None:
        if reached:
            raise TooManyCalls(self.words_of_stop())

    def call(self, *args, **named) -> Any:
        """Stand under the function's name: make the call, and note it."""
        bound = tuple(sys._getframe(1).f_locals.values())
        one = OwnCall(self.running[-1] if self.running else None, self.snapshot(args, named), bound)
        self.calls.append(one)
        self.stop_if(len(self.calls) > MOST_CALLS)
        if inspect.isgeneratorfunction(self.function):
            return self.results_of(one, self.function(*args, **named))
        got = self.run(one, lambda: self.function(*args, **named))
        if isinstance(got, Iterator):
            return self.results_of(one, got)
        some = islice(got if isinstance(got, Iterable) else (), MOST_RESULTS + 1)
        one.results += map(copy_result, some)
        self.stop_if(len(one.results) > MOST_RESULTS)
        self.leave(one)
        return got

    def snapshot(self, args: tuple, named: dict) -> tuple[tuple, ...]:
        """Return what the first two arguments hold, whatever the names by which they were given."""
        try:
            bound = self.signature.bind(*args, **named)
        except TypeError:
            return (), ()  # the call itself will say so
        return tuple(map(held_values, [*bound.args, *bound.kwargs.values(), (), ()][:2]))

    def results_of(self, one: OwnCall, values: Iterator) -> Iterator:
        """Pass on what a call yields; it runs whenever it is asked for more."""
        end = object()
        try:
            while (value := self.run(one, lambda: next(values, end))) is not end:
                one.results.append(copy_result(value))
                self.stop_if(len(one.results) > MOST_RESULTS)
                yield value
        finally:
            self.leave(one)

    def run(self, one: OwnCall, work: Callable) -> Any:
        self.enter(one)
        self.running.append(one)
        try:
            return work()
        except BaseException:
            one.failed = True
            raise
        finally:
            self.running.pop()

    def enter(self, one: OwnCall) -> None:
        """Note that a call begins, or goes on although another one of its caller had begun."""
        if one in self.path:
            return
        if one.caller:
            self.enter(one.caller)
            if one not in one.caller.calls:
                one.caller.calls.append(one)
            self.leave_above(one.caller)
        self.stop_if(self.is_deep)
        self.path.append(one)
        self.log.append(("in", one))

    def leave(self, one: OwnCall) -> None:
        if one in self.path:
            self.leave_above(one)
            self.log.append(("out", self.path.pop()))

    def leave_above(self, one: OwnCall) -> None:
        while self.path[-1] is not one:
            self.log.append(("out", self.path.pop()))


def held_values(value: Any) -> tuple:
    """Return what an argument holds; nothing of an iterator, which would be used up.

    >>> held_values({"a": 1}), held_values(7), held_values(iter("ab"))
    (('a',), (), ())
    """
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, Iterator) else ()


def copy_result(value: Any) -> Any:
    """Return a copy of a result that may change: a list or a set of things that do not."""
    return type(value)(value) if isinstance(value, (list, set, dict)) else value
