"""Counting by states, against brute force, the compiled search, lists of orbits, and published numbers."""

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from brute_force import covers, packings
from loose_puzzles import FORMS, box_of, drawn_puzzles
from random_covers import random_cover, random_slack
from sizes import sampled

from puzzlelib import PuzzleError, count, load, solve, verify
from puzzlelib.common.clock import TimeIsUp
from puzzlelib.common.ending import Ending
from puzzlelib.engines import forecast
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.symmetry import orbits
from puzzlelib.search import states
from puzzlelib.search.exact_cover import cover_of, exact_cover


@pytest.mark.parametrize("number", [300, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.slow
def test_random_puzzles_as_by_brute_force(number):
    draw, solved, held = Random(11), 0, 0
    for puzzle in drawn_puzzles(11, number):
        expected = packings(puzzle)
        found = list(states.solutions(puzzle))
        assert len(found) == len(expected) and set(found) == expected
        assert states.count(puzzle).number == states.count_covers(exact_cover(puzzle)) == len(expected)
        given = draw.sample(puzzle.placements, min(len(puzzle.placements), draw.randrange(3)))
        kept = [one for one in expected if set(given) <= set(one)]
        assert states.count(puzzle, given=given).number == len(kept)
        assert set(states.solutions(puzzle, given)) == set(kept)
        solved, held = solved + bool(expected), held + bool(given and kept)
    assert solved > number / 3 and held > number / 20


@pytest.mark.parametrize("number", [200, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.slow
def test_the_mean_of_what_symmetries_leave_unmoved_is_the_number_of_orbits(number):
    compared = 0
    for puzzle in drawn_puzzles(12, number):
        for symmetry in "rotations", "reflections":
            with suppress(PuzzleError):  # a piece without a mirror image
                listed = orbits(puzzle, list(states.solutions(puzzle)), symmetry)
                assert states.count(puzzle, symmetry).number == len(listed)
                compared += len(listed) > 1
    assert compared > number / 5


@pytest.mark.slow
def test_orbits_that_hold_given_placements():
    for puzzle in drawn_puzzles(13, 100):
        for given in puzzle.placements[:1], puzzle.placements[-1:]:
            held = list(states.solutions(puzzle, given))
            expected = len(orbits(puzzle, held, "rotations"))
            assert states.count(puzzle, "rotations", given).number == expected


@pytest.mark.parametrize("number", [300, pytest.param(3000, marks=pytest.mark.long)])
def test_random_covers_as_by_brute_force(number):
    draw, solved = Random(14), 0
    for _ in range(number):
        sizes, options, copies = random_cover(draw, wide=False)
        last, slack = random_slack(draw, sizes, copies)
        full = (1 << len(sizes)) - 1
        optional = full & ~((1 << len(sizes) - last) - 1)
        expected = sum(1 for _ in covers(full, options, copies, optional, slack))
        rows = [[b for b in range(len(sizes)) if bits >> b & 1] + [f"p{kind}"] for bits, kind in options]
        items = {b: (0 if optional >> b & 1 else 1, 1) for b in range(len(sizes))}
        items |= {f"p{kind}": (many - left, many) for kind, (many, left) in enumerate(zip(copies, slack))}
        assert states.count_covers(cover_of(rows, items)) == expected
        solved += expected > 0
    assert solved > number / 3


WIDE = [(6, 5, 1)], [(8, 4, 1)], [(3, 3, 3)], [(4, 2, 3)], [(4, 3, 1), (3, 2, 2)], [(7, 4, 1)], [(4, 4, 2)]


def wide_puzzle(draw: Random) -> PackingPuzzle:
    """Draw a larger box or some, a few optional cells, and two or three pieces with many copies."""
    sizes = draw.choice(WIDE)
    cells = box_cells(sizes)
    optional = tuple(cell for cell in cells if draw.randrange(12) == 0) if draw.randrange(2) else ()
    most = len(cells) // 3
    pieces = tuple(
        Piece(f"p{k}", form, copies := draw.randrange(3, most), copies - draw.choice([0, 0, 1, 3]))
        for k, form in enumerate(draw.sample(FORMS[1:], draw.randrange(2, 4)))
    )
    return PackingPuzzle("wide", cells, pieces, "plane", tuple(sizes), optional=optional)


@pytest.mark.parametrize("number", [30, pytest.param(300, marks=pytest.mark.long)])
@pytest.mark.slow
def test_wide_puzzles_as_by_the_compiled_search(number):
    draw, solved, left = Random(16), 0, number
    while left:
        puzzle = wide_puzzle(draw)
        found = count(puzzle, "compiled", time_limit=2)
        if found.complete:
            left -= 1
            assert states.count(puzzle).number == found.count
            solved += found.count > 100
    assert solved > number / 4


MANY = {  # OEIS A028420 and A004003, and a second program
    "squares and dominoes 6×6": (
        PackingPuzzle.from_pieces({"M": "#", "D": "##"}, copies={"M": "0..36", "D": "0..18"}, box=[6, 6]),
        (2_989_126_727, 373_724_170, 373_724_170),
    ),
    "dominoes 8×8": (box_of(32, "##", 8, 8), (12_988_816, 1_629_189, 1_629_189)),
    "bricks 1×1×2 in 2×3×10": (box_of(30, "##", 2, 3, 10), (422_983_905, 105_776_777, 58_799_234)),
    "T-tetrominoes 16×16": (box_of(64, "###/.#.", 16, 16), (1_668_091_536, 208_523_034, 208_523_034)),
    "pentominoes, any, 6×10": (
        replace(
            load("pentominoes-6x10"),
            pieces=tuple(one._replace(copies=12, spare=12) for one in load("pentominoes-6x10").pieces),
        ),
        (7_845_888_732, 1_961_527_604, 1_961_527_604),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("puzzle, numbers", sampled(MANY.values(), 1), ids=MANY)
def test_what_no_list_can_hold_is_counted(puzzle, numbers):
    assert states.count(puzzle).number == numbers[0]
    for symmetry, number in zip(("none", "rotations", "reflections"), numbers):
        lines = []
        found = count(puzzle, symmetry=symmetry, tell=lines.append)
        assert (found.count, found.complete) == (number, True)
        if numbers[0] > 10**8:
            assert found.engine == "states" and lines[-1].startswith("engine states: a search ")


def test_a_puzzle_of_different_pieces_is_not_tried(monkeypatch):
    monkeypatch.setattr(forecast, "try_count", pytest.fail)
    monkeypatch.setattr(forecast, "BEFORE", 1)
    monkeypatch.setattr(forecast, "HARDLY", 1.1)
    assert count(load("pentominoes-5x12")).count == 4040


def test_a_search_goes_on_where_there_are_too_many_states(monkeypatch):
    asked = []

    def fail(*args, **_):
        asked.append(args)

    monkeypatch.setattr(forecast, "try_count", fail)
    monkeypatch.setattr(forecast, "BEFORE", 1)
    monkeypatch.setattr(forecast, "HARDLY", 1.1)
    found = count(box_of(30, "##", 6, 10))
    assert (found.count, found.engine, found.complete) == (4_213_133, "compiled", True)  # OEIS A028470
    assert asked


def test_the_limits_of_states():
    puzzle = box_of(32, "##", 8, 8)
    with pytest.raises(states.TooManyStates, match="more than 50 states"):
        states.count(puzzle, most=50)
    stopped = states.count(puzzle, stop=lambda: True)
    assert (stopped.number, stopped.complete, stopped.stopped) == (0, False, Ending.STOPPED)
    assert states.try_count(puzzle, "rotations", puzzle.placements[:1]) is None
    assert states.try_count(puzzle, stop=lambda: True) is None
    assert list(states.solutions(puzzle, stop=lambda: True)) == []
    with pytest.raises(TimeIsUp):
        states.plan_for(cover_of(["ab"]), stop=lambda: True)


def test_an_interrupt_ends_the_search_as_well(monkeypatch):
    def press():
        raise KeyboardInterrupt

    found = states.count(box_of(32, "##", 8, 8), stop=press)
    assert (found.complete, found.stopped) == (False, Ending.INTERRUPT)
    monkeypatch.setattr(forecast, "try_count", lambda *args, **_: states.try_count(*args[:3], press))
    found = count(MANY["squares and dominoes 6×6"][0])
    assert found.stopped == Ending.INTERRUPT and 0 < found.count < 2_989_126_727


def test_solutions_come_one_by_one():
    puzzle = box_of(32, "##", 8, 8)
    found = solve(puzzle, "states", limit=50).solutions
    assert len(set(found)) == 50 and found == list(islice(states.solutions(puzzle), 50))
    for one in found:
        verify(puzzle, one)
    assert count(puzzle, "states").count == 12_988_816
