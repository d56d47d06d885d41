"""A light installation: what works without the extras, and the sentence for what does not."""

import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest
from test_setup import EXTRAS, PROJECT, ROOT, Requirement

from puzzlelib.common.extras import EXTRA_OF
from puzzlelib.common.stand_ins import MissingExtra
from puzzlelib.ilp import adapters

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


@pytest.mark.parametrize("code", ASKED)
def test_what_is_missing_is_named_with_its_extra(code):
    package, extra = ASKED[code]
    done = run(f"from puzzlelib import load, solve\n{code}")
    last = done.stderr.splitlines()[-1]
    assert f"{package}, which is not installed: pip" in last and f"[{extra}]" in last, done.stderr


def test_the_command_line_says_it_in_one_line():
    done = run('from puzzlelib.__main__ import main; sys.exit(main(["solve", "soma", "--engine", "asp"]))')
    assert done.returncode == 2 and "clingo, which is not installed: pip" in done.stderr
    assert done.stderr.count("\n") == 1


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


def test_the_command_line_works_without_makers():
    done = run(f"{WITHOUT_MAKERS}from puzzlelib.__main__ import main; sys.exit(main(['count', 'soma']))")
    assert (done.returncode, done.stdout) == (0, "11,520 solutions.\n"), done.stderr


def test_a_solver_that_is_missing_is_named_once(monkeypatch):
    def missing(name):
        raise MissingExtra(name)

    monkeypatch.setattr(adapters, "library", missing)
    with pytest.raises(adapters.Unavailable) as told:
        adapters.import_optional("Gurobi", "gurobipy")
    assert str(told.value).count("gurobipy") == 1 and "[gurobi]" in str(told.value)


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("setuptools"), reason="needs setuptools, which builds a wheel")
def test_a_wheel_holds_the_libraries_alone_and_all_of_them(tmp_path):
    copy, built = tmp_path / "copy", tmp_path / "built"
    aside = shutil.ignore_patterns("node_modules", "__pycache__")
    for folder in ("puzzlelib", "makers", "lessons"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=aside)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    command = [sys.executable, "setup.py", "--quiet", "build_py", f"--build-lib={built}"]
    subprocess.run(command, cwd=copy, check=True, capture_output=True, timeout=120)
    assert {path.name for path in built.iterdir()} == {"puzzlelib", "makers"}
    listing = lambda folder: {path.relative_to(folder) for path in folder.rglob("*.*") if path.is_file()}
    for package in ("puzzlelib", "makers"):
        assert listing(built / package) == listing(copy / package)
