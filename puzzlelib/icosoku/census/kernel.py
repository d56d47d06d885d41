"""The inner loops of the census, compiled by numba: combine parts, and pull from neighbours.

An arrangement is a row of 20 bytes as in the file: 3 * type + turn for each face. Twelve sums are
one whole number with four bits a vertex (a sum is at most 15), so sums of parts are added and
compared at once. Every function works on the rings from `first` to `last` only, and writes only
into their rows, so the result does not depend on the order of threads. For the arrays see
`kernel_layout`.
"""

import numpy as np

from ...compiled.kernel_vectors import inlined_part, part
from .kernel_layout import COMBINE, PULL

BELOW = 720  # instances of one ring: orders of the other six pegs
FIELD, LANES = 5, 5  # five sums side by side, five bits each, 16 added to tell what is below 0
# What the two upper bits of each field look like, and where they are, where all fields are 0 to 7.
INSIDE = np.int64(sum(16 << FIELD * i for i in range(LANES)))
UPPER = np.int64(sum(24 << FIELD * i for i in range(LANES)))
NEAR = 30  # neighbours: two pegs exchanged that differ by 1, 2 or 3
ANY = 12  # the list of all faces, among those around a vertex


# -------- chance


@inlined_part
def draw(chance, n):
    """Return a random number below n; `chance` is one uint64 (xorshift, Marsaglia 2003)."""
    x = chance[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    chance[0] = x
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@part
def shuffle_rows(shuffle):
    """Fill each row with the tiles in a random order and random turns."""
    tiles = shuffle.tiles
    for k in range(len(shuffle.rows)):
        row = shuffle.rows[k]
        for i in range(len(tiles)):
            j = draw(shuffle.chance, i + 1)
            row[i] = row[j]
            row[j] = shuffle.plain[tiles[i] + draw(shuffle.chance, 3)]


# -------- parts that are combined


@part
def combine_rings(board, state, parts, scratch, first, last, now, limit):
    """Cover each ring by at most `limit` caps around A with belts that make its sums: all orders of
    the other pegs that a cap around L completes."""
    rings, upper, start, belts, lower = board.rings, parts.upper, parts.start, parts.belts, parts.lower
    todo, goal, low = state.todo, scratch.goal, scratch.low
    for ring in range(first, last):
        if state.left[ring] == 0:
            continue
        set_goals(board, state, ring, low, goal)
        n, tried = state.left[ring], 0
        for cap in range(len(upper)):
            key = belt_key(rings[ring], upper[cap])
            if key < 0:
                continue
            for belt in range(start[key], start[key + 1]):
                tried += 1
                k, sums = 0, belts[belt]
                while k < n:
                    rest = goal[k] - sums
                    end = lower[pack_fields(rest)] if rest & UPPER == INSIDE else -1
                    if end < 0:
                        k += 1
                        continue
                    keep_row(state, ring * BELOW + todo[ring, k], parts, cap, belt, end, now)
                    n -= 1
                    todo[ring, k], goal[k] = todo[ring, n], goal[n]
                if n == 0 or tried >= limit:
                    break
            if n == 0 or tried >= limit:
                break
        state.left[ring] = n


@part
def set_goals(board, state, ring, low, goal):
    """Set `goal` to the sums that G to K must get, in fields, for each open order of a ring, and
    `low` to the pegs for G to L."""
    other_pegs(board.rings[ring], low)
    for k in range(state.left[ring]):
        order, x = board.orders[state.todo[ring, k]], INSIDE
        for i in range(LANES):
            x += low[order[i]] << FIELD * i
        goal[k] = x


@inlined_part
def other_pegs(ring, low):
    """Set `low` to the pegs above 1 that are not in a ring, in order."""
    used, k = 0, 0
    for i in range(5):
        used |= 1 << ring[i]
    for peg in range(2, 13):
        if not used >> peg & 1:
            low[k] = peg
            k += 1


@inlined_part
def belt_key(ring, upper):
    """Return the rest of a ring's sums for a belt, as a number with five digits; -1: no belt has
    it."""
    key, weight = 0, 1
    for i in range(5):
        x = ring[i] - upper[i]
        if x < 0 or x > 9:
            return -1
        key += weight * x
        weight *= 10
    return key


@inlined_part
def pack_fields(rest):
    """Drop the upper two bits of each of five fields of five bits."""
    return rest & 7 | rest >> 2 & 7 << 3 | rest >> 4 & 7 << 6 | rest >> 6 & 7 << 9 | rest >> 8 & 7 << 12


@inlined_part
def keep_row(state, row, parts, cap, belt, end, now):
    for i in range(5):
        state.rows[row, i], state.rows[row, 15 + i] = parts.upper_rows[cap, i], parts.lower_rows[end, i]
    for i in range(10):
        state.rows[row, 5 + i] = parts.belt_rows[belt, i]
    state.age[row] = now


# -------- neighbours


@part
def pull_rings(board, state, scratch, first, last, now, seed, tries):
    """Ask the neighbours of each open instance, two close pegs exchanged, for a witness that one
    move turns into its own: each neighbour once, or `tries` times a random one after a random
    move."""
    around, add, outside = board.around, board.add, board.outside
    chance, many = scratch.chance, 20 if tries else 5
    for ring in range(first, last):
        k = np.int64(0)  # a plain 0 has a type of its own, for which numba would compile again
        while k < state.left[ring]:
            order, found, symmetry = state.todo[ring, k], False, np.int64(-1)
            chance[0] = np.uint64(1 + ring * BELOW + order) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(seed)
            set_pegs(board.rings[ring], board.orders[order], scratch)
            for near in range(1, 1 + (tries or NEAR)):
                if tries:
                    near = 1 + draw(chance, NEAR)
                symmetry = fetch(board, state, scratch, near, now)
                if symmetry < 0:
                    continue
                u, v, need = missing_sums(board.frame[symmetry], scratch, near)
                if tries:
                    u, v, need = ANY, ANY, need + random_move(add, board.plain, scratch.at, chance)
                if repair(add, outside, around, scratch.at, need, u, v, many):
                    found = True
                    break
            if found:
                keep_witness(board, state, ring, k, scratch, symmetry, now)
            else:
                k += 1


@inlined_part
def set_pegs(ring, order, scratch):
    """Set the pegs of an instance, and the vertex of each."""
    other_pegs(ring, scratch.low)
    scratch.pegs[0] = 1
    for i in range(5):
        scratch.pegs[1 + i] = ring[i]
    for i in range(6):
        scratch.pegs[6 + i] = scratch.low[order[i]]
    for v in range(12):
        scratch.place[scratch.pegs[v]] = v


@inlined_part
def swapped_pegs(near):
    """Return the two pegs that a neighbour exchanges: they differ by 1, 2 or 3."""
    if near < 12:
        return near, near + 1
    if near < 22:
        return near - 11, near - 9
    return near - 21, near - 18


@inlined_part
def fetch(board, state, scratch, near, now):
    """Copy a neighbour's witness from its row; return the symmetry that takes the pegs there, -1 if
    it had none before this round."""
    less, more = swapped_pegs(near)
    pegs, place = scratch.pegs, scratch.place
    pegs[place[less]], pegs[place[more]] = more, less
    row, symmetry = find_row(
        pegs,
        place[2] if near == 1 else place[3] if near == 12 else place[4] if near == 22 else place[1],
        board.beside,
        board.pick,
        board.frame,
        board.number,
        board.fewer,
    )
    pegs[place[less]], pegs[place[more]] = less, more
    if state.age[row] == 0 or state.age[row] >= now:
        return -1
    for f in range(20):
        scratch.at[f] = state.rows[row, f]
    return symmetry


@inlined_part
def missing_sums(frame, scratch, near):
    """Return the two vertices in the neighbour's row, and the change of its sums, in four bits
    each."""
    less, more = swapped_pegs(near)
    u, v, one = 0, 0, np.int64(1)
    for i in range(12):
        if frame[i] == scratch.place[less]:
            u = i
        elif frame[i] == scratch.place[more]:
            v = i
    return u, v, (more - less) * ((one << 4 * v) - (one << 4 * u))


@inlined_part
def find_row(pegs, a, beside, pick, frame, number, fewer):
    """Return the row of the instance that pegs, 1 on vertex a, are a copy of, and the symmetry that
    takes them there."""
    b = beside[a, 0]
    for i in range(1, 5):
        if pegs[beside[a, i]] < pegs[b]:
            b = beside[a, i]
    symmetry = pick[a, b, 0]
    if pegs[frame[symmetry, 2]] > pegs[frame[symmetry, 5]]:
        symmetry = pick[a, b, 1]
    ring, order, left = 0, 0, 4095
    for i in range(1, 6):
        peg = pegs[frame[symmetry, i]]
        ring = 11 * ring + peg - 2
        left &= ~(1 << peg - 1)
    left &= ~1
    for i in range(5):
        bit = 1 << pegs[frame[symmetry, 6 + i]] - 1
        order = (order + fewer[left & bit - 1]) * (5 - i)
        left ^= bit
    return number[ring] * BELOW + order, symmetry


@inlined_part
def repair(add, outside, around, at, need, u, v, many):
    """Change the sums by exactly `need`, if one move can: turn a tile, or exchange two, one on the
    first `many` faces of list u, one of list v."""
    for i in range(many):
        f = around[u, i]
        a, have = at[f] // 3 * 3, add[f, at[f]]
        for j in range(many):
            g = around[v, j]
            b = at[g] // 3 * 3
            if f == g:
                for x in range(a, a + 3):
                    if add[f, x] - have == need:
                        at[f] = x
                        return True
            if a == b:
                continue
            goal = need + have + add[g, at[g]]
            for x in range(b, b + 3):
                rest = goal - add[f, x]
                if rest & outside[g]:  # nothing on g adds to other vertices
                    continue
                for y in range(a, a + 3):
                    if add[g, y] == rest:
                        at[f], at[g] = x, y
                        return True
    return False


@inlined_part
def random_move(add, plain, at, chance):
    """Exchange two tiles and turn them; return what must be added to the sums to get back."""
    f, g = draw(chance, 20), draw(chance, 20)
    before = add[f, at[f]] + add[g, at[g]]
    if f == g:
        return np.int64(0)
    a, b = at[f] // 3 * 3, at[g] // 3 * 3
    at[f], at[g] = plain[b + draw(chance, 3)], plain[a + draw(chance, 3)]
    return before - add[f, at[f]] - add[g, at[g]]


@inlined_part
def keep_witness(board, state, ring, k, scratch, symmetry, now):
    """Keep the witness, turned or mirrored back, for the open order k of a ring."""
    row = ring * BELOW + state.todo[ring, k]
    for f in range(20):
        state.rows[row, f] = board.back[board.change[symmetry, f], scratch.at[board.face[symmetry, f]]]
    state.age[row] = now
    state.left[ring] -= 1
    state.todo[ring, k] = state.todo[ring, state.left[ring]]


# -------- the entry


@part
def act(board, state, parts, scratch, shuffle, what, first, last, now, seed, limit):
    """COMBINE, PULL (`limit`: how many tries) or SHUFFLE."""
    if what == COMBINE:
        combine_rings(board, state, parts, scratch, first, last, now, limit)
    elif what == PULL:
        pull_rings(board, state, scratch, first, last, now, seed, limit)
    else:
        shuffle_rows(shuffle)
    return np.int64(0)
