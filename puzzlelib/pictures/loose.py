"""The pieces of a puzzle one by one, in all their orientations, and the marks that a hand at play needs."""

import json
from collections.abc import Iterable

from ..packing.puzzle import PackingPuzzle, Piece
from ..packing.shapes import orientations
from . import traces as made
from .colours import colours
from .layout import room_of
from .traces import Part

ONE = ((0, 0, 0),)


def looks(puzzle: PackingPuzzle, piece: Piece) -> dict[str, dict[str, Part]]:
    """For each orientation of a piece, by its cells as JSON, the parts of a block.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> list(looks(puzzle, puzzle.pieces[0]))[0]
    '[[0,0,0],[0,0,1],[0,0,2],[0,0,3]]'
    """
    look = puzzle.labels[piece.name], *colours(puzzle)[piece.name], False
    return {
        json.dumps(cells, separators=(",", ":")): {
            "part": made.piece(cells, *look),
            "outline": made.outline(cells, 10),
            "edge": made.outline(cells, 3),
        }
        for cells in orientations(piece.cells, puzzle.turns)
    }


def cube(puzzle: PackingPuzzle, piece: Piece) -> Part:
    """One cell of a piece, for as long as nobody has said how the whole of it looks."""
    return made.piece(ONE, puzzle.labels[piece.name], *colours(puzzle)[piece.name], False)


def marks() -> dict[str, list[Part]]:
    """The cubes for one cell, body and edges: where pieces clash, and what nothing can fill."""
    return {"clash": [made.clash(ONE), made.rims(ONE)], "dead": [made.dead(ONE), made.bars(ONE)]}


def traces_of(parts: Iterable[Part]) -> dict[str, dict]:
    """The plotly traces of parts, each once.

    >>> sorted(trace["type"] for trace in traces_of(marks()["dead"]).values())
    ['mesh3d', 'scatter3d']
    """
    return made.parts(dict.fromkeys(parts))


def shifts(puzzle: PackingPuzzle) -> list[list[float]]:
    """How far the cells of each box stand from their own numbers."""
    return [[round(float(v), 4) for v in row] for row in room_of(puzzle).shift]
