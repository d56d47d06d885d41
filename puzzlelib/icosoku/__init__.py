"""IcoSoKu (lessons 10 to 12): tiles with dots on a polyhedron.

puzzle, polyhedron, files    what a puzzle is
by_search, by_asp, by_minizinc, by_ilp, engines   a model for every engine, and one door to them
events                       a search in sight
referee                      what makes an arrangement right
counting                     exact numbers of arrangements
census                       a witness for each of the 3,991,680 instances
record                       the numbers of arrangements of all of them, from benchmarks/icosoku_record
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "puzzle": "ALL_TILES COPIES PAPER_PEGS TILES Cosoku Placed dots icosoku instructions mirrored "
        "paper_tetrahedron spelled sums turns",
        "polyhedron": "bipyramid icosahedron octahedron tetrahedron",
        "engines": "missing solve",
        "by_search": "arrange count_nodes",
        "events": "trace",
        "counting.exact": "State count_slowly laid layers still_possible tally",
        "census.instances": "INSTANCES arrangement pegs_of",
        "record": "PAPER_COUNT RECORD saved_counts",
    },
)
