"""The inner part of `compiled`: a depth-first search over exact covers in arrays, made into machine code by
numba.

An option is a set of items, a bit each, in as many 64-bit words as it takes. Each depth of the search keeps
the options that are still possible in a list of its own: one row of words behind the other in `pool`, then,
where they are wanted, a row with the options' numbers. So going back costs nothing, and the search can stop
between any two steps and go on later.

What makes it fast:
- A candidate is first only tried: one pass over the list, 8 options at a time (`kernel_vectors`), unites all
  options that would remain. If they do not reach every item that would remain, the candidate is dead; more
  than half of them end here.
- The list of the next depth is squeezed together, 8 options at a time.
- The options of all 64 items of a word are counted at once, by counters whose binary digits are words: the
  first digits of all items, then the second ones, and so on.
- The candidates of a depth are noted once, a bit each.
- As soon as the items left fit into fewer words, the options are written anew in fewer words
  (`kernel_data`): the Tetris Cube's 76 items are 64 or fewer when two pieces lie.
- Near the root, options that could not be followed by anything are dropped at once.
"""

import numpy as np

from .kernel_data import (
    ONE,
    ZERO,
    copy_marked,
    count_having,
    fewest,
    mark_left,
    may_follow,
    next_having,
    next_marked,
    pad,
    pool_number,
    reaches,
    shared,
    whole,
    write_shorter,
)
from .kernel_layout import (
    BASE,
    CHANCE,
    CODE,
    DEPTH,
    DONE,
    END,
    FILLED,
    FOUND,
    FULL,
    ITEM_WORD,
    LANES,
    LOOSE,
    NO_ROOM,
    OPEN,
    PAUSED,
    PLANES,
    POS,
    PRUNED,
    RUN,
    SIZE,
    STRIDE,
    TOGO,
    WORDS,
    WORK,
)
from .kernel_vectors import count_each, inlined_part, keep, keep_numbered, mark, part, union

DEAD, NO_SPACE, SOLVED, BOTH, OPENED = range(5)  # what `attempt` answers; BOTH: solved, and opened
SAMPLE = 8  # nodes of the second level that `survey` looks at for each walk, below each of the first
WIDE = 32  # as many, where there are no walks
FIRST = np.int64(0)  # numba gives a plain 0 a type of its own, and would compile what gets it once more


# -------- to branch, and to try


@inlined_part
def cost(size):
    """The work of trying one candidate: options looked at, and something for the rest."""
    return size + 4 * LANES


@part
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


@part
def choose(s, d):
    """Find the item with the fewest options; the first of them, where several have as few. A piece of which
    several copies are left comes behind all others."""
    f = s.frames[d]
    best, best_word, best_bit = f[SIZE] + 1, 0, ZERO
    for w in range(f[WORDS]):
        bits = branch_bits(s, d, w)
        if bits:
            least, bit = first_of_fewest(s.pool, f[BASE] + w * f[STRIDE], f[SIZE], s.counted, bits)
            if least < best:
                best, best_word, best_bit = least, w, bit
    if best_bit == ZERO and s.slack.size:
        best_word, best_bit = piece_of_several(s, d)
    f[ITEM_WORD], s.item[d] = best_word, best_bit


@part
def piece_of_several(s, d):
    """Return the word and the bit of the first piece that is needed. If none is, take the last one, which
    then is in each option."""
    code, last = s.frames[d, CODE], s.slack.size - 1
    for t in range(last + 1):
        at = s.place[code, s.mark[t]]
        if at >= 0 and (t == last or s.left[d, t] > s.slack[t]):
            return at >> 6, ONE << np.uint64(at & 63)
    return 0, ZERO


@inlined_part
def first_of_fewest(pool, start, size, counted, bits):
    """Return the least number of options that one of some items has, and its bit."""
    count_each(pool, start, size, counted)
    least, few = fewest(counted, bits)
    bit = few & (~few + ONE)
    if least == 1 << PLANES:  # more than the counters can say: one by one
        least = size + 1
        while few:
            one = few & (~few + ONE)
            few ^= one
            many = count_having(pool, start, size, one)
            if many < least:
                least, bit = many, one
    return least, bit


