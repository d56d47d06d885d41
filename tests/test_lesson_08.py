"""What lesson 08 says in words has to come out when its cells are run; and what its teacher's page draws has to be what the search does."""

import re
from fractions import Fraction

import pytest
from solved import solved_names
from test_build import ROOT

from puzzlelib.branch_and_bound import trace
from puzzlelib.exercises.lesson_08 import assignments, ls_on, own_rows, room_for
from puzzlelib.ilp import Model, total

FOLDER = ROOT / "lessons" / "08-integer-programs"


@pytest.fixture(scope="module")
def names():
    return solved_names(FOLDER.name)


@pytest.mark.notebook
def test_the_sizes_of_the_models(names):
    assert len(names["kept"]) == 32 and names["fewest"] == 2
    assert (len(names["naive"].names), len(names["naive"].rows)) == (729, 1746) and len(
        names["riddle"].names
    ) == 729
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
    assert not names["same_after"](names["layer_with"](lambda P: P(1, 0, 0) == 1), 1, 2)


@pytest.mark.notebook
def test_what_is_said_of_relaxations(names):
    assert not names["broken"] and sorted(names["halves"].values()) == [0.5] * 6
    assert names["less"] and not names["more"] and names["rises"] and not names["falls"]
    ends = [
        event.kind + event.why for event in names["priced"].events if event.kind in ("conflict", "answer")
    ]
    assert ends.count("answer") == 3 and ends.count("conflictbound") == 2
    assert (names["plain"], names["with_corner"], names["relaxations"](names["layer_places"])) == (169, 67, 1)


@pytest.mark.notebook
def test_both_reasons_for_the_layer(names):
    model, can = (
        names["layer_places"],
        lambda rows: names["solve_model"](model.without(*(set(model.rows) - set(rows)))).found,
    )
    for rows in (names["reason"].rows, names["five"]):
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
                f"{'├' if event.sign else '└'}─ {names[event.option]} = {int(event.sign)}: {event.bound:g} coins, {says}"
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


def test_two_rows_are_right_but_loose():
    def two(model, a, b, z):
        model.row("half", 2 * z <= a + b)
        model.row("both", z >= a + b - 1)

    assert all(
        bool(own_rows(two).broken(values)) == (values["z"] != values["a"] * values["b"])
        for values in assignments("abz")
    )
    assert room_for(own_rows(two), "z", {"a": 1, "b": 0}) == (0, 0.5)


def test_a_board_of_the_check_is_a_puzzle_of_ls():
    assert len(ls_on([(0, 0, 0), (1, 0, 0), (0, 1, 0)]).placements) == 1
