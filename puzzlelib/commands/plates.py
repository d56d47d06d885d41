"""The command `plates`: solve a set of plates on the board or around the cube."""

import json
import sys
import warnings
from collections.abc import Iterator

from . import engines, plate_files, plates
from .plate_referee import FROM_OUTSIDE, verify_plates
from .puzzles import PackingPuzzle, Piece, PuzzleError, Solution, as_dict, one_of, whole
from .solvers import SOLVERS

ENGINES = (*SOLVERS, "exact-cover", *engines.ENGINES)
NET = (
    ("", "+Z", "", ""),
    ("-X", "-Y", "+X", "+Y"),
    ("", "-Z", "", ""),
)  # the faces of the cube unfolded, as seen from outside


def run(args) -> int:
    """Read, solve, tell; the exit status: 0 done, 1 no solution, 3 stopped. Bad input is a `PuzzleError`."""
    target, engine = one_of("target", args.target, plates.TARGETS), one_of("engine", args.engine, ENGINES)
    given = plate_files.load(args.file)
    if wrong := plates.areas_wrong(given, target):
        raise PuzzleError(f"{args.file}: target {target}: {wrong}")
    puzzle = plates.puzzle_of(given, target)
    result, engine = solve(puzzle, engine, None if args.all else args.limit, args.time_limit)
    found = [plates.named(given, solution) for solution in result.solutions]
    for solution in found:
        verify_plates(given, solution, target)
    out = {
        "puzzle": args.file,
        "engine": engine,
        "complete": result.complete,
        "seconds": round(result.seconds, 3),
        "solutions": [as_dict(six(given), as_in_file(solution, target)) for solution in found],
    }
    reason = plates.why_unsolvable(given, target) if result.complete and not found else ""
    out |= {"reason": reason} if reason else {}
    print(json.dumps(out)) if args.json else print(*told(given, target, found, result, reason), sep="\n")
    return 3 if result.stopped in ("time limit", "interrupt") else 0 if found else 1


def as_in_file(solution: Solution, target: str) -> Solution:
    """A board's cells as its border30 counts them, from the top left down. The library's y goes to the back, up in the picture.

    >>> as_in_file([("A", [(0, 6, 0)])], "board"), as_in_file([("A", [(0, 3, 0)])], "cube")
    ([('A', [(0, 0, 0)])], [('A', [(0, 3, 0)])])
    """
    if target == "cube":
        return solution
    return [(name, [(x, plates.HEIGHT - 1 - y, z) for x, y, z in cells]) for name, cells in solution]


def six(given: plates.PlateSet) -> PackingPuzzle:
    """The six plates as six pieces, equal ones too: for names and letters."""
    return PackingPuzzle(
        given.name, (), tuple(Piece(plate.name, plates.voxels(plate)) for plate in given.plates)
    )


def solve(
    puzzle: PackingPuzzle, engine: str, limit: int | None = 1, time_limit: float | None = None
) -> tuple[engines.Result, str]:
    """Solutions by an engine of `ENGINES`, and the name of the one that has worked: without a licence for Gurobi, it is HiGHS.

    >>> result, engine = solve(plates.cube_puzzle(plate_files.load("pinwheels")), "exact-cover", None)
    >>> len(result.solutions), result.complete, engine
    (3, True, 'exact-cover')
    """
    if engine not in SOLVERS:
        return engines.solve(puzzle, "dlx" if engine == "exact-cover" else engine, limit, time_limit), engine
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        result = solve_model(puzzle, engine, limit, time_limit)
    for warning in said:
        print(warning.message, file=sys.stderr)
    return result, "highs" if any("HiGHS took over" in str(warning.message) for warning in said) else engine


def solve_model(
    puzzle: PackingPuzzle, solver: str, limit: int | None, time_limit: float | None
) -> engines.Result:
    """The same as `engines.solve`, by one of the solvers of 0-1 programs."""
    from .placement_model import solutions

    most = None if limit is None else whole("limit", limit, "must be a whole number above 0", least=1)
    clock, result = engines.Clock(time_limit), engines.Result()

    def take(solution):
        result.solutions.append(solution)
        return most is None or len(result.solutions) < most

    engines.run(result, solutions(puzzle, (), clock.stop, solver), clock, take)
    return result


# ---------------------------------------------------------------- for people


def told(
    given: plates.PlateSet, target: str, found: list[Solution], result: engines.Result, reason: str
) -> Iterator[str]:
    """The plates and the board, the solutions as pictures, and how many there are."""
    yield f"{given}\n"
    for solution in found:
        yield from picture(given, target, solution)
        yield ", ".join(map(str, plates.laid(given, target, solution))) + "\n"
    number = f"{len(found):,} solution{'s' * (len(found) != 1)}"
    yield (
        f"{number}.{f' {reason}' * bool(reason)}"
        if result.complete
        else f"{number} so far; stopped by {result.stopped}, so there may be more."
    )


def picture(given: plates.PlateSet, target: str, solution: Solution) -> Iterator[str]:
    """The board, # for its frame; or the cube unfolded, each face as seen from outside. A letter for each plate."""
    import numpy as np

    letters = six(given).labels
    cells = np.full((plates.WIDTH, plates.HEIGHT, 1) if target == "board" else (plates.SIDE,) * 3, "#")
    for name, place in solution:
        for cell in place:
            cells[cell] = letters[name]
    if target == "board":
        return ("".join(row) for row in cells[:, ::-1, 0].T)
    faces = {name: ["".join(row) for row in view(cells)] for name, view in FROM_OUTSIDE.items()} | {
        "": ["    "] * plates.SIDE
    }
    return (" ".join(row).rstrip() for line in NET for row in zip(*(faces[name] for name in line)))
