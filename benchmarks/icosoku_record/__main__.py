"""Count the solutions of all instances of IcoSoKu, or report what was counted; `--help` says how.

Exit status: 0 done, 2 bad input, 3 stopped.
"""

import argparse
import os
import sys
from dataclasses import asdict

from puzzlelib.commands.options import WORKERS, Parser
from puzzlelib.commands.packing import print_answer
from puzzlelib.commands.program import BAD_INPUT, DONE, STOPPED, note
from puzzlelib.common.clock import Clock
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.workers import open_workers

from . import all_counts
from .all_counts import INSTANCES

BAR = 50  # letters of the longest bar


def command_parser() -> Parser:
    """Return the parser of both commands."""
    top = Parser(prog="python -m benchmarks.icosoku_record", description="All instances of IcoSoKu.")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    add = commands.add_parser("count", help="count all instances; goes on with what is there").add_argument
    add("folder", metavar="FOLDER")
    add("--workers", metavar="N|ADDRESS", help=WORKERS)
    add("--memory", type=int, metavar="GB", help="for each process (8)", default=all_counts.MEMORY)
    add("--time-limit", type=float, metavar="S", help="seconds; looked at between chunks")
    add("--json", action="store_true")
    add = commands.add_parser("report", help="what the chunks counted so far say").add_argument
    add("folder", metavar="FOLDER")
    add("--save", metavar="FILE.npz", help="write all counts, in the census's order")
    add("--json", action="store_true")
    return top


def main(words: list[str] | None = None) -> int:
    """Run one command and return its exit status; bad input gives one line on stderr."""
    try:
        args = command_parser().parse_args(sys.argv[1:] if words is None else words)
        return run_count(args) if args.command == "count" else print_report(args)
    except PuzzleError as error:
        note(str(error))
        return BAD_INPUT


def run_count(args: argparse.Namespace) -> int:
    """Count the instances that the folder lacks."""
    clock, tell = Clock(args.time_limit), None if args.json else note_progress
    with open_workers(args.workers) as executor:
        more = {"memory": args.memory, "stop": clock.stop, "tell": tell}
        batch = all_counts.count_all(args.folder, executor, **more)
    why = "time limit" if clock.struck else str(batch.stopped)
    return print_report(args, "" if batch.complete else why)


def note_progress(state) -> None:
    """Write a line for each chunk, with the time left at this rate."""
    share = 100 * state.counted / INSTANCES
    rest = f"; {time_left(state.left)} left at this rate" if state.left else ""
    note(f"{state.counted:,} of {INSTANCES:,} instances ({share:.1f} %){rest}")


def time_left(seconds: float) -> str:
    """
    >>> time_left(50), time_left(80), time_left(600), time_left(40_000)
    ('less than a minute', 'about a minute', 'about 10 minutes', 'about 11 hours')
    """
    if seconds < 60:
        return "less than a minute"
    if seconds < 90:
        return "about a minute"
    return f"about {seconds / 60:.0f} minutes" if seconds < 2 * 3600 else f"about {seconds / 3600:.0f} hours"


def print_report(args: argparse.Namespace, stopped: str = "") -> int:
    """Print the counts in the folder, save them if asked to, and return the exit status."""
    folder = args.folder
    found = all_counts.report(folder, getattr(args, "save", None))
    if not (found.chunks or found.said or stopped) and os.listdir(folder):
        raise PuzzleError(f"{folder}: there are no counts in it; `count {folder}` would begin them")
    complete = found.counted == INSTANCES
    out = {"instances": INSTANCES, "share": found.share, "complete": complete} | asdict(found)
    lines = [f"Stopped ({stopped})."] * bool(stopped) + [*found.said, *report_lines(found)]
    print_answer(args, out, *lines, sep="\n")
    return STOPPED if stopped else DONE


def report_lines(found) -> list[str]:
    """Return the report as text."""
    share = f"{found.counted:,} of {INSTANCES:,} instances are counted ({100 * found.share:.2f} %)"
    if not found.counted:
        return [f"{share}; `count` begins."]
    if found.counted < INSTANCES:
        share += "; all that follows is about these only"
    ends = [
        f"{which} solutions: {number:,}, with the pegs {' '.join(map(str, pegs))} on A to L"
        for which, (number, pegs) in (("fewest", found.least), ("most", found.most))
    ]
    check = [f"SHA-256 of all counts in order: {found.sha256}"] * bool(found.sha256)
    return [f"{share}.", *ends, f"median: {found.median:,.0f}", *histogram_lines(found.histogram), *check]


def histogram_lines(bins) -> list[str]:
    """Return a line with a bar for each (from, below, number)."""
    most, width = max(number for *_, number in bins), len(f"{bins[-1][1]:,}")
    return [
        f"{low:>{width},} to {high:>{width},}: {number:>9,} {'#' * -(-BAR * number // most)}"
        for low, high, number in bins
    ]


if __name__ == "__main__":
    sys.exit(main())
