"""Exercises: one call in the notebook, an instant answer.

A student writes `check("4.3", answer)`. The verdict is one of

* **not answered yet**: nothing has been written, or a `...` is still there;
* **not yet**: with the smallest example on which the answer fails;
* **correct**: with a sentence on what that shows.

The check of an exercise lives in `checks.py` in the folder of its lesson, which is imported when
the first exercise of that lesson is asked for. It is a function of the answer, made known by
`exercise`, that gives a sentence or a `Counterexample` when the answer is wrong, or yields several (the
first of them counts, and ends the check), and nothing when it is right:

>>> @exercise("99.1", correct="Every number times itself.")
... def square(answer):
...     return try_on(answer, [3, 0, -2], oracle=lambda n: n * n)
>>> def double(n):
...     return n + n
>>> check("99.1", double)
99.1: Not yet. That is not the right answer for this example.
  example: n = -2
  your answer: -4
  expected: 4
>>> check("99.1", lambda n: n * n)
99.1: Correct. Every number times itself.
>>> check("99.1", ...)
99.1: not answered yet.

An endless loop is stopped, an exception becomes one line, and the arguments are copies.
"""

import html
import inspect
import linecache
import re
import sysconfig
import textwrap
import traceback
from collections.abc import Callable, Sized
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from ..cards import memory
from ..cards.cell_errors import IF_ABOVE, is_missing, shorten_errors, this_shell
from ..cards.parts import Part, keep_part, run_part
from ..ground.course import COURSE
from ..ground.errors import one_line
from ..ground.folders import import_part
from . import Text, registry
from .blanks import gap, is_function, unwritten_helper
from .counterexample import ADDRESS, NOTHING, Args, Counterexample, parameter_names, show_value, write_safely
from .course import kept_parts
from .light import register_light_exercises
from .registry import EXERCISES, Exercise, exercise
from .run_answer import RUNS, Runner, equal, list_if_iterator, try_on
from .time_limit import BUSY, TooBusy, TooLong, quiet, stopped_after
from .values import MOST_LISTED, Endless, plain

__all__ = [
    "EXERCISES",
    "Args",
    "Counterexample",
    "Exercise",
    "Verdict",
    "check",
    "exercise",
    "try_on",
    "verdict",
]

MOST_LETTERS, MOST_READ = 500, 5000  # of what an error says: shown, and with addresses in it


# -------- what a check says


@dataclass(frozen=True, eq=False, repr=False)
class Verdict:
    """The result of a check: `status` is "open", "not yet", "correct", "interrupted" or "unknown".

    `error` is set when the check itself could not cope with the answer.
    """

    id: str
    status: str
    say: str
    example: Counterexample | None = None
    error: Exception | None = None

    def __repr__(self):
        rows = [f"\n  {label}: {indent_lines(text)}" for label, text in self.rows]
        return f"{self.id}: {self.say}" + "".join(rows)

    @property
    def rows(self) -> list[tuple[str, str]]:
        return self.example.rows if self.example else []

    def _repr_html_(self):
        sign, colour = LOOKS[self.status]
        words = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(self.say))
        rows = "".join(
            f'<tr><th style="text-align:left;vertical-align:top">{label}</th>'
            f'<td style="text-align:left"><pre style="{PLAIN}">{html.escape(text)}</pre></td></tr>'
            for label, text in self.rows
        )
        return (
            f'<div role="status" style="border-left:0.4em solid {colour};padding:0.3em 0.8em">'
            f"<strong>{sign} {self.id}:</strong> {words}"
            + (f'<table style="font-size:inherit">{rows}</table>' if rows else "")
            + "</div>"
        )


PLAIN = "margin:0;font-size:inherit;background:none"  # as large as the words, on the projector too
# A sign and the theme's own colour for each status: the colour never stands alone.
LOOKS = {
    "open": ("○", "var(--jp-border-color1, #999)"),
    "not yet": ("✗", "var(--jp-warn-color0, #b35c00)"),
    "correct": ("✓", "var(--jp-success-color0, #1b7a2b)"),
    "interrupted": ("■", "var(--jp-border-color1, #999)"),
    "unknown": ("?", "var(--jp-border-color1, #999)"),
}


def indent_lines(text: str) -> str:
    return text if "\n" not in text else "\n" + textwrap.indent(text, "    ")


# -------- judging


def find_exercise(id: str) -> Exercise | None:
    """Return the exercise with this number; its lesson's module is imported on first use."""
    if id not in registry.EXERCISES and re.fullmatch(r"\d+\.\d+[a-z]?", id):
        number = int(id.split(".")[0])
        import_part(number, "checks")
        register_light_exercises(number)
    return registry.EXERCISES.get(id)


NO_ANSWER = object()


def check(id: str, answer: Any = NO_ANSWER) -> None:
    """Judge an answer and show the verdict; `check.last` keeps it."""
    if answer is NO_ANSWER:
        lacks = f'check needs your answer as well: check("{id}", your_answer)'
        check.last = Verdict(str(id), "open", lacks)
    else:
        check.last = verdict(str(id), answer)
    remember(check.last)
    show_verdict(check.last)
    if check.last.status == "correct" and (part := kept_parts().get(check.last.id)) and this_shell():
        *before, source = this_shell().user_ns["In"]
        judge = partial(fault_alone, EXERCISES[check.last.id])
        print(keep_part(part, check.last.id, answer, source, before, judge))


