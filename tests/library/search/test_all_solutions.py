"""All solutions without a list: each of them once, drawn fairly, and the share of each placement."""

from collections import Counter
from random import Random

import pytest
from brute_force import packings
from loose_puzzles import box_of, drawn_puzzles

from puzzlelib import PuzzleError, load, verify
from puzzlelib.common.clock import TimeIsUp
from puzzlelib.search.all_solutions import AllSolutions
from puzzlelib.search.exact_cover import cover_of
from puzzlelib.search.states import TooManyStates


@pytest.mark.slow
@pytest.mark.parametrize("number", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_each_solution_has_a_number(number):
    draw, several = Random(31), 0
    for puzzle in drawn_puzzles(31, number):
        given = draw.sample(puzzle.placements, min(len(puzzle.placements), draw.choice([0, 0, 1])))
        expected = [one for one in packings(puzzle) if set(given) <= set(one)]
        every = AllSolutions(puzzle, given)
        found = list(every)
        assert len(every) == every.number == len(found) == len(expected) and set(found) == set(expected)
        assert found == [every[k] for k in range(-len(found), 0)]
        several += len(found) > 3
    assert several > number / 10


FAIR = [(box_of(8, "##", 4, 4), 36), (box_of(9, "##", 6, 3), 41), (box_of(12, "##", 6, 4), 281)]


@pytest.mark.parametrize("puzzle, number", FAIR)
def test_draws_are_fair(puzzle, number):
    every, draws = AllSolutions(puzzle), 20 * number
    assert every.number == number
    drawn = Counter(every.draw(seed) for seed in range(draws))
    squares = sum((drawn[one] - 20) ** 2 / 20 for one in every)
    assert abs(squares - (number - 1)) < 4 * (2 * (number - 1)) ** 0.5  # chi-square, four sigmas


def test_a_draw_from_more_than_can_be_listed():
    dominoes = box_of(32, "##", 8, 8)
    every = AllSolutions(dominoes)
    assert every.number == 12_988_816 and repr(every) == "<All 12,988,816 solutions of puzzle>"
    drawn = [every.draw(seed) for seed in range(20)]
    assert len(set(drawn)) == 20 and every.draw(3) == drawn[3]
    for one in drawn:
        verify(dominoes, one)
    assert every[0] != every[-1] == every[12_988_815]


def test_what_all_solutions_refuse():
    impossible = AllSolutions(cover_of(["ab", "bc"]))
    assert (impossible.number, list(impossible)) == (0, [])
    with pytest.raises(PuzzleError, match="no solution to be drawn"):
        impossible.draw(1)
    for n in (0, -1, 5):
        with pytest.raises(IndexError, match="there are 0 solutions"):
            impossible[n]
    with pytest.raises(TooManyStates, match="more than 100 states"):
        AllSolutions(box_of(32, "##", 8, 8), most=100)
    with pytest.raises(TimeIsUp):
        AllSolutions(load("soma"), stop=lambda: True)
