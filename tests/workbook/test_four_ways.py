"""Four searches by one clock: their steps and their packing, against counts made in another way."""

from itertools import count
from random import Random

import pytest

from lessons.l08_integer_programs.four_ways import RACE_SEED, WAYS_TO_SEARCH, decisions_until, laid_at
from puzzlelib import generate, verify
from puzzlelib.asp.engine import assumptions, facts, ground, rules
from puzzlelib.ilp import placement_model, relax

MADE = generate("2x4x4", 2, RACE_SEED)
PUZZLE = MADE.puzzle
PLACES = [(piece, frozenset(cells)) for piece, cells in PUZZLE.placements]
LAID = [(piece, frozenset(cells)) for piece, cells in MADE.given]
FREE = frozenset(PUZZLE.container) - {cell for _, cells in LAID for cell in cells}
LEFT = {piece.name for piece in PUZZLE.pieces} - {piece for piece, _ in LAID}


@pytest.fixture(scope="module")
def runs():
    return {way.name: way.run(PUZZLE, MADE.given) for way in WAYS_TO_SEARCH}


def by_first_cell(free, left, tries) -> bool:
    """Fill the first empty cell; count the tries until the first packing."""
    if not free:
        return True
    first = min(free)
    for piece, cells in PLACES:
        if piece in left and first in cells and cells <= free:
            next(tries)
            if by_first_cell(free - cells, left - {piece}, tries):
                return True
    return False


def by_fewest_ways(free, left, tries) -> bool:
    """Fill what has the fewest ways, pieces before cells, as the items are listed."""
    if not free:
        return True
    ways = [(piece, cells) for piece, cells in PLACES if piece in left and cells <= free]
    names = [piece.name for piece in PUZZLE.pieces if piece.name in left]
    having = [[way for way in ways if way[0] == name] for name in names]
    having += [[way for way in ways if cell in way[1]] for cell in PUZZLE.container if cell in free]
    for piece, cells in min(having, key=len):
        next(tries)
        if by_fewest_ways(free - cells, left - {piece}, tries):
            return True
    return False


@pytest.mark.parametrize(
    "name, search, steps", [("backtracking", by_first_cell, 473), ("Algorithm X", by_fewest_ways, 17)]
)
def test_a_search_of_a_few_lines_makes_as_many_steps(runs, name, search, steps):
    tries = count()
    assert search(FREE, LEFT, tries)
    assert next(tries) == decisions_until(runs[name].trace)[-1] == steps


def test_clasp_makes_as_many_choices_when_nobody_watches(runs):
    control = ground(facts(PUZZLE), rules(), arguments=["--models=1"])
    control.solve(assumptions=list(assumptions(PUZZLE, MADE.given)))
    choices = control.statistics["solving"]["solvers"]["choices"]
    assert decisions_until(runs["clasp"].trace)[-1] == choices


def test_the_bound_begins_with_the_relaxation_and_ends_with_the_cost_of_the_only_packing(runs):
    draw = Random(1)
    costs = [draw.choice(range(1, 10)) for _ in PLACES]
    cost = sum(costs[PUZZLE.option[one]] for one in MADE.solution)
    events = runs["branch and bound"].trace.events
    model = placement_model(PUZZLE, MADE.given)
    model.cost.update(zip(model.names, costs))
    assert events[0].bound == pytest.approx(relax(model).bound)
    assert events[-1].incumbent == cost == 42
    assert all(event.bound <= cost for event in events if event.kind == "answer")


def test_all_four_have_the_same_packing_and_there_is_no_other(runs):
    assert MADE.completions == 1 < generate("2x4x4", 2, 1).completions
    for run in runs.values():
        assert run.trace.solutions == [MADE.solution]
        verify(PUZZLE, run.trace.solutions[0])
        packed = {PUZZLE.placements[option - 1] for option in laid_at(run.trace)[-1].tolist()}
        assert packed == set(MADE.solution)


def test_boxes_hold_pieces_that_do_not_overlap(runs):
    for run in runs.values():
        for row in laid_at(run.trace)[::25].tolist():
            cells = [cell for option in row if option for cell in PLACES[option - 1][1]]
            assert len(cells) == len(set(cells)) >= 8
