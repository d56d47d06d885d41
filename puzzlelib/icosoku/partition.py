"""Partition, and the same question as a puzzle of tiles on a bipyramid.

Partition: can a list of positive whole numbers be split into two groups with the same sum? As a puzzle, each
number becomes a tile with that many dots at one corner. The two apexes of a bipyramid each take half of all
the dots, the corners around the middle take none.

Source: N. Rizzo and A. Dovier, *3coSoKu and its Logic Programming Modeling*, CILC 2020, theorem 1, which
reduces Partition (R. M. Karp, 1972). Two things are said more carefully here. A bipyramid needs three
corners, so short lists are filled up with blank tiles. And half of an odd total is no whole number: see
`unit`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..common.errors import PuzzleError, check_int, short
from .polyhedron import bipyramid
from .puzzle import Arrangement, Cosoku, Placed, Tile, dots
from .referee import verify

Group = tuple[int, ...]  # numbers, the largest first
Groups = tuple[Group, Group]  # at the apex N, at the apex S
MOST, LARGEST = 30, 10_000  # numbers in a list, and the largest of them
LEAST_CORNERS = 3  # fewer make no bipyramid
BLANK: Tile = (0, 0, 0)


# -------- numbers


def numbers_of(value: Iterable[int]) -> tuple[int, ...]:
    """A list of numbers, checked: 1 to 30 of them, each a whole number from 1 to 10,000. `PuzzleError` for
    anything else, for the empty list too: it has no tile to look at.

    >>> numbers_of([3, 1, 0])
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: number 0: must be a whole number from 1 to 10,000
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise PuzzleError(f"numbers {short(value)}: must be a list such as [3, 1, 2]")
    found = []
    for number in value:
        if len(found) == MOST:
            raise PuzzleError(f"numbers: there are more than {MOST}, the most that are allowed")
        found.append(check_int("number", number, least=1, most=LARGEST))
    if not found:
        raise PuzzleError(f"numbers: there is none; write 1 to {MOST} of them, such as 3, 1, 2")
    return tuple(found)


def read_numbers(text: str) -> tuple[int, ...]:
    """Numbers as a person writes them, with commas, semicolons or spaces between them.

    >>> read_numbers("3, 1 2")
    (3, 1, 2)
    >>> read_numbers("3, x")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: number 'x': must be a whole number from 1 to 10,000
    """
    words = filter(None, re.split(r"[\s,;]+", text.strip("[]() \t\n,;")))
    return numbers_of(int(word) if re.fullmatch(r"[+-]?[0-9]{1,15}", word) else word for word in words)


def unit(numbers: Sequence[int]) -> int:
    """How many dots stand for 1: one, or two if the total is odd.

    Half of an odd total is no number of dots. To round it, up at one apex and down at the other, would be
    wrong: 1, 2 and 4 can be split into 3 and 4, though not into halves. So for an odd total all numbers are
    doubled: that changes nothing about who can be split, and there are as many dots as room for them. A
    solver has to find out by itself that there is no solution: every apex collects an even number of dots,
    and should have an odd one.

    >>> unit([3, 1, 2]), unit([1, 2, 4])
    (1, 2)
    """
    return 1 + sum(numbers) % 2


# -------- Partition itself


def partition(numbers: Iterable[int]) -> Groups | None:
    """Split numbers into two groups with the same sum, or None if that cannot be done; errors as in
    `numbers_of`.

    For each sum up to the half it keeps a group that has it. Steps: how many numbers, times half of their
    total. Source: M. R. Garey and D. S. Johnson, *Computers and Intractability*, 1979, section 4.2.

    >>> partition([4, 1, 3, 2, 2]), partition([3, 3, 3, 3, 4])
    (((4, 2), (3, 2, 1)), None)
    """
    numbers = numbers_of(numbers)
    half, odd = divmod(sum(numbers), 2)
    made = {0: ()}
    for number in sorted(numbers, reverse=True):
        made |= {
            total + number: (*group, number)
            for total, group in made.items()
            if total + number <= half and total + number not in made
        }
    return None if odd or half not in made else split(numbers, made[half])


