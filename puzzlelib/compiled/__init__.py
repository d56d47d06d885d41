"""The search of lesson 05 in machine code: for counting and listing all solutions of the large puzzles.

engine     what is asked and answered: `compiled.count(puzzle)`, `compiled.solutions(puzzle)`
table      a puzzle as arrays, symmetry          covers  any exact cover problem as arrays
job, crew  one search in chunks; several searches at the same time
kernel     the search as numba compiles it, on kernel_data, by kernel_vectors; its arrays: kernel_layout
native     a kernel's machine code: compiled by way of kernel_search, kept, loaded; those of icosoku, too
compiling  does compiled code run here?
"""

from ..common.lazy import attach

PUBLIC = "available count count_covers search solutions"
__getattr__, __dir__, __all__ = attach(__name__, {"engine": PUBLIC})
