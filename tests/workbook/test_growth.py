"""Lesson 05's plot of cost against size, and the table behind it, which benchmarks/bench_growth.py writes."""

import importlib
import sys
from pathlib import Path

import pytest

from lessons.l05_dancing_links import card as growth
from puzzlelib.engines import ENGINES
from puzzlelib.search import backtracking

ROOT = Path(__file__).parents[2]
LESSON = (ROOT / "lessons" / "l05_dancing_links" / "more.md").read_text()


@pytest.fixture(scope="module")
def bench():
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        return importlib.import_module("bench_growth")
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))


@pytest.mark.slow
def test_the_table_is_that_of_the_benchmark(bench):
    """Sizes, pieces and placements of all lines; the counts of the small ones by plain backtracking."""
    assert growth.FILE == bench.FILE and set(growth.NAMES) <= set(ENGINES)
    assert growth.FILE.read_text().splitlines()[0].split(",") == bench.HEAD == list(growth.Line._fields)
    counted = {}
    for line in growth.growth_table():
        make, sizes = bench.FAMILIES[line.family]
        assert line.size in sizes and 0 < line.seconds <= bench.SECONDS
        if (line.family, line.size) not in counted:
            counted[line.family, line.size] = line
            puzzles = make(line.size)
            assert line.pieces == sum(piece.copies for piece in puzzles[0].pieces)
            assert line.placements == sum(len(puzzle.placements) for puzzle in puzzles)
            if line.placements < 900:
                number = sum(len(list(backtracking.solutions(puzzle))) for puzzle in puzzles)
                assert number == line.solutions, line
        assert line.solutions == counted[line.family, line.size].solutions, line
    assert {family for family, _ in counted} == set(bench.FAMILIES)


def test_each_engine_is_measured_from_the_smallest_size_on_without_a_gap(bench):
    for family, (_, sizes) in bench.FAMILIES.items():
        for engine in growth.NAMES:
            own = [
                line.size for line in growth.growth_table() if (line.family, line.engine) == (family, engine)
            ]
            assert own and own == list(sizes)[: len(own)], (family, engine)


def test_the_lesson_says_how_it_was_measured(bench):
    assert "three draws" in LESSON and bench.DRAWS == 3
    assert "more than a second" in LESSON and bench.SECONDS == 1
    draws = [line for line in growth.growth_table() if line.family == "draws"]
    smallest = min(line.pieces for line in draws)
    first = {line.engine: line.seconds for line in draws if line.pieces == smallest}
    assert first["compiled"] > 2 * min(first.values())  # "there it is not even the first"
    seconds = {(line.engine, line.size): line.seconds for line in draws}
    ratios = [took / seconds["x", size] for (engine, size), took in seconds.items() if engine == "dlx"]
    assert len(ratios) > 2 and max(ratios) < 2 * min(ratios)  # "their curves run side by side"
    shares = {
        size: took / seconds["x", size]
        for (engine, size), took in seconds.items()
        if engine == "backtracking" and ("x", size) in seconds
    }
    assert list(shares.values()) == sorted(shares.values(), reverse=True)  # "more clearly with each size"
    assert shares[4] == pytest.approx(1 / 2, rel=0.25) and shares[8] == pytest.approx(1 / 6, rel=0.1)
    assert max(size for engine, size in seconds if engine == "compiled") == max(bench.FAMILIES["draws"][1])
