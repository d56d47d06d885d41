"""The riddle of nine L's: the naive model against its definition, the trap, and what goes wrong without a
rule."""

from itertools import combinations, product

import pytest

from lessons.kit.pages.record import ModelRecorder
from lessons.l08_integer_programs import card as riddle_stage
from lessons.l08_integer_programs.card import (
    rows_of,
    rules_verdict,
    rules_widget,
    values_of,
    whole_model,
    whole_widget,
)
from lessons.l08_integer_programs.naive import (
    PRODUCTS,
    RULES,
    cells_of,
    naive_model,
    packing_of,
    what_goes_wrong,
)
from puzzlelib import load, verify
from puzzlelib.ilp.solvers import Outcome, solve_model

CUBE, SQUARE = (list(product(range(3), repeat=n)) for n in (3, 2))
NOTHING = [[]] * 9  # elements
SHAPE = ("three", "together", "bent")


def value(name: str, filled: set) -> int:
    """Return what a variable of the model with one element is, from its name: P, a product, or "P and (a
    sum)"."""
    one = lambda text: int(text in filled)
    if " and " in name:
        first, rest = name.split(" and ")
        return one(first) * any(map(one, rest.strip("()").split(" + ")))
    return min(map(one, name.split("*")))


def kept(products: str) -> set:
    """The sets of three cells that the model admits for one element: every set is tried, no solver is
    asked."""
    model, found = naive_model(SHAPE, 1, products=products), set()
    for cells in combinations(CUBE, 3):
        filled = {f"P[1,{x},{y},{z}]" for x, y, z in cells}
        values = {name: value(name, filled) for name in model.names}
        if all(
            row.holds(values) for row in reversed(model.rows.values())
        ):  # the last rows are those that break first
            found.add(cells)
    return found


@pytest.fixture(scope="module")
def placements() -> set:
    return {placement.cells for placement in load("nine-ls").placements}


def corner(cells) -> tuple:
    """The cell of an L that has two neighbours."""
    return next(
        cell for cell in cells if all(sum(abs(a - b) for a, b in zip(cell, other)) <= 1 for other in cells)
    )


# -------- the model


def test_the_numbers_of_variables_and_rows_follow_from_the_definition():
    """P for each element and cell; for each pair of neighbours a product with three rows; three cells, two
    pairs, lines, cells."""
    pairs = sum(sum(abs(a - b) for a, b in zip(one, other)) == 1 for one, other in combinations(CUBE, 2))
    lines = 3 * 3**2
    model = naive_model()
    assert len(model.names) == 9 * (27 + pairs) == 729
    assert len(model.rows) == 9 * (3 * pairs + 1 + 1 + lines) + 27 == 1746


@pytest.mark.slow
def test_each_pair_keeps_the_144_placements(placements):
    assert kept("each pair") == placements and len(placements) == 144


def test_the_trap_loses_the_placements_whose_corner_is_the_smallest_cell(placements):
    left = kept("the shortcut")
    assert placements - left == {cells for cells in placements if corner(cells) == min(cells)}
    assert left < placements and (len(left), len(placements - left)) == (108, 36)


@pytest.mark.parametrize("rules", [rules for n in range(5) for rules in combinations(RULES, n)])
@pytest.mark.parametrize("products", PRODUCTS)
def test_every_rule_adds_its_own_rows_only(rules, products):
    whole = naive_model(products=products)
    some = naive_model(rules, products=products)
    assert some.rows.items() <= whole.rows.items()
    owners = {"three": ": three", "together": ": two pairs", "bent": ": not straight", "once": ": once"}
    for rule, words in owners.items():
        assert any(words in name for name in some.rows) == (rule in rules)


# -------- what comes back


@pytest.mark.slow
@pytest.mark.parametrize("products", PRODUCTS)
@pytest.mark.parametrize("solver", ["highs", "cp-sat", "gurobi"])
def test_a_solution_is_a_packing(solver, products):
    """The trap still finds solutions: that is what makes it one."""
    outcome = solve_model(naive_model(products=products), solver, time_limit=120, seed=1)
    if "expired" in outcome.said:
        pytest.skip(outcome.said)
    assert outcome.solver == solver  # and not HiGHS in its place
    cells = cells_of(outcome.values)
    verify(load("nine-ls"), packing_of(cells))
    assert what_goes_wrong(cells) == [] and set(cells) == set(range(1, 10))


FAULTS = [
    ({1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)]}, ["24 cells are empty."]),
    ({1: [(0, 0, 0), (1, 0, 0), (2, 1, 0)]}, ["1 element is scattered: 1.", "24 cells are empty."]),
    (
        {1: [(0, 0, 0), (0, 0, 1), (0, 0, 2)], 2: [(1, 0, 0), (1, 0, 1), (1, 0, 2)]},
        ["2 elements are straight: 1 and 2.", "21 cells are empty."],
    ),
    (
        {1: [], 2: [(0, 0, 0)]},
        ["2 elements do not have three cells: 1 has none; 2 has 1.", "26 cells are empty."],
    ),
    (
        {k: [(0, 0, 0), (1, 0, 0), (0, 1, 0)] for k in range(1, 10)},
        ["All 9 elements are in one place.", "24 cells are empty."],
    ),
    (
        {
            1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
            3: [(0, 0, 0), (0, 0, 1), (0, 1, 0)],
            2: [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
        },
        ["3 cells hold more than one element: (0,0,0) holds 1, 2 and 3.", "22 cells are empty."],
    ),
]


