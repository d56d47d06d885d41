"""Lesson 00: the empty cells of a puzzle, a referee for "exactly once", and a week in which each
day is filled once."""

from collections import Counter
from itertools import accumulate, pairwise, product, takewhile
from random import Random

from puzzlelib.common.words import join_words
from puzzlelib.search.generate import generate

from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.run_answer import list_if_iterator, same_kind_and_value, weight
from ..kit.checks.values import is_several

FOUR = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))  # a box of 2 x 2 x 1 cells
LEFT, RIGHT = ("A", FOUR[0::2]), ("B", FOUR[1::2])  # its two halves
FRONT, WHOLE = ("A", FOUR[:2]), ("A", FOUR)
TWO = FOUR[:2]  # a box of 2 x 1 x 1 cells


def filled_cells(pieces) -> list:
    """Return the cells of all pieces; a cell that two pieces fill is in the list twice."""
    return [cell for _, cells in pieces for cell in cells]


def as_pairs(solution) -> tuple:
    """Return placements as plain pairs, as a student writes them."""
    return tuple((piece, cells) for piece, cells in solution)


def cut_box(rng: Random) -> tuple:
    """Return the cells of a box of random size, and pieces of these cells, of one to six each."""
    cells = tuple(product(*(range(rng.randint(1, 5)) for _ in "xyz")))
    ends = takewhile(lambda end: end < len(cells), accumulate(iter(lambda: rng.randint(1, 6), 0)))
    parts = [cells[start:end] for start, end in pairwise((0, *ends, len(cells)))]
    return cells, tuple((f"P{number}", part) for number, part in enumerate(parts))


# ---- 0.1 ---------------------------------------------------------------------------------------------------

SEEDS = range(5)
HINTS = [Args(FOUR, ()), Args(FOUR, (LEFT,)), Args(FOUR, (LEFT, RIGHT)), Args(FOUR, (WHOLE,)), Args(TWO, ())]


@exercise("0.1", correct="The box 2x4x4 has 24 empty cells with two hints, 16 with four.")
def empty_cells(answer):
    made = generate("2x4x4", 2, 1)
    real = Args(made.puzzle.container, as_pairs(made.given))
    return try_on(
        answer,
        [Args(list(box), list(hints)) for box, hints in (*HINTS, real, *map(hints_in_a_box, SEEDS))],
        oracle=lambda container, hints: len(container) - len(filled_cells(hints)),
        say=explain_empty_cells,
    )


def hints_in_a_box(seed: int) -> Args:
    """Return a box of any size with some pieces of any size in it."""
    rng = Random(seed)
    cells, pieces = cut_box(rng)
    return Args(cells, tuple(rng.sample(pieces, rng.randint(0, len(pieces)))))


def explain_empty_cells(got, expected, container, hints) -> str:
    """Say how many cells there are, and how many the hints fill."""
    return f"Cells of the box: {len(container)}. Cells that the hints fill: {len(filled_cells(hints))}."


# ---- 0.2 ---------------------------------------------------------------------------------------------------

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
TWICE = [
    Args(TWO, (FRONT, FRONT)),
    Args(TWO, (("A", FOUR[:1]), ("A", FOUR[1:2]))),
    Args(FOUR, (LEFT, ("B", FOUR[1:2]), ("A", FOUR[3:]))),
    Args(FOUR, (LEFT, ("B", FOUR[1:2]), ("B", FOUR[3:]))),
    Args(FOUR, (("A", FOUR[:1]), ("B", FOUR[1:2]), ("B", FOUR[2:3]), ("C", FOUR[3:]))),
]  # a piece twice, or a name, anywhere in the list
OVERLAPS = [
    Args(FOUR, (("A", FOUR[0::3]), ("B", FOUR[0::3]))),  # the coordinates' sums are the box's
    Args(TWO, (("A", TWO[:1]), ("B", TWO[:1]), ("C", TWO[:1]), ("D", TWO[1:]))),
]  # a cell filled by two pieces, and by three


@exercise(
    "0.2",
    keeps=True,
    correct="You have written a referee. It accepts real packings and rejects them as soon as one piece "
    "is taken out or put in twice.",
)
def exactly_once(answer):
    real = [args for seed in SEEDS for args in (*real_packings(seed), *cut_boxes(seed))]
    return try_on(
        answer,
        [Args(list(box), list(pieces)) for box, pieces in (*PACKINGS, *TWICE, *OVERLAPS, *real)],
        oracle=is_exactly_once,
        same=same_kind_and_value,
        say=explain_packing,
        size=lambda container, pieces: (bool(used_twice(pieces)), weight(pieces)),
        picture=lambda got, expected, container, pieces: layer_table(container, pieces),
    )


