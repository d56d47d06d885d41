"""Errors in a cell: one line after a restart. The words of an answer are in no cell."""

import json
import re

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from test_build import ROOT, course

from lessons.kit.building.notebook import by_itself, code_cell

RUN = "Run ▸ Run All Above Selected Cell"
EXERCISE = by_itself(code_cell('def f(n):\n    return n\n\ncheck("99.1", f)', ("exercise",))).source


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """A shell in which nothing has been run: as after a restart."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    InteractiveShell.clear_instance()
    yield InteractiveShell.instance(colors="nocolor")
    InteractiveShell.clear_instance()


def shown(shell, *cells: str) -> str:
    """All that the last of these cells shows."""
    for cell in cells:
        with capture_output() as captured:
            shell.run_cell(cell)
    return captured.stdout + captured.stderr + "".join(map(str, captured.outputs))


def ready(shell) -> None:
    """Have errors made short by this shell, as the first import of a kernel does for its own."""
    shell.run_cell("from lessons.kit.cards.cell_errors import shorten_errors\nshorten_errors()\nNone")


def test_a_bet_that_needs_a_cell_above_asks_and_says_so_in_one_line(shell):
    bet = by_itself(code_cell('guess = predict("How many?")\nguess.reveal(len(found))', ("predict",)))
    assert shown(shell, bet.source).startswith(
        "NameError: name 'found' is not defined (line 3: guess.reveal(len(found))). "
        f"If a cell above defines it, run that one first: {RUN}.\n"
    )


def test_an_exercise_that_needs_a_cell_above_says_so_in_one_line(shell):
    ready(shell)
    text = shown(shell, EXERCISE.replace("def f", "start = numbers[0]\ndef f"))
    assert text == (
        "NameError: name 'numbers' is not defined (line 3: start = numbers[0]). "
        f"If a cell above defines it, run that one first: {RUN}.\n"
    )


def test_a_text_without_quotes_is_told_of_them(shell):
    ready(shell)
    line = shown(shell, "helpers = [Ben, Finn]")
    assert line.endswith(f'run that one first: {RUN}. If it is meant as text, put it in quotes: "Ben".\n')


def test_a_call_instead_of_a_function_is_one_line(shell):
    ready(shell)
    assert shown(shell, EXERCISE.replace("f)", "f())")) == (
        '99.1: check asks for the function itself, so write check("99.1", f) without brackets after f.\n'
    )


@pytest.mark.parametrize(
    "cell", ["len(3)", "def g():\n    y += 1\ng()", "1 / 0", "import re\nre.sub(1, 2, 3)"]
)
def test_all_other_errors_have_their_traceback(shell, cell):
    ready(shell)
    assert "Traceback (most recent call last)" in shown(shell, cell)


def test_no_notebook_has_the_words_of_an_answer():
    said = {question: one["words"] for lesson in course() for question, one in answers(lesson).items()}
    assert len(said) > 100
    text = "".join(path.read_text("utf-8") for path in (ROOT / "notebooks").glob("*.ipynb"))
    for question, words in said.items():
        runs = [run for run in re.split(r"<[^>]+>|\{\{.*?\}\}|[\"&]", words) if len(run) > 60]
        assert not any(run in text for run in runs), question


def answers(lesson) -> dict:
    return json.loads(lesson.path.with_name("answers.json").read_text("utf-8"))
