"""Magic squares to take in the hand: the search with a plan of one's own, the square to fill, the
explorer."""

from itertools import permutations

import pytest

from lessons import player
from lessons.l01_backtracking import card as squares
from lessons.l01_backtracking.card import by_hand, square_explorer, square_verdict
from lessons.l01_backtracking.magic import magic_sum, search, wrong_line
from puzzlelib.common.errors import PuzzleError
from puzzlelib.search import magic_square

LO_SHU = (2, 7, 6, 9, 5, 1, 4, 3, 8)


def first_empty(square):
    return square.index(0)


def careful(square):
    return None if wrong_line(square) else first_empty(square)


# ---- lines -------------------------------------------------------------------------------------------------


def test_wrong_line_waits_until_a_line_is_full():
    assert wrong_line((9, 8, 0) + (0,) * 6) is None
    assert wrong_line((9, 8, 7) + (0,) * 6) == (0, 1, 2)
    for last in permutations((3, 4, 8)):
        assert (wrong_line((2, 7, 6, 9, 5, 1, *last)) is None) == (last == (4, 3, 8))


# ---- search ------------------------------------------------------------------------------------------------


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


# ---- by hand -----------------------------------------------------------------------------------------------


def typed(numbers):
    card = by_hand()
    for entry, number in zip(card.fields, numbers):
        entry.value = str(number)
    return card


def test_a_number_longer_than_python_reads():
    card = by_hand()
    for digits in ("9" * 5000, "0" * 5000 + "1", "1234567890"):
        card.fields[0].value = digits
        assert "Only the numbers from 1 to 9." in card.line.value


def test_by_hand_writes_the_sums():
    card = typed(LO_SHU)
    assert card.square == list(LO_SHU)
    assert [shown.value.split()[1:] for shown in card.sums.values()] == [["15", "✓"]] * 8
    assert card.line.value == "Every line sums to 15: a magic square."


def test_by_hand_marks_only_full_lines():
    card = typed((1, 2, 3, 4))
    assert card.sums[(0, 1, 2)].value == "→ 6 ✗" and card.sums[(0, 3, 6)].value == "↓ 5"
    assert card.line.value == "The sum of row 1 is 6. It should be 15."
    card.fields[2].value = ""
    assert card.sums[(0, 1, 2)].value == "→ 3" and card.line.value == "Empty cells: 6."


@pytest.mark.parametrize(
    "entry, words",
    [
        ("10", "Only the numbers from 1 to 9."),
        ("x", "Only the numbers from 1 to 9."),
        ("2.5", "Only the numbers from 1 to 9."),
        ("1", "1 is there twice."),
    ],
)
def test_by_hand_says_what_is_wrong(entry, words):
    card = typed((1,))
    card.fields[1].value = entry
    assert card.line.value == words


def test_only_magic_squares_are_called_magic():
    called = [
        row
        for row in permutations(range(1, 10))
        if row[4] == 5 and row[0] == 2 and "magic" in square_verdict(row)
    ]
    assert called == [(2, 7, 6, 9, 5, 1, 4, 3, 8), (2, 9, 4, 7, 5, 3, 6, 1, 8)]
    assert magic_sum(3) == sum(called[0][:3])


# ---- the explorer ------------------------------------------------------------------------------------------


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
