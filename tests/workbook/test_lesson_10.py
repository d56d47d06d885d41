"""Sentences of lesson 10 and its teacher's page have to come out when the cells are run: sums, tiles put,
choices, tails, leftovers."""

from itertools import combinations, permutations
from math import comb, factorial, prod
from random import Random
from statistics import mean, median

import pytest
from solved import fails_again, solved, solved_names
from test_build import ROOT

from lessons.kit.checks.judge import verdict
from lessons.l10_icosoku.checks import (
    CAN_BE_FILLED,
    HOW_MANY,
    PUT_BY_US,
    all_fillings,
    boards_to_model,
    counted_by_both,
    figures,
    fill_board,
    leftovers,
    mean_tiles,
    small_toy,
    tiny_puzzles,
    tiny_solutions,
)
from puzzlelib.icosoku import by_asp as cosoku_asp
from puzzlelib.icosoku import by_minizinc as minizinc
from puzzlelib.icosoku.by_search import solutions
from puzzlelib.icosoku.puzzle import ALL_TILES, COPIES, TILES, dots, icosoku

FOLDER = ROOT / "lessons" / "l10_icosoku"
TEACHER, LESSON, MORE = (
    (FOLDER / name).read_text(encoding="utf-8") for name in ("teacher.md", "lesson.md", "more.md")
)
GECODE = minizinc.available()["gecode"] in minizinc.HERE


@pytest.fixture(scope="module")
def names():
    return solved_names("l10_icosoku")


# -------- the words


def test_dots_and_pegs():
    assert sum(map(sum, TILES)) == 78 == sum(range(1, 13)) and "78 dots and 78 on the pegs" in TEACHER


@pytest.mark.notebook
def test_the_search_on_the_player(names):
    assert len(names["search"].steps("try")) == 243 and "243" in TEACHER and names["search"].complete is False
    assert len(names["search"].solutions) == 1
    assert names["puzzle"].capacities[names["search"].events[1].vertex] == 12
    conflicts = [names["search"].events[k].say for k in names["search"].steps("conflict")]
    assert 0.4 < sum("wrong sum" in say for say in conflicts) / len(conflicts) < 0.6
    assert "About half of them are found by a bound" in LESSON


@pytest.mark.notebook
def test_bounds_and_restarts(names):
    said = {row[0]: row[1] for row in names["bounded"] + names["again"]}
    assert said["fullest vertex, without bounds"] == said["faces as they are numbered"] == "0 of 10"
    assert "None of the ten" in TEACHER
    assert said["tightest face, restart after 100"] == "10 of 10" != said["tightest face"]
    assert names["with_it"] > names["without"]


@pytest.mark.notebook
def test_learning_pays_where_there_is_no_solution(names):
    learning, forgetting = names["learning"], names["forgetting"]
    assert all(few < 5_000 for few in names["as_it_comes"] + learning)
    assert all(10 * few < many for few, many in zip(learning, forgetting)) and names["times_as_many"] > 100
    program = names["with_a_dot_too_many"](0)
    held = sum(isinstance(part, str) and part.startswith(":- not put") for part in program)
    assert held == 13 and names["answers"](*program) == []
    right = cosoku_asp.facts(icosoku(seed=0))
    assert names["answers"](right, *program[1:])  # without the dot too many there is a solution


@pytest.mark.notebook
def test_sets_and_twins(names):
    assert (names["short"], names["long"]) == (["total(5)"], ["total(7)"])
    assert (names["numbered"], names["really"]) == (12, 2)


@pytest.mark.notebook
def test_symmetry_breaking_costs_choices(names):
    middle = {name: median(numbers) for name, numbers in names["choices"].items()}
    assert 2.5 * middle["tiles"] < middle["ordered"] < 4 * middle["tiles"] and "about three times" in TEACHER


@pytest.mark.notebook
def test_the_race(names):
    times = names["times"]
    assert all(one.solved == one.tried == 6 for one in times.values())
    assert (
        names["best"] in ("backtracking", "asp")
        and min(times, key=lambda name: times[name].median) == "backtracking"
    )  # a busy machine may spoil one mean


