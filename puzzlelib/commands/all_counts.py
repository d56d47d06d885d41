"""`icosoku --count-all` and `icosoku --report`: the numbers of solutions of all instances."""

import os
import sys
from dataclasses import asdict

from ..common.errors import PuzzleError, short
from . import packing
from .program import DONE, STOPPED

BAR = 50  # letters of the longest bar
MOST_DIGITS = 9  # of a number of processes


def run_count_all(args) -> int:
    """Count what the folder does not have yet; the exit status. The time limit is for between chunks."""
    from ..cluster import all_counts
    from ..common.clock import Clock

    clock = Clock(args.time_limit)
    where = working(args.workers)
    tell = None if args.json else line_of_progress
    memory = all_counts.MEMORY if args.memory is None else args.memory
    batch = all_counts.count_all(args.count_all, **where, memory=memory, stop=clock.stop, tell=tell)
    why = "time limit" if clock.struck else str(batch.stopped)
    return told(args.count_all, args, "" if batch.complete else why)


def run_report(args) -> int:
    return told(args.report, args, "")


def working(workers: str | None) -> dict:
    """Who works: this process, so many on this machine, or those of a Dask scheduler.

    >>> working(None), working("2"), working("tcp://10.0.0.5:8786")
    ({'address': 'here'}, {'address': None, 'workers': 2}, {'address': 'tcp://10.0.0.5:8786'})
    """
    if workers is None:
        return {"address": "here"}
    if workers.isdecimal() and len(workers) <= MOST_DIGITS:
        return {"address": None, "workers": int(workers)}
    if ":" not in workers:
        allowed = "must be a number of processes, or a Dask scheduler such as tcp://10.0.0.5:8786"
        raise PuzzleError(f"workers {short(workers)}: {allowed}")
    return {"address": workers}


def line_of_progress(state) -> None:
    """A line for each chunk, with what is left at this rate."""
    from ..cluster.all_counts import INSTANCES

    share = 100 * state.counted / INSTANCES
    rest = f"; {time_left(state.left)} left at this rate" if state.left else ""
    print(f"{state.counted:,} of {INSTANCES:,} instances ({share:.1f} %){rest}", file=sys.stderr, flush=True)


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


def told(folder: str, args, stopped: str) -> int:
    """Say what the folder has now."""
    from ..cluster import all_counts

    found = all_counts.report(folder)
    if not (found.chunks or found.said or stopped) and os.listdir(folder):
        raise PuzzleError(f"{folder}: there are no counts in it; --count-all {folder} would begin them")
    complete = found.counted == all_counts.INSTANCES
    out = {"instances": all_counts.INSTANCES, "share": found.share, "complete": complete} | asdict(found)
    text = [*found.said, *lines(found, all_counts.INSTANCES)]
    packing.report(args, out, *([f"Stopped ({stopped})."] if stopped else []), *text, sep="\n")
    return STOPPED if stopped else DONE


def lines(found, instances: int) -> list[str]:
    """The report as text."""
    share = f"{found.counted:,} of {instances:,} instances are counted ({100 * found.share:.2f} %)"
    if not found.counted:
        return [f"{share}."]
    if found.counted < instances:
        share += "; all that follows is about these only"
    ends = [
        f"{which} solutions: {number:,}, with the pegs {' '.join(map(str, pegs))} on A to L"
        for which, (number, pegs) in (("fewest", found.least), ("most", found.most))
    ]
    return [f"{share}.", *ends, f"median: {found.median:,.0f}", *histogram(found.histogram)]


def histogram(bars) -> list[str]:
    most, width = max(many for *_, many in bars), len(f"{bars[-1][1]:,}")
    return [f"{low:>{width},} to {high:>{width},}: {many:>9,} {bar(many, most)}" for low, high, many in bars]


def bar(many: int, most: int) -> str:
    return "#" * -(-BAR * many // most)
