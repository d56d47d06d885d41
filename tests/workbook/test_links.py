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


class Counted(list):
    """A list that counts how often an entry is read or written."""

    mems = 0

    def __getitem__(self, place):
        Counted.mems += 1
        return super().__getitem__(place)

    def __setitem__(self, place, value):
        Counted.mems += 1
        super().__setitem__(place, value)


def mems_of_links(matrix) -> int:
    """Count by hand what `by_links` reads and writes: its source in Python, on lists that count."""
    left, right, up, down, top, size, option = (Counted(one.tolist()) for one in kernels.links_of(matrix))
    at, level, tried = Counted([0] * (matrix.main + 1)), 0, []

    def smallest():
        head = best = right[0]
        while head:
            best = head if size[head] < size[best] else best
            head = right[head]
        return best

    def around(node, arrows):
        other = arrows[node]
        while other != node:
            yield other
            other = arrows[other]

    def cover(head):
        left[right[head]] = left[head]
        right[left[head]] = right[head]
        for row in around(head, down):
            for node in around(row, right):
                down[up[node]] = down[node]
                up[down[node]] = up[node]
                size[top[node]] -= 1

    def uncover(head):
        for row in around(head, up):
            for node in around(row, left):
                size[top[node]] += 1
                up[down[node]] = node
                down[up[node]] = node
        right[left[head]] = head
        left[right[head]] = head

    Counted.mems = 0
    at[0] = smallest()
    cover(at[0])  # gcc reads again what has just been assigned
    while level >= 0:
        node = at[level]
        head = top[node]
        if node != head:
            for other in around(node, left):
                uncover(top[other])
        at[level] = down[node]
        node = at[level]
        if node == head:
            uncover(head)
            level -= 1
            continue
        tried.append(option[node])
        for other in around(node, right):
            cover(top[other])
        if head := smallest():
            level += 1
            at[level] = head
            cover(at[level])
    return Counted.mems


def test_memory_operations_are_those_of_the_source(monkeypatch, need):
    """Of the links, counted by hand; all four walk through the tree that they walk through uncounted."""
    need("gcc")
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    from _mems import mems

    for cover in (costs.langford(3), costs.sudoku(2), costs.queens(4), exact_cover(load("little-cube"))):
        matrix = kernels.matrix_of(cover)
        assert mems(matrix, "links")[1] == mems_of_links(matrix)
        for way in kernels.WAYS:
            assert mems(matrix, way)[0] == kernels.run(matrix, way)[0]
    del sys.modules["_mems"]


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


def test_the_lesson_says_of_the_recorded_prices_what_they_are():
    for price in costs.recorded_prices().values():
        packing = len(price.puzzle) < 25 and price.gone > 20
        assert price.sets > min(price.copies, price.links), price.puzzle
        assert (price.masks < min(price.copies, price.links)) == packing, price.puzzle
    assert all(
        abs(costs.gone_and_left(cover)[0] - costs.recorded_prices()[name].gone) < 0.1
        for name, cover in costs.sparse_covers().items()
    )


def test_the_lesson_says_of_forty_puzzles_what_was_recorded():
    prices = costs.forty_prices()
    fewest = {price.puzzle: costs.fewest_mems(price) for price in prices}
    assert len(prices) == len(fewest) == 40 and set(fewest.values()) == {"links", "copies with masks"}
    assert {costs.cheapest(price) for price in prices} == set(fewest.values())
    assert sum(costs.cheapest(price) == fewest[price.puzzle] for price in prices) >= 38
    by_links = [price.gone for price in prices if fewest[price.puzzle] == "links"]
    assert max(by_links) < 20 < min(price.gone for price in prices if fewest[price.puzzle] != "links")
    board = next(price for price in prices if price.puzzle == "pentominoes 4x15")
    assert board.left > board.gone and costs.cheapest(board) == "copies with masks"
    for price in prices[:5]:  # the packings that the lesson shows: fewer mems, and hardly faster
        assert price.mems[1] < 0.85 * price.mems[0] and price.copies > 0.8 * price.links


def test_the_chain_multiplies():
    for link in costs.recorded_chain():
        assert not link.nodes or link.nodes * link.price / 1e6 == pytest.approx(link.seconds, rel=0.01)


def test_the_lesson_says_of_the_chain_what_was_recorded():
    """The numbers in the text below the two tables, and in the last lines of the second notebook."""
    chain = {link[:3]: link for link in costs.recorded_chain()}
    piece, cell, item, links = (chain["tetris-cube", way, "Python"] for way in bench_ways())
    fast_links, fast_copies = (
        chain["tetris-cube", f"Algorithm X, {way}", "compiled"] for way in ("links", "copies with masks")
    )
    assert piece.nodes / cell.nodes == pytest.approx(2600, rel=0.02)
    assert piece.seconds > 100 * 365 * 86400 and 1 < cell.seconds / 86400 < 5  # a century, days
    assert cell.nodes / item.nodes == pytest.approx(26, rel=0.03)
    assert item.price / cell.price == pytest.approx(12, rel=0.05)
    assert links.price / item.price == pytest.approx(1.7, rel=0.02)
    assert links.price / fast_links.price == pytest.approx(50, rel=0.1)
    assert (item.price, fast_copies.price) == (pytest.approx(99, rel=0.02), pytest.approx(1.4, rel=0.02))
    assert fast_copies.seconds / 60 == pytest.approx(34, rel=0.05)
    small = {way: chain["soma", way, "Python"] for way in bench_ways()}
    assert min(small, key=lambda way: small[way].seconds) == "cell by cell"
    assert small["cell by cell"].nodes / small["Algorithm X, sets"].nodes == pytest.approx(3, rel=0.2)
    assert small["Algorithm X, sets"].price / small["cell by cell"].price == pytest.approx(6, rel=0.1)


def bench_ways():
    return "piece by piece", "cell by cell", "Algorithm X, sets", "Algorithm X, links"
