"""Secondary items and ranges: every engine that takes exact cover problems against brute force."""

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from random_covers import drawn_covers
from sizes import size

from puzzlelib import compiled, count, solve
from puzzlelib.asp import engine as asp
from puzzlelib.common.errors import PuzzleError
from puzzlelib.compiled.covers import matrix_of
from puzzlelib.compiled.job import Job
from puzzlelib.compiled.parts import count_below, parts_of
from puzzlelib.ilp.placements import placement_model
from puzzlelib.ilp.solvers import all_solutions
from puzzlelib.search import algorithm_x, dancing_links, states
from puzzlelib.search.all_solutions import AllSolutions
from puzzlelib.search.estimate import estimate
from puzzlelib.search.exact_cover import ExactCover, cover_of


def by_rows(cover: ExactCover) -> Iterator[tuple[int, ...]]:
    """Yield what HiGHS finds."""
    for values in all_solutions(placement_model(cover), "highs"):
        yield tuple(option for option in range(len(cover.options)) if round(values[f"x[{option}]"]))


SEARCHES = {
    "algorithm x": algorithm_x.search,
    "dancing links": dancing_links.search,
    "compiled": compiled.search,
    "states": states.search,
}
SOLVERS = {"answer sets": asp.search, "rows": by_rows}


@pytest.mark.slow
def test_searches_find_the_solutions_of_random_covers():
    solved = 0
    for cover, expected in drawn_covers(1, size("covers")):
        for name, search in SEARCHES.items():
            assert sorted(tuple(sorted(chosen)) for chosen in search(cover)) == expected, (name, cover)
        assert compiled.count(cover).number == states.count_covers(cover) == len(expected), cover
        every = AllSolutions(cover)
        assert sorted(every) == expected and every.number == len(expected)
        solved += len(expected) > 1
    assert solved > size("covers") / 4


@pytest.mark.parametrize("solver", SOLVERS)
def test_solvers_find_the_solutions_of_random_covers(solver):
    for cover, expected in drawn_covers(2, size("covers for solvers")):
        assert sorted(tuple(sorted(chosen)) for chosen in SOLVERS[solver](cover)) == expected, cover


@pytest.mark.parametrize("engine", [None, *SEARCHES])
def test_hints_and_limits_at_the_door(engine):
    """With options that are given, twice too, some are found, and no more than are asked for."""
    draw, engine = random.Random(3), {"algorithm x": "x", "dancing links": "dlx"}.get(engine, engine)
    for cover, expected in drawn_covers(3, size("covers for solvers")):
        numbers = range(len(cover.options))
        given = draw.choices(numbers, k=draw.randrange(3)) if numbers else []
        held = {one for one in expected if set(given) <= set(one) and len(set(given)) == len(given)}
        found = solve(cover, engine, limit=None, given=given)
        assert set(found) == held and len(found) == len(held) == count(cover, engine, given=given).count
        some = solve(cover, engine, limit=2, given=given)
        assert len(some) == min(2, len(held)) and held.issuperset(some)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_count_random_covers(pool):
    with pool(2) as executor:
        for cover, expected in drawn_covers(4, size("covers for executors")):
            assert count(cover, executor=executor).count == len(expected), cover


def test_compiled_searches_in_small_steps_and_in_parts():
    for cover, expected in drawn_covers(5, size("covers for solvers")):
        job, divided = (Job(matrix_of(cover, False)) for _ in range(2))
        job.guess(2)
        while not job.done:
            job.budget = 1
            job.chunk()
            assert 0 <= job.rest() <= 1 + 1e-9
        below = sum(count_below(divided.matrix, paths) for paths in parts_of(divided, 3))
        assert job.found == divided.found + below == len(expected), cover


def test_sets_and_links_do_the_same_with_every_hint():
    draw = random.Random(2)
    for cover, expected in drawn_covers(6, size("covers for solvers")):
        numbers = range(len(cover.options))
        given = draw.sample(numbers, min(len(numbers), draw.randrange(3)))
        one, other = (engine.trace(cover, given, limit=None) for engine in (algorithm_x, dancing_links))
        assert one.events == other.events
        found = sorted(tuple(sorted((*given, *chosen))) for chosen in one.solutions)
        assert found == [some for some in expected if set(given) <= set(some)]


