"""Lesson 02, polycubes: normal form, a quarter turn, orientations, placements, and all polycubes of
a size."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

from puzzlelib import pictures as draw
from puzzlelib.common.words import how_often, many
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, box_cells
from puzzlelib.packing.shapes import (
    ALL_TURNS,
    ROTATIONS,
    Cell,
    is_connected,
    mirrored,
    neighbours,
    normal_form,
    orientations,
    placements,
    turned,
)

from ..kit.checks import Text
from ..kit.checks.counterexample import show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import list_of_lists
from ..kit.checks.values import is_several, is_whole

Shape = tuple[Cell, ...]

ONE = [(0, 0, 0)]
DOMINO = [(0, 0, 0), (0, 1, 0)]
V = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
I4 = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)]
L4 = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]
O4 = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
V5 = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (2, 2, 0)]
Z4 = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)]
PYRAMID = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
WIDE = [(-3, 0, 0), (-3, 0, 12), (-3, 1, 0), (-3, 11, 2), (-3, 2, 2), (7, 1, 3), (-1, 0, 0)]
A_SHAPE = "A list or a tuple of cells is asked for, each cell three whole numbers."


# -------- reading and drawing shapes


def is_cell(value, axes: int) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == axes and all(map(is_whole, value))


def are_cells(value, axes: int) -> bool:
    """Return whether a value is a collection of cells, at least one."""
    several = isinstance(value, (tuple, list, set, frozenset)) and len(value) > 0
    return several and all(is_cell(cell, axes) for cell in value)


def is_shape(value) -> bool:
    """Return whether a value is a collection of cells, none twice.

    >>> is_shape([(0, 0, 0), (1, 0, 0)]), is_shape([(0, 0)]), is_shape([(0, 0, 0), (0, 0, 0)])
    (True, False, False)
    """
    return are_cells(value, 3) and len(set(map(tuple, value))) == len(value)


def plain_cells(cells: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
    """Return the cells as tuples of Python's own numbers: some of NumPy's do not go below 0."""
    return [tuple(map(int, cell)) for cell in cells]


def hang_together(cells: Iterable[Cell]) -> bool:
    """Do the cells hang together, face to face?

    >>> hang_together([(0, 0, 0), (1, 0, 0)]), hang_together([(0, 0, 0), (1, 1, 0)])
    (True, False)
    """
    return is_connected(plain_cells(cells))


def name_of(cells: Iterable[Cell]) -> Shape:
    """Return the smallest of all orientations: the same for a piece, however it was turned."""
    return min(orientations(map(tuple, cells)))


def shapes_figure(*shapes: Iterable[Cell], names: str = "AB"):
    """Return a figure of one shape, or of two side by side, with these letters."""
    cells = [tuple((*cell, box) for cell in normal_form(shape)) for box, shape in enumerate(shapes)]
    pieces = tuple(Piece(name, normal_form(shape)) for name, shape in zip(names, shapes))
    puzzle = PackingPuzzle("shapes", sum(cells, ()), pieces)
    return draw.figure(puzzle, {Placement(name, place): "solution" for name, place in zip(names, cells)})


# -------- 2.1 normal form

SHAPES_21 = [
    ONE,
    [(2, 0, 0)],
    [(5, 2, 2), (4, 2, 2)],
    [(1, 1, 1), (1, 2, 1), (0, 2, 1)],
    [(0, -1, -2), (0, 0, -2)],
    [(3, 5, 1), (2, 5, 1), (2, 5, 2), (2, 6, 1)],
    Z4,
    WIDE,
]


@exercise(
    "2.1",
    correct="Two lists of cells are one shape, up to pushing, exactly when their normal forms are equal.",
)
def the_normal_form(answer):
    yield from refuse_library(answer, {"normal_form"}, [ONE])
    yield from try_on(
        answer,
        SHAPES_21,
        oracle=normal_form,
        say=explain_normal_form,
        picture=lambda got, expected, cells: shapes_figure(cells),
    )


def explain_normal_form(got, expected, cells) -> str:
    if not isinstance(got, (tuple, list)) or not is_shape(got):
        return A_SHAPE
    for axis, name in enumerate("xyz"):
        if low := min(cell[axis] for cell in got):
            return f"The smallest {name} in your answer is {low}. It should be 0."
    if sorted(map(tuple, got)) != list(expected):
        return "The shape itself has changed: pushing moves all cells by the same amount."
    return (
        "A sorted tuple of cells is asked for, and each cell is a tuple too: otherwise the same shape "
        "could have two normal forms."
    )


# -------- 2.2 a quarter turn

LARGER = {
    5: [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1), (2, 1, 1)],
    6: [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 0, 0), (1, 0, 1), (0, 2, 1)],
    8: [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (2, 1, 1), (2, 1, 2), (1, 1, 2), (0, 0, 1)],
}  # shapes of so many cells that differ from their mirror images
QUARTERS = (((0, 2, 1), (1, -1, 1)), ((0, 2, 1), (1, 1, -1)))  # about x, one way and the other
SHAPES_22 = [
    ONE,
    DOMINO,
    [(0, 0, 0), (0, 0, 1)],
    [(0, 0, 0), (1, 0, 0)],
    V,
    Z4,
    list(mirrored(Z4)),
    *LARGER.values(),
]  # the twins find mirrors out


def quarter_turns(cells) -> list[Shape]:
    """Return a shape after a quarter turn about x, one way and the other, in normal form."""
    return [normal_form(turned(cell, turn) for cell in cells) for turn in QUARTERS]


def not_a_quarter(got, cells) -> str | None:
    """Say why a result is no quarter turn about x; None if it is one."""
    if not is_shape(got):
        return A_SHAPE
    result = normal_form(plain_cells(got))
    if result in quarter_turns(cells):
        return None
    return f"{explain_turn(result, cells)} In the picture, B is before and A after your turn."


def explain_turn(result: Shape, cells) -> str:
    if len(result) != len(cells):
        return "The number of cells has changed."
    if result == normal_form(cells):
        return "Up to pushing, nothing has moved. A quarter turn about x brings what lies along y to z."
    images = [normal_form(turned(cell, turn) for cell in cells) for turn in ROTATIONS]
    if result in images:
        return (
            "This is a turn, but not a quarter turn about x. There, x stays as it is, and y and z "
            "change places."
        )
    mirrors = [normal_form(turned(cell, turn) for cell in cells) for turn in ALL_TURNS]
    return (
        "This is a mirror image: no turn of your hand does it."
        if result in mirrors
        else "This is another shape: no turn does it."
    )


@exercise(
    "2.2",
    correct="One of the two numbers that change places must change its sign. Without the sign you have a "
    "mirror, not a turn.",
)
def turn_x(answer):
    return try_on(
        answer,
        SHAPES_22,
        fault=not_a_quarter,
        picture=lambda got, expected, cells: (
            shapes_figure(cells, got, names="BA") if is_shape(got) else shapes_figure(cells)
        ),
    )


# -------- 2.3 orientations

SHAPES_23 = [ONE, DOMINO, V, O4, I4, PYRAMID, Z4, L4, *LARGER.values()]


def shapes_in(got) -> list[Shape] | None:
    """Return an answer as shapes in normal form; None if it is no collection of shapes."""
    if not is_several(got) and not isinstance(got, dict):
        return None
    got = list_of_lists(list(got))
    return [normal_form(plain_cells(shape)) for shape in got] if all(map(is_shape, got)) else None


class Fault(NamedTuple):
    """The first mistake in a collection of shapes, and the shapes it is about: the student's own,
    or one that is missing."""

    say: str
    shapes: tuple[Shape, ...] = ()
    missing: bool = False


def wrong_orientations(got, cells) -> Fault | None:
    shapes, expected = shapes_in(got), orientations(cells)
    got = list_of_lists(got)
    if shapes is None:
        return Fault(no_shapes(got), (normal_form(cells),))
    if twice := find_repeated(shapes):
        return Fault(
            f"Your answer has {len(shapes)} shapes, but this one is among them "
            f"{how_often(shapes.count(twice))}, in one place or pushed elsewhere.",
            (twice,),
        )
    if strange := sorted(set(shapes) - set(expected)):
        return Fault("This is in your answer, but no rotation makes it from the example.", (strange[0],))
    if untidy := [shape for shape in got if not in_normal_form(shape)]:
        return Fault(
            f"This orientation is in your answer as `{show_value(untidy[0], 80)}`. Its normal form is asked "
            f"for: `{normal_form(map(tuple, untidy[0]))}`.",
            (normal_form(map(tuple, untidy[0])),),
        )
    if missing := sorted(set(expected) - set(shapes)):
        return Fault("This orientation is missing from your answer.", (missing[0],), True)
    return None


def in_normal_form(shape) -> bool:
    """Is a shape pushed into the corner, its cells in order? Lists will do for tuples."""
    return isinstance(shape, (list, tuple)) and [*map(tuple, shape)] == list(normal_form(map(tuple, shape)))


def no_shapes(got) -> str:
    """Say why an answer is no collection of shapes."""
    for shape in got if is_several(got) else ():
        if are_cells(shape, 3) and not is_shape(shape):
            return f"One of your shapes has a cell twice: `{show_value(shape, 80)}`."
    return "A list or a set of shapes is asked for, and a shape is a tuple of cells."


def find_repeated(shapes: list[Shape]) -> Shape | None:
    """Return the smallest shape that is in a list more than once."""
    return min((shape for shape in shapes if shapes.count(shape) > 1), default=None)


@exercise(
    "2.3",
    correct="Their normal forms make equal pictures equal, so each of them is kept once. The domino has 3 "
    "orientations, the O 3.",
)
def all_orientations(answer):
    yield from refuse_library(answer, {"orientations", "placements"}, [ONE])
    yield from try_on(
        answer,
        SHAPES_23,
        fault=lambda got, cells: fault.say if (fault := wrong_orientations(got, cells)) else None,
        picture=lambda got, expected, cells: shapes_figure(*wrong_orientations(got, cells).shapes),
    )


# -------- 2.4a placements in a box

BOXES = [
    Args(ONE, (1, 1, 1)),
    Args(ONE, (2, 1, 1)),
    Args(ONE, (3, 2, 2)),
    Args(DOMINO, (1, 1, 1)),
    Args(DOMINO, (2, 1, 1)),
    Args(DOMINO, (2, 2, 1)),
    Args(V, (2, 2, 1)),
    Args(V, (2, 2, 2)),
    Args(I4, (3, 3, 3)),
    Args(I4, (4, 1, 1)),
    Args(I4, (1, 1, 1)),
    Args(V5, (1, 1, 1)),  # too long along two axes
    Args(O4, (2, 2, 2)),
    Args(PYRAMID, (4, 4, 1)),
    Args(L4, (2, 4, 4)),
    Args(Z4, (5, 4, 3)),
    Args(LARGER[5], (4, 5, 3)),
    Args(LARGER[6], (6, 6, 6)),
    Args(LARGER[8], (2, 9, 5)),
]


def wrong_placements(got, cells, box) -> str | None:
    if not is_several(got) or not all(is_several(place) and are_cells([*place], 3) for place in got):
        return "A list of placements is asked for, each a set of cells with three numbers."
    mine = Counter(frozenset(map(tuple, place)) for place in got)
    inside, true = set(box_cells([box])), {*map(frozenset, placements(cells, box_cells([box])))}
    for place in sorted(mine, key=sorted):
        if outside := sorted(place - inside):
            return f"The cell {outside[0]} of one of your placements is not in the box."
        if place not in true:
            return f"The cells {written(place)} are no placement of this piece: no rotation makes them."
        if mine[place] > 1:
            return f"The placement {written(place)} is in your list {how_often(mine[place])}."
    if lost := [place for place in true if place not in mine]:
        return f"The placement {written(min(lost, key=sorted))} is missing."
    return None


def written(place: Iterable[Cell]) -> str:
    return " ".join(map(str, sorted(place)))


def box_figure(got, expected, cells, box):
    """Return the piece in its box where it fits, by itself where it does not."""
    puzzle = PackingPuzzle("box", box_cells([box]), (Piece("A", tuple(cells)),))
    return (
        draw.figure(puzzle, {puzzle.placements[0]: "solution"}) if puzzle.placements else shapes_figure(cells)
    )


@exercise(
    "2.4a",
    keeps=True,
    correct=f"Judged with {len(BOXES)} pieces and boxes. A search for packings chooses from such lists.",
)
def placements_in_a_box(answer):
    yield from refuse_library(answer, {"placements"}, [V, (2, 2, 1)])
    yield from try_on(
        answer, BOXES, fault=wrong_placements, picture=box_figure, size=lambda cells, box: (len(cells), box)
    )


# -------- 2.5 all polycubes of a size


@cache
def all_polycubes(size: int) -> tuple[Shape, ...]:
    """Return all polycubes of a size, twins counted as two, each by its smallest orientation.

    >>> [len(all_polycubes(n)) for n in (1, 2, 3, 4)]
    [1, 1, 2, 8]
    """
    if size == 1:
        return (((0, 0, 0),),)
    grown = ((shape, cell) for shape in all_polycubes(size - 1) for old in shape for cell in neighbours(old))
    return tuple(sorted({name_of((*shape, cell)) for shape, cell in grown if cell not in shape}))


def wrong_polycubes(got, size: int) -> Fault | None:
    shapes = shapes_in(got)
    if shapes is None:
        return Fault(no_shapes(got))
    for shape in shapes:
        if len(shape) != size:
            return Fault(f"This shape has {many(len(shape), 'cell')}.", (shape,))
        if not hang_together(shape):
            return Fault("The cells of this shape do not hang together face to face.", (shape,))
    return not_each_once(shapes, size)


def not_each_once(shapes: list[Shape], size: int) -> Fault | None:
    """Return a piece that is there twice, or not at all."""
    names = [name_of(shape) for shape in shapes]
    if (twice := find_repeated(names)) is not None:
        pair = [shape for shape, name in zip(shapes, names) if name == twice][:2]
        same = (
            "This piece is in your answer more than once."
            if pair[0] == pair[1]
            else "These two are the same piece, turned. It should be in your answer once."
        )
        return Fault(same, tuple(dict.fromkeys(pair)))
    missing = next((shape for shape in all_polycubes(size) if shape not in names), None)
    if missing is None:
        return None
    twin = name_of(mirrored(missing)) in names
    return Fault(
        "This one is missing." + " Its mirror image is there, but no turn makes one from the other." * twin,
        (missing,),
        True,
    )


SIZES = range(1, 7)


@exercise("2.5", seconds=30, correct="For 1 to 6 cells your function finds 1, 1, 2, 8, 29 and 166 polycubes.")
def polycubes(answer):
    all_polycubes.cache_clear()  # a call that finds its answer there runs nothing
    yield from refuse_library(answer, {"all_polycubes"}, [1])
    for size in SIZES:
        if fault := polycubes_fault(answer, size):
            words = Text("\n".join(map(str, fault.shapes)))
            side = {"expected" if fault.missing else "got": words if fault.shapes else answer(size)}
            picture = partial(shapes_figure, *fault.shapes) if fault.shapes else None
            yield Counterexample(fault.say, Text(f"size {size}"), **side, picture=picture)


def polycubes_fault(answer, size: int) -> Fault | None:
    """Return the first fault of a student's polycubes of a size, or None; a generator will do."""
    got = answer(size)
    return wrong_polycubes(list(got) if isinstance(got, Iterator) else got, size)


