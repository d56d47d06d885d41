"""Kept programs on their puzzles: right, wrong, endless and broken ones, beside the library's trees."""

from base64 import b64encode
from dataclasses import replace
from datetime import datetime
from html import unescape
from itertools import permutations, product
from xml.etree import ElementTree

import nbformat
import pytest
from kept_answers import cell_of, exercise, kept_tasks
from nbformat.v4 import new_code_cell, new_notebook, new_output
from sizes import picked
from traitlets import Bunch

from lessons.kit.building.lesson import python_of
from lessons.kit.cards import parts
from lessons.kit.checks.judge import fault_alone, find_exercise, verdict
from lessons.kit.pages.page import notebook_page
from lessons.solver import card, picture, programs, runs
from lessons.solver.programs import PROGRAMS
from lessons.solver.runs import library_tree, open_program, run
from lessons.solver.tasks import value_task

BY_FILE = {program.part.file: program for program in PROGRAMS}
COUNTED = {"fewest_hints.py", "chores.py", "cover_cube.py", "star.mzn", "count_all.py"}
DEAR = {("algorithm_x.py", place) for place in (2, 3, 4)} | {("by_piece.py", 1)}  # seconds of Python each


def text_of(file: str) -> str:
    """Return the text of a program: its cell without the call of check, or the text in it."""
    names: dict = {"check": lambda *_: None}
    source = cell_of(file)
    exec(source, names)
    if not file.endswith(".py"):
        return names[parts.checked_expression(source, kept_tasks()[file].id)]
    return source.rpartition("check(")[0]


@pytest.mark.parametrize(
    "file, place",
    [
        pytest.param(file, place, marks=[pytest.mark.long] * ((file, place) in DEAR))
        for file, one in BY_FILE.items()
        for place in range(len(one.tasks))
    ],
)
def test_the_solutions_of_the_book_are_right_on_every_puzzle(file, place):
    program = BY_FILE[file]
    found = run(text_of(file), file, program.tasks[place]())
    assert found.is_right and found.words == "right" and found.own.nodes != 0
    if file in ("at_most.py", "algorithm_x.py"):
        assert found.own.nodes == library_tree(found.task).nodes, "the same tree, counted in another way"
    assert (found.shown is None) == (file in COUNTED)


EIGHT_QUEENS = BY_FILE["at_most.py"].tasks[1]()
FIRST = "def at_most(links, main, chosen=()):\n    "
WRONG = {
    "no solution, but there is one": "return iter(())",
    "an item is covered twice, or not at all": "yield (0,)",
    "stops with ZeroDivisionError: division by zero": "yield 1 / 0",
    "stops with TypeError: 'int' object is not iterable": "yield 7",
    "stops with IndexError: tuple index out of range": "yield (10**9,)",
    "stops with SystemExit: 3": "raise SystemExit(3)\n    yield",
}


@pytest.mark.parametrize("words", WRONG)
def test_a_wrong_program_is_told_what_is_wrong(words):
    found = run(FIRST + WRONG[words], "at_most.py", EIGHT_QUEENS)
    assert not found.is_right and found.words == words and found.shown is None


def test_an_empty_solution_and_a_name_of_our_own_are_no_trouble():
    text = f"_calls = 7\n{FIRST}yield ()\n    at_most(links, main)"
    assert run(text, "at_most.py", EIGHT_QUEENS).words == "an item is covered twice, or not at all"


def test_twins_and_a_part_of_all_are_no_answer():
    eight = BY_FILE["queens.py"].tasks[0]()
    whole = text_of("queens.py")
    twice = whole + "\nonce = queens\ndef queens(n, attack):\n    return once(n, attack)[:46] * 2"
    assert run(twice, "queens.py", eight).words == "46 solutions, not 92"
    more = (
        whole + "\nonce = queens\ndef queens(n, attack):\n    return [*once(n, attack), *once(n, attack)[:1]]"
    )
    assert run(more, "queens.py", eight).words == "one of them comes twice"


