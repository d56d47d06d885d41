"""One search by the kernel: its arrays, and how it is run in chunks, continued, divided and cut
into parts."""

from array import array
from collections.abc import Iterator
from ctypes import Array, Structure, addressof, byref, c_double, c_int64, c_uint64, sizeof
from typing import NamedTuple

from ..common.rounds import COMPILED
from .library import function

LANES = 8  # options in a vector of search.c; lists are padded with zeros to whole vectors
MOST_PATHS = 1024  # in the buffer
PRUNED_DEPTH = 2  # down to this depth, options that nothing could follow are dropped
LEAST_POOL = 1 << 12  # words
UNKNOWN = 1 << 62  # copies still to be placed, if that is not known
DONE, PAUSED, FULL, NO_ROOM = range(4)  # answers of a run
RUN, OPEN, SURVEY, ENTER = range(4)  # the questions


class Matrix(NamedTuple):
    """An exact cover problem in bits; search.c says how it is searched.

    `masks`: the cells of each option, a bit each; the last `optional` of the `cells` may stay
    empty. `spend`: for each option, pairs of a kind and the number of its copies that the option
    uses. `copies` and `least`: how many copies of each kind a solution may and must use. A kind
    with c colours has -(c + 1) copies, and `spend` says 1 for no colour and 2, 3, ... for a colour.
    `exact`: all copies together fill all cells, and each option uses some. `weight`: what a
    solution counts. `numbers`: what the options are called, if solutions are listed.
    """

    masks: list[int]
    spend: list[tuple[tuple[int, int], ...]]
    cells: int
    optional: int
    copies: list[int]
    least: list[int]
    exact: bool
    weight: int = 1
    numbers: list[int] | None = None


class Depth(Structure):
    """One depth; the fields are those of search.c."""

    _fields_ = [(name, c_int64) for name in "base stride size place end words code togo word".split()]


ADDRESSES = (
    "pool frames need live item chosen left spend slack mark where kinds out marked option block moves sizes"
).split()
OWN = "need live item chosen left where kinds marked option block moves".split()  # of each job
NUMBERS = (
    "pool_size W T I marked_words rows length spends ranged numbered loose cut paths"
    " depth found work filled pruned chance"
).split()


class Search(Structure):
    """A search; the fields are those of search.c."""

    _fields_ = [*((name, c_uint64) for name in ADDRESSES), *((name, c_int64) for name in NUMBERS)]


