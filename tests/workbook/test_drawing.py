"""Puzzles and solutions draw themselves: README's ten lines, the last line of a cell, pages, letters; and
what is wrong is one line in a notebook too."""

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lessons.puzzles.cards import drawing
from puzzlelib import PackingPuzzle, PuzzleError, generate, load, orbits, solve, verify
from puzzlelib.packing.files import read_text
from puzzlelib.packing.referee import Invalid

ROOT = Path(__file__).parents[2]
SOMA = load("soma")
NAMES = ["soma", "nine-ls", "pentominoes-8x8-holes", "tetracubes-2x2x4+2x2x4"]


def solution_of(name: str):
    return solve(load(name)).solutions[0]


def ten_lines() -> str:
    """Return the first code in README's section "In Python", and the two lines on pictures below it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## In Python\n")[2].partition("\n## ")[0]
    pictures = re.findall(r"`(puzzle\.show\(.*?|solution\.to_html\(.*?)`", section)
    return re.search(r"```python\n(.*?)```", section, re.DOTALL)[1] + "\n".join(pictures)


@pytest.mark.slow
def test_readme_makes_solves_draws_and_saves_a_puzzle_in_ten_lines(tmp_path, monkeypatch, capsys):
    assert len([line for line in ten_lines().splitlines() if line.strip()]) <= 10
    opened, made = [], {}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(drawing.webbrowser, "open", lambda address: opened.append(address) or True)
    exec(ten_lines(), made)
    ways, *letters, shown, saved = capsys.readouterr().out.splitlines()
    assert ways == re.search(r"# (\d+) ways", ten_lines())[1]
    assert "\n".join(letters) == str(made["solution"])
    assert opened[0].endswith(".html") and "opened in the browser" in shown
    assert saved.startswith("mine.html: written, 2.") and (tmp_path / "mine.html").stat().st_size < 2_500_000


# -------- what a solution is


def test_a_solution_is_a_tuple_that_knows_its_puzzle():
    one = solution_of("soma")
    assert one == tuple(one) and hash(one) == hash(tuple(one)) and one.puzzle == SOMA
    again = pickle.loads(pickle.dumps(one))
    assert again == one and again.puzzle == SOMA and copy.deepcopy(one) is one
    assert len(pickle.dumps(one)) < 5000  # without what the puzzle has worked out


def test_solutions_stay_what_they_are():
    made = generate("2x2x8", 3, 1)
    for one in (made.given, made.solution, orbits(made.puzzle, [made.solution])[0], made.puzzle.solution(())):
        assert one.puzzle == made.puzzle


# -------- the last line of a cell


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_last_line_of_a_cell_is_a_calm_picture(name):
    for value in (load(name), solution_of(name)):
        seen = value._repr_mimebundle_()
        page = seen["text/html"]
        assert seen["text/plain"] == repr(value) and len(page) < 80_000
        assert page.count("<img alt=") in (1, 2) and "data:image/png;base64," in page
        assert "<script" not in page and "http" not in page


def test_hints_are_drawn_and_the_solution_is_not():
    few, all_ = (drawing.view(generate("2x4x4", hints, 1)) for hints in (2, 8))
    assert "2 hints" in few.words and len({how for how in few.frame["how"] if how}) == 1
    assert few.frame["cells"].count("") == 24 and all_.frame["cells"].count("") == 0


# -------- pages


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fetches_nothing_and_says_what_was_written(tmp_path, capsys, name):
    path = tmp_path / "mine.html"
    solution_of(name).to_html(path)
    said, page, size = capsys.readouterr().out, path.read_text(encoding="utf-8"), path.stat().st_size / 1e6
    assert said == f"{path}: written, {size:.1f} MB; it opens in any browser, without the internet\n"
    assert not re.search(r'\b(?:src|href)="(?!data:)', page.partition('<script type="application')[0])
    assert "default-src 'none'" in page and page.count("<script") == 3


@pytest.mark.slow
def test_names_from_a_file_cannot_leave_their_place():
    evil = "</script><script>alert(7)</script>{title}"
    cells = "cells: [[0,0],[1,0]]"
    puzzle = read_text(f"name: '{evil}'\nbox: [2, 1]\npieces: [{{name: '<b>{evil}', {cells}}}]")
    for value in (puzzle, solve(puzzle).solutions[0]):
        assert "<script>alert" not in value.to_html() and "<b>" not in value.to_html()
        assert "<script" not in value._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize(
    "cells", ["[0,0], [0,1], [999,999,999]", "[999,999,999], [998,999,999], [999,998,999]"]
)
def test_cells_too_far_apart_have_no_picture_and_take_no_memory(cells):
    puzzle = read_text(f"cells: [{cells}]\npieces: [{{name: I, copies: 3, cells: [[0,0,0]]}}]")
    for draw in (puzzle._repr_mimebundle_, puzzle.to_html, solve(puzzle).solutions[0].to_html):
        with pytest.raises(PuzzleError, match="no picture of cells in a room of 1,000 x 1,000 x 1,000"):
            draw()


@pytest.mark.slow
def test_where_no_browser_opens_the_page_is_named(monkeypatch, capsys):
    monkeypatch.setattr(drawing.webbrowser, "open", lambda address: False)
    SOMA.show(solution_of("soma"))
    name, _, rest = capsys.readouterr().out.partition(": ")
    assert rest == "open it in a browser\n" and "Soma Cube" in Path(name).read_text(encoding="utf-8")
    Path(name).unlink()


NO_PLOTLY = """
import sys
sys.modules["plotly"] = None
from puzzlelib import PuzzleError, load, solve
solution = solve(load("soma"), "backtracking").solutions[0]
print(solution._repr_mimebundle_()["text/html"][:4], str(solution)[:5])
try:
    solution.to_html("mine.html")
