"""How the tests are run: what a lost process does, and the clock that stands still for others."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from quiet_clock import ends_within

ROOT = Path(__file__).parents[1]
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
