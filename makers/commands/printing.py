"""The command `print`: a puzzle for a 3D printer and for paper."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzlelib import engines
from puzzlelib.commands.packing import UP_TO, print_answer
from puzzlelib.commands.program import DONE, note, within_limit
from puzzlelib.common import chromium
from puzzlelib.common.clock import Clock, TimeIsUp
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.files import check_free, path_of
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle

from ..apart import take_apart
from ..design import difficulty
from ..printing.drawings import sheets_page
from ..printing.folder import MOST_LAID_OUT, card_facts, printed_files, write_files
from ..printing.parts import PrintOptions, printed_parts
from ..stl import volume

PDF = "sheets.pdf"
MOST_TAKEN_APART = 60  # pieces: of more, the distances alone take a minute
SECONDS = 10  # to count the solutions for the card


def run_print(args) -> int:
    """Write the files, and say which."""
    names = "cell", "play", "bevel", "wall", "box_play"
    given = {name: value for name in names if (value := getattr(args, name)) is not None}
    options = PrintOptions(**given, plate=plate_size(args.plate))
    if args.pdf:
        check_free(path_of(args.out) / PDF, args.replace)
    with within_limit(args.time_limit) as clock:
        puzzle = load(args.puzzle)
        parts = printed_parts(puzzle, options)
        files = printed_files(puzzle, parts, options)
    facts = chain(facts_in_time(puzzle, clock), card_facts(puzzle, parts, options))
    paths = write_files(args.out, files, puzzle.name, facts, args.replace)
    paths += sheets_to_pdf(puzzle, path_of(args.out) / PDF) if args.pdf else []
    for part in parts:
        if part.remark:
            note(f"{'the box' if part.kind == 'box' else f'piece {part.name}'}: {part.remark}")
    if not any(path.stem == "plate-1" for path in paths):
        note(f"more than {MOST_LAID_OUT} pieces are not laid out on plates")
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


def sheets_to_pdf(puzzle: PackingPuzzle, out: Path) -> list[Path]:
    """Print the sheets of layers into a PDF, by a Chromium that is there; return its path."""
    browser = chromium.find_chromium()
    with TemporaryDirectory() as folder:
        page = Path(folder, "sheets.html")
        page.write_text(sheets_page(puzzle), encoding="utf-8")
        made = browser and chromium.print_pdf(browser, page, out)
    if not made:
        note(chromium.NONE)
    return [out] if made else []


def plate_size(words: str) -> tuple[float, float]:
    found = re.fullmatch(r"(\d{1,4}(?:\.\d+)?)[x×](\d{1,4}(?:\.\d+)?)", words, re.ASCII)
    if not found:
        raise PuzzleError(f"plate {words!r}: must be width and depth in mm, as 180x180")
    return float(found[1]), float(found[2])


def facts_in_time(puzzle: PackingPuzzle, clock: Clock) -> Iterator[tuple[str, str]]:
    """Yield the lines of the card that are known before the time is up."""
    with within_limit(clock.left()):
        try:
            yield from card_lines(puzzle, clock.left())
        except KeyboardInterrupt:
            if not clock.stop():
                raise


def card_lines(puzzle: PackingPuzzle, seconds: float | None) -> Iterator[tuple[str, str]]:
    """Yield the lines of the card: solutions, level, difficulty, if known in some seconds."""
    limit = SECONDS if seconds is None else seconds
    clock = Clock(limit)
    number, words = count_for_card(puzzle, limit / 2)
    yield "solutions", words
    found = raise_if_interrupted(engines.solve(puzzle, None, 1, clock.left())).solutions
    few = found and len(found[0]) <= MOST_TAKEN_APART
    done = raise_if_interrupted(take_apart(found[0], time_limit=clock.left())) if few else None
    if done and done.complete:
        level = f"level {done.level}" if done.possible else "cannot be put together"
        yield "taken apart", level if number == 1 else f"{level} (the first solution found)"
    if number and few:
        with suppress(TimeIsUp):
            hard = difficulty(puzzle, stop=clock.stop)
            yield "difficulty", f"{hard.median:,} nodes of a search ({hard.low:,} to {hard.high:,})"


def count_for_card(puzzle: PackingPuzzle, limit: float) -> tuple[int | None, str]:
    """Return the number of solutions, None if it takes too long, and a text with it.

    Mirror images count once where the set of pieces is its own mirror image.
    """
    try:
        counted = engines.count(puzzle, None, "reflections", limit)
    except PuzzleError:
        counted = engines.count(puzzle, None, "rotations", limit)
    if not raise_if_interrupted(counted).complete:
        return None, "more than can be counted in a few seconds"
    return counted.count, f"{counted.count:,}{UP_TO[counted.symmetry]}"
