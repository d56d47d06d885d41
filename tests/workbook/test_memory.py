"""The memory of a notebook: kept whole, read with suspicion, and only for a notebook that is open."""

import json
import os
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.kit.cards import memory
from lessons.kit.cards.memory import Memory, notebook_of, parse_entries, read_entries
from lessons.kit.cards.prediction import DEMO, predict
from lessons.kit.checks import judge, registry
from lessons.kit.ground.files import KEPT

NOTHING = {"guesses": {}, "exercises": {}}
TIME = "2026-11-23T08:10:00+00:00"


@pytest.fixture
def file(tmp_path):
    return tmp_path / KEPT / "01-backtracking.json"


@pytest.fixture
def kept(file, monkeypatch):
    """The memory of a notebook that is open, afresh: as after each restart."""
    monkeypatch.setattr(memory, "own_memory", lambda: Memory(file))
    return file


def write(file, content):
    file.parent.mkdir(exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content))


# -------- the file


def test_what_is_kept_comes_back(file):
    Memory(file).keep("guesses", "How many?", "12")
    Memory(file).keep("exercises", "1.1", True)
    known = read_entries(file)
    assert known["guesses"]["How many?"]["answer"] == "12" and known["exercises"]["1.1"]["solved"] is True
    Memory(file).forget("guesses", "How many?")
    assert Memory(file).recall("guesses", "How many?") is None
    assert Memory(file).recall("exercises", "1.1") is True
    assert [path.name for path in file.parent.iterdir()] == [file.name], "nothing is left beside it"


def test_the_memory_of_a_notebook_that_was_renamed_comes_along(tmp_path):
    question = "How many \u00abpackings\u00bb?"
    cells = [{"source": [f"guess = predict({question!r})\n", 'check("0.1", f)']}]
    other = [{"source": ["nothing of it"]}]
    for name, content in (("00-start-here", cells), ("01-backtracking", other)):
        (tmp_path / f"{name}.ipynb").write_text(json.dumps({"cells": content}, ensure_ascii=False), "utf-8")
    before = Memory(memory.memory_file(tmp_path / "00-start-here.ipynb"))
    before.keep("guesses", question, "12")
    before.keep("exercises", "0.1", True)
    copy = tmp_path / "copy-of-00.ipynb"
    copy.write_bytes((tmp_path / "00-start-here.ipynb").read_bytes())
    assert Memory(memory.memory_file(copy)).recall("guesses", question) is None, "both are there"
    assert Memory(memory.memory_file(tmp_path / "01-backtracking.ipynb")).recall("guesses", question) is None
    copy.unlink()
    (tmp_path / "00-start-here.ipynb").rename(tmp_path / "lesson00-anna.ipynb")
    assert Memory(memory.memory_file(tmp_path / "01-backtracking.ipynb")).recall("guesses", question) is None
    after = Memory(memory.memory_file(tmp_path / "lesson00-anna.ipynb"))
    assert after.recall("guesses", question) == "12" and after.recall("exercises", "0.1") is True


def test_a_notebook_with_a_new_name_remembers_though_the_old_one_is_beside_it(tmp_path):
    for name in ("01-x-more", "01b-x"):
        (tmp_path / f"{name}.ipynb").write_text("{}", "utf-8")
    Memory(memory.memory_file(tmp_path / "01-x-more.ipynb")).keep("exercises", "1.9", True)
    assert Memory(memory.memory_file(tmp_path / "01b-x.ipynb")).recall("exercises", "1.9") is True


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "file").touch()
    kept = Memory(tmp_path / "file" / KEPT / "01.json")
    kept.keep("guesses", "How many?", "12")
    kept.keep("guesses", "Which?", "the last")
    assert kept.recall("guesses", "How many?") == "12" and kept.recall("guesses", "Which?") == "the last"


BAD = [
    "",
    "{",
    "[" * 100_000,
    '{"version": 1e999}',
    {"version": 2, "guesses": {"q": {"answer": "12", "at": TIME}}},
    {"version": 1, "guesses": [1], "exercises": {"1.1": 7}},
    {"version": 1, "guesses": {"q": {"answer": 12, "at": TIME}, "r": {"at": TIME}, "s": {"answer": "12"}}},
    {"version": 1, "guesses": {"q" * 501: {"answer": "12", "at": TIME}}},
    {"version": 1, "guesses": {"q": {"answer": "1" * 501, "at": TIME}}},
    {"version": 1, "exercises": {"1.1": {"solved": 1, "at": TIME}, "1.2": {"solved": True, "at": "now"}}},
    {"version": 1, "exercises": {"1.1": {"solved": True, "at": "2026-11-23T08:10:00"}}},
    '{"version": 1}' + " " * 1_000_001,
]


