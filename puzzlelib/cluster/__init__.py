"""Many puzzles on many machines (lesson 12).

chunks     work in chunks, each kept in a folder when it is done
dask_pool  who does it: processes of this machine, or a cluster of Dask's
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(__name__, {"chunks": "counts"})
