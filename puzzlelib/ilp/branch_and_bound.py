"""Branch and bound: a 0-1 program solved by linear programs.

The *relaxation* of a program lets each variable be any number from 0 to 1. It is easy to solve, and
its cost is a bound: no solution costs less. Where a variable comes out as a fraction we *branch*:
it is 1, or it is 0, and both programs have relaxations. References: A. H. Land and A. G. Doig, An
automatic method of solving discrete programming problems, Econometrica 28, 1960; L. A. Wolsey,
Integer Programming, 2020, chapter 7.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from math import ceil, inf
from random import Random
from typing import Any

from ..common.errors import PuzzleError, as_list, check_int, short
from ..common.words import many
from ..search.exact_cover import ExactCover, Problem, solution_from_options
from ..search.hints import hint_options
from ..search.recorder import record_steps
from .branch_events import BranchRecorder, BranchTrace, Variables, has_cost, is_fraction, with_undo
from .model import NEAR, Model, is_number
from .placements import placement_model
from .relaxation import Relaxation
from .solvers import checked_values

MOST_EVENTS = 3_000  # of a trace, unless one asks for more: each may take a linear program
RANDOM_COSTS = range(1, 10)


# -------- the search


def steps(model: Model, fixed: Mapping[str, int] = {}) -> Iterator[tuple]:
    """Search depth first, and yield each step:

        ("node", fixed, relaxed, bound)   a node: its fixed variables, its relaxation, the bound
        ("conflict", why)                 nothing to be found below: "infeasible" or "bound"
        ("choose", name, value)           branch on this variable, which is a fraction
        ("answer", values, cost)          the relaxation has no fraction: the new incumbent

    Where nothing has a cost, the first solution ends the search.
    """
    relaxation, incumbent = Relaxation(model), inf
    todo = [dict(fixed)]
    while todo:
        node = todo.pop()  # the newest first: depth first
        relaxed = relaxation.solve(node)
        bound = at_least(model, relaxed.bound)
        yield "node", node, relaxed, bound
        if not relaxed.feasible:
            yield "conflict", "infeasible"
        elif bound > incumbent - NEAR:  # nothing better below
            yield "conflict", "bound"
        elif name := most_fractional(relaxed.values):
            yield "choose", name, relaxed.values[name]
            todo += [node | {name: 0}, node | {name: 1}]  # the last one is the next one
        else:
            values = checked_values(model, relaxed.values, "highs")  # rounding may break a row
            incumbent = model.value(values)
            yield "answer", values, incumbent
            if not has_cost(model):
                return


def most_fractional(values: Mapping[str, float]) -> str:
    """Return the first variable that is nearest to one half, "" where none is a fraction.

    >>> most_fractional({"a": 1.0, "b": 0.25, "c": 0.6}), most_fractional({"a": 1.0, "b": 0.0})
    ('c', '')
    """
    fractions = [name for name, value in values.items() if is_fraction(value)]
    off_half = lambda name: round(abs(values[name] - 0.5), 6)  # more digits are a solver's error
    return min(fractions, key=off_half, default="")


def at_least(model: Model, bound: float) -> float:
    """Return the least cost of a solution: `bound`, rounded up if all costs are whole.

    >>> model = Model()
    >>> a, b = model.variables("a", "b")
    >>> model.minimise(3 * a + 2 * b)
    >>> at_least(model, 2.5)
    3
    """
    whole = bound < inf and all(float(cost).is_integer() for cost in model.cost.values())
    return ceil(bound - NEAR) if whole else bound


# -------- its trace


def trace(
    problem: Problem | Model,
    given: Iterable = (),
    costs: Sequence[float] | str | None = None,
    *,
    seed: int = 0,
    limit: int | None = None,
    max_events: int = MOST_EVENTS,
) -> BranchTrace:
    """Solve a problem by branch and bound, and return its trace. Errors: `PuzzleError`.

    Parameters
    ----------
    problem
        a packing puzzle or an exact cover problem, whose placement model is solved, or any other
        model; option i is its i-th variable
    given
        the hints: placements, or option numbers, or names of variables of a model; they are fixed
        to 1
    costs
        a number for each option, or "random": whole numbers from 1 to 9, drawn by `seed`. None:
        those of the model; a puzzle has none, and the first solution ends the search
    limit
        the number of incumbents after which a search with costs ends (None: no limit)
    max_events
        the number of events after which the recording ends, the last one included

    Examples
    --------
    >>> knapsack = Model("knapsack")
    >>> a, b, c, d = knapsack.variables("a", "b", "c", "d")
    >>> row = knapsack.row("weight", 5 * a + 7 * b + 4 * c + 3 * d <= 14)
    >>> knapsack.minimise(-8 * a - 11 * b - 6 * c - 4 * d)          # worth as much as possible
    >>> tree = trace(knapsack)
    >>> tree.events[0].say
    'Start: nothing is decided yet. The relaxation costs -22 with 1 fraction.'
    >>> tree.cost, tree.relaxations, tree.solutions[-1]
    (-21, 7, {'a': 0, 'b': 1, 'c': 1, 'd': 1})
    """
    given = as_list("given", given)
    numbers = given_numbers(problem, given)
    program = problem if isinstance(problem, Model) else placement_model(problem, given)
    model, names = with_costs(program, costs, seed), tuple(program.names)
    shown: Any = Variables(names) if isinstance(problem, Model) else problem
    recorder = BranchRecorder(shown, model, numbers)
    seen = with_undo(steps(model, {names[i]: 1 for i in numbers}))
    found, stopped = record_steps(seen, recorder, limit if has_cost(model) else None, max_events)
    made = BranchTrace(shown, recorder.events, frozenset(numbers), stopped=stopped, model=model)
    made.solutions = [solution(problem, values) for values in found]
    made.costs = [model.cost.get(name, 0) for name in names] if has_cost(model) else None
    made.snapshots  # now, so that no step waits for it later
    return made


def with_costs(model: Model, costs: Sequence[float] | str | None, seed: int) -> Model:
    """Return the model with a cost for each variable."""
    seed, count = check_int("seed", seed), len(model.names)
    if costs is None:
        return model
    if isinstance(costs, str) and costs == "random":
        draw = Random(seed)
        costs = [draw.choice(RANDOM_COSTS) for _ in range(count)]
    if isinstance(costs, Iterable) and not isinstance(costs, (str, Mapping, Set)):
        costs = list(costs)
    if not isinstance(costs, list) or len(costs) != count or not all(map(is_number, costs)):
        must = f'must be None, "random", or a list of {many(count, "number")}, one for each option'
        raise PuzzleError(f"costs {short(costs)}: {must}")
    return replace(model, cost=dict(zip(model.names, costs)))


def given_numbers(problem: Problem | Model, given: list) -> list[int]:
    """Return the hints as option numbers, each once. Errors: `PuzzleError`."""
    if not isinstance(problem, Model):
        return list(dict.fromkeys(hint_options(problem, given)))
    if strangers := [name for name in given if not isinstance(name, str) or name not in problem.names]:
        where = f"in the model {problem.name}"
        raise PuzzleError(f"given {short(strangers[0])}: there is no such variable {where}")
    return [list(problem.names).index(name) for name in dict.fromkeys(given)]


def solution(problem: Problem | Model, values: Mapping[str, int]):
    """Return an incumbent in the terms of the problem."""
    if isinstance(problem, Model):
        return values
    chosen = tuple(number for number, value in enumerate(values.values()) if value)
    return chosen if isinstance(problem, ExactCover) else solution_from_options(problem, chosen)
