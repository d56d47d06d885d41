"""Are the checks of exercises fooled? Each solution is changed by program, and each change is judged.

`python tests/mutants.py --report` prints, for each exercise, how many variants there are, how many are
refused, how many behave as the solution does, and which survive, with the reason; more words name lessons or
exercises (`03 4.4`), and `--sample` takes only those of `make test`. The work of a variant is also compared
with the solution on inputs of the task's own (tests/domains), without the check. So there are two faults:

* a hole: the check accepts a variant that differs from the solution;
* a harshness: the check refuses one that does the same, or an odd style (odd_styles.py).

Where there are no such inputs, an accepted variant counts as a hole. One that is none has its reason in
mutants.yaml.
"""

import ast
import linecache
import os
import pickle
import select
import signal
import sys
from collections.abc import Callable, Container, Iterator
from contextlib import chdir
from functools import cache
from importlib import import_module
from math import ceil
from pathlib import Path
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any, NamedTuple

import yaml
from quiet_clock import now

HERE = Path(__file__).parent
SLOWER = 5  # times the work of the solution, but at least
SECONDS = 1.5  # of processor time: then a variant is stopped, and its check says that it was still running
AGAIN = 8  # times as much when a fault is looked at a second time
WORK = 60  # more seconds of processor time than it has altogether: then its process is ended
PATIENCE = 300  # seconds without coming back, those in which others had the processor not counted
GIGABYTES = 2  # more than the solution has


class Grade(NamedTuple):
    """The grade of a variant: the check's word and its reason; where it differs from the solution, None
    where it does not, "unknown" where there are no inputs to compare on."""

    status: str
    say: str
    differs: str | None


class Task(NamedTuple):
    """A solved exercise: its code without the line with `check`, the expression that is checked, and what the
    notebook's cells define."""

    id: str
    code: str
    answer: str
    names: dict

    @classmethod
    def of(cls, exercise, names: dict) -> "Task":
        """The task of an exercise of lesson.md, in a notebook whose cells define these names."""
        *body, last = ast.parse(exercise.solution).body
        own = {part.id for node in body for part in ast.walk(node) if is_given(part, node)}
        known = {name: value for name, value in names.items() if name not in own}
        return cls(exercise.id, ast.unparse(ast.Module(body, [])), ast.unparse(last.value.args[1]), known)


# ---------------------------------------------------------------- the exercises


def tasks_of(folder: str, left_out: Container[str] = (), names: dict | None = None) -> list[Task]:
    """Exercises of a lesson, with the names that its solved notebook defines, if they are not given."""
    from test_build import ROOT

    from lessons.kit.building.lesson import read_lesson

    lesson = read_lesson(ROOT / "lessons" / folder / "lesson.md")
    chosen = [one for one in lesson.exercises if one.id not in left_out and not one.inputs]
    names = names or run_once(folder, [exercise.solution for exercise in chosen])
    return [Task.of(exercise, names) for exercise in chosen]


def run_once(folder: str, solutions: list[str]) -> dict:
    """Return what the cells of a solved notebook define, as far as these solutions need it: pictures and
    measurements are left out, and the checks."""
    from solved import fresh_shell, run_cell
    from test_build import ROOT

    from lessons.kit.building.lesson import read_lesson
    from lessons.kit.building.notebook import solved_notebook

    lesson = read_lesson(ROOT / "lessons" / folder / "lesson.md")
    notebooks = map(solved_notebook, lesson.parts)
    cells = [cell.source for made in notebooks for cell in made.cells if cell.cell_type == "code"]
    names: dict = {}
    with chdir(ROOT / "notebooks"):
        shell = fresh_shell(names)
        for source in needed(list(map(without_check, cells)), solutions):
            run_cell(shell, source)
    return names


def without_check(source: str) -> str:
    from lessons.kit.building.lesson import checked_id
    from lessons.kit.building.notebook import CHECK

    body = ast.parse(source.removeprefix(CHECK)).body
    return ast.unparse(ast.Module(body[:-1] if checked_id(source) else body, []))


def needed(cells: list[str], programs: list[str]) -> list[str]:
    """Those cells on whose names the programs depend.

    >>> needed(["a = 1", "print(9)", "b = a", "c = 2"], ["b + 1"])
    ['a = 1', 'b = a']
    """
    chosen, wanted = [], {"all_packings"}.union(*(used(program) for program in programs))
    for cell in reversed(cells):
        if given(cell) & wanted:
            chosen.append(cell)
            wanted |= used(cell)
    return chosen[::-1]


def used(code: str) -> set[str]:
    """The names that a program reads."""
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}


