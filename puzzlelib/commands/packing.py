"""The commands `list`, `solve`, `count` and `generate`."""

import json
import sys
from collections.abc import Iterator
from functools import cache

from .. import engines
from ..common.ending import Ending
from ..common.words import many
from ..packing.files import catalogue, load
from ..packing.puzzle import as_dict
from ..search.exact_cover import why_impossible
from ..search.generate import generate
from .program import DONE, NO_SOLUTION, STOPPED, note


def list_(args) -> int:
    for name in catalogue():
        puzzle = load(name)
        print(f"{name:30} {len(puzzle.pieces):3} pieces {len(puzzle.container):4} cells   {puzzle.name}")
    return DONE


def solve(args) -> int:
    puzzle = load(args.puzzle)
    form = written(puzzle) if args.json else drawn(puzzle)
    result = engines.solve(
        puzzle, args.engine, None if args.all else args.limit, args.time_limit, form=form, tell=note
    )
    why = reason(puzzle, result, result.solutions)
    if args.json:
        out = {"puzzle": args.puzzle, "engine": result.engine} | ended(result)
        rest = f", {json.dumps(why)[1:]}" if why else "}"
        print(json.dumps(out)[:-1], ', "solutions": [', ", ".join(result.solutions), "]", rest, sep="")
    else:
        number = told(len(result.solutions), result)
        print(*result.solutions, number, sep="", end=f" {why.get('reason', '')}\n")
    return status(result, result.solutions)


def count(args) -> int:
    puzzle = load(args.puzzle)
    bar = True if sys.stderr and sys.stderr.isatty() and not args.json else None
    result = engines.count(
        puzzle, args.engine, args.symmetry, args.time_limit, processes=args.processes, progress=bar, tell=note
    )
    why = reason(puzzle, result, result.count)
    out = {"puzzle": args.puzzle, "engine": result.engine, "symmetry": args.symmetry, "count": result.count}
    report(args, out | ended(result) | why, told(result.count, result), why.get("reason", ""))
    return status(result, result.count)


def generate_(args) -> int:
    made = generate(args.grid, args.hints, args.seed)
    out = {
        "grid": made.grid,
        "hints": made.hints,
        "seed": made.seed,
        "puzzle": as_dict(made.puzzle, made.given),
        "solution": as_dict(made.puzzle, made.solution),
        "completions": made.completions,
    }
    report(args, out, *pictured(made), f"{made.completions:,} completions", sep="\n")
    return DONE


def report(args, out: dict, *lines: str, sep: str = " ") -> None:
    """The result as JSON, or for people."""
    print(json.dumps(out)) if args.json else print(*lines, sep=sep)


def ended(result) -> dict:
    return {"complete": result.complete, "seconds": round(result.seconds, 3)}


def written(puzzle):
    """Writes solutions as JSON, a hundred thousand in a second: all must be out soon after an interrupt."""

    @cache
    def cells(placement) -> str:
        return json.dumps(list(placement.cells))

    def text(solution) -> str:
        if len(solution) > len(puzzle.pieces):  # there are copies
            return json.dumps(as_dict(puzzle, solution))
        return f"{{{', '.join(f'{name[placement.piece]}: {cells(placement)}' for placement in solution)}}}"

    name = {piece.name: json.dumps(piece.name) for piece in puzzle.pieces}
    return text


def drawn(puzzle):
    from ..pictures.layers import layers_text

    return lambda solution: f"{layers_text(puzzle, dict.fromkeys(solution, 'solution'))}\n\n"


def pictured(made) -> Iterator[str]:
    """A puzzle and its solution, and a blank line after each."""
    draw = drawn(made.puzzle)
    for title, placements in (("Puzzle", made.given), ("Solution", made.solution)):
        yield f"{title}\n{draw(placements)[:-1]}"


def told(number: int, result) -> str:
    rest = "" if result.complete else f" so far; stopped by {result.stopped}, so there may be more"
    return f"{many(number, 'solution')}{rest}."


def reason(puzzle, result, found) -> dict:
    """For a puzzle without a solution: why, where that is known."""
    known = why_impossible(puzzle) if result.complete and not found else ""
    return {"reason": known} if known else {}


def status(result, found) -> int:
    """The exit status: see DONE, NO_SOLUTION, BAD_INPUT, STOPPED."""
    if result.stopped in (Ending.TIME_LIMIT, Ending.INTERRUPT):
        return STOPPED
    return DONE if found else NO_SOLUTION
