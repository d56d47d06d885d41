"""Plates (lesson 09): six of 4x4 cells that fill a board or cover a cube.

plate     a plate, and a set of six
geometry  where a plate can lie on the board and on the cube
puzzles   the two puzzles that a set makes
files     sets as text; some lie in the folder sets
generate  sets drawn by a seed
engines   one entry to those that solve them
referee   a check of solutions, in code of its own
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "plate": "Plate PlateSet",
        "geometry": "on_board on_cube",
        "puzzles": "areas_wrong board_puzzle cube_puzzle laid plates_model",
        "files": "load save to_yaml",
        "generate": "frame_around generate_plates",
    },
)
