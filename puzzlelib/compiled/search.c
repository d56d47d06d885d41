/* The search of lesson 05 in machine code: Algorithm X with the rule "fewest options", in arrays.

   Items and options. An item is a bit: a cell, or a mark of a kind. A kind is a piece with copies, or a
   secondary item with colours. An option is a set of bits in as many 64-bit words as it takes.
     cell      covered once. The first `cells - optional` must be covered, the others may be.
     piece     has a mark for each number of copies that one option may use. An option that uses j copies has the
               marks of 1 and of j. When j copies are left, the marks of j + 1, j + 2, ... are ruled out.
     colours   a mark for "no colour", and one for each colour. An option with a colour rules out all marks but
               that of its colour; an option without one rules out all marks.
   `spend[option][kind]` says how many copies an option uses, or which colour it gives (1: none), 0 if it does
   not have the kind. Where each piece is there once and nothing has a colour, `spends` is 0 and a piece is a bit
   like a cell: nearly all puzzles, and `dive` searches them.

   Lists. Each depth has a list of the options that are still possible, in `pool`, one after the other: a row for
   each word, then a row with the options' numbers where they are asked for (`numbered`). Rows are padded with
   zeros to whole vectors of eight, so a loop over a list needs no end of its own: an empty option changes no
   union and no count.

   A step. A candidate is an option that has the item branched on. It is only tried first: one pass over the list
   unites the options that share no bit with what it rules out; if these do not reach every item that is still
   needed, the candidate is dead. Else the options are copied to the next depth, and the item with the fewest of
   them is branched on. If the items left fit into fewer words, the options are written anew (`write_shorter`);
   `frame.code` counts how often, and place[code][item] is the bit that an item has then.

   If enough is covered, but some option could still be chosen (`loose`), all options have one piece more: it is
   branched on when nothing is needed, and options are taken in rising order, so that each set comes once.

   Work is counted in options looked at. The search pauses when its budget is spent, when the buffer for solutions
   is full, or when the pool is too small; it goes on from there at the next call. It calls nothing and keeps
   nothing: all that it knows is in the arrays that it is given. */

#include "arrays.h"

enum { LANES = 8 };                             /* options in a vector */
enum { PLANES = 4 };                            /* binary digits of a counter: 16 and more is "many" */
enum { STEPS = 6 };                             /* moves by 1, 2, 4, ... 32 places gather the bits of a word */
enum { SAMPLE = 8, WIDE = 32 };                 /* nodes of the second level that a survey looks at */
enum { DONE, PAUSED, FULL, NO_ROOM };           /* answers of a run */
enum { RUN, OPEN, SURVEY, ENTER };              /* the questions */
enum { DEAD, NO_SPACE, SOLVED, BOTH, OPENED };  /* answers of `attempt`; BOTH: solved, and opened */

typedef struct {                                /* one depth: */
    i64 base, stride, size;                     /* where its list begins in the pool, from row to row, options */
    i64 place, end;                             /* the candidates that are left are from `place` to `end` */
    i64 words, code;                            /* in how many words options are written, and in which way */
    i64 togo;                                   /* copies still to be placed */
    i64 word;                                   /* the word of the item branched on */
} Frame;

/* An address that takes eight bytes everywhere, also where a pointer has four. */
#define LIST(type, name) union { type *name; u64 name##_address; }

typedef struct {                                /* D depths, W words, T kinds, I items, N options */
    LIST(u64, pool);                            /* the lists */
    LIST(Frame, frames);                        /* D */
    LIST(u64, need);                            /* D x W: items that must still be covered */
    LIST(u64, live);                            /* D x W: items that still may be */
    LIST(u64, item);                            /* D: the bit of the item branched on */
    LIST(i64, chosen);                          /* D: the options chosen */
    LIST(i64, left);                            /* D x T: copies left; -1 for colours */
    LIST(uint16_t, spend);                      /* N x T */
    LIST(i64, slack);                           /* T: copies that may be left over */
    LIST(i64, mark);                            /* T + 1: the first mark of each kind */
    LIST(i64, where);                           /* (W + 1) x I: the bit of each item in each way of writing, or -1 */
    LIST(u64, kinds);                           /* (W + 1) x W: the bits that are marks, in each way of writing */
    LIST(int32_t, out);                         /* rows of `length`: solutions, filled up with -1 */
    LIST(u64, marked);                          /* D x marked_words: a bit for each option of a list */
    LIST(u64, option);                          /* W: an option that is looked at */
    LIST(u64, block);                           /* W: what a candidate rules out */
    LIST(u64, moves);                           /* W x STEPS: how the bits of each word are gathered */
    LIST(double, sizes);                        /* of the root: the work below each option, as far as it is guessed */
    i64 pool_size, W, T, I, marked_words, rows, length;
    i64 spends, ranged, numbered, loose;        /* 1 or 0; ranged: some copies may be left over */
    i64 cut;                                    /* a depth whose nodes are not searched, or -1 */
    i64 paths;                                  /* 1: `out` gets the paths to these nodes instead of solutions */
    i64 depth, found, work, filled;             /* where the search is */
    i64 pruned;                                 /* down to this depth, options that nothing could follow are dropped */
    i64 chance;                                 /* the random walks' last number */
} Search;

