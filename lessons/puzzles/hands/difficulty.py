"""The difficulty of a puzzle: dead ends of a search, over many orders of its choices."""

from collections.abc import Iterable
from random import Random

from makers.design.effort import shuffler
from puzzlelib.common.errors import check_choice, check_int
from puzzlelib.packing.puzzle import PackingPuzzle, Placement
from puzzlelib.search.algorithm_x import prepare, steps

from .position import with_given

RULES = ("fewest", "random")  # a thoughtful player, and one who fills any cell
MOST_STEPS = 200_000  # of one search


def dead_ends(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    orders: int = 100,
    rule: str = "fewest",
    seed: int = 0,
) -> list[int]:
    """Count the dead ends of a search before its first solution, for each of `orders` random orders.

    With the rule "fewest" it goes where there are the fewest choices, with "random" anywhere; which of them
    it tries first is drawn each time. A search is given up after 200,000 steps; what it met until then
    counts. Errors: `PuzzleError`.

    >>> from puzzlelib import generate
    >>> made = generate("2x4x4", 7, 1)
    >>> dead_ends(made.puzzle, made.given, orders=3)
    [0, 0, 0]
    """
    check_choice("rule", rule, RULES)
    check_int("orders", orders, least=1)
    cover, numbers = prepare(puzzle, with_given(puzzle, given).given, rule, seed)
    draws = [Random(f"{seed}/{k}") for k in range(orders)]
    return [
        until_solved(steps(cover, rule, draw.randrange(10**9), numbers, shuffler(draw))) for draw in draws
    ]


def until_solved(ran) -> int:
    """Return the dead ends among the steps of a search, up to its first solution."""
    met = 0
    for _, step in zip(range(MOST_STEPS), ran):
        if step[0] == "answer":
            break
        met += step[0] == "conflict"
    return met