def test_an_endless_program_is_stopped_by_its_work(monkeypatch):
    monkeypatch.setattr(runs, "SECONDS", 1)
    found = run(FIRST + "while True: pass\n    yield", "at_most.py", EIGHT_QUEENS)
    assert not found.is_right and found.words == "no answer after 1 s of work"


PIGEONS = "1 { in(P,H) : H = 1..12 } 1 :- P = 1..13. :- in(P,H), in(Q,H), P < Q."  # minutes for clasp


@pytest.mark.parametrize("text", ["n(0). n(X+1) :- n(X).", PIGEONS])
def test_endless_grounding_and_search_are_stopped_by_their_work(text, monkeypatch):
    monkeypatch.setattr(runs, "SECONDS", 1)
    found = run(text, "packing.lp", BY_FILE["packing.lp"].tasks[0]())
    assert not found.is_right and found.words == "no answer after 1 s of work"


def test_a_function_that_does_not_call_itself_has_no_nodes():
    program = open_program("def at_most(links, main):\n    return []", "at_most.py")
    program.function(None, 0)
    assert program.nodes() is None


def said_of(file: str, text: str, monkeypatch) -> str:
    """Return the line of the card after a run of a program."""
    monkeypatch.setattr(parts, "unwritten", {file: text})
    made = card.your_solver()
    made.run()
    return unescape(made.line.value)


@pytest.mark.parametrize("file", picked(BY_FILE, {*BY_FILE} - {"timetable.py"}))  # its check takes seconds
def test_the_card_shows_what_the_check_says_of_a_wrong_program(file, monkeypatch):
    program = BY_FILE[file]
    wrong = python_of(exercise(program.exercise).wrong_blocks[0])
    names: dict = {}
    if file.endswith(".lp"):
        exec(wrong, names)
        wrong = next(value for name, value in names.items() if name.isupper())
    elif file == "algorithm_x.py":
        wrong = python_of(exercise("4.3").solutions[0]) + "\n\n" + wrong
    assert f"{file}: {program.exercise}: Not yet." in said_of(file, wrong, monkeypatch)