/* -------- eight options at a time */

typedef u64 V __attribute__((vector_size(64)));
typedef u64 Unaligned __attribute__((vector_size(64), aligned(8)));
#define load(from) (*(const Unaligned *)(from))
#define store(to, vector) (*(Unaligned *)(to) = (vector))
#define each_block(k, size) for (i64 k = 0; k < (size); k += LANES)
#define BIT(k) ((u64)1 << ((k) & 63))

static inline V splat(u64 x) { return (V){x, x, x, x, x, x, x, x}; }
static inline V apart(V options, u64 mask) { return (V)((options & mask) == 0); }  /* all ones where disjoint */
static inline u64 any(V x) { return x[0] | x[1] | x[2] | x[3] | x[4] | x[5] | x[6] | x[7]; }
static inline i64 whole(i64 size) { return (size + LANES - 1) & ~(i64)(LANES - 1); }
static inline int lowest(u64 x) { return __builtin_ctzll(x); }
static inline int ones(u64 x) { return __builtin_popcountll(x); }

/* For each kind of processor: flags as bits (`bits_of`), and the flagged options moved together (`squeeze`). */
#if defined __AVX512F__
#include <immintrin.h>
static inline u64 bits_of(V flags) { return _mm512_test_epi64_mask((__m512i)flags, (__m512i)flags); }
static inline V flags_of(u64 bits) { return (V)_mm512_maskz_set1_epi64(bits, -1); }
static inline u64 *squeeze(V x, u64 bits, u64 *to) {
    store(to, (V)_mm512_maskz_compress_epi64(bits, (__m512i)x));
    return to + ones(bits);
}
#elif defined __AVX2__
#include <immintrin.h>
static inline u64 bits_of(V flags) {
    union { V v; __m256d half[2]; } x = {flags};
    return _mm256_movemask_pd(x.half[0]) | _mm256_movemask_pd(x.half[1]) << 4;
}
#define ORDER(a, b, c, d) {2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1}
static const uint32_t orders[16][8] = {
    ORDER(0, 0, 0, 0), ORDER(0, 0, 0, 0), ORDER(1, 0, 0, 0), ORDER(0, 1, 0, 0), ORDER(2, 0, 0, 0), ORDER(0, 2, 0, 0),
    ORDER(1, 2, 0, 0), ORDER(0, 1, 2, 0), ORDER(3, 0, 0, 0), ORDER(0, 3, 0, 0), ORDER(1, 3, 0, 0), ORDER(0, 1, 3, 0),
    ORDER(2, 3, 0, 0), ORDER(0, 2, 3, 0), ORDER(1, 2, 3, 0), ORDER(0, 1, 2, 3)};
