"""The minutes of a lesson: the table on its teacher's page says what a student does in them, and its sums are
those in README's table."""

import re
from itertools import accumulate

import pytest
from minutes import EXERCISES, MOST, STRETCH, length_of, timetable
from test_build import course

LESSONS = {lesson.name: lesson for lesson in course()}
MOST_IN_CLASS = 75
MOST_SITTING = 80  # minutes, where a lesson has several sittings
ROUNDED = 2  # minutes: a table rounds a dozen rows


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_the_minutes_add_up_and_are_few(name):
    lesson = LESSONS[name]
    _, in_class, alone = zip(*timetable(lesson))
    assert (sum(in_class), sum(alone)) == (lesson.meta["minutes"], lesson.meta["alone"])
    sittings = lesson.meta.get("sittings", [sum(alone)])
    assert sum(in_class) <= MOST_IN_CLASS and max(sittings) <= (MOST if len(sittings) == 1 else MOST_SITTING)
    assert {*accumulate(sittings)} <= {*accumulate(alone)} and sum(sittings) == sum(alone)  # each ends a row


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_each_exercise_has_its_minutes(name):
    ids = re.findall(r"\d+\.\d+[a-z]?", " ".join(cells for cells, *_ in timetable(LESSONS[name])))
    tasks = LESSONS[name].own_exercises
    assert ids == [task.id for task in tasks if task.id in ids or not task.inputs]


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_the_tables_say_what_the_script_says(name):
    """Its sum, which README has too; a row of one exercise has its reading as well."""
    lesson = LESSONS[name]
    said = length_of(lesson).minutes
    assert (round(said) <= MOST or "sittings" in lesson.meta) and abs(said - lesson.meta["alone"]) <= ROUNDED
    assert all(number >= EXERCISES.get(cells, 0) for cells, _, number in timetable(lesson))


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_few_bets_and_no_long_stretch_without_something_to_write(name):
    length = length_of(LESSONS[name])
    assert length.bets <= 6 and length.stretch <= STRETCH
    assert length.unwritten <= STRETCH  # a bet is nothing to write


NUMBER = re.compile(r"(?<![\d.,])\d{1,2}\.\d{1,2}[a-z]?\b")  # of an exercise, or a decimal
DECIMALS = {"3.84", "8.5"}
PLACE = re.compile(r"(?m)^- (\d+\.\d+[a-z]?)\b([^:]*):")  # "- 5.3b (*more*):"


def teachers_page(name: str) -> str:
    return (LESSONS[name].path.parent / "teacher.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_a_teachers_page_names_exercises_where_they_are(name):
    lesson, page = LESSONS[name], teachers_page(name)
    named = {id for id in NUMBER.findall(page) if id.startswith(f"{lesson.number}.")}
    assert named <= {task.id for task in lesson.exercises} | DECIMALS
    own = {task.id for task in lesson.own_exercises}
    wrong = [id for id, more in PLACE.findall(page) if (id in own) == bool(re.search("more|second", more))]
    assert wrong == []


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_a_teachers_page_begins_with_the_minutes_in_class(name):
    said = re.search(r"(\d+) minutes", teachers_page(name).partition("## ")[0])
    assert said is None or int(said[1]) == LESSONS[name].meta["minutes"]
