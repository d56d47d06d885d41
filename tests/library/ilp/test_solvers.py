"""The solvers against brute force and against each other; interrupts, limits, missing licences; the placement
model against Algorithm X."""

import builtins
import os
import signal
import subprocess
import sys
import threading
import time
from random import Random

import pytest
from brute_force import models
from quiet_clock import ends_within, now
from sizes import picked

from puzzlelib import PuzzleError, load, verify
from puzzlelib.ilp.adapters import Gurobi, Reply, Unavailable
from puzzlelib.ilp.model import Model, total
from puzzlelib.ilp.placements import chosen, placement_model, solutions
from puzzlelib.ilp.relaxation import Relaxation, relax
from puzzlelib.ilp.solvers import SOLVERS, all_solutions, solve_model
from puzzlelib.packing.files import read_text
from puzzlelib.search import algorithm_x

TILES = {
    "little-cube": load("little-cube"),
    "four L in 2x2x3": read_text(
        "box: [2, 2, 3]\npieces: [{name: V, copies: 4, cells: [[0,0,0],[1,0,0],[0,1,0]]}]"
    ),
    "two L and three I in 4x3": read_text(
        "box: [4, 3, 1]\npieces: [{name: V, copies: 2, cells: [[0,0,0],[1,0,0],[0,1,0]]}, "
        "{name: I, copies: 3, cells: [[0,0,0],[1,0,0]]}]"
    ),
    "two boxes": read_text(
        "boxes: [[2, 2, 1], [2, 1, 1]]\npieces: [{name: V, cells: [[0,0,0],[1,0,0],[0,1,0]]}, "
        "{name: I, cells: [[0,0,0],[1,0,0]]}, {name: d, cells: [[0,0,0]]}]"
    ),
    # two that nothing solves, and presolve of HiGHS 1.13 errs about: by its rule of enumeration, by probing
    "left or right": read_text(
        "box: [2, 2, 2]\npieces: [{name: S, copies: 0..1, cells: [[0,0,0],[1,0,0],[1,1,0],[1,1,1]]}, "
        "{name: Z, copies: 0..1, cells: [[1,0,0],[0,0,0],[0,1,0],[0,1,1]]}]"
    ),
    "an S that is too long": read_text(
        "box: [2, 2, 2]\nturns: plane\npieces: [{name: d, cells: [[0,0,0]]}, "
        "{name: V, copies: 1..2, cells: [[0,0,0],[1,0,0],[0,1,0]]}, "
        "{name: S, copies: 0..1, turns: none, cells: [[0,0,0],[1,0,0],[1,1,0],[2,1,0]]}]"
    ),
    "none": read_text(
        "box: [3, 3, 1]\npieces: [{name: T, copies: 2, cells: [[0,0,0],[1,0,0],[2,0,0],[1,1,0]]}, {name: "
        "d, cells: [[0,0,0]]}]"
    ),
}
NONE = {"none", "left or right", "an S that is too long"}  # have no solution


def gurobi_works() -> None:
    """Go on, or skip where the licence is over: nothing else excuses Gurobi."""
    model = Model("one")
    model.variable("a")
    try:
        Gurobi(model).solve(None)
    except Unavailable as why:
        if "expired" in str(why):
            pytest.skip(f"Gurobi: {why}")
        pytest.fail(f"Gurobi: {why}")


@pytest.fixture(params=SOLVERS)
def solver(request):
    if request.param == "gurobi":
        gurobi_works()
    return request.param


def random_model(seed: int, whole: bool = True, costs: bool = True) -> Model:
    """A small model; its rows have numbers of both signs, halves too. Most rows hold at some point that is
    drawn first."""
    random, model = Random(seed), Model(f"random {seed}")
    x = model.variables(*(f"x{i}" for i in range(random.randint(2, 7))))
    point = {one.name: random.randint(0, 1) for one in x}
    for k in range(random.randint(1, 5)):
        left = total(
            random.choice((1, 1, 2, -1, 3, 0.5)) * one for one in random.sample(x, random.randint(0, len(x)))
        )
        at_point = sum(times * point[name] for name, times in left.terms.items())
        right = at_point if random.random() < 0.9 else random.choice((0, 1, 2, -1, 1.5))
        model.row(
            f"r{k}",
            left == right
            if random.random() < 0.4
            else left <= right
            if random.random() < 0.5
            else left >= right,
        )
    if costs:
        model.minimise(
            total((random.randint(-5, 9) if whole else round(random.uniform(-5, 9), 3)) * one for one in x)
        )
    return model