static inline u64 *squeeze(V x, u64 bits, u64 *to) {
    union { V v; __m256i half[2]; } y = {x};
    for (int k = 0; k < 2; k++, bits >>= 4) {
        __m256i order = _mm256_loadu_si256((const __m256i *)orders[bits & 15]);
        _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32(y.half[k], order));
        to += ones(bits & 15);
    }
    return to;
}
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
static inline u64 bits_of(V flags) {
    union { V v; v128_t part[4]; } x = {flags};
    u64 bits = 0;
    for (int k = 0; k < 4; k++) bits |= (u64)wasm_i64x2_bitmask(x.part[k]) << 2 * k;
    return bits;
}
static inline u64 *squeeze(V x, u64 bits, u64 *to) {
    union { V v; v128_t part[4]; } y = {x};
    for (int k = 0; k < 4; k++, bits >>= 2) {
        v128_t swapped = wasm_i64x2_shuffle(y.part[k], y.part[k], 1, 0);
        wasm_v128_store(to, bits & 1 ? y.part[k] : swapped);
        to += (bits & 1) + (bits >> 1 & 1);
    }
    return to;
}
#else
static inline u64 bits_of(V flags) {
    u64 bits = 0;
    for (int k = 0; k < LANES; k++) bits |= (flags[k] & 1) << k;
    return bits;
}
static inline u64 *squeeze(V x, u64 bits, u64 *to) {
    for (int k = 0; k < LANES; k++) *to = x[k], to += bits >> k & 1;
    return to;
}
#endif
#ifndef __AVX512F__
static inline V flags_of(u64 bits) { return (V)((splat(bits) >> (V){0, 1, 2, 3, 4, 5, 6, 7} & 1) != 0); }
#endif

/* -------- a row of a list */

/* Return the union of the options that share no bit with `mask`. */
static inline u64 unite(const u64 *row, i64 size, u64 mask) {
    V total = splat(0);
    each_block(k, size) {
        V x = load(row + k);
        total |= x & apart(x, mask);
    }
    return any(total);
}

static inline u64 unite_marked(const u64 *row, i64 size, const u64 *marked) {
    V total = splat(0);
    each_block(k, size) total |= load(row + k) & flags_of(((const uint8_t *)marked)[k / LANES]);
    return any(total);
}

/* Copy the options that share no bit with `mask`, and their numbers from `row` words further on if that is not 0;
   return how many, the padding among them. */
static inline i64 keep(const u64 *list, i64 size, u64 mask, u64 *to, i64 row, i64 to_row) {
    u64 *start = to;
    each_block(k, size) {
        V x = load(list + k);
        u64 bits = bits_of(apart(x, mask));
        if (row) squeeze(load(list + row + k), bits, to + to_row);
        to = squeeze(x, bits, to);
    }
    store(to, splat(0));
    return to - start;
}

static inline i64 keep_marked(const u64 *row, i64 size, const u64 *marked, u64 *to) {
    u64 *start = to;
    each_block(k, size) to = squeeze(load(row + k), ((const uint8_t *)marked)[k / LANES], to);
    store(to, splat(0));
    return to - start;
}

static inline void mark_having(const u64 *row, i64 size, u64 bit, u64 *marked) {
    uint8_t *flags = (uint8_t *)marked;
    marked[size >> 6] = 0;
    each_block(k, size) flags[k / LANES] = bits_of(~apart(load(row + k), bit));
}

/* Mark the options that share no bit with `mask`; of those marked before, unless it is the first row. */
static inline void mark_apart(const u64 *row, i64 size, u64 mask, u64 *marked, bool first) {
    uint8_t *flags = (uint8_t *)marked;
    each_block(k, size) flags[k / LANES] = bits_of(apart(load(row + k), mask)) & (first ? 255 : flags[k / LANES]);
}

static inline i64 count_having(const u64 *row, i64 size, u64 bit) {
    i64 total = 0;
    each_block(k, size) total += ones(bits_of(~apart(load(row + k), bit)));
    return total;
}

/* Return the first place from i on whose option has the bit, or `end`. */
static inline i64 next_having(const u64 *row, i64 i, i64 end, u64 bit) {
    if (i >= end) return end;
    i64 block = i & ~(i64)(LANES - 1);
    u64 flags = bits_of(~apart(load(row + block), bit)) & ~(u64)0 << (i - block);
    for (; !flags; flags = bits_of(~apart(load(row + block), bit))) if ((block += LANES) >= end) return end;
    i64 at = block + lowest(flags);
    return at < end ? at : end;
}

static inline i64 next_marked(const u64 *marked, i64 i, i64 end) {
    if (i >= end) return end;
    i64 word = i >> 6;
    u64 flags = marked[word] & ~(u64)0 << (i & 63);
    for (; !flags; flags = marked[word]) if (++word << 6 >= end) return end;
    i64 at = (word << 6) + lowest(flags);
    return at < end ? at : end;
}

/* -------- the item with the fewest options

   64 counters, one for each bit, are kept in binary digits: plane j holds the digit 2^j of all of them, so that one
   addition counts an option for all its items. The last plane says which counters have overflowed. */

