"""Lessons 00 to 08 in a Python that lacks what a browser lacks (bare.py): each cell runs, or says in one
line why not. Cells that go another way there come to the same result."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import nbformat
import pytest
from bare import ROOT
from nbformat.v4 import new_code_cell, new_notebook
from solved import chosen_wrongs, solved
from test_build import course

from lessons.kit.building.lesson import checked_id
from lessons.kit.building.notebook import solved_notebook, student_notebook
from lessons.l06_answer_sets import checks
from puzzlelib import count, load
from puzzlelib.asp import FOLDER
from puzzlelib.common import machine
from puzzlelib.common.errors import PuzzleError

MACHINE_CODE = "this needs machine code, which does not run here"
PROGRAM = "this needs a second program, which cannot be started here, as in a browser"
HIGHS = "CP-SAT cannot be used: the package ortools is not installed"
SAYS = {  # notebook -> a piece of each cell that says what is missing, and its words
    "03b-tetris-cube": {
        'little = load("little-cube")': MACHINE_CODE,
        "fastest = lambda": MACHINE_CODE,
        "tree_by_cell = estimate(": MACHINE_CODE,
    },
    "05-dancing-links": {"reason = missing_library()": "Machine code does not run here: "},
    "05b-dancing-links": {"reason = compiled.missing_library()": "The compiled engine does not run here: "},
    "06-answer-sets": {"taken(1,1).  free(X,Y) :- cell(X,Y)": PROGRAM, "FIRST = BOARD + PIECES": PROGRAM},
    "06b-answer-sets": {"piped = ": PROGRAM},
    "07b-designing-puzzles": {"def started(program, number)": PROGRAM},
    "08-integer-programs": {'all_solutions(model, "cp-sat"': HIGHS},
    "08b-integer-programs": {'all_solutions(flat_model, "cp-sat"': HIGHS},
}
SOLVED_SAYS = {"06-answer-sets": {"PARTY + SEATING": PROGRAM}}  # once the exercise before it is solved
LACK = re.compile(r"page has not|not here|not run here|cannot be (used|started)|No module named|Traceback")
UNCOVER = "from lessons.kit.cards.card import DEMO\nDEMO.on = True"
SOON = ["00-start-here", "06-answer-sets"]
PARTS = {part.name: part for lesson in course()[:9] for part in lesson.parts}


def in_bare_python(*words: str):
    """Return what a program prints in such a Python, as JSON."""
    here = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "tests/workbook")))}
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, encoding="utf-8", env=here
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# -------- notebooks


def run_there(sources: list[str], folder, *packages: str) -> list[dict]:
    """Return what the cells of a notebook show, as bare.py tells it; these packages are gone as well."""
    path = folder / "lesson.ipynb"
    nbformat.write(new_notebook(cells=[*map(new_code_cell, sources)]), path)
    return in_bare_python(str(ROOT / "tests/workbook/bare.py"), str(path), *packages)


def complaints(cell: dict) -> list[str]:
    """Return the lines of a cell's error, and those that say what is missing."""
    texts = "\n".join([*cell["shown"], cell["printed"]]).splitlines()
    return [*cell["error"].splitlines(), *filter(LACK.search, texts)]


def judge_cells(name: str, answered: bool, folder) -> None:
    """Each cell runs, but for those in the table, and they say one line."""
    left, wrong = SAYS.get(name, {}) | (SOLVED_SAYS.get(name, {}) if answered else {}), []
    make = solved_notebook if answered else student_notebook
    sources = [cell.source for cell in make(PARTS[name]).cells if cell.cell_type == "code"]
    for cell in run_there([UNCOVER, *sources] if answered else sources, folder):
        lines = complaints(cell)
        piece = next((piece for piece in left if piece in cell["source"]), None)
        words = left.pop(piece) if piece else ""
        if len(lines) != bool(piece) or lines and words not in lines[0]:
            wrong.append((cell["source"], lines))
        if answered and (id := checked_id(cell["source"])):
            assert any(text.startswith(f"{id}: Correct.") for text in cell["shown"]), cell
    assert (wrong, left) == ([], {})


@pytest.mark.notebook
@pytest.mark.parametrize("name", SOON)
def test_a_solved_notebook_runs_or_says_in_one_line_why_not(name, tmp_path):
    judge_cells(name, True, tmp_path)


@pytest.mark.notebook
@pytest.mark.long
@pytest.mark.parametrize("name", PARTS)
def test_each_notebook_runs_or_says_in_one_line_why_not(name, tmp_path):
    judge_cells(name, False, tmp_path)
    if name not in SOON:
        judge_cells(name, True, tmp_path)


@pytest.mark.notebook
@pytest.mark.long
def test_answer_sets_are_judged_there_in_the_words_of_a_process(tmp_path):
    (lesson,) = (lesson for lesson in course() if lesson.name == "06-answer-sets")
    cells = [code_cell for part in lesson.parts for code_cell in with_wrong_answers(lesson, part)]
    said = run_there([code for _, code in cells], tmp_path)
    there = [
        next(text for text in cell["shown"] if text.startswith(f"{id}: "))
        for cell, (id, _) in zip(said, cells)
        if id
    ]
    assert there == [wrong.say for wrong in solved("l06_answer_sets").tried]


