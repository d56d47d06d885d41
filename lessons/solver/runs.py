"""A run of a kept program on a task: limited in its work, counted, and judged."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import NamedTuple

from puzzlelib.common.clock import TimeIsUp, WorkClock, raise_if_stopped

from ..kit.cards.parts import run_part
from ..kit.checks.judge import error_line
from ..kit.checks.time_limit import TooLong, quiet, stopped_after
from .tasks import Shown, Task

SECONDS = 20  # of work for one run
CALLS = "_exactly_once_calls"  # a name in a kept file that no student writes


class Tree(NamedTuple):
    """The size of a search: its nodes, None where nothing counts them, and processor seconds."""

    nodes: int | None
    seconds: float


class Run(NamedTuple):
    """The result of a program on a task: in words, its tree, and what is shown."""

    task: Task
    is_right: bool
    words: str
    own: Tree
    shown: Shown = None


class Program(NamedTuple):
    """A kept program that can be run, and how many nodes its search has had so far."""

    function: Callable | str
    nodes: Callable[[], int | None] = lambda: None


def open_program(text: str, file: str) -> Program:
    """Return a kept program: a function in Python that counts its calls, one that asks clingo, or a text for
    another solver."""
    if file.endswith(".py"):
        return counting_program(text, file)
    return Program(partial(answer_sets, text) if file.endswith(".lp") else text)


def counting_program(text: str, file: str) -> Program:
    """Return the function of a file; its nodes are the calls that a recursive function has made of itself.

    >>> program = counting_program("def down(n): return n and down(n - 1)", "down.py")
    >>> program.function(3), program.nodes()
    (0, 3)
    """
    tree, calls = ast.parse(text, file), Counter[str]()
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    recursive = {one.name for one in functions if calls_itself(one)}
    for one in functions:
        one.body[:0] = ast.parse(f"{CALLS}[{one.name!r}] += 1").body
    function = run_part(ast.fix_missing_locations(tree), file, **{CALLS: calls})
    return Program(function, lambda: max((calls[name] - 1 for name in recursive & {*calls}), default=None))


def calls_itself(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == function.name for called in calls)


def answer_sets(text: str, facts: str) -> Iterator[list]:
    """Yield the arguments of all shown atoms of each answer of a program for clingo, until the work is done.

    >>> [[[str(one) for one in atom] for atom in answer] for answer in answer_sets("b :- a(1).", "a(1).")]
    [[['1'], []]]
    """
    from puzzlelib.asp.engine import ground, models  # of the solvers, which not everybody has

    stop = WorkClock(SECONDS).stop
    for model in models(ground(facts, text, arguments=["--models=0"], stop=stop), stop=stop):
        yield [atom.arguments for atom in model.symbols(shown=True)]
    raise_if_stopped(stop)


def run(text: str, file: str, task: Task, seconds: float | None = None) -> Run:
    """Run a program on a task for at most so many seconds of work, `SECONDS` if none are given;
    `KeyboardInterrupt` passes through."""
    seconds = seconds or SECONDS
    program, start, shown = Program(text), process_time(), None
    try:
        with quiet(), stopped_after(seconds):
            program = open_program(text, file)
            result = task.ask(program.function)
            own = Tree(program.nodes(), process_time() - start)
            words = task.fault(result)
            shown = None if words else task.show(result)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        own = Tree(program.nodes(), process_time() - start)
        late = isinstance(error, TooLong | TimeIsUp)
        words = f"no answer after {seconds} s of work" if late else f"stops with {error_line(error)}"
    return Run(task, not words, words or "right", own, shown)


LIBRARY: dict[tuple[str, str], Tree] = {}


def library_tree(task: Task) -> Tree:
    """Return the size of the library's search for a task, and its time; each task is searched once."""
    key, start = (task.name, task.asked), process_time()
    if key not in LIBRARY:
        LIBRARY[key] = Tree(task.nodes(), process_time() - start)
    return LIBRARY[key]