def given(code: str) -> set[str]:
    """The names that a program defines."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id, ast.Store()) | ast.FunctionDef(id) | ast.ClassDef(id):
                found.add(id)
            case ast.alias(name, asname):
                found.add(asname or name)
    return found


def is_given(part: ast.AST, statement: ast.stmt) -> bool:
    """Does a statement of the cell itself give a value to this name?"""
    return (
        isinstance(statement, ast.Assign) and isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    )


def answer_of(task: Task, code: str) -> Any:
    """Return what a variant gives to `check`; its source can be read, as that of a cell."""
    file = f"<variant of {task.id}>"
    linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
    names = dict(task.names)
    exec(compile(code, file, "exec"), names)
    return eval(task.answer, names)


# ---------------------------------------------------------------- judging one variant


def graded(task: Task, code: str, seconds: float = SECONDS) -> Grade:
    """Return what the check says of a variant, in a process of its own."""
    found = in_a_child(lambda: grade(task, code, seconds), WORK + 10 * seconds)
    return found if isinstance(found, Grade) else Grade("ended", found or "No word came back.", "it hangs")


def grade(task: Task, code: str, seconds: float) -> Grade:
    """The same, here."""
    from lessons.kit.checks import judge

    wall_clock, judge.stopped_after = judge.stopped_after, by_work(seconds)
    try:
        with judge.quiet(), judge.stopped_after(seconds):
            answer = answer_of(task, code)
        verdict = judge.verdict(task.id, answer)
    except BaseException as error:
        return Grade("stops", f"{type(error).__name__}: {error}"[:200], "it stops")
    finally:
        judge.stopped_after = wall_clock
    return Grade(verdict.status, str(verdict)[:300], difference(task, answer, seconds))


def by_work(most: float) -> Callable:
    """A clock for `judge`: it stops a block by its work, so that a busy machine doesn't."""
    from lessons.kit.checks.time_limit import stopped_after

    return lambda seconds: stopped_after(min(seconds, most))


def difference(task: Task, answer: Any, seconds: float) -> str | None:
    """The first input of the task's own domain on which an answer is wrong."""
    from domains import DOMAINS

    from lessons.kit.checks.judge import TooLong, quiet

    import_module(f"domains.l{int(task.id.split('.')[0]):02d}")
    if task.id not in DOMAINS:
        return "unknown"
    right, it = right_answer(task), SimpleNamespace(**task.names)
    try:
        with quiet(), by_work(seconds)(seconds):
            found = DOMAINS[task.id](answer, right, Random(task.id), it)
    except (Exception, TooLong) as error:
        found = f"{type(error).__name__}: {error}"
    return None if found is None else str(found)[:300]


RIGHT: dict[tuple[str, str], Any] = {}  # exercise and its solution -> the solution's answer


def right_answer(task: Task) -> Any:
    """The solution's answer: computed before there are children, which then have it too."""
    known = task.id, task.code
    if known not in RIGHT:
        RIGHT[known] = answer_of(task, task.code)
    return RIGHT[known]


def in_a_child(work: Callable[[], Any], seconds: float = WORK) -> Any:
    """Return what a function gives, run in a child of this process; None if it does not come back, or not
    with so many seconds of processor time."""
    sys.stdout.flush()
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        send(work, writer, seconds)
    os.close(writer)
    try:
        return received(reader, child)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reader)


def send(work: Callable[[], Any], writer: int, seconds: float) -> None:
    """In the child: do it, send what it gives, and go."""
    import resource  # which Windows has not

    resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds)))

    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    limit = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + GIGABYTES * 2**30
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        os.write(writer, pickle.dumps(work()))
    except BaseException as error:
        os.write(writer, pickle.dumps(f"{type(error).__name__}: {error}"))
    finally:
        os._exit(0)


def received(reader: int, child: int) -> Any:
    """Return what the child has sent."""
    end = now(child) + PATIENCE
    while not select.select([reader], [], [], 1)[0]:
        if now(child) > end:
            return None
    data = os.read(reader, 65536)
    return pickle.loads(data) if data else None


# ---------------------------------------------------------------- all variants of an exercise


class Chosen(NamedTuple):
    """A variant that is to be graded; `right` is None where what it does decides."""

    change: str
    code: str
    right: bool | None = None


class Outcome(NamedTuple):
    """A variant and its grade. `kind`: "killed", "same", or a fault: "hole", "harsh"."""

    change: str
    grade: Grade
    right: bool | None = None

    @property
    def kind(self) -> str:
        right = self.grade.differs is None if self.right is None else self.right
        if self.grade.status == "correct":
            return "same" if right else "hole"
        return "harsh" if right else "killed"


