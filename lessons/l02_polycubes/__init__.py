"""Lesson 02: Polycubes."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__, {"checks": "all_polycubes is_shape pairs", "desk": "shape_desk"}
)
