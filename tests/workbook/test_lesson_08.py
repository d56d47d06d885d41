"""Sentences of lesson 08 have to come out when its cells are run; and what its teacher's page draws has
to be what the search does."""

import re
from fractions import Fraction
from itertools import chain, product

import numpy as np
import pytest
from solved import solved_names
from test_build import ROOT

from lessons.kit.checks.judge import verdict
from lessons.l08_integer_programs.checks import (
    FLATS,
    LARGE_FLAT,
    LEAST_LARGE,
    PRICES,
    assignments,
    board_fault,
    board_of,
    combine_rows,
    least_end,
    ls_on,
    one_row,
    priced_cards,
    row_each,
    shortcut_sum,
    whole_cost,
)
from puzzlelib.ilp import placement_model, relax
from puzzlelib.ilp.branch_and_bound import trace
from puzzlelib.ilp.model import Model, total
from puzzlelib.packing import load

FOLDER = ROOT / "lessons" / "l08_integer_programs"


@pytest.fixture(scope="module")
def names():
    return solved_names(FOLDER.name)


@pytest.mark.notebook
def test_the_sizes_of_the_models(names):
    assert len(names["kept"]) == 32
    assert (len(names["naive"].names), len(names["naive"].rows)) == (729, 1746)
    assert len(names["riddle"].names) == 729
    assert (len(names["small"].names), len(names["small"].rows)) == (144, 28)


@pytest.mark.notebook
def test_the_shortcut_loses_a_quarter_of_the_places_and_most_packings(names):
    assert (len(names["ours"]), len(names["his"]), names["still"], len(names["packings"])) == (
        144,
        108,
        336,
        5328,
    )
    assert names["his"] < names["ours"]
    assert all(names["is_lost"](list(cells)) == (cells not in names["his"]) for cells in names["ours"])


@pytest.mark.notebook
def test_each_packing_is_there_once_for_each_numbering(names):
    assert (len(names["flat_packings"]), names["copies"], names["unchanged"]) == (4, 96, 8)
    assert not names["same_after"](names["corner"], 1, 2)


@pytest.mark.notebook
def test_flat_boards_are_flat_pictures(names):
    clamp, layer = (names["draw_board"](names[name]).value for name in ("clamp", "layer"))
    assert names["draw_board"](names["clamp"]).value.count("<rect") == 9
    assert clamp.count("<rect") == layer.count("<rect") == 9
    assert all(clamp.count(f">({x},{y})<") == 1 for x, y in ((0, 3), (1, 3), (1, 4)))


@pytest.mark.notebook
def test_what_is_said_of_relaxations(names):
    assert not names["broken"] and sorted(names["halves"].values()) == [0.5] * 6
    assert names["less"] and not names["more"] and names["rises"] and not names["falls"]
    ends = [
        event.kind + event.cause for event in names["priced"].events if event.kind in ("conflict", "answer")
    ]
    assert ends.count("answer") == 3 and ends.count("conflictbound") == 2
    assert [names["relaxations"](model) for model in names["proofs"].values()] == [169, 67, 1]


@pytest.mark.notebook
def test_one_cut_does_the_work_of_the_tree(names):
    cut, board = names["cut"], names["board"]
    assert cut.terms == {f"x[{k}]": 1 for k in range(5, 10)} and (cut.sense, cut.right) == ("<=", 1)
    assert relax(board.without("cut")).feasible and not relax(board).feasible
    for values in assignments(board.names):  # no whole choice that satisfies the three rows is lost
        if not board.part({row.name for row in names["three_rows"]}).broken(values):
            assert cut.holds(values)


@pytest.mark.notebook
def test_what_the_second_notebook_measures(names):
    assert names["needless"] == ["cell (1,1,0)"]
    assert len(names["removed"]) == names["never"] == 144 - len(names["in_use"]) == 36
    assert names["costs"] == {
        M: pytest.approx(costs) for M, costs in {20: (445, 500), 100: (201, 500), 1000: (146.1, 500)}.items()
    }
    assert names["roster_found"].cost == 10 and names["our_nodes"] == 133


@pytest.mark.notebook
def test_both_reasons_for_the_layer(names):
    model, can = (
        names["layer_places"],
        lambda rows: names["solve_model"](model.without(*(set(model.rows) - set(rows)))).found,
    )
    for rows in (names["why_not"](names["layer"]).rows, names["five"]):
        assert not can(rows) and all(can(set(rows) - {row}) for row in rows)


