"""Small packing puzzles: by chance with optional cells, ranges and colours, with rarer words of files; boxes
with copies of one piece."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.shapes import TURNS

FORMS = (
    ((0, 0, 0),),
    ((0, 0, 0), (1, 0, 0)),
    ((0, 0, 0), (1, 0, 0), (2, 0, 0)),
    ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
)
BOXES = [(3, 2, 1)], [(2, 2, 2)], [(3, 3, 1)], [(4, 2, 1)], [(2, 2, 1), (2, 2, 1)]
PAINTS = "", "red", "blue"


def box_of(copies: int, shape: str, *box: int) -> PackingPuzzle:
    """Return a box with copies of one piece."""
    return PackingPuzzle.from_pieces({"A": shape}, copies={"A": copies}, box=list(box))


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


PAIRS = (  # with their mirror images: flat ones, and two that no turn makes of each other
    (((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)), ((0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0))),
    (((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))),
    (((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)), ((1, 0, 0), (0, 0, 0), (0, 1, 0), (0, 1, 1))),
)
SYMMETRIC = (
    *BOXES,
    [(3, 1, 1), (1, 3, 1)],
    [(2, 1, 1), (2, 1, 1), (2, 1, 1)],
    [(2, 2, 2)],
    [(4, 2, 1)],
    [(2, 2, 1)],
)


def worded_puzzles(seed: int, number: int) -> Iterator[PackingPuzzle]:
    """Yield so many random puzzles that say some of the words that few puzzle files say."""
    draw = Random(seed)
    while number:
        puzzle = worded_puzzle(draw)
        if puzzle.has_right_volume:
            number -= 1
            yield ask_for_most(draw, puzzle)


def worded_puzzle(draw: Random) -> PackingPuzzle:
    """Draw a puzzle, often with symmetries: with turns of its pieces, twins, what is given, and holes."""
    puzzle = drawn_puzzle(draw)
    if draw.randrange(3):
        cells = box_cells(draw.choice(SYMMETRIC))
        optional = draw.choice([cells, (), puzzle.optional])
        colours = tuple((cell, "red") for cell in cells if sum(cell) % 2) if draw.randrange(4) == 0 else ()
        optional = tuple(cell for cell in cells if cell in optional)
        puzzle = replace(puzzle, container=cells, boxes=(), optional=optional, colours=colours)
    pieces = puzzle.pieces
    if draw.randrange(3) == 0:
        one = drawn_piece(draw, "q", draw.choice(PAIRS)[0])._replace(colours=())
        pair = next(pair for pair in PAIRS if pair[0] == one.cells)
        other = one if draw.randrange(4) else one._replace(copies=one.copies + 1)
        pieces = (*pieces[: draw.randrange(2)], one, other._replace(name="r", cells=pair[1]))
    turns = [draw.choice(["", "", *TURNS]) for _ in pieces] if draw.randrange(2) else [""] * len(pieces)
    pieces = tuple(piece._replace(turns=turn) for piece, turn in zip(pieces, turns))
    puzzle = replace(puzzle, pieces=pieces, turns=draw.choice(TURNS))
    if draw.randrange(4) == 0 and puzzle.placements:
        one = draw.choice(puzzle.placements)
        free = tuple(cell for cell in puzzle.optional if cell not in one.cells)
        puzzle = replace(puzzle, given=(one,), optional=free)
    if draw.randrange(2) and puzzle.optional:
        least = draw.choice([0, draw.randrange(len(puzzle.optional) + 1)])
        puzzle = replace(puzzle, holes=(least, draw.randint(least, len(puzzle.optional))))
    return puzzle


def ask_for_most(draw: Random, puzzle: PackingPuzzle) -> PackingPuzzle:
    """Let a puzzle ask for the most of something, perhaps."""
    ranged = [piece.name for piece in puzzle.pieces if piece.spare]
    asked = draw.choice([True, *ranged]) if ranged and puzzle.optional and draw.randrange(2) else False
    return replace(puzzle, most=asked)
