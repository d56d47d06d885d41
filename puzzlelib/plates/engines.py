"""One entry to every engine for plates: those of exact cover, and the solvers of 0-1 programs."""

import warnings

from .. import engines
from ..common.clock import Clock
from ..common.errors import check_limit
from ..ilp.solvers import SOLVERS
from ..packing.puzzle import PackingPuzzle

ENGINES = tuple(dict.fromkeys((*SOLVERS, "exact-cover", *engines.ENGINES)))


def solve_noted(
    puzzle: PackingPuzzle, engine: str, limit: int | None = 1, time_limit: float | None = None
) -> tuple[engines.Result, list[str]]:
    """Solve by an engine of `ENGINES`; return also notes, such as that HiGHS took over from Gurobi.

    >>> from puzzlelib.plates import cube_puzzle, load
    >>> result, notes = solve_noted(cube_puzzle(load("pinwheels")), "exact-cover", None)
    >>> len(result.solutions), result.complete, notes
    (3, True, [])
    """
    if engine not in SOLVERS:
        return engines.solve(puzzle, "dlx" if engine == "exact-cover" else engine, limit, time_limit), []
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        result = solve_as_program(puzzle, engine, limit, time_limit)
    return result, [str(warning.message) for warning in said]


def solve_as_program(
    puzzle: PackingPuzzle, solver: str, limit: int | None, time_limit: float | None
) -> engines.Result:
    from ..ilp.placements import solutions

    clock = Clock(time_limit)
    found = solutions(puzzle, (), clock.stop, solver)
    return engines.keep_solutions(engines.Result(), found, check_limit(limit), clock)
