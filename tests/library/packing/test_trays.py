"""Trays that are nearly full: a piece for the holes, and the same solutions."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from brute_force import packings
from loose_puzzles import drawn_puzzles
from sizes import picked, size

from puzzlelib import PuzzleError, count, load, solve, verify
from puzzlelib.engines import ENGINES
from puzzlelib.packing import trays
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.trays import fill_holes

LOOSE = size("loose puzzles")
PENTOMINOES = load("pentominoes-6x10").pieces


def tray_of(pieces: tuple[Piece, ...], *box: int) -> PackingPuzzle:
    """Return a box in which any cell may stay empty."""
    cells = box_cells([box])
    return PackingPuzzle("tray", cells, pieces, "flip", (box,), optional=cells)


def small_trays(seed: int, number: int) -> list[PackingPuzzle]:
    """Return random puzzles that get a piece for their holes."""
    drawn = drawn_puzzles(seed, 12 * number)
    exact = (replace(one, pieces=tuple(p._replace(spare=0) for p in one.pieces)) for one in drawn)
    return [one for one in exact if fill_holes(one) is not one][:number]


@pytest.fixture
def all_holes(monkeypatch):
    """Fill any number of holes in a tray of any size."""
    monkeypatch.setattr(trays, "LEAST", 0)
    monkeypatch.setattr(trays, "FEW", 1)


@pytest.mark.slow
@pytest.mark.parametrize("engine", picked(ENGINES, ["compiled", "asp", "ilp"]))
def test_the_solutions_are_the_same(all_holes, engine):
    draw, solved = Random(41), 0
    for puzzle in small_trays(41, LOOSE // (8 if engine == "ilp" else 2)):
        expected = packings(puzzle)
        found = solve(puzzle, engine, limit=None).solutions
        assert len(found) == len(expected) and set(found) == expected
        assert count(puzzle, engine).count == len(expected)
        given = draw.sample(puzzle.placements, min(1, len(puzzle.placements)))
        kept = {one for one in expected if set(given) <= set(one)}
        assert set(solve(puzzle, engine, limit=None, given=given).solutions) == kept
        for one in found:
            verify(puzzle, one)
        solved += len(expected) > 1
    assert solved > 2


@pytest.mark.slow
def test_orbits_are_the_same(all_holes, monkeypatch):
    found = {}
    puzzles = small_trays(42, LOOSE // 2)
    for least in (0, 10**6):
        monkeypatch.setattr(trays, "LEAST", least)
        for number, puzzle in enumerate(puzzles):
            for engine in "compiled", "backtracking", "states":
                for symmetry in "rotations", "reflections":
                    with suppress(PuzzleError):  # a piece without a mirror image
                        found[least, number, engine, symmetry] = count(puzzle, engine, symmetry).count
    filled = {key[1:]: value for key, value in found.items() if key[0] == 0}
    assert filled == {key[1:]: value for key, value in found.items() if key[0]}
    assert sum(value > 1 for value in filled.values()) > 20


@pytest.mark.parametrize("engine", [None, "backtracking", "x", "dlx", "compiled", "asp"])
def test_one_hole_in_5x13(engine):
    bar = Piece("I4", ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)))
    puzzle = tray_of((*PENTOMINOES, bar), 5, 13, 1)
    found = solve(puzzle, engine, time_limit=60).solutions
    assert len(found) == 1
    verify(puzzle, found[0])
    assert found[0].puzzle is puzzle and len(found[0]) == 13


def test_what_gets_no_piece_more():
    full = load("pentominoes-6x10")
    assert fill_holes(full) is full
    many_holes = tray_of(PENTOMINOES[:8], 6, 10, 1)
    assert fill_holes(many_holes) is many_holes
    loose = tray_of(tuple(one._replace(spare=1) for one in PENTOMINOES), 1, 61, 1)
    assert fill_holes(loose) is loose
    named = tray_of((*PENTOMINOES[:-1], PENTOMINOES[-1]._replace(name="hole")), 1, 61, 1)
    assert [one.name for one in fill_holes(named).pieces[-2:]] == ["hole", "hole'"]


def test_a_tray_that_is_no_mirror_image_of_itself(all_holes):
    """Its empty cells are of two kinds, so that no reflection keeps them: each solution counts."""
    layers = ["+##/###/#++"]
    tray = PackingPuzzle.from_pieces({"D": "##"}, copies={"D": 4}, layers=layers, turns="plane")
    assert fill_holes(tray) is not tray
    assert count(tray, symmetry="reflections").count == len(packings(tray))
