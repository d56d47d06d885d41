"""Exercises: one call in the notebook, an instant answer.

A student writes `check("4.3", answer)`. The verdict is one of

* **not answered yet**: nothing has been written, or a `...` is still there;
* **not yet**: with the smallest example on which the answer fails;
* **correct**: with a sentence on what that shows.

The check of an exercise lives in `lesson_NN.py` beside this file, which is imported when the
first exercise of that lesson is asked for. It is a function of the answer, made known by
`exercise`, that gives a `Counterexample` when the answer is wrong and nothing when it is right:

>>> @exercise("99.1", correct="Every number times itself.")
... def square(answer):
...     return try_on(answer, [3, 0, -2], oracle=lambda n: n * n)
>>> def double(n):
...     return n + n
>>> check("99.1", double)
99.1: Not yet. That is not the right answer for this example.
  example: -2
  your answer: -4
  expected: 4
>>> check("99.1", lambda n: n * n)
99.1: Correct. Every number times itself.
>>> check("99.1", ...)
99.1: not answered yet.

What can go wrong in a student's code stays small: an endless loop is stopped, an exception
becomes one line that names its place, and the arguments are copies.
"""

import html
import importlib
import inspect
import linecache
import re
import sys
import sysconfig
import textwrap
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .blanks import gap, is_function
from .counterexample import NOTHING, Args, Counterexample, shown, written
from .run_answer import RUNS, Runner, try_on
from .time_limit import TooLong, quiet, stopped_after

__all__ = ["Args", "Counterexample", "Exercise", "Verdict", "check", "exercise", "try_on", "verdict"]

SECONDS = 10  # how long all runs of one answer may take together


# -------- what a check says


@dataclass(frozen=True, eq=False, repr=False)
class Verdict:
    """What a check says: `status` is "open", "not yet", "correct", "interrupted" or "unknown".

    `error` is set when the check itself could not cope with the answer.
    """

    id: str
    status: str
    say: str
    example: Counterexample | None = None
    error: Exception | None = None

    def __repr__(self):
        rows = [f"\n  {label}: {indented(text)}" for label, text in self.rows]
        return f"{self.id}: {self.say}" + "".join(rows)

    @property
    def rows(self) -> list[tuple[str, str]]:
        return self.example.rows if self.example else []

    def _repr_html_(self):
        sign, colour = LOOKS[self.status]
        words = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(self.say))
        rows = "".join(
            f'<tr><th style="text-align:left;vertical-align:top">{label}</th>'
            f'<td style="text-align:left"><pre style="margin:0">{html.escape(text)}</pre></td></tr>'
            for label, text in self.rows
        )
        return (
            f'<div role="status" style="border-left:0.4em solid {colour};padding:0.3em 0.8em">'
            f"<strong>{sign} {self.id}:</strong> {words}"
            + (f"<table>{rows}</table>" if rows else "")
            + "</div>"
        )


# A sign and the theme's own colour for each status: the colour never stands alone.
LOOKS = {
    "open": ("○", "var(--jp-border-color1, #999)"),
    "not yet": ("✗", "var(--jp-warn-color0, #b35c00)"),
    "correct": ("✓", "var(--jp-success-color0, #1b7a2b)"),
    "interrupted": ("■", "var(--jp-border-color1, #999)"),
    "unknown": ("?", "var(--jp-border-color1, #999)"),
}


def indented(text: str) -> str:
    return text if "\n" not in text else "\n" + textwrap.indent(text, "    ")


# -------- the exercises


@dataclass(frozen=True)
class Exercise:
    """One exercise: its number, the function that judges answers, and what a right one shows."""

    id: str
    judge: Callable[[Any], Counterexample | Iterable[Counterexample] | None]
    correct: str | Callable[[Any], str]
    seconds: float = SECONDS
    stub: Any = NOTHING


EXERCISES: dict[str, Exercise] = {}


def exercise(id: str, *, correct: str | Callable[[Any], str], seconds: float = SECONDS, stub: Any = NOTHING):
    """Decorator: make a function the check of an exercise.

    Parameters
    ----------
    id : its number, "4.3".
    correct : the sentence for a right answer, or a function of the answer that gives it.
    seconds : when to stop; all runs of the answer and the check's own work count.
    stub : what stands in the notebook, if it is a value without `...` in it: as long as the
        answer equals it, it is not answered yet.
    """

    def register(judge):
        known = EXERCISES.get(id)
        if known and home(known.judge) != home(judge):
            raise ValueError(f"exercise {id} has two checks: {home(known.judge)} and {home(judge)}")
        EXERCISES[id] = Exercise(id, judge, correct, seconds, stub)
        return judge

    return register


def home(function) -> str:
    """Where a function is written: two exercises may not have the same number."""
    return f"{function.__module__}.{function.__qualname__}"


def find(id: str) -> Exercise | None:
    """The exercise with this number; its lesson's module is imported on first use."""
    if id not in EXERCISES and re.fullmatch(r"\d+\.\d+[a-z]?", id):
        name = f"puzzlelib.exercises.lesson_{int(id.split('.')[0]):02d}"
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in (name, "puzzlelib.exercises"):
                raise
    return EXERCISES.get(id)


# -------- judging


def check(id: str, answer: Any) -> None:
    """Judge an answer and show the verdict; `check.last` keeps it."""
    check.last = verdict(str(id), answer)
    show(check.last)


check.last = None


