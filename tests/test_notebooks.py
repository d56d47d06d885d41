"""Every notebook is run: as the student gets it, with the solutions in, and with each wrong answer.

The first two run in a real kernel, as in JupyterLab. The wrong answers run in an IPython shell
without a kernel, each in the place of its solution, so that the counterexample can be tried again.
At most two processes work at a time; each notebook has to stay within its time and memory.
"""

import asyncio
import multiprocessing
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import pytest
from test_build import ROOT, build

pytestmark = pytest.mark.notebook

SECONDS = 60
MEGABYTES = 1000
PROBE = """import resource as _r
_both = [_r.getrusage(who) for who in (_r.RUSAGE_SELF, _r.RUSAGE_CHILDREN)]
print(_both[0].ru_maxrss // 1024, sum(one.ru_utime + one.ru_stime for one in _both))"""  # Linux: kilobytes
LESSONS = {lesson.name: lesson for lesson in build.read_course()[0] if not build.faults(lesson)}


class Run(NamedTuple):
    """What came out of a run in a kernel: seconds on the wall and of work, memory, unwanted output, and what each exercise said."""

    seconds: float
    work: float
    megabytes: int
    trouble: list[str]
    said: dict[str, str]


class Tried(NamedTuple):
    """What a wrong answer got."""

    id: str
    why: str
    status: str
    say: str
    error: str
    still_fails: bool
    picture: str


# ---------------------------------------------------------------- in a kernel


def run_in_kernel(name: str, solved: bool) -> Run:
    """Run a notebook from notebooks/, in a fresh kernel with settings of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = os.environ["JUPYTER_CONFIG_DIR"] = folder
        lesson = LESSONS[name]
        notebook = build.solved_notebook(lesson) if solved else build.student_notebook(lesson)
        return asyncio.run(execute(notebook, lesson))


async def execute(notebook, lesson) -> Run:
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell

    notebook.cells.append(new_code_cell(PROBE))
    client = NotebookClient(
        notebook,
        timeout=2 * SECONDS,
        allow_errors=True,
        resources={"metadata": {"path": str(ROOT / "notebooks")}},
    )
    start = time.perf_counter()
    async with client.async_setup_kernel():
        for number, cell in enumerate(notebook.cells):
            await client.async_execute_cell(cell, number)
    seconds = time.perf_counter() - start
    probe = notebook.cells.pop()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    megabytes, work = probe.outputs[0].text.split()
    return Run(
        seconds, float(work), int(megabytes), [line for cell in code for line in trouble(cell)], said(code)
    )


def trouble(cell) -> list[str]:
    """Exceptions and anything on stderr, one line each."""
    where = cell.source.strip().splitlines()[0] if cell.source.strip() else ""
    bad = [
        output for output in cell.outputs if output.output_type == "error" or output.get("name") == "stderr"
    ]
    return [
        f"{where}: {output.get('ename', 'stderr')}: {output.get('evalue') or output.get('text')}"
        for output in bad
    ]


def said(cells) -> dict[str, str]:
    """Exercise -> the text of its verdict."""
    found = {}
    for cell in cells:
        if "exercise" in cell.metadata.get("tags", ()):
            id = build.checked_id(cell.source)
            texts = [output.data.get("text/plain", "") for output in cell.outputs if "data" in output]
            found[id] = next((text for text in texts if text.startswith(f"{id}: ")), "")
    return found


# ---------------------------------------------------------------- wrong answers


def run_wrongs(name: str) -> list[Tried]:
    """Run a lesson's cells in order; at each exercise, its wrong answers before its solution."""
    from IPython.core.interactiveshell import InteractiveShell

    os.chdir(ROOT / "notebooks")
    os.environ["IPYTHONDIR"] = tempfile.mkdtemp()
    shell = InteractiveShell.instance()
    shell.reset()
    tasks = {task.id: task for task in LESSONS[name].exercises}
    tried = []
    for cell in build.solved_notebook(LESSONS[name]).cells:
        if "exercise" in cell.metadata.get("tags", ()):
            task = tasks[build.checked_id(cell.source)]
            tried += [try_wrong(shell, task.id, why, code) for why, code in task.wrongs]
        if cell.cell_type == "code":
            run_cell(shell, cell.source)
    return tried


