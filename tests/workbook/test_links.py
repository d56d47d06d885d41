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
    nodes = found = trail = 0
    for kind, *about in algorithm_x.steps(cover):
        if kind == "try":
            nodes, trail = nodes + 1, 31 * trail + about[0]
        found += kind == "answer"
    return kernels.Walk(nodes, found, (trail + 2**63) % 2**64 - 2**63)


def one_tree(cover) -> kernels.Walk:
    """Return what all four searches say alike."""
    (ran,) = {kernels.run(kernels.matrix_of(cover), way)[0] for way in kernels.WAYS}
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


def test_a_search_stops_at_so_many_nodes():
    matrix = kernels.matrix_of(costs.sudoku(3))
    (ran,) = {kernels.run(matrix, way, 1000)[0] for way in kernels.WAYS}
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
