"""Quick proofs that a packing puzzle has no solution: by what fits nowhere, and by colours."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from ..common.clock import Stop, never
from ..packing.puzzle import PackingPuzzle
from ..packing.shapes import Cell
from .colouring import Colouring, find_weights
from .exact_cover import without_wishes

PROVED = 200  # rounds of a search for a proof


def why_impossible(puzzle: PackingPuzzle, rounds: float = PROVED, stop: Stop = never) -> str:
    """Return a sentence that proves that there is no solution, or "" without such a quick proof.

    It tries a piece that fits nowhere, a cell that no piece reaches, the chessboard colouring, and
    for so many rounds of work (`common.rounds`) any other one.

    >>> from puzzlelib.packing import read_text
    >>> domino = "pieces: [{name: I, copies: 2, cells: [[0,0,0],[1,0,0]]}]"
    >>> puzzle = read_text("cells: [[0,0,0],[1,0,0],[2,0,0],[1,1,0]]\\n" + domino)
    >>> for part in why_impossible(puzzle).split(", "):
    ...     print(part)
    coloured like a chessboard
    the container has 3 and 1 cells of the two colours
    and the pieces cannot give that
    """
    puzzle = without_wishes(puzzle)
    placed = {one.piece for one in puzzle.placements}
    for piece in puzzle.pieces:
        if piece.least and piece.name not in placed:
            return f"piece {piece.name} fits nowhere into the container"
    reached = {cell for one in puzzle.placements for cell in one.cells}
    for cell in puzzle.must_fill:
        if cell not in reached:
            return f"no piece reaches the cell {list(cell)}"
    if (reason := parity_reason(puzzle)) or not puzzle.has_right_volume:
        return reason
    weights = find_weights(puzzle, rounds, stop)
    return str(Colouring(puzzle, weights)) if weights else ""


def parity_reason(puzzle: PackingPuzzle) -> str:
    """Return the chessboard argument: black minus white of all placements never add up; or ""."""
    (black, white), (blacks, whites) = map(colour_counts, (puzzle.must_fill, puzzle.optional))
    goals = range(black - white - whites, black - white + blacks + 1)
    if not difference_sums(puzzle).isdisjoint(goals):
        return ""
    cells = f"the container has {black} and {white} cells of the two colours"
    if puzzle.optional:
        cells += f" that must be filled, and {blacks} and {whites} that may be"
    return f"coloured like a chessboard, {cells}, and the pieces cannot give that"


def difference_sums(puzzle: PackingPuzzle) -> set[int]:
    """Return black minus white of all pieces together, as far as the container has so many cells.

    Sums are bits of a number, as there may be thousands of copies.
    """
    most = len(puzzle.container)
    sums, room = 1 << most, (2 << 2 * most) - 1

    def plus_any(numbers: Iterable[int]) -> int:
        return reduce(or_, (sums << most + number >> most & room for number in numbers), 0)

    differences = colour_differences(puzzle)
    for piece in puzzle.pieces:
        for _ in range(piece.least):
            sums = plus_any(differences[piece.name])
        for _ in range(piece.spare):
            before, sums = sums, sums | plus_any(differences[piece.name])
            if sums == before:
                break
    return {bit - most for bit in range(2 * most + 1) if sums >> bit & 1}


def colour_counts(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return the numbers of black and of white cells."""
    signs = [colour_difference([cell]) for cell in cells]
    return signs.count(1), signs.count(-1)


def colour_differences(puzzle: PackingPuzzle) -> dict[str, set[int]]:
    """Return for each piece black minus white of the cells of each placement, without doubles."""
    sign = {cell: colour_difference([cell]) for cell in puzzle.container}.__getitem__
    found = {piece.name: set() for piece in puzzle.pieces}
    for name, cells in puzzle.placements:
        found[name].add(sum(map(sign, cells)))
    return found


def sums_of(choices: Iterable[Iterable[int]]) -> set[int]:
    """Return all sums of one number out of each.

    >>> sorted(sums_of([(-1, 1), (0, 2), (2,)]))
    [1, 3, 5]
    """
    sums = {0}
    for numbers in choices:
        sums = {total + number for total in sums for number in numbers}
    return sums


def colour_difference(cells) -> int:
    """Return black cells minus white cells; a cell is black when x + y + z is even."""
    return sum(1 - 2 * (sum(cell[:3]) % 2) for cell in cells)
