"""The ASP models measured: direct against placement model, the flags for all answers, and what recording a
trace costs.

    python benchmarks/bench_asp.py

Times are CPU seconds of this process, so that a busy machine does not count; ratios compare runs that follow
each other.
"""

import os
import sys
from pathlib import Path
from statistics import median

import clingo
from _measure import cpu, table

from puzzlelib import GRIDS, asp, load
from puzzlelib.asp import engine
from puzzlelib.asp.watch import ClaspWatcher

MODELS = {"direct": asp.FOLDER / "tetracubes-direct.lp", "placement": asp.FOLDER / "tetracubes.lp"}
LIMIT = 20  # wall seconds for all answers of one model


def all_answers(path: Path, constants: dict) -> str:
    """CPU seconds for all answers, or that they were stopped."""
    found, seconds = cpu(lambda: asp.answers(path, limit=None, constants=constants, time_limit=LIMIT))
    return f"{seconds:.2f}" if found.complete else f"stopped at {seconds:.2f}"


def models() -> None:
    """Ground size, grounding and first answer, all answers."""
    rows = []
    for grid_type, grid in enumerate(GRIDS, 1):
        for name, path in MODELS.items():
            constants = {"grid_type": grid_type, "num_hints": 0}
            size = asp.ground_size(path, constants)
            first = median(cpu(lambda: asp.answers(path, constants=constants))[1] for _ in range(5))
            everything = all_answers(path, constants) if grid_type > 1 else "-"
            rows.append(
                [grid, name, size.atoms, size.rules, size.variables, size.constraints, first, everything]
            )
    table(
        "Two models, clasp's own settings (seconds of CPU, grounding included)",
        ["grid", "model", "atoms", "rules", "variables", "constraints", "first", "all"],
        rows,
    )


def flags() -> None:
    """All answers of the puzzle model with clasp's own settings and with ours."""
    rows = []
    for grid in ("2x2x8", "2x2x4+2x2x4", "2x4x4"):
        puzzle = load(GRIDS[grid])
        for name, chosen in (("clasp's own", ()), ("ours", asp.FLAGS)):
            if grid == "2x4x4" and not chosen:
                continue  # more than half a minute
            first = median(cpu(lambda: next(asp.solutions(puzzle, flags=chosen)))[1] for _ in range(5))
            number, seconds = cpu(lambda: sum(1 for _ in asp.solutions(puzzle, flags=chosen)))
            rows.append([grid, name, first, seconds, number])
    table(
        f"Settings for all answers; ours are {' '.join(asp.FLAGS)}",
        ["grid", "settings", "first", "all", "answers"],
        rows,
    )


def searched(puzzle, recorded: bool):
    """CPU seconds of one search for a first answer, with or without the recorder, and the number of
    choices."""
    control = asp.ground(asp.facts(puzzle), asp.rules(), arguments=["--models=1"])
    recorder = ClaspWatcher(puzzle)
    _, register = cpu(lambda: control.register_propagator(recorder) if recorded else None)
    _, seconds = cpu(lambda: list(engine.models(control)))
    return register + seconds, int(control.statistics["solving"]["solvers"]["choices"]), len(recorder.events)


def recording() -> None:
    """The search alone, and the search with the recorder."""
    rows = []
    for grid in GRIDS:
        puzzle = load(GRIDS[grid])
        runs = [(searched(puzzle, False), searched(puzzle, True)) for _ in range(9)]
        plain, watched = (median(pair[i][0] for pair in runs) for i in (0, 1))
        _, choices, events = runs[0][1]
        assert runs[0][0][1] == choices  # the same search
        rows.append([grid, choices, events, plain * 1000, watched * 1000, (watched - plain) * 1e6 / events])
    table(
        "Recording a trace (milliseconds of search; microseconds an event)",
        ["grid", "choices", "events", "without", "with", "µs an event"],
        rows,
    )


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, clingo {clingo.__version__}")
    models()
    flags()
    recording()
