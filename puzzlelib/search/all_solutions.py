"""All solutions of a puzzle as one thing that is never listed: fair draws, and the n-th."""

from collections.abc import Iterable, Iterator
from random import Random

from ..common.clock import Clock, Stop, never
from ..common.errors import PuzzleError, check_int
from ..common.rounds import STATES, Work
from .exact_cover import ExactCover, Problem, solution_from_options
from .frontier import Frontier
from .hints import hint_options
from .states import MOST_STATES, TooManyStates, plan_for, state_layers


class AllSolutions:
    """All solutions of a puzzle, in a fixed order, as many as there may be.

    It counts from each state in how many ways it can be finished (see `states`), and walks from
    state to state by these numbers: so it finds the n-th solution without those before it, and a
    random number is a fair draw. The order is the same on every machine: by the first cell in which
    two solutions differ, along the longest side, then by the number of the placement there.

    A solution of an exact cover problem is a sorted tuple of option numbers. Each holds the `given`
    placements, or numbers of options. `TimeIsUp` after so many seconds of preparation, or when stop()
    returns True; `TooManyStates`, a `PuzzleError`, where there are more than `most` states, which are
    kept as long as it is: the usual most take some 600 MB.

    >>> from puzzlelib import load
    >>> packings = AllSolutions(load("nine-ls"))
    >>> packings.number
    5328
    >>> packings[0]
    <Solution of Nine L's: 9 pieces>
    >>> packings.draw(seed=7) == packings.draw(seed=7)
    True
    """

    def __init__(
        self,
        problem: Problem,
        given: Iterable = (),
        stop: Stop = never,
        most: int = MOST_STATES,
        time_limit: float | None = None,
    ):
        clock = Clock(time_limit)
        ended = lambda: clock.stop() or stop()
        self.problem, self.held = problem, hint_options(problem, given)
        plan = plan_for(problem, self.held, ended)
        self.start, self.steps = plan.start or 0, plan.steps
        self.ways = self.ways_on(plan, ended, most)
        self.number = self.ways[0].get(self.start, 0)

    def __repr__(self) -> str:
        name = "an exact cover problem" if isinstance(self.problem, ExactCover) else self.problem.name
        return f"<All {self.number:,} solutions of {name}>"

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator:
        return map(self.__getitem__, range(self.number))

    def __getitem__(self, n: int):
        """Return solution number n, from 0; from the end for a negative one."""
        if not -self.number <= n < self.number:
            raise IndexError(f"there are {self.number:,} solutions, numbered from 0")
        n %= self.number
        chosen, state = list(self.held), self.start
        for step, ways in zip(self.steps, self.ways[1:]):
            for option, later in step.moves(state):
                if (number := ways.get(later, 0)) > n:
                    state = later
                    if option is not None:
                        chosen.append(option)
                    break
                n -= number
        if isinstance(self.problem, ExactCover):
            return tuple(sorted(chosen))
        return solution_from_options(self.problem, chosen)

    def draw(self, seed: int):
        """Return a solution, each with the same probability; the same one for the same seed."""
        if not self.number:
            raise PuzzleError("there is no solution to be drawn")
        return self[Random(check_int("seed", seed)).randrange(self.number)]

    def ways_on(self, plan: Frontier, stop: Stop, most: int) -> list[dict[int, int]]:
        """Return for each step, and the end, in how many ways each state can be finished."""
        ways: list[dict[int, int]] = []
        kept = 0
        for layer in state_layers(plan, stop, most):
            ways.append(layer)
            kept += len(layer)
            if kept > most:
                raise TooManyStates(f"all solutions together have more than {most:,} states")
        ways[-1] = dict.fromkeys(ways[-1], 1)
        work = Work(stop, STATES)
        for k in reversed(range(len(self.steps))):
            step, after = self.steps[k], ways[k + 1]
            counted = {}
            for state in ways[k]:
                moves = step.moves(state)
                if n := sum(after.get(later, 0) for _, later in moves):
                    counted[state] = n
                work.add(step.effort + len(moves))
            step.forget()
            ways[k] = counted
        return ways
