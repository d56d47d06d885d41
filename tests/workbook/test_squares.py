"""Magic squares to take in the hand: the search with a plan of one's own, the explorer."""

from itertools import permutations

import pytest

from lessons import player
from lessons.l01_backtracking import card as squares
from lessons.l01_backtracking.card import square_explorer
from lessons.l01_backtracking.magic import search, wrong_line
from puzzlelib.common.errors import PuzzleError
from puzzlelib.search import magic_square

LO_SHU = (2, 7, 6, 9, 5, 1, 4, 3, 8)


def first_empty(square):
    return square.index(0)


def careful(square):
    return None if wrong_line(square) else first_empty(square)


# -------- lines


def test_wrong_line_waits_until_a_line_is_full():
    assert wrong_line((9, 8, 0) + (0,) * 6) is None
    assert wrong_line((9, 8, 7) + (0,) * 6) == (0, 1, 2)
    for last in permutations((3, 4, 8)):
        assert (wrong_line((2, 7, 6, 9, 5, 1, *last)) is None) == (last == (4, 3, 8))


# -------- search


def test_search_finds_what_the_engine_finds():
    result = search([0] * 9, careful, 20_000)
    assert result.complete and len(result.squares) == 8
    assert set(result.squares) == set(magic_square.solutions(3, prune="partial"))


@pytest.mark.parametrize("square, nodes", [(LO_SHU, 0), ((*LO_SHU[:8], 0), 1), ((*LO_SHU[:6], 0, 0, 0), 15)])
def test_a_whole_tree_of_the_last_cells(square, nodes):
    result = search(square, first_empty, 100)
    assert (result.squares, result.nodes, result.complete) == ((LO_SHU,), nodes, True)


def test_budget():
    exact = search([0] * 9, careful, 9505)  # the size of the tree: just enough
    short = search([0] * 9, careful, 9504)
    assert exact.complete and exact.nodes == 9505
    assert not short.complete and short.nodes == 9504
    none = search([0] * 9, careful, 0)
    assert none.nodes == 0 and not none.complete and none.squares == ()


def test_a_plan_cannot_spoil_the_square():
    def greedy(square):
        cell = careful(square)
        square[:] = [0] * 9
        return cell

    assert len(search([0] * 9, greedy, 20_000).squares) == 8


@pytest.mark.parametrize(
    "square, plan, words",
    [
        ([0] * 10, first_empty, "10 cells"),
        ([7, 7] + [0] * 7, first_empty, "number 7: is in the square 2 times"),
        ([10] + [0] * 8, first_empty, "number 10: must be"),
        ([5] + [0] * 8, lambda square: 0, "next_cell 0: 5 is there already"),
        ([0] * 9, lambda square: 9, "next_cell 9: must be None"),
        ([0] * 9, lambda square: (0, 1), "next_cell"),
    ],
)
def test_what_a_search_cannot_follow_is_one_line(square, plan, words):
    with pytest.raises(PuzzleError, match=words.replace("(", r"\(")) as problem:
        search(square, plan, 100)
    assert "\n" not in str(problem.value)


# -------- the explorer


@pytest.mark.parametrize(
    "choice, words",
    [
        ({"n": 5}, "n 5: must be 3 or 4"),
        ({"order": "spiral"}, "order 'spiral': choose one of rows"),
        ({"prune": None}, "prune None: choose one of end"),
    ],
)
def test_explorer_refuses(choice, words):
    with pytest.raises(PuzzleError, match=words):
        square_explorer(**choice)


@pytest.fixture
def traces(monkeypatch):
    """The traces that the explorer gives to its player, one after the other."""
    seen = []
    monkeypatch.setattr(
        squares, "player", lambda trace, **others: seen.append(trace) or player(trace, **others)
    )
    return seen


@pytest.mark.slow
def test_controls_change_the_search(traces):
    card = square_explorer(prune="partial")
    assert card.line.value == "The whole tree: 2,845 nodes, 8 magic squares in it."
    card.prune.value = "line"
    assert len(traces) == 2 and len(traces[1].events) > len(traces[0].events)
    assert card.place.children[0].step.max == len(traces[1].events) - 1
    assert (
        card.line.value
        == f"The whole tree: {magic_square.count_nodes(3, prune='line').nodes:,} nodes, 8 magic squares "
        "in it."
    )
    card.order.value = "centre first"
    assert [next(event.item for event in trace.events if event.kind == "try") for trace in traces] == [
        (0, 0),
        (0, 0),
        (1, 1),
    ]
