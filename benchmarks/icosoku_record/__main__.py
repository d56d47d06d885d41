"""`icosoku --count-all` and `icosoku --report`: the numbers of solutions of all instances."""

import os
from dataclasses import asdict

from ..common.errors import PuzzleError
from ..common.workers import open_workers
from .packing import print_answer
from .program import DONE, STOPPED, note

BAR = 50  # letters of the longest bar


def run_count_all(args) -> int:
    """Count the instances that the folder lacks; the time limit is looked at between chunks."""
    from ..cluster import all_counts
    from ..common.clock import Clock

    clock = Clock(args.time_limit)
    tell = None if args.json else note_progress
    memory = all_counts.MEMORY if args.memory is None else args.memory
    with open_workers(args.workers) as executor:
        batch = all_counts.count_all(args.count_all, executor, memory=memory, stop=clock.stop, tell=tell)
    why = "time limit" if clock.struck else str(batch.stopped)
    return print_report(args.count_all, args, "" if batch.complete else why)


def run_report(args) -> int:
    """Print the counts in the folder, and write them into the file that is asked for."""
    return print_report(args.report, args, "")


def note_progress(state) -> None:
    """Write a line for each chunk, with the time left at this rate."""
    from ..cluster.all_counts import INSTANCES

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


def print_report(folder: str, args, stopped: str) -> int:
    """Print the counts in the folder, and return the exit status."""
    from ..cluster import all_counts

    found = all_counts.report(folder, args.save)
    if not (found.chunks or found.said or stopped) and os.listdir(folder):
        raise PuzzleError(f"{folder}: there are no counts in it; --count-all {folder} would begin them")
    complete = found.counted == all_counts.INSTANCES
    out = {"instances": all_counts.INSTANCES, "share": found.share, "complete": complete} | asdict(found)
    lines = [f"Stopped ({stopped})."] * bool(stopped) + [*found.said, *report_lines(found)]
    print_answer(args, out, *lines, sep="\n")
    return STOPPED if stopped else DONE


def report_lines(found) -> list[str]:
    """Return the report as text."""
    from ..cluster.all_counts import INSTANCES

    share = f"{found.counted:,} of {INSTANCES:,} instances are counted ({100 * found.share:.2f} %)"
    if not found.counted:
        return [f"{share}; --count-all begins."]
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