@pytest.mark.parametrize(
    "text, words",
    [
        ("def queens(:", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
        ("raise SystemExit", "SystemExit"),
        ("\n", "defines no queens"),
        ("queens = 7", "7"),
    ],
)
def test_a_broken_file_is_named_in_one_line(text, words, monkeypatch):
    said = said_of("queens.py", text, monkeypatch)
    assert "queens.py: Your code stops with " in said or words == "7"
    assert words in said


def test_a_file_that_does_not_end_is_told_so():
    soon = replace(find_exercise("1.6"), seconds=0.3)
    said = fault_alone(soon, "while True: pass", BY_FILE["queens.py"].part)
    assert said == "Your code was still running after 0.3 seconds."


@pytest.mark.parametrize("name", card.STEPPED)
def test_a_search_is_shown_step_by_step(name):
    made = card.your_solver()
    made.step_through(name, text_of(f"{name}.py"))
    [shown] = made.steps.children
    assert shown.step.value > 0


def test_the_same_zip_may_come_twice():
    parts.write_part("mine.py", "x = 1")
    made = card.your_solver()
    some = {"name": "a.zip", "type": "", "size": 1, "last_modified": datetime.now()}
    file = Bunch(some, content=memoryview(parts.pack_parts()))
    for _ in range(2):
        parts.unwritten.clear()
        made.upload.value = (file,)
        assert parts.unwritten == {"mine.py": "x = 1"} and "Taken back: mine.py." in made.line.value
    made.upload.value = (Bunch(some, content=memoryview(b"no zip")),)
    assert "no zip of parts" in made.line.value


def test_before_anything_is_kept_the_card_says_where_to_begin():
    made = card.your_solver()
    assert made.start.disabled and made.program.options == ()
    assert "its program is kept" in made.line.value and verdict("5.7", ...).status == "open"


def test_the_first_program_is_chosen_and_runs_at_one_press(monkeypatch):
    monkeypatch.setattr(parts, "unwritten", {"queens.py": text_of("queens.py"), "by_piece.py": "pass"})
    made = card.your_solver()
    assert made.program.label == "queens"
    made.run()
    assert "Right on 1 of 1 puzzle." in made.line.value and "1,198" in made.results.children[0].value
    made.program.index = 1
    made.run()
    assert "defines no by_piece" in made.line.value


# -------- moves, values, and all as one picture


def test_moves_are_judged_and_played():
    file = "fewest_moves.py"
    ring, large = (make() for make in BY_FILE[file].tasks)
    none = "def fewest_moves(pieces):\n    return None"
    assert run(none, file, ring).is_right
    assert run(none, file, large).words == "These pieces do come apart: 10 moves can part them."
    made = card.your_solver()
    made.show(run(text_of(file), file, large).shown, "ten moves")
    [shown] = made.steps.children
    frames = shown.stage.everything
    assert frames[0]["say"] == "10 moves to the first separation. Step on."
    assert frames[10]["say"].startswith("Move 10: ") and "All is taken apart" not in frames[11]["say"]
    made.show(run(text_of(file), file, ring).shown, "no way")
    assert shown.comm is None and made.steps.children[0].stage.count == 2


def test_the_library_searches_once_for_a_task(monkeypatch):
    monkeypatch.setattr(runs, "LIBRARY", {})
    asked = []
    task = value_task("Dominoes, 2×3", "how many ways", lambda loads: loads(2, 3), 3)
    task = task._replace(nodes=lambda: asked.append(7) or 7)
    for number, words in ((3, "right"), (4, "4, not 3")):
        found = run(f"def loads(rows, columns):\n    return {number}", "loads.py", task)
        assert (found.words, library_tree(task).nodes) == (words, 7)
    assert asked == [7]


def test_a_model_for_another_solver_is_given_to_its_task_as_a_text():
    task = value_task("A model", "its length", len, 7)
    assert [run(text, "star.mzn", task).words for text in ("solve; ", "1;")] == ["right", "2, not 7"]


def test_a_wrong_square_is_none():
    task = BY_FILE["complete.py"].tasks[0]()
    for squares in ("[[1] * 9] * 8", "[]", "[[2, 7, 6, 9, 5, 1, 4, 3, 8]] * 8"):
        found = run(f"complete = lambda square, test: {squares}", "complete.py", task)
        assert found.words == "not the eight magic squares, each once"


def test_the_values_of_small_tasks_by_trying_all():
    minutes = {name: dict(zip(programs.CHORES, row)) for name, row in programs.TIMES.items()}
    ends = [
        max(sum(minutes[one][chore] for chore, by in zip(programs.CHORES, way) if by == one) for one in way)
        for way in product(minutes, repeat=5)
    ]
    assert programs.shared_flat().fault(min(ends)) == ""
    sides = (0, 1, 2), (2, 3, 4), (4, 5, 0)
    right = [at for at in permutations(range(1, 7)) if all(sum(at[k] for k in side) == 9 for side in sides)]
    assert programs.small_triangle().fault(len(right)) == ""


def test_all_that_is_kept_is_one_picture_that_a_page_keeps(monkeypatch, tmp_path):
    assert picture.my_programs().words == "Nothing is kept yet."
    kept = {file: text_of(file) for file in ("complete.py", "packing.lp", "map.lp", "fewest_moves.py")}
    monkeypatch.setattr(
        parts, "unwritten", kept | {"queens.py": "queens = 7", "loads.py": "def loads(\x1b\0"}
    )
    made = picture.my_programs()
    assert made.words.startswith("6 programs that you have built: complete.py, queens.py, loads.py, map.lp")
    root = ElementTree.fromstring(made.svg)
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"1.4: Magic square", "6.2c: Soma", "6.1c", "13.4d: Ring and rod", "1.6", "♛"} - {*texts} == {"♛"}
    notebook = new_notebook(
        cells=[new_code_cell("my_programs()", outputs=[new_output("execute_result", html_of(made))])]
    )
    path = tmp_path / "mine.ipynb"
    nbformat.write(notebook, path)
    assert f"base64,{b64encode(made.svg.encode()).decode()}" in notebook_page(path).decode()


def html_of(made) -> dict:
    return {"text/html": made._repr_html_(), "text/plain": repr(made)}
