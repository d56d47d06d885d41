"""Lesson 13: The workshop."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__, {"checks": "BURR_FILE STEPS move_some place_pieces", "push_map": "position_map"}
)
