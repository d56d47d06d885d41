"""Every notebook is run: as the student gets it, with the solutions in, and with each wrong answer.

As the student gets it, it runs in a kernel and has to stay within its time and memory; some do so in
JupyterLab, in `make test-all` all of them (browser/test_notebooks.py). With the solutions it has a kernel of
its own in `make test-all`; for `make test` stubs, solutions and wrong answers come from one run (solved.py).
"""

import asyncio
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest
from quiet_clock import now
from sizes import picked
from solved import chosen_wrongs, solved
from test_build import ROOT, course

from lessons.kit.building.lesson import checked_id
from lessons.kit.building.notebook import solved_notebook, student_notebook

pytestmark = pytest.mark.notebook

SECONDS = 60
MEGABYTES = 1000
PROBE = (
    "import sys; sys.path.insert(0, '../benchmarks'); from _measure import memory, work; "
    "print(f'{memory()} {work()}')"
)
LESSONS = {lesson.name: lesson for lesson in course()}
NOTEBOOKS = {part.name: part for lesson in course() for part in lesson.parts}
# `make test` runs these in JupyterLab, with the same limits: browser/test_notebooks.py.
IN_THE_BROWSER = ("00-start-here", "02b-polycubes")
IN_A_KERNEL = ("02-polycubes",)  # `make test` runs it here; the others are run once, by solved.py


class Run(NamedTuple):
    """The results of a run in a kernel: seconds by the quiet clock and of work, memory, unwanted output,
    and what each exercise said."""

    seconds: float
    work: float
    megabytes: int
    trouble: list[str]
    said: dict[str, str]


# -------- in a kernel


def run_in_kernel(name: str, answered: bool) -> Run:
    """Run a notebook from notebooks/, in a fresh kernel with settings of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = os.environ["JUPYTER_CONFIG_DIR"] = folder
        lesson = NOTEBOOKS[name]
        notebook = solved_notebook(lesson) if answered else student_notebook(lesson)
        with ThreadPoolExecutor(1) as thread:  # the browser's tests leave an event loop running in this one
            return thread.submit(asyncio.run, execute(notebook, lesson)).result()


async def execute(notebook, lesson) -> Run:
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell

    notebook.cells.append(new_code_cell(PROBE))
    client = NotebookClient(
        notebook,
        timeout=10 * SECONDS,
        allow_errors=True,
        resources={"metadata": {"path": str(ROOT / "notebooks")}},
    )
    async with client.async_setup_kernel():
        kernel = client.km.provisioner.pid
        start = now(kernel)
        for number, cell in enumerate(notebook.cells):
            await client.async_execute_cell(cell, number)
        seconds = now(kernel) - start
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
            id = checked_id(cell.source)
            texts = [output.data.get("text/plain", "") for output in cell.outputs if "data" in output]
            verdict = next((text for text in texts if text.startswith(f"{id}: ")), "")
            found[id] = verdict.partition(" There is")[0]
    return found


def unanswered(lesson) -> dict[str, str]:
    """Return what `said` is for a notebook as the student gets it."""
    return {task.id: f"{task.id}: not answered yet." for task in lesson.own_exercises}


# -------- the tests


@pytest.fixture
def healthy(request, record_property):
    """A function that tells time and memory of a run, and fails if it was not clean or not within them.

    The work must be in time, and what is waited for within as long again.
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
        assert run.work < SECONDS and run.seconds < 2 * SECONDS and run.megabytes < MEGABYTES

    return judge


@pytest.mark.parametrize("name", picked(NOTEBOOKS, IN_A_KERNEL))
def test_as_the_student_gets_it(name, healthy):
    run = run_in_kernel(name, answered=False)
    healthy(run)
    assert run.said == unanswered(NOTEBOOKS[name])


@pytest.mark.long
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_with_the_solutions(name, healthy):
    run = run_in_kernel(name, answered=True)
    healthy(run)
    all_correct(NOTEBOOKS[name].own_exercises, run.said)


@pytest.mark.parametrize("name", LESSONS)
def test_each_solution_is_correct(name):
    all_correct(LESSONS[name].exercises, solved(LESSONS[name].path.parent.name).said)


def all_correct(tasks, said):
    wrong = {id: text for id, text in said.items() if not text.startswith(f"{id}: Correct. ")}
    assert wrong == {} and len(said) == len(tasks)


@pytest.mark.parametrize("name", LESSONS)
def test_each_stub_says_that_it_is_not_answered_yet(name):
    stubs = solved(LESSONS[name].path.parent.name).stubs
    assert stubs.keys() == {task.id for task in LESSONS[name].exercises}
    assert all(text.startswith(f"{id}: not answered yet.") for id, text in stubs.items()), stubs


@pytest.mark.parametrize("name", LESSONS)
def test_each_wrong_answer_gets_a_counterexample(name):
    tried = solved(LESSONS[name].path.parent.name).tried
    assert len(tried) == sum(len(chosen_wrongs(task)) for task in LESSONS[name].exercises)
    for answer in tried:
        assert (answer.status, answer.error, answer.picture) == ("not yet", "", ""), answer
        assert answer.say.startswith(f"{answer.id}: Not yet. "), answer
        assert answer.still_fails, answer
