"""Lesson 08, integer programs: rows are judged by what they allow and forbid, not by how they are written."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import ceil, inf
from textwrap import dedent

import numpy as np

from .. import pictures as draw
from ..common.words import many, place
from ..ilp.model import Model, Row, number, signed
from ..ilp.model import total as added_up
from ..ilp.placements import placement_model
from ..ilp.relaxation import relax
from ..ilp.solvers import solve_model
from ..packing.files import load
from ..packing.puzzle import PackingPuzzle, Piece, Placement, Solution
from ..packing.shapes import ROTATIONS, normal_form, turned
from ..search.algorithm_x import solutions
from ..search.exact_cover import why_impossible
from . import Text
from .counterexample import NOTHING
from .judge import Args, Counterexample, exercise, try_on

MOST_ROWS, MOST_SHOWN = 20_000, 3


class Sheet(Model):
    """A model that a student's function writes into. It can be hashed, so that the function does not get a
    copy of it.

    >>> Sheet()
    model
    """

    __hash__ = object.__hash__
    __repr__ = lambda self: "model"


def assignments(names: Iterable[str]) -> Iterator[dict[str, int]]:
    """All ways to give each variable 0 or 1, those with few ones first.

    >>> [values["a"] + values["b"] for values in assignments("ab")]
    [0, 1, 1, 2]
    """
    names = list(names)
    yield from (dict(zip(names, bits)) for bits in sorted(product((0, 1), repeat=len(names)), key=sum))


def table(values: Mapping[str, int]) -> Text:
    """The values of some variables in one line.

    >>> table({"a": 0, "b": 1})
    a = 0, b = 1
    """
    return Text(", ".join(f"{name} = {value}" for name, value in values.items()))


def listed(rows: Iterable[Row]) -> Text:
    """Some rows, one below the other; of many, the first."""
    rows = list(rows)
    more = [f"and {many(len(rows) - MOST_SHOWN, 'more row')}"] if len(rows) > MOST_SHOWN else []
    return Text("\n".join([*(cut(str(row)) for row in rows[:MOST_SHOWN]), *more]) or "no rows")


def cut(text: str) -> str:
    """A text that is not too long for a line.

    >>> cut("a" * 200) == "a" * 118 + " …"
    True
    """
    return text if len(text) <= 120 else text[:118].rstrip() + " …"


def rows_about(model: Model, values: Mapping[str, int]) -> Text:
    """The rows that speak of the variables that are 1, and otherwise all."""
    ones = {name for name, value in values.items() if value}
    about = [row for row in model.rows.values() if ones & set(row.terms)]
    return listed(about or model.rows.values())


def extra_variables(model: Model, known: Collection[str]) -> str:
    """A sentence about variables that were not asked for, or ""."""
    new = [name for name in model.names if name not in known]
    return f"No new variables are needed here, but there is one called `{new[0]}`." if new else ""


# -------- 8.1 each cell once

SIZES = [
    (1, (1, 1, 1)),
    (2, (1, 1, 1)),
    (1, (2, 1, 1)),
    (2, (2, 1, 1)),
    (3, (2, 1, 1)),
    (2, (2, 2, 1)),
    (3, (1, 1, 3)),
]


def boxed(elements: int, size: tuple[int, int, int]) -> tuple[Sheet, dict, list]:
    """An empty model for some elements in a box, its variables, and the cells."""
    model, ranges = (
        Sheet(f"{many(elements, 'element')} in {many(size[0] * size[1] * size[2], 'cell')}"),
        [range(n) for n in size],
    )
    return model, model.grid("P", range(1, elements + 1), *ranges), list(product(*ranges))


def holders(values: Mapping[str, int], P: Mapping, cell: tuple) -> list[int]:
    """The elements that have a cell."""
    return [k for (k, *other), variable in P.items() if tuple(other) == cell and values[variable.name]]


def contents(values: Mapping[str, int], P: Mapping, cells: Iterable[tuple]) -> Text:
    """What each cell holds."""
    return Text("\n".join(f"cell {place(cell)}: {named(holders(values, P, cell))}" for cell in cells))


def named(elements: list[int]) -> str:
    """The elements in a cell, in words.

    >>> named([1, 2]), named([])
    ('elements 1 and 2', 'empty')
    """
    return f"element{'s' * (len(elements) > 1)} {' and '.join(map(str, elements))}" if elements else "empty"


def wrong_once(answer: Callable, elements: int, size: tuple) -> Counterexample | None:
    """A way to fill the cells that the student's rows judge wrongly."""
    model, P, cells = boxed(elements, size)
    fails = lambda: wrong_once(answer, elements, size) is not None
    try:
        answer(model, P, range(1, elements + 1), cells)
    except KeyError as missing:
        return Counterexample(
            f"Your function asks for `P[{', '.join(map(str, as_key(missing)))}]`, which is not in this "
            "model. Its elements and cells are not those of the nine L's: "
            "use `elements` and `cells`.",
            example=Text(model.name),
            fails=fails,
        )
    if words := extra_variables(model, {variable.name for variable in P.values()}):
        return Counterexample(words, example=Text(model.name), fails=fails)
    for values in assignments(model.names):
        wrong = next((cell for cell in cells if len(holders(values, P, cell)) != 1), None)
        broken = model.broken(values)
        if bool(broken) == (wrong is not None):
            continue
        words = (
            "Your rows forbid this, though each cell is filled exactly once. Broken: "
            f"`{cut(str(broken[0]))}`."
            if broken
            else f"Your rows allow this, but the cell `{place(wrong)}` is "
            f"{filled(len(holders(values, P, wrong)))}."
        )
        return Counterexample(
            words,
            example=Text(f"{model.name}\n{contents(values, P, cells)}"),
            got=listed(model.rows.values()),
            fails=fails,
        )
    return None


