"""Pieces beside an empty box, laid out or with their flights into it, one after the other."""

from collections.abc import Iterable, Sequence

import numpy as np

from puzzlelib.common.errors import PuzzleError
from puzzlelib.packing.puzzle import PackingPuzzle, Placement
from puzzlelib.packing.shapes import normal_form
from puzzlelib.pictures import traces
from puzzlelib.pictures.blocks import Frame, Scene, block_of, round_vector
from puzzlelib.pictures.colours import colours
from puzzlelib.pictures.layout import RIGHT, TOWARDS, room_of
from puzzlelib.pictures.packing import PuzzleView
from puzzlelib.pictures.scenes import scene

BACK = np.array([-TOWARDS[0], -TOWARDS[1], 0]) / np.hypot(*TOWARDS[:2])  # along the floor
GAP, DEEP_GAP = 0.6, 1.6  # between pieces side by side, one behind the other
NEARER = 0.9  # to the eye than the box: what flies behind it needs room above
ROWS = 2  # of pieces in a column beside the box
CLEAR = 0.15  # that a flying piece keeps above what stands there
# From apart (1) to packed (0): the first piece starts, the last has landed, the eye comes nearer.
START, LANDED, NEAR = 0.97, 0.2, 0.24


def assembly_picture(puzzle: PackingPuzzle, packing: Iterable[Placement]) -> tuple[Scene, Frame]:
    """Return scene and frame of a packing whose pieces fly into the box from above as it is packed.

    Apart, they lie beside it. Raise `PuzzleError` where they hook into each other.

    >>> from puzzlelib import generate
    >>> made = generate("2x4x4", hints=2, seed=1)
    >>> view, one = assembly_picture(made.puzzle, made.solution)
    >>> len(one["blocks"]), one["blocks"][0]["flight"]
    (8, [0.7989, 0.97, 2.15])
    """
    order, floor = from_above(packing), Floor(puzzle)
    moves = floor.lay_out(order)
    height = max(floor.room.high[:, 2]) + CLEAR
    one = PuzzleView(puzzle, order).frame(dict.fromkeys(order, "solution"))
    for block, piece, times in zip(one["blocks"], order, flight_times(len(order))):
        block["away"] = round_vector(moves[piece])
        block["flight"] = round_vector((*times, height - floor.lowest(piece)))
    return scene(puzzle) | {"near": NEAR}, one


def laid_out(puzzle: PackingPuzzle) -> tuple[Scene, Frame]:
    """Return scene and frame of the empty container; when apart, each piece lies once beside it.

    >>> from puzzlelib import load
    >>> view, one = laid_out(load("soma"))
    >>> len(one["blocks"]), one["cells"][0]
    (7, '')
    """
    own = [Placement(piece.name, normal_form(piece.cells)) for piece in puzzle.pieces]
    floor, paint = Floor(puzzle), colours(puzzle)
    blocks = [
        block_of(
            traces.piece_part(piece.cells, puzzle.labels[piece.piece], *paint[piece.piece], False),
            floor.room.shift[0],
            edge=traces.outline_part(piece.cells, 3),
            away=round_vector(move),
        )
        for piece, move in floor.lay_out(own).items()
    ]
    return scene(puzzle) | {"near": NEAR}, PuzzleView(puzzle).frame({}) | {"blocks": blocks}


def from_above(packing: Iterable[Placement]) -> list[Placement]:
    """Return the pieces in an order in which each can be let down into its place.

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


def flight_times(count: int) -> list[tuple[float, float]]:
    """Return (lands, starts) of each flight, on the way from 1 to 0; they overlap by half.

    >>> [(round(lands, 2), round(starts, 2)) for lands, starts in flight_times(2)]
    [(0.46, 0.97), (0.2, 0.71)]
    """
    half = (START - LANDED) / (count + 1)
    return [(START - (k + 2) * half, START - k * half) for k in range(count)]


class Floor:
    """The floor round the boxes of a puzzle, on which pieces lie in columns."""

    def __init__(self, puzzle: PackingPuzzle):
        self.room = room_of(puzzle)

    def lay_out(self, order: Sequence[Placement], sides: Sequence[int] = ()) -> dict[Placement, np.ndarray]:
        """Return the move of each piece from the box to columns left and right of it: to the side that
        is given, -1 or 1, or to both in turn."""
        sides = sides or [-1, 1] * len(order)
        low, high = self.room.low.min(0), self.room.high.max(0)
        half = np.abs((high - low) / 2 * (1, 1, 0)) @ np.abs(RIGHT)
        moves = {}
        for side in (-1, 1):
            edge = half + GAP
            group = [piece for piece, to in zip(order, sides) if to == side]
            for column in (group[k : k + ROWS] for k in range(0, len(group), ROWS)):
                wide = max(self.width(piece, RIGHT) for piece in column)
                moves |= self.lay_column(column, side * (edge + wide / 2))
                edge += wide + GAP
        return {piece: moves[piece] for piece in order}

    def lay_column(self, column: Sequence[Placement], across: float) -> dict[Placement, np.ndarray]:
        """Return the moves of pieces to a column, one behind the other, the first in front."""
        deep = [self.width(piece, BACK) + DEEP_GAP for piece in column]
        front = -sum(deep) / 2 - NEARER
        moves = {}
        for piece, depth in zip(column, deep):
            spot = self.room.centre + across * RIGHT + (front + depth / 2) * BACK
            cells = self.room.place(piece.cells)
            middle = (cells.min(0) + cells.max(0) + 1) / 2
            down = self.lowest(piece) - self.room.low[:, 2].min()
            moves[piece] = (spot - middle) * (1, 1, 0) - (0, 0, down)
            front += depth
        return moves

    def lowest(self, piece: Placement) -> float:
        return float(self.room.place(piece.cells)[:, 2].min())

    def width(self, piece: Placement, axis: np.ndarray) -> float:
        """Return the width of the box around a piece along an axis."""
        return float((np.ptp(self.room.place(piece.cells), 0) + 1) @ np.abs(axis))
