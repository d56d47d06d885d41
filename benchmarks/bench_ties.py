"""Two hard Sudokus in which items with equally few options come in a random order: how many guesses do
Algorithm X and Norvig's program need? The numbers in lesson 04.

    python benchmarks/bench_ties.py [--orders N]
"""

import argparse
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from statistics import median

from _measure import table

from puzzlelib.search import cover_of

HARD = {
    "Inkala": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
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


def take(option: int, left: dict) -> dict:
    """Return what is left after an option."""
    inside = set(COVER.options[option])
    return {item: some - NEAR[option] for item, some in left.items() if item not in inside}


def guesses(left: dict, key: Callable) -> int:
    """Count the nodes with two options or more, in the whole search."""
    if not left:
        return 0
    item = min(left, key=lambda item: key(item, len(left[item])))
    some = left[item]
    return (len(some) > 1) + sum(guesses(take(option, left), key) for option in some)


def rows(orders: int) -> Iterator[list]:
    """Yield the table line by line."""
    for (name, signs), (rule, key) in product(HARD.items(), RULES.items()):
        found = []
        for seed in range(orders):
            items = Random(seed).sample(list(COVER.items), len(COVER.items))
            left = {item: set(COVER.containing[item]) for item in items}
            for place, sign in enumerate(signs):
                left = left if sign == "." else take(9 * place + int(sign) - 1, left)
            found.append(guesses(left, key))
        yield [name, rule, min(found), median(found), max(found)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--orders", type=int, default=12)
    head = ["Sudoku", "branches by", "fewest guesses", "median", "most"]
    table("guesses in random orders of the items", head, list(rows(parser.parse_known_args()[0].orders)))
