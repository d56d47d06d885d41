"""Pieces, and the places that they have in a container."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from ..common.clock import Stop, never
from . import shapes
from .shapes import Cell


class Piece(NamedTuple):
    """A shape with a name, of which there are `copies`; `spare` of them need not be used.

    `turns` are those of this piece, "" for those of the puzzle.

    `colours` is empty, or has a text for each cell, "" for one without a colour.

    >>> Piece("V", ((0, 0, 0), (1, 0, 0), (0, 1, 0)), copies=4, spare=2).least
    2
    """

    name: str
    cells: tuple[Cell, ...]
    copies: int = 1
    spare: int = 0
    colours: tuple[str, ...] = ()
    turns: str = ""

    @property
    def least(self) -> int:
        """The number of copies that must be used."""
        return self.copies - self.spare

    def less(self, used: int) -> "Piece":
        """Return what is left of a piece when so many copies are used."""
        copies = self.copies - used
        return self._replace(copies=copies, spare=copies - max(0, self.least - used))


class Placement(NamedTuple):
    """A piece in a place: its name, and the cells that it fills, sorted."""

    piece: str
    cells: tuple[Cell, ...]


def places(piece: Piece, room: Iterable[Cell], turns: str, colours: Iterable, stop: Stop = never) -> Iterable:
    """Return the places of a piece in a room, each once; raise `TimeIsUp` by stop().

    `turns` are those of the puzzle, `colours` the pairs of a cell and its colour.
    """
    found = shapes.placements(piece.cells, room, piece.turns or turns, stop)
    if not (colours and piece.colours):
        return found
    return filter(shapes.place_test(piece.cells, piece.colours, piece.turns or turns, colours), found)


def volume_fits(pieces: Sequence[Piece], least: int, most: int) -> bool:
    """Return whether pieces can have `least` to `most` cells together.

    >>> domino = Piece("I", ((0, 0, 0), (1, 0, 0)), copies=3, spare=2)
    >>> [volume_fits([domino], cells, cells) for cells in (2, 3, 6, 8)]
    [True, False, True, False]
    """
    volumes, room = 1, (2 << most) - 1  # a bit for each volume that some of the pieces have
    for piece in pieces:
        size = len(piece.cells)
        volumes = volumes << size * piece.least & room
        for _ in range(piece.spare):
            before, volumes = volumes, volumes | volumes << size & room
            if volumes == before:
                break
    return volumes >> least > 0


def box_cells(sizes) -> tuple[Cell, ...]:
    """Return the cells of one box (x, y, z), or of several (x, y, z, box), in index order.

    >>> box_cells([(2, 1, 1)]), box_cells([(1, 1, 1), (1, 1, 1)])
    (((0, 0, 0), (1, 0, 0)), ((0, 0, 0, 0), (0, 0, 0, 1)))
    """
    cells = []
    for box, (w, d, h) in enumerate(sizes):
        last = () if len(sizes) == 1 else (box,)
        cells += [(x, y, z, *last) for z, y, x in product(range(h), range(d), range(w))]
    return tuple(cells)
