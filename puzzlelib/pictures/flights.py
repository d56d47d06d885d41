"""Pieces beside an empty box, and the way each of them flies into it, one after the other."""

from collections.abc import Iterable, Sequence

import numpy as np

from ..common.errors import PuzzleError
from ..packing.puzzle import PackingPuzzle, Placement
from .blocks import Frame, Scene, rounded
from .layout import RIGHT, TOWARDS, room_of
from .packing import frame
from .scenes import scene

BACK = np.array([-TOWARDS[0], -TOWARDS[1], 0]) / np.hypot(*TOWARDS[:2])  # along the floor, away from the eye
GAP, DEEP_GAP = 0.6, 1.2  # between things that lie on the floor, in cells: side by side, one behind the other
NEARER = 0.9  # to the eye than the box: what flies behind it needs room above
ROWS = 2  # of pieces, on each side of the box
CLEAR = 0.15  # that a flying piece keeps above what stands there
# The way from apart (1) to packed (0): the first piece starts, the last has landed, the eye comes nearer.
START, LANDED, NEAR = 0.97, 0.2, 0.24


def assembly(puzzle: PackingPuzzle, packing: Iterable[Placement]) -> tuple[Scene, Frame]:
    """Scene and frame of a packing whose pieces lie beside the box when the picture is apart, and fly into it
    from above, one by one, as it is packed. Raises `PuzzleError` where they hook into each other.

    >>> from puzzlelib import generate
    >>> made = generate("2x4x4", hints=2, seed=1)
    >>> view, one = assembly(made.puzzle, made.solution)
    >>> len(one["blocks"]), one["blocks"][0]["flight"]
    (8, [0.7989, 0.97, 2.15])
    """
    order = from_above(packing)
    lying = beside_the_box(puzzle, order)
    height = max(room_of(puzzle).high[:, 2]) + CLEAR
    one = frame(puzzle, dict.fromkeys(order, "solution"), plan=order)
    blocks = [
        block | {"away": rounded(lying[piece]), "flight": rounded((*times, height - lowest(puzzle, piece)))}
        for block, piece, times in zip(one["blocks"], order, flights(len(order)))
    ]
    return scene(puzzle) | {"near": NEAR}, one | {"blocks": blocks}


def from_above(packing: Iterable[Placement]) -> list[Placement]:
    """The pieces in an order in which each can be let down into its place.

    >>> low, high = Placement("A", ((0, 0, 0),)), Placement("B", ((0, 0, 1),))
    >>> [piece for piece, cells in from_above([high, low])]
    ['A', 'B']
    """
    left, order = list(packing), []
    while left:
        free = next((piece for piece in left if not any(lies_on(piece, other) for other in left)), None)
        if free is None:
            raise PuzzleError("these pieces hook into each other: none can be let down before the others")
        left.remove(free)
        order.append(free)
    return order


def lies_on(piece: Placement, other: Placement) -> bool:
    """Is a cell of the one above a cell of the other?"""
    tops = {(x, y, *box): z for x, y, z, *box in sorted(piece.cells)}
    return piece != other and any(tops.get((x, y, *box), z) > z for x, y, z, *box in other.cells)


def flights(count: int) -> list[tuple[float, float]]:
    """(lands, starts) of each flight, on the way from 1 to 0; each begins when the one before is half done.

    >>> [(round(lands, 2), round(starts, 2)) for lands, starts in flights(2)]
    [(0.46, 0.97), (0.2, 0.71)]
    """
    half = (START - LANDED) / (count + 1)
    return [(START - (k + 2) * half, START - k * half) for k in range(count)]


def lowest(puzzle: PackingPuzzle, piece: Placement) -> float:
    return float(room_of(puzzle).place(piece.cells)[:, 2].min())


# -------- where they lie


def beside_the_box(puzzle: PackingPuzzle, order: Sequence[Placement]) -> dict[Placement, np.ndarray]:
    """How far from its place in the box each piece lies: in columns left and right of it."""
    room = room_of(puzzle)
    half = np.abs((room.high.max(0) - room.low.min(0)) / 2 * (1, 1, 0)) @ np.abs(RIGHT)
    found = {}
    for side in (-1, 1):
        edge = half + GAP
        group = order[0 if side < 0 else 1 :: 2]
        for column in (group[k : k + ROWS] for k in range(0, len(group), ROWS)):
            wide = max(breadth(puzzle, piece, RIGHT) for piece in column)
            found |= lying(puzzle, column, side * (edge + wide / 2))
            edge += wide + GAP
    return found


def lying(puzzle: PackingPuzzle, column: Sequence[Placement], across: float) -> dict[Placement, np.ndarray]:
    """The same for a column of pieces on the floor, one behind the other; the first stands in front."""
    room = room_of(puzzle)
    deep = [breadth(puzzle, piece, BACK) + DEEP_GAP for piece in column]
    front = -sum(deep) / 2 - NEARER
    found = {}
    for piece, room_taken in zip(column, deep):
        spot = room.centre + across * RIGHT + (front + room_taken / 2) * BACK
        move = (spot - middle(puzzle, piece)) * (1, 1, 0)
        found[piece] = move - (0, 0, lowest(puzzle, piece) - room.low[:, 2].min())
        front += room_taken
    return found


def middle(puzzle: PackingPuzzle, piece: Placement) -> np.ndarray:
    cells = room_of(puzzle).place(piece.cells)
    return (cells.min(0) + cells.max(0) + 1) / 2


def breadth(puzzle: PackingPuzzle, piece: Placement, axis: np.ndarray) -> float:
    """How wide the box around a piece is along an axis of the floor."""
    return float((np.ptp(room_of(puzzle).place(piece.cells), 0) + 1) @ np.abs(axis))
