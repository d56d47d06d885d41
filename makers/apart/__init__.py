"""Taking a solution apart, move by move, or a proof that it cannot be done (lesson 13).

gaps      how far one piece can slide before another stops it
search    breadth first over relative positions: the first separation, or all that can be reached
plans     the result: moves, the tree of separations, levels such as 5.3.2, the proof
blocking  graphs of who stops whom
referee   a check of moves and of proofs, in code of its own
"""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "gaps": "Gaps",
        "search": "check_joined take_apart take_each_apart",
        "plans": "Disassembly Shift Separation Stuck",
        "blocking": "blocking_graphs",
        "referee": "verify_apart",
    },
)
