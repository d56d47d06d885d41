"""Solve and count packing puzzles and exact covers: one interface to all engines.

doors       `solve` and `count`
names       the engines
plan        the plans by which one is chosen, and the one loop that runs them
questions   a puzzle or a cover with all that is asked about it, as the loop and the doors need it
results     what both return
forecast    how long a search will take, and what is tried beside a long one
most        the most of something, which a puzzle may ask for
"""

from .doors import count, solve
from .names import ENGINES, FOR_COVERS, engine_named
from .results import CUT, Counted, Result, keep_solutions, number_found

__all__ = ["ENGINES", "Counted", "Result", "count", "solve"]
_ALSO = CUT, FOR_COVERS, engine_named, keep_solutions, number_found  # for other rooms