def as_key(missing: KeyError) -> tuple:
    """What was looked up in vain.

    >>> as_key(KeyError((2, 0, 0, 0))), as_key(KeyError(7))
    ((2, 0, 0, 0), (7,))
    """
    key = missing.args[0] if missing.args else ()
    return key if isinstance(key, tuple) else (key,)


def filled(times: int) -> str:
    """How often a cell is filled, when it is not once."""
    return {0: "empty", 2: "filled twice"}.get(times, f"filled {times} times")


@exercise(
    "8.1",
    correct="For the nine L's, a row for each cell makes 27 rows with 9 variables in each. The check "
    "tried every way to give "
    "a few elements a few cells, and your rows kept those in which each cell is filled once.",
)
def each_cell_once(answer):
    for elements, size in SIZES:
        if wrong := wrong_once(answer, elements, size):
            yield wrong
            return


# -------- 8.2 a product

TRIPLES = [("a", "b", "z")], [("a", "b", "z"), ("b", "c", "y")]


def wrong_product(answer: Callable, triples: list[tuple[str, str, str]]) -> Counterexample | None:
    """Values for which the student's rows do not say that z is a times b."""
    model, fails = Sheet("products"), lambda: wrong_product(answer, triples) is not None
    variable = {
        name: model.variable(name) for name in dict.fromkeys(name for triple in triples for name in triple)
    }
    for triple in triples:
        answer(model, *(variable[name] for name in triple))
    if words := extra_variables(model, variable):
        return Counterexample(words, example=Args(*triples[0]), fails=fails)
    for values in assignments(variable):
        wrong = next(
            (triple for triple in triples if values[triple[0]] * values[triple[1]] != values[triple[2]]), None
        )
        broken = model.broken(values)
        if bool(broken) == (wrong is not None):
            continue
        return Counterexample(
            judged(values, wrong, broken),
            example=table(values),
            got=listed(broken or model.rows.values()),
            fails=fails,
        )
    return None


def judged(values: Mapping[str, int], wrong: tuple | None, broken: list[Row]) -> str:
    """What is wrong with a verdict of the rows."""
    if wrong is None:
        return f"Your rows forbid this, though each product is right. Broken: `{cut(str(broken[0]))}`."
    a, b, z = wrong
    return f"Your rows allow this, but `{a}` times `{b}` is {values[a] * values[b]} and `{z}` is {values[z]}."


def own_rows(answer: Callable) -> Sheet:
    """The student's rows for one product."""
    model = Sheet("product")
    answer(model, *model.variables("a", "b", "z"))
    return model


def room_for(model: Model, name: str, values: Mapping[str, float]) -> tuple[float, float]:
    """From where to where one variable can go, as a fraction, when the others have these values.

    >>> model = Model()
    >>> a, z = model.variables("a", "z")
    >>> model.row("half", 2 * z <= a).right
    0
    >>> room_for(model, "z", {"a": 1})
    (0, 0.5)
    """
    low, high = 0, 1
    for row in model.rows.values():
        times = row.terms.get(name, 0)
        if times:
            edge = (
                row.right
                - sum(often * values.get(other, 0) for other, often in row.terms.items() if other != name)
            ) / times
            low = max(low, edge) if row.sense == "=" or (row.sense == ">=") == (times > 0) else low
            high = min(high, edge) if row.sense == "=" or (row.sense == "<=") == (times > 0) else high
    return low, high


def about_rows(answer: Callable) -> str:
    """What a right set of rows is worth: how many, and how much they leave open to fractions."""
    model = own_rows(answer)
    high = room_for(model, "z", {"a": 1, "b": 0})[1]
    words = f"With {many(len(model.rows), 'row')} the product has become linear. "
    if high < 1e-6:
        return words + "And where a is 1 and b is 0, not even a fraction of z is left."
    return (
        words
        + f"But if fractions were allowed, z could be {high:g} where a is 1 and b is 0. It is right, but "
        "loose; the lesson comes back to this."
    )


@exercise("8.2", correct=about_rows)
def product_of_two(answer):
    for triples in TRIPLES:
        if wrong := wrong_product(answer, triples):
            yield wrong
            return


# -------- 8.3 the trap


@cache
def riddle() -> PackingPuzzle:
    return load("nine-ls")


@cache
def packings() -> tuple[Solution, ...]:
    """All packings of the riddle, by Algorithm X."""
    return tuple(solutions(riddle()))


def shuffled(cells: tuple) -> list[tuple]:
    """The cells of an L in an order that gives nothing away."""
    a, b, c = cells
    return [[a, b, c], [b, c, a], [c, b, a], [b, a, c]][(sum(map(sum, cells)) + 2 * a[0] + b[1]) % 4]


def shortcut_sum(cells: Iterable[tuple]) -> int:
    """The sum of the shortcut's variables: how many cells of a shape have a neighbour of it to the right,
    behind or above.

    >>> shortcut_sum([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), shortcut_sum([(0, 0, 0), (1, 0, 0), (1, 1, 0)])
    (1, 2)
    """
    cells = set(cells)
    return sum(not cells.isdisjoint({(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)}) for x, y, z in cells)


def misjudged(got, expected: bool, cells: list) -> str:
    if not isinstance(got, (bool, np.bool_)):
        return "True or False is asked for."
    ones = shortcut_sum(cells)
    return f"The variables of the shortcut add up to {ones} for this L, so it is " + (
        "lost: its row asks for 2." if expected else "not lost: its row asks for 2."
    )


