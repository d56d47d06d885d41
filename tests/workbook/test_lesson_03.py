"""Lesson 03: the checks look at the order of placing; the shares of nodes that the text and the teacher's
page name."""

import numpy
import pytest
from solved import solved_names

from lessons.kit.checks.judge import verdict
from lessons.l03_tetris_cube.checks import (
    AS_LISTED,
    LARGE,
    count_nodes_in_order,
    hall_of_rivals,
    large_hall,
    seven_pieces,
    timetable_fault,
    timetables,
)
from lessons.l03_tetris_cube.trees import recorded_trees
from lessons.l05_dancing_links import recorded_chain
from lessons.puzzles.checks.laps import soma_race
from puzzlelib import load
from puzzlelib.search import backtracking, probes


def by_least_name(empty, left, placements):
    if not empty:
        yield []
        return
    for piece, cells in placements:
        if left and piece == min(left) and cells <= empty:
            for rest in by_least_name(empty - cells, left - {piece}, placements):
                yield [(piece, cells), *rest]


def test_a_search_by_piece_is_no_search_by_cell():
    assert "this is not a search by cell" in verdict("3.1", by_least_name).say


def test_packings_of_another_search_put_in_order_are_no_search_by_piece():
    def sorted_afterwards(empty, left, placements):
        return [
            sorted(packing, key=lambda one: left.index(one[0]))
            for packing in by_least_cell(empty, frozenset(left), placements)
            if len(packing) == len(left)
        ]

    assert verdict("3.2", sorted_afterwards).status == "not yet"


def probe_with(step, start=0):
    def probe(root, children, choose):
        guess, weight, node = start, 1, root
        while some := children(node):
            weight = step(weight, len(some))
            guess += weight
            node = choose(some)
        return guess

    return probe


def test_adding_instead_of_multiplying_is_not_called_counting_the_root():
    assert "count the root" not in verdict("3.5", probe_with(lambda weight, d: weight + d)).say
    assert "count the root" in verdict("3.5", probe_with(lambda weight, d: weight * d, start=1)).say
    assert verdict("3.5", probe_with(lambda weight, d: numpy.int64(weight * d))).status == "correct"


def nodes(by, prune=()):
    return backtracking.run(seven_pieces(), by=by, prune=prune, seconds=None).nodes


@pytest.mark.slow
def test_the_seven_pieces_and_their_nodes_are_those_of_the_search():
    cube = load("tetris-cube")
    first = next(backtracking.solutions(cube))
    assert seven_pieces() == cube.without(sorted(first, key=lambda placement: min(placement.cells))[:5])
    assert count_nodes_in_order(None, 2 * AS_LISTED) == AS_LISTED


# -------- 3.5b, 3.7


def fewest_first_by_stack(wishes):
    """Another order of going on, tuples for sets, a plan that is changed in place."""
    plan = {}

    def free(club):
        taken = {hour for wish in plan.values() for hour in wish}
        return [tuple(wish) for wish in reversed(wishes[club]) if taken.isdisjoint(wish)]

    def go_on():
        open_clubs = {club: free(club) for club in wishes if club not in plan}
        if not open_clubs:
            return True
        club = min(reversed(open_clubs), key=lambda club: len(open_clubs[club]))
        for wish in open_clubs[club]:
            plan[club] = wish
            if go_on():
                return True
            del plan[club]
        return False

    return dict(plan) if go_on() else None


@pytest.mark.parametrize("constant", [None, {}, {"A": {"a"}}])
def test_a_constant_is_no_timetable(constant):
    assert verdict("3.7", lambda wishes: constant).status == "not yet"


@pytest.mark.parametrize(("first", "solvable"), LARGE)
def test_large_halls_are_as_they_are_said_to_be(first, solvable):
    wishes = large_hall(first, solvable)
    plan = fewest_first_by_stack(wishes)
    assert (plan is not None) == solvable
    assert (
        not solvable
        or timetable_fault({club: set(wish) for club, wish in plan.items()}, wishes, True) is None
    )


def test_rivals_have_one_timetable():
    """Each pair of rivals can be granted its wishes in one way, and no hour is asked for by two pairs."""
    wishes = hall_of_rivals()
    for k in range(10):
        pair = {club: wishes[club] for club in (f"club {k}", f"rival {k}")}
        assert len(list(timetables(pair))) == 1
        assert all(hour.startswith(f"{k} ") for some in pair.values() for wish in some for hour in wish)
    assert timetable_fault(fewest_first_by_stack(wishes), wishes, True) is None


@pytest.mark.slow
def test_the_nodes_of_the_race_that_the_text_compares():
    laps = soma_race(3, by_least_cell)
    once, each = laps["piece by piece"], laps["piece by piece, 24 turns of each"]
    assert each.packings == 48 * once.packings and 11.5 < each.nodes / once.nodes < 12.5
    assert (laps["piece by piece"].nodes, laps["cell by cell"].nodes) == (103_801, 10_580)
    assert laps["cell by cell, your own"].nodes == 10_580
    assert "cell by cell, your own" not in soma_race(3, lambda empty, left, placements: [])


def by_least_cell(empty, left, placements):
    return (
        [[]]
        if not empty
        else [
            [(piece, cells), *rest]
            for piece, cells in placements
            if piece in left and cells <= empty and min(empty) in cells
            for rest in by_least_cell(empty - cells, left - {piece}, placements)
        ]
    )


@pytest.mark.notebook
def test_the_trees_that_the_lesson_compares():
    names = solved_names("l03_tetris_cube")
    assert list(names["by_order"].values())[:4] == [4_871, 1_719, 9_282, 76_694]
    assert 14 < sorted(names["by_order"][f"shuffle {seed}"] for seed in range(5))[2] / 4_871 < 16
    assert [(ran.nodes, ran.solutions) for ran in names["ran_on"].values()] == [
        (5_349, 0),
        (2_816, 0),
        (2, 0),
    ]
    assert names["smallest"] == "by cell"
    assert names["nodes_by"](lambda cell: cell) == names["seven_ran"]["by cell"].nodes
    tail = [values for _, values in sorted(names["by_digits"].items())[-2:]]
    assert sum(map(len, tail)) == 44 and sum(map(sum, tail)) > 0.6 * sum(names["values"])
    assert {name: round(part, 2) for name, part in names["nodes_left"].items()} == {
        "by cell": 0.58,
        "by piece, as listed": 0.23,
    }


def test_the_bets_that_the_teacher_answers():
    z_first = backtracking.run(load("little-cube"), by="piece", order=["Z", "V", "Dot"], seconds=None)
    assert z_first.nodes == 60 and z_first.per_level[1] == 12
    values = probes(load("tetris-cube"), 1000)
    assert 850 < sum(1000 * value < sum(values) for value in values) < 900


def test_each_tree_of_the_tetris_cube_has_one_size():
    trees, chain = (
        recorded_trees(),
        {link.way: link for link in recorded_chain() if link.puzzle == "tetris-cube"},
    )
    names = {
        "piece by piece": "by piece, as listed",
        "cell by cell": "by cell",
        "Algorithm X, sets": "Algorithm X",
    }
    for way, name in names.items():
        assert (chain[way].nodes, chain[way].spread) == (trees[name].nodes, trees[name].spread)
