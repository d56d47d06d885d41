"""Lesson 05: uncover is watched on the way, a comparison has to warm up, kinds are no sums; numbers that the
teacher's page names."""

from statistics import median

import numpy
import pytest
from solved import solved_names

from puzzlelib import load
from puzzlelib.exercises.judge import verdict
from puzzlelib.exercises.lesson_05 import miscounted, problems_57, right_rows, rows_of
from puzzlelib.packing import option_tables
from puzzlelib.search import Links, algorithm_x


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
    assert verdict("5.5", lambda packings, turns: round(burnside(packings, turns))).status == "correct"
    assert "Did you divide" in miscounted(0.5, 1, [{0}], [[0], [0]])


def test_sums_do_not_tell_kinds():
    assert (
        verdict(
            "5.5",
            lambda packings, turns: len(
                {min(sum(turn[n] for n in packing) for turn in turns) for packing in packings}
            ),
        ).status
        == "not yet"
    )


def test_the_tree_of_the_race_and_the_axes_of_a_cube():
    assert algorithm_x.run(load("tetracubes-2x2x4+2x2x4"), seconds=None).nodes == 9152
    cube = load("tetris-cube")
    for turn in option_tables(cube, "rotations")[1:]:
        assert [n for n in range(len(turn)) if turn[n] == n] == []


# ---- 5.2a, 5.3a, 5.3b, 5.7 ---------------------------------------------------------------------------------


def test_a_cover_in_another_style_is_right():
    def cover(links, item):
        before, after = links.left[item], links.right[item]
        links.right[before], links.left[after] = after, before
        for row in links.ring(item, links.down):
            links.hide(row)

    assert verdict("5.2a", cover).status == "correct"
    assert verdict("5.2a", Links.cover).status == "correct"


def test_what_those_who_are_out_remember_counts():
    def from_below(links, item):
        links.right[links.left[item]], links.left[links.right[item]] = links.right[item], links.left[item]
        for row in links.ring(item, links.up):
            links.hide(row)

    assert (
        "Look at `down`" in verdict("5.2a", from_below).say
        or "Look at `up`" in verdict("5.2a", from_below).say
    )


def all_rows(links, main):
    """Right, and recursive by an inner function; gives a list of lists."""
    found, rows = [], []

    def extend():
        heads = [head for head in links.ring(0, links.right) if head <= main]
        if not heads:
            found.append(list(rows))
            return
        item = min(reversed(heads), key=lambda head: links.size[head])
        links.cover(item)
        for node in links.ring(item, links.up):
            nodes = links.ring(node, links.left)
            for other in nodes:
                links.cover(links.top[other])
            rows.append(numpy.int64(links.option[node]))
            extend()
            rows.pop()
            for other in reversed(nodes):
                links.uncover(links.top[other])
        links.uncover(item)

    extend()
    return found


def test_searches_on_links_in_another_style_are_right():
    assert verdict("5.3a", lambda links: all_rows(links, len(links.items) - 1)).status == "correct"
    assert verdict("5.7", all_rows).status == "correct"


def test_a_search_of_another_kind_is_seen_by_its_covers_or_its_links():
    def copies(links, chosen=()):
        yield from algorithm_x.search(links.problem)

    def fixed_order(links, chosen=()):
        heads = links.ring(0, links.right)
        if not heads:
            yield chosen
            return
        links.cover(heads[-1])
        for node in links.ring(heads[-1], links.down):
            others = [links.top[other] for other in links.ring(node, links.right)]
            for other in others:
                links.cover(other)
            yield from fixed_order(links, (*chosen, links.option[node]))
            for other in reversed(others):
                links.uncover(other)
        links.uncover(heads[-1])

    assert "never covers" in verdict("5.3a", copies).say
    assert "smallest size" in verdict("5.3a", fixed_order).say


def test_links_can_be_broken_in_other_ways():
    def one_too_many(links, item):
        links.uncover(item)
        links.size[item] += 1

    assert verdict("5.3b", one_too_many).status == "correct"
    assert "Nothing is broken" in verdict("5.3b", lambda links, item: links.uncover(item)).say


def test_at_most_once_against_all_sets_of_options():
    problems = list(problems_57())
    assert len(problems) > 10
    for cover, main, _ in problems:
        assert set(map(frozenset, rows_of(Links(cover), main))) == right_rows(cover, main)


@pytest.mark.notebook
def test_sizes_alone_lose_no_packing_and_arrows_do():
    names = solved_names("05-dancing-links")
    assert (names["whole_found"], names["whole_nodes"]) == (24, 80)
    assert (names["broken_found"], names["broken_nodes"], names["trusting"]) == (24, 117, 1)
    assert (len(names["two_items"]), names["arrows_wrong"]) == (110, 29)
    nodes = [lap.nodes for lap in names["race_laps"].values()]
    assert nodes == sorted(nodes, reverse=True) and len(nodes) == 6
    assert "Algorithm X, links, your own" in names["race_laps"]