def in_the_box(got, expected, cells):
    """One L in the cube."""
    return draw.figure(riddle(), {Placement("V", tuple(sorted(cells))): "chosen"})


def about_lost(answer: Callable) -> str:
    """How many places the shortcut loses, and how many packings are left."""
    places = riddle().placements
    lost = sum(answer(shuffled(placement.cells)) for placement in places)
    left = sum(all(shortcut_sum(placement.cells) == 2 for placement in packing) for packing in packings())
    return (
        f"Judged on all {len(places)} places of an L: {lost} are lost. Of the {len(packings()):,} "
        f"packings of the cube, {left} do without them: "
        + "that is why the wrong model still solves the riddle."
    )


@exercise("8.3", correct=about_lost)
def lost_by_the_shortcut(answer):
    inputs = [shuffled(placement.cells) for placement in riddle().placements]
    return try_on(
        answer, inputs, oracle=lambda cells: shortcut_sum(cells) != 2, say=misjudged, picture=in_the_box
    )


# -------- 8.4 the placement model from scratch

COVERS = [
    {"A": ["a"]},
    {"A": ["a"], "B": ["b"]},
    {"A": ["a"], "twin": ["a"]},
    {"A": ["a", "b"], "B": ["b"]},
    {"AB": ["a", "b"], "BC": ["b", "c"], "CA": ["c", "a"]},
    {"AB": ["a", "b"], "C": ["c"], "BC": ["b", "c"], "A": ["a"]},
    {card: list(card) for card in ("ce", "adg", "bcf", "adf", "bg", "deg")},
    {
        "S left": ["S", (0, 0, 0)],
        "S right": ["S", (1, 0, 0)],
        "T left": ["T", (0, 0, 0)],
        "T right": ["T", (1, 0, 0)],
    },
]


def times_covered(options: Mapping, chosen: Iterable[str]) -> dict:
    """How often each item is covered."""
    chosen = list(chosen)
    return {
        item: sum(list(options[name]).count(item) for name in chosen)
        for items in options.values()
        for item in items
    }


def covers_fault(model, options: Mapping) -> tuple[str, object, object] | None:
    """What is wrong with the model of a cover: a sentence, a choice of options, and rows."""
    if not isinstance(model, Model):
        return (
            "The model is asked for, and your function returns "
            f"{'nothing' if model is None else f'a {type(model).__name__}'}.",
            NOTHING,
            NOTHING,
        )
    if set(model.names) != set(options):
        odd = sorted(set(model.names) ^ set(options))[0]
        which = f"`{odd}` is none of them." if odd in model.names else f"There is no variable `{odd}`."
        return (
            f"The variables should have the names of the options. {which}",
            NOTHING,
            Text(", ".join(model.names) or "no variables"),
        )
    for values in assignments(options):
        chosen = [name for name, value in values.items() if value]
        wrong = next(
            ((item, times) for item, times in times_covered(options, chosen).items() if times != 1), None
        )
        broken = model.broken(values)
        if bool(broken) != (wrong is not None):
            words = (
                "Your model forbids this choice, though each item is covered exactly once. Broken: "
                f"`{cut(str(broken[0]))}`."
                if broken
                else f"Your model allows this choice, but the item `{wrong[0]}` is {how_often(wrong[1])}."
            )
            return (
                words,
                Text("choose " + (", ".join(chosen) or "nothing")),
                listed(broken or model.rows.values()),
            )
    return None


def how_often(times: int) -> str:
    """How often an item is covered, when it is not once."""
    return {0: "not covered", 2: "covered twice"}.get(times, f"covered {times} times")


def wrong_model(answer: Callable, options: dict) -> Counterexample | None:
    """The student's model of a small cover."""
    found = covers_fault(answer(options), options)
    if not found:
        return None
    words, choice, rows = found
    example = "\n".join(
        [
            *(f"{name}: {' '.join(map(str, items))}" for name, items in options.items()),
            *([choice] if choice is not NOTHING else []),
        ]
    )
    return Counterexample(
        words,
        example=Text(example),
        got=rows,
        fails=lambda: covers_fault(answer(options), options) is not None,
    )


def on_the_riddle(answer: Callable) -> str:
    """The size of the student's model of the nine L's, and what a solver says of it; no time, which would
    give the race away."""
    model = answer({str(number): list(cells) for number, (_, cells) in enumerate(riddle().placements)})
    outcome = solve_model(model, time_limit=3)
    solved = ", and HiGHS finds a packing with it" if outcome.found else ""
    return (
        f"For the nine L's your function makes {len(model.names)} variables and {len(model.rows)} "
        f"rows{solved}."
    )


@exercise("8.4", correct=on_the_riddle)
def placement_model_from_scratch(answer):
    for options in COVERS:
        if wrong := wrong_model(answer, options):
            yield wrong
            return


# -------- 8.4a a fraction that gets through

FINE = 10**6  # a float stands for the nearest fraction with a smaller denominator


def exact(value) -> Fraction | None:
    """A number as a fraction; None for what is none.

    >>> exact(1 / 3), exact(Fraction(2, 7)), exact("a")
    (Fraction(1, 3), Fraction(2, 7), None)
    """
    try:
        return Fraction(value).limit_denominator(FINE) if not isinstance(value, (bool, str)) else None
    except (TypeError, ValueError, OverflowError):
        return None


def one_row(n: int) -> Model:
    """A layer with n places, and one row that says: if an L lies there, the layer is used."""
    model, x, y = layer_model(n)
    model.row("used", added_up(x) <= n * y)
    return model


