"""The whole trees of lesson 04: their nodes, endings and shapes, against counts made in another way."""

import numpy as np
import pytest

from lessons.l04_algorithm_x.coast import coast_card, packed_tree, renumber, tree_of
from puzzlelib import ExactCover, count, exact_cover, load, solve
from puzzlelib.packing import least_image, option_tables
from puzzlelib.search import algorithm_x

SOMA = load("soma")
COVER = exact_cover(SOMA)
FIRST_CELLS = ExactCover(
    dict.fromkeys([*SOMA.container, *(one.name for one in SOMA.pieces)], 1), COVER.options
)
LAID = [[k for k, option in enumerate(COVER.options) if option[0] == "V"][7]]


@pytest.mark.parametrize("rule", ["first", "fewest"])
def test_a_tree_has_the_nodes_and_the_solutions_that_are_counted(rule):
    level, option, ending = tree_of(algorithm_x.steps(FIRST_CELLS, rule, given=LAID))
    counted = algorithm_x.run(FIRST_CELLS, LAID, rule, seconds=None)
    held = SOMA.placements[LAID[0]]
    solutions = solve(SOMA, "dlx", limit=None, given=[held]).solutions
    assert len(level) == counted.nodes and (ending == 1).sum() == len(solutions)
    assert set(level[ending == 1].tolist()) == {len(SOMA.pieces) - 1}
    found = {frozenset(path) for path in paths(level, option)[ending == 1]}
    assert found == {frozenset(SOMA.option[one] for one in solution if one != held) for solution in solutions}


@pytest.mark.parametrize("rule", ["first", "fewest"])
def test_what_has_nothing_below_it_is_a_dead_end_or_a_solution(rule):
    """A second look at the dead ends: the nodes that no deeper one follows."""
    level, _, ending = tree_of(algorithm_x.steps(FIRST_CELLS, rule, given=LAID))
    leaves = np.append(level[1:] <= level[:-1], True)
    assert np.array_equal(leaves, ending > 0)


def test_pieces_on_a_path_do_not_overlap():
    level, option, _ = tree_of(algorithm_x.steps(FIRST_CELLS, "fewest", given=LAID))
    for path in paths(level, option)[::50]:
        cells = [cell for one in (*path, *LAID) for cell in SOMA.placements[one].cells]
        assert len(cells) == len(set(cells))


def paths(level, option) -> np.ndarray:
    """The options on the way to each node."""
    found, path = np.empty(len(level), object), []
    for k, (depth, one) in enumerate(zip(level.tolist(), option.tolist())):
        path = [*path[: depth - 1], one]
        found[k] = tuple(path)
    return found


def test_the_card_gets_what_it_draws():
    card = coast_card(SOMA, LAID, {"one": algorithm_x.steps(FIRST_CELLS, "fewest", given=LAID)})
    discs = card.children[-1]
    assert discs.names == ["one"] and discs.given == LAID
    assert [[discs.cells[k] for k in cells] for _, cells in discs.places[::99]] == [
        [list(cell) for cell in place.cells] for place in SOMA.placements[::99]
    ]
    (tree,) = discs.trees
    assert len(tree["levels"]) * 2 == len(tree["options"]) == 2 * len(tree["endings"]) == 2 * 3718
    again = tree_of(algorithm_x.steps(FIRST_CELLS, "fewest", given=LAID))
    assert tree == packed_tree(again) and max(tree["levels"]) == 6


@pytest.mark.slow
def test_a_search_for_one_packing_of_each_kind_has_the_numbers_of_all_options():
    """As in lesson 05: of the L only the least placement of each orbit is tried."""
    puzzle = load("tetracubes-2x2x8")
    turns, cover = option_tables(puzzle, "rotations"), exact_cover(puzzle)
    least = [n == min(turn[n] for turn in turns) for n in range(len(cover.options))]
    keep = [n for n, option in enumerate(cover.options) if option[0] != "L" or least[n]]
    part = ExactCover(cover.items, tuple(cover.options[n] for n in keep))
    level, option, ending = tree_of(renumber(algorithm_x.steps(part), keep))
    kinds = {least_image(path, turns) for path in paths(level, option)[ending == 1]}
    assert len(kinds) == (ending == 1).sum() == count(puzzle, symmetry="rotations").count == 224
