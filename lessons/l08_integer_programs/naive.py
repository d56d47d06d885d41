"""Nine L's in a cube, by the model that comes to mind first.

    P[k,x,y,z] = 1: element k (1 to 9) fills the cell (x,y,z)

Each of the four rules can be left out, to see what goes wrong without it.
Source of the model: A. Furmanek, ILP Part 16, Solving cube riddle.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import product
from typing import NamedTuple

from puzzlelib.common.errors import check_choice, check_int
from puzzlelib.common.words import join_words, many, place
from puzzlelib.ilp.model import Model, Variable, total
from puzzlelib.packing.puzzle import Placement
from puzzlelib.packing.shapes import Cell, components

RULES = ("three", "together", "bent", "once")
SAYS = {
    "three": "each element has three cells",
    "together": "two pairs of cells touch in each element",
    "bent": "at most two cells of an element in a line",
    "once": "each cell is filled exactly once",
}
MOST = 9  # elements and side: one digit for each
Elements = Mapping[int, Collection[Cell]]  # element -> its cells


# -------- the model


class Naive(NamedTuple):
    """A model with its variables P[k, x, y, z], the elements' numbers and the cube's cells."""

    model: Model
    P: dict[tuple[int, ...], Variable]
    elements: range
    cells: list[Cell]


def naive_model(
    rules: Iterable[str] = RULES, elements: int = 9, side: int = 3, products: str = "each pair"
) -> Model:
    """Return the riddle's model with some of its rules.

    Parameters
    ----------
    rules
        of `RULES`; all of them make the riddle
    elements, side
        the number of elements, and of cells along an edge of the cube
    products
        how to make the rule "together" linear: "each pair" has a variable for each product of two
        neighbours, "the shortcut" one for each cell, "P and the sum of the neighbours to the right,
        behind and above", as if a sum were true or false

    Examples
    --------
    >>> model = naive_model()
    >>> len(model.names), len(model.rows)
    (729, 1746)
    """
    rules, numbers = check_rules(rules), range(1, check_int("elements", elements, least=1, most=MOST) + 1)
    sides = [range(check_int("side", side, least=1, most=MOST))] * 3
    together = PRODUCTS[check_choice("products", products, PRODUCTS)]
    model = Model("nine L's, naive")
    naive = Naive(model, model.grid("P", numbers, *sides), numbers, list(product(*sides)))
    for rule, add in zip(RULES, (three_cells, together, not_straight, once)):
        if rule in rules:
            add(naive)
    return model


def check_rules(rules: Iterable[str]) -> list[str]:
    return [check_choice("rule", rule, RULES) for rule in ([rules] if isinstance(rules, str) else rules)]


def three_cells(naive: Naive) -> None:
    """Let each element fill three cells."""
    model, P, elements, cells = naive
    for k in elements:
        model.row(f"element {k}: three cells", total(P[k, *cell] for cell in cells) == 3)


def each_pair(naive: Naive) -> None:
    """Let two pairs of cells of each element touch: the sum of P · (right + behind + above) is 2."""
    model, P, elements, cells = naive
    for k in elements:
        pairs = [model.product(P[k, *cell], other) for cell in cells for other in beyond_in(P, k, cell)]
        model.row(f"element {k}: two pairs touch", total(pairs) == 2)


def the_shortcut(naive: Naive) -> None:
    """Take "P and the sum" for P · sum: where P is 1 and the sum 2, that is 1 instead of 2."""
    model, P, elements, cells = naive
    for k in elements:
        around = {cell: beyond_in(P, k, cell) for cell in cells}
        both = [conjunction(model, P[k, *cell], others) for cell, others in around.items() if others]
        model.row(f"element {k}: two pairs touch", total(both) == 2)


PRODUCTS = {"each pair": each_pair, "the shortcut": the_shortcut}


def beyond_in(P: Mapping, k: int, cell: Cell) -> list[Variable]:
    """Return the variables of an element for the neighbours `beyond` a cell."""
    return [P[k, *other] for other in beyond(cell) if (k, *other) in P]


def conjunction(model: Model, one: Variable, others: list[Variable]) -> Variable:
    """Add a variable that is 1 exactly when `one` is and the sum of the others is not 0.

    >>> model = Model()
    >>> a, b, c = model.variables("a", "b", "c")
    >>> both = conjunction(model, a, [b, c])
    >>> ones = {"a": 1, "b": 1, "c": 1}
    >>> both, model.broken(ones | {both.name: 1}), len(model.broken(ones))
    (a and (b + c), [], 1)
    """
    n, some = len(others), total(others)
    both = model.variable(f"{one} and ({some})")
    model.row(f"{both} at most {one}", both <= one)
    model.row(f"{both} at most the sum", both <= some)
    model.row(f"{both} if both", n * both >= n * one + some - n)
    return both


def not_straight(naive: Naive) -> None:
    """Allow at most two cells of an element in any line of the cube."""
    model, P, elements, cells = naive
    for k, line in product(elements, cube_lines(cells)):
        name = f"element {k}: not straight from {place(line[0])} to {place(line[-1])}"
        model.row(name, total(P[k, *cell] for cell in line) <= 2)


def once(naive: Naive) -> None:
    """Fill each cell by exactly one element."""
    model, P, elements, cells = naive
    for cell in cells:
        model.row(f"cell {place(cell)}: once", total(P[k, *cell] for k in elements) == 1)


def beyond(cell: Cell) -> list[Cell]:
    """Return the neighbours to the right, behind and above: each pair of neighbours is met once.

    >>> beyond((0, 1, 2))
    [(1, 1, 2), (0, 2, 2), (0, 1, 3)]
    """
    x, y, z = cell
    return [(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)]


def cube_lines(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Return all lines along x, y and z.

    >>> len(cube_lines(product(range(3), repeat=3)))
    27
    """
    found = defaultdict(list)
    for cell in sorted(cells):
        for axis in range(3):
            found[axis, *cell[:axis], *cell[axis + 1 :]].append(cell)
    return [tuple(found[key]) for key in sorted(found)]


