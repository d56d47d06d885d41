"""Imports point one way: a room stands on lower floors only; pyproject.toml lists them from the ground up."""

import ast
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from structure import (
    KIT,
    LESSONS,
    LIBRARY,
    MAKERS,
    PICTURE,
    ROOT,
    arrows,
    circles,
    floors,
    imported,
    modules,
    named,
    picture,
    turned_round,
)

FLOORS, FLOORS_OF_MAKERS, FLOORS_OF_KIT = floors(), floors(key="makers-floors"), floors(key="kit-floors")
ROOMS = sorted(path.parent.name for path in LIBRARY.glob("*/__init__.py"))
TOP = {"__init__", "__main__"}  # beside the rooms
HOMES = {("packing", "catalogue"), ("plates", "sets"), ("asp", "programs"), ("icosoku", "programs")}


def test_every_room_stands_on_one_floor():
    assert sorted(chain(*FLOORS)) == ROOMS


def test_on_the_top_there_are_rooms_alone():
    assert {path.stem for path in LIBRARY.glob("*.py")} == TOP
    assert {path.parent.name for path in LIBRARY.glob("*/*.py")} == set(ROOMS)


@pytest.mark.slow
def test_imports_point_down():
    assert turned_round(FLOORS) == []


def test_imports_of_makers_point_down():
    names = {path.relative_to(MAKERS).parts[0].removesuffix(".py") for path in MAKERS.rglob("*.py")}
    assert sorted(chain(*FLOORS_OF_MAKERS)) == sorted(names - {"__init__"})
    assert turned_round(FLOORS_OF_MAKERS, MAKERS) == []


def test_imports_of_the_kit_point_down():
    assert sorted(chain(*FLOORS_OF_KIT)) == sorted(path.parent.name for path in KIT.glob("*/__init__.py"))
    assert turned_round(FLOORS_OF_KIT, KIT) == []