# -------- 2.6 shapes with given numbers of orientations

ASKED = (1, 4, 6)
MOST_CELLS = 60


@exercise(
    "2.6",
    correct=lambda answer: "Each of your shapes has as many orientations as you say. " + still_open(answer),
    stub={3: [(0, 0, 0), (1, 0, 0)]},
)
def shapes_with_orientations(answer):
    if not isinstance(answer, dict):
        yield Counterexample("A dictionary is asked for: number of orientations → cells.", got=answer)
    for number in sorted({*ASKED, *answer}, key=str):
        if number not in answer:
            yield Counterexample(f"Your dictionary has no shape with {many(number, 'orientation')}.")
        elif say := shape_fault(cells := list_of_lists(answer[number]), number):
            drawable = is_shape(cells) and len(cells) <= MOST_CELLS
            yield Counterexample(
                say,
                Text(f"your shape for {number}"),
                cells,
                picture=(lambda: shapes_figure(map(tuple, cells))) if drawable else None,
            )


def shape_fault(shape, number) -> str:
    """Say why a shape has not this number of orientations; "" if it has."""
    if not is_shape(shape):
        return "This is not a shape: some cells, each three whole numbers, none twice."
    if not 2 <= len(shape) <= MOST_CELLS:
        return f"The shape should have 2 to {MOST_CELLS} cells."
    if not hang_together(shape):
        return "The cells of this shape do not hang together face to face."
    return "" if len(orientations(plain_cells(shape))) == number else rotations_that_stay(shape)


