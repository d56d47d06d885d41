"""Lesson 00: each cell once and each piece once; NumPy's numbers and truth values are right answers;
one week of offers."""

import re
from itertools import combinations
from pathlib import Path

import numpy
import pytest

from lessons.kit.checks.judge import verdict
from lessons.l00_start_here.checks import OFFERS, is_exactly_once, watering_fault

LESSON = Path(__file__).parents[2] / "lessons" / "l00_start_here" / "lesson.md"


def test_a_piece_used_twice_is_no_packing():
    def cells_only(container, pieces):
        return sorted(cell for piece, cells in pieces for cell in cells) == sorted(container)

    assert "piece A is used twice" in verdict("0.2", cells_only).say


def test_a_dictionary_that_forgets_the_first_of_two_pieces_fails_on_a_small_box():
    def by_name(container, pieces):
        return sorted(cell for cells in dict(pieces).values() for cell in cells) == sorted(container)

    got = verdict("0.2", by_name)
    assert got.example.example[0] == [(0, 0, 0), (1, 0, 0)] and "filled twice" in got.say


def test_numbers_of_numpy_are_numbers():
    def empty_cells(container, hints):
        return numpy.int64(len(container) - sum(len(cells) for piece, cells in hints))

    assert verdict("0.1", empty_cells).status == "correct"
    assert (
        verdict("0.2", lambda container, pieces: numpy.bool_(is_exactly_once(container, pieces))).status
        == "correct"
    )
    assert (
        verdict("0.2", lambda container, pieces: int(is_exactly_once(container, pieces))).status == "not yet"
    )


def test_one_choice_of_offers_fills_the_week():
    choices = [
        c for many in range(len(OFFERS) + 1) for c in combinations(OFFERS, many) if not watering_fault(c)
    ]
    assert choices == [("Cleo", "Dan", "Eve")]


@pytest.mark.parametrize("names", [("Eve", "Dan", "Cleo"), {"Eve", "Dan", "Cleo"}])
def test_the_order_of_names_does_not_count(names):
    assert verdict("0.3", names).status == "correct"


def test_what_is_no_list_of_names_is_told():
    assert "A list of names" in verdict("0.3", "Dan").say
    assert "has made no offer" in verdict("0.3", ["dan", "Cleo", "Eve"]).say
    assert "has made no offer" in verdict("0.3", [["Dan"], 7]).say


def test_the_table_of_offers_in_the_lesson_is_the_one_that_is_checked():
    rows = re.findall(r"^\| (\w+) \| (.+day) \|$", LESSON.read_text(encoding="utf-8"), re.M)
    assert {name: tuple(days.split(" and ")) for name, days in rows} == OFFERS
