"""The checks of exercises are not fooled: of each solution some variants are judged, in `make test-all` all.

See mutants.py, which also prints the report, and mutants.yaml, where survivors have their reasons.
"""

import sys

import pytest
import yaml
from mutants import Task, other_ways, outcomes, reasons, sample, tasks_of, unexplained, variants
from odd_styles import odd_styles
from sizes import ALL, size, thinned
from solved import solved_names
from test_build import ROOT, course

from lessons.kit.building.notebook import student_notebook
from lessons.kit.ground.slicing import bound_names, used_names
from lessons.kit.live.pages import LiveCells
from puzzlelib.icosoku import by_minizinc as minizinc

LESSONS = [lesson.path.parent.name for lesson in course()]
needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="each variant runs in a child by fork")


# Their solutions and one variant of each take two seconds to twelve: in `make test-all` only.
DEAR = {"1.5", "7.4", "7.6", "10.6", "12.3c"}


def left_out() -> set[str]:
    """10.7 can be judged only where MiniZinc is."""
    return {"10.7"} if minizinc.available()["gecode"] not in minizinc.HERE else set()


def faults(name: str, chosen) -> list[str]:
    """Return what mutants.yaml doesn't explain, in a line each; in `make test` of every eighth exercise."""
    without = left_out() | (set() if ALL else DEAR)
    return [
        f"{task.id}: {one.kind}: {one.change}; differs: {one.grade.differs}; {one.grade.say}"
        for task in thinned(tasks_of(name, without, solved_names(name)), 8)
        for one in unexplained(task, list(outcomes(task, chosen(task))))
    ]


@needs_fork
@pytest.mark.notebook
@pytest.mark.parametrize("name", LESSONS)
def test_some_variants_of_each_solution(name):
    assert faults(name, lambda task: sample(task, size("variants"))) == []


@needs_fork
@pytest.mark.notebook
@pytest.mark.long
@pytest.mark.parametrize("name", LESSONS)
def test_all_variants_and_all_reasons(name):
    for task in tasks_of(name, left_out()):
        found = list(outcomes(task, variants(task)))
        assert unexplained(task, found) == []
        survivors = {one.change for one in found if one.kind in ("hole", "harsh")}
        assert set(reasons().get(task.id, {})) - {"*"} <= survivors


@pytest.mark.long
@pytest.mark.slow
def test_each_reason_is_of_a_variant():
    """No reason outlives the line it is about."""
    tasks = {task.id: task for lesson in course() for task in lesson.exercises}
    assert set(reasons()) <= set(tasks)
    for id, known in reasons().items():
        changes = {one.change for one in variants(Task.of(tasks[id], {}))}
        assert set(known) - {"*"} <= changes, id


@pytest.mark.parametrize("name", LESSONS)
def test_no_way_is_lost(name):
    """A key that appears twice in a file of YAML takes away what stood under the first."""
    text = (ROOT / "lessons" / name / "ways.yaml").read_text(encoding="utf-8")
    assert text.count("\n- way: ") == sum(map(len, yaml.safe_load(text).values()))


PARTS = {part.name: (lesson, part) for lesson in course() for part in lesson.parts}


@pytest.mark.parametrize("name", PARTS)
def test_each_answer_finds_its_names_in_its_own_notebook(name):
    """Here both notebooks of a lesson run in one Python; a student of the second has not the first one's
    names."""
    lesson, part = PARTS[name]
    cells = LiveCells(part.number, student_notebook(part).cells)
    given = {bound for one in cells.statements for bound in one.binds}
    for task in lesson.exercises:
        if task.id in cells.stubs:
            codes = [*(code for _, code in task.wrongs), *(way["code"] for way in other_ways(task.id))]
            lacks = {code: used_names(code) - bound_names(code) - given for code in codes}
            assert not any(lacks.values()), (task.id, lacks)


# ---------------------------------------------------------------- the mutants themselves


def test_odd_styles_do_the_same():
    """Each style of a function gives the same numbers."""
    loop = "    found = []\n    for n in row:\n        found += [n]\n"
    code = f"def f(row):\n{loop}    return [n + 1 for n in found]"
    styles = odd_styles(code, "f")
    assert len(styles) == 10 and len({style.code for style in styles}) == 10
    for style in styles:
        space = {}
        exec(style.code, space)
        assert list(space["f"]([1, 2])) == [2, 3], style.change