def rotations_that_stay(cells: Iterable[Cell]) -> str:
    """Say why a shape has so many orientations.

    >>> rotations_that_stay([(0, 0, 0), (1, 0, 0)])
    '8 of the 24 rotations leave this shape as it is, so it has 24 / 8 = 3 orientations.'
    """
    found, turns = len(orientations(plain_cells(cells))), len(ROTATIONS)
    stay = turns // found
    verb = "leaves" if stay == 1 else "leave"
    so = f"so it has {turns} / {stay} = {many(found, 'orientation')}"
    return f"{stay} of the {turns} rotations {verb} this shape as it is, {so}."


def still_open(answer) -> str:
    """Return the numbers of orientations for which the student has no shape yet."""
    left = [n for n in range(1, len(ROTATIONS) + 1) if len(ROTATIONS) % n == 0 and n not in answer]
    return (
        f"Numbers that you could add: {', '.join(map(str, left))}."
        if left
        else "And you have found one for every number that is possible."
    )


def pairs(shapes: Iterable[Shape]) -> list[tuple[Shape, Shape]]:
    """Return the twins among all polycubes of a size: mirror images that no turn brings together.

    >>> len(pairs(all_polycubes(4)))
    1
    """
    return [(shape, twin) for shape in shapes if (twin := name_of(mirrored(shape))) > shape]


