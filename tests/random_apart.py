"""Small assemblies by chance, many of which cannot be taken apart."""

from itertools import product
from random import Random

from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Solution, box_cells

SIZES = (3, 3, 2), (4, 3, 3), (4, 4, 3)
STEPS = [step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 1]


def random_assembly(seed: int) -> Solution:
    """Two to four pieces that have grown in a box, some of its cells left empty; some are loose."""
    draw = Random(seed)
    free = list(box_cells([draw.choice(SIZES)]))
    pieces = [[free.pop(draw.randrange(len(free)))] for _ in range(draw.randint(2, 4))]
    for _ in range(len(free) * draw.choice((50, 70, 90)) // 100):
        piece = draw.choice(pieces)
        near = [cell for cell in free if draw.random() < 0.5 or is_beside(cell, piece)]
        if near:
            piece.append(draw.choice(near))
            free.remove(piece[-1])
    shapes = [Piece("ABCD"[k], tuple(sorted(cells))) for k, cells in enumerate(pieces)]
    container = sorted((cell for piece in pieces for cell in piece), key=lambda cell: cell[::-1])
    puzzle = PackingPuzzle(f"random {seed}", tuple(container), tuple(shapes))
    return puzzle.solution((piece.name, piece.cells) for piece in shapes)


def is_beside(cell, piece) -> bool:
    """Tell whether a cell shares a face with one of a piece."""
    return any(sum(abs(x - y) for x, y in zip(cell, other)) == 1 for other in piece)
