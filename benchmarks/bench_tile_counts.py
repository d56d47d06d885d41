"""How long the exact count of an IcoSoKu puzzle takes, and how much memory: the paper's puzzle and some drawn
ones.

    python benchmarks/bench_tile_counts.py [--full]

Bar: any puzzle under 60 s and 1 GB. CPU seconds of one core; the peak is that of the whole process. The named
pegs are far from what chance draws: low and high numbers apart, or by turns.

Then all instances at once: instances a second of one core for the first chunk of the record; bar: 60.
Every slice of a chunk costs about the same, so two of them are measured, the first one with its new memory.
"""

import argparse
import os
import sys
from statistics import mean

import numpy as np
from _measure import cpu, memory
from icosoku_record.all_counts import HELD, MEMORY, joiner
from icosoku_record.chunks import members

from puzzlelib.compiled import missing_library
from puzzlelib.icosoku.counting.exact import tally
from puzzlelib.icosoku.puzzle import icosoku

NAMED = {
    "the paper's pegs": None,
    "1 to 12 from A to L": tuple(range(1, 13)),
    "12 to 1 from A to L": tuple(range(12, 0, -1)),
    "high around A, low around L": (12, 11, 10, 9, 8, 7, 1, 2, 3, 4, 5, 6),
    "low and high by turns": (6, 1, 12, 2, 11, 10, 3, 9, 4, 8, 5, 7),
}


def measured(name: str, puzzle) -> tuple[int, float]:
    """Count, and print a line."""
    found, seconds = cpu(lambda: tally(puzzle))
    largest = max(*found.ahead, *found.behind)
    print(
        f"  {name:28} {found.number:16,} solutions  {seconds:6.2f} s CPU  largest layer {largest:10,}  "
        f"peak {memory():4} MB so far",
        flush=True,
    )
    return found.number, seconds


def slices():
    """Two slices of the first chunk, tables and joins: name, how many there are, seconds, those for the ten
    upper tables, instances a second if all slices take as long."""
    _, pegs = members(0)
    one, found = joiner(MEMORY), np.zeros(len(pegs), np.uint64)
    groups = one.groups(pegs)
    one.take_room()
    for name, part in zip(("first", "second"), one.slices):
        laps = [lap for _, lap in timed(one.add_slice(part, groups, found))]
        many = len(one.slices)
        yield name, many, sum(laps), sum(laps[:HELD]), len(pegs) / (sum(laps) * many)


def first_chunk() -> None:
    for name, many, seconds, upper, rate in slices():
        print(
            f"  {name} of {many} slices: {seconds:5.1f} s CPU, of it the ten upper tables {upper:5.1f}; "
            f"{rate:4.0f} instances a second, bar 60; peak {memory()} MB",
            flush=True,
        )


def timed(steps):
    """Each step with its CPU seconds."""
    while True:
        step, seconds = cpu(lambda: next(steps, None))
        if step is None:
            return
        yield step, seconds


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="100 drawn puzzles instead of 10")
    seeds = range(100 if parser.parse_known_args()[0].full else 10)
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}; {missing_library() or 'machine code'}")
    laps = [measured(name, icosoku(pegs)) for name, pegs in NAMED.items()]
    laps += [measured(f"seed {seed}", icosoku(seed=seed)) for seed in seeds]
    numbers, times = zip(*laps)
    print(
        f"{len(laps)} puzzles: mean {mean(times):.2f} s, slowest {max(times):.2f} s; {min(numbers):,} to "
        f"{max(numbers):,} solutions"
    )
    first_chunk()
