"""The command `print`: a puzzle for a 3D printer and for paper."""

import re
from collections.abc import Iterator

from .. import engines
from ..common.errors import PuzzleError
from ..packing.files import load
from ..packing.puzzle import PackingPuzzle
from ..plates.stl import volume
from ..printing.folder import write_prints
from ..printing.parts import PrintOptions
from .packing import UP_TO, print_answer
from .program import DONE, note

SECONDS = 10  # to count the solutions for the card


def run_print(args) -> int:
    """Write the files, and say which."""
    puzzle = load(args.puzzle)
    names = "cell", "play", "bevel", "wall", "box_play"
    given = {name: value for name in names if (value := getattr(args, name)) is not None}
    options = PrintOptions(**given, plate=plate_size(args.plate))
    facts = card_lines(puzzle, args.time_limit)
    paths, parts = write_prints(puzzle, args.out, options, facts, args.replace)
    for part in parts:
        if part.remark:
            note(f"{'the box' if part.kind == 'box' else f'piece {part.name}'}: {part.remark}")
    out = {
        "puzzle": args.puzzle,
        "files": [str(path) for path in paths],
        "parts": [
            {
                "part": part.stem,
                "name": part.name,
                "copies": part.copies,
                "size": [round(length, 3) for length in part.size],
                "volume": round(float(volume(part.triangles)), 3),
            }
            for part in parts
        ],
    }
    print_answer(args, out, *map(str, paths), sep="\n")
    return DONE


def plate_size(words: str) -> tuple[float, float]:
    """Return the size of the printer's plate.

    >>> plate_size("180x200")
    (180.0, 200.0)
    """
    found = re.fullmatch(r"(\d{1,4}(?:\.\d+)?)[x×](\d{1,4}(?:\.\d+)?)", words, re.ASCII)
    if not found:
        raise PuzzleError(f"plate {words!r}: must be width and depth in mm, as 180x180")
    return float(found[1]), float(found[2])


def card_lines(puzzle: PackingPuzzle, seconds: float | None) -> Iterator[tuple[str, str]]:
    """Yield what the card says: the number of solutions, as far as it is known in some seconds."""
    limit = SECONDS if seconds is None else seconds
    counted = engines.count(puzzle, None, "rotations", limit, tell=note)
    exact = f"{counted.count:,}{UP_TO['rotations']}"
    yield "solutions", exact if counted.complete else "more than can be counted in a few seconds"
