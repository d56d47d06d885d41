"""Exact cover as a 0-1 program: a variable for each option, a row for each item."""

import itertools
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress

from ..common.clock import Stop, TimeIsUp, never, raise_if_stopped
from ..common.words import place
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..search.exact_cover import ExactCover, Item, Problem, exact_cover, solution_from_options
from ..search.hints import hint_options
from .model import Model, Variable, total
from .solvers import all_solutions


def placement_model(problem: Problem, given: Iterable = (), stop: Stop = never) -> Model:
    """Return a model with x[i] = 1 where option i is chosen, and a row for each item.

    The rows are called "piece L" and "cell (0,1,2)", those of an exact cover problem "item a". The
    row of an item with slack says "<=", and a second one, "least of item a", how often it must be
    covered, if at all. An item with colours has a variable for each, "a:red", which is 1 exactly
    when an option that gives it is chosen; they and the options without a colour are at most one.
    Items that are written alike are numbered from the second on, "item a (2)". Each of the `given`
    placements (of an exact cover problem: numbers of options) gets a row "hint x[i]" that says how
    often it is given; twice is infeasible. Errors: `TimeIsUp`, after stop().

    >>> from puzzlelib import load
    >>> model = placement_model(load("little-cube"))
    >>> len(model.names), len(model.rows)
    (44, 11)
    >>> from puzzlelib.search import cover_of
    >>> print(*placement_model(cover_of({"A": "ce", "B": "ad", "C": "de"}), [0]).rows.values(), sep="\\n")
    item c: x[0] = 1
    item e: x[0] + x[2] = 1
    item a: x[1] = 1
    item d: x[1] + x[2] = 1
    hint x[0]: x[0] = 1
    """
    cover = exact_cover(problem)
    model = Model("exact cover" if isinstance(problem, ExactCover) else problem.name)
    x = [model.variable(f"x[{option}]") for option in range(len(cover.options))]
    for item, often in cover.items.items():
        raise_if_stopped(stop)
        bare = {i for i in cover.containing[item] if not cover.agreeing(i, item)}
        taken = total([*(x[i] for i in sorted(bare)), *colour_variables(model, cover, item, x)])
        least = often - cover.slack.get(item, 0)
        name = row_name(problem, item)
        model.row(free_name(name, model.rows), taken == often if least == often else taken <= often)
        if 0 < least < often:
            model.row(free_name(f"least of {name}", model.rows), taken >= least)
    for option, often in Counter(hint_options(problem, given)).items():
        model.row(f"hint x[{option}]", x[option] == often)
    return model


def free_name(name: str, taken: Container[str]) -> str:
    """Return a name, or where it is taken the name with the first number that makes it a new one.

    >>> free_name("4", {"a"}), free_name("4", {"4"}), free_name("4", {"4", "4 (2)"})
    ('4', '4 (2)', '4 (3)')
    """
    numbered = (f"{name} ({k})" for k in itertools.count(2))
    return next(text for text in itertools.chain([name], numbered) if text not in taken)


def colour_variables(model: Model, cover: ExactCover, item: Item, x: list) -> list[Variable]:
    """Add a variable for each colour of an item, with the rows that tie it to its options."""
    found = []
    for colour in [colour for other, colour in cover.painting if other == item]:
        options = sorted(cover.painting[item, colour])
        has = model.variable(free_name(f"{item}:{colour}", model.names))
        model.row(f"some option gives {has.name}", has <= total(x[i] for i in options))
        for i in options:
            model.row(f"x[{i}] gives {has.name}", has >= x[i])
        found.append(has)
    return found


def row_name(problem: Problem | None, item) -> str:
    """Name the row of an item.

    >>> row_name(None, (0, 1, 2)), row_name(None, "L")
    ('cell (0,1,2)', 'piece L')
    """
    if isinstance(problem, ExactCover):
        return f"item {item}"
    return f"piece {item}" if isinstance(item, str) else f"cell {place(item)}"


def chosen(puzzle: PackingPuzzle, values: Mapping[str, float]) -> Solution:
    """Return the placements whose variables are 1.

    >>> from puzzlelib import load
    >>> chosen(load("little-cube"), {"x[1]": 1, "x[0]": 0})[0].cells
    ((0, 0, 0), (0, 0, 1), (0, 1, 1))
    """
    return solution_from_options(puzzle, options_in(values, len(puzzle.placements)))


def options_in(values: Mapping[str, float], number: int) -> Iterator[int]:
    """Yield those of so many options whose variables are 1.

    >>> list(options_in({"x[1]": 1.0, "x[0]": 0.0, "x:red": 1.0}, 2))
    [1]
    """
    return (option for option in range(number) if round(values.get(f"x[{option}]", 0)))


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = never, solver: str = "highs"
) -> Iterator[Solution]:
    """Yield all solutions with the `given` placements, each once, until stop() is True.

    `solver` is one of `SOLVERS`. HiGHS and Gurobi start again after each solution, so they are for
    puzzles with few of them; cp-sat lists all in one search.

    >>> from puzzlelib import load
    >>> len(next(solutions(load("little-cube"))))
    3
    """
    with suppress(TimeIsUp):
        for values in all_solutions(placement_model(puzzle, given, stop), solver, stop=stop):
            yield chosen(puzzle, values)


def search(cover: ExactCover, stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """Yield all solutions of an exact cover problem, as option numbers in rising order."""
    with suppress(TimeIsUp):
        for values in all_solutions(placement_model(cover, stop=stop), stop=stop):
            yield tuple(options_in(values, len(cover.options)))
