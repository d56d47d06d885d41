"""The command `plates`: solve a set of plates on the board or around the cube."""

from collections.abc import Iterator

from .. import engines
from ..common.errors import PuzzleError, check_choice
from ..packing.puzzle import PackingPuzzle, Piece, Solution, as_dict
from ..plates import files as plate_files
from ..plates import geometry, puzzles
from ..plates import plate as plates
from ..plates.engines import ENGINES, solve
from ..plates.referee import FROM_OUTSIDE, verify_plates
from . import packing

# the faces of the cube unfolded, as seen from outside
NET = ("", "+Z", "", ""), ("-X", "-Y", "+X", "+Y"), ("", "-Z", "", "")


def run(args) -> int:
    """Read, solve, tell; the exit status: 0 done, 1 no solution, 3 stopped. Bad input is a `PuzzleError`."""
    target = check_choice("target", args.target, plates.TARGETS)
    engine = check_choice("engine", args.engine, ENGINES)
    given = plate_files.load(args.file)
    if wrong := puzzles.areas_wrong(given, target):
        raise PuzzleError(f"{args.file}: target {target}: {wrong}")
    puzzle = puzzles.puzzle_of(given, target)
    result, engine = solve(puzzle, engine, None if args.all else args.limit, args.time_limit)
    found = [puzzles.named(given, solution) for solution in result.solutions]
    for solution in found:
        verify_plates(given, solution, target)
    reason = puzzles.why_unsolvable(given, target) if result.complete and not found else ""
    listed = [as_dict(six(given), as_in_file(solution, target)) for solution in found]
    out = {"puzzle": args.file, "engine": engine} | packing.ended(result) | {"solutions": listed}
    out |= {"reason": reason} if reason else {}
    packing.report(args, out, *told(given, target, found, result, reason), sep="\n")
    return packing.status(result, found)


def as_in_file(solution: Solution, target: str) -> Solution:
    """A board's cells as its border30 counts them, from the top left down. The library's y goes to the back,
    up in the picture.

    >>> as_in_file([("A", [(0, 6, 0)])], "board"), as_in_file([("A", [(0, 3, 0)])], "cube")
    ([('A', [(0, 0, 0)])], [('A', [(0, 3, 0)])])
    """
    if target == "cube":
        return solution
    return [(name, [(x, plates.HEIGHT - 1 - y, z) for x, y, z in cells]) for name, cells in solution]


def six(given: plates.PlateSet) -> PackingPuzzle:
    """The six plates as six pieces, equal ones too: for names and letters."""
    return PackingPuzzle(
        given.name, (), tuple(Piece(plate.name, geometry.voxels(plate)) for plate in given.plates)
    )


# -------- for people


def told(
    given: plates.PlateSet, target: str, found: list[Solution], result: engines.Result, reason: str
) -> Iterator[str]:
    """The plates and the board, the solutions as pictures, and how many there are."""
    yield f"{given}\n"
    for solution in found:
        yield from picture(given, target, solution)
        yield ", ".join(map(str, puzzles.laid(given, target, solution))) + "\n"
    yield packing.told(len(found), result) + f" {reason}" * bool(reason)


def picture(given: plates.PlateSet, target: str, solution: Solution) -> Iterator[str]:
    """The board, # for its frame; or the cube unfolded, each face as seen from outside. A letter for each
    plate."""
    import numpy as np

    letters = six(given).labels
    cells = np.full((plates.WIDTH, plates.HEIGHT, 1) if target == "board" else (plates.SIDE,) * 3, "#")
    for name, place in solution:
        for cell in place:
            cells[cell] = letters[name]
    if target == "board":
        return ("".join(row) for row in cells[:, ::-1, 0].T)
    faces = {name: ["".join(row) for row in view(cells)] for name, view in FROM_OUTSIDE.items()}
    faces[""] = ["    "] * plates.SIDE
    return (" ".join(row).rstrip() for line in NET for row in zip(*(faces[name] for name in line)))
