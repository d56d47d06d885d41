/* The tables of a disc and their join (lesson 12) in machine code.

   All loops run along contiguous numbers: a tile adds a constant to the place of every state, so a layer is shifted and
   added as a whole; and two tables are multiplied for LANES choices of tiles at a time. `kernel.py` says what is in the
   arrays. */

#include "../../puzzlelib/compiled/arrays.h"

enum { LANES = 64, HALF = LANES / 2, BELOW = LANES + HALF };    /* see kernel.py; a slab's numbers have 32 bits */
enum { BLOCK = 16 };                                            /* rows of a slab that are filled together */

typedef u64 V __attribute__((vector_size(64), aligned(8)));     /* sixteen numbers, two in each word */
enum { VECTORS = HALF * 8 / sizeof(V) };

/* -------- tables */

typedef struct {
    ARRAY(uint32_t) before, after;
    ARRAY(i64) ranks;
    ARRAY(int32_t) place;
    ARRAY(i64) weight, radix, begin, offset, goal;
} Pour;

/* Add a row of states to another one, shifted; what would lie behind its end is always zero. */
static void add(uint32_t *restrict to, const uint32_t *restrict from, i64 size) {
    for (i64 i = 0; i < size; i++) to[i] += from[i];
}

/* One more face: each state of `before`, with each tile in each turn, into `after`. anew: so far nothing is there. */
PUBLIC i64 KERNEL(pour_disc)(Pour *p, i64 anew) {
    i64 planes = p->before.n[1], cells = p->before.n[2], goals = p->after.n[1], size = p->after.n[2];
    for (i64 group = 0; group < p->ranks.n[0]; group++) {
        i64 rank = p->ranks.at[group];
        uint32_t *after = p->after.at + group * goals * size;
        if (anew) for (i64 i = 0; i < goals * size; i++) after[i] = 0;
        for (i64 t = 0; t < p->weight.n[0]; t++) {
            i64 weight = p->weight.at[t], source = rank / weight % p->radix.at[t] ? p->place.at[rank - weight] : -1;
            for (i64 w = p->begin.at[t]; source >= 0 && w < p->begin.at[t + 1]; w++) {
                i64 offset = p->offset.at[w], room = size - offset < cells ? size - offset : cells;
                const uint32_t *before = p->before.at + source * planes * cells;
                for (i64 plane = 0; plane < planes; plane++) {
                    i64 goal = p->goal.at[w * planes + plane];
                    if (goal >= 0) add(after + goal * size + offset, before + plane * cells, room);
                }
            }
        }
    }
    return 0;
}

typedef struct { ARRAY(uint32_t) table; ARRAY(i64) rows, begin; ARRAY(int32_t) cells; ARRAY(uint32_t) slabs; } Turn;

/* A table (tiles used, cells) as slabs, one after the other: (all their rows, lanes). */
PUBLIC i64 KERNEL(turn_over)(Turn *s) {
    i64 lanes = s->rows.n[1], width = s->table.n[1];
    for (i64 slab = 0; slab < s->rows.n[0]; slab++)
        for (i64 start = s->begin.at[slab], last = s->begin.at[slab + 1]; start < last; start += BLOCK)
            for (i64 lane = 0; lane < lanes; lane++) {
                i64 row = s->rows.at[slab * lanes + lane], end = start + BLOCK < last ? start + BLOCK : last;
                for (i64 here = start; here < end; here++) {
                    i64 cell = s->cells.at[here];
                    s->slabs.at[here * lanes + lane] = row >= 0 && cell >= 0 ? s->table.at[row * width + cell] : 0;
                }
            }
    return 0;
}

/* -------- the join */

typedef struct {
    ARRAY(u64) upper, lower;
    ARRAY(i64) starts;
    ARRAY(int32_t) above, below;
    ARRAY(bool) mirrored;
    ARRAY(i64) pegs, most, strides;
    ARRAY(int32_t) scratch;
    ARRAY(uint32_t) pairs;
    ARRAY(i64) ends;
    ARRAY(u64) numbers;
} Join;
typedef struct { int32_t above, below, rest; } Match;           /* two cells, and the dots that are still to come */

