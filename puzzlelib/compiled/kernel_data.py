"""What the compiled search works on: lists of options in the arrays of a Search."""

import numpy as np

from .kernel_layout import BASE, CODE, LANES, SIZE, STEPS, STRIDE, WORDS
from .kernel_vectors import having, inlined_part, keep, keep_numbered, lowest, ones, part, union

ZERO, ONE = np.uint64(0), np.uint64(1)
EVERY_LANE = np.uint64((1 << LANES) - 1)


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
    flags = having(pool, start + block, bit) & (EVERY_LANE << np.uint64(i - block))
    while flags == ZERO:
        block += LANES
        if block >= end:
            return end
        flags = having(pool, start + block, bit)
    return min(end, block + lowest(flags))


@inlined_part
def count_having(pool, start, size, bit):
    """How many options of a list have the bit."""
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
def reaches(pool, start, stride, words, size, block, need, slack, reached):
    """Do the options that share no bit with `block` reach all bits of `need` that are not in `slack`?"""
    if words == 1:
        left = need[0] & ~slack[0]
        return union(pool, start, size, block[0]) & left == left
    if words == 2:
        return reaches_two(
            pool[start : start + size], pool[start + stride : start + stride + size], block, need, slack
        )
    for w in range(words):
        reached[w] = slack[w]
    for i in range(size):
        if not shared(pool, start + i, stride, words, block):
            for w in range(words):
                reached[w] |= pool[start + w * stride + i]
    missing = ZERO
    for w in range(words):
        missing |= need[w] & ~reached[w]
    return missing == ZERO


@part
def reaches_two(a, b, block, need, slack):
    """The same for two words, in a loop that the compiler turns into vectors."""
    x, y, all_a, all_b = block[0], block[1], ZERO, ZERO
    for i in range(len(a)):
        kept = ((a[i] & x) | (b[i] & y)) == ZERO
        all_a |= a[i] if kept else ZERO
        all_b |= b[i] if kept else ZERO
    return (need[0] & ~slack[0] & ~all_a) | (need[1] & ~slack[1] & ~all_b) == ZERO


@part
def copy_kept(pool, start, stride, words, numbered, size, block, to, to_stride):
    """Copy the options that share no bit with `block`, and their numbers if there are any; how many."""
    padding = whole(size) - size
    if words == 1 and numbered:
        kept = keep_numbered(pool, start, size, block[0], to, stride, to_stride) - padding
    elif words == 1:
        kept = keep(pool, start, size, block[0], to) - padding
    else:
        kept = 0
        for i in range(size):
            for row in range(words + numbered):
                pool[to + row * to_stride + kept] = pool[start + row * stride + i]
            kept += shared(pool, start + i, stride, words, block) == ZERO
    pad(pool, to, to_stride, words, kept)
    return kept


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
    f = s.frames[d]
    words, start, stride, live = f[WORDS], f[BASE], f[STRIDE], s.live[d]
    total = 0
    for w in range(words):
        total += ones(live[w])
    fewer = max(1, (total + 63) // 64)
    if fewer >= words:
        return
    numbered = s.chosen.size > 0
    option, steps = s.scratch[1], s.steps
    for w in range(len(live)):
        plan(live[w], steps[w])
    for i in range(f[SIZE]):
        for w in range(words):
            option[w] = s.pool[start + w * stride + i]
        shorten(option, live, steps)
        for w in range(fewer):
            s.pool[start + w * stride + i] = option[w]
        if numbered:
            s.pool[start + fewer * stride + i] = pool_number(s, start, stride, words, i)
    pad(s.pool, start, stride, fewer, f[SIZE])
    shorten(s.need[d], live, steps)
    if s.spend.size:
        rename(s, f[CODE], live)
    for w in range(len(live)):
        option[w] = live[w]
    shorten(live, option[: len(live)], steps)
    f[WORDS] = fewer
    f[CODE] += 1


@part
def pool_number(s, start, stride, words, i):
    """The number of an option of a list."""
    return s.pool[start + words * stride + i]


@part
def plan(keep, steps):
    """How the bits that stand under the bits of `keep` move together: those under steps[j] by 2^j places
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
    for w in range(s.pieces.shape[1]):  # to assign a row as a whole would compile numpy's complaints, too
        s.pieces[code + 1, w] = s.pieces[code, w]
    shorten(s.pieces[code + 1], live, s.steps)
