"""The minutes of a lesson: the table on its teacher's page says what a student does in them, and its sums are
those in README's table."""

import re

import pytest
from minutes import EXERCISES, MOST, STRETCH, length_of
from test_build import course

LESSONS = {lesson.name: lesson for lesson in course()}
MOST_IN_CLASS = 75
ROUNDED = 2  # minutes: a table rounds a dozen rows
ROW = re.compile(r"(?m)^\| (.+?) \| (\d+|at home) \| (\d+) \| .*\|$")


def minutes(lesson) -> list[tuple[str, int, int]]:
    """Return the rows of a lesson's table: its cells, the minutes in class, those alone."""
    text = (lesson.path.parent / "teacher.md").read_text(encoding="utf-8")
    section = text.partition("## Minutes\n")[2].partition("\n## ")[0]
    found = ROW.findall(section)
    return [(cells, int(in_class.replace("at home", "0")), int(alone)) for cells, in_class, alone in found]


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_the_minutes_add_up_and_are_few(name):
    lesson = LESSONS[name]
    _, in_class, alone = zip(*minutes(lesson))
    assert (sum(in_class), sum(alone)) == (lesson.meta["minutes"], lesson.meta["alone"])
    assert sum(in_class) <= MOST_IN_CLASS and sum(alone) <= MOST


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_each_exercise_has_its_minutes(name):
    ids = re.findall(r"\d+\.\d+[a-z]?", " ".join(cells for cells, *_ in minutes(LESSONS[name])))
    tasks = LESSONS[name].own_exercises
    assert ids == [task.id for task in tasks if task.id in ids or not task.inputs]


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_the_tables_say_what_the_script_says(name):
    """Its sum, which README has too; a row of one exercise has its reading as well."""
    lesson = LESSONS[name]
    said = length_of(lesson).minutes
    assert round(said) <= MOST and abs(said - lesson.meta["alone"]) <= ROUNDED
    assert all(number >= EXERCISES.get(cells, 0) for cells, _, number in minutes(lesson))


@pytest.mark.parametrize("name", sorted(LESSONS))
def test_few_bets_and_no_long_stretch_without_something_to_write(name):
    length = length_of(LESSONS[name])
    assert length.bets <= 6 and length.stretch <= STRETCH
    assert length.unwritten <= STRETCH  # a bet is nothing to write


def test_each_exercise_has_an_estimate():
    """In minutes.py, if it is not a light one."""
    tasks = [task for lesson in LESSONS.values() for task in lesson.own_exercises]
    assert list(EXERCISES) == [task.id for task in tasks if task.id in EXERCISES or not task.inputs]
