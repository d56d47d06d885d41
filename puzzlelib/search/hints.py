"""Checks at the door of a search: hints become option numbers, and no problem is too deep."""

from collections import Counter
from collections.abc import Iterable

from ..common.errors import PuzzleError, as_list, check_int, short
from ..common.words import print_once
from ..packing.puzzle import PackingPuzzle, Placement
from .exact_cover import ExactCover, Problem, check_plain

MOST_PIECES = 400  # each is one call deeper, and Python allows about a thousand


def hint_options(problem: Problem, given: Iterable) -> list[int]:
    """Return hints as option numbers.

    The hints are placements of a packing puzzle, or option numbers of an exact cover problem. Raise
    `PuzzleError` for any other.

    >>> from puzzlelib import load
    >>> puzzle = load("little-cube")
    >>> hint_options(puzzle, puzzle.placements[3:5])
    [3, 4]
    """
    if isinstance(problem, ExactCover):
        top = len(problem.options) - 1
        return [check_int("option", option, most=top) for option in as_list("given", given)]
    number = check_plain(problem).option
    try:
        hints = [Placement(piece, tuple(sorted(map(tuple, cells)))) for piece, cells in given]
        strange = [hint for hint in hints if hint not in number]
    except (TypeError, ValueError):
        must = "are not placements, each a piece and its cells, as puzzle.placements has them"
        raise PuzzleError(f"the hints {short(given)} {must}") from None
    for piece, cells in strange:
        where = short(list(map(list, cells)))
        raise PuzzleError(f"the hint {piece} at {where} is not a placement of {problem.name}")
    return [number[hint] for hint in hints]


def tell_clash(puzzle: PackingPuzzle, given: Iterable) -> None:
    """Print on stderr which hints no solution can hold, if it can be said of one or two of them."""
    cells_of, copies = {}, Counter(piece for piece, _ in given)
    for piece in puzzle.pieces:
        if copies[piece.name] > piece.copies:
            held = f"{piece.name} {copies[piece.name]} times"
            return print_once(f"given: {held}, and the puzzle has only {piece.copies} of it")
    for piece, cells in given:
        for cell in map(tuple, cells):
            if cell in cells_of:
                return print_once(f"given: {cells_of[cell]} and {piece} both cover {short(cell)}")
            cells_of[cell] = piece


def check_depth(problem: Problem) -> None:
    """Raise `PuzzleError` for a solution with more pieces or options than a search can go deep."""
    limit = f"a search in plain Python takes at most {MOST_PIECES}"
    if isinstance(problem, ExactCover):
        colours = problem.colours or [()] * len(problem.options)  # these items are covered again
        sizes = (len(option) - len(paint) for option, paint in zip(problem.options, colours))
        shortest, most = min(sizes, default=1), len(problem.options)
        if shortest:
            most = min(most, sum(problem.items.values()) // shortest)
        if most > MOST_PIECES:
            raise PuzzleError(f"{limit} options in a solution, here there may be {most:,}")
    elif most_pieces(check_plain(problem)) > MOST_PIECES:
        raise PuzzleError(f"{problem.name}: {limit} pieces; try the engine asp")


def most_pieces(puzzle: PackingPuzzle) -> int:
    """Return a bound for the number of pieces in a solution: the smallest ones, as far as there is
    room.
    """
    number, room = 0, len(puzzle.container)
    for piece in sorted(puzzle.pieces, key=lambda piece: len(piece.cells)):
        used = min(piece.copies, room // len(piece.cells))
        number, room = number + used, room - used * len(piece.cells)
    return number
