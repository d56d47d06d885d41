"""Lesson 13: The workshop."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__, dict(checks="BURR_FILE FOUR_WAYS STEPS move_some place_pieces", four_ways="four_ways_table")
)
