"""Lesson 01: what the checks of the prune test and of the search refuse, and odd answers that are right."""

from itertools import permutations

import pytest
from test_build import ROOT

from lessons.kit.checks.judge import verdict
from lessons.l01_backtracking.checks import magic_completions, square_lines, squares_13, wrong_line
from lessons.puzzles.checks.laps import Lap, each_turn
from puzzlelib import load
from puzzlelib.packing.shapes import orientations
from puzzlelib.search import backtracking, magic_square


def first_full_line_decides(square):
    for line in square_lines(3):
        numbers = [square[cell] for cell in line]
        if 0 not in numbers:
            return sum(numbers) == 15
    return True


@pytest.mark.slow
def test_two_full_lines_are_smaller_counterexamples_than_a_full_square():
    said = verdict("1.3", first_full_line_decides)
    assert said.status == "not yet" and "Too lazy" in said.say
    assert said.example.example.count(0) == 4
    assert all(wrong_line(square) or magic_completions(square) for square in squares_13())
    kept = sum(bool(magic_completions(square)) for square in squares_13())
    assert (kept, len(squares_13()) - kept) == (3_986, 5_280)  # its praise says so


def test_a_wrong_number_of_nodes_is_told_level_by_level():
    said = verdict("1.1", lambda square: square.count(0)).say
    assert "Empty cells: 2. Nodes, level by level: 2 + 2." in said


def test_the_search_on_paper_has_as_many_nodes_as_the_teacher_says():
    """Three different numbers from 1 to 5 with the sum 9, all rows listed."""
    rows = [list(permutations(range(1, 6), depth)) for depth in (1, 2, 3)]
    alive = [pair for pair in rows[1] if 9 - sum(pair) in {*range(1, 6)} - {*pair}]
    tried = [row for row in rows[2] if row[:2] in alive]
    above = len(rows[0]) + len(rows[1])
    page = (ROOT / "lessons/l01_backtracking/teacher.md").read_text(encoding="utf-8")
    assert f"= {above + len(rows[2])} nodes; let them stop" in page
    assert f"= {above + len(tried)} nodes if the third number is tried" in page
    assert f"= {above + len(alive)} if it is known" in page


# -------- the race


def test_the_computed_lap_is_what_a_search_with_all_turns_would_do():
    little = load("little-cube")
    twins = {piece.name: 24 // len(orientations(piece.cells)) for piece in little.pieces}
    doubled = [place for place in little.placements for _ in range(twins[place.piece])]

    def nodes(left, filled=frozenset()):
        here = [set(cells) for piece, cells in doubled if left and piece == left[0]]
        return sum(1 + nodes(left[1:], filled | cells) for cells in here if not cells & filled)

    ran = backtracking.run(little, by="piece", seconds=None)
    computed = each_turn(ran, Lap(1, 1, 1.0), little)
    assert computed.nodes == nodes([piece.name for piece in little.pieces]) > ran.nodes


def test_what_a_search_is_given_is_told_by_its_name():
    def stops(square, test):
        raise ValueError("no")

    assert verdict("1.4", stops).rows[0][1].splitlines()[1] == "test = a function"
    assert "\n    attack = a function" in str(verdict("1.6", lambda n, attack: 1 / 0))


def test_one_queen_attacks():
    assert "1 queen that attacks as queens do in chess" in str(verdict("1.6", lambda n, attack: []))


def nodes_if_all_lines_are_tested(square, cell=0):
    """Count the nodes where each number is followed by a look at the partial sums of all lines."""
    nodes = 0
    for number in {*range(1, 10)} - {*square}:
        square[cell] = number
        left = sorted({*range(1, 10)} - {*square})
        gaps = [(sum(square[c] for c in line), sum(not square[c] for c in line)) for line in square_lines(3)]
        fits = all(done + sum(left[:gap]) <= 15 <= done + sum(left[len(left) - gap :]) for done, gap in gaps)
        nodes += 1 + (nodes_if_all_lines_are_tested(square, cell + 1) if fits and cell < 8 else 0)
        square[cell] = 0
    return nodes


def test_the_third_rule_looks_at_lines_through_the_new_number():
    text = (ROOT / "lessons" / "l01_backtracking" / "lesson.md").read_text(encoding="utf-8")
    assert magic_square.count_nodes(3, prune="partial").nodes == 2_845
    assert f"It leaves {nodes_if_all_lines_are_tested([0] * 9):,} nodes." in text
