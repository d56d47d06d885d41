"""Lesson 08, integer programs: rows are judged by what they allow and forbid, not by how they are
written."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, inf, prod
from numbers import Rational
from operator import index
from random import Random
from textwrap import dedent

from puzzlelib import pictures as draw
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.machine import package
from puzzlelib.common.words import covered_times, many, place
from puzzlelib.ilp.model import Model, Row, number_text
from puzzlelib.ilp.model import total as added_up
from puzzlelib.ilp.placements import placement_model
from puzzlelib.ilp.relaxation import relax
from puzzlelib.ilp.solvers import solve_model
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, Solution
from puzzlelib.packing.shapes import is_connected, orientations
from puzzlelib.search.algorithm_x import solutions
from puzzlelib.search.proofs import colour_counts

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import list_if_iterator
from ..kit.checks.values import is_several
from ..puzzles.checks.student_model import StudentModel
from .naive import beyond, cube_lines

MOST_ROWS, MOST_SHOWN = 20_000, 3


def assignments(names: Iterable[str], ones: Collection[str] = (), most: int = 1) -> Iterator[dict[str, int]]:
    """Yield all ways to give each variable 0 or 1, those with few ones first; if `ones` are given,
    that way and those that differ from it in at most so many variables.

    >>> [values["a"] + values["b"] for values in assignments("ab")]
    [0, 1, 1, 2]
    """
    names = list(names)
    for n in range((most if ones else len(names)) + 1):
        for steps in combinations(names, n):
            yield {name: int((name in ones) != (name in steps)) for name in names}


def values_text(values: Mapping[str, int]) -> Text:
    """Write the values of some variables in one line.

    >>> values_text({"a": 0, "b": 1}), values_text({})
    (a = 0, b = 1, nothing fixed)
    """
    return Text(", ".join(f"{name} = {value}" for name, value in values.items()) or "nothing fixed")


def rows_text(rows: Iterable[Row]) -> Text:
    """Write some rows, one below the other; of many, the first."""
    rows = list(rows)
    more = [f"and {many(len(rows) - MOST_SHOWN, 'more row')}"] if len(rows) > MOST_SHOWN else []
    return Text("\n".join([*(clip_line(str(row)) for row in rows[:MOST_SHOWN]), *more]) or "no rows")


def clip_line(text: str) -> str:
    """Shorten a text that is too long for a line.

    >>> clip_line("a" * 200) == "a" * 118 + " …"
    True
    """
    return text if len(text) <= 120 else text[:118].rstrip() + " …"


def misjudged_way(
    model: Model, ways: Iterable[Mapping[str, int]], fault: Callable, what: str, right: str
) -> tuple[str, Mapping[str, int], Text] | None:
    """Return a sentence on the first way that the rows judge wrongly, the way, and the rows; None if
    there is none. `fault(values)` says what is wrong with a way, and `right` what is right elsewhere."""
    for values in ways:
        wrong, broken = fault(values), model.broken(values)
        if bool(wrong) != bool(broken):
            words = f"Your rows allow {what}, but {wrong}."
            if broken:
                words = f"Your rows forbid {what}, though {right}. {broken_words(broken)}"
            return words, values, rows_text(broken or model.rows.values())
    return None


def broken_words(broken: list[Row]) -> str:
    return f"Broken: `{clip_line(str(broken[0]))}`."


def rows_about(model: Model, values: Mapping[str, int]) -> Text:
    """Return the rows that speak of the variables that are 1, and otherwise all."""
    ones = {name for name, value in values.items() if value}
    about = [row for row in model.rows.values() if ones & set(row.terms)]
    return rows_text(about or model.rows.values())


def extra_variables(model: Model, known: Collection[str]) -> str:
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
    (9, (1, 1, 1)),
    (1, (3, 3, 1)),
    (9, (3, 3, 3)),
]


def box_model(elements: int, size: tuple[int, int, int]) -> tuple[StudentModel, dict, list]:
    """Return an empty model for some elements in a box, its variables, and the cells."""
    ranges = [range(n) for n in size]
    model = StudentModel(f"{many(elements, 'element')} in {many(prod(size), 'cell')}")
    return model, model.grid("P", range(1, elements + 1), *ranges), list(product(*ranges))


def elements_by_cell(values: Mapping[str, int], P: Mapping) -> defaultdict[tuple, list[int]]:
    found = defaultdict(list)
    for (element, *cell), variable in P.items():
        if values[variable.name]:
            found[tuple(cell)].append(element)
    return found


def contents(values: Mapping[str, int], P: Mapping, cells: Iterable[tuple]) -> Text:
    there = elements_by_cell(values, P)
    return Text("\n".join(f"cell {place(cell)}: {elements_text(there[cell])}" for cell in cells))


def elements_text(elements: list[int]) -> str:
    """Write the elements in a cell in words.

    >>> elements_text([1, 2]), elements_text([])
    ('elements 1 and 2', 'empty')
    """
    return f"element{'s' * (len(elements) > 1)} {' and '.join(map(str, elements))}" if elements else "empty"


def wrong_once(answer: Callable, elements: int, size: tuple) -> Counterexample | None:
    model, P, cells = box_model(elements, size)
    try:
        answer(model, P, range(1, elements + 1), cells)
    except KeyError as missing:
        return Counterexample(
            f"Your function uses `P[{', '.join(map(str, as_key(missing)))}]`, which is not "
            "in this model. Its elements and cells are not those of the nine L's: use `elements` "
            "and `cells`.",
            example=Text(model.name),
        )
    if words := extra_variables(model, {variable.name for variable in P.values()}):
        return Counterexample(words, example=Text(model.name))
    ones = {P[1 + n % elements, *cell].name for n, cell in enumerate(cells) if len(P) > 9}

    def fault(values: Mapping[str, int]) -> str:
        there = elements_by_cell(values, P)
        for cell in cells:
            if (times := len(there[cell])) != 1:
                return f"the cell `{place(cell)}` is {covered_times(times, 'filled') if times else 'empty'}"
        return ""

    ways = assignments(model.names, ones)
    if found := misjudged_way(model, ways, fault, "this", "each cell is filled exactly once"):
        words, values, rows = found
        return Counterexample(words, Text(f"{model.name}\n{contents(values, P, cells)}"), rows)
    return None


def as_key(missing: KeyError) -> tuple:
    """Return the key that was looked up in vain.

    >>> as_key(KeyError((2, 0, 0, 0))), as_key(KeyError(7))
    ((2, 0, 0, 0), (7,))
    """
    key = missing.args[0] if missing.args else ()
    return key if isinstance(key, tuple) else (key,)


@exercise(
    "8.1",
    correct="For the nine L's, a row for each cell makes 27 rows. The check tried all ways to fill "
    "small boxes and some to fill the cube: your rows allow those that fill each cell once.",
)
def each_cell_once(answer):
    return (wrong_once(answer, elements, size) for elements, size in SIZES)


# -------- 8.2 a product

TRIPLES = [("a", "b", "z")], [("a", "b", "z"), ("b", "c", "y")]


def wrong_product(answer: Callable, triples: list[tuple[str, str, str]]) -> Counterexample | None:
    model = StudentModel("products")
    variable = {name: model.variable(name) for name in dict.fromkeys(sum(triples, ()))}
    for triple in triples:
        answer(model, *(variable[name] for name in triple))
    if words := extra_variables(model, variable):
        return Counterexample(words, example=Args(*triples[0]))

    def fault(values: Mapping[str, int]) -> str:
        for a, b, z in triples:
            if values[a] * values[b] != values[z]:
                return f"`{a}` times `{b}` is {values[a] * values[b]} and `{z}` is {values[z]}"
        return ""

    if found := misjudged_way(model, assignments(variable), fault, "this", "each product is right"):
        words, values, rows = found
        return Counterexample(words, values_text(values), rows)
    return None


def about_rows(answer: Callable) -> str:
    model = StudentModel("product")
    a, b, z = model.variables("a", "b", "z")
    answer(model, a, b, z)
    model.minimise(-1 * z)
    high = -relax(model, {"a": 1, "b": 0}).bound
    words = f"With {many(len(model.rows), 'row')} the product has become linear. "
    if high < 1e-6:
        return words + "And where a is 1 and b is 0, not even a fraction of z is left."
    return (
        words + f"But if fractions were allowed, z could be {high:g} where a is 1 and b is 0. It is "
        "right, but loose; the lesson comes back to this."
    )


@exercise("8.2", correct=about_rows)
def product_of_two(answer):
    return (wrong_product(answer, triples) for triples in TRIPLES)


# -------- 8.2a no rule is superfluous


def three_fault(cells: set) -> str:
    """Say how many cells there are, unless there are three."""
    return "" if len(cells) == 3 else f"there are {many(len(cells), 'cell')}"


def together_fault(cells: set) -> str:
    """Say how many pairs touch, unless two do."""
    pairs = sum(len(cells & set(beyond(cell))) for cell in cells)
    return "" if pairs == 2 else f"{many(pairs, 'pair')} of cells {'touches' if pairs == 1 else 'touch'}"


def bent_fault(cells: set) -> str:
    """Say that a line has three cells, if one has."""
    full = any(len(line) > 2 for line in cube_lines(cells))
    return "three of the cells make a line" if full else ""


CUBE = frozenset(product(range(3), repeat=3))
RULE_FAULTS = {"three": three_fault, "together": together_fault, "bent": bent_fault}


def wrong_witness(answer: Mapping, rule: str) -> Counterexample | None:
    given = answer[rule]
    try:
        cells = [tuple(map(index, cell)) for cell in given]
    except TypeError:
        return Counterexample(f"`{rule}` needs a list of cells (x, y, z).", got=given)
    if odd := [cell for cell in cells if cell not in CUBE]:
        return Counterexample(f"`{rule}`: {odd[0]} is no cell of the cube.", got=given)
    if len(set(cells)) < len(cells):
        return Counterexample(f"`{rule}`: a cell appears twice.", got=given)
    faults = {name: fault(set(cells)) for name, fault in RULE_FAULTS.items()}
    if not faults[rule]:
        return Counterexample(f"These cells obey the rule *{rule}*. They should break it.", got=given)
    if other := next((name for name in RULE_FAULTS if name != rule and faults[name]), None):
        also = f"They break the rule *{rule}*, but also *{other}*: {faults[other]}."
        return Counterexample(also, got=given)
    return None


@exercise(
    "8.2a",
    correct="Each of your sets breaks one rule and obeys the other two. So none of the three "
    "rules follows from the others.",
)
def no_rule_superfluous(answer):
    if not isinstance(answer, Mapping) or answer.keys() != RULE_FAULTS.keys():
        return Counterexample(
            "The answer is a dictionary with a set of cells for each of the rules three, together and bent.",
            got=answer,
        )
    return (wrong_witness(answer, rule) for rule in RULE_FAULTS)


# -------- 8.3 the trap


@cache
def riddle() -> PackingPuzzle:
    return load("nine-ls")


@cache
def packings() -> tuple[Solution, ...]:
    return tuple(solutions(riddle()))


def shuffle_l(cells: tuple) -> list[tuple]:
    """Return the cells of an L in an order that gives nothing away."""
    a, b, c = cells
    return [[a, b, c], [b, c, a], [c, b, a], [b, a, c]][(sum(map(sum, cells)) + 2 * a[0] + b[1]) % 4]


def shortcut_sum(cells: Iterable[tuple]) -> int:
    """Return the sum of the shortcut's variables: the number of cells of a shape with a neighbour
    in it to the right, behind or above.

    >>> shortcut_sum([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), shortcut_sum([(0, 0, 0), (1, 0, 0), (1, 1, 0)])
    (1, 2)
    """
    cells = set(cells)
    return sum(not cells.isdisjoint(beyond(cell)) for cell in cells)


def shortcut_words(got, expected: bool, cells: list) -> str:
    lost = "lost" if expected else "not lost"
    return (
        f"The variables of the shortcut add up to {shortcut_sum(cells)} for this L, so it is {lost}: its row "
        "asks for 2."
    )


def l_picture(got, expected, cells):
    return draw.figure(riddle(), {Placement("V", tuple(sorted(cells))): "chosen"})


def about_lost(answer: Callable) -> str:
    places = riddle().placements
    lost = sum(answer(shuffle_l(placement.cells)) for placement in places)
    left = sum(all(shortcut_sum(placement.cells) == 2 for placement in packing) for packing in packings())
    return (
        f"Judged on all {len(places)} places of an L: {lost} are lost. Of the {len(packings()):,} "
        f"packings of the cube, {left} do without them: "
        + "that is why the wrong model still solves the riddle."
    )


@exercise("8.3", correct=about_lost)
def lost_by_the_shortcut(answer):
    inputs = [shuffle_l(placement.cells) for placement in riddle().placements]
    return try_on(
        answer, inputs, oracle=lambda cells: shortcut_sum(cells) != 2, say=shortcut_words, picture=l_picture
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
    times = Counter(item for name in chosen for item in options[name])
    return {item: times[item] for items in options.values() for item in items}


def covers_fault(model, options: Mapping) -> tuple[str, object, object] | None:
    """Return (sentence, choice of options, rows) for a wrong model of a cover, or None."""
    if not isinstance(model, Model):
        got = "nothing" if model is None else f"a {type(model).__name__}"
        return f"Your function must return the model, but it returns {got}.", NOTHING, NOTHING
    if set(model.names) != set(options):
        odd = sorted(set(model.names) ^ set(options))[0]
        which = f"`{odd}` is none of them." if odd in model.names else f"There is no variable `{odd}`."
        return (
            f"The variables should have the names of the options. {which}",
            NOTHING,
            Text(", ".join(model.names) or "no variables"),
        )

    def fault(values: Mapping[str, int]) -> str:
        times = times_covered(options, chosen_in(values))
        wrong = (item for item in times if times[item] != 1)
        return next((f"the item `{item}` is {covered_times(times[item])}" for item in wrong), "")

    ones = chosen_values(packings()[0]) if len(options) > 9 else ()
    ways = assignments(options, ones)
    if found := misjudged_way(model, ways, fault, "this choice", "each item is covered exactly once"):
        words, values, rows = found
        return words, Text("choose " + (", ".join(chosen_in(values)) or "nothing")), rows
    return None


def chosen_in(values: Mapping[str, int]) -> list[str]:
    return [name for name, value in values.items() if value]


def cube_options() -> dict[str, list[tuple]]:
    return {name: list(cells) for name, (_, cells) in zip(place_names(), riddle().placements)}


def wrong_model(answer: Callable, options: dict) -> Counterexample | None:
    found = covers_fault(answer(options), options)
    if not found:
        return None
    words, choice, rows = found
    lines = [f"{name}: {' '.join(map(str, items))}" for name, items in [*options.items()][:9]]
    lines += [f"… {len(options)} places of an L in all"] * (len(options) > 9)
    lines += [choice] * (choice is not NOTHING)
    return Counterexample(words, example=Text("\n".join(lines)), got=rows)


def on_the_riddle(answer: Callable) -> str:
    """Say how large the student's model of the nine L's is, and whether a solver solves it; no
    time, which would give the race away."""
    model = answer(cube_options())
    outcome = raise_if_interrupted(solve_model(model, time_limit=3))
    solved = ", and HiGHS finds a packing with it" if outcome.found else ""
    return (
        f"For the nine L's your function makes {len(model.names)} variables and {len(model.rows)} "
        f"rows{solved}."
    )


@exercise("8.4", correct=on_the_riddle)
def placement_model_from_scratch(answer):
    return (wrong_model(answer, options) for options in [*COVERS, cube_options()])


def place_names() -> list[str]:
    return [f"x[{number}]" for number in range(len(riddle().placements))]


def chosen_values(packing: Solution) -> dict[str, int]:
    return {f"x[{riddle().option[placement]}]": 1 for placement in packing}


# -------- 8.4a a fraction that gets through

FINE = 10**6  # a decimal stands for the nearest fraction with a smaller denominator


def to_fraction(value) -> Fraction | None:
    """Return a number as a fraction; None for what is none.

    >>> to_fraction(1 / 3), to_fraction(Fraction(2, 7)), to_fraction("a")
    (Fraction(1, 3), Fraction(2, 7), None)
    """
    try:
        if isinstance(value, (bool, bytes, str)):
            return None
        exact = Fraction(value if isinstance(value, Rational) else float(value))
        return exact if isinstance(value, Rational) else exact.limit_denominator(FINE)
    except (TypeError, ValueError, OverflowError):
        return None


def one_row(n: int) -> Model:
    """Return the model of a layer with n places, and one row: if an L lies there, the layer is
    used."""
    model, x, y = layer_model(n)
    model.row("used", added_up(x) <= n * y)
    return model


def row_each(n: int) -> Model:
    """Return the model of a layer with n places, and a row for each place."""
    model, x, y = layer_model(n)
    for one in x:
        model.row(f"used, {one.name}", one <= y)
    return model


def layer_model(n: int) -> tuple[Model, list, object]:
    """Return a model with x1 to xn and y, and no rows."""
    model = Model(f"a layer with {n} places")
    return model, [model.variable(f"x{k}") for k in range(1, n + 1)], model.variable("y")


def gets_through(got, n: int) -> str | None:
    """Say why values do not pass the one row and break another, y as small as can be, or None."""
    try:
        xs, y = got
        xs, y = [*map(to_fraction, xs)], to_fraction(y)
    except (TypeError, ValueError):
        xs = []
    if len(xs) != n:
        return f"The answer must be a pair: a list of {n} numbers, and y."
    if None in xs or y is None or not all(0 <= value <= 1 for value in (*xs, y)):
        return "Every value must be a number from 0 to 1."
    if 1 not in xs:
        return "At least one L must be there as a whole: one of the x must be 1."
    if sum(xs) > n * y:
        return f"The one row forbids this: the sum of the x is {sum(xs)}, and {n}·y is {n * y}."
    if all(x <= y for x in xs):
        return "The other model allows this as well: no x is above y."
    if y > Fraction(1, n):
        return f"The models differ here, as they should, but y can be smaller than {y}."
    return None


@exercise(
    "8.4a",
    correct="If n places share one row, a solver may use a whole L and only an n-th of the layer. If a "
    "used layer costs money, the bound is n times too small. With a row for each place, y must "
    "be 1.",
)
def loophole(answer):
    return try_on(answer, range(2, 9), fault=gets_through)


# -------- 8.4g cuts for HiGHS

CORNERS = (0, 0), (2, 0), (1, 2), (0, 3)  # of the whole points
COSTS = (5, 4), (1, 1), (2, 1), (-1, 0), (0, -1), (-1, -1), (3, 1), (0, 1)


@exercise("8.4g", correct="For eight costs the relaxation finds a whole point, and no dot is lost.")
def wrong_corner(answer: Callable) -> Iterator[Counterexample]:
    """Yield costs for which the relaxation with the student's rows is not best at a dot."""
    h = package("highspy").Highs()
    h.silent()
    x, y = h.addIntegral(), h.addIntegral()
    h.addConstr(3 * x + 5 * y <= 15)
    h.addConstr(5 * x + 2 * y <= 10)
    answer(h, x, y)
    h.setOptionValue("solve_relaxation", True)
    for a, b in COSTS:
        best, dot = max((a * u + b * v, (u, v)) for u, v in CORNERS)
        h.maximize(a * x + b * y)
        found = h.modelStatusToString(h.getModelStatus()) == "Optimal"
        value = h.getObjectiveValue() if found else -inf
        if abs(value - best) > 1e-6:
            corner = f"({h.val(x):.5g}, {h.val(y):.5g})"
            words = f"Your rows cut off the dot {dot}."
            if value > best:
                words = f"The relaxation is best at {corner}, with {value:.5g}. This is no dot."
            yield Counterexample(
                words, example=Text(f"maximise {a}x + {b}y".replace("+ -", "- ")), expected=best
            )


# -------- 8.4b when to prune

NODES = [
    (None, None), (None, 5), (4, None), (5, 5), (6, 5), (4, 5), (3.9, 5), (4.2, 5), (4.05, 5), (4.5, 5),
    (4.0, 5), (5.5, 5), (0, 0), (0.5, 1), (0, 1), (8.75, 10), (9.001, 10), (12, None), (99.5, 100),
    (98.9, 100),
]  # fmt: skip


def may_prune(bound: float | None, incumbent: int | None) -> bool:
    """Return whether nothing below a node can be better than the incumbent.

    >>> may_prune(4.2, 5), may_prune(3.9, 5), may_prune(4, None)
    (True, False, False)
    """
    return bound is None or (incumbent is not None and ceil(bound) >= incumbent)


def pruning_words(got, expected: bool, bound, incumbent) -> str:
    if bound is None:
        return "Not even fractions fit below this node: prune it, whatever the incumbent is."
    if incumbent is None:
        return (
            f"There is no incumbent yet: a packing below this node, for {ceil(bound)} or more, is the first."
        )
    least = f"Prices are whole, so a packing below this node costs at least {ceil(bound)}"
    if expected:
        return f"{least}, which is no better than {incumbent}: prune it."
    return f"{least}, and {ceil(bound)} is better than {incumbent}: go on."


@exercise(
    "8.4b",
    correct="Tried at 20 nodes. Where prices are whole, a bound counts as the next whole number, and a "
    "packing that costs as much as the incumbent is no better.",
)
def when_to_prune(answer: Callable):
    in_order = lambda *node: NODES.index(node)
    return try_on(answer, [Args(*node) for node in NODES], oracle=may_prune, say=pruning_words, size=in_order)


# -------- 8.4c a tree to finish

PRICES = {"ab": 2, "bc": 3, "e": 5, "cd": 5, "ae": 3, "ad": 7, "be": 2}
MOST_NODES = 15


@cache
def priced_cards() -> Model:
    """Return the model of seven cards with prices; each letter from a to e exactly once, as cheap
    as possible."""
    model = Model("seven cards")
    x = {name: model.variable(name) for name in PRICES}
    for letter in "abcde":
        model.row(f"letter {letter}", added_up(card for name, card in x.items() if letter in name) == 1)
    model.minimise(added_up(coins * x[name] for name, coins in PRICES.items()))
    return model


def whole_cost(fixed: Mapping[str, int]) -> float:
    """Return the least cost of a whole choice with some cards fixed, by trying all; infinite if
    there is none."""
    model = priced_cards()
    ways = (values for values in assignments(PRICES) if values.items() >= fixed.items())
    return min((model.value(values) for values in ways if not model.broken(values)), default=inf)


class NodeError(ValueError):
    """A wrong node."""


@dataclass
class Tree:
    """A search as its nodes tell it: what is still to be looked at, the best so far, and what has
    been."""

    open: list[dict] = field(default_factory=lambda: [{}])
    incumbent: float = inf

    def visit(self, fixed, bound, end) -> None:
        """Add a node. Errors: `NodeError`."""
        if fixed not in self.open:
            raise NodeError("no branch above leads to this node, or you have looked at it already")
        self.open.remove(fixed)
        least = relax(priced_cards(), fixed).bound
        check_bound(bound, least)
        word, _, name = " ".join(end.split()).partition(" ")
        acts = {"branch": self.branch, "answer": self.answer, "pruned": self.prune, "none": self.none}
        if word not in acts or (word == "branch") != bool(name):
            raise NodeError('it ends with "branch" and a card, with "answer", "pruned" or "none"')
        acts[word](fixed, least, name)

    def branch(self, fixed: dict, least: float, name: str) -> None:
        if name not in PRICES or name in fixed:
            raise NodeError(
                f"you cannot branch on `{name}` here: it is {'fixed already' if name in fixed else 'no card'}"
            )
        if least == inf:
            raise NodeError("its relaxation has no solution, so there is nothing to branch on")
        self.open += [fixed | {name: value} for value in (0, 1)]

    def answer(self, fixed: dict, least: float, _: str) -> None:
        if whole_cost(fixed) > least:
            raise NodeError(
                f"the relaxation costs {number_text(least)} here, but no whole choice of cards does"
            )
        self.incumbent = min(self.incumbent, least)

    def prune(self, fixed: dict, least: float, _: str) -> None:
        if least == inf:
            raise NodeError('its relaxation has no solution: that end is called "none"')
        if self.incumbent == inf:
            raise NodeError("there is no incumbent yet, so nothing can be pruned by its bound")
        if ceil(least) < self.incumbent:
            raise NodeError(
                f"its bound is {number_text(least)}, and the incumbent costs "
                f"{number_text(self.incumbent)}: something better may be below"
            )

    def none(self, fixed: dict, least: float, _: str) -> None:
        if least < inf:
            raise NodeError(f"its relaxation has a solution, which costs {number_text(least)}")


def check_bound(bound, least: float) -> None:
    """Raise `NodeError` unless a bound is the cost of the relaxation, rounded up or not, or None
    without a solution."""
    if least == inf:
        if bound is not None:
            raise NodeError("its relaxation has no solution, so its bound is None")
        return
    told = to_fraction(bound)
    if told is None or not any(abs(told - right) < 1e-6 for right in (least, ceil(least - 1e-6))):
        up = "" if least == int(least) else f" (or {ceil(least)}, since prices are whole numbers)"
        raise NodeError(f"its bound is not {bound}: the relaxation costs {number_text(least)}{up}")


def tree_fault(nodes) -> tuple[str, object] | None:
    if not isinstance(nodes, (list, tuple)) or not all(map(is_node, nodes)):
        return 'A tree is a list of nodes ({"ab": 1}, bound, "end").', NOTHING
    if len(nodes) > MOST_NODES:
        return f"{len(nodes)} nodes: {MOST_NODES} are plenty. Prune where you can.", NOTHING
    tree = Tree()
    for node in nodes:
        try:
            tree.visit(*node)
        except NodeError as problem:
            return f"The node `{values_text(node[0])}`: {problem}.", Text(repr(tuple(node)))
    if tree.open:
        why = "a branch has created it" if nodes else "the search begins there"
        return f"The node `{values_text(tree.open[-1])}` is missing: {why}.", NOTHING
    return None


def is_node(node) -> bool:
    triple = isinstance(node, (list, tuple)) and len(node) == 3
    return triple and isinstance(node[0], Mapping) and isinstance(node[2], str)


def about_tree(nodes) -> str:
    return (
        f"{many(len(nodes), 'node')}, and it is proved that no choice of cards costs less than "
        f"{number_text(whole_cost({}))} coins."
    )


@exercise("8.4c", correct=about_tree)
def finished_tree(nodes):
    if found := tree_fault(nodes):
        return Counterexample(*found)


# -------- multipliers of rows


def combine_rows(model: Model, multipliers: Mapping[str, object]) -> tuple[dict[str, Fraction], Fraction]:
    """Add up the rows of a model, each times its multiplier: the number before each variable, and
    the right side. Exact.

    >>> model = Model()
    >>> a, b = model.variables("a", "b")
    >>> rows = [model.row("one", a + b == 1), model.row("two", a == 1)]
    >>> combine_rows(model, {"one": 1, "two": -1})
    ({'a': Fraction(0, 1), 'b': Fraction(1, 1)}, Fraction(0, 1))
    """
    terms, right = dict.fromkeys(model.names, Fraction(0)), Fraction(0)
    for name, times in multipliers.items():
        row, times = model.rows[name], to_fraction(times)
        right += times * Fraction(row.right)
        for variable, often in row.terms.items():
            terms[variable] += times * Fraction(often)
    return terms, right


def combined_text(model: Model, multipliers: Mapping[str, object]) -> Text:
    terms, right = combine_rows(model, multipliers)
    parts = (f"{'+-'[times < 0]} {abs(times)} {name}" for name, times in terms.items() if times)
    left = " ".join(parts).replace(" 1 ", " ")
    return Text(clip_line(f"{left.removeprefix('+ ') or '0'} = {right}"))


def bad_multipliers(model: Model, multipliers) -> str | None:
    if not isinstance(multipliers, Mapping):
        return "The answer must be a dictionary from the name of a row to its number."
    if unknown := next((name for name in multipliers if name not in model.rows), None):
        return f"The model has no row `{unknown}`. Its rows are: {', '.join(list(model.rows)[:4])} …"
    if odd := next((name for name, times in multipliers.items() if to_fraction(times) is None), None):
        return f"The multiplier of `{odd}` should be a number."
    return None


def coefficient(puzzle: PackingPuzzle, name: str, times: Fraction) -> str:
    """Return a clause on the number before a variable of a sum, with the cells of its place."""
    cells = puzzle.placements[list(placement_model(puzzle).names).index(name)].cells
    return f"`{name}`, the L on {' '.join(map(place, cells))}, has the coefficient {times}"


def combination_fault(
    model: Model, multipliers, fault: Callable[[dict, Fraction], str | None], example=NOTHING
) -> Counterexample | None:
    """Return a counterexample if an answer is no dictionary from rows to numbers, or if their
    sum is not what is asked for: `fault(terms, right)` says why."""
    if words := bad_multipliers(model, multipliers):
        return Counterexample(words, example, multipliers)
    words = fault(*combine_rows(model, multipliers))
    return Counterexample(words, example, combined_text(model, multipliers)) if words else None


# -------- 8.4f find the colouring


@cache
def tray() -> PackingPuzzle:
    return PackingPuzzle.from_pieces({"L": "###\n#.."}, copies={"L": 5}, box=[4, 5], turns="flip")


@exercise(
    "8.4f",
    correct="Checked with fractions, exactly: the sum has whole coefficients, and its right side is not "
    "whole. So no whole numbers satisfy the rows, and no five L-tetrominoes fill the tray.",
)
def whole_multipliers(answer):
    return combination_fault(placement_model(tray()), answer, not_whole)


def not_whole(terms: dict, right: Fraction) -> str | None:
    """Say why a sum of rows does not have whole coefficients and a right side that is not whole."""
    if broken := next((name for name, times in terms.items() if times.denominator > 1), None):
        return f"Not all coefficients are whole: {coefficient(tray(), broken, terms[broken])}."
    if right.denominator == 1:
        return f"All coefficients are whole, but so is the right side, {right}: no contradiction."
    return None


# -------- 8.6 no solution, and the reason

KNOWN = ("###\n###\n###", "##\n##\n#.\n##\n##")  # the boards of the lesson
LEAST_CELLS, MOST_CELLS = 6, 30


def board_of(drawing: str) -> list[tuple[int, int, int]]:
    """Return the cells of a drawing, `#` for a cell; the last line is y = 0.

    >>> board_of("#.\\n##")
    [(0, 0, 0), (0, 1, 0), (1, 0, 0)]
    """
    return sorted(
        (x, y, 0)
        for y, line in enumerate(reversed(drawing_lines(drawing)))
        for x, sign in enumerate(line)
        if sign == "#"
    )


def drawing_lines(drawing: str) -> list[str]:
    """Return the lines of a drawing, without blanks.

    >>> drawing_lines("  # .\\n  # #\\n")
    ['#.', '##']
    """
    return [line for line in map("".join, map(str.split, drawing.splitlines())) if line]


def drawing_text(drawing: str) -> Text:
    return Text(dedent(drawing).strip("\n").rstrip() or "nothing")


def ls_on(cells: Iterable[tuple]) -> PackingPuzzle:
    cells = sorted(cells, key=lambda cell: cell[::-1])
    return PackingPuzzle(
        "a board", tuple(cells), (Piece("V", ((0, 0, 0), (1, 0, 0), (0, 1, 0)), len(cells) // 3),), "plane"
    )


def board_fault(drawing) -> str | None:
    if not isinstance(drawing, str):
        return "The board should be a text, with `#` for each cell."
    if odd := set("".join(drawing.split())) - set("#."):
        return f"A board is drawn with `#` and `.` only, not with `{min(odd)}`."
    if len(set(map(len, drawing_lines(drawing)))) > 1:  # a blank at the left would shift the line
        return "The lines of this drawing differ in length. Write a `.` where there is no cell."
    cells = board_of(drawing)
    if len(cells) % 3 or not LEAST_CELLS <= len(cells) <= MOST_CELLS:
        return (
            f"This board has {many(len(cells), 'cell')}. It should be a multiple of 3, from "
            f"{LEAST_CELLS} to {MOST_CELLS}."
        )
    if min(orientations(cells)) in [min(orientations(board_of(known))) for known in KNOWN]:
        return "This board is in the lesson. Find another one."
    return packing_fault(ls_on(cells))


def packing_fault(puzzle: PackingPuzzle) -> str | None:
    """Say that a board is not in one piece, too easy to see through, or solvable; None
    otherwise."""
    if not is_connected(puzzle.container):
        return "This board is not connected."
    reached = {cell for placement in puzzle.placements for cell in placement.cells}
    if far := [cell for cell in puzzle.container if cell not in reached]:
        return f"This board is too easy: no L covers the cell {list(far[0])}."
    number, few = len(puzzle.container) // 3, min(colour_counts(puzzle.container))
    if few < number:
        return (
            f"This board is too easy: coloured like a chessboard, it has only {many(few, 'cell')} of one "
            f"colour, and each of {number} L's covers at least one."
        )
    return CAN_BE_FILLED if next(solutions(puzzle), None) else None


CAN_BE_FILLED = "L's can fill this board."


def reason_fault(puzzle: PackingPuzzle, names) -> str | None:
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
            "These rows do not conflict, so they are no reason. The picture shows how; in "
            "it, other cells may be empty or filled twice."
        )
    if twice := next((name for name in names if list(names).count(name) > 1), None):
        return f"The row `{twice}` is in your reason twice."
    spare = next((name for name in names if not can_hold(model, set(names) - {name})), None)
    return (
        spare and f"These rows conflict, but one is superfluous: the others conflict without `{spare}`, too."
    )


def can_hold(model: Model, names: Iterable[str]) -> dict[str, int]:
    """Return values that keep these rows of a model, whatever the other rows say; {} if there are
    none."""
    part = model.without(*(set(model.rows) - set(names)))
    outcome = raise_if_interrupted(solve_model(part, time_limit=2))
    return (outcome.values or dict.fromkeys(model.names, 0)) if outcome.found else {}


def wrong_reason(answer: Mapping) -> Counterexample | None:
    drawing, names = answer.get("board"), answer.get("reason")
    if words := board_fault(drawing):
        return Counterexample(
            words,
            example=drawing_text(drawing) if isinstance(drawing, str) else drawing,
            picture=(lambda: solved_board(ls_on(board_of(drawing)))) if words == CAN_BE_FILLED else None,
        )
    puzzle = ls_on(board_of(drawing))
    words = reason_fault(puzzle, names)
    if not words:
        return None
    return Counterexample(
        words,
        example=drawing_text(drawing),
        got=names,
        picture=(lambda: rows_picture(puzzle, names)) if words.startswith("These rows do not") else None,
    )


def solved_board(puzzle: PackingPuzzle):
    return draw.figure(puzzle, dict.fromkeys(next(solutions(puzzle)), "solution"))


def rows_picture(puzzle: PackingPuzzle, names: Iterable[str]):
    values = can_hold(placement_model(puzzle), names)
    chosen = [placement for placement, value in zip(puzzle.placements, values.values()) if value]
    return draw.figure(puzzle, dict.fromkeys(chosen, "chosen"))


def about_reason(answer: Mapping) -> str:
    cells = board_of(answer["board"])
    rows = len(placement_model(ls_on(cells)).rows)
    return (
        f"{len(cells)} cells, and {many(len(answer['reason']), 'row')} of {rows} are enough to see that "
        "it cannot be done. Without any one of them, the others no longer conflict."
    )


@exercise("8.6", correct=about_reason, seconds=20)
def no_solution(answer):
    if not isinstance(answer, Mapping):
        return Counterexample("The answer must be a dictionary with a board and a reason.", got=answer)
    return wrong_reason(answer)


# -------- 8.7 a roster

ROSTERS = [
    Args({"Ann": ["Mon"]}, {"Mon": 1}),
    Args({"Ann": ["Mon"], "Bob": ["Mon"]}, {"Mon": 1}),
    Args({"Ann": ["Mon"], "Bob": []}, {"Mon": 1}),
    Args({"Ann": ["Mon", "Tue"], "Bob": ["Mon", "Tue"]}, {"Mon": 1, "Tue": 1}),
    Args({"Ann": ["Mon", "Tue"], "Bob": ["Tue"]}, {"Mon": 0, "Tue": 1}),
    Args({"Ann": ["Mon", "Tue"]}, {"Mon": 1}),  # a day that is not in `needs`
    Args({"Ann": ["Sun", "Mon"], "Bob": ["Tue", "Thu", "Mon"]}, {"Mon": 1, "Tue": 1}),
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
    """Return the larger shop, and the names and days of its roster.

    >>> sorted(the_week()[1])[:3], the_week()[0][1]["Sun"]
    (['Ann Fri', 'Ann Mon', 'Ann Wed'], 2)
    """
    people = {name: days.title().split() for name, days in WEEK.items()}
    there = {f"{name} {day.title()}" for name in WEEK for day in WEEK[name].split() if day.isupper()}
    days = "Mon Tue Wed Thu Fri Sat Sun".split()
    needs = {day: sum(f"{name} {day}" in there for name in WEEK) for day in days}
    return Args(people, needs), frozenset(there)


def roster_fault(work: Collection[tuple], people: Mapping, needs: Mapping) -> str:
    days = list(needs)
    for name, day in sorted(work):
        if day not in people[name]:
            return f"{name} cannot work on {day}"
    for name, (day, after) in product(people, zip(days, days[1:])):
        if {(name, day), (name, after)} <= set(work):
            return f"{name} works on {day} and on {after}"
    for day, times in needs.items():
        if (here := sum(one == day for _, one in work)) != times:
            return f"{day} has {many(here, 'person').replace('persons', 'people')} instead of {times}"
    return ""


def wrong_roster(answer: Callable, people: Mapping, needs: Mapping) -> Counterexample | None:
    example = Args(people, needs)
    model = answer(people, needs)
    if not isinstance(model, Model):
        return Counterexample("Your function must return the model.", example, model)
    every = {f"{name} {day}": (name, day) for name in people for day in needs}
    strange = (f"{name} {day}" for name in people for day in people[name] if day not in needs)
    if free := next((name for name in strange if name in model.names), None):
        words = f"There is a variable `{free}`, but that day is not in `needs`, so no row speaks of it."
        return Counterexample(words, example)
    if odd := [name for name in model.names if name not in every]:
        return Counterexample(
            f"There is a variable `{odd[0]}`. Each should be named like `Ann Mon`: a person and a day.",
            example,
        )
    if lost := [one for one, (name, day) in every.items() if day in people[name] and one not in model.names]:
        return Counterexample(f"There is no variable `{lost[0]}`.", example)
    there = the_week()[1] if people.keys() == WEEK.keys() else ()
    fault = lambda values: roster_fault({every[name] for name in chosen_in(values)}, people, needs)
    ways = assignments(model.names, there, 2)
    if found := misjudged_way(model, ways, fault, "this roster", "nothing is wrong with it"):
        words, values, rows = found
        return Counterexample(
            words, Text(f"{example!r}\n{', '.join(chosen_in(values)) or 'nobody works'}"), rows
        )
    return None


@exercise(
    "8.7",
    correct="The check tried all rosters of eleven small shops, and many rosters of a week in a "
    "larger one. There is no L and no cube in it, only rows that are sums.",
    seconds=20,
)
def roster(answer):
    shops = [*ROSTERS, the_week()[0]]
    return (wrong_roster(answer, people, needs) for people, needs in shops)


# -------- 8.8 how large M must be

SWITCHED = [
    ([1], 0), ([-1], 0), ([2], 3), ([], 3), ([], -3), ([3, 5, -2], 4), ([2, 3], 9), ([-4, -1], -2),
    ([7, 7, 7], 0), ([10, -10, 4], -6), ([1, 1, 1, 1, 1, 1], 3), ([50, -20, 30, 900], 100),
    ([4000, 2500, -1], 20), ([5, -5], -7),
]  # fmt: skip


def smallest_m(coefficients: list[int], right: int) -> int:
    """Return the least M for which the sum, at most right + M, is no condition.

    >>> smallest_m([3, 5, -2], 4), smallest_m([2, 3], 9)
    (4, 0)
    """
    return max(0, sum(times for times in coefficients if times > 0) - right)


def m_words(got, expected: int, coefficients: list[int], right: int) -> str:
    """Say which values a smaller M forbids, or that a smaller one forbids nothing."""
    largest = sum(times for times in coefficients if times > 0)
    ones = " + ".join(str(times) for times in coefficients if times > 0)
    most = f"The left side is at most {largest}" + (f" ({ones}, the other variables 0)" if ones else "")
    if got < 0:
        return f"{most}, and an M below 0 would make the row stricter. M is never negative."
    if got < expected:
        return f"{most}. With M = {got} the row forbids that when y = 0: {largest} > {right} + {got}."
    return f"{most}, so M = {expected} forbids nothing when y = 0. Your M is larger than it need be."


@exercise(
    "8.8",
    correct="In each row that was tried your M forbids no choice of zeros and ones when y = 0, and no "
    "smaller number does that. A larger M would let more fractions through.",
)
def least_m(answer: Callable):
    in_order = lambda *row: SWITCHED.index(row)
    return try_on(answer, [Args(*row) for row in SWITCHED], oracle=smallest_m, say=m_words, size=in_order)


# -------- 8.9 from a sentence to an answer


def drawn_flat(people: int, number: int, seed: int) -> dict[str, dict[str, int]]:
    """Return how many minutes each of some people needs for each of some chores."""
    dice, names = Random(seed), ("Ann", "Bob", "Cem", "Dov", "Eva")[:people]
    things = ("windows", "floor", "kitchen", "bath", "bins", "shopping", "plants", "stairs", "oven", "fridge")
    chores = [*things, *(f"room {k}" for k in range(1, number))][:number]
    return {name: {chore: 5 * dice.randint(1, 12) for chore in chores} for name in names}


FLATS: list[dict[str, dict[str, int]]] = [
    {"Ann": {"windows": 30}},
    {"Ann": {"windows": 30}, "Bob": {"windows": 20}},
    {"Ann": {"windows": 30, "floor": 20}, "Bob": {"windows": 30, "floor": 20}},
    {"Ann": {"windows": 30, "floor": 10}, "Bob": {"windows": 60, "floor": 50}},  # one does it all
    {"Ann": {"windows": 20, "floor": 20, "bath": 40}, "Bob": {"windows": 20, "floor": 20, "bath": 40}},
    {"Ann": dict(a=30, b=30, c=20, d=20, e=20), "Bob": dict(a=30, b=30, c=20, d=20, e=20)},
    *(
        drawn_flat(people, number, seed)
        for people, number in ((2, 4), (3, 4), (3, 6), (2, 8))
        for seed in range(4)
    ),
]
LARGE_FLAT = drawn_flat(4, 13, 8)
LEAST_LARGE = 45  # minutes; tests/workbook/test_lesson_08.py finds it without a solver


def least_end(minutes: dict[str, dict[str, int]]) -> int:
    """Return the least time at which all are finished, one person after the other: which chores are left, and
    how late it is then.

    >>> least_end({"Ann": {"a": 30, "b": 20}, "Bob": {"a": 30, "b": 20}})
    30
    """
    chores = [*next(iter(minutes.values()))]
    everything = (1 << len(chores)) - 1
    best = {everything: 0}
    for needs in minutes.values():
        loads = [0] * (everything + 1)
        for some in range(1, everything + 1):
            low = (some & -some).bit_length() - 1
            loads[some] = loads[some & (some - 1)] + needs[chores[low]]
        after: dict[int, int] = {}
        for left, late in best.items():
            some = left
            while True:
                rest, end = left ^ some, max(late, loads[some])
                if end < after.get(rest, 1 << 60):
                    after[rest] = end
                if not some:
                    break
                some = (some - 1) & left
        best = after
    return best[0]


def chores_fault(got, minutes: dict[str, dict[str, int]], least: int) -> str:
    if not isinstance(got, Mapping):
        return "A dictionary from each person to a list of chores is asked for."
    if odd := [one for one in got if one not in minutes]:
        return f"Nobody here is called {odd[0]!r}."
    lists = {one: list_if_iterator(some) for one, some in got.items()}
    if bad := [one for one, some in lists.items() if not is_several(some)]:
        return f"The chores of {bad[0]} should be a list."
    names = [*next(iter(minutes.values()))]
    done = [chore for some in lists.values() for chore in some]
    if odd := [chore for chore in done if chore not in names]:
        return f"There is no chore {odd[0]!r} here."
    if bad := [chore for chore in names if done.count(chore) != 1]:
        times = done.count(bad[0])
        return (
            f"Nobody does this: {bad[0]}." if not times else f"This is done {many(times, 'time')}: {bad[0]}."
        )
    loads = {one: sum(minutes[one][chore] for chore in some) for one, some in lists.items()}
    last = max(loads, key=lambda one: loads[one])
    if loads[last] > least:
        return f"{last} is finished after {loads[last]} minutes. All can be finished after {least}."
    return ""


@contextmanager
def columns_solved() -> Iterator[list[int]]:
    """Note how many columns each model has that HiGHS solves meanwhile."""
    solver, columns = package("highspy").Highs.__base__, []
    run = solver.run

    def noted_run(model):
        columns.append(model.getNumCol())
        return run(model)

    solver.run = noted_run
    try:
        yield columns
    finally:
        solver.run = run


@exercise(
    "8.9",
    correct="Judged on 22 flats by trying who does what, and on one with 13 chores, for which HiGHS was "
    "asked: each chore is done once, and nobody could be finished earlier.",
    seconds=20,
)
def shared_chores(answer: Callable) -> Iterator[Counterexample]:
    yield from refuse_library(answer)
    for minutes in [*FLATS, LARGE_FLAT]:
        least = LEAST_LARGE if minutes is LARGE_FLAT else least_end(minutes)
        with columns_solved() as columns:
            got = list_if_iterator(answer(minutes))
        if say := chores_fault(got, minutes, least):
            yield Counterexample(say, Args(minutes), got)
    if max(columns, default=0) < len(LARGE_FLAT["Ann"]):
        yield Counterexample(
            "That is right, but HiGHS was not asked: write the model with `highspy`, and solve it.",
            Args(LARGE_FLAT),
            got,
        )
