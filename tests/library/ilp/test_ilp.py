"""0-1 models: sums, rows and products against their meaning; what is refused, in one line; LP text that every
reader takes."""

from itertools import product
from random import Random

import numpy as np
import pytest

from puzzlelib import PuzzleError
from puzzlelib.ilp.model import Model, Row, linear, safe_names, total

WORDS = (
    "free inf End st binary subject bounds general minimize max nan e e1 e1_2 sos semi integers a-b ä "
    "2 P[1,0] P(1,0) x_2"
).split()


@pytest.fixture
def model() -> Model:
    model = Model("three")
    model.variables("a", "b", "c")
    return model


def variables(model: Model) -> list:
    return [Model().variable(name) for name in model.names]


def test_a_sum_has_the_value_that_python_gives_it(model):
    """Random sums, differences and multiples, worked out with the variables and with their values."""
    random = Random(1)
    for _ in range(200):
        values = {name: random.randint(0, 1) for name in model.names}
        left, right = variables(model), [values[name] for name in model.names]
        for _ in range(8):
            i, j, k = random.randrange(3), random.randrange(3), random.choice((-2, -1, 0, 0.5, 3))
            act = random.choice(
                (
                    lambda x: x[i] + x[j],
                    lambda x: x[i] - k * x[j],
                    lambda x: k - x[i],
                    lambda x: x[i] * k + k,
                    lambda x: -x[j],
                )
            )
            left[i], right[i] = act(left), act(right)
        for one, value in zip(left, right):
            one = linear(one)
            assert one.constant + sum(
                times * values[name] for name, times in one.terms.items()
            ) == pytest.approx(value)


def comparisons(a, b, c) -> dict:
    """Rows of a model for its variables, and true or false for numbers."""
    return {
        "eq": a + 2 * b == 1 + c,
        "le": a + b + c <= 2,
        "ge": 2 * a >= b + c,
        "back": 1 <= a + b,
        "strange": 1 == c,
    }


def test_a_row_holds_where_its_comparison_does(model):
    for name, comparison in comparisons(*variables(model)).items():
        model.row(name, comparison)
    for bits in product((0, 1), repeat=3):
        true = comparisons(*bits)
        assert {row.name for row in model.broken(dict(zip("abc", bits)))} == {
            name for name, holds in true.items() if not holds
        }


def test_total_is_sum(model):
    a, b, c = variables(model)
    assert str(total([a, 2 * b, a, 1, -b])) == str(a + 2 * b + a + 1 - b) and str(sum([a, b])) == "a + b"


def test_a_product_can_only_be_the_product(model):
    a, b, _ = variables(model)
    both = model.product(a, b)
    for values in product((0, 1), repeat=3):
        kept = not model.broken(dict(zip(("a", "b", both.name), values)))
        assert kept == (values[2] == values[0] * values[1])


def test_without_leaves_the_model_alone(model):
    a, b, _ = variables(model)
    model.row("one", a + b == 1)
    model.row("two", a <= 0)
    assert list(model.without("one").rows) == ["two"] and list(model.rows) == ["one", "two"]


@pytest.mark.parametrize(
    "wrong, words",
    [
        (lambda m, a, b: a * b, "not linear"),
        (lambda m, a, b: a * "2", "only a number"),
        (lambda m, a, b: a < b, "a row is"),
        (lambda m, a, b: 0 <= a <= 1, "two rows"),
        (lambda m, a, b: bool(a == b), "neither true nor false"),
        (lambda m, a, b: a + "b", "neither a variable"),
        (lambda m, a, b: a * float("nan"), "only a number"),
        (lambda m, a, b: m.row("r", True), "not a comparison"),
        (lambda m, a, b: m.row("r", Model().variable("d") <= 1), "no variable d"),
        (lambda m, a, b: m.row("", a <= 1), "must be a text"),
        (lambda m, a, b: m.variable(3), "must be a text"),
        (lambda m, a, b: m.variable("a"), "already"),
        (lambda m, a, b: [m.row("r", a <= 1), m.row("r", b <= 1)], "already"),
        (lambda m, a, b: m.product(a, b) and m.product(a, b), "already"),
        (lambda m, a, b: m.minimise("a"), "neither a variable"),
        (lambda m, a, b: m.product(a, a), "two variables"),
        (lambda m, a, b: m.product(a, a + b), "a variable of its own"),
        (lambda m, a, b: 10**400 * a, "only a number"),
        (lambda m, a, b: m.row("r", 10 * (1e308 * a) <= 1), "too large"),
        (lambda m, a, b: m.minimise(10 * (1e308 * a)), "too large"),
    ],
)
def test_what_is_refused_is_told_in_one_line(model, wrong, words):
    a, b, _ = variables(model)
    with pytest.raises(PuzzleError, match=words) as told:
        wrong(model, a, b)
    assert "\n" not in str(told.value) and len(str(told.value)) < 300


def test_a_product_that_is_refused_leaves_nothing_behind(model):
    a = variables(model)[0]
    for other in (a, 2 * a, "b", Model().variable("d")):
        with pytest.raises(PuzzleError):
            model.product(a, other)
    assert list(model.names) == ["a", "b", "c"] and not model.rows


def test_numbers_of_numpy_do_not_wrap(model):
    a, b, _ = variables(model)
    row = model.row("r", np.int8(100) * a + np.int8(100) * a + 100 * b <= np.uint8(200))
    assert row.terms == {"a": 200, "b": 100} and row.right == 200
    assert all(type(number) is int for number in (*row.terms.values(), row.right))


def test_in_a_row_of_small_numbers_only_small_errors_are_small():
    row = Row("tiny", {"a": 1e-9, "b": 3e-9}, "<=", 1e-9)
    assert row.holds({"a": 1}) and not row.holds({"b": 1})


def test_small_errors_of_a_solver_break_no_row():
    row = Row("half", {"a": 1, "b": 1}, "<=", 1)
    assert row.holds({"a": 0.5000001, "b": 0.5000001}) and not row.holds({"a": 0.51, "b": 0.5})


def test_names_are_safe_and_different():
    safe = safe_names(WORDS)
    assert list(safe) == WORDS and len(set(safe.values())) == len(WORDS)
    assert all(
        name.isascii() and name.replace("_", "").isalnum() and name[0].isalpha() for name in safe.values()
    )


@pytest.mark.parametrize("word", WORDS)
def test_lp_text_is_read_whatever_the_names_are(word, tmp_path):
    """Words of the format itself, numbers, brackets; a line break in the name of the model."""
    import highspy

    model = Model("two\nlines")
    a, b = model.variables(word, "other")
    model.row("first", 2 * a + b >= 1)
    model.row(word, a + 2 * b <= 2)
    model.minimise(b + 3 * a)
    path = tmp_path / "model.lp"
    path.write_text(model.lp_text() + "\n", encoding="utf-8")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    assert (highs.getNumCol(), highs.getNumRow(), highs.getInfo().objective_function_value) == (2, 2, 1)


def test_lines_of_lp_text_stay_short():
    model = Model("long")
    model.row("all", total(model.variables(*(f"x{i}" for i in range(500)))) == 1)
    assert max(map(len, model.lp_text().splitlines())) < 140


def test_a_constant_in_the_cost_is_refused():
    model = Model()
    a, b = model.variables("a", "b")
    with pytest.raises(PuzzleError, match="leave it out"):
        model.minimise(a + b + 5)
    model.minimise(a + 5 - 5)
    assert model.cost == {"a": 1}
