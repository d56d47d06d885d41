"""Variants of one search against each other; and the numbers of one search, flat enough to be compiled."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from ..packing.puzzle import PackingPuzzle, Placement
from .backtracking import cell_order, run
from .counters import Counters
from .estimate import probe, prober

UNITS = (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))
COLUMNS = ("", "nodes", "per second", "deepest level", "solutions", "seconds", "to its end")


def race(
    puzzle: PackingPuzzle,
    variants: Mapping[str, Mapping],
    seconds: float | None = 1.0,
    given: Iterable[Placement] = (),
) -> dict[str, Counters]:
    """Run each variant for so many seconds (None: to its end): a name and its choices for `backtracking.run`.

    >>> from puzzlelib import load
    >>> ran = race(load("little-cube"), {"by cell": {}, "by piece": {"by": "piece"}}, seconds=None)
    >>> [(name, counters.nodes) for name, counters in ran.items()]
    [('by cell', 79), ('by piece', 168)]
    """
    given = tuple(given)
    return {name: run(puzzle, given, **choices, seconds=seconds) for name, choices in variants.items()}


def table(ran: Mapping[str, Counters]) -> list[tuple[str, ...]]:
    """The outcome of a race as rows of texts, the names of the columns first.

    >>> from puzzlelib import load
    >>> for line in table(race(load("little-cube"), {"by cell": {}}, seconds=None)):
    ...     print(line[:2])
    ('', 'nodes')
    ('by cell', '79')
    """
    return [COLUMNS, *(row(name, counters) for name, counters in ran.items())]


def row(name: str, counters: Counters) -> tuple[str, ...]:
    nodes, speed = f"{counters.nodes:,}", f"{rounded(counters.per_second):,}"
    found, seconds = f"{counters.solutions:,}", f"{counters.seconds:.2f}"
    return name, nodes, speed, str(counters.deepest), found, seconds, "yes" if counters.complete else "no"


def rounded(number: float) -> int:
    """A measured number without digits that mean nothing: three are kept.

    >>> rounded(123456), rounded(98.7)
    (123000, 99)
    """
    return round(number) if number < 1000 else int(float(f"{number:.3g}"))


def duration(seconds: float) -> str:
    """A time in the unit in which one would say it, to two digits.

    >>> duration(0.004), duration(95), duration(86_400), duration(1e9)
    ('less than a second', '1.6 minutes', '1 day', '32 years')
    """
    for name, length in UNITS:
        if seconds >= length:
            number = f"{float(f'{seconds / length:.2g}'):,g}"
            return f"{number} {name.removesuffix('s') if number == '1' else name}"
    return "less than a second"


class Flat(NamedTuple):
    """The placements of a puzzle as three lists of whole numbers, enough for a search by cell.

    The options whose first cell is number c are start[c] to start[c + 1] - 1. masks[k] has a bit for each
    cell of option k, pieces[k] one for its piece. With 64 cells the last bit is the sign of the number.
    """

    start: list[int]
    masks: list[int]
    pieces: list[int]


def flat(puzzle: PackingPuzzle) -> Flat:
    """The options of a puzzle (64 cells at most, one copy of each piece) in the order of `backtracking`.

    >>> from puzzlelib import load
    >>> tables = flat(load("little-cube"))
    >>> len(tables.start), len(tables.masks), tables.start[1]     # 9 = one for each cell and one for the end
    (9, 44, 16)
    """
    number = {cell: i for i, cell in enumerate(cell_order(puzzle))}
    names = [piece.name for piece in puzzle.pieces]
    places = enumerate(puzzle.placements)
    options = sorted((min(number[cell] for cell in cells), k) for k, (_, cells) in places)
    firsts = [first for first, _ in options]
    masks = [signed(sum(1 << number[cell] for cell in puzzle.placements[k].cells)) for _, k in options]
    pieces = [1 << names.index(puzzle.placements[k].piece) for _, k in options]
    return Flat([sum(first < cell for first in firsts) for cell in range(len(number) + 1)], masks, pieces)


def signed(mask: int) -> int:
    """64 bits as a number that fits into 64 bits with a sign.

    >>> signed(1 << 63) == -(1 << 63), signed(5)
    (True, 5)
    """
    return mask - (1 << 64) if mask >> 63 else mask


def probes(puzzle: PackingPuzzle, many: int, seed: int = 0, **choices) -> list[int]:
    """The nodes that each of so many random probes estimates; choices as in `backtracking.run`.

    >>> from puzzlelib import load
    >>> 60 < sum(probes(load("little-cube"), 1000)) / 1000 < 100         # the tree has 79 nodes
    True
    """
    start = prober(puzzle, "backtracking", Random(seed), choices)
    return [sum(probe(start())[0]) for _ in range(many)]
