"""The inner part of `compiled`: a depth-first search over exact covers in arrays, made into machine code by numba.

An option is a set of items, a bit each, in as many 64-bit words as it takes. Each depth of the search keeps the options that
are still possible in a list of its own: one row of words behind the other in `pool`, then, where they are wanted, a row with
the options' numbers. So going back costs nothing, and the search can stop between any two steps and go on later.

What makes it fast:
- A candidate is first only tried: one pass over the list, 8 options at a time, unites all options that would remain. If they
  do not reach every item that would remain, the candidate is dead; more than half of them end here.
- The list of the next depth is squeezed together, 8 options at a time.
- Counters that hold one bit for each item find the items with 1, 2, 3 or 4 options without counting any item by itself.
- As soon as the items left fit into fewer words, the options are written anew in fewer words: the Tetris Cube's 76 items
  are 64 or fewer when two pieces lie.
- Near the root, options that could not be followed by anything are dropped at once.
"""

from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 8  # options in one vector; lists are padded with zeros to whole vectors
ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
EVERY_LANE = np.uint64((1 << LANES) - 1)
LEVELS = 5  # the counters tell 0, 1, 2, 3, 4 and more options apart
PRUNED_DEPTH = 2  # down to this depth, options that nothing could follow are dropped
SAMPLE = 24  # nodes of the second level that `survey` looks at, below each of the first
BASE, STRIDE, SIZE, POS, END, WORDS, CODE, TOGO, ITEM_WORD, FIELDS = range(10)  # columns of Search.frames
DEPTH, FOUND, TRIED, NODES, WORK, FILLED, PRUNED, COUNTERS = range(8)  # entries of Search.count
DONE, PAUSED, FULL, NO_ROOM = range(4)  # what `run` answers
DEAD, SOLVED, OPENED, NO_SPACE = range(4)  # what `attempt` answers


class Search(NamedTuple):
    """A search, all of it in arrays. D: depths, W: words, T: kinds of pieces, N: options, I: items."""

    pool: np.ndarray  # uint64: the lists of options
    frames: np.ndarray  # int64 (D, FIELDS): where each depth's list is, and how far the search is in it
    need: np.ndarray  # uint64 (D, W): items not covered yet
    live: np.ndarray  # uint64 (D, W): these, and the marks of copies that may still be used
    item: np.ndarray  # uint64 (D,): the bit of the item that is branched on
    chosen: np.ndarray  # int64 (D,): numbers of the options chosen so far
    left: np.ndarray  # int64 (D, T): copies left of each kind of piece
    spend: np.ndarray  # uint8 (N, T): copies that each option uses; no rows where each piece is there once
    mark: (
        np.ndarray
    )  # int64 (T + 1,): the first of each piece's items; piece t is used j times at once: item mark[t]+j-1
    place: np.ndarray  # int64 (W + 1, I): the bit of each item, for each way of writing (they get shorter)
    pieces: np.ndarray  # uint64 (W + 1, W): the bits that are pieces, for each way of writing
    count: np.ndarray  # int64 (COUNTERS,)
    out: np.ndarray  # int32 (rows, pieces): buffer for solutions; no rows: only count
    scratch: np.ndarray  # uint64 (4, W + LEVELS)
    block: np.ndarray  # uint64 (W,): what the candidate rules out


def fast(function):
    """Compiled, without Python's lock, and kept on disk where there is a folder for it."""
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:  # no folder that can be written to
        return njit(nogil=True)(function)


def inlined(function):
    """Compiled into whatever calls it: for what is called ten million times a second."""
    return njit(nogil=True, forceinline=True)(function)


# ---------------------------------------------------------------- vectors: what numba's own loops are too slow for

WORD = ir.IntType(64)
VECTOR = ir.VectorType(WORD, LANES)
NOTHING, ANYTHING = ir.Constant(VECTOR, [0] * LANES), ir.Constant(VECTOR, ir.Undefined)


def lanes(numbers):
    """Lane numbers for a shuffle."""
    return ir.Constant(ir.VectorType(ir.IntType(32), LANES), list(numbers))


