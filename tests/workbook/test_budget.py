"""The races and the flat tables of lesson 03: what is compiled there goes to the same nodes as the search of
the library."""

import numpy
import pytest
from quiet_clock import ends_within
from test_build import ROOT

from lessons.kit.building.course import read_course
from lessons.kit.building.notebook import student_notebook
from lessons.l03_tetris_cube import checks as lesson_03
from lessons.l03_tetris_cube.cells import nodes_below
from puzzlelib import load
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search.backtracking import run
from puzzlelib.search.compare import COLUMNS, Flat, flat, probes, race, table


@pytest.fixture(scope="module")
def searches():
    """The function of the lesson, in Python, from the cell that a student runs, and in C."""
    lesson = next(one for one in read_course()[0] if one.name == "03-tetris-cube")
    cells = student_notebook(lesson.more).cells
    cell = next(cell.source for cell in cells if "def slow(" in cell.source)
    space = {}
    exec(compile(cell, str(ROOT / "notebooks" / "03b-tetris-cube.ipynb"), "exec"), space)
    return space["slow"], nodes_below


def nodes(search, tables: Flat, puzzle: PackingPuzzle) -> int:
    return search(0, 2 ** len(puzzle.pieces) - 1, 0, *tables)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["little-cube", "tetracubes-2x2x4+2x2x4"])
def test_python_compiled_and_library_have_the_same_tree(name, searches):
    puzzle = load(name)
    tables, (slow, fast) = flat(puzzle), searches
    assert (
        nodes(slow, tables, puzzle)
        == nodes(fast, Flat(*map(numpy.array, tables)), puzzle)
        == run(puzzle, seconds=None).nodes
    )


def test_a_race_counts_what_the_engine_counts():
    little = load("little-cube")
    ran = race(little, {"by cell": {}, "by piece": {"by": "piece", "order": ["Z", "V", "Dot"]}}, seconds=None)
    assert {name: (one.nodes, one.solutions, one.complete) for name, one in ran.items()} == {
        "by cell": (79, 24, True),
        "by piece": (60, 24, True),
    }
    lines = table(ran)
    assert lines[0] == COLUMNS and {len(line) for line in lines} == {len(COLUMNS)}
    assert [(line[0], line[1], line[3], line[6]) for line in lines[1:]] == [
        ("by cell", "79", "3", "yes"),
        ("by piece", "60", "3", "yes"),
    ]


def test_a_race_ends_in_time():
    def attempt():
        ran = race(load("tetris-cube"), {"by cell": {}}, seconds=0.1)
        assert not ran["by cell"].complete
        return ran["by cell"].seconds - 0.1

    ends_within(0.9, attempt)


def test_probes_are_right_on_average():
    little = load("little-cube")
    for choices, size in (({}, 79), ({"by": "piece"}, 168)):
        values = probes(little, 4000, seed=1, **choices)
        mean = sum(values) / len(values)
        error = (sum((value - mean) ** 2 for value in values) / len(values) / len(values)) ** 0.5
        assert abs(mean - size) < 4 * error + 1e-9


# -------- the checks


def test_a_test_that_shares_the_pieces_out_among_all_islands_is_accepted():
    strong = lambda islands, sizes: not lesson_03.can_share(tuple(islands), tuple(sizes))
    assert next(iter(lesson_03.hopeless_test(strong)), None) is None
