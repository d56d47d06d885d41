"""The exercises that are solved so far, as lesson 00 lists them."""

import ast
import json
import re
from importlib.util import find_spec
from pkgutil import resolve_name

import pytest
from test_build import ROOT
from test_build import course as lessons

from lessons import progress
from lessons.kit.building.course import course_table
from lessons.kit.cards import memory
from lessons.kit.cards.memory import Memory
from lessons.kit.checks import course
from lessons.kit.checks.judge import find_exercise
from lessons.kit.ground.course import COURSE
from lessons.kit.ground.files import KEPT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with notebooks in which nothing has been done."""
    monkeypatch.setattr(memory, "own_memory", lambda: Memory(tmp_path / KEPT / "00-start-here.json"))
    return tmp_path / KEPT


def at(file, kind, name, value, time):
    """Keep something as if it had been at another time."""
    Memory(file).keep(kind, name, value)
    content = json.loads(file.read_text())
    content[kind][name]["at"] = time
    file.write_text(json.dumps(content))


def row(shown, number):
    return next(row for row in shown.rows if row.notebook.startswith(f"{number:02d}-"))


def test_it_lists_every_lesson_and_every_exercise():
    assert [(row.notebook, row.exercises) for row in progress().rows] == [
        (part.name, len(part.own_exercises)) for lesson in lessons() for part in lesson.parts
    ]
    assert all(find_exercise(id) for lesson in course.course()[:2] for id in lesson["exercises"])


def test_outside_a_jupyter_server_it_says_why_nothing_counts(monkeypatch):
    monkeypatch.setattr(memory, "own_memory", lambda: None)
    shown = progress()
    assert "Solved so far: 0 of" in shown.note and "a Jupyter server has opened" in shown.note


def test_nothing_is_solved_at_the_start(folder):
    shown = progress()
    assert shown.note == f"Solved so far: 0 of {sum(row.exercises for row in shown.rows)} exercises."
    assert {(row.solved, row.last) for row in shown.rows} == {(0, "")}
    assert not folder.exists(), "looking writes nothing"


def test_what_is_solved_in_any_notebook_counts_once(folder):
    at(folder / "01-backtracking.json", "exercises", "1.1", True, "2026-11-20T12:00:00+00:00")
    at(folder / "01-backtracking.json", "exercises", "1.3", False, "2026-11-22T12:00:00+00:00")
    at(folder / "my copy.json", "exercises", "1.1", True, "2026-11-21T12:00:00+00:00")
    at(folder / "my copy.json", "exercises", "1.99", True, "2026-11-23T12:00:00+00:00")
    at(folder / "02-polycubes.json", "guesses", "How many?", "7", "2026-10-01T12:00:00+00:00")
    shown = progress()
    assert row(shown, 1).solved == 1 and course.day(row(shown, 1).last) == "22 November 2026"
    assert row(shown, 2).solved == 0 and course.day(row(shown, 2).last) == "1 October 2026"
    assert "Solved so far: 1 of" in repr(shown)
    assert f"01 Backtracking: 1 of {row(shown, 1).exercises}\n" in repr(shown)


def test_a_damaged_file_hides_no_other(folder):
    at(folder / "01-backtracking.json", "exercises", "1.1", True, "2026-11-20T12:00:00+00:00")
    (folder / "02-polycubes.json").write_text('{"version": 1, "exercises": {"2.1": [], "2.2"')
    (folder / "a.json").mkdir()
    assert row(progress(), 1).solved == 1


def test_the_table_can_be_read_aloud_and_leads_to_the_lessons(folder):
    at(folder / "00-start-here.json", "exercises", "0.1", True, "2026-11-20T12:00:00+00:00")
    page, notebooks = progress()._repr_html_(), sum(len(lesson.parts) for lesson in lessons())
    assert "<caption" in page
    assert page.count('scope="row"') == notebooks and page.count('scope="col"') == 3
    assert page.count("1 of 3") == 1
    links = re.findall(r'href="([^"]+)"', page)
    assert len(links) == notebooks and all((ROOT / "notebooks" / link).is_file() for link in links)


def test_no_lesson_asks_twice_in_the_same_words():
    """A guess is remembered under its question."""
    for lesson in lessons():
        texts = [block.text for block in lesson.blocks if block.kind == "code"]
        asked = [question for text in texts for question in questions(text)]
        assert len(asked) == len(set(asked)), lesson.name
        assert all(len(question) <= memory.MOST_LETTERS for question in asked)


def questions(code):
    """The questions of the predictions in a cell."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    return [ast.unparse(call.args[0]) for call in calls if getattr(call.func, "id", "") == "predict"]


def test_the_build_writes_the_list():
    assert course.course() == course_table(lessons())


def test_what_the_course_tells_the_kit_is_there():
    for place in (*COURSE.stand_ins.values(), *COURSE.solvers.values(), *COURSE.actions.values()):
        assert resolve_name(place), place
    assert all((ROOT / folder).is_dir() for folder in COURSE.unused)
    assert all(map(find_spec, (*COURSE.libraries, *COURSE.cards, *COURSE.plain_cards, *COURSE.archived)))
    assert COURSE.solvers_of.keys() <= {lesson.number for lesson in lessons()}
    assert {name for names in COURSE.solvers_of.values() for name in names} == COURSE.solvers.keys()