static inline V add_digit(V *a, V b, V carry) {
    V odd = *a ^ b, up = (*a & b) | (odd & carry);
    *a = odd ^ carry;
    return up;
}

#define TURN(v, n) __builtin_shufflevector(v, v, n, (n + 1) & 7, (n + 2) & 7, (n + 3) & 7, (n + 4) & 7, (n + 5) & 7, \
                                           (n + 6) & 7, (n + 7) & 7)
#define FOLD(n) { \
        V carry = splat(0); \
        for (int j = 0; j < PLANES; j++) carry = add_digit(&digit[j], TURN(digit[j], n), carry); \
        many |= TURN(many, n) | carry; \
    }

static inline void count_each(const u64 *row, i64 size, u64 *counted) {
    V digit[PLANES] = {0}, many = splat(0);
    each_block(k, size) {
        V carry = load(row + k);
        for (int j = 0; j < PLANES; j++) digit[j] ^= carry, carry &= ~digit[j];
        many |= carry;
    }
    FOLD(4) FOLD(2) FOLD(1)
    for (int j = 0; j < PLANES; j++) counted[j] = digit[j][0];
    counted[PLANES] = many[0];
}

/* Return the least number of options that one of the items in `bits` has; the first such item in `bit`. */
static inline i64 fewest_options(const u64 *row, i64 size, u64 bits, u64 *bit) {
    u64 counted[PLANES + 1];
    count_each(row, size, counted);
    u64 few = bits & ~counted[PLANES];
    i64 least = 0;
    if (few) {
        for (int j = PLANES - 1; j >= 0; j--) {
            u64 without = few & ~counted[j];
            if (without) few = without;
            else least += 1 << j;
        }
        *bit = few & -few;
        return least;
    }
    for (least = size + 1; bits; bits &= bits - 1) {                 /* all have many: one by one */
        i64 n = count_having(row, size, bits & -bits);
        if (n < least) least = n, *bit = bits & -bits;
    }
    return least;
}

/* -------- a list of several words */

#define ROW(array, width, k) (s->array + (k) * (width))
static inline u64 *list_of(Search *s, i64 d) { return s->pool + s->frames[d].base; }
static inline u64 *row_of(Search *s, i64 d) { return list_of(s, d) + s->frames[d].word * s->frames[d].stride; }
static inline i64 number_of(Search *s, i64 d, i64 i) {
    return list_of(s, d)[s->frames[d].words * s->frames[d].stride + i];
}
static inline i64 cost(i64 size) { return size + 4 * LANES; }
static inline i64 next_candidate(Search *s, i64 d, i64 i, i64 end) {
    return next_having(row_of(s, d), i, end, s->item[d]);
}
static inline i64 candidates(Search *s, i64 d) { return count_having(row_of(s, d), s->frames[d].size, s->item[d]); }
static inline i64 bit_of_mark(Search *s, i64 code, i64 t, i64 j) { return ROW(where, s->I, code)[s->mark[t] + j]; }

static void pad(u64 *list, i64 stride, i64 words, i64 size) {
    for (i64 w = 0; w < words; w++) store(list + w * stride + size, splat(0));
}

/* -------- fewer words (H. S. Warren, Hacker's Delight, "compress") */

static void plan_moves(u64 keep, u64 *moves) {
    u64 gaps = ~keep << 1;
    for (int j = 0; j < STEPS; j++) {
        u64 odd = gaps;                                              /* bits with an odd number of gaps below */
        for (int k = 0; k < STEPS; k++) odd ^= odd << (1 << k);
        moves[j] = odd & keep;
        keep = (keep ^ moves[j]) | moves[j] >> (1 << j);
        gaps &= ~odd;
    }
}

static inline u64 gather(u64 x, const u64 *moves) {
    for (int j = 0; j < STEPS; j++) {
        u64 moving = x & moves[j];
        x = (x ^ moving) | moving >> (1 << j);
    }
    return x;
}

/* Move the live bits of each of `size` masks together; word w of a mask is `stride` behind word w - 1. */
static void shorten(Search *s, u64 *masks, i64 stride, i64 size, const u64 *live, i64 words) {
    i64 offset = 0;
    for (i64 w = 0; w < words; w++) {
        const u64 *moves = ROW(moves, STEPS, w), own = live[w];
        i64 shift = offset & 63, width = ones(own);
        u64 *row = masks + w * stride, *low = masks + (offset >> 6) * stride;
        for (i64 i = 0; i < size; i++) {
            u64 bits = gather(row[i] & own, moves);
            row[i] = 0;
            low[i] |= bits << shift;
            if (shift + width > 64) low[stride + i] |= bits >> (64 - shift);
        }
        offset += width;
    }
}

