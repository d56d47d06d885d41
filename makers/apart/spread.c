/* The inner loop of taking apart (lesson 13) in machine code: the positions of some pieces relative to each other,
   breadth first. A position holds a packed vector for each piece, and the first piece never moves. `kernel.py` says what
   is in the arrays; the class Spread of `search.py` does the same in Python, in the same order. */

#include "../../puzzlelib/compiled/arrays.h"

enum { FIELD = 21, HALF = 1 << (FIELD - 1), FREE = 1 << 30 };          /* see gaps.py */
enum { PIECES = 63, MOST_GROUPS = 1 << 18 };                            /* see kernel.py and search.py */
enum { ENDED, LEAVING, PAUSED, NO_ROOM, TOO_DEEP, MANY_GROUPS };        /* answers */
enum { FIRST, LAST, NEXT, CHECKED, COUNT, FOUND, DEPTH, ENTERED };      /* numbers in `at` */

typedef struct { ARRAY(i64) lines, begin, sizes, asked; ARRAY(int32_t) known; } Gaps;
typedef struct { ARRAY(i64) shape, positions; ARRAY(int32_t) before, slots; ARRAY(i64) leaving, at; } Positions;
typedef struct {                        /* one position: who is how far before whom, along each axis */
    int32_t gap[3][PIECES][PIECES];
    u64 tied[3][2][PIECES];             /* who stops each piece anywhere, sliding up or down the axis */
    u64 near[3][PIECES];                /* who stops it at once, sliding up */
} Look;

static int lowest(u64 bits) { return __builtin_ctzll(bits); }

/* Return the coordinate along an axis of a packed vector. */
static i64 coordinate(i64 packed, int axis) {
    i64 low = 0;
    for (int k = 0; k <= axis; k++) {
        low = (i64)((u64)(packed + HALF) & (2 * HALF - 1)) - HALF;
        packed = (packed - low) >> FIELD;
    }
    return low;
}

/* -------- distances */

/* How far shape a slides to +x, +y, +z before b stops it, which stands at an offset from it; then to -x, -y, -z. Both
   lists of cells rise, line by line, so that each cell meets the next one of the other shape. */
static void work_out(const Gaps *gaps, i64 a, i64 b, i64 offset, int32_t *six) {
    for (int axis = 0; axis < 3; axis++) {
        i64 by = coordinate(offset, axis) + coordinate(offset, (axis + 1) % 3) * (2 * HALF)
            + coordinate(offset, (axis + 2) % 3) * ((i64)1 << 2 * FIELD);
        const i64 *lines = gaps->lines.at, *from_a = gaps->begin.at + 3 * a + axis, *from_b = gaps->begin.at + 3 * b + axis;
        const i64 *one = lines + from_a[0], *other = lines + from_b[0];
        i64 up = FREE, down = FREE;
        while (one < lines + from_a[1] && other < lines + from_b[1]) {
            i64 ahead = *other + by - *one;
            if (ahead > 0) {
                if (ahead < HALF && ahead <= up) up = ahead - 1;
                one++;
            } else {
                if (-ahead < HALF && -ahead <= down) down = -ahead - 1;
                other++;
            }
        }
        six[axis] = (int32_t)up, six[3 + axis] = (int32_t)down;
    }
}

/* The same from a table of those that were worked out last. */
static const int32_t *six_gaps(const Gaps *gaps, i64 a, i64 b, i64 offset, i64 *budget) {
    i64 pair = (a + 1) << 32 | b;
    u64 hash = ((u64)offset ^ (u64)pair * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u;
    u64 slot = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u >> 32 & (u64)(gaps->asked.n[0] / 2 - 1);
    i64 *asked = gaps->asked.at + 2 * slot;
    int32_t *six = gaps->known.at + 6 * slot;
    if (asked[0] != pair || asked[1] != offset) {
        const i64 *begin = gaps->begin.at;
        asked[0] = pair, asked[1] = offset;
        work_out(gaps, a, b, offset, six);
        *budget -= begin[3 * a + 3] - begin[3 * a] + begin[3 * b + 3] - begin[3 * b];
    }
    return six;
}

static void look_at(const Gaps *gaps, const i64 *shape, const i64 *position, int n, Look *look, i64 *budget) {
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < n; i++) look->tied[axis][0][i] = look->tied[axis][1][i] = look->near[axis][i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            const int32_t *six = six_gaps(gaps, shape[i], shape[j], position[j] - position[i], budget);
            for (int axis = 0; axis < 3; axis++) {
                int32_t up = six[axis], down = six[3 + axis];
                look->gap[axis][i][j] = up, look->gap[axis][j][i] = down;
                if (up < FREE) look->tied[axis][0][i] |= (u64)1 << j, look->tied[axis][1][j] |= (u64)1 << i;
                if (down < FREE) look->tied[axis][0][j] |= (u64)1 << i, look->tied[axis][1][i] |= (u64)1 << j;
                if (!up) look->near[axis][i] |= (u64)1 << j;
                if (!down) look->near[axis][j] |= (u64)1 << i;
            }
        }
    *budget -= n * n;
}

