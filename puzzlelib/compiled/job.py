"""One search in arrays: it runs in chunks, tells how far it is, and can be cut in two."""

import time
from collections.abc import Iterable
from copy import copy

import numpy as np

from . import kernel_layout as data
from .compiling import CHUNK
from .kernel_layout import LANES, PLANES, Search
from .native import Kernel

COPIED_AT_ONCE = 1 << 22  # words: 32 MB
FIRST_BUDGET = 2_000_000  # options looked at in the first chunk
UNKNOWN = 1 << 62  # how many copies are still to be put, where that is not known

act = Kernel("puzzlelib.compiled", (Search,), numbers=2, seconds=5)


class Job:
    """A search in arrays that runs in chunks and can be cut in two.

    `masks`: uint64 (options, words), the cells of each option, a bit each. `spend`: uint8 (options, pieces),
    how many copies of each piece an option uses. `weight`: what a solution counts. `numbers`: what the
    options are called, where that is asked for. `least`: how many copies of each piece must be used; without
    it all are, and fill all cells. `optional`: so many cells, the last ones, may stay empty.
    """

    def __init__(
        self,
        masks: np.ndarray,
        cells: int,
        spend: np.ndarray,
        copies: list[int],
        weight: int = 1,
        numbers: np.ndarray | None = None,
        least: list[int] | None = None,
        optional: int = 0,
    ):
        self.weight, self.numbers = weight, numbers
        self.budget = max(1, FIRST_BUDGET // max(1, masks.shape[1] ** 2))  # a step with many words takes long
        self.started, self.roots = False, {}
        self.fixed = -1  # the piece that is kept to one place of each orbit
        self.larger, self.copied = None, 0  # a pool of twice the size, and how much of the old one it holds
        exact, least = least is None and not optional, copies if least is None else least
        most = sum(copies) if exact else most_options(masks, spend, cells + sum(copies))
        loose = not exact and some_loose(masks, cells - optional, spend, np.array(copies) > least)
        if loose:  # one piece more is in each option: where nothing is needed, the search branches on it
            spend = np.hstack([spend, np.ones((len(spend), 1), np.uint8)])
            copies, least = [*copies, most + 2], [*least, 0]
        plain = max(copies, default=0) <= 1 and int(spend.sum(axis=1).max(initial=0)) <= 1
        marks = np.maximum(1, spend.max(axis=0, initial=0)).astype(np.int64)
        mark = cells + np.concatenate([[0], np.cumsum(marks)]).astype(np.int64)
        options = with_pieces(masks, spend, mark)
        numbered = not plain or numbers is not None
        needed = [*range(cells - optional), *(mark[t] for t in range(len(copies)) if least[t])]
        used = spend[:0] if plain else spend
        self.search = search_arrays(options, cells, copies, mark, used, numbered, needed, most)
        if not exact:
            self.search.count[data.LOOSE] = loose
            self.search.frames[0, data.TOGO] = UNKNOWN
        if not exact and not plain:
            self.search = self.search._replace(slack=np.array(copies, np.int64) - least)

    @property
    def found(self) -> int:
        return int(self.search.count[data.FOUND])

    @property
    def depth(self) -> int:
        return int(self.search.count[data.DEPTH])

    @property
    def done(self) -> bool:
        return self.started and self.depth < 0

    def open(self) -> None:
        """Make the root ready; a search that cannot succeed ends here."""
        if self.started:
            return
        self.started, s = True, self.search
        self.nothing_needed = not s.need[0].any()
        words, stride = s.frames[0, [data.WORDS, data.STRIDE]]
        reached = np.bitwise_or.reduce(s.pool[: words * stride].reshape(words, stride), axis=1)
        if self.nothing_needed:
            s.count[data.FOUND] = 1
        if (s.need[0] & ~reached).any() or self.nothing_needed and not s.count[data.LOOSE]:
            s.count[data.DEPTH] = -1
        else:
            act(s, data.OPEN, 0)

    def enlarge(self, part: int | None = None) -> None:
        """Twice the room for lists, as soon as the old ones are copied: at most `part` words in one call."""
        pool = self.search.pool
        if self.larger is None:
            self.larger, self.copied = np.zeros(2 * len(pool), pool.dtype), 0
        end = len(pool) if part is None else min(len(pool), self.copied + part)
        self.larger[self.copied : end] = pool[self.copied : end]
        self.copied = end
        if end == len(pool):
            self.search, self.larger = self.search._replace(pool=self.larger), None

    def guess(self, walks: int) -> float:
        """The work of the whole tree, by random walks; the shares of the root's subtrees are kept for
        `rest`."""
        self.open()
        if self.done:
            return 0.0
        counts, sizes = self.search.count.copy(), np.zeros(int(self.search.frames[0, data.SIZE]))
        self.search = self.search._replace(sizes=sizes)
        self.search.count[data.PRUNED] = 0  # it pays only where whole subtrees are searched
        while not act(self.search, data.SURVEY, walks):
            self.enlarge()
            sizes[:] = 0
        counts[data.CHANCE] = self.search.count[data.CHANCE]  # the next walks are others
        self.search.count[:] = counts
        total = float(sizes.sum())
        self.roots = {int(i): sizes[i] / total for i in np.flatnonzero(sizes)}
        return total

    def chunk(self) -> None:
        """Search for about CHUNK seconds, or until the buffer is full."""
        self.open()
        if self.done:
            return
        if self.larger is not None:
            return self.enlarge(COPIED_AT_ONCE)
        before, start = self.search.count[data.WORK], time.perf_counter()
        answer = act(self.search, data.RUN, self.budget)
        seconds, work = time.perf_counter() - start, self.search.count[data.WORK] - before
        if answer == data.NO_ROOM:
            self.enlarge(COPIED_AT_ONCE)
        elif answer == data.PAUSED:
            wanted = work * CHUNK / max(seconds, 1e-6)
            self.budget = 1 + int(np.clip(wanted, self.budget / 4, self.budget * 4))

    def rows(self, most: int) -> np.ndarray:
        """Search for a chunk; the solutions found in it, (solutions, options), as numbers of options, and -1
        behind those that have fewer. The empty solution is not among them."""
        if len(self.search.out) < most:
            self.search = self.search._replace(out=np.zeros((most, self.search.out.shape[1]), np.int32))
        self.search.count[data.FILLED] = 0
        self.chunk()
        found = self.search.out[: self.search.count[data.FILLED]]
        return np.where(found < 0, -1, self.numbers[found])

    def candidates(self, d: int) -> np.ndarray:
        """Places in a depth's list that are still to be tried."""
        start, end = self.search.frames[d, [data.POS, data.END]]
        return np.flatnonzero(self.item_row(d)[start:end] & self.search.item[d]) + start

    def item_row(self, d: int) -> np.ndarray:
        """The word of each option of a depth in which the item that is branched on has its bit."""
        columns = [data.BASE, data.STRIDE, data.SIZE, data.ITEM_WORD]
        base, stride, size, word = self.search.frames[d, columns]
        return self.search.pool[base + word * stride :][:size]

    def split(self) -> "Job | None":
        """Half of what is left at the shallowest depth that has something left, given away; None: nothing
        is."""
        for d in range(self.depth + 1 if self.started else 0):
            left = self.candidates(d)
            if len(left):
                return self.give(d, int(left[len(left) // 2]))
        return None

    def give(self, d: int, place: int) -> "Job":
        """A job with the candidates of depth d from `place` on; they are taken away from this one."""
        other = copy(self)
        other.larger = None
        other.search = data.Search(*(array.copy() for array in self.search))
        frames, count = other.search.frames, other.search.count
        count[:] = 0
        kept = [data.PRUNED, data.LOOSE]
        count[data.DEPTH], count[kept] = d, self.search.count[kept]
        frames[:d, data.END] = frames[:d, data.POS]
        frames[d, data.POS] = self.search.frames[d, data.END] = place
        return other

    def rest(self) -> float:
        """The share of the tree still to be searched: guessed below the root, equal parts further down."""
        if not self.started:
            return 1.0
        part, total = 1.0, 0.0
        for d in range(self.depth + 1):
            left, shares = self.candidates(d), {} if d else self.roots
            each = part / max(1, np.count_nonzero(self.item_row(d) & self.search.item[d]))
            total += sum(shares.get(int(i), each) for i in left) if shares else each * len(left)
            part = shares.get(int(self.search.frames[d, data.POS]) - 1, each)
        return total


def with_pieces(masks: np.ndarray, spend: np.ndarray, mark: np.ndarray) -> np.ndarray:
    """The options' words with their pieces: the first mark of a piece, and that for as many copies as are
    used."""
    words = max(1, -(-int(mark[-1]) // 64))
    full = np.zeros((len(masks), words), np.uint64)
    full[:, : masks.shape[1]] = masks
    option, piece = np.nonzero(spend)
    for item in (mark[piece], mark[piece] + spend[option, piece] - 1):
        np.bitwise_or.at(full, (option, item >> 6), np.uint64(1) << (item & 63).astype(np.uint64))
    return full


def most_options(masks: np.ndarray, spend: np.ndarray, room: int) -> int:
    """Return a bound for the options in a solution, which together have `room` for so many cells and
    copies."""
    sizes = np.bitwise_count(masks).sum(axis=1) + spend.sum(axis=1)
    return min(len(masks), room // max(1, int(sizes.min(initial=room))))


def some_loose(masks: np.ndarray, cells: int, spend: np.ndarray, spare: np.ndarray) -> bool:
    """Tell whether nothing needs some option: it has none of the first `cells` cells, and only pieces with
    copies to `spare`."""
    must = (masks & bits(range(cells), masks.shape[1])).any(axis=1) | spend[:, ~spare].any(axis=1)
    return not must.all()


def search_arrays(
    options: np.ndarray,
    cells: int,
    copies: list[int],
    mark: np.ndarray,
    spend: np.ndarray,
    numbered: bool,
    needed: list[int],
    most: int,
) -> data.Search:
    """The kernel's Search, with depth 0 not opened yet: `needed` are the items that must be covered, by at
    most so many options."""
    (n, words), kinds, depths, items = options.shape, len(copies), most + 2, int(mark[-1])
    stride = -(-n // LANES) * LANES + LANES
    pool = np.zeros(max(4 * (words + numbered) * stride, 1 << 12), np.uint64)
    rows = pool[: (words + numbered) * stride].reshape(words + numbered, stride)
    rows[:words, :n] = options.T
    rows[words:, :n] = np.arange(n)
    frames, count = np.zeros((depths, data.FIELDS), np.int64), np.zeros(data.COUNTERS, np.int64)
    frames[0, [data.STRIDE, data.SIZE, data.WORDS, data.TOGO]] = stride, n, words, sum(copies)
    count[data.PRUNED] = data.PRUNED_DEPTH
    place, pieces = np.full((words + 1, items), -1, np.int64), np.zeros((words + 1, words), np.uint64)
    place[0], pieces[0] = np.arange(items), bits(range(cells, items), words)
    need, live = np.zeros((2, depths, words), np.uint64)
    used = [t for t in range(kinds) if copies[t]]
    need[0] = bits(needed, words)
    live[0] = bits([*range(cells), *(i for t in used for i in range(mark[t], mark[t + 1]))], words)
    left = np.zeros((depths, kinds), np.int64)
    left[0] = copies
    return data.Search(
        pool,
        frames,
        need,
        live,
        item=np.zeros(depths, np.uint64),
        chosen=np.zeros(depths if numbered else 0, np.int64),
        left=left,
        slack=np.zeros(0, np.int64),
        spend=np.ascontiguousarray(spend, np.uint8),
        mark=mark,
        place=place,
        pieces=pieces,
        count=count,
        out=np.zeros((0, depths - 2), np.int32),
        counted=np.zeros(PLANES + 1, np.uint64),
        marks=np.zeros((depths, -(-stride // 64)), np.uint64),
        option=np.zeros(words, np.uint64),
        steps=np.zeros((words, data.STEPS), np.uint64),
        block=np.zeros(words, np.uint64),
        sizes=np.zeros(0),
    )


def bits(numbers: Iterable[int], words: int) -> np.ndarray:
    """A set of bit numbers in words.

    >>> [int(word) for word in bits([0, 65], 2)]
    [1, 2]
    """
    total = sum(1 << int(number) for number in numbers)
    return np.array([total >> 64 * w & (1 << 64) - 1 for w in range(words)], np.uint64)
