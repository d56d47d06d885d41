"""Branch and bound finds HiGHS's optimum, its bounds only get worse on the way down, and its trace shows what
it knew."""

import signal
import threading
from functools import cache, partial
from math import ceil, inf
from random import Random

import pytest
from quiet_clock import ends_within, now

from puzzlelib import GRIDS, PuzzleError, generate, load, verify
from puzzlelib.ilp import branch_and_bound
from puzzlelib.ilp.branch_and_bound import steps, trace
from puzzlelib.ilp.branch_events import fraction_text, zeros_beside
from puzzlelib.ilp.model import NEAR, Model, total
from puzzlelib.ilp.placements import placement_model
from puzzlelib.ilp.solvers import solve_model
from puzzlelib.packing.files import read_text
from puzzlelib.search.exact_cover import cover_of
from puzzlelib.search.tree import SearchTree

NINE_LS = load("nine-ls")
SEEDS = range(40)


def knapsack():
    """Four things, of which one can carry 14: by pencil."""
    model = Model("knapsack")
    things = model.variables("a", "b", "c", "d")
    model.row("weight", total(weight * thing for weight, thing in zip((5, 7, 4, 3), things)) <= 14)
    model.minimise(total(-worth * thing for worth, thing in zip((8, 11, 6, 4), things)))
    return model


def costly(seed, model=None):
    """The nine L's with costs by chance: small whole numbers, large ones, negative ones, or fractions."""
    model, draw = model or placement_model(NINE_LS), Random(seed)
    kinds = (
        lambda: draw.randint(1, 9),
        lambda: draw.randint(0, 1000),
        lambda: draw.randint(-9, 9),
        draw.random,
    )
    model.cost = {name: kinds[seed % len(kinds)]() for name in model.names}
    return model


@cache
def searched(seed):
    """The steps of the search in `costly(seed)`, made once for all the tests that look at them."""
    return tuple(steps(costly(seed)))


def best(model):
    """The least cost, and the values that reach it; (inf, {}) where there is no solution."""
    answers = [step for step in steps(model) if step[0] == "answer"]
    return (answers[-1][2], answers[-1][1]) if answers else (inf, {})


def nodes(path):
    """Each node of a search as (fixed, relaxed), in its order."""
    return [(step[1], step[2]) for step in path if step[0] == "node"]


# -------- the search


@pytest.mark.slow
def test_the_least_cost_is_that_of_highs_for_random_costs():
    for seed in SEEDS:
        model = costly(seed)
        cost, values = best(model)
        assert not model.broken(values) and model.value(values) == cost
        assert cost == pytest.approx(solve_model(model).cost, abs=1e-6), seed


def random_model(seed):
    """Eight variables, rows of each sense, numbers of both signs; most rows hold at a point that is drawn
    first."""
    draw, model = Random(seed), Model()
    x = model.variables(*"abcdefgh")
    point = {name: draw.randint(0, 1) for name in model.names}
    for k in range(4):
        left = total(draw.randint(-3, 5) * one for one in draw.sample(x, 4))
        right = sum(times * point[name] for name, times in left.terms.items()) + (draw.random() < 0.1)
        model.row(f"row {k}", draw.choice([left <= right, left >= right, left == right]))
    model.minimise(total(draw.randint(-9, 9) * one for one in x))
    return model


def test_random_models_of_all_kinds_of_rows():
    """Against all 2^8 values; some models have no solution, and most have."""
    every, impossible = [{name: n >> i & 1 for i, name in enumerate("abcdefgh")} for n in range(256)], 0
    for seed in range(60):
        model = random_model(seed)
        least = min((model.value(values) for values in every if not model.broken(values)), default=inf)
        assert best(model)[0] == least, seed
        impossible += least == inf
    assert 0 < impossible < 30


@pytest.mark.slow
def test_bounds_never_get_better_on_the_way_down():
    deeper = 0
    for seed in SEEDS:
        found = nodes(searched(seed))
        bound = {frozenset(fixed.items()): relaxed.bound for fixed, relaxed in found}
        for fixed, relaxed in found:
            above = frozenset(list(fixed.items())[:-1])
            assert not fixed or bound[above] <= relaxed.bound + NEAR
            deeper += bool(fixed) and relaxed.bound > bound[above] + NEAR
    assert deeper > 40


