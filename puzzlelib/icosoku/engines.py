"""One entry to every engine for 3coSoKu; the referee checks each arrangement."""

from dataclasses import replace
from importlib import import_module
from typing import NamedTuple

from ..common.clock import Clock, Stop, never
from ..common.ending import Ending
from ..common.errors import check_choice, check_int
from ..common.machine import package
from ..ilp.solvers import MOST_SEED
from .puzzle import Arranged, Cosoku, a_puzzle, why_impossible
from .referee import verify


class Engine(NamedTuple):
    """A module with a function `arrange`, and its options."""

    module: str
    options: dict[str, object]


ENGINES = {
    "asp": Engine("by_asp", {}),
    "gecode": Engine("by_minizinc", {"solver": "gecode"}),
    "gecode-restarts": Engine("by_minizinc", {"solver": "gecode-restarts"}),
    "chuffed": Engine("by_minizinc", {"solver": "chuffed"}),
    "cp-sat": Engine("by_ilp", {"solver": "cp-sat"}),
    "highs": Engine("by_ilp", {"solver": "highs"}),
    "backtracking": Engine("by_search", {"order": "tightest", "restarts": 100}),
}

SOLVED_BY = {"asp": ["clingo"], "cp-sat": ["highspy", "ortools"], "highs": ["highspy"]}  # by one of these


def solve(
    puzzle: Cosoku, engine: str = "asp", *, time_limit: float | None = None, seed: int = 0, stop: Stop = never
) -> Arranged:
    """Find an arrangement that solves the puzzle, or prove that there is none, by one of the
    `ENGINES`.

    Where simple sums show that there is no solution, `said` gives the reason and no engine runs.
    `time_limit` is in seconds. An interrupt, or
    `stop()`, gives `stopped` = "interrupt". Errors: `PuzzleError`, also where an engine is not
    installed.

    >>> from puzzlelib.icosoku import Cosoku, paper_tetrahedron
    >>> found = solve(paper_tetrahedron(), "highs")
    >>> len(found.arrangement), found.engine, found.complete
    (4, 'highs', True)
    >>> too_much = Cosoku(paper_tetrahedron().polyhedron, (2, 2, 3, 4), paper_tetrahedron().tiles)
    >>> solve(too_much).said
    'the tiles have 10 dots, but the vertices ask for 11'
    """
    chosen = ENGINES[check_choice("engine", engine, ENGINES)]
    check_int("seed", seed, most=MOST_SEED)
    clock, puzzle = Clock(time_limit), a_puzzle(puzzle)
    limits = {"time_limit": time_limit, "seed": seed, "stop": stop}
    try:
        if reason := why_impossible(puzzle):
            found = Arranged(None, "", said=reason)
        else:
            module = import_module(f"{__package__}.{chosen.module}")
            found = module.arrange(puzzle, **limits, **chosen.options)
        if found.arrangement is not None:
            verify(puzzle, found.arrangement)
        elif found.complete and not reason:  # `said` would be a reason, and a search knows none
            found = replace(found, said="")
    except KeyboardInterrupt:
        found = Arranged(None, engine, stopped=Ending.INTERRUPT)
    return replace(found, engine=engine, seconds=clock.seconds())


def missing() -> dict[str, str]:
    """Return the engines that cannot run here, each with a line on how to get it."""
    from . import by_minizinc as minizinc

    how = minizinc.available()
    lacking = {
        name: f"It needs {packages[-1]}"
        for name, packages in SOLVED_BY.items()
        if not any(map(package, packages))
    }
    return lacking | {
        name: how[solver]
        for name, (solver, *_) in minizinc.ENGINES.items()
        if how[solver] not in minizinc.HERE
    }


def available() -> tuple[str, ...]:
    """Return the engines that can run here, in order.

    >>> set(available()) >= {"asp", "cp-sat", "highs", "backtracking"}
    True
    """
    lacking = missing()
    return tuple(name for name in ENGINES if name not in lacking)
