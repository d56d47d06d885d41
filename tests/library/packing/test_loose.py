"""Optional cells, ranges of copies and colours in packing puzzles: engines, symmetry, files, referee."""

import json
import pickle

import pytest
from brute_force import packings
from loose_puzzles import drawn_puzzles
from sizes import size

from puzzlelib import count, solve, verify
from puzzlelib.common.errors import PuzzleError
from puzzlelib.engines import ENGINES
from puzzlelib.packing import Invalid, read_text
from puzzlelib.packing.files import to_yaml
from puzzlelib.packing.puzzle import from_dict, to_dict
from puzzlelib.search import backtracking

LOOSE = size("loose puzzles")


@pytest.mark.parametrize("engine", ENGINES)
def test_each_engine_finds_what_brute_force_finds(engine):
    solved = 0
    for puzzle in drawn_puzzles(1, LOOSE if engine != "ilp" else LOOSE // 4):
        expected = packings(puzzle)
        found = solve(puzzle, engine, limit=None).solutions
        assert len(found) == len(expected) and set(found) == expected, to_yaml(puzzle)
        solved += bool(expected)
    assert solved >= LOOSE // 12


CORNER = "cells: [[0,0], [1,0], [0,1]]\npieces: [{name: V, cells: [[0,0], [1,0], [0,1]]}]\n"
BOX = "box: [3, 2]\npieces: [{name: I, copies: 2, cells: [[0,0], [1,0], [2,0]]}]\n"
REFUSED = {
    CORNER.replace("name: V", "name: V, copies: 2..1"): "copies: '2..1'; must be two whole numbers",
    CORNER.replace("name: V", "name: V, copies: 1..9999"): "copies: '1..9999'; must be two whole",
    CORNER.replace("name: V", "name: V, copies: -1..2"): "must be a whole number from 1",
    CORNER.replace(
        "name: V", "name: V, copies: 2..3"
    ): "the pieces fill 6 to 9 cells, the container has 3, which no choice of copies fills ",
    CORNER + "optional: [[2,0]]": r"optional: \[2, 0\]; must be a cell of the container",
    CORNER + "optional: [[1,0], [1,0,0]]": "duplicate cell",
    CORNER + "optional: []": "optional: .*must be a list of cells",
    CORNER + "colours: red": "colours: 'red'; must be colours with their cells",
    CORNER + "colours: {}": "must be colours with their cells",
    CORNER + "colours: {red: [[5,5]]}": "must be a cell of the container",
    CORNER + "colours: {red: [[0,0]], blue: [[0,0]]}": "this cell is red already",
    CORNER + "colours: {red: [[0,0], [0,0,0]]}": "duplicate cell",
    CORNER + "colours: {r: red}": "must be a sign that stands in a drawing",
    CORNER + "colours: {red: blue}": "a sign in drawings is one character",
    CORNER.replace("name: V", "name: V, colours: [red]"): "1 colours; the piece has 3 cells",
    CORNER.replace("name: V", "name: V, colours: [red, 5, red]"): "must be a text",
    CORNER.replace("name: V", "name: V, colours: red"): "must be a list of colours",
    BOX + "optional: [[0,0]]\ncolours: {r: 5, s: red}": "colours.r: 5; must be a text",
    BOX.replace("copies: 2", "copies: 0..1"): "the pieces fill 0 to 3 cells, the container has 6",
    BOX.replace("copies: 2", "copies: 1") + "optional: [[0,0]]": "the container has 5 to 6",
    BOX.replace("[3, 2]", "[[3, 1], [3, 1]]").replace("box", "boxes")
    + "optional: [[0,0]]": r"\[x, y, z, box\]",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text.replace("\n", " ")[-60:])
def test_a_wrong_file_is_refused_in_one_line(text):
    with pytest.raises(PuzzleError, match=REFUSED[text]) as told:
        read_text(text)
    assert "\n" not in str(told.value) and "README" in str(told.value)


def test_a_puzzle_with_all_of_it_survives_a_file_and_a_pickle():
    for puzzle in drawn_puzzles(3, LOOSE // 2):
        if puzzle.boxes or len(puzzle.container[0]) == 3:
            assert read_text(to_yaml(puzzle)) == puzzle == pickle.loads(pickle.dumps(puzzle))
        for solution in solve(puzzle, limit=3).solutions:
            assert from_dict(puzzle, json.loads(json.dumps(to_dict(puzzle, solution)))) == solution


def test_what_is_left_with_a_hint_has_the_solutions_that_hold_it():
    for puzzle in drawn_puzzles(4, LOOSE // 2):
        for hint in [one for solution in packings(puzzle) for one in solution][:2]:
            rest = packings(puzzle.without([hint]))
            held = {
                tuple(one for one in solution if one != hint)
                for solution in packings(puzzle)
                if hint in solution
            }
            assert {tuple(one) for one in rest} == held
            for engine in "backtracking", "x", "compiled", "asp":
                assert count(puzzle, engine, given=[hint]).count == len(held)


def test_plain_searches_with_choices_find_the_same():
    for puzzle in drawn_puzzles(5, LOOSE // 2):
        expected = packings(puzzle)
        for choices in (
            {"by": "piece"},
            {"prune": ["islands", "parity"]},
            {"by": "piece", "prune": ["islands"]},
        ):
            found = list(backtracking.solutions(puzzle, **choices))
            assert len(found) == len(expected) and set(found) == expected, (choices, to_yaml(puzzle))


def test_the_referee_refuses_a_wrong_colour_an_empty_cell_and_too_few_copies():
    puzzle = read_text(
        "layers: ['bww']\noptional: [[2,0]]\ncolours: {b: black, w: white}\n"
        "pieces: [{name: D, layers: [bw], copies: 1..2}, {name: d, layers: ['#'], copies: 0..3}]"
    )
    domino, dots = ("D", ((0, 0, 0), (1, 0, 0))), [("d", ((x, 0, 0),)) for x in range(3)]
    verify(puzzle, [domino])
    verify(puzzle, [domino, dots[2]])
    with pytest.raises(Invalid, match="the colours of piece D are not those"):
        verify(puzzle, [("D", ((1, 0, 0), (2, 0, 0))), dots[0]])
    with pytest.raises(Invalid, match="piece D is there 0 times, not 1 to 2"):
        verify(puzzle, dots)
    with pytest.raises(Invalid, match=r"cell \[2, 0, 0\] is filled 2 times"):
        verify(puzzle, [domino, dots[2], dots[2]])
