"""Backtracking for packing puzzles: put a piece in every possible way, go on, take it back.

By cell: fill the first empty cell with any piece that is left. By piece: put the pieces one after
the other, anywhere.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from ..common.clock import Stop, never
from ..common.errors import PuzzleError, as_list, check_choice, short
from ..packing.puzzle import PackingPuzzle, Placement, Solution, check_puzzle
from ..packing.shapes import is_connected, neighbours, orientations
from .counters import Counters, count_steps
from .events import Trace
from .exact_cover import solution_from_options
from .hints import check_depth, hint_options
from .proofs import colour_difference, colour_differences, sums_of
from .recorder import MOST_EVENTS, search_trace
from .steps import Among, Step, every_one, only_answers

WAYS = ("cell", "piece")


def solutions(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    stop: Stop = never,
    by: str = "cell",
    order: Iterable[str] | None = None,
    prune: Iterable[str] = (),
) -> Iterator[Solution]:
    """Yield all solutions with the `given` placements, each once, until stop() says True.

    The search is by "cell" or "piece", the pieces in an order of their names, None for that of the
    puzzle; checks that may cut a branch off early, "islands" and "parity", are in `prune`.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> len(next(solutions(puzzle)))
    8
    """
    board, numbers = BitBoard(puzzle, by, order, prune), hint_options(puzzle, given)
    plain = by == "cell" and not board.checks and puzzle.is_exact
    for chosen in fill(board, numbers, stop) if plain else only_answers(steps(board, numbers), stop):
        yield solution_from_options(puzzle, (*numbers, *chosen))


class BitBoard:
    """A puzzle with sets of cells as whole numbers, one bit for each cell: "fits" is one `&`."""

    def __init__(self, puzzle: PackingPuzzle, by: str = "cell", order=None, prune: Iterable[str] = ()):
        check_depth(check_puzzle(puzzle))
        self.puzzle, self.by = puzzle, check_choice("by", by, WAYS)
        self.order = piece_order(puzzle, by, order)
        self.cells = cell_order(puzzle)
        self.bit = {cell: 1 << i for i, cell in enumerate(self.cells)}
        self.full = (1 << len(self.cells)) - 1
        self.needed = self.full - sum(self.bit[cell] for cell in puzzle.optional)
        self.spare = {piece.name: piece.spare for piece in puzzle.pieces}
        self.masks = [sum(self.bit[cell] for cell in cells) for _, cells in puzzle.placements]
        self.by_cell, self.by_piece = defaultdict(list), defaultdict(list)  # the options
        for option, (mask, (piece, _)) in enumerate(zip(self.masks, puzzle.placements)):
            self.by_cell[mask & -mask].append((mask, piece, option))
            self.by_piece[piece].append((mask, piece, option))
        names = dict.fromkeys(check_choice("prune", name, PRUNINGS) for name in as_list("prune", prune))
        self.checks = [(name, PRUNINGS[name](self)) for name in names]

    def start(self, given: Iterable[int]) -> tuple[int, dict[str, int], str]:
        """Return the cells that the hints fill, the pieces left, and what is wrong or ""."""
        filled, left = 0, {piece.name: piece.copies for piece in self.puzzle.pieces}
        wrong = "" if self.puzzle.has_right_volume else "volume"
        for option in given:
            piece = self.puzzle.placements[option].piece
            if left[piece] == 0 or filled & self.masks[option]:
                wrong = wrong or "hints"
            filled |= self.masks[option]
            left[piece] -= 1
        return filled, left, wrong

    def first_empty_cell(self, filled: int) -> tuple:
        """Return the first empty cell, and the options that have it as their first one.

        An optional cell may also stay empty: then come the options of the next one, which count the
        cells before as filled. None stands for the end of the cells.
        """
        skipped, options = 0, []
        while filled | skipped != self.full:
            bit = ~(filled | skipped) & ((filled | skipped) + 1)
            own = self.by_cell.get(bit, ())
            if bit & self.needed and not skipped:
                return self.cells[bit.bit_length() - 1], own
            options += [(mask | skipped, piece, option) for mask, piece, option in own]
            if bit & self.needed:
                return self.cells[bit.bit_length() - 1], options
            skipped |= bit
        return None, options

    def next_piece(self, chosen: list[int], left: dict[str, int]) -> tuple:
        """Return the next piece that is needed, and its options; each set of copies comes once.

        Spare pieces before it bring their options. None stands for the end of the pieces.
        """
        last = self.puzzle.placements[chosen[-1]].piece if chosen else self.order[0]
        options = []
        for piece in self.order[self.order.index(last) :]:
            later = chosen[-1] if chosen and piece == last else -1
            if left[piece]:
                options += [one for one in self.by_piece[piece] if one[2] > later]
            if left[piece] > self.spare[piece]:
                return piece, options
        return None, options

    def missing(self, filled: int, left: dict[str, int]) -> str | tuple | None:
        """Return a cell that must be filled, or a piece that must be put; None if all is done."""
        if free := self.needed & ~filled:
            return self.cells[(free & -free).bit_length() - 1]
        return next((piece for piece, many in left.items() if many > self.spare[piece]), None)

    def fault(self, filled: int, left: dict[str, int]) -> tuple | None:
        """Return the first check that cuts the branch off, and its finding; None if none does."""
        for name, check in self.checks:
            if (found := check(filled, left)) is not None:
                return name, found
        return None


def fill(board: BitBoard, given: Iterable[int], stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """Search by cell in its barest form: the answers of `steps`, in order, in half the time."""
    filled, left, wrong = board.start(given)
    by_cell, chosen = board.by_cell, []

    def search(filled):
        if filled == board.full:
            yield tuple(chosen)
            return
        if stop():
            return
        first_empty = ~filled & (filled + 1)
        for mask, piece, option in by_cell.get(first_empty, ()):
            if left[piece] and not filled & mask:
                left[piece] -= 1
                chosen.append(option)
                yield from search(filled | mask)
                chosen.pop()
                left[piece] += 1

    return iter(()) if wrong else search(filled)


def steps(board: BitBoard, given: Iterable[int] = (), among: Among = every_one) -> Iterator[Step]:
    """Search by cell or by piece, and yield each step (see steps.py)."""
    filled, left, wrong = board.start(given)
    chosen = []
    yield "start", () if wrong else tuple(given), ()
    if wrong:
        yield "conflict", None, wrong, None
        return

    def search(filled):
        by_cell = board.by == "cell"
        item, options = board.first_empty_cell(filled) if by_cell else board.next_piece(chosen, left)
        missing = board.missing(filled, left) if item is None else item
        if missing is None:
            yield "answer", tuple(chosen)
        fitting = [one for one in options if not filled & one[0] and left[one[1]]]
        if not fitting:
            if missing is not None:
                yield "conflict", missing, "fit", len(options)
            return
        yield "choose", item, len(fitting), len(options)
        for mask, piece, option in among(fitting):
            left[piece] -= 1
            chosen.append(option)
            yield "try", option, ()
            if fault := board.fault(filled | mask, left):
                yield "conflict", None, *fault
            else:
                yield from search(filled | mask)
            chosen.pop()
            left[piece] += 1
            yield "undo", option

    yield from search(filled)


def cell_order(puzzle: PackingPuzzle) -> list:
    """Sort the cells, the longest side of the container last: the front stays short."""
    sides = [max(axis) - min(axis) for axis in zip(*puzzle.container)] or [0, 0, 0]
    axes = sorted(range(3), key=lambda axis: -sides[axis])
    return sorted(puzzle.container, key=lambda cell: (cell[3:], *(cell[axis] for axis in axes)))


# -------- prunings: each makes a check of what is left


def island_check(board: BitBoard) -> Callable:
    """Return a check for islands of empty cells that no set of the remaining pieces can fill.

    The check returns the size of the first one, or None.
    """
    bit = board.bit
    near = {bit[cell]: sum(bit.get(other, 0) for other in neighbours(cell)) for cell in board.cells}
    # an island has all cells of a piece or none, or any part of it, if it is not connected
    shapes = [piece.cells for piece in board.puzzle.pieces]
    parts = [(0, len(c)) if is_connected(c) else range(len(c) + 1) for c in shapes]

    @cache
    def sizes(copies):  # of some of the remaining pieces together
        return sums_of(part for part, n in zip(parts, copies) for _ in range(n))

    def check(filled, left):
        empty, possible = board.full & ~filled, sizes(tuple(left.values()))
        while empty:
            island = front = empty & -empty
            while front:
                bit = front & -front
                new = near[bit] & empty & ~island
                island |= new
                front ^= bit | new
            least, most = (island & board.needed).bit_count(), island.bit_count()
            if possible.isdisjoint(range(least, most + 1)):
                return island.bit_count()
            empty &= ~island
        return None

    return check


def parity_check(board: BitBoard) -> Callable:
    """Return a check that the remaining pieces can cover so many black and white cells.

    The check returns a text with the two numbers where they cannot, or None.
    """
    black = sum(bit for cell, bit in board.bit.items() if colour_difference([cell]) == 1)
    steps = colour_differences(board.puzzle)

    @cache
    def differences(copies):  # black minus white of all remaining pieces together
        left = zip(board.puzzle.pieces, copies)
        return sums_of(
            steps[one.name] | ({0} if k < one.spare else set()) for one, n in left for k in range(n)
        )

    def check(filled, left):
        empty = board.full & ~filled
        blacks, whites = (empty & black).bit_count(), (empty & ~black).bit_count()
        free = empty & ~board.needed  # may stay empty
        most, least = (free & ~black).bit_count(), (free & black).bit_count()
        goals = range(blacks - whites - least, blacks - whites + most + 1)
        if not differences(tuple(left.values())).isdisjoint(goals):
            return None
        return f"the empty cells are {blacks} black and {whites} white"

    return check


PRUNINGS = {"islands": island_check, "parity": parity_check}


# -------- traces and counters


def trace(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    by: str = "cell",
    order: Iterable[str] | None = None,
    prune: Iterable[str] = (),
    limit: int | None = 1,
    max_events: int = MOST_EVENTS,
) -> Trace:
    """Record the search, until `limit` solutions (None: all) or `max_events` events.

    `by`, `order` and `prune` are those of `solutions`.

    >>> from puzzlelib import load
    >>> one = trace(load("tetracubes-2x4x4"), by="piece")
    >>> one.events[1].say
    'Level 0: branch on piece I, the next one: 16 placements.'
    """
    board, numbers = BitBoard(puzzle, by, order, prune), hint_options(puzzle, given)
    how = ", the first empty one" if by == "cell" else ", the next one"
    return search_trace(puzzle, steps(board, numbers), numbers, how, "placement", False, limit, max_events)


def run(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    by: str = "cell",
    order: Iterable[str] | None = None,
    prune: Iterable[str] = (),
    seconds: float | None = 2.0,
) -> Counters:
    """Search for so many seconds (None: to the end) and count; choices as in `solutions`.

    `cuts["bounds"]` counts the turned pieces that stick out of the container, with one cell of
    theirs on each of its cells: they were cut before the search. `cuts["overlap"]` counts options
    that did not fit, or whose piece was used up.

    >>> from puzzlelib import load
    >>> counters = run(load("tetracubes-2x2x8"), seconds=None)
    >>> counters.solutions, counters.complete, counters.cuts["bounds"]
    (1792, True, 2280)
    """
    board, numbers = BitBoard(puzzle, by, order, prune), hint_options(puzzle, given)
    counters = count_steps(steps(board, numbers), seconds, ("overlap", *(name for name, _ in board.checks)))
    ways = sum(len(orientations(piece.cells, puzzle.turns)) for piece in puzzle.pieces)
    bounds = ways * len(puzzle.container) - len(puzzle.placements)
    counters.cuts = {"bounds": bounds, **counters.cuts}
    return counters


# -------- input


def piece_order(puzzle: PackingPuzzle, by: str, order: Iterable[str] | None) -> list[str]:
    """Return the order of the pieces; raise `PuzzleError` if it does not name each piece once."""
    names = [piece.name for piece in puzzle.pieces]
    if order is None:
        return names
    if by != "piece":
        raise PuzzleError("order: goes with by='piece' only")
    order = as_list("order", order)
    if len(order) != len(names) or any(name not in order for name in names):
        raise PuzzleError(f"order {short(order)}: must name each of the pieces {', '.join(names)} once")
    return order
