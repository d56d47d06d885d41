"""“Pack it yourself” in a page: a hand's questions are answered as in a notebook.

    {"action": "ask", "what": "solvable", "puzzle": "name: …", "given": [], "game": {…}, "held": []}
    {"status": "answered", "advice": {"say": "As it lies: …", "dead": [], "lay": null, "take": []}}

The puzzle is the text of its file; all else is as the browser has it: hands/answers.py.
"""

from functools import lru_cache

from puzzlelib.common.errors import PuzzleError
from puzzlelib.packing.files import read_text

from ..hands.answers import Adviser
from ..hands.position import start


def hand_answer(what: str, puzzle: str, given: list, game: dict, held: list) -> dict:
    """Answer a question about a position.

    >>> from puzzlelib import load
    >>> from puzzlelib.packing.files import to_yaml
    >>> empty = {"past": [], "future": []}
    >>> hand_answer("solvable", to_yaml(load("little-cube")), [], empty, [])["advice"]["say"]
    'As it lies: exactly 24 completions.'
    """
    try:
        adviser = page_adviser(puzzle)
        begin = start(adviser.puzzle, map(adviser.placement, given))
        piece = adviser.placement(held) if held else None
        advice = adviser.answer(what, adviser.position(begin, game), piece)
        return {"status": "answered", "advice": advice}
    except PuzzleError as problem:
        return {"status": "error", "advice": {"say": str(problem)}}


@lru_cache(8)
def page_adviser(text: str) -> Adviser:
    """Return the adviser of a puzzle; it keeps the plan of its last hint."""
    return Adviser(read_text(text))
