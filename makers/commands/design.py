"""The commands `atlas` and `fair`: looking for good puzzles, and judging those of a class."""

import re
import sys
from pathlib import Path

from puzzlelib.commands.packing import print_answer
from puzzlelib.commands.program import DONE, NO_SOLUTION, STOPPED, note
from puzzlelib.common.clock import Clock
from puzzlelib.common.errors import PuzzleError, check_int, one_line, short
from puzzlelib.common.files import whole_file
from puzzlelib.common.workers import open_workers

MOST_SIDE, MOST_PIECES = 8, 24


def run_atlas(args) -> int:
    """Look for puzzles with exactly one solution that can be built, and list or write them."""
    from ..design.atlas import find_puzzles, processes_for, write_atlas
    from ..design.fair import most_moves

    size, pieces = box_size(args.box), piece_range(args.pieces)
    check_int("number", args.number, least=1, most=10**6)
    folder = args.out and Path(args.out)
    chunks = folder and folder / "judged"
    progress = bool(sys.stderr and sys.stderr.isatty() and not args.json)
    more = {"time_limit": args.time_limit, "progress": progress}
    with open_workers(args.workers or str(processes_for(args.number))) as executor:
        found, complete = find_puzzles(size, pieces, args.seed, args.number, chunks, executor, **more)
    chosen = [one for one in found if most_moves(one.level) >= args.moves]
    paths = write_atlas(chosen, folder) if folder else []
    rows = [{"name": one.puzzle.name, "level": one.level, "nodes": one.nodes} for one in chosen]
    lines = [f"{row['name']}: level {row['level']}, {row['nodes']} nodes" for row in rows]
    out = {"complete": complete, "puzzles": rows, "files": [str(path) for path in paths]}
    print_answer(args, out, *lines, f"{len(chosen)} of {args.number} candidates", sep="\n")
    return (DONE if rows else NO_SOLUTION) if complete else STOPPED


def box_size(words: str) -> tuple[int, ...]:
    found = re.fullmatch(r"(\d{1,2})[x×](\d{1,2})[x×](\d{1,2})", words, re.ASCII)
    size = tuple(map(int, found.groups())) if found else ()
    if not size or not all(1 <= side <= MOST_SIDE for side in size):
        allowed = f"must be three sides from 1 to {MOST_SIDE}, as 4x4x4"
        raise PuzzleError(f"box {short(words)}: {allowed}")
    return size


def piece_range(words: str) -> range:
    """Return how many pieces a candidate may have.

    >>> piece_range("5..7"), piece_range("5")
    (range(5, 8), range(5, 6))
    """
    low, _, high = words.partition("..")
    right = all(re.fullmatch(r"\d{1,2}", one, re.ASCII) for one in (low, high or low))
    least, most = (int(low), int(high or low)) if right else (0, 0)
    if right and least > most:
        raise PuzzleError(f"pieces {short(words)}: the first is larger; did you mean {most}..{least}?")
    if not 2 <= least <= most <= MOST_PIECES:
        allowed = f"must be from 2 to {MOST_PIECES}, as 5 or 5..7"
        raise PuzzleError(f"pieces {short(words)}: {allowed}")
    return range(least, most + 1)


def run_fair(args) -> int:
    """Judge the puzzle files in a folder, and write one page about them."""
    from ..design.fair import entry_files, fair_page, judge_entry, rank_entries, ranking_rules

    folder, rules = Path(args.folder), ranking_rules(args.rank.split(","))
    entries, clock = [], Clock(args.time_limit)
    for path in entry_files(folder):
        entries.append(judge_entry(path, clock=clock))
        note(f"{path.name}: {entries[-1].remark or 'level ' + entries[-1].level}")
    page = folder / "fair.html"
    with whole_file(page) as file:
        file.write(fair_page(entries, rules).encode())
    ranked = [one.file for one in rank_entries(entries, rules)]
    others = {one.file: one.remark for one in entries if one.remark}
    out = {"page": str(page), "ranked": ranked, "not ranked": others}
    lines = (f"{place}. {one_line(file)}" for place, file in enumerate(ranked, 1))
    print_answer(args, out, *lines, str(page), sep="\n")
    return DONE
