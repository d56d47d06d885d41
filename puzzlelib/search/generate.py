"""Tetracube puzzles from grid, hints and seed, drawn fairly from all packings, the same on every machine."""

from dataclasses import dataclass
from functools import cache
from random import Random

from ..common.errors import check_choice, check_int
from ..packing.files import load
from ..packing.puzzle import PackingPuzzle, Solution
from ..packing.symmetry import option_tables
from . import backtracking

GRIDS = {"2x4x4": "tetracubes-2x4x4", "2x2x8": "tetracubes-2x2x8", "2x2x4+2x2x4": "tetracubes-2x2x4+2x2x4"}
MOST_HINTS = 8


@dataclass(frozen=True)
class Generated:
    """A puzzle: the pieces in `given` are placed; there are `completions` ways to place the others."""

    grid: str
    hints: int
    seed: int
    puzzle: PackingPuzzle
    given: Solution
    solution: Solution
    completions: int


@cache
def puzzle_of(grid: str) -> PackingPuzzle:
    """The puzzle without hints that belongs to a grid."""
    return load(GRIDS[check_choice("grid", grid, GRIDS)])


@cache
def all_packings(grid: str) -> tuple[Solution, ...]:
    """Every packing of the eight tetracubes, sorted by option numbers: one order for all machines.

    >>> len(all_packings("2x4x4"))
    11120
    """
    puzzle = puzzle_of(grid)
    tables = option_tables(puzzle, "reflections")
    found = set()
    for first in orbit_minima(puzzle, "L", tables):  # search one of each orbit, symmetry makes the others
        for solution in backtracking.solutions(puzzle, [puzzle.placements[first]]):
            numbers = [puzzle.option[placement] for placement in solution]
            found.update(tuple(sorted(table[i] for i in numbers)) for table in tables)
    return tuple(tuple(puzzle.placements[i] for i in numbers) for numbers in sorted(found))


def orbit_minima(puzzle: PackingPuzzle, piece: str, tables) -> list[int]:
    """The placements of a piece of which no symmetry of the container makes one with a smaller number."""
    numbers = (i for i, placement in enumerate(puzzle.placements) if placement.piece == piece)
    return [i for i in numbers if i == min(table[i] for table in tables)]


@cache
def packing_sets(grid: str) -> tuple[frozenset, ...]:
    """The same as sets of option numbers, for counting completions quickly."""
    number = puzzle_of(grid).option
    return tuple(frozenset(number[placement] for placement in packing) for packing in all_packings(grid))


def generate(grid: str, hints: int, seed: int) -> Generated:
    """The puzzle that belongs to a grid, a number of hints (0 to 8) and a seed (0, 1, 2, …).

    The seed draws one packing, each equally likely, and an order of the pieces; the first `hints` of them are
    the hints, so one hint more shows one piece more of the same packing. Errors: `PuzzleError`.

    >>> made = generate("2x4x4", 8, 7)
    >>> made.given == made.solution, made.completions
    (True, 1)
    """
    puzzle = puzzle_of(grid if isinstance(grid, str) else repr(grid))
    hints = check_int("hints", hints, most=MOST_HINTS)
    seed = check_int("seed", seed)
    draw, packings = Random(seed), all_packings(grid)
    solution = packings[draw.randrange(len(packings))]
    given = draw.sample(solution, len(solution))[:hints]
    numbers = {puzzle.option[placement] for placement in given}
    completions = sum(numbers <= packing for packing in packing_sets(grid))
    return Generated(grid, hints, seed, puzzle, puzzle.solution(given), solution, completions)
