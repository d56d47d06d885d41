"""How the tests are run: how many processes there are, what a lost one does, and the clock that stands still
for others."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from quiet_clock import ending, ends_within

ROOT = Path(__file__).parents[1]
found = importlib.util.spec_from_file_location("how_tests_run", ROOT / "conftest.py")
running = importlib.util.module_from_spec(found)
found.loader.exec_module(running)


@pytest.mark.parametrize(
    "cores, gigabytes, processes", [(2, 16, 3), (2, 4, 2), (8, 8, 4), (1, 1, 1), (4, 64, 5)]
)
def test_processes_are_one_more_than_cores_and_have_two_gigabytes_each(
    monkeypatch, cores, gigabytes, processes
):
    monkeypatch.setattr("psutil.cpu_count", lambda: cores)
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(total=gigabytes * 10**9))
    assert running.pytest_xdist_auto_num_workers() == processes


def test_a_process_runs_whole_files_and_all_about_a_lesson():
    a_file = "tests/workbook/test_fold.py"
    assert {running.scope(f"{a_file}::test_{a}") for a in ("a", "b[1]", "c[x < b-others0]")} == {a_file}
    for test in ("lesson_04.py::test_one", "notebooks.py::test_each[04-x]", "mutants.py::test_some[l04_x]"):
        assert running.scope(f"tests/workbook/test_{test}") == "lesson 04"


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


@pytest.mark.long
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


LOST = {
    "test_a.py": "import pytest\n@pytest.mark.parametrize('n', range(4))\ndef test_a(n): pass",
    "test_b.py": "import os\ndef test_before(): pass\ndef test_lost(): os._exit(9)\ndef test_after(): pass",
    "test_c.py": "import os\ndef test_lost_too(): os._exit(9)",
    "test_d.py": "def test_d(): pass",
}


@pytest.mark.long
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_process_that_is_lost_fails_its_test_and_no_other(tmp_path, processes):
    """The run goes on, ends, and is red; the test is named, and begun once."""
    for name, text in LOST.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "conftest.py", tmp_path)
    command = ["-m", "pytest", "-n", processes, "-c", ROOT / "pyproject.toml", "--rootdir", tmp_path]
    done = subprocess.run(
        [sys.executable, *command, "-o", "pythonpath=", tmp_path],
        cwd=tmp_path,
        text=True,
        capture_output=True,
        timeout=1000,  # it stood still
    )
    assert done.returncode == 1 and "2 failed, 7 passed" in done.stdout
    for test in ("test_b.py::test_lost", "test_c.py::test_lost_too"):
        assert f"FAILED {test} - worker" in done.stdout
