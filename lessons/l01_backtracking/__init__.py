"""Lesson 01: Backtracking."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {"card": "by_hand square_explorer tables", "checks": "search text wrong_line", "watch": "watch_test"},
)
