"""The size of a search tree that is too large to be searched, by Knuth's random probes.

A probe walks down the tree and takes a random child at each node. If the nodes on its way have d1,
d2, …, dk children, it counts d1 * d2 * … * dk nodes on level k. It is unbiased, but a few rare
probes may carry most of the sum; until one comes, the estimate is low. Reference: D. E. Knuth,
Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature
from math import sqrt
from random import Random

from ..common.errors import PuzzleError, check_choice, check_int
from . import algorithm_x, backtracking, magic_square
from .exact_cover import Problem
from .hints import hint_options
from .steps import Among, Step

LARGEST = 10**300  # near the largest number that a float can hold


@dataclass(frozen=True)
class Estimate:
    """An estimate of the number of nodes, as `Counters` counts them, and of `solutions`.

    `per_level` maps the level 1, 2, … to its estimated nodes. `spread` is the standard error of
    `nodes`: the true number is within two of it in about 95 of 100 cases, if there were enough
    probes.
    """

    nodes: float
    per_level: dict[int, float]
    spread: float
    probes: int
    solutions: float = 0.0


def probe_counts(steps: Iterator[Step]) -> tuple[list[int], int]:
    """Return the nodes that a probe counts on levels 1, 2, …, and its solutions.

    The `steps` are of a search that tries one child of each node.
    """
    weight, levels, solutions = 1, [], 0
    for step in steps:
        if step[0] == "choose":
            weight *= step[2]
        elif step[0] == "try":
            levels.append(weight)
        elif step[0] == "answer":
            solutions += weight
        elif step[0] == "undo":
            break
    return levels, solutions


def random_choice(draw: Random) -> Among:
    """Return a function that keeps one of the choices that a search has."""
    return lambda choices: [choices[draw.randrange(len(choices))]]


def square_probes(n, draw, order="rows", prune="row") -> Callable[[], Iterator[Step]]:
    """Return a function that starts a probe of a magic square."""
    n, one = magic_square.check_square(n, order, prune), random_choice(draw)
    return lambda: magic_square.steps(n, order, prune, one)


def packing_probes(puzzle, draw, given=(), by="cell", order=None, prune=()) -> Callable[[], Iterator[Step]]:
    """Return a function that starts a probe of backtracking."""
    board, numbers = backtracking.BitBoard(puzzle, by, order, prune), hint_options(puzzle, given)
    return lambda: backtracking.steps(board, numbers, random_choice(draw))


def cover_probes(problem, draw, given=(), rule="fewest") -> Callable[[], Iterator[Step]]:
    """Return a function that starts a probe of Algorithm X."""
    (cover, numbers), one = algorithm_x.prepare(problem, given, rule), random_choice(draw)
    return lambda: algorithm_x.steps(cover, rule, draw.random(), numbers, one)


PROBES: dict[str, Callable] = {
    "x": cover_probes,
    "dlx": cover_probes,
    "backtracking": packing_probes,
    "magic square": square_probes,
}


def prober(problem, engine: str, draw: Random, choices: dict) -> Callable[[], Iterator[Step]]:
    """Return a function that starts a probe of an engine; parameters as of `estimate`."""
    make = PROBES[check_choice("engine", engine, PROBES)]
    for name in choices:
        check_choice("choice", name, [*signature(make).parameters][2:])
    return make(problem, draw, **choices)


def estimate(
    problem: Problem | int, probes: int = 1000, seed: int = 0, engine: str = "x", **choices
) -> Estimate:
    """Estimate the size of the tree that an engine searches.

    The problem is a packing puzzle, an exact cover, or n for the magic square, the engine "x"
    (and "dlx", which has the same tree), "backtracking" or "magic square". Its `solutions` have
    these choices: given, rule | by, order, prune | order, prune.

    >>> from puzzlelib import load
    >>> guess = estimate(load("tetracubes-2x2x8"), 2000, engine="backtracking")
    >>> abs(guess.nodes - 47994) < 3 * guess.spread
    True
    """
    probes = check_int("probes", probes, least=2)
    seed = check_int("seed", seed)
    start = prober(problem, engine, Random(seed), choices)
    per_level, total, squares, solutions = Counter(), 0, 0, 0
    for _ in range(probes):
        levels, found = probe_counts(start())
        for level, nodes in enumerate(levels, 1):
            per_level[level] += nodes
        total += sum(levels)
        squares += sum(levels) ** 2
        solutions += found
        if squares > LARGEST:
            raise PuzzleError("the tree is too large for an estimate: a probe counted more than 10^150 nodes")
    variance = (squares - total * total / probes) / (probes - 1)
    means = {level: nodes / probes for level, nodes in per_level.items()}
    return Estimate(total / probes, means, sqrt(max(0, variance) / probes), probes, solutions / probes)
