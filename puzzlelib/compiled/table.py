"""A puzzle as arrays, and the piece that is kept to one place of each orbit.

A motion of the container turns solutions into solutions. So it is enough to search one place out of each
orbit of places of one piece, and to count each solution found as often as the orbit has places. The number of
orbits of solutions then follows from counting, for every motion, the solutions that it leaves as they are
(the lemma of Cauchy, Frobenius and Burnside). Those are exact covers too: their options are whole orbits of
placements under that motion, and there are few.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from random import Random

import numpy as np

from ..common.clock import Stop, never, raise_if_stopped
from ..packing.puzzle import PackingPuzzle, volume_fits
from ..packing.symmetry import container_symmetries, option_tables
from .crew import in_threads

LITTLE = 3e8  # options looked at: a search of about a tenth of a second
MUCH = 200 * LITTLE  # where it pays to choose by many random walks
MOST_TRIED = 6_000_000  # pieces tried * options * items: twice what the Tetris Cube takes, about a second
MORE_STARTS = 2  # times the fewest orbits that a piece may have: with more it is hardly the best one


class Table:
    """A puzzle after the hints, as arrays; `options` are the numbers of the placements that
    are left."""

    def __init__(self, puzzle: PackingPuzzle, given: Iterable[int] = ()):
        self.given, kinds = list(given), {piece.name: t for t, piece in enumerate(puzzle.pieces)}
        filled = Counter(cell for i in self.given for cell in puzzle.placements[i].cells)
        used = Counter(puzzle.placements[i].piece for i in self.given)
        pieces = [piece.less(used[piece.name]) for piece in puzzle.pieces]
        self.copies, self.least = [one.copies for one in pieces], [one.least for one in pieces]
        needed = [cell for cell in puzzle.must_fill if cell not in filled]
        empty = needed + [cell for cell in puzzle.optional if cell not in filled]
        self.cells = {cell: k for k, cell in enumerate(empty)}
        self.optional = len(empty) - len(needed)
        fits = min(self.copies, default=0) >= 0 and max(filled.values(), default=1) == 1
        self.possible = fits and volume_fits(pieces, len(needed), len(empty))
        free = {name for name, kind in kinds.items() if self.copies[kind] > 0}
        places = enumerate(puzzle.placements)
        left = [i for i, (name, cells) in places if name in free and filled.keys().isdisjoint(cells)]
        self.options = np.array(left, np.int64)
        self.kind = np.array([kinds[puzzle.placements[i].piece] for i in left], np.int64)
        bit = {cell: 1 << k for cell, k in self.cells.items()}
        masks = [sum(map(bit.__getitem__, puzzle.placements[i].cells)) for i in left]
        words, low = -(-len(empty) // 64), (1 << 64) - 1
        split = [[mask >> 64 * w & low for w in range(words)] for mask in masks]
        self.masks = np.array(split, np.uint64).reshape(len(left), words)
        self.spend = (self.kind[:, None] == np.arange(len(self.copies))).astype(np.uint8)

    def job(self, chosen=slice(None), weight: int = 1, numbered: bool = False):
        """A search over all options, or over those that are True in `chosen`."""
        numbers = self.options[chosen] if numbered else None
        return self.search(self.masks[chosen], self.spend[chosen], weight, numbers)

    def search(self, masks: np.ndarray, spend: np.ndarray, weight: int, numbers: np.ndarray | None = None):
        """A search over any options (see `job`)."""
        from .job import Job  # brings the compiler

        least = None if self.least == self.copies else self.least
        cells = len(self.cells), self.optional
        return Job(masks, cells[0], spend, self.copies, weight, numbers, least, cells[1])


def moves(puzzle: PackingPuzzle, symmetry: str, stop: Stop = never) -> np.ndarray:
    """For each symmetry, each once: where it takes option 0, 1, 2, …; int64 (symmetries, options). The
    identity comes first.

    As `symmetry.option_tables`, but faster: a placement is known by the sum of random numbers, one for each
    cell and piece.
    """
    draw, end = Random(1), len(puzzle.container)  # numpy's own generators take longer to be imported
    of_cell, of_kind = (drawn_keys(draw, many) for many in (end + 1, len(puzzle.pieces)))
    of_cell[end] = 0
    number = {cell: i for i, cell in enumerate(puzzle.container)}
    kind = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    kinds = np.array([kind[piece] for piece, _ in puzzle.placements], np.int64)
    numbers = ([number[cell] for cell in cells] for _, cells in puzzle.placements)
    places = np.array(list(zip_longest(*numbers, fillvalue=end)), np.int64)  # (cells of one, placements)

    def keys(motion, names):
        raise_if_stopped(stop)
        to = [*(number[motion[cell]] for cell in puzzle.container), end]
        renamed = [kind[names[piece.name]] for piece in puzzle.pieces]
        return of_cell[to][places].sum(axis=0) + of_kind[renamed][kinds]

    motions = container_symmetries(puzzle, symmetry, stop)
    own = keys(dict(zip(number, number)), dict(zip(kind, kind)))
    order, found = np.argsort(own, kind="stable"), {}
    ordered = own[order]
    unique = np.diff(ordered).all()
    for motion, names in motions:
        images = keys(motion, names)
        move = order[np.searchsorted(ordered, images)]
        if not unique or (own[move] != images).any():
            return np.array(option_tables(puzzle, symmetry, stop))
        found[move.tobytes()] = move
    return np.stack(list(found.values()))


def drawn_keys(draw: Random, many: int) -> np.ndarray:
    """Draw so many random numbers, int64, whose sums tell sets of them apart."""
    return np.array([draw.getrandbits(63) for _ in range(many)], np.int64)


def restricted(table: Table, group: np.ndarray, stop: Stop = never, processes: int = 1) -> list:
    """Searches that find one solution of each set that the symmetries of one piece's places make; weight: how
    many it stands for.

    The piece is the one that seems to make the least work; of very many only those with the fewest orbits of
    places are tried. Without a piece of one copy: everything, weight 1.
    """
    label = group.min(axis=0)
    size = np.bincount(label, minlength=len(label))[label]
    if len(group) == 1:
        return [table.job()]
    starts = np.bincount(table.kind[label == np.arange(len(label))], minlength=len(table.copies))
    own = lambda t: (table.kind[group[:, table.kind == t]] == t).all()
    alone = lambda t: table.copies[t] == table.least[t] == 1 and own(t)
    single = list(filter(alone, np.argsort(starts, kind="stable").tolist()))
    most = max(1, MOST_TRIED // max(1, len(label) * (len(table.cells) + len(starts))))
    few = [t for t in single[:most] if starts[t] <= MORE_STARTS * starts[single[0]]]
    plans = [fixing(table, t, label, size) for t in few if not stop()]
    if len(plans) < 2 or stop():
        return plans[0] if plans else [table.job()]
    work = lambda jobs, walks: sum(0.0 if stop() else job.guess(walks) for job in jobs)
    works = in_threads(lambda jobs: work(jobs, 0), plans, processes)
    least = plans[int(np.argmin(works))]
    if stop() or work(least, 1) <= MUCH:
        return least
    return least_work([fixing(table, t, label, size) for t in sorted(single[:most])], stop)


def fixing(table: Table, piece: int, label: np.ndarray, size: np.ndarray) -> list:
    """The searches with one piece kept to the first place of each orbit, one for each size of orbits."""
    others, first, jobs = table.kind != piece, label == np.arange(len(label)), []
    for many in sorted(set(size[~others].tolist())):
        jobs.append(table.job(others | first & (size == many), many))
        jobs[-1].fixed = piece
    return jobs


def least_work(plans: list[list], stop: Stop) -> list:
    """Return the plan with the least work by random walks, for long searches.

    The better half of the plans gets twice as many, and so on, as long as there is enough work to be saved.
    """
    walks, sums = 1, [0.0] * len(plans)
    left = list(range(len(plans)))
    while len(left) > 1 and not stop():
        for k in left:
            sums[k] += walks * sum(0.0 if stop() else job.guess(walks) for job in plans[k])
        left.sort(key=sums.__getitem__)
        walks *= 2
        mean = sums[left[0]] / (walks - 1)
        left = left[: (len(left) + 1) // 2 if mean > LITTLE else 1]
    return plans[left[0]]


def unmoved(table: Table, group: np.ndarray, stop: Stop = never) -> list:
    """Searches for the solutions that a symmetry leaves as they are, for each but the first, the identity:
    its orbits of placements are the options. Equal searches are made once, with a weight."""
    kinds, made = Counter(), {}
    for move in group[1:]:
        raise_if_stopped(stop)
        masks, spend = orbit_options(table, move)
        key = masks.tobytes() + spend.tobytes()
        kinds[key] += 1
        made[key] = masks, spend
    must = np.array(table.least) > 0
    reached = {key: one for key, one in made.items() if one[1].any(axis=0)[must].all()}
    return [table.search(*arrays, kinds[key]) for key, arrays in reached.items()]


def orbit_options(table: Table, move: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The orbits of placements under one symmetry whose members do not overlap: cells, and copies used."""
    masks, spend, start = table.masks.copy(), table.spend.astype(np.int64), np.arange(len(move))
    least, now, fits = start, move, np.ones(len(move), bool)
    while (moved := now != start).any():
        fits &= ~(moved & ((masks & table.masks[now]) != 0).any(axis=1))
        masks[moved] |= table.masks[now[moved]]
        spend[moved] += table.spend[now[moved]]
        least = np.where(moved, np.minimum(least, now), least)
        now = np.where(moved, move[now], now)
    chosen = fits & (least == start) & (spend <= table.copies).all(axis=1)
    return masks[chosen], spend[chosen].astype(np.uint8)
