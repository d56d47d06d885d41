"""A puzzle, a solution, or clingo's output as a page with a 3D picture that needs no internet."""

import json
from pathlib import Path

from .. import asp
from ..common.drawing import artist
from ..common.ending import raise_if_interrupted
from ..common.errors import PuzzleError
from ..common.files import file_text, whole_file
from ..engines import solve
from ..packing.files import catalogue, load, puzzle_path
from ..packing.puzzle import PackingPuzzle, from_dict
from ..packing.referee import Invalid, verify
from ..search.colouring import colouring_of
from ..search.generate import grid_puzzle
from .program import DONE, note

MOST_BYTES = 20_000_000  # of a solution: all 11,120 of a box of tetracubes are five million
SECONDS = 10  # to solve a puzzle that is shown


def run_show(args) -> int:
    """Draw a puzzle, a JSON answer or clingo's output."""
    puzzle, given, solution = read_subject(args.what)
    draw = artist()
    if given and solution:
        view = draw.beside_view(puzzle, given, solution)
    else:
        view = draw.view(solution or (not given and colouring_of(puzzle)) or puzzle)
    with whole_file(args.html) as file:
        size = file.write(draw.page(view).encode())
    note(f"{args.html}: written, {size / 1e6:.1f} MB; it opens in any browser, without the internet")
    return DONE


def read_subject(what: str) -> tuple[PackingPuzzle, tuple, tuple]:
    """Return the puzzle, its hints and its solution, empty if none was found in time."""
    path = Path(what)
    if what in catalogue() or path.suffix in (".yaml", ".yml", ".xmpuzzle"):
        puzzle = load(what)
        return puzzle, (), next(iter(raise_if_interrupted(solve(puzzle, time_limit=SECONDS))), ())
    text = file_text(puzzle_path(what), MOST_BYTES)
    return read_json(what, text) if text.lstrip().startswith("{") else read_clingo(what, text)


def read_json(what: str, text: str):
    """Read the output of `solve --json` or `generate --json`; the referee checks it."""
    try:
        data = json.loads(text)
        if "grid" in data:  # generated
            puzzle, solutions = grid_puzzle(data["grid"]), [data["solution"]]
            given = from_dict(puzzle, data["puzzle"])
        else:
            puzzle, solutions, given = load(data["puzzle"]), data["solutions"], ()
        if not solutions:
            return puzzle, (), ()
        solution = from_dict(puzzle, solutions[0])
        verify(puzzle, solution, given, data.get("most"))
    except Invalid as wrong:
        raise PuzzleError(f"{what}: is not a solution of {puzzle.name}: {wrong}") from None
    except PuzzleError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PuzzleError(f"{what}: is not the JSON that solve or generate prints") from None
    return puzzle, given, solution


def read_clingo(what: str, text: str):
    """Read the output of clingo for one of the tetracube models."""
    try:
        answer = asp.parse_answer(text)
    except PuzzleError as error:
        raise PuzzleError(f"{what}: {error}") from None
    return answer.puzzle, answer.given, answer.solution
