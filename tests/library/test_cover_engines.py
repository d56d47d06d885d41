"""Exact cover problems of one's own: the same door, every engine that can, the keys as they were written."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib import ExactCover, PuzzleError, count, cover_of, exact_cover, load, solve
from puzzlelib.compiled import library
from puzzlelib.engines import FOR_COVERS

KEYS = [0, "0", (0, 0, 8), frozenset("ab"), None, 2.5, "a b"]  # two are written alike
SMALL = {key: items for key, items in zip(KEYS, ["ab", "c", "a", "bc", "b", "abc", "d"])}


def by_hand(options: dict, held: set = frozenset()) -> set[frozenset]:
    """Every set of options that covers each item once, from all sets of them."""
    items = sorted(item for row in options.values() for item in row)
    sets = (set(chosen) for size in range(len(options) + 1) for chosen in combinations(options, size))
    wanted = sorted(set(items))
    return {
        frozenset(chosen)
        for chosen in sets
        if held <= chosen and sorted(item for key in chosen for item in options[key]) == wanted
    }


@pytest.mark.parametrize("engine", [None, *FOR_COVERS])
def test_solutions_are_tuples_of_the_keys_that_were_given(engine):
    found = solve(cover_of(SMALL), engine, limit=None)
    assert {frozenset(one) for one in found} == by_hand(SMALL) and len(found) == len(by_hand(SMALL)) > 2
    assert found.complete and all(list(one) == [key for key in SMALL if key in one] for one in found)
    assert count(cover_of(SMALL), engine).count == len(found)
    assert len(solve(cover_of(SMALL), engine)) == 1 and solve(cover_of(SMALL), engine).stopped == "limit"


@pytest.mark.parametrize("engine", FOR_COVERS)
def test_hints_are_keys(engine):
    for hint in KEYS:
        found = solve(cover_of(SMALL), engine, limit=None, given=[hint])
        assert {frozenset(one) for one in found} == by_hand(SMALL, {hint})
        assert count(cover_of(SMALL), engine, given=iter([hint])).count == len(found)
    assert not solve(cover_of(SMALL), engine, given=[None, None]), "no option is chosen twice"


@settings(max_examples=30)
@given(st.lists(st.sets(st.sampled_from("abcd"), min_size=1), min_size=1, max_size=8))
def test_options_in_a_list_are_called_by_their_numbers(options):
    for engine in ("x", "dlx", "compiled", "states"):
        found = solve(cover_of(options), engine, limit=None)
        assert {frozenset(one) for one in found} == by_hand(dict(enumerate(options)))


def test_pigeons_that_outnumber_their_holes_are_counted_and_not_searched():
    """A search meets some 12! orders of the pigeons; no weights prove it, as a hole may stay empty."""
    holes = [("hole", k) for k in range(12)]
    pairs = {(pigeon, hole): [pigeon, hole] for pigeon in range(13) for hole in holes}
    found = solve(cover_of(pairs, secondary=holes))
    assert found.complete and not found
    assert (found.engine, found.reason) == ("proof", "a count by states gives 0")
    del pairs[12, holes[0]], pairs[11, holes[1]]
    assert not solve(cover_of(pairs, secondary=holes))
    fewer = {key: row for key, row in pairs.items() if key[0]}  # twelve pigeons: a solution, and no word of 0
    found = solve(cover_of(fewer, secondary=holes))
    assert len(found) == 1 and (found.engine, found.reason) == ("compiled", "")


def test_slack_and_colours_hold_behind_the_door():
    cover = cover_of([["a", "x:A"], ["b", "x:A"], ["b", "x:B"], ["y"]], items="ab", secondary=["x", "y"])
    for engine in FOR_COVERS:
        assert sorted(solve(cover, engine, limit=None)) == [(0, 1), (0, 1, 3)]
        assert count(cover, engine).count == 2


def test_a_puzzle_as_a_cover_gives_its_placements():
    puzzle = load("little-cube")
    found = solve(exact_cover(puzzle), limit=None)
    assert set(map(frozenset, found)) == set(map(frozenset, solve(puzzle, limit=None)))


def test_the_options_of_solve_and_count_hold_for_a_cover():
    cover, told = cover_of(["a", "a", "b"]), []
    assert solve(cover, limit=None, form=len, tell=told.append).solutions == [2, 2]
    assert told == ["engine compiled: an exact cover problem"]
    many = cover_of([[k] for k in range(60) for _ in range(9)])
    for engine in FOR_COVERS:
        assert solve(many, engine, limit=None, time_limit=0.05).stopped == "time limit"
    assert count(many, "x", time_limit=0.05).stopped == count(many, "asp", time_limit=0.05).stopped
    assert count(many, "states").count == 9**60


def test_without_machine_code_a_cover_is_searched_by_links(monkeypatch):
    monkeypatch.setattr(library, "missing_library", lambda: "none for this test")
    told = []
    assert solve(cover_of(["a"]), tell=told.append).engine == "dlx" and "none for this test" in told[0]


@pytest.mark.parametrize(
    "wrong, what",
    [
        (dict(engine="backtracking"), "x, dlx"),
        (dict(given=["a"]), "no option has key 'a'; keys look like 0"),
        (dict(given=[[0]]), "no option has key"),
        (dict(symmetry="rotations"), 'only "none"'),
    ],
)
def test_what_a_cover_has_not_is_told(wrong, what):
    for ask in (solve, count):
        with pytest.raises(PuzzleError, match=what):
            ask(cover_of(["a"]), **wrong)


def test_what_is_no_problem_is_told():
    with pytest.raises(PuzzleError, match="cover_of takes lists"):
        ExactCover([0, 1, 2], [[0, 1]])
    with pytest.raises(PuzzleError, match="is not a puzzle"):
        exact_cover([[0, 1], [2]])
