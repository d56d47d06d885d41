"""The search chain (lessons 01, 03 to 05 and 07): from one cell at a time to items, options, links.

A search is a generator of steps (`steps`); solutions, traces, counts and estimates read one run.

exact_cover    items and options
colouring      proofs by weights that are whole on every option, and not on the whole
proofs         the quick proofs that there is no solution
backtracking   by cell or by piece          magic_square   the same for numbers in a square
algorithm_x    on dictionaries and sets     links, dancing_links   on links that remember
states, frontier                            counting without listing, by what is left to do
all_solutions                               fair draws and the n-th solution, from these counts
counters, estimate, compare                 what a search costs, or would cost
events, recorder, link_events, words, tree  its events, in sentences and as a tree
hints          placements that a solution must hold, as option numbers
generate       tetracube puzzles, drawn fairly
famous         squares whose edges must agree

Import a search as a module, `from puzzlelib.search import algorithm_x`, and say
`algorithm_x.solutions(puzzle)`.
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "all_solutions": "AllSolutions",
        "exact_cover": "ExactCover cover_of",
        "colouring": "Colouring check_colouring colouring_of",
        "compare": "duration flat probes race rounded",
        "estimate": "prober",
        "dancing_links": "link_trace",
        "link_events": "LinkEvent LinkTrace",
        "links": "Links",
        "generate": "GRIDS Generated all_packings",
    },
)
