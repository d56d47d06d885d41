"""A puzzle as a matrix, and the piece that is kept to one place of each orbit.

A motion of the container turns solutions into solutions. So search one place of each orbit of one
piece's places, and count each solution as often as the orbit has places. The number of orbits of
solutions then follows from counting, for every motion, the solutions that it leaves as they are
(the lemma of Cauchy, Frobenius and Burnside). Those are exact covers too: their options are whole
orbits of placements under that motion.
"""

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from operator import or_

from ..common.clock import Stop, never, raise_if_stopped
from ..packing.pieces import volume_fits
from ..packing.puzzle import PackingPuzzle
from ..packing.symmetry import Move, cycles
from .job import Job, Matrix

LITTLE = 3e8  # options looked at: a search of about a tenth of a second
MUCH = 200 * LITTLE  # where it pays to choose by many random walks
MOST_TRIED = 6_000_000  # pieces tried * options * items: twice the Tetris Cube, about a second
MORE_STARTS = 2  # times the fewest orbits that a piece may have


class Table:
    """The options that are left of a puzzle after its hints; `options` are their numbers."""

    def __init__(self, puzzle: PackingPuzzle, given: Iterable[int] = ()):
        given, kinds = list(given), {piece.name: kind for kind, piece in enumerate(puzzle.pieces)}
        filled = Counter(cell for i in given for cell in puzzle.placements[i].cells)
        used = Counter(puzzle.placements[i].piece for i in given)
        pieces = [piece.less(used[piece.name]) for piece in puzzle.pieces]
        self.copies, self.least = [piece.copies for piece in pieces], [piece.least for piece in pieces]
        needed = [cell for cell in puzzle.must_fill if cell not in filled]
        cells = needed + [cell for cell in puzzle.optional if cell not in filled]
        self.cells, self.optional = len(cells), len(cells) - len(needed)
        fits = min(self.copies, default=0) >= 0 and max(filled.values(), default=1) == 1
        self.possible = fits and volume_fits(pieces, len(needed), len(cells))
        free = {name for name, kind in kinds.items() if self.copies[kind] > 0}
        bit = {cell: 1 << k for k, cell in enumerate(cells)}
        left = [
            (i, kinds[name], sum(map(bit.__getitem__, places)))
            for i, (name, places) in enumerate(puzzle.placements)
            if name in free and filled.keys().isdisjoint(places)
        ]
        self.options, self.kind, self.masks = map(list, zip(*left)) if left else ([], [], [])

    def matrix(self, chosen: Iterable[int] | None = None, weight: int = 1, numbered: bool = False) -> Matrix:
        """Return all options, or the `chosen` ones, as a matrix."""
        chosen = range(len(self.options)) if chosen is None else list(chosen)
        numbers = [self.options[k] for k in chosen] if numbered else None
        spend = [((self.kind[k], 1),) for k in chosen]
        return self.matrix_of([self.masks[k] for k in chosen], spend, weight, numbers)

    def matrix_of(
        self, masks: list[int], spend: list, weight: int, numbers: list[int] | None = None
    ) -> Matrix:
        exact = self.least == self.copies and not self.optional
        return Matrix(
            masks, spend, self.cells, self.optional, self.copies, self.least, exact, weight, numbers
        )


def restrict_piece(table: Table, group: list[Move], stop: Stop = never) -> list[Job]:
    """Return searches that find one solution of each set that the symmetries of one piece's places
    make.

    The piece is the one that seems to make the least work; of very many only those with the fewest
    orbits of places are tried. Without a piece of one copy: everything, with weight 1.
    """
    if len(group) == 1:
        return [Job(table.matrix())]
    label = list(map(min, zip(*group)))
    size = Counter(label)
    tried, few = fewest_orbits(table, group, label)
    if not tried or stop():
        return [Job(table.matrix())]
    if len(few) == 1:
        return fixing(table, few[0], label, size)
    best = fixing(table, least_at_first(table, few, label, stop), label, size)
    if stop() or work_of(best, 1, stop) <= MUCH:
        return best
    return least_work([fixing(table, kind, label, size) for kind in sorted(tried)], stop)


def piece_to_list(puzzle: PackingPuzzle, group: list[Move], stop: Stop = never) -> str | None:
    """Return the piece with the least work, as far as a quick look tells, where one place of each of its
    orbits is searched for all solutions; None if that is short, or there is no choice."""
    table, label = Table(puzzle), list(map(min, zip(*group)))
    _, few = fewest_orbits(table, group, label)
    if len(few) < 2 or work_of(fixing(table, few[0], label, Counter(label)), 1, stop) < LITTLE:
        return None
    return puzzle.pieces[least_at_first(table, few, label, stop)].name


