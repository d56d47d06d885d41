"""benchmarks/bench_burrs.py: the burrs of notchable pieces, assembled and taken apart, against
published numbers and brute force."""

import importlib
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from puzzlelib.packing.shapes import is_connected, orientations

FOLDER = Path(__file__).parents[3] / "benchmarks"


@pytest.fixture(scope="module")
def bench():
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module("bench_burrs")
    finally:
        sys.path.remove(str(FOLDER))


@pytest.fixture(scope="module")
def burr(bench):
    return bench.burr()


@pytest.fixture(scope="module")
def rows(bench, burr):
    return bench.assemblies(burr)


def test_the_published_number(bench, burr, rows):
    """W. H. Cutler, and BurrTools: 1,063 up to rotation."""
    assert len(rows) == 12597 and len(bench.orbits_of(burr, rows)) == 1063


@pytest.mark.long
def test_the_published_number_of_those_that_come_apart(bench, burr, rows):
    """W. H. Cutler, and BurrTools: 314, of 221 different sets of pieces; each answer has its
    proof."""
    done = bench.taken_apart(bench.orbits_of(burr, rows))
    bench.referee(done)
    possible = [one for one in done if one.possible]
    assert (len(possible), len(bench.sets_of(done))) == (314, 221)
    assert Counter(one.level for one in possible) == {"1": 257, "1.2": 57}


COUNTS = {  # solutions, those that come apart, and the highest level, further than it is published
    "Computer's Choice Unique 10": (7, 1, "10"),
    "Love's Dozen": (154, 90, "12.3"),
    "Piston Burr": (10, 1, "9.3"),
    "the deepest of the 314": (1, 1, "1.2"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_no_level_differs_from_a_published_one(bench, name):
    """W. H. Cutler, 1994: a unique one of level 10; the highest, 12, of one assembly; 9."""
    numbers, length, published = bench.PUBLISHED[name]
    done, own = bench.deepest_of(numbers, length)
    bench.referee(done)
    possible = [one for one in done if one.possible]
    assert (len(done), len(possible), own) == COUNTS[name] and COUNTS.keys() == bench.PUBLISHED.keys()
    assert [one.levels[0] for one in possible].count(int(own.split(".")[0])) == 1
    assert bench.compare_levels(published, own).startswith("the same")


@pytest.mark.slow
def test_stick_by_stick(bench, burr):
    """A second method: in each slot one piece, what only the slots so far can fill is filled."""
    slots, bit = bench.slots(), {cell: 1 << k for k, cell in enumerate(burr.container)}
    as_bits = lambda cells: sum(map(bit.get, cells))
    inside = [[as_bits(cells) for _, cells in burr.placements if slot.issuperset(cells)] for slot in slots]
    last = [as_bits(slot.difference(*slots[k + 1 :])) for k, slot in enumerate(slots)]

    def count(k: int, filled: int) -> int:
        if k == len(slots):
            return 1
        must = last[k] & ~filled
        return sum(count(k + 1, filled | one) for one in inside[k] if not one & filled and not must & ~one)

    assert count(0, 0) == 12597


def can_be_sawn(cells: list) -> bool:
    """Tell whether across the stick only whole sides are cut away."""
    gone = {cell for cell in product(range(6), (1, 2), (2, 3)) if cell not in cells}
    other = lambda y, z: [(3 - y, z), (y, 5 - z)]  # its neighbours in the slice
    return is_connected(cells) and all(any((x, *cell) in gone for cell in other(y, z)) for x, y, z in gone)


@pytest.mark.slow
def test_the_pieces_are_those_that_a_saw_can_cut_and_that_occur(bench):
    """Cutler: of 59 notchable pieces 25 occur."""
    least = {}  # of all numbers of a shape
    for number in range(1, 4097):
        cells = bench.cells_of(number)
        if can_be_sawn(cells):
            least.setdefault(min(orientations(cells)), number)
    assert len(least) == 59
    every = bench.burr(least.values())
    rows = bench.assemblies(every)
    assert len(rows) == 12597
    assert {int(every.placements[i].piece) for i in set().union(*rows)} == set(bench.NOTCHABLE)
