"""Sentences of lesson 12 and its teacher's page have to come out when the cells are run: classes,
witnesses, counts, chunks."""

import io
import linecache
import re
from collections import Counter
from functools import cache
from itertools import permutations, product
from math import cos, factorial, isclose, pi, prod

import numpy as np
import pytest
from domains.l12 import is_a_proof
from solved import solved_names
from test_build import ROOT

from lessons.kit.checks.judge import verdict
from lessons.l12_every_instance.card import LookUp
from lessons.l12_every_instance.checks import (
    CASES_121,
    CELLS,
    DOMINOES,
    board_cover,
    boards,
    cases_123,
    counted_covers,
    dominoes,
    expected_121,
    images_and_others,
    peg_images,
    turned_boards,
    turns_in_words,
)
from lessons.l12_every_instance.proofs import larger, offered_files, proof, small, steps_of
from puzzlelib.icosoku.by_search import solutions
from puzzlelib.icosoku.census.instances import index_of
from puzzlelib.icosoku.puzzle import (
    TILES,
    TYPES,
    Cosoku,
    Placed,
    dots,
    icosoku,
    mirrored,
    paper_tetrahedron,
    sums,
    turns,
)
from puzzlelib.icosoku.record import PAPER_COUNT
from puzzlelib.icosoku.referee import verify

FOLDER = ROOT / "lessons" / "l12_every_instance"
TEACHER, LESSON = ((FOLDER / name).read_text(encoding="utf-8") for name in ("teacher.md", "lesson.md"))
TWELVES = [(0, 0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2)]


@pytest.fixture(scope="module")
def names():
    return solved_names("l12_every_instance")


# -------- the cells


@pytest.mark.notebook
def test_how_many_there_are(names):
    assert names["total"] == factorial(12) // 120 == 3_991_680 and "3,991,680 are left" in TEACHER
    assert f"{factorial(12):,}" in TEACHER and len(names["solid"].symmetries(reflections=False)) == 60
    assert names["always"] and names["changed"] == ["012", "021", "123", "132"]
    copies = Counter(TILES)
    assert [copies[tile] for tile in ((0, 1, 2), (0, 2, 1), (1, 2, 3), (1, 3, 2))] == [3, 3, 2, 2]
    assert all(mirrored(tile) == tile for tile in TILES if len(set(tile)) < 3)


@pytest.mark.notebook
def test_chance_is_not_enough(names):
    assert (
        3 <= names["lucky"] <= 40 and TEACHER.count("one in 71,000") == 2
    )  # 20 million by another program: 274
    assert round(names["arrangements"] / names["everything"], -3) == 71_000
    pattern = names["arrangements"] / (factorial(12) * PAPER_COUNT["solutions"])
    assert names["million"] / names["lucky"] < pattern  # what the lesson says of the average


@pytest.mark.notebook
def test_the_census(names):
    assert names["found"].covered == names["total"] == names["checked"].verified
    assert names["mine_is_a_proof"] is True
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


def test_the_count():
    """The number itself is judged in test_tile_counts; here that page and record agree, and that states are
    fewer."""
    assert f"{PAPER_COUNT['solutions']:,}" in TEACHER
    assert 0 < PAPER_COUNT["states"] < PAPER_COUNT["solutions"] / 10


def test_nothing_is_said_before_the_bet():
    """The size of a class and the number of instances: not in words that are in sight."""
    text = LESSON.split("---\n", 2)[2]  # without the front matter
    in_sight = re.sub(r":::\{(revealed|solution|hint|wrong)\}.*?\n:::", "", text, flags=re.S)
    for word in ("120", "119", "satisfiable"):
        assert word not in in_sight
    assert "3,991,680" not in in_sight.split("## Solve each?")[0]


# -------- with pencil and paper


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
    assert f"{len(laid):,} different arrangements, and {lucky} of them" in TEACHER
    assert 4 < len(laid) / lucky < 4.5
    assert all(mirrored(tile) == tile for tile in puzzle.tiles) and mirrored((0, 1, 2)) not in TWELVES


# -------- the exercises


def test_classes_by_brute_force_are_the_quotient():
    assert all(
        expected_121(k) == factorial(len(solid.vertices)) // len(solid.symmetries(reflections=with_mirror))
        for k, (solid, with_mirror) in enumerate(CASES_121)
    )


def test_a_turn_that_is_missing_is_named():
    """Which tile on which face, from which turn to which, and what it does to the sums."""
    said = str(verdict("12.3", lambda laid: set()))
    moves = [move for laid in cases_123() for move in list(turns_in_words(laid))[1:]]
    assert any(f"This turn is missing: {move}." in said for move in moves)


