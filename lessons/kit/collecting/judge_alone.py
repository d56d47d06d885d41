"""One notebook run and judged by this process, which is for nothing else: judge_apart.py starts it.

A job comes on stdin, as JSON; messages go to what was stdout, one a line, signed with a secret of this run.
All that judges is imported and kept before the first cell runs, and around each verdict the functions of the
library are compared with what they were. Still, this is the process in which the student's code runs: code
that looks for the secret in Python's own memory finds it.
"""

import ast
import builtins
import hmac
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from time import process_time
from types import FunctionType

sys.path.insert(0, str(Path(__file__).parent))
import walls

del sys.path[0]

RESERVE = 8  # of the seconds of a notebook: for Python, the library, and cells that are no exercises


def main() -> None:
    job = json.load(sys.stdin.buffer)
    tell = teller(job.pop("secret"))
    sys.path.insert(0, job["library"])
    judge = importlib.import_module("lessons.kit.checks.judge")
    tasks = {id: replace(task) for id in job["ids"] if (task := judge.find_exercise(id))}
    stopped_after, name = judge.stopped_after, f"_{token_hex(8)}"  # nobody calls it by chance
    shell = quiet_shell(name)
    tell(walls=put_up_walls(job))
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


def put_up_walls(job: Mapping) -> dict[str, int]:
    return walls.put_up(
        Path(job["folder"]),
        map(Path, job["readable"]),
        [[sys.executable, "-m", "clingo", "--mode=gringo"]],
        job["megabytes"],
        job["seconds"],
    )


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
    judge.check = ask = lambda id, answer: check(id, answer)
    judge.check.last = None
    copies, unchanged, same = [*library_functions()], is_unchanged, all
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
        intact = same(map(unchanged, copies))
        status, say = verdict(id, answer, seconds)
        if not intact or not same(map(unchanged, copies)):
            status, say = "changed", ""
        tell(id=id, status=status, say=say[:1000])

    return ask


def library_functions() -> Iterator[tuple]:
    """Yield all functions of the library and of Python itself: (where, name, value, its code)."""
    spaces = [vars(builtins)]  # IPython has its own quit and exit
    for name, module in sys.modules.items():
        if name.partition(".")[0] in ("puzzlelib", "makers", "lessons"):
            spaces.append(vars(module))
            spaces += [vars(one) for one in vars(module).values() if isinstance(one, type)]
    for space in spaces:
        for name, value in space.items():
            if callable(value) and name not in ("quit", "exit"):
                yield space, name, value, code_parts(value)


def is_unchanged(function: tuple) -> bool:
    space, name, value, parts = function
    return space.get(name) is value and code_parts(value) == parts


def code_parts(value) -> list[int]:
    """Return what a function is made of: its code, and the values that its parameters have without others."""
    if not isinstance(value, FunctionType):
        return []
    given = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
    return [id(part) for part in (value.__code__, *given)]


if __name__ == "__main__":
    main()