def real_packings(seed: int) -> list[Args]:
    """Return a packing as it is, and with faults: a piece missing, a piece put in twice, a piece where
    another is, a piece with another's name.
    """
    made = generate("2x4x4", 8, seed)
    packing = (name, cells), (other, where), *_ = as_pairs(made.solution)
    faulty = (
        packing[1:],
        (*packing, packing[0]),
        ((name, where), *packing[1:]),
        ((other, cells), *packing[1:]),
    )
    return [Args(made.puzzle.container, pieces) for pieces in (packing, *faulty)]


def cut_boxes(seed: int) -> list[Args]:
    """Return a box of any size cut into pieces, and again with the first cell moved onto the last."""
    cells, ((name, first), *rest) = cut_box(Random(seed))
    moved = (name, (*first[1:], cells[-1]))
    return [Args(cells, ((name, first), *rest)), Args(cells, (moved, *rest))]


def is_exactly_once(container, pieces) -> bool:
    """Return whether placements fill a box exactly once, by counting cells and names: the oracle."""
    return Counter(filled_cells(pieces)) == Counter(container) and used_twice(pieces) is None


def used_twice(pieces) -> str | None:
    """Return the first name that is in a list of pieces more than once."""
    names = [piece for piece, _ in pieces]
    return next((name for name in names if names.count(name) > 1), None)


def explain_packing(got, expected, container, pieces) -> str:
    """Return why the example is a packing, or why it is not."""
    times = Counter(filled_cells(pieces))
    for cell in dict.fromkeys((*container, *times)):
        if cell not in container:
            return f"The cell {cell} is filled, but it is not in the box."
        if times[cell] != 1:
            return f"The cell {cell} is filled {TIMES.get(times[cell], f'{times[cell]} times')}."
    if twice := used_twice(pieces):
        return f"Every cell of the box is filled exactly once, but piece {twice} is used twice."
    return "Every cell of the box is filled exactly once, and no piece is used twice."


TIMES = {0: "by no piece", 2: "twice"}


def layer_table(container, pieces):
    """Return a box of one layer from above, in letters; nothing for larger ones."""
    from IPython.display import HTML

    cells = {*container, *filled_cells(pieces)}
    wide, deep, high = (1 + max(cell[axis] for cell in cells) for axis in range(3))
    rows = [[layer_field((x, y, 0), container, pieces) for x in range(wide)] for y in reversed(range(deep))]
    return HTML(TABLE.format("".join(f"<tr>{''.join(row)}</tr>" for row in rows))) if high == 1 else None


def layer_field(cell, container, pieces) -> str:
    """Return the pieces in a cell, as a field of a table; a cell outside the box has no border."""
    letters = " ".join(piece for piece, cells in pieces if cell in cells)
    border = "2px solid" if cell in container else "none"
    return f'<td style="border: {border}; width: 2.5em; height: 2.5em; text-align: center">{letters}</td>'


TABLE = (
    '<table style="border-collapse: collapse"><caption style="white-space: nowrap; text-align: '
    'left">The box from above, its front below</caption>{}</table>'
)


# ---- 0.3 ---------------------------------------------------------------------------------------------------

OFFERS = {
    "Ada": ("Monday", "Wednesday"),
    "Ben": ("Tuesday", "Thursday"),
    "Cleo": ("Wednesday", "Friday"),
    "Dan": ("Monday", "Tuesday"),
    "Eve": ("Thursday",),
    "Finn": ("Monday", "Friday"),
    "Gus": ("Wednesday", "Thursday"),
}
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


@exercise(
    "0.3",
    correct="Each day exactly once, with offers taken whole. Days are cells, offers are pieces: the same "
    "sentence in other clothes. There is no other choice that works.",
)
def watering(answer):
    words = watering_fault(list_if_iterator(answer))
    if words:
        yield Counterexample(words, got=answer)


def watering_fault(names) -> str | None:
    """Return the first day that some offers do not fill exactly once, as a sentence; None if they fill all.

    >>> watering_fault(["Ada", "Ben"])
    'On Friday nobody comes.'
    """
    if not is_several(names):
        return "A list of names is asked for."
    if strange := [name for name in names if name not in list(OFFERS)]:
        return f"`{strange[0]!r}` has made no offer. The names are {', '.join(OFFERS)}."
    if len(set(names)) < len(names):
        return "A name is in your list twice. An offer can be accepted only once."
    for day in WEEK:
        there = [name for name in names if day in OFFERS[name]]
        if len(there) != 1:
            return f"On {day} {join_words(there) + ' come' if there else 'nobody comes'}."
    return None
