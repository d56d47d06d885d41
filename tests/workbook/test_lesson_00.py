"""Lesson 00: each cell once and each piece once; NumPy's numbers and truth values are right answers;
one week of offers."""

import re
from itertools import combinations
from pathlib import Path

from lessons.kit.checks.judge import verdict
from lessons.l00_start_here.checks import OFFERS, watering_fault

LESSON = Path(__file__).parents[2] / "lessons" / "l00_start_here" / "lesson.md"


def test_one_choice_of_offers_fills_the_week():
    choices = [
        c for many in range(len(OFFERS) + 1) for c in combinations(OFFERS, many) if not watering_fault(c)
    ]
    assert choices == [("Cleo", "Dan", "Eve")]


def test_everybody_who_comes_is_named():
    assert "On Monday Ada, Dan and Finn come." in verdict("0.3", list(OFFERS)).say


def test_the_table_of_offers_in_the_lesson_is_the_one_that_is_checked():
    rows = re.findall(r"^\| (\w+) \| (.+day) \|$", LESSON.read_text(encoding="utf-8"), re.M)
    assert {name: tuple(days.split(" and ")) for name, days in rows} == OFFERS
