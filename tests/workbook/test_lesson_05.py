"""Lesson 05: uncover is watched on the way, a comparison has to warm up, kinds are no sums; numbers that the
teacher's page names."""

from fractions import Fraction
from itertools import permutations
from pathlib import Path
from statistics import median

import pytest
from solved import solved_names

from lessons.kit.checks.judge import verdict
from lessons.l05_dancing_links import recorded_chain, recorded_prices
from lessons.l05_dancing_links.checks import link_solutions, link_steps, problems_57, right_rows
from puzzlelib import exact_cover, load
from puzzlelib.packing import option_tables
from puzzlelib.search import Links, algorithm_x, cover_of
from puzzlelib.search.links import ARRAYS

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
FOLDER = NOTEBOOKS.parent / "lessons/l05_dancing_links"


def uncover_with(rows, across, head_first):
    """An uncover that walks its column by one array and its rows by another."""

    def uncover(links, item):
        def head():
            links.right[links.left[item]] = links.left[links.right[item]] = item

        if head_first:
            head()
        for node in links.ring(item, getattr(links, rows)):
            for other in links.ring(node, getattr(links, across)):
                links.down[links.up[other]] = links.up[links.down[other]] = other
                links.size[links.top[other]] += 1
        if not head_first:
            head()

    return uncover


def test_nodes_come_back_in_reverse_order():
    assert verdict("5.3", uncover_with("up", "left", False)).status == "correct"
    for wrong in (
        ("down", "left", False),
        ("up", "right", False),
        ("up", "left", True),
        ("down", "right", True),
    ):
        assert "but not on the way" in verdict("5.3", uncover_with(*wrong)).say


def test_setting_everything_back_is_no_uncover():
    said = verdict("5.3", lambda links, item: links.__init__(links.problem))
    assert said.status == "not yet" and "Something is not as it was before" in said.say


def compare_with(warm, number=float):
    def compare(f, g, clock, runs):
        times = {f: [], g: []}
        for _ in range(runs + warm):
            for work in (f, g):
                start = clock()
                work()
                times[work].append(clock() - start)
        return number(median(times[f][warm:]) / median(times[g][warm:]))

    return compare


@pytest.mark.parametrize("forgotten", [0, 1])
def test_a_comparison_has_to_warm_up_both(forgotten):
    def compare(f, g, clock, runs):
        (g, f)[forgotten]()
        return compare_with(0)(f, g, clock, runs)

    assert f"first call of {'fg'[forgotten]}" in verdict("5.4", compare).say


def test_a_comparison_has_to_warm_up():
    assert "should not count" in verdict("5.4", compare_with(0)).say
    assert verdict("5.4", compare_with(1)).status == "correct"


def burnside(packings, turns):
    """The mean number of packings that a turn brings back to themselves."""
    return sum(
        frozenset(turn[n] for n in packing) == packing for turn in turns for packing in packings
    ) / len(turns)


def test_a_right_number_as_a_float_is_not_called_a_division():
    said = verdict("5.5", burnside).say
    assert "as a float: `1`" in said and "Did you divide" not in said
    assert "as a Fraction: `1`" in verdict("5.5", lambda *given: Fraction(burnside(*given))).say
    assert verdict("5.5", lambda packings, turns: round(burnside(packings, turns))).status == "correct"
    assert "Did you divide" in verdict("5.5", lambda packings, turns: len(packings) / 2).say


@pytest.mark.slow
def test_the_tree_of_the_race_and_the_axes_of_a_cube():
    assert algorithm_x.run(load("tetracubes-2x2x4+2x2x4"), seconds=None).nodes == 9152
    cube = load("tetris-cube")
    for turn in option_tables(cube, "rotations")[1:]:
        assert [n for n in range(len(turn)) if turn[n] == n] == []


# -------- 5.2a, 5.3a, 5.3b, 5.7


def from_below(links, item):
    links.right[links.left[item]], links.left[links.right[item]] = links.right[item], links.left[item]
    for row in links.ring(item, links.up):
        links.hide(row)


def test_what_those_who_are_out_remember_counts():
    assert (
        "Look at `down`" in verdict("5.2a", from_below).say
        or "Look at `up`" in verdict("5.2a", from_below).say
    )