def row_each(n: int) -> Model:
    """The same with a row for each place."""
    model, x, y = layer_model(n)
    for one in x:
        model.row(f"used, {one.name}", one <= y)
    return model


def layer_model(n: int) -> tuple[Model, list, object]:
    """A model with x1 to xn and y, and no rows."""
    model = Model(f"a layer with {n} places")
    return model, [model.variable(f"x{k}") for k in range(1, n + 1)], model.variable("y")


def gets_through(got, n: int) -> str | None:
    """What keeps values from passing the one row and breaking one of the others, y as small as can be."""
    try:
        xs, y = got
        xs, y = [*map(exact, xs)], exact(y)
    except (TypeError, ValueError):
        xs = []
    if len(xs) != n:
        return f"A pair is asked for: a list of {n} numbers, and y."
    if None in xs or y is None or not all(0 <= value <= 1 for value in (*xs, y)):
        return "Every value must be a number from 0 to 1."
    if 1 not in xs:
        return "At least one L should lie there whole: one of the x must be 1."
    if sum(xs) > n * y:
        return f"The one row forbids this: the sum of the x is {sum(xs)}, and {n}·y is {n * y}."
    if all(x <= y for x in xs):
        return "The other model allows this as well: no x is above y."
    if y > Fraction(1, n):
        return f"The models differ here, as they should, but y can be smaller than {y}."
    return None


@exercise(
    "8.4a",
    correct="Where n places share one row, a solver may lay a whole L and use an n-th of the layer. If a "
    "used layer costs money, its bound is n times too small. With a row for each place, y must be 1.",
)
def loophole(answer):
    return try_on(answer, range(2, 9), fault=gets_through)


# -------- 8.4b be the solver

NODES = [
    (None, None),
    (4, None),
    (None, 5),
    (5, 5),
    (4, 5),
    (6, 5),
    (4.5, 5),
    (4.2, 5),
    (3.9, 5),
    (4.0, 5),
    (5.5, 5),
    (0, None),
    (0, 0),
    (0.5, 1),
    (8.75, 10),
]


def prunable(bound, incumbent) -> bool:
    """May a search for one cheapest solution, with whole costs, turn back here?"""
    return bound is None or incumbent is not None and ceil(bound) >= incumbent


def about_node(got, expected: bool, bound, incumbent) -> str:
    """What a wrong verdict on a node overlooks."""
    if not isinstance(got, (bool, np.bool_)):
        return "True or False is asked for."
    if bound is None:
        return "The relaxation has no solution, so there is nothing below this node."
    if incumbent is None:
        return "Nothing has been found yet, and something may be below this node."
    return f"Below this node a packing costs at least {ceil(bound)}, and the incumbent costs {incumbent}."


@exercise(
    "8.4b",
    correct="No relaxation, or a bound that is, rounded up, no better than the incumbent: turn back. With "
    "nothing found yet, only the first can happen.",
)
def may_prune(answer):
    same = lambda got, expected: isinstance(got, (bool, np.bool_)) and got == expected
    return try_on(answer, [Args(*node) for node in NODES], oracle=prunable, say=about_node, same=same)


# -------- 8.4c a tree to finish

PRICES = {"ab": 2, "bc": 3, "e": 5, "cd": 5, "ae": 3, "ad": 7, "be": 2}
MOST_NODES = 15


@cache
def priced_cards() -> Model:
    """Seven cards with prices; each letter from a to e exactly once, as cheap as possible."""
    model = Model("seven cards")
    x = {name: model.variable(name) for name in PRICES}
    for letter in "abcde":
        model.row(f"letter {letter}", added_up(card for name, card in x.items() if letter in name) == 1)
    model.minimise(added_up(coins * x[name] for name, coins in PRICES.items()))
    return model


def whole_cost(fixed: Mapping[str, int]) -> float:
    """What the cheapest whole choice costs with some cards fixed, by trying all; infinite where there is
    none."""
    model = priced_cards()
    ways = (values for values in assignments(PRICES) if values.items() >= fixed.items())
    return min((model.value(values) for values in ways if not model.broken(values)), default=inf)


class Slip(ValueError):
    """What is wrong with a node."""


@dataclass
class Tree:
    """A search as its nodes tell it: what is still to be looked at, the best so far, and what has been."""

    open: list[dict] = field(default_factory=lambda: [{}])
    incumbent: float = inf

    def visit(self, fixed, bound, end) -> None:
        """One more node. Errors: `Slip`."""
        if fixed not in self.open:
            raise Slip("no branch above leads to this node, or you have looked at it already")
        self.open.remove(fixed)
        least = relax(priced_cards(), fixed).bound
        check_bound(bound, least)
        word, _, name = end.partition(" ")
        acts = {"branch": self.branch, "answer": self.answer, "pruned": self.pruned, "none": self.none}
        if word not in acts or (word == "branch") != bool(name):
            raise Slip('it ends with "branch" and a card, with "answer", "pruned" or "none"')
        acts[word](fixed, least, name.strip())

    def branch(self, fixed: dict, least: float, name: str) -> None:
        if name not in PRICES or name in fixed:
            raise Slip(
                f"you cannot branch on `{name}` here: it is {'fixed already' if name in fixed else 'no card'}"
            )
        if least == inf:
            raise Slip("its relaxation has no solution, so there is nothing to branch on")
        self.open += [fixed | {name: value} for value in (0, 1)]

    def answer(self, fixed: dict, least: float, _: str) -> None:
        if whole_cost(fixed) > least:
            raise Slip(f"the relaxation costs {number(least)} here, but no whole choice of cards does")
        self.incumbent = min(self.incumbent, least)

    def pruned(self, fixed: dict, least: float, _: str) -> None:
        if least == inf:
            raise Slip('its relaxation has no solution: that end is called "none"')
        if self.incumbent == inf:
            raise Slip("there is no incumbent yet, so nothing can be pruned by its bound")
        if ceil(least) < self.incumbent:
            raise Slip(
                f"its bound is {number(least)}, and the incumbent costs {number(self.incumbent)}: something "
                "better may be below"
            )

    def none(self, fixed: dict, least: float, _: str) -> None:
        if least < inf:
            raise Slip(f"its relaxation has a solution, which costs {number(least)}")


