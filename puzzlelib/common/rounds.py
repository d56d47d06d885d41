"""Rounds: how much a search has worked, counted in its own steps, the same on every machine.

A search asks stop() after each round. So where it is one of several ways, the choice among them is
made by counting these questions, and never by a clock: a busy machine, or a slow one, does the same
work for the same answer. `benchmarks/bench_rounds.py` measures that a round of each search takes
about a hundredth of a second; that machine has no say in the choice.
"""

from math import inf

from .clock import Stop, never, raise_if_stopped

# The steps of a round.
COMPILED = 10_000_000  # options looked at in machine code, in words of 64 items
STATES = 8_000  # states, and moves from one to another
COLOURING = 10_000  # microseconds, about, of sums of rows, and of rows that are looked at


class Rounds:
    """Counts rounds, and stops a search that needs more than `most` of them.

    >>> rounds = Rounds(2)
    >>> [rounds.stop() for _ in range(3)], rounds.made
    ([False, False, True], 3)
    """

    def __init__(self, most: float = inf, stop: Stop = never):
        self.most, self.ask, self.made = most, stop, 0

    def stop(self) -> bool:
        """Count a round; return True if it is one too many, or stop() says so."""
        self.made += 1
        return self.made > self.most or self.ask()


class Work:
    """Counts steps, and asks stop() after each round of them; `TimeIsUp` when that says True.

    >>> rounds = Rounds()
    >>> work = Work(rounds.stop, each=10)
    >>> work.add(25), rounds.made
    (None, 2)
    """

    def __init__(self, stop: Stop, each: int):
        self.stop, self.each, self.steps = stop, each, 0

    def add(self, steps: int) -> None:
        self.steps += steps
        while self.steps >= self.each:
            self.steps -= self.each
            raise_if_stopped(self.stop)

    def asking(self, steps: int) -> Stop:
        """Return a stop() for a part that asks more often: each question is so many steps."""

        def stop() -> bool:
            self.add(steps)
            return False

        return stop
