"""What the tools say: ruff of the Python code, mypy of the lower rooms, eslint of the JavaScript; and the
workflow.

pyproject.toml says what the first two ask, tests/eslint/eslint.config.js what the third does.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
BOOK = ".github/workflows/book.yml"
SCRIPTS = ("lessons",)
PYTHON = sys.executable, "-m"
WORKFLOW = ".github/workflows/test.yml"


def run(*words: str) -> None:
    """A tool has nothing to complain about, or the test fails with all that it says."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_has_no_complaint():
    run(*PYTHON, "ruff", "check", ".")
    run(*PYTHON, "ruff", "format", "--check", ".")


def test_ruff_reads_all_of_the_library():
    done = subprocess.run(
        [*PYTHON, "ruff", "check", "--show-files", "."], cwd=ROOT, capture_output=True, text=True
    )
    assert {str(path) for path in (ROOT / "puzzlelib").rglob("*.py")} <= {*done.stdout.splitlines()}


@pytest.mark.slow
def test_mypy_has_no_complaint():
    run(*PYTHON, "mypy")


@pytest.mark.slow
def test_eslint_has_no_complaint(eslint):
    run(eslint, "--config", "tests/eslint/eslint.config.js", *SCRIPTS)


@pytest.mark.parametrize("folder, key, names", [
    ("tests/eslint", "devDependencies", {"eslint", "@eslint/js", "axe-core", "globals"}),
    ("lessons/kit/live", "dependencies",
     {"@codemirror/lang-python", "clingo-wasm", "codemirror", "dompurify", "esbuild", "highs", "pyodide"}),
])  # fmt: skip
def test_a_lock_of_npm_names_no_host_and_has_all_hashes(folder, key, names):
    packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert packages[""][key].keys() == names
    for name, package in packages.items():
        assert not name or package["integrity"].startswith("sha512-") and "resolved" not in package, name


@pytest.mark.slow
def test_the_workflow_is_one():
    run(*PYTHON, "check_jsonschema", "--builtin-schema", "vendor.github-workflows", WORKFLOW, BOOK)
    steps = yaml.safe_load((ROOT / BOOK).read_text(encoding="utf-8"))["jobs"]["build"]["steps"]
    commands = [step.get("run") for step in steps]
    assert 'make site LIVE=1 ARGS="--address $ADDRESS"' in commands and steps[-1]["with"] == {"path": "site"}


def test_the_workflow_runs_what_is_promised():
    workflow = yaml.safe_load((ROOT / WORKFLOW).read_text(encoding="utf-8"))
    jobs, when = workflow["jobs"], workflow[True]  # YAML reads the word on as yes
    assert jobs["test"]["steps"][-1] == {"run": "make test"}
    assert jobs["quick"]["steps"][-1] == {"run": "make quick"}
    assert jobs["all"]["steps"][-1] == {"run": "make test-all"}
    assert {"schedule", "workflow_dispatch"} <= when.keys()
    assert jobs["quick"]["strategy"]["matrix"]["system"] == ["macos-latest", "windows-latest"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    allowed = SpecifierSet(project["requires-python"])
    assert jobs["test"]["strategy"]["matrix"]["python"] == [
        f"3.{n}" for n in range(30) if f"3.{n}" in allowed
    ]


# -------- a browser starts no threads and no processes

START = re.compile(
    r"^ *(?:import|from) (_thread|concurrent|multiprocessing|psutil|subprocess|threading)\b", re.M
)
ASKS = re.compile(r"^from (?:\.+|puzzlelib\.)common\.machine import ", re.M)
STARTERS = {  # modules that need not ask puzzlelib/common/machine.py
    "puzzlelib/common/machine.py": "it says what this Python can do",
    "puzzlelib/commands/program.py": "the command line",
    "puzzlelib/common/workers.py": "only where somebody asks for more than one process",
    **dict.fromkeys(
        ["puzzlelib/cluster/chunks.py", "puzzlelib/compiled/parts.py", "makers/design/atlas.py"],
        "only for an executor that is handed to it",
    ),
    "lessons/l11_hard_in_general/card.py": "a lock, which starts nothing",
    **dict.fromkeys(
        ["lessons/book.py", "lessons/build.py", "lessons/share.py", "lessons/update.py"]
        + ["lessons/kit/live/pages.py", "lessons/kit/notebooks/clones.py", "puzzlelib/common/chromium.py"]
        + ["lessons/collect.py", "lessons/kit/collecting/judge_apart.py", "lessons/lite.py"],
        "a program for those who write, teach or install",
    ),
}


def test_what_starts_threads_or_processes_asks_whether_it_can():
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in ("lessons", "makers", "puzzlelib")
        for path in ROOT.joinpath(folder).rglob("*.py")
        if "node_modules" not in path.parts
    }
    start = {name for name, text in texts.items() if START.search(text)}
    assert {name for name in start if not ASKS.search(texts[name])} == {*STARTERS}
    named = [name for name, text in texts.items() if "emscripten" in text]
    assert named == ["lessons/kit/lite/wheels.py"], "it chooses packages for a browser"
