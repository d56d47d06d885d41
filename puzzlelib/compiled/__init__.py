"""The same search compiled (lesson 05): for counting and listing all solutions of the large puzzles.

engine     what is asked and answered: `compiled.count(puzzle)`, `compiled.solutions(puzzle)`
table      a puzzle as arrays, symmetry
job, crew  one search in chunks; several searches at the same time
kernel     the search as numba compiles it, on kernel_data, by kernel_vectors; its arrays: kernel_layout
native     a kernel's machine code: compiled by way of kernel_search, kept, loaded; those of icosoku, too
compiling  does compiled code run here?
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(__name__, {"engine": "available count solutions"})
