"""Python in a page: run what a student wrote, and judge it as the notebook does.

The page sends one request at a time, as JSON, and gets one answer. Each request has an `action`:

    run     run an answer and show its last value: {"status": "ran", "text": "3", "html": ""}
    check   judge it: {"status": "correct", "text": "4.3: Correct. …", "html": "…"}
    watch   show a picture of it: following.py
    frames  send further frames of that picture: following.py

A request to run, check or watch tells the exercise, its code, and the answers to others:

    {"action": "check", "id": "4.3", "source": "def …", "answers": {"4.2": "…"}}

First run the statements of the notebook and the other answers that it needs. Each answer also has
`printed`, the text that was printed.
"""

import ast
import builtins
import json
import linecache
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from html import escape
from io import StringIO
from pkgutil import resolve_name

from ..cards.packed import plain_json
from ..checks.judge import Verdict, error_line, verdict
from ..checks.time_limit import TooLong, stopped_after
from ..ground.course import COURSE
from ..ground.folders import import_part
from ..ground.slicing import Statement, bound_names, needed_statements, used_names
from .following import CardState, makers

MOST_PRINTED = 20_000  # letters
SECONDS = 5  # for code that is run because somebody paused
OWN_WORDS, DEPTH = dict(vars(builtins)), sys.getrecursionlimit()  # of Python, before anything runs
CLOSED = "This line of the notebook needs a picture or a package that a browser has not: {}"


class Printout(StringIO):
    """Keeps the beginning of what is printed."""

    def write(self, text: str) -> int:
        room = MOST_PRINTED - self.tell()
        super().write(text[:room])
        return len(text)


class Session:
    """The exercises of one page. `cells` are statements of the notebook in their order, as
    `Statement` has them; `calls` maps each exercise to the argument of its `check(…)`."""

    def __init__(self, number: int, cells: list[list], calls: Mapping[str, str]):
        self.statements = [Statement(*cell) for cell in cells]
        self.calls = calls
        self.states: dict[str, CardState] = {}  # that the page has, by exercise
        self.actions = {name: resolve_name(place) for name, place in COURSE.actions.items()}
        self.actions |= {"watch": self.watch, "frames": self.frames}
        for part in ("checks", "watch") if calls else ():
            import_part(number, part)

    def perform(self, request: str) -> str:
        """Answer a request of the page."""
        wanted = json.loads(request)
        printed = Printout()
        with redirect_stdout(printed), redirect_stderr(printed):
            answer = self.reply(**wanted)
        return json.dumps(answer | {"printed": printed.getvalue()}, default=plain_json)

    def reply(self, action: str, **wanted) -> dict:
        act = self.actions.get(action)
        return act(**wanted) if act else self.run_or_check(action, **wanted)

    def run_or_check(self, action: str, id: str, source: str, answers: Mapping[str, str]) -> dict:
        try:
            value, names = self.run(id, source, answers)
            if action == "run":
                text = "" if value is None else repr(value)[:MOST_PRINTED]
                return {"status": "ran", "text": text, "html": ""}
            return verdict_answer(verdict(id, eval(self.calls[id], names)))
        except BaseException as error:
            return error_answer(error, id)

    def run(self, id: str, source: str, answers: Mapping[str, str]) -> tuple:
        """Run an answer after what it needs; return its last value, and all names."""
        ast.parse(source, answer_file(id))  # a syntax error names the answer
        names = self.names_before(self.statements_for(id, source), answers)
        try:
            return run_source(source, answer_file(id), names), names
        finally:
            mend_python()

    def watch(self, id: str, source: str, answers: Mapping[str, str]) -> dict:
        """Return what the card that follows an exercise shows of this code."""
        try:
            with stopped_after(SECONDS):
                _, names = self.run(id, source, answers)
                answer = eval(self.calls[id], names)
            if not callable(answer):
                return no_picture(f"{self.calls[id]} is no function")
            state = makers[id](answer, self.calls[id])
        except BaseException as error:
            return no_picture(why_not_run(error))
        if state.blocks:  # else the picture of before stays
            self.states[id] = state
        uses = [one.exercise for one in self.statements_for(id, source) if one.exercise]
        return {"status": "watched", "models": state.models(), "text": state.text, "uses": uses}

    def frames(self, id: str, part: str, start: int, stop: int, **watched) -> dict:
        """Return further frames of a picture; Python that has just been started makes it again."""
        if id not in self.states:
            self.watch(id, **watched)
        if id not in self.states:
            return no_picture("It is another one now")
        return {"status": "frames", "block": self.states[id].blocks[part](start, stop)}

    def statements_for(self, id: str, source: str) -> list[Statement]:
        """Return the code before an exercise that its answer uses."""
        place = next(n for n, one in enumerate(self.statements) if one.exercise == id)
        return needed_statements(self.statements[:place], used_names(source) - bound_names(source))

    def names_before(self, needed: list[Statement], answers: Mapping[str, str]) -> dict:
        """Return the names that the notebook has by then, with these answers in it."""
        names = {"__name__": "__main__", "check": lambda *_: None, "input": refuse_input}
        for one in needed:
            if one.exercise:
                run_source(answers.get(one.exercise, one.text), answer_file(one.exercise), names)
            else:
                run_given(one.text, names)
        return names


