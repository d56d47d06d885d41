/* The exact count of lesson 12 in machine code: from one layer of states to the next.

   A layer is kept in groups of states that have used the same tiles. So a state is only its key: the dots of the open
   vertices, a few bits each in one 64-bit word, and laying a tile adds a constant to it. All states of one group come
   from a few groups of the layer before, one for each type of tile, and are gathered in a hash table small enough for
   the processor's cache. Two layers that come from both ends are joined in the same way; the layer between them is
   never stored. `layout.py` says what is in the arrays. */

#include "../../compiled/arrays.h"

enum { DONE, PAUSED, NO_ROOM, SMALL, OVERFLOW };    /* answers; SMALL: a larger table is needed */
enum { SPREAD, JOIN };                              /* tasks */
enum { GROUP, EVERY, STATES };                      /* entries of Task.at */
enum { LEAST_BITS = 6, GROUP_STEPS = 50 };          /* of a table; what a group costs besides its states */
static const u64 GOLDEN = 0x9E3779B97F4A7C15;       /* 2^64 / golden ratio: Knuth's multiplicative hashing */

typedef struct { ARRAY(i64) ranks, first; ARRAY(u64) keys, numbers; } Layer;
typedef struct { ARRAY(i64) weight, radix; ARRAY(int32_t) place; } Types;
typedef struct { ARRAY(i64) begin; ARRAY(u64) add, shift, field, least, span; } Ways;
typedef struct { ARRAY(u64) keys, numbers; ARRAY(i64) used, count; ARRAY(u64) new_keys, new_numbers; } Table;
typedef struct { ARRAY(i64) at, ranks; ARRAY(u64) whole, total; } Task;
typedef struct { i64 start, end; } Range;

/* -------- the hash table */

/* Return the slot that holds the key, or the free one where it belongs. */
static inline i64 slot_of(const u64 *keys, const u64 *numbers, u64 key, int bits) {
    i64 mask = ((i64)1 << bits) - 1, slot = (i64)(key * GOLDEN >> (64 - bits));
    while (numbers[slot] && keys[slot] != key) slot = (slot + 1) & mask;
    return slot;
}

static void clear(Table *table) {
    for (i64 i = 0; i < *table->count.at; i++) table->numbers.at[table->used.at[i]] = 0;
    *table->count.at = 0;
}

/* Add the new states to the table; return DONE, SMALL if it gets more than half full, or OVERFLOW. */
static i64 pour(Table *table, i64 size, int bits) {
    u64 *keys = table->keys.at, *numbers = table->numbers.at;
    i64 *used = table->used.at, count = *table->count.at, most = (i64)1 << (bits - 1), answer = DONE;
    for (i64 i = 0; i < size && answer == DONE; i++) {
        u64 key = table->new_keys.at[i], number = table->new_numbers.at[i];
        i64 slot = slot_of(keys, numbers, key, bits);
        u64 old = numbers[slot];
        if (!old && count == most) { answer = SMALL; break; }
        if (!old) keys[slot] = key, used[count++] = slot;
        numbers[slot] = old + number;
        if (old + number < old) answer = OVERFLOW;
    }
    *table->count.at = count;
    return answer;
}

/* -------- one more tile */

/* Return the group that becomes the group `rank` by a tile of type t; empty if there is none. */
static Range source(i64 rank, i64 t, const Types *types, const Layer *layer) {
    i64 weight = types->weight.at[t];
    if (!(rank / weight % types->radix.at[t])) return (Range){0, 0};
    i64 group = types->place.at[rank - weight];
    return (Range){layer->first.at[group], layer->first.at[group + 1]};
}

/* Count the states that flow into a group, before any are found not to fit, or to be equal. */
static i64 inflow(i64 rank, const Layer *layer, const Types *types, const Ways *ways) {
    i64 total = 0;
    for (i64 t = 0; t < types->weight.n[0]; t++) {
        Range from = source(rank, t, types, layer);
        total += (from.end - from.start) * (ways->begin.at[t + 1] - ways->begin.at[t]);
    }
    return total;
}

/* Lay way w on the face, in each state of a group that it fits; return their number. There is no branch, for it could
   not be predicted; below zero is a very large number. */
static i64 lay(const Layer *layer, Range from, const Ways *ways, i64 w, Table *table) {
    const u64 *keys = layer->keys.at, *numbers = layer->numbers.at, add = ways->add.at[w];
    const u64 *shift = ways->shift.at + 3 * w, *field = ways->field.at + 3 * w;
    const u64 *least = ways->least.at + 3 * w, *span = ways->span.at + 3 * w;
    u64 shift0 = shift[0], shift1 = shift[1], shift2 = shift[2], field0 = field[0], field1 = field[1], field2 = field[2];
    u64 least0 = least[0], least1 = least[1], least2 = least[2], span0 = span[0], span1 = span[1], span2 = span[2];
    u64 *new_keys = table->new_keys.at, *new_numbers = table->new_numbers.at;
    i64 count = 0;
    for (i64 i = from.start; i < from.end; i++) {
        u64 key = keys[i];
        new_keys[count] = key + add, new_numbers[count] = numbers[i];
        count += ((key >> shift0 & field0) - least0 <= span0) & ((key >> shift1 & field1) - least1 <= span1)
               & ((key >> shift2 & field2) - least2 <= span2);
    }
    return count;
}