def easy() -> Model:
    """A model with 10 to 60 solutions."""
    return next(model for model in map(random_model, range(100)) if 10 < len(models(model)) < 60)


def split_market(seed: int = 1, n: int = 40, rows: int = 5) -> Model:
    """Small, and hard for everybody: divide each of five lists of numbers into two halves, all in the same
    way."""
    random, model = Random(seed), Model("market split")
    x = model.variables(*(f"x{i}" for i in range(n)))
    for k in range(rows):
        numbers = [random.randint(0, 99) for _ in x]
        model.row(f"list {k}", total(times * one for times, one in zip(numbers, x)) == sum(numbers) // 2)
    return model


def interrupted_after(seconds: float) -> threading.Timer:
    """Return what a press of Ctrl-C does, a little later."""
    started = threading.Event()
    press = lambda: started.wait() and os.kill(os.getpid(), signal.SIGINT)
    timer = threading.Timer(seconds, press)
    timer.start()
    started.set()  # else a busy machine presses it in the middle of start()
    return timer


# -------- the three solvers


@pytest.mark.slow
def test_solvers_agree_with_brute_force(solver):
    seen = set()
    for seed in range(60):
        model = random_model(seed, whole=seed % 2)
        best, outcome = models(model), solve_model(model, solver, seed=seed)
        seen.add(outcome.status)
        assert outcome.status == ("optimal" if best else "infeasible") and outcome.found == bool(best)
        assert outcome.solver == solver and outcome.seconds > 0
        if best:
            assert (
                outcome.cost == pytest.approx(model.value(best[0])) == pytest.approx(outcome.bound, abs=1e-5)
            )
            assert set(outcome.values) == set(model.names) and not model.broken(outcome.values)
        else:
            assert outcome.values == {} and outcome.cost is outcome.bound is None
    assert seen == {"optimal", "infeasible"}


@pytest.mark.slow
def test_all_solutions_are_those_of_brute_force(solver):
    counts = set()
    for seed in range(5, 25, 2):
        model = random_model(seed)
        expected = {tuple(values.items()) for values in models(model)}
        found = [tuple(values.items()) for values in all_solutions(model, solver)]
        assert len(found) == len(set(found)) and set(found) == expected
        counts.add(len(found))
        some = list(model.names)[::2]
        apart = [tuple(values[name] for name in some) for values in all_solutions(model, solver, some)]
        assert len(apart) == len(set(apart))
        assert set(apart) == {tuple(dict(values)[name] for name in some) for values in expected}
    assert 0 in counts and max(counts) > 10


def test_most_stops_and_the_model_stays_as_it_was(solver):
    model = easy()
    before = dict(model.rows), dict(model.cost)
    everything = list(all_solutions(model, solver))
    assert len(everything) > 2 and list(all_solutions(model, solver, limit=2)) == everything[:2]
    assert (model.rows, model.cost) == before


def test_models_without_variables_rows_or_terms(solver):
    empty = Model("empty")
    assert solve_model(empty, solver).found and list(all_solutions(empty, solver)) == [{}]
    empty.row("impossible", total([]) == 1)
    assert solve_model(empty, solver).status == "infeasible" and list(all_solutions(empty, solver)) == []
    assert relax(empty).feasible is False
    free = Model("free")
    free.variables("a", "b")
    assert solve_model(free, solver).status == "solved" and len(list(all_solutions(free, solver))) == 4
    free.row("always", total([]) <= 1)
    assert len(list(all_solutions(free, solver, over=()))) == 1
    free.row("never", total([]) >= 1)
    assert solve_model(free, solver).status == "infeasible"


@pytest.mark.slow
def test_statuses_are_told_in_words(solver):
    said = lambda model, **more: solve_model(model, solver, **more).said
    model = easy()
    name = {"highs": "HiGHS", "gurobi": "Gurobi", "cp-sat": "CP-SAT"}[solver]
    assert said(model).startswith(f"{name} found values of the least cost, ")
    assert said(Model("m", model.names, model.rows)).startswith(
        f"{name} found values that satisfy every row, in "
    )
    model.row("never", total([]) >= 1)
    assert "no values satisfy all rows" in said(model)
    outcome = solve_model(split_market(), solver, time_limit=0.3)
    assert outcome.status == "time limit" and outcome.said.startswith("The time limit came first")
    assert not outcome.found


def test_who_is_stopped_at_once_has_no_values():
    outcome = solve_model(split_market(), stop=lambda: True)
    assert (outcome.status, outcome.found, outcome.values) == ("stopped", False, {})


@pytest.mark.slow
def test_time_limit_and_stop(solver):
    model = split_market()
    solve_model(easy(), solver)  # imported

    def over(search) -> float:
        """Seconds that a search takes after its 0.4; it gets the stop that says when they are over."""
        start, began = time.perf_counter(), now()
        search(lambda: time.perf_counter() > start + 0.4)
        assert time.perf_counter() > start + 0.1  # CP-SAT ends before a step that it expects to last too long
        return now() - began - 0.4

    def limited(_):
        assert solve_model(model, solver, time_limit=0.4).status == "time limit"

    def stopped(stop):
        assert solve_model(model, solver, stop=stop).status == "stopped"

    def listed(stop):
        assert list(all_solutions(model, solver, stop=stop)) == []

    for search in (limited, stopped, listed):
        ends_within(1, lambda: over(search))


def as_sum(name: str):
    return Model().variable(name)


def test_a_stop_that_fails_ends_the_search(solver):
    def fail():
        raise ZeroDivisionError

    before = set(threading.enumerate())
    with pytest.raises(ZeroDivisionError):
        solve_model(split_market(), solver, stop=fail)
    for thread in set(threading.enumerate()) - before:
        thread.join(5)  # HiGHS may hear late that it is to end
        assert not thread.is_alive()
    assert solve_model(easy(), solver).status == "optimal"


@pytest.mark.slow
@pytest.mark.parametrize("after", [0.02, 0.4])
def test_an_interrupt_is_heard_within_a_second_and_all_is_well_after_it(solver, after):
    solve_model(easy(), solver)  # imported
    model = split_market()

    def attempt():
        start, timer = now(), interrupted_after(after)
        outcome = solve_model(model, solver)
        seconds = now() - start - after
        timer.join()
        assert outcome.status == "interrupt" and "Interrupted" in outcome.said
        return seconds

    def listing():
        start, timer = now(), interrupted_after(after)
        with pytest.raises(KeyboardInterrupt):
            list(all_solutions(model, solver))
        seconds = now() - start - after
        timer.join()
        return seconds

    ends_within(1, attempt)
    assert solve_model(easy(), solver).status == "optimal"
    ends_within(1, listing)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert len(list(all_solutions(easy(), solver))) == len(models(easy()))


INTERRUPTED_IMPORT = """
import _thread, sys, threading
from puzzlelib.ilp.model import Model
from puzzlelib.ilp.solvers import solve_model
model, (solver, part) = Model(), sys.argv[1:]
model.variables("a", "b")

def interrupt(event, args):
    if event == "import" and args[0] == part and not heard:
        heard.append(part)
        _thread.interrupt_main()

heard = []
sys.addaudithook(interrupt)
print(solve_model(model, solver).status, heard, solve_model(model, solver).status)
"""


@pytest.mark.slow
@pytest.mark.parametrize("solver, part", [("highs", "highspy._core"), ("cp-sat", "pandas._libs.interval")])
def test_an_interrupt_in_the_middle_of_an_import_breaks_nothing(solver, part):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT, solver, part], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == (f"interrupt {[part]} solved\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("after", picked([0.05, 0.5, 1.5], [0.5]))
def test_the_naive_model_with_costs_can_be_interrupted_too(after):
    """HiGHS may be in the middle of something for seconds; then it is left alone."""
    riddle = pytest.importorskip("lessons.l08_integer_programs.naive")
    model, random = riddle.naive_model(), Random(1)
    model.minimise(total(random.randint(1, 50) * as_sum(name) for name in model.names))

    def attempt():
        start, timer = now(), interrupted_after(after)
        outcome = solve_model(model, "highs")
        seconds = now() - start - after
        timer.join()
        assert outcome.status == "interrupt"
        return seconds

    ends_within(1, attempt)


@pytest.mark.slow
def test_solvers_print_nothing(solver, capfd):
    solve_model(easy(), solver)
    solve_model(split_market(), solver, time_limit=0.2)
    list(all_solutions(easy(), solver))
    relax(easy())
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_an_ended_program_does_not_wait_for_a_search_that_nobody_wants():
    code = (
        "from puzzlelib.ilp.model import Model; from puzzlelib.ilp.solvers import all_solutions\n"
        "model = Model(); model.variables(*'abcdefghijklmnop'); found = all_solutions(model, 'cp-sat'); "
        "print(len(next(found)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.stderr, done.returncode) == ("16\n", "", 0)


@pytest.mark.slow
@pytest.mark.parametrize("order", [SOLVERS, SOLVERS[::-1]], ids="-".join)  # each pair in both orders
def test_the_packages_can_be_imported_in_any_order(order):
    gurobi_works()
    code = (
        "import sys; from puzzlelib.ilp.model import Model; from puzzlelib.ilp.solvers import solve_model\n"
        "model = Model(); a, b = model.variables('a', 'b'); model.row('one', a + b == 1); "
        "model.minimise(2 * a + b)\n"
        "print(*(f'{o.solver} {o.status} {o.cost}' for o in (solve_model(model, name) for name in "
        "sys.argv[1:] * 2)), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code, *order], capture_output=True, text=True, timeout=60)
    assert (done.stdout.splitlines(), done.stderr) == ([f"{name} optimal 1" for name in (*order, *order)], "")


@pytest.mark.parametrize(
    "bad",
    [
        dict(solver="cplex"),
        dict(solver=None),
        dict(time_limit=0),
        dict(time_limit="5"),
        dict(time_limit=True),
        dict(seed=-1),
        dict(seed=1.5),
        dict(seed=10**10),
    ],
)
def test_bad_choices(bad):
    with pytest.raises(PuzzleError):
        solve_model(easy(), **bad)


def test_bad_choices_of_all_solutions():
    for bad in (dict(solver="x"), dict(over=["y"]), dict(limit=0), dict(limit=True)):
        with pytest.raises(PuzzleError):
            all_solutions(easy(), **bad)


# -------- numbers that a solver does not take


def test_cp_sat_makes_fractions_whole_or_says_so():
    model = Model("thirds")
    a, b, c = model.variables("a", "b", "c")
    model.row("halves and thirds", 0.5 * a + 1 / 3 * b + 0.1 * c >= 0.6)
    model.minimise(0.3 * a + 0.25 * b + c)
    outcome = solve_model(model, "cp-sat")
    assert (outcome.cost, outcome.bound) == (0.55, 0.55) and "rounded" not in outcome.said
    model.minimise(2**0.5 * a + 3**0.5 * b + 1e-3 * c)
    outcome = solve_model(model, "cp-sat")
    assert outcome.said.endswith("the costs were rounded to multiples of 1/100,000,000,000,000.")
    assert outcome.values == {"a": 1, "b": 0, "c": 1}
    model.row("no whole numbers", 2**0.5 * a + b >= 1)
    with pytest.raises(PuzzleError, match="CP-SAT wants whole numbers"):
        solve_model(model, "cp-sat")
    with pytest.raises(PuzzleError, match="CP-SAT wants whole numbers"):
        all(all_solutions(model, "cp-sat"))
    assert solve_model(model, "highs").found
    model = Model("large")
    model.minimise(2.0**60 * model.variable("a"))
    with pytest.raises(PuzzleError, match="too large for CP-SAT"):
        solve_model(model, "cp-sat")


def test_highs_says_that_it_refuses_a_model():
    model = Model("large")
    model.row("large", 1e20 * model.variable("a") >= 1)
    with pytest.raises(PuzzleError, match="HiGHS refuses"):
        solve_model(model)


def test_wrong_values_are_refused(monkeypatch):
    from puzzlelib.ilp import solvers

    model = easy()
    monkeypatch.setattr(
        solvers, "ask", lambda *rest: Reply("optimal", dict.fromkeys(model.names, next(bits)), 0.0)
    )
    wrong = next(bit for bit in (0, 1) if model.broken(dict.fromkeys(model.names, bit)))
    bits = iter([wrong] * 2)
    with pytest.raises(PuzzleError, match="HiGHS gave values that break the row"):
        solve_model(model)
    with pytest.raises(PuzzleError, match="HiGHS gave values that break the row"):
        next(all_solutions(model))


# -------- Gurobi's licence


def no_package(monkeypatch):
    importing = builtins.__import__

    def refuse(name, *rest):
        if name == "gurobipy":
            raise ModuleNotFoundError("No module named 'gurobipy'")
        return importing(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)


def expired(monkeypatch):
    import gurobipy

    def refuse(*rest, **more):
        raise gurobipy.GurobiError(10009, "License expired 2027-11-29")

    monkeypatch.setattr(gurobipy, "Env", refuse)


@pytest.mark.slow
@pytest.mark.parametrize(
    "fail, words", [(no_package, "gurobipy is not installed"), (expired, "License expired 2027-11-29")]
)
def test_highs_takes_over_from_a_gurobi_that_is_missing_or_expired(fail, words, monkeypatch):
    fail(monkeypatch)
    model = easy()
    outcome = solve_model(model, "gurobi")
    assert (outcome.solver, outcome.status) == ("highs", "optimal") and outcome.said.count("\n") == 0
    assert words in outcome.said and outcome.said.endswith("HiGHS took over.")
    with pytest.warns(UserWarning, match=words):
        assert len(list(all_solutions(model, "gurobi"))) == len(models(model))


def test_highs_takes_over_where_the_licence_is_too_small():
    gurobi_works()
    model = Model("large")
    x = model.variables(*(f"x{i}" for i in range(2001)))
    model.row("one", total(x) == 1)
    outcome = solve_model(model, "gurobi")
    assert outcome.solver == "highs" and "size-limited" in outcome.said and outcome.found


# -------- LP text, relaxation


def read_by_highs(path):
    import highspy

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    return (
        highs.getInfo().objective_function_value
        if highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        else None
    )


@pytest.mark.slow
def test_lp_text_says_the_same_as_the_model(tmp_path):
    path = tmp_path / "model.lp"
    for seed in range(60):
        model = random_model(seed, whole=seed % 2)
        path.write_text(model.lp_text() + "\n", encoding="utf-8")
        best = models(model)
        assert read_by_highs(path) == (pytest.approx(model.value(best[0]), abs=1e-6) if best else None)
    for puzzle in TILES.values():
        model = placement_model(puzzle)
        model.minimise(total((k * 7 % 11) * as_sum(name) for k, name in enumerate(model.names)))
        path.write_text(model.lp_text() + "\n", encoding="utf-8")
        assert read_by_highs(path) == solve_model(model).cost


def test_the_relaxation_is_a_bound_and_keeps_the_rows():
    fractional = 0
    for seed in range(80):
        model = random_model(seed)
        relaxed, best = relax(model), models(model)
        if relaxed.feasible:
            assert not model.broken(relaxed.values)
            assert all(0 <= value <= 1 for value in relaxed.values.values())
            assert relaxed.bound == pytest.approx(model.value(relaxed.values))
            fractional += any(0 < value < 1 for value in relaxed.values.values())
        else:
            assert not relaxed.values and relaxed.bound == float("inf")
        assert not best or relaxed.bound <= model.value(best[0]) + 1e-7
    assert fractional > 10


@pytest.mark.slow
def test_a_relaxation_that_stays_loaded_gives_what_a_new_one_gives():
    for seed in range(20):
        model, random = random_model(seed), Random(seed)
        loaded = Relaxation(model)
        for _ in range(15):
            fixed = {name: random.randint(0, 1) for name in model.names if random.random() < 0.5}
            new, old = relax(model, fixed), loaded.solve(fixed)
            assert new.feasible == old.feasible and new.bound == pytest.approx(old.bound)
            assert not old.feasible or fixed.items() <= old.values.items()
        everything = dict.fromkeys(model.names, 1)
        assert loaded.solve(everything).feasible == (not model.broken(everything))


@pytest.mark.parametrize("fixed", [{"y": 0}, {"x0": 2}, {"x0": 0.5}, {"x0": "1"}])
def test_what_cannot_be_fixed(fixed):
    with pytest.raises(PuzzleError, match="fixed"):
        relax(easy(), fixed)


# -------- the placement model


@pytest.mark.slow
@pytest.mark.parametrize("name", TILES)
def test_the_placement_model_has_the_solutions_of_algorithm_x(name, solver):
    puzzle = TILES[name]
    expected = set(algorithm_x.solutions(puzzle))
    found = list(solutions(puzzle, solver=solver))
    assert len(found) == len(set(found)) and set(found) == expected and bool(expected) == (name not in NONE)
    for solution in found:
        verify(puzzle, solution)


def test_rows_are_named_in_plain_words():
    puzzle = TILES["two boxes"]
    model = placement_model(puzzle, puzzle.placements[:1] * 2)
    assert list(model.rows)[:4] == ["piece V", "piece I", "piece d", "cell (0,0,0) in box 1"]
    assert str(model.rows["hint x[0]"]) == "hint x[0]: x[0] = 2" and solve_model(model).status == "infeasible"
    assert placement_model(TILES["four L in 2x2x3"]).rows["piece V"].right == 4
    values = solve_model(placement_model(puzzle)).values
    verify(puzzle, chosen(puzzle, values))


@pytest.mark.parametrize("ask", [solve_model, all_solutions, relax])
@pytest.mark.parametrize("model", [None, "soma", load("soma")])
def test_what_is_no_model_is_told(ask, model):
    with pytest.raises(PuzzleError, match="is not a model; placement_model"):
        ask(model)
