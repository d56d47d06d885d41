"""The inner loops of the count, compiled by numba: from one layer of states to the next.

A layer is kept in groups of states that have used the same tiles. So a state is only its key: the
dots of the open vertices, a few bits each in one 64-bit word, and laying a tile adds a constant to
it. All states of one group come from a few groups of the layer before, one for each type of tile,
and are gathered in a hash table small enough for the processor's cache. Two layers that come from
both ends are joined in the same way; the layer between them is never stored.
"""

import numpy as np

from ...compiled.kernel_vectors import inlined_part, part
from .kernel_layout import DONE, EVERY, GROUP, NO_ROOM, OVERFLOW, PAUSED, SMALL, SPREAD, STATES

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: Knuth's multiplicative hashing
ONE, HALF, LOW = np.uint64(1), np.uint64(32), np.uint64(0xFFFFFFFF)
LEAST_BITS = 6
GROUP_STEPS = 50  # what a group costs besides its states


@inlined_part
def slot_of(keys, numbers, key, mask, shift):
    """Return the slot that holds the key, or the free one where it belongs."""
    slot = np.int64((key * GOLDEN) >> shift)
    while numbers[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@part
def clear_table(table):
    for i in range(table.count[0]):
        table.numbers[table.used[i]] = 0
    table.count[0] = 0


@part
def source_group(rank, t, types, layer):
    """Return the range (start, end) of the group that becomes the group `rank` by a tile of type t;
    empty if there is none."""
    if not rank // types.weight[t] % types.radix[t]:
        return 0, 0
    group = types.place[rank - types.weight[t]]
    return layer.first[group], layer.first[group + 1]


@part
def inflow(rank, layer, types, ways):
    """Count the states that flow into a group, before any are found not to fit, or to be equal."""
    total = 0
    for t in range(len(types.weight)):
        start, end = source_group(rank, t, types, layer)
        total += (end - start) * (ways.begin[t + 1] - ways.begin[t])
    return total


@part
def lay(layer, start, end, ways, w, table):
    """Lay way w on the face, in each state of a group that it fits; return their number. There is
    no branch, for it could not be predicted."""
    keys, numbers, new_keys, new_numbers = layer.keys, layer.numbers, table.new_keys, table.new_numbers
    add, shift, field, least, span = ways.add[w], ways.shift[w], ways.field[w], ways.least[w], ways.span[w]
    shift0, shift1, shift2 = shift[0], shift[1], shift[2]
    field0, field1, field2 = field[0], field[1], field[2]
    least0, least1, least2 = least[0], least[1], least[2]
    span0, span1, span2 = span[0], span[1], span[2]
    count = 0
    for i in range(start, end):
        key = keys[i]
        new_keys[count], new_numbers[count] = key + add, numbers[i]
        fits0 = (key >> shift0 & field0) - least0 <= span0  # below zero is a very large number
        fits1 = (key >> shift1 & field1) - least1 <= span1
        fits2 = (key >> shift2 & field2) - least2 <= span2
        count += fits0 & fits1 & fits2
    return count


@part
def pour_states(table, size, bits):
    """Add the new states to the table; return DONE, SMALL if it gets more than half full, or
    OVERFLOW."""
    keys, numbers, used, count = table.keys, table.numbers, table.used, table.count[0]
    mask, back, most = (1 << bits) - 1, np.uint64(64 - bits), 1 << (bits - 1)
    for i in range(size):
        key, number = table.new_keys[i], table.new_numbers[i]
        slot = slot_of(keys, numbers, key, mask, back)
        old = numbers[slot]
        if old == 0:
            if count == most:
                table.count[0] = count
                return SMALL
            keys[slot], used[count] = key, slot
            count += 1
        numbers[slot] = old + number
        if old + number < old:
            return OVERFLOW
    table.count[0] = count
    return DONE


@part
def gather_group(rank, layer, types, ways, table, bits):
    """Add all states of one group to the table, which is empty; return the answer of
    `pour_states`."""
    for t in range(len(types.weight)):
        start, end = source_group(rank, t, types, layer)
        for w in range(ways.begin[t], ways.begin[t + 1] if start < end else 0):
            what = pour_states(table, lay(layer, start, end, ways, w, table), bits)
            if what != DONE:
                return what
    return DONE


@part
def gather_in_smallest(rank, layer, types, ways, table, guess):
    """Gather a group in the smallest part of the table that can hold it, which stays in the cache;
    return the answer of `gather_group` and the bits of that part."""
    bits = LEAST_BITS
    while 1 << bits < 2 * guess:
        bits += 1
    while 1 << bits <= len(table.keys):
        what = gather_group(rank, layer, types, ways, table, bits)
        if what != SMALL:
            return what, bits
        clear_table(table)
        bits += 1
    return SMALL, bits


@part
def spread_layer(before, after, types, ways, table, task, budget):
    """Fill the groups of `after` from the next one on, for about `budget` steps; return an
    answer."""
    share = 0.1  # states that remain of those that flow in: a guess that learns
    while task.at[GROUP] < len(after.ranks):
        if budget < 0:
            return PAUSED
        group = task.at[GROUP]
        size = inflow(after.ranks[group], before, types, ways)
        what, _ = gather_in_smallest(after.ranks[group], before, types, ways, table, share * size)
        if what != DONE:
            return what
        at, count = after.first[group], table.count[0]
        if at + count > len(after.keys):
            clear_table(table)
            return NO_ROOM
        for i in range(count):
            slot = table.used[i]
            after.keys[at + i], after.numbers[at + i] = table.keys[slot], table.numbers[slot]
        clear_table(table)
        share = 0.9 * share + 0.1 * count / max(1, size)
        after.first[group + 1] = at + count
        task.at[GROUP] = group + 1
        budget -= size + GROUP_STEPS
    return DONE


@part
def add_product(total, a, b):
    """Add a * b to the number with the digits `total`, base 2^64, the lowest first."""
    a0, a1, b0, b1 = a & LOW, a >> HALF, b & LOW, b >> HALF
    middle = a1 * b0 + (a0 * b0 >> HALF)
    other = a0 * b1 + (middle & LOW)
    low, high = a * b, a1 * b1 + (middle >> HALF) + (other >> HALF)
    total[0] += low
    if total[0] < low:
        high += ONE
    total[1] += high
    if total[1] < high:
        total[2] += ONE


@part
def match_states(table, size, bits, whole, total):
    """Look up the states that complete the new ones, and add up the products."""
    mask, back = (1 << bits) - 1, np.uint64(64 - bits)
    for i in range(size):
        found = table.numbers[slot_of(table.keys, table.numbers, whole - table.new_keys[i], mask, back)]
        if found:
            add_product(total, found, table.new_numbers[i])


@part
def match_group(rank, layer, types, ways, table, bits, whole, total):
    """Lay all ways in the states from the other side, and match them with the table."""
    for t in range(len(types.weight)):
        start, end = source_group(rank, t, types, layer)
        for w in range(ways.begin[t], ways.begin[t + 1] if start < end else 0):
            match_states(table, lay(layer, start, end, ways, w, table), bits, whole, total)


@part
def join_layers(ahead, behind, types, ways_ahead, ways_behind, table, task, budget):
    """Add up, over the states of one layer, the ways from one side times those from the other.

    `ahead`, `behind`: the layers on both sides of it. task.at[EVERY]: the rank that two matching
    halves add up to; task.at[STATES] counts the states. Answers as `spread_layer` does.
    """
    share, ranks = 0.1, task.ranks
    while task.at[GROUP] < len(ranks):
        if budget < 0:
            return PAUSED
        rank = ranks[task.at[GROUP]]
        other = task.at[EVERY] - rank
        size, more = inflow(rank, ahead, types, ways_ahead), inflow(other, behind, types, ways_behind)
        if size:
            what, bits = gather_in_smallest(rank, ahead, types, ways_ahead, table, share * size)
            if what != DONE:
                return what
            share = 0.9 * share + 0.1 * table.count[0] / size
            task.at[STATES] += table.count[0]
            match_group(other, behind, types, ways_behind, table, bits, task.whole[0], task.total)
            clear_table(table)
        task.at[GROUP] += 1
        budget -= size + more + GROUP_STEPS
    return DONE


# -------- the entry


@part
def act(first, last, types, ways, others, table, task, what, budget):
    """SPREAD from layer `first` to `last`, or JOIN them, with the ways of both sides."""
    if what == SPREAD:
        return spread_layer(first, last, types, ways, table, task, budget)
    return join_layers(first, last, types, ways, others, table, task, budget)
