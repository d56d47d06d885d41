"""Data of the compiled search: lists of options in the arrays of a Search."""

import numpy as np

from .kernel_layout import BASE, CODE, LANES, PLANES, SIZE, STEPS, STRIDE, WORDS
from .kernel_vectors import (
    having,
    inlined_part,
    keep_marked,
    lowest,
    mark_apart,
    ones,
    part,
    union,
    union_marked,
)

ZERO, ONE = np.uint64(0), np.uint64(1)
EVERY = np.uint64((1 << 64) - 1)


# -------- lists of options


@inlined_part
def whole(size):
    """A size rounded up to whole vectors."""
    return (size + LANES - 1) & ~(LANES - 1)


@inlined_part
def next_having(pool, start, i, end, bit):
    """The first place from i on, before `end`, whose option has the bit; `end` if there is none."""
    if i >= end:
        return end
    block = i & ~(LANES - 1)
    flags = having(pool, start + block, bit) & (EVERY << np.uint64(i - block))
    while flags == ZERO:
        block += LANES
        if block >= end:
            return end
        flags = having(pool, start + block, bit)
    return min(end, block + lowest(flags))


@inlined_part
def next_marked(marks, i, end):
    """The first place from i on, before `end`, that has a bit in `marks`; `end` if there is none."""
    if i >= end:
        return end
    word = i >> 6
    flags = marks[word] & (EVERY << np.uint64(i & 63))
    while flags == ZERO:
        word += 1
        if word << 6 >= end:
            return end
        flags = marks[word]
    return min(end, (word << 6) + lowest(flags))


@inlined_part
def fewest(counted, bits):
    """Return the least number of options that a bit has, and the bits with it; 2^PLANES where all of
    them have as many or more."""
    least, few = 0, bits & ~counted[PLANES]
    if few == ZERO:
        return 1 << PLANES, bits
    for j in range(PLANES - 1, -1, -1):
        without = few & ~counted[j]
        if without:
            few = without
        else:
            least += 1 << j
    return least, few


@inlined_part
def count_having(pool, start, size, bit):
    """Count the options of a list that have the bit."""
    total = 0
    for i in range(0, size, LANES):
        total += ones(having(pool, start + i, bit))
    return total


@inlined_part
def shared(pool, place, stride, words, block):
    """The bits that the option at a place shares with `block`, all its words united."""
    common = ZERO
    for w in range(words):
        common |= pool[place + w * stride] & block[w]
    return common


@part
def mark_left(pool, start, stride, words, size, block, marks):
    """Mark the options of a list that share no bit with `block`."""
    for w in range(words):
        mark_apart(pool, start + w * stride, size, block[w], marks, w > 0)


@part
def reaches(pool, start, stride, words, size, need, marks):
    """Do the marked options reach all bits of `need`?"""
    missing = ZERO
    for w in range(words):
        missing |= need[w] & ~union_marked(pool, start + w * stride, size, marks)
    return missing == ZERO


@part
def may_follow(pool, start, stride, words, size, option, need):
    """Do the options that share no bit with `option` reach all the rest of `need`? For one word or two."""
    if words == 1:
        left = need[0] & ~option[0]
        return union(pool, start, size, option[0]) & left == left
    first, second = pool[start : start + size], pool[start + stride : start + stride + size]
    return two_reach(first, second, option[0], option[1], need[0] & ~option[0], need[1] & ~option[1])


@part
def two_reach(a, b, x, y, left_a, left_b):
    """`may_follow` for two words: a plain loop, which the compiler turns into vectors."""
    all_a, all_b = ZERO, ZERO
    for i in range(len(a)):
        kept = ((a[i] & x) | (b[i] & y)) == ZERO
        all_a |= a[i] if kept else ZERO
        all_b |= b[i] if kept else ZERO
    return (left_a & ~all_a) | (left_b & ~all_b) == ZERO


@part
def copy_marked(pool, start, stride, rows, size, marks, to, to_stride):
    """Copy the marked options of a list, and their numbers if there are any; how many."""
    kept = 0
    for row in range(rows):
        kept = keep_marked(pool, start + row * stride, size, marks, to + row * to_stride)
    return kept - (whole(size) - size)


