"""One door to every engine for 3coSoKu: the same puzzle in, an arrangement out that the referee has judged."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import NamedTuple

from .cosoku import Arranged, Cosoku, a_puzzle, why_impossible
from .cosoku_referee import verify
from .engines import Clock
from .puzzles import one_of, whole
from .solvers import MOST_SEED, never


class Engine(NamedTuple):
    """A module with a function `arrange`, what that is told beside the puzzle, and whether its model has symmetries to break."""

    module: str
    options: dict[str, object]
    symmetric: bool


ENGINES = {
    "asp": Engine("cosoku_asp", {}, True),
    "gecode": Engine("minizinc", {"solver": "gecode"}, True),
    "gecode-restarts": Engine("minizinc", {"solver": "gecode-restarts"}, True),
    "chuffed": Engine("minizinc", {"solver": "chuffed"}, True),
    "cp-sat": Engine("cosoku_program", {"solver": "cp-sat"}, False),
    "highs": Engine("cosoku_program", {"solver": "highs"}, False),
    "backtracking": Engine("tile_search", {"order": "tightest", "restarts": 100}, False),
}


def solve(
    puzzle: Cosoku,
    engine: str = "asp",
    *,
    time_limit: float | None = None,
    seed: int = 0,
    break_symmetry: bool = True,
    stop: Callable[[], bool] = never,
) -> Arranged:
    """An arrangement that solves the puzzle, or the proof that there is none, by one of the `ENGINES`, within `time_limit` seconds.

    Simple sums are asked first: where they show that there is no solution, `said` gives the reason and no engine runs. Without
    `break_symmetry` equal tiles are told apart and every tile has three turns, where the engine has a model for that: those with types
    of tiles (cp-sat, highs, backtracking) are as they are. `seconds` holds everything from here to the answer, the building of the
    model too. An interrupt, or `stop()`, gives `stopped` = "interrupt". Errors: `PuzzleError`, also where an engine is not installed.

    >>> from puzzlelib.cosoku import Cosoku, paper_tetrahedron
    >>> found = solve(paper_tetrahedron(), "highs")
    >>> len(found.arrangement), found.engine, found.complete
    (4, 'highs', True)
    >>> too_much = Cosoku(paper_tetrahedron().polyhedron, (2, 2, 3, 4), paper_tetrahedron().tiles)
    >>> solve(too_much).said
    'the tiles have 10 dots, but the vertices ask for 11'
    """
    chosen = ENGINES[one_of("engine", engine, ENGINES)]
    whole("seed", seed, f"must be a whole number from 0 to {MOST_SEED:,}", most=MOST_SEED)
    clock, puzzle = Clock(time_limit), a_puzzle(puzzle)
    options = chosen.options | ({"break_symmetry": break_symmetry} if chosen.symmetric else {})
    try:
        found = judged(puzzle, chosen.module, time_limit=time_limit, seed=seed, stop=stop, **options)
    except KeyboardInterrupt:
        found = Arranged(None, engine, stopped="interrupt")
    return replace(found, engine=engine, seconds=clock.seconds())


def judged(puzzle: Cosoku, module: str, **options) -> Arranged:
    """What an engine found, if the referee accepts it; or the reason why there is nothing to find."""
    if reason := why_impossible(puzzle):
        return Arranged(None, "", said=reason)
    found = import_module(f"puzzlelib.{module}").arrange(puzzle, **options)
    if found.arrangement is not None:
        verify(puzzle, found.arrangement)
    proved = (
        found.arrangement is None and found.complete
    )  # then `said` would be a reason, and a search knows none
    return replace(found, said="") if proved else found


# ---------------------------------------------------------------- which of them are here


def missing() -> dict[str, str]:
    """The engines that cannot run here, each with a line on how to get it."""
    from . import minizinc

    how = minizinc.available()
    return {
        name: how[solver]
        for name, (solver, *_) in minizinc.ENGINES.items()
        if how[solver] not in minizinc.HERE
    }


def available() -> tuple[str, ...]:
    """The engines that can run here, in order.

    >>> set(available()) >= {"asp", "cp-sat", "highs", "backtracking"}
    True
    """
    lacking = missing()
    return tuple(name for name in ENGINES if name not in lacking)
