/* One search, four ways to take a choice back: links, lists, lists with masks, sparse sets. The last bring their sizes
   back by a trail of changes, or by copies of all sizes, made only where a second option will need them.

   Each branches on the item with the fewest options, on the first of several, and tries its options in order. So the
   four walk through one tree, node for node, and `fingerprint`, which mixes all options in the order in which they are
   tried, is the same for all. Only the price of a node differs. Items count from 1; the first `main` must be covered.

   References: D. E. Knuth, Dancing links, 2000 (arXiv:cs/0011047); Dancing cells, a lecture of 2023. */

#include "../../puzzlelib/compiled/arrays.h"

typedef uint32_t u32;
typedef struct { i64 nodes, found; u64 fingerprint; i64 undone; } Walk;    /* undone: numbers brought back by sparse sets */

/* Note that an option is tried. */
static void try(Walk *walk, u32 option) { walk->nodes++, walk->fingerprint = 31 * walk->fingerprint + option; }

/* -------- links: each node remembers its neighbours */

typedef struct { u32 *left, *right, *up, *down, *top, *size, *option; } Links;

static u32 smallest_head(const Links *x) {
    u32 best = x->right[0];
    for (u32 head = best; head; head = x->right[head]) if (x->size[head] < x->size[best]) best = head;
    return best;
}

static void cover(const Links *x, u32 head) {
    x->left[x->right[head]] = x->left[head], x->right[x->left[head]] = x->right[head];
    for (u32 row = x->down[head]; row != head; row = x->down[row])
        for (u32 node = x->right[row]; node != row; node = x->right[node]) {
            x->down[x->up[node]] = x->down[node], x->up[x->down[node]] = x->up[node];
            x->size[x->top[node]]--;
        }
}

static void uncover(const Links *x, u32 head) {
    for (u32 row = x->up[head]; row != head; row = x->up[row])
        for (u32 node = x->left[row]; node != row; node = x->left[node]) {
            x->size[x->top[node]]++;
            x->up[x->down[node]] = node, x->down[x->up[node]] = node;
        }
    x->right[x->left[head]] = head, x->left[x->right[head]] = head;
}

PUBLIC i64 by_links(const Links *x, i64 main, i64 most, Walk *walk) {
    u32 at[main + 1];                           /* for each level, the node tried last; at first the head */
    i64 level = 0;
    cover(x, at[0] = smallest_head(x));
    while (level >= 0 && walk->nodes < most) {
        u32 node = at[level], head = x->top[node];
        if (node != head)
            for (u32 other = x->left[node]; other != node; other = x->left[other]) uncover(x, x->top[other]);
        node = at[level] = x->down[node];
        if (node == head) {
            uncover(x, head);
            level--;
            continue;
        }
        try(walk, x->option[node]);
        for (u32 other = x->right[node]; other != node; other = x->right[other]) cover(x, x->top[other]);
        if ((head = smallest_head(x))) cover(x, at[++level] = head);
        else walk->found++;
    }
    return 0;
}

/* -------- lists: each level has a list of the options that are left */

typedef struct {
    const u32 *start, *item;                    /* option k has item[start[k]] up to item[start[k + 1] - 1] */
    const u64 *mask;                            /* its items as bits, 64 in a word */
    i64 options, items, words;
    u32 *lists;                                 /* room for a list on each level */
} Lists;

static bool has(const Lists *x, u32 option, u32 item) {
    for (u32 k = x->start[option]; k < x->start[option + 1]; k++) if (x->item[k] == item) return true;
    return false;
}

static bool is_free(const Lists *x, u32 option, const bool *covered) {
    for (u32 k = x->start[option]; k < x->start[option + 1]; k++) if (covered[x->item[k]]) return false;
    return true;
}

static void set_covered(const Lists *x, u32 option, bool *covered, bool value) {
    for (u32 k = x->start[option]; k < x->start[option + 1]; k++) covered[x->item[k]] = value;
}

