"""Backtracking for packing puzzles: put a piece in every possible way, go on, take it back.

By cell: fill the first empty cell with any piece that is left. By piece: put the pieces one after the other,
anywhere.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from ..common.clock import Stop, never
from ..common.errors import PuzzleError, as_list, check_choice, short
from ..packing.puzzle import PackingPuzzle, Placement, Solution, packing
from ..packing.shapes import orientations
from .counters import Counters, counted
from .events import Trace
from .exact_cover import colour_difference, colour_differences, solution_of, sums_of
from .recorder import MOST_EVENTS, search_trace
from .steps import Among, Step, every_one

MOST_PIECES = 400  # the search goes one call deeper with each piece, and Python allows about a thousand
WAYS = ("cell", "piece")


def solutions(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    stop: Stop = never,
    by: str = "cell",
    order: Iterable[str] | None = None,
    prune: Iterable[str] = (),
) -> Iterator[Solution]:
    """All solutions with the `given` placements, each once. When `stop()` says True, the search ends early.

    Parameters
    ----------
    by : "cell" or "piece"
    order : with by="piece", the names of the pieces in the order in which they are put (None: the puzzle's)
    prune : which checks may cut a branch off early: "islands", "parity"

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> len(next(solutions(puzzle)))
    8
    """
    board, numbers = Board(puzzle, by, order, prune), given_options(puzzle, given)
    plain = by == "cell" and not board.checks
    for chosen in fill(board, numbers, stop) if plain else watched(steps(board, numbers), stop):
        yield solution_of(puzzle, (*numbers, *chosen))


def watched(steps: Iterable[Step], stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """The answers among the steps of a search, until stop() says True."""
    for step in steps:
        if step[0] == "answer":
            yield step[1]
        elif stop():
            return


class Board:
    """A puzzle made ready. Sets of cells are whole numbers, one bit a cell, so that "fits" is one `&`."""

    def __init__(self, puzzle: PackingPuzzle, by: str = "cell", order=None, prune: Iterable[str] = ()):
        check_pieces(puzzle)
        self.puzzle, self.by = puzzle, check_choice("by", by, WAYS)
        self.order = piece_order(puzzle, by, order)
        self.cells = cell_order(puzzle)
        self.bit = {cell: 1 << i for i, cell in enumerate(self.cells)}
        self.full = (1 << len(self.cells)) - 1
        self.masks = [sum(self.bit[cell] for cell in cells) for _, cells in puzzle.placements]
        self.by_cell, self.by_piece = defaultdict(list), defaultdict(list)  # options by first cell, by piece
        for option, (mask, (piece, _)) in enumerate(zip(self.masks, puzzle.placements)):
            self.by_cell[mask & -mask].append((mask, piece, option))
            self.by_piece[piece].append((mask, piece, option))
        names = dict.fromkeys(check_choice("prune", name, PRUNINGS) for name in as_list("prune", prune))
        self.checks = [(name, PRUNINGS[name](self)) for name in names]

    def start(self, given: Iterable[int]) -> tuple[int, dict[str, int], str]:
        """The cells that the hints fill, the pieces left, and what is wrong: "volume", "hints" or ""."""
        filled, left = 0, {piece.name: piece.copies for piece in self.puzzle.pieces}
        volume = sum(len(piece.cells) * piece.copies for piece in self.puzzle.pieces)
        wrong = "" if volume == len(self.cells) else "volume"
        for option in given:
            piece = self.puzzle.placements[option].piece
            if left[piece] == 0 or filled & self.masks[option]:
                wrong = wrong or "hints"
            filled |= self.masks[option]
            left[piece] -= 1
        return filled, left, wrong

    def first_empty_cell(self, filled: int) -> tuple:
        """What to branch on by cell: the cell, and the options that have it as their first one."""
        bit = ~filled & (filled + 1)
        return self.cells[bit.bit_length() - 1], self.by_cell.get(bit, ())

    def next_piece(self, chosen: list[int], left: dict[str, int]) -> tuple:
        """The piece to branch on, and its options. Equal pieces come in their order: each set once."""
        piece = next(name for name in self.order if left[name])
        options = self.by_piece[piece]
        if chosen and self.puzzle.placements[chosen[-1]].piece == piece:
            options = [one for one in options if one[2] > chosen[-1]]
        return piece, options

    def fault(self, filled: int, left: dict[str, int]) -> tuple | None:
        """The first check that cuts the branch off here, and what it found; None where all is well."""
        for name, check in self.checks:
            if (found := check(filled, left)) is not None:
                return name, found
        return None


def fill(board: Board, given: Iterable[int], stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """The search by cell in its barest form: the solutions of `steps`, in their order, in half the time."""
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


def steps(board: Board, given: Iterable[int] = (), among: Among = every_one) -> Iterator[Step]:
    """The search, with a `yield` for each thing that happens (see steps.py)."""
    filled, left, wrong = board.start(given)
    chosen = []
    yield "start", () if wrong else tuple(given), ()
    if wrong:
        yield "conflict", None, wrong, None
        return

    def search(filled):
        if filled == board.full:
            yield "answer", tuple(chosen)
            return
        by_cell = board.by == "cell"
        item, options = board.first_empty_cell(filled) if by_cell else board.next_piece(chosen, left)
        fitting = [one for one in options if not filled & one[0] and left[one[1]]]
        if not fitting:
            yield "conflict", item, "fit", len(options)
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
    """Cells along the longest side of the container last: the front of the filled part stays short."""
    sides = [max(axis) - min(axis) for axis in zip(*puzzle.container)] or [0, 0, 0]
    axes = sorted(range(3), key=lambda axis: -sides[axis])
    return sorted(puzzle.container, key=lambda cell: (cell[3:], *(cell[axis] for axis in axes)))


# -------- prunings: a check of what is left


def islands(board: Board) -> Callable:
    """Finds an island of empty cells whose size no set of the remaining pieces has; gives the size, or
    None."""
    bit = board.bit
    near = {bit[cell]: sum(bit.get(other, 0) for other in neighbours(cell)) for cell in board.cells}
    # what a piece may have in an island: all or nothing, or any part, where it does not hang together
    wholes = [(p, len(p.cells)) for p in board.puzzle.pieces]
    parts = [(0, whole) if connected(p.cells) else range(whole + 1) for p, whole in wholes]

    @cache
    def sizes(copies):  # what some of the remaining pieces have together
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
            if island.bit_count() not in possible:
                return island.bit_count()
            empty &= ~island
        return None

    return check


def connected(cells) -> bool:
    """Can one walk through faces from any cell to any other?

    >>> connected([(0, 0, 0), (1, 0, 0)]), connected([(0, 0, 0), (1, 1, 0)])
    (True, False)
    """
    left = set(cells)
    front = [left.pop()]
    while front:
        near = left.intersection(neighbours(front.pop()))
        left -= near
        front += near
    return not left


def neighbours(cell) -> list:
    """The six cells that share a face with a cell.

    >>> neighbours((0, 0, 0))[:2]
    [(-1, 0, 0), (1, 0, 0)]
    """
    return [(*cell[:i], cell[i] + step, *cell[i + 1 :]) for i in range(3) for step in (-1, 1)]


def parity(board: Board) -> Callable:
    """Can the remaining pieces cover so many black and white cells? If not, the check says how many."""
    black = sum(bit for cell, bit in board.bit.items() if colour_difference([cell]) == 1)
    steps = colour_differences(board.puzzle)

    @cache
    def differences(copies):  # black minus white of all remaining pieces together
        return sums_of(steps[piece.name] for piece, n in zip(board.puzzle.pieces, copies) for _ in range(n))

    def check(filled, left):
        empty = board.full & ~filled
        blacks, whites = (empty & black).bit_count(), (empty & ~black).bit_count()
        if blacks - whites in differences(tuple(left.values())):
            return None
        return f"the empty cells are {blacks} black and {whites} white"

    return check


PRUNINGS = {"islands": islands, "parity": parity}


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
    """What the search did, until `limit` solutions (None: all) or `max_events` events (see `solutions`).

    >>> from puzzlelib import load
    >>> one = trace(load("tetracubes-2x4x4"), by="piece")
    >>> one.events[1].say
    'Level 0: branch on piece I, the next one: 16 placements.'
    """
    board, numbers = Board(puzzle, by, order, prune), given_options(puzzle, given)
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
    """Search for so many seconds (None: to the end) and count. Choices as in `solutions`.

    `cuts["bounds"]` counts what was cut before the search: a piece turned, and put with a given cell of it on
    each cell of the container, that sticks out; `cuts["overlap"]` what did not fit, or was used up.

    >>> from puzzlelib import load
    >>> counters = run(load("tetracubes-2x2x8"), seconds=None)
    >>> counters.solutions, counters.complete, counters.cuts["bounds"]
    (1792, True, 2280)
    """
    board, numbers = Board(puzzle, by, order, prune), given_options(puzzle, given)
    counters = counted(steps(board, numbers), seconds, ("overlap", *(name for name, _ in board.checks)))
    counters.cuts = {"bounds": out_of_bounds(puzzle), **counters.cuts}
    return counters


def out_of_bounds(puzzle: PackingPuzzle) -> int:
    """How many ways to turn a piece and put its first cell on a cell of the container stick out of it."""
    ways = sum(len(orientations(piece.cells, puzzle.turns)) for piece in puzzle.pieces)
    return ways * len(puzzle.container) - len(puzzle.placements)


# -------- input


def piece_order(puzzle: PackingPuzzle, by: str, order: Iterable[str] | None) -> list[str]:
    """The order of the pieces; `PuzzleError` where it does not name each piece once."""
    names = [piece.name for piece in puzzle.pieces]
    if order is None:
        return names
    if by != "piece":
        raise PuzzleError("order: goes with by='piece' only")
    order = as_list("order", order)
    if len(order) != len(names) or any(name not in order for name in names):
        raise PuzzleError(f"order {short(order)}: must name each of the pieces {', '.join(names)} once")
    return order


def check_pieces(puzzle: PackingPuzzle) -> None:
    """`PuzzleError` for what is no packing puzzle, or has more pieces than the search can go deep."""
    if sum(piece.copies for piece in packing(puzzle).pieces) > MOST_PIECES:
        limit = f"a search in plain Python takes at most {MOST_PIECES} pieces; try the engine asp"
        raise PuzzleError(f"{puzzle.name}: {limit}")


def given_options(puzzle: PackingPuzzle, given: Iterable[Placement]) -> list[int]:
    """The option numbers of given placements; `PuzzleError` for one that is not legal in this puzzle."""
    try:
        places = [Placement(piece, tuple(sorted(map(tuple, cells)))) for piece, cells in given]
        strange = [place for place in places if place not in puzzle.option]
    except PuzzleError:  # the puzzle is too large
        raise
    except (TypeError, ValueError):
        must = "are not placements, each a piece and its cells"
        raise PuzzleError(f"the hints {short(given)} {must}") from None
    for piece, cells in strange:
        where = short(list(map(list, cells)))
        raise PuzzleError(f"the hint {piece} at {where} is not a placement of {puzzle.name}")
    return [puzzle.option[place] for place in places]
