"""A puzzle, a solution, or clingo's output as a page with a 3D picture that needs no internet."""

import json
import os.path
from pathlib import Path

from .. import asp
from .. import pictures as draw
from ..common.errors import PuzzleError
from ..common.files import whole_file
from ..engines import solve
from ..packing.files import catalogue, file_text, load
from ..packing.puzzle import PackingPuzzle, from_dict
from ..packing.referee import Invalid, verify
from ..search.generate import puzzle_of

MOST_BYTES = 20_000_000  # of a solution: all 11,120 of a box of tetracubes are five million
SECONDS = 10  # for finding a solution of a puzzle that is shown


def run(args) -> int:
    """Write the page; the exit status. Bad input is a `PuzzleError`."""
    write_html(args.what, Path(args.html))
    return 0


def write_html(what: str, out: Path) -> None:
    """Draw a puzzle (its name or file), JSON of `solve` or `generate`, or clingo's output."""
    puzzle, given, solution = read(what)
    if solution:
        figure = draw.figure_beside(puzzle, dict.fromkeys(given, "given"), draw.marked(solution, given))
    else:
        figure = draw.figure(puzzle, {})
    with whole_file(out) as file:
        file.write(figure.to_html(include_plotlyjs=True, full_html=True).encode())


def read(what: str) -> tuple[PackingPuzzle, tuple, tuple]:
    """The puzzle, its hints and its solution (empty where none was found in time)."""
    path = Path(what)
    if what in catalogue() or path.suffix in (".yaml", ".yml"):
        puzzle = load(what)
        return puzzle, (), next(iter(solve(puzzle, time_limit=SECONDS).solutions), ())
    if not os.path.isfile(path):
        none = "there is no such file that can be read"
        raise PuzzleError(f"no puzzle, solution or clingo output {what!r}: {none}")
    text = file_text(path, MOST_BYTES)
    return read_json(what, text) if text.lstrip().startswith("{") else read_clingo(what, text)


def read_json(what: str, text: str):
    """What `solve --json` or `generate --json` printed; the referee looks at it."""
    try:
        data = json.loads(text)
        if "grid" in data:  # generated
            puzzle, solutions = puzzle_of(data["grid"]), [data["solution"]]
            given = from_dict(puzzle, data["puzzle"])
        else:
            puzzle, solutions, given = load(data["puzzle"]), data["solutions"], ()
        if not solutions:
            return puzzle, (), ()
        solution = from_dict(puzzle, solutions[0])
        verify(puzzle, solution, given)
    except Invalid as wrong:
        raise PuzzleError(f"{what}: is not a solution of {puzzle.name}: {wrong}") from None
    except PuzzleError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PuzzleError(f"{what}: is not the JSON that solve or generate prints") from None
    return puzzle, given, solution


def read_clingo(what: str, text: str):
    """What clingo printed for one of the tetracube models."""
    try:
        answer = asp.parse_answer(text)
    except PuzzleError as error:
        raise PuzzleError(f"{what}: {error}") from None
    return answer.puzzle, answer.given, answer.solution
