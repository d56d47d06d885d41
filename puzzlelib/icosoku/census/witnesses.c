/* The census of lesson 12 in machine code: combine parts, and pull from neighbours.

   An arrangement is a row of 20 bytes as in the file: 3 * type + turn for each face. Twelve sums are one whole number
   with four bits a vertex (a sum is at most 15), so sums of parts are added and compared at once. Every function works
   on the rings from `first` to `last` only, and writes only into their rows, so the result does not depend on the order
   of threads. `layout.py` says what is in the arrays. */

#include "../../compiled/arrays.h"

enum { COMBINE, PULL, SHUFFLE };    /* tasks */
enum { BELOW = 720 };               /* instances of one ring: orders of the other six pegs */
enum { BYTES = 42, FACES = 20, CAP = 5, BELT = 10 };
enum { FIELD = 5, LANES = 5 };      /* five sums side by side, five bits each, 16 added to tell what is below 0 */
enum { NEAR = 30 };                 /* neighbours: two pegs exchanged that differ by 1, 2 or 3 */
enum { ANY = 12 };                  /* the list of all faces, among those around a vertex */
static const u64 GOLDEN = 0x9E3779B97F4A7C15;

/* What the two upper bits of each field look like, and where they are, where all fields are 0 to 7. */
#define FIELDS(x) ((x) | (x) << FIELD | (x) << 2 * FIELD | (x) << 3 * FIELD | (x) << 4 * FIELD)
static const i64 INSIDE = FIELDS(16), UPPER = FIELDS(24);

typedef struct {
    ARRAY(i64) rings, orders, fewer, number, add, outside;
    ARRAY(uint8_t) plain;
    ARRAY(i64) around, beside;
    ARRAY(int16_t) pick;
    ARRAY(uint8_t) frame, face, change, back;
} Board;
typedef struct { ARRAY(uint8_t) rows; ARRAY(uint16_t) age; ARRAY(int16_t) todo; ARRAY(i64) left; } State;
typedef struct {
    ARRAY(i64) upper;
    ARRAY(uint8_t) upper_rows;
    ARRAY(int32_t) start;
    ARRAY(i64) belts;
    ARRAY(uint8_t) belt_rows;
    ARRAY(int32_t) lower;
    ARRAY(uint8_t) lower_rows;
} Parts;
typedef struct { ARRAY(i64) tiles; ARRAY(uint8_t) plain; ARRAY(u64) chance; ARRAY(uint8_t) rows; } Shuffle;
typedef struct {                    /* an open instance, and a candidate for its witness */
    i64 pegs[12], place[13];        /* the peg of each vertex, the vertex of each peg */
    uint8_t at[FACES];
    u64 chance;
} Instance;

/* -------- chance */

/* Return a random number below n (xorshift, Marsaglia 2003). */
static i64 draw(u64 *chance, i64 n) {
    u64 x = *chance;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    *chance = x;
    return (i64)((x >> 32) * (u64)n >> 32);
}

/* Fill each row with the tiles in a random order and random turns. */
static void shuffle_rows(Shuffle *s) {
    i64 size = s->tiles.n[0];
    for (i64 k = 0; k < s->rows.n[0]; k++) {
        uint8_t *row = s->rows.at + k * size;
        for (i64 i = 0; i < size; i++) {
            i64 j = draw(s->chance.at, i + 1);
            row[i] = row[j];
            row[j] = s->plain.at[s->tiles.at[i] + draw(s->chance.at, 3)];
        }
    }
}

/* -------- parts that are combined */

/* Set `low` to the six pegs above 1 that are not in a ring, in order. */
static void other_pegs(const i64 *ring, i64 *low) {
    i64 used = 0, k = 0;
    for (int i = 0; i < 5; i++) used |= (i64)1 << ring[i];
    for (i64 peg = 2; peg < 13; peg++)
        if (!(used >> peg & 1)) low[k++] = peg;
}

/* Set `goal` to the sums that G to K must get, in fields, for each open order of a ring. */
static void set_goals(const Board *board, const State *state, i64 ring, i64 *goal) {
    i64 low[6];
    other_pegs(board->rings.at + 5 * ring, low);
    for (i64 k = 0; k < state->left.at[ring]; k++) {
        const i64 *order = board->orders.at + 6 * state->todo.at[ring * BELOW + k];
        goal[k] = INSIDE;
        for (int i = 0; i < LANES; i++) goal[k] += low[order[i]] << FIELD * i;
    }
}

/* Return the rest of a ring's sums for a belt, as a number with five digits; -1: no belt has it. */
static i64 belt_key(const i64 *ring, const i64 *upper) {
    i64 key = 0, weight = 1;
    for (int i = 0; i < 5; i++, weight *= 10) {
        i64 x = ring[i] - upper[i];
        if (x < 0 || x > 9) return -1;
        key += weight * x;
    }
    return key;
}

/* Drop the upper two bits of each of five fields of five bits. */
static i64 pack_fields(i64 rest) {
    return (rest & 7) | (rest >> 2 & 7 << 3) | (rest >> 4 & 7 << 6) | (rest >> 6 & 7 << 9) | (rest >> 8 & 7 << 12);
}

