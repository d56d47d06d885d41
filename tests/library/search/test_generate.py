"""Generated puzzles: valid, reproducible, fairly drawn, with the right number of completions."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from puzzlelib import GRIDS, PackingPuzzle, PuzzleError, all_packings, asp, generate, load, solve, verify
from puzzlelib.packing.symmetry import least_image, option_tables
from puzzlelib.search import backtracking

SEEDS = range(10)


@pytest.mark.slow
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("hints", range(9))
def test_every_setting(grid, hints):
    for seed in SEEDS[:3]:
        made = generate(grid, hints, seed)
        verify(made.puzzle, made.solution, made.given)
        assert len(made.given) == hints and set(made.given) <= set(made.solution)
        if hints:  # another engine, from the hints alone, without the list of packings
            assert made.completions == sum(1 for _ in asp.solutions(made.puzzle.without(made.given))), (
                seed,
                hints,
            )
        else:  # the grids' counts, tested elsewhere by two engines
            assert made.completions == {"2x4x4": 11120, "2x2x8": 1792, "2x2x4+2x2x4": 1280}[grid]


@pytest.mark.slow
def test_any_puzzle_is_drawn_from_its_states():
    """12,988,816 tilings of a chessboard (P. W. Kasteleyn, 1961); others as they are listed."""
    board = PackingPuzzle.from_pieces({"I": "##"}, copies={"I": 32}, box=[8, 8])
    made = generate(board, 0, 1)
    assert made.completions == 12988816 and made == generate(board, 0, 1)
    verify(board, made.solution)
    nine = load("nine-ls")
    for hints in (0, 2, 9):
        made = generate("nine-ls", hints, 3)
        verify(nine, made.solution, made.given)
        assert len(made.given) == hints
        assert made.completions == len(solve(nine, "backtracking", limit=None, given=made.given))
    with pytest.raises(PuzzleError, match="from 0 to 9"):
        generate(nine, 10, 3)
    drawn = {generate(nine, 0, seed).solution for seed in range(100)}
    assert len(drawn) > 95


@pytest.mark.parametrize("grid", GRIDS)
def test_the_list_of_packings_is_all_there_is(grid):
    puzzle = load(GRIDS[grid])
    assert set(all_packings(grid)) == set(backtracking.solutions(puzzle))
    assert list(all_packings(grid)) == sorted(
        set(all_packings(grid)), key=lambda s: [puzzle.option[p] for p in s]
    )


def test_one_hint_more_shows_one_piece_more_of_the_same_packing():
    for hints in range(8):
        fewer, more = generate("2x2x8", hints, 3), generate("2x2x8", hints + 1, 3)
        assert set(fewer.given) < set(more.given) and fewer.solution == more.solution


def test_a_thousand_seeds_draw_uniformly_up_to_symmetry():
    # the grid with the fewest packings; every orbit is full (tested elsewhere), so each of the 10 must come
    # up equally often
    puzzle = load(GRIDS["2x2x4+2x2x4"])
    tables = option_tables(puzzle, "rotations")
    numbers = [[puzzle.option[p] for p in generate("2x2x4+2x2x4", 0, seed).solution] for seed in range(1000)]
    drawn = Counter(least_image(one, tables) for one in numbers)
    assert len(drawn) == 10 and chisquare(list(drawn.values())).pvalue > 0.01


@pytest.mark.slow
@pytest.mark.parametrize("grid", ["2x4x4", "2x2x8"])
def test_a_thousand_seeds_draw_from_all_parts_of_the_list(grid):
    size = len(all_packings(grid)) // 16
    part = {solution: i // size for i, solution in enumerate(all_packings(grid))}
    drawn = Counter(part[generate(grid, 0, seed).solution] for seed in range(1000))
    assert chisquare([drawn[i] for i in range(16)]).pvalue > 0.01


def test_hints_are_drawn_uniformly_too():
    drawn = Counter(generate("2x2x8", 1, seed).given[0].piece for seed in range(1000))
    assert len(drawn) == 8 and chisquare(list(drawn.values())).pvalue > 0.01


def fingerprint():
    """A digest of many puzzles, for comparing processes and machines."""
    made = [generate(grid, hints, seed) for grid in GRIDS for hints in (0, 3, 6) for seed in SEEDS]
    return hashlib.sha256(
        json.dumps([(m.given, m.solution, m.completions) for m in made]).encode()
    ).hexdigest()


@pytest.mark.slow
def test_the_same_seed_the_same_puzzle_in_two_processes():
    code = "from test_generate import fingerprint; print(fingerprint())"
    path = os.pathsep.join([".", os.path.dirname(__file__)])
    env = os.environ | {"PYTHONHASHSEED": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout == fingerprint() + "\n"


def test_the_draw_of_the_standard_library_has_not_changed():
    # The puzzle of a seed rests on two calls of random.Random. If a Python version changes them, this fails
    # first.
    draw = Random(42)
    assert (draw.randrange(11120), draw.sample(range(8), 8)) == EXPECTED_DRAW


EXPECTED_DRAW = (10476, [1, 0, 5, 2, 7, 6, 4, 3])


@pytest.mark.parametrize("hints", [9, -1, "abc", 2.0, None, True])
def test_bad_hints(hints):
    with pytest.raises(PuzzleError, match="hints .*whole number from 0 to 8"):
        generate("2x4x4", hints, 0)


@pytest.mark.parametrize("seed", [-1, "abc", 1.5, None])
def test_bad_seeds(seed):
    with pytest.raises(PuzzleError, match="seed .*whole number"):
        generate("2x4x4", 0, seed)


def test_numbers_of_numpy_are_numbers():
    made = generate("2x2x8", np.int64(3), np.int32(5))
    assert made == generate("2x2x8", 3, 5) and type(made.hints) is type(made.seed) is int
    for wrong in (np.True_, np.array([1, 2]), 10**5000, True, 3.0):
        with pytest.raises(PuzzleError, match="hints"):
            generate("2x2x8", wrong, 5)
