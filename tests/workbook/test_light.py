"""An exercise in one file: task, stub, solution and a line of inputs, and nothing else."""

import json

import numpy
import pytest
from test_build import LESSON, lesson, make_course, rewrite

from lessons.kit.building.build import build, stale_files
from lessons.kit.building.faults import faults
from lessons.kit.checks import judge, light, registry

LIGHT = """
### Exercise 1.2: turn around

Return the list from its end to its beginning.

```{code-cell}
:tags: [exercise]
def turned(row):
    ...

check("1.2", turned)
```
:::{solution}
```python
def turned(row):
    return row[::-1]
```
:::
:::{inputs}
```python
[3, 1, 2]
[]
```
:::

## Recap
"""


@pytest.fixture
def root(tmp_path):
    return make_course(tmp_path, {"l01_doubles": LESSON.replace("\n## Recap\n", LIGHT)})


@pytest.fixture
def exercise(root, monkeypatch):
    monkeypatch.setattr(registry, "EXERCISES", {})
    build(root)
    for id, parts in json.loads((root / "lessons/l01_doubles/light.json").read_text()).items():
        light.register_light(id.replace("1.", "99."), **parts)


def test_only_a_whole_number_is_taken_for_its_digits():
    for got, text in ((None, "None"), ([1], "[1]"), (True, "True"), (1.0, "1.0"), (10**5000, "10")):
        assert not light.as_good(got, text)


def test_a_light_exercise_needs_nothing_else(root):
    assert faults(lesson(root), root) == []
    _, wrong = build(root)
    assert wrong == [] and stale_files(root) == []
    notebook = (root / "notebooks/01-doubles.ipynb").read_text()
    assert "def turned(row)" in notebook and "row[::-1]" not in notebook
    solutions = (root / "lessons/l01_doubles/solutions.md").read_text()
    assert "Solution of 1.2" in solutions and "Answers to 1.2" not in solutions


@pytest.mark.parametrize(
    "answer",
    [
        lambda row: list(reversed(row)),
        lambda row: reversed(row),
        lambda row: (one for one in row[::-1]),
        lambda row: tuple(row[::-1]),
        lambda row: numpy.array(row, int)[::-1],
        lambda row: [numpy.int64(one) for one in reversed(row)],
    ],
)
def test_right_in_any_style(exercise, answer):
    assert judge.verdict("99.2", answer).status == "correct"


@pytest.mark.parametrize(
    "answer",
    [
        lambda row: row,
        lambda row: sorted(row, reverse=True),
        lambda row: [2, 1, 3] if row else [],
        lambda row: {3: [2, 1, 3]}.get(len(row), []),
        lambda row: set(row),
        lambda row: row[::-1] + [0] * (row == [1, 2]),
        lambda row: row.reverse(),
        lambda row: 1 / 0,
        7,
    ],
)
def test_wrong_answers_get_the_smallest_example(exercise, answer):
    found = judge.verdict("99.2", answer)
    assert found.status == "not yet", found


def test_the_smallest_example_is_shown(exercise):
    found = judge.verdict("99.2", lambda row: row)
    assert "row = [1, 2]" in str(found) and "expected: [2, 1]" in str(found)


def test_a_stub_is_not_answered_yet(exercise):
    def turned(row): ...

    assert judge.verdict("99.2", turned).status == "open"


def test_a_value_is_compared_with_that_of_the_solution(monkeypatch):
    monkeypatch.setattr(registry, "EXERCISES", {})
    light.register_light("99.3", "cells = {(0, 1), (1, 0)}", "cells", [])
    assert judge.verdict("99.3", [(1, 0), (0, 1)]).status == "correct"
    for wrong in [{(0, 1)}, [(0, 1), (0, 1)], [(0, 1), (2, 0)], 2, None]:
        assert judge.verdict("99.3", wrong).status != "correct", wrong


@pytest.mark.parametrize(
    "line, words", [("7", "TypeError: "), ("f()", "write the arguments"), ("[]", "no answer in 0.1 s")]
)
def test_a_solution_that_fails_on_an_input_is_named(root, monkeypatch, line, words):
    monkeypatch.setattr(light, "SECONDS", 0.1)
    text = LIGHT.replace("[]\n", f"{line}\n").replace("    return", "    while row == []: pass\n    return")
    rewrite(root, LESSON.replace("\n## Recap\n", text))
    (fault,) = faults(lesson(root), root)
    assert f"exercise 1.2: the solution does not run on its inputs: `{line}`: {words}" in fault


def test_variations_on_which_the_solution_fails_or_does_not_end_are_left_out():
    code = "def f(n):\n    while n > 3: pass\n    return [1, 2, 3][n - 1]"
    assert light.with_variations(code, "f", ["3"]) == ["3", "2"]


def test_cells_that_differ_stay_different(monkeypatch):
    """A solution that takes a set, and an answer that goes through the list, differ where a cell is there
    twice.
    """
    monkeypatch.setattr(registry, "EXERCISES", {})
    code = (
        "def area(cells):\n    return 6 * len({*cells}) - sum((x + 1, y, z) in cells for x, y, z in {*cells})"
    )
    for inputs in (["[(0, 0, 0), (1, 0, 0), (1, 1, 0)]"], ["((0, 0, 0), (0, 0, 1), (0, 0, 2))"]):
        calls = [light.read_call(line)[0] for line in light.with_variations(code, "area", inputs)]
        assert len(calls) > 12 and all(len({*cells}) == len(cells) for cells in calls)
    light.register_light("99.4", code, "area", light.with_variations(code, "area", inputs))
    assert (
        judge.verdict(
            "99.4", lambda cells: 6 * len(cells) - sum((x + 1, y, z) in cells for x, y, z in cells)
        ).status
        == "correct"
    )


def test_entries_may_be_equal_where_the_author_has_equal_ones():
    assert "[3, 2]" in light.with_variations("f = sorted", "f", ["[3, 3]"])
    assert "[2, 2]" in light.with_variations("f = sorted", "f", ["[2, 3]", "[2, 2]"])
    assert "7, 7" in light.with_variations("f = max", "f", ["7, 8"])
