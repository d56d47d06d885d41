"""Take a solution apart: breadth first over the positions of its pieces relative to each other.

Whether all comes apart does not depend on the separations that are chosen: what takes the whole
apart takes each part of it apart. For each axis, a matrix of how far one piece can move against
another, closed, gives the groups that can move, as in A. Röver's BurrTools. Of several ways with
the fewest moves the best is looked for: the search of a part that is left begins in all positions
that it may be in by then.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from puzzlelib.common.clock import Clock, Stop, TimeIsUp, never, raise_if_stopped
from puzzlelib.common.ending import Ending
from puzzlelib.common.errors import PuzzleError, check_kind, short
from puzzlelib.compiled.library import missing_library
from puzzlelib.packing.puzzle import PackingPuzzle, Solution

from .gaps import FREE, MOST_GROUPS, MOST_POSITIONS, UNITS, WAYS, Gaps, coordinate, more_than, unpack_vector
from .kernel import CompiledSpread
from .plans import Disassembly, Offsets, Separation, Shift, Stuck, without_ones

PAUSE = 1000  # pairs of pieces, or positions, between two questions whether to stop
SLOW = 50  # pairs of pieces whose distances are known, while one pair's are worked out
MOST_PIECES = 63  # that machine code moves: more are moved in Python

Position = tuple[int, ...]  # packed, of each piece of a part; the first piece never moves
Part = tuple[int, ...]  # places of its pieces in the solution
Matrix = list[list[int]]  # [i][j]: how far piece i slides along one axis before piece j stops it
Group = int  # bits, one for each piece of a part
Row = tuple[int, Group, int, int]  # a position's number, a group that leaves, axis, 1 or -1


def take_apart(
    solution: Solution,
    joined: Iterable[Iterable[str]] = (),
    fewest: bool = False,
    time_limit: float | None = None,
    stop: Stop = never,
    gaps: Gaps | None = None,
) -> Disassembly:
    """Take a solution apart by moves along the axes, or prove that this cannot be done.

    Each separation takes the fewest moves that are possible where it begins, and of all ways to do
    so that one is taken whose levels, the larger part first, are the least: 3.2 before 3.4, and
    3.1.4 before 3.2. A piece that slides out at once goes first. There are no walls: pieces leave
    their box on all sides. The result has the `level` and the `shifts`, or the proof `stuck`.

    Parameters
    ----------
    joined
        sets of names of pieces that may stay joined, if not those of the puzzle
    fewest
        True for the fewest moves in all, over all separations: that may take much longer
    gaps
        distances that solutions of one puzzle share

    Examples
    --------
    >>> from puzzlelib import load, solve
    >>> take_apart(solve(load("tetracubes-2x4x4")).solutions[0]).level
    '1'
    """
    clock = Clock(time_limit)
    check_kind(solution, Solution, "a Solution; puzzle.solution(placements) makes one")
    joined = check_joined(solution.puzzle, joined or solution.puzzle.joined)
    if not len(solution):  # nothing is in the box, where all of it may stay empty
        return Disassembly(solution, joined=joined)
    search = Disassembler(solution, joined, lambda: clock.stop() or stop(), gaps or Gaps())
    return search.answer(fewest, clock)


def take_each_apart(
    solutions: Iterable[Solution],
    joined: Iterable[Iterable[str]] = (),
    fewest: bool = False,
    stop: Stop = never,
) -> Iterator[Disassembly]:
    """Yield the answer of `take_apart` for each solution of one puzzle, until it is stopped.

    >>> from puzzlelib import load, solve
    >>> solutions = solve(load("burr-level-10"), limit=None, symmetry="rotations").solutions
    >>> [done.level for done in take_each_apart(solutions) if done.possible]
    ['10']
    """
    gaps, joined = Gaps(), list(joined)
    for solution in solutions:
        done = take_apart(solution, joined, fewest, None, stop, gaps)
        yield done
        if done.stopped:
            return


def check_joined(puzzle: PackingPuzzle, joined: Iterable[Iterable[str]]) -> tuple[frozenset[str], ...]:
    """Return the sets of pieces that may stay joined. Errors: `PuzzleError`."""
    sets = tuple(map(frozenset, joined))
    for one in sets:
        for name in one.difference(piece.name for piece in puzzle.pieces):
            raise PuzzleError(f"joined {short(name)}: there is no such piece in {puzzle.name}")
    for one, other in combinations(sets, 2):
        for name in one & other:
            raise PuzzleError(f"joined {short(name)}: is in two sets; a piece may be in one")
    return sets


class Spread:
    """The positions that some pieces reach from some others, breadth first, in plain Python.

    `every`: all groups that slide away are listed, not only what a single piece takes along.
    """

    def __init__(self, gaps: Gaps, shapes: list[int], starts: tuple, stop: Stop, every: bool):
        self.gaps, self.shapes, self.stop, self.every = gaps, shapes, stop, every
        self.positions, self.before = list(starts), [-1] * len(starts)
        self.seen, self.full = set(starts), (1 << len(shapes)) - 1
        self.ring, self.depth, self.looked_at = range(len(starts)), 0, 0
        self.work = PAUSE  # pairs since the last question whether to stop

    is_ended = property(lambda self: not self.ring)

    def position(self, number: int) -> Position:
        return self.positions[number]

    def leaving(self, deepest: int) -> list[Row]:
        """Return the groups that slide away after the next number of moves after which any does.

        None does within `deepest` moves, or ever, where the list is empty.
        """
        while self.ring and self.depth <= deepest:
            if self.looked_at < self.ring.stop:
                found = [row for number in self.ring for row in self.leaving_from(number)]
                self.looked_at = self.ring.stop
                if found:
                    return found
            for number in self.ring:
                self.expand(number)
            self.ring, self.depth = range(self.ring.stop, len(self.positions)), self.depth + 1
        return []

    def leaving_from(self, number: int) -> Iterator[Row]:
        for axis, matrix in enumerate(self.matrices(self.positions[number])):
            up = masks_below(matrix, FREE)
            if self.every:
                for group in closed_groups(up, self.full):
                    self.count_work(1)
                    yield number, group, axis, 1
                continue
            for sign, rows in ((1, up), (-1, transpose(up))):
                for group in dict.fromkeys(closure(k, rows) for k in range(len(rows))):
                    if group != self.full:
                        yield number, group, axis, sign

    def expand(self, number: int) -> None:
        """Add all positions that are one move away from a position."""
        position = self.positions[number]
        for axis, matrix in enumerate(self.matrices(position)):
            for group in closed_groups(masks_below(matrix, 1), self.full):
                room = least_room(group, matrix)
                if room == FREE:  # further than that it has come apart
                    sizes = [self.gaps.sizes[shape] for shape in self.shapes]
                    room = clearing(position, sizes, group, axis) - 1
                moving, unit = group, UNITS[axis]
                if group & 1:  # the first piece stands still
                    moving, unit = self.full ^ group, -unit
                there = position
                for _ in range(room):
                    self.count_work(1)
                    there = tuple([p + unit * (moving >> k & 1) for k, p in enumerate(there)])
                    if there not in self.seen:
                        self.seen.add(there)
                        self.positions.append(there)
                        self.before.append(number)
        if len(self.positions) > MOST_POSITIONS:
            raise more_than(MOST_POSITIONS, "positions are reached by the pieces")

    def matrices(self, position: Position) -> list[Matrix]:
        """Return how far each piece slides along x, y and z before each other stops it."""
        matrices = [[[FREE] * len(position) for _ in position] for _ in range(3)]
        for i, j in combinations(range(len(position)), 2):
            key = self.shapes[i], self.shapes[j], position[j] - position[i]
            self.count_work(1 if key in self.gaps.known else SLOW)
            six = self.gaps.between(*key)
            for axis, matrix in enumerate(matrices):
                matrix[i][j], matrix[j][i] = six[axis], six[3 + axis]
        return matrices

    def count_work(self, work: int) -> None:
        """Count some work; raise `TimeIsUp` if it is time to stop."""
        self.work += work
        if self.work >= PAUSE:
            self.work = 0
            raise_if_stopped(self.stop)


def clearing(position: Position, sizes: list[tuple[int, ...]], group: Group, axis: int) -> int:
    """Return how far a group moves up an axis until a plane is before all others."""
    low = [coordinate(p, axis) for p in position]
    high = [x + size[axis] for x, size in zip(low, sizes)]
    staying = max(x for k, x in enumerate(high) if not group >> k & 1)
    return max(1, staying - min(x for k, x in enumerate(low) if group >> k & 1))


def least_room(group: Group, matrix: Matrix) -> int:
    inside = [k for k in range(len(matrix)) if group >> k & 1]
    outside = [k for k in range(len(matrix)) if not group >> k & 1]
    return min(matrix[i][j] for i in inside for j in outside)


def masks_below(matrix: Matrix, distance: int) -> list[Group]:
    """Return, for each piece, those that are nearer than a distance: it must take them along."""
    return [sum([1 << j for j, gap in enumerate(row) if gap < distance]) for row in matrix]


def transpose(rows: list[Group]) -> list[Group]:
    """Return the masks of the turned arrows.

    >>> transpose([2, 0])
    [0, 1]
    """
    return [sum([1 << i for i, row in enumerate(rows) if row >> j & 1]) for j in range(len(rows))]


def closure(k: int, rows: list[Group]) -> Group:
    """Return the group that piece k needs: itself, those that it takes along, and theirs.

    >>> closure(0, [2, 4, 0, 0])
    7
    """
    group = new = 1 << k
    while new:
        low = new & -new
        more = rows[low.bit_length() - 1] & ~group
        group |= more
        new = new ^ low | more
    return group


def closed_groups(rows: list[Group], full: Group) -> Iterator[Group]:
    """Yield all groups that can move: those that take nobody else along, but not all pieces.

    Each piece is in the group, with all that it needs, or out of it, with all that need it.

    >>> list(closed_groups([2, 0, 0], 7))
    [3, 6, 2, 4]
    """
    needs = [closure(k, rows) for k in range(len(rows))]
    needed, seen, undecided = transpose(needs), 0, [(0, 0)]
    while undecided:
        inside, outside = undecided.pop()
        if rest := full & ~inside & ~outside:
            k = (rest & -rest).bit_length() - 1
            undecided += [(inside, outside | needed[k]), (inside | needs[k], outside)]
        elif inside not in (0, full):
            seen += 1
            if seen > MOST_GROUPS:
                raise more_than(MOST_GROUPS, "groups of pieces can move in one position")
            yield inside


class Reached(Collection):
    """Positions as they were searched, made into those of a proof when somebody looks."""

    def __init__(self, packed: list[Position], start: Position):
        self.packed, self.start = packed, start

    @cached_property
    def offsets(self) -> frozenset[Offsets]:
        """The distances of the pieces from their places in the solution, in each position."""
        moved = ([here - there for here, there in zip(row, self.start)] for row in self.packed)
        return frozenset(tuple(map(unpack_vector, row)) for row in moved)

    def __contains__(self, one) -> bool:
        return one in self.offsets

    def __iter__(self) -> Iterator[Offsets]:
        return iter(self.offsets)

    def __len__(self) -> int:
        return len(self.packed)


class TwoParts(NamedTuple):
    """A separation, into two parts, the larger one first, in these positions."""

    row: Row
    stays: Part
    leaves: Part
    starts: tuple[Position, Position]


class Plan(NamedTuple):
    """Moves that take a part apart, from one of several positions; the levels are in preorder."""

    start: int
    levels: tuple[int, ...]
    tree: Separation | None


FINISHED = Plan(0, (), None)  # of what is taken apart no further


@dataclass
class Disassembler:
    """The search on one solution: pieces are told apart by their places in it."""

    solution: Solution
    joined: tuple[frozenset[str], ...]
    stop: Stop
    gaps: Gaps
    stuck: Stuck | None = None
    positions: int = 0
    plans: dict[tuple, Plan | int] = field(default_factory=dict)  # or moves that are too few
    best: dict[tuple, Separation | None] = field(default_factory=dict)

    def __post_init__(self):
        self.shapes, self.corners, self.low, self.high, cells = zip(*self.gaps.places_of(self.solution))
        self.cells, *self.ahead = zip(*cells)

    def answer(self, fewest: bool, clock: Clock) -> Disassembly:
        """Search each box, and return what came out, or what stopped it."""
        done = Disassembly(self.solution, joined=self.joined)
        try:
            trees = self.trees(fewest)
            done.stuck, done.trees = self.stuck, () if self.stuck else trees
        except KeyboardInterrupt:
            done.stopped = clock.cause
        except TimeIsUp:
            done.stopped = Ending.TIME_LIMIT if clock.struck else Ending.STOPPED
        done.positions, done.seconds = self.positions, clock.seconds()
        return done

    def trees(self, fewest: bool) -> tuple[Separation | None, ...]:
        """Return the tree of each box, up to the first that does not come apart."""
        trees: list[Separation | None] = []
        boxes = [placement.cells[0][3:] for placement in self.solution]
        for box in sorted(set(boxes)):
            pieces = tuple([k for k, one in enumerate(boxes) if one == box])
            start = self.start_of(pieces)
            plan = self.plan(pieces, (start,))
            if plan is None:
                break
            trees.append(self.fewest(pieces, start) if fewest else plan.tree)
        return tuple(trees)

    def start_of(self, pieces: Part) -> Position:
        """Return the place of each piece, packed, as seen from the first one."""
        return tuple([self.corners[k] - self.corners[pieces[0]] for k in pieces])

    def is_finished(self, pieces: Part) -> bool:
        return len(pieces) == 1 or any(self.holds(one, pieces) for one in self.joined)

    def holds(self, names: frozenset[str], pieces: Part) -> bool:
        return all(self.solution[k].piece in names for k in pieces)

    def spread(self, pieces: Part, starts: tuple[Position, ...], every: bool = False):
        """Return the positions that some pieces reach, by machine code where it runs."""
        kind = Spread if missing_library() or len(pieces) > MOST_PIECES else CompiledSpread
        return kind(self.gaps, [self.shapes[k] for k in pieces], starts, self.stop, every)

    def leaving(self, spread, deepest: int) -> list[Row]:
        """Return the groups that slide away next; count the positions that were looked at."""
        before = spread.looked_at
        try:
            return spread.leaving(deepest)
        finally:
            self.positions += spread.looked_at - before

    # -------- the least levels

    def plan(self, pieces: Part, starts: tuple[Position, ...], most: int = FREE) -> Plan | None:
        """Return how a part comes apart from one of some positions, with the least levels.

        None if its first separation takes more than `most` moves, or if there is none: see `stuck`.
        """
        if self.is_finished(pieces):
            return FINISHED
        known = self.plans.get((pieces, starts), 0)
        if isinstance(known, int) and known < most:
            known = self.least_levels(pieces, starts, most) or most
            self.plans[pieces, starts] = known
        return None if isinstance(known, int) or known.levels[0] > most else known

    def least_levels(self, pieces: Part, starts: tuple[Position, ...], most: int) -> Plan | None:
        if starts == (self.start_of(pieces),) and (outs := self.sliding_out(pieces)):
            left = outs[-1][1]
            if rest := self.plan(left, (self.start_of(left),)):
                tree = rest.tree
                for part, stays, shift in reversed(outs):
                    tree = Separation(part, (shift,), (stays, shift.pieces), (tree, None))
                return Plan(0, (1,) * len(outs) + rest.levels, tree)
            return None
        spread = self.spread(pieces, starts)
        rows = self.leaving(spread, most - 1)
        if spread.is_ended:
            reached = [spread.position(number) for number in range(spread.looked_at)]
            self.stuck = Stuck(pieces, Reached(reached, self.start_of(pieces)))
        if not rows:
            return None
        moves, least, best = len(path_to(spread, rows[0][0])), None, None
        one_by_one = self.endings(pieces, spread, rows)
        several = rows[0][0] < rows[-1][0]
        for ends in self.alike(one_by_one) if several else ([end] for end in one_by_one):
            bound = (*without_ones(least), 1, 1)[1] if least else FREE
            large = self.plan(ends[0].stays, tuple([one.starts[0] for one in ends]), bound)
            end = ends[large.start] if large else ends[0]
            small = large and self.plan(end.leaves, end.starts[1:], FREE if large.levels else bound)
            if self.stuck:
                return None
            if large and small:
                levels = (moves, *large.levels, *small.levels)
                if least is None or without_ones(levels) < without_ones(least):
                    least, best = levels, (end, large.tree, small.tree)
            if least and not without_ones(least[1:]):
                break
        if best is None or least is None:
            return None
        path = path_to(spread, best[0].row[0])
        positions = [spread.position(number) for number in path]
        return Plan(path[0], least, self.separation(pieces, positions, best[0], best[1:]))

    def sliding_out(self, pieces: Part) -> list[tuple[Part, Part, Shift]]:
        """Return the pieces, those that stay, and the move, while one alone slides out at once."""
        outs, left = [], sum([self.cells[k] for k in pieces])
        while not self.is_finished(pieces):
            raise_if_stopped(self.stop)
            if not (found := self.way_out(pieces, left)):
                break
            way, free = found
            out = min(free, key=self.size)
            stays = tuple([k for k in pieces if k != out])
            outs.append((pieces, stays, self.move_out(out, stays, *way)))
            pieces, left = stays, left - self.cells[out]
            self.positions += 1
        return outs

    def way_out(self, pieces: Part, left: int) -> tuple[tuple[int, int], list[int]] | None:
        """Return the first way, and the pieces that slide out there; `left`: the cells of all."""
        for way, ahead in zip(WAYS, self.ahead):
            if free := [k for k in pieces if not ahead[k] & left]:
                return way, free
        return None

    def move_out(self, out: int, stays: Part, axis: int, sign: int) -> Shift:
        """Return the move of a piece from its place until a plane lies between it and others."""
        if sign > 0:
            return Shift((out,), axis, max(1, max([self.high[k][axis] for k in stays]) - self.low[out][axis]))
        return Shift((out,), axis, min(-1, min([self.low[k][axis] for k in stays]) - self.high[out][axis]))

    def size(self, k: int) -> int:
        """Return the number of a piece's cells."""
        return self.cells[k].bit_count()

    def endings(self, pieces: Part, spread, rows: list[Row]) -> Iterator[TwoParts]:
        """Yield the separations of a part; of those at the start a piece alone goes before all."""
        rank = partial(self.rank, pieces)
        for number, several in groupby(smaller_first(rows, len(pieces)), itemgetter(0)):
            ways = list(several)
            alone = [row for row in ways if row[1].bit_count() == 1 and spread.before[number] < 0]
            for row in [min(alone, key=rank)] if alone else sorted(ways, key=rank):
                yield self.ending(pieces, spread.position(number), row)

    def alike(self, ends: Iterable[TwoParts]) -> Iterable[list[TwoParts]]:
        """Return separations into the same two parts together, if the smaller one's position is the
        same, or does not matter."""
        groups: dict[tuple, dict[Position, TwoParts]] = {}
        for end in ends:
            key = end.stays, end.leaves, self.is_finished(end.leaves) or end.starts[1]
            groups.setdefault(key, {}).setdefault(end.starts[0], end)
        return [list(group.values()) for group in groups.values()]

    def rank(self, pieces: Part, row: Row) -> tuple:
        """Return the rank of a group that slides away: few pieces, then up, then few cells."""
        _, group, axis, sign = row
        cells = [self.size(piece) for k, piece in enumerate(pieces) if group >> k & 1]
        return len(cells), WAYS.index((axis, sign)), sum(cells), group

    def ending(self, pieces: Part, position: Position, row: Row) -> TwoParts:
        """Return the two parts after a separation."""
        parts, starts = [], []
        for side in (0, 1):
            places = [k for k in range(len(pieces)) if row[1] >> k & 1 == side]
            parts.append(tuple([pieces[k] for k in places]))
            starts.append(tuple([position[k] - position[places[0]] for k in places]))
        return TwoParts(row, parts[0], parts[1], (starts[0], starts[1]))

    def separation(self, pieces: Part, positions: list, end: TwoParts, further) -> Separation:
        """Return a separation with its moves, the last of which gets the smaller part clear."""
        shifts = [shift_between(pieces, *pair) for pair in pairwise(positions)]
        _, group, axis, sign = end.row
        sizes, full = [self.gaps.sizes[self.shapes[k]] for k in pieces], (1 << len(pieces)) - 1
        by = sign * clearing(positions[-1], sizes, group if sign > 0 else full ^ group, axis)
        last = Shift(end.leaves, axis, by)
        return Separation(pieces, (*shifts, last), (end.stays, end.leaves), further)

    # -------- the fewest moves in all

    def fewest(self, pieces: Part, start: Position) -> Separation | None:
        """Return how a part that comes apart does so with the fewest moves in all."""
        if self.is_finished(pieces):
            return None
        if (pieces, start) not in self.best:
            self.best[pieces, start] = self.fewest_of(pieces, start)
        return self.best[pieces, start]

    def fewest_of(self, pieces: Part, start: Position) -> Separation | None:
        spread, best, cost = self.spread(pieces, (start,), every=True), None, FREE
        after = max(0, self.kinds(pieces) - 2)
        while rows := self.leaving(spread, cost - after - 2):
            moves = len(path_to(spread, rows[0][0]))
            for row in smaller_first(rows, len(pieces)):
                positions = [spread.position(one) for one in path_to(spread, row[0])]
                end = self.ending(pieces, positions[-1], row)
                if moves + sum(self.kinds(part) - 1 for part in end[1:3]) < cost:
                    further = tuple([self.fewest(*one) for one in zip(end[1:3], end.starts)])
                    one = self.separation(pieces, positions, end, further)
                    if number_of_shifts(one) < cost:
                        best, cost = one, number_of_shifts(one)
        return best

    def kinds(self, pieces: Part) -> int:
        """Return into how many parts some pieces come apart at the least."""
        names = ((k, self.solution[k].piece) for k in pieces)
        return len({next((one for one in self.joined if name in one), k) for k, name in names})


