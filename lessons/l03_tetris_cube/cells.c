/* Lesson 03: the search by cell with whole numbers only, once more in C. */

#include "../../puzzlelib/compiled/arrays.h"

/* Return how many nodes the search has below this one. */
PUBLIC i64 nodes_below(u64 filled, u64 left, i64 cell, const i64 *start, const u64 *masks, const u64 *pieces) {
    if (left == 0) return 0;
    while (filled >> cell & 1) cell++;                        /* the first empty cell */
    i64 nodes = 0;
    for (i64 k = start[cell]; k < start[cell + 1]; k++)       /* the options that begin there */
        if (left & pieces[k] && !(filled & masks[k]))
            nodes += 1 + nodes_below(filled | masks[k], left ^ pieces[k], cell, start, masks, pieces);
    return nodes;
}