def coins(single: int) -> Model:
    """The cards of the teacher's page."""
    model = Model("coins")
    x = {name: model.variable(name) for name in ("ab", "bc", "ca", "a", "b", "c")}
    for letter in "abc":
        model.row(letter, total(card for name, card in x.items() if letter in name) == 1)
    model.minimise(total((2 if len(name) == 2 else single) * card for name, card in x.items()))
    return model


def drawn(search) -> list[str]:
    """A tree of one branch, as the teacher's page draws it."""
    half = {Fraction(1, 2): "½"}
    names, lines = list(search.model.names), []
    for event, after in zip(search.events, search.events[1:]):
        if event.kind == "start":
            parts = ", ".join(
                f"{half[Fraction(value)]} {names[option]}" for option, value in event.fractions.items()
            )
            lines.append(f"nothing decided: {event.bound:g} coins, with {parts}")
        if event.kind == "try":
            says = (
                "no fraction: the incumbent"
                if after.kind == "answer"
                else f"no better than the incumbent {after.incumbent:g}: pruned"
            )
            lines.append(
                f"{'├' if event.sign else '└'}─ {names[event.option]} = {int(event.sign)}: "
                f"{event.bound:g} coins, {says}"
            )
    return lines


def test_the_tree_by_pencil_is_the_tree_of_the_search():
    search, page = trace(coins(3)), (FOLDER / "teacher.md").read_text(encoding="utf-8")
    assert "\n".join(drawn(search)) in page
    assert (search.relaxations, search.cost) == (3, 5)
    early = trace(coins(2))
    assert (early.events[0].bound, early.relaxations, early.cost) == (3, 3, 4)


ROWS = {
    "z ≤ a": lambda a, b, z: z <= a,
    "z ≤ b": lambda a, b, z: z <= b,
    "z ≥ a + b − 1": lambda a, b, z: z >= a + b - 1,
    "z ≤ a + b": lambda a, b, z: z <= a + b,
    "2z ≤ a + b": lambda a, b, z: 2 * z <= a + b,
    "z ≥ a": lambda a, b, z: z >= a,
}


def test_the_truth_table_by_pencil():
    page = (FOLDER / "teacher.md").read_text(encoding="utf-8")
    table = [
        [field.strip() for field in line.strip("|").split("|")]
        for line in page.splitlines()
        if re.match(r"\| ([01] \||a \| b)", line)
    ]
    head, lines = table[0], table[1:]
    assert len(lines) == 8
    for line in lines:
        a, b, z, ab = map(int, line[:4])
        assert ab == a * b and line[4] == ("right" if z == ab else "wrong")
        for name, mark in zip(head[5:], line[5:]):
            model = Model()
            model.row(name, ROWS[name](*model.variables("a", "b", "z")))
            assert bool(model.broken({"a": a, "b": b, "z": z})) == (mark == "✗"), (name, line)


def test_nine_elements_hard_wired_get_a_sentence():
    def nine(model, P, elements, cells):
        for cell in cells:
            model.row(f"cell {cell}", total(P[k, *cell] for k in range(1, 10)) == 1)

    said = str(verdict("8.1", nine))
    assert "uses `P[2, 0, 0, 0]`" in said and "use `elements` and `cells`" in said


def test_rows_that_hold_for_small_models_only_are_refused():
    def few_cells(model, P, elements, cells):
        for cell in cells if len(P) < 10 else []:
            model.row(f"cell {cell}", total(P[k, *cell] for k in elements) == 1)

    def few_options(options):
        model = Model("seven options at most")
        x = {name: model.variable(name) for name in options}
        for item in {item for items in options.values() for item in items} if len(x) < 8 else ():
            model.row(str(item), total(x[name] for name in options if item in options[name]) == 1)
        return model

    assert "is empty" in str(verdict("8.1", few_cells))
    assert "144 places of an L" in str(verdict("8.4", few_options))


@pytest.mark.parametrize(
    "answer, right",
    [
        (
            lambda bound, incumbent: bound is None or (incumbent is not None and np.ceil(bound) >= incumbent),
            True,
        ),
        (lambda bound, incumbent: bound is None or (incumbent is not None and bound > incumbent - 1), True),
        (lambda bound, incumbent: bound is None or (incumbent is not None and bound >= incumbent), False),
        (lambda bound, incumbent: bound is None or bool(incumbent) and bound > incumbent - 1, False),
        (lambda bound, incumbent: True, False),
    ],
)
def test_be_the_solver(answer, right):
    assert ("Correct" in str(verdict("8.4b", answer))) == right


