"""Eight options at a time (`compiled.kernel_vectors`), against the same done one by one in plain Python."""

import random
from functools import reduce
from operator import or_

import numpy as np
import pytest
from numba import njit

from puzzlelib.compiled.kernel_data import fewest
from puzzlelib.compiled.kernel_layout import LANES, PLANES
from puzzlelib.compiled.kernel_vectors import (
    count_each,
    having,
    keep,
    keep_marked,
    keep_numbered,
    mark,
    mark_apart,
    ones,
    union,
    union_marked,
)


@njit
def looked_at(data, start, size, bits, bit, mask, counted, marks, having, to):
    """The least count and who has it; the union of what is apart from `mask`, and how many are kept of it."""
    count_each(data, start, size, counted)
    least, few = fewest(counted, bits)
    mark(data, start, size, bit, having)
    mark_apart(data, start, size, mask, marks, False)
    mark_apart(data, start, size, mask >> np.uint64(1), marks, True)
    return least, few, union_marked(data, start, size, marks), keep_marked(data, start, size, marks, to)


def in_words(flags: list[bool]) -> list[int]:
    number = sum(flag << i for i, flag in enumerate(flags))
    return [number >> 64 * w & (1 << 64) - 1 for w in range(-(-len(flags) // 64))]


def a_list(draw: random.Random) -> tuple[int, int, list[int]]:
    """A size, a place to begin, and as many options."""
    size, start, dense = draw.choice([1, 7, 8, 9, 63, 64, 65, 200]), LANES * draw.randrange(3), draw.random()
    return size, start, [sum((draw.random() < dense) << b for b in range(64)) for _ in range(size)]


@pytest.mark.parametrize("seed", range(40))
def test_the_same_as_one_by_one(seed):
    draw = random.Random(seed)
    size, start, options = a_list(draw)
    bits, bit, mask = draw.getrandbits(64) | 1, 1 << draw.randrange(64), 1 << draw.randrange(1, 64)
    room, to = -(-size // LANES) * LANES + LANES, 400
    data = np.full(1000, 99, np.uint64)
    data[start : start + room] = 0
    data[start : start + size] = options
    counted = np.zeros(PLANES + 1, np.uint64)
    marks, having = (np.full(room // 64 + 1, 5, np.uint64) for _ in range(2))
    words = (np.uint64(word) for word in (bits, bit, mask))
    least, few, union, kept = looked_at(data, start, size, *words, counted, marks, having, to)

    counts = {b: sum(option >> b & 1 for option in options) for b in range(64) if bits >> b & 1}
    expected = min(1 << PLANES, *counts.values())
    apart = [option for option in options if not option & (mask | mask >> 1)]
    assert least == expected
    assert int(few) == sum(1 << b for b, many in counts.items() if min(many, 1 << PLANES) == expected)
    assert having[: -(-size // 64)].tolist() == in_words([option & bit > 0 for option in options])
    assert int(union) == reduce(or_, apart, 0)
    padding = -size % LANES
    assert kept == len(apart) + padding
    assert data[to : to + kept + LANES].tolist() == apart + [0] * (padding + LANES)


@njit
def of_the_loop(data, start, size, bit, mask, to, numbers, to_numbers):
    """Who has a bit, block by block; the union of what is apart from `mask`; that, kept, and its numbers."""
    found = 0
    for i in range(0, size, LANES):
        found += ones(having(data, start + i, bit))
    kept = keep(data, start, size, mask, to)
    again = keep_numbered(data, start, size, mask, to_numbers, numbers, LANES * 40)
    return found, union(data, start, size, mask), kept, again


@pytest.mark.parametrize("seed", range(40))
def test_the_loop_does_the_same_as_one_by_one(seed):
    draw = random.Random(seed)
    size, start, options = a_list(draw)
    bit, mask = 1 << draw.randrange(64), draw.getrandbits(64) & draw.getrandbits(64) & draw.getrandbits(64)
    data = np.zeros(2000, np.uint64)
    data[start : start + size] = options
    numbers, to, to_numbers = 300, 600, 1000
    data[start + numbers : start + numbers + size] = range(1, size + 1)
    found, union, kept, again = of_the_loop(
        data, start, size, np.uint64(bit), np.uint64(mask), to, numbers, to_numbers
    )

    apart = [option for option in options if not option & mask]
    padding = -size % LANES
    assert found == sum(option & bit > 0 for option in options) and int(union) == reduce(or_, apart, 0)
    assert kept == again == len(apart) + padding
    for place in (to, to_numbers):
        assert data[place : place + kept + LANES].tolist() == apart + [0] * (padding + LANES)
    behind = to_numbers + LANES * 40
    whose = [number for number, option in enumerate(options, 1) if not option & mask]
    assert data[behind : behind + len(whose)].tolist() == whose
