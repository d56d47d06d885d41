"""Variants of one search against each other; a puzzle as flat lists."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from ..common.words import duration as duration
from ..packing.puzzle import PackingPuzzle
from .backtracking import BitBoard, run
from .counters import Counters
from .estimate import probe_counts, prober

COLUMNS = ("", "nodes", "per second", "deepest level", "solutions", "seconds", "to its end")


def race(
    puzzle: PackingPuzzle, variants: Mapping[str, Mapping], seconds: float | None = 1.0
) -> dict[str, Counters]:
    """Run each variant for so many seconds (None: to its end).

    `variants` maps a name to choices for `backtracking.run`.

    >>> from puzzlelib import load
    >>> ran = race(load("little-cube"), {"by cell": {}, "by piece": {"by": "piece"}}, seconds=None)
    >>> [(name, counters.nodes) for name, counters in ran.items()]
    [('by cell', 79), ('by piece', 168)]
    """
    return {name: run(puzzle, **choices, seconds=seconds) for name, choices in variants.items()}


def table(ran: Mapping[str, Counters]) -> list[tuple[str, ...]]:
    """Return the outcome of a race as rows of texts, the names of the columns first.

    >>> from puzzlelib import load
    >>> [row[:2] for row in table(race(load("little-cube"), {"by cell": {}}, seconds=None))]
    [('', 'nodes'), ('by cell', '79')]
    """
    rows = [
        (
            name,
            f"{counters.nodes:,}",
            f"{rounded(counters.per_second):,}",
            str(counters.deepest),
            f"{counters.solutions:,}",
            f"{counters.seconds:.2f}",
            "yes" if counters.complete else "no",
        )
        for name, counters in ran.items()
    ]
    return [COLUMNS, *rows]


def rounded(number: float) -> int:
    """Return a measured number, rounded to three digits.

    >>> rounded(123456), rounded(98.7)
    (123000, 99)
    """
    return round(number) if number < 1000 else int(float(f"{number:.3g}"))


class Flat(NamedTuple):
    """The placements of a puzzle as three lists of whole numbers, enough for a search by cell.

    The options whose first cell is number c are start[c] to start[c + 1] - 1. masks[k] has a bit
    for each cell of option k, pieces[k] one for its piece. With 64 cells the last bit is the sign.
    """

    start: list[int]
    masks: list[int]
    pieces: list[int]


def flat(puzzle: PackingPuzzle) -> Flat:
    """Return the options of a puzzle in the order of `backtracking`.

    It has 64 cells at most, and one copy of each piece.

    >>> from puzzlelib import load
    >>> tables = flat(load("little-cube"))
    >>> len(tables.start), len(tables.masks), tables.start[1]     # 8 cells, and the end
    (9, 44, 16)
    """
    board, start, masks, pieces = BitBoard(puzzle), [0], [], []
    bit = {piece.name: 1 << i for i, piece in enumerate(puzzle.pieces)}
    for cell in board.cells:
        for mask, piece, _ in board.by_cell[board.bit[cell]]:
            masks.append(mask - (1 << 64) if mask >> 63 else mask)
            pieces.append(bit[piece])
        start.append(len(masks))
    return Flat(start, masks, pieces)


def probes(puzzle: PackingPuzzle, many: int, seed: int = 0, **choices) -> list[int]:
    """Return the nodes that each of so many random probes counts; choices as in `backtracking.run`.

    >>> from puzzlelib import load
    >>> 60 < sum(probes(load("little-cube"), 1000)) / 1000 < 100         # the tree has 79 nodes
    True
    """
    start = prober(puzzle, "backtracking", Random(seed), choices)
    return [sum(probe_counts(start())[0]) for _ in range(many)]
