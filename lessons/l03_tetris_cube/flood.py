"""Islands of empty cells in a box with two pieces, flooded layer by layer."""

import traitlets as t

from puzzlelib import load
from puzzlelib.pictures.colours import colours

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected

LYING = {  # two pieces of the Tetris Cube that cut off a corner
    "C": ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0), (0, 2, 0), (1, 1, 0)),
    "B": ((0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 3, 0), (1, 3, 1)),
}


class Flood(Projected):
    """A box by layers; its cells are numbered from 0, first along x, then y, then z."""

    _esm = javascript("flood")
    _css = styles("steps", "flood")
    size = t.List().tag(sync=True)
    lying = t.List().tag(sync=True)
    sizes = t.List().tag(sync=True)  # of the pieces, in cells


def flood_box() -> Card:
    """Return the box of the Tetris Cube with two pieces in it, and its islands; cells can be filled.

    >>> flood_box()
    <islands in a box of 4×4×4 cells, flooded; open the notebook in JupyterLab to use it>
    """
    cube = load("tetris-cube")
    sizes = sorted({len(piece.cells) for piece in cube.pieces})
    lying = [
        {"letter": name, "fill": fill, "ink": ink, "cells": [x + 4 * y + 16 * z for x, y, z in LYING[name]]}
        for name, (fill, ink) in colours(cube).items()
        if name in LYING
    ]
    shown = Flood(size=[4, 4, 4], lying=lying, sizes=sizes)
    return Card(shown, words="islands in a box of 4×4×4 cells, flooded")
