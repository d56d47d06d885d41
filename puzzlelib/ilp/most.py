"""The most cells that can be covered, or the most copies of a piece, with a proof."""

from ..common.clock import Clock, TimeIsUp
from ..common.ending import Ending
from ..packing.puzzle import PackingPuzzle
from .placements import placement_model
from .solvers import solve_model


def find_most(puzzle: PackingPuzzle, worth: dict[str, int], clock: Clock) -> int | None:
    """Return the greatest sum that a solution has, where each piece is worth so much.

    None without a solution; `TimeIsUp` where the clock comes first.

    >>> tray = ["++++/++++/++++/++++"]
    >>> crosses = PackingPuzzle.from_pieces({"X": ".#./###/.#."}, copies={"X": "any"}, layers=tray)
    >>> find_most(crosses, {"X": 1}, Clock(None))
    1
    """
    model = placement_model(puzzle, stop=clock.stop)
    pieces = enumerate(one.piece for one in puzzle.placements)
    model.cost = {f"x[{k}]": -worth[piece] for k, piece in pieces if piece in worth}
    outcome = solve_model(model, time_limit=clock.left(), stop=clock.stop)
    if outcome.status == Ending.INTERRUPT:
        raise KeyboardInterrupt
    if outcome.status not in ("optimal", "solved", "infeasible"):
        raise TimeIsUp
    return round(-(outcome.cost or 0)) if outcome.found else None