def split(numbers: Sequence[int], group: Iterable[int]) -> Groups:
    """A group and the rest, each with the largest number first."""
    chosen = Counter(group)
    return largest_first(chosen.elements()), largest_first((Counter(numbers) - chosen).elements())


def largest_first(numbers: Iterable[int]) -> Group:
    return tuple(sorted(numbers, reverse=True))


def why_unsplittable(numbers: Iterable[int]) -> str:
    """Why numbers cannot be split, where that is seen at a glance; "" says nothing either way.

    >>> why_unsplittable([1, 2, 4]), why_unsplittable([1, 1, 4]), why_unsplittable([3, 3, 3, 3, 4])
    ('The total 7 is odd.', '4 is more than half of the total 6.', '')
    """
    numbers = numbers_of(numbers)
    total, largest = sum(numbers), max(numbers)
    if total % 2:
        return f"The total {total:,} is odd."
    return f"{largest:,} is more than half of the total {total:,}." if 2 * largest > total else ""


# -------- there: numbers become a puzzle


def bipyramid_of(numbers: Iterable[int]) -> Cosoku:
    """The puzzle that has a solution exactly when the numbers can be split; errors as in `numbers_of`.

    A bipyramid over n corners, for n numbers, but at least three. A tile with its dots at one corner for each
    number, and blank tiles, so that any part of the numbers finds room at an apex.

    >>> puzzle = bipyramid_of([1, 2, 3])
    >>> puzzle.tiles
    ((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3))
    >>> dict(zip(puzzle.polyhedron.vertices, puzzle.capacities))
    {'N': 3, 'S': 3, 'Z1': 0, 'Z2': 0, 'Z3': 0}
    """
    numbers = numbers_of(numbers)
    one, corners = unit(numbers), max(LEAST_CORNERS, len(numbers))
    half = one * sum(numbers) // 2
    tiles = [BLANK] * (2 * corners - len(numbers)) + [(0, 0, one * number) for number in numbers]
    name = "Partition of " + ", ".join(map(str, numbers))
    return Cosoku(bipyramid(corners), (half, half, *[0] * corners), tuple(tiles), name)


def arrangement_of(numbers: Iterable[int], group: Iterable[int]) -> Arrangement:
    """The tiles laid so that the numbers of `group` have their dots at N and the others theirs at S, in order
    around each apex.

    It solves the puzzle exactly if the group has half of the total. `PuzzleError` if the group is no part of
    the numbers.

    >>> from puzzlelib.icosoku import sums
    >>> sums(bipyramid_of([1, 2, 3]), arrangement_of([1, 2, 3], [3]))
    (3, 3, 0, 0, 0)
    """
    numbers, group, laid = numbers_of(numbers), tuple(group), []
    if extra := Counter(group) - Counter(numbers):
        raise PuzzleError(f"group: {min(extra)} is not left among the numbers {', '.join(map(str, numbers))}")
    for side in split(numbers, group):
        laid += [Placed((0, 0, unit(numbers) * number), 1) for number in side]
        laid += [Placed(BLANK, 0)] * (max(LEAST_CORNERS, len(numbers)) - len(side))
    return tuple(laid)


# -------- and back: an arrangement becomes two groups


def read_back(puzzle: Cosoku, arrangement: Arrangement) -> Groups:
    """The numbers whose dots lie at N, and at S. `Invalid` if the arrangement does not solve the puzzle.

    >>> puzzle = bipyramid_of([1, 2, 3])
    >>> read_back(puzzle, arrangement_of([1, 2, 3], [3]))
    ((3,), (2, 1))
    """
    verify(puzzle, arrangement)
    return at_apex(puzzle, arrangement, "N"), at_apex(puzzle, arrangement, "S")


def at_apex(puzzle: Cosoku, arrangement: Arrangement, apex: str) -> Group:
    """How many dots each tile has at an apex; blank corners are left out."""
    around = puzzle.polyhedron.around[puzzle.polyhedron.vertices.index(apex)]
    return largest_first(filter(None, (dots(*arrangement[face])[corner] for face, corner in around)))
