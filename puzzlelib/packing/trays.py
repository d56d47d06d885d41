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
    """Return a puzzle with a piece more, the last, for optional cells that stay empty, if it helps.

    With `holes` it always gets one, unless they say nothing.

    >>> tray = ["/".join(["+" * 10] * 4 + ["+"])]
    >>> bars = PackingPuzzle.from_pieces({"I": "#####"}, copies={"I": 8}, layers=tray)
    >>> fill_holes(bars).pieces[-1]
    Piece(name='hole', cells=((0, 0, 0),), copies=1, spare=0, colours=(), turns='space')
    """
    size = len(puzzle.container)
    fewest = size - sum(piece.copies * len(piece.cells) for piece in puzzle.pieces)
    most = size - sum(piece.least * len(piece.cells) for piece in puzzle.pieces)
    least, holes = puzzle.holes or (fewest, most)
    holes = min(holes, len(puzzle.optional))
    if least <= fewest and holes >= min(most, len(puzzle.optional)):  # which is so without a limit
        puzzle = replace(puzzle, holes=None) if puzzle.holes else puzzle
        if size < LEAST or not 0 < fewest == most <= min(holes, size // FEW):
            return puzzle
        least = holes = fewest
    name = "hole"
    while any(piece.name == name for piece in puzzle.pieces):
        name += "'"
    dots = (Placement(name, (cell,)) for cell in puzzle.optional)
    dot = [Piece(name, DOT, holes, holes - least, turns="space")] if holes else []
    only = (*puzzle.placements, *(sorted(dots) if holes else ()))
    filled = replace(puzzle, pieces=(*puzzle.pieces, *dot), optional=(), only=only, holes=None)
    return replace(filled, asked=puzzle.asked or puzzle)


def drop_holes(puzzle: PackingPuzzle, solution: Solution) -> Solution:
    """Return a solution of `fill_holes(puzzle)` as one of the puzzle."""
    names = {piece.name for piece in puzzle.pieces}
    return Solution((one for one in solution if one.piece in names), puzzle)
