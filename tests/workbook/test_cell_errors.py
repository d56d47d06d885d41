"""Errors in a cell: one line after a restart, and never a line of what is covered."""

import re
import warnings

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from test_build import ROOT, build, course

SECRET = "because of seven"
RUN = "Run ▸ Run All Above Selected Cell"
ANSWER = build.by_itself(
    build.code_cell(f"guess.reveal(truth(), explain={SECRET!r} + more)", (), hidden=True)
).source
EXERCISE = build.by_itself(
    build.code_cell('def f(n):\n    return n\n\ncheck("99.1", f)', ("exercise",))
).source
GUESS = "class Guess:\n    def reveal(self, *rest, **named): ...\n\nguess, more = Guess(), ''"


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


def test_an_answer_without_its_guess_is_one_line(shell):
    said = f"The answer opens when your guess is in. Run the cells above first: {RUN}.\n"
    assert shown(shell, ANSWER) == said
    assert shown(shell, ANSWER, "%tb") == said


FAILURES = {
    "in the truth": f"{GUESS}\ndef truth(): 1 / 0",
    "in the explanation": f"{GUESS}\nmore, truth = 3, len",
    "of a name in a function": f"{GUESS}\ndef truth(): return nothing",
    "interrupted": f"{GUESS}\ndef truth(): raise KeyboardInterrupt",
    "in reveal": f"{GUESS}\nguess.reveal, truth = None, lambda: 7",
}


@pytest.mark.parametrize("why", FAILURES)
@pytest.mark.parametrize("mode", ["Plain", "Context", "Verbose", "Docs"])
def test_no_error_shows_a_covered_line(shell, why, mode):
    shell.run_cell(f"%xmode {mode}")
    text = shown(shell, FAILURES[why], ANSWER)
    assert text and SECRET not in text and "explain" not in text
    assert SECRET not in shown(shell, "%tb")


def test_no_warning_shows_a_covered_line(shell):
    warns = f"{GUESS}\nimport warnings\ndef truth(): warnings.warn('so', stacklevel=2)"
    with pytest.warns(UserWarning, match="so") as warned:
        shown(shell, warns, ANSWER)
    (one,) = warned
    text = warnings.formatwarning(one.message, one.category, one.filename, one.lineno)
    assert "# covered" in text and SECRET not in text


def test_not_even_where_the_library_is_missing(shell):
    text = shown(shell, ANSWER.replace("lessons", "no_such_library"))
    assert "ModuleNotFoundError" in text and SECRET not in text and "explain" not in text


def test_a_cell_that_is_run_again_stays_covered(shell):
    for _ in range(2):
        assert SECRET not in shown(shell, FAILURES["in the truth"], ANSWER)


def test_an_exercise_that_needs_a_cell_above_says_so_in_one_line(shell):
    ready(shell)
    text = shown(shell, EXERCISE.replace("def f", "start = numbers[0]\ndef f"))
    assert text == (
        "NameError: name 'numbers' is not defined (line 3: start = numbers[0]). "
        f"If a cell above defines it, run that one first: {RUN}.\n"
    )


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


def test_every_covered_answer_of_the_workbook_begins_with_it():
    cells = [cell for path in (ROOT / "notebooks").glob("*.ipynb") for cell in nbformat.read(path, 4).cells]
    answers = [
        c.source for c in cells if c.cell_type == "code" and re.search(r"\.reveal\(.*explain=", c.source)
    ]
    assert len(answers) > 50
    assert all(source.split("\n")[1:5] == build.COVERED.split("\n") for source in answers)


def test_every_exercise_of_the_workbook_imports_its_check():
    for lesson in (part for one in course() for part in one.parts):
        cells = build.student_notebook(lesson).cells
        tasks = [cell.source for cell in cells if "exercise" in cell.metadata.get("tags", ())]
        assert len(tasks) == len(lesson.own_exercises)
        assert all(source.startswith(build.CHECK) for source in tasks)