@part
def rule_out(s, d, i):
    """Write into `block` what option i of depth d rules out, and into depth d+1 what is left; the copies that
    it uses."""
    f, block = s.frames[d], s.block
    words, used = f[WORDS], 1
    for w in range(words):
        block[w] = s.pool[f[BASE] + w * f[STRIDE] + i]
    if s.spend.size:
        used = use_copies(s, d, pool_number(s, f[BASE], f[STRIDE], words, i))
    for w in range(words):
        s.need[d + 1, w], s.live[d + 1, w] = s.need[d, w] & ~block[w], s.live[d, w] & ~block[w]
    if s.slack.size:
        excuse_copies(s, d + 1, f[CODE])
    return used


@part
def excuse_copies(s, d, code):
    """Take the pieces of which enough copies are used out of `need`."""
    for t in range(s.slack.size):
        at = s.place[code, s.mark[t]]
        if at >= 0 and s.left[d, t] <= s.slack[t]:
            s.need[d, at >> 6] &= ~(ONE << np.uint64(at & 63))


@part
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


@part
def attempt(s, d, i):
    """Choose option i of depth d: DEAD, SOLVED, or OPENED, with depth d+1 ready, or BOTH, where nothing more
    is needed, but may be chosen; NO_SPACE where `pool` is too small."""
    f, g = s.frames[d], s.frames[d + 1]
    words, size, numbered = f[WORDS], f[SIZE], s.chosen.size > 0
    togo = f[TOGO] - rule_out(s, d, i)
    s.count[WORK] += cost(size)
    rest = ZERO
    for w in range(words):
        rest |= s.need[d + 1, w]
    if rest == ZERO and not s.count[LOOSE]:
        return SOLVED
    marks = s.marks[d + 1]
    mark_left(s.pool, f[BASE], f[STRIDE], words, size, s.block, marks)
    if s.slack.size and s.item[d] & s.pieces[f[CODE], f[ITEM_WORD]]:
        unmark_earlier(s, d, i)
    if not reaches(s.pool, f[BASE], f[STRIDE], words, size, s.need[d + 1], marks):
        return DEAD
    if togo == 1:
        return SOLVED
    rows = words + numbered
    g[STRIDE] = whole(size) + LANES
    g[BASE] = f[BASE] + (rows * f[STRIDE] if rows > 1 else g[STRIDE])
    if g[BASE] + (rows + 1) * g[STRIDE] > s.pool.size:
        return NO_SPACE
    g[SIZE] = copy_marked(s.pool, f[BASE], f[STRIDE], rows, size, marks, g[BASE], g[STRIDE])
    g[WORDS], g[CODE], g[TOGO] = words, f[CODE], togo
    open_frame(s, d + 1)
    return OPENED if rest else BOTH


@part
def unmark_earlier(s, d, i):
    """Drop candidate i of depth d and those before it: each set of options of one piece comes once, in their
    order."""
    start = row_of(s, d)
    for j in range(i + 1):
        if s.pool[start + j] & s.item[d]:
            s.marks[d + 1, j >> 6] &= ~(ONE << np.uint64(j & 63))


@part
def open_frame(s, d):
    """Make a depth, whose list is there, ready: in as few words as possible, hopeless options dropped, its
    item chosen."""
    f = s.frames[d]
    if f[WORDS] > 1:
        write_shorter(s, d)
    if d <= s.count[PRUNED] and f[WORDS] <= 2 and not s.spend.size:
        drop_hopeless(s, d)
    choose(s, d)
    f[POS], f[END] = 0, f[SIZE]


@part
def drop_hopeless(s, d):
    """Drop the options after which some item could not be covered any more. The list is squeezed while it is
    read, so an option that is dropped may still count: that only keeps more."""
    f, option, kept = s.frames[d], s.option, 0
    start, stride, words, size = f[BASE], f[STRIDE], f[WORDS], f[SIZE]
    if f[TOGO] < 2:
        return
    s.count[WORK] += size * size // 2
    for i in range(size):
        for w in range(words):
            option[w] = s.pool[start + w * stride + i]
        if may_follow(s.pool, start, stride, words, size, option, s.need[d]):
            for row in range(words + (s.chosen.size > 0)):
                s.pool[start + row * stride + kept] = s.pool[start + row * stride + i]
            kept += 1
    f[SIZE] = kept
    pad(s.pool, start, stride, words, kept)


