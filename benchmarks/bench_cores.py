"""Counts by threads: what two cores take, and how busy 8, 16 and 64 would be.

    python benchmarks/bench_cores.py [--rounds N]

One thread and two take turns, so that other work on the machine slows both. Then each count is done once more
with as many threads as there are cores to be looked at; the processor time of each chunk is recorded, and of
the thread that reads them, and they are played through: a chunk begins when it has been handed out and a core
is free, and chunks are read in order.

On 2026-12-01, two processors of an AMD EPYC, quiet; two processes at once gave 1.88 times one then. Played
through, two cores are at work for all of the search. With what one thread does before (0.12 s and 0.08 s: the
model, and the search until threads are started) two take 1/1.85 of the time of one for the Tetris Cube, and
1/1.90 for the Bedlam Cube; by the clock 1/1.70 to 1/1.87. Of 8 cores 94 % and more are at work, of 16 some
90 %; for 64 these counts are too short.
"""

import argparse
import heapq
import os
import time
from itertools import pairwise
from statistics import median

from _measure import memory, table

from puzzlelib import load
from puzzlelib.compiled import crew, engine

NAMES = "tetris-cube", "bedlam-cube"
CORES = 2, 8, 16, 64


class Record:
    """A count whose chunks are timed; a chunk is handed out after so many have been read."""

    def __init__(self, name: str, workers: int):
        self.seconds: list[float] = []  # of each chunk
        self.handed_out: list[int] = []  # how many had been read before
        self.reading: list[float] = []  # of the thread that reads
        begin, read, chunk = crew.Crew.begin, crew.Crew.read, crew.search_chunk
        times = {}

        def timed(job, lists, most=crew.ROWS):
            start = time.thread_time()
            made = chunk(job, lists, most)
            times[id(made)] = made, time.thread_time() - start
            return made

        def noted(one, pool):
            before = len(one.flying)
            begin(one, pool)
            self.handed_out += [len(self.seconds)] * (len(one.flying) - before)

        def timed_read(one, segment, made):
            if self.handed_out:  # threads are at work
                self.seconds.append(times.pop(id(made))[1])
                self.reading.append(time.thread_time())
            return read(one, segment, made)

        crew.search_chunk, crew.Crew.begin, crew.Crew.read = timed, noted, timed_read
        try:
            start = time.thread_time()
            self.number = engine.count(load(name), "rotations", workers=workers).number
            whole = time.thread_time() - start
        finally:
            crew.search_chunk, crew.Crew.begin, crew.Crew.read = chunk, begin, read
        costs = [late - early for early, late in pairwise(self.reading)]
        self.alone = whole - sum(costs)
        self.reading = [0.0, *costs]

    def played(self, cores: int) -> tuple[float, float]:
        """Return the seconds of the whole count on so many cores, and their share at work in its threads."""
        free, read = [0.0] * cores, [0.0]
        for seconds, after, reading in zip(self.seconds, self.handed_out, self.reading):
            end = max(heapq.heappop(free), read[after]) + seconds
            heapq.heappush(free, end)
            read.append(max(end, read[-1] + reading))
        return self.alone + max(free), sum(self.seconds) / (cores * max(free))


def by_turns(name: str, rounds: int) -> list:
    """Return a line of the table: medians of processor and wall seconds of one thread and of two."""
    puzzle, found = load(name), {1: [], 2: []}
    puzzle.placements  # noqa: B018 (they are made)
    for workers in list(found) * rounds:
        cpu, wall = time.process_time(), time.perf_counter()
        engine.count(puzzle, "rotations", workers=workers)
        found[workers].append((time.process_time() - cpu, time.perf_counter() - wall))
    return [name, *(median(column) for taken in found.values() for column in zip(*taken))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{os.cpu_count()} cores, each wanted by {os.getloadavg()[0] / os.cpu_count():.1f} programs")
    head = ["", "one: processor s", "wall s", "two: processor s", "wall s"]
    table("By turns", head, [by_turns(name, rounds) for name in NAMES])
    rows = []
    for name in NAMES:
        for cores in CORES:
            record = Record(name, cores)
            (one, _), (seconds, busy) = record.played(1), record.played(cores)
            rows.append([name, cores, len(record.seconds), seconds, f"{one / seconds:.2f}", f"{busy:.0%}"])
    table("Played through", ["", "cores", "chunks", "seconds", "times one core", "at work"], rows)
    print(f"\nPeak: {memory()} MB")