@pytest.mark.notebook
@pytest.mark.skipif(not GECODE, reason="MiniZinc is not here")
def test_the_tail_of_gecode(names):
    plain, restarted = names["plain"], names["restarted"]
    assert 27 < max(plain) / median(plain) < 31 and "about 29 times" in TEACHER
    assert max(restarted) < max(plain) / 10
    assert {9 + k for k, nodes in enumerate(plain) if nodes > 20_000} == {10} and "among them (10)" in TEACHER


@pytest.mark.notebook
def test_four_of_twenty_four(names):
    by_hand = [four for four in combinations(ALL_TILES, 4) if sum(map(sum, four)) == 30]
    assert names["fours"] == leftovers() == by_hand and len(by_hand) == 8 and "eight choices" in TEACHER
    assert comb(24, 4) == 10_626 and "10,626" in MORE and len(ALL_TILES) == 24 and len(COPIES) == 14
    assert all({(3, 3, 3), (2, 3, 3)} <= set(four) for four in by_hand)
    assert sum(sorted(map(sum, ALL_TILES))[-4:]) == 31


def test_the_factor_of_the_toy():
    toy = prod(map(factorial, COPIES.values())) * 3 ** sum(
        copies for tile, copies in COPIES.items() if len(set(tile)) == 1
    )
    assert toy == 11_664 and "11,664" in TEACHER and "11,664" in str(verdict("10.4", factor))


@pytest.mark.slow
def test_the_octahedron():
    found = list(solutions(small_toy()))
    assert len(found) == len(list(cosoku_asp.solutions(small_toy()))) == 2716 and "2,716" in TEACHER
    assert sum(small_toy().capacities) == 21


# -------- the exercises


def factor(puzzle):
    return prod(map(factorial, puzzle.copies.values())) * 3 ** sum(
        copies for tile, copies in puzzle.copies.items() if len(set(tile)) == 1
    )


def test_the_oracles_agree_with_another_engine():
    for number, puzzle in enumerate(tiny_puzzles()):
        assert tiny_solutions(number) == set(cosoku_asp.solutions(puzzle))
        assert len(tiny_solutions(number)) == HOW_MANY[number] > 0
    assert all(numbered == typed * factor(puzzle) for puzzle, numbered, typed in counted_by_both())
    assert len(counted_by_both()) >= 6


def test_without_minizinc_the_check_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(
        minizinc,
        "available",
        lambda: {"gecode": "MiniZinc is missing; it comes with apt", "chuffed": "missing"},
    )
    said = str(verdict("10.7", "solve satisfy;"))
    assert "cannot be judged here. MiniZinc is missing; it comes with apt" in said


def test_the_factor_is_asked_for_the_toy():
    """Whoever lists solutions does not come to an end there; other factors are wrong for it."""
    small = lambda puzzle: factor(puzzle) if len(puzzle.tiles) < 20 else 19
    said = verdict("10.4", small)
    assert "the toy" in str(said) and "11664" in str(said) and fails_again(said, small)


@pytest.mark.notebook
def test_one_instance_in_sixty_positions(names):
    assert (names["in_all"][0], names["in_all"][-1]) == (22, 11_805) and "from 22 to 11,805" in TEACHER
    assert sum(number > 3000 for number in names["in_all"]) == 10 and len(names["in_all"]) == 60
    assert "ten of the 60" in TEACHER
    assert sum(number <= 100 for number in names["in_all"]) > 30  # "more than half of them end within 100"
    assert [number for number in names["in_all"] if number > 500][0] > 9_000  # "after 500 tiles ten are left"
    assert sum(number > 500 for number in names["in_all"]) == 10
    assert names["anew"][-1] < 3000
    assert len(set(map(tuple, (one.capacities for one in names["turned_toys"])))) == 60