def test_the_rows_of_a_product_with_a_sum_in_them_lose_half_of_the_places():
    """With S for b there is no q where S is 2: q <= P and q >= P + S - 1, whatever P is."""

    def fits(place):
        sums = [
            sum(other in place for other in ((x + 1, y, z), (x, y + 1, z), (x, y, z + 1)))
            for x, y, z in product(range(3), repeat=3)
        ]
        return max(sums) < 2 and shortcut_sum(place) == 2

    teacher = (FOLDER / "teacher.md").read_text(encoding="utf-8")
    left = sum(fits(place.cells) for place in load("nine-ls").placements)
    assert left == 72 and "only 72 are left" in teacher


# -------- a fraction that gets through


@pytest.mark.parametrize(
    "answer, right",
    [
        (lambda n: ([0] * (n - 1) + [1], Fraction(1, n)), True),
        (lambda n: [list(np.eye(n)[0]), np.float64(1 / n)], True),
        (lambda n: ([1] + [0] * (n - 1), 1 / (n + 1)), False),
        (lambda n: ([1.5] + [0] * (n - 1), 1 / n), False),
        (lambda n: ([1] + [0] * n, 1 / n), False),
        (lambda n: ([1, *["0"] * (n - 1)], 1 / n), False),
        (lambda n: 1 / n, False),
    ],
)
def test_a_fraction_gets_through(answer, right):
    said = verdict("8.4a", answer)
    assert (said.status == "correct") == right and said.error is None


def test_the_two_models_of_a_layer_differ_in_fractions_only():
    for n in (2, 3, 4):
        loose, tight = one_row(n), row_each(n)
        assert all(bool(loose.broken(v)) == bool(tight.broken(v)) for v in assignments(loose.names))
        through = {"x1": 1, "y": 1 / n}
        assert not loose.broken(through) and tight.broken(through)


# -------- a tree to finish


def leaf_order(nodes):
    return [nodes[k] for k in (0, 2, 1)]


SHORT = [({}, 9, "branch be"), ({"be": 0}, 12, "answer"), ({"be": 1}, None, "none")]
LONG = [
    ({}, 8.5, "branch cd"),
    ({"cd": 0}, 15.0, "answer"),
    ({"cd": 1}, Fraction(17, 2), "branch ab"),
    ({"ab": 1, "cd": 1}, np.float64(12), "answer"),
    ({"cd": 1, "ab": 0}, None, "none"),
]


@pytest.mark.parametrize(
    "nodes, right",
    [
        (SHORT, True),
        (leaf_order(SHORT), True),
        (LONG, True),
        ([({}, 8.4, "branch be"), *SHORT[1:]], False),
        ([({}, 8.5, "branch zz"), *SHORT[1:]], False),
        ([SHORT[0], ({"be": 0}, 12, "answer"), ({"be": 1}, float("inf"), "none")], False),
        ([SHORT[0], ({"be": 0}, 12, "answer"), ({"be": 1}, None, "pruned")], False),
        ([SHORT[0], ({"be": 0}, 12, "none"), SHORT[2]], False),
        ([*SHORT[:2], ({"be": 2}, None, "none")], False),
        (SHORT[1:], False),
        ([({}, 8.5, "sleep")], False),
        ("tree", False),
    ],
)
def test_trees(nodes, right):
    said = verdict("8.4c", nodes)
    assert (said.status == "correct") == right and said.error is None


@pytest.mark.slow
def test_bounds_of_the_cards_are_bounds():
    for values in assignments(PRICES):
        fixed = dict(list(values.items())[:3])
        assert relax(priced_cards(), fixed).bound <= whole_cost(fixed) + 1e-6
    assert relax(priced_cards()).bound == 8.5 and whole_cost({}) == 12


# -------- multipliers


def test_there_are_multipliers_where_the_relaxation_has_no_solution():
    layer, clamp = "###\n###\n###", "##\n##\n#.\n##\n##"
    feasible = [relax(placement_model(ls_on(board_of(board)))).feasible for board in (layer, clamp)]
    assert feasible == [False, True]
    corners = {f"cell ({x},{y},0)": 1 for x in (0, 2) for y in (0, 2)} | {"piece V": -1}
    terms, right = combine_rows(placement_model(ls_on(board_of(layer))), corners)
    assert sorted(terms.values()) == [-1] * 4 + [0] * 12 and right == 1