# -------- solutions


@part
def write_solution(s, d, i, more):
    """Write the options chosen, and with `more` the one that is left if one is needed, into the buffer."""
    row, f = s.out[s.count[FILLED]], s.frames[d]
    s.count[FILLED] += 1
    for k in range(len(row)):
        row[k] = s.chosen[k] if k <= d else -1
    if more and d + 1 < len(row):
        rule_out(s, d, i)
        rest = ZERO
        for w in range(f[WORDS]):
            rest |= s.need[d + 1, w]
        for i in range(f[SIZE] if rest else 0):
            if not shared(s.pool, f[BASE] + i, f[STRIDE], f[WORDS], s.block):
                row[d + 1] = pool_number(s, f[BASE], f[STRIDE], f[WORDS], i)
                return


@part
def write_last(pool, start, stride, size, option, rest, chosen, d, out, row):
    """`write_solution` for one word: the options chosen, and the one that fills the rest if something is
    left."""
    for k in range(out.shape[1]):
        out[row, k] = chosen[k] if k <= d else -1
    for i in range(size):
        if rest and pool[start + i] == rest:
            out[row, d + 1] = pool[start + stride + i]


# -------- the search


@part
def run(s, budget):
    """Search on until about `budget` options were looked at (PAUSED), the buffer is full (FULL) or all is
    searched (DONE)."""
    limit, answer = s.count[WORK] + budget, DONE
    while s.count[DEPTH] >= 0 and answer == DONE:
        d = s.count[DEPTH]
        if s.frames[d, WORDS] == 1 and not s.spend.size and d >= s.count[PRUNED]:
            answer = dive(
                s.pool, s.frames, s.need, s.item, s.chosen, s.counted, s.marks, s.count, s.out, limit
            )
        else:
            answer = step(s, d, limit)
    return answer


@part
def step(s, d, limit):
    """Try the next candidate of depth d, or go back; the general way. DONE: nothing stops the search."""
    frames, writing = s.frames, len(s.out) > 0
    if s.count[WORK] > limit:
        return PAUSED
    if writing and s.count[FILLED] == len(s.out):
        return FULL
    i = next_candidate(s, d, frames[d, POS], frames[d, END])
    if i >= frames[d, END]:
        s.count[DEPTH] = d - 1
        return DONE
    if s.chosen.size:
        s.chosen[d] = pool_number(s, frames[d, BASE], frames[d, STRIDE], frames[d, WORDS], i)
    what = attempt(s, d, i)
    if what == NO_SPACE:
        return NO_ROOM
    frames[d, POS] = i + 1
    if what >= BOTH:
        s.count[DEPTH] = d + 1
    if SOLVED <= what <= BOTH:
        s.count[FOUND] += 1
        if writing:
            write_solution(s, d, i, what == SOLVED)
    return DONE


@part
def row_of(s, d):
    """Return the row of a depth's list in which its item has a bit."""
    return s.frames[d, BASE] + s.frames[d, ITEM_WORD] * s.frames[d, STRIDE]


@part
def next_candidate(s, d, i, end):
    """The first candidate of depth d from place i on, before `end`; `end` if there is none."""
    return next_having(s.pool, row_of(s, d), i, end, s.item[d])


@part
def candidates(s, d):
    """Count the candidates of depth d."""
    return count_having(s.pool, row_of(s, d), s.frames[d, SIZE], s.item[d])


