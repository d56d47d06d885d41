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
ilp, solver_adapters, solvers     lesson 08: 0-1 programs, and the solvers that they are handed to
placement_model, riddle           exact cover as a 0-1 program; the naive model of nine L's
relaxation, branch_trace, branch_and_bound    linear relaxations, and a search that is led by them
plates, plate_files, plate_referee, plate_generator, plates_command     lesson 09: six plates on a board and around a cube
polyhedra, cosoku, cosoku_referee, cosoku_files     lessons 10 to 12: tiles with dots on a polyhedron (IcoSoKu), and their referee
tile_search, tile_trace           a search that fills the fullest vertex first, and what it did
cosoku_asp, cosoku_program, minizinc_messages, minizinc     the same as answer sets, as a 0-1 program, in MiniZinc
cosoku_engines, partition, cosoku_command      one door to these engines; lesson 11: Partition on a bipyramid
face_order, tile_counts_kernel, tile_layers, tile_counts     lesson 12: all solutions counted without listing them
census_rows, census_kernel, census, census_check     a witness for every instance, and the proof
dask_pool, scale_out              many machines
palette, skin, explode, parts, faded, draw     from a state to a picture, as pure functions
cosoku_net, cosoku_skin, cosoku_pictures     a polyhedron laid flat and in 3D, with its tiles and pegs
fold, plate_pictures, stl         plates from the board to the cube, and to the printer
conflict, why_not                 rows that cannot hold together, in words and in 3D
show                              a picture as a page
timeout, counterexample, trial, unanswered, check      exercises that answer at once; the checks stand in exercises/
stage, card, prediction, tree, views, widgets          what a notebook shows
gallery, squares, budget, race, riddle_stage, plate_editor, cosoku_finish, cosoku_toy, cosoku_batch, partition_stage, census_map      what one lesson shows
environment                       is everything here?
"""
from . import _moved
from .puzzles import Piece, Placement, PackingPuzzle, PuzzleError, Solution, catalogue, load
from .exact_cover import ExactCover, exact_cover
from .verify import Invalid, orbits, verify
from .engines import Counted, Result, count, solve
from .generate import GRIDS, Generated, all_packings, generate

__all__ = ["Counted", "ExactCover", "GRIDS", "Generated", "Invalid", "PackingPuzzle", "Piece", "Placement", "PuzzleError",
           "Result", "Solution", "all_packings", "catalogue", "count", "exact_cover", "generate", "load", "orbits", "solve",
           "verify"]
