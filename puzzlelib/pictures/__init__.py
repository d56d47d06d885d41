"""Pictures of puzzles and solutions, in 3D and in layers. Nothing here solves or listens.

blocks.py describes the pictures that go to the browser. packing and icosoku make frames; traces,
polycube_mesh and polyhedron_mesh the parts in them; layout and dots find places. Letters are in
`packing.layers`.
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "packing": "PuzzleView frame marked pair_frames shape_frame weight_blocks weights_frame",
        "scenes": "scene",
        "figures": "build_figure figure figure_beside",
    },
)