def pointer(context, builder, kind, array, start):
    """The address of array[start]."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [start])


def as_vector(builder, place):
    return builder.bitcast(place, VECTOR.as_pointer())


def load(builder, start, index):
    return builder.load(as_vector(builder, builder.gep(start, [index])), align=8)


def splat(builder, value):
    """A vector with the same value in every lane."""
    first = builder.insert_element(ANYTHING, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, ANYTHING, lanes([0] * LANES))


def apart(builder, options, mask):
    """A flag for each option: does it share no bit with the mask?"""
    return builder.icmp_unsigned("==", builder.and_(options, mask), NOTHING)


def llvm(builder, name, result, *args):
    """Call one of LLVM's own functions."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def how_many(builder, flags):
    byte = builder.bitcast(flags, ir.IntType(LANES))
    return builder.zext(llvm(builder, f"llvm.ctpop.i{LANES}", ir.IntType(LANES), byte), WORD)


def squeeze(builder, options, flags, place):
    """Store the flagged options side by side; what lies behind them is overwritten."""
    packed = llvm(builder, f"llvm.experimental.vector.compress.v{LANES}i64", VECTOR, options, flags, ANYTHING)
    builder.store(packed, as_vector(builder, place), align=8)


def blocks(builder, size):
    """A loop over whole vectors."""
    return cgutils.for_range_slice(builder, ir.Constant(WORD, 0), size, ir.Constant(WORD, LANES), inc=True)


@intrinsic
def union(typing, data, start, size, mask):
    """The union of the options in data[start:start+size] that share no bit with `mask`."""

    def build(context, builder, signature, args):
        array, start, size, mask = args
        first, wide = pointer(context, builder, signature.args[0], array, start), splat(builder, mask)
        total = cgutils.alloca_once_value(builder, NOTHING)
        with blocks(builder, size) as (index, _):
            options = load(builder, first, index)
            kept = builder.select(apart(builder, options, wide), options, NOTHING)
            builder.store(builder.or_(builder.load(total), kept), total)
        return llvm(builder, f"llvm.vector.reduce.or.v{LANES}i64", WORD, builder.load(total))

    return types.uint64(data, types.int64, types.int64, types.uint64), build


@intrinsic
def keep(typing, data, start, size, mask, to):
    """Copy the options of data[start:start+size] that share no bit with `mask` to data[to:]; how many, zeros at the end included."""

    def build(context, builder, signature, args):
        array, start, size, mask, to = args
        first, goal = (pointer(context, builder, signature.args[0], array, at) for at in (start, to))
        wide, count = splat(builder, mask), cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
        with blocks(builder, size) as (index, _):
            options, at = load(builder, first, index), builder.load(count)
            flags = apart(builder, options, wide)
            squeeze(builder, options, flags, builder.gep(goal, [at]))
            builder.store(builder.add(at, how_many(builder, flags)), count)
        return builder.load(count)

    return types.int64(data, types.int64, types.int64, types.uint64, types.int64), build


@intrinsic
def keep_numbered(typing, data, start, size, mask, to, row, to_row):
    """The same, and a second row with it: from data[start+row] to data[to+to_row]."""

    def build(context, builder, signature, args):
        array, start, size, mask, to, row, to_row = args
        first, goal = (pointer(context, builder, signature.args[0], array, at) for at in (start, to))
        wide, count = splat(builder, mask), cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
        with blocks(builder, size) as (index, _):
            options, at = load(builder, first, index), builder.load(count)
            numbers, flags = load(builder, first, builder.add(row, index)), apart(builder, options, wide)
            squeeze(builder, options, flags, builder.gep(goal, [at]))
            squeeze(builder, numbers, flags, builder.gep(goal, [builder.add(to_row, at)]))
            builder.store(builder.add(at, how_many(builder, flags)), count)
        return builder.load(count)

    return types.int64(
        data, types.int64, types.int64, types.uint64, types.int64, types.int64, types.int64
    ), build


