"""A puzzle, a solution, or clingo's output as a page with a 3D picture that needs no internet."""

import json
import os.path
from pathlib import Path

from . import asp, draw
from .engines import solve
from .generate import puzzle_of
from .puzzle_files import file_text
from .puzzles import PackingPuzzle, PuzzleError, catalogue, from_dict, load
from .verify import Invalid, verify

MOST_BYTES = 20_000_000  # of a solution: all 11,120 of a box of tetracubes are five million
SECONDS = 10  # for finding a solution of a puzzle that is shown


def write_html(what: str, out: Path) -> None:
    """Draw `what` (a puzzle's name or file, JSON of `solve` or `generate`, or clingo's output) into the HTML file `out`."""
    puzzle, given, solution = read(what)
    if solution:
        figure = draw.figure_beside(puzzle, dict.fromkeys(given, "given"), draw.marked(solution, given))
    else:
        figure = draw.figure(puzzle, {})
    try:
        out.write_text(figure.to_html(include_plotlyjs=True, full_html=True), encoding="utf-8")
    except OSError as error:
        raise PuzzleError(f"{out}: cannot be written: {error.strerror}") from None


def read(what: str) -> tuple[PackingPuzzle, tuple, tuple]:
    """The puzzle, its hints and its solution (empty where none was found in time)."""
    path = Path(what)
    if what in catalogue() or path.suffix in (".yaml", ".yml"):
        puzzle = load(what)
        return puzzle, (), next(iter(solve(puzzle, time_limit=SECONDS).solutions), ())
    if not os.path.isfile(path):
        raise PuzzleError(
            f"no puzzle, solution or clingo output {what!r}: there is no such file that can be read"
        )
    text = file_text(path, MOST_BYTES)
    return read_json(what, text) if text.lstrip().startswith("{") else read_clingo(what, text)


def read_json(what: str, text: str):
    """What `solve --json` or `generate --json` printed; the referee looks at it."""
    try:
        data = json.loads(text)
        puzzle = puzzle_of(data["grid"]) if "grid" in data else load(data["puzzle"])
        solutions = [data["solution"]] if "grid" in data else data["solutions"]
        if not solutions:
            return puzzle, (), ()
        given = from_dict(puzzle, data["puzzle"]) if "grid" in data else ()
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