static void move_items(Search *s, i64 code, const u64 *live, i64 words) {
    i64 *before = ROW(where, s->I, code), *after = ROW(where, s->I, code + 1);
    for (i64 item = 0; item < s->I; item++) {
        i64 at = before[item];
        after[item] = -1;
        if (at >= 0 && live[at >> 6] & BIT(at)) {
            after[item] = ones(live[at >> 6] & (BIT(at) - 1));
            for (i64 w = 0; w < at >> 6; w++) after[item] += ones(live[w]);
        }
    }
    u64 *kinds = ROW(kinds, s->W, code + 1);
    for (i64 w = 0; w < s->W; w++) kinds[w] = ROW(kinds, s->W, code)[w];
    shorten(s, kinds, 1, 1, live, words);
}

static void write_shorter(Search *s, i64 d) {
    Frame *f = &s->frames[d];
    u64 *list = list_of(s, d), *live = ROW(live, s->W, d);
    i64 words = f->words, total = 0;
    for (i64 w = 0; w < words; w++) total += ones(live[w]);
    i64 fewer = total > 64 ? (total + 63) / 64 : 1;
    if (fewer >= words) return;
    for (i64 w = 0; w < words; w++) plan_moves(live[w], ROW(moves, STEPS, w));
    shorten(s, list, f->stride, f->size, live, words);
    for (i64 i = 0; s->numbered && i < f->size; i++) list[fewer * f->stride + i] = list[words * f->stride + i];
    pad(list, f->stride, fewer, f->size);
    shorten(s, ROW(need, s->W, d), 1, 1, live, words);
    if (s->spends) move_items(s, f->code, live, words);
    for (i64 w = 0; w < words; w++) s->option[w] = live[w];
    shorten(s, live, 1, 1, s->option, words);
    f->words = fewer;
    f->code++;
}

/* -------- to branch */

/* Return the needed items of a word that may be branched on: cells, and pieces of which one copy is left. */
static u64 items_to_branch(Search *s, i64 d, i64 w) {
    u64 bits = ROW(need, s->W, d)[w];
    for (i64 t = 0; s->spends && t < s->T; t++) {
        i64 at = bit_of_mark(s, s->frames[d].code, t, 0);
        if (ROW(left, s->T, d)[t] > 1 && at >= 0 && at >> 6 == w) bits &= ~BIT(at);
    }
    return bits;
}

/* Choose the item with the fewest options. Where only pieces with several copies left are needed, the first of
   them; where nothing is, the last piece, which is then in every option. */
static void choose(Search *s, i64 d) {
    Frame *f = &s->frames[d];
    i64 best = f->size + 1;
    u64 bit, bits;
    f->word = 0;
    s->item[d] = 0;
    for (i64 w = 0; w < f->words; w++) {
        if (!(bits = items_to_branch(s, d, w))) continue;
        i64 least = fewest_options(list_of(s, d) + w * f->stride, f->size, bits, &bit);
        if (least < best) best = least, f->word = w, s->item[d] = bit;
    }
    for (i64 t = 0; s->ranged && !s->item[d] && t < s->T; t++) {
        i64 at = bit_of_mark(s, f->code, t, 0);
        if (at >= 0 && (t == s->T - 1 || ROW(left, s->T, d)[t] > s->slack[t])) f->word = at >> 6, s->item[d] = BIT(at);
    }
}

/* Return whether the options that share no bit with `option` reach all that it leaves; for one word or two. */
static bool may_follow(Search *s, i64 d, const u64 *option) {
    Frame *f = &s->frames[d];
    u64 *list = list_of(s, d), *need = ROW(need, s->W, d), left = need[0] & ~option[0];
    if (f->words == 1) return (unite(list, f->size, option[0]) & left) == left;
    V a = splat(0), b = splat(0);
    each_block(k, f->size) {
        V x = load(list + k), y = load(list + f->stride + k), kept = (V)(((x & option[0]) | (y & option[1])) == 0);
        a |= x & kept;
        b |= y & kept;
    }
    return !((left & ~any(a)) | (need[1] & ~option[1] & ~any(b)));
}

