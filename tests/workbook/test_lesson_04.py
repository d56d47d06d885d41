"""What lesson 04 says in words has to come out when its cells are run: the printed log, the twins, the
bets."""

import sys
from itertools import permutations
from pathlib import Path

import pytest
from solved import solved_names

from lessons.kit.cards.prediction import answer_words
from lessons.kit.checks.judge import verdict
from lessons.kit.checks.laps import race_table, soma_race
from lessons.l04_algorithm_x.checks import card_cover, rows_of_cards, tries_from
from lessons.l05_dancing_links import recorded_chain
from puzzlelib.search import algorithm_x, cover_of


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
    assert (len(names["his_rows"]), names["ours"], len(names["cube_cover"].items)) == (4488, 4080, 76)
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
    """What is forced comes first in both; cells alone guess more; in this order each wins a Sudoku."""
    assert guesses_by_rule(names) == {
        "from above": {"Algorithm X": 0, "Norvig": 0, "cells only": 18},
        "Inkala": {"Algorithm X": 254, "Norvig": 160, "cells only": 1799},
        "Easter Monster": {"Algorithm X": 185, "Norvig": 338, "cells only": 778},
    }


def guesses_by_rule(names):
    rules = [way.partition(":")[0] for way in names["KEYS"]]
    return {name: dict(zip(rules, guesses)) for name, *guesses in names["lines_of_sudokus"]}


@pytest.fixture
def ties(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    import bench_ties

    yield bench_ties
    del sys.modules["bench_ties"]


@pytest.mark.notebook
def test_the_benchmark_of_ties_counts_the_guesses_of_the_lesson(names, ties):
    for puzzle in ("Inkala", "Easter Monster"):
        for rule, key in ties.RULES.items():
            guesses = ties.guesses(ties.HARD[puzzle], ties.COVER.items, key)
            assert guesses == guesses_by_rule(names)[puzzle][rule]


@pytest.mark.slow
def test_norvigs_program_guesses_less_often_and_not_in_each_order(ties):
    [[_, *x_guesses, fewer]] = ties.rows(8, {"": ties.HARD["Norvig 2"]})
    x, norvig = x_guesses[:3], x_guesses[3:]
    assert norvig[1] < x[1] and x[0] < norvig[2] and 0 < fewer < 4


@pytest.mark.notebook
def test_queens_need_diagonals_that_may_stay_empty(names):
    ran = [names["queens_ran"][way] for way in names["ways"]]
    assert [one.solutions for one in ran] == [0, 92, 92] and ran[2].nodes < ran[1].nodes
    options = names["queens"](8).options
    assert len({item for option in names["placed"] for item in options[option]}) == 32
    ratios = {n: fixed / few for n, (few, fixed) in names["growing"].items()}
    assert round(ratios[5], 1) == 1.2 and round(ratios[9], 2) == 1.96


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


# ---- 4.2a, 4.4a, 4.7, the race -----------------------------------------------------------------------------


def test_the_smallest_twins_are_shown():
    said = verdict("4.2a", lambda rows: rows)
    assert said.example.example == [("D", ((0, 0, 0), (1, 0, 0))), ("D", ((1, 0, 0), (0, 0, 0)))]
    assert "D on (0, 0, 0) (1, 0, 0)" in said.say


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


@pytest.mark.parametrize("long", [4, 8])
def test_the_rule_saves_a_tenth_on_dominoes_in_rows_of_four(long):
    squares = [(x, y) for y in range(long) for x in range(4)]
    dominoes = [[(x, y), near] for x, y in squares for near in ((x + 1, y), (x, y + 1)) if near in squares]
    cover = cover_of(dominoes, items=squares)
    fewest, first = (algorithm_x.run(cover, rule=rule, seconds=None).nodes for rule in ("fewest", "first"))
    assert 0.08 <= 1 - fewest / first <= 0.12


def test_the_rule_tries_more_than_a_fixed_order_on_four_cards():
    cover = cover_of([list(card) for card in ("abc", "abd", "cd", "e")], items="abcde")
    assert [algorithm_x.run(cover, rule=rule, seconds=None).nodes for rule in ("fewest", "first")] == [3, 2]


def test_the_second_notebook_names_the_nodes_of_soma_as_they_were_counted():
    words = " ".join(answer["words"] for answer in answer_words().values())
    [nodes] = {
        link.nodes for link in recorded_chain() if link.way == "Algorithm X, sets" and link.puzzle == "soma"
    }
    assert f"visits only {nodes:,} nodes" in words
