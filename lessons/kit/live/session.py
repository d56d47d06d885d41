"""Python in a page: run what a student wrote, and judge it as the notebook does.

The page sends one request at a time, as JSON, and gets one answer:

    {"action": "run" or "check", "id": "4.3", "source": "def …", "answers": {"4.2": "…"}}
    {"status": "correct", "html": "…", "text": "4.3: Correct. …", "printed": "…"}

A third action, "ask", is a question about a position (packing_help.py).

`status` is that of a verdict, "ran", or "error". Before the student's code run the statements of
the notebook that it needs, and the answers to other exercises that it uses.
"""

import ast
import json
import linecache
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from html import escape
from io import StringIO

from ..checks.judge import Verdict, verdict
from ..folders import import_part
from .packing_help import hand_answer
from .slicing import Statement, bound_names, needed_statements, used_names

MOST_PRINTED = 20_000  # letters
CLOSED = "This line of the notebook needs a picture or a package that a browser has not: {}"


class Printout(StringIO):
    """Keeps the beginning of what is printed."""

    def write(self, text: str) -> int:
        room = MOST_PRINTED - self.tell()
        super().write(text[:room])
        return len(text)


class Session:
    """The exercises of one page. `cells` are statements of the notebook in their order, as
    `Statement` has them; `calls` maps each exercise to what stands in its `check(…)`."""

    def __init__(self, number: int, cells: list[list], calls: Mapping[str, str]):
        self.statements = [Statement(*cell) for cell in cells]
        self.calls = calls
        if calls:
            import_part(number, "checks")

    def perform(self, request: str) -> str:
        """Answer a request of the page."""
        wanted = json.loads(request)
        printed = Printout()
        with redirect_stdout(printed), redirect_stderr(printed):
            answer = self.reply(**wanted)
        return json.dumps(answer | {"printed": printed.getvalue()})

    def reply(self, action: str, **wanted) -> dict:
        return hand_answer(**wanted) if action == "ask" else self.answer(action, **wanted)

    def answer(self, action: str, id: str, source: str, answers: Mapping[str, str]) -> dict:
        try:
            ast.parse(source, answer_file(id))  # a syntax error names the answer
            needed = self.statements_for(id, source)
            names = self.names_before(needed, answers)
            value = run_source(source, answer_file(id), names)
            if action == "run":
                return {"status": "ran", "text": "" if value is None else repr(value), "html": ""}
            return verdict_answer(verdict(id, eval(self.calls[id], names)))
        except BaseException as error:
            return error_answer(error, id)

    def statements_for(self, id: str, source: str) -> list[Statement]:
        """Return what stands before an exercise and is used in its answer."""
        place = next(n for n, one in enumerate(self.statements) if one.exercise == id)
        return needed_statements(self.statements[:place], used_names(source) - bound_names(source))

    def names_before(self, needed: list[Statement], answers: Mapping[str, str]) -> dict:
        """Return the names that the notebook has by then, with these answers in it."""
        names = {"__name__": "__main__", "check": lambda *_: None}
        for one in needed:
            if one.exercise:
                run_source(answers.get(one.exercise, one.text), answer_file(one.exercise), names)
            else:
                run_given(one.text, names)
        return names


def answer_file(id: str) -> str:
    """Return the name of the file that an answer stands in, for Python's reports of errors."""
    return f"<exercise {id}>"


def run_given(source: str, names: dict) -> None:
    """Run a statement of the notebook; `RuntimeError` if it needs what a browser has not."""
    try:
        exec(source, names)
    except Exception:
        raise RuntimeError(CLOSED.format(source.partition("\n")[0])) from None


def run_source(source: str, file: str, names: dict):
    """Run code, without its calls of check, and return the value of its last expression."""
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    tree = ast.parse(source, file)
    last = ast.Expression(tree.body.pop().value) if ends_with_value(tree) else None
    exec(compile(tree, file, "exec"), names)
    return eval(compile(last, file, "eval"), names) if last else None


def ends_with_value(tree: ast.Module) -> bool:
    return bool(tree.body) and isinstance(tree.body[-1], ast.Expr)


def verdict_answer(found: Verdict) -> dict:
    return {"status": found.status, "text": repr(found), "html": found._repr_html_()}


def error_answer(error: BaseException, id: str) -> dict:
    """Return the error of code as Python writes it, from the student's own lines on."""
    trace = traceback.TracebackException.from_exception(error)
    own = [frame for frame in trace.stack if frame.filename == answer_file(id)]
    trace.stack = traceback.StackSummary.from_list(own)
    trace.__context__ = trace.__cause__ = None
    text = "".join(trace.format()).strip()
    return {"status": "error", "text": text, "html": f"<pre>{escape(text)}</pre>"}