@intrinsic
def having(typing, data, start, bit):
    """A flag for each of the options data[start:start+LANES], as bits: has it the bit?"""

    def build(context, builder, signature, args):
        array, start, bit = args
        options = load(
            builder, pointer(context, builder, signature.args[0], array, start), ir.Constant(WORD, 0)
        )
        flags = builder.not_(apart(builder, options, splat(builder, bit)))
        return builder.zext(builder.bitcast(flags, ir.IntType(LANES)), WORD)

    return types.uint64(data, types.int64, types.uint64), build


def merged(builder, a, b):
    """Counters of two groups of options become those of both: j or more in all are i or more here and j-i or more there."""
    result = []
    for j in range(LEVELS):
        total = builder.or_(a[j], b[j])
        for i in range(j):
            total = builder.or_(total, builder.and_(a[i], b[j - 1 - i]))
        result.append(total)
    return result


@intrinsic
def at_least(typing, data, start, size, levels, to):
    """levels[to+j-1] gets the bits that at least j of the options data[start:start+size] have, for j up to LEVELS."""

    def build(context, builder, signature, args):
        array, start, size, levels, to = args
        first = pointer(context, builder, signature.args[0], array, start)
        goal = pointer(context, builder, signature.args[3], levels, to)
        slots = [cgutils.alloca_once_value(builder, NOTHING) for _ in range(LEVELS)]
        with blocks(builder, size) as (index, _):
            options, old = load(builder, first, index), [builder.load(slot) for slot in slots]
            for j in range(LEVELS):
                more = builder.and_(old[j - 1], options) if j else options
                builder.store(builder.or_(old[j], more), slots[j])
        now, shift = [builder.load(slot) for slot in slots], LANES // 2
        while shift:
            order = lanes((lane + shift) % LANES for lane in range(LANES))
            now, shift = merged(builder, now, [builder.shuffle_vector(v, v, order) for v in now]), shift // 2
        for j in range(LEVELS):
            value = builder.extract_element(now[j], ir.Constant(ir.IntType(32), 0))
            builder.store(value, builder.gep(goal, [ir.Constant(WORD, j)]))
        return context.get_dummy_value()

    return types.void(data, types.int64, types.int64, levels, types.int64), build


@intrinsic
def lowest(typing, value):
    """The number of the lowest bit that is set."""

    def build(context, builder, signature, args):
        return llvm(builder, "llvm.cttz.i64", WORD, args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), build


@intrinsic
def ones(typing, value):
    """The number of bits that are set."""

    def build(context, builder, signature, args):
        return llvm(builder, "llvm.ctpop.i64", WORD, args[0])

    return types.int64(types.uint64), build


# ---------------------------------------------------------------- lists of options


@inlined
def whole(size):
    """A size rounded up to whole vectors."""
    return (size + LANES - 1) & ~(LANES - 1)


@inlined
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


@inlined
def count_having(pool, start, size, bit):
    """How many options of a list have the bit."""
    total = 0
    for i in range(0, size, LANES):
        total += ones(having(pool, start + i, bit))
    return total


@fast
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
        common = ZERO
        for w in range(words):
            common |= pool[start + w * stride + i] & block[w]
        if common == ZERO:
            for w in range(words):
                reached[w] |= pool[start + w * stride + i]
    missing = ZERO
    for w in range(words):
        missing |= need[w] & ~reached[w]
    return missing == ZERO


@fast
def reaches_two(a, b, block, need, slack):
    """The same for two words, in a loop that the compiler turns into vectors."""
    x, y, all_a, all_b = block[0], block[1], ZERO, ZERO
    for i in range(len(a)):
        kept = ((a[i] & x) | (b[i] & y)) == ZERO
        all_a |= a[i] if kept else ZERO
        all_b |= b[i] if kept else ZERO
    return (need[0] & ~slack[0] & ~all_a) | (need[1] & ~slack[1] & ~all_b) == ZERO


@fast
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
            common = ZERO
            for w in range(words):
                common |= pool[start + w * stride + i] & block[w]
            for row in range(words + numbered):
                pool[to + row * to_stride + kept] = pool[start + row * stride + i]
            kept += common == ZERO
    pad(pool, to, to_stride, words, kept)
    return kept


