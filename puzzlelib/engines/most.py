"""The most of something that a puzzle asks for: cells that are covered, or copies of a piece."""

from collections.abc import Callable
from dataclasses import replace

from ..common.clock import Clock, TimeIsUp
from ..common.ending import raise_if_interrupted
from ..common.stand_ins import NotHere
from ..packing.puzzle import PackingPuzzle
from ..packing.trays import fill_holes
from .names import engine_named


def plain_puzzle(puzzle: PackingPuzzle, clock: Clock, solve: Callable) -> tuple[PackingPuzzle, int | None]:
    """Return a puzzle of equal solutions that asks for no most, and the greatest number, or None
    without a solution; `TimeIsUp` by the clock.

    `solve` is asked where there is no HiGHS.

    >>> from puzzlelib import count, solve
    >>> crosses = PackingPuzzle.from_pieces({"X": ".#./###/.#."}, box=[4, 4], most="X")
    >>> plain, most = plain_puzzle(crosses, Clock(None), solve)
    >>> most, count(plain).count
    (1, 4)
    """
    free = replace(puzzle, most=False, only=puzzle.placements, asked=puzzle)
    try:
        engine_named("ilp")
        chosen = [piece for piece in puzzle.pieces if puzzle.most in (True, piece.name)]
        worth = {piece.name: len(piece.cells) if puzzle.most is True else 1 for piece in chosen}
        most = find_most(fill_holes(free) if free.holes else free, worth, clock)
    except NotHere:
        most = most_from_above(puzzle, clock, solve)
    if most is None:  # nor may an empty tray be one
        return replace(free, only=(), optional=(), holes=None), most
    return fix_most(puzzle, most), most


def find_most(puzzle: PackingPuzzle, worth: dict[str, int], clock: Clock) -> int | None:
    """Return the greatest sum that a solution has, where each piece is worth so much, by HiGHS.

    None without a solution; `TimeIsUp` where the clock comes first.

    >>> tray = ["++++/++++/++++/++++"]
    >>> crosses = PackingPuzzle.from_pieces({"X": ".#./###/.#."}, copies={"X": "any"}, layers=tray)
    >>> find_most(crosses, {"X": 1}, Clock(None))
    1
    """
    from ..ilp.placements import placement_model
    from ..ilp.solvers import solve_model

    model = placement_model(puzzle, stop=clock.stop)
    pieces = enumerate(one.piece for one in puzzle.placements)
    model.cost = {f"x[{k}]": -worth[piece] for k, piece in pieces if piece in worth}
    outcome = raise_if_interrupted(solve_model(model, time_limit=clock.left(), stop=clock.stop))
    if outcome.status not in ("optimal", "solved", "infeasible"):
        raise TimeIsUp
    return round(-(outcome.cost or 0)) if outcome.found else None


def fix_most(puzzle: PackingPuzzle, most: int) -> PackingPuzzle:
    """Return the puzzle whose solutions have so many cells covered, or copies of a piece."""
    if puzzle.most is True:
        holes = len(puzzle.container) - most
        only = puzzle.placements
        return replace(puzzle, most=False, holes=(holes, holes), only=only, asked=puzzle)
    only = tuple(one for one in puzzle.placements if most or one.piece != puzzle.most)
    kept = (p for p in puzzle.pieces if most or p.name != puzzle.most)
    changes = {puzzle.most: {"copies": most, "spare": 0}}
    pieces = tuple(p._replace(**changes.get(p.name, {})) for p in kept)
    return replace(puzzle, pieces=pieces, only=only, most=False, asked=puzzle)


def most_from_above(puzzle: PackingPuzzle, clock: Clock, solve: Callable) -> int | None:
    """Return what `find_most` does, by a proof for each greater number that there is no solution."""
    size = len(puzzle.container)
    least, most = (puzzle.holes or (0, size)) if puzzle.most is True else (0, size)
    volume = sum(piece.copies * len(piece.cells) for piece in puzzle.pieces)
    numbers = range(min(size - least, volume), max(size - most, len(puzzle.must_fill)) - 1, -1)
    if puzzle.most is not True:
        piece = next(piece for piece in puzzle.pieces if piece.name == puzzle.most)
        numbers = range(min(piece.copies, size // len(piece.cells)), piece.least - 1, -1)
    for number in numbers:
        found = raise_if_interrupted(solve(fix_most(puzzle, number), time_limit=clock.left()))
        if found.solutions:
            return number
        if not found.complete:
            raise TimeIsUp
    return None