# -------- the whole proof


def test_what_is_offered_as_a_proof():
    """The files again, read here by a program of its own: which classes of positions have a right witness?"""
    assert [one.proves for one in offered_files()].count(True) == 2
    for one in offered_files():
        assert is_a_proof(one.data, one.puzzle) == one.proves, one.what
    assert [len(proof(puzzle)) for puzzle in (small(), larger())] == [15, 252]
    whats = " ".join(one.what for one in offered_files())
    kinds = ("missing", "turned", "once too often", "255", "header", "copy", "ends in", "only turn", "int8")
    for kind in kinds:
        assert kind in whats


@pytest.mark.notebook
@pytest.mark.long
def test_the_checker_of_the_solution_and_the_file_of_the_census(names):
    """It has confirmed the true file in the lesson. One byte more or less in some rows, and it refuses."""
    checker, rows = names["is_proof"], names["found"].witnesses
    for row in (0, len(rows) - 1):
        face = next(f for f, byte in enumerate(rows[row]) if len(set(TYPES[byte // 3])) > 1 and byte % 3 < 2)
        rows[row, face] += 1
        assert not checker_on(checker, rows)
        rows[row, face] -= 1
    kept = rows[77].copy()
    rows[77] = rows[78]
    assert not checker_on(checker, rows)
    rows[77] = kept
    assert not checker_on(checker, rows[:-1])


def checker_on(checker, rows):
    text = io.BytesIO()
    np.save(text, rows)
    text.seek(0)
    return checker(text, icosoku())


def test_steps_count_python_and_not_numpy():
    few, more = (steps_of(lambda n=n: np.arange(n).sum()).total() for n in (10, 100_000))
    assert few == more < 200
    assert steps_of(lambda: [n for n in range(10_000)]).total() > 10_000


def test_a_table_that_is_made_once_takes_no_steps():
    table = cache(lambda: [n for n in range(10_000)])
    assert steps_of(table).total() < 100


LINES = """def numbers_of(pegs, solid):
    weights = 16.0 ** np.array([symmetry.vertices for symmetry in solid.symmetries()])
    found = []
    for column in pegs.T:
        found.append(min(weights @ column))
    return found
"""


def test_a_slow_right_answer_is_told_which_line_is_slow(monkeypatch):
    monkeypatch.setitem(linecache.cache, "<cell>", (len(LINES), None, LINES.splitlines(True), "<cell>"))
    names = {"np": np}
    exec(compile(LINES, "<cell>", "exec"), names)
    said = str(verdict("12.3e", names["numbers_of"]))
    assert "are in line 5: `found.append(min(weights @ column))`" in said and "3,991,680 rows" in said


def test_positions_that_are_told_apart():
    """Images and other positions on each solid, and pegs that base 10 confuses."""
    for solid, positions in images_and_others():
        rows = Counter(min(peg_images(pegs, solid)) for pegs in positions)
        assert len(rows) < len(positions) or solid is images_and_others()[-1][0]
    tens = [sum(10**v * peg for v, peg in enumerate(pegs)) for pegs in images_and_others()[-1][1]]
    assert len(set(tens)) < len(tens)


# -------- dominoes on every board


def test_the_classes_of_boards():
    """Each pair of a dark and a light square is an image of exactly one board: 324 pairs, 45 boards."""
    pairs = {pair for pair in product(CELLS, repeat=2) if sum(pair[0]) % 2 < sum(pair[1]) % 2}
    classes = {frozenset(turned_boards(pair)) for pair in pairs}
    assert len(pairs) == 18 * 18 and len(classes) == len(boards()) == 45 and "45 classes" in TEACHER
    assert sum(len(one) for one in classes) == 18 * 18


# -------- covers counted by states


def test_dominoes_as_published():
    """Six rows: OEIS A028468, its first terms by trying all groups, and the others by Kasteleyn's product."""
    assert [dominoes(columns) for columns in range(1, 13)] == DOMINOES
    assert [counted_covers(*board_cover(n)) for n in (1, 2)] == DOMINOES[:2]
    for columns in (7, 12, 20):
        angles = ((pi * j / 7, pi * k / (columns + 1)) for j in range(1, 4) for k in range(1, columns + 1))
        product_of_all = prod((4 * cos(a) ** 2 + 4 * cos(b) ** 2) ** 0.5 for a, b in angles)
        assert isclose(product_of_all, dominoes(columns), rel_tol=1e-9)


@pytest.mark.notebook
def test_the_soma_cube_by_states(names):
    assert names["ways"] == 11_520 == 48 * 240
