"""Pictures beyond puzzles and solutions: of searches, relaxations, plates on the move, reasons.

search_view, dead_ends   a search on a packing puzzle; the drawing of a dead end
fractions                pieces that are there in part
taken_apart              a solution that comes apart move by move
flights, loose           pieces beside their box, and one by one for a hand at play
net                      a solid laid flat, for the picture in 2D
plates, fold, reasons    plates from the board to the cube; why a puzzle has no solution
photograph               a frame as a PNG, for pages where nothing runs
"""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "flights": "assembly_picture laid_out",
        "net": "net_scene",
        "plates": "Show",
        "reasons": "picture",
        "search_view": "SearchView TileSteps",
    },
)
