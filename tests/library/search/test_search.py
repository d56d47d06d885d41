"""The teaching searches: the same solutions from all of them, every pruning honest, the traces true, the
estimates unbiased."""

import json
from collections import Counter
from importlib.util import find_spec
from itertools import product

import pytest
from brute_force import packings
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import small_puzzles
from sizes import sampled, size

from puzzlelib import exact_cover, load, solve, verify
from puzzlelib.engines import ENGINES
from puzzlelib.packing.files import read_text
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.search import algorithm_x, backtracking, dancing_links, magic_square
from puzzlelib.search.exact_cover import ExactCover, cover_of

RULES = tuple(algorithm_x.RULES)
CUTS = ((), ("islands",), ("parity",), ("islands", "parity"))
KNUTH = cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")


# -------- small puzzles, solved without cleverness

FORMS = {
    "dot": ((0, 0, 0),),
    "I": ((0, 0, 0), (1, 0, 0)),
    "bar": ((0, 0, 0), (1, 0, 0), (2, 0, 0)),
    "V": ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    "S": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
    "screw": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)),
    "O": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)),
}


def searches(puzzle):
    """Every engine with every choice it has: (name, function of the hints)."""
    for name, module in ENGINES.items():
        if find_spec(module):
            yield name, lambda given, name=name: solve(puzzle, name, limit=None, given=given).solutions
    for rule in RULES:
        yield rule, lambda given, rule=rule: list(algorithm_x.solutions(puzzle, given, rule=rule, seed=3))
    for by, cuts in product(backtracking.WAYS, CUTS):
        yield (
            f"{by} {cuts}",
            lambda given, by=by, cuts=cuts: list(backtracking.solutions(puzzle, given, by=by, prune=cuts)),
        )
    order = [piece.name for piece in puzzle.pieces][::-1]
    yield "backwards", lambda given: list(backtracking.solutions(puzzle, given, by="piece", order=order))


@pytest.mark.slow
@settings(max_examples=size("small puzzles"))
@given(small_puzzles(FORMS), st.data())
def test_all_searches_find_the_same_solutions(puzzle, data):
    expected = packings(puzzle)
    hints = data.draw(st.sampled_from(sorted(expected)))[: data.draw(st.integers(0, 2))] if expected else ()
    if not hints and puzzle.placements:
        hints = data.draw(st.sampled_from([(), puzzle.placements[:1], puzzle.placements[-1:] * 2]))
    for solution in expected:
        verify(puzzle, solution)
    kept = {one for one in expected if not Counter(hints) - Counter(one)}
    for name, search in searches(puzzle):
        for given, right in (((), expected), (hints, kept)):
            found = search(given)
            assert len(found) == len(set(found)) and set(found) == right, (name, given)


def test_random_by_seed():
    orders = [
        tuple(event.item for event in algorithm_x.trace(KNUTH, rule="random", seed=seed).events)
        for seed in (1, 1, 2, 3, 4)
    ]
    assert orders[0] == orders[1] and len(set(orders)) > 1


# -------- the traces are true


def innermost(steps):
    """The local names of the call of a recursive generator that stands at its `yield`."""
    while steps.gi_yieldfrom is not None and hasattr(steps.gi_yieldfrom, "gi_frame"):
        steps = steps.gi_yieldfrom
    return steps.gi_frame.f_locals


def spied(monkeypatch, module, look):
    """Let `look` see what a search holds in its hands at each of its steps; gives the list that it fills."""
    search, seen = module.steps, []

    def steps(*arguments, **choices):
        running = search(*arguments, **choices)
        for step in running:
            seen.append(look(step, innermost(running), arguments))
            yield step

    monkeypatch.setattr(module, "steps", steps)
    return seen


def matrix_of_sets(step, here, arguments):
    """Algorithm X: the items still needed, and the options that are left."""
    times, left = here["rest"] if step[0] == "try" else (here["times"], here["left"])
    return dict(times), set().union(*left.values())


def matrix_of_links(step, here, arguments):
    """Dancing links: the same, read off the links by walking them. Between two tries the chosen item lies
    covered beside the matrix."""
    links, items = arguments[0], []
    node = links.right[0]
    while node:
        items.append(node)
        node = links.right[node]
    if step[0] == "undo" and here["once"]:
        items.append(here["item"])
    options, times = set(), {}
    for item in items:
        times[links.items[item]], node = links.needed[item], links.down[item]
        assert links.up[links.down[item]] == item == links.down[links.up[item]]
        while node != item:
            options.add(links.option[node])
            node = links.down[node]
    return {item: times[item] for item in links.problem.items if item in times}, options