@part
def dive(pool, frames, need, item, chosen, counted, marks, count, out, limit):
    """`run` for the depths from count[DEPTH] on, where options are one word and each piece is there once.

    Nearly all of the time is spent here. It gets arrays, not a Search: for each of a tuple's arrays numba
    would count references in every step. It answers DONE when the search comes back to the depth above.
    """
    d, first, writing, numbered = count[DEPTH], count[DEPTH], len(out) > 0, chosen.size > 0
    work, found, filled = count[WORK], 0, count[FILLED]
    answer = DONE
    mark(pool, frames[d, BASE], frames[d, SIZE], item[d], marks[d])
    while d >= first:
        start, size, end = frames[d, BASE], frames[d, SIZE], frames[d, END]
        if work > limit:
            answer = PAUSED
            break
        if writing and filled == len(out):
            answer = FULL
            break
        i = next_marked(marks[d], frames[d, POS], end)
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
        work += cost(size)
        if union(pool, start, size, option) & rest != rest:
            continue
        if togo <= 1 or rest == ZERO:
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
        d += 1
        need[d, 0] = rest
        frames[d, BASE], frames[d, STRIDE], frames[d, SIZE], frames[d, TOGO] = to, stride, kept, togo
        frames[d, WORDS], frames[d, POS], frames[d, END], frames[d, ITEM_WORD] = 1, 0, kept, 0
        item[d] = first_of_fewest(pool, to, kept, counted, rest)[1]
        mark(pool, to, kept, item[d], marks[d])
    count[DEPTH], count[WORK], count[FILLED] = d, work, filled
    count[FOUND] += found
    return answer


# -------- how much work is it?


@part
def survey(s, walks):
    """Guess the work behind each option of the root's list: sizes[i]. False where `pool` is too small.

    The two upper levels are looked at one by one (of the second level at most about SAMPLE nodes for each
    walk, drawn at random, each standing for several), and from there random walks go down. Each walk takes
    one of a depth's k candidates at random and counts what it meets k times: the mean is right (D. E. Knuth,
    Estimating the efficiency of backtrack programs, 1975).

    With no walks: the work of the three upper levels, of most trees exactly. It hardly depends on chance, so
    it tells sooner which of several trees is the smaller one.
    """
    d, root, share = FIRST, FIRST, 1.0
    while d >= 0:
        i = next_candidate(s, d, s.frames[d, POS], s.frames[d, END])
        if i >= s.frames[d, END]:
            d -= 1
            continue
        s.frames[d, POS] = i + 1
        if d == 0:
            root, share = i, 1.0
        elif chance(s) * share > 1:
            continue
        s.sizes[root] += share * cost(s.frames[d, SIZE])
        what, below = attempt(s, d, i), 0.0
        if what >= BOTH and d == 0:
            d += 1
            share = max(1.0, candidates(s, d) / (SAMPLE * walks if walks else WIDE))
        elif what >= BOTH:
            third = candidates(s, d + 1) * cost(s.frames[d + 1, SIZE])
            below = mean_walk(s, d + 1, walks) if walks else float(third)
            s.sizes[root] += share * below
        if what == NO_SPACE or below < 0:
            break
    s.frames[0, POS] = 0
    return d < 0


@part
def mean_walk(s, d, walks):
    """Estimate the work below depth d by random walks; -1 where `pool` is too small."""
    total = 0.0
    for _ in range(walks):
        below = walk(s, d)
        if below < 0:
            return below
        total += below
    return total / walks


@part
def walk(s, d):
    """Return the estimate of one random walk, or -1."""
    total, weight, what = 0.0, 1.0, OPENED
    while what >= BOTH:
        many = candidates(s, d)
        if not many:
            break
        weight *= many
        total += weight * cost(s.frames[d, SIZE])
        i = next_candidate(s, d, FIRST, s.frames[d, SIZE])
        for _ in range(int(chance(s) * many)):
            i = next_candidate(s, d, i + 1, s.frames[d, SIZE])
        what = attempt(s, d, i)
        d += 1
    return -1.0 if what == NO_SPACE else total


@part
def chance(s):
    """A random number from 0 to 1: the upper half of Knuth's MMIX generator."""
    state = np.uint64(s.count[CHANCE]) * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    s.count[CHANCE] = np.int64(state)
    return np.float64(state >> np.uint64(32)) / 4294967296.0


# -------- the one door


@part
def act(s, what, amount):
    """RUN for about so much work, OPEN the root, or SURVEY it by so many walks (0 where there is no room)."""
    if what == RUN:
        return run(s, amount)
    if what == OPEN:
        open_frame(s, FIRST)
        return DONE
    return np.int64(survey(s, amount))
