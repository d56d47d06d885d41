"""The commands `list`, `solve`, `count` and `generate`."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from .. import engines
from ..common.clock import TimeIsUp
from ..common.errors import PuzzleError, short
from ..common.words import many
from ..packing.files import catalogue, load, load_all
from ..packing.puzzle import to_dict
from ..search.cover_files import SUFFIXES as COVERS
from ..search.cover_files import load_cover
from ..search.exact_cover import ExactCover, Problem
from .program import DONE, NO_SOLUTION, STOPPED, note, within_limit

UP_TO = {"none": "", "rotations": " up to rotation", "reflections": " up to rotation and reflection"}


def run_list(args) -> int:
    for name in catalogue():
        puzzle = load(name)
        pieces = sum(piece.copies for piece in puzzle.pieces)
        print(f"{name:30} {pieces:3} pieces {len(puzzle.container):4} cells   {puzzle.name}")
    return DONE


def run_solve(args) -> int:
    limit = None if args.all else args.limit

    def search(puzzle: Problem, seconds: float | None, helpers: dict) -> engines.Result:
        form = json_writer(puzzle) if args.json else text_writer(puzzle)
        more = {"form": form, "tell": note, "symmetry": args.symmetry} | helpers
        return engines.solve(puzzle, args.engine, limit, seconds, **more)

    def words(result: engines.Result, found: int, said: str) -> str:
        if not args.json:
            return "".join((*result.solutions, said))
        head = json.dumps({"engine": result.engine} | ending_of(result))[1:-1]
        return f'{head}, "solutions": [{", ".join(result.solutions)}]'

    return answer_each(args, search, words)


def run_count(args) -> int:
    progress = bool(sys.stderr and sys.stderr.isatty() and not args.json)

    def search(puzzle: Problem, seconds: float | None, helpers: dict) -> engines.Counted:
        more = {"progress": progress, "tell": note} | helpers
        return engines.count(puzzle, args.engine, args.symmetry, seconds, **more)

    def words(result: engines.Counted, found: int, said: str) -> str:
        out = {"engine": result.engine, "symmetry": args.symmetry, "count": found}
        return json.dumps(out | ending_of(result))[1:-1] if args.json else said

    return answer_each(args, search, words)


def answer_each(args, search: Callable, words: Callable) -> int:
    """Print the answer for each puzzle of a file, until one is cut short, and return the status.

    `search` takes a puzzle, the seconds left and what helps it; `words` its result, the number
    found, and sentences on it.
    """
    results = []
    with within_limit(args.time_limit) as clock:
        puzzles = read_problems(args.puzzle, args.problem)
        with open_helpers(args.workers) as helpers:
            for puzzle in puzzles:
                results.append(search(puzzle, clock.left(), helpers))
                if results[-1].stopped in engines.CUT:
                    break
    numbers = [engines.number_found(result) for result in results]
    texts, head = [], f'"puzzle": {json.dumps(args.puzzle)}'
    for puzzle, result, found in zip(puzzles, results, numbers):
        number = number_in_words(found, result, args.symmetry, bool(result.reason))
        said = " ".join(filter(None, (*most_in_words(puzzle, result), number, result.reason)))
        texts.append(words(result, found, said))
    if len(puzzles) == 1:
        print(f"{{{head}, {texts[0]}}}" if args.json else texts[0])
    elif args.json:
        rows = (f'{{"name": {json.dumps(p.name)}, {text}}}' for p, text in zip(puzzles, texts))
        print(f'{{{head}, "puzzles": [{", ".join(rows)}]}}')
    else:
        space = " " if args.command == "count" else "\n"
        print(*(f"{p.name}:{space}{text}" for p, text in zip(puzzles, texts)), sep="\n")
    if left := len(puzzles) - len(results):
        note(f"{many(left, 'puzzle')} of the file not begun")
    return exit_status(results[-1], max(numbers))


@contextmanager
def open_helpers(workers: int | str | None) -> Iterator[dict]:
    """Give the arguments that --workers stands for: so many threads, or those of a Dask scheduler."""
    if isinstance(workers, str) and ":" in workers:
        from ..common.workers import open_workers

        with open_workers(workers) as executor:
            yield {"executor": executor}
        return
    yield {"workers": number_of_threads(workers, ", or a Dask scheduler such as tcp://10.0.0.5:8786")}


def number_of_threads(workers: int | str | None, more: str = "") -> int | None:
    """Return what --workers says; `more`: what else it might have said."""
    if isinstance(workers, str):
        if not (workers.isascii() and workers.isdecimal()):
            raise PuzzleError(f"workers {short(workers)}: must be a number of threads{more}")
        return int(workers[:9])
    return workers


def read_problems(name: str, problem: int | None) -> list:
    """Return the puzzles of a file, or the one of a name: packing puzzles, or an exact cover."""
    if Path(name).suffix.lower() in COVERS:
        if problem is not None:
            raise PuzzleError(f"problem {problem}: an exact cover as text is one problem")
        return [load_cover(name)]
    return load_all(name, problem)


def run_generate(args) -> int:
    from ..search.generate import generate

    with within_limit(args.time_limit) as clock:
        try:
            made = generate(args.grid, args.hints, args.seed, clock.left())
        except TimeIsUp:
            raise KeyboardInterrupt from None
    out = {
        **{name: getattr(made, name) for name in ("grid", "hints", "seed")},
        "puzzle": to_dict(made.puzzle, made.given),
        "solution": to_dict(made.puzzle, made.solution),
        "completions": made.completions,
    }
    draw, completions = text_writer(made.puzzle), many(made.completions, "completion")
    text = f"Puzzle\n{draw(made.given)}Solution\n{draw(made.solution)}{completions}"
    print_answer(args, out, text)
    return DONE


def print_answer(args, out: dict, *lines: str, sep: str = " ") -> None:
    """Print an answer as JSON, or as lines for people."""
    print(json.dumps(out)) if args.json else print(*lines, sep=sep)


def ending_of(result) -> dict:
    """Return the part of an answer's JSON that says how a search ended."""
    most = {} if getattr(result, "most", None) is None else {"most": result.most}
    reason = {"reason": result.reason} if getattr(result, "reason", "") else {}
    return {"complete": result.complete, "seconds": round(result.seconds, 3)} | most | reason