class Job:
    """A search for all solutions of a matrix; `found` counts them."""

    top, part = 0, 1.0  # the depth where it begins, and its node's share of the tree

    def __init__(self, matrix: Matrix):
        self.matrix, self.weight, self.search = matrix, matrix.weight, Search(cut=-1)
        self.started, self.shares, self.arrays = False, {}, {}
        matrix, most = self.with_loose_piece(matrix)
        total = [sum(n for kind, n in pairs if matrix.copies[kind] > 0) for pairs in set(matrix.spend)]
        self.search.spends = min(matrix.copies, default=0) < 0 or max([*matrix.copies, *total], default=0) > 1
        self.search.ranged = self.search.spends and not matrix.exact
        self.search.numbered = self.search.spends or matrix.numbers is not None
        self.lay_out(matrix, most)
        self.budget, self.steps = COMPILED, 0  # of a chunk at most, and those of the last one

    def with_loose_piece(self, matrix: Matrix) -> tuple[Matrix, int]:
        """Return the matrix as the kernel searches it, and a bound for the options of a solution.

        If no item that must be covered is in some option, each option gets one piece more, on which
        the search branches when nothing else is needed.
        """
        masks, copies, least = matrix.masks, matrix.copies, matrix.least
        if matrix.exact:
            return matrix, sum(copies)
        room = matrix.cells + sum(n for n in copies if n > 0)
        sizes = (
            mask.bit_count() + sum(n for kind, n in pairs if copies[kind] > 0)
            for mask, pairs in zip(masks, matrix.spend)
        )
        smallest = min(sizes, default=1)
        most = min(len(masks), room // smallest) if smallest else len(masks)
        must = (1 << matrix.cells - matrix.optional) - 1
        needed = (
            mask & must or any(copies[kind] == least[kind] for kind, _ in pairs)
            for mask, pairs in zip(masks, matrix.spend)
        )
        if all(needed):
            return matrix, most
        self.search.loose = 1
        more = [(*pairs, (len(copies), 1)) for pairs in matrix.spend]
        return matrix._replace(spend=more, copies=[*copies, most + 2], least=[*least, 0]), most

    def lay_out(self, matrix: Matrix, most: int) -> None:
        """Make the arrays of search.c, with the options in the list of depth 0."""
        s, copies, cells, options = self.search, matrix.copies, matrix.cells, len(matrix.masks)
        marks, bits = [max(1, -n) for n in copies], dict.fromkeys(matrix.spend, 0)
        for pairs in bits:
            for kind, n in pairs:
                marks[kind] = max(marks[kind], n)
        mark = [cells + sum(marks[:kind]) for kind in range(len(copies) + 1)]
        s.W, s.T, s.I, depths = max(1, -(-mark[-1] // 64)), len(copies), mark[-1], most + 2
        stride = -(-options // LANES) * LANES + LANES
        for pairs in bits:
            for kind, n in pairs:
                bits[pairs] |= 1 << mark[kind] + n - 1 | (copies[kind] > 0) << mark[kind]
        masks = (mask | bits[pairs] for mask, pairs in zip(matrix.masks, matrix.spend))
        packed = array("Q", b"".join([mask.to_bytes(8 * s.W, "little") for mask in masks]))
        rows = [packed[w :: s.W] for w in range(s.W)]
        if s.numbered:
            rows.append(array("Q", range(options)))
        pool = self.make_pool(max(4 * len(rows) * stride, LEAST_POOL))
        for k, row in enumerate(rows):
            pool[k * stride : k * stride + options] = row
        s.marked_words, s.length, s.pruned = -(-stride // 64), most, PRUNED_DEPTH
        self.frames = (Depth * depths)()
        s.frames = addressof(self.frames)
        togo = sum(copies) if matrix.exact else UNKNOWN
        self.frames[0] = Depth(stride=stride, size=options, words=s.W, togo=togo)
        needed = (1 << cells - matrix.optional) - 1 | sum(1 << at for at, n in zip(mark, matrix.least) if n)
        possible = (1 << cells) - 1
        for kind, n in enumerate(copies):
            possible |= (1 << mark[kind + 1]) - (1 << mark[kind]) if n else 0
        self.fill("need", "Q", depths * s.W, words(needed, s.W))
        self.fill("live", "Q", depths * s.W, words(possible, s.W))
        self.fill("left", "q", depths * s.T, [n if n >= 0 else -1 for n in copies])
        self.fill("slack", "q", s.T, [max(0, n - least) for n, least in zip(copies, matrix.least)])
        self.fill("mark", "q", s.T + 1, mark)
        self.fill("where", "q", (s.W + 1) * s.I, range(s.I))
        self.fill("kinds", "Q", (s.W + 1) * s.W, words((1 << s.I) - (1 << cells), s.W))
        spend = self.make("spend", "H", options * s.T if s.spends else 0)
        for option, pairs in enumerate(matrix.spend if s.spends else ()):
            for kind, n in pairs:
                spend[option * s.T + kind] = n
        for name, code, size in (
            ("item", "Q", depths),
            ("chosen", "q", depths),
            ("marked", "Q", depths * s.marked_words),
            ("option", "Q", s.W),
            ("block", "Q", s.W),
            ("moves", "Q", 6 * s.W),
        ):
            self.make(name, code, size)

    def make(self, name: str, code: str, size: int) -> array:
        """Return a new array of zeros, and tell the kernel where it is."""
        new = array(code, [0]) * size
        self.arrays[name] = new
        setattr(self.search, name, new.buffer_info()[0])
        return new

    def make_pool(self, size: int) -> memoryview:
        """Return new room for lists, which begins where a vector does: that is faster."""
        room = array("Q", [0]) * (size + LANES)
        start, _ = room.buffer_info()
        skipped = -start // room.itemsize % LANES
        self.arrays["pool"] = pool = memoryview(room)[skipped : skipped + size]
        self.search.pool, self.search.pool_size = start + skipped * room.itemsize, size
        return pool

    def fill(self, name: str, code: str, size: int, first) -> None:
        """Make an array that begins with some numbers."""
        self.make(name, code, size)[: len(first)] = array(code, first)

    @property
    def found(self) -> int:
        return self.search.found

    @property
    def done(self) -> bool:
        return self.started and self.search.depth < 0

    def ask(self, question: int, amount: int = 0) -> int:
        """Call the kernel; where it has no room, give it more. Other threads go on meanwhile."""
        answer = function("search")(byref(self.search), question, amount)
        while answer == NO_ROOM:
            self.enlarge()
            if question == RUN:
                break
            answer = function("search")(byref(self.search), question, amount)
        return answer

    def enlarge(self) -> None:
        """Give the lists twice the room."""
        old = self.arrays["pool"]
        self.make_pool(2 * len(old))[: len(old)] = old

    def open(self) -> None:
        """Make the root ready; a search that cannot succeed ends here."""
        if self.started:
            return
        self.started, s, root = True, self.search, self.frames[0]
        need, reached = self.arrays["need"][: s.W], [0] * s.W
        for w in range(s.W):
            for word in self.arrays["pool"][w * root.stride :][: root.size]:
                reached[w] |= word
        self.nothing_needed = not any(need)
        s.found = int(self.nothing_needed)
        if any(a & ~b for a, b in zip(need, reached)) or self.nothing_needed and not s.loose:
            s.depth = -1
        else:
            self.ask(OPEN)

    def branch_on(self, kind: int, first: int) -> None:
        """Have the root branch on a piece, and only on its places among the `first` options."""
        root, at = self.frames[0], self.arrays["mark"][kind]
        self.started, root.word, root.end, self.arrays["item"][0] = True, at // 64, first, 1 << at % 64

    def enter(self, path: tuple[int, ...], known: int = 0) -> None:
        """Go to the node that a path leads to: what is below it is searched next, and nothing else.

        The last path that was entered has its first `known` steps.
        """
        self.search.depth = known
        for place in path[known:]:
            self.ask(ENTER, place)

    def guess(self, walks: int) -> float:
        """Return the work of the whole tree by random walks, and note each option's share."""
        self.open()
        if self.done:
            return 0.0
        sizes = self.survey(walks)
        total = sum(sizes)
        self.shares = {i: size / total for i, size in enumerate(sizes) if size}
        return total

    def survey(self, walks: int) -> Array:
        """Return the work below each option of the root by random walks; without any, that of the
        upper three levels."""
        s = self.search
        kept = {name: getattr(s, name) for name in ("found", "work", "pruned")}
        s.pruned = 0  # it pays only where whole subtrees are searched
        sizes = (c_double * self.frames[0].size)()
        s.sizes = addressof(sizes)
        while not self.ask(SURVEY, walks):
            self.enlarge()
            sizes[:] = [0.0] * len(sizes)
        for name, value in kept.items():
            setattr(s, name, value)
        return sizes

    def chunk(self) -> None:
        """Search for at most about a round, or until the buffer is full; note the steps made.

        The kernel counts the options it looks at. Each is as many steps as it has words, squared, or
        as three fifths of the pieces with copies that are counted.
        """
        self.open()
        self.steps = 0
        if self.done:
            return
        s, before, price = self.search, self.search.work, self.price()
        self.ask(RUN, max(1, self.budget // max(s.W, price)))
        self.steps = (s.work - before) * min(price, self.price())  # most is done deep in the tree

    def price(self) -> int:
        """Return the steps that an option looked at is worth, at the depth where the search is."""
        s, words = self.search, self.frames[max(self.top, self.search.depth)].words
        return max(words**2, s.spends * s.T * 3 // 5)

    def rows(self, most: int) -> array:
        """Search for a chunk, and return the solutions found in it, at most so many, one after the
        other.

        The empty solution is not among them.
        """
        s = self.search
        if s.rows < most:
            self.make("out", "i", most * s.length)
            s.rows = most
        s.filled = 0
        self.chunk()
        return self.arrays["out"][: s.filled * s.length]

    def numbers_in(self, rows: array) -> Iterator[list[int]]:
        """Yield the solutions in an array of `rows` as numbers of options."""
        numbers, length = self.matrix.numbers, max(1, self.search.length)
        for start in range(0, len(rows), length):
            yield [numbers[i] for i in rows[start : start + length] if i >= 0]

    def paths(self, depth: int) -> list[tuple[int, ...]]:
        """Search as far as a depth, and return the paths to the nodes there; `found` counts the
        solutions above."""
        s = self.search
        s.cut, s.paths, paths = depth, 1, []
        self.make("out", "i", MOST_PATHS * s.length)
        s.rows = MOST_PATHS
        while not self.done:
            s.filled = 0
            self.chunk()
            starts = (k * s.length for k in range(s.filled))
            paths += [tuple(self.arrays["out"][start : start + depth]) for start in starts]
        s.cut, s.paths, s.rows = -1, 0, 0
        return paths

    def rest(self) -> float:
        """Return the share of the tree still to be searched: guessed below the root, equal parts
        further down."""
        if not self.started:
            return 1.0
        total, part = 0.0, self.part
        for d in range(self.top, self.search.depth + 1):
            left, part = self.left_at(d, part)
            total += sum(left.values())
        return total

    def left_at(self, d: int, part: float) -> tuple[dict[int, float], float]:
        """Return the candidates of a depth that are left, with the share of the tree below each, and
        that of the one that was tried last; `part` is that of the node itself."""
        frame, item = self.frames[d], self.arrays["item"][d]
        start = frame.base + frame.word * frame.stride
        row = self.arrays["pool"][start : start + frame.size]
        items = int.from_bytes(frame.size * item.to_bytes(8, "little"), "little")
        candidates = (int.from_bytes(row, "little") & items).bit_count()  # quicker than one by one
        each, shares = part / max(1, candidates), {} if d else self.shares
        left = [i for i in range(frame.place, frame.end) if row[i] & item]
        return {i: shares.get(i, 0.0) if shares else each for i in left}, shares.get(frame.place - 1, each)

    def split(self) -> "Job | None":
        """Return a new job with half of the candidates that are left at the highest depth which has
        some, and leave the others to this one; None where there is nothing to be divided.

        All solutions of the new one come behind those of this one.
        """
        part = self.part
        for d in range(self.top, self.search.depth + 1):
            left, below = self.left_at(d, part)
            if len(left) > (d == self.search.depth):  # there, one has to stay
                return self.give([*left][len(left) // 2 :], d, part)
            part = below
        return None

    def give(self, candidates: list[int], d: int, part: float) -> "Job":
        """Return a new job for the last candidates of a depth, which this one leaves to it."""
        job: Job = object.__new__(Job)
        vars(job).update(vars(self), arrays={}, top=d, part=part)
        job.search = s = Search.from_buffer_copy(self.search)
        s.depth, s.found, s.work, s.filled, s.rows = d, 0, 0, 0, 0
        for name in OWN:
            old = self.arrays[name]
            job.make(name, old.typecode, len(old))[:] = old
        job.arrays.update((name, self.arrays[name]) for name in ("spend", "slack", "mark"))
        job.frames = type(self.frames).from_buffer_copy(self.frames)
        s.frames = addressof(job.frames)
        frame, rows = job.frames[d], self.frames[d].words + s.numbered
        size = rows * frame.stride
        pool = job.make_pool(max(4 * size, LEAST_POOL))
        pool[:size] = self.arrays["pool"][frame.base : frame.base + size]
        for k in range(d):  # nothing is left there, nor looked at
            job.frames[k].base = job.frames[k].size = job.frames[k].place = job.frames[k].end = 0
        frame.base, frame.place = 0, candidates[0]
        self.frames[d].end = candidates[0]
        return job


def words(mask: int, count: int) -> list[int]:
    """Return a mask as so many words.

    >>> words(1 + 2**65, 2)
    [1, 2]
    """
    return [*array("Q", mask.to_bytes(8 * count, "little"))]


assert sizeof(Search) == 8 * (len(ADDRESSES) + len(NUMBERS))
