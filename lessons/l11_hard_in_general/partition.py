"""Partition, reduced to a puzzle of tiles on a bipyramid.

Partition: can a list of positive whole numbers be split into two groups with the same sum? As a
puzzle, each number becomes a tile with that many dots at one corner. The two apexes of a bipyramid
each take half of all the dots, the corners around the middle take none.

Source: N. Rizzo and A. Dovier, *3coSoKu and its Logic Programming Modeling*, CILC 2020, theorem 1,
which reduces Partition (R. M. Karp, 1972). Two details differ. A bipyramid needs three corners, so
short lists are padded with blank tiles. And half of an odd total is no whole number: see `unit`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from puzzlelib.common.errors import PuzzleError, check_int, short
from puzzlelib.icosoku.polyhedron import bipyramid
from puzzlelib.icosoku.puzzle import Arrangement, Cosoku, Placed, Tile, dots
from puzzlelib.icosoku.referee import verify

Group = tuple[int, ...]  # numbers, the largest first
Groups = tuple[Group, Group]  # at the apex N, at the apex S
MOST, LARGEST = 30, 10_000  # numbers in a list, and the largest of them
LEAST_CORNERS = 3  # fewer make no bipyramid
BLANK: Tile = (0, 0, 0)


# -------- numbers


def numbers_of(value: Iterable[int], largest: int = LARGEST) -> tuple[int, ...]:
    """Return 1 to 30 whole numbers from 1 to `largest` as a tuple. Errors: `PuzzleError` for
    anything else.

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
        found.append(check_int("number", number, least=1, most=largest))
    if not found:
        raise PuzzleError(f"numbers: there is none; write 1 to {MOST} of them, such as 3, 1, 2")
    return tuple(found)


def read_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in a text, with commas, semicolons or spaces between them. Errors:
    `PuzzleError`.

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
    """Return the number of dots for 1: one, or two if the total is odd.

    To round half of an odd total would be wrong: 1, 2 and 4 can be split into 3 and 4.

    >>> unit([3, 1, 2]), unit([1, 2, 4])
    (1, 2)
    """
    return 1 + sum(numbers) % 2


# -------- Partition itself


def partition(numbers: Iterable[int]) -> Groups | None:
    """Split numbers into two groups with the same sum; return None if there are none.

    It keeps a group for each sum up to the half (Garey and Johnson 1979, 4.2). Errors as in `numbers_of`.

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
    return None if odd or half not in made else group_and_rest(numbers, made[half])


def group_and_rest(numbers: Sequence[int], group: Iterable[int]) -> Groups:
    """Return a group and the rest, each with the largest number first."""
    chosen = Counter(group)
    return largest_first(chosen.elements()), largest_first((Counter(numbers) - chosen).elements())


def largest_first(numbers: Iterable[int]) -> Group:
    return tuple(sorted(numbers, reverse=True))


def why_unsplittable(numbers: Iterable[int]) -> str:
    """Return why numbers cannot be split, where that is easy to see; else "".

    >>> why_unsplittable([1, 2, 4]), why_unsplittable([1, 1, 4]), why_unsplittable([3, 3, 3, 3, 4])
    ('The total 7 is odd.', '4 is more than half of the total 6.', '')
    >>> why_unsplittable([1, 1, 2])
    ''
    """
    numbers = numbers_of(numbers)
    total, largest = sum(numbers), max(numbers)
    if total % 2:
        return f"The total {total:,} is odd."
    return f"{largest:,} is more than half of the total {total:,}." if 2 * largest > total else ""


# -------- from numbers to a puzzle


def bipyramid_of(numbers: Iterable[int]) -> Cosoku:
    """Return the puzzle that has a solution exactly when the numbers can be split; errors as in
    `numbers_of`.

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
    """Lay the numbers of `group` around N and the others around S, largest first.

    The arrangement solves the puzzle exactly if the group has half of the total. Errors:
    `PuzzleError` if the group is no part of the numbers.

    >>> from puzzlelib.icosoku import sums
    >>> sums(bipyramid_of([1, 2, 3]), arrangement_of([1, 2, 3], [3]))
    (3, 3, 0, 0, 0)
    """
    numbers, group, laid = numbers_of(numbers), tuple(group), []
    if extra := Counter(group) - Counter(numbers):
        raise PuzzleError(f"group: {min(extra)} is not left among the numbers {', '.join(map(str, numbers))}")
    for side in group_and_rest(numbers, group):
        laid += [Placed((0, 0, unit(numbers) * number), 1) for number in side]
        laid += [Placed(BLANK, 0)] * (max(LEAST_CORNERS, len(numbers)) - len(side))
    return tuple(laid)


# -------- from an arrangement back to two groups


def read_back(puzzle: Cosoku, arrangement: Arrangement) -> Groups:
    """Return the numbers at N, and at S. Errors: `Invalid` if the arrangement is no solution.

    >>> puzzle = bipyramid_of([1, 2, 3])
    >>> read_back(puzzle, arrangement_of([1, 2, 3], [3]))
    ((3,), (2, 1))
    """
    verify(puzzle, arrangement)
    return at_apex(puzzle, arrangement, "N"), at_apex(puzzle, arrangement, "S")


def at_apex(puzzle: Cosoku, arrangement: Arrangement, apex: str) -> Group:
    """Return the numbers of dots that the tiles have at an apex, without blanks."""
    around = puzzle.polyhedron.around[puzzle.polyhedron.vertices.index(apex)]
    return largest_first(filter(None, (dots(*arrangement[face])[corner] for face, corner in around)))
