"""Many puzzles on many machines (lesson 12).

chunks     a job in chunks, each kept in a folder when it is done
all_counts the number of solutions of every instance of IcoSoKu
dask_pool  processes of this machine, or a cluster of Dask's
watch      lines about workers that die, are paused, or do nothing
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"chunks": "counts"})
