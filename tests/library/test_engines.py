"""Every engine, the same puzzles, one referee; orbits against brute force."""

import json
from contextlib import suppress
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from brute_force import packings
from hypothesis import given, settings
from quiet_clock import ends_within, now
from random_puzzles import small_puzzles
from sizes import size

from puzzlelib import Invalid, PuzzleError, count, load, orbits, solve, verify
from puzzlelib.compiled import table
from puzzlelib.engines import ENGINES
from puzzlelib.packing import shapes
from puzzlelib.packing.files import read_text
from puzzlelib.packing.symmetry import Symmetries
from puzzlelib.search.proofs import why_impossible

L3, I2, I1 = ((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((0, 0, 0), (1, 0, 0)), ((0, 0, 0),)
CHIRAL = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1))
FORMS = {"L": L3, "I": I2, "dot": I1, "chiral": CHIRAL}


@pytest.mark.slow
@settings(max_examples=size("random puzzles"))
@given(small_puzzles(FORMS))
def test_engines_agree_with_brute_force(puzzle):
    expected = packings(puzzle)
    for name in ENGINES:
        result = solve(puzzle, name, limit=None)
        assert result.complete and len(result.solutions) == len(set(result.solutions))
        assert set(result.solutions) == expected, name
        for solution in result.solutions:
            verify(puzzle, solution)
    if why_impossible(puzzle):
        assert not expected


@settings(max_examples=size("random puzzles"))
@given(small_puzzles(FORMS))
def test_the_engine_that_is_chosen_counts_from_one_place_of_each_orbit(puzzle):
    solutions = packings(puzzle)
    assert count(puzzle).count == len(solutions)
    assert count(puzzle, symmetry="rotations").count == len(orbits(puzzle, solutions))
    with suppress(PuzzleError):  # a piece without a mirror image
        assert count(puzzle, symmetry="reflections").count == len(orbits(puzzle, solutions, "reflections"))


@settings(max_examples=size("random puzzles"))
@given(small_puzzles(FORMS))
def test_solving_up_to_symmetry_finds_one_of_each_orbit(puzzle):
    solutions = packings(puzzle)
    for symmetry in "rotations", "reflections":
        with suppress(PuzzleError):  # a piece without a mirror image
            found = solve(puzzle, limit=None, symmetry=symmetry)
            assert found.complete and solutions.issuperset(found.solutions)
            assert len(found.solutions) == len(orbits(puzzle, solutions, symmetry))
            assert set(orbits(puzzle, found.solutions, symmetry)) == set(orbits(puzzle, solutions, symmetry))


@settings(max_examples=size("random puzzles"))
@given(small_puzzles(FORMS))
def test_a_list_up_to_symmetry_is_whole_whichever_piece_keeps_its_place(puzzle):
    """As in long searches, where the piece that makes the least work does."""
    solutions = orbits(puzzle, packings(puzzle))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "LITTLE", -1)
        found = solve(puzzle, "compiled", limit=None, symmetry="rotations").solutions
    assert len(found) == len(solutions) and {*orbits(puzzle, found)} == {*solutions}


def test_a_long_list_keeps_a_piece_with_little_work():
    """H has the fewest orbits in the Tetris Cube, and makes 2.5 times the work of I."""
    long, short = load("tetris-cube"), load("soma")
    chosen = [table.piece_to_list(one, Symmetries(one).images("rotations")) for one in (long, short)]
    assert chosen == ["I", None]


def test_hints_and_a_limit_hold_up_to_symmetry():
    puzzle = load("tetracubes-2x2x8")
    hint = next(iter(solve(puzzle).solutions[0]))
    held = [one for one in solve(puzzle, limit=None).solutions if hint in one]
    found = solve(puzzle, "x", limit=None, given=[hint], symmetry="rotations").solutions
    assert all(hint in one for one in found) and len(found) == len(orbits(puzzle, held)) > 3
    assert solve(puzzle, "x", limit=3, given=[hint], symmetry="rotations").solutions == found[:3]


def moved(solution, symmetry):
    return frozenset((piece, frozenset(symmetry[c] for c in cells)) for piece, cells in solution)


@settings(max_examples=40)
@given(small_puzzles(FORMS))
def test_orbits_against_union_by_brute_force(puzzle):
    solutions = sorted(packings(puzzle))
    maps = list(shapes.symmetries(puzzle.container, puzzle.turns))
    classes = {frozenset(moved(s, m) for m in maps) for s in solutions}
    assert len(orbits(puzzle, solutions)) == len(classes) == count(puzzle, "backtracking", "rotations").count