def json_writer(puzzle):
    """Return a function that writes a solution as JSON.

    It writes a hundred thousand in a second, as all must be out soon after an interrupt.
    """

    if isinstance(puzzle, ExactCover):
        return json.dumps

    @cache
    def cells(placement) -> str:
        return json.dumps(list(placement.cells))

    def text(solution) -> str:
        if len(solution) > len(puzzle.pieces):  # there are copies
            return json.dumps(to_dict(puzzle, solution))
        return f"{{{', '.join(f'{name[placement.piece]}: {cells(placement)}' for placement in solution)}}}"

    name = {piece.name: json.dumps(piece.name) for piece in puzzle.pieces}
    return text


def text_writer(puzzle):
    """Return a function that draws a solution in letters, or lists its options, and a blank line."""
    if isinstance(puzzle, ExactCover):

        def line(key) -> str:
            name = f"{key}: " if isinstance(key, str) else ""
            return f"{name}{puzzle.items_text(puzzle.number(key))}\n"

        return lambda keys: "".join(map(line, keys)) + "\n"
    from ..packing.layers import layers_text

    return lambda solution: f"{layers_text(puzzle, dict.fromkeys(solution, 'solution'))}\n\n"


def most_in_words(puzzle, result) -> list[str]:
    """Return a sentence on the most that a puzzle asks for, if it is known."""
    if result.most is None:
        return []
    if puzzle.most is True:
        return [f"At most {many(result.most, 'cell')} can be covered."]
    return [f"At most {result.most:,} of the piece {puzzle.most} fit."]


def number_in_words(number: int, result, symmetry: str = "none", proved: bool = False) -> str:
    """Return a sentence with the number of solutions, and whether that is all of them."""
    is_all = result.complete or proved
    rest = "" if is_all else f" so far; stopped by {result.stopped}, so there may be more"
    return f"{many(number, 'solution')}{UP_TO[symmetry]}{rest}."


def exit_status(result, found) -> int:
    """Return DONE, NO_SOLUTION or STOPPED."""
    return STOPPED if result.stopped in engines.CUT else DONE if found else NO_SOLUTION
