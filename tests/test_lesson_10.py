"""What lesson 10 and its teacher's page say in words has to come out when the cells are run: sums, tiles put, choices, tails, leftovers."""

import re
from itertools import combinations
from math import comb, factorial, prod
from statistics import median

import pytest
from solved import solved_names
from test_build import ROOT

from puzzlelib import cosoku_asp, minizinc
from puzzlelib.check import verdict
from puzzlelib.cosoku import ALL_TILES, COPIES, PAPER_PEGS, TILES, Cosoku, icosoku
from puzzlelib.cosoku_engines import solve
from puzzlelib.exercises.lesson_10 import counted, leftovers, small_toy, solved, tiny_puzzles
from puzzlelib.polyhedra import icosahedron
from puzzlelib.tile_search import solutions

FOLDER = ROOT / "lessons" / "10-icosoku"
TEACHER, LESSON = ((FOLDER / name).read_text(encoding="utf-8") for name in ("teacher.md", "lesson.md"))
GECODE = minizinc.available()["gecode"] in minizinc.HERE
SUM_ASP = ":- capacity(V,C), #sum { D,F : corner(F,I,V), has(F,I,D) } != C."
SUM_MZN = "constraint forall (v in VERTEX) (sum (f in FACE, i in 0..2 where corner[f, i] = v) (has[f, i]) = capacity[v]);"


@pytest.fixture(scope="module")
def names():
    return solved_names("10-icosoku")


# ---- the words ------------------------------------------------------------------------------------------------------------


def test_dots_and_pegs():
    assert sum(map(sum, TILES)) == 78 == sum(range(1, 13)) and "78 dots and 78 on the pegs" in TEACHER


@pytest.mark.notebook
def test_the_search_on_the_player(names):
    assert len(names["search"].steps("try")) == 243 and "243" in TEACHER and names["search"].complete is False
    assert (
        len(names["search"].solutions) == 1
        and names["puzzle"].capacities[names["search"].events[1].vertex] == 12
    )
    conflicts = [names["search"].events[k].say for k in names["search"].steps("conflict")]
    assert (
        0.4 < sum("wrong sum" in say for say in conflicts) / len(conflicts) < 0.6
        and "About half of them are found by a bound" in LESSON
    )


@pytest.mark.notebook
def test_bounds_and_restarts(names):
    said = {row[0]: row[1] for row in names["bounded"] + names["again"]}
    assert (
        said["fullest vertex, without bounds"] == said["faces as they are numbered"] == "0 of 10"
        and "None of the ten" in TEACHER
    )
    assert said["tightest face, restart after 100"] == "10 of 10" != said["tightest face"]
    assert names["with_it"] > names["without"]


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
    assert (
        names["told"]["conflicts"] == names["told"]["extra"]["lemmas"] > 100
    )  # one nogood for each dead end


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
    assert comb(24, 4) == 10_626 and "10,626" in LESSON and len(ALL_TILES) == 24 and len(COPIES) == 14
    assert all({(3, 3, 3), (2, 3, 3)} <= set(four) for four in by_hand)
    assert sum(sorted(map(sum, ALL_TILES))[-4:]) == 31


def test_the_factor_of_the_toy():
    toy = prod(map(factorial, COPIES.values())) * 3 ** sum(
        copies for tile, copies in COPIES.items() if len(set(tile)) == 1
    )
    assert toy == 11_664 and "11,664" in TEACHER and "11,664" in str(verdict("10.4", factor))


def test_the_octahedron():
    found = list(solutions(small_toy()))
    assert len(found) == len(list(cosoku_asp.solutions(small_toy()))) == 2716 and "2,716" in TEACHER
    assert sum(small_toy().capacities) == 21


def test_minutes_add_up():
    assert sum(int(number) for number in re.findall(r"^\|[^|]+\| (\d+)", TEACHER, re.M)) == 60


# ---- the exercises --------------------------------------------------------------------------------------------------------


def factor(puzzle):
    return prod(map(factorial, puzzle.copies.values())) * 3 ** sum(
        copies for tile, copies in puzzle.copies.items() if len(set(tile)) == 1
    )


def test_the_oracles_agree_with_another_engine():
    for number, puzzle in enumerate(tiny_puzzles()):
        assert solved(number) == set(cosoku_asp.solutions(puzzle)) and solved(number)
    assert (
        all(numbered == typed * factor(puzzle) for puzzle, numbered, typed in counted())
        and len(counted()) >= 6
    )


@pytest.mark.parametrize(
    "line",
    [
        SUM_ASP,
        "wrong(V) :- capacity(V,C), C != #sum { D,F,I : corner(F,I,V), has(F,I,D) }. :- wrong(_).",
        ":- capacity(V,C), not C = #sum { D,F : has(F,I,D), corner(F,I,V) }.",
    ],
)
def test_other_ways_to_write_the_sum(line):
    assert verdict("10.2", line).status == "correct"


@pytest.mark.skipif(not GECODE, reason="MiniZinc is not here")
@pytest.mark.parametrize(
    "line",
    [
        SUM_MZN,
        "constraint forall (v in VERTEX) (capacity[v] = sum (f in FACE, i in 0..2) (if corner[f, i] = v then has[f, i] else 0 endif));",
    ],
)
def test_other_ways_to_write_the_equation(line):
    assert verdict("10.3", line).status == "correct"


def test_without_minizinc_the_check_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(
        minizinc,
        "available",
        lambda: {"gecode": "MiniZinc is missing; it comes with apt", "chuffed": "missing"},
    )
    said = str(verdict("10.3", SUM_MZN))
    assert "cannot be judged here. MiniZinc is missing; it comes with apt" in said


@pytest.mark.parametrize("line", [7, ["a"], ":- a(X).", "foo", "put(1,2)."])
@pytest.mark.parametrize(
    "exercise",
    ["10.2", pytest.param("10.3", marks=pytest.mark.skipif(not GECODE, reason="MiniZinc is not here"))],
)
def test_strange_lines(exercise, line):
    said = verdict(exercise, line)
    assert said.status == "not yet" and said.error is None and "Traceback" not in str(said)


@pytest.mark.parametrize("laid", [7, "ABC", [1, 2]])
def test_strange_hands(laid):
    said = verdict("10.1", laid)
    assert said.status == "not yet" and said.error is None


@pytest.mark.parametrize(
    "answer",
    [7, "all", [], [None], [7], [[1, 2]], [icosoku()], [("012", 1)] * 8, [[((0, 1, 2), 5)] * 20]],
    ids=str,
)
def test_strange_leftovers(answer):
    said = verdict("10.5", answer)
    assert said.status == "not yet" and said.error is None


def test_the_order_of_the_leftovers_does_not_matter():
    found = [
        solve(Cosoku(icosahedron(), PAPER_PEGS, [tile for tile in ALL_TILES if tile not in four])).arrangement
        for four in reversed(leftovers())
    ]
    assert (
        verdict("10.5", found).status == "correct"
        and verdict("10.5", [list(map(tuple, one)) for one in found]).status == "correct"
    )
