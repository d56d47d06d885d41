"""0-1 programs measured: three solvers and two models of nine L's, the first solution and all of them, and
the memory.

    python benchmarks/bench_ilp.py

Times are CPU seconds of this process, one thread for the solver, so that a busy machine does not count;
medians over the seeds.
"""

import os
import sys
from statistics import median

from _measure import cpu, memory, table

from lessons.l08_integer_programs.naive import cells_of, naive_model, packing_of
from puzzlelib import load, verify
from puzzlelib.ilp.placements import chosen, placement_model
from puzzlelib.ilp.relaxation import Relaxation
from puzzlelib.ilp.solvers import SOLVERS, all_solutions, solve_model

SEEDS = range(11)
FIRST = 100  # solutions by no-good cuts: each one is a solve of its own
PUZZLE = load("nine-ls")
MODELS = {"naive": naive_model(), "placement": placement_model(PUZZLE)}
SOLUTION = {
    "naive": lambda values: packing_of(cells_of(values)),
    "placement": lambda values: chosen(PUZZLE, values),
}


def solved(name: str, solver: str, seed: int) -> float:
    """CPU seconds to a first solution, which the referee accepts; loading the model is included."""
    outcome, seconds = cpu(lambda: solve_model(MODELS[name], solver, seed=seed))
    assert outcome.status == "solved" and outcome.solver == solver, outcome.said
    verify(PUZZLE, SOLUTION[name](outcome.values))
    return seconds


def first_solutions() -> None:
    """A solver, a model, many seeds."""
    rows = []
    for solver in SOLVERS:
        solved("placement", solver, 0)  # the solver's package is imported, once
        for name, model in MODELS.items():
            seconds = [solved(name, solver, seed) for seed in SEEDS]
            rows.append(
                [
                    solver,
                    name,
                    len(model.names),
                    len(model.rows),
                    median(seconds),
                    min(seconds),
                    max(seconds),
                    memory(),
                ]
            )
    table(
        f"A first solution of {PUZZLE.name}, {len(SEEDS)} seeds",
        ["solver", "model", "variables", "rows", "median", "least", "most", "MB"],
        rows,
    )


def listed(solver: str, most: int | None) -> list:
    """Return what a run that lists solutions took."""
    found, seconds = cpu(lambda: list(all_solutions(MODELS["placement"], solver, limit=most)))
    return [solver, len(found), seconds, seconds / len(found) * 1000, memory()]


def many_solutions() -> None:
    """The first hundred by no-good cuts, and all of them by CP-SAT's own search."""
    rows = [listed("highs", FIRST), listed("gurobi", FIRST), listed("cp-sat", FIRST), listed("cp-sat", None)]
    table(
        "Listing solutions of the placement model", ["solver", "solutions", "seconds", "ms each", "MB"], rows
    )


def relaxations() -> None:
    """A relaxation with its bounds changed, as branch and bound asks for it, and one that is loaded anew."""
    rows = []
    for name, model in MODELS.items():
        loaded, names = Relaxation(model), list(model.names)
        _, first = cpu(loaded.solve)
        _, again = cpu(lambda: [loaded.solve({names[k]: 1, names[-1 - k]: 0}) for k in range(50)])
        rows.append([name, first * 1000, again / 50 * 1000])
    table("Linear relaxations (milliseconds)", ["model", "first", "with other bounds"], rows)


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    first_solutions()
    many_solutions()
    relaxations()
    print(f"\n{memory()} MB at most")
    assert memory() < 1024