@part
def pad(pool, start, stride, words, size):
    """Zeros behind a list."""
    for w in range(words):
        for i in range(size, size + LANES):
            pool[start + w * stride + i] = ZERO


# -------- fewer words


@part
def write_shorter(s, d):
    """Write the options of a depth in fewer words, if the items left fit; the numbers follow behind."""
    f, steps = s.frames[d], s.steps
    words, total = f[WORDS], 0
    live = s.live[d, :words]  # behind these words stands what another path has left
    for w in range(words):
        total += ones(live[w])
    fewer = max(1, (total + 63) // 64)
    if fewer >= words:
        return
    for w in range(words):
        plan(live[w], steps[w])
    shorten_list(s, d, live, fewer)
    shorten(s.need[d], live, steps)
    if s.spend.size:
        rename(s, f[CODE], live)
    shorten(live, live, steps)
    f[WORDS] = fewer
    f[CODE] += 1


@part
def shorten_list(s, d, live, fewer):
    """Write the options of a depth in fewer words, and their numbers behind them."""
    f, offset = s.frames[d], 0
    start, stride, size = f[BASE], f[STRIDE], f[SIZE]
    for w in range(len(live)):
        shorten_row(s.pool, start, stride, size, w, live[w], s.steps[w], offset)
        offset += ones(live[w])
    for i in range(size if s.chosen.size else 0):
        s.pool[start + fewer * stride + i] = pool_number(s, start, stride, len(live), i)
    pad(s.pool, start, stride, fewer, size)


@part
def pool_number(s, start, stride, words, i):
    """The number of an option of a list."""
    return s.pool[start + words * stride + i]


@part
def plan(keep, steps):
    """Plan how the bits under those of `keep` move together: those under steps[j] by 2^j places
    (H. S. Warren, Hacker's Delight, compress)."""
    gaps = ~keep << ONE
    for j in range(STEPS):
        odd = gaps  # here and below an odd number of gaps that are left
        for k in range(STEPS):
            odd ^= odd << (ONE << np.uint64(k))
        steps[j] = odd & keep
        keep = (keep ^ steps[j]) | (steps[j] >> (ONE << np.uint64(j)))
        gaps &= ~odd


@part
def gather(x, steps):
    """The bits of x moved together at the low end, as planned."""
    for j in range(STEPS):
        moving = x & steps[j]
        x = (x ^ moving) | (moving >> (ONE << np.uint64(j)))
    return x


@part
def shorten_row(pool, start, stride, size, w, live, steps, offset):
    """Move the live bits of row w of a list together, to the bits from `offset` on of the rows before."""
    row = pool[start + w * stride : start + w * stride + size]
    low = pool[start + (offset >> 6) * stride : start + (offset >> 6) * stride + size]
    shift = np.uint64(offset & 63)
    for i in range(size):
        bits = gather(row[i] & live, steps)
        row[i] = ZERO
        low[i] |= bits << shift
        if (offset & 63) + ones(live) > 64:
            pool[start + ((offset >> 6) + 1) * stride + i] |= bits >> (np.uint64(64) - shift)


@part
def shorten(mask, live, steps):
    """Move the live bits of a mask together, in place."""
    offset = 0
    for w in range(len(live)):
        bits, width = gather(mask[w] & live[w], steps[w]), ones(live[w])
        mask[w] = ZERO
        mask[offset >> 6] |= bits << np.uint64(offset & 63)
        if (offset & 63) + width > 64:
            mask[(offset >> 6) + 1] |= bits >> np.uint64(64 - (offset & 63))
        offset += width


@part
def rename(s, code, live):
    """Note where each item stands after `write_shorter`."""
    for item in range(s.place.shape[1]):
        at = s.place[code, item]
        s.place[code + 1, item] = -1
        if at >= 0 and live[at >> 6] & (ONE << np.uint64(at & 63)):
            below = ones(live[at >> 6] & ((ONE << np.uint64(at & 63)) - ONE))
            for w in range(at >> 6):
                below += ones(live[w])
            s.place[code + 1, item] = below
    for w in range(s.pieces.shape[1]):  # to assign the whole row would compile numpy's error messages as well
        s.pieces[code + 1, w] = s.pieces[code, w]
    shorten(s.pieces[code + 1], live, s.steps)