@pytest.mark.notebook
def test_first_out_first_back_is_repaired_at_the_end_in_rings_and_in_columns():
    broken = solved_names(FOLDER.name)["broken_ways"]
    assert broken["last out, first back"] == broken["first out, first back"] == 0 < broken["in another order"]
    for cover in (exact_cover(load("little-cube")), exact_cover(load("soma"))):
        links, whole = Links(cover), Links(cover)
        for item in (1, 5, 9):
            from_below(links, item)
        for item in (9, 5, 1):
            links.uncover(item)
        assert all(list(getattr(links, name)) == list(getattr(whole, name)) for name in ARRAYS)


def test_at_most_once_against_all_sets_of_options():
    problems = list(problems_57())
    assert len(problems) > 10
    for cover, main, _ in problems:
        assert set(map(frozenset, link_solutions(Links(cover), main))) == right_rows(cover, main)


def test_at_most_once_a_row_has_to_be_uncovered_in_reverse():
    def in_the_same_order(links, main, steps=link_steps):
        return (chosen for what, chosen in steps(links, main, back=list) if what == "answer")

    assert "the links are not as they were" in verdict("5.7", in_the_same_order).say


@pytest.mark.notebook
def test_sizes_alone_lose_no_packing_and_arrows_do():
    names = solved_names("l05_dancing_links")
    assert (names["whole_found"], names["whole_nodes"]) == (24, 80)
    assert (names["broken_found"], names["broken_nodes"], names["trusting"]) == (24, 117, 1)
    nodes = [lap.nodes for lap in names["race_laps"].values()]
    assert nodes == sorted(nodes, reverse=True) and len(nodes) == 6
    assert "Algorithm X, links, your own" in names["race_laps"]


def uncovered_in_the_same_order(problem, numbers):
    links = Links(problem)
    for step in (links.cover, links.uncover):
        for number in numbers:
            step(number)
    return links


def test_the_same_order_breaks_sizes_of_the_six_cards_and_arrows_of_the_little_cube():
    def arrows(links):
        return [getattr(links, name) for name in ("left", "right", "up", "down")]

    cards = cover_of({card: card for card in ["ce", "adg", "bcf", "adf", "bg", "deg"]}, items="abcdefg")
    careless = uncovered_in_the_same_order(cards, (1, 4))
    assert arrows(careless) == arrows(Links(cards)) and careless.size != Links(cards).size
    little = exact_cover(load("little-cube"))
    two_items = permutations(range(1, len(little.items) + 1), 2)
    whole = [arrows(uncovered_in_the_same_order(little, pair)) == arrows(Links(little)) for pair in two_items]
    assert (len(whole), whole.count(False)) == (110, 29)
    with pytest.raises(RecursionError):
        list(link_steps(Links(little), back=list))


def test_the_teacher_has_the_two_shares_of_the_tetris_cube():
    """Fewer memory operations are not as much less time; the lesson computes both."""
    cube, page = recorded_prices()["Tetris Cube"], (FOLDER / "teacher.md").read_text(encoding="utf-8")
    fewer = f"{1 - cube.mems[1] / cube.mems[0]:.0%}"[:-1]
    assert f"need {fewer} % fewer memory operations" in page
    assert "a node costs nearly the same" in page and abs(1 - cube.copies / cube.links) < 0.1


def test_what_the_text_says_of_recorded_prices():
    """The tables are recorded anew now and then; these sentences must follow."""
    lesson, more = ((FOLDER / name).read_text(encoding="utf-8") for name in ("lesson.md", "more.md"))
    price = {(link.way, link.how): link.price for link in recorded_chain() if link.puzzle == "tetris-cube"}
    by_cell, sets, links = (
        price[way, "Python"] for way in ("cell by cell", "Algorithm X, sets", "Algorithm X, links")
    )
    fast, masks = (price[f"Algorithm X, {way}", "compiled"] for way in ("links", "copies with masks"))
    assert round(sets / by_cell) == 8 and "some eight times as much" in lesson
    assert 2 < links / sets < 2.5 and "more than twice as expensive" in lesson
    assert round(links / fast, -1) == 70 and "some seventy times cheaper" in lesson
    assert f"some {sets:.0f} µs" in more and f"pay {masks:.1f} µs" in more
    pairs = ("Langford pairs, 11", "Langford pairs, 40"), ("queens 12×12", "queens 40×40")
    for small, *large in (*pairs, ("Sudoku 9×9", "Sudoku 16×16", "Sudoku 25×25")):
        for name in large:
            one, other = recorded_prices()[small], recorded_prices()[name]
            assert one.copies / one.links < other.copies / other.links, name
            assert one.masks / one.links < other.masks / other.links, name