/* -------- groups */

/* Return the group that piece k needs: itself, those that it takes along, and theirs. */
static u64 closure(const u64 *rows, int k) {
    u64 group = (u64)1 << k, more = group;
    while (more) {
        u64 next = rows[lowest(more)] & ~group;
        more &= more - 1;
        group |= next, more |= next;
    }
    return group;
}

typedef struct { u64 needs[PIECES], needed[PIECES], in[PIECES + 1], out[PIECES + 1], full; int top, seen; } Groups;

static void start_groups(Groups *all, const u64 *rows, int n) {
    all->full = ((u64)1 << n) - 1, all->top = 0, all->seen = 0, all->in[0] = all->out[0] = 0;
    for (int k = 0; k < n; k++) all->needed[k] = 0;
    for (int k = 0; k < n; k++) {
        all->needs[k] = closure(rows, k);
        for (u64 rest = all->needs[k]; rest; rest &= rest - 1) all->needed[lowest(rest)] |= (u64)1 << k;
    }
}

/* Return the next group that takes nobody else along; 0 after the last one. For one piece after the other: it is in the
   group, with all that it needs, or out of it, with all that need it. */
static u64 next_group(Groups *all) {
    while (all->top >= 0) {
        u64 in = all->in[all->top], out = all->out[all->top], open = all->full & ~in & ~out;
        if (!open) {
            all->top--;
            if (!in || in == all->full) continue;
            all->seen++;
            return in;
        }
        int k = lowest(open);
        all->out[all->top++] = out | all->needed[k];
        all->in[all->top] = in | all->needs[k], all->out[all->top] = out;
    }
    return 0;
}

/* -------- separations */

static bool note(Positions *all, i64 group, i64 direction) {
    i64 *row = all->leaving.at + 3 * all->at.at[FOUND];
    if (3 * all->at.at[FOUND] == all->leaving.n[0]) return false;
    row[0] = all->at.at[NEXT], row[1] = group, row[2] = direction;
    all->at.at[FOUND]++;
    return true;
}

/* List the groups that slide away from the next position: those that single pieces need, or every one. */
static i64 check(Positions *all, const Look *look, int n, i64 every) {
    u64 full = ((u64)1 << n) - 1;
    Groups groups;
    for (int axis = 0; axis < 3; axis++) {
        if (closure(look->tied[axis][0], 0) == full && closure(look->tied[axis][1], 0) == full) continue;
        if (every) {
            start_groups(&groups, look->tied[axis][0], n);
            for (u64 group; (group = next_group(&groups));) {
                if (groups.seen > MOST_GROUPS) return MANY_GROUPS;
                if (!note(all, (i64)group, 2 * axis)) return NO_ROOM;
            }
        }
        for (int down = 0; down < 2 && !every; down++) {
            i64 first = all->at.at[FOUND];
            for (int k = 0; k < n; k++) {
                i64 group = (i64)closure(look->tied[axis][down], k), seen = first;
                while (seen < all->at.at[FOUND] && all->leaving.at[3 * seen + 1] != group) seen++;
                if (group == (i64)full || seen < all->at.at[FOUND]) continue;
                if (!note(all, group, 2 * axis + down)) return NO_ROOM;
            }
        }
    }
    return ENDED;
}

/* -------- moves */

static i64 room(const Look *look, int axis, u64 group, u64 full) {
    i64 least = FREE;
    for (u64 moving = group; moving; moving &= moving - 1)
        for (u64 still = full & ~group; still; still &= still - 1) {
            i64 gap = look->gap[axis][lowest(moving)][lowest(still)];
            if (gap < least) least = gap;
        }
    return least;
}

