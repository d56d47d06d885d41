"""The command `plates`: solve a set of plates on the board or around the cube."""

from collections.abc import Iterator

from ..common.errors import PuzzleError, check_choice
from ..packing.puzzle import PackingPuzzle, Piece, Solution, to_dict
from ..plates import files as plate_files
from ..plates import geometry, puzzles
from ..plates import plate as plates
from ..plates.engines import ENGINES, solve_noted
from ..plates.referee import FROM_OUTSIDE, verify_plates
from .packing import ending_of, exit_status, number_in_words, print_answer
from .program import note

# the faces of the cube unfolded, as seen from outside
NET = ("", "+Z", "", ""), ("-X", "-Y", "+X", "+Y"), ("", "-Z", "", "")


def run_plates(args) -> int:
    target = check_choice("target", args.target, plates.TARGETS)
    engine = check_choice("engine", args.engine, ENGINES)
    given = plate_files.load(args.file)
    if wrong := puzzles.areas_wrong(given, target):
        raise PuzzleError(f"{args.file}: target {target}: {wrong}")
    puzzle = puzzles.puzzle_of(given, target)
    result, notes = solve_noted(puzzle, engine, None if args.all else args.limit, args.time_limit)
    for line in notes:
        note(line)
        engine = "highs" if "HiGHS took over" in line else engine
    found = [puzzles.with_own_names(given, solution) for solution in result.solutions]
    for solution in found:
        verify_plates(given, solution, target)
    reason = puzzles.why_unsolvable(given, target) if result.complete and not found else ""
    solutions = [to_dict(six_pieces(given), as_in_file(solution, target)) for solution in found]
    out = {"puzzle": args.file, "engine": engine} | ending_of(result) | {"solutions": solutions}
    out |= {"reason": reason} if reason else {}
    last = number_in_words(len(found), result) + f" {reason}" * bool(reason)
    print_answer(args, out, f"{given}\n", *answer_lines(given, target, found), last, sep="\n")
    return exit_status(result, found)


def as_in_file(solution: Solution, target: str) -> Solution:
    """Return a board's cells as border30 counts them, from the top left down; a cube's as they are.

    In the library, y goes to the back, up in the picture.
    """
    if target == "cube":
        return solution
    return [(name, [(x, plates.HEIGHT - 1 - y, z) for x, y, z in cells]) for name, cells in solution]


def six_pieces(given: plates.PlateSet) -> PackingPuzzle:
    """Return the plates as six pieces, even if some are equal: for names and letters."""
    return PackingPuzzle(
        given.name, (), tuple(Piece(plate.name, geometry.voxels(plate)) for plate in given.plates)
    )


# -------- for people


def answer_lines(given: plates.PlateSet, target: str, found: list[Solution]) -> Iterator[str]:
    """Yield each solution as a picture and the places of the plates."""
    for solution in found:
        yield from picture_lines(given, target, solution)
        yield ", ".join(map(str, puzzles.laid(given, target, solution))) + "\n"


def picture_lines(given: plates.PlateSet, target: str, solution: Solution) -> Iterator[str]:
    """Draw the board, # for its frame, or the cube unfolded, with a letter for each plate."""
    import numpy as np

    letters = six_pieces(given).labels
    cells = np.full((plates.WIDTH, plates.HEIGHT, 1) if target == "board" else (plates.SIDE,) * 3, "#")
    for name, place in solution:
        for cell in place:
            cells[cell] = letters[name]
    if target == "board":
        return ("".join(row) for row in cells[:, ::-1, 0].T)
    faces = {name: ["".join(row) for row in view(cells)] for name, view in FROM_OUTSIDE.items()}
    faces[""] = ["    "] * plates.SIDE
    return (" ".join(row).rstrip() for line in NET for row in zip(*(faces[name] for name in line)))
