"""Judging puzzles, and looking for good ones (lesson 13).

effort      difficulty: the work of several searches over many orders
growth      a box cut at random into pieces
atlas       puzzles with exactly one solution that can be built, found by chance and ranked
"""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "effort": "Difficulty MOST_NODES SEARCHES difficulty",
        "growth": "cut_at_random",
        "atlas": "AtlasPuzzle find_puzzles judge_candidate write_atlas",
    },
)
