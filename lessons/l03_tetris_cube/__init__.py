"""Lesson 03: The Tetris Cube."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"flood": "flood_box"})
