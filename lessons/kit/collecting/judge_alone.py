"""One notebook run and judged by this process, which is for nothing else: judge_apart.py starts it.

A job comes on stdin, as JSON; messages go to what was stdout, one a line, signed with a secret of this run.
All that judges is imported and kept before the first cell runs, and around each verdict the library is
compared with what it was (unchanged.py). Still, this is the process in which the student's code runs: code
that looks for the secret in Python's own memory finds it.
"""

import ast
import hmac
import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from secrets import token_hex
from time import process_time

RESERVE = 8  # of the seconds of a notebook: for Python, the library, and cells that are no exercises


def main() -> None:
    job = json.load(sys.stdin.buffer)
    tell = teller(job.pop("secret"))
    sys.path.insert(0, job["library"])
    judge = importlib.import_module("lessons.kit.checks.judge")
    register_light(job.pop("light"))
    tasks = {id: replace(task) for id in job["ids"] if (task := judge.find_exercise(id))}
    judge.EXERCISES.clear()  # the solutions of light exercises would be found there
    stopped_after, name = judge.stopped_after, f"_{token_hex(8)}"  # nobody calls it by chance
    shell = quiet_shell(name)
    limit(job["megabytes"], job["seconds"])
    shell.user_ns[name] = check_with(tasks, job, tell, judge)
    for number, source in job["cells"]:
        tell(cell=number)
        tell(cell=number, error=run(shell, source, stopped_after, job["cell_seconds"]))
    tell(end=True)
    os._exit(0)  # whatever the notebook wants to be done at its end


def teller(secret: str) -> Callable[..., None]:
    """Return a function that sends a message to what is stdout now, and let nobody else write there."""
    out, nowhere = os.dup(1), os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    key, write, sign, encode = secret.encode(), os.write, hmac.digest, json.JSONEncoder().encode

    def tell(**message) -> None:
        text = encode(message).encode()
        write(out, b"\n" + sign(key, text, "sha256").hex().encode() + b" " + text + b"\n")

    return tell


def register_light(light: Mapping[str, Mapping]) -> None:
    """Make the light exercises of the lesson known: the file with their solutions is not here."""
    register = importlib.import_module("lessons.kit.checks.light").register_light
    for id, parts in light.items():
        register(id, **parts)


def limit(megabytes: int, seconds: int) -> None:
    """Limit this process and those that it starts, where the system has such limits."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, most in (
        ("RLIMIT_AS", megabytes << 20),
        ("RLIMIT_CPU", seconds),
        ("RLIMIT_FSIZE", 100 << 20),
        ("RLIMIT_NOFILE", 64),
        ("RLIMIT_CORE", 1),  # with 0, a program that takes core dumps would still be started
    ):
        with suppress(AttributeError, OSError, ValueError):  # macOS refuses some
            resource.setrlimit(getattr(resource, name), (most, most))


# -------- cells


def quiet_shell(name: str):
    """Return an IPython shell that shows nothing, keeps nothing, and calls our check, by its name, for each
    `check(…)`."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    shell.display_formatter.format = lambda *_, **__: ({}, {})
    shell.showtraceback = shell.showsyntaxerror = lambda *_, **__: None
    shell.system = shell.system_raw  # !ls without a terminal: there is none
    shell.ast_transformers.append(OurCheck(name))
    return shell


class OurCheck(ast.NodeTransformer):
    """Calls of `check`, whatever a cell has made of that name."""

    def __init__(self, name: str):
        self.name = name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "check" and len(node.args) == 2:
            node.func.id = self.name
        return node


def run(shell, source: str, stopped_after, seconds: float) -> str:
    """Run a cell and return the name of the error that ends it, or ""."""
    try:
        with stopped_after(seconds):
            result = shell.run_cell(source)  # not silently: the next cell may ask for `_`
    except BaseException as error:  # the time was up between two steps
        return type(error).__name__
    error = result.error_before_exec or result.error_in_exec
    return type(error).__name__ if error else ""


# -------- verdicts


def check_with(tasks: Mapping, job: Mapping, tell: Callable[..., None], judge) -> Callable:
    """Return `check` as a notebook calls it here: it shows nothing and tells the verdict.

    All that it uses is kept in its own variables, which no other code calls by a name.
    """
    pending, too_long, judge_answer = set(job["pending"]), judge.TooLong, judge.judge_answer
    judge.check = ask = lru_cache(0)(lambda id, answer: check(id, answer))
    del ask.__wrapped__  # it keeps nothing, and shows no variables to look into
    ask.last = None
    sys.modules["lessons.kit.checks.values"].trust_no_more()
    unchanged = importlib.import_module("lessons.kit.collecting.unchanged").look_through()
    used, wanted = process_time, {id: task.seconds for id, task in tasks.items()}

    def seconds_for(id: str) -> int:
        """Return how long this answer may take: as in a notebook, but the others keep their share."""
        left = job["seconds"] - job["used"] - used() - RESERVE
        share = left * wanted[id] / sum(wanted[one] for one in {id, *pending} if one in wanted)
        return max(1, int(min(share, wanted[id])))

    def verdict(id: str, answer, seconds: int) -> tuple[str, str]:
        try:
            found = judge_answer(replace(tasks[id], seconds=seconds), answer)
        except too_long:
            return "not yet", f"Not yet. Your code was still running after {seconds} seconds."
        return found.status, found.say

    def check(id, answer) -> None:
        id = str(id)
        if id not in wanted or id in job["done"]:
            return
        seconds = seconds_for(id)
        tell(judging=id, seconds=seconds)
        pending.discard(id)
        intact = unchanged()
        status, say = verdict(id, answer, seconds)
        if not intact or not unchanged():
            status, say = "changed", ""
        tell(id=id, status=status, say=say[:1000])

    return ask


if __name__ == "__main__":
    main()