/* Drop the options that nothing could follow. The list is squeezed while it is read: an option that is dropped may
   still be counted, which only keeps more. */
static void drop_hopeless(Search *s, i64 d) {
    Frame *f = &s->frames[d];
    u64 *list = list_of(s, d);
    i64 kept = 0;
    s->work += f->size * f->size / 2;
    for (i64 i = 0; i < f->size; i++) {
        for (i64 w = 0; w < f->words; w++) s->option[w] = list[w * f->stride + i];
        if (!may_follow(s, d, s->option)) continue;
        for (i64 row = 0; row < f->words + s->numbered; row++) list[row * f->stride + kept] = list[row * f->stride + i];
        kept++;
    }
    f->size = kept;
    pad(list, f->stride, f->words, kept);
}

static void open_frame(Search *s, i64 d) {
    Frame *f = &s->frames[d];
    if (f->words > 1) write_shorter(s, d);
    if (d <= s->pruned && f->words <= 2 && !s->spends && f->togo > 1) drop_hopeless(s, d);
    choose(s, d);
    f->place = 0;
    f->end = f->size;
}

/* -------- to try a candidate */

/* Count copies down, and write into `block` the marks that are ruled out; return the copies used. */
static i64 use_kinds(Search *s, i64 d, i64 option) {
    i64 code = s->frames[d].code, used = 0, *left = ROW(left, s->T, d), *then = ROW(left, s->T, d + 1);
    for (i64 w = 0; w < s->frames[d].words; w++) s->block[w] &= ~ROW(kinds, s->W, code)[w];
    for (i64 t = 0; t < s->T; t++) {
        i64 n = ROW(spend, s->T, option)[t], marks = s->mark[t + 1] - s->mark[t];
        bool colours = left[t] < 0;
        then[t] = colours ? left[t] : left[t] - n;
        used += n;
        if (!n) continue;
        for (i64 j = colours ? 0 : then[t]; j < (colours || left[t] > marks ? marks : left[t]); j++) {
            i64 at = bit_of_mark(s, code, t, j);
            bool own_colour = colours && n > 1 && j == n - 1;
            if (at >= 0 && !own_colour) s->block[at >> 6] |= BIT(at);
        }
    }
    return used;
}

/* Write what option i of depth d rules out into `block`, what it leaves into depth d + 1; return the copies used. */
static i64 rule_out(Search *s, i64 d, i64 i) {
    Frame *f = &s->frames[d];
    u64 *need = ROW(need, s->W, d + 1);
    i64 used = 1;
    for (i64 w = 0; w < f->words; w++) s->block[w] = list_of(s, d)[w * f->stride + i];
    if (s->spends) used = use_kinds(s, d, number_of(s, d, i));
    for (i64 w = 0; w < f->words; w++) {
        need[w] = ROW(need, s->W, d)[w] & ~s->block[w];
        ROW(live, s->W, d + 1)[w] = ROW(live, s->W, d)[w] & ~s->block[w];
    }
    for (i64 t = 0; s->ranged && t < s->T; t++) {                    /* pieces of which enough copies are used */
        i64 at = bit_of_mark(s, f->code, t, 0);
        if (at >= 0 && ROW(left, s->T, d + 1)[t] <= s->slack[t]) need[at >> 6] &= ~BIT(at);
    }
    return used;
}

static i64 attempt(Search *s, i64 d, i64 i) {
    Frame *f = &s->frames[d], *g = &s->frames[d + 1];
    i64 words = f->words, size = f->size, togo = f->togo - rule_out(s, d, i);
    u64 *list = list_of(s, d), *marked = ROW(marked, s->marked_words, d + 1), *need = ROW(need, s->W, d + 1);
    u64 rest = 0, missing = 0;
    s->work += cost(size);
    for (i64 w = 0; w < words; w++) rest |= need[w];
    if (!rest && !s->loose) return SOLVED;
    for (i64 w = 0; w < words; w++) mark_apart(list + w * f->stride, size, s->block[w], marked, w == 0);
    if (s->ranged && s->item[d] & ROW(kinds, s->W, f->code)[f->word])
        for (i64 j = 0; j <= i; j++)                                 /* copies of a piece come in rising order */
            if (row_of(s, d)[j] & s->item[d]) marked[j >> 6] &= ~BIT(j);
    for (i64 w = 0; w < words; w++) missing |= need[w] & ~unite_marked(list + w * f->stride, size, marked);
    if (missing) return DEAD;
    if (togo == 1) return SOLVED;
    i64 rows = words + s->numbered;
    g->stride = whole(size) + LANES;
    g->base = f->base + (rows > 1 ? rows * f->stride : g->stride);
    if (g->base + (rows + 1) * g->stride > s->pool_size) return NO_SPACE;
    for (i64 row = 0; row < rows; row++)
        g->size = keep_marked(list + row * f->stride, size, marked, list_of(s, d + 1) + row * g->stride);
    g->size -= whole(size) - size;
    g->words = words, g->code = f->code, g->togo = togo;
    open_frame(s, d + 1);
    return rest ? OPENED : BOTH;
}

