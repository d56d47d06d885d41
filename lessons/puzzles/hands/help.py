"""Help in a position: how many completions it has, a piece that may be next, and what is wrong where there
is none."""

from collections import defaultdict
from dataclasses import dataclass, replace

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.words import duration, join_words, many, place
from puzzlelib.engines import count, solve
from puzzlelib.packing.puzzle import Placement, Solution
from puzzlelib.packing.shapes import Cell
from puzzlelib.search import algorithm_x
from puzzlelib.search.backtracking import BitBoard
from puzzlelib.search.words import no_place

from .position import Position, as_placement

SECONDS = 5  # for one question
ENOUGH = 2  # seconds for a search where counting has found none in its time, or nothing else says why


@dataclass(frozen=True)
class Completions:
    """The number of ways to fill the rest; a lower bound unless `complete`, found in `seconds`."""

    number: int
    complete: bool
    seconds: float = 0.0

    @property
    def hopeless(self) -> bool:
        """Is it proved that there is none?"""
        return self.complete and not self.number

    def __str__(self) -> str:
        """Return the number in words.

        >>> print(Completions(1, True)), print(Completions(70, False)), print(Completions(0, False, 5))
        exactly 1 completion
        70 completions or more
        no completion found in 5 seconds, and no proof that there is none
        (None, None, None)
        """
        if self.complete:
            return f"{'exactly ' * (self.number > 0)}{many(self.number, 'completion')}"
        if self.number:
            return f"{many(self.number, 'completion')} or more"
        return f"no completion found in {duration(self.seconds)}, and no proof that there is none"


def completions(position: Position, seconds: float | None = SECONDS) -> Completions:
    """Count the completions of a position: exactly, if that takes at most `seconds`.

    >>> from puzzlelib import generate
    >>> made = generate("2x4x4", 3, 7)
    >>> completions(Position(made.puzzle, made.given)).number == made.completions
    True
    """
    puzzle = position.puzzle
    found = raise_if_interrupted(count(puzzle, time_limit=seconds, given=position.placements))
    if found.complete or found.count:
        return Completions(found.count, found.complete, found.seconds)
    one = a_completion(position, ENOUGH)
    return Completions(len(one or ()), one == [], found.seconds)


def a_completion(position: Position, seconds: float | None = SECONDS) -> list[Solution] | None:
    """Return one completion in a list; an empty list, if it is proved that there is none; None, if that is
    not known in time.
    """
    found = raise_if_interrupted(solve(position.puzzle, time_limit=seconds, given=position.placements))
    return found.solutions if found.solutions or found.complete else None


# -------- why there is none


@dataclass(frozen=True)
class Reason:
    """Why a position has no completion, in a sentence; `dead` are cells that nothing can fill any more."""

    say: str
    dead: tuple[Cell, ...] = ()


def fitting_placements(position: Position) -> list[Placement]:
    """Return the placements that can still be laid."""
    filled, left = position.filled, position.left
    options = position.puzzle.placements
    return [one for one in options if left[one.piece] and filled.keys().isdisjoint(one.cells)]


def why_hopeless(position: Position) -> Reason:
    """Return the reason why a position has no completion: a cell, a piece, an island, the colours of a
    chessboard, or else a search that found none.

    >>> from puzzlelib import load
    >>> puzzle = load("little-cube")
    >>> position = Position(puzzle).lay(puzzle.placements[0]).lay(("Dot", [(0, 1, 1)]))
    >>> why_hopeless(position).say
    'cells (1,0,0), (1,1,0), (1,0,1) and (1,1,1) can no longer be filled'
    """
    options = fitting_placements(position)
    reachable = {cell for one in options for cell in one.cells}
    dead = tuple(cell for cell in position.empty if cell not in reachable)
    if dead:
        verb = "can no longer be filled"
        return Reason(f"cell{'s' * (len(dead) > 1)} {join_words(map(place, dead[:4]))} {verb}", dead)
    names = {one.piece for one in options}
    stuck = [name for name, copies in position.left.items() if copies and name not in names]
    if stuck:
        return Reason(no_place(stuck[0], f"piece {stuck[0]}"))
    return Reason(pruning_reason(position) or search_reason(position))


def pruning_reason(position: Position) -> str:
    """Return what the prunings of lesson 03 find, an island or wrong colours; "" if nothing."""
    board = BitBoard(position.puzzle, prune=("islands", "parity"))
    numbers = [position.puzzle.option[placement] for placement in position.placements]
    filled, left, _ = board.start(numbers)
    match board.fault(filled, left):
        case ("islands", size):
            cut_off = many(size, "empty cell")
            return f"{cut_off} {'is' if size == 1 else 'are'} cut off, and no pieces that are left fill them"
        case (_, found):
            return f"coloured like a chessboard, {found}, and the pieces that are left cannot cover that"
    return ""