def run_cell(shell, source: str) -> None:
    from IPython.utils.capture import capture_output

    with capture_output():
        result = shell.run_cell(source)
    result.raise_error()


def try_wrong(shell, id: str, why: str, code: str) -> Tried:
    """Run one wrong answer; its counterexample runs once more, and its picture is made."""
    from puzzlelib import check as checks

    checks.check.last = None
    run_cell(shell, code)
    got = checks.check.last
    example = got.example
    fails = example is not None and example.still_fails()
    return Tried(
        id,
        why,
        got.status,
        str(got),
        str(got.error or ""),
        fails,
        made(example.picture) if example and example.picture else "",
    )


def made(picture) -> str:
    """Make a picture; say what went wrong, or ""."""
    try:
        picture()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


# ---------------------------------------------------------------- the tests


@pytest.fixture(scope="module")
def runs(request):
    """All runs of the selected lessons, started at once, two at a time."""
    names = sorted(
        {
            item.callspec.params["name"]
            for item in request.session.items
            if getattr(item, "module", None) is request.module and hasattr(item, "callspec")
        }
    )
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        jobs = {
            (name, kind): submit(pool, name, kind)
            for name in names
            for kind in ("student", "solved", "wrong")
        }
        yield jobs
        pool.shutdown(cancel_futures=True)


def submit(pool, name, kind):
    return (
        pool.submit(run_wrongs, name)
        if kind == "wrong"
        else pool.submit(run_in_kernel, name, kind == "solved")
    )


@pytest.fixture
def healthy(request, record_property):
    """A function that tells time and memory of a run, and fails if it was not clean or not within them.

    A busy machine makes the wall clock run on, and several threads the clock of work; so only one of the two must be in time.
    """
    plugin = request.config.pluginmanager.getplugin

    def judge(run: Run) -> None:
        record_property("seconds", round(run.seconds, 1))
        record_property("megabytes", run.megabytes)
        with plugin("capturemanager").global_and_fixture_disabled():
            plugin("terminalreporter").write_line(
                f"\n{request.node.name}: {run.seconds:.1f} s, {run.work:.1f} s of work, {run.megabytes} MB"
            )
        assert run.trouble == []
        assert min(run.seconds, run.work) < SECONDS and run.megabytes < MEGABYTES

    return judge


@pytest.mark.parametrize("name", LESSONS)
def test_as_the_student_gets_it(name, runs, healthy):
    run = runs[name, "student"].result()
    healthy(run)
    assert {id: text.partition(" There is")[0] for id, text in run.said.items()} == {
        task.id: f"{task.id}: not answered yet." for task in LESSONS[name].exercises
    }


@pytest.mark.parametrize("name", LESSONS)
def test_with_the_solutions(name, runs, healthy):
    run = runs[name, "solved"].result()
    healthy(run)
    wrong = {id: text for id, text in run.said.items() if not text.startswith(f"{id}: Correct. ")}
    assert wrong == {} and len(run.said) == len(LESSONS[name].exercises)


@pytest.mark.parametrize("name", LESSONS)
def test_each_wrong_answer_gets_a_counterexample(name, runs):
    tried = runs[name, "wrong"].result()
    assert len(tried) == sum(len(task.wrongs) for task in LESSONS[name].exercises)
    for answer in tried:
        assert (answer.status, answer.error, answer.picture) == ("not yet", "", ""), answer
        assert answer.say.startswith(f"{answer.id}: Not yet. "), answer
        assert answer.still_fails, answer


def test_every_lesson_can_be_built():
    lessons, errors = build.read_course()
    assert errors + [fault for lesson in lessons for fault in build.faults(lesson)] == []
