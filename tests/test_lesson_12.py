"""What lesson 12 and its teacher's page say in words has to come out when the cells are run: classes, witnesses, counts, chunks."""

import re
from collections import Counter
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
from solved import solved_names
from test_build import ROOT

from puzzlelib.census_map import LookUp
from puzzlelib.census_rows import index_of, pegs_of
from puzzlelib.check import verdict
from puzzlelib.cosoku import TILES, Cosoku, Placed, dots, icosoku, mirrored, paper_tetrahedron, sums, turns
from puzzlelib.cosoku_referee import verify
from puzzlelib.exercises.lesson_12 import CASES_121, NUMBERS, cases_122, cases_123, counted_124, expected_121
from puzzlelib.tile_search import solutions

FOLDER = ROOT / "lessons" / "12-every-instance"
TEACHER, LESSON = ((FOLDER / name).read_text(encoding="utf-8") for name in ("teacher.md", "lesson.md"))
TWELVES = [(0, 0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2)]


@pytest.fixture(scope="module")
def names():
    return solved_names("12-every-instance")


# ---- the cells ------------------------------------------------------------------------------------------------------------


@pytest.mark.notebook
def test_how_many_there_are(names):
    assert names["total"] == factorial(12) // 120 == 3_991_680 and "3,991,680 are left" in TEACHER
    assert f"{factorial(12):,}" in TEACHER and len(names["turns_of_it"]) == 60
    assert names["always"] and names["changed"] == ["012", "021", "123", "132"]
    copies = Counter(TILES)
    assert [copies[tile] for tile in ((0, 1, 2), (0, 2, 1), (1, 2, 3), (1, 3, 2))] == [3, 3, 2, 2]
    assert all(mirrored(tile) == tile for tile in TILES if len(set(tile)) < 3)


@pytest.mark.notebook
def test_chance_is_not_enough(names):
    assert (
        3 <= names["lucky"] <= 40 and TEACHER.count("one in 70,000") == 2
    )  # 20 million by another program: 274
    pattern = names["arrangements"] / (factorial(12) * names["result"].number)
    assert names["million"] / names["lucky"] < pattern  # what the lesson says of the average


@pytest.mark.notebook
def test_the_ways_to_lay_the_tiles(names):
    """20! for equal tiles that are told apart; three turns for each tile that is not xxx."""
    ways = factorial(20)
    for copies in Counter(TILES).values():
        ways //= factorial(copies)
    turned = sum(len(set(tile)) > 1 for tile in TILES)
    assert names["arrangements"] == ways * 3**turned and turned == 16


@pytest.mark.notebook
def test_the_census(names):
    assert names["found"].covered == names["total"] == names["checked"].verified
    assert round(100 * names["combined"] / names["total"]) == 94 and "94 percent" in TEACHER
    by_pulls = sum(stage.covered for stage in names["found"].stages if stage.name == "pull")
    assert by_pulls > 0.99 * (names["total"] - names["combined"])  # "nearly all of the rest"
    assert names["said"] == "which instance is no longer proved" and names["complaint"].startswith("row ")


@pytest.mark.notebook
def test_any_position_is_looked_up(names):
    """Each seed, and pegs whose witness has to be mirrored, by the referee."""
    card = LookUp(names["found"].witnesses)
    said = set()
    for seed in range(2, 12):
        card.slider.value = seed
        row, symmetry = index_of(icosoku(seed=seed).capacities)
        assert f"row {row:,} " in card.line.value and "referee agrees" in card.line.value
        said.add(symmetry.mirrored)
    assert said == {True, False}


@pytest.mark.notebook
def test_the_count(names):
    """The number itself is judged in test_tile_counts; here that page and cells agree, and that states are fewer."""
    assert f"{names['result'].number:,}" in TEACHER
    assert 0 < names["states"] < names["result"].number / 10


@pytest.mark.notebook
def test_chunks(names):
    assert (names["first"].computed, names["again"].computed, names["again"].restored) == (4, 1, 3)
    assert (names["front"].computed, names["end"].computed) == (5, 1) and "all five are computed" in TEACHER
    assert names["front"].results[1:] == names["end"].results[:-1] == names["first"].results


@pytest.mark.notebook
def test_the_puzzle_with_one_solution(names):
    assert sum(1 for _ in solutions(names["mine"])) == 1


def test_nothing_is_said_before_the_bet():
    """The number of solutions, the share, the size of a class: not in words that are in sight."""
    in_sight = re.sub(r":::\{(revealed|solution|hint|wrong)\}.*?\n:::", "", LESSON, flags=re.S)
    for word in ("billion", "1,418", "94 percent", "120", "119", "3,991,680", "satisfiable"):
        assert word not in in_sight


def test_the_rule_of_the_rows():
    for row in (0, 1_234_567, 3_991_679):
        a, b, c, d, e, f, *_ = pegs_of(row)
        assert a == 1 and b < min(c, d, e, f) and c < f


