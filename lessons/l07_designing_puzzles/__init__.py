"""Lesson 07: Designing puzzles."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"card": "histogram", "checks": "neighbour"})
