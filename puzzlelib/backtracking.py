"""Backtracking for packing puzzles: fill the first empty cell in every possible way, go on, take back."""
from collections.abc import Callable, Iterable, Iterator

from .puzzles import PackingPuzzle, Placement, PuzzleError, Solution, short

MOST_PIECES = 400            # the search goes one call deeper with each piece, and Python allows about a thousand


def solutions(puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Callable[[], bool] = lambda: False) -> Iterator[Solution]:
    """All solutions that hold the `given` placements, each once. When `stop()` says True, the search ends early.

    Sets of cells are whole numbers, one bit a cell, so that "fits" is one `&`.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> len(next(solutions(puzzle)))
    8
    """
    if sum(piece.copies for piece in puzzle.pieces) > MOST_PIECES:
        raise PuzzleError(f"{puzzle.name}: backtracking takes at most {MOST_PIECES} pieces; try the engine asp")
    bit = {cell: 1 << i for i, cell in enumerate(cell_order(puzzle))}
    masks = [sum(bit[cell] for cell in cells) for _, cells in puzzle.placements]
    by_cell = options_by_first_cell(puzzle, masks)
    left = {piece.name: piece.copies for piece in puzzle.pieces}
    full, chosen, filled = (1 << len(bit)) - 1, [], 0
    for option in given_options(puzzle, given):
        if left[puzzle.placements[option].piece] == 0 or filled & masks[option]:
            return
        left[puzzle.placements[option].piece] -= 1
        filled |= masks[option]
        chosen.append(option)

    def search(filled: int) -> Iterator[Solution]:
        if filled == full:
            yield tuple(puzzle.placements[i] for i in sorted(chosen))
            return
        if stop():
            return
        first_empty = ~filled & (filled + 1)
        for mask, piece, option in by_cell.get(first_empty, ()):
            if left[piece] and not filled & mask:
                left[piece] -= 1
                chosen.append(option)
                yield from search(filled | mask)
                chosen.pop()
                left[piece] += 1

    yield from search(filled)


def cell_order(puzzle: PackingPuzzle) -> list:
    """Cells along the longest side of the container last, so that the front of the filled part stays short."""
    sides = [max(axis) - min(axis) for axis in list(zip(*puzzle.container))[:3]]
    axes = sorted(range(3), key=lambda axis: -sides[axis])
    return sorted(puzzle.container, key=lambda cell: (cell[3:], *(cell[axis] for axis in axes)))


def options_by_first_cell(puzzle: PackingPuzzle, masks: list[int]) -> dict[int, list]:
    """The options whose first cell, in the order of the search, is the given bit."""
    table = {}
    for option, (mask, placement) in enumerate(zip(masks, puzzle.placements)):
        table.setdefault(mask & -mask, []).append((mask, placement.piece, option))
    return table


def given_options(puzzle: PackingPuzzle, given: Iterable[Placement]) -> list[int]:
    """The option numbers of given placements; `PuzzleError` for one that is not legal in this puzzle."""
    try:
        places = [Placement(piece, tuple(sorted(map(tuple, cells)))) for piece, cells in given]
        numbers = list(map(puzzle.option.get, places))
    except (TypeError, ValueError):
        raise PuzzleError(f"the hints {short(given)} are not placements, each a piece and its cells") from None
    for place, number in zip(places, numbers):
        if number is None:
            raise PuzzleError(f"the hint {place.piece} at {short(list(map(list, place.cells)))} is not a placement of {puzzle.name}")
    return numbers