def test_items_that_may_stay_uncovered_by_hand():
    cover = cover_of({"A": "ab", "B": "b", "C": "bc"}, items="ac", secondary=["b"])
    assert cover.items == {"a": 1, "c": 1, "b": 1} and cover.secondary == ("b",)
    assert cover == cover_of({"A": "ab", "B": "b", "C": "bc"}, items={"a": 1, "c": 1, "b": (0, 1)})
    assert list(algorithm_x.search(cover)) == []  # A and C both cover b
    assert list(algorithm_x.search(cover_of(["a", "b"], secondary=["b"]))) == [(0,), (0, 1)]
    assert cover_of(["ab"], secondary=["b"]).items == {"a": 1, "b": 1}
    assert list(algorithm_x.search(cover_of([], items=["b"], secondary=["b"]))) == [()]
    with pytest.raises(PuzzleError, match="needed once"):
        algorithm_x.plain_search(cover)


def test_colours_by_hand():
    """The first example of TAOCP 7.2.2.1, which has one solution."""
    options = "p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"
    cover = cover_of(map(str.split, options), secondary=["x", "y"])
    assert list(algorithm_x.plain_colours(cover)) == [(3, 1)]
    for engine in algorithm_x.search, dancing_links.search, asp.search, by_rows:
        assert [tuple(sorted(one)) for one in engine(cover)] == [(1, 3)]
    assert compiled.count(cover).number == 1 and list(compiled.search(cover)) == [(1, 3)]
    assert cover.name(0) == "0 {p q x y:A}"
    assert cover == cover_of(
        [{"p": None, "q": None, "x": None, "y": "A"}, *map(str.split, options[1:])], secondary=["x", "y"]
    )


def test_colours_are_refused_where_they_make_no_sense():
    with pytest.raises(PuzzleError, match="only a secondary item has a colour, and 'a' is none"):
        cover_of([{"a": "red"}])
    with pytest.raises(PuzzleError, match="'x' appears twice"):
        cover_of([["x:A", "x:B"]], secondary=["x"])
    with pytest.raises(PuzzleError, match="'a:A' is neither in items nor"):
        cover_of([["a:A"]], items="a")
    with pytest.raises(PuzzleError, match="plain_colours takes no item"):
        algorithm_x.plain_colours(cover_of(["a", "a"], items={"a": 2}))


def test_the_plain_searches_find_what_needs_no_more():
    plain = 0
    for cover, found_so in drawn_covers(7, size("covers for solvers")):
        primary = [item for item in cover.items if item not in cover.slack]
        if not set(cover.items.values()) - {1}:
            needs = [not set(option).isdisjoint(primary) for option in cover.options]
            expected = [one for one in found_so if all(needs[n] for n in one)]
            found = algorithm_x.plain_colours(cover)
            assert sorted(tuple(sorted(one)) for one in found) == expected
            if not cover.colours and not cover.slack:
                assert list(algorithm_x.plain_search(cover)) == list(algorithm_x.search(cover))
                plain += bool(expected)
    assert plain > 3


@pytest.mark.parametrize("times", [(2, 1), (0, 0), (-1, 1), (1, 2, 3), (1.0, 2), (True, 2), ()])
def test_a_range_is_two_whole_numbers(times):
    with pytest.raises(PuzzleError, match="whole number above 0"):
        cover_of(["a"], items={"a": times})


def test_a_trace_says_that_more_may_be_added():
    said = [
        event.say for event in algorithm_x.trace(cover_of(["a", "b"], secondary=["b"]), limit=None).events
    ]
    assert "Level 1: more may be added: 1 option." in said
    assert said[3].startswith("Solution 1: every item is covered as often as it must be")


def test_rows_and_facts():
    cover = cover_of(["ab", "bc", "c"], items={"a": 1, "b": (1, 2), "c": (0, 1)})
    assert [str(row) for row in placement_model(cover).rows.values()] == [
        "item a: x[0] = 1",
        "item b: x[0] + x[1] <= 2",
        "least of item b: x[0] + x[1] >= 1",
        "item c: x[1] + x[2] <= 1",
    ]
    assert asp.facts(cover).splitlines()[:3] == ["item(0,1).", "item(1,1,2).", "item(2,0,1)."]


def test_an_estimate_counts_solutions_that_others_extend():
    cover = cover_of([[n] for n in range(4)], secondary=range(4))
    assert estimate(cover, probes=2000).solutions == pytest.approx(16, rel=0.1)