def check_bound(bound, least: float) -> None:
    """A bound is what the relaxation costs, rounded up or not; None where it has no solution."""
    if least == inf:
        if bound is not None:
            raise Slip("its relaxation has no solution, so its bound is None")
        return
    told = exact(bound)
    if told is None or not any(abs(told - right) < 1e-6 for right in (least, ceil(least - 1e-6))):
        up = "" if least == int(least) else f" (or {ceil(least)}, since prices are whole numbers)"
        raise Slip(f"its bound is not {bound}: the relaxation costs {number(least)}{up}")


def tree_fault(nodes) -> tuple[str, object] | None:
    """The first thing that is wrong with a tree, and the node."""
    if not isinstance(nodes, (list, tuple)) or not all(map(is_node, nodes)):
        return 'A tree is a list of nodes ({"ab": 1}, bound, "end").', NOTHING
    if len(nodes) > MOST_NODES:
        return f"{len(nodes)} nodes: {MOST_NODES} are plenty. Prune where you can.", NOTHING
    tree = Tree()
    for node in nodes:
        try:
            tree.visit(*node)
        except Slip as problem:
            return f"The node `{spelled(node[0])}`: {problem}.", Text(repr(tuple(node)))
    if tree.open:
        return f"The node `{spelled(tree.open[-1])}` has not been looked at.", NOTHING
    return None


def is_node(node) -> bool:
    """Is it what is fixed, a bound and a text?"""
    return (
        isinstance(node, (list, tuple))
        and len(node) == 3
        and isinstance(node[0], Mapping)
        and isinstance(node[2], str)
    )


def spelled(fixed: Mapping) -> str:
    """What is fixed at a node, in a line.

    >>> spelled({"ab": 1, "e": 0}), spelled({})
    ('ab = 1, e = 0', 'nothing fixed')
    """
    return ", ".join(f"{name} = {value}" for name, value in fixed.items()) or "nothing fixed"


def about_tree(nodes) -> str:
    """How many nodes it took, and what is proved."""
    return (
        f"{many(len(nodes), 'node')}, and it is proved that no choice of cards costs less than "
        f"{number(whole_cost({}))} coins."
    )


@exercise("8.4c", correct=about_tree)
def finished_tree(nodes):
    if found := tree_fault(nodes):
        return Counterexample(found[0], example=found[1], fails=lambda: tree_fault(nodes) is not None)


# -------- 8.4d multipliers

HOOK = "#...\n####\n####"  # a board whose relaxation has no solution


def combined(model: Model, multipliers: Mapping[str, object]) -> tuple[dict[str, Fraction], Fraction]:
    """The rows of a model, each times its multiplier, added up: the number before each variable, and the
    right side. Exact.

    >>> model = Model()
    >>> a, b = model.variables("a", "b")
    >>> rows = [model.row("one", a + b == 1), model.row("two", a == 1)]
    >>> combined(model, {"one": 1, "two": -1})
    ({'a': Fraction(0, 1), 'b': Fraction(1, 1)}, Fraction(0, 1))
    """
    terms, right = dict.fromkeys(model.names, Fraction(0)), Fraction(0)
    for name, times in multipliers.items():
        row, times = model.rows[name], exact(times)
        right += times * Fraction(row.right)
        for variable, often in row.terms.items():
            terms[variable] += times * Fraction(often)
    return terms, right


def combined_text(model: Model, multipliers: Mapping[str, object]) -> Text:
    """What `combined` gives, as a row."""
    terms, right = combined(model, multipliers)
    left = " ".join(signed(float(times), name) for name, times in terms.items() if times)
    return Text(cut(f"{left.removeprefix('+ ') or '0'} = {number(float(right))}"))


@cache
def hook() -> PackingPuzzle:
    """The board of 8.4d."""
    return ls_on(board_of(HOOK))


def no_refusal(multipliers) -> str | None:
    """What keeps multipliers from showing that the rows of the hook cannot hold together."""
    model = placement_model(hook())
    if not isinstance(multipliers, Mapping):
        return "A dictionary is asked for, from the name of a row to its number."
    if unknown := next((name for name in multipliers if name not in model.rows), None):
        return f"The model has no row `{unknown}`. Its rows are: {', '.join(list(model.rows)[:4])} …"
    if odd := next((name for name, times in multipliers.items() if exact(times) is None), None):
        return f"The multiplier of `{odd}` should be a number."
    terms, right = combined(model, multipliers)
    sign = -1 if right < 0 else 1
    if not right:
        return (
            "The right side of the sum is 0, and with all variables 0 so is the left side: no contradiction."
        )
    wrong = next((name for name, times in terms.items() if sign * times > 0), None)
    if wrong is None:
        return None
    place_of = hook().placements[list(model.names).index(wrong)]
    cells = " ".join(map(place, place_of.cells))
    return (
        f"The sum could hold: its right side is {number(float(right))}, and `{wrong}`, the L on {cells}, has "
        f"{number(float(terms[wrong]))} before it, which is of the same sign."
    )