@pytest.mark.slow
def test_it_branches_on_the_most_fractional_variable_and_1_comes_first():
    branched, zeros = 0, 0
    for seed in range(8):
        path = searched(seed)
        for before, step, after in zip(path, path[1:], path[2:]):
            if step[0] == "choose":
                values = before[2].values
                nearest = min(abs(value - 0.5) for value in values.values())
                assert step[1:] == next(
                    (name, value) for name, value in values.items() if abs(value - 0.5) < nearest + 1e-6
                )
                assert after[0] == "node" and list(after[1].items()) == [*before[1].items(), (step[1], 1)]
                branched += 1
        zeros += sum(list(step[1].values())[-1:] == [0] for step in path if step[0] == "node")
    assert zeros == branched > 10


def test_a_whole_bound_is_rounded_up():
    model = placement_model(NINE_LS)
    assert branch_and_bound.at_least(costly(0, model), 20.2) == 21
    assert branch_and_bound.at_least(model, 21 + 1e-9) == 21
    assert branch_and_bound.at_least(costly(3, model), 20.2) == 20.2
    pruned = 0
    for seed in range(0, 40, 4):
        incumbent = inf
        for before, step in zip(searched(seed), searched(seed)[1:]):
            if step == ("conflict", "bound"):
                assert ceil(before[2].bound - NEAR) >= incumbent
                pruned += before[2].bound < incumbent - NEAR  # only rounding up cut this one off
            elif step[0] == "answer":
                incumbent = step[2]
    assert pruned


def test_without_variables():
    assert best(Model()) == (0, {}) and trace(Model()).solutions == [{}]


# -------- the trace


def with_hints(grid, **costs):
    made = generate(grid, 2, 5)
    return trace(made.puzzle, made.given, **costs)


TRACES = {
    "nine L's": lambda: trace(NINE_LS),
    "knapsack": lambda: trace(knapsack()),
    "ring": lambda: trace(cover_of(["ab", "bc", "ca", "abc"])),
    **{f"costs {seed}": partial(trace, NINE_LS, costs="random", seed=seed) for seed in (1, 2, 16, 17)},
    **{grid: partial(with_hints, grid) for grid in GRIDS},
    **{
        f"{grid} with costs": partial(with_hints, grid, costs="random", seed=3, max_events=400)
        for grid in GRIDS
    },
}


@pytest.fixture(scope="module", params=TRACES)
def made(request):
    return TRACES[request.param]()


def test_states_keep_the_rows(made):
    """At each step with a relaxation: what is 1 and the fractions keep every row of the model, and cost the
    bound."""
    names, relaxed = list(made.model.names), 0
    for k in range(len(made.events)):
        state = made.state(k)
        assert not state.off & state.on.keys() and not state.off & state.fractions.keys()
        assert not state.on.keys() & state.fractions.keys()
        assert {option for option, how in state.on.items() if how == "given"} == set(made.given)
        if feasible(made, k):
            values = {
                names[option]: value
                for option, value in {**dict.fromkeys(state.on, 1), **state.fractions}.items()
            }
            assert not made.model.broken(values)
            assert state.bound is None or state.bound == pytest.approx(made.model.value(values), abs=1e-5)
            relaxed += 1
    assert relaxed > 1


def feasible(made, k):
    """Has the node of this step a relaxation with a solution? Read off the events, as the player does."""
    event = made.events[k]
    return (
        event.cause != "infeasible"
        and not (event.kind in ("try", "start") and made.events[k + 1].cause == "infeasible")
        and not (event.kind == "end" and made.events[k - 1].cause == "infeasible")
    )


def test_what_is_decided_is_marked(made):
    """Branched to 1: "chosen"; branched to 0: off; ruled out: no row lets it be 1 beside what is chosen."""
    path = []
    for k, event in enumerate(made.events):
        state = made.state(k)
        if event.kind == "try":
            path.append((event.option, event.sign))
        elif event.kind == "undo":
            del path[event.level :]
        assert len(path) == event.level == state.level
        assert {o for o, how in state.on.items() if how == "chosen"} == {o for o, one in path if one}
        names = list(made.model.names)
        ones = [o for o, how in state.on.items() if how != "propagated"]
        for option in state.off - {o for o, one in path if not one}:
            values = dict.fromkeys([names[o] for o in (*ones, option)], 1)
            assert any(row.sense != ">=" and not row.holds(values) for row in made.model.rows.values())


