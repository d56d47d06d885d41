"""A count or a search that will not end in a minute says once how long it will take."""

import re
from functools import partial

import pytest
from loose_puzzles import box_of
from sizes import picked

from puzzlelib import count, cover_of, load, solve
from puzzlelib.engines import forecast, number_found, plan
from puzzlelib.search.proofs import why_impossible

BRICKS = box_of(50, "##", 10, 10)  # too many to be listed
DURATION = r"(about|more than) .*(years?|days?|hours?|minutes?)"


class Listener:
    """Keeps what is told, and ends a search that says how long it will take."""

    def __init__(self):
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        self.lines.append(line)
        if re.search(DURATION, line):
            raise KeyboardInterrupt


@pytest.fixture
def hear(monkeypatch):
    monkeypatch.setattr(forecast, "LATE", 0)
    monkeypatch.setattr(forecast, "BEFORE", 1)
    return Listener()


@pytest.mark.parametrize(
    "engine", picked([None, "compiled", "backtracking", "x", "dlx", "asp", "ilp"], [None, "x", "asp"])
)
def test_a_count_that_will_not_end_says_so(hear, monkeypatch, engine):
    monkeypatch.setattr(forecast, "ALIKE", 1000)  # no count by states before
    assert count(BRICKS, engine, tell=hear).stopped == "interrupt"
    assert re.fullmatch(rf"(at this rate|a plain search of all takes) {DURATION}.*", hear.lines[-1])


def test_it_says_that_states_do_not_help(hear, monkeypatch):
    monkeypatch.setattr(forecast, "LATE", 0.1)  # seconds
    monkeypatch.setattr(forecast, "try_count", partial(forecast.try_count, most=100))
    assert count(BRICKS, tell=hear).stopped == "interrupt"
    assert re.fullmatch(rf"at this rate {DURATION}; by states it will not fit in memory", hear.lines[-1])


@pytest.mark.parametrize("call", [count, partial(solve, limit=1)])
def test_a_long_search_that_found_nothing_asks_for_a_proof_again(hear, monkeypatch, call):
    """27 bricks 1×2×4 do not fill 6×6×6: each meets 0 or 2 of the 27 cells with odd coordinates."""
    bricks = box_of(27, "####/####", 6, 6, 6)
    late = lambda puzzle, rounds, stop: why_impossible(puzzle, rounds) if rounds > 20 else ""
    monkeypatch.setattr(plan, "why_impossible", late)  # it was not found in a few rounds
    monkeypatch.setattr(plan, "MOST_TRIED", 1)
    monkeypatch.setattr(plan, "MOST_ROUNDS", 21)
    monkeypatch.setattr(forecast, "BEFORE", 8)  # the proof needs a few
    monkeypatch.setattr(forecast, "ALIKE", 1000)
    lines: list[str] = []
    found = call(bricks, tell=lines.append)
    assert (found.complete, found.engine, number_found(found)) == (True, "proof", 0)
    if call is count:
        assert "engine proof: a search would take" in lines[-1]
        assert call(bricks, "compiled", tell=hear).stopped == "interrupt"


def test_a_cover_is_counted_by_states_where_a_search_would_be_long(hear):
    """258,584,046,368 (OEIS A004003) and, of 4×4, 36 ways to lay dominoes."""
    for side, number in ((10, 258_584_046_368), (4, 36)):
        cells = [(x, y) for x in range(side) for y in range(side)]
        steps = [((x, y), (x + a, y + b)) for x, y in cells for a, b in ((1, 0), (0, 1))]
        cover = cover_of([step for step in steps if step[1] in cells])
        found = count(cover)
        assert (found.count, found.complete) == (number, True)
        assert found.engine == "states" or side == 4
    assert count(cover, "compiled").engine == "compiled"


def test_a_list_says_what_probes_know(hear):
    for engine in ("compiled", "asp", "backtracking"):
        assert solve(BRICKS, engine, limit=None, tell=hear).stopped == "interrupt"
        assert re.search(rf"{DURATION}, by random probes$", hear.lines[-1])


def test_it_is_said_once(hear, monkeypatch):
    monkeypatch.setattr(forecast, "LONG", 0)
    lines: list[str] = []
    for engine in ("compiled", "dlx"):
        count(load("tetracubes-2x4x4"), engine, tell=lines.append)
    assert sum("rate" in line for line in lines) <= 2


def test_a_count_that_ends_soon_says_nothing():
    hear = Listener()
    for name, engine in (("tetracubes-2x4x4", "backtracking"), ("pentominoes-6x10", "compiled")):
        assert count(load(name), engine, tell=hear).complete
    assert hear.lines == []
