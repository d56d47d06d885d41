"""Lesson 06: Answer sets."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {"card": "stable_bench", "checks": "PIPES gringo", "stable": "judge_atoms read_rules stable_models"},
)
