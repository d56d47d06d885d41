"""Pieces that are let down into a box one by one: their order, and where they lie before."""

from itertools import combinations

import numpy as np
import pytest

from lessons.puzzles.views.flights import Floor, assembly_picture, from_above, room_of
from puzzlelib import PuzzleError, generate
from puzzlelib.packing.puzzle import Placement

HOOKED = [
    Placement("A", ((0, 0, 0), (0, 0, 1), (1, 0, 1))),
    Placement("B", ((1, 0, 0), (2, 0, 0), (2, 0, 1), (2, 0, 2), (1, 0, 2), (0, 0, 2))),
]


@pytest.mark.parametrize("seed", range(0, 40, 5))
def test_nothing_is_above_a_piece_when_it_comes(seed):
    there = set()
    for _, cells in from_above(generate("2x4x4", 0, seed).solution):
        assert not any((x, y, higher) in there for x, y, z in cells for higher in range(z + 1, 9))
        there |= set(cells)


def test_hooked_pieces_cannot_be_let_down():
    with pytest.raises(PuzzleError, match="hook into each other"):
        from_above(HOOKED)


def test_the_pieces_lie_on_the_floor_clear_of_the_box_and_of_one_another():
    made = generate("2x4x4", 0, 1)
    room, order = room_of(made.puzzle), from_above(made.solution)
    lying = Floor(made.puzzle).lay_out(order)
    cells = {piece: room.place(piece.cells) + lying[piece] for piece in order}
    for one, other in combinations([*cells.values(), room.place(made.puzzle.container)], 2):
        assert (np.abs(one[:, None] - other[None]).max(-1) > 1).all()
    assert all(some[:, 2].min() == 0 for some in cells.values())


def test_one_flight_after_the_other():
    made = generate("2x4x4", 0, 1)
    flights = [block["flight"] for block in assembly_picture(made.puzzle, made.solution)[1]["blocks"]]
    assert len(flights) == 8 and flights == sorted(flights, reverse=True)
    assert all(later[1] <= before[1] and later[0] < before[0] for before, later in zip(flights, flights[1:]))