def with_wrong_answers(lesson, part) -> Iterator[tuple[str, str]]:
    """Yield each code cell, solved, as ("", text); before it as (exercise, text) its wrong answers."""
    wrongs = {task.id: chosen_wrongs(task) for task in lesson.exercises}
    for cell in solved_notebook(part).cells:
        if cell.cell_type == "code":
            id = checked_id(cell.source)
            yield from ((id, code) for _, code in wrongs.get(id, ()))
            yield "", cell.source


def test_the_table_names_cells_that_are_there():
    for name, cells in SAYS.items():
        sources = [cell.source for cell in student_notebook(PARTS[name]).cells]
        assert all(sum(piece in source for source in sources) == 1 for piece in cells)


# -------- other ways, and their results

WAYS = """
import json, warnings
from importlib import import_module

import bare

bare.take_away()

from lessons.kit.checks.time_limit import TooLong, stopped_after
from puzzlelib import asp, compiled, count, ilp, load
from puzzlelib.common import machine


def never_ends():
    while True:
        pass


def is_stopped():
    try:
        with stopped_after(0.2):
            never_ends()
    except TooLong:
        return True


def why_not_imported():
    paths = [path.relative_to(bare.ROOT) for path in bare.ROOT.glob("puzzlelib/*/**/*.py")]
    for name in sorted(".".join(path.with_suffix("").parts) for path in paths):
        try:
            import_module(name)
        except ImportError as error:
            yield name, error.name


warnings.simplefilter("ignore")
engines = "x", "asp", "ilp"
box, model = load("little-cube"), ilp.placement_model(load("little-cube"))
endless = "1 {p(I,J): J=1..11} 1 :- I=1..12. :- p(I,J), p(K,J), I<K."
print(json.dumps({
    "can": [machine.has_threads(), machine.start_process(["echo"]), machine.package("ortools")],
    "compiled": compiled.missing_library(),
    "counts": [count(box, engine).count for engine in engines],
    "models": [len(list(ilp.all_solutions(model, solver))) for solver in ("highs", "cp-sat")],
    "solved by": ilp.solve_model(model, "cp-sat").said,
    "stopped": [asp.answers(endless, time_limit=0.3).stopped, is_stopped()],
    "not imported": dict(why_not_imported()),
}))
"""


@pytest.fixture(scope="module")
def found():
    """Return what comes out there."""
    return in_bare_python("-c", WAYS)


@pytest.mark.slow
def test_a_python_that_starts_nothing_says_so(found):
    assert found["can"] == [False, None, None]
    assert found["compiled"] == "no library was built for linux-wasm32"


@pytest.mark.slow
def test_all_ways_without_count_alike(found):
    here = count(load("little-cube")).count
    assert found["counts"] == [here] * 3 and found["models"] == [here] * 2
    assert found["solved by"].startswith("HiGHS found")
    assert "CP-SAT cannot be used: this needs ortools" in found["solved by"]  # the library names its extra


@pytest.mark.slow
def test_without_threads_a_search_and_an_answer_are_stopped(found):
    assert found["stopped"] == ["time limit", True]


@pytest.mark.slow
def test_all_of_the_library_is_imported_there(found):
    assert found["not imported"] == {}


def test_where_nothing_can_be_started_one_line_says_so(monkeypatch):
    def refuse(*_, **__):
        raise OSError(138, "emscripten does not support processes.")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert machine.start_process(["echo"]) is None
    with pytest.raises(PuzzleError, match="^this needs a second program, which cannot be started here"):
        machine.run_program(["echo"])
    with pytest.raises(PuzzleError, match="^this needs abacus, which is not here"):
        machine.absent("abacus")()


@pytest.mark.parametrize("program", [
    "a(1). b(X) :- c(X), a(X).",
    "free(X,Y) :- not taken(X,Y).",
    ":- position(A,B), cell(A).",
    "a(1). b(X+1) :- a(X).",
])  # fmt: skip
@pytest.mark.parametrize("others", [(), (FOLDER / "tetracubes.lp",)])
@pytest.mark.slow
def test_clingo_remarks_alike_in_a_process_and_here(program, others, monkeypatch):
    remarks = checks.gringo(program, *others).partition("Traceback")[0].split()
    monkeypatch.setattr(checks, "start_process", lambda *_, **__: None)
    assert checks.gringo(program, *others).split() == [word for word in remarks if word != "[#inc_base];"]


def test_an_endless_grounding_is_stopped_here(monkeypatch):
    monkeypatch.setattr(checks, "start_process", lambda *_, **__: None)
    monkeypatch.setattr(checks, "GROUNDING", 0.1)
    assert "still grounding" in checks.cannot_run("a(1). a(X+1) :- a(X).")
