"""How large is a search tree that nobody can search to its end? Knuth's random probes.

A probe walks down the tree and takes one child by chance at each node. Where the nodes on its way had d1, d2, …, dk
children, it counts d1 * d2 * … * dk nodes on level k. The mean of this over all probes is the true number: the probes are
unbiased. But a few rare probes may carry most of the sum, and then the estimate is low until one of them comes along.
Reference: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature
from math import sqrt
from random import Random

from . import algorithm_x, backtracking, magic_square
from .exact_cover import ExactCover
from .puzzles import PackingPuzzle, PuzzleError, one_of, whole
from .recorder import Step, share_done

__all__ = ["Estimate", "estimate", "probe", "share_done"]

LARGEST = 10**300  # near the largest number that a float can hold


@dataclass(frozen=True)
class Estimate:
    """An estimate of the number of nodes. As in `Counters` a node is one option put, and the root is not counted.

    `per_level` maps the level 1, 2, … to its estimated nodes. `spread` is the standard error of `nodes`: the true number is within
    two of it in about 95 of 100 cases, provided that there were enough probes. `solutions` is estimated by the way.
    """

    nodes: float
    per_level: dict[int, float]
    spread: float
    probes: int
    solutions: float = 0.0

    def seconds(self, per_second: float) -> float:
        """How long the whole tree takes at so many nodes per second.

        >>> Estimate(1000.0, {1: 1000.0}, 0.0, 1).seconds(50)
        20.0
        """
        return self.nodes / per_second


def probe(steps: Iterator[Step]) -> tuple[list[int], int]:
    """The nodes that one probe counts on levels 1, 2, …, and the solutions. `steps` must try one child of each node."""
    weight, levels, answers = 1, [], 0
    for kind, *rest in steps:
        if kind == "choose":
            weight *= rest[1]
        elif kind == "try":
            levels.append(weight)
        elif kind == "answer":
            answers = weight
        elif kind == "undo":
            break
    return levels, answers


def by_chance(draw: Random) -> Callable:
    """Keeps one of the choices that a search has."""
    return lambda choices: [choices[draw.randrange(len(choices))]]


def square_probes(n, draw, order="rows", prune="row") -> Callable[[], Iterator[Step]]:
    n, one = magic_square.checked(n, order, prune), by_chance(draw)
    return lambda: magic_square.steps(n, order, prune, among=one)


def packing_probes(puzzle, draw, given=(), by="cell", order=None, prune=()) -> Callable[[], Iterator[Step]]:
    board, numbers, one = (
        backtracking.Board(puzzle, by, order, prune),
        backtracking.given_options(puzzle, given),
        by_chance(draw),
    )
    return lambda: backtracking.steps(board, numbers, among=one)


def cover_probes(problem, draw, given=(), rule="fewest") -> Callable[[], Iterator[Step]]:
    (cover, numbers), one = algorithm_x.prepare(problem, given, rule), by_chance(draw)
    return lambda: algorithm_x.steps(cover, rule, draw.random(), numbers, among=one)


PROBES = {
    "x": cover_probes,
    "dlx": cover_probes,
    "backtracking": packing_probes,
    "magic square": square_probes,
}


def prober(problem, engine: str, draw: Random, choices: dict) -> Callable[[], Iterator[Step]]:
    """A search made ready for probes: what it gives starts a new one, to be read by `probe`. Parameters as of `estimate`."""
    make = PROBES[one_of("engine", engine, PROBES)]
    for name in choices:
        one_of("choice", name, [*signature(make).parameters][2:])
    return make(problem, draw, **choices)


def estimate(
    problem: PackingPuzzle | ExactCover | int, probes: int = 1000, seed: int = 0, engine: str = "x", **choices
) -> Estimate:
    """Estimate the size of the tree that an engine searches.

    Parameters
    ----------
    problem : a packing puzzle, an exact cover problem, or n for the magic square
    engine : "x" (and "dlx", which has the same tree), "backtracking", "magic square"
    choices : those of the engine's `solutions`: given, rule | by, order, prune | order, prune

    >>> from puzzlelib import load
    >>> guess = estimate(load("tetracubes-2x2x8"), 2000, engine="backtracking")
    >>> abs(guess.nodes - 47994) < 3 * guess.spread
    True
    """
    probes = whole("probes", probes, "must be a whole number above 1", least=2)
    seed = whole("seed", seed, "must be a whole number, not below 0")
    start = prober(problem, engine, Random(seed), choices)
    per_level, total, squares, answers = {}, 0, 0, 0
    for _ in range(probes):
        levels, found = probe(start())
        for level, nodes in enumerate(levels, 1):
            per_level[level] = per_level.get(level, 0) + nodes
        total, squares, answers = total + sum(levels), squares + sum(levels) ** 2, answers + found
        if squares > LARGEST:
            raise PuzzleError("the tree is too large for an estimate: a probe counted more than 10^150 nodes")
    variance = (squares - total * total / probes) / (probes - 1)
    return Estimate(
        total / probes,
        {level: nodes / probes for level, nodes in per_level.items()},
        sqrt(max(0, variance) / probes),
        probes,
        answers / probes,
    )
