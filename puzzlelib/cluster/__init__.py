"""Many puzzles on many machines (lesson 12).

chunks     a job in chunks, each kept in a folder when it is done
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"chunks": "counts open_workers"})
