"""Puzzles with hints from a seed, drawn fairly, the same on every machine.

Tetracube puzzles are drawn from a list of all packings; any other puzzle from the numbers of ways
to its states, which need no list.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from os.path import exists
from random import Random

from ..common.drawing import Drawable
from ..common.errors import check_choice, check_int
from ..packing.files import catalogue, load
from ..packing.puzzle import PackingPuzzle, Solution
from ..packing.symmetry import option_tables
from . import backtracking, states
from .all_solutions import AllSolutions
from .exact_cover import solution_from_options

GRIDS = {"2x4x4": "tetracubes-2x4x4", "2x2x8": "tetracubes-2x2x8", "2x2x4+2x2x4": "tetracubes-2x2x4+2x2x4"}
MOST_HINTS = 8
kept_solutions = lru_cache(maxsize=4)(AllSolutions)  # for the next seed


@dataclass(frozen=True)
class Generated(Drawable):
    """A puzzle with hints: the placements in `given`, which leave so many `completions`.

    It draws itself with its hints, and leaves the solution to be found.
    """

    grid: str
    hints: int
    seed: int
    puzzle: PackingPuzzle
    given: Solution
    solution: Solution
    completions: int


@cache
def grid_puzzle(grid: str) -> PackingPuzzle:
    return load(GRIDS[check_choice("grid", grid, GRIDS)])


@cache
def option_sets(grid: str) -> tuple[frozenset[int], ...]:
    """Return every packing of a grid as a set of option numbers, in one order for all machines."""
    puzzle = grid_puzzle(grid)
    tables = option_tables(puzzle, "reflections")
    found = set()
    for first, placement in enumerate(puzzle.placements):
        if placement.piece != "L" or first != min(table[first] for table in tables):
            continue  # symmetry makes the others
        for solution in backtracking.solutions(puzzle, [placement]):
            numbers = [puzzle.option[one] for one in solution]
            found.update(tuple(sorted(table[i] for i in numbers)) for table in tables)
    return tuple(map(frozenset, sorted(found)))


@cache
def all_packings(grid: str) -> tuple[Solution, ...]:
    """Return every packing of the eight tetracubes, sorted by option numbers.

    >>> len(all_packings("2x4x4"))
    11120
    """
    puzzle = grid_puzzle(grid)
    return tuple(solution_from_options(puzzle, numbers) for numbers in option_sets(grid))


def generate(grid: str | PackingPuzzle, hints: int, seed: int) -> Generated:
    """Make a tetracube puzzle with hints, or another one, drawn fairly.

    The seed draws one packing, each equally likely, and an order of the pieces; the first `hints`
    of them are the hints, so one hint more shows one piece more of the same packing. The result has
    the `puzzle`, the hints `given`, one `solution`, and how many `completions` there are. Raise
    `PuzzleError` if an argument is wrong, or the puzzle has no solution or too many states.

    Parameters
    ----------
    grid
        "2x4x4", "2x2x8" or "2x2x4+2x2x4", for the eight tetracubes; or a puzzle, its name or file
    hints
        number of pieces that are given, 0 to 8, or to the number of pieces in the packing
    seed
        number of the puzzle, 0, 1, 2, …; the same one on every machine

    Examples
    --------
    >>> made = generate("2x4x4", 8, 7)
    >>> made.given == made.solution, made.completions
    (True, 1)
    >>> floor = PackingPuzzle.from_pieces({"I": "##"}, copies={"I": 32}, box=[8, 8])
    >>> generate(floor, 0, 7).completions
    12988816
    """
    if isinstance(grid, PackingPuzzle):
        return generate_by_states(grid, hints, seed)
    if isinstance(grid, str) and grid not in GRIDS and (grid in catalogue() or exists(grid)):
        return generate_by_states(load(grid), hints, seed)
    return generate_by_list(grid, hints, seed)


def generate_by_list(grid: str, hints: int, seed: int) -> Generated:
    """Make a tetracube puzzle with hints; parameters as of `generate`."""
    puzzle = grid_puzzle(grid if isinstance(grid, str) else repr(grid))
    hints = check_int("hints", hints, most=MOST_HINTS)
    seed = check_int("seed", seed)
    draw, packings = Random(seed), all_packings(grid)
    solution = packings[draw.randrange(len(packings))]
    given = draw.sample(solution, len(solution))[:hints]
    numbers = {puzzle.option[placement] for placement in given}
    completions = sum(numbers <= packing for packing in option_sets(grid))
    return Generated(grid, hints, seed, puzzle, puzzle.solution(given), solution, completions)


def generate_by_states(puzzle: PackingPuzzle, hints: int, seed: int) -> Generated:
    """Make a puzzle with hints of any puzzle; parameters as of `generate`."""
    solution = kept_solutions(puzzle).draw(seed)
    hints = check_int("hints", hints, most=len(solution))
    given = Random(seed).sample(solution, len(solution))[:hints]
    completions = states.count(puzzle, given=given).number
    kept = puzzle.solution(given)
    return Generated(puzzle.name, hints, seed, puzzle, kept, solution, completions)