@fast
def pad(pool, start, stride, words, size):
    """Zeros behind a list."""
    for w in range(words):
        for i in range(size, size + LANES):
            pool[start + w * stride + i] = ZERO


@fast
def clear(words):
    for w in range(len(words)):
        words[w] = ZERO


@fast
def gather(x, keep):
    """The bits of x that stand under the bits of `keep`, moved together at the low end."""
    result, place = ZERO, ZERO
    while keep:
        bit = keep & (~keep + ONE)
        keep ^= bit
        if x & bit:
            result |= ONE << place
        place += ONE
    return result


# ---------------------------------------------------------------- the search


@fast
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
    new = np.zeros(fewer + 1, np.uint64)
    for i in range(f[SIZE]):
        number = pool_number(s, start, stride, words, i) if numbered else ZERO
        collect(s.pool, start, stride, words, i, live, new)
        for w in range(fewer):
            s.pool[start + w * stride + i] = new[w]
        if numbered:
            s.pool[start + fewer * stride + i] = number
    pad(s.pool, start, stride, fewer, f[SIZE])
    shorten(s.need[d], live, new)
    code = f[CODE]
    if s.spend.size:
        rename(s, code, live, new, words)
    shorten(live, live.copy(), new)
    f[WORDS], f[CODE] = fewer, code + 1


@fast
def pool_number(s, start, stride, words, i):
    """The number of an option of a list."""
    return s.pool[start + words * stride + i]


@fast
def put(value, width, offset, new):
    """Put `width` bits into the words of `new`, from bit `offset` on."""
    w, shift = offset >> 6, np.uint64(offset & 63)
    new[w] |= value << shift
    if (offset & 63) + width > 64:
        new[w + 1] |= value >> (np.uint64(64) - shift)


@fast
def collect(pool, start, stride, words, i, live, new):
    """One option's live bits, moved together, into `new`."""
    clear(new)
    offset = 0
    for w in range(words):
        put(gather(pool[start + w * stride + i], live[w]), ones(live[w]), offset, new)
        offset += ones(live[w])


@fast
def shorten(mask, live, new):
    """The same for one mask, in place."""
    clear(new)
    offset = 0
    for w in range(len(live)):
        if offset >> 6 < len(new):
            put(gather(mask[w], live[w]), ones(live[w]), offset, new)
        offset += ones(live[w])
    clear(mask)
    for w in range(len(new) - 1):
        mask[w] = new[w]


@fast
def rename(s, code, live, new, words):
    """Note where each item stands after `write_shorter`."""
    for item in range(s.place.shape[1]):
        at = s.place[code, item]
        s.place[code + 1, item] = -1
        if at >= 0 and live[at >> 6] & (ONE << np.uint64(at & 63)):
            below = ones(live[at >> 6] & ((ONE << np.uint64(at & 63)) - ONE))
            for w in range(at >> 6):
                below += ones(live[w])
            s.place[code + 1, item] = below
    for w in range(s.pieces.shape[1]):
        s.pieces[code + 1, w] = s.pieces[code, w]
    shorten(s.pieces[code + 1], live, new)


@fast
def branch_bits(s, d, w):
    """The items of a word that may be branched on: cells, and pieces of which one copy is left."""
    bits = s.need[d, w]
    if s.spend.size:
        code = s.frames[d, CODE]
        for t in range(s.left.shape[1]):
            at = s.place[code, s.mark[t]]
            if s.left[d, t] > 1 and at >= 0 and at >> 6 == w:
                bits &= ~(ONE << np.uint64(at & 63))
    return bits


@fast
def choose(s, d):
    """Find the item with the fewest options; the first of them, where several have as few."""
    f, levels, words = s.frames[d], s.scratch[3], s.frames[d, WORDS]
    best, best_word, best_bit = f[SIZE] + 1, 0, ZERO
    for w in range(words):
        start, bits = f[BASE] + w * f[STRIDE], branch_bits(s, d, w)
        if bits == ZERO:
            continue
        at_least(s.pool, start, f[SIZE], levels, 0)
        few = False
        for j in range(1, min(LEVELS, best)):
            exactly = levels[j - 1] & ~levels[j] & bits
            if exactly:
                best, best_word, best_bit, few = j, w, exactly & (~exactly + ONE), True
                break
        while bits and not few and best >= LEVELS:
            bit = bits & (~bits + ONE)
            bits ^= bit
            size = count_having(s.pool, start, f[SIZE], bit)
            if size < best:
                best, best_word, best_bit = size, w, bit
    f[ITEM_WORD], s.item[d] = best_word, best_bit


