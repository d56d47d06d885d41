"""A lesson with its solutions in, run once for all tests that ask: verdicts, wrong answers (in `make test`
some of each exercise), and the names that its cells define.

It runs in an IPython shell without a kernel, each wrong answer before its solution, so that a wrong answer
can be judged again and what the cells define can be asked. All tests about one lesson run in one process
(../conftest.py), the one that has run it.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import NamedTuple

from sizes import ALL, size
from test_build import ROOT

from lessons.kit.building.lesson import checked_id, read_lesson
from lessons.kit.building.notebook import solved_notebook, student_notebook

# Wrong answers to 4.8, 7.7 and 11.6 that take seconds: judged by `make test-all` alone.
SLOW = {
    "without a memory",
    "lists all packings",
    "tries all groups first, and then writes down a puzzle that says yes or no",
}
SHARE = 0.2  # of its seconds gets a wrong answer that never ends, and they are processor time


class Tried(NamedTuple):
    """The verdict on a wrong answer."""

    id: str
    why: str
    status: str
    say: str
    error: str
    still_fails: bool
    picture: str


class Solved(NamedTuple):
    """Exercise -> the text of its verdict, and of that on its stub; what each wrong answer got; name ->
    value."""

    said: dict[str, str]
    stubs: dict[str, str]
    tried: list[Tried]
    names: dict


@lru_cache(1)
def solved(folder: str) -> Solved:
    """Run the cells of a lesson, and of its second notebook, in order; at each exercise, its stub and its
    wrong answers before its solution."""
    lesson = read_lesson(ROOT / "lessons" / folder / "lesson.md")
    tasks = {task.id: task for task in lesson.exercises}
    run, here = Solved({}, {}, [], {}), os.getcwd()
    os.chdir(ROOT / "notebooks")
    try:
        shell = fresh_shell(run.names)
        for stub, cell in (pair for part in lesson.parts for pair in zip(*both_notebooks(part))):
            id = checked_id(cell.source) if "exercise" in cell.metadata.get("tags", ()) else ""
            if id:
                run.stubs[id] = verdict_in(run_cell(shell, stub.source), id)
            with shorter_limits():
                run.tried.extend(
                    try_wrong(shell, id, why, code) for why, code in (chosen_wrongs(tasks[id]) if id else ())
                )
            if cell.cell_type == "code":
                with opened_truths(), recorded_archipelago():
                    texts = run_cell(shell, cell.source)
                if id:
                    run.said[id] = verdict_in(texts, id)
    finally:
        os.chdir(here)
    return run


def both_notebooks(part) -> tuple[list, list]:
    """Return the cells of a notebook as students get it, and with the solutions in."""
    return student_notebook(part).cells, solved_notebook(part).cells


def verdict_in(texts: list[str], id: str) -> str:
    """Return the verdict on an exercise among the outputs of its cell, or ""."""
    return next((text for text in texts if text.startswith(f"{id}: ")), "")


def chosen_wrongs(task) -> list[tuple[str, str]]:
    """Return the wrong answers to an exercise that are judged, in their order; the same at each run."""
    wrongs = [one for one in task.wrongs if ALL or one[0] not in SLOW]
    many = min(size("wrong answers"), len(wrongs))
    numbers = Random(task.id).sample(range(len(wrongs)), many)
    return [wrongs[number] for number in sorted(numbers)]


def fresh_shell(names: dict):
    """The IPython shell of this process, new, with these names and with settings of its own."""
    from IPython.core.interactiveshell import InteractiveShell

    os.environ["IPYTHONDIR"] = tempfile.mkdtemp()
    InteractiveShell.clear_instance()
    return InteractiveShell.instance(user_ns=names)


def run_cell(shell, source: str) -> list[str]:
    """Run a cell; returns its outputs as plain text."""
    from IPython.utils.capture import capture_output

    with capture_output() as captured:
        result = shell.run_cell(source)
    result.raise_error()
    return [output.data.get("text/plain", "") for output in captured.outputs]


def try_wrong(shell, id: str, why: str, code: str) -> Tried:
    """Run one wrong answer twice, and make the picture of its counterexample."""
    from lessons.kit.checks import judge as checks

    checks.check.last = None
    run_cell(shell, code)
    got = checks.check.last
    example = got.example
    run_cell(shell, code)
    fails = same_example(got, checks.check.last)
    return Tried(
        id,
        why,
        got.status,
        str(got),
        str(got.error or ""),
        fails,
        made(example.picture) if example and example.picture else "",
    )


def same_example(first, second) -> bool:
    """Do two verdicts say "not yet", with the same example?"""
    return first.status == second.status == "not yet" and shown_example(first) == shown_example(second)


def shown_example(result) -> str | None:
    return dict(result.rows).get("example")


def fails_again(result, answer) -> bool:
    """Does an answer, judged once more, fail on the same example?"""
    from lessons.kit.checks.judge import verdict

    return same_example(result, verdict(result.id, answer))


@contextmanager
def opened_truths() -> Iterator[None]:
    """Make what opens below a truth as soon as its cell runs, so that its error is the cell's."""
    from lessons.kit.cards.prediction import Guess

    covered = Guess.update

    def update(guess: Guess) -> None:
        covered(guess)
        if callable(guess.then):
            guess.then()

    Guess.update = update
    try:
        yield
    finally:
        Guess.update = covered


@contextmanager
def shorter_limits() -> Iterator[None]:
    """Checks stop an answer that does not end sooner than for students, and not because others work."""
    from lessons.kit.checks import time_limit

    alarm = time_limit.alarm
    time_limit.alarm = lambda seconds, block: alarm(SHARE * seconds, block)
    try:
        yield
    finally:
        time_limit.alarm = alarm


@contextmanager
def recorded_archipelago() -> Iterator[None]:
    """The archipelago of lesson 05 is the recorded one: else its cell takes longer than all others of its
    lesson. What is recorded is found again in workbook/test_archipelago.py."""
    from lessons.l05_dancing_links import archipelago

    before = archipelago.find_archipelago
    archipelago.find_archipelago = archipelago.recorded_archipelago
    try:
        yield
    finally:
        archipelago.find_archipelago = before


def made(picture) -> str:
    """Make a picture; say what went wrong, or ""."""
    try:
        picture()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def solved_names(folder: str) -> dict:
    """The names that the cells of this lesson, solved, define."""
    return solved(folder).names