def about_refusal(multipliers: Mapping) -> str:
    """What the multipliers show."""
    model = placement_model(hook())
    _, right = combined(model, multipliers)
    side, end = ("at most 0", "above") if right > 0 else ("at least 0", "below")
    return (
        f"Checked with fractions, exactly: the left side is {side}, whatever the places are, and the right "
        f"side, {number(float(right))}, is {end} it. Anybody can check that without a solver."
    )


@exercise("8.4d", correct=about_refusal)
def multipliers(answer):
    if not (words := no_refusal(answer)):
        return None
    known = isinstance(answer, Mapping) and all(
        name in placement_model(hook()).rows and exact(times) is not None for name, times in answer.items()
    )
    got = combined_text(placement_model(hook()), answer) if known else answer
    return Counterexample(words, example=Text(HOOK), got=got, fails=lambda: no_refusal(answer) is not None)


# -------- 8.5 a rule of one's own


def is_block(cells: Iterable[tuple]) -> bool:
    """Do these cells fill a block of 1×2×3?

    >>> is_block([(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0)])
    True
    """
    cells = set(cells)
    return len(cells) == 6 and sorted(1 + max(axis) - min(axis) for axis in zip(*cells)) == [1, 2, 3]


@cache
def all_blocks() -> frozenset[tuple[Placement, Placement]]:
    """All pairs of places that make a block."""
    return frozenset(
        pair for pair in combinations(riddle().placements, 2) if is_block(pair[0].cells + pair[1].cells)
    )


def blocks(packing: Solution) -> list[tuple[Placement, Placement]]:
    """The pairs of L's of a packing that make a block."""
    return [pair for pair in combinations(packing, 2) if pair in all_blocks()]


@cache
def samples() -> tuple[Solution, ...]:
    """Packings with and without blocks, by turns."""
    without, within = ([one for one in packings() if bool(blocks(one)) == has] for has in (False, True))
    return tuple(one for pair in zip(without[::40], within[::130]) for one in pair)


def with_rule(answer: Callable) -> Sheet:
    """The model of the 144 places, with the student's rows alone."""
    model = Sheet("my rule")
    answer(model, {cells: model.variable(name) for name, (_, cells) in zip(names(), riddle().placements)})
    return model


def names() -> list[str]:
    """The variables of the 144 places."""
    return [f"x[{number}]" for number in range(len(riddle().placements))]


def chosen_values(packing: Solution) -> dict[str, int]:
    """The values of the variables in a packing."""
    return {f"x[{riddle().option[placement]}]": 1 for placement in packing}


def wrong_verdict(model: Model, packing: Solution) -> str | None:
    """What is wrong with how the rows judge a packing."""
    pairs, broken = blocks(packing), model.broken(chosen_values(packing))
    if bool(pairs) == bool(broken):
        return None
    if broken:
        return (
            "Your rows forbid this packing, though no two of its L's make a block. Broken: "
            f"`{cut(str(broken[0]))}`."
        )
    return "Your rows allow this packing, but the two L's with a thick edge make a block."


def wrong_rule(answer: Callable) -> Counterexample | None:
    """A packing that the student's rows judge wrongly."""
    model = with_rule(answer)
    if words := extra_variables(model, names()):
        return Counterexample(words, fails=lambda: bool(extra_variables(with_rule(answer), names())))
    if len(model.rows) > MOST_ROWS:
        return Counterexample(
            f"{len(model.rows):,} rows are too many: most of them are about L's that make no block.",
            fails=lambda: len(with_rule(answer).rows) > MOST_ROWS,
        )
    for packing in samples():
        if words := wrong_verdict(model, packing):
            return misjudged_packing(answer, model, packing, words)
    return None


def misjudged_packing(answer: Callable, model: Model, packing: Solution, words: str) -> Counterexample:
    """A packing that the rows judge wrongly, and a block in it with a thick edge."""
    pairs = blocks(packing)
    filled = {one: "chosen" if pairs and one in pairs[0] else "solution" for one in packing}
    return Counterexample(
        words,
        example=Text(f"a packing with {many(len(pairs), 'block')}" if pairs else "a packing without a block"),
        got=rows_about(model, chosen_values(packing)),
        picture=lambda: draw.figure(riddle(), filled, explode=0.5),
        fails=lambda: wrong_verdict(with_rule(answer), packing) is not None,
    )


def about_rule(answer: Callable) -> str:
    """How many rows the rule took, and how many packings keep it."""
    kept = sum(not blocks(one) for one in packings())
    return (
        f"{many(len(with_rule(answer).rows), 'row')}. Of the {len(packings()):,} packings of the cube, "
        f"{kept:,} keep your rule."
    )


@exercise("8.5", correct=about_rule, seconds=20)
def no_blocks(answer):
    return wrong_rule(answer)


# -------- 8.6 no solution, and the reason

KNOWN = ("###\n###\n###", "##\n##\n#.\n##\n##")  # the boards of the lesson
LEAST_CELLS, MOST_CELLS = 6, 30


def board_of(drawing: str) -> list[tuple[int, int, int]]:
    """The cells of a drawing, `#` for a cell; the last line is y = 0.

    >>> board_of("#.\\n##")
    [(0, 0, 0), (0, 1, 0), (1, 0, 0)]
    """
    return sorted(
        (x, y, 0)
        for y, line in enumerate(reversed(lines_of(drawing)))
        for x, sign in enumerate(line)
        if sign == "#"
    )


def lines_of(drawing: str) -> list[str]:
    """The lines of a drawing, without blanks.

    >>> lines_of("  # .\\n  # #\\n")
    ['#.', '##']
    """
    return [line for line in map("".join, map(str.split, drawing.splitlines())) if line]