def search_reason(position: Position) -> str:
    """Return what a search finds out, where no other reason is seen."""
    ran = algorithm_x.run(position.puzzle, position.placements, seconds=ENOUGH)
    alone = "each empty cell and each piece left still has a place"
    if ran.solutions:
        return "there is a completion"
    if not ran.complete:
        return f"{alone}, but no way is found to fill them all"
    return f"{alone}, but all {many(ran.nodes, 'node')} of a search end in dead ends"


# -------- a hint


@dataclass(frozen=True)
class Hint:
    """Advice for the next move: lay a `placement` of `plan`, a solution, or `take` pieces back."""

    say: str
    placement: Placement | None = None
    take: tuple[Placement, ...] = ()
    plan: tuple[Placement, ...] = ()


def hint_about(position: Position, tried: Placement) -> Hint:
    """Return advice on a placement that a student tries: lay it, if it belongs to a solution; else why not,
    and a hint.

    >>> from puzzlelib import load
    >>> puzzle = load("little-cube")
    >>> position = Position(puzzle).lay(puzzle.placements[0])
    >>> print(hint_about(position, Placement("Dot", ((0, 1, 1),))).say.split(" laid")[0])
    Not there: with Dot
    >>> print(hint_about(position, Placement("Dot", ((1, 1, 0),))).say)
    Dot there belongs to a solution. Lay it.
    """
    tried = as_placement(tried)
    after = position.lay(tried)
    found = a_completion(after)
    if found:
        return Hint(f"{tried.piece} there belongs to a solution. Lay it.", tried, plan=found[0])
    instead = hint(position)
    if found is None or not instead.placement:
        return instead
    why = why_hopeless(after).say
    return replace(instead, say=f"Not there: with {tried.piece} laid, {why}. {instead.say}")


def hint(position: Position, plan: tuple[Placement, ...] = (), seconds: float | None = SECONDS) -> Hint:
    """Return a placement that is part of a solution; in a hopeless position, what to take back.

    `plan` is a solution known from before: as long as the position is part of it, nothing is searched.

    >>> from puzzlelib import load
    >>> puzzle = load("little-cube")
    >>> hint(Position(puzzle, laid=puzzle.solution(hint(Position(puzzle)).plan))).say
    'Every cell is filled: there is nothing left to lay.'
    """
    if position.solved:
        return Hint("Every cell is filled: there is nothing left to lay.")
    if not (plan and set(position.placements) <= set(plan) <= position.puzzle.option.keys()):
        found = a_completion(position, seconds)
        if found is None:
            return Hint(f"No completion found in {duration(seconds)}; perhaps there is none.")
        if not found:
            return what_to_take(position, seconds)
        plan = found[0]
    return next_of(position, plan)


def next_of(position: Position, plan: Solution) -> Hint:
    """Return the placement of a plan that fills the cell with the fewest choices."""
    ways = defaultdict(int)
    for one in fitting_placements(position):
        for cell in one.cells:
            ways[cell] += 1
    cell = min(position.empty, key=ways.get)
    chosen = next(one for one in plan if cell in one.cells)
    fit = "Only 1 placement is" if ways[cell] == 1 else f"{ways[cell]} placements are"
    part = "it" if ways[cell] == 1 else "one that belongs to a solution"
    say = f"{fit} left for cell {place(cell)}; {part} puts {chosen.piece} there."
    return Hint(say, chosen, plan=plan)


def what_to_take(position: Position, seconds: float | None) -> Hint:
    """Return the pieces to take back in a hopeless position: one late piece, or the last few."""
    why, each = why_hopeless(position).say, seconds and seconds / max(1, len(position.laid))
    if not position.laid:
        return Hint(f"This puzzle has no solution: {why}.")
    for piece in reversed(position.laid):
        if a_completion(position.take_back(piece), each):
            then = f"Take back {piece.piece}: then there is a completion"
            return Hint(f"{then}. As it lies, there is none: {why}.", take=(piece,))
    back = last_ones(position, each)
    if not back:
        return Hint(f"No completion: {why}. Even without your pieces none is found.")
    names = join_words(placement.piece for placement in back)
    return Hint(f"Take back {names}: no single piece is to blame. There is no completion: {why}.", take=back)


def last_ones(position: Position, each: float | None) -> tuple[Placement, ...]:
    """Return the fewest of the pieces laid last without which there is a completion, if there are any."""
    before = position
    for many_back, piece in enumerate(reversed(position.laid), 1):
        before = before.take_back(piece)
        if a_completion(before, each):
            return position.laid[-many_back:]
    return ()