@pytest.mark.parametrize("content", BAD, ids=range(len(BAD)))
def test_a_file_that_is_not_ours_is_empty(file, content):
    write(file, content)
    assert read_entries(file) == NOTHING
    Memory(file).keep("guesses", "How many?", "12")
    assert Memory(file).recall("guesses", "How many?") == "12", "and it is mended by the next guess"


@pytest.mark.parametrize("made", [lambda file: file.mkdir(), os.mkfifo], ids=["folder", "pipe"])
def test_what_is_no_file_is_empty(file, made):
    file.parent.mkdir()
    made(file)
    assert read_entries(file) == NOTHING


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_a_link_is_neither_read_nor_written(file, tmp_path, linked):
    other = tmp_path / "other" / file.name
    write(other, {"version": 1, "guesses": {"q": {"answer": "theirs", "at": TIME}}})
    before = other.read_bytes()
    if linked == "folder":
        file.parent.symlink_to(other.parent)
    else:
        file.parent.mkdir()
        file.symlink_to(other)
    assert read_entries(file) == NOTHING
    mine = Memory(file)
    mine.keep("guesses", "q", "mine")
    assert mine.recall("guesses", "q") == "mine" and other.read_bytes() == before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["version", "guesses", "q", "at"]), inner)
    ),
)


@pytest.mark.slow
@given(json_values, json_values)
def test_whatever_a_file_holds_is_read(guesses, exercises):
    known = parse_entries({"version": 1, "guesses": guesses, "exercises": exercises})
    assert set(known) == set(NOTHING)


@pytest.mark.slow
def test_a_file_stays_small(file):
    mine = Memory(file)
    for number in range(memory.MOST_ENTRIES + 20):
        mine.keep("guesses", f"{number}?".rjust(500, "\0"), "\0" * 500)
    assert len(read_entries(file)["guesses"]) == memory.MOST_ENTRIES
    assert mine.recall("guesses", f"{memory.MOST_ENTRIES + 19}?".rjust(500, "\0")) == "\0" * 500
    assert file.stat().st_size <= memory.MOST_BYTES


def test_a_file_is_whole_at_any_time(file):
    """Another kernel reads while this one writes."""
    mine, done, bad = Memory(file), threading.Event(), []
    mine.keep("guesses", "q", "x" * 400)

    def look():
        while not done.is_set():
            if "q" not in read_entries(file)["guesses"]:
                bad.append(file.read_bytes())

    thread = threading.Thread(target=look)
    thread.start()
    for number in range(50):
        mine.keep("guesses", f"{number}?", "y" * 400)
    done.set()
    thread.join()
    assert bad == []


# -------- whose memory


def test_only_a_notebook_that_a_server_has_opened_has_a_memory(tmp_path, monkeypatch):
    notebook = tmp_path / "01.ipynb"
    notebook.touch()
    monkeypatch.chdir(tmp_path)
    assert notebook_of({"JPY_SESSION_NAME": str(notebook)}) == notebook
    assert notebook_of({}) is None
    assert notebook_of({"JPY_SESSION_NAME": str(tmp_path / "console-1")}) is None
    assert notebook_of({"JPY_SESSION_NAME": str(tmp_path / "gone.ipynb")}) is None
    assert notebook_of({"JPY_SESSION_NAME": str(tmp_path / f"{'x' * 300}.ipynb")}) is None
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert notebook_of({"JPY_SESSION_NAME": str(notebook)}) is None


def test_without_a_kernel_nothing_is_kept(tmp_path, monkeypatch):
    (tmp_path / "01.ipynb").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "01.ipynb"))
    memory.own_memory.cache_clear()
    memory.keep("guesses", "q", "12")
    assert memory.recall("guesses", "q") is None and memory.memories() == []
    memory.forget("guesses", "q")
    memory.own_memory.cache_clear()
    assert [path.name for path in tmp_path.iterdir()] == ["01.ipynb"]


# -------- guesses


def guess_in(value, **asked):
    guess = predict("How many?", **asked)
    guess.field.value = value
    guess.submit()
    return guess


