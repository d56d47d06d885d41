"""All instances of IcoSoKu counted at once (lesson 12): the icosahedron cut into two discs of ten faces.

cut      a polyhedron cut along a ring of vertices
tables   what a disc can bring to the ring, with which tiles, in how many ways
joining  two tables make the numbers of many instances
kernel   the inner loops of both, for numba
chunks   the instances in chunks that share their tables
cover    which chunks these are
record   what is counted so far
"""

from ...common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(__name__, {"joining": "Joiner", "chunks": "members"})
