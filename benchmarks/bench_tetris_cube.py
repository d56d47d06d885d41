"""The compiled engine against xcover and exact-cover, on the same options in the same run.

    python benchmarks/bench_tetris_cube.py [--full]

The two are not part of the workbook: what is not installed is left out. On 2026-11-26, beside other work on
an AMD EPYC, the whole Tetris Cube took xcover 0.2.6 122.6 s of processor time and the compiled engine 2.7 s.

All engines get the same exact cover problem, in which one piece is kept to one place of each orbit under the
symmetries; which piece, the compiled engine chooses, and the time for that counts on its side only. CPU
seconds (threads included) do not count other work on the machine; ratios compare runs that follow each other.
Where a peer would need minutes, a second piece is kept to a random share of its places (fixed seed), for
every engine alike; `--full` runs everything whole.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from contextlib import suppress

import numpy as np
from _measure import memory

from puzzlelib import load
from puzzlelib.compiled import engine as compiled
from puzzlelib.compiled.job import Job

RACES = [
    ("soma", 1.0),
    ("pentominoes-6x10", 1.0),
    ("tetris-cube", 0.03),
    ("bedlam-cube", 0.03),
    ("tetris-cube", 1.0),
]  # share of the second piece's places
TOO_SLOW = {("tetris-cube", 1.0): "exact-cover"}  # some minutes more; --full runs it


def measured(job):
    """Return what a job returns, its CPU seconds and its wall seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    result = job()
    return result, time.process_time() - cpu, time.perf_counter() - wall


def by_xcover(table, chosen):
    from xcover import covers

    options = [[table.cells + table.kind[i], *cells_of(table, i)] for i in np.flatnonzero(chosen)]
    return sum(1 for _ in covers(options))


def by_exact_cover(table, chosen):
    from exact_cover import get_solution_count

    rows = np.flatnonzero(chosen)
    matrix = np.zeros((len(rows), table.cells + len(table.copies)), bool)
    for k, i in enumerate(rows):
        matrix[k, cells_of(table, i)] = True
        matrix[k, table.cells + table.kind[i]] = True
    return get_solution_count(matrix)


def by_compiled(table, chosen):
    job = Job(table.matrix(np.flatnonzero(chosen)))
    while not job.done:
        job.chunk()
    return job.found


ENGINES = {"compiled": by_compiled, "xcover": by_xcover, "exact-cover": by_exact_cover}


def cells_of(table, i):
    """The numbers of the cells that an option covers."""
    return [b for b in range(table.cells) if table.masks[i] >> b & 1]


def problem(name: str):
    """The puzzle as arrays, its options with one piece kept to one place of each orbit, that piece, and the
    CPU time to choose it."""
    puzzle = load(name)
    table, group = compiled.Table(puzzle), compiled.Symmetries(puzzle).most_images()
    jobs, cpu, _ = measured(lambda: compiled.restrict_piece(table, group))
    left = Counter(kind for ((kind, _),) in jobs[0].matrix.spend)
    fixed = next(kind for kind, places in Counter(table.kind).items() if left[kind] < places)
    firsts = np.array(list(map(min, zip(*group)))) == np.arange(len(table.options))
    chosen = (np.array(table.kind) != fixed) | firsts
    return table, chosen, fixed, puzzle.pieces[fixed].name, cpu


def sample(table, chosen, fixed: int, share: float):
    """The options with a random share of the places of the piece that has most (not the fixed one): about
    that share of the tree."""
    if share >= 1:
        return chosen
    size = np.bincount(np.array(table.kind)[chosen], minlength=len(table.copies))
    size[fixed] = 0
    places = np.flatnonzero(chosen & (np.array(table.kind) == size.argmax()))
    fewer = chosen.copy()
    fewer[places] = False
    fewer[random.Random(1).sample(places.tolist(), max(1, round(share * len(places))))] = True
    return fewer


def race(name: str, share: float, without: str = "") -> None:
    table, chosen, fixed, piece, choosing = problem(name)
    own = np.array(table.kind) == fixed
    print(
        f"\n{name}: piece {piece} kept to {int((chosen & own).sum())} of its {int(own.sum())} places;"
        f" chosen in {choosing:.2f} s CPU"
        + ("" if share >= 1 else f"; another piece kept to {share:.1%} of its places")
    )
    part, base, number = sample(table, chosen, fixed, share), {}, None
    for engine in [one for one in ENGINES if one != without]:
        try:
            found, cpu, wall = measured(lambda: ENGINES[engine](table, part))
        except ImportError:
            print(f"  {engine:12} not installed")
            continue
        number = found if number is None else number
        assert found == number, (engine, found, number)
        base.setdefault("cpu", cpu)
        print(
            f"  {engine:12} {found:7} found  {cpu:9.2f} s CPU  {wall:9.2f} s wall  "
            f"{cpu / base['cpu']:7.1f} times"
            f"  peak {memory():5} MB so far",
            flush=True,
        )


def whole_counts() -> None:
    """Print the time of `compiled.count`, everything included, with one thread and with two."""
    print("\nThe whole count, arrays and choice of the piece included")
    for name in ("tetris-cube",):
        puzzle = load(name)
        puzzle.placements
        for workers in (1, 2):
            result, cpu, wall = measured(lambda: compiled.count(puzzle, "rotations", workers=workers))
            print(
                f"  {name:12} {result.number:7}  {workers} at a time  {cpu:6.2f} s CPU  {wall:6.2f} s wall",
                flush=True,
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--full", action="store_true", help="every puzzle whole: about an hour, nearly all of it the peers'"
    )
    full = parser.parse_known_args()[0].full
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    with suppress(ImportError):
        little = compiled.Table(load("little-cube"))
        by_xcover(little, np.ones(len(little.options), bool))  # it compiles
    for name, share in [(name, 1.0) for name in dict(RACES)] if full else RACES:
        race(name, share, "" if full else TOO_SLOW.get((name, share), ""))
    whole_counts()