@fast
def rule_out(s, d, i):
    """Write into `block` what option i of depth d rules out, and into depth d+1 what is left; the copies that it uses."""
    f, block = s.frames[d], s.block
    words, used = f[WORDS], 1
    for w in range(words):
        block[w] = s.pool[f[BASE] + w * f[STRIDE] + i]
    if s.spend.size:
        used = use_copies(s, d, pool_number(s, f[BASE], f[STRIDE], words, i))
    for w in range(words):
        s.need[d + 1, w], s.live[d + 1, w] = s.need[d, w] & ~block[w], s.live[d, w] & ~block[w]
    return used


@fast
def use_copies(s, d, number):
    """Count the copies of the pieces down; rule out the options that use more than are left."""
    code, used, block = s.frames[d, CODE], 0, s.block
    for w in range(s.frames[d, WORDS]):
        block[w] &= ~s.pieces[code, w]
    for t in range(s.left.shape[1]):
        many = s.spend[number, t]
        used += many
        s.left[d + 1, t] = s.left[d, t] - many
        for j in range(s.left[d, t] - many, min(s.left[d, t], s.mark[t + 1] - s.mark[t])):
            at = s.place[code, s.mark[t] + j]
            if at >= 0:
                block[at >> 6] |= ONE << np.uint64(at & 63)
    return used


@fast
def attempt(s, d, i):
    """Choose option i of depth d: DEAD, SOLVED, or OPENED, with depth d+1 ready; NO_SPACE where `pool` is too small."""
    f, g = s.frames[d], s.frames[d + 1]
    words, size, numbered = f[WORDS], f[SIZE], s.chosen.size > 0
    togo = f[TOGO] - rule_out(s, d, i)
    s.count[TRIED] += 1
    s.count[WORK] += size + 4 * LANES
    rest = ZERO
    for w in range(words):
        rest |= s.need[d + 1, w]
    if rest == ZERO:
        return SOLVED
    if not reaches(
        s.pool, f[BASE], f[STRIDE], words, size, s.block, s.need[d + 1], s.scratch[0], s.scratch[2]
    ):
        return DEAD
    if togo == 1:
        return SOLVED
    rows = words + numbered
    g[BASE] = f[BASE] + (rows * f[STRIDE] if rows > 1 else whole(size) + LANES)
    g[STRIDE] = whole(size) + LANES
    if g[BASE] + (rows + 1) * g[STRIDE] > s.pool.size:
        return NO_SPACE
    g[SIZE] = copy_kept(s.pool, f[BASE], f[STRIDE], words, numbered, size, s.block, g[BASE], g[STRIDE])
    g[WORDS], g[CODE], g[TOGO] = words, f[CODE], togo
    open_frame(s, d + 1)
    return OPENED


@inlined
def fewest(pool, start, size, scratch):
    """`choose` for one word."""
    at_least(pool, start, size, scratch, 3 * scratch.shape[1])
    for j in range(LEVELS - 1):
        exactly = scratch[3, j] & ~scratch[3, j + 1]
        if exactly:
            return exactly & (~exactly + ONE)
    best, best_bit, bits = size + 1, ZERO, scratch[3, 0]
    while bits:
        bit = bits & (~bits + ONE)
        bits ^= bit
        many = count_having(pool, start, size, bit)
        if many < best:
            best, best_bit = many, bit
    return best_bit


@fast
def open_frame(s, d):
    """Make a depth, whose list is there, ready: in as few words as possible, hopeless options dropped, its item chosen."""
    f = s.frames[d]
    if f[WORDS] > 1:
        write_shorter(s, d)
    if d <= s.count[PRUNED] and f[WORDS] <= 2 and not s.spend.size:
        drop_hopeless(s, d)
    choose(s, d)
    f[POS], f[END] = 0, f[SIZE]
    s.count[NODES] += 1