# ---- 2.7 honeycombs, without help --------------------------------------------------------------------------

Hexagon = tuple[int, int]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
SIZES_27 = range(1, 7)  # with one neighbour forgotten, no piece is missing before the size 6


def comb_name(cells: Iterable[Hexagon]) -> tuple[Hexagon, ...]:
    """Return one name for a honeycomb, however it is pushed, turned or turned over: the smallest of its
    pictures.

    >>> comb_name([(5, 5), (5, 6)]) == comb_name([(0, 0), (1, -1)])
    True
    """
    cells, pictures = plain_cells(cells), []
    for _ in range(6):
        cells = [(-r, q + r) for q, r in cells]
        pictures += [cells, [(r, q) for q, r in cells]]
    return min(map(pushed_comb, pictures))


def pushed_comb(cells: Iterable[Hexagon]) -> tuple[Hexagon, ...]:
    """Return a honeycomb pushed so that its smallest numbers are 0, its cells in order."""
    cells = list(cells)
    low = [min(cell[axis] for cell in cells) for axis in (0, 1)]
    return tuple(sorted((q - low[0], r - low[1]) for q, r in cells))


@cache
def all_combs(size: int) -> frozenset:
    """Return the names of all honeycombs of a size.

    >>> [len(all_combs(size)) for size in SIZES_27]
    [1, 1, 3, 7, 22, 82]
    """
    if size == 1:
        return frozenset({((0, 0),)})
    grown = ((piece, (q + a, r + b)) for piece in all_combs(size - 1) for q, r in piece for a, b in AROUND)
    return frozenset(comb_name([*piece, new]) for piece, new in grown if new not in piece)


