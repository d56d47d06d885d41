"""Pieces that are pushed, and the map of their positions: a proof by a finished list."""

from collections.abc import Iterable, Mapping

import traitlets as t

from puzzlelib.common.words import join_words
from puzzlelib.packing.shapes import Cell
from puzzlelib.pictures.colours import PALETTE

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected


class PushMap(Projected):
    """Pieces to push by buttons or by a drag, and a dot for each position that has been seen."""

    _esm = javascript("push_map")
    _css = styles("steps", "push_map")
    pieces = t.List().tag(sync=True)


def position_map(pieces: Mapping[str, Iterable[Cell]]) -> Card:
    """Return pieces to push, and the map of their positions.

    >>> position_map({"ring": [(0, 0, 0)], "rod": [(1, 0, 0)]})
    <ring and rod to push, and the map of their positions; open the notebook in JupyterLab to use it>
    """
    told = [
        {"name": name, "cells": list(map(list, cells)), "fill": PALETTE[4 * k % len(PALETTE)][0]}
        for k, (name, cells) in enumerate(pieces.items())
    ]
    return Card(PushMap(pieces=told), words=f"{join_words(pieces)} to push, and the map of their positions")
