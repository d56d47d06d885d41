"""Counting without listing: remember how many ways lead to each state.

A search that fills cells in a narrow order meets the same states again and again, and what follows
is the same each time. So count, after each cell, the ways to each state. There are few states where
pieces have many copies: the 2,989,126,727 ways to fill 6×6 with squares and dominoes pass through
1,756. A set of different pieces has nearly as many states as partial packings; there, listing is
faster.

References: D. E. Knuth, "The Art of Computer Programming" 4A, section 7.1.4; M. Nishino, N. Yasuda,
S. Minato, M. Nagata, "Dancing with decision diagrams", AAAI 2017.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import log2

from ..common.clock import Stop, TimeIsUp, never, raise_if_stopped
from ..common.ending import Count, Ending, raise_if_interrupted
from ..common.errors import PuzzleError, check_choice
from ..common.progress import open_bar
from ..common.rounds import STATES, Work
from ..common.words import silent
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..packing.symmetry import SYMMETRIES, cycles, least_image, option_tables
from .exact_cover import ExactCover, Problem, solution_from_options
from .frontier import (
    CoverOption,
    CoverRules,
    Frontier,
    Move,
    frontier_of,
    merge_cells,
    narrow_order,
    rules_of,
)
from .hints import hint_options

MOST_STATES = 3_000_000  # kept at a time: some 600 MB
PREPARED = 40  # as many moves cost as much as an option that is made ready

Show = Callable[[float], object]  # of the share that is done


class TooManyStates(PuzzleError):
    """There are more states than may be kept."""


def state_layers(
    frontier: Frontier, stop: Stop = never, most: int = MOST_STATES, show: Show | None = None
) -> Iterator[dict[int, int]]:
    """Yield before each step, and after the last one, the number of ways to each state.

    `TimeIsUp` when stop() says True, `TooManyStates` where two layers have more than `most`.

    >>> from puzzlelib.search import cover_of
    >>> for layer in state_layers(plan_for(cover_of(["ab", "bc", "a", "b", "c"]))):
    ...     print(layer)
    {0: 1}
    {1: 1, 0: 1}
    {0: 2, 2: 1}
    {0: 3}
    """
    layer = {} if frontier.start is None else {frontier.start: 1}
    work = Work(stop, STATES)
    yield layer
    for k, step in enumerate(frontier.steps):
        after: dict[int, int] = {}
        for state, ways in layer.items():
            moves = step.moves(state)
            for _, later in moves:
                after[later] = after.get(later, 0) + ways
            work.add(step.effort + len(moves))
            if len(layer) + len(after) > most:
                raise TooManyStates(f"counting by states would keep more than {most:,} states at a time")
        step.forget()
        layer = after
        if show:
            show((k + 1) / len(frontier.steps))
        yield layer


def plan_for(problem: Problem, given: Sequence[int] = (), stop: Stop = never) -> Frontier:
    """Return the steps of a search for what is added to the `given` options; `TimeIsUp` after stop()."""
    raise_if_stopped(stop)
    rules = rules_of(problem, given)
    return plan_of(rules, problem, stop) if rules else Frontier(None, [])


def plan_of(rules: CoverRules, problem: Problem, stop: Stop) -> Frontier:
    """Return the steps of a search in the narrowest order that is tried."""
    Work(stop, STATES).add(PREPARED * len(rules.choices))
    rules = merge_cells(rules)
    return frontier_of(rules, narrow_order(rules, problem, stop))


def count_covers(cover: ExactCover, stop: Stop = never, most: int = MOST_STATES) -> int:
    """Count the solutions of an exact cover problem; errors as those of `state_layers`.

    >>> from puzzlelib.search import cover_of
    >>> count_covers(cover_of(["a", "b", "c"], items={"a": 1}, secondary=["b", "c"]))
    4
    """
    return count_ways(plan_for(cover, (), stop), stop, most)


def count_ways(
    frontier: Frontier, stop: Stop = never, most: int = MOST_STATES, show: Show | None = None
) -> int:
    """Return the number of solutions."""
    for layer in state_layers(frontier, stop, most, show):
        last = layer
    return sum(last.values())


def walk(frontier: Frontier, stop: Stop = never) -> Iterator[list[int]]:
    """Yield the options of each solution in a fixed order; `TimeIsUp` after stop().

    It remembers states that lead to no solution, and passes none of them twice.

    >>> from puzzlelib.search import cover_of
    >>> list(walk(plan_for(cover_of(["ab", "bc", "a", "b", "c"]))))
    [[0, 4], [2, 1], [2, 3, 4]]
    """
    first: list[Move] = [] if frontier.start is None else [(None, frontier.start)]
    untried: list[Iterator[Move | tuple[None, None]]] = [iter(first)]
    path: list[tuple] = []  # from the start: an option, the state after it, the solutions found before
    barren: set[tuple[int, int]] = set()
    found = 0
    while untried:
        raise_if_stopped(stop)
        option, state = next(untried[-1], (None, None))
        if state is None:
            untried.pop()
            if path:
                _, state, before = path.pop()
                if found == before and len(barren) < MOST_STATES:
                    barren.add((len(path), state))
        elif len(path) == len(frontier.steps):
            found += 1
            yield [number for number, *_ in [*path, (option,)] if number is not None]
        elif (len(path), state) not in barren:
            untried.append(iter(frontier.steps[len(path)].moves(state)))
            path.append((option, state, found))


# -------- an engine


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = never
) -> Iterator[Solution]:
    """Yield all solutions that hold the `given` placements, each once, until stop().

    >>> from puzzlelib import load
    >>> sum(1 for _ in solutions(load("nine-ls")))
    5328
    """
    numbers = hint_options(puzzle, given)
    with suppress(TimeIsUp):
        for chosen in walk(plan_for(puzzle, numbers, stop), stop):
            yield solution_from_options(puzzle, (*numbers, *chosen))


def search(cover: ExactCover, stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """Yield all solutions of an exact cover problem, as option numbers in rising order.

    >>> from puzzlelib.search import cover_of
    >>> sorted(search(cover_of(["ac", "bc", "b"], secondary=["c"])))
    [(0, 2)]
    """
    with suppress(TimeIsUp):
        for chosen in walk(plan_for(cover, (), stop), stop):
            yield tuple(sorted(chosen))


def count(
    puzzle: Problem,
    symmetry: str = "none",
    given: Iterable[Placement] = (),
    stop: Stop = never,
    executor=None,
    progress: bool | Callable[[float, int], object] | None = None,
    most: int = MOST_STATES,
) -> Count:
    """Count solutions, or orbits of them, as `engines.count`, in this process alone.

    Orbits of solutions that hold `given` placements are listed. `TooManyStates` where more than
    `most` states are to be kept.

    >>> from puzzlelib import load
    >>> count(load("nine-ls")).number, count(load("nine-ls"), "rotations").number
    (5328, 222)
    """
    check_choice("symmetry", symmetry, SYMMETRIES)
    numbers = hint_options(puzzle, given)
    try:
        with open_bar(progress) as bar:
            show = (lambda share: bar(share, 0)) if bar else None
            if symmetry == "none" or isinstance(puzzle, ExactCover):
                return Count(count_ways(plan_for(puzzle, numbers, stop), stop, most, show))
            raise_if_stopped(stop)
            work = Work(stop, STATES)
            tables = option_tables(puzzle, symmetry, work.asking(len(puzzle.placements) // 8))
            if numbers:
                found = ((*numbers, *chosen) for chosen in walk(plan_for(puzzle, numbers, stop), stop))
                return Count(len({least_image(one, tables) for one in found}))
            return Count(count_by_burnside(puzzle, tables, stop, most, show))
    except TimeIsUp:
        return Count(0, False, Ending.STOPPED)
    except KeyboardInterrupt:
        return Count(0, False, Ending.INTERRUPT)


def count_by_burnside(
    puzzle: PackingPuzzle, tables: Iterable[list[int]], stop: Stop, most: int, show: Show | None
) -> int:
    """Return the number of orbits: the mean, over all symmetries, of the solutions left unmoved.

    That is the lemma of Cauchy, Frobenius and Burnside. Symmetries with equal orbits of placements,
    such as a turn and the turn back, are counted once.
    """
    rules = rules_of(puzzle)
    assert rules  # nothing is given that could exclude something
    weights: Counter = Counter()
    work = Work(stop, STATES)
    for table in dict.fromkeys(map(tuple, tables)):
        work.add(len(table) // 4)
        weights[tuple(cycles(table))] += 1
    total = 0
    for k, (orbits, weight) in enumerate(weights.items()):
        part = (lambda share: show((k + share) / len(weights))) if show else None
        plan = plan_of(keep_unmoved(rules, orbits), puzzle, stop)
        total += weight * count_ways(plan, stop, most, part)
    number = Fraction(total, weights.total())
    assert number.denominator == 1, "the symmetries are no group"
    return int(number)


def keep_unmoved(rules: CoverRules, orbits: Iterable[tuple[int, ...]]) -> CoverRules:
    """Return the rules for solutions that a symmetry leaves as they are.

    Their options are its orbits of options, unless members overlap or there are not enough copies.
    """
    choices = []
    for orbit in orbits:
        members = [rules.choices[k] for k in orbit]
        cells = tuple(cell for one in members for cell in one.cells)
        copies = Counter(kind for one in members for kind in one.copies)
        if len(set(cells)) == len(cells) and all(n <= rules.ranges[kind][1] for kind, n in copies.items()):
            choices.append(CoverOption(orbit[0], cells, copies))
    return rules._replace(choices=choices)


# -------- is it worth trying?


def promising(puzzle: PackingPuzzle) -> float:
    """Return about how often states are met again, as a power of two, from the pieces alone.

    It is the number of pieces in a solution, minus the bits that say which of them are used: 0 for
    pieces that are all different, where a search that lists is faster.

    >>> from puzzlelib import load
    >>> [round(promising(load(name)), 1) for name in ("soma", "pentominoes-6x10", "nine-ls")]
    [0.0, 0.0, 5.7]
    """
    cells = len(puzzle.container)
    room = [min(piece.copies, cells // len(piece.cells)) for piece in puzzle.pieces]
    volume = sum(n * len(piece.cells) for n, piece in zip(room, puzzle.pieces))
    used = min(sum(room), cells * sum(room) / max(1, volume))
    runs_out = [n for n, p in zip(room, puzzle.pieces) if p.least or p.copies < cells // len(p.cells)]
    return max(0.0, used - sum(log2(n + 1) for n in runs_out))


def try_count(
    puzzle: Problem,
    symmetry: str = "none",
    given: Iterable[Placement] = (),
    stop: Stop = never,
    most: int = 1_000_000,
    tell: Callable[[str], object] = silent,
) -> Count | None:
    """Return what `count` returns; None after stop(), if more states are to be kept (200 MB), and
    where orbits would have to be listed.

    >>> from puzzlelib import load
    >>> try_count(load("nine-ls")).number, try_count(load("nine-ls"), most=10)
    (5328, None)
    """
    if symmetry == "none" or not given:
        try:
            found = raise_if_interrupted(count(puzzle, symmetry, given, stop, most=most))
        except TooManyStates:
            tell("by states it will not fit in memory")
            return None
        if found.complete:
            return found
        tell("by states it would take long, too")
    return None
