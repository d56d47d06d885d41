"""Lesson 04: Algorithm X."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"coast": "coast_card renumber"})
