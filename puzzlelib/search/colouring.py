"""Proofs by colouring: weights that are whole on every option, and not on the whole.

On a chessboard each domino covers one black cell, so 31 dominoes cover 31 of them, and not 30. All
such arguments are one: with a fraction as the weight of each item, every option has a whole number
in all, but what must be covered has not. Without a solution in whole numbers, negative ones too,
there are such weights: Farkas's lemma in another arithmetic.

They are found by elimination modulo 8, 9, 5 and 7: find weights for a few options, add options on
which these are wrong, until there are none, or the whole is a sum of options. Items that may be covered
or not, and colours, have the weight 0.

Reference: A. Schrijver, "Theory of Linear and Integer Programming" (1986), corollary 4.1a.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from math import inf, lcm
from operator import mul

from ..common.clock import Clock, Stop, TimeIsUp, never, raise_if_stopped
from ..common.drawing import Drawable
from ..common.errors import PuzzleError
from ..common.rounds import COLOURING, Rounds, Work
from ..common.words import many
from ..packing.puzzle import PackingPuzzle, Placement
from .exact_cover import Item, Problem, exact_cover, without_wishes

Weights = dict[Item, Fraction]  # of items, 0 where there is none

MODULI = (2, 3), (3, 2), (5, 1), (7, 1)  # a prime, and a power of it
LANE = 16  # bits for each number of a vector
ROUND = 24  # options that are added at a time, and
TRIED = 12  # weights that are compared at the end
SOON = 10  # rounds of a quick look


class Span:
    """All sums of some vectors modulo a power of a prime, as rows of which each has a lane of its
    own.

    A vector is one whole number, with 16 bits for each of its numbers: the highest lane that is not
    0 leads. A number is known modulo 4,095, or modulo the power of 2, so that its lanes are reduced
    all at once.

    >>> span = Span(2, 1, 2)
    >>> span.add(vector([0, 1]))
    >>> list(span.weights([1, 0])), list(span.weights([1, 1]))
    ([[1, 1]], [])
    """

    def __init__(self, prime: int, power: int, size: int):
        self.prime, self.power, self.size = prime, power, size
        self.modulus = prime**power
        ones = vector(range(size))
        self.low = ones * (self.modulus - 1 if prime == 2 else 4095)
        self.high = 0 if prime == 2 else ones * 15
        self.rows: dict[int, int] = {}  # lane -> a vector that it leads
        self.pivot: dict[int, int] = {}  # lane -> the number there, a power of the prime
        self.steps = 0

    def times(self, row: int, factor: int, more: int = 0) -> int:
        """Return a vector times a factor, plus another one."""
        total = more + row * factor
        return (total & self.low) + (total >> 12 & self.high) if self.high else total & self.low

    def part(self, number: int) -> int:
        """Return the greatest power of the prime that divides a number, at most the modulus."""
        power = 1
        while power < self.modulus and number % (power * self.prime) == 0:
            power *= self.prime
        return power

    def add(self, row: int) -> None:
        """Take a vector in."""
        todo = [row]
        while todo:
            row = todo.pop()
            while row:
                lane = (row.bit_length() - 1) // LANE
                self.steps += 2 + lane // 200
                lead = (row >> LANE * lane) % self.modulus
                if not lead:
                    row &= (1 << LANE * lane) - 1
                    continue
                part, other = self.part(lead), self.rows.get(lane)
                if other is None or part < self.pivot[lane]:
                    self.rows[lane] = row = self.times(row, pow(lead // part, -1, self.modulus))
                    if part > 1:
                        todo.append(self.times(row, self.modulus // part))
                    lead, self.pivot[lane] = self.pivot.get(lane, 0), part
                    if other is None:
                        break
                    row, other = other, row
                row = self.times(other, self.modulus - lead // self.pivot[lane], row)

    def take_steps(self) -> int:
        """Return the steps made since this was asked last: microseconds, about."""
        made, self.steps = self.steps, 0
        return made

    def rest(self, numbers: Sequence[int]) -> list[int]:
        """Return numbers minus a sum of rows, so that the highest lane that is left is no sum's."""
        row = sum(number % self.modulus << LANE * lane for lane, number in enumerate(numbers))
        for lane in reversed(range(self.size)):
            lead = (row >> LANE * lane & 0xFFFF) % self.modulus
            if lead and lead % self.pivot.get(lane, self.modulus) == 0:
                row = self.times(self.rows[lane], self.modulus - lead // self.pivot[lane], row)
        return [number % self.modulus for number in lanes_of(row, self.size)]

    def weights(self, numbers: Sequence[int]) -> Iterator[list[int]]:
        """Yield weights that are 0 on each row, and not on `numbers`: none where these are a sum.

        The denominators are the smallest ones.
        """
        left = self.rest(numbers)
        for lane in reversed(range(self.size)):
            if left[lane]:
                found = self.weights_from(lane)
                if total := sum(map(mul, found, numbers)) % self.modulus:
                    more = self.modulus // self.prime // self.part(total)
                    yield [number * more % self.modulus for number in found]

    def weights_from(self, lane: int) -> list[int]:
        """Return weights that are 0 on each row and below a lane, and not there."""
        self.steps += self.size**2 // 20
        found = [0] * self.size
        found[lane] = self.modulus // self.pivot.get(lane, self.modulus)
        for above in range(lane + 1, self.size):
            if above in self.rows:
                total = sum(map(mul, lanes_of(self.rows[above], above), found))
                found[above] = -total % self.modulus // self.pivot[above]
        return found


def vector(lanes: Iterable[int]) -> int:
    """Return a vector that has 1 in some lanes."""
    return sum(1 << LANE * lane for lane in lanes)


def lanes_of(row: int, size: int) -> array:
    """Return the first so many numbers of a vector.

    >>> lanes_of(vector([0, 2]), 3)
    array('H', [1, 0, 1])
    """
    return array("H", (row & (1 << LANE * size) - 1).to_bytes(2 * size, "little"))


# -------- a problem


def required_items(problem: Problem) -> tuple[dict[Item, int], list[tuple[Item, ...]]]:
    """Return how often each item must be covered, without those that need not be, and the options.

    >>> from puzzlelib.search import cover_of
    >>> required_items(cover_of(["ab", "bc"], items={"a": 1, "b": (1, 2), "c": 1}))
    ({'a': 1, 'c': 1}, [('a',), ('c',)])
    """
    cover = exact_cover(problem)
    wanted = {item: times for item, times in cover.items.items() if not cover.slack.get(item)}
    if len(wanted) == len(cover.items):
        return wanted, list(cover.options)
    kept = (tuple(filter(wanted.__contains__, option)) for option in cover.options)
    return wanted, list(dict.fromkeys(kept))


def find_colouring(problem: Problem, stop: Stop = never) -> Weights | None:
    """Return weights that prove that there is no solution, or None where none are found.

    `TimeIsUp` when stop() says True.

    >>> from puzzlelib.search import cover_of
    >>> weights = find_colouring(cover_of(["ab", "bc", "ca"]))
    >>> sorted(weights.items())
    [('a', Fraction(1, 2)), ('b', Fraction(1, 2)), ('c', Fraction(1, 2))]
    """
    wanted, options = required_items(problem)
    items = list(wanted)
    raise_if_stopped(stop)
    work = Work(stop, COLOURING)
    lane = {item: k for k, item in enumerate(items)}
    rows = [[lane[item] for item in option] for option in options]
    numbers = list(wanted.values())
    for prime, power in MODULI:
        if found := search_weights(Span(prime, power, len(items)), rows, numbers, work):
            if plain := search_weights(Span(prime, 1, len(items)), rows, numbers, work):
                found, power = plain, 1
            return {item: Fraction(n, prime**power) for item, n in zip(items, found) if n}
    return None


def find_weights(problem: Problem, rounds: float, stop: Stop = never) -> Weights | None:
    """Return what `find_colouring` finds in so many rounds."""
    with suppress(TimeIsUp):
        return find_colouring(problem, Rounds(rounds, stop).stop)
    return None


def search_weights(span: Span, rows: list[list[int]], numbers: list[int], work: Work) -> list[int] | None:
    """Return weights that are 0 on each row, and not on `numbers`, or None.

    Of some that are right it takes those with the fewest numbers that are not 0.
    """
    for row in rows[:: max(1, len(rows) // (2 * len(numbers) + 1))]:
        span.add(vector(row))
        work.add(span.take_steps())
    begin = 0
    while weights := next(span.weights(numbers), None):
        wrong = list(islice(rows_not_whole(span, weights, rows, begin), ROUND))
        if not wrong:
            others = sorted(islice(span.weights(numbers), TRIED), key=lambda one: -one.count(0))
            return next(one for one in others if not any(rows_not_whole(span, one, rows)))
        begin = wrong[-1]
        for k in wrong:
            span.add(vector(rows[k]))
            work.add(span.take_steps())
    return None


def rows_not_whole(span: Span, weights: list[int], rows: list[list[int]], begin: int = 0) -> Iterator[int]:
    """Yield the numbers of rows on which weights are not 0."""
    weight, modulus = weights.__getitem__, span.modulus
    for k in chain(range(begin, len(rows)), range(begin)):
        span.steps += 1
        if sum(map(weight, rows[k])) % modulus:
            yield k


# -------- the referee


def check_colouring(problem: Problem, weights: Mapping[Item, Fraction]) -> None:
    """Raise `PuzzleError` unless weights prove that there is no solution.

    It shares no code with what finds them: each placement or option is added up.

    >>> from puzzlelib.search import cover_of
    >>> half = Fraction(1, 2)
    >>> check_colouring(cover_of(["ab", "bc", "ca"]), {"a": half, "b": half, "c": half})
    >>> check_colouring(cover_of(["ab", "bc", "c"]), {"a": half, "b": half, "c": half})
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: no proof: option 2 has 1/2 in all, which is not whole
    """
    most: dict[Item, int]
    loose: set[Item]
    options: Sequence[Sequence[Item]]
    if isinstance(problem, PackingPuzzle):
        most = {
            **{piece.name: piece.copies for piece in problem.pieces},
            **dict.fromkeys(problem.container, 1),
        }
        loose = {*problem.optional, *(piece.name for piece in problem.pieces if piece.spare)}
        options = [[one.piece, *one.cells] for one in problem.placements]
    else:
        most, loose = problem.items, {item for item, slack in problem.slack.items() if slack}
        options = problem.options
    scale = lcm(*(Fraction(weight).denominator for weight in weights.values()))
    whole = {item: int(weight * scale) for item, weight in weights.items()}
    for item in whole:
        if item not in most:
            raise PuzzleError(f"no proof: {item!r} is nothing that is to be covered")
        if item in loose and whole[item] % scale:
            raise PuzzleError(f"no proof: {item!r} need not be covered, and its weight is not whole")
    for number, option in enumerate(options):
        if (total := sum(whole.get(item, 0) for item in option)) % scale:
            said = f"option {number} has {Fraction(total, scale)} in all, which is not whole"
            raise PuzzleError(f"no proof: {said}")
    if sum(weight * most[item] for item, weight in whole.items()) % scale == 0:
        raise PuzzleError("no proof: all that must be covered has a whole number too")


# -------- in words


@dataclass(frozen=True)
class Colouring(Drawable):
    """A proof by weights of no solution. It draws the box, and as text it is a sentence.

    >>> bars = PackingPuzzle.from_pieces({"I": "###"}, copies={"I": 4}, box=[6, 2])
    >>> print(Colouring(bars, {bars.container[0]: Fraction(1, 2), "I": Fraction(1, 2)}))
    give 1 cell ([0, 0, 0]) and each copy of I the weight 1/2: each placement has a whole number in all, ...
    """

    puzzle: Problem
    weights: Weights

    def sum_of(self, placement: Placement) -> Fraction:
        """Return the weights of a piece and its cells: whole for each placement."""
        items = placement[0], *placement[1]
        return Fraction(sum(self.weights.get(item, 0) for item in items))

    @property
    def total(self) -> str:
        """All weights together, as a whole number and a fraction."""
        items = exact_cover(self.puzzle).items
        whole, rest = divmod(sum(weight * items[item] for item, weight in self.weights.items()), 1)
        return f"{whole} {rest}"

    def __str__(self) -> str:
        boxes = isinstance(self.puzzle, PackingPuzzle)
        words = ("cell", "placement", "cells and pieces") if boxes else ("item", "option", "items")
        parts = []
        for value in sorted(set(self.weights.values())):
            items = exact_cover(self.puzzle).items
            alike = [one for one in items if self.weights.get(one) == value]
            copies = [str(one) for one in alike if boxes and isinstance(one, str)]
            cells = [str(list(one) if isinstance(one, tuple) else one) for one in alike[len(copies) :]]
            listed = [f"{many(len(cells), words[0])} ({first_of(cells)})"] if cells else []
            listed += [f"each copy of {first_of(copies)}"] if copies else []
            parts.append(f"{' and '.join(listed)} the weight {value}")
        end = f"each {words[1]} has a whole number in all, but the {words[2]} together have"
        return f"give {', '.join(parts)}: {end} {self.total}"


def colouring_of(puzzle: PackingPuzzle, seconds: float | None = None) -> Colouring | None:
    """Return a proof that nothing fills a box, or None where none is found: by a quick look, or in
    so many seconds.

    >>> cube = PackingPuzzle.from_pieces({"B": "##/##"}, copies={"B": 2}, box=[4, 2])
    >>> colouring_of(cube) is None
    True
    """
    puzzle = without_wishes(puzzle)
    weights = find_weights(puzzle, SOON if seconds is None else inf, Clock(seconds).stop)
    return Colouring(puzzle, weights) if weights else None


def first_of(names: Sequence[str]) -> str:
    """Return names as a list, or the first three of many.

    >>> first_of("ab"), first_of("abcdef")
    ('a, b', 'a, b, c, …')
    """
    return ", ".join([*names[:3], "…"][: len(names)])