def matrix_of(trace, cover, k):
    """The same, replayed from the trace."""
    state = trace.state(k)
    times = Counter(cover.items)
    times.subtract(item for option in state.on for item in cover.options[option])
    assert len(state.on) == state.level + len(trace.given) and min(times.values()) >= 0
    assert not set(state.on) & state.off
    return {item: n for item, n in times.items() if n}, set(range(len(cover.options))) - state.off - set(
        state.on
    )


COPIES = PackingPuzzle(
    "copies", box_cells([(3, 3, 2)]), (Piece("V", FORMS["V"], 4), Piece("I", FORMS["I"], 3))
)
TRACED = [
    (KNUTH, ()),
    (cover_of(["ab", "ab", "b", "a", "abc", "c"], items={"a": 2, "b": 2, "c": 1}), ()),
    (COPIES, ()),
    (COPIES, (5,)),
    (load("tetracubes-2x2x8"), ()),
    (load("tetracubes-2x2x8"), (7, 30)),
    (cover_of(["a", "b"], items="abc"), ()),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "module, look, more",
    [
        (dancing_links, matrix_of_links, {}),
        (algorithm_x, matrix_of_sets, {}),
        (algorithm_x, matrix_of_sets, {"rule": "random", "seed": 2}),
    ],
)
def test_the_replay_is_the_state_of_the_matrix(monkeypatch, module, look, more):
    seen = spied(monkeypatch, module, look)
    kinds = set()
    for problem, given in TRACED:
        seen.clear()
        cover = problem if isinstance(problem, ExactCover) else exact_cover(problem)
        hints = given if problem is cover else [problem.placements[i] for i in given]
        trace = module.trace(problem, hints, **more, limit=None, max_events=1500)
        for k in range(1, len(trace) - 1):
            assert matrix_of(trace, cover, k) == seen[k], (k, trace.events[k])
        well_formed(trace)
        kinds |= {event.kind for event in trace.events}
    assert kinds == {"start", "choose", "try", "undo", "conflict", "answer", "end"}


def well_formed(trace):
    """Levels, items and sentences as promised; each try has its undo, except where the recording stopped."""
    path = []
    for event in trace.events[1:-1]:
        if event.kind == "try":
            path.append(event)
        elif event.kind == "undo":
            last = path.pop()
            assert last.option == event.option and event.back == (*last.on, *last.off)
        assert event.level == len(path) and event.say.endswith(".") and "  " not in event.say
        assert (event.kind == "choose") <= (event.count >= 1 if event.count is not None else False)
    assert trace.events[0].kind == "start" and trace.events[-1].kind == "end"
    assert bool(path) <= bool(trace.stopped)
    assert len(trace.steps("answer")) == len(trace.solutions)


@pytest.mark.slow
@pytest.mark.parametrize(
    "choices", sampled([{"by": by, "prune": cuts} for by, cuts in product(backtracking.WAYS, CUTS)], 3)
)
def test_the_replay_is_the_state_of_the_packing(monkeypatch, choices):
    seen = spied(
        monkeypatch,
        backtracking,
        lambda step, here, arguments: tuple(here["chosen"]) if "chosen" in here else None,
    )
    for puzzle, given in ((COPIES, ()), (load("tetracubes-2x2x8"), ()), (load("tetracubes-2x2x8"), (7, 30))):
        seen.clear()
        trace = backtracking.trace(
            puzzle, [puzzle.placements[i] for i in given], limit=None, max_events=4000, **choices
        )
        for k in range(1, len(trace) - 1):
            state = trace.state(k)
            after_undo = seen[k]
            assert sorted(state.on) == sorted((*given, *after_undo)), (k, trace.events[k])
            cells = [cell for option in state.on for cell in puzzle.placements[option].cells]
            assert len(set(cells)) == len(cells)
        assert not trace.shows_options and not trace.state(5).shows_options
        well_formed(trace)


@pytest.mark.slow
@pytest.mark.parametrize("order", sampled(magic_square.ORDERS, 2))
def test_the_replay_is_the_magic_square(monkeypatch, order):
    seen = spied(monkeypatch, magic_square, lambda step, here, arguments: dict(here["square"]))
    for n, prune in product((3, 4), magic_square.PRUNINGS):
        seen.clear()
        trace = magic_square.trace(n, order, prune, limit=None, max_events=2000)
        for k in range(1, len(trace) - 1):
            assert trace.square(k) == tuple(seen[k].get((i, j), 0) for i in range(n) for j in range(n))
        well_formed(trace)


def test_islands_of_pieces_that_do_not_hang_together():
    pieces = [{"name": "D", "cells": [[0, 0, 0]]}, {"name": "U", "cells": [[0, 0], [2, 0]], "loose": True}]
    puzzle = read_text(json.dumps({"box": [3, 1, 1], "pieces": pieces}))
    assert len(list(backtracking.solutions(puzzle, by="piece", prune=["islands"]))) == 1
