"""Sentences of lesson 04 have to come out when its cells are run: the printed log, the twins, the
bets."""

from itertools import permutations

import pytest
from solved import solved_names

from lessons.kit.cards.prediction import answer_words
from lessons.kit.checks.judge import verdict
from lessons.l04_algorithm_x.checks import card_cover, rows_of_cards, tries_from
from lessons.l05_dancing_links import recorded_chain
from lessons.puzzles.checks.laps import race_table, soma_race


@pytest.fixture(scope="module")
def names():
    return solved_names("l04_algorithm_x")


@pytest.mark.notebook
def test_all_twelve_printed_lines_come_out_and_his_solution(names):
    assert names["same_lines"] == len(names["HIS_LOG"]) + len(names["HIS_END"]) == 12
    assert names["same_solution"]
    assert names["columns"].index(names["least"]) == 12 and names["kind_of"](names["least"]) == "a corner"


@pytest.mark.notebook
def test_the_duplicates_of_two_pieces_give_each_solution_four_times(names):
    assert (len(names["his_rows"]), names["ours"], len(names["columns"])) == (4488, 4080, 76)
    assert len({(row.piece, frozenset(row.cells)) for row in names["his_rows"]}) == names["ours"]
    assert names["same"] == ["H", "K"] and (names["often"], names["once"]) == (4, 1)


@pytest.mark.notebook
def test_one_shuffle_says_the_contrary_of_sixty(names):
    tries = names["soma_tries"]
    assert tries["fixed order"][10] < tries["fewest options"][10]
    fewest, fixed = (sorted(tries[rule])[29:31] for rule in ("fewest options", "fixed order"))
    assert sum(fewest) < sum(fixed) and names["wins"][-1] == 39
    trees = names["fewest_first"], names["fixed"]
    assert all(tree.complete and tree.solutions == 207 for tree in trees)
    assert [tree.nodes for tree in trees] == [3_718, 11_280]


@pytest.mark.notebook
def test_the_rule_propagates_what_norvigs_two_rules_do(names):
    """Forced moves come first in both; cells alone guess more; in this order each wins a Sudoku."""
    assert guesses_by_rule(names) == {
        "from above": {"Algorithm X": 0, "Norvig": 0, "cells only": 18},
        "Inkala": {"Algorithm X": 254, "Norvig": 160, "cells only": 1799},
        "Easter Monster": {"Algorithm X": 185, "Norvig": 338, "cells only": 778},
    }


def guesses_by_rule(names):
    rules = [way.partition(":")[0] for way in names["KEYS"]]
    return {name: dict(zip(rules, guesses)) for name, *guesses in names["lines_of_sudokus"]}


def first_item(items, options):
    """Algorithm X with another choice, a generator of tuples."""
    if not items:
        yield ()
    for name in [name for name in options if items and items[0] in options[name]]:
        left = [item for item in items if item not in options[name]]
        others = {other: its for other, its in options.items() if not its & options[name]}
        yield from ((name, *rest) for rest in first_item(left, others))


def test_no_start_needs_more_tries_than_the_rule():
    tries = {item: tries_from(item) for item in card_cover().items}
    assert tries == dict(zip("abcdefgh", (6, 4, 4, 5, 6, 5, 5, 6)))


def test_the_method_in_the_hints_makes_a_puzzle():
    solution, decoys = ["cat", "dog", "pen"], ["tango", "canoe", "paged", "toad", "cape"]
    assert all(
        "a" in word and sum(bool(set(word) & set(right)) for right in solution) >= 2 for word in decoys
    )
    assert not any(set(right) <= set(word) for word in decoys for right in solution)
    assert all(sum(letter in word for word in solution + decoys) >= 3 for letter in "catdogpen")
    assert verdict("4.6", solution + decoys).status == "correct"


# -------- 4.4a, 4.7, the race


def test_a_log_of_constants_is_refused():
    def constant(items, options, level=0):
        yield 0, len(options), len(items), items[0] if items else None, 1

    assert verdict("4.4a", constant).status == "not yet"


@pytest.mark.notebook
def test_a_students_own_log_is_that_of_the_library_line_by_line(names):
    assert names["my_log"] == names["our_log"] and len(names["our_log"]) == 4123


def test_cards_by_brute_force():
    for n in (1, 2, 3, 4):
        rows = set(permutations([k for k in range(1, n + 1) for _ in range(2)]))
        right = {row for row in rows if all(row[row.index(k) + 1 :].index(k) == k for k in range(1, n + 1))}
        assert set(rows_of_cards(n)) == right


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 8])
def test_cards_exist_only_where_the_sum_of_places_allows_it(n):
    assert bool(rows_of_cards(n)) == (n % 4 in (0, 3))


@pytest.mark.slow
def test_the_nodes_of_the_race():
    laps = soma_race(4, first_item_list)
    assert [(name, lap.nodes) for name, lap in laps.items()][2:4] == [
        ("cell by cell", 10_580),
        ("Algorithm X, sets", 3_646),
    ]
    assert "not counted" in race_table(laps).value
    assert {lap.packings for lap in list(laps.values())[1:]} == {207}


def first_item_list(items, options):
    """Right, by another rule, and does not call itself by its own name."""
    return list(first_item(items, options))


def test_the_second_notebook_names_the_nodes_of_soma_as_they_were_counted():
    words = " ".join(answer["words"] for answer in answer_words().values())
    [nodes] = {
        link.nodes for link in recorded_chain() if link.way == "Algorithm X, sets" and link.puzzle == "soma"
    }
    assert f"visits only {nodes:,} nodes" in words