static i64 least_of(i64 a, i64 b) { return a < b ? a : b; }
static i64 most_of(i64 a, i64 b) { return a > b ? a : b; }

/* Share the pegs of the ring between two discs in all ways, vertex by vertex, from one half of `scratch` into the
   other; return the half that holds the pairs of cells, and set their number. `total`: the dots that the upper disc
   brings in all. `most`, `strides`: the most dots that either disc brings to a vertex, and what a dot there adds to its
   cell. */
static const Match *matches(const Join *s, i64 instance, i64 total, i64 *number) {
    i64 ring = s->pegs.n[1], room = s->scratch.n[1], high = 0, least = 0, count = 1;
    const i64 *pegs = s->pegs.at + instance * ring, *strides = s->strides.at + instance * 2 * ring, *most = s->most.at;
    Match *before = (Match *)s->scratch.at, *after = before + room;
    for (i64 v = 0; v < ring; v++) {
        high += least_of(pegs[v], most[v]);
        least += most_of(0, pegs[v] - most[ring + v]);
    }
    before[0] = (Match){0, 0, (int32_t)total};
    for (i64 v = 0; v < ring; v++) {
        i64 low = most_of(0, pegs[v] - most[ring + v]), top = least_of(pegs[v], most[v]), end = 0;
        high -= top, least -= low;
        for (i64 row = 0; row < count; row++) {
            i64 up = before[row].above, down = before[row].below + pegs[v] * strides[ring + v], rest = before[row].rest;
            for (i64 dots = most_of(low, rest - high); dots <= least_of(top, rest - least); dots++)
                after[end++] = (Match){
                    (int32_t)(up + dots * strides[v]), (int32_t)(down - dots * strides[ring + v]), (int32_t)(rest - dots)};
        }
        Match *other = before;
        before = after, after = other, count = end;
    }
    *number = count;
    return before;
}

/* Two rows for each pair, multiplied lane by lane, and all added up; of the lower one, from `turned` on. */
static u64 product(const u64 *upper, const u64 *lower, const uint32_t *pairs, i64 count) {
    V sums[VECTORS] = {0}, total = {0};
    const u64 low = UINT32_MAX;
    for (i64 k = 0; k < count; k++) {
        const V *up = (const V *)(upper + (i64)pairs[2 * k] * HALF);
        const V *down = (const V *)(lower + (i64)pairs[2 * k + 1] * (BELOW / 2));
        for (u64 i = 0; i < VECTORS; i++)
            sums[i] += (up[i] & low) * (down[i] & low) + (up[i] >> 32) * (down[i] >> 32);
    }
    for (u64 i = 0; i < VECTORS; i++) total += sums[i];
    return total[0] + total[1] + total[2] + total[3] + total[4] + total[5] + total[6] + total[7];
}

/* Add to each instance's number what some slabs of the upper disc and those of the lower disc give. A slab stays in the
   cache while many instances are joined in it. */
PUBLIC i64 KERNEL(join_discs)(Join *s, i64 total) {
    i64 instances = s->pegs.n[0], *ends = s->ends.at, count;
    uint32_t *pairs = s->pairs.at;
    for (i64 first = 0, last = 0; first < instances; first = last) {
        for (ends[first] = 0; last < instances && ends[last] + s->scratch.n[1] <= s->pairs.n[0]; last++) {
            const Match *found = matches(s, last, total, &count);
            for (i64 k = 0; k < count; k++) {
                pairs[2 * (ends[last] + k)] = (uint32_t)s->above.at[found[k].above];
                pairs[2 * (ends[last] + k) + 1] = (uint32_t)s->below.at[found[k].below];
            }
            ends[last + 1] = ends[last] + count;
        }
        for (i64 slab = 0; slab < s->starts.n[0]; slab++) {
            const u64 *upper = s->upper.at + s->starts.at[2 * slab] * HALF;
            const u64 *lower = s->lower.at + s->starts.at[2 * slab + 1] * (BELOW / 2);
            for (i64 i = first; i < last; i++)
                s->numbers.at[i] += product(
                    upper, lower + (s->mirrored.at[i] ? HALF / 2 : 0), pairs + 2 * ends[i], ends[i + 1] - ends[i]);
        }
    }
    return 0;
}