except PuzzleError as error:
    print(error)
"""


@pytest.mark.slow
def test_only_what_needs_plotly_asks_for_it(tmp_path):
    said = in_python(NO_PLOTLY, tmp_path).splitlines()
    assert said == ["<div layer", "a page needs plotly: python -m pip install plotly"]


def in_python(code: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


# -------- errors


@pytest.mark.parametrize(
    "act, says",
    [
        (lambda: load("somma"), "PuzzleError: no puzzle 'somma'"),
        (lambda: verify(SOMA, ()), "Invalid: piece V is there 0 times"),
    ],
)
def test_an_error_in_a_notebook_is_one_line(act, says):
    with pytest.raises((PuzzleError, Invalid)) as caught:
        act()
    lines = caught.value._render_traceback_()
    assert len(lines) == 1 and "\n" not in lines[0] and lines[0].startswith(says)


# -------- making a puzzle


@pytest.mark.parametrize(
    "pieces, keys, says",
    [
        ({"V": "##"}, {"boxx": [2, 1]}, "boxx= is not one of its arguments; did you mean box=?"),
        ({"V": "##"}, {}, "give one of box="),
        ({"V": "#.#"}, {"box": [2, 1]}, "is disconnected (2 parts"),
        ({"V": "##"}, {"box": [2, 1], "copies": {"W": 2}}, "copies: 'W'; there is no such piece"),
        ({"V": "##"}, {"box": [3, 1]}, "fill 2 cells, the container has 3"),
    ],
)
def test_pieces_that_make_no_puzzle(pieces, keys, says):
    with pytest.raises(PuzzleError) as caught:
        PackingPuzzle.from_pieces(pieces, **keys)
    assert says in str(caught.value) and str(caught.value).startswith("from_pieces: ")


def test_a_shape_is_a_drawing_layers_or_cells():
    box = {"box": (2, 2, 2), "name": "P and its rest"}
    rest = [(0, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)]
    ways = ["../##", "../#."], [(0, 0, 0), (1, 0, 0), (0, 0, 1)], ((0, 0), [1, 0], (0, 0, 1))
    made = [PackingPuzzle.from_pieces({"P": way, "Q": [*rest, (1, 1, 0)]}, **box) for way in ways]
    assert {frozenset(puzzle.pieces[0].cells) for puzzle in made} == {frozenset(ways[1])}
    loose = PackingPuzzle.from_pieces({"A": "#.#", "B": "#"}, box=[3, 1], loose=["A"])
    assert len(solve(loose).solutions) == 1
