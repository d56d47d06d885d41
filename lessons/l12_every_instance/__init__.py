"""Lesson 12: Every instance."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "card": "live_census look_up",
        "peg_nets": "nets",
        "twins": "all_positions",
        "checks": "board_cover sums_by_chance turns_in_words witness witness_with_turns witnesses_by_chance",
    },
)