@pytest.mark.slow
def test_limits_and_bad_arguments():
    puzzle = load("tetracubes-2x2x8")
    for name in ENGINES:
        assert len(solve(puzzle, name, limit=3).solutions) == 3
    for bad in (
        dict(limit=0),
        dict(limit="x"),
        dict(limit=True),
        dict(time_limit=0),
        dict(time_limit=float("nan")),
        dict(time_limit="x"),
        dict(engine="magic"),
        dict(given=3),
    ):
        with pytest.raises(PuzzleError):
            solve(puzzle, **bad)
    with pytest.raises(PuzzleError):
        count(puzzle, symmetry="spin")
    with pytest.raises(PuzzleError, match="none, rotations, reflections"):
        solve(puzzle, symmetry="spin")


def test_given_placements_are_kept_and_checked():
    puzzle = load("tetracubes-2x2x8")
    solution = solve(puzzle, "backtracking").solutions[0]
    for name in ENGINES:
        for other in solve(puzzle, name, limit=None, given=solution[:3]).solutions:
            verify(puzzle, other, solution[:3])
        with pytest.raises(PuzzleError):
            solve(puzzle, name, given=[("I", ((0, 0, 0),))])
        clash = [p for p in puzzle.placements if p.piece == "T"][:2]
        assert solve(puzzle, name, limit=None, given=clash).solutions == []


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda s: s[1:], "is there 0 times"),
        (lambda s: s + s[:1], "is there 2 times"),
        (lambda s: ((s[0].piece, s[1].cells), (s[1].piece, s[0].cells), *s[2:]), "shape"),
        (lambda s: ((s[0].piece, tuple((x + 50, y, z) for x, y, z in s[0].cells)), *s[1:]), "filled 0 times"),
        (lambda s: (*s, ("Q", ((0, 0, 0),))), "no piece Q"),
    ],
)
def test_the_referee_refuses(change, words):
    puzzle = load("tetracubes-2x4x4")
    solution = solve(puzzle, "backtracking").solutions[0]
    verify(puzzle, solution, solution[:2])
    with pytest.raises(Invalid, match=words):
        verify(puzzle, change(solution))


def test_the_referee_knows_left_from_right_and_the_hints():
    puzzle = load("tetracubes-2x4x4")
    first, second = solve(puzzle, "backtracking", limit=2).solutions
    swap = {"Z": "Z_mirror", "Z_mirror": "Z"}
    with pytest.raises(Invalid, match="shape"):
        verify(puzzle, [(swap.get(piece, piece), cells) for piece, cells in first])
    with pytest.raises(Invalid, match="hint"):
        verify(puzzle, first, [p for p in second if p not in first][:1])


def test_why_impossible_names_the_reason():
    far = read_text("cells: [[0,0,0],[1,0,0],[5,5,5]]\npieces: [{name: L, cells: [[0,0,0],[1,0,0],[0,1,0]]}]")
    assert "piece L fits nowhere" in why_impossible(far)
    lonely = read_text(
        "cells: [[0,0,0],[1,0,0],[5,0,0],[6,1,0]]\npieces: [{name: D, copies: 2, cells: [[0,0,0],[1,0,0]]}]"
    )
    assert "no piece reaches the cell [5, 0, 0]" in why_impossible(lonely)
    board = [[x, y, 0] for x, y in product(range(4), repeat=2) if (x, y) not in ((0, 0), (3, 3))]
    chess = read_text(f"cells: {board}\npieces: [{{name: D, copies: 7, cells: [[0,0,0],[1,0,0]]}}]")
    assert "chessboard" in why_impossible(chess) and not solve(chess, "backtracking").solutions
    assert why_impossible(load("tetracubes-2x4x4")) == ""


def test_reflections_of_a_container_without_a_mirror_image():
    # Two rows of four, shifted by two: a half turn leaves it in place, no mirror in the plane does. It holds
    # I4 on I4 only,
    # and with the L and its mirror image nothing; before, the half turn was taken for a mirroring and the
    # names were swapped.
    cells = [[x, 0, 0] for x in range(4)] + [[x, 1, 0] for x in range(2, 6)]
    two = [
        {"name": "A", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]},
        {"name": "B", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]},
    ]
    chiral = [
        {"name": "L", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]]},
        {"name": "J", "cells": [[0, 1, 0], [1, 1, 0], [2, 1, 0], [2, 0, 0]]},
    ]
    for pieces, expected in ((two, (2, 1, 1)), (chiral, (0, 0, 0))):
        puzzle = read_text(json.dumps({"cells": cells, "turns": "plane", "pieces": pieces}))
        assert (
            tuple(count(puzzle, "backtracking", s).count for s in ("none", "rotations", "reflections"))
            == expected
        )


def units(boxes):
    volume = sum(w * d * h for w, d, h in boxes)
    return read_text(
        json.dumps({"boxes": boxes, "pieces": [{"name": "u", "copies": volume, "cells": [[0, 0, 0]]}]})
    )


