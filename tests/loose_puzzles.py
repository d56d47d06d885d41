"""Small packing puzzles by chance with optional cells, ranges and colours, and their solutions."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import brute_force

from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.referee import Invalid, verify

FORMS = (
    ((0, 0, 0),),
    ((0, 0, 0), (1, 0, 0)),
    ((0, 0, 0), (1, 0, 0), (2, 0, 0)),
    ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
)
BOXES = [(3, 2, 1)], [(2, 2, 2)], [(3, 3, 1)], [(4, 2, 1)], [(2, 2, 1), (2, 2, 1)]
PAINTS = "", "red", "blue"


def drawn_puzzles(seed: int, number: int) -> Iterator[PackingPuzzle]:
    """Yield so many random puzzles whose volume may fit; about half have a solution."""
    draw = Random(seed)
    while number:
        puzzle = drawn_puzzle(draw)
        if puzzle.pieces and puzzle.has_right_volume:
            number -= 1
            yield puzzle


def drawn_puzzle(draw: Random) -> PackingPuzzle:
    """Draw a container, some of its cells optional or coloured, and pieces."""
    sizes = draw.choice(BOXES)
    cells = box_cells(sizes)
    if draw.randrange(3) == 0:
        cells, sizes = tuple(cell for cell in cells if draw.randrange(6)), ()
    optional = tuple(cell for cell in cells if draw.randrange(4) == 0) if draw.randrange(3) else ()
    colours = ()
    if draw.randrange(2):
        colours = tuple((cell, paint) for cell in cells if (paint := draw.choice(PAINTS)))
    forms = draw.sample(FORMS, draw.randrange(1, 4))
    pieces = tuple(drawn_piece(draw, f"p{k}", form) for k, form in enumerate(forms))
    turns = draw.choice(["space", "plane", "flip"])
    return PackingPuzzle("loose", cells, pieces, turns, tuple(sizes), "", None, optional, colours)


def drawn_piece(draw: Random, name: str, form) -> Piece:
    """Draw the copies and the colours of a piece."""
    copies = draw.choice([1, 1, 2, 3])
    spare = draw.choice([0, draw.randrange(copies + 1)])
    colours = tuple(draw.choice(PAINTS) for _ in form) if draw.randrange(2) else ()
    return Piece(name, form, copies, spare, colours if any(colours) else ())


def packings(puzzle: PackingPuzzle) -> set:
    """Return all solutions by brute force: what fits without colours, and the referee takes."""
    plain = replace(puzzle, colours=())
    bits = {cell: 1 << k for k, cell in enumerate(puzzle.container)}
    names = [piece.name for piece in puzzle.pieces]
    options = [(sum(map(bits.get, one.cells)), names.index(one.piece)) for one in plain.placements]
    optional = sum(bits[cell] for cell in puzzle.optional)
    copies, spare = ([getattr(one, key) for one in puzzle.pieces] for key in ("copies", "spare"))
    chosen = brute_force.covers((1 << len(bits)) - 1, options, copies, optional, spare)
    found = (puzzle.solution(plain.placements[k] for k in one) for one in chosen)
    return {one for one in found if is_taken(puzzle, one)}


def is_taken(puzzle: PackingPuzzle, solution) -> bool:
    """Return whether the referee takes a solution."""
    try:
        verify(puzzle, solution)
    except Invalid:
        return False
    return True