@fast
def drop_hopeless(s, d):
    """Drop the options after which some item could not be covered any more."""
    f, option, kept = s.frames[d], s.scratch[1], 0
    start, stride, words, size = f[BASE], f[STRIDE], f[WORDS], f[SIZE]
    if f[TOGO] < 2:
        return
    s.count[WORK] += size * size // 2
    for i in range(size):
        for w in range(words):
            option[w] = s.pool[start + w * stride + i]
        if reaches(s.pool, start, stride, words, size, option, s.need[d], option, s.scratch[2]):
            for row in range(words + (s.chosen.size > 0)):
                s.pool[start + row * stride + kept] = s.pool[start + row * stride + i]
            kept += 1
    f[SIZE] = kept
    pad(s.pool, start, stride, words, kept)


@fast
def write_solution(s, d, i):
    """Write the options chosen, and the one that is left if one is, into the buffer."""
    row, f = s.out[s.count[FILLED]], s.frames[d]
    rule_out(s, d, i)
    s.count[FILLED] += 1
    for k in range(len(row)):
        row[k] = s.chosen[k] if k <= d else -1
    if d + 1 < len(row):
        for i in range(f[SIZE]):
            common = ZERO
            for w in range(f[WORDS]):
                common |= s.pool[f[BASE] + w * f[STRIDE] + i] & s.block[w]
            if common == ZERO:
                row[d + 1] = pool_number(s, f[BASE], f[STRIDE], f[WORDS], i)
                return


@fast
def dive(pool, frames, need, item, chosen, scratch, count, out, limit):
    """`run` for the depths from count[DEPTH] on, where options are one word and each piece is there once.

    Nearly all of the time is spent here. It gets arrays, not a Search: for each of a tuple's arrays numba would count
    references in every step. It answers DONE when the search comes back to the depth above.
    """
    d, first, writing, numbered = count[DEPTH], count[DEPTH], len(out) > 0, chosen.size > 0
    work, tried, nodes, found, filled = count[WORK], 0, 0, 0, count[FILLED]
    answer = DONE
    while d >= first:
        start, size, end = frames[d, BASE], frames[d, SIZE], frames[d, END]
        if work > limit:
            answer = PAUSED
            break
        if writing and filled == len(out):
            answer = FULL
            break
        i = next_having(pool, start, frames[d, POS], end, item[d])
        if i >= end:
            d -= 1
            continue
        stride = whole(size) + LANES
        to = start + (2 * frames[d, STRIDE] if numbered else stride)
        if to + 2 * stride > pool.size:
            answer = NO_ROOM
            break
        frames[d, POS] = i + 1
        if numbered:
            chosen[d] = pool[start + frames[d, STRIDE] + i]
        option = pool[start + i]
        rest, togo = need[d, 0] & ~option, frames[d, TOGO] - 1
        tried += 1
        work += size + 4 * LANES
        if union(pool, start, size, option) != rest:
            continue
        if togo <= 1:
            found += 1
            if writing:
                write_last(pool, start, frames[d, STRIDE], size, option, rest, chosen, d, out, filled)
                filled += 1
            continue
        if numbered:
            kept = keep_numbered(pool, start, size, option, to, frames[d, STRIDE], stride)
        else:
            kept = keep(pool, start, size, option, to)
        kept -= whole(size) - size
        for k in range(LANES):
            pool[to + kept + k] = ZERO
        d += 1
        nodes += 1
        need[d, 0] = rest
        frames[d, BASE], frames[d, STRIDE], frames[d, SIZE], frames[d, TOGO] = to, stride, kept, togo
        frames[d, WORDS], frames[d, POS], frames[d, END], frames[d, ITEM_WORD] = 1, 0, kept, 0
        item[d] = fewest(pool, to, kept, scratch)
    count[DEPTH], count[WORK], count[FILLED] = d, work, filled
    count[TRIED] += tried
    count[NODES] += nodes
    count[FOUND] += found
    return answer


