"""A light installation: what works without the extras, and the sentence for what does not."""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from test_setup import EXTRAS, PROJECT, ROOT, Requirement

import puzzlelib
from puzzlelib import count, load
from puzzlelib.common.extras import EXTRA_OF

BLOCK = f"""\
import sys

class Light:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        hidden = name.partition(".")[0] in {sorted([*EXTRA_OF, "lessons"])}
        return None if hidden else self.finder.find_spec(name, path, target)

sys.meta_path[:] = [Light(finder) for finder in sys.meta_path]
"""
LIGHT = """\
from puzzlelib import PackingPuzzle, count, cover_of, estimate, load, orbits, solve, verify

soma = load("soma")
for engine in None, "x", "dlx", "compiled", "backtracking", "states":
    verify(soma, solve(soma, engine).solutions[0])
print(count(soma).count, len(orbits(soma, solve(soma, limit=None))), estimate(soma).probes)
print(solve(soma).solutions[0])
print(solve(cover_of({(0, 1): "a"})).solutions)
"""
ASKED = {
    'solve(load("soma"), "asp")': ("clingo", "solvers"),
    'solve(load("soma"), "ilp")': ("highspy", "solvers"),
    "from puzzlelib.icosoku import icosoku": ("numpy", "solvers"),
    "import makers.apart.blocking": ("networkx", "solvers"),
    "from puzzlelib.pictures import figure": ("numpy", "solvers"),
    'from puzzlelib.common.workers import dask_client; dask_client("tcp://a:1")': ("distributed", "dask"),
}


def run(code: str) -> subprocess.CompletedProcess:
    """Run a program where only what the base installation brings can be imported."""
    command = [sys.executable, "-c", BLOCK + code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_the_base_is_light():
    assert {Requirement(one).name for one in PROJECT["dependencies"]} == {"PyYAML", "tqdm"}
    assert set(EXTRA_OF.values()) <= set(EXTRAS)
    for package, extra in EXTRA_OF.items():
        wanted = {Requirement(one).name for one in EXTRAS[extra]}
        assert package in wanted or package == "IPython"  # which ipykernel brings


def test_without_the_extras_one_searches_counts_judges_and_prints():
    done = run(LIGHT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("11520 480 ") and "layer 1" in done.stdout and "((0, 1),)" in done.stdout


@pytest.mark.parametrize("code, said", [("from_pieces", "26\n"), ("clues", "5 3 4 6 7 8 9 1 2\n")])
def test_an_example_of_readme_runs_in_it_as_printed(code, said):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [printed] = [one for one in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if code in one]
    done = run(printed)
    assert done.returncode == 0 and done.stdout.startswith(said), done.stderr


@pytest.mark.parametrize("code", ASKED)
def test_what_is_missing_is_named_with_its_extra(code):
    package, extra = ASKED[code]
    done = run(f"from puzzlelib import load, solve\n{code}")
    last = done.stderr.splitlines()[-1]
    assert f"{package}, which is not installed: pip" in last and f"[{extra}]" in last, done.stderr


WITHOUT_MAKERS = BLOCK.replace("'lessons'", "'lessons', 'makers'")
NEEDS_MAKERS = {
    "print soma --out x": "print",
    "count soma --assemblable": "--assemblable",
    "solve x.xmpuzzle": "a file that ends in .xmpuzzle",
}


@pytest.mark.parametrize("words", NEEDS_MAKERS)
def test_without_makers_one_sentence_says_what_to_install(words, tmp_path):
    """In a folder of its own too: in a clone, pyproject.toml names makers."""
    (tmp_path / "puzzlelib").symlink_to(ROOT / "puzzlelib", target_is_directory=True)
    file = tmp_path / "x.xmpuzzle"
    file.touch()
    line = [str(file) if word == file.name else word for word in words.split()]
    for place in tmp_path, ROOT:
        code = f"{WITHOUT_MAKERS}from puzzlelib.__main__ import main; sys.exit(main({line}))"
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=120)
        needs = f"{NEEDS_MAKERS[words]} needs makers, which is not installed: pip install"
        assert (done.returncode, done.stderr.count("\n")) == (2, 1) and needs in done.stderr


# -------- the wheel


MACHINES = {
    "linux-x86_64",
    "linux-aarch64",
    "macos-x86_64",
    "macos-arm64",
    "windows-amd64",
    "emscripten-wasm32",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from a copy of the sources, without a network."""
    if not find_spec("setuptools"):
        pytest.skip("needs setuptools, which builds a wheel")
    place = tmp_path_factory.mktemp("wheel")
    aside = shutil.ignore_patterns("node_modules", "__pycache__")
    for folder in ("puzzlelib", "makers", "lessons"):
        shutil.copytree(ROOT / folder, place / folder, ignore=aside)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place)
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", place / "built", place)
    [built] = (place / "built").iterdir()
    return built


def pip(*words) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        *map(str, words),
        "--no-index",
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=300)


@pytest.mark.slow
def test_a_wheel_holds_the_libraries_alone_and_all_of_them(wheel):
    assert wheel.name == f"exactly_once_puzzles-{puzzlelib.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = (
        path for package in ("puzzlelib", "makers") for path in (wheel.parents[1] / package).rglob("*.*")
    )
    assert held == {path.relative_to(wheel.parents[1]).as_posix() for path in wanted if path.is_file()}
    libraries = {Path(name).stem for name in held if name.startswith("puzzlelib/compiled/libraries/")}
    assert libraries == MACHINES | {"sources"}


@pytest.mark.long
@pytest.mark.slow
def test_a_bare_environment_with_the_wheel_counts_from_the_command_line(wheel, tmp_path):
    """Beside it there is nothing but what it asks for; it reads a file by makers, and searches in C."""
    venv.create(tmp_path / "bare", with_pip=False)
    programs = tmp_path / "bare" / ("Scripts" if os.name == "nt" else "bin")
    pip("--python", programs / "python", "install", "--no-deps", wheel)
    [packages] = (tmp_path / "bare").rglob("site-packages")
    for name in ("yaml", "tqdm"):
        shutil.copytree(Path(find_spec(name).origin).parent, packages / name)
    shutil.copy(ROOT / "lessons/l13_workshop/burr-of-level-10.xmpuzzle", tmp_path / "burr.xmpuzzle")

    def asked(*words: str) -> str:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        command, place = [programs / words[0], *words[1:]], {"cwd": tmp_path, "env": clean}
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, **place)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert asked("exactly-once", "--version").split()[-1] == puzzlelib.__version__
    assert asked("exactly-once", "count", "soma", "--engine", "compiled") == "11,520 solutions.\n"
    here = count(load(tmp_path / "burr.xmpuzzle"), engine="dlx").count
    assert asked("exactly-once", "count", "burr.xmpuzzle", "--engine", "x") == f"{here} solutions.\n"
    where = asked("python", "-c", "import puzzlelib, makers; print(puzzlelib.__file__, makers.__file__)")
    assert where.count(str(packages)) == 2
