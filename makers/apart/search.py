"""Take a solution apart: breadth first over the positions of its pieces relative to each other.

A move shifts any group of pieces along one axis by any distance. Whether all comes apart does not
depend on the separations that are chosen: what takes the whole apart takes each part of it apart.
For each axis, a matrix of how far one piece can move against another, closed, gives the groups that
can move, as in A. Röver's BurrTools.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from puzzlelib.common.clock import Clock, Stop, TimeIsUp, never, raise_if_stopped
from puzzlelib.common.ending import Ending
from puzzlelib.common.errors import PuzzleError, short
from puzzlelib.packing.puzzle import Solution
from puzzlelib.packing.shapes import normal_form

from .gaps import FREE, UNITS, Gaps, pack_vector, unpack_vector
from .plans import Disassembly, Separation, Shift, Stuck

LIKED = ((2, 1), (1, -1), (0, 1), (0, -1), (1, 1), (2, -1))  # up, to the front, …, down at last
ASK = 1000  # pairs of pieces, or positions, between two questions whether to stop
SLOW = 50  # pairs of pieces whose distances are known, while one pair's are worked out
MOST_GROUPS = 1 << 18  # that can move in one position: some 30 MB
MOST_POSITIONS = 1_000_000  # that are kept: some 500 MB

Position = tuple[int, ...]  # packed, of each piece of a part; the first piece never moves
Matrix = list[list[int]]  # [i][j]: how far piece i slides along one axis before piece j stops it
Group = int  # bits, one for each piece of a part


def take_apart(
    solution: Solution,
    joined: Iterable[Iterable[str]] = (),
    fewest: bool = False,
    time_limit: float | None = None,
    stop: Stop = never,
    gaps: Gaps | None = None,
) -> Disassembly:
    """Take a solution apart by moves along the axes, or prove that this cannot be done.

    Each separation takes the fewest moves that are possible where it begins. Of several boxes each
    is taken apart by itself. There are no walls: pieces leave their box on all sides. The result
    has the `level` and the `shifts`, or the proof `stuck`; `verify_apart` checks either.

    Parameters
    ----------
    solution
        placements that know their puzzle; all, or some of them
    joined
        sets of names of pieces that may stay joined, if not those of the puzzle; `PuzzleError` for
        a name that is not there
    fewest
        True for the fewest moves in all, over all separations: that may take much longer
    time_limit, stop
        seconds, and a function that is asked now and then whether to stop
    gaps
        distances that solutions of one puzzle share; without it, they are worked out anew

    Examples
    --------
    >>> from puzzlelib import load, solve
    >>> done = take_apart(solve(load("tetracubes-2x4x4")).solutions[0])
    >>> done.possible, done.level, done.sentence(done.shifts[0])
    (True, '1.1.1.1.1.1.1', 'T: 1 cell up')
    """
    clock, own = Clock(time_limit), check_solution(solution).puzzle.joined
    joined = check_joined(solution, joined or own)
    either = lambda: clock.stop() or stop()
    search = Disassembler(solution, joined, either, gaps or Gaps(solution.puzzle))
    return search.answer(fewest, clock)


def take_each_apart(
    solutions: Iterable[Solution],
    joined: Iterable[Iterable[str]] = (),
    fewest: bool = False,
    time_limit: float | None = None,
    stop: Stop = never,
) -> Iterator[Disassembly]:
    """Yield the answer of `take_apart` for each solution of one puzzle, in one time limit for all.

    If it is stopped, the last answer is not complete.

    >>> from puzzlelib import load, solve
    >>> solutions = solve(load("burr-level-10"), limit=None, symmetry="rotations").solutions
    >>> [done.level for done in take_each_apart(solutions) if done.possible]
    ['10.1.1.1.1']
    """
    clock, gaps, joined = Clock(time_limit), None, list(joined)
    for solution in solutions:
        gaps = gaps or Gaps(solution.puzzle)
        done = take_apart(solution, joined, fewest, None, lambda: clock.stop() or stop(), gaps)
        if done.stopped == Ending.STOPPED and clock.struck:
            done.stopped = Ending.TIME_LIMIT
        yield done
        if done.stopped:
            return


def check_solution(value) -> Solution:
    """Return a solution; raise a `PuzzleError` that says how to get one for anything else."""
    if not isinstance(value, Solution):
        made = "puzzle.solution(placements) makes one"
        raise PuzzleError(f"{short(value)} is not a Solution; {made}")
    return value


def check_joined(solution: Solution, joined: Iterable[Iterable[str]]) -> tuple[frozenset[str], ...]:
    """Return the sets of pieces that may stay joined. Errors: `PuzzleError`."""
    sets, names = tuple(map(frozenset, joined)), {piece.name for piece in solution.puzzle.pieces}
    for one in sets:
        for name in one - names:
            where = solution.puzzle.name
            raise PuzzleError(f"joined {short(name)}: there is no such piece in {where}")
    for one, other in combinations(sets, 2):
        for name in one & other:
            raise PuzzleError(f"joined {short(name)}: is in two sets; a piece may be in one")
    return sets


def boxes_of(solution: Solution) -> list[tuple[int, ...]]:
    """Return the places in the solution of the pieces of each box."""
    boxes: dict[tuple, list[int]] = {}
    for k, placement in enumerate(solution):
        boxes.setdefault(placement.cells[0][3:], []).append(k)
    return [tuple(boxes[box]) for box in sorted(boxes)]


class MovingPart:
    """Some pieces of a solution, and the masks and distances to move them."""

    def __init__(self, pieces: tuple[int, ...], shapes: list[int], gaps: Gaps, ask: Callable[[int], None]):
        self.pieces, self.full, self.gaps, self.ask = pieces, (1 << len(pieces)) - 1, gaps, ask
        self.cells = [gaps.counts[shape] for shape in shapes]
        self.sizes = [gaps.sizes[shape] for shape in shapes]
        self.pairs = [
            (i, j, shapes[i], shapes[j], gaps.known[shapes[i], shapes[j]])
            for i, j in combinations(range(len(pieces)), 2)
        ]

    def matrices(self, position: Position) -> tuple[Matrix, Matrix, Matrix]:
        """Return how far each piece slides along x, y and z before each other stops it."""
        x, y, z = ([[FREE] * len(position) for _ in position] for _ in range(3))
        for i, j, a, b, known in self.pairs:
            offset = position[j] - position[i]
            six = known.get(offset)
            if not six:
                self.ask(SLOW)
                six = self.gaps.between(a, b, offset)
            x[i][j], y[i][j], z[i][j], x[j][i], y[j][i], z[j][i] = six
        return x, y, z

    def separating(self, matrices) -> tuple[Group, int, int] | None:
        """Return the smallest group that slides away, its axis, and 1 or -1; None if none does."""
        found = []
        for axis, matrix in enumerate(matrices):
            ways = masks_below(matrix, FREE)
            if closure(0, ways) != self.full or closure(0, transpose(ways)) != self.full:
                for sign, rows in ((1, ways), (-1, transpose(ways))):
                    groups = (closure(k, rows) for k in range(len(rows)))
                    found += [(group, axis, sign) for group in groups if group != self.full]
        return min(found, key=self.preference, default=None)

    def preference(self, leaving: tuple[Group, int, int]) -> tuple:
        """Return the rank of a group that slides away: few pieces, then up, then few cells."""
        group, axis, sign = leaving
        cells = sum(cells for k, cells in enumerate(self.cells) if group >> k & 1)
        return group.bit_count(), LIKED.index((axis, sign)), cells, group

    def all_separating(self, matrices) -> Iterator[tuple[Group, int, int]]:
        """Yield every group that slides away in a positive direction, its axis, and 1."""
        for axis, matrix in enumerate(matrices):
            for group in sorted(closed_groups(masks_below(matrix, FREE), self.full, self.ask)):
                yield group, axis, 1

    def neighbours(self, position: Position, matrices) -> Iterator[tuple]:
        """Yield each position one move away, with the group, its axis and its distance."""
        for axis, matrix in enumerate(matrices):
            for group in closed_groups(masks_below(matrix, 1), self.full, self.ask):
                moving = group if not group & 1 else self.full ^ group  # the first piece stands
                unit = UNITS[axis] if moving == group else -UNITS[axis]
                room = self.room(group, matrix)
                if room == FREE:  # further than that it has come apart
                    room = self.clearing(position, group, axis) - 1
                for by in range(1, room + 1):
                    step = by * unit
                    yield (
                        tuple([p + step if moving >> k & 1 else p for k, p in enumerate(position)]),
                        moving,
                        axis,
                        by if moving == group else -by,
                    )

    def room(self, group: Group, matrix: Matrix) -> int:
        """Return how far a group slides."""
        inside = [k for k in range(len(matrix)) if group >> k & 1]
        outside = [k for k in range(len(matrix)) if not group >> k & 1]
        return min(matrix[i][j] for i in inside for j in outside)

    def clearing(self, position: Position, group: Group, axis: int) -> int:
        """Return how far a group moves up the axis until a plane is before all others."""
        low = [unpack_vector(p)[axis] for p in position]
        high = [x + size[axis] for x, size in zip(low, self.sizes)]
        staying = max(x for k, x in enumerate(high) if not group >> k & 1)
        return max(1, staying - min(x for k, x in enumerate(low) if group >> k & 1))

    def members(self, group: Group) -> tuple[int, ...]:
        """Return the places in the solution of the pieces of a group."""
        return tuple([piece for k, piece in enumerate(self.pieces) if group >> k & 1])

    def shift(self, group: Group, axis: int, by: int) -> Shift:
        """Return a move of a group, or of all others the other way: of the fewer pieces."""
        if 2 * group.bit_count() > len(self.pieces):
            group, by = self.full ^ group, -by
        return Shift(self.members(group), axis, by)


def masks_below(matrix: Matrix, distance: int) -> list[Group]:
    """Return, for each piece, those that are nearer than a distance: it must take them along.

    >>> masks_below([[FREE, 0], [2, FREE]], 2)
    [2, 0]
    """
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


def closed_groups(
    rows: list[Group], full: Group, ask: Callable[[int], None] = lambda work: None
) -> set[Group]:
    """Return all groups that can move: unions of those that single pieces need.

    `ask` is called with the work of each step, and may raise. Errors: `PuzzleError` for too many groups.

    >>> sorted(closed_groups([2, 0, 0], 7))
    [2, 3, 4, 6]
    """
    groups: set[Group] = set()
    for one in {closure(k, rows) for k in range(len(rows))} - {full}:
        ask(len(groups))
        groups |= {one | other for other in groups} | {one}
        if len(groups) > MOST_GROUPS:
            many = f"more than {MOST_GROUPS:,} groups of pieces can move in one position"
            raise PuzzleError(f"{many}: too many to be kept")
    return groups - {full}


class Leaving(NamedTuple):
    """A separation of a part: the moves before it, the position then, the group that leaves."""

    way: list[tuple[Group, int, int]]
    position: Position
    group: Group
    axis: int
    sign: int


@dataclass
class Disassembler:
    """The search on one solution: pieces are told apart by their places in it."""

    solution: Solution
    joined: tuple[frozenset[str], ...]
    stop: Callable[[], bool]
    gaps: Gaps
    stuck: Stuck | None = None
    positions: int = 0
    unasked: int = ASK  # pairs since the last question whether to stop

    def __post_init__(self):
        cells = [[cell[:3] for cell in one.cells] for one in self.solution]
        self.corners = [tuple(map(min, zip(*one))) for one in cells]
        self.shapes = [self.gaps.shape(normal_form(one)) for one in cells]
        self.best: dict[tuple, Separation | None] = {}

    def answer(self, fewest: bool, clock: Clock) -> Disassembly:
        """Search each box, and return what came out, or what stopped it."""
        done = Disassembly(self.solution, joined=self.joined)
        try:
            trees = self.trees(fewest)
            done.stuck, done.trees = self.stuck, () if self.stuck else trees
        except KeyboardInterrupt:
            done.stopped = Ending.INTERRUPT
        except TimeIsUp:
            done.stopped = Ending.TIME_LIMIT if clock.struck else Ending.STOPPED
        done.positions, done.seconds = self.positions, clock.seconds()
        return done

    def trees(self, fewest: bool) -> tuple[Separation | None, ...]:
        """Return the tree of each box."""
        starts = [(pieces, self.start_of(pieces)) for pieces in boxes_of(self.solution)]
        trees = tuple(self.plan(*start) for start in starts)
        if fewest and not self.stuck:
            return tuple(self.least(*start) for start in starts)
        return trees

    def part_of(self, pieces: tuple[int, ...]) -> MovingPart:
        return MovingPart(pieces, [self.shapes[k] for k in pieces], self.gaps, self.ask)

    def start_of(self, pieces: tuple[int, ...]) -> Position:
        """Return the place of each piece, packed, as seen from the first one."""
        first = pack_vector(self.corners[pieces[0]])
        return tuple(pack_vector(self.corners[k]) - first for k in pieces)

    def is_finished(self, pieces: tuple[int, ...]) -> bool:
        """Tell whether a part is taken apart no further."""
        names = {self.solution[k].piece for k in pieces}
        return len(pieces) == 1 or any(names <= one for one in self.joined)

    def plan(self, pieces: tuple[int, ...], start: Position) -> Separation | None:
        """Return how a part comes apart; None if it need not, or cannot: see `stuck` then."""
        if self.is_finished(pieces) or self.stuck:
            return None
        part = self.part_of(pieces)
        found = self.first_separation(part, start)
        if found is None:
            return None
        ends = self.split(part, found)
        stays, leaves = (self.plan(*end) for end in ends)
        return None if self.stuck else self.separation(part, found, ends, (stays, leaves))

    def first_separation(self, part: MovingPart, start: Position) -> Leaving | None:
        """Return the separation after the fewest moves; None, and `stuck`, if there is none."""
        before: dict = {start: None}
        for _, position, matrices in self.spread(part, before):
            if leaving := part.separating(matrices):
                return Leaving(way_to(position, before), position, *leaving)
        self.stuck = Stuck(part.pieces, frozenset(self.unpack(part, one) for one in before))
        return None

    def least(self, pieces: tuple[int, ...], start: Position) -> Separation | None:
        """Return how a part that comes apart does so with the fewest moves in all."""
        if self.is_finished(pieces):
            return None
        if (pieces, start) not in self.best:
            self.best[pieces, start] = self.least_of(self.part_of(pieces), start)
        return self.best[pieces, start]

    def least_of(self, part: MovingPart, start: Position) -> Separation | None:
        """Return the best separation of a part, worked out."""
        before: dict = {start: None}
        best, cost = None, FREE
        for depth, position, matrices in self.spread(part, before):
            if depth + 1 + max(0, self.kinds(part.pieces) - 2) >= cost:
                break
            for leaving in part.all_separating(matrices):
                found = Leaving(way_to(position, before), position, *leaving)
                ends = self.split(part, found)
                if depth + 1 + sum(self.kinds(end[0]) - 1 for end in ends) < cost:
                    further = tuple(self.least(*end) for end in ends)
                    one = self.separation(part, found, ends, further)
                    if number_of_shifts(one) < cost:
                        best, cost = one, number_of_shifts(one)
        return best

    def kinds(self, pieces: tuple[int, ...]) -> int:
        """Return into how many parts some pieces come apart at the least."""
        names = ((k, self.solution[k].piece) for k in pieces)
        return len({next((one for one in self.joined if name in one), k) for k, name in names})

    def spread(self, part: MovingPart, before: dict) -> Iterator[tuple[int, Position, tuple]]:
        """Yield the positions that can be reached after 0, 1, 2, … moves, with their matrices.

        `before` gets, for each, the position before it and the move between.
        """
        ring, depth = list(before), 0
        while ring:
            known = []
            for position in ring:
                self.count_position(part)
                known.append((position, part.matrices(position)))
                yield depth, *known[-1]
            ring, depth = [], depth + 1
            for position, matrices in known:
                for there, *move in part.neighbours(position, matrices):
                    self.ask(1)
                    if there not in before:
                        before[there] = (position, *move)
                        ring.append(there)
            if len(before) > MOST_POSITIONS:
                raise PuzzleError(
                    f"the pieces reach more than {MOST_POSITIONS:,} positions: too many to be kept"
                )

    def count_position(self, part: MovingPart) -> None:
        """Count a position; raise `TimeIsUp` if it is time to stop."""
        self.ask(len(part.pairs))
        self.positions += 1

    def ask(self, work: int) -> None:
        """Count some work; raise `TimeIsUp` if it is time to stop."""
        self.unasked += work
        if self.unasked >= ASK:
            self.unasked = 0
            raise_if_stopped(self.stop)

    def unpack(self, part: MovingPart, position: Position) -> tuple:
        """Return how far each piece has moved from its place in the solution."""
        start = self.start_of(part.pieces)
        return tuple(unpack_vector(here - there) for here, there in zip(position, start))

    def split(self, part: MovingPart, found: Leaving) -> list[tuple[tuple[int, ...], Position]]:
        """Return the two parts, that which stays first, with the positions of their pieces."""
        ends = []
        for group in (part.full ^ found.group, found.group):
            places = [p for k, p in enumerate(found.position) if group >> k & 1]
            ends.append((part.members(group), tuple(p - places[0] for p in places)))
        return ends

    def separation(self, part: MovingPart, found: Leaving, ends: list, further) -> Separation:
        """Return a separation with its moves, the last of which gets the group clear."""
        leaving = found.group if found.sign > 0 else part.full ^ found.group
        last = part.shift(
            found.group, found.axis, found.sign * part.clearing(found.position, leaving, found.axis)
        )
        shifts = [part.shift(*move) for move in found.way]
        return Separation(part.pieces, (*shifts, last), tuple(end[0] for end in ends), further)


def way_to(position: Position, before: dict) -> list[tuple[Group, int, int]]:
    """Return the moves that lead to a position."""
    way = []
    while before[position]:
        position, *move = before[position]
        way.append(tuple(move))
    return way[::-1]


def number_of_shifts(tree: Separation) -> int:
    """Return the moves of a separation and of all below it."""
    return sum(len(one.shifts) for one in tree.walk())