def mend_python() -> None:
    """Put back what code may have changed in the Python that judges it."""
    vars(builtins).update(OWN_WORDS)
    sys.setrecursionlimit(DEPTH)


def refuse_input(*_):
    raise EOFError("input() cannot ask in this page: write the value into your code")


def answer_file(id: str) -> str:
    """Return the name of an answer's file, for Python's reports of errors."""
    return f"<exercise {id}>"


def run_given(source: str, names: dict) -> None:
    """Run a statement of the notebook; `RuntimeError` if it needs what a browser has not."""
    try:
        exec(source, names)
    except Exception:
        raise RuntimeError(CLOSED.format(source.partition("\n")[0])) from None


def run_source(source: str, file: str, names: dict):
    """Run code, without its calls of check, and return the value of its last expression."""
    linecache.cache[file] = len(source), None, f"{source}\n".splitlines(keepends=True), file
    tree = ast.parse(source, file)
    tree.body = [one for one in tree.body if not calls_check(one)]
    last = ast.Expression(tree.body.pop().value) if ends_with_value(tree) else None
    exec(compile(tree, file, "exec"), names)
    return eval(compile(last, file, "eval"), names) if last else None


def calls_check(statement: ast.stmt) -> bool:
    """Is it a line such as `check("4.3", answer)`, from a notebook? The page has its own.

    >>> [calls_check(ast.parse(line).body[0]) for line in ("lessons.check('4.3', f)", "check(f)")]
    [True, False]
    """
    match statement:
        case ast.Expr(ast.Call(ast.Name("check") | ast.Attribute(attr="check"), [ast.Constant(str()), *_])):
            return True
    return False


def ends_with_value(tree: ast.Module) -> bool:
    return bool(tree.body) and isinstance(tree.body[-1], ast.Expr)


def no_picture(why: str) -> dict:
    """Return the answer for code of which there is no picture yet."""
    return {"status": "unchanged", "text": f"{why}: the picture stays as it is."}


def why_not_run(error: BaseException) -> str:
    """Say in a few words why code has not run.

    >>> why_not_run(NameError("name 'x' is not defined"))
    "NameError: name 'x' is not defined"
    """
    if isinstance(error, SyntaxError) and error.lineno:
        return f"Line {error.lineno} is not finished"
    if isinstance(error, TooLong):
        return f"Your code is still running after {SECONDS} seconds"
    return error_line(error)


def verdict_answer(found: Verdict) -> dict:
    return {"status": found.status, "text": repr(found), "html": found._repr_html_()}


def error_answer(error: BaseException, id: str) -> dict:
    """Return the error of code as Python writes it, from the student's own lines on."""
    trace = traceback.TracebackException.from_exception(error)
    own = [frame for frame in trace.stack if frame.filename == answer_file(id)]
    trace.stack = traceback.StackSummary.from_list(own)
    trace.__context__ = trace.__cause__ = None
    text = "".join(trace.format()).strip()[-MOST_PRINTED:]
    return {"status": "error", "text": text, "html": f"<pre>{escape(text)}</pre>"}
