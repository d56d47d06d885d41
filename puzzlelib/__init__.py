"""puzzlelib: puzzles solved by search. One module for each chapter of the workbook."""
from .puzzles import Piece, Placement, PackingPuzzle, PuzzleError, Solution, catalogue, load
from .exact_cover import ExactCover, exact_cover
from .verify import Invalid, orbits, verify
from .engines import Counted, Result, count, solve
from .generate import GRIDS, Generated, all_packings, generate

__all__ = ["Counted", "ExactCover", "GRIDS", "Generated", "Invalid", "PackingPuzzle", "Piece", "Placement", "PuzzleError",
           "Result", "Solution", "all_packings", "catalogue", "count", "exact_cover", "generate", "load", "orbits", "solve",
           "verify"]