/* Copy the options that share no item with the chosen one; return their number. */
static i64 copy_free(const Lists *x, const u32 *from, i64 count, const bool *covered, u32 *to) {
    i64 kept = 0;
    for (i64 k = 0; k < count; k++) if (is_free(x, from[k], covered)) to[kept++] = from[k];
    return kept;
}

/* The same list, with one AND for 64 items. */
static i64 copy_disjoint(const Lists *x, const u32 *from, i64 count, u32 chosen, u32 *to) {
    const u64 *items = x->mask + x->words * chosen;
    i64 kept = 0;
    for (i64 k = 0; k < count; k++) {
        const u64 *mask = x->mask + x->words * from[k];
        u64 shared = 0;
        for (i64 word = 0; word < x->words; word++) shared |= mask[word] & items[word];
        to[kept] = from[k], kept += !shared;
    }
    return kept;
}

/* Return the item with the fewest options in a list, 0 if all are covered. */
static u32 smallest_item(const Lists *x, const u32 *list, i64 count, const bool *covered, i64 main) {
    u32 size[x->items + 1], best = 0;
    for (i64 i = 0; i <= x->items; i++) size[i] = 0;
    for (i64 k = 0; k < count; k++)
        for (u32 j = x->start[list[k]]; j < x->start[list[k] + 1]; j++) size[x->item[j]]++;
    for (u32 i = 1; i <= main; i++) if (!covered[i] && (!best || size[i] < size[best])) best = i;
    return best;
}

static inline i64 search_lists(const Lists *x, i64 main, i64 most, Walk *walk, bool masks) {
    i64 at[main + 1], count[main + 1], level = 0;       /* the place of the option tried last; how many there are */
    u32 branch[main + 1], *list = x->lists;             /* the item on which a level branches; the level's list */
    bool covered[x->items + 1];
    for (i64 i = 0; i <= x->items; i++) covered[i] = false;
    for (u32 k = 0; k < x->options; k++) list[k] = k;
    at[0] = -1, count[0] = x->options, branch[0] = smallest_item(x, list, count[0], covered, main);
    while (level >= 0 && walk->nodes < most) {
        list = x->lists + level * x->options;
        if (at[level] >= 0) set_covered(x, list[at[level]], covered, false);
        do at[level]++; while (at[level] < count[level] && !has(x, list[at[level]], branch[level]));
        if (at[level] == count[level]) {
            level--;
            continue;
        }
        u32 chosen = list[at[level]], *next = list + x->options, best;
        try(walk, chosen);
        set_covered(x, chosen, covered, true);
        i64 left = masks ? copy_disjoint(x, list, count[level], chosen, next)
                         : copy_free(x, list, count[level], covered, next);
        if ((best = smallest_item(x, next, left, covered, main))) level++, at[level] = -1, count[level] = left, branch[level] = best;
        else walk->found++;
    }
    return 0;
}

PUBLIC i64 by_lists(const Lists *x, i64 main, i64 most, Walk *walk) {
    return search_lists(x, main, most, walk, false);
}

PUBLIC i64 by_masks(const Lists *x, i64 main, i64 most, Walk *walk) {
    return search_lists(x, main, most, walk, true);
}

/* -------- sparse sets: an item's options in an array, those that are left in front */

typedef struct {
    const u32 *start, *item, *option, *first;   /* node n belongs to option[n]; item i has cells from first[i] on */
    u32 *cell, *place, *size;                   /* cell[place[n]] is n; the first size[i] are left */
    u32 *active, *where;                        /* the items, those that are not covered in front */
    i64 options, items;
    u32 *sizes, *tries;                         /* for each level, the sizes, and the options to try */
    u32 *trail;                                 /* the items that have lost an option, one entry for each */
} Sets;

/* Exchange two values, and note where they are now. */
static void swap(u32 *values, u32 *places, u32 one, u32 other) {
    u32 a = values[one], b = values[other];
    values[one] = b, values[other] = a, places[a] = other, places[b] = one;
}

static u32 *sizes_of(const Sets *x, i64 level) { return x->sizes + level * (x->items + 1); }