# -------- the solution of a solver


def cells_of(values: Mapping[str, float]) -> dict[int, list[Cell]]:
    """Return the cells of each element, from the values of the variables.

    >>> cells_of({"P[1,0,0,0]": 1, "P[1,0,0,1]": 1, "P[2,0,0,0]": 0, "P[1,0,0,0]*P[1,0,0,1]": 1})
    {1: [(0, 0, 0), (0, 0, 1)], 2: []}
    """
    found = defaultdict(list)
    for name, value in values.items():
        if match := re.fullmatch(r"P\[(\d+),(\d+),(\d+),(\d+)\]", name):
            k, *cell = map(int, match.groups())
            found[k] += [tuple(cell)] if value > 0.5 else []
    return {k: sorted(found[k]) for k in sorted(found)}


def packing_of(cells: Elements) -> tuple[Placement, ...]:
    """Return the elements as a solution of nine-ls, right or wrong, for the referee.

    >>> packing_of({1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)]})
    (Placement(piece='V', cells=((0, 0, 0), (0, 1, 0), (1, 0, 0))),)
    """
    return tuple(sorted(Placement("V", tuple(sorted(own))) for own in cells.values()))


def what_goes_wrong(cells: Elements, side: int = 3) -> list[str]:
    """Say why the elements are not L's that fill the cube, in a sentence for each kind of fault.

    >>> what_goes_wrong({1: [(0, 0, 0), (1, 0, 0), (2, 0, 0)], 2: [(0, 0, 0)]}, side=2)[:2]
    ['1 element does not have three cells: 2 has 1.', '1 element is straight: 1.']
    """
    cells = {k: sorted(set(own)) for k, own in cells.items()}
    faults = [fault(cells) for fault in (size_fault, scatter_fault, straight_fault, crowd_fault)]
    empty = side**3 - len(sharers(cells))
    return [say for say in (*faults, f"{they(empty, 'cell')} empty." if empty else "") if say]


# Each of these describes one kind of fault, "" where there is none.


def size_fault(cells: Elements) -> str:
    sizes = defaultdict(list)
    for k, own in cells.items():
        sizes[len(own)].append(k)
    wrong = {size: who for size, who in sorted(sizes.items()) if size != 3}
    count = sum(map(len, wrong.values()))
    have = lambda who: "has" if len(who) == 1 else "have"
    each = (f"{join_words(who)} {have(who)} {size or 'none'}" for size, who in wrong.items())
    return f"{they(count, 'element', 'does', 'do')} not have three cells: {'; '.join(each)}." if wrong else ""


def scatter_fault(cells: Elements) -> str:
    wrong = [k for k, own in cells.items() if len(components(own)) > 1]
    return these(wrong, cells, "scattered")


def straight_fault(cells: Elements) -> str:
    wrong = [k for k, own in cells.items() if any(len(line) > 2 for line in cube_lines(own))]
    return these(wrong, cells, "straight")


def these(wrong: list[int], cells: Elements, fault: str) -> str:
    """Say which elements have a fault, "" if none.

    >>> these([2], {1: [], 2: []}, "straight"), these([1, 2, 3], {1: [], 2: [], 3: []}, "straight")
    ('1 element is straight: 2.', 'All 3 elements are straight.')
    """
    if len(wrong) == len(cells) > 2:
        return f"All {len(wrong)} elements are {fault}."
    return f"{they(len(wrong), 'element')} {fault}: {join_words(wrong)}." if wrong else ""


def crowd_fault(cells: Elements) -> str:
    if len(cells) > 1 and len({tuple(own) for own in cells.values()}) == 1 and next(iter(cells.values())):
        return f"All {len(cells)} elements are in one place."
    wrong = {cell: who for cell, who in sharers(cells).items() if len(who) > 1}
    if not wrong:
        return ""
    fullest = max(sorted(wrong), key=lambda cell: len(wrong[cell]))
    example = f"{place(fullest)} holds {join_words(sorted(wrong[fullest]))}"
    return f"{they(len(wrong), 'cell', 'holds', 'hold')} more than one element: {example}."


def they(n: int, what: str, one: str = "is", more: str = "are") -> str:
    """Write a number with its noun and its verb.

    >>> they(1, "cell"), they(2, "element", "has", "have")
    ('1 cell is', '2 elements have')
    """
    return f"{many(n, what)} {one if n == 1 else more}"


def sharers(cells: Elements) -> dict[Cell, list[int]]:
    """Return each cell that is filled, with the elements in it."""
    found = defaultdict(list)
    for k, own in cells.items():
        for cell in own:
            found[cell].append(k)
    return dict(found)