/* -------- the search */

/* Write the options chosen, and if `more`, the one that fits all that is left, if anything is. */
static void write_solution(Search *s, i64 d, i64 i, bool more) {
    Frame *f = &s->frames[d];
    int32_t *row = ROW(out, s->length, s->filled++);
    u64 rest = 0;
    for (i64 k = 0; k < s->length; k++) row[k] = k <= d ? s->chosen[k] : -1;
    if (!more || d + 1 >= s->length) return;
    rule_out(s, d, i);
    for (i64 w = 0; w < f->words; w++) rest |= ROW(need, s->W, d + 1)[w];
    for (i64 j = 0; rest && j < f->size; j++) {
        u64 common = 0;
        for (i64 w = 0; w < f->words; w++) common |= list_of(s, d)[w * f->stride + j] & s->block[w];
        if (common) continue;
        row[d + 1] = number_of(s, d, j);
        return;
    }
}

/* Write the places by which depth d is reached. */
static void write_path(Search *s, i64 d) {
    for (i64 k = 0; k < s->length; k++) ROW(out, s->length, s->filled)[k] = k < d ? s->frames[k].place - 1 : -1;
    s->filled++;
}

static i64 step(Search *s, i64 d, i64 limit) {
    Frame *f = &s->frames[d];
    if (s->work > limit) return PAUSED;
    if (s->rows && s->filled == s->rows) return FULL;
    i64 i = next_candidate(s, d, f->place, f->end);
    if (i >= f->end) {
        s->depth = d - 1;
        return DONE;
    }
    if (s->numbered) s->chosen[d] = number_of(s, d, i);
    i64 answer = attempt(s, d, i);
    if (answer == NO_SPACE) return NO_ROOM;
    f->place = i + 1;
    if (answer == SOLVED || answer == BOTH) {
        s->found++;
        if (s->rows && !s->paths) write_solution(s, d, i, answer == SOLVED);
    }
    if (answer >= BOTH && d + 1 != s->cut) s->depth = d + 1;
    if (answer >= BOTH && d + 1 == s->cut && s->paths) write_path(s, d + 1);
    return DONE;
}

/* Search like `step` as long as options are one word and each piece is there once: nearly all of the time. */
static i64 dive(Search *s, i64 limit) {
    i64 first = s->depth, d = first, work = s->work, answer = DONE, W = s->W, rows = s->rows;
    u64 *pool = s->pool, *item = s->item, *need = s->need;
    bool numbered = s->numbered;
    mark_having(list_of(s, d), s->frames[d].size, item[d], ROW(marked, s->marked_words, d));
    while (d >= first) {
        Frame *f = &s->frames[d], *g = f + 1;
        i64 size = f->size, stride = whole(size) + LANES;
        if (work > limit) { answer = PAUSED; break; }
        if (rows && s->filled == rows) { answer = FULL; break; }
        i64 i = next_marked(ROW(marked, s->marked_words, d), f->place, f->end);
        if (i >= f->end) { d--; continue; }
        i64 to = f->base + (numbered ? 2 * f->stride : stride);
        if (to + 2 * stride > s->pool_size) { answer = NO_ROOM; break; }
        f->place = i + 1;
        u64 *list = pool + f->base, option = list[i], rest = need[d * W] & ~option;
        if (numbered) s->chosen[d] = list[f->stride + i];
        work += cost(size);
        if ((unite(list, size, option) & rest) != rest) continue;
        if (f->togo <= 2 || !rest) {
            s->found++;
            if (rows) {
                int32_t *row = ROW(out, s->length, s->filled++);
                for (i64 k = 0; k < s->length; k++) row[k] = k <= d ? s->chosen[k] : -1;
                for (i64 k = 0; rest && k < size; k++) if (list[k] == rest) row[d + 1] = list[f->stride + k];
            }
            continue;
        }
        i64 kept = keep(list, size, option, pool + to, numbered ? f->stride : 0, stride) - (whole(size) - size);
        d++;
        need[d * W] = rest;
        g->base = to, g->stride = stride, g->size = g->end = kept, g->togo = f->togo - 1;
        g->words = 1, g->place = g->word = 0;
        fewest_options(pool + to, kept, rest, &item[d]);
        mark_having(pool + to, kept, item[d], ROW(marked, s->marked_words, d));
    }
    s->depth = d;
    s->work = work;
    return answer;
}

