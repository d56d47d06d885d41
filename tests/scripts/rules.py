"""Random hands that pack boxes, by Python's rules, for packer.test.mjs. `python tests/scripts/rules.py`
writes them into rules.json."""

import json
import random
from pathlib import Path

from lessons.puzzles.hands.answers import Adviser
from lessons.puzzles.hands.position import start
from puzzlelib import load
from puzzlelib.packing.files import read_text
from puzzlelib.packing.shapes import normal_form

HERE = Path(__file__).parent
FILE = HERE / "rules.json"
MOVES = 40

FLAT = """
name: flat
turns: {turns}
box: [5, 3, 1]
pieces:
  - {{name: F, cells: [[0,1,0], [1,0,0], [1,1,0], [1,2,0], [2,2,0]]}}
  - {{name: L, copies: 2, cells: [[0,0,0], [1,0,0], [2,0,0], [2,1,0]]}}
  - {{name: Bar, cells: [[0,0,0], [1,0,0]]}}
"""


def puzzles() -> dict:
    """Return puzzles of one box and of two, and of each way in which pieces may turn."""
    named = {name: load(name) for name in ("tetracubes-2x4x4", "tetracubes-2x2x4+2x2x4", "soma")}
    return named | {
        f"flat {turns}": read_text(FLAT.format(turns=turns)) for turns in ("flip", "plane", "none")
    }


def hand_data(puzzle) -> dict:
    """Return a puzzle as the hand gets it, and all of its placements as entries."""
    adviser = Adviser(puzzle)
    pieces = [
        {
            "name": piece.name,
            "letter": puzzle.labels[piece.name],
            "cells": [list(cell) for cell in normal_form(piece.cells)],
            "copies": piece.copies,
        }
        for piece in puzzle.pieces
    ]
    return {
        "puzzle": {
            "cells": [list(cell) for cell in puzzle.container],
            "pieces": pieces,
            "turns": puzzle.turns,
        },
        "placements": sorted(adviser.entries(puzzle.placements)),
        "games": [game(puzzle, adviser, seed) for seed in range(3)],
    }


def game(puzzle, adviser: Adviser, seed: int) -> list:
    """Return random acts of a hand, and what lies after each of them, by Python's rules."""
    chance, position, past, future, acts = random.Random(seed), start(puzzle), [], [], []
    for _ in range(MOVES):
        fitting = [one for one in puzzle.placements if not position.fault(one)]
        kinds = ["lay"] * 3 * bool(fitting) + ["take"] * bool(position.laid)
        kinds += ["undo"] * bool(past) + ["redo"] * bool(future)
        kind, entries = chance.choice(kinds), []
        if kind == "undo":
            future.append(past.pop())
        elif kind == "redo":
            past.append(future.pop())
        else:
            chosen = [chance.choice(fitting)] if kind == "lay" else chance.sample(position.laid, 1)
            entries = adviser.entries(chosen)
            past, future = [*past, [kind, entries]], []
        position = adviser.position(start(puzzle), {"past": past})
        left = [position.left[piece.name] for piece in puzzle.pieces]
        acts.append([kind, entries, adviser.entries(position.laid), left])
    return acts


def as_text() -> str:
    """Return the text of rules.json."""
    hands = {name: hand_data(puzzle) for name, puzzle in puzzles().items()}
    return (
        json.dumps(hands, separators=(",", ":")).replace('"flat', '\n"flat').replace('"games"', '\n"games"')
        + "\n"
    )


if __name__ == "__main__":
    FILE.write_text(as_text(), encoding="utf-8")
