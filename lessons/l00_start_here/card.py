"""The first picture of the workbook: pieces beside an empty box, and a slider that lets them fly
into it."""

import traitlets as t

from puzzlelib.common.words import many
from puzzlelib.search.generate import generate

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..puzzles.cards.stage import Picture
from ..puzzles.views import assembly_picture


class AssemblyStage(Picture):
    """A stage with a slider from apart to packed; once, when it is first seen, it moves by itself,
    unless the reader wants less motion."""

    _esm = javascript("assembly")
    _css = Picture._css + styles("assembly")
    total = t.Int().tag(sync=True)  # pieces


def assembly(grid: str = "2x4x4", seed: int = 1) -> Card:
    """Return the eight tetracubes beside their box, and a slider that lets them fly into it, one by one.

    Parameters: grid, one of those of the explorer with one box; seed, which packing of it.

    >>> assembly()
    <8 pieces that fly into their box; open the notebook in JupyterLab to use it>
    """
    made = generate(grid, 0, seed)
    scene, frame = assembly_picture(made.puzzle, made.solution)
    pieces = many(len(made.solution), "piece")
    stage = AssemblyStage(scene, [frame], label=f"{pieces} and a box", explode=1.0, total=len(made.solution))
    return Card(stage, words=f"{pieces} that fly into their box")
