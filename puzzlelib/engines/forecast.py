"""Forecasts, said once, of how long a search will take; and a better way to count where it is long."""

from math import inf
from typing import TYPE_CHECKING

from ..common.clock import Clock, Stop
from ..common.words import duration, rough_duration, silent
from ..search.exact_cover import why_impossible
from ..search.states import Count, promising, try_count
from .results import PROOF

if TYPE_CHECKING:
    from .questions import Question

STEPS_A_SECOND = 300_000  # of backtracking in plain Python, about
LATE = 5  # seconds of a search before it says how long it will take,
LONG = 60  # if that is longer than so many
PLAIN = ("backtracking", "x", "dlx")  # they ask whether to stop at each step
SLOW = 512  # such steps between two looks at the clock
BETWEEN = 0.1  # seconds between two looks at a bar
ALIKE = 5  # from here on, by `promising`, counting by states is tried
BEFORE = 0.3  # seconds of a search before that,
AHEAD = 20  # if it is expected to take so many times as long as it took
AT_MOST = 30  # seconds that it may take, and
SHARE = 0.07  # of the time that the search is expected to take
LEAST_SHARE = 1e-12  # of a tree that is told from nothing
FEW = 5000  # options, for a count by states and guesses of parts


def may_be_counted(asked: "Question") -> bool:
    """Return whether a count by states is worth a try."""
    if asked.is_puzzle:
        return promising(asked.problem) >= ALIKE
    return len(asked.problem.options) <= FEW


class Probed:
    """Says once how long a search will take that shows no share, by random probes."""

    def __init__(self, question: "Question", name: str, stop: Stop, bar=None, number=lambda: 0):
        self.question, self.ask, self.bar, self.number = question, stop, bar, number
        self.often, self.begun = SLOW if name in PLAIN else 1, question.clock.seconds()
        self.steps, self.shown = 0, 1.0  # seconds
        self.said = question.tell is silent or not question.is_puzzle

    def stop(self) -> bool:
        """Count a step, and speak in time."""
        self.steps += 1
        if self.steps % self.often == 0:
            self.look(self.question.clock.seconds() - self.begun)
        return self.ask()

    def look(self, passed: float) -> None:
        if passed > LATE and not self.said:
            self.said = True
            seconds = self.question.steps / (self.steps / passed if self.often > 1 else STEPS_A_SECOND)
            if seconds - passed > LONG:
                rate = "at this rate" if self.often > 1 else "a plain search of all takes"
                self.question.tell(f"{rate} {rough_duration(seconds)}, by random probes")
        if self.bar and passed > self.shown:
            self.shown = passed + BETWEEN
            self.bar(min(0.99, self.steps / max(1, self.question.steps_to_count)), self.number())


class Forecast:
    """Says once how long a search will take, by the share that is done.

    Where no engine was named, a count by states may be tried before, and again much later, for a
    small part of the expected time; and a proof in a long search that has found nothing.
    """

    def __init__(self, question: "Question", stop: Stop, bar=None):
        self.question, self.clock, self.ask, self.bar = question, question.clock, stop, bar
        self.tries = question.chooses and may_be_counted(question)
        self.rough = not question.is_puzzle or not bar and len(question.problem.placements) > FEW
        self.begun, self.share, self.first, self.due = inf, 0.0, 0.0, BEFORE
        self.number = 0
        self.found: Count | None = None
        self.engine = "states"  # the one that found it
        self.remarks: list[str] = []
        self.said = False

    def __call__(self, share: float, found: int) -> None:
        if self.begun == inf:
            self.begun, self.first = self.clock.seconds(), share
        self.share, self.number = share, found
        if self.bar:
            self.bar(share, found)

    def stop(self) -> bool:
        """Try to count when it is time; return whether the search need not go on."""
        if self.found:
            return True
        passed = self.clock.seconds() - self.begun
        expected = passed / max(self.share - self.first, LEAST_SHARE)
        if self.tries and passed > self.due and expected > AHEAD * passed:
            self.try_states(expected)
        elif passed > LATE and not self.said:
            self.said = True
            if expected - passed > LONG:
                self.warn(expected)
        if self.found:
            took = rough_duration(expected)
            self.question.tell(f"engine {self.engine}: a search would take {took}")
        return self.found is not None or self.ask()

    def try_states(self, expected: float) -> None:
        self.remarks, asked = [], self.question
        limit = Clock(min(SHARE * expected, self.clock.left(2 * AT_MOST) / 2))
        ended = lambda: limit.stop() or self.ask()
        tell = self.remarks.append
        self.found = try_count(asked.problem, asked.symmetry, asked.given, stop=ended, tell=tell)
        self.due = AHEAD * (self.clock.seconds() - self.begun)

    def warn(self, expected: float) -> None:
        """Say how long it will take, and look for a proof."""
        low = self.share - self.first < LEAST_SHARE
        took = f"more than {duration(expected)}" if low else rough_duration(expected)
        asked = self.question
        asked.tell("; ".join([f"at this rate {took}", *self.remarks]))
        if asked.chooses and asked.is_puzzle and not self.number:
            asked.reason = why_impossible(asked.problem, self.clock.left(2 * AT_MOST) / 2)
            if asked.reason:
                self.found, self.engine = Count(), PROOF