@fast
def write_last(pool, start, stride, size, option, rest, chosen, d, out, row):
    """`write_solution` for one word: the options chosen, and the one that fills the rest if something is left."""
    for k in range(out.shape[1]):
        out[row, k] = chosen[k] if k <= d else -1
    for i in range(size):
        if rest and pool[start + i] == rest:
            out[row, d + 1] = pool[start + stride + i]


@fast
def run(s, budget):
    """Search on until about `budget` options were looked at (PAUSED), the buffer is full (FULL) or all is searched (DONE)."""
    limit, answer = s.count[WORK] + budget, DONE
    while s.count[DEPTH] >= 0 and answer == DONE:
        d = s.count[DEPTH]
        if s.frames[d, WORDS] == 1 and not s.spend.size and d >= s.count[PRUNED]:
            answer = dive(s.pool, s.frames, s.need, s.item, s.chosen, s.scratch, s.count, s.out, limit)
        else:
            answer = step(s, d, limit)
    return answer


@fast
def step(s, d, limit):
    """Try the next candidate of depth d, or go back; the general way."""
    frames, writing = s.frames, len(s.out) > 0
    if s.count[WORK] > limit:
        return PAUSED
    if writing and s.count[FILLED] == len(s.out):
        return FULL
    start, end = frames[d, BASE] + frames[d, ITEM_WORD] * frames[d, STRIDE], frames[d, END]
    i = next_having(s.pool, start, frames[d, POS], end, s.item[d])
    if i >= end:
        s.count[DEPTH] = d - 1
        return DONE
    if s.chosen.size:
        s.chosen[d] = pool_number(s, frames[d, BASE], frames[d, STRIDE], frames[d, WORDS], i)
    what = attempt(s, d, i)
    if what == NO_SPACE:
        return NO_ROOM
    frames[d, POS] = i + 1
    if what == OPENED:
        s.count[DEPTH] = d + 1
    elif what == SOLVED:
        s.count[FOUND] += 1
        if writing:
            write_solution(s, d, i)
    return DONE


@fast
def survey(s, sizes, walks, seed):
    """Guess the work behind each option of the root's list: sizes[i]. False where `pool` is too small.

    The two upper levels are looked at one by one (of the second level at most about SAMPLE nodes, drawn at random, each standing
    for several), and from there random walks go down. Each walk takes one of a depth's k candidates at random and counts what
    it meets k times: the mean is right (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975).
    """
    np.random.seed(seed)
    d, root, share = 0, 0, 1.0
    while d >= 0:
        i = next_having(s.pool, row_of(s, d), s.frames[d, POS], s.frames[d, END], s.item[d])
        if i >= s.frames[d, END]:
            d -= 1
            continue
        s.frames[d, POS] = i + 1
        if d == 0:
            root, share = i, 1.0
        elif np.random.random() * share > 1:
            continue
        sizes[root] += share * (s.frames[d, SIZE] + 4 * LANES)
        what = attempt(s, d, i)
        if what == NO_SPACE:
            break
        if what == OPENED and d == 0:
            d, share = 1, max(1.0, count_having(s.pool, row_of(s, 1), s.frames[1, SIZE], s.item[1]) / SAMPLE)
        elif what == OPENED:
            for _ in range(walks):
                sizes[root] += share * walk(s, d + 1) / walks
    s.frames[0, POS] = 0
    return d < 0


@fast
def row_of(s, d):
    """Where the row of a depth's list is in which its item has a bit."""
    return s.frames[d, BASE] + s.frames[d, ITEM_WORD] * s.frames[d, STRIDE]


@fast
def walk(s, d):
    """What one random walk down from depth d says about the work there."""
    total, weight, what = 0.0, 1.0, OPENED
    while what == OPENED:
        many = count_having(s.pool, row_of(s, d), s.frames[d, SIZE], s.item[d])
        if not many:
            break
        weight *= many
        total += weight * (s.frames[d, SIZE] + 4 * LANES)
        i = -1
        for _ in range(1 + np.random.randint(many)):
            i = next_having(s.pool, row_of(s, d), i + 1, s.frames[d, SIZE], s.item[d])
        what = attempt(s, d, i)
        d += 1
    return total