def fewest_orbits(table: Table, group: list[Move], label: list[int]) -> tuple[list[int], list[int]]:
    """Return the pieces of which one may be kept to one place of each orbit, those with the fewest orbits
    first, and among them those with hardly more than the first."""
    starts = Counter(table.kind[k] for k in set(label))
    single = sorted(pieces_to_fix(table, group), key=starts.__getitem__)
    tried = single[: max(1, MOST_TRIED // max(1, len(label) * (table.cells + len(starts))))]
    return tried, [kind for kind in tried if starts[kind] <= MORE_STARTS * starts[single[0]]]


def least_at_first(table: Table, kinds: list[int], label: list[int], stop: Stop) -> int:
    """Return the piece with the least work in the upper three levels, if the search begins with its
    first places; after stop(), of those that were looked at."""
    order = sorted(range(len(label)), key=lambda k: label[k] != k)
    job, firsts, works = Job(table.matrix(order)), len(set(label)), []
    for kind in kinds:
        job.branch_on(kind, firsts)
        works.append(sum(job.survey(0)))
        if stop():
            break
    return kinds[works.index(min(works))]


def pieces_to_fix(table: Table, group: list[Move]) -> list[int]:
    """Return the pieces that are there once and that every symmetry maps to themselves."""
    moved: set[int] = set()
    for move in group:
        images = [table.kind[k] for k in move]
        if images != table.kind:
            moved.update(kind for kind, other in zip(table.kind, images) if kind != other)
    return [kind for kind in sorted({*table.kind} - moved) if table.copies[kind] == table.least[kind] == 1]


def work_of(jobs: list[Job], walks: int, stop: Stop) -> float:
    """Return the work of some searches, as far as it was guessed before stop()."""
    return sum(0.0 if stop() else job.guess(walks) for job in jobs)


def fixing(table: Table, piece: int, label: list[int], size: Counter) -> list[Job]:
    """Return the searches with one piece kept to the first place of each orbit, one for each size
    of orbits."""
    of_piece = [k for k, kind in enumerate(table.kind) if kind == piece]
    searches = []
    for places in sorted({size[label[k]] for k in of_piece}):
        chosen = (
            k for k, kind in enumerate(table.kind) if kind != piece or (label[k] == k and size[k] == places)
        )
        searches.append(Job(table.matrix(chosen, places)))
    return searches


def least_work(plans: list[list[Job]], stop: Stop) -> list[Job]:
    """Return the plan with the least work by random walks, for long searches.

    The better half of the plans gets twice as many, and so on, as long as there is enough work to
    be saved.
    """
    walks, sums = 1, [0.0] * len(plans)
    left = list(range(len(plans)))
    while len(left) > 1 and not stop():
        for k in left:
            sums[k] += walks * work_of(plans[k], walks, stop)
        left.sort(key=sums.__getitem__)
        walks *= 2
        mean = sums[left[0]] / (walks - 1)
        left = left[: (len(left) + 1) // 2 if mean > LITTLE else 1]
    return plans[left[0]]


def search_unmoved(table: Table, group: list[Move], stop: Stop = never) -> list[Job]:
    """Return searches for the solutions that a symmetry leaves as they are, for each but the first,
    the identity.

    Its orbits of placements are the options. Equal searches are made once, with a weight. A piece of
    one copy has to be where the symmetry leaves it: mostly none of some piece's places is.
    """
    weights: Counter = Counter()
    single = set(pieces_to_fix(table, group[1:]))
    for move in group[1:]:
        raise_if_stopped(stop)
        if not single <= {table.kind[k] for k, image in enumerate(move) if k == image}:
            continue
        options = orbit_options(table, move)
        used = {kind for _, pairs in options for kind, _ in pairs}
        if all(kind in used for kind, n in enumerate(table.least) if n):
            weights[tuple(options)] += 1
    return [
        Job(table.matrix_of([mask for mask, _ in options], [pairs for _, pairs in options], weight))
        for options, weight in weights.items()
    ]


def orbit_options(table: Table, move: Move) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """Return the orbits of placements under one symmetry whose members do not overlap: cells, and
    copies used."""
    options = []
    for orbit in cycles(move):
        masks = [table.masks[k] for k in orbit]
        mask, used = reduce(or_, masks), Counter(table.kind[k] for k in orbit)
        apart = mask.bit_count() == sum(map(int.bit_count, masks))
        if apart and all(n <= table.copies[kind] for kind, n in used.items()):
            options.append((mask, tuple(sorted(used.items()))))
    return options