# -------- a roster, and chores


def test_the_first_day_that_nobody_needs_is_named():
    def roster(people, needs):
        model = Model("roster")
        x = {(one, day): model.variable(f"{one} {day}") for one in people for day in people[one]}
        for day in needs:
            model.row(day, total(x[pair] for pair in x if pair[1] == day) == needs[day])
        for one, (day, after) in product(people, zip([*needs], [*needs][1:])):
            model.row(f"{one} {day}", total(x[pair] for pair in ((one, day), (one, after)) if pair in x) <= 1)
        return model

    assert "`Ann Tue`, but that day is not in `needs`" in str(verdict("8.7", roster))


def test_the_least_end_of_each_flat_by_all_ways_to_share():
    def last(minutes, way):
        chores = [*next(iter(minutes.values()))]
        return max(sum(minutes[one][c] for c, who in zip(chores, way) if who == one) for one in minutes)

    for minutes in FLATS:
        ways = product(minutes, repeat=len(next(iter(minutes.values()))))
        assert least_end(minutes) == min(last(minutes, way) for way in ways)


@pytest.mark.slow
def test_the_least_end_of_the_large_flat_by_states():
    assert least_end(LARGE_FLAT) == LEAST_LARGE


def test_rows_may_have_truths_for_numbers():
    def is_lost(cells):
        places = list(product(range(3), repeat=3))
        x = {place: Model().variable(str(place)) for place in places}
        model = Model(names=dict.fromkeys(map(str, places)))
        for place in places:
            model.row(str(place), x[place] == (place in [*map(tuple, cells)]))
        filled = {
            place for place in places if not model.broken({str(place): 1}) or place in [*map(tuple, cells)]
        }
        return shortcut_sum(filled & {*map(tuple, cells)}) != 2

    assert "Correct" in str(verdict("8.3", is_lost))


# -------- 8.6


def free_polyominoes(size: int) -> set[frozenset]:
    """Return the shapes of so many squares, one for each up to turns and reflections."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        grown = {
            s | {(x + a, y + b)} for s in shapes for x, y in s for a, b in STEPS if (x + a, y + b) not in s
        }
        shapes = {min(map(to_corner, images(shape)), key=sorted) for shape in grown}
    return shapes


STEPS = (1, 0), (-1, 0), (0, 1), (0, -1)


def images(shape: frozenset) -> list[list]:
    signed = [[(a * x, b * y) for x, y in shape] for a, b in product((1, -1), repeat=2)]
    return [*signed, *([(y, x) for x, y in one] for one in signed)]


def to_corner(shape: list) -> frozenset:
    left, low = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - low) for x, y in shape)


def ls_of(cells: frozenset) -> list[frozenset]:
    squares = [{(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} for x, y in product(range(9), repeat=2)]
    return [frozenset(ell) for square in squares for gone in square if (ell := square - {gone}) <= cells]


def can_fill(cells: frozenset, ls: list[frozenset]) -> bool:
    return not cells or any(min(cells) in ell and ell <= cells and can_fill(cells - ell, ls) for ell in ls)


def drawing_of(cells: frozenset) -> str:
    wide, high = (max(cell[k] for cell in cells) + 1 for k in (0, 1))
    return "\n".join("".join(".#"[(x, y) in cells] for x in range(wide)) for y in reversed(range(high)))


@pytest.mark.parametrize(("size", "number"), [(6, 4), (9, 262)])
def test_each_board_that_obeys_the_text_is_taken(size, number):
    """Which do, is found here without the check: by brute force, and by counting dark cells."""
    found = []
    for cells in free_polyominoes(size):
        ls, dark = ls_of(cells), sum((x + y) % 2 for x, y in cells)
        if {*chain(*ls)} == cells and size // 3 <= dark <= 2 * size // 3 and not can_fill(cells, ls):
            found.append(drawing_of(cells))
    known = [
        drawing
        for drawing in found
        if board_fault(drawing) == "This board is in the lesson. Find another one."
    ]
    assert [board_fault(drawing) for drawing in found if drawing not in known] == [None] * number
