"""The search of lesson 05 in machine code: all solutions of large puzzles, counted or listed.

engine   what is asked and answered: `compiled.count(puzzle)`, `compiled.solutions(puzzle)`
table    a puzzle as a matrix, symmetry      covers  any exact cover problem as a matrix
job      one search in chunks                crew    chunks by threads
parts    searches run to their end, by a crew or by an executor
arrays   numpy's, for IcoSoKu
library  opens the library in libraries/ for this machine
"""

from ..common.lazy import attach

HOMES = {"engine": "count count_covers search solutions", "library": "missing_library"}
__getattr__, __dir__, __all__ = attach(__name__, HOMES)