def drawn(drawing: str) -> Text:
    """A drawing as it was meant, without what stands around it."""
    return Text(dedent(drawing).strip("\n").rstrip() or "nothing")


def ls_on(cells: Iterable[tuple]) -> PackingPuzzle:
    """Fill a flat board with L's."""
    cells = sorted(cells, key=lambda cell: cell[::-1])
    return PackingPuzzle(
        "a board", tuple(cells), (Piece("V", ((0, 0, 0), (1, 0, 0), (0, 1, 0)), len(cells) // 3),), "plane"
    )


def outline(cells: Iterable[tuple]) -> tuple:
    """A shape, whichever way it is turned (also over)."""
    return min(normal_form(turned(cell, turn) for cell in cells) for turn in ROTATIONS)


def board_fault(drawing) -> str | None:
    """What keeps a drawing from being an honest board without a packing."""
    if not isinstance(drawing, str):
        return "The board should be a text, with `#` for each cell."
    if odd := set("".join(drawing.split())) - set("#."):
        return f"A board is drawn with `#` and `.` only, not with `{min(odd)}`."
    if len(set(map(len, lines_of(drawing)))) > 1:  # a blank at the left would shift the line
        return (
            "The lines of this drawing have different numbers of signs. Put a `.` wherever there is no cell."
        )
    cells = board_of(drawing)
    if len(cells) % 3 or not LEAST_CELLS <= len(cells) <= MOST_CELLS:
        return (
            f"This board has {many(len(cells), 'cell')}. It should be a multiple of 3, from "
            f"{LEAST_CELLS} to {MOST_CELLS}."
        )
    if outline(cells) in [outline(board_of(known)) for known in KNOWN]:
        return "This board is in the lesson. Find another one."
    return packing_fault(ls_on(cells))


def packing_fault(puzzle: PackingPuzzle) -> str | None:
    """What is wrong with the puzzle of a board: not in one piece, too easy to see, or solvable."""
    if len(pieces_of(puzzle.container)) > 1:
        return "This board is not in one piece."
    if why := why_impossible(puzzle):
        return f"This board is too easy to see through: {why}."
    return "L's can fill this board." if next(solutions(puzzle), None) else None


def pieces_of(cells: Iterable[tuple]) -> list[set]:
    """The groups of cells that hang together."""
    left, found = set(cells), []
    while left:
        group, todo = set(), [min(left)]
        while todo:
            x, y, z = cell = todo.pop()
            if cell in left:
                left.remove(cell)
                group.add(cell)
                todo += [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)]
        found.append(group)
    return found


def reason_fault(puzzle: PackingPuzzle, names) -> str | None:
    """What keeps some names of rows from being a reason in which none is superfluous."""
    model = placement_model(puzzle)
    if not isinstance(names, (list, tuple, set, frozenset)) or not all(
        isinstance(name, str) for name in names
    ):
        return "The reason should be a list of names of rows."
    if unknown := next((name for name in names if name not in model.rows), None):
        return (
            f"The model of this board has no row `{unknown}`. Its rows are: "
            f"{', '.join(f'`{name}`' for name in list(model.rows)[:4])} …"
        )
    if can_hold(model, names):
        return (
            "These rows can all hold together, so they are no reason. The picture shows how; in it, "
            "other cells may be empty or filled twice."
        )
    if twice := next((name for name in names if list(names).count(name) > 1), None):
        return f"The row `{twice}` is in your reason twice."
    spare = next((name for name in names if not can_hold(model, set(names) - {name})), None)
    return (
        spare
        and f"These rows cannot hold together, but one is superfluous: without `{spare}` the others "
        "cannot hold either."
    )


def can_hold(model: Model, names: Iterable[str]) -> dict[str, int]:
    """Values that keep these rows of a model, whatever the other rows say; {} where there are none."""
    outcome = solve_model(model.without(*(set(model.rows) - set(names))), time_limit=2)
    return (outcome.values or dict.fromkeys(model.names, 0)) if outcome.found else {}


def wrong_reason(answer: Mapping) -> Counterexample | None:
    """What is wrong with a board or its reason."""
    drawing, names = answer.get("board"), answer.get("reason")
    if words := board_fault(drawing):
        return Counterexample(
            words,
            example=drawn(drawing) if isinstance(drawing, str) else drawing,
            fails=lambda: board_fault(drawing) is not None,
            picture=(lambda: solved_board(ls_on(board_of(drawing))))
            if words.startswith("L's can fill")
            else None,
        )
    puzzle = ls_on(board_of(drawing))
    words = reason_fault(puzzle, names)
    if not words:
        return None
    return Counterexample(
        words,
        example=drawn(drawing),
        got=names,
        fails=lambda: reason_fault(puzzle, names) is not None,
        picture=(lambda: held(puzzle, names)) if words.startswith("These rows can all") else None,
    )


def solved_board(puzzle: PackingPuzzle):
    """A board, filled."""
    return draw.figure(puzzle, dict.fromkeys(next(solutions(puzzle)), "solution"))


def held(puzzle: PackingPuzzle, names: Iterable[str]):
    """L's that keep the named rows."""
    values = can_hold(placement_model(puzzle), names)
    chosen = [placement for placement, value in zip(puzzle.placements, values.values()) if value]
    return draw.figure(puzzle, dict.fromkeys(chosen, "chosen"))


def about_reason(answer: Mapping) -> str:
    """How large the board is, and how few rows are the reason."""
    cells = board_of(answer["board"])
    rows = len(placement_model(ls_on(cells)).rows)
    return (
        f"{len(cells)} cells, and {many(len(answer['reason']), 'row')} of {rows} are enough to see that "
        "it cannot be done. " + "Take any one of them away, and the others can hold together."
    )


@exercise("8.6", correct=about_reason, seconds=20)
def no_solution(answer):
    if not isinstance(answer, Mapping):
        return Counterexample("A dictionary with a board and a reason is asked for.", got=answer)
    return wrong_reason(answer)


# -------- 8.7 a roster

ROSTERS = [
    Args({"Ann": ["Mon"]}, {"Mon": 1}),
    Args({"Ann": ["Mon"], "Bob": ["Mon"]}, {"Mon": 1}),
    Args({"Ann": ["Mon"], "Bob": []}, {"Mon": 1}),
    Args({"Ann": ["Mon", "Tue"], "Bob": ["Mon", "Tue"]}, {"Mon": 1, "Tue": 1}),
    Args({"Ann": ["Mon", "Tue"], "Bob": ["Tue"]}, {"Mon": 0, "Tue": 1}),
    Args({"Ann": ["Mon", "Wed"], "Bob": ["Tue"], "Cem": ["Wed", "Tue"]}, {"Mon": 1, "Tue": 1, "Wed": 2}),
    Args({"Eva": ["Sat", "Sun", "Fri"], "Dov": ["Sun", "Fri", "Sat"]}, {"Fri": 1, "Sat": 1, "Sun": 1}),
    Args({name: ["Tue", "Wed", "Thu"] for name in ("Ann", "Bob")}, {"Tue": 1, "Wed": 1, "Thu": 1}),
    Args({name: ["Mon", "Tue", "Wed"] for name in ("Ann", "Bob", "Cem")}, {"Mon": 2, "Tue": 1, "Wed": 1}),
]
WEEK = {  # a larger shop: who can work when, and, in capitals, a right roster
    "Ann": "MON tue WED thu FRI sun",
    "Bob": "MON tue wed THU sat SUN",
    "Cem": "TUE wed THU fri SAT",
    "Dov": "mon WED thu FRI sat SUN",
    "Eva": "mon TUE wed fri SAT sun",
}


@cache
def the_week() -> tuple[Args, frozenset[str]]:
    """The larger shop, and who is at work in its roster.

    >>> sorted(the_week()[1])[:3], the_week()[0][1]["Sun"]
    (['Ann Fri', 'Ann Mon', 'Ann Wed'], 2)
    """
    people = {name: days.title().split() for name, days in WEEK.items()}
    there = {f"{name} {day.title()}" for name in WEEK for day in WEEK[name].split() if day.isupper()}
    days = "Mon Tue Wed Thu Fri Sat Sun".split()
    needs = {day: sum(f"{name} {day}" in there for name in WEEK) for day in days}
    return Args(people, needs), frozenset(there)


def ways_to_work(names: Collection[str], people: Mapping) -> Iterator[dict[str, int]]:
    """All rosters of a small shop; of the larger one the right roster, and what is one or two steps from
    it."""
    if people.keys() != WEEK.keys():
        yield from assignments(names)
        return
    there = the_week()[1]
    for steps in chain.from_iterable(combinations(names, most) for most in range(3)):
        yield {name: int((name in there) != (name in steps)) for name in names}


def roster_fault(work: Collection[tuple], people: Mapping, needs: Mapping) -> str:
    """What is wrong when these people work on these days; "" if nothing is."""
    days = list(needs)
    for name, day in sorted(work):
        if day not in people[name]:
            return f"{name} cannot work on {day}"
    for name, (day, after) in product(people, zip(days, days[1:])):
        if {(name, day), (name, after)} <= set(work):
            return f"{name} works on {day} and on {after}"
    for day, times in needs.items():
        if (here := sum(one == day for _, one in work)) != times:
            return f"{many(here, 'person').replace('persons', 'people')} on {day} instead of {times}"
    return ""


def wrong_roster(answer: Callable, people: Mapping, needs: Mapping) -> Counterexample | None:
    """A roster that the student's model judges wrongly."""
    example, fails = Args(people, needs), lambda: wrong_roster(answer, people, needs) is not None
    model = answer(people, needs)
    if not isinstance(model, Model):
        return Counterexample("The model is asked for.", example, model, fails=fails)
    every = {f"{name} {day}": (name, day) for name in people for day in needs}
    if odd := [name for name in model.names if name not in every]:
        return Counterexample(
            f"There is a variable `{odd[0]}`. Each should be named like `Ann Mon`: a person and a day.",
            example,
            fails=fails,
        )
    if lost := [one for one, (name, day) in every.items() if day in people[name] and one not in model.names]:
        return Counterexample(f"There is no variable `{lost[0]}`.", example, fails=fails)
    for values in ways_to_work(model.names, people):
        work = {every[name] for name, value in values.items() if value}
        fault, broken = roster_fault(work, people, needs), model.broken(values)
        if bool(fault) == bool(broken):
            continue
        words = (
            f"Your model allows this roster, but {fault}."
            if fault
            else "Your model forbids this roster, though nothing is wrong with it. Broken: "
            f"`{cut(str(broken[0]))}`."
        )
        shown = Text(
            f"{example!r}\n{', '.join(name for name, value in values.items() if value) or 'nobody works'}"
        )
        return Counterexample(words, shown, listed(broken or model.rows.values()), fails=fails)
    return None


@exercise(
    "8.7",
    correct="Judged on nine small shops, by trying everyone on every day, and on a week of a larger one. No "
    "L's and no cube: only rows that are sums, and the same solvers could find a roster for a hospital.",
    seconds=20,
)
def roster(answer):
    for people, needs in [*ROSTERS, the_week()[0]]:
        if wrong := wrong_roster(answer, people, needs):
            yield wrong
            return