@pytest.mark.parametrize("boxes", [[[1, 1, 2]] * 6, [[1, 2, 3]] * 11, [[1, 1, 1]] * 500])
def test_too_many_symmetries_are_told_at_once(boxes):
    with pytest.raises(PuzzleError, match="symmetries"):
        count(units(boxes), "asp", "rotations")


@pytest.mark.parametrize(
    "boxes, many",
    [([[1, 1, 1]] * 3, 6), ([[1, 1, k] for k in range(1, 12)], 1024), ([[3, 1, 1], [1, 1, 1], [3, 1, 1]], 8)],
)
def test_each_symmetry_of_boxes_counts_once(boxes, many):
    # before, a cube of one cell had 24 symmetries, all of them the same, and three such cubes were refused
    puzzle = units(boxes)
    assert len(list(shapes.symmetries(puzzle.container))) == many
    assert count(puzzle, "asp", "rotations").count == 1


@pytest.mark.parametrize("given", [5, [1], [None], ["I"], [("I", 5)], [("I", [[[0]]])]])
def test_hints_that_are_no_placements(given):
    for engine in ENGINES:
        with pytest.raises(PuzzleError, match="not placements|must be a list"):
            count(load("tetracubes-2x2x8"), engine, given=given)


@pytest.mark.parametrize("ask", [solve, count])
def test_the_old_word_for_an_engine_is_taken_with_a_warning(ask):
    with pytest.warns(DeprecationWarning, match="engine="):
        assert ask(load("little-cube"), engine_name="dlx").engine == "dlx"
    assert ask(load("little-cube"), engine="dlx").engine == "dlx"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("puzzle, advice", [("soma", "load"), (None, "load"), (5, "load"), ([], "cover_of")])
def test_what_is_no_puzzle_is_told(engine, puzzle, advice):
    for ask in (solve, count):
        with pytest.raises(PuzzleError, match=f"not a puzzle; {advice}"):
            ask(puzzle, engine)


@pytest.mark.parametrize(
    "bad",
    [
        dict(progress=5),
        dict(time_limit=True),
        dict(symmetry=np.array(["none", "rotations"])),
        dict(engine=np.array(["x", "dlx"])),
        dict(engine="x" * 9999),
    ],
)
def test_odd_choices_of_a_count(bad):
    with pytest.raises(PuzzleError) as told:
        count(load("little-cube"), **{"engine": "compiled"} | bad)
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("solution", [5, None, [5], [("V", 5)], [("V", [[[0]]])], [(["V"], [[0, 0, 0]])]])
def test_the_referee_refuses_what_is_no_solution_at_all(solution):
    with pytest.raises(Invalid, match="not a list of placements"):
        verify(load("little-cube"), solution)


@pytest.mark.slow
def test_the_limit_holds_while_the_compiled_search_is_made_ready():
    # before, each of the hundred pieces was tried for a minute in all, and each got a copy of everything
    puzzle = read_text(
        json.dumps(
            {"box": [100, 1, 1], "pieces": [{"name": f"p{i}", "cells": [[0, 0, 0]]} for i in range(100)]}
        )
    )
    solve(load("little-cube"), "compiled")  # compiled

    def attempt():
        start = now()
        found = count(puzzle, "compiled", time_limit=1)
        assert found.stopped == "time limit" and not found.complete
        return now() - start - 1

    ends_within(1, attempt)


def test_pieces_with_the_same_legal_places_stay_apart_in_a_mirror():
    left, right = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]]
    pieces = [{"name": name, "cells": left if name in "ab" else right} for name in "abcd"]
    puzzle = read_text(json.dumps({"box": [4, 4, 1], "turns": "plane", "pieces": pieces}))
    listed = replace(puzzle, only=puzzle.placements)
    for name in ("backtracking", "compiled"):
        assert count(listed, name, "reflections").count == count(puzzle, name, "reflections").count == 3


@pytest.mark.parametrize("name", [None, *ENGINES])
def test_hints_may_come_from_an_iterator(name):
    puzzle = load("little-cube")
    hint = puzzle.placements[:1]
    expected = count(puzzle, "x", given=hint).count
    assert count(puzzle, name, given=iter(hint)).count == expected < count(puzzle, "x").count
    assert len(solve(puzzle, name, limit=None, given=iter(hint)).solutions) == expected


@pytest.mark.parametrize("name", [None, *ENGINES])
def test_a_puzzle_in_which_all_is_given_has_one_solution(name):
    puzzle = load("little-cube")
    rest = puzzle.without(solve(puzzle).solutions[0])
    assert solve(rest, name, limit=None).solutions == [()]
    assert count(rest, name, "rotations").count == 1
