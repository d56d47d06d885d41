"""Pictures of puzzles and solutions, in 3D and in layers. Nothing here solves or listens.

blocks.py describes the pictures that go to the browser. packing and icosoku make frames; traces,
polycube_mesh and polyhedron_mesh the parts in them; layout and dots find places.
"""

from importlib import import_module

from ..common.lazy import attach

look_up, __dir__, __all__ = attach(
    __name__,
    {
        "packing": "PuzzleView frame marked pair_frames shape_frame",
        "scenes": "scene",
        "layers": "layers_text",
        "figures": "build_figure figure figure_beside",
    },
)


def __getattr__(name: str):
    """Return a name of this room; those that have moved are here for notebooks of version 0.1."""
    if name in ("Show", "picture"):
        return getattr(import_module("lessons.kit.views"), name)
    return look_up(name)
