"""The compiled count: layers of states as arrays, from both ends of the faces until they meet.

It is exact: numbers of ways have 64 bits, an overflow is noticed, the last sums have 128.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import NamedTuple

import numpy as np

from ...common.clock import never
from ...common.errors import PuzzleError
from ...common.interrupts import hold_interrupts
from ...common.machine import cores
from ...compiled.arrays import array, call
from ..puzzle import Cosoku, dots, turns
from .face_order import dots_range

DONE, PAUSED, NO_ROOM, SMALL, OVERFLOW = range(5)  # answers; SMALL: a larger table is needed
SPREAD, JOIN = range(2)  # tasks
GROUP, EVERY, STATES, NUMBERS = range(4)  # entries of CountTask.at
BUDGET = 10_000_000  # steps between two looks at the keyboard: a tenth of a second or less
MANY_STATES = 300_000  # in the layers that a step begins with: it takes long enough to be divided
PARTS = 4  # of such a step, for each thread: some take longer than others
LEAST_MORE = 1 << 13  # states that a layer gets room for
MOST_RANKS = 1 << 24  # ways to have used some of the tiles
MOST_STATES = 40_000_000  # kept at the same time, 16 bytes each
KEY_BITS = 64
Look = Callable[[int, int], None]  # layers made, states so far in the next one


# -------- what count.c reads


class StateLayer(NamedTuple):
    """All states after some faces. g: groups, s: states (and perhaps room for more behind them)."""

    ranks: array("int64", "g")  # the tiles that a group has used, as one number in mixed radix
    first: array("int64", "g+1")  # the first state of each group
    keys: array("uint64", "s")  # the dots at the open vertices
    numbers: array("uint64", "s")  # the number of ways to a state; never 0


class Types(NamedTuple):
    """T types of tiles."""

    weight: array("int64", "T")  # what one copy adds to a rank
    radix: array("int64", "T")  # copies + 1
    place: array("int32", "_")  # for each rank the number of its group in its layer


class Ways(NamedTuple):
    """w ways to lay a tile on one face, the types in order."""

    begin: array("int64", "T+1")  # the first way of each type
    add: array("uint64", "w")  # what the way adds to a key; vertices that it closes are emptied
    shift: array("uint64", "w", 3)  # the place in the key of each corner's vertex
    field: array("uint64", "w", 3)  # the bits of its dots, once shifted down
    least: array("uint64", "w", 3)  # dots that it must have before
    span: array("uint64", "w", 3)  # how many more it may have


class HashTable(NamedTuple):
    """A hash table with open addressing, its size a power of two; and room for the states of one
    group."""

    keys: array("uint64", "size")
    numbers: array("uint64", "size")  # 0: the slot is free
    used: array("int64", "size")  # the slots in use, in the order in which they were filled
    count: array("int64", 1)  # their number
    new_keys: array("uint64", "room")  # states on their way into the table
    new_numbers: array("uint64", "room")


class CountTask(NamedTuple):
    """The progress of SPREAD or JOIN, and the numbers that JOIN needs."""

    at: array("int64", NUMBERS)  # GROUP, the next one; for JOIN also EVERY and STATES
    ranks: array("int64", "_")  # for JOIN, the groups of the layer in the middle
    whole: array("uint64", 1)  # the key that two matching halves add up to
    total: array("uint64", 3)  # the sum of JOIN, in digits of base 2^64, the lowest first


# -------- the plan


class TooLarge(PuzzleError):
    """The puzzle does not fit into the arrays; plain Python may count it."""


class CountPlan:
    """A puzzle and an order of its faces, as `count.c` needs them."""

    def __init__(self, puzzle: Cosoku, order: Sequence[int], look: Look):
        self.puzzle = puzzle
        self.corners = [puzzle.polyhedron.corners[face] for face in order]
        self.degree = [len(around) for around in puzzle.polyhedron.around]
        self.shift, self.field = slots(puzzle.capacities, self.corners)
        self.types, self.used = ranks(list(puzzle.copies.values()), look)

    def groups(self, tiles: int) -> np.ndarray:
        """Return the ranks with so many tiles used, rising."""
        return np.flatnonzero(self.used == tiles)

    def count_met(self, faces: Sequence[tuple[int, int, int]]) -> list[int]:
        return [sum(vertex in face for face in faces) for vertex in range(len(self.degree))]

    def whole_key(self, met: Sequence[int]) -> int:
        """Return the key that two halves add up to."""
        rows = zip(self.puzzle.capacities, self.shift, met, self.degree)
        return sum(capacity << shift for capacity, shift, m, degree in rows if 0 < m < degree)

    def ways(self, corners: Sequence[int], faces: Sequence[tuple[int, int, int]]) -> Ways:
        """Return the ways to lay a tile on a face after `faces`, those filled on this side
        before."""
        rows, begin, met = [], [0], self.count_met(faces)
        for tile in self.puzzle.types:
            rows += filter(None, (self.way(corners, dots(tile, turn), met) for turn in turns(tile)))
            begin.append(len(rows))
        add = np.array([row[0] % (1 << KEY_BITS) for row in rows], np.uint64)
        by_corner = np.array([row[1] for row in rows], np.uint64).reshape(len(rows), 3, 4)
        return Ways(np.array(begin), add, *(np.ascontiguousarray(by_corner[:, :, i]) for i in range(4)))

    def way(self, corners, spots, met) -> tuple[int, list] | None:
        """Return what one way adds to a key, and (shift, field, least, span) of each corner; None:
        it never fits."""
        add, bounds = 0, []
        for v, number in zip(corners, spots):
            low, high = dots_range(self.puzzle, v, met[v] + 1)
            least = max(0, low - number)
            if high - number < least:
                return None
            closes = met[v] + 1 == self.degree[v]
            add += (number - closes * self.puzzle.capacities[v]) << self.shift[v]
            bounds.append((self.shift[v], (1 << self.field[v]) - 1, least, high - number - least))
        return add, bounds


def slots(capacities: Sequence[int], corners: Sequence[tuple[int, int, int]]) -> tuple[list[int], list[int]]:
    """Return the place of each vertex's dots in a key, and their bits; vertices never open together
    share a place."""
    spans = [[k for k, face in enumerate(corners) if v in face] for v in range(len(capacities))]
    width, shift = [c.bit_length() for c in capacities], [0] * len(capacities)
    placed = []
    for v in sorted(range(len(capacities)), key=lambda v: spans[v][0]):
        together = [u for u in placed if spans[u][-1] >= spans[v][0]]  # none opens after v
        for low, high in sorted((shift[u], shift[u] + width[u]) for u in together):
            if shift[v] + width[v] <= low:
                break
            shift[v] = max(shift[v], high)
        placed.append(v)
        if shift[v] + width[v] > KEY_BITS:
            raise TooLarge("the dots of the open vertices do not fit into 64 bits")
        if not width[v]:
            shift[v] = 0
    return shift, width


def ranks(copies: Sequence[int], look: Look) -> tuple[Types, np.ndarray]:
    """Return the mixed radix for sets of tiles, and the number of tiles that each rank uses."""
    radix = np.array(copies, np.int64) + 1
    size = prod(radix.tolist())
    if size > MOST_RANKS:
        raise TooLarge(f"there are more than {MOST_RANKS:,} ways to choose some of the tiles")
    weight = np.concatenate([[1], np.cumprod(radix[:-1])])
    used = np.zeros(1, np.int16)
    for r in radix:
        used = np.add.outer(np.arange(r, dtype=np.int16), used).ravel()
    look(0, 0)
    place, sizes = np.empty(size, np.int32), np.bincount(used)
    look(0, 0)
    order = np.argsort(used, kind="stable")
    look(0, 0)
    place[order] = np.arange(size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return Types(weight, radix, place), used


# -------- layers


def new_table(size: int, group: int) -> HashTable:
    keys, numbers, new_keys, new_numbers = (np.zeros(n, np.uint64) for n in (size, size, group, group))
    return HashTable(keys, numbers, np.zeros(size, np.int64), np.zeros(1, np.int64), new_keys, new_numbers)


def new_task(ranks: Sequence[int] = (), every: int = 0, whole: int = 0) -> CountTask:
    """Return a task that begins with the first group; without arguments, to SPREAD."""
    at = np.zeros(NUMBERS, np.int64)
    at[EVERY] = every
    return CountTask(at, np.array(ranks, np.int64), np.array([whole], np.uint64), np.zeros(3, np.uint64))


def one_state(groups: np.ndarray) -> StateLayer:
    """Return the layer before the first face: no dots, one way to each group."""
    size = len(groups)
    return StateLayer(groups, np.arange(size + 1), np.zeros(size, np.uint64), np.ones(size, np.uint64))


def empty_layer(groups: np.ndarray) -> StateLayer:
    keys, numbers = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    return StateLayer(groups, np.zeros(len(groups) + 1, np.int64), keys, numbers)


def resize(layer: StateLayer, size: int) -> None:
    """Change the room for states in place, so that a large layer is never there twice."""
    for column in (layer.keys, layer.numbers):
        column.resize(size, refcheck=False)


@dataclass
class Part:
    """Some groups of a step: its progress, and for SPREAD the layer that is filled."""

    task: CountTask
    after: StateLayer | None = None
    table: HashTable | None = None

    def states(self) -> int:
        at = self.task.at
        return int(at[STATES] if self.after is None else self.after.first[at[GROUP]])


def join_layers(layers: list[StateLayer], before: StateLayer, workers: int) -> StateLayer:
    """Return the layer of all groups from those of its parts, which threads empty. It has the room of
    the layer before it, which is not needed any more."""
    if len(layers) == 1:
        return layers[0]
    from concurrent.futures import ThreadPoolExecutor

    ends = np.cumsum([len(layer.keys) for layer in layers]).tolist()
    resize(before, ends[-1])

    def move(layer: StateLayer, end: int) -> None:
        for whole, part in (before.keys, layer.keys), (before.numbers, layer.numbers):
            whole[end - len(part) : end] = part
        resize(layer, 0)

    sizes = np.concatenate([[0], *(np.diff(layer.first) for layer in layers)])
    with hold_interrupts(), ThreadPoolExecutor(workers) as pool:
        list(pool.map(move, layers, ends))
    ranks = np.concatenate([layer.ranks for layer in layers])
    return StateLayer(ranks, np.cumsum(sizes), before.keys, before.numbers)


class CompiledCount:
    """A count along a face order; `meet` faces lie before the layer where both ends meet.

    `ahead` and `behind` are the numbers of states in the layers; the one where they meet is in
    `ahead`. Large layers are divided, and threads take the parts by turns: a group needs no other.
    """

    def __init__(self, puzzle: Cosoku, order: Sequence[int], meet: int, look: Look, workers: int | None):
        self.plan, self.meet, self.look = CountPlan(puzzle, order, look), meet, look
        self.workers = workers or cores()
        self.tables: list[HashTable] = []  # that no part uses
        self.kept, self.ended = 0, False
        self.ahead, self.behind = [], []

    def run(self) -> int:
        corners, spare = self.plan.corners, self.plan.puzzle.spare
        first = self.side(corners[: self.meet - 1], 0, self.ahead)
        self.kept = len(first.keys)
        last = self.side(corners[: self.meet : -1], spare, self.behind)
        return self.join(first, last)

    def side(self, corners: Sequence, spare: int, sizes: list[int]) -> StateLayer:
        """Return the layer after these faces; spare tiles, chosen in every way, are used up
        before."""
        layer = one_state(self.plan.groups(spare))
        for k, face in enumerate(corners):
            sizes.append(len(layer.keys))
            layer = self.spread(layer, corners[:k], face, self.plan.groups(spare + k + 1))
        sizes.append(len(layer.keys))
        return layer

    def spread(self, before: StateLayer, faces: Sequence, face, groups: np.ndarray) -> StateLayer:
        """Return the layer after one more face; `faces` are those before it on this side."""
        types, ways = self.plan.types, self.plan.ways(face, faces)
        parts = [Part(new_task(), empty_layer(some)) for some in self.divided(groups, before)]

        def go_on(part: Part) -> int:
            after, table = part.after, part.table
            answer = call("count", before, after, types, ways, None, table, part.task, SPREAD, BUDGET)
            if answer == NO_ROOM:
                self.enlarge(after, len(before.keys) + sum(len(one.after.keys) for one in parts))
            if answer == DONE:
                resize(after, part.states())
            return answer

        self.work(parts, go_on, before)
        return join_layers([part.after for part in parts], before, self.workers)

    def divided(self, groups: np.ndarray, *layers: StateLayer) -> list[np.ndarray]:
        """Return groups in parts for threads, where their layers come from many states."""
        many = sum(len(layer.keys) for layer in layers) >= MANY_STATES
        parts = PARTS * self.workers if many and self.workers > 1 else 1
        return np.array_split(groups, min(parts, len(groups)))

    def enlarge(self, after: StateLayer, others: int) -> None:
        more = len(after.keys) // 4 + LEAST_MORE
        if self.kept + others + more > MOST_STATES:
            raise PuzzleError(f"more than {MOST_STATES:,} states at the same time: too many to be kept")
        resize(after, len(after.keys) + more)

    def work(self, parts: list[Part], go_on: Callable[[Part], int], *layers: StateLayer) -> None:
        """Do all parts, by threads if there are several, and report the progress."""
        room = max(int(np.diff(layer.first).max()) for layer in layers)  # for the largest group
        if len(parts) == 1:
            self.finish(parts[0], go_on, room, partial(self.tell, parts))
            return
        from concurrent.futures import ThreadPoolExecutor  # where nothing is divided, it is not needed

        from ...common.workers import results

        pool = ThreadPoolExecutor(self.workers)
        jobs = ((k, partial(self.finish, part, go_on, room)) for k, part in enumerate(parts))
        try:
            for _ in results(pool, jobs, partial(self.tell, parts)):
                pass
        except BaseException:
            self.ended = True
            raise
        finally:
            with hold_interrupts():
                pool.shutdown(cancel_futures=True)  # parts at work end in a moment

    def finish(self, part: Part, go_on: Callable, room: int, tell: Callable = never) -> None:
        """Do a part to its end; `tell` is called now and then."""
        table = self.tables.pop() if self.tables else new_table(1 << 12, 1)
        part.table = table if len(table.new_keys) >= room else new_table(len(table.keys), room)
        answer = None
        while answer != DONE and not self.ended:
            answer = go_on(part)
            if answer == SMALL:
                part.table = new_table(2 * len(part.table.keys), room)
            if answer == OVERFLOW:
                raise TooLarge("there are more than 2^64 ways to one state")
            tell()
        self.tables.append(part.table)

    def tell(self, parts: list[Part]) -> bool:
        """Report the progress; whoever looks at it may raise an error that ends the count."""
        made = max(0, len(self.ahead) - 1) + max(0, len(self.behind) - 1)
        self.look(made, sum(part.states() for part in parts))
        return False

    def join(self, first: StateLayer, last: StateLayer) -> int:
        """Lay one more tile on each side, and add up the pairs that fit together."""
        plan, corners, k = self.plan, self.plan.corners, self.meet
        ways = plan.ways(corners[k - 1], corners[: k - 1]), plan.ways(corners[k], corners[k + 1 :])
        whole = plan.whole_key(plan.count_met(corners[:k]))
        middle = self.divided(plan.groups(k), first, last)
        parts = [Part(new_task(some, len(plan.used) - 1, whole)) for some in middle]

        def go_on(part: Part) -> int:
            return call("count", first, last, plan.types, *ways, part.table, part.task, JOIN, BUDGET)

        self.work(parts, go_on, first, last)
        self.ahead.append(sum(part.states() for part in parts))
        return sum(int(word) << 64 * i for part in parts for i, word in enumerate(part.task.total))
