"""Lesson 08, integer programs: rows are judged by what they allow and forbid, not by how they are written."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from textwrap import dedent

from .. import draw
from ..algorithm_x import solutions
from ..check import Args, Counterexample, exercise, try_on
from ..counterexample import NOTHING
from ..exact_cover import why_impossible
from ..ilp import Model, Row
from ..placement_model import placement_model
from ..puzzles import PackingPuzzle, Piece, Placement, Solution, load
from ..recorder import many, place
from ..shapes import ROTATIONS, normal_form, turned
from ..solvers import solve_model
from . import Text

MOST_ROWS, MOST_SHOWN = 20_000, 3


class Sheet(Model):
    """A model that a student's function writes into. It can be hashed, so that the function does not get a copy of it.

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


# ---------------------------------------------------------------- 8.1 each cell once

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
    answer(model, P, range(1, elements + 1), cells)
    fails = lambda: wrong_once(answer, elements, size) is not None
    if words := extra_variables(model, {variable.name for variable in P.values()}):
        return Counterexample(words, example=Text(model.name), fails=fails)
    for values in assignments(model.names):
        wrong = next((cell for cell in cells if len(holders(values, P, cell)) != 1), None)
        broken = model.broken(values)
        if bool(broken) == (wrong is not None):
            continue
        words = (
            f"Your rows forbid this, though each cell is filled exactly once. Broken: `{cut(str(broken[0]))}`."
            if broken
            else f"Your rows allow this, but the cell `{place(wrong)}` is {filled(len(holders(values, P, wrong)))}."
        )
        return Counterexample(
            words,
            example=Text(f"{model.name}\n{contents(values, P, cells)}"),
            got=listed(model.rows.values()),
            fails=fails,
        )
    return None


def filled(times: int) -> str:
    """How often a cell is filled, when it is not once."""
    return {0: "empty", 2: "filled twice"}.get(times, f"filled {times} times")


@exercise(
    "8.1",
    correct="For the nine L's, a row for each cell makes 27 rows with 9 variables in each. The check tried every way to give "
    "a few elements a few cells, and your rows kept those in which each cell is filled once.",
)
def each_cell_once(answer):
    for elements, size in SIZES:
        if wrong := wrong_once(answer, elements, size):
            yield wrong
            return


# ---------------------------------------------------------------- 8.2 a product

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
        + f"But if fractions were allowed, z could be {high:g} where a is 1 and b is 0. It is right, but loose; the lesson comes back to this."
    )


@exercise("8.2", correct=about_rows)
def product_of_two(answer):
    for triples in TRIPLES:
        if wrong := wrong_product(answer, triples):
            yield wrong
            return


# ---------------------------------------------------------------- 8.3 the trap


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
    """The sum of the shortcut's variables: how many cells of a shape have a neighbour of it to the right, behind or above.

    >>> shortcut_sum([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), shortcut_sum([(0, 0, 0), (1, 0, 0), (1, 1, 0)])
    (1, 2)
    """
    cells = set(cells)
    return sum(not cells.isdisjoint({(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)}) for x, y, z in cells)


def misjudged(got, expected: bool, cells: list) -> str:
    if not isinstance(got, bool):
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
        f"Judged on all {len(places)} places of an L: {lost} are lost. Of the {len(packings()):,} packings of the cube, {left} do without them: "
        + "that is why the wrong model still solves the riddle."
    )


@exercise("8.3", correct=about_lost)
def lost_by_the_shortcut(answer):
    inputs = [shuffled(placement.cells) for placement in riddle().placements]
    return try_on(
        answer, inputs, oracle=lambda cells: shortcut_sum(cells) != 2, say=misjudged, picture=in_the_box
    )


# ---------------------------------------------------------------- 8.4 the placement model from scratch

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
            f"The model is asked for, and your function returns {'nothing' if model is None else f'a {type(model).__name__}'}.",
            NOTHING,
            NOTHING,
        )
    if set(model.names) != set(options):
        odd = sorted(set(model.names) ^ set(options))[0]
        which = f"`{odd}` is none of them." if odd in model.names else f"There is no variable `{odd}`."
        return (
            f"The variables should be named as the options are. {which}",
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
                f"Your model forbids this choice, though each item is covered exactly once. Broken: `{cut(str(broken[0]))}`."
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
    """The size of the student's model of the nine L's, and what a solver says of it; no time, which would give the race away."""
    model = answer({str(number): list(cells) for number, (_, cells) in enumerate(riddle().placements)})
    outcome = solve_model(model, time_limit=3)
    solved = ", and HiGHS finds a packing with it" if outcome.found else ""
    return f"For the nine L's your function makes {len(model.names)} variables and {len(model.rows)} rows{solved}."


@exercise("8.4", correct=on_the_riddle)
def placement_model_from_scratch(answer):
    for options in COVERS:
        if wrong := wrong_model(answer, options):
            yield wrong
            return


# ---------------------------------------------------------------- 8.5 a rule of one's own


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
        return f"Your rows forbid this packing, though no two of its L's make a block. Broken: `{cut(str(broken[0]))}`."
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
    return f"{many(len(with_rule(answer).rows), 'row')}. Of the {len(packings()):,} packings of the cube, {kept:,} keep your rule."


@exercise("8.5", correct=about_rule, seconds=20)
def no_blocks(answer):
    return wrong_rule(answer)


# ---------------------------------------------------------------- 8.6 no solution, and the reason

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
        return f"This board has {many(len(cells), 'cell')}. It should be a multiple of 3, from {LEAST_CELLS} to {MOST_CELLS}."
    if outline(cells) in [outline(board_of(known)) for known in KNOWN]:
        return "This board stands in the lesson. Find another one."
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
        return f"The model of this board has no row `{unknown}`. Its rows are: {', '.join(f'`{name}`' for name in list(model.rows)[:4])} …"
    if can_hold(model, names):
        return "These rows can all hold together, so they are no reason. The picture shows how; other cells may be empty or filled twice in it."
    if twice := next((name for name in names if list(names).count(name) > 1), None):
        return f"The row `{twice}` stands in your reason twice."
    spare = next((name for name in names if not can_hold(model, set(names) - {name})), None)
    return (
        spare
        and f"These rows cannot hold together, but one is superfluous: without `{spare}` the others cannot hold either."
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
        f"{len(cells)} cells, and {many(len(answer['reason']), 'row')} of {rows} are enough to see that it cannot be done. "
        + "Take any one of them away, and the others can hold together."
    )


@exercise("8.6", correct=about_reason, seconds=20)
def no_solution(answer):
    if not isinstance(answer, Mapping):
        return Counterexample("A dictionary with a board and a reason is asked for.", got=answer)
    return wrong_reason(answer)
