"""Packing puzzles in the hands of a student: pieces laid and taken back, help from a search, and how hard a
puzzle is.

position    placements laid one after another, and what is wrong with one more
help        how many completions, a hint, and why there is none
difficulty  how many dead ends a search meets, over many orders of its choices
sketch      a puzzle that is being drawn, and what the browser tells of it
remarks     what can be said of a sketch
"""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {"position": "Position", "help": "completions hint hint_about why_hopeless", "difficulty": "dead_ends"},
)
