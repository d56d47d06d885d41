"""Lesson 13: The workshop."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__, {"checks": "FOUR_WAYS as_solution", "four_ways": "four_ways_table"}
)
