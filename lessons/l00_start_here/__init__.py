"""Lesson 00: Start here."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"card": "assembly"})
