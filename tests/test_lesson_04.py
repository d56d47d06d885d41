"""What lesson 04 says in words has to come out when its cells are run: the printed log, the twins, the bets."""

import pytest
from solved import solved_names

pytestmark = pytest.mark.notebook


@pytest.fixture(scope="module")
def names():
    return solved_names("04-algorithm-x")


def test_all_twelve_printed_lines_come_out_and_his_solution(names):
    assert names["same_lines"] == len(names["HIS_LOG"]) + len(names["HIS_END"]) == 12
    assert names["same_solution"]
    assert names["columns"].index(names["least"]) == 12 and names["kind_of"](names["least"]) == "a corner"


def test_the_duplicates_of_two_pieces_give_each_solution_four_times(names):
    assert (len(names["his_rows"]), names["ours"], len(names["cube_cover"].items)) == (4488, 4080, 76)
    assert len({(row.piece, frozenset(row.cells)) for row in names["his_rows"]}) == names["ours"]
    assert names["same"] == ["H", "K"] and (names["often"], names["once"]) == (4, 1)
    assert [number for *_, number in names["domino_counts"]()] == [4, 8, 16]


def test_one_shuffle_says_the_contrary_of_sixty(names):
    assert names["fixed"] < names["fewest_tries"]
    fewest, fixed = (sorted(names["soma_tries"][rule])[29:31] for rule in ("fewest", "first"))
    assert sum(fewest) < sum(fixed) and names["wins"][-1] > 30
    whole = names["whole_tree"]
    assert (
        all(tree.complete and tree.solutions == 0 for tree in whole.values())
        and whole["fewest"].nodes < whole["first"].nodes
    )


def test_queens_need_diagonals_that_may_stay_empty(names):
    assert (names["strict"].solutions, names["loose"].solutions) == (0, 92)
