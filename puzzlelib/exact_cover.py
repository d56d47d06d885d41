"""Exact cover: items and options. A packing puzzle becomes one sentence: cover every item exactly once."""
from dataclasses import dataclass

from .puzzles import PackingPuzzle

Item = object        # a piece's name, or a cell


@dataclass(frozen=True)
class ExactCover:
    """`items` says how often each item must be covered (1, or the number of copies of a piece).

    `options[i]` lists the items that option i covers; for a packing puzzle option i is `puzzle.placements[i]`.
    Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1.
    """
    items: dict[Item, int]
    options: tuple[tuple[Item, ...], ...]


def exact_cover(puzzle: PackingPuzzle) -> ExactCover:
    """Items: the pieces, then the cells. Options: the placements.

    >>> from puzzlelib import load
    >>> cover = exact_cover(load("tetracubes-2x4x4"))
    >>> len(cover.items), len(cover.options)
    (40, 666)
    """
    items = {piece.name: piece.copies for piece in puzzle.pieces} | dict.fromkeys(puzzle.container, 1)
    return ExactCover(items, tuple((piece, *cells) for piece, cells in puzzle.placements))


def why_impossible(puzzle: PackingPuzzle) -> str:
    """One sentence that proves that there is no solution, or "" where no such quick proof is known.

    Tried: a piece that fits nowhere, a cell that no piece reaches, the chessboard colouring.

    >>> from puzzlelib.puzzle_files import read_text
    >>> domino = "pieces: [{name: I, copies: 2, cells: [[0,0,0],[1,0,0]]}]"
    >>> why_impossible(read_text("cells: [[0,0,0],[1,0,0],[2,0,0],[1,1,0]]\\n" + domino))
    'coloured like a chessboard, the container has 3 and 1 cells of the two colours, and the pieces cannot give that'
    """
    placed = {piece for piece, _ in puzzle.placements}
    for piece in puzzle.pieces:
        if piece.name not in placed:
            return f"piece {piece.name} fits nowhere into the container"
    reached = {cell for _, cells in puzzle.placements for cell in cells}
    for cell in puzzle.container:
        if cell not in reached:
            return f"no piece reaches the cell {list(cell)}"
    return parity_reason(puzzle)


def parity_reason(puzzle: PackingPuzzle) -> str:
    """The chessboard argument: every placement covers a difference of black and white; can the differences add up?"""
    sums = {0}
    for piece in puzzle.pieces:
        steps = {colour_difference(cells) for name, cells in puzzle.placements if name == piece.name}
        for _ in range(piece.copies):
            sums = {total + step for total in sums for step in steps}
    goal = colour_difference(puzzle.container)
    if goal in sums:
        return ""
    black = (len(puzzle.container) + goal) // 2
    return (f"coloured like a chessboard, the container has {black} and {len(puzzle.container) - black} cells of the two "
            "colours, and the pieces cannot give that")


def colour_difference(cells) -> int:
    """Black cells minus white cells, where a cell is black when x + y + z is even."""
    return sum(1 - 2 * (sum(cell[:3]) % 2) for cell in cells)
