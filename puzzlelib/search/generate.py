"""Puzzles with hints from a seed, drawn fairly, the same on every machine.

Tetracube puzzles are drawn from a list of all packings; any other puzzle from the numbers of ways
to its states, which need no list.
"""

from dataclasses import dataclass
from functools import cache
from os.path import exists
from random import Random

from ..common.clock import Clock, Stop, TimeIsUp, never, raise_if_stopped
from ..common.drawing import Drawable
from ..common.ending import raise_if_interrupted
from ..common.errors import PuzzleError, check_choice, check_int, short
from ..common.words import did_you_mean
from ..packing.files import catalogue, load
from ..packing.puzzle import PackingPuzzle, Solution
from ..packing.symmetry import option_tables
from . import backtracking, states
from .all_solutions import AllSolutions
from .exact_cover import solution_from_options

GRIDS = {"2x4x4": "tetracubes-2x4x4", "2x2x8": "tetracubes-2x2x8", "2x2x4+2x2x4": "tetracubes-2x2x4+2x2x4"}
MOST_HINTS = 8


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
def kept_packings() -> dict[str, tuple[frozenset[int], ...]]:
    """Return where the packings of each grid are kept."""
    return {}


@cache
def kept_solutions() -> dict[PackingPuzzle, AllSolutions]:
    """Return where the solutions of the last puzzle are kept, for the next seed."""
    return {}


@cache
def grid_puzzle(grid: str) -> PackingPuzzle:
    return load(GRIDS[check_choice("grid", grid, GRIDS)])


def option_sets(grid: str, stop: Stop = never) -> tuple[frozenset[int], ...]:
    """Return every packing of a grid as a set of option numbers, in one order for all machines;
    `TimeIsUp` by stop()."""
    kept = kept_packings()
    if grid not in kept:
        kept[grid] = tuple(map(frozenset, sorted(find_packings(grid, stop))))
    return kept[grid]


def find_packings(grid: str, stop: Stop) -> set[tuple[int, ...]]:
    puzzle = grid_puzzle(grid)
    tables = option_tables(puzzle, "reflections")
    found = set()
    for first, placement in enumerate(puzzle.placements):
        if placement.piece != "L" or first != min(table[first] for table in tables):
            continue  # symmetry makes the others
        for solution in backtracking.solutions(puzzle, [placement], stop):
            numbers = [puzzle.option[one] for one in solution]
            found.update(tuple(sorted(table[i] for i in numbers)) for table in tables)
        raise_if_stopped(stop)
    return found


@cache
def all_packings(grid: str) -> tuple[Solution, ...]:
    """Return every packing of the eight tetracubes, sorted by option numbers.

    >>> len(all_packings("2x4x4"))
    11120
    """
    puzzle = grid_puzzle(grid)
    return tuple(solution_from_options(puzzle, numbers) for numbers in option_sets(grid))


def solutions_of(puzzle: PackingPuzzle, stop: Stop) -> AllSolutions:
    """Return all solutions of a puzzle, which are kept until it is another one's turn."""
    kept = kept_solutions()
    if puzzle not in kept:
        kept.clear()
        kept[puzzle] = AllSolutions(puzzle, stop=stop)
    return kept[puzzle]


def generate(
    grid: str | PackingPuzzle, hints: int = 4, seed: int = 0, time_limit: float | None = None
) -> Generated:
    """Make a tetracube puzzle with hints, or another one, drawn fairly.

    The seed draws one packing, each equally likely, and an order of the pieces; the first `hints`
    of them are the hints, so one hint more shows one piece more of the same packing. The result has
    the `puzzle`, the hints `given`, one `solution`, and how many `completions` there are. Raise
    `PuzzleError` if an argument is wrong, or the puzzle has no solution or too many states, and
    `TimeIsUp` if it is not ready within the limit.

    Parameters
    ----------
    grid
        "2x4x4", "2x2x8" or "2x2x4+2x2x4", for the eight tetracubes; or a puzzle, its name or file
    hints
        number of pieces that are given, 0 to 8, or to the number of pieces in the packing
    seed
        number of the puzzle, 0, 1, 2, …; the same one on every machine
    time_limit
        seconds; the first puzzle of a kind takes the longest

    Examples
    --------
    >>> made = generate("2x4x4", 8, 7)
    >>> made.given == made.solution, made.completions
    (True, 1)
    >>> floor = PackingPuzzle.from_pieces({"I": "##"}, copies={"I": 32}, box=[8, 8])
    >>> generate(floor, 0, 7).completions
    12988816
    """
    stop = Clock(time_limit).stop
    if isinstance(grid, PackingPuzzle):
        return generate_by_states(grid, hints, seed, stop)
    if isinstance(grid, str) and grid not in GRIDS:
        if grid in catalogue() or exists(grid):
            return generate_by_states(load(grid), hints, seed, stop)
        like = did_you_mean(grid, (*GRIDS, *catalogue()))
        raise PuzzleError(
            f"grid {short(grid)}: {like}choose one of {', '.join(GRIDS)}, or name a puzzle or a file"
        )
    return generate_by_list(grid, hints, seed, stop)


def generate_by_list(grid: str, hints: int, seed: int, stop: Stop) -> Generated:
    """Make a tetracube puzzle with hints; parameters as of `generate`."""
    puzzle = grid_puzzle(grid if isinstance(grid, str) else repr(grid))
    hints = check_int("hints", hints, most=MOST_HINTS)
    seed = check_int("seed", seed)
    option_sets(grid, stop)
    draw, packings = Random(seed), all_packings(grid)
    solution = packings[draw.randrange(len(packings))]
    given = draw.sample(solution, len(solution))[:hints]
    numbers = {puzzle.option[placement] for placement in given}
    completions = sum(numbers <= packing for packing in option_sets(grid))
    return Generated(grid, hints, seed, puzzle, puzzle.solution(given), solution, completions)


def generate_by_states(puzzle: PackingPuzzle, hints: int, seed: int, stop: Stop) -> Generated:
    """Make a puzzle with hints of any puzzle; parameters as of `generate`."""
    solution = solutions_of(puzzle, stop).draw(seed)
    hints = check_int("hints", hints, most=len(solution))
    given = Random(seed).sample(solution, len(solution))[:hints]
    counted = raise_if_interrupted(states.count(puzzle, given=given, stop=stop))
    if not counted.complete:
        raise TimeIsUp
    kept = puzzle.solution(given)
    return Generated(puzzle.name, hints, seed, puzzle, kept, solution, counted.number)