def test_bound_and_incumbent_of_the_states(made):
    best_so_far, above = None, []
    for k, event in enumerate(made.events):
        state = made.state(k)
        if event.kind == "answer" and made.costs:
            assert best_so_far is None or state.incumbent < best_so_far
            assert state.incumbent == pytest.approx(state.bound, abs=1e-5)
        assert state.incumbent == best_so_far or event.kind == "answer"
        best_so_far = state.incumbent
        if event.kind == "try" and state.bound is not None:
            assert state.bound >= above[event.level - 1] - 1e-5
        above[event.level :] = [state.bound]
    assert made.cost == best_so_far


def test_solutions_are_verified_and_get_better():
    made = trace(NINE_LS, costs="random", seed=16)
    costs = [
        sum(made.costs[NINE_LS.option[placement]] for placement in solution) for solution in made.solutions
    ]
    for solution in made.solutions:
        verify(NINE_LS, solution)
    assert len(costs) > 1 and costs == sorted(set(costs), reverse=True)
    assert costs[-1] == made.cost == best(made.model)[0]
    assert [event.incumbent for event in made.events if event.kind == "answer"] == costs


@pytest.mark.parametrize("hints", (0, 1, 3, 8))
@pytest.mark.parametrize("grid", GRIDS)
def test_hints(grid, hints):
    made = generate(grid, hints, 7)
    found = trace(made.puzzle, made.given)
    assert found.complete and found.costs is None and found.events[-1].kind == "end"
    (solution,) = found.solutions
    verify(made.puzzle, solution)
    assert set(made.given) <= set(solution)
    assert all(found.state(k).bound is None for k in range(len(found)))


def test_the_same_hint_twice_and_hints_that_exclude_each_other():
    puzzle = load("tetracubes-2x4x4")
    one = puzzle.placements[0]
    other = next(
        place for place in puzzle.placements if place.piece == "T" and set(place.cells) & set(one.cells)
    )
    for given in ((one, one), (one, other)):
        made = trace(puzzle, given)
        assert [event.kind for event in made.events] == ["start", "conflict", "end"] and not made.solutions
        assert made.complete


def test_no_solution():
    """Two L's in a strip of four cells with two more beside its end."""
    strip = read_text(
        "cells: [[0,0,0],[1,0,0],[2,0,0],[3,0,0],[3,1,0],[2,1,0]]\n"
        "pieces: [{name: V, copies: 2, cells: [[0,0,0],[1,0,0],[0,1,0]]}]"
    )
    made = trace(strip)
    assert not made.solutions and made.complete and made.cost is None
    assert "there is no solution" in made.events[-1].say
    assert best(placement_model(strip)) == (inf, {})


def test_no_solution_that_the_relaxation_does_not_see():
    """Three cells in a ring, dominoes: the relaxation puts a half of each, the two branches are dead ends."""
    made = trace(cover_of(["ab", "bc", "ca"]))
    assert made.state(0).fractions == {0: 0.5, 1: 0.5, 2: 0.5}
    assert [event.kind for event in made.events] == [
        "start",
        "choose",
        "try",
        "conflict",
        "undo",
        "try",
        "conflict",
        "end",
    ]
    assert [event.sign for event in made.events if event.kind == "try"] == [True, False]
    assert made.complete and not made.solutions


def test_a_bare_model_by_pencil():
    made = trace(knapsack())
    assert made.cost == -21 and made.relaxations == len(SearchTree(made).branches) == 7
    assert [event.item for event in made.events if event.kind == "choose"] == ["c", "b", "a"]
    assert made.solutions[-1] == {"a": 0, "b": 1, "c": 1, "d": 1}
    given = trace(knapsack(), ["a"])
    assert given.cost == -19 and given.state(0).on[0] == "given"
    assert trace(knapsack(), costs=[1, 1, 1, 1]).cost == 0


