"""Whatever is handed in, a check says in its own words that it is none: no error, and no traceback."""

from math import inf

import numpy as np
import pytest
from test_build import course

from lessons.kit.cards.parts import checked_expression
from lessons.kit.checks.judge import verdict
from puzzlelib.icosoku import by_minizinc as minizinc
from puzzlelib.icosoku.puzzle import icosoku, paper_tetrahedron

NO_LISTS = [
    7,
    "2, 2, 4",
    [],
    [0, 2, 4, 6, 8],
    [2.5] * 6,
    [-1, 1, 2, 3, 5, 8],
    {2, 4, 6},
    [2] * 40,
    [[1, 2], [3]],
]
NO_LINES = [7, ["a"], ":- a(X).", "foo", "put(1,2)."]
ANSWERS = {
    "0.3": ["Dan", ["dan", "Cleo", "Eve"], [["Dan"], 7]],
    "9.3b": [
        lambda rows, possible: rows,
        lambda rows, possible: [],
        lambda rows, possible: 7,
        lambda rows, possible: ["z"],
        lambda rows, possible: rows + rows,
        lambda rows, possible: possible(["z"]),
    ],
    "9.6": [lambda *given: 7, lambda model, *given: model.row("x", 3)],
    "10.1": [7, "ABC", [1, 2]],
    "10.1b": [
        lambda runs, patience: [89],
        lambda runs, patience: "89",
        lambda runs, patience: True,
        lambda runs, patience: inf,
    ],
    "10.2": NO_LINES,
    "10.7": NO_LINES,
    "10.5": [
        7,
        "all",
        {"all": []},
        [],
        [None],
        [[1, 2]],
        [icosoku()],
        [("012", 1)] * 8,
        [[((0, 1, 2), 5)] * 20],
    ],
    "10.6": [
        lambda board: False,
        lambda board: 7,
        lambda board: board.put("a", 1),
        lambda board: board.put("zz", 1),
        lambda board: board.take("a"),
    ],
    "11.2": NO_LISTS,
    "11.3": [
        lambda numbers: 7,
        lambda numbers: (3, 4, []),
        lambda numbers: (3, (1, 1), [(0, 0)] * 6),
        lambda numbers: (3, (-1, 1), [(0, 0, 0)] * 6),
        lambda numbers: (3.0, (1, 1), []),
        lambda numbers: (3, (0.5, 0.5), [(0, 0, 0)] * 6),
        lambda numbers: (10**6, (1, 1), []),
        lambda numbers: (1, (1, 1), [(0, 0, 1)] * 2),
        lambda numbers: (3, (10**9, 10**9), [(0, 0, 10**9)] * 6),
    ],
    "11.3b": [7, "abc", [[1]], [1, 2, 3], [[0], [1], [2]], [[1.5], [2], [3]], [None, [1], [1]]],
    "11.4": [lambda laid: "42", lambda laid: [None], lambda laid: [1.5], lambda laid: 3],
    "11.4c": [
        lambda numbers: 7,
        lambda numbers: (4, [], []),
        lambda numbers: (4, [0] * 6, [(0, 0, 0)] * 8),
        lambda numbers: (None, None, None),
        lambda numbers: (10**9, [1], [(1,)]),
    ],
    "11.4d": ["B", "DFAHBX", "DDFAHB", 7, [1, 2], "¹", {"D", "F"}],
    "11.4e": [7, [], [1] * 7, [0, 5, 1, 1, 1, 2], "511122", [5.0, 1, 1, 1, 2, 2]],
    "11.5": NO_LISTS,
    "11.6": [
        lambda numbers: 7,
        lambda numbers: [],
        lambda numbers: [(1, 2)],
        lambda numbers: [(0, 0, 1)],
        lambda numbers: [(1.0, 0, 1)],
        lambda numbers: [(1, 0, 1)] * 50,
    ],
    "11.7": [
        lambda items, options: 7,
        lambda items, options: ([(0, 0)], {"a": []}),
        lambda items, options: ([(0, 0), (0, 0)], {}),
        lambda items, options: ([(0.5, 0)], {"a": [(0, 0)]}),
        lambda items, options: ([(0, 0, 0)], {}),
        lambda items, options: ([], {}),
        lambda items, options: ([(x, 0) for x in range(500)], {}),
    ],
    "12.1": [lambda solid, with_mirror: "many", lambda solid, with_mirror: 0.5],
    "12.3": [lambda laid: 7, lambda laid: [None], lambda laid: {(1, 2)}, lambda laid: {("a",), (1,)}],
    "12.3d": [lambda rows, puzzle: 7, lambda rows, puzzle: puzzle.tiles[99]],
    "12.3e": [lambda pegs, solid: 7, lambda pegs, solid: pegs, lambda pegs, solid: ["a"] * pegs.shape[1]],
    "12.3f": [lambda path, puzzle: 7],
    "12.5": [7, paper_tetrahedron()],
    "12.7": [lambda items, options: [1], lambda items, options: "many"],
    "13.7": [7, "mine.yaml", "name: x, " * 99, "a\0", "name: x\n", b"x"],
    "12.6": [7, [], "abc", {}, {1: [], 2: []}, [[]], [[((0, 0), (9, 9))]], [None], [np.zeros((0, 2))]],
}


@pytest.mark.slow
@pytest.mark.parametrize("exercise", ANSWERS)
def test_a_strange_answer_gets_a_sentence(exercise):
    if exercise == "10.7" and minizinc.available()["gecode"] not in minizinc.HERE:
        pytest.skip("MiniZinc is not here")
    for number, answer in enumerate(ANSWERS[exercise]):
        said = verdict(exercise, answer)
        assert said.status == "not yet" and said.error is None, (number, said)
        assert "Traceback" not in str(said) and "cannot make sense" not in str(said), (number, said)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", course(), ids=lambda lesson: lesson.path.parent.name[:3])
def test_a_function_that_returns_a_strange_value_gets_a_sentence(lesson):
    for task in lesson.exercises:
        if f"def {checked_expression(task.solution, task.id)}(" in task.solution:
            for value in (7, "abc", [[1]], [{}], np.zeros((2, 2)), object()):
                said = verdict(task.id, lambda *_: value)  # noqa: B023
                assert said.status == "not yet" and "cannot make sense" not in str(said), (task.id, said)
