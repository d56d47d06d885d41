"""A box for cards that draw it themselves: discs of searches, four ways."""

from collections.abc import Iterable

import traitlets as t

from puzzlelib import PackingPuzzle
from puzzlelib.pictures.colours import colours

from ...kit.cards.projector import Projected


class BoxOf(Projected):
    """A box of a puzzle in the browser, and what may lie in it."""

    places = t.List().tag(sync=True)  # of each option its piece and its cells, by number
    given = t.List().tag(sync=True)  # options that lie there from the beginning
    cells = t.List().tag(sync=True)
    colours = t.List().tag(sync=True)

    def __init__(self, puzzle: PackingPuzzle, given: Iterable[int], **more):
        cells, pieces = sorted(puzzle.container), [piece.name for piece in puzzle.pieces]
        place = {cell: k for k, cell in enumerate(cells)}
        super().__init__(
            places=[[pieces.index(piece), [place[cell] for cell in own]] for piece, own in puzzle.placements],
            given=list(given),
            cells=[list(cell) for cell in cells],
            colours=[colours(puzzle)[name][0] for name in pieces],
            **more,
        )