def test_the_sentences_tell_bound_and_fraction():
    made = trace(NINE_LS, costs="random", seed=16)
    said = {event.kind: event.say for event in reversed(made.events)}
    bound = made.state(0).bound
    assert f"costs {bound:g}" in said["start"]
    assert f"at least {ceil(bound)}, as all costs are whole" in said["start"]
    choose = next(event for event in made.events if event.kind == "choose")
    assert f"which is {fraction_text(made.state(1).fractions[choose.option])}" in choose.say
    assert choose.item in choose.say
    assert "= 1" in said["try"] and "no better than the incumbent" in said["conflict"]
    assert "new incumbent" in said["answer"]


def test_stopped_by_events_and_by_limit():
    whole = trace(NINE_LS, costs="random", seed=16)
    for most in range(2, len(whole)):
        made = trace(NINE_LS, costs="random", seed=16, max_events=most)
        assert len(made) == most and made.stopped == "events" and not made.complete
        assert "not finished" in made.events[-1].say
        assert [event.say for event in made.events[:-1]] == [event.say for event in whole.events[: most - 1]]
    first = trace(NINE_LS, costs="random", seed=16, limit=1)
    assert first.stopped == "limit" and first.cost > whole.cost and len(first.solutions) == 1


def test_the_same_for_the_same_seed():
    one, same, other = (trace(NINE_LS, costs="random", seed=seed) for seed in (4, 4, 5))
    assert one.events == same.events and one.costs == same.costs != other.costs
    assert set(one.costs) == set(range(1, 10)) and all(type(cost) is int for cost in one.costs)


@pytest.mark.parametrize(
    "wrong,message",
    [
        ({"costs": [1, 2]}, "costs [1, 2]: must be None"),
        ({"costs": "cheap"}, "costs"),
        ({"costs": 3}, "costs 3"),
        ({"seed": -1}, "seed -1"),
        ({"costs": [None] * 144}, "costs"),
        ({"costs": {k: 9 for k in range(144)}}, "costs {0: 9"),
        ({"costs": set(range(144))}, "costs {0, 1"),
        ({"max_events": 1}, "max_events 1"),
        ({"given": 5}, "given 5"),
        ({"given": ["V"]}, "hints"),
        ({"costs": "random", "limit": 0}, "limit 0"),
    ],
)
def test_bad_input(wrong, message):
    with pytest.raises(PuzzleError, match=message.replace("[", r"\[")):
        trace(NINE_LS, **wrong)


def test_bad_problems():
    for problem, given in (("soma", ()), (knapsack(), ["z"]), (cover_of(["ab"]), [1])):
        with pytest.raises(PuzzleError):
            trace(problem, given)


@pytest.mark.slow
def test_interrupt():
    """Whenever it comes it is heard, within a second, and the next search is as good as ever."""
    puzzle, later = load("tetracubes-2x2x8"), Random(1)

    def attempt():
        wait, start = later.uniform(0.05, 0.4), now()
        threading.Timer(wait, signal.raise_signal, [signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            trace(puzzle, costs="random", seed=1)
        return now() - start - wait

    for _ in range(8):
        ends_within(1, attempt)
    assert trace(NINE_LS).solutions


# -------- small parts, and the player


def test_ruled_out_knows_all_kinds_of_rows():
    model = Model()
    a, b, c, d, e = model.variables(*"abcde")
    model.row("one", a + b == 1)
    model.row("two of three", b + c + d == 2)
    model.row("either", a + c >= 1)
    model.row("difference", a - e <= 0)
    assert zeros_beside(model, {"a": 1}) == zeros_beside(model, {"c": 1, "d": 1, "e": 0}) == {"b"}
    assert zeros_beside(model, {"a": 0}) == set()


def test_a_fraction_near_a_whole_number_is_not_written_as_one():
    model = Model("nearly")
    a, b = model.variables("a", "b")
    model.row("room", 10_000 * a + 10_000 * b <= 9_999)
    model.minimise(-3 * a - 2 * b)
    assert "which is more than 0.999:" in trace(model).events[1].say
    assert fraction_text(1e-4) == "less than 0.001"