@pytest.mark.notebook
def test_sixty_orders_have_a_heavy_tail(names):
    """As the lesson says: half below 180, and twelve, five and three above 1,000, 5,000 and 10,000."""
    shuffled = names["shuffled"]
    assert sum(number < 180 for number in shuffled) == 30 and shuffled[-1] == 18_791
    assert [sum(number > most for number in shuffled) for most in (1000, 5000, 10_000)] == [12, 5, 3]
    assert names["anew"][-1] == 1243 and "18,791" in TEACHER


def test_what_lies_at_the_six():
    puzzle, at = small_toy(), small_toy().capacities.index(6)
    around = [
        [(one[face], dots(*one[face])[corner]) for face, corner in puzzle.polyhedron.around[at]]
        for one in solutions(puzzle)
    ]
    full = [there for there in around if sum(number == 0 for _, number in there) <= 1]
    without = sum(all(placed.tile != (0, 3, 3) for placed, _ in there) for there in full)
    assert (len(around), len(full), without) == (2716, 2346, 342) and "2,346" in TEACHER and "342" in TEACHER


# -------- what a restart costs


@pytest.mark.notebook
def test_the_best_patience(names):
    """The figures of the teacher's page, and what the text says of too little patience and too much."""
    runs, prices, best = names["in_all"], names["prices"], names["patient"]
    assert (round(prices[best]), best, round(mean(runs))) == (89, 34, 1926)
    for words in ("89 instead of 1,926, with a patience of 34", "(165)", "(104)"):
        assert words in TEACHER
    assert (round(prices[25]), round(prices[60])) == (165, 104)
    assert sum(run < 60 for run in runs) == 27 and "27 of the 60" in TEACHER
    assert 1 / 30 < names["share"] < 1 / 15  # "about a twentieth"


def test_the_mean_is_what_dice_say():
    """Ten thousand throws for each of some cases, within a twentieth of the number that is computed."""
    draw = Random(3)
    for runs, patience in (([10, 990], 10), ([22, 40, 41, 90, 11_805], 50), ([5, 6, 7], 6)):
        tiles = 0
        for _ in range(10_000):
            while (run := draw.choice(runs)) > patience:
                tiles += patience
            tiles += run
        assert abs(tiles / 10_000 / float(mean_tiles(runs, patience)) - 1) < 0.05


# -------- equal sums on lines


def by_permutations(board):
    """Can it be filled? For boards with at most seven points."""
    return any(
        all(sum(dict(zip(board.points, order))[p] for p in line) == board.total for line in board.lines)
        for order in permutations(board.numbers)
    )


def test_which_boards_can_be_filled():
    """Small ones by all orders; of the stars it is known: 26, 24, and never 1 to 10."""
    boards = figures()
    assert tuple(map(fill_board, boards)) == CAN_BE_FILLED and boards[-1].puts == PUT_BY_US
    small = [number for number, board in enumerate(boards) if len(board.points) < 8]
    assert [by_permutations(figures()[number]) for number in small] == [
        CAN_BE_FILLED[number] for number in small
    ]
    assert len(small) == 4 and CAN_BE_FILLED[-3:] == (True, True, False)


def test_the_fillings_that_a_model_has_to_have():
    """By all orders; of the stars it is known: 12, each in ten positions, and none with 1 to 10."""
    for k, board in enumerate(boards_to_model()):
        if len(board.points) < 8:
            orders = (dict(zip(board.points, order)) for order in permutations(board.numbers))
            sums = lambda at: {sum(at[p] for p in line) for line in board.lines}
            assert all_fillings(k) == {tuple(at.values()) for at in orders if sums(at) == {board.total}}
    assert [len(all_fillings(k)) for k in range(8)] == [6, 0, 6, 8, 1, 6, 120, 0]


@pytest.mark.notebook
def test_the_praise_of_a_search_with_bounds_and_an_order():
    said = solved(FOLDER.name).said["10.6"]
    assert "put 36,908 numbers" in said and "36,908 with both" in TEACHER
