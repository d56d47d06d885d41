"""puzzlelib: puzzles solved by search, a room for each chapter of the workbook. From the ground up:

common     errors of one line, clocks, words
packing    what a puzzle is: shapes, files, the catalogue, the referee, symmetry      lesson 02
search     backtracking, Algorithm X, dancing links, estimates, fair drawing          lessons 01, 03 to 05, 07
compiled   the same search in machine code, for the large jobs                        lesson 05
asp        answer set programming                                                     lessons 06, 07
ilp        integer programs: models, solvers, branch and bound, why not               lesson 08
engines    one door to all of these
plates     six plates on a board and around a cube                                    lesson 09
icosoku    tiles on a polyhedron: models, exact counts, a witness for every instance  lessons 10 to 12
pictures   from a state to a picture
cluster    many machines
commands   what the command line does

Each room says in its own first lines what is in it. The package `makers` beside this one is the library of
lesson 13. A name is looked up when it is first used, so that starting costs little.
"""

import sys

from .common.lazy import attach
from .common.missing import report_missing

__version__ = "0.2.0"

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "common.errors": "PuzzleError",
        "packing.files": "catalogue load",
        "packing.puzzle": "PackingPuzzle Piece Placement Solution",
        "packing.referee": "Invalid verify",
        "packing.symmetry": "orbits",
        "search.estimate": "estimate",
        "search.exact_cover": "ExactCover cover_of exact_cover",
        "search.generate": "GRIDS Generated all_packings generate",
        "engines": "Counted Result count solve",
    },
)

report_missing()
if "IPython" in sys.modules:
    from .common.machine import is_page
    from .common.stand_ins import stand_in_for_missing

    if is_page():
        stand_in_for_missing()
