"""The checks of exercises are not fooled: of each solution some variants are judged, in `make test-all` all.

See mutants.py, which also prints the report, and mutants.yaml, where survivors have their reasons.
"""

import sys

import pytest
import yaml
from mutants import Grade, Outcome, Task, outcomes, reasons, sample, tasks_of, unexplained, variants
from mutations import mutations
from odd_styles import odd_styles
from sizes import ALL, size, thinned
from solved import solved_names
from test_build import ROOT, course

from puzzlelib.icosoku import by_minizinc as minizinc

LESSONS = [lesson.path.parent.name for lesson in course()]
needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="each variant runs in a child by fork")


# Their solutions and one variant of each take two seconds to twelve: in `make test-all` only.
DEAR = {"1.5", "6.3", "7.4", "7.6", "10.6", "12.3c"}


def left_out() -> set[str]:
    """10.3 can be judged only where MiniZinc is."""
    return {"10.3"} if minizinc.available()["gecode"] not in minizinc.HERE else set()


def faults(name: str, chosen) -> list[str]:
    """What mutants.yaml doesn't explain, in a line each; in `make test` of every third exercise."""
    without = left_out() | (set() if ALL else DEAR)
    return [
        f"{task.id}: {one.kind}: {one.change}; differs: {one.grade.differs}; {one.grade.say}"
        for task in thinned(tasks_of(name, without, solved_names(name)), 3)
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
    """Each survivor has its reason, and each reason its survivor."""
    for task in tasks_of(name, left_out()):
        found = list(outcomes(task, variants(task)))
        assert unexplained(task, found) == []
        survivors = {one.change for one in found if one.kind in ("hole", "harsh")}
        assert set(reasons().get(task.id, {})) - {"*"} <= survivors


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
    """A key that stands twice in a file of YAML takes away what stood under the first."""
    text = (ROOT / "lessons" / name / "ways.yaml").read_text(encoding="utf-8")
    assert text.count("\n- way: ") == sum(map(len, yaml.safe_load(text).values()))


# ---------------------------------------------------------------- the mutants themselves


def changes_of(code: str) -> set[str]:
    return {variant.change.partition(" => ")[2] for variant in mutations(code)}


@pytest.mark.parametrize(
    "line, others",
    [
        ("x = a < b", {"x = a <= b", "x = a > b"}),
        ("x = range(1, 10)", {"x = range(2, 10)", "x = range(1, 9)", "x = range(10, 1)"}),
        ("x = sorted(a)", {"x = list(a)", "x = set(a)", "x = a"}),
        ("x = frozenset(a)", {"x = set(a)"}),
        ("x = a and b", {"x = a or b", "x = a", "x = b"}),
        ("x = [a for a in b if a]", {"x = [a for a in b]", "x = {a for a in b if a}"}),
        ("x = a // b", {"x = b // a", "x = a / b", "x = a % b"}),
        ("x += a", {"x = a", "pass"}),
        ("x = a[1:]", {"x = a[:]", "x = a[2:]"}),
        ("for x in a:\n    y = x", {"… break"}),
        ("if a:\n    b = 1", {"if True:", "if False:"}),
        ('x = """\na :- b, c < 2.\n"""', {"a :- b.", "a :- b, c <= 2.", "a :- b, c < 3.", "a :-  c < 2."}),
    ],
)
def test_changes(line, others):
    assert others <= changes_of(line)


def test_equal_changes_of_equal_lines_have_different_names():
    changes = [variant.change for variant in mutations("x = a < b\ny = 1\nx = a < b")]
    assert len(changes) == len(set(changes)) and "x = a < b => x = a <= b #2" in changes


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


@pytest.mark.parametrize(
    "status, differs, right, kind",
    [
        ("correct", None, None, "same"),
        ("correct", "[1]", None, "hole"),
        ("correct", "unknown", None, "hole"),
        ("not yet", "[1]", None, "killed"),
        ("not yet", "unknown", None, "killed"),
        ("not yet", None, None, "harsh"),
        ("not yet", "unknown", True, "harsh"),
        ("correct", "unknown", True, "same"),
        ("not yet", None, False, "killed"),
        ("correct", None, False, "hole"),
        ("stops", "it stops", None, "killed"),
    ],
)
def test_what_counts_as_a_fault(status, differs, right, kind):
    assert Outcome("a => b", Grade(status, "", differs), right).kind == kind