check.last = None


def remember(result: Verdict) -> None:
    """Keep whether an exercise is solved for `progress`; once solved, it stays so."""
    if result.status in ("correct", "not yet"):
        before = memory.recall("exercises", result.id)
        memory.keep("exercises", result.id, result.status == "correct" or before is True)


def fault_alone(task: Exercise, text: str, part: Part) -> str:
    """Return what is wrong with the file of an answer; "" if it is right without its notebook."""
    try:
        with quiet(), judging_context(), stopped_after(task.seconds):
            answer = run_part(text, part.file) if part.file.endswith(".py") else text
    except (Exception, SystemExit, TooLong) as error:
        return f"{what_happened(error, task)}."
    found = judge_answer(task, answer)
    return "" if found.status == "correct" else str(found).replace(f" {IF_ABOVE}", "")


def verdict(id: str, answer: Any) -> Verdict:
    """Judge an answer without showing anything."""
    task = find_exercise(id)
    if task is None:
        return Verdict(id, "unknown", "there is no exercise with this number.")
    return judge_answer(task, answer)


def judge_answer(task: Exercise, answer: Any) -> Verdict:
    """Return the verdict on an answer; nothing it raises gets out."""
    runner: Any = NOTHING
    try:
        with quiet(), judging_context(), stopped_after(task.seconds):
            runner = Runner(answer) if is_function(answer) else NOTHING
            missing = gap(answer, task.stub)
            if missing is not None:
                return Verdict(task.id, "open", f"not answered yet.{missing}")
            runner = list_if_iterator(plain(answer)) if runner is NOTHING else runner
            found = first(task.judge(runner))
            if found is None and task.keeps and isinstance(runner, Runner):
                found = spoilt_arguments(runner)
            if found is None and isinstance(runner, Runner) and runner.args is None:
                raise ValueError("your function was not called")
            praise = task.correct(runner) if found is None and callable(task.correct) else task.correct
    except KeyboardInterrupt:
        return Verdict(task.id, "interrupted", "stopped, as you asked.")
    except TooBusy:
        return Verdict(task.id, "interrupted", BUSY)
    except NotImplementedError:
        return Verdict(task.id, "open", "not answered yet.")
    except BaseException as error:
        return trouble(task, answer, runner, error)
    if found is None:
        return Verdict(task.id, "correct", f"Correct. {praise}")
    return not_yet(task, runner, found)


def judging_context() -> AbstractContextManager:
    """Return the context in which this course judges answers."""
    return resolve_name(COURSE.judged_in)() if COURSE.judged_in else nullcontext()


def spoilt_arguments(runner: Runner) -> Counterexample | None:
    """Return a counterexample if a function that is right has changed what it was given."""
    runner.look_at_given()
    if runner.spoilt is None:
        return None
    before, after = runner.spoilt
    number = next(k for k, pair in enumerate(zip(before, after)) if not equal(*pair))
    name = (parameter_names(runner, before) or [f"argument {k + 1}" for k in range(len(before))])[number]
    words = (
        f"Your results are right, but your function changes `{name}`, and its caller goes on with that. "
        "Change a copy, or take back what you change."
    )
    return Counterexample(words, before, Text(f"{name} is now {show_value(after[number], 100)}"))


def not_yet(task: Exercise, runner: Any, found: Counterexample, error=None) -> Verdict:
    """Return the verdict on a wrong answer, its example with the names of the parameters."""
    words = "Not yet."
    if isinstance(runner, Runner):
        found = replace(found, names=runner.names_in(found.example))
        words += only_prints(runner, found, error)
        if helper := unwritten_helper(inspect.unwrap(runner)):
            words += f" Your function calls `{helper}`, which is not written yet."
    return Verdict(task.id, "not yet", f"{words} {found.say}", found, error)


def only_prints(runner: Runner, found: Counterexample, error: Exception | None) -> str:
    """Return a sentence for a function that prints where it should return; "" for any other."""
    lines = runner.printed.split("\n")
    if runner.got is not None or not (found.got is None or error) or not "".join(lines).strip():
        return ""
    first = next(line for line in lines if line.strip()).strip().replace("`", "'")
    instead = "yield" if "`yield`" in found.say else "return"
    return f" Your function prints `{shown_line(first)}` but returns None: use `{instead}`."


