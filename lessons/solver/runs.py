"""A run of a kept program on a task: limited in its work, counted, and judged."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
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

    @property
    def library(self) -> Tree:
        """The tree of the library's search for the task."""
        return library_tree(self.task)


# -------- programs that count their nodes


class PythonProgram:
    """The function of a kept file; `calls` counts how often each function in it has begun.

    >>> program = PythonProgram("def down(n):\\n    return n and down(n - 1)", "down.py")
    >>> program.function(3), program.nodes
    (0, 3)
    """

    def __init__(self, text: str, file: str):
        tree = ast.parse(text, file)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        self.recursive = [one.name for one in functions if calls_itself(one)]
        self.calls: Counter[str] = Counter()
        for one in functions:
            one.body[:0] = ast.parse(f"{CALLS}[{one.name!r}] += 1").body
        self.function = run_part(ast.fix_missing_locations(tree), file, **{CALLS: self.calls})

    @property
    def nodes(self) -> int | None:
        """The calls that its recursive function has made of itself; None if it has none."""
        calls = [self.calls[name] for name in self.recursive if self.calls[name]]
        return max(calls) - 1 if calls else None


def calls_itself(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == function.name for called in calls)


class AnswerSetProgram:
    """A kept program for clingo; its nodes are the choices of clasp.

    >>> program = AnswerSetProgram("{ position(P) : piece(P) } = 1.  #show position/1.")
    >>> [[str(one) for one in atom] for [atom] in program.function("piece(a).")], program.nodes
    ([['a']], 0)
    """

    def __init__(self, text: str):
        self.text, self.control = text, None

    def function(self, facts: str) -> Iterator[list]:
        """Yield the arguments of all shown atoms of each answer, until the work is done."""
        from puzzlelib.asp.engine import ground, models  # of the solvers, which not everybody has

        stop = WorkClock(SECONDS).stop
        self.control = ground(facts, self.text, arguments=["--models=0"], stop=stop)
        for model in models(self.control, stop=stop):
            yield [atom.arguments for atom in model.symbols(shown=True)]
        raise_if_stopped(stop)

    @property
    def nodes(self) -> int | None:
        return self.control and int(self.control.statistics["solving"]["solvers"]["choices"])


class ModelText(NamedTuple):
    """A kept text for another solver: its task gets the text in place of a function, and runs it."""

    function: str | Callable
    nodes: int | None = None


def open_program(text: str, file: str) -> PythonProgram | AnswerSetProgram | ModelText:
    """Return a kept program that can be run and counts its nodes."""
    if file.endswith(".py"):
        return PythonProgram(text, file)
    return AnswerSetProgram(text) if file.endswith(".lp") else ModelText(text)


# -------- a run


def run(text: str, file: str, task: Task, seconds: float | None = None) -> Run:
    """Run a program on a task for at most so many seconds of work, `SECONDS` if none are given;
    `KeyboardInterrupt` passes through."""
    seconds = seconds or SECONDS
    program, start, shown = ModelText(text), process_time(), None
    try:
        with quiet(), stopped_after(seconds):
            program = open_program(text, file)
            result = task.ask(program.function)
            own = Tree(program.nodes, process_time() - start)
            words = task.fault(result)
            shown = None if words else task.show(result)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        own = Tree(program.nodes, process_time() - start)
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
