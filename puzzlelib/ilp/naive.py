"""Nine L's in a cube, by the first model that comes to mind: a variable for each element in each cell, and
four rules.

    P[k,x,y,z] = 1: element k (1 to 9) fills the cell (x,y,z)

Each rule can be left out, to see what goes wrong without it. Source of the model: A. Furmanek, ILP Part 16,
Solving cube riddle.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import product
from typing import NamedTuple

from ..common.errors import check_choice, check_int
from ..common.words import join_words, many, place
from ..packing.puzzle import Placement, Solution
from ..packing.shapes import Cell
from .model import Model, Variable, total

RULES = ("three", "together", "bent", "once")
SAYS = {
    "three": "each element has three cells",
    "together": "two pairs of cells touch in each element",
    "bent": "at most two cells of an element in a line",
    "once": "each cell is filled exactly once",
}
MOST = 9  # elements and side: one sign for each, and nothing gets too large
Elements = Mapping[int, Collection[Cell]]  # element -> its cells


# -------- the model


class Naive(NamedTuple):
    """A model that is being built: its variables P[k, x, y, z], the elements' numbers, the cube's cells."""

    model: Model
    P: dict[tuple[int, ...], Variable]
    elements: range
    cells: list[Cell]


def naive_model(
    rules: Iterable[str] = RULES, elements: int = 9, side: int = 3, products: str = "each pair"
) -> Model:
    """The riddle with the variables P[k,x,y,z], under these rules.

    Parameters
    ----------
    rules : of `RULES`; all of them make the riddle
    elements, side : how many elements, and the cells along an edge of the cube
    products : how the rule "together" is made linear. "each pair": a variable for each product of two
        neighbours. "the trap": one for each cell, "P and the sum of the neighbours to the right, behind and
        above", as if a sum were true or false

    >>> model = naive_model()
    >>> len(model.names), len(model.rows)
    (729, 1746)
    """
    rules, numbers = chosen(rules), range(1, check_int("elements", elements, least=1, most=MOST) + 1)
    sides = [range(check_int("side", side, least=1, most=MOST))] * 3
    together = PRODUCTS[check_choice("products", products, PRODUCTS)]
    model = Model("nine L's, naive")
    naive = Naive(model, model.grid("P", numbers, *sides), numbers, list(product(*sides)))
    for rule, add in zip(RULES, (three_cells, together, not_straight, once)):
        if rule in rules:
            add(naive)
    return model


def chosen(rules: Iterable[str]) -> list[str]:
    """Some of `RULES`, or `PuzzleError`."""
    return [check_choice("rule", rule, RULES) for rule in ([rules] if isinstance(rules, str) else rules)]


def three_cells(naive: Naive) -> None:
    """Each element fills three cells."""
    model, P, elements, cells = naive
    for k in elements:
        model.row(f"element {k}: three cells", total(P[k, *cell] for cell in cells) == 3)


def each_pair(naive: Naive) -> None:
    """In each element two pairs of cells touch: the sum of P · (right + behind + above) is 2, every product a
    variable of its own."""
    model, P, elements, cells = naive
    for k in elements:
        pairs = [model.product(P[k, *cell], other) for cell in cells for other in beyond_in(P, k, cell)]
        model.row(f"element {k}: two pairs touch", total(pairs) == 2)


def the_trap(naive: Naive) -> None:
    """The same with "P and the sum" in place of P · sum. Where P is 1 and the sum is 2, the product is 2 and
    a conjunction is 1."""
    model, P, elements, cells = naive
    for k in elements:
        around = {cell: beyond_in(P, k, cell) for cell in cells}
        both = [conjunction(model, P[k, *cell], others) for cell, others in around.items() if others]
        model.row(f"element {k}: two pairs touch", total(both) == 2)


PRODUCTS = {"each pair": each_pair, "the trap": the_trap}


def beyond_in(P: Mapping, k: int, cell: Cell) -> list[Variable]:
    """The variables of an element for the neighbours `beyond` a cell."""
    return [P[k, *other] for other in beyond(cell) if (k, *other) in P]


def conjunction(model: Model, one: Variable, others: list[Variable]) -> Variable:
    """A new variable that is 1 exactly when `one` is and the sum of the others is not 0.

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
    """At most two cells of an element in any line of the cube."""
    model, P, elements, cells = naive
    for k, line in product(elements, lines(cells)):
        name = f"element {k}: not straight from {place(line[0])} to {place(line[-1])}"
        model.row(name, total(P[k, *cell] for cell in line) <= 2)


def once(naive: Naive) -> None:
    """Each cell is filled by exactly one element."""
    model, P, elements, cells = naive
    for cell in cells:
        model.row(f"cell {place(cell)}: once", total(P[k, *cell] for k in elements) == 1)


def beyond(cell: Cell) -> list[Cell]:
    """The neighbours to the right, behind and above: so each pair of neighbours is met once.

    >>> beyond((0, 1, 2))
    [(1, 1, 2), (0, 2, 2), (0, 1, 3)]
    """
    x, y, z = cell
    return [(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)]