static i64 copy_sizes(const Sets *x, u32 front, const u32 *from, u32 *to) {
    for (u32 k = 0; k < front; k++) to[x->active[k]] = from[x->active[k]];
    return front;
}

/* Give each item on the trail its last option back, down to a mark; return their number. */
static i64 undo(const Sets *x, u32 end, u32 mark) {
    for (u32 k = end; k > mark; k--) x->size[x->trail[k - 1]]++;
    return end - mark;
}

/* Take the options of a covered item out of the other active items: they move behind those that are left.
   Return the end of the trail. */
static inline u32 remove_options(const Sets *x, u32 covered, u32 front, bool trail, u32 log) {
    for (u32 here = x->first[covered]; here < x->first[covered] + x->size[covered]; here++) {
        u32 option = x->option[x->cell[here]];
        for (u32 node = x->start[option]; node < x->start[option + 1]; node++) {
            u32 item = x->item[node], end = x->first[item] + x->size[item];
            if (x->where[item] < front && x->place[node] < end) {
                swap(x->cell, x->place, x->place[node], end - 1);
                x->size[item]--;
                if (trail) x->trail[log++] = item;
            }
        }
    }
    return log;
}

static u32 smallest_active(const Sets *x, u32 front, i64 main) {
    u32 best = 0;
    for (u32 k = 0; k < front; k++) {
        u32 item = x->active[k], size = x->size[item];
        if (!item || item > main) continue;
        if (!best || size < x->size[best] || (size == x->size[best] && item < best)) best = item;
    }
    return best;
}

/* Copy the options of an item in their order, as the others try them; return their number. */
static u32 sort_options(const Sets *x, u32 item, u32 *to) {
    for (u32 k = 0; k < x->size[item]; k++) {
        u32 option = x->option[x->cell[x->first[item] + k]], place = k;
        for (; place > 0 && to[place - 1] > option; place--) to[place] = to[place - 1];
        to[place] = option;
    }
    return x->size[item];
}

static inline i64 search_sets(const Sets *x, i64 main, i64 most, Walk *walk, bool trail) {
    u32 at[main + 1], left[main + 1], best = 0;
    u32 count[main + 1], mark[main + 1], end = 0;       /* for each level, its active items, and where its trail begins */
    i64 level = 0;
    for (u32 i = 0; i <= x->items; i++) x->active[i] = x->where[i] = i;
    count[0] = (u32)x->items + 1, mark[0] = 0;
    if (!trail) copy_sizes(x, count[0], x->size, sizes_of(x, 0));
    at[0] = 0, left[0] = sort_options(x, smallest_active(x, count[0], main), x->tries);
    while (level >= 0 && walk->nodes < most) {
        u32 front = count[level];
        if (trail) walk->undone += undo(x, end, mark[level]);
        else if (0 < at[level] && at[level] < left[level]) walk->undone += copy_sizes(x, front, sizes_of(x, level), x->size);
        end = mark[level];
        if (at[level] == left[level]) {
            level--;
            continue;
        }
        u32 chosen = x->tries[level * x->options + at[level]++];
        try(walk, chosen);
        for (u32 k = x->start[chosen]; k < x->start[chosen + 1]; k++) swap(x->active, x->where, x->where[x->item[k]], --front);
        for (u32 k = x->start[chosen]; k < x->start[chosen + 1]; k++) end = remove_options(x, x->item[k], front, trail, end);
        if (!(best = smallest_active(x, front, main))) {
            walk->found++;
            continue;
        }
        level++, at[level] = 0, count[level] = front, mark[level] = end;
        left[level] = sort_options(x, best, x->tries + level * x->options);
        if (!trail && left[level] > 1) walk->undone += copy_sizes(x, front, x->size, sizes_of(x, level));
    }
    return 0;
}

PUBLIC i64 by_sets(const Sets *x, i64 main, i64 most, Walk *walk) {
    return search_sets(x, main, most, walk, true);
}

PUBLIC i64 by_copied_sizes(const Sets *x, i64 main, i64 most, Walk *walk) {
    return search_sets(x, main, most, walk, false);
}