def combs_fault(got, size: int) -> str | None:
    got = list_of_lists(got)
    if not isinstance(got, list) or not all(are_cells(piece, 2) for piece in got):
        return "A set or a list of honeycombs is asked for, each a tuple of cells (q, r)."
    got = [tuple(plain_cells(piece)) for piece in got]
    for piece in got:
        if len(set(piece)) != size or len(piece) != size:
            return f"`{show_value(piece, 80)}` does not have {size} different cells."
        if comb_name(piece) not in all_combs(size):
            return f"`{show_value(piece, 80)}` does not hang together."
    names = [comb_name(piece) for piece in got]
    if twice := find_repeated(names):
        same = sorted(piece for piece, name in zip(got, names) if name == twice)
        return f"These two are the same piece: `{show_value(same[0], 80)}` and `{show_value(same[1], 80)}`."
    if lost := sorted(all_combs(size) - set(names)):
        return f"`{lost[0]}` is missing, and so is every picture of it."
    return None


@exercise(
    "2.7",
    seconds=20,
    correct="Other cells, another group of turns, the same idea. For 1 to 6 cells your function finds 1, 1, "
    "3, 7, 22 and 82 honeycombs.",
)
def honeycombs(answer):
    return try_on(answer, SIZES_27, fault=combs_fault)