@pytest.mark.parametrize(
    "value, asked, read_back",
    [
        ("1,234", {}, 1234),
        ("0.5", {}, 0.5),
        ("some <b>words</b>", {"kind": "words"}, "some <b>words</b>"),
        (8, {"choices": [7, 8, 9]}, 8),
        ("no", {"choices": ["yes", "no"]}, "no"),
    ],
)
def test_a_guess_outlives_its_kernel(kept, value, asked, read_back):
    guess_in(value, **asked)
    again = predict("How many?", **asked)
    again.reveal(1234)
    assert again.value == read_back and again.field.disabled
    assert "Guess again" in buttons(again) and "1,234" in again.card.children[-1].value


def buttons(guess):
    return [child.description for child in guess.row.children[1:]]


def test_another_question_or_another_choice_asks_anew(kept):
    guess_in(8, choices=[7, 8, 9])
    assert predict("How many pieces?", choices=[7, 8, 9]).value is None
    changed = predict("How many?", choices=[70, 80])
    assert changed.value is None and not changed.field.disabled and buttons(changed) == []
    assert predict("How many?").value == 8, "a number still fits"


def test_what_stands_in_the_file_must_be_an_answer(kept):
    write(kept, {"version": 1, "guesses": {"How many?": {"answer": "many", "at": TIME}}})
    guess = predict("How many?")
    assert guess.value is None and guess.field.value == "" and not guess.given[-1].disabled


def test_a_guess_can_be_taken_back(kept):
    guess_in("12")
    again = predict("How many?")
    again.reveal(13)
    again.row.children[-1].click()
    assert again.value is None and not again.field.disabled and again.field.value == ""
    assert again.card.children[-1] is again.line
    assert read_entries(kept)["guesses"] == {} and predict("How many?").value is None
    again.field.value = "14"
    again.submit()
    assert predict("How many?").value == 14


def test_the_projector_keeps_no_guess(kept, monkeypatch):
    monkeypatch.setattr(DEMO, "on", True)
    assert guess_in("12").value == 12
    assert not kept.exists()


# -------- exercises


def test_a_solved_exercise_stays_solved(kept, monkeypatch):
    monkeypatch.setattr(registry, "EXERCISES", {})

    @judge.exercise("99.1", correct="Seven.")
    def seven(answer):
        if answer != 7:
            yield judge.Counterexample("Count again.")

    solved = lambda: memory.recall("exercises", "99.1")
    judge.check("99.1", ...)
    assert solved() is None
    judge.check("99.1", 6)
    assert solved() is False
    judge.check("99.1", 7)
    assert solved() is True
    judge.check("99.1", 6)
    assert solved() is True and judge.check.last.status == "not yet", "the verdict is never the memory's"
    judge.check("98.7", 6)
    assert list(read_entries(kept)["exercises"]) == ["99.1"]


# -------- in a kernel

KEEPS = (
    "from lessons.kit.cards import memory\n"
    "memory.keep('guesses', 'q', '12')\n"
    "print(memory.own_memory() is not None, memory.recall('guesses', 'q'))"
)
RUNS = """
import os
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
notebook = new_notebook(cells=[new_code_cell({code!r})])
name = os.environ.pop("FOR_THE_KERNEL", "")
more = {{"env": os.environ | {{"JPY_SESSION_NAME": name}}}} if name else {{}}
NotebookClient(notebook, resources={{"metadata": {{"path": os.getcwd()}}}}).execute(**more)
print(notebook.cells[0].outputs[0].text)
"""


def said_by_a_kernel(notebook, **variables) -> str:
    """Return what a kernel in the folder of this notebook says, started by a process with these variables."""
    run = [sys.executable, "-c", RUNS.format(code=KEEPS)]
    done = subprocess.run(
        run, cwd=notebook.parent, env=os.environ | variables, capture_output=True, text=True, timeout=120
    )
    return done.stdout.strip() or done.stderr


@pytest.mark.slow
def test_a_kernel_that_a_server_starts_keeps_and_one_that_a_program_starts_does_not(file):
    notebook = file.parents[1] / "01-backtracking.ipynb"
    notebook.touch()
    said = said_by_a_kernel(notebook, JPY_SESSION_NAME=str(notebook))
    assert said == "False None", "a program such as the book, begun in a cell"
    assert not file.exists()
    assert said_by_a_kernel(notebook, FOR_THE_KERNEL=str(notebook)) == "True 12", "a server"
    assert read_entries(file)["guesses"]["q"]["answer"] == "12"