def shown_line(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[:most].rstrip() + " …"


def first(found) -> Counterexample | None:
    """Return the first fault that a check gave, as a counterexample; it may give nothing, one, or several of
    which some are nothing.

    >>> first(["", None]) is None, first(iter(["", "Look at row 2."])).say
    (True, 'Look at row 2.')
    """
    if found is not None and not isinstance(found, (str, Counterexample)):
        found = next(filter(None, found), None)
    if found and not isinstance(found, (str, Counterexample)):
        raise TypeError(f"a check gives Counterexamples and sentences, not {type(found).__name__}")
    return Counterexample(found) if found and isinstance(found, str) else found or None


def show_verdict(result: Verdict) -> None:
    """Show a verdict: in a notebook with its picture, elsewhere as text."""
    if this_shell() is None:
        return print(result)
    from IPython.display import display

    display(result)
    picture = verdict_picture(result)
    if picture is not None:
        display(picture)


def verdict_picture(result: Verdict) -> Any:
    """Return the picture of a counterexample; a picture that cannot be drawn must not hide the words."""
    try:
        return result.example.picture() if result.example and result.example.picture else None
    except Exception:
        return None


# -------- when a student's code fails


def trouble(task: Exercise, answer: Any, runner: Any, error: BaseException) -> Verdict:
    """Return the verdict when an answer raised something, ran too long, or could not be read."""
    start = after_the_call(error)
    if start is None:
        return unreadable_answer(task, answer, runner, error)
    lines = [
        (frame.f_code.co_filename, line or frame.f_code.co_firstlineno)
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    words = f"{what_happened(error, task)}{students_line(lines[start:], answer)}."
    if is_missing(error):
        words += f" {IF_ABOVE}"
    found = Counterexample(words, runner.example)
    return not_yet(task, runner, found)


def after_the_call(error: BaseException) -> int | None:
    """Return the first frame of the traceback that is the student's: the one below our call."""
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [number for number, code in enumerate(codes) if code in RUNS]
    return ours[0] + 1 if ours else None


def what_happened(error: BaseException, task: Exercise) -> str:
    """Return the beginning of a sentence on why a student's code did not end."""
    if isinstance(error, TooLong):
        return f"Your code was still running after {task.seconds:g} seconds"
    if isinstance(error, Endless):
        return f"Your code goes on after {MOST_LISTED:,} values"
    if isinstance(error, RecursionError):
        return "Your function calls itself without end"
    if isinstance(error.__cause__, StopIteration):  # in Python's words: generator raised StopIteration
        return "Your generator asks `next` for more than there is"
    return f"Your code stops with {error_line(error)}"


def error_line(error: BaseException) -> str:
    """Return the kind of an error and what it says, as Python writes them below a traceback."""
    words = shown_line(ADDRESS.sub("", one_line(write_safely(str, error), MOST_READ)), MOST_LETTERS)
    name = one_line(type(error).__name__)
    return f"{name}: {words}" if words else name


def students_line(lines: list[tuple[str, int]], answer: Callable) -> str:
    """Return the deepest line that is the student's own, as " (line 3: `return 1 / 0`)"."""
    own = [(file, line) for file, line in lines if not is_library(file)]
    code = getattr(inspect.unwrap(answer), "__code__", None)
    if not own and code:  # called with the wrong number of arguments: its first line
        own = [(code.co_filename, code.co_firstlineno)]
    if not own:
        return ""
    text = linecache.getline(*own[-1]).strip()
    return f" (line {own[-1][1]}: `{text}`)" if text else f" (line {own[-1][1]})"


LIBRARIES = tuple(
    {
        *(str(Path(__file__).parents[3] / package) for package in ("lessons", *COURSE.libraries)),
        *(sysconfig.get_path(key) for key in ("stdlib", "purelib", "platlib")),
    }
)


def is_library(filename: str) -> bool:
    """Is a file none of the student's own?"""
    return filename.startswith((*LIBRARIES, "<frozen", "<string>"))


def wrong_kind(got: Any, error: BaseException) -> str:
    """Return what a student is told where Python names a kind of value that a check cannot read; "" if it
    names none.

    >>> wrong_kind(7, TypeError("'int' object is not iterable"))
    'Several things are asked for, as in a list.'
    >>> wrong_kind([7], TypeError("'int' object is not iterable"))
    'There is a single thing inside, where several are asked for, as in a list of lists.'
    """
    if "unhashable type" in str(error):
        return "There is a list or the like where only a single thing or a tuple can be."
    if not re.search("object is not iterable|iteration over a 0-d array", str(error)):
        return ""
    if isinstance(got, Sized):
        return "There is a single thing inside, where several are asked for, as in a list of lists."
    return "Several things are asked for, as in a list."


def unreadable_answer(task: Exercise, answer: Any, runner: Any, error: BaseException) -> Verdict:
    """Return the verdict when the check itself failed: mostly because the answer is of another kind."""
    called = isinstance(runner, Runner) and runner.args is not None
    example, got = (runner.example, runner.got) if called else (NOTHING, answer)
    what = "what your function returns" if called else "your answer"
    if isinstance(error, TooLong):
        words = f"Checking {what} took more than {task.seconds:g} seconds."
    elif error_line(error) == f"TypeError: {type(answer).__name__!r} object is not callable":
        words = "A function is asked for: write its name, without brackets after it."
    else:
        unread = f"The check cannot make sense of {what} ({error_line(error)})."
        words = wrong_kind(got, error) or unread
    return not_yet(task, runner, Counterexample(words, example, got), error)


shorten_errors()  # a cell that imports `check` may go on with a name that is not there
