"""How long the kernel works when a slider moves, and how long the import takes. Run: python
benchmarks/bench_explorer.py"""

import subprocess
import sys
from statistics import median, quantiles
from time import perf_counter

from _measure import cpu

import puzzlelib
from lessons import explorer

SEEDS = range(4)
BUDGET = 0.3  # seconds; 95 of 100 settings must be below


def settings():
    """Every grid, number of hints and some seeds."""
    return [(grid, hints, seed) for grid in puzzlelib.GRIDS for hints in range(9) for seed in SEEDS]


def slider_times():
    """For each setting: seconds until the puzzle's picture is on its way, and seconds until the search is
    recorded too."""
    widget = explorer()
    widget.update = lambda: None  # the two halves of an update are called one by one below
    pictures, searches = [], []
    for grid, hints, seed in settings():
        widget.set(grid=grid, hints=hints, seed=seed)
        pictures.append(cpu(widget.show_puzzle)[1])
        searches.append(cpu(widget.show_search)[1])
    return pictures, searches


def import_seconds(module: str) -> float:
    """Median wall time of three imports in fresh processes, without the start of Python itself."""
    code = f"from time import perf_counter as t; s = t(); import {module}; print(t() - s)"
    return median(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    )


def report(name: str, seconds: list[float]) -> float:
    """Print median, 95th percentile and worst; return the 95th percentile."""
    high = quantiles(seconds, n=20)[-1]
    print(f"{name:44} median {median(seconds):.3f} s   95 % below {high:.3f} s   worst {max(seconds):.3f} s")
    return high


def main() -> int:
    start = perf_counter()
    puzzlelib.search.generate("2x4x4", 0, 0)
    print(f"first puzzle of all, all packings listed     {perf_counter() - start:.3f} s")
    pictures, searches = slider_times()
    high = report(f"slider to picture, {len(pictures)} settings", pictures)
    report("then clasp searches and is recorded", searches)
    for module in ("puzzlelib", "lessons.puzzles.cards.puzzle_explorer"):
        print(f"import {module:37} {import_seconds(module):.3f} s")
    return int(high > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
