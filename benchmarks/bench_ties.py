"""Hard Sudokus in which items with equally few options come in a random order: how many guesses do Algorithm
X and Norvig's program need? The numbers in lesson 04.

    python benchmarks/bench_ties.py [--orders N]

A guess is a node with two options or more, in a search that goes on until the solution is known to be the
only one. For each puzzle: the fewest, the median and the most of N orders, and in how many of them Algorithm
X needs fewer guesses than Norvig's program does in the same order.

Sources: the first eleven are norvig.com/hardest.txt; the others were passed round in the Sudoku Players'
Forum under these names, Inkala's in newspapers.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from statistics import median
from typing import NamedTuple

from _measure import table

from puzzlelib.search import cover_of

HARD = {
    "Norvig 1": "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "Norvig 2": "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "Norvig 3": "12..4......5.69.1...9...5.........7.7...52.9..3......2.9.6...5.4..9..8.1..3...9.4",
    "Norvig 4": "...57..3.1......2.7...234......8...4..7..4...49....6.5.42...3.....7..9....18.....",
    "Norvig 5": "7..1523........92....3.....1....47.8.......6............9...5.6.4.9.7...8....6.1.",
    "AI Escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "Norvig 7": "1...34.8....8..5....4.6..21.18......3..1.2..6......81.52..7.9....6..9....9.64...2",
    "Norvig 8": "...92......68.3...19..7...623..4.1....1...7....8.3..297...8..91...5.72......64...",
    "Norvig 9": ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.",
    "Norvig 10": "7.....4...2..7..8...3..8.799..5..3...6..2..9...1.97..6...3..9...3..4..6...9..1.35",
    "Norvig 11": "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....",
    "Inkala": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "Fata Morgana": "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
    "Red Dwarf": "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8",
    "Cheese": ".2..5.7..4..1....68....3...2....8..3.4..2.5.....6...1...2.9.....9......57.4...9..",
}
RULES: dict[str, Callable] = {
    "Algorithm X": lambda item, count: count,
    "Norvig": lambda item, count: (count > 1 and item[0] != "cell", count),
}
COVER = cover_of(
    [
        [("cell", r, c), ("row", r, d), ("column", c, d), ("box", r // 3, c // 3, d)]
        for r, c, d in product(range(9), range(9), range(1, 10))
    ]
)
NEAR = [set().union(*(COVER.containing[item] for item in option)) for option in COVER.options]
KEPT = [~sum(1 << other for other in near) for near in NEAR]  # as bits: the options that share no item


class Work(NamedTuple):
    """A search to its end."""

    guesses: int
    solutions: int


def take(option: int, left: dict) -> dict:
    """Return what is left after an option: for each open item its options as bits."""
    inside, kept = COVER.options[option], KEPT[option]
    return {item: some & kept for item, some in left.items() if item not in inside}


def work(left: dict, key: Callable) -> Work:
    """Search all of it."""
    if not left:
        return Work(0, 1)
    forced = (item for item, some in left.items() if not some & (some - 1))  # one option, or none
    item = next(forced, None) or min(left, key=lambda item: key(item, left[item].bit_count()))
    some = left[item]
    guesses, solutions = int(some.bit_count() > 1), 0
    while some:
        option = some.bit_length() - 1
        some ^= 1 << option
        below = work(take(option, left), key)
        guesses, solutions = guesses + below.guesses, solutions + below.solutions
    return Work(guesses, solutions)


def shuffled_items(seed: int) -> list:
    return Random(seed).sample(list(COVER.items), len(COVER.items))


def puzzle_in_order(signs: str, items: Iterable) -> dict:
    """Return what is left of a Sudoku beside its givens, its items in this order."""
    left = {item: sum(1 << option for option in COVER.containing[item]) for item in items}
    for place, sign in enumerate(signs):
        left = left if sign == "." else take(9 * place + int(sign) - 1, left)
    return left


def guesses(signs: str, items: Iterable, key: Callable) -> int:
    """Count the guesses in one order; a Sudoku has one solution."""
    found = work(puzzle_in_order(signs, items), key)
    assert found.solutions == 1
    return found.guesses


def rows(orders: int, puzzles: dict[str, str] = HARD) -> Iterator[list]:
    """Yield the table line by line."""
    for name, signs in puzzles.items():
        found = [
            [guesses(signs, shuffled_items(seed), key) for seed in range(orders)] for key in RULES.values()
        ]
        spreads = [number for some in found for number in (min(some), median(some), max(some))]
        yield [name, *spreads, sum(x < other for x, other in zip(*found))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--orders", type=int, default=20)
    spreads = [f"{rule}: {what}" for rule in ("X", "Norvig") for what in ("fewest", "median", "most")]
    head = ["Sudoku", *spreads, "X fewer"]
    table("guesses in random orders of the items", head, list(rows(parser.parse_known_args()[0].orders)))
