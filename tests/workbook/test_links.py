"""Lesson 05's four searches in machine code: one tree, node for node, for links, copies and sparse sets."""

import sys
from pathlib import Path
from random import Random

import pytest
from domains import cover_by_chance

from lessons.l05_dancing_links import costs, kernels
from puzzlelib import exact_cover, load
from puzzlelib.search import algorithm_x

ROOT = Path(__file__).parents[2]


def ran_in_python(cover) -> kernels.Walk:
    """Return what Algorithm X on sets says of the same tree."""
    nodes = found = fingerprint = 0
    for kind, *about in algorithm_x.steps(cover):
        if kind == "try":
            nodes, fingerprint = nodes + 1, 31 * fingerprint + about[0]
        found += kind == "answer"
    return kernels.Walk(nodes, found, (fingerprint + 2**63) % 2**64 - 2**63)


def one_tree(cover) -> kernels.Walk:
    """Return the tree that all searches walk through."""
    ways = *kernels.WAYS, "copied sizes"
    (ran,) = {kernels.run(kernels.matrix_of(cover), way).walk for way in ways}
    return ran


@pytest.mark.parametrize("name", ["little-cube", "tetracubes-2x2x8", "tetracubes-2x2x4+2x2x4"])
def test_puzzles_have_the_tree_of_algorithm_x(name):
    cover = exact_cover(load(name))
    assert one_tree(cover) == ran_in_python(cover)


def test_sparse_matrices_have_the_tree_of_algorithm_x():
    for cover in (costs.langford(7), costs.queens(6), costs.sudoku(2)):
        assert one_tree(cover) == ran_in_python(cover)


def test_the_searches_find_what_is_published():
    """Langford pairs (OEIS A014552, each with its mirror image), queens (A000170), Sudoku 4×4 (A107739)."""
    assert [one_tree(costs.langford(n)).found for n in (3, 4, 7, 8)] == [2, 2, 52, 300]
    assert [one_tree(costs.queens(n)).found for n in (4, 5, 6, 8)] == [2, 10, 4, 92]
    assert one_tree(costs.sudoku(2)).found == 288


def test_covers_by_chance_have_the_tree_of_algorithm_x():
    chance = Random(5)
    for number in range(150):
        cover = cover_by_chance(chance, number)
        assert one_tree(cover) == ran_in_python(cover), cover.options


def changed_sizes(cover) -> int:
    """Count by Algorithm X on sets how often an item loses an option before it is covered itself."""
    path, changes = [], 0
    for kind, *about in algorithm_x.steps(cover):
        if kind == "try":
            path.append(cover.options[about[0]])
            covered = {item for option in path for item in option}
            changes += sum(item not in covered for option in about[1] for item in cover.options[option])
        elif kind == "undo":
            path.pop()
    return changes


def test_a_trail_takes_back_each_change_once():
    for cover in (costs.langford(7), costs.queens(6), costs.sudoku(2), exact_cover(load("little-cube"))):
        assert kernels.run(kernels.matrix_of(cover), "sparse sets").undone == changed_sizes(cover)


def test_the_recorded_undo_is_as_the_lesson_says():
    for one in costs.recorded_undoing():
        is_packing = "Sudoku" not in one.puzzle and "queens" not in one.puzzle
        assert (one.changes > one.copied) == is_packing
        assert 0.85 < one.by_trail / one.by_copies < 1.15
        assert not is_packing or one.by_copies < one.by_trail


def test_a_search_stops_at_so_many_nodes():
    matrix = kernels.matrix_of(costs.sudoku(3))
    (ran,) = {kernels.run(matrix, way, 1000).walk for way in kernels.WAYS}
    assert ran.nodes == 1000


def test_the_recorded_tables_are_of_the_puzzles_in_the_benchmark(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import bench_links

    recorded = {price.puzzle: price for price in costs.forty_prices()}
    assert costs.WAYS == tuple(kernels.WAYS)
    puzzles = bench_links.PUZZLES | bench_links.OTHERS
    assert list(recorded) == list(puzzles)
    for name, price in recorded.items():
        cover = puzzles[name]()
        assert (len(cover.options), len(cover.items)) == (price.options, price.items)
        assert price.nodes <= bench_links.NODES and min(price[-4:]) > 0
    assert [link.way for link in costs.recorded_chain()][: len(bench_links.PYTHON)] == list(
        bench_links.PYTHON
    )
    del sys.modules["bench_links"]
