"""Pieces one by one, in all their orientations, and marks, for a hand at play."""

import json

from puzzlelib.packing.puzzle import PackingPuzzle, Piece
from puzzlelib.packing.shapes import orientations
from puzzlelib.pictures import traces
from puzzlelib.pictures.blocks import round_vector
from puzzlelib.pictures.colours import colours
from puzzlelib.pictures.layout import room_of
from puzzlelib.pictures.traces import Part

ONE = ((0, 0, 0),)


def orientation_parts(puzzle: PackingPuzzle, piece: Piece) -> dict[str, dict[str, Part]]:
    """Return the parts of a block for each orientation of a piece, by its cells as JSON.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> list(orientation_parts(puzzle, puzzle.pieces[0]))[0]
    '[[0,0,0],[0,0,1],[0,0,2],[0,0,3]]'
    """
    look = puzzle.labels[piece.name], *colours(puzzle)[piece.name], False
    return {
        json.dumps(cells, separators=(",", ":")): {
            "part": traces.piece_part(cells, *look),
            "outline": traces.outline_part(cells, 10),
            "edge": traces.outline_part(cells, 3),
        }
        for cells in orientations(piece.cells, puzzle.turns)
    }


def cube_part(puzzle: PackingPuzzle, piece: Piece) -> Part:
    """Return one cell of a piece, a placeholder until the mesh of the piece arrives."""
    return traces.piece_part(ONE, puzzle.labels[piece.name], *colours(puzzle)[piece.name], False)


def mark_parts() -> dict[str, list[Part]]:
    """Return the cubes for one cell, body and edges: where pieces clash, and where nothing fits.

    >>> sorted(mark_parts())
    ['clash', 'dead']
    """
    return {
        "clash": [traces.clash_part(ONE), traces.rims_part(ONE)],
        "dead": [traces.dead_part(ONE), traces.bars_part(ONE)],
    }


def box_shifts(puzzle: PackingPuzzle) -> list[list[float]]:
    """Return the distance of the cells of each box in the scene from their own coordinates."""
    return list(map(round_vector, room_of(puzzle).shift))
