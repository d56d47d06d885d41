"""Lesson 07: right answers in an odd style pass, and an order by hashes does not."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from statistics import median

import pytest
from solved import solved_names
from test_build import ROOT

from lessons.kit.checks.judge import verdict
from lessons.l07_designing_puzzles.checks import (
    BOXES,
    domino_box,
    heaps,
    known,
    neighbour,
    packings_of,
    trays,
)
from puzzlelib import all_packings, asp, generate

FOLDER = "l07_designing_puzzles"
TEACHER = (ROOT / "lessons" / FOLDER / "teacher.md").read_text(encoding="utf-8")


def said(id, answer):
    return str(verdict(id, answer))


# -------- a neighbour's generator


def test_the_neighbour_passes_the_test_of_the_lesson():
    orbit_of = {packing: number for number, heap in enumerate(heaps()) for packing in heap}
    found = Counter(orbit_of[neighbour(seed)] for seed in range(600))
    assert [len(heap) for heap in heaps()] == [128] * 10
    assert sum((found[orbit] - 60) ** 2 / 60 for orbit in range(10)) < 21.7


@pytest.mark.parametrize("piece", [0, 2, 4, 6, 7])
def test_any_piece_that_gives_it_away_will_do(piece):
    share = Counter(packing[piece] for packing in all_packings(BOXES))
    drawn = Counter(neighbour(seed)[piece] for seed in range(2000))
    worst = max(share, key=lambda place: drawn[place] / 2000 - share[place] / 1280)
    rare = min(share, key=lambda place: drawn[place] / 2000 - share[place] / 1280)
    for place in (worst, rare):
        assert "Correct" in said("7.3b", lambda packing, place=place: packing[piece] == place)


def test_what_is_no_property():
    assert "True` or `False" in said("7.3b", lambda packing: "yes")
    assert "at least one in a hundred" in said("7.3b", lambda packing: packing == all_packings(BOXES)[0])


# -------- in ASP


def test_a_tray_needs_one_hint_and_no_more():
    """Ten trays are judged by this reason; two and three by all sets of pieces."""
    assert [known(trays("abc"[:n]), 0).least for n in (1, 2, 3)] == [1, 2, 3]
    assert len(packings_of(trays("abc"))) == 4**3


@pytest.mark.notebook
def test_the_program_asks_a_few_dozen_times(names, monkeypatch):
    asked, answers = [], asp.answers
    keep = lambda *programs, **options: asked.append(len(programs)) or answers(*programs, **options)
    monkeypatch.setattr(names["asp"], "answers", keep)
    assert len(names["fewest_hints"](names["boxes"], names["report"].solution)) == 2
    assert 12 <= asked.count(4) <= 60  # four programs: another packing


def test_an_order_by_repr_is_told_why_it_is_none():
    words = said("7.4", lambda packings, seed: Random(seed).choice(sorted(packings, key=repr)))
    assert "The `repr` of all these packings is alike" in words
    assert "Correct" in said("7.4", lambda packings, seed: Random(seed).choice(sorted(packings, key=str)))


def test_what_the_text_says_of_minimize():
    line = "2 { hint(1..3) } 2. #minimize { %s : hint(P) }."
    assert [asp.answers(line % inside).cost for inside in ("1,P", "1")] == [(2,), (1,)]


# -------- the figures of the teacher's page


@pytest.fixture(scope="module")
def names():
    return solved_names(FOLDER)


@pytest.mark.notebook
def test_four_hints_of_a_hundred_puzzles(names):
    by_hints = names["by_hints"]
    assert by_hints[4].count(1) == 81 and "The truth is 81." in TEACHER and "Do not explain the 19" in TEACHER
    assert [median(numbers) for numbers in by_hints[:4]] == [1280, 48, 8, 2] and "1,280, 48, 8, 2." in TEACHER


@pytest.mark.notebook
def test_the_histogram_of_clasp(names):
    found, chi_square, limit = names["by_clasp"], names["chi_square"], names["limit"]
    assert (round(chi_square(found)), round(limit)) == (98, 22) and "compare 98 with 22" in TEACHER
    assert (max(found), min(found), sum(found)) == (115, 36, 600) and "115 against 36 of 600" in TEACHER


@pytest.mark.notebook
def test_one_hint_of_the_printed_packing(names):
    left = {
        hint.piece: sum(hint in packing for packing in names["packings"]) for hint in names["report"].solution
    }
    assert (left["L"], left["I"]) == (24, 160)
    assert "L alone leaves 24 completions, I alone 160" in TEACHER
    assert len(names["best"].given) == 2 and "reveal: 2, where the printed 4 were not enough" in TEACHER


def test_five_hints_of_seed_0_and_single_hints():
    ends = [generate(BOXES, hints, 0).completions for hints in range(8, 4, -1)]
    assert ends == [1, 1, 1, 3] and "at five hints there are already 3" in TEACHER
    least = {
        grid: min(Counter(hint for packing in all_packings(grid) for hint in packing).values())
        for grid in ("2x4x4", "2x2x8", BOXES)
    }
    assert list(least.values()) == [7, 8, 8] and "is 7 on 2×4×4 and 8 on the other two" in TEACHER


def test_four_hints_that_are_all_needed_where_three_would_do():
    packings = all_packings("2x4x4")
    four = [hint for hint in packings[1000] if hint.piece in ("T", "L", "Pyramid", "O")]
    left = [
        sum(packing.issuperset(hints) for packing in map(set, packings))
        for hints in (four, *combinations(four, 3))
    ]
    assert left[0] == 1 < min(left[1:])


def test_the_neighbours_packings():
    assert len({neighbour(seed) for seed in range(1000)}) == 626
    assert "626; the first of each orbit would make ten" in TEACHER


def test_the_pencil_variant():
    """Three dominoes in a box of 3×2, and a die for each piece in turn."""
    packings = packings_of(domino_box(3))
    places = Counter(packing[0] for packing in packings)
    assert (len(packings), len(places)) == (18, 7) and "18 packings" in TEACHER and "7 places" in TEACHER
    assert sorted(places.values()) == [2] * 5 + [4] * 2
    chances = Counter(chance(packing, packings) for packing in packings)
    assert chances == {Fraction(1, 14): 10, Fraction(1, 28): 8}
    assert "ten of them come at 1/14, eight at 1/28" in TEACHER


def chance(packing, left, piece=0):
    """How likely it comes when the pieces get their places one after the other."""
    if piece == len(packing):
        return Fraction(1)
    places = {other[piece] for other in left}
    rest = [other for other in left if other[piece] == packing[piece]]
    return chance(packing, rest, piece + 1) / len(places)


@pytest.mark.slow
def test_a_draw_by_hashes_is_seen_with_arguments_by_name_too():
    def draw(packings, seed, *, only=1):
        return Random(seed).choice(sorted(packings, key=lambda one: hash(str(one))))

    assert "other hashes" in str(verdict("7.4", draw)) and "hash" not in globals()


@pytest.mark.notebook
def test_about_one_in_twenty_fair_histograms_is_as_uneven_as_up_and_down(names):
    """Chi-square with nine degrees of freedom is at least 16.7 with a probability of 0.054, by its table."""
    assert 35 <= sum(value >= 1000 / 60 for value in names["by_chance"]) <= 75


@pytest.mark.notebook
def test_only_the_draw_in_proportion_is_fair(names):
    assert names["unaccused"] == ["by_number"]
    assert sorted(set(names["o_places"].values())) == [48, 128]
