"""The commands `list`, `solve`, `count` and `generate`."""

import json
import sys
from functools import cache

from .. import engines
from ..common.words import many
from ..common.workers import open_workers
from ..packing.files import catalogue, load
from ..packing.puzzle import to_dict
from ..search.exact_cover import why_impossible
from ..search.generate import generate
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
    with within_limit(args.time_limit) as clock:
        puzzle = load(args.puzzle)
        form = json_writer(puzzle) if args.json else text_writer(puzzle)
        more = {"form": form, "tell": note, "symmetry": args.symmetry}
        result = engines.solve(puzzle, args.engine, limit, clock.left(), **more)
    why = reason_of(puzzle, result, result.solutions)
    if args.json:
        out = {"puzzle": args.puzzle, "engine": result.engine} | ending_of(result)
        rest = f", {json.dumps(why)[1:]}" if why else "}"
        print(json.dumps(out)[:-1], ', "solutions": [', ", ".join(result.solutions), "]", rest, sep="")
    else:
        number = number_in_words(len(result.solutions), result, args.symmetry, bool(why))
        print(*result.solutions, number, *(f" {line}" for line in why.values()), sep="")
    return exit_status(result, result.solutions)


def run_count(args) -> int:
    more = {"progress": bool(sys.stderr and sys.stderr.isatty() and not args.json), "tell": note}
    with within_limit(args.time_limit) as clock, open_workers(args.workers) as more["executor"]:
        puzzle = load(args.puzzle)
        result = engines.count(puzzle, args.engine, args.symmetry, clock.left(), **more)
    why = reason_of(puzzle, result, result.count)
    out = {"puzzle": args.puzzle, "engine": result.engine, "symmetry": args.symmetry, "count": result.count}
    text = number_in_words(result.count, result, args.symmetry, bool(why))
    print_answer(args, out | ending_of(result) | why, text, *why.values())
    return exit_status(result, result.count)


def run_generate(args) -> int:
    made = generate(args.grid, args.hints, args.seed)
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
    return {"complete": result.complete, "seconds": round(result.seconds, 3)}


def json_writer(puzzle):
    """Return a function that writes a solution as JSON.

    It writes a hundred thousand in a second, as all must be out soon after an interrupt.
    """

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
    """Return a function that draws a solution as layers of letters, with a blank line after it."""
    from ..packing.layers import layers_text

    return lambda solution: f"{layers_text(puzzle, dict.fromkeys(solution, 'solution'))}\n\n"


def number_in_words(number: int, result, symmetry: str = "none", proved: bool = False) -> str:
    """Return a sentence with the number of solutions, and whether that is all of them."""
    is_all = result.complete or proved
    rest = "" if is_all else f" so far; stopped by {result.stopped}, so there may be more"
    return f"{many(number, 'solution')}{UP_TO[symmetry]}{rest}."


def reason_of(puzzle, result, found) -> dict:
    """Return the reason why a puzzle has no solution, if it is known, though the search was
    stopped."""
    asked = not found and (result.complete or "placements" in vars(puzzle))
    reason = why_impossible(puzzle, 2 if result.complete else 0.3) if asked else ""
    return {"reason": reason} if reason else {}


def exit_status(result, found) -> int:
    """Return DONE, NO_SOLUTION or STOPPED."""
    return STOPPED if result.stopped in engines.CUT else DONE if found else NO_SOLUTION
