"""Trays that are nearly full: as all pieces are used, it is known how many cells stay empty.

A search that may leave any optional cell empty learns too late that it left too many. With a piece
of one cell for each hole, every cell is filled, and the solutions are the same.
"""

from dataclasses import replace

from .puzzle import PackingPuzzle, Piece, Placement, Solution

LEAST = 40  # cells of a tray: smaller ones are quick anyhow
FEW = 25  # one hole in so many cells, or fewer holes: more of them would make a search slower
DOT = ((0, 0, 0),)


def fill_holes(puzzle: PackingPuzzle) -> PackingPuzzle:
    """Return a puzzle with a piece more, for the cells that stay empty; the same one where it would
    not help.

    The piece comes last, and may only lie on optional cells.

    >>> tray = ["/".join(["+" * 10] * 4 + ["+"])]
    >>> bars = PackingPuzzle.from_pieces({"I": "#####"}, copies={"I": 8}, layers=tray)
    >>> fill_holes(bars).pieces[-1]
    Piece(name='hole', cells=((0, 0, 0),), copies=1, spare=0, colours=())
    """
    size = len(puzzle.container)
    holes = size - sum(piece.copies * len(piece.cells) for piece in puzzle.pieces)
    fixed = not any(piece.spare for piece in puzzle.pieces)
    if size < LEAST or not 0 < holes <= min(len(puzzle.optional), size // FEW) or not fixed:
        return puzzle
    name = "hole"
    while any(piece.name == name for piece in puzzle.pieces):
        name += "'"
    dots = (Placement(name, (cell,)) for cell in puzzle.optional)
    pieces = (*puzzle.pieces, Piece(name, DOT, holes))
    return replace(puzzle, pieces=pieces, optional=(), only=(*puzzle.placements, *sorted(dots)))


def drop_holes(puzzle: PackingPuzzle, solution: Solution) -> Solution:
    """Return a solution of `fill_holes(puzzle)` as one of the puzzle."""
    names = {piece.name for piece in puzzle.pieces}
    return Solution((one for one in solution if one.piece in names), puzzle)