def smaller_first(rows: Iterable[Row], pieces: int) -> Iterator[Row]:
    """Yield separations so that the part with fewer pieces leaves; either of two equal parts."""
    for number, group, axis, sign in rows:
        if 2 * group.bit_count() <= pieces:
            yield number, group, axis, sign
        if 2 * group.bit_count() >= pieces:
            yield number, (1 << pieces) - 1 ^ group, axis, -sign


def path_to(spread, number: int) -> list[int]:
    """Return the numbers of the positions from a start to a position."""
    path = [number]
    while spread.before[path[-1]] >= 0:
        path.append(spread.before[path[-1]])
    return path[::-1]


def shift_between(pieces: Part, here: Position, there: Position) -> Shift:
    """Return the move from one position to the next: of the fewer pieces."""
    steps = [unpack_vector(after - before) for before, after in zip(here, there)]
    step = next(filter(any, steps))
    axis = next(axis for axis in range(3) if step[axis])
    moving, by = [any(one) for one in steps], step[axis]
    if 2 * sum(moving) > len(pieces):
        moving, by = [not one for one in moving], -by
    return Shift(tuple([piece for piece, moves in zip(pieces, moving) if moves]), axis, by)


def number_of_shifts(tree: Separation) -> int:
    return sum(len(one.shifts) for one in tree.walk())