/* Return how far a group moves up the axis until a plane is before all others. */
static i64 clearing(const Gaps *gaps, const i64 *shape, const i64 *position, int n, u64 group, int axis) {
    i64 low = INT64_MAX, high = INT64_MIN;
    for (int k = 0; k < n; k++) {
        i64 at = coordinate(position[k], axis), end = at + gaps->sizes.at[3 * shape[k] + axis];
        if (group >> k & 1) low = at < low ? at : low;
        else high = end > high ? end : high;
    }
    return high - low > 1 ? high - low : 1;
}

/* Return the slot of a position: that which has it, or a free one. */
static u64 slot_of(const Positions *all, const i64 *position, int n) {
    u64 hash = 0, last = (u64)all->slots.n[0] - 1;
    for (int k = 1; k < n; k++) hash = ((hash ^ (u64)position[k]) * 0x9E3779B97F4A7C15u) ^ hash >> 31;
    hash ^= hash >> 32;
    for (u64 slot = hash & last;; slot = (slot + 1) & last) {
        if (!all->slots.at[slot]) return slot;
        const i64 *other = all->positions.at + (i64)(all->slots.at[slot] - 1) * n;
        int k = 1;
        while (k < n && other[k] == position[k]) k++;
        if (k == n) return slot;
    }
}

/* Enter all positions so far into the slots: at the beginning, and in larger arrays. */
static void enter(Positions *all, int n) {
    for (i64 k = 0; k < all->slots.n[0]; k++) all->slots.at[k] = 0;
    for (i64 k = 0; k < all->at.at[COUNT]; k++)
        all->slots.at[slot_of(all, all->positions.at + k * n, n)] = (int32_t)(k + 1);
    all->at.at[ENTERED] = 1;
}

/* Add all positions that are one move away from the next one. */
static i64 expand(const Gaps *gaps, Positions *all, const Look *look, int n, i64 *budget) {
    i64 capacity = all->before.n[0], from = all->at.at[NEXT], *count = all->at.at + COUNT;
    const i64 *shape = all->shape.at, *here = all->positions.at + from * n;
    Groups groups;
    for (int axis = 0; axis < 3; axis++) {
        start_groups(&groups, look->near[axis], n);
        for (u64 group; (group = next_group(&groups));) {
            if (groups.seen > MOST_GROUPS) return MANY_GROUPS;
            i64 far = room(look, axis, group, groups.full), unit = (i64)1 << axis * FIELD;
            if (far == FREE) far = clearing(gaps, shape, here, n, group, axis) - 1;     /* then it has come apart */
            u64 moving = group & 1 ? groups.full ^ group : group;
            if (moving != group) unit = -unit;
            for (i64 by = 1; by <= far; by++) {
                if (*count == capacity) return NO_ROOM;
                i64 *there = all->positions.at + *count * n;
                for (int k = 0; k < n; k++) there[k] = here[k] + (moving >> k & 1 ? by * unit : 0);
                u64 slot = slot_of(all, there, n);
                if (all->slots.at[slot]) continue;
                all->before.at[*count] = (int32_t)from;
                all->slots.at[slot] = (int32_t)++*count;
            }
            *budget -= n * (far + 4);
        }
    }
    return ENDED;
}

/* -------- the door */

/* Go on, ring by ring, to the next number of moves after which some group slides away: LEAVING. `every` lists all such
   groups; `deepest`: after no more moves than that. */
PUBLIC i64 spread_positions(Gaps *gaps, Positions *all, i64 every, i64 deepest, i64 budget) {
    i64 *at = all->at.at;
    int n = (int)all->shape.n[0];
    Look look;
    if (!at[ENTERED]) enter(all, n);
    for (; at[FIRST] < at[LAST]; at[FIRST] = at[LAST], at[LAST] = at[COUNT], at[CHECKED] = 0, at[DEPTH]++) {
        if (at[DEPTH] > deepest) return TOO_DEEP;
        while (at[CHECKED] < 2) {
            for (; at[NEXT] < at[LAST]; at[NEXT]++) {
                if (budget < 0) return PAUSED;
                look_at(gaps, all->shape.at, all->positions.at + at[NEXT] * n, n, &look, &budget);
                i64 found = at[FOUND];
                i64 answer = at[CHECKED] ? expand(gaps, all, &look, n, &budget) : check(all, &look, n, every);
                if (answer == NO_ROOM) at[FOUND] = found;
                if (answer != ENDED) return answer;
            }
            at[CHECKED]++;
            at[NEXT] = at[CHECKED] < 2 ? at[FIRST] : at[LAST];
            if (at[CHECKED] == 1 && at[FOUND]) return LEAVING;
        }
    }
    return ENDED;
}
