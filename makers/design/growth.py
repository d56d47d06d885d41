"""A box cut at random into pieces: each grows cell by cell from a seed."""

from itertools import product
from random import Random

from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.shapes import Cell, neighbours, orientations


def cut_at_random(size: tuple[int, int, int], number: int, seed: object) -> PackingPuzzle | None:
    """Cut a box into so many pieces; None if two of them are alike, or one is a single cell.

    >>> puzzle = cut_at_random((3, 3, 3), 4, "1/0")
    >>> puzzle, sum(len(piece.cells) for piece in puzzle.pieces)
    (<PackingPuzzle 3x3x3, seed 1/0: 4 pieces, 27 cells>, 27)
    """
    pieces = grow_pieces(size, number, Random(f"{seed}"))
    shapes = {min(orientations(cells)) for cells in pieces}
    if len(shapes) < number or min(map(len, pieces)) < 2:
        return None
    named = (Piece(chr(65 + k), cells) for k, cells in enumerate(pieces))
    name = f"{'x'.join(map(str, size))}, seed {seed}"
    return PackingPuzzle(name, box_cells([size]), tuple(named), boxes=(size,))


def grow_pieces(size: tuple[int, int, int], number: int, draw: Random) -> list[tuple[Cell, ...]]:
    """Return the cells of pieces that fill a box; the smallest piece grows first, where it can.

    >>> sorted(map(len, grow_pieces((2, 2, 2), 2, Random(1))))
    [4, 4]
    """
    free = set(product(*map(range, size)))
    pieces = [{seed} for seed in draw.sample(sorted(free), number)]
    free.difference_update(*pieces)
    while free:
        smallest_first = sorted(pieces, key=len)
        grown = (one_more(piece, free, draw) for piece in smallest_first)
        free.remove(next(filter(None, grown)))
    return [tuple(sorted(piece)) for piece in pieces]


def one_more(piece: set[Cell], free: set[Cell], draw: Random) -> Cell | None:
    """Add a free neighbour to a piece and return it; None if there is none."""
    near = {other for cell in piece for other in neighbours(cell)} & free
    if not near:
        return None
    cell = draw.choice(sorted(near))
    piece.add(cell)
    return cell
