"""How the tests are run: what is slow or long is told, the processes share whole files, and the clock stands
still for others."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from quiet_clock import ending, ends_within
from sizes import FULL, SHORT

ROOT = Path(__file__).parents[1]
found = importlib.util.spec_from_file_location("how_tests_run", ROOT / "conftest.py")
running = importlib.util.module_from_spec(found)
found.loader.exec_module(running)


def test_what_belongs_together_is_run_by_one_process():
    scope, workbook = running.scope, "tests/workbook/test_"
    of_one_lesson = (
        *("lesson_04.py::test_one_shuffle", "notebooks.py::test_each_solution[04-algorithm-x]"),
        "mutants.py::test_some_variants[l04_algorithm_x]",
    )
    assert {scope(workbook + test) for test in of_one_lesson} == {"lesson 04"}
    for file in ("mutants.py", "fold.py"):
        assert {scope(f"{workbook}{file}::test_{a}") for a in ("a", "b[1]", "c[x < b-others0]")} == {
            workbook + file
        }
    books = {*running.BOOK, "test_notebooks.py"}
    assert len({scope(f"tests/browser/{file}::test_a") for file in books}) == 2
    walk = "tests/browser/test_notebooks.py::test_lesson_by_keyboard[{}]"
    assert scope(walk.format("06-answer-sets")) != scope(walk.format("10-icosoku"))


def test_the_long_forms_are_told_with_their_numbers():
    told = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    assert SHORT.keys() == FULL.keys() and all(SHORT[what] < FULL[what] for what in FULL)
    assert all(f"| {SHORT[what]} | {FULL[what]}" in told for what in FULL)


def test_no_test_waits_for_a_page_for_a_fixed_time():
    for file in ROOT.glob("tests/browser/*.py"):
        assert file.name == "look.py" or "wait_for_timeout" not in file.read_text(encoding="utf-8"), file


CLOCKED = """
import time; from quiet_clock import now
began, start = time.perf_counter(), now()
while time.perf_counter() < began + 0.05:
    pass
print(0 <= now() - start <= time.perf_counter() - began)
"""


def test_the_quiet_clock_runs_with_the_wall_clock_at_most():
    """In a process with one thread: where several wait at a time, the quiet clock may even run back."""
    done = subprocess.run([sys.executable, "-c", CLOCKED], cwd=ROOT / "tests", capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


def test_a_machine_may_stumble_twice_and_a_slow_program_fails():
    twice, always = iter([500, 500, 2.9, 0]), iter([500, 500, 500, 0])
    ends_within(1, lambda: next(twice))
    with pytest.raises(AssertionError, match="about 1 are allowed"):
        ends_within(1, lambda: next(always))
    assert (list(twice), list(always)) == ([0], [0])


def test_the_end_of_a_process_is_waited_for():
    out, err, seconds = ending(
        subprocess.Popen(
            [sys.executable, "-c", "print(7)"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    )
    assert (out, err) == ("7\n", "") and seconds < 60


LATE = """
import pytest

@pytest.fixture(scope="module")
def page():
    written = []
    yield written
    assert not written

@pytest.mark.browser
def test_late(page, tried=[]):
    tried.append(1)
    assert not page
    if len(tried) == 1:
        page.append("the first run")
        assert False

@pytest.mark.browser
def test_never():
    assert False

def test_quiet(tried=[]):
    tried.append(1)
    assert len(tried) > 1
"""


@pytest.mark.slow
def test_only_a_browser_test_is_run_once_more_and_named(tmp_path):
    (tmp_path / "test_late.py").write_text(LATE, encoding="utf-8")
    command = ["-m", "pytest", "-c", ROOT / "pyproject.toml", "--rootdir", tmp_path, "-p", "no:xdist"]
    command += ["-o", "pythonpath="]  # else tests/conftest.py would be taken
    done = subprocess.run(
        [sys.executable, *command, "-p", "conftest", tmp_path],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        text=True,
        capture_output=True,
    ).stdout
    assert "2 failed, 1 passed, 2 rerun" in done
    assert "RERUN test_late.py::test_late" in done and "RERUN test_late.py::test_quiet" not in done
