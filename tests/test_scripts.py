"""The half of the scripts that only computes: its types by tsc, its contracts by Node (tests/scripts)."""

import subprocess
from pathlib import Path

import pytest
from scripts import rules

HERE = Path(__file__).parent
TESTS = sorted(HERE.glob("scripts/*.test.mjs"))
LEAST_NODE = 20


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_what_scripts_compute(node, path):
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    if int(version.removeprefix("v").split(".")[0]) < LEAST_NODE:
        pytest.skip(f"Node {LEAST_NODE} or later runs them; this is {version.strip()}")
    run(node, "--test", "--test-reporter=spec", str(path))


def test_scripts_have_the_types_they_say(tsc):
    run(tsc, "-p", str(HERE / "eslint/tsconfig.json"))


def test_the_rules_are_those_of_python():
    assert rules.FILE.read_text(encoding="utf-8") == rules.as_text(), "python tests/scripts/rules.py"


def run(*words: str) -> None:
    """Run a tool; the test fails with all that it says."""
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
