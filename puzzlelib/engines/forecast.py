"""How long a search will take, said once; and what is tried beside a long one."""

from functools import cached_property
from math import inf

from ..common.clock import Stop
from ..common.ending import Count
from ..common.rounds import Rounds
from ..common.words import rough_duration, silent
from ..search.proofs import why_impossible
from .questions import Question
from .results import PROOF

STEPS_A_SECOND = 300_000  # of backtracking in plain Python, about
LATE = 5  # seconds of a search before it says how long it will take,
LONG = 60  # if that is longer than so many
PLAIN = ("backtracking", "x", "dlx")  # they ask whether to stop at each step
SLOW = 512  # such steps between two looks at the clock
BETWEEN = 0.25  # seconds between two looks at a bar: with threads, a look takes a hundredth
BEFORE = 30  # rounds of a search before something else is tried,
AGAIN = 4  # and after so many times as many once more,
HARDLY = 0.1  # if a smaller share of it is done
LEAST_SHARE = 1e-12  # of a search: the smallest that counts as progress
ALIKE = 5  # from here on, by `promising`, counting by states is tried
FEW = 5000  # options, for a count by states and guesses of parts


def try_count(*asked, **more) -> Count | None:
    """Call `states.try_count`; what it needs is imported when somebody does."""
    from ..search import states

    return states.try_count(*asked, **more)


def may_be_counted(asked: Question) -> bool:
    """Return whether a count by states is worth a try."""
    if asked.is_puzzle:
        from ..search.states import promising

        return promising(asked.problem) >= ALIKE
    return len(asked.problem.options) <= FEW


class Probed:
    """Report once, from random probes, how long a search without progress will take."""

    def __init__(self, question: Question, name: str, stop: Stop, bar=None, number=lambda: 0):
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


class Beside:
    """Watches a count by machine code: says once how long it will take, by the share that is done;
    and where no engine was named, tries something else beside it.

    That is a count by states, and a proof while nothing has been found. Whether it is tried is a
    matter of rounds, which are counted, and of the share. All that is tried costs no more than the
    search has cost by then, and as this has hardly begun, a tenth of the whole at most.
    """

    def __init__(self, question: Question, stop: Stop, bar=None):
        self.question, self.clock, self.ask, self.bar = question, question.clock, stop, bar
        self.rough = not question.is_puzzle or not bar and len(question.problem.placements) > FEW
        self.rounds, self.spent, self.due = 0, 0, BEFORE
        self.begun, self.late, self.shown = inf, LATE, 0.0
        self.share, self.first, self.number = 0.0, 0.0, 0
        self.before = 0, 0.0  # rounds and share when something else was last thought of
        self.found: Count | None = None
        self.engine = "states"  # the one that found it
        self.remarks: list[str] = []
        self.said = False

    @cached_property
    def counts(self) -> bool:
        """Whether a count by states may be tried."""
        return not self.question.engine and may_be_counted(self.question)

    @property
    def passed(self) -> float:
        """Seconds since the search began."""
        return self.clock.seconds() - self.begun

    def is_due(self) -> bool:
        """Count a round; return whether the share is to be shown after it."""
        self.rounds += 1
        if self.rounds in (1, self.due) or self.passed > self.late:
            return True
        return bool(self.bar) and self.passed > self.shown

    def __call__(self, share: float, found: int) -> None:
        if self.begun == inf:
            self.begun, self.first, self.before = self.clock.seconds(), share, (self.rounds, share)
        self.share, self.number = share, found
        if self.bar:
            self.bar(share, found)
            self.shown = self.passed + BETWEEN
        if self.rounds == self.due:
            self.due *= AGAIN
            if share < HARDLY or self.rest() > self.rounds / HARDLY:
                self.try_others()
            self.before = self.rounds, share

    def rest(self) -> float:
        """Return how many rounds the rest of the search takes, at the pace since `before`: threads may have
        done the parts that seemed large in no time, and be held up in those that seemed small."""
        rounds, share = self.before
        return (1 - self.share) / max(LEAST_SHARE, self.share - share) * (self.rounds - rounds)

    def stop(self) -> bool:
        """Speak in time; return whether the search need not go on."""
        if self.passed > self.late and not self.found:
            self.speak()
        return self.found is not None or self.ask()

    def stop_soon(self) -> bool:
        """Return True also when it was time to try something else."""
        return self.stop() or self.due > BEFORE

    def try_others(self) -> None:
        asked = self.question
        took = self.expected()
        if self.share >= HARDLY:
            took = rough_duration(self.passed * (1 + self.rest() / self.rounds))
        self.remarks = []
        ways = [self.count_by_states] * self.counts
        ways += [self.look_for_proof] * (not asked.engine and asked.is_puzzle and not self.number)
        for k, way in enumerate(ways):
            most = (self.rounds - self.spent) // (len(ways) - k)
            rounds = Rounds(most, self.ask)
            way(rounds.stop)
            self.spent += min(rounds.made, most)
            if self.found:
                instead = f"a search would take {took}" if took else "a search had hardly begun"
                asked.tell(f"engine {self.engine}: {instead}")
                return

    def count_by_states(self, stop: Stop) -> None:
        asked = self.question
        more = {"stop": stop, "tell": self.remarks.append}
        self.found = try_count(asked.problem, asked.symmetry, asked.given, **more)

    def look_for_proof(self, stop: Stop) -> None:
        self.question.reason = why_impossible(self.question.problem, inf, stop)
        if self.question.reason:
            self.found, self.engine = Count(), PROOF

    def expected(self) -> str:
        """Return in words how long the search will take, or "" where no share of it is known."""
        done = self.share - self.first
        return rough_duration(self.passed / done) if done > LEAST_SHARE else ""

    def speak(self) -> None:
        """Say how long it will take, or once that nobody knows yet."""
        done, self.late = self.share - self.first, AGAIN * self.passed
        if took := self.expected():
            self.late = inf
            if self.passed / done - self.passed > LONG:
                self.question.tell("; ".join([f"at this rate {took}", *self.remarks]))
        elif not self.said:
            self.said = True
            said = "no forecast yet: too little of the search is done"
            self.question.tell("; ".join([said, *self.remarks]))
