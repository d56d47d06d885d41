"""What a packing puzzle is (lesson 02).

shapes    cells, the 24 rotations, orientations
puzzle    pieces, a container, placements, solutions
files     the catalogue; puzzles and solutions as text
referee   what makes a solution valid, in code of its own
symmetry  the turns of a container, and solutions that are the same after one
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(
    __name__,
    {
        "files": "catalogue load read_text",
        "puzzle": "PackingPuzzle Piece Placement Solution box_cells",
        "referee": "Invalid verify",
        "shapes": "ROTATIONS mirrored normal_form orientations shifted turned",
        "symmetry": "least_image option_tables orbits",
    },
)
