"""Packing puzzles: pieces that fill a container (lesson 02).

shapes    cells, the 24 rotations, orientations
pieces    shapes with names and copies, and their places
puzzle    pieces, a container, placements, solutions
reading   the data of a puzzle file, field by field; strict_yaml and plain_text make them of its text
files     the catalogue; puzzles as text
referee   judges solutions, in code of its own
symmetry  symmetries of a container, and solutions up to them
layers    the 2D picture of a packing, and the same in letters
trays     a piece for the cells that stay empty, where these are few
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "files": "catalogue load load_all read_text",
        "puzzle": "PackingPuzzle Piece Placement Solution box_cells",
        "referee": "Invalid verify",
        "shapes": "ROTATIONS mirrored normal_form orientations shifted turned",
        "symmetry": "least_image option_tables orbits",
    },
)
