"""Lesson 00: the empty cells of a puzzle, and a referee for "exactly once"."""

from collections import Counter

from ..check import Args, exercise, try_on
from ..generate import generate

FOUR = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))  # a box of 2 x 2 x 1 cells
LEFT, RIGHT = ("A", FOUR[0::2]), ("B", FOUR[1::2])  # its two halves
FRONT, WHOLE = ("A", FOUR[:2]), ("A", FOUR)
TWO = FOUR[:2]  # a box of 2 x 1 x 1 cells


def filled_cells(pieces) -> list:
    """The cells of all pieces; a cell that two pieces fill stands in it twice."""
    return [cell for _, cells in pieces for cell in cells]


def as_pairs(solution) -> tuple:
    """Placements as plain pairs, as a student writes them."""
    return tuple((piece, cells) for piece, cells in solution)


# ---- 0.1 --------------------------------------------------------------------------------------------------------------

HINTS = [Args(FOUR, ()), Args(FOUR, (LEFT,)), Args(FOUR, (LEFT, RIGHT)), Args(FOUR, (WHOLE,)), Args(TWO, ())]


@exercise("0.1", correct="A puzzle with two hints has 24 empty cells, one with four hints has 16.")
def empty_cells(answer):
    made = generate("2x4x4", 2, 1)
    real = Args(made.puzzle.container, as_pairs(made.given))
    return try_on(
        answer,
        [*HINTS, real],
        oracle=lambda container, hints: len(container) - len(filled_cells(hints)),
        say=counted,
    )


def counted(got, expected, container, hints) -> str:
    """What is asked for, in the numbers of the example."""
    if type(got) is not int:
        return "A whole number is asked for."
    return f"The box has {len(container)} cells, and the hints fill {len(filled_cells(hints))} of them."


# ---- 0.2 --------------------------------------------------------------------------------------------------------------

PACKINGS = [
    Args(TWO, (FRONT,)),
    Args(TWO, (LEFT,)),
    Args(TWO, (FRONT, ("B", FOUR[:1]))),
    Args(TWO, (WHOLE,)),
    Args(FOUR, ()),
    Args(FOUR, (LEFT,)),
    Args(FOUR, (LEFT, RIGHT)),
    Args(FOUR, (RIGHT, LEFT)),
    Args(FOUR, (FRONT, RIGHT)),
]
SEEDS = range(5)


@exercise(
    "0.2",
    correct="You have written a referee. It accepts real packings and refuses them as soon as one piece is taken out "
    "or put in twice.",
)
def exactly_once(answer):
    real = [args for seed in SEEDS for args in real_packings(seed)]
    return try_on(
        answer,
        [*PACKINGS, *real],
        oracle=is_exactly_once,
        same=lambda got, expected: got is expected,
        say=judged,
        picture=lambda got, expected, container, pieces: drawn(container, pieces),
    )


def real_packings(seed: int) -> list[Args]:
    """A packing as it is, with a piece missing, with a piece put in twice."""
    made = generate("2x4x4", 8, seed)
    packing = as_pairs(made.solution)
    return [Args(made.puzzle.container, pieces) for pieces in (packing, packing[1:], (*packing, packing[0]))]


def is_exactly_once(container, pieces) -> bool:
    """The oracle, by counting."""
    return Counter(filled_cells(pieces)) == Counter(container)


def judged(got, expected, container, pieces) -> str:
    """Why the example is a packing, or why it is not."""
    if type(got) is not bool:
        return "Your function should return True or False."
    times = Counter(filled_cells(pieces))
    for cell in dict.fromkeys((*container, *times)):
        if cell not in container:
            return f"The cell {cell} is filled, but it is not in the box."
        if times[cell] != 1:
            return f"The cell {cell} is filled {TIMES.get(times[cell], f'{times[cell]} times')}."
    return "Every cell of the box is filled exactly once."


TIMES = {0: "by no piece", 2: "twice"}


def drawn(container, pieces):
    """A box of one layer from above, in letters; nothing for larger ones."""
    from IPython.display import HTML

    cells = {*container, *filled_cells(pieces)}
    wide, deep, high = (1 + max(cell[axis] for cell in cells) for axis in range(3))
    rows = [[inside((x, y, 0), container, pieces) for x in range(wide)] for y in reversed(range(deep))]
    return HTML(TABLE.format("".join(f"<tr>{''.join(row)}</tr>" for row in rows))) if high == 1 else None


def inside(cell, container, pieces) -> str:
    """The pieces in a cell, as a field of a table; a cell outside the box has no border."""
    letters = " ".join(piece for piece, cells in pieces if cell in cells)
    border = "2px solid" if cell in container else "none"
    return f'<td style="border: {border}; width: 2.5em; height: 2.5em; text-align: center">{letters}</td>'


TABLE = '<table style="border-collapse: collapse"><caption style="white-space: nowrap; text-align: left">The box from above, its front below</caption>{}</table>'