static i64 run(Search *s, i64 budget) {
    i64 limit = s->work + budget, answer = DONE, d;
    while (answer == DONE && (d = s->depth) >= 0) {
        bool plain = s->frames[d].words == 1 && !s->spends && d >= s->pruned && d >= s->cut;
        answer = plain ? dive(s, limit) : step(s, d, limit);
    }
    return answer;
}

/* Go to the node below a candidate, and search nothing else. */
static i64 enter(Search *s, i64 i) {
    i64 d = s->depth, answer;
    s->frames[d].place = s->frames[d].end;
    if (s->numbered) s->chosen[d] = number_of(s, d, i);
    if ((answer = attempt(s, d, i)) == NO_SPACE) return NO_ROOM;
    s->depth = d + 1;
    return DONE;
}

/* -------- how much work is it?

   Each random walk takes one of a depth's k candidates and counts what it meets k times: the mean is right
   (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975). */

static double chance(Search *s) {
    u64 state = (u64)s->chance * 6364136223846793005u + 1442695040888963407u;
    s->chance = state;
    return (state >> 32) / 4294967296.0;
}

static double walk(Search *s, i64 d) {
    double total = 0, weight = 1;
    i64 n, answer = OPENED;
    for (; answer >= BOTH && (n = candidates(s, d)); d++) {
        weight *= n;
        total += weight * cost(s->frames[d].size);
        i64 i = next_candidate(s, d, 0, s->frames[d].size);
        for (i64 k = chance(s) * n; k > 0; k--) i = next_candidate(s, d, i + 1, s->frames[d].size);
        answer = attempt(s, d, i);
    }
    return answer == NO_SPACE ? -1 : total;
}

/* Return the mean of so many walks, without any the work of the next level; -1 where the pool is too small. */
static double work_below(Search *s, i64 d, i64 walks) {
    double total = 0;
    if (!walks) return (double)(candidates(s, d) * cost(s->frames[d].size));
    for (i64 k = 0; k < walks; k++) {
        double below = walk(s, d);
        if (below < 0) return below;
        total += below;
    }
    return total / walks;
}

/* Guess the work below each option of the root. Of the second level about SAMPLE nodes are looked at for each walk,
   drawn by chance, each for several; without walks the three upper levels are looked at, of most trees all nodes.
   Return 0 where the pool is too small. */
static i64 survey(Search *s, i64 walks) {
    i64 d = 0, root = 0;
    double share = 1, below = 0;
    while (d >= 0 && below >= 0) {
        Frame *f = &s->frames[d];
        i64 i = next_candidate(s, d, f->place, f->end);
        if (i >= f->end) { d--; continue; }
        f->place = i + 1;
        if (d == 0) root = i, share = 1;
        else if (chance(s) * share > 1) continue;
        s->sizes[root] += share * cost(f->size);
        i64 answer = attempt(s, d, i);
        if (answer == NO_SPACE) break;
        if (answer < BOTH) continue;
        if (d == 0) {
            double part = candidates(s, ++d) / (double)(walks ? SAMPLE * walks : WIDE);
            share = part > 1 ? part : 1;
        } else {
            below = work_below(s, d + 1, walks);
            s->sizes[root] += share * below;
        }
    }
    s->frames[0].place = 0;
    return d < 0;
}

/* -------- the door */

PUBLIC i64 KERNEL(search)(Search *s, i64 question, i64 amount) {
    if (question == RUN) return run(s, amount);
    if (question == SURVEY) return survey(s, amount);
    if (question == ENTER) return enter(s, amount);
    open_frame(s, 0);
    return DONE;
}
