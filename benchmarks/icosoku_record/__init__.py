"""Count all instances of IcoSoKu at once (lesson 12): the icosahedron cut into two discs of ten
faces.

cut      a polyhedron cut along a ring of vertices
tables   the dots that a disc can add to the ring: with which tiles, in how many ways
joining  two tables joined to the numbers of many instances
kernel   the inner loops of both, in discs.c
chunks   the instances in chunks that share their tables
cover    the list of chunks
record   the results so far
"""

from ...common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"joining": "Joiner", "chunks": "members"})