@pytest.mark.parametrize("cells, said", FAULTS)
def test_faults_in_words(cells, said):
    assert what_goes_wrong(cells) == said


# -------- the picture and the widget


def test_ticking_a_box_solves_and_shows():
    widget = rules_widget(["three", "once"])
    assert widget.rules == ["three", "once"] and sum(map(len, widget.cells.values())) == 27
    widget.ticks["once"].value = False
    assert all(len(own) == 3 for own in widget.cells.values())
    assert "243 variables, 9 rows." in widget.line.value
    assert widget.stage.say == rules_verdict(widget.cells, widget.rules) and widget.stage.apart
    assert widget.stage.elements == [list(map(list, own)) for own in widget.cells.values()]
    assert widget.stage.busy == ""


def test_the_widget_stops_when_it_is_told_to(monkeypatch):
    def interrupted(*args, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(riddle_stage, "solve_model", interrupted)
    widget = rules_widget()
    assert widget.line.value.startswith("Stopped.") and widget.stage.busy == ""
    assert widget.stage.elements == NOTHING  # the script lays out nine cubes, also empty ones


def test_a_search_without_an_answer_shows_nine_empty_cubes(monkeypatch):
    late = lambda model, **more: Outcome("time limit")
    monkeypatch.setattr(riddle_stage, "solve_model", late)
    for widget in (rules_widget(RULES), whole_widget({})):
        for box in widget.together:
            box.value = True
        assert widget.stage.elements == NOTHING and widget.stage.apart and len(widget.stage.rows) == 4
        assert widget.stage.say == "There is no answer to show."


def test_a_search_that_was_stopped_says_nothing_of_rows(monkeypatch):
    monkeypatch.setattr(riddle_stage, "solve_model", lambda model, **more: Outcome("interrupt"))
    widget = whole_widget({})
    before = widget.stage.say
    widget.box.value = True
    assert widget.stage.say == before and "Stopped." in widget.line.value


def test_a_rule_nobody_asked_for_is_named():
    whole = cells_of(solve_model(naive_model(), "cp-sat", seed=1, time_limit=120).values)
    assert rules_verdict(whole, RULES) == "Nothing goes wrong: nine L's fill the cube."
    assert rules_verdict(whole, RULES[1:]).endswith("nobody asked for “each element has three cells”.")


@pytest.mark.parametrize(("cells", "said"), FAULTS)
def test_the_rows_that_are_true_say_what_the_eye_sees(cells, said):
    """Each rule recounted on the cells themselves: sizes, pairs that touch, lines, elements of a cell."""
    touch = lambda a, b: sum(abs(v - w) for v, w in zip(a, b)) == 1
    lines = [
        [cell for cell in CUBE if (*cell[:a], *cell[a + 1 :]) == rest] for a in range(3) for rest in SQUARE
    ]
    all_ = [cells.get(k, []) for k in range(1, 10)]
    wrong = {
        "three": sum(len(own) != 3 for own in all_),
        "together": sum(sum(touch(a, b) for a, b in combinations(own, 2)) != 2 for own in all_),
        "bent": sum(len(set(line) & set(own)) > 2 for own in all_ for line in lines),
        "once": sum(sum(cell in own for own in all_) != 1 for cell in CUBE),
    }
    every = {"three": 9, "together": 9, "bent": 9 * len(lines), "once": len(CUBE)}
    assert rows_of(values_of(cells)) == [(rule, wrong[rule], every[rule]) for rule in RULES]


def test_fractions_keep_all_rows_and_the_same_rows_make_nine_ls():
    shares = {name: 1 / 27 if "*" in name else 1 / 9 for name in whole_model().names}
    widget = whole_widget(shares)
    assert widget.stage.apart and {len(own) for own in widget.stage.elements} == {27}
    assert widget.stage.say == "1,746 of 1,746 rows are true, and no L is to be seen."
    widget.box.value = True
    verify(load("nine-ls"), packing_of({k: map(tuple, own) for k, own in enumerate(widget.stage.elements)}))
    assert widget.stage.say == "1,746 of 1,746 rows are true, and nine L's fill the cube."
    assert not widget.stage.apart and all(good == every for _, good, every in widget.stage.rows)


@pytest.mark.slow
def test_the_book_has_all_combinations_of_the_rules():
    widget = rules_widget(["three", "once"])
    before = widget.stage.elements
    found = ModelRecorder().settings(widget)
    assert found["together"] == [box.model_id for box in widget.ticks.values()]
    assert set(found["states"]) == {f"together {number:04b}" for number in range(16)}
    stage = found["states"]["together 1111"][widget.stage.model_id]["state"]
    assert stage["say"] == "Nothing goes wrong: nine L's fill the cube." and not stage["apart"]
    assert widget.rules == ["three", "once"] and widget.stage.elements == before
