"""All positions of the toy as a field, and beside it one toy with its twins."""

from math import factorial

import traitlets as t

from puzzlelib.icosoku.polyhedron import icosahedron

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected

FIRST = 3  # pegs that say on which tile a position is


class Twins(Projected):
    """A tile for each way to place the first three pegs; a toy, its twins, and what is settled."""

    _esm = javascript("twins")
    _css = styles("steps", "twins")
    points = t.List().tag(sync=True)  # of the vertices
    edges = t.List().tag(sync=True)  # the two vertices of each
    turns = t.List().tag(sync=True)  # where each vertex goes
    each = t.Int().tag(sync=True)  # positions of a tile
    say = t.Unicode().tag(sync=True)  # at first


def all_positions() -> Card:
    """Return all positions of the toy as a field that turns green class by class, and one toy with its twins.

    >>> all_positions()
    <all positions of the toy as 1,320 tiles; open the notebook in JupyterLab to use it>
    """
    solid = icosahedron()
    pegs, turns = len(solid.vertices), solid.symmetries(reflections=False)
    each = factorial(pegs - FIRST)
    shown = Twins(
        points=[list(point) for point in solid.points],
        edges=[[a, b] for a, b in solid.third if a < b],
        turns=[list(turn.vertices) for turn in turns],
        each=each,
        say=f"A tile for each way to place pegs 1, 2 and 3; each stands for {each:,} positions. "
        f"Held in {len(turns)} ways, this toy is in the {len(turns)} gold tiles; "
        "the ring marks how you hold it now.",
    )
    return Card(shown, words=f"all positions of the toy as {factorial(pegs) // each:,} tiles")