/* Add all states of one group to the table, which is empty; return the answer of `pour`. */
static i64 gather(i64 rank, const Layer *layer, const Types *types, const Ways *ways, Table *table, int bits) {
    for (i64 t = 0; t < types->weight.n[0]; t++) {
        Range from = source(rank, t, types, layer);
        for (i64 w = ways->begin.at[t]; from.start < from.end && w < ways->begin.at[t + 1]; w++) {
            i64 answer = pour(table, lay(layer, from, ways, w, table), bits);
            if (answer != DONE) return answer;
        }
    }
    return DONE;
}

/* Gather a group in the smallest part of the table that can hold it, which stays in the cache; set the bits of that
   part, and return the answer of `gather`. */
static i64 gather_in_smallest(
    i64 rank, const Layer *layer, const Types *types, const Ways *ways, Table *table, double guess, int *bits) {
    for (*bits = LEAST_BITS; (double)((i64)1 << *bits) < 2 * guess; ++*bits) {}
    for (; (i64)1 << *bits <= table->keys.n[0]; ++*bits) {
        i64 answer = gather(rank, layer, types, ways, table, *bits);
        if (answer != SMALL) return answer;
        clear(table);
    }
    return SMALL;
}

/* Fill the groups of `after` from the next one on, for about `budget` steps. */
static i64 spread(
    const Layer *before, Layer *after, const Types *types, const Ways *ways, Table *table, Task *task, i64 budget) {
    double share = 0.1;      /* states that remain of those that flow in: a guess that learns */
    for (i64 *group = &task->at.at[GROUP]; *group < after->ranks.n[0]; ++*group) {
        if (budget < 0) return PAUSED;
        i64 rank = after->ranks.at[*group], at = after->first.at[*group], size = inflow(rank, before, types, ways);
        int bits;
        i64 answer = gather_in_smallest(rank, before, types, ways, table, share * (double)size, &bits);
        if (answer != DONE) return answer;
        i64 count = *table->count.at;
        if (at + count > after->keys.n[0]) { clear(table); return NO_ROOM; }
        for (i64 i = 0; i < count; i++) {
            i64 slot = table->used.at[i];
            after->keys.at[at + i] = table->keys.at[slot], after->numbers.at[at + i] = table->numbers.at[slot];
        }
        clear(table);
        share = 0.9 * share + 0.1 * (double)count / (double)(size ? size : 1);
        after->first.at[*group + 1] = at + count;
        budget -= size + GROUP_STEPS;
    }
    return DONE;
}

/* -------- both ends meet */

/* Add a * b to the number with the three digits `total`, base 2^64, the lowest first. */
PUBLIC i64 KERNEL(add_product)(u64 *total, u64 a, u64 b) {
    u64 a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    u64 middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    u64 low = a * b, high = a1 * b1 + (middle >> 32) + (other >> 32);
    high += (total[0] += low) < low;
    total[2] += (total[1] += high) < high;
    return 0;
}

/* Lay all ways in the states from the other side; look up the states that complete the new ones in the table, and add
   up the products. */
static void match(
    i64 rank, const Layer *layer, const Types *types, const Ways *ways, Table *table, int bits, const Task *task) {
    u64 whole = *task->whole.at, *total = task->total.at;
    for (i64 t = 0; t < types->weight.n[0]; t++) {
        Range from = source(rank, t, types, layer);
        for (i64 w = ways->begin.at[t]; from.start < from.end && w < ways->begin.at[t + 1]; w++) {
            i64 size = lay(layer, from, ways, w, table);
            for (i64 i = 0; i < size; i++) {
                i64 slot = slot_of(table->keys.at, table->numbers.at, whole - table->new_keys.at[i], bits);
                u64 found = table->numbers.at[slot];
                if (found) KERNEL(add_product)(total, found, table->new_numbers.at[i]);
            }
        }
    }
}

/* Add up, over the states of one layer, the ways from one side times those from the other. `ahead`, `behind`: the
   layers on both sides of it. EVERY: the rank that two matching halves add up to; STATES counts the states. */
static i64 join(
    const Layer *ahead, const Layer *behind, const Types *types, const Ways *ways_ahead, const Ways *ways_behind,
    Table *table, Task *task, i64 budget) {
    double share = 0.1;
    for (i64 *group = &task->at.at[GROUP]; *group < task->ranks.n[0]; ++*group) {
        if (budget < 0) return PAUSED;
        i64 rank = task->ranks.at[*group], other = task->at.at[EVERY] - rank;
        i64 size = inflow(rank, ahead, types, ways_ahead), more = inflow(other, behind, types, ways_behind);
        if (size) {
            int bits;
            i64 answer = gather_in_smallest(rank, ahead, types, ways_ahead, table, share * (double)size, &bits);
            if (answer != DONE) return answer;
            share = 0.9 * share + 0.1 * (double)*table->count.at / (double)size;
            task->at.at[STATES] += *table->count.at;
            match(other, behind, types, ways_behind, table, bits, task);
            clear(table);
        }
        budget -= size + more + GROUP_STEPS;
    }
    return DONE;
}

/* -------- the door */

/* SPREAD from layer `first` to `last`, or JOIN them, with the ways of both sides. */
PUBLIC i64 KERNEL(count)(
    Layer *first, Layer *last, Types *types, Ways *ways, Ways *others, Table *table, Task *task, i64 what, i64 budget) {
    if (what == SPREAD) return spread(first, last, types, ways, table, task, budget);
    return join(first, last, types, ways, others, table, task, budget);
}
