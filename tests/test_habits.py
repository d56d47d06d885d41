"""Ruff of the Python code, mypy of the lower rooms, eslint of the JavaScript: none has a complaint.

pyproject.toml says what the first two ask, tests/eslint/eslint.config.js what the third does.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHON = sys.executable, "-m"


def run(*words: str) -> None:
    """Run a tool; if it has a complaint, fail with all that it says."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_has_no_complaint():
    run(*PYTHON, "ruff", "check", ".")
    run(*PYTHON, "ruff", "format", "--check", ".")


@pytest.mark.slow
def test_mypy_has_no_complaint():
    run(*PYTHON, "mypy")


def test_eslint_has_no_complaint(eslint):
    run(eslint, "--config", "tests/eslint/eslint.config.js", "lessons")


@pytest.mark.parametrize("folder", ["tests/eslint", "lessons/kit/live", "puzzlelib/icosoku/programs"])
def test_a_lock_of_npm_names_no_host_and_has_all_hashes(folder):
    """Else npm would ask the mirror of whoever wrote the lock, and take what it sends."""
    packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, package in packages.items():
        assert not name or package["integrity"].startswith("sha512-") and "resolved" not in package, name