def verdict(id: str, answer: Any) -> Verdict:
    """Judge an answer without showing anything."""
    task = find(id)
    if task is None:
        return Verdict(id, "unknown", "there is no exercise with this number.")
    return judged(task, answer)


def judged(task: Exercise, answer: Any) -> Verdict:
    """The verdict on an answer; nothing it raises gets out."""
    runner = Runner(answer) if is_function(answer) else answer
    try:
        with quiet(), stopped_after(task.seconds):
            missing = gap(answer, task.stub)
            if missing is not None:
                return Verdict(task.id, "open", f"not answered yet.{missing}")
            found = first(task.judge(runner))
            praise = task.correct(runner) if found is None and callable(task.correct) else task.correct
    except KeyboardInterrupt:
        return Verdict(task.id, "interrupted", "stopped, as you asked.")
    except NotImplementedError:
        return Verdict(task.id, "open", "not answered yet.")
    except BaseException as error:
        return trouble(task, answer, runner, error)
    if found is None:
        return Verdict(task.id, "correct", f"Correct. {praise}")
    return not_yet(task, answer, found)


def not_yet(task: Exercise, answer: Any, found: Counterexample, error=None) -> Verdict:
    """The verdict on a wrong answer; its example can be tried again."""
    if found.fails is None:
        found = replace(found, fails=lambda: finds_again(task, answer, found))
    return Verdict(task.id, "not yet", f"Not yet. {found.say}", found, error)


def finds_again(task: Exercise, answer: Any, found: Counterexample) -> bool:
    """Does the check still say the same of the answer?"""
    again = first(task.judge(Runner(answer) if is_function(answer) else answer))
    return again is not None and (again.say, shown(again.example)) == (found.say, shown(found.example))


def first(found) -> Counterexample | None:
    """The first counterexample of what a check gave: nothing, one, or several.

    >>> first(iter([])) is None
    True
    """
    if found is not None and not isinstance(found, Counterexample):
        found = next(iter(found), None)
    if found is not None and not isinstance(found, Counterexample):
        raise TypeError(f"a check gives Counterexamples, not {type(found).__name__}")
    return found


def show(result: Verdict) -> None:
    """In a notebook: the verdict and its picture. Elsewhere: its text."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return print(result)
    from IPython.display import display

    display(result)
    picture = picture_of(result)
    if picture is not None:
        display(picture)


def picture_of(result: Verdict) -> Any:
    """The picture of a counterexample; a picture that cannot be drawn must not hide the words."""
    try:
        return result.example.picture() if result.example and result.example.picture else None
    except Exception:
        return None


# -------- when a student's code fails


def trouble(task: Exercise, answer: Any, runner: Any, error: BaseException) -> Verdict:
    """The verdict when an answer raised something, ran too long, or could not be read."""
    start = after_the_call(error)
    if start is None:
        return unreadable(task, answer, runner, error)
    lines = [
        (frame.f_code.co_filename, line or frame.f_code.co_firstlineno)
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    place = place_of(lines[start:], answer)
    return not_yet(
        task,
        answer,
        Counterexample(f"{what_happened(error, task)}{place}.", runner.example, fails=runner.again),
    )


def after_the_call(error: BaseException) -> int | None:
    """The first frame of the traceback that is the student's: the one below our call."""
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [number for number, code in enumerate(codes) if code in RUNS]
    return ours[0] + 1 if ours else None


def what_happened(error: BaseException, task: Exercise) -> str:
    """The beginning of a sentence on why a student's code did not come to its end."""
    if isinstance(error, TooLong):
        return f"Your code was still running after {task.seconds:g} seconds"
    if isinstance(error, RecursionError):
        return "Your function calls itself without end"
    return f"Your code stops with {one_line(error)}"


def one_line(error: BaseException) -> str:
    """The kind of an error and what it says, as Python writes them below a traceback."""
    words = " ".join(written(str, error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def place_of(lines: list[tuple[str, int]], answer: Callable) -> str:
    """ " (line 3: `return 1 / 0`)": the deepest line that is the student's own."""
    own = [(file, line) for file, line in lines if not is_library(file)]
    code = getattr(inspect.unwrap(answer), "__code__", None)
    if not own and code:  # called with the wrong number of arguments: its first line
        own = [(code.co_filename, code.co_firstlineno)]
    if not own:
        return ""
    text = linecache.getline(*own[-1]).strip()
    return f" (line {own[-1][1]}: `{text}`)" if text else f" (line {own[-1][1]})"


LIBRARIES = tuple(
    {str(Path(__file__).parents[1]), *(sysconfig.get_path(key) for key in ("stdlib", "purelib", "platlib"))}
)


def is_library(filename: str) -> bool:
    """Is a file none of the student's own?"""
    return filename.startswith((*LIBRARIES, "<frozen", "<string>"))


def unreadable(task: Exercise, answer: Any, runner: Any, error: BaseException) -> Verdict:
    """The check itself failed: mostly because the answer is not what was asked for."""
    called = isinstance(runner, Runner) and runner.args is not None
    what = "what your function returns" if called else "your answer"
    if isinstance(error, TooLong):
        words = f"Checking {what} took more than {task.seconds:g} seconds."
    else:
        words = f"The check cannot make sense of {what} ({one_line(error)})."
    example, got = (runner.example, runner.got) if called else (NOTHING, answer)
    return not_yet(task, answer, Counterexample(words, example, got), error)