def lines(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """All the lines along x, y and z.

    >>> len(lines(product(range(3), repeat=3)))
    27
    """
    found = defaultdict(list)
    for cell in sorted(cells):
        for axis in range(3):
            found[axis, *cell[:axis], *cell[axis + 1 :]].append(cell)
    return [tuple(found[key]) for key in sorted(found)]


# -------- what a solver gives back


def cells_of(values: Mapping[str, float]) -> dict[int, list[Cell]]:
    """The cells of each element, from the values of the variables.

    >>> cells_of({"P[1,0,0,0]": 1, "P[1,0,0,1]": 1, "P[2,0,0,0]": 0, "P[1,0,0,0]*P[1,0,0,1]": 1})
    {1: [(0, 0, 0), (0, 0, 1)], 2: []}
    """
    found = defaultdict(list)
    for name, value in values.items():
        if match := re.fullmatch(r"P\[(\d+),(\d+),(\d+),(\d+)\]", name):
            k, *cell = map(int, match.groups())
            found[k] += [tuple(cell)] if value > 0.5 else []
    return {k: sorted(found[k]) for k in sorted(found)}


def packing_of(cells: Elements) -> Solution:
    """The elements as a solution of the catalogue's nine-ls, right or wrong, for the referee.

    >>> packing_of({1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)]})
    (Placement(piece='V', cells=((0, 0, 0), (0, 1, 0), (1, 0, 0))),)
    """
    return tuple(sorted(Placement("V", tuple(sorted(own))) for own in cells.values()))


def what_goes_wrong(cells: Elements, side: int = 3) -> list[str]:
    """What keeps the elements from being L's that fill the cube, a sentence for each kind of fault.

    >>> what_goes_wrong({1: [(0, 0, 0), (1, 0, 0), (2, 0, 0)], 2: [(0, 0, 0)]}, side=2)[:2]
    ['1 element has not three cells: 2 has 1.', '1 element is straight: 1.']
    """
    cells = {k: sorted(set(own)) for k, own in cells.items()}
    said = (fault(cells) for fault in (wrong_sizes, scattered, straight, crowded))
    empty = side**3 - len(sharers(cells))
    return [say for say in (*said, f"{they(empty, 'cell')} empty." if empty else "") if say]


# Each of these looks for one kind of fault, and gives nothing where there is none.


def wrong_sizes(cells: Elements) -> str:
    sizes = defaultdict(list)
    for k, own in cells.items():
        sizes[len(own)].append(k)
    wrong = {size: who for size, who in sorted(sizes.items()) if size != 3}
    count = sum(map(len, wrong.values()))
    have = lambda who: "has" if len(who) == 1 else "have"
    told = (f"{join_words(who)} {have(who)} {size or 'none'}" for size, who in wrong.items())
    return f"{they(count, 'element', 'has', 'have')} not three cells: {'; '.join(told)}." if wrong else ""


def scattered(cells: Elements) -> str:
    wrong = [k for k, own in cells.items() if len(parts(own)) > 1]
    return f"{they(len(wrong), 'element')} scattered: {join_words(wrong)}." if wrong else ""


def straight(cells: Elements) -> str:
    wrong = [k for k, own in cells.items() if any(len(line) > 2 for line in lines(own))]
    return f"{they(len(wrong), 'element')} straight: {join_words(wrong)}." if wrong else ""


def crowded(cells: Elements) -> str:
    if len(cells) > 1 and len({tuple(own) for own in cells.values()}) == 1 and next(iter(cells.values())):
        return f"All {len(cells)} elements are in one place."
    wrong = {cell: who for cell, who in sharers(cells).items() if len(who) > 1}
    if not wrong:
        return ""
    fullest = max(sorted(wrong), key=lambda cell: len(wrong[cell]))
    example = f"{place(fullest)} holds {join_words(sorted(wrong[fullest]))}"
    return f"{they(len(wrong), 'cell', 'holds', 'hold')} more than one element: {example}."


def they(n: int, what: str, one: str = "is", more: str = "are") -> str:
    """A number with its noun and its verb.

    >>> they(1, "cell"), they(2, "element", "has", "have")
    ('1 cell is', '2 elements have')
    """
    return f"{many(n, what)} {one if n == 1 else more}"


def sharers(cells: Elements) -> dict[Cell, list[int]]:
    """Each cell that is filled, with the elements in it."""
    found = defaultdict(list)
    for k, own in cells.items():
        for cell in own:
            found[cell].append(k)
    return dict(found)


def parts(cells: Collection[Cell]) -> list[tuple[Cell, ...]]:
    """The groups of cells that hang together by their faces.

    >>> parts([(0, 0, 0), (0, 0, 1), (2, 0, 0)])
    [((0, 0, 0), (0, 0, 1)), ((2, 0, 0),)]
    """
    import networkx as nx

    near = nx.Graph((cell, other) for cell in cells for other in beyond(cell))
    near.add_nodes_from(cells)
    together = nx.connected_components(near.subgraph(cells))
    return sorted(tuple(sorted(part)) for part in together)
