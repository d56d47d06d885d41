"""Difficulty: the nodes that several searches need for a first solution, over many orders.

One search in one order says little: its luck is larger than most differences between puzzles. So
each of three searches tries its choices in many random orders, and the median counts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import quantiles

from puzzlelib.common.clock import Stop, never, raise_if_stopped
from puzzlelib.common.errors import check_int
from puzzlelib.packing.puzzle import PackingPuzzle, check_puzzle
from puzzlelib.search import algorithm_x, backtracking
from puzzlelib.search.backtracking import BitBoard
from puzzlelib.search.exact_cover import exact_cover

MOST_NODES = 20_000  # of a search, which is given up then, where nothing else is said
SEARCHES = ("by cell", "by piece", "fewest options")


@dataclass(frozen=True)
class Difficulty:
    """Nodes until the first solution: `low`, `median` and `high` are the quartiles of all runs.

    efforts: for each search its nodes in each order, sorted; as many as it may have: it came to no end.
    """

    efforts: dict[str, tuple[int, ...]]

    @property
    def runs(self) -> list[int]:
        """The nodes of all runs, sorted."""
        return sorted(nodes for efforts in self.efforts.values() for nodes in efforts)

    low = property(lambda self: round(quantiles(self.runs, n=4)[0]))
    median = property(lambda self: round(quantiles(self.runs, n=4)[1]))
    high = property(lambda self: round(quantiles(self.runs, n=4)[2]))


def difficulty(
    puzzle: PackingPuzzle, seed: int = 0, orders: int = 15, stop: Stop = never, max_nodes: int = MOST_NODES
) -> Difficulty:
    """Measure the difficulty of a puzzle: by cell, by piece and by fewest options.

    Each search tries its choices in `orders` random orders; by piece, the pieces are shuffled as
    well. A run ends after `max_nodes`, and these count. `TimeIsUp` by stop().

    >>> from puzzlelib import load
    >>> list(difficulty(load("tetracubes-2x4x4"), orders=2).efforts)
    ['by cell', 'by piece', 'fewest options']
    """
    check_puzzle(puzzle)
    check_int("orders", orders, least=2)
    check_int("max_nodes", max_nodes, least=1)
    efforts = {}
    for name in SEARCHES:
        draws = (Random(f"{seed}/{name}/{k}") for k in range(orders))
        runs = (shuffled_steps(name, puzzle, draw) for draw in draws)
        efforts[name] = tuple(sorted(nodes_until_solved(run, max_nodes, stop) for run in runs))
    return Difficulty(efforts)


def shuffled_steps(name: str, puzzle: PackingPuzzle, draw: Random) -> Iterator:
    """Return the steps of a search whose choices are shuffled."""
    if name == "fewest options":
        seed = draw.randrange(10**9)
        return algorithm_x.steps(exact_cover(puzzle), seed=seed, among=shuffler(draw))
    names = [piece.name for piece in puzzle.pieces]
    order = draw.sample(names, len(names)) if name == "by piece" else None
    board = BitBoard(puzzle, name.removeprefix("by "), order)
    return backtracking.steps(board, among=shuffler(draw))


def shuffler(draw: Random) -> Callable:
    """Return a function that lists choices in a random order."""
    return lambda choices: draw.sample(list(choices), len(choices))


def nodes_until_solved(steps: Iterator, most: int, stop: Stop) -> int:
    """Count the nodes of a search up to its first solution, its end, or the most."""
    nodes = 0
    for kind, *_ in steps:
        raise_if_stopped(stop)
        nodes += kind == "try"
        if kind == "answer" or nodes == most:
            break
    return nodes