def test_minutes_add_up():
    assert sum(int(number) for number in re.findall(r"^\|[^|]+\| (\d+)", TEACHER, re.M)[:9]) == 60


# ---- with pencil and paper --------------------------------------------------------------------------------------------------


def test_the_tetrahedron_on_paper():
    solid = paper_tetrahedron().polyhedron
    assert (
        factorial(4) // len(solid.symmetries(reflections=False)),
        factorial(4) // len(solid.symmetries()),
    ) == (2, 1)
    rows = re.findall(r"^\| ([A-D]{3}) \| ([\d ]+) \| ([\d ]+) \|$", TEACHER, re.M)
    assert [row[0] for row in rows] == list(solid.face_names)
    for column, pegs in ((1, (1, 2, 3, 4)), (2, (1, 2, 4, 3))):
        verify(Cosoku(solid, pegs, TWELVES), [placed(tuple(map(int, row[column].split()))) for row in rows])
    assert [
        sum(1 for _ in solutions(Cosoku(solid, pegs, TWELVES))) for pegs in ((1, 2, 3, 4), (1, 2, 4, 3))
    ] == [6, 1]


def placed(spots):
    return next(Placed(tile, turn) for tile in TILES for turn in turns(tile) if dots(tile, turn) == spots)


def test_chance_on_the_tetrahedron():
    puzzle = paper_tetrahedron()
    laid = [
        [Placed(tile, turn) for tile, turn in zip(order, way)]
        for order in permutations(puzzle.tiles)
        for way in product(*map(turns, order))
    ]
    lucky = sum(set(sums(puzzle, one)) == {1, 2, 3, 4} for one in laid)
    assert (
        f"{len(laid):,} different arrangements, and {lucky} of them" in TEACHER
        and 4 < len(laid) / lucky < 4.5
    )
    assert all(mirrored(tile) == tile for tile in puzzle.tiles) and mirrored((0, 1, 2)) not in TWELVES


# ---- the exercises --------------------------------------------------------------------------------------------------------


def test_classes_by_brute_force_are_the_quotient():
    assert all(
        expected_121(k) == factorial(len(solid.vertices)) // len(solid.symmetries(reflections=with_mirror))
        for k, (solid, with_mirror) in enumerate(CASES_121)
    )


def test_the_arrangements_that_are_judged():
    for _, laid, right in cases_122():
        tiles, found = Counter(one.tile for one in laid), set(sums(icosoku(), laid))
        assert (tiles == Counter(TILES) and found == NUMBERS) == right
    trick = next(laid for name, laid, _ in cases_122() if name.startswith("one dot moved"))
    tiles = [one.tile for one in trick]
    assert (
        set(tiles) == set(TILES)
        and Counter(tiles) != Counter(TILES)
        and set(sums(icosoku(), trick)) == NUMBERS
    )
    different = next(laid for name, laid, _ in cases_122() if name.startswith("twelve different"))
    assert len(set(sums(icosoku(), different))) == 12 and Counter(one.tile for one in different) == Counter(
        TILES
    )


def test_turns_few_and_many():
    many = [
        sum(
            set(sums(icosoku(), [*laid[:f], Placed(one.tile, turn), *laid[f + 1 :]])) == NUMBERS
            and turn != one.turn
            for f, one in enumerate(laid)
            for turn in turns(one.tile)
        )
        for laid in cases_123()
    ]
    assert many == sorted(many) and many[-1] >= 2


def test_small_puzzles_have_different_counts():
    assert (
        len({number for _, number in counted_124()}) >= 3 and min(number for _, number in counted_124()) > 0
    )


@pytest.mark.parametrize(
    "exercise, answer",
    [
        ("12.1", lambda solid, with_mirror: "many"),
        ("12.1", lambda solid, with_mirror: 0.5),
        ("12.2", lambda laid: 1),
        ("12.2", lambda laid: "yes"),
        ("12.3", lambda laid: 7),
        ("12.3", lambda laid: [None]),
        ("12.3", lambda laid: {(1, 2)}),
        ("12.3", lambda laid: {("a",), (1,)}),
        ("12.4", lambda puzzle: [1]),
        ("12.5", 7),
        ("12.5", paper_tetrahedron()),
    ],
    ids=str,
)
def test_strange_answers(exercise, answer):
    said = verdict(exercise, answer)
    assert said.status == "not yet" and said.error is None and "cannot make sense" not in str(said)


def test_numbers_of_numpy_and_decimal_ones():
    def quotient(solid, with_mirror):
        return factorial(len(solid.vertices)) / len(solid.symmetries(reflections=with_mirror))

    assert "// divides whole numbers" in verdict("12.1", quotient).say
    assert (
        verdict("12.1", lambda solid, with_mirror: np.int64(quotient(solid, with_mirror))).status == "correct"
    )


def test_a_function_where_a_puzzle_is_asked_for():
    assert "<function" in str(verdict("12.5", lambda: 7)) and "Runner" not in str(verdict("12.5", lambda: 7))
