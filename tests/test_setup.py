"""The set-up: locks, environment.yml, Binder, the Makefile, and skips by name."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html import unescape
from importlib.metadata import distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import puzzlelib.__main__

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]


# -------- locks


def lines(name: str) -> list[str]:
    """The lines of a lock, each with its hashes."""
    text = (ROOT / name).read_text(encoding="utf-8").replace(" \\\n   ", "")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def lock(name: str) -> dict[str, Requirement]:
    """The pins of a lock, those of the lock that it includes as well."""
    pins = {}
    for line in lines(name):
        if line.startswith("-r "):
            pins |= lock(line[3:])
        else:
            pin = Requirement(line.partition(" --hash=")[0])
            pins[canonicalize_name(pin.name)] = pin
    return pins


RUN, BOOK, TEST = "requirements.lock", "requirements-book.lock", "requirements-test.lock"
LITE = "requirements-lite.lock"  # for JupyterLite, in a folder of its own
EXTRAS = PROJECT["optional-dependencies"]
WORKBOOK = PROJECT["dependencies"] + EXTRAS["solvers"] + EXTRAS["jupyter"]  # what `make lab` brings
DIRECT = {RUN: WORKBOOK, BOOK: WORKBOOK + EXTRAS["book"], TEST: WORKBOOK + EXTRAS["book"] + EXTRAS["test"]}


def holds(requirement: Requirement, extras=()) -> bool:
    """Is it asked for here, for one of these extras?"""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def asked_for(roots: list[str]) -> set[str]:
    """Names of all packages that these bring along here, themselves included."""
    todo, seen = [wanted for wanted in map(Requirement, roots) if holds(wanted)], set()
    while todo:
        wanted = todo.pop()
        key = canonicalize_name(wanted.name), frozenset(wanted.extras)
        if key not in seen:
            seen.add(key)
            children = map(Requirement, distribution(key[0]).requires or [])
            todo += [child for child in children if holds(child, wanted.extras)]
    return {name for name, _ in seen}


# -------- the name


ELSEWHERE = {"uv"}  # a tool of ours that no lock has
TOLD = re.compile(r"""\bpip install ((?:"[^"\n]*"|[^\s`'")\\<]+|[ \t])+)""")


def texts() -> Iterator[tuple[str, str]]:
    """Each text of the project but the locks, with its name."""
    folders = (
        ROOT / name for name in ("lessons", "notebooks", "puzzlelib", "makers", "tests", "benchmarks", ".ci")
    )
    inside = (path for folder in folders for path in folder.rglob("*"))
    for path in (*ROOT.glob("*"), *inside):
        if path.suffix in KINDS and "node_modules" not in path.parts and path.name not in OTHERS:
            yield path.name, path.read_text(encoding="utf-8")


KINDS = {".md", ".py", ".ipynb", ".yml", ".yaml", ".toml", ".js", ".css", ".lp", ".mzn"}
OTHERS = {"test_setup.py"}  # this one


NO_NAMES, FILES = (".", "$", "{"), (".txt", ".lock")


def installed_by(text: str) -> Iterator[str]:
    """The packages that a text tells one to install: the first word that is none of pip's options, and what
    stands in quotation marks behind it; a sentence may go on there.

    >>> list(installed_by('python -m pip install --no-deps -r some.txt "numpy>=2" here, -e ".[dask]" there'))
    ['numpy>=2']
    >>> list(installed_by("`%pip install other` does it"))
    ['other']
    """
    for command in TOLD.finditer(unescape(text).replace('\\"', '"')):
        words = [word for word in command[1].split() if not word.startswith("-")]
        for number, word in enumerate(words):
            name = word.strip('"')
            if (word != name or not number) and not name.startswith(NO_NAMES) and not name.endswith(FILES):
                yield name


def test_nobody_is_told_to_install_a_package_of_somebody_else():
    ours = {PROJECT["name"], *lock(TEST), *ELSEWHERE}
    told = {(name, word) for name, text in texts() for word in installed_by(text)}
    assert {word for _, word in told} >= {"gurobipy>=13,<14", "uv"}, "they are found"
    strangers = {(name, word) for name, word in told if Requirement(word).name not in ours}
    assert not strangers


def test_a_version_that_a_page_names_is_that_of_pyproject():
    wanted = map(Requirement, (*WORKBOOK, *EXTRAS["dask"], *EXTRAS["gurobi"]))
    ranges = {one.name: one.specifier for one in wanted}
    pages = (text for name, text in texts() if name.endswith(".md"))
    told = [Requirement(word) for text in pages for word in installed_by(text)]
    told = [one for one in told if one.specifier]
    assert told and [one.specifier for one in told] == [ranges[one.name] for one in told]


def test_one_version_everywhere():
    assert PYPROJECT["tool"]["setuptools"]["dynamic"] == {"version": {"attr": "puzzlelib.__version__"}}
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## Version ([\d.]+)$", changes, re.MULTILINE)
    assert cited["version"] == puzzlelib.__version__
    assert not released or released[0] == puzzlelib.__version__


def test_the_lock_of_jupyterlite_has_nothing_that_the_workbook_has():
    """It is installed beside: two versions of a package would be on one path."""
    assert not set(lock(LITE)) & set(lock(RUN))
    assert pinned(lock(LITE)["jupyterlite-core"]) == pinned(lock(LITE)["jupyterlite-pyodide-kernel"])


@pytest.mark.parametrize("name", DIRECT)
def test_a_lock_pins_what_is_asked_for_here_and_nothing_else(name):
    """On this system, with this Python: what another one would ask for is not installed here to be read."""
    pinned = {package for package, pin in lock(name).items() if holds(pin)}
    assert pinned == asked_for(DIRECT[name])


@pytest.mark.parametrize("name", DIRECT)
def test_a_lock_keeps_the_bounds_of_pyproject(name):
    pins = lock(name)
    for wanted in filter(holds, map(Requirement, DIRECT[name])):
        assert wanted.specifier.contains(pinned(pins[canonicalize_name(wanted.name)])), wanted


def pinned(pin: Requirement) -> str:
    """The version behind `==`."""
    return next(iter(pin.specifier)).version


def test_the_python_range_is_the_tested_one():
    allowed = SpecifierSet(PROJECT["requires-python"])
    tests = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    pythons = tests["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert [f"3.{minor}" for minor in range(20) if f"3.{minor}" in allowed] == pythons


def test_every_data_file_of_the_library_is_packaged():
    package = ROOT / "puzzlelib"
    globs = PYPROJECT["tool"]["setuptools"]["package-data"]["puzzlelib"]
    packaged = {path for glob in globs for path in package.glob(glob)}
    found = {
        path
        for path in package.rglob("*")
        if path.is_file() and path.suffix != ".py" and not {"__pycache__", "node_modules"} & set(path.parts)
    }
    assert {path.relative_to(package) for path in found} == {path.relative_to(package) for path in packaged}


# -------- Binder


def conda() -> dict:
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def test_environment_has_the_direct_packages_as_the_run_lock_has_them():
    *plain, pip = conda()["dependencies"]
    direct = {canonicalize_name(Requirement(wanted).name) for wanted in WORKBOOK}
    pins = [line.partition(" --hash=")[0] for line in lines(RUN)]
    assert pip == {"pip": [pin for pin in pins if pin.partition("==")[0] in direct]}
    assert [re.split("[=<>]", name)[0] for name in plain] == ["python", "pip"], (
        "conda gives Python and pip, no more"
    )


@pytest.mark.parametrize("name", ["postBuild", "INSTALL.md"])
def test_all_other_packages_come_from_the_lock(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert re.search(rf"pip install .*--require-hashes -r {re.escape(RUN)}", text)


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory) -> str:
    """Return what repo2docker would build. It needs neither Docker nor the network for that."""
    copy = tmp_path_factory.mktemp("repository") / "copy"
    hidden = shutil.ignore_patterns(".[!c]*", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT, copy, ignore=hidden)
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_binder_reads_our_files(dockerfile):
    steps = [
        r"apt-get install .*\bminizinc\b",
        r"env update .*environment\.yml",
        r"^COPY .*src/ \$\{REPO_DIR\}",
        r"^RUN \./postBuild$",
    ]
    places = [re.search(step, dockerfile, re.MULTILINE) for step in steps]
    assert all(places), dockerfile
    starts = [place.start() for place in places]
    assert starts == sorted(starts), "packages before the sources, or every commit installs them again"


def test_binder_has_the_python_of_environment(dockerfile):
    python = conda()["dependencies"][0].removeprefix("python=")
    # repo2docker writes a path into a name: "-2d" is "-", "-2e" is "."
    assert f"environment-2epy-2d{python.replace('.', '-2e')}" in dockerfile
    assert "KERNEL_PYTHON_PREFIX=${NB_PYTHON_PREFIX}" in dockerfile, "one environment for server and kernel"


# -------- the Makefile


MAKE = shutil.which("make")
make_needed = pytest.mark.skipif(not MAKE, reason="needs make: sudo apt-get install make")


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


@pytest.fixture
def clone(tmp_path) -> Path:
    """A folder with all that `make` reads, and nothing installed."""
    folder = tmp_path / "a clone"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", *DIRECT, LITE):
        shutil.copy(ROOT / name, folder)
    return folder


def make(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        [MAKE, *words], cwd=folder, env=clean | environment, capture_output=True, text=True, timeout=60
    )


def fake_python(folder: Path, minor: int) -> str:
    """A PATH on which `python3` says that it is Python 3.minor; it makes no environment."""
    pretend = f"import sys; sys.version_info = (3, {minor}, 0, 'final', 0); exec(sys.argv.pop(1))"
    script(
        folder / "python3",
        f'[ "$1" = -c ] || {{ echo "made by 3.{minor}"; exit 1; }}\nexec "{sys.executable}" -c '
        f'"{pretend}" "$2" "$3"\n',
    )
    for name in ("sh", "sed", "id"):
        (folder / name).symlink_to(shutil.which(name))
    return str(folder)


@make_needed
@pytest.mark.parametrize("minor", [9, 10, 15])
def test_another_python_is_refused_in_one_line(clone, tmp_path, minor):
    done = make(clone, "lab", PATH=fake_python(tmp_path / "bin", minor))
    assert done.returncode != 0 and done.stdout == "" and not (clone / ".venv").exists()
    [line] = done.stderr.splitlines()
    assert f"needs Python {PROJECT['requires-python']}" in line and "Install it from" in line


@make_needed
def test_installing_twice_does_nothing_the_second_time(clone):
    log = clone / "log"
    script(clone / ".venv/bin/python", f'echo "$*" >> "{log}"\n')
    os.utime(clone / ".venv/bin/python", (0, 0))
    assert make(clone, ".venv/.test").returncode == 0
    calls = [line for line in log.read_text().splitlines() if "pip install" in line]
    assert [call.split()[-1] for call in calls] == [RUN, ".", BOOK, TEST, LITE], "puzzlelib has no hash"
    assert sum("--require-hashes" in call for call in calls) == 4, "a lock each"
    assert [call for call in calls if "--target .venv/lite" in call] == calls[-1:], "away from JupyterLab"
    log.write_text("")
    assert make(clone, ".venv/.test").returncode == 0 and log.read_text() == ""
    os.utime(clone / ".venv/.run", (1, 1))
    os.utime(clone / ".venv/.test", (1, 1))
    assert make(clone, ".venv/.test").returncode == 0 and "pip install" in log.read_text()


@make_needed
def test_every_script_that_a_target_calls_is_there(clone):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    called = re.findall(r"\$\(PY\) ([\w./]+\.py)\b", makefile)
    assert len(called) > 6 and [name for name in called if not (ROOT / name).is_file()] == []


ODD_NAMES = [
    "a b",
    "-x",
    "--help",
    "a'b",
    'a"b',
    "a`b`",
    "$(b)",
    "$$b ${HOME}",
    "a;b&",
    "a\nb",
    "a\\",
    "~*#%",
]


@pytest.mark.slow
@make_needed
def test_a_name_goes_to_its_program_as_it_is(clone):
    """Names of notebooks and folders are those that students gave them: nothing may run them."""
    log = script(clone / ".venv/bin/python", f'for one; do printf "%s\\0" "$one"; done > "{clone}/log"\n')
    for done in (".venv/.run", ".venv/.npm"):
        (clone / done).touch()
    os.utime(log, (0, 0))
    for name in ODD_NAMES:
        for target, variable in (("share", "NOTEBOOK"), ("collect", "FOLDER")):
            assert make(clone, target, f"{variable}={name}", "ARGS=--more").returncode == 0, name
            told = (clone / "log").read_text(encoding="utf-8").split("\0")[:-1]
            assert told == [f"lessons/{target}.py", "--more", "--", name]


# -------- skipped by name


NEEDY = """
import pytest
def test_by_fixture(chromium): pass
@pytest.mark.browser
def test_by_mark(): pass
def test_without(): pass
"""


def run_needy(folder: Path, **environment: str) -> str:
    """The closing lines of pytest over NEEDY."""
    shutil.copy(ROOT / "tests/conftest.py", folder)
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "test_needy.py").write_text(NEEDY)
    clean = {name: value for name, value in os.environ.items() if name not in ("CI", "CHROMIUM")}
    clean["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # quicker
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_needy.py"]
    return subprocess.run(
        command, cwd=folder, env=clean | environment, capture_output=True, text=True, timeout=120
    ).stdout


def test_a_missing_tool_skips_by_name(tmp_path):
    said = run_needy(tmp_path, CHROMIUM="/nowhere/chromium")
    assert "1 passed, 2 skipped" in said
    for name in ("test_by_fixture", "test_by_mark"):
        assert re.search(rf"^SKIPPED .*{name} needs chromium: .*install", said, re.MULTILINE)


def test_a_missing_tool_fails_in_ci(tmp_path):
    said = run_needy(tmp_path, CHROMIUM="/nowhere/chromium", CI="true")
    assert "1 passed" in said and re.search("2 (failed|errors)", said) and "skipped" not in said