def test_the_kit_knows_neither_a_library_nor_the_lessons():
    """A course tells it what it has to know (lessons/kit/ground/course.py)."""
    for path in KIT.rglob("*.py"):
        for name in (*imported(path, KIT), *named(path)):
            ours = name.partition(".")[0] in ("puzzlelib", "makers", "lessons")
            assert not ours or name == "lessons.kit" or name.startswith("lessons.kit."), (path, name)
    for path in KIT.glob("*/*/**/*.js"):
        if "node_modules" not in path.parts:
            assert not re.search(r'from "[./]*/(puzzles|l\d)', path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("library", [LIBRARY, MAKERS, LESSONS], ids=["puzzlelib", "makers", "lessons"])
def test_no_files_import_each_other_in_a_circle(library):
    assert circles(library) == []


def test_a_library_knows_none_that_stands_on_it():
    """Lessons stand on makers, and makers on puzzlelib."""
    packages = "puzzlelib", "makers", "lessons"
    for level, library in enumerate((LIBRARY, MAKERS)):
        for path in library.rglob("*.py"):
            used = {name.partition(".")[0] for name in (*imported(path, library), *named(path))}
            assert not used & {*packages[level + 1 :]}, path


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_is_in_it(room):
    says = ast.get_docstring(ast.parse(LIBRARY.joinpath(room, "__init__.py").read_text(encoding="utf-8")))
    assert says and len(says) >= 60 and says[0].isupper()


@pytest.mark.parametrize("room", ROOMS)
def test_modules_that_are_imported_by_name_are_there(room):
    names = set(chain.from_iterable(map(named, modules(room))))
    for name in names - {"lessons.kit.checks.lesson_"}:  # a number follows
        place = LIBRARY.parent.joinpath(*name.split("."))
        assert place.with_suffix(".py").is_file() or place.joinpath("__init__.py").is_file(), name


def test_other_files_lie_beside_the_code_that_reads_them():
    found = {path for path in LIBRARY.rglob("*.*") if path.suffix in (".lp", ".mzn", ".yaml", ".js", ".css")}
    places = {path.relative_to(LIBRARY).parts[:2] for path in found if "node_modules" not in path.parts}
    assert places == HOMES


@pytest.mark.slow
def test_the_picture_shows_the_library_as_it_is():
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run python tests/structure.py"


def test_contributing_names_files_and_targets_that_are_there():
    text = ROOT.joinpath("CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:puzzlelib|tests|lessons|\.ci|\.github)/[\w./-]*)`|\]\(([\w./]+)\)", text)
    for path in filter(None, chain(*paths)):
        assert list(ROOT.glob(re.sub("NAME|NN", "*", path).replace("topic", "*"))), path
    targets = re.findall(
        r"^([a-z-]+):.*## ", ROOT.joinpath("Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(re.findall(r"(?:`|^    )make ([a-z-]+)", text, re.MULTILINE)) <= set(targets)


# -------- the lessons


def test_what_lessons_share_knows_no_lesson_and_a_lesson_only_itself():
    """Lesson 07 judges programs as lesson 06 does; a student's solver has puzzles of seven."""
    found = set()
    for path in (ROOT / "lessons").glob("*/**/*.py"):
        for name in re.findall(
            r"(?m)^ *(?:from|import) [\w.]*\b(l\d\d_\w+)", path.read_text(encoding="utf-8")
        ):
            found |= {(path.relative_to(ROOT / "lessons").parts[0], name)}
    assert {pair for pair in found if pair[0] != pair[1]} == {
        ("l07_designing_puzzles", "l06_answer_sets"),
        ("solver", "l01_backtracking"),
        ("solver", "l04_algorithm_x"),
        ("solver", "l05_dancing_links"),
        ("solver", "l10_icosoku"),
        ("solver", "l12_every_instance"),
        ("solver", "l13_workshop"),
    }


PLAIN = """
import sys
for name in ("anywidget", "ipywidgets", "IPython", "plotly", "matplotlib", "lessons"):
    sys.modules[name] = None
from puzzlelib import PuzzleError, count, load, solve, verify
soma = load("soma")
verify(soma, solve(soma).solutions[0])
print(count(soma).count)
try:
    soma.show()
except PuzzleError as error:
    print(error)
"""


def test_the_library_solves_and_counts_without_jupyter_and_plotly():
    done = subprocess.run([sys.executable, "-c", PLAIN], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "11520",
        'a picture needs the lessons; in the project folder call make lab, or pip install -e ".[all]"',
    ], done.stderr


# -------- a test of the test


def small_library(folder: Path, text: str, file: str = "packing/shapes.py") -> Path:
    """A library of three rooms whose imports all point down, and one file more."""
    for name, says in {
        "common/words": "",
        "packing/puzzle": "from ..common import words",
        "widgets/stage": "import puzzlelib.packing.puzzle",
        "engines": "from .packing import puzzle",
        file.removesuffix(".py"): text,
    }.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.with_name("__init__.py").touch()
        path.write_text(says, encoding="utf-8")
    return folder


SMALL = [["common"], ["packing"], ["engines"], ["widgets"]]
ROUND = {
    "from two dots": "from ..widgets import stage",
    "by its whole name": "from puzzlelib.widgets import stage",
    "import": "import puzzlelib.widgets.stage as stage",
    "by a string": "from importlib import import_module\nstage = import_module('puzzlelib.widgets.stage')",
    "from a table": "HOMES = {'stage': 'puzzlelib.widgets.stage'}",
}


@pytest.mark.parametrize("text", ROUND.values(), ids=ROUND)
def test_an_import_that_is_turned_round_is_found(tmp_path, text):
    assert turned_round(SMALL, small_library(tmp_path, text)) == ["packing/shapes.py needs widgets"]


IN_A_CIRCLE = {  # in packing/puzzle.py, which packing/shapes.py imports
    "from a dot": "from . import shapes",
    "for its types": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .shapes import Cell",
    "by a string": "HOME = 'puzzlelib.packing.shapes:turned'",
    "through the face of the room": "from ..packing import turned",
}


@pytest.mark.parametrize("text", IN_A_CIRCLE.values(), ids=IN_A_CIRCLE)
def test_a_circle_of_files_is_found(tmp_path, text):
    folder = small_library(tmp_path, "from . import puzzle")
    assert circles(folder) == []
    (folder / "packing/puzzle.py").write_text(text, encoding="utf-8")
    face = ["packing/__init__.py"] if text == IN_A_CIRCLE["through the face of the room"] else []
    if face:
        names = "attach(__name__, {'shapes': 'turned'})"
        (folder / "packing/__init__.py").write_text(names, encoding="utf-8")
    assert circles(folder) == [[*face, "packing/puzzle.py", "packing/shapes.py"]]


def test_what_points_down_is_not(tmp_path):
    folder = small_library(
        tmp_path, "from . import puzzle\nfrom ..common.words import many\nWORD = 'puzzlelib widgets'"
    )
    assert turned_round(SMALL, folder) == []
    assert set(arrows(SMALL, folder).edges) == {
        ("packing", "common"),
        ("engines", "packing"),
        ("widgets", "packing"),
    }