static void keep_row(const State *state, i64 row, const Parts *parts, i64 cap, i64 belt, i64 end, i64 now) {
    uint8_t *to = state->rows.at + FACES * row;
    for (int i = 0; i < CAP; i++) to[i] = parts->upper_rows.at[CAP * cap + i];
    for (int i = 0; i < BELT; i++) to[CAP + i] = parts->belt_rows.at[BELT * belt + i];
    for (int i = 0; i < CAP; i++) to[CAP + BELT + i] = parts->lower_rows.at[CAP * end + i];
    state->age.at[row] = (uint16_t)now;
}

/* Cover a ring by at most `limit` caps around A with belts that make its sums: all orders of the other pegs that a cap
   around L completes. Return the number of orders that are left open. */
static i64 combine(const Board *board, const State *state, const Parts *parts, i64 ring, i64 now, i64 limit) {
    i64 goal[BELOW], n = state->left.at[ring], tried = 0;
    int16_t *todo = state->todo.at + ring * BELOW;
    set_goals(board, state, ring, goal);
    for (i64 cap = 0; cap < parts->upper.n[0]; cap++) {
        i64 key = belt_key(board->rings.at + 5 * ring, parts->upper.at + 5 * cap);
        if (key < 0) continue;
        for (i64 belt = parts->start.at[key]; belt < parts->start.at[key + 1]; belt++) {
            i64 sums = parts->belts.at[belt];
            for (i64 k = 0; k < n;) {
                i64 rest = goal[k] - sums, end = (rest & UPPER) == INSIDE ? parts->lower.at[pack_fields(rest)] : -1;
                if (end < 0) { k++; continue; }
                keep_row(state, ring * BELOW + todo[k], parts, cap, belt, end, now);
                todo[k] = todo[--n], goal[k] = goal[n];
            }
            if (n == 0 || ++tried >= limit) return n;
        }
    }
    return n;
}

/* -------- neighbours */

static void set_pegs(const i64 *ring, const i64 *order, Instance *one) {
    i64 low[6];
    other_pegs(ring, low);
    one->pegs[0] = 1;
    for (int i = 0; i < 5; i++) one->pegs[1 + i] = ring[i];
    for (int i = 0; i < 6; i++) one->pegs[6 + i] = low[order[i]];
    for (int v = 0; v < 12; v++) one->place[one->pegs[v]] = v;
}

/* Return the lesser of the two pegs that a neighbour exchanges, and set the other: they differ by 1, 2 or 3. */
static i64 swapped_pegs(i64 near, i64 *more) {
    i64 less = near < 12 ? near : near < 22 ? near - 11 : near - 21;
    *more = less + (near < 12 ? 1 : near < 22 ? 2 : 3);
    return less;
}

/* Return the row of the instance that pegs, 1 on vertex a, are a copy of, and set the symmetry that takes them there. */
static i64 find_row(const Board *board, const i64 *pegs, i64 a, i64 *symmetry) {
    const i64 *beside = board->beside.at + 5 * a;
    i64 b = beside[0], ring = 0, order = 0, left = 4095;
    for (int i = 1; i < 5; i++) if (pegs[beside[i]] < pegs[b]) b = beside[i];
    const int16_t *pick = board->pick.at + 2 * (12 * a + b);
    const uint8_t *frame = board->frame.at + 12 * pick[0];
    *symmetry = pick[pegs[frame[2]] > pegs[frame[5]]];
    frame = board->frame.at + 12 * *symmetry;
    for (int i = 1; i < 6; i++) {
        i64 peg = pegs[frame[i]];
        ring = 11 * ring + peg - 2;
        left &= ~((i64)1 << (peg - 1));
    }
    left &= ~(i64)1;
    for (int i = 0; i < 5; i++) {
        i64 bit = (i64)1 << (pegs[frame[6 + i]] - 1);
        order = (order + board->fewer.at[left & (bit - 1)]) * (5 - i);
        left ^= bit;
    }
    return board->number.at[ring] * BELOW + order;
}

/* Copy a neighbour's witness from its row; return the symmetry that takes the pegs there, -1 if it had none before this
   round. */
static i64 fetch(const Board *board, const State *state, Instance *one, i64 near, i64 now) {
    i64 more, less = swapped_pegs(near, &more), symmetry, *pegs = one->pegs, *place = one->place;
    i64 a = place[near == 1 ? 2 : near == 12 ? 3 : near == 22 ? 4 : 1];    /* where peg 1 is then */
    pegs[place[less]] = more, pegs[place[more]] = less;
    i64 row = find_row(board, pegs, a, &symmetry);
    pegs[place[less]] = less, pegs[place[more]] = more;
    if (state->age.at[row] == 0 || state->age.at[row] >= now) return -1;
    for (int f = 0; f < FACES; f++) one->at[f] = state->rows.at[FACES * row + f];
    return symmetry;
}

