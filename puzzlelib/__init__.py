"""puzzlelib: puzzles solved by search. In the order in which the modules build on each other:

shapes, puzzles, puzzle_files     cells, orientations, placements; a puzzle and its file
exact_cover, verify, trace        items and options; the referee and orbits; what a search did
recorder                          from the steps of a search to its trace and its counters
backtracking, magic_square        lessons 01 and 03: one cell or one piece at a time
algorithm_x, dancing_links        lessons 04 and 05: items and options, as sets and as links
estimate                          how large a search tree is, by chance
kernel, compiled, engines         the same search compiled, for large jobs; one door to every engine
generate                          puzzles from grid, hints and seed
clasp_trace, asp                  answer set programming: clingo fed, read and watched
palette, skin, explode, draw      from a state to a picture, as pure functions
show                              a picture as a page
timeout, counterexample, trial, unanswered, check      exercises that answer at once; the checks stand in exercises/
stage, card, prediction, tree, views, widgets          what a notebook shows
gallery, squares, budget, race    what one lesson shows
environment                       is everything here?
"""
from .puzzles import Piece, Placement, PackingPuzzle, PuzzleError, Solution, catalogue, load
from .exact_cover import ExactCover, exact_cover
from .verify import Invalid, orbits, verify
from .engines import Counted, Result, count, solve
from .generate import GRIDS, Generated, all_packings, generate

__all__ = ["Counted", "ExactCover", "GRIDS", "Generated", "Invalid", "PackingPuzzle", "Piece", "Placement", "PuzzleError",
           "Result", "Solution", "all_packings", "catalogue", "count", "exact_cover", "generate", "load", "orbits", "solve",
           "verify"]