def variants(task: Task) -> list[Chosen]:
    """All variants of a solution, and other ways."""
    from mutations import mutations
    from odd_styles import odd_styles

    return [
        *(Chosen(*variant) for variant in mutations(task.code)),
        *(Chosen(*variant, True) for variant in odd_styles(task.code, task.answer)),
        *(
            Chosen(f"other way: {one['way']}", one["code"], one["verdict"] == "right")
            for one in other_ways(task.id)
        ),
    ]


def other_ways(exercise: str) -> list[dict[str, str]]:
    """Return the ways to answer an exercise that its lesson lists: way, verdict (right or refused), code."""
    [path] = (HERE.parent / "lessons").glob(f"l{int(exercise.split('.')[0]):02d}_*/ways.yaml")
    return yaml.safe_load(path.read_text(encoding="utf-8")).get(exercise, [])


def sample(task: Task, many: int) -> list[Chosen]:
    """Some of the variants, each of another line, or some of the other ways; the same at each run."""
    lines, draw = {}, Random(task.id)
    for one in variants(task):
        lines.setdefault(one.change.partition(" => ")[0], []).append(one)
    ways = [line for line in lines if line.startswith("other way: ")]
    some = sorted(ways if ways and draw.random() < 0.5 else lines)
    return [draw.choice(lines[line]) for line in draw.sample(some, min(many, len(some)))]


def outcomes(task: Task, chosen: list[Chosen]) -> Iterator[Outcome]:
    """The grades of some variants. The solution's own comes first, and must be right."""
    alone, work = grade_and_work(task)
    assert alone.status == "correct" and alone.differs in (None, "unknown"), (task.id, alone)
    seconds = max(SECONDS, SLOWER * work)
    for one in chosen:
        yield outcome_of(task, one, seconds)


def outcome_of(task: Task, one: Chosen, seconds: float) -> Outcome:
    """Return what a variant comes to. One that looks like a fault gets more time: no clock makes it one."""
    found = Outcome(one.change, graded(task, one.code, seconds), one.right)
    if unexplained(task, [found]):
        return Outcome(one.change, graded(task, one.code, AGAIN * seconds), one.right)
    return found


def grade_and_work(task: Task) -> tuple[Grade, float]:
    """The solution's grade, and the processor time that it takes; here, so that what checks keep is there for
    the children too."""
    start = process_time()
    return grade(task, task.code, 60), process_time() - start


@cache
def reasons() -> dict[str, dict[str, str]]:
    """Exercise -> change -> why an accepted variant is no hole, or why one is rightly refused."""
    return yaml.safe_load((HERE / "mutants.yaml").read_text(encoding="utf-8")) or {}


def unexplained(task: Task, found: list[Outcome]) -> list[Outcome]:
    """The faults for which mutants.yaml has no reason."""
    known = reasons().get(task.id, {})
    return [
        one
        for one in found
        if one.kind in ("hole", "harsh")
        and one.change not in known
        and not (one.kind == "hole" and "*" in known)
    ]


# ---------------------------------------------------------------- python tests/mutants.py --report


def main(words: list[str]) -> int:
    """Print the report; 1 if there is a fault without a reason."""
    from test_build import ROOT

    wanted = [word for word in words if not word.startswith("-")]
    faults = 0
    for folder in sorted(path.parent.name for path in (ROOT / "lessons").glob("l*/lesson.md")):
        if not wanted or any(folder[1:3] == word.partition(".")[0].zfill(2) for word in wanted):
            for task in tasks_of(folder):
                if not wanted or folder[1:3] in wanted or task.id in wanted:
                    faults += report(task, sample(task, 2) if "--sample" in words else variants(task))
    return 1 if faults else 0


def report(task: Task, chosen: list[Chosen]) -> int:
    """Print the line of an exercise and its survivors; their number, if unexplained."""
    found = list(outcomes(task, chosen))
    kinds = [one.kind for one in found]
    print(
        f"{task.id:>6}: {len(found):3} variants, {kinds.count('killed'):3} killed, "
        f"{kinds.count('same'):3} the same, "
        f"{kinds.count('hole'):2} accepted, {kinds.count('harsh'):2} refused though the same",
        flush=True,
    )
    known = reasons().get(task.id, {})
    for one in found:
        if one.kind in ("hole", "harsh"):
            print(f"    {one.kind}: {one.change}")
            print(f"        {known.get(one.change, known.get('*', 'NO REASON'))}", flush=True)
            if one in unexplained(task, found):
                print(
                    f"        differs: {one.grade.differs}"
                    if one.kind == "hole"
                    else f"        said: {one.grade.say}"
                )
    return len(unexplained(task, found))


if __name__ == "__main__":
    os.chdir(HERE.parent)
    sys.path[:0] = [str(HERE), str(HERE / "workbook"), str(HERE.parent)]
    import mutants  # the notebook's shell takes the name __main__ for itself

    sys.exit(mutants.main(sys.argv[1:]))