/* Set the two vertices in the neighbour's row; return the change of its sums, in four bits each. */
static i64 missing_sums(const uint8_t *frame, const Instance *one, i64 near, i64 *u, i64 *v) {
    i64 more, less = swapped_pegs(near, &more);
    for (int i = 0; i < 12; i++)
        if (frame[i] == one->place[less]) *u = i;
        else if (frame[i] == one->place[more]) *v = i;
    return (more - less) * (((i64)1 << 4 * *v) - ((i64)1 << 4 * *u));
}

/* Change the sums by exactly `need`, if one move can: turn a tile, or exchange two, one on the first `count` faces of
   list u, one of list v. */
static bool repair(const Board *board, uint8_t *at, i64 need, i64 u, i64 v, int count) {
    const i64 *add = board->add.at;
    for (int i = 0; i < count; i++) {
        i64 f = board->around.at[FACES * u + i], a = at[f] / 3 * 3, have = add[BYTES * f + at[f]];
        for (int j = 0; j < count; j++) {
            i64 g = board->around.at[FACES * v + j], b = at[g] / 3 * 3;
            for (i64 x = a; f == g && x < a + 3; x++)
                if (add[BYTES * f + x] - have == need) { at[f] = (uint8_t)x; return true; }
            if (a == b) continue;
            i64 goal = need + have + add[BYTES * g + at[g]];
            for (i64 x = b; x < b + 3; x++) {
                i64 rest = goal - add[BYTES * f + x];
                if (rest & board->outside.at[g]) continue;    /* nothing on g adds to other vertices */
                for (i64 y = a; y < a + 3; y++)
                    if (add[BYTES * g + y] == rest) { at[f] = (uint8_t)x, at[g] = (uint8_t)y; return true; }
            }
        }
    }
    return false;
}

/* Exchange two tiles and turn them; return what must be added to the sums to get back. */
static i64 random_move(const Board *board, uint8_t *at, u64 *chance) {
    const i64 *add = board->add.at;
    i64 f = draw(chance, FACES), g = draw(chance, FACES), before = add[BYTES * f + at[f]] + add[BYTES * g + at[g]];
    if (f == g) return 0;
    i64 a = at[f] / 3 * 3, b = at[g] / 3 * 3;
    at[f] = board->plain.at[b + draw(chance, 3)];
    at[g] = board->plain.at[a + draw(chance, 3)];
    return before - add[BYTES * f + at[f]] - add[BYTES * g + at[g]];
}

/* Ask the neighbours of an instance for a witness that one move turns into its own: each neighbour once, or `tries`
   times a random one after a random move. Return the symmetry that takes the pegs to it, or -1. */
static i64 ask(const Board *board, const State *state, Instance *one, i64 now, i64 tries) {
    for (i64 near = 1, k = 0; k < (tries ? tries : NEAR); k++, near = k + 1) {
        i64 u, v, need, symmetry;
        if (tries) near = 1 + draw(&one->chance, NEAR);
        if ((symmetry = fetch(board, state, one, near, now)) < 0) continue;
        need = missing_sums(board->frame.at + 12 * symmetry, one, near, &u, &v);
        if (tries) u = v = ANY, need += random_move(board, one->at, &one->chance);
        if (repair(board, one->at, need, u, v, tries ? FACES : 5)) return symmetry;
    }
    return -1;
}

/* Keep the witness, turned or mirrored back, for the open order k of a ring. */
static void keep_witness(
    const Board *board, const State *state, i64 ring, i64 k, const uint8_t *at, i64 symmetry, i64 now) {
    i64 row = ring * BELOW + state->todo.at[ring * BELOW + k];
    const uint8_t *change = board->change.at + FACES * symmetry, *face = board->face.at + FACES * symmetry;
    for (int f = 0; f < FACES; f++) state->rows.at[FACES * row + f] = board->back.at[BYTES * change[f] + at[face[f]]];
    state->age.at[row] = (uint16_t)now;
    state->todo.at[ring * BELOW + k] = state->todo.at[ring * BELOW + --state->left.at[ring]];
}

static void pull(const Board *board, const State *state, i64 ring, i64 now, u64 seed, i64 tries) {
    Instance one;
    for (i64 k = 0; k < state->left.at[ring];) {
        i64 order = state->todo.at[ring * BELOW + k];
        one.chance = ((u64)(1 + ring * BELOW + order) * GOLDEN) ^ seed;
        set_pegs(board->rings.at + 5 * ring, board->orders.at + 6 * order, &one);
        i64 symmetry = ask(board, state, &one, now, tries);
        if (symmetry < 0) k++;
        else keep_witness(board, state, ring, k, one.at, symmetry, now);
    }
}

/* -------- the door */

/* COMBINE (`limit`: caps with belts for each ring), PULL (`limit`: how many tries) or SHUFFLE. */
PUBLIC i64 KERNEL(witnesses)(
    Board *board, State *state, Parts *parts, Shuffle *shuffle, i64 what, i64 first, i64 last, i64 now, i64 seed,
    i64 limit) {
    if (what == SHUFFLE) { shuffle_rows(shuffle); return 0; }
    for (i64 ring = first; ring < last; ring++)
        if (what == PULL) pull(board, state, ring, now, (u64)seed, limit);
        else if (state->left.at[ring]) state->left.at[ring] = combine(board, state, parts, ring, now, limit);
    return 0;
}
