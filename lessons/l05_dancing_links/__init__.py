"""Lesson 05: Dancing links."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"card": "RECORDED growth", "checks": "link_steps"})
