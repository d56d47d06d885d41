"""The checks of lesson 11."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from math import prod
from operator import index
from random import Random
from typing import Any

import numpy as np

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many
from puzzlelib.icosoku.engines import solve
from puzzlelib.icosoku.polyhedron import bipyramid
from puzzlelib.icosoku.puzzle import Cosoku, dots, why_impossible

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING, show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import list_if_iterator, same_kind_and_value
from ..kit.checks.time_limit import TooLong, stopped_after
from ..kit.checks.values import is_several, is_whole
from .boards import Square, board_text, covers, packing
from .heaps import bipyramid_of_heaps, has_heaps, lay_tiles, numbers_at
from .partition import LARGEST, MOST, arrangement_of, bipyramid_of, numbers_of, partition, why_unsplittable

SECONDS = 5  # for one small puzzle; it takes hundredths of one


def sum_of(numbers: Sequence[int]) -> str:
    """Return a sum as one writes it.

    >>> sum_of((4, 2)), sum_of((5,))
    ('4 + 2', '5')
    """
    return " + ".join(map(str, numbers))


def numbers_or_fault(answer, largest: int = LARGEST, most: int = MOST) -> tuple[int, ...] | str:
    """Return whole numbers from 1 to `largest`, at most `most`, or what is wrong with them."""
    if not is_several(answer) and not isinstance(answer, np.ndarray):
        return "A list of numbers is asked for."
    numbers = tuple(answer)
    if not 0 < len(numbers) <= most:
        return f"{many(len(numbers), 'number')}: a list of 1 to {most} is asked for."
    if odd := [one for one in numbers if not is_whole(one)]:
        return f"Whole numbers are asked for, and {show_value(odd[0])} is none."
    if wrong := [one for one in numbers if not 1 <= one <= largest]:
        return f"{wrong[0]} is not from 1 to {largest:,}."
    return tuple(map(int, numbers))


# -------- 11.1 check a witness

WITNESSES = [
    Args([1, 1], [1]),
    Args([2, 1, 1], [1, 1]),
    Args([2, 1, 1], [2]),
    Args([1, 3], [1, 1]),
    Args([2, 1], [2]),
    Args([1, 1, 2], [1]),
    Args([4, 4, 3, 3, 2], [4, 4]),
    Args([4, 4, 3, 3, 2], [3, 3, 2]),
    Args([3, 5], [4]),
    Args([4, 1, 1, 1, 1], [1, 1, 1, 1]),
    Args([1, 1, 1, 5, 2], [1, 1, 1, 2]),
    Args([1, 2, 4], [3]),
    Args([2, 6], [2, 2]),
    Args([2, 2], [4]),
    Args([4, 1, 3, 2, 2], [4, 2]),
    Args([4, 1, 3, 2, 2], [2, 2, 2]),
    Args([1, 2, 3, 4], [4, 1]),
    Args([1, 2, 3, 4], []),
    Args([2, 1], [1]),
    Args([3, 2, 2], [3]),
    Args([2**53 + 1] * 2, [2**53 + 1]),
    Args([10**30 + 1, 10**30 - 1], [10**30 + 1]),
]


def drawn_witnesses() -> Iterator[Args]:
    """Yield lists of up to 42 numbers, of which many are equal, each with a group: half of the
    total, or a number too often, or one that is not there."""
    draw = Random(11)
    for size in range(2, 22):
        group = [draw.randint(1, 3) for _ in range(size)]
        rest = draw.sample(group, size)
        wrong = [3, *group[3:]] if sum(group[:3]) == 3 else [sum(group[:2]), *group[2:]]
        yield Args(draw.sample(group + rest, 2 * size), group)
        yield Args(draw.sample(group + rest, 2 * size), wrong)
        yield Args([group[0]] * size + [(size + 2) * group[0]], [group[0]] * (size + 1))


def is_half(numbers: Sequence[int], group: Sequence[int]) -> bool:
    return Counter(group) <= Counter(numbers) and 2 * sum(group) == sum(numbers)


def about_witness(got, expected: bool, numbers, group) -> str:
    if expected:
        rest = sorted((Counter(numbers) - Counter(group)).elements(), reverse=True)
        return f"This is a witness: {sum_of(group)} = {sum_of(rest)}."
    if extra := Counter(group) - Counter(numbers):
        return f"The group takes a {min(extra)} that is not left among the numbers."
    return f"The group has the sum {sum(group)}, and all numbers together have {sum(numbers)}."


@exercise("11.1", correct="Right for every claim that was tried, with equal numbers and long ones.")
def a_witness(answer):
    return try_on(
        answer, [*WITNESSES, *drawn_witnesses()], oracle=is_half, say=about_witness, same=same_kind_and_value
    )


# -------- 11.2 numbers that cannot be split


def splittable(numbers: tuple[int, ...]) -> str:
    if len(numbers) < 5:
        return f"There are {len(numbers)} numbers. At least five are asked for."
    if why := why_unsplittable(numbers):
        return f"{why} So everybody sees at once that there are no halves."
    if sorted(numbers) == [3, 3, 3, 3, 4]:
        return "These numbers are in the lesson. Find others."
    groups = partition(numbers)
    return f"These numbers can be split: {sum_of(groups[0])} = {sum_of(groups[1])}." if groups else ""


@exercise(
    "11.2",
    correct=lambda answer: (
        f"The half would be {sum(answer) // 2}, and none of the {2 ** len(answer):,} groups has it. "
        "Anyone who doubts it must try them all, or find an argument."
    ),
)
def unsplittable(answer):
    if isinstance(found := numbers_or_fault(answer), str):
        yield Counterexample(found, got=answer)
    elif say := splittable(found):
        yield Counterexample(say, got=answer)


# -------- 11.3 numbers become a puzzle

LISTS = [
    [1],
    [2],
    [1, 1],
    [2, 1],
    [3, 3],
    [1, 2, 3],
    [1, 2, 4],
    [1, 1, 1],
    [2, 3, 3],
    [1, 1, 1, 3],
    [2, 2, 3],  # an odd total: [4, 4, 8] could be split
    [3, 3, 1, 2],  # and so could {6, 2, 4}
    [3, 3, 2, 2],
    [1, 1, 1, 1, 4],
    [3, 3, 3, 3, 4],
]


def puzzle_or_fault(got) -> Cosoku | str:
    try:
        corners, (north, south), tiles = got
        tiles = list(tiles)
        return tiled_bipyramid(corners, (north, south, *[0] * (len(tiles) // 2)), tiles)
    except (TypeError, ValueError):
        return "Three things are asked for: the number of corners, a pair of capacities, and a list of tiles."


def tiled_bipyramid(corners: int, capacities: Sequence[int], tiles) -> Cosoku | str:
    """Return the puzzle, or its fault in a sentence. Errors: `TypeError` where lists are missing."""
    tiles = [tuple(tile) for tile in tiles]
    if not is_whole(corners):
        return f"The number of corners is whole, and {show_value(corners)} is not."
    if corners < 3:
        return f"{many(corners, 'corner')} around the middle: a bipyramid has three at least."
    if corners > MOST_SOLVED:
        return f"{corners:,} corners are more than such a list needs."
    if say := wrong_number(corners, tiles):
        return say
    if strange := [tile for tile in tiles if len(tile) != 3 or not all(map(is_dots, tile))]:
        return f"A tile is three numbers of dots, and {show_value(strange[0])} is none."
    if strange := [one for one in capacities if not is_dots(one)]:
        return f"A capacity is a number of dots, and {show_value(strange[0])} is none."
    if len(capacities) != corners + 2:
        return f"{many(len(capacities), 'capacity', 'capacities')} for {corners + 2} vertices: each has one."
    try:
        return Cosoku(bipyramid(corners), capacities, tiles)
    except PuzzleError:
        return "The numbers are larger than such a list needs."


def is_dots(value) -> bool:
    return is_whole(value) and value >= 0


def wrong_number(corners: int, tiles: Sequence) -> str:
    """Return that there are more tiles than faces, or fewer, or ""."""
    if len(tiles) == 2 * corners:
        return ""
    has = f"A bipyramid over {corners} corners has {2 * corners} faces"
    return f"{has}, and your list has {len(tiles)} tiles."


def puzzle_error(got, numbers: list[int]) -> str | None:
    if isinstance(puzzle := puzzle_or_fault(got), str):
        return puzzle
    groups = partition(numbers)
    found = raise_if_interrupted(solve(puzzle, "asp", time_limit=SECONDS))
    if not found.complete:
        return LATE
    if groups and not found.arrangement:
        split = f"{sum_of(groups[0])} = {sum_of(groups[1])}"
        return f"{split}, but your puzzle has no solution{impossible_reason(puzzle)}."
    if found.arrangement and not groups:
        return (
            f"{', '.join(map(str, numbers))} cannot be split, but your puzzle has a solution: "
            f"{in_words(puzzle, found.arrangement)}."
        )
    return None


def impossible_reason(puzzle: Cosoku) -> str:
    return f": {said}" if (said := why_impossible(puzzle)) else ""


def in_words(puzzle: Cosoku, arrangement) -> str:
    """Return the dots that the apexes get, tile by tile."""
    around = zip("NS", puzzle.polyhedron.around)
    at = {
        apex: [number for face, corner in faces if (number := dots(*arrangement[face])[corner])]
        for apex, faces in around
    }
    return " and ".join(f"{sum_of(numbers) or 'nothing'} at {apex}" for apex, numbers in at.items())


@exercise(
    "11.3",
    seconds=30,
    correct="For every list that was tried, your puzzle has a solution exactly when the list can be split. "
    "This is what a reduction has to do.",
)
def numbers_to_puzzle(answer):
    yield from try_on(answer, LISTS, fault=puzzle_error)
    for numbers, splits in [*many_small(), *long_lists()]:
        if say := long_puzzle_error(answer, numbers, splits):
            yield Counterexample(say, long_text(numbers))


# More corners than MOST_CORNERS are more than a polynomial of small degree asks for. MOST_LAID tiles
# with dots can be divided between N and S by trying all groups of either half of them.
QUICK, MOST_CORNERS, MOST_LAID = 4, 1600, 36
MOST_SOLVED = 200  # corners of the puzzles for short lists, which an engine solves
FEW_SUMS = 5_000  # groups of numbers that are told apart, of many numbers of few kinds
SMALL = 1000  # up to it numbers have few sums, and more of them can be divided
TOO_SLOW = (
    "Your function was not ready within seconds. A reduction has to be quick, even where nobody can try all "
    "groups."
)
LATE = "No answer for this puzzle came within seconds. Are there more corners than needed?"
ONLY_POLYNOMIAL = "A reduction may write down only a polynomial amount."
# Forty numbers of twenty digits that can be split, for there are two of each.
LONG = 2 * [draw.randrange(10**19, 10**20) for draw in [Random(11)] for _ in range(20)]


@cache
def many_small() -> list[tuple[list[int], bool]]:
    """Return lists of 37 to 90 small numbers, each with whether it can be split: by their sums."""
    draw = Random(11)
    lists = (([6] * (n - 1) + [2], [draw.randint(1, 9) for _ in range(n)]) for n in (37, 40, 44, 52, 60, 90))
    return [(numbers, splits_by_sums(numbers)) for numbers in chain(*lists)]


def splits_by_sums(numbers: Sequence[int]) -> bool:
    """Return whether some numbers have half of the total; for small ones, however many."""
    half, odd = divmod(sum(numbers), 2)
    return not odd and half in sizes_by_sum(numbers)


@cache
def long_lists() -> list[tuple[list[int], bool]]:
    """Return lists of numbers with 20 digits, each with whether it can be split.

    The first two differ in a last digit only. In the fourth, all numbers are even and half of the
    total is odd. The last have many numbers of two kinds: a group has as many of each as the rest, or cannot
    be.
    """
    draw, least, most = Random(3), 10**19, 10**20
    can = [draw.randrange(least, most) for _ in range(23)]
    while not least < (missing := sum(can[:12]) - sum(can[12:])) < most:
        draw.shuffle(can)
    can.append(missing)
    cannot = [can[0] + 2, *can[1:]]
    odd_halves = [2 * (2 * draw.randrange(least // 4, most // 4) + 1) for _ in range(59)]
    one, other = draw.randrange(least, most), draw.randrange(least, most)
    two_kinds = [([one] * 20 + [other] * 24, True), ([one] * 21 + [other] * 23, False)]
    return [(can, True), (cannot, False), (LONG, True), (odd_halves, False), *two_kinds]


def long_text(numbers: Sequence[int]) -> Text:
    if max(numbers) < SMALL:
        return Text(", ".join(map(str, numbers)))
    first = ", ".join(map(str, numbers[:3]))
    return Text(f"{len(numbers)} numbers of 20 digits: {first}, …")


def made_quickly(answer, numbers: list[int]) -> tuple[int, list[int], list[tuple]] | str:
    """Return corners, capacities and tiles for a long list, or their fault in a sentence."""
    try:
        with stopped_after(QUICK):
            corners, capacities, tiles = answer(list(numbers))
            if not is_whole(corners) or not 3 <= corners <= MOST_CORNERS:
                many_corners = f"{show_value(corners)} corners for {len(numbers)} numbers"
                return f"Your bipyramid has {many_corners}. {ONLY_POLYNOMIAL}"
            capacities, tiles = list(capacities), [tuple(tile) for tile in tiles]
    except (TooLong, MemoryError, OverflowError):
        return TOO_SLOW
    if not all(map(is_whole, chain(capacities, *tiles))):
        return NOT_WHOLE
    return wrong_number(corners, tiles) or (int(corners), list(map(int, capacities)), tiles)


def long_puzzle_error(answer, numbers: list[int], splits: bool) -> str:
    if isinstance(made := made_quickly(answer, numbers), str):
        return made
    corners, apexes, tiles = made
    if len(apexes) != 2:
        return "A pair of capacities is asked for."
    can = has_arrangement(corners, tuple(apexes), tiles, numbers, splits)
    if can is None or can == splits:
        return ""
    so = "can be split, but your puzzle has no" if splits else "cannot be split, but your puzzle has a"
    return f"These numbers {so} solution."


NOT_WHOLE = "Capacities and dots are whole numbers. A decimal number keeps only about 16 digits."


def has_arrangement(
    corners: int, apexes: tuple[int, int], tiles, numbers: list[int], splits: bool
) -> bool | None:
    """Return whether the tiles can be laid around two apexes, where all other corners take 0.

    None: there are too many to try, and their dots are not those of the numbers.
    """
    dots = [sum(map(int, tile)) for tile in tiles if any(tile)]
    if sum(dots) != sum(apexes) or any(sum(map(bool, tile)) > 1 for tile in tiles):
        return False
    alike_groups = prod(times + 1 for times in Counter(dots).values())
    if len(dots) <= MOST_LAID or sum(dots) < 20 * SMALL or alike_groups < FEW_SUMS:
        return can_be_divided(dots, apexes[0], corners)
    times = sum(dots) // sum(numbers)
    alike = sorted(dots) == sorted(times * number for number in numbers)
    return splits if alike and apexes[0] == apexes[1] and corners >= len(dots) else None


def can_be_divided(dots: list[int], north: int, most: int) -> bool:
    """Return whether a group has the sum `north`, where it and the rest have at most `most`
    numbers.

    >>> can_be_divided([1, 1, 1, 1, 4], 4, 4), can_be_divided([1, 1, 1, 1, 4], 4, 3)
    (True, False)
    """
    left, right = sizes_by_sum(dots[::2]), sizes_by_sum(dots[1::2])
    wanted = sum(1 << size for size in range(max(0, len(dots) - most), most + 1))
    both = ((sizes, right[north - total]) for total, sizes in left.items() if north - total in right)
    return any(
        sizes >> size & 1 and others << size & wanted
        for sizes, others in both
        for size in range(sizes.bit_length())
    )


def sizes_by_sum(numbers: Sequence[int]) -> dict[int, int]:
    """Return the sum of each group, with the sizes of the groups that have it: bit k for a group of k.

    >>> sizes_by_sum([2, 1, 1]) == {0: 0b1, 1: 0b10, 2: 0b110, 3: 0b100, 4: 0b1000}
    True
    """
    found = {0: 1}
    for number in numbers:
        for total, sizes in list(found.items()):
            found[total + number] = found.get(total + number, 0) | sizes << 1
    return found


# -------- 11.3b wrong reductions


def lends_a_one(numbers):
    """Return a puzzle with a 1 more where the total is odd, so that its half is a whole number."""
    if sum(numbers) % 2:
        numbers = [*numbers, 1]
    half, corners = sum(numbers) // 2, max(3, len(numbers))
    tiles = [(0, 0, n) for n in numbers] + [(0, 0, 0)] * (2 * corners - len(numbers))
    return corners, (half, half), tiles


def saves_faces(numbers):
    """Return a puzzle with half as many corners: two groups share the numbers, so half of the faces do."""
    if sum(numbers) % 2:
        numbers = [2 * n for n in numbers]
    half, corners = sum(numbers) // 2, max(3, (len(numbers) + 1) // 2)
    tiles = [(0, 0, n) for n in numbers] + [(0, 0, 0)] * (2 * corners - len(numbers))
    return corners, (half, half), tiles


def cancels_twins(numbers):
    """Return a puzzle without pairs of equal numbers, of which each group would have one."""
    numbers = [n for n in set(numbers) if list(numbers).count(n) % 2]
    if sum(numbers) % 2:
        numbers = [2 * n for n in numbers]
    half, corners = sum(numbers) // 2, max(3, len(numbers))
    tiles = [(0, 0, n) for n in numbers] + [(0, 0, 0)] * (2 * corners - len(numbers))
    return corners, (half, half), tiles


FAULTY = (lends_a_one, saves_faces, cancels_twins)
MOST_TO_BREAK, LARGEST_TO_BREAK = 8, 99  # numbers, and the largest: so that no engine is slow


def says_yes(reduction: Callable, numbers: Sequence[int]) -> bool:
    """Can the tiles that a reduction makes of a list be laid?

    >>> says_yes(saves_faces, [4, 1, 3, 2, 2]), says_yes(saves_faces, [3, 3, 3, 3, 4])
    (True, False)
    """
    if isinstance(puzzle := puzzle_or_fault(reduction(list(numbers))), str):
        raise PuzzleError(puzzle.removesuffix("."))
    return raise_if_interrupted(solve(puzzle, "asp")).arrangement is not None


def not_broken(reduction: Callable, numbers) -> str:
    if isinstance(found := numbers_or_fault(numbers, LARGEST_TO_BREAK, MOST_TO_BREAK), str):
        return found
    groups, claimed = partition(found), says_yes(reduction, found)
    if (groups is not None) != claimed:
        return ""
    truth = f"{sum_of(groups[0])} = {sum_of(groups[1])}" if groups else "this list cannot be split"
    return (
        f"`{reduction.__name__}` is right about {', '.join(map(str, found))}: {truth}, and its tiles "
        f"{'can' if claimed else 'cannot'} be laid."
    )


@exercise(
    "11.3b",
    seconds=30,
    correct="Each of the three is refuted, by one list, although it is right about many others. The first "
    "says yes where Partition says no, the other two say no where it says yes.",
)
def reductions_broken(answer):
    answer = list_if_iterator(answer)
    if not isinstance(answer, (list, tuple)) or len(answer) != len(FAULTY):
        yield Counterexample("A list of three lists is asked for, one for each reduction.", got=answer)
    for reduction, numbers in zip(FAULTY, answer):
        if say := not_broken(reduction, numbers):
            yield Counterexample(say, got=numbers)


# -------- 11.4 the puzzle read back


def laid(
    numbers: Sequence[int], group: Sequence[int]
) -> list[tuple[tuple[str, str, str], tuple[int, int, int]]]:
    """Return faces and the dots at their corners; every face begins at another corner than the one before it.

    >>> laid([1, 1], [1])[:2]
    [(('N', 'Z1', 'Z2'), (1, 0, 0)), (('Z2', 'Z3', 'N'), (0, 0, 0))]
    """
    puzzle, arrangement = bipyramid_of(numbers), arrangement_of(numbers, group)
    pairs = zip(puzzle.polyhedron.faces, arrangement)
    return [(rotate_three(face, k), rotate_three(dots(*placed), k)) for k, (face, placed) in enumerate(pairs)]


def rotate_three(three: tuple, k: int) -> tuple:
    return three[k % 3 :] + three[: k % 3]


LAID = [
    laid(numbers, group)
    for numbers, group in [
        ([1, 1], [1]),
        ([1, 2, 3], [3]),
        ([1, 2, 3], [1, 2]),
        ([2, 2, 2, 2], [2, 2]),
        ([4, 1, 3, 2, 2], [4, 2]),
        ([1, 1, 1, 1, 4], [1, 1, 1, 1]),
    ]
]


def drawn_arrangements() -> Iterator[list]:
    """Yield arrangements of up to 30 numbers with up to four digits, the faces in any order."""
    draw = Random(11)
    for size in range(1, 16):
        group = [draw.randint(1, 10 ** draw.randint(1, 3)) for _ in range(size)]
        rest = draw.sample(group, size)
        shown = laid(draw.sample(group + rest, 2 * size), group)
        yield draw.sample(shown, len(shown))


def group_error(got, arrangement) -> str | None:
    expected = sorted(
        number
        for face, there in arrangement
        for vertex, number in zip(face, there)
        if vertex == "N" and number
    )
    if not is_several(got) or not all(map(is_whole, got)):
        return "A list of numbers is asked for."
    if sorted(got) == expected:
        return None
    if sorted(number for number in got if number) == expected:
        return "A blank tile is no number."
    lost = sorted((Counter(expected) - Counter(got)).elements())
    but = f"yours lack {', '.join(map(str, lost))}" if lost else "yours are more"
    return f"The numbers at N are {', '.join(map(str, expected))}; {but}."


@exercise("11.4", correct="So an arrangement becomes a group again: a witness.")
def read_at_north(answer):
    return try_on(answer, [*LAID, *drawn_arrangements()], fault=group_error)


# -------- 11.4c heaps of three as tiles


def meets_bounds(numbers: Sequence[int]) -> bool:
    """Return whether the numbers are an instance of 3-Partition."""
    heaps = len(numbers) // 3
    takes, rest = divmod(sum(numbers), heaps)
    return rest == 0 and 4 * min(numbers) > takes > 2 * max(numbers)


@cache
def heap_cases() -> list[list[int]]:
    """Return lists of 3 to 12 numbers, of which those from 6 on have heaps as often as not."""
    draw = Random(5)
    found = {(heaps, answer): [] for heaps in (2, 3, 4) for answer in (True, False)}
    while min(map(len, found.values())) < 2:
        heaps = draw.choice((2, 3, 4))
        numbers = [draw.randrange(11, 20) for _ in range(3 * heaps)]
        if meets_bounds(numbers):
            found[heaps, has_heaps(numbers)].append(numbers)
    return [[5, 6, 7], [4, 4, 4], *(numbers for lists in found.values() for numbers in lists[:2])]


def heap_puzzle_or_fault(got) -> Cosoku | str:
    try:
        corners, capacities, tiles = got
        return tiled_bipyramid(corners, list(capacities), tiles)
    except (TypeError, ValueError):
        return "The number of corners, a list of capacities and a list of tiles are asked for."


def heap_error(got, numbers: Sequence[int]) -> str | None:
    if isinstance(puzzle := heap_puzzle_or_fault(got), str):
        return puzzle
    found = raise_if_interrupted(solve(puzzle, "asp", time_limit=SECONDS))
    if not found.complete:
        return LATE
    if has_heaps(numbers) and not found.arrangement:
        return f"There are heaps, but the tiles cannot be laid{impossible_reason(puzzle)}."
    if found.arrangement and not has_heaps(numbers):
        return "There are no heaps, but the tiles can be laid."
    return None


def many_heaps() -> list[tuple[list[int], bool]]:
    """Return lists of 15 to 30 numbers, each with whether it has heaps.

    B is 18. A 7 needs a 6 and a 5, and the other sixes are heaps of their own.
    """
    ways = {True: ((3, 9), (6, 9), (6, 12)), False: ((6, 3), (9, 6), (10, 7), (8, 5))}
    pairs = [(can, *pair) for can in ways for pair in ways[can]]
    return [([7] * sevens + [6] * sixes + [5] * sevens, can) for can, sevens, sixes in pairs]


@cache
def long_heaps() -> list[tuple[list[int], bool]]:
    """Return lists of numbers with 20 digits, each with whether it has heaps.

    Two lists of 12 numbers differ in last digits only. Of the two lists of 45, the second keeps a
    search for heaps busy: see `stubborn_numbers`.
    """
    draw, third = Random(4), 10**19 + 7
    numbers = []
    for _ in range(15):
        one, two = (draw.randrange(third // 100, third // 10) for _ in range(2))
        numbers += [third + one, third + two, third - one - two]
    few = numbers[:12]
    moved = [few[0] + 1, *few[1:-1], few[-1] - 1]
    mixed = [(draw.sample(one, len(one)), can) for one, can in ((few, True), (moved, False), (numbers, True))]
    return [*mixed, (stubborn_numbers(draw), False)]


def stubborn_numbers(draw: Random) -> list[int]:
    """Return 45 numbers for which only the last two, 27 and 27, find no heap: none is 48."""
    even = [n for n in range(26, 50, 2) if n != 48]
    numbers = []
    while sum(numbers) != 15 * 102 - 2 * 27:
        numbers = [draw.choice(even) for _ in range(43)]
    return [10**18 * number for number in [*numbers, 27, 27]]


def long_heap_error(answer, numbers: list[int], expected: bool) -> str:
    if isinstance(made := made_quickly(answer, numbers), str):
        return made
    corners, capacities, tiles = made
    if len(capacities) != corners + 2:
        return "There is a capacity for each vertex."
    there, room = sum(map(int, chain(*tiles))), sum(capacities)
    if expected and there != room:
        return (
            f"There are heaps, but {show_value(there)} dots on your tiles, and room for {show_value(room)}."
        )
    can = can_fill(capacities, tiles)
    if can is None or can == expected:
        return ""
    return (
        f"There are {'heaps, but the tiles cannot' if expected else 'no heaps, but the tiles can'} be laid."
    )


def can_fill(capacities: list[int], tiles) -> bool | None:
    """Return whether tiles with dots at one corner can fill vertices that share no face; None for
    other puzzles, and for more than twelve such tiles of many kinds."""
    dots = sorted((sum(map(int, tile)) for tile in tiles if any(tile)), reverse=True)
    takers = [k for k, takes in enumerate(capacities) if takes]
    corners = bipyramid(len(capacities) - 2).corners
    shared = any(len(set(face) & set(takers)) > 1 for face in corners)
    many_kinds = len(dots) > 12 and len(set(dots)) > 3
    if shared or many_kinds or any(sum(map(bool, tile)) > 1 for tile in tiles):
        return None
    rooms = [(capacities[k], sum(k in face for face in corners)) for k in takers]
    return fill_rooms(tuple(dots), tuple(rooms))


@cache
def fill_rooms(dots: tuple[int, ...], rooms: tuple[tuple[int, int], ...]) -> bool:
    """Return whether numbers fill rooms, each given as (sum, most numbers).

    >>> fill_rooms((5, 2, 2, 1, 1, 1), ((6, 4), (6, 4))), fill_rooms((5, 5, 2), ((6, 4), (6, 4)))
    (True, False)
    """
    if not dots:
        return not any(takes for takes, _ in rooms)
    first, *rest = dots
    for k, (takes, most) in enumerate(rooms):
        if takes >= first and most and rooms[k] not in rooms[:k]:
            after = (*rooms[:k], (takes - first, most - 1), *rooms[k + 1 :])
            if fill_rooms(tuple(rest), tuple(sorted(after))):
                return True
    return False


@exercise(
    "11.4c",
    seconds=30,
    correct="For every list that was tried, the tiles can be laid exactly when there are heaps. Long "
    "numbers were among them.",
)
def heaps_become_tiles(answer):
    yield from try_on(answer, heap_cases(), fault=heap_error)
    for numbers, expected in [*many_heaps(), *long_heaps()]:
        if say := long_heap_error(answer, numbers, expected):
            yield Counterexample(say, long_text(numbers))


# -------- 11.4d the way back, sentence by sentence

PROOF = {
    "A": "Four numbers greater than B/4 have a sum greater than B. So no corner has four or more.",
    "B": "So exactly three numbers are at each corner that takes B: a heap with the sum B.",
    "C": "There are 3m numbers and m corners that take B, so three numbers are at each.",
    "D": "A number is at least 1. So its dots are at a corner that takes B: all others take 0.",
    "E": "Given m heaps, lay the three numbers of each around a corner that takes B.",
    "F": "So each of the 3m numbers is at one of these corners, and those at a corner have the sum B.",
    "G": "Each corner that takes B has four faces: three with numbers and one with a blank tile.",
    "H": "Two numbers less than B/2 have a sum less than B. So no corner has two or fewer.",
    "I": "No tile can be turned, so there is only one arrangement.",
}
NOT_PROVED = {
    "C": "counts, and is wrong: two numbers at one corner and four at another are 3m numbers, too.",
    "E": "is the way there: it begins with heaps. Here you begin with tiles that are laid.",
    "G": "says what is to be shown: why three?",
    "I": "is false: equal tiles aside, two heaps may change places.",
}
PROOF_ORDER = [
    ("D", "F", "F follows from D: first say where the dots can be."),
    (
        "F",
        "B",
        "B is about the numbers at each corner. F says that they have the sum B, and has to come first.",
    ),
    ("A", "B", "B follows from A, which rules out four numbers and more."),
    ("H", "B", "B follows from H, which rules out two numbers and fewer."),
]
MISSING = {
    "A": "Why can a corner not have four numbers?",
    "B": "The proof does not end with its claim.",
    "D": "Why can the dots of a number not be at N?",
    "F": "Could a number be left out, and which sum is at a corner?",
    "H": "Why can a corner not have two numbers?",
}


def letters_error(letters: str) -> str:
    """Return the fault of a proof, given as letters; "" if there is none.

    >>> letters_error("ADHFB"), letters_error("DFCB")[:24]
    ('', 'C counts, and is wrong: ')
    """
    if strange := [letter for letter in letters if letter not in PROOF]:
        return f"There is no sentence {show_value(strange[0])}."
    if twice := [letter for letter in letters if letters.count(letter) > 1]:
        return f"Sentence {twice[0]} is there more than once."
    if wrong := [letter for letter in letters if letter in NOT_PROVED]:
        return f"{wrong[0]} {NOT_PROVED[wrong[0]]}"
    if lacking := [why for letter, why in MISSING.items() if letter not in letters]:
        return f"Something is missing. {lacking[0]}"
    early = [why for one, other, why in PROOF_ORDER if letters.index(one) > letters.index(other)]
    return early[0] if early else ""


@exercise(
    "11.4d",
    correct="This is the way back. Together with the way there, it proves that the tiles can be laid "
    "exactly when there are heaps.",
)
def the_way_back(answer):
    if not isinstance(answer, str):
        letters = isinstance(answer, (list, tuple)) and all(isinstance(one, str) for one in answer)
        answer = "".join(answer) if letters else None
    if answer is None:
        yield 'Letters are asked for, such as "IGH".'
    elif say := letters_error("".join(re.findall(r"\w", answer)).upper()):
        yield Counterexample(say, got=answer)


# -------- 11.4e without the bounds


def no_heaps_error(numbers: tuple[int, ...]) -> str:
    heaps, rest = divmod(len(numbers), 3)
    if rest or not 2 <= heaps <= 4:
        return f"{many(len(numbers), 'number')}: 6, 9 or 12 are asked for."
    if sum(numbers) % heaps:
        return f"The total {sum(numbers)} cannot be divided by the {heaps} heaps."
    if has_heaps(numbers):
        return "There are heaps of three, and the tiles can be laid: no contradiction."
    if not laid_heaps(numbers):
        return "There are no heaps of three, and the tiles cannot be laid either: no contradiction."
    return ""


@cache
def laid_heaps(numbers: tuple[int, ...]) -> str:
    """Return the numbers at each corner where the tiles for any numbers can be laid; else ""."""
    puzzle = bipyramid_of_heaps(numbers)
    found = lay_tiles(puzzle)
    at = numbers_at(puzzle, found) if found else {}
    return " and ".join(f"{sum_of(there)} at {corner}" for corner, there in at.items())


@exercise(
    "11.4e",
    seconds=30,
    correct=lambda answer: (
        "There are no heaps of three, but the tiles can be laid: "
        f"{laid_heaps(numbers_of(answer))}. So the bounds are needed."
    ),
)
def bounds_are_needed(answer):
    if isinstance(found := numbers_or_fault(answer, LARGEST_TO_BREAK), str):
        yield Counterexample(found, got=answer)
    elif say := no_heaps_error(found):
        yield Counterexample(say, got=answer)


# -------- 11.5 numbers with exactly one way


def ways_to_split(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the groups with half of the total that hold the first number: each way to split once.

    >>> list(ways_to_split((1, 2, 3))), list(ways_to_split((2, 1, 4)))
    ([(1, 2)], [])
    """
    first, *others = numbers
    for size in range(len(others) + 1):
        for group in combinations(others, size):
            if 2 * (first + sum(group)) == sum(numbers):
                yield first, *group


def ambiguous(numbers: tuple[int, ...]) -> tuple[str, Any]:
    """Return why these are not numbers that can be split in exactly one way, and an example of it."""
    if not 6 <= len(numbers) <= 14:
        return f"There are {len(numbers)} numbers. From 6 to 14 are asked for.", NOTHING
    if twice := [number for number, times in Counter(numbers).items() if times > 1]:
        return f"{min(twice)} is there more than once. Different numbers are asked for.", NOTHING
    found = list(ways_to_split(numbers))
    if not found:
        return "These numbers cannot be split at all.", NOTHING
    both = lambda group: f"{sum_of(sorted(group))} = {sum_of(sorted(set(numbers) - set(group)))}"
    if len(found) > 1:
        return f"There are {len(found)} ways to split these numbers.", Text("\n".join(map(both, found[:2])))
    if min(len(found[0]), len(numbers) - len(found[0])) < 3:
        return "One of the groups has fewer than three numbers.", Text(both(found[0]))
    return "", NOTHING


@exercise(
    "11.5",
    correct=lambda answer: (
        f"Your numbers can be divided into two groups in {2 ** (len(answer) - 1):,} ways, "
        "and exactly one of these is right. Hand them to somebody else."
    ),
)
def one_way(answer):
    if isinstance(found := numbers_or_fault(answer, largest=10**100), str):
        yield Counterexample(found, got=answer)
    say, example = ambiguous(found)
    if say:
        yield Counterexample(say, example, answer)


# -------- 11.6 numbers become jobs for one machine

Job = tuple[int, int, int]  # how long it runs, when it may begin at the earliest, when it must be done
MOST_JOBS = 12  # for the short lists: the check tries all orders


def schedule(jobs: Sequence[Job]) -> list[tuple[int, Job]] | None:
    """Return an order in which one machine does all jobs, each with the time at which it begins; None if
    there is none.

    For each set of jobs it keeps the order that is done first (M. Held and R. M. Karp, 1962). How
    many of each kind are done is all that it looks at, so equal jobs are no work.

    >>> schedule([(2, 0, 9), (1, 0, 1)])
    [(0, (1, 0, 1)), (1, (2, 0, 9))]
    >>> schedule([(2, 0, 2), (1, 0, 2)]) is None
    True
    """
    kinds = Counter(jobs)
    best = {(0,) * len(kinds): (-(10**9), [])}
    for _ in jobs:
        after = {}
        for done, (time, order) in best.items():
            for k, (job, times) in enumerate(kinds.items()):
                length, first, last = job
                start, new = max(time, first), (*done[:k], done[k] + 1, *done[k + 1 :])
                if done[k] < times and start + length <= min(last, after.get(new, (last,))[0]):
                    after[new] = start + length, [*order, (start, job)]
        best = after
    return next((order for _, order in best.values()), None)


def as_jobs(got) -> list[Job] | str:
    try:
        jobs = [tuple(job) for job in got]
    except TypeError:
        return "A list of jobs is asked for."
    for job in jobs:
        if len(job) != 3 or not all(map(is_whole, job)):
            return f"A job is three whole numbers, and {show_value(job)} is not."
        if job[0] < 1:
            return f"The job {show_value(job)} should run for at least one minute."
    return jobs


def plan_error(got, numbers: Sequence[int]) -> str | None:
    if isinstance(jobs := as_jobs(got), str):
        return jobs
    if len(jobs) > MOST_JOBS:
        much = f"{len(jobs)} jobs for {many(len(numbers), 'number')}"
        return f"These are {much}. The check tries at most {MOST_JOBS}."
    groups, order = partition(numbers), schedule(jobs)
    if groups and order is None:
        return f"{sum_of(groups[0])} = {sum_of(groups[1])}, but your jobs cannot all be done."
    if order is not None and not groups:
        plan = ", ".join(f"at {start} {job}" for start, job in order) or "there are none"
        return f"{', '.join(map(str, numbers))} cannot be split, but your jobs can be done: {plan}."
    return None


def plan_quickly(answer, numbers: Sequence[int]) -> list[Job] | str:
    """Return the jobs for a list on which nobody can try all groups, or what is wrong with them."""
    try:
        with stopped_after(QUICK):
            return as_jobs(answer(list(numbers)))
    except (TooLong, MemoryError, OverflowError):
        return TOO_SLOW


# Too many numbers or kinds to try all orders; but the jobs are of few kinds, or few.
SIZES = (8, 9, 13, 20, 30, 45, 70)
ALIKE = [[6] * (size - times) + [2] * times for size in SIZES for times in (1, 2)]
ALIKE += [4, 7, 9, 13, 18, 22, 25, 30], [2, 6, 12, 18, 24, 30, 36, 42, 48]
MOST_STATES = 10_000


def alike_plan_error(answer, numbers: Sequence[int]) -> str:
    """Return the fault of the jobs for many numbers of which most are alike; "" where nothing is
    seen, or where the jobs are of too many kinds to plan them."""
    if isinstance(jobs := plan_quickly(answer, numbers), str):
        return jobs
    if prod(times + 1 for times in Counter(jobs).values()) > MOST_STATES:
        return ""
    splits, can = splits_by_sums(numbers), schedule(jobs) is not None
    if splits == can:
        return ""
    so = (
        "can be split, but your jobs cannot all be done"
        if splits
        else "cannot be split, but your jobs can be done"
    )
    return f"These numbers {so}."


def long_plan_error(answer) -> str:
    """Return the fault of the jobs for the long list, or "". Only sizes are looked at."""
    if isinstance(jobs := plan_quickly(answer, LONG), str):
        return jobs
    if len(jobs) > MOST_CORNERS:
        return f"These are {len(jobs):,} jobs for {len(LONG)} numbers. {ONLY_POLYNOMIAL}"
    if max((job[0] for job in jobs), default=0) < max(LONG):
        return "None of your jobs runs as long as the largest number. Where has it gone?"
    if late := [job for job in jobs if job[1] + job[0] > job[2]]:
        return f"These numbers can be split, but your job {show_value(late[0])} cannot be done, even alone."
    if max(job[2] for job in jobs) - min(job[1] for job in jobs) < sum(job[0] for job in jobs):
        return "These numbers can be split, but your jobs cannot be done: there is not enough time."
    return ""


@cache
def to_plan() -> list[list[int]]:
    """Return short lists, and a hundred by chance: some can be split, and some cannot."""
    draw = Random(6)
    return LISTS + [[draw.randint(1, 9) for _ in range(draw.randint(1, 6))] for _ in range(100)]


@exercise(
    "11.6",
    seconds=30,
    correct="For every list that was tried, all jobs can be done exactly when the list can be split. Prove "
    "it, there and back. (M. R. Garey and D. S. Johnson do, under “Sequencing within intervals”.)",
)
def numbers_to_jobs(answer):
    yield from try_on(answer, to_plan(), fault=plan_error)
    for numbers in ALIKE:
        if say := alike_plan_error(answer, numbers):
            yield Counterexample(say, Text(str(numbers)))
    if say := long_plan_error(answer):
        yield Counterexample(say, long_text(LONG))


# -------- 11.7 exact cover becomes a packing puzzle

MOST_SQUARES, MOST_PIECES = 400, 60  # of the puzzles for small covers: the check tries all ways
GROWTH = 20  # squares, for each item and option


def small_covers() -> Iterator[Args]:
    """Yield covers of one to five items by up to five options; about half of them can be covered."""
    yield Args(["a"], {"p": {"a"}})
    yield Args(["a"], {})
    yield Args(["a", "b"], {"p": {"a"}})
    yield Args(["a", "b"], {"p": {"a"}, "q": {"a"}})
    yield Args(["a", "b"], {"p": {"b"}, "q": {"b"}})
    yield Args(["a", "b", "c"], {"p": {"a", "c"}, "q": {"a"}})
    draw = Random(11)
    for _ in range(120):
        items = [*"abcde"[: draw.randint(1, 5)]]
        sizes = (draw.randint(1, min(3, len(items))) for _ in range(draw.randint(1, 5)))
        yield Args(items, {name: set(draw.sample(items, size)) for name, size in zip("pqrst", sizes)})
    for _ in range(6):
        items = [*"abcdefg"]
        yield Args(items, {name: set(draw.sample(items, draw.randint(1, 4))) for name in "pqrstuvw"})


def board_or_fault(got) -> tuple[list[Square], dict[str, list[Square]]] | str:
    """Return the board and the pieces of an answer, or what is wrong with them."""
    try:
        squares, pieces = got
        named = dict(pieces) if isinstance(pieces, Mapping) else dict(enumerate(pieces))
        board = list(map(as_square, squares))
        pieces = {str(name): list(map(as_square, cells)) for name, cells in named.items()}
    except (TypeError, ValueError):
        return "A board, which is a list of squares (x, y), and a dictionary of pieces are asked for."
    if twice := [square for square, times in Counter(board).items() if times > 1]:
        return f"The square {twice[0]} is on your board twice."
    if empty := [name for name, cells in pieces.items() if not cells]:
        return f"Your piece {empty[0]} has no square."
    return board, {name: list(dict.fromkeys(cells)) for name, cells in pieces.items()}


def as_square(value) -> Square:
    """Return a pair of whole numbers. Errors: `TypeError`, `ValueError`."""
    x, y = value
    return index(x), index(y)


def packing_error(got, items, options) -> Counterexample | None:
    if isinstance(made := board_or_fault(got), str):
        return Counterexample(made, got=got)
    board, pieces = made
    if len(board) > MOST_SQUARES or len(pieces) > MOST_PIECES:
        much = f"{many(len(board), 'square')} and {many(len(pieces), 'piece')}"
        return Counterexample(f"{much} for a small cover: the check tries {MOST_SQUARES} and {MOST_PIECES}.")
    cover, packed = next(covers(items, options), None), packing(board, pieces)
    shown = Text(board_text(board, packed or ())) if board else Text("a board without squares")
    if cover is None and packed is not None:
        used = ", ".join(name for name, _ in packed) or "no piece"
        say = f"No options cover each item once, but these pieces fill your board: {used}."
        return Counterexample(say, got=shown)
    if cover is not None and packed is None:
        say = f"The options {', '.join(cover)} cover each item once, but no pieces fill your board."
        return Counterexample(say, got=shown)
    return None


def mutilated_board(side: int) -> tuple[list, dict]:
    """Return the squares of a chessboard without two opposite corners, and all dominoes on it: no cover, for
    one colour has two squares more; a search for one takes very long."""
    squares = sorted({*product(range(side), repeat=2)} - {(0, 0), (side - 1, side - 1)})
    there = set(squares)
    pairs = [(one, two) for x, y in squares for one, two in (((x, y), (x + 1, y)), ((x, y), (x, y + 1)))]
    return squares, {f"domino {k}": {*pair} for k, pair in enumerate(pairs) if pair[1] in there}


def large_packing_error(answer) -> str:
    """Return the fault of the puzzle for a large cover, or "". Only its size is looked at."""
    items, options = mutilated_board(12)
    try:
        with stopped_after(QUICK):
            made = board_or_fault(answer(items, options))
    except (TooLong, MemoryError, OverflowError, RecursionError):
        return TOO_SLOW
    if isinstance(made, str):
        return made
    board, pieces = made
    size = len(board) + sum(map(len, pieces.values()))
    if size > GROWTH * len(items) * len(options):
        return f"{size:,} squares for {len(items)} items and {len(options)} options. {ONLY_POLYNOMIAL}"
    if size < sum(map(len, options.values())):
        return f"{size:,} squares for {len(options)} options. Where have the options gone?"
    return ""


@exercise(
    "11.7",
    seconds=40,
    correct="For each small cover that was tried, your board can be filled exactly when there is a cover, "
    "and for a large one your function is quick. Prove it, there and back.",
)
def cover_to_packing(answer):
    yield from refuse_library(answer)
    for args in small_covers():
        if found := packing_error(answer(*args), *args):
            yield replace(found, example=args)
    if say := large_packing_error(answer):
        yield Counterexample(say, Text("a chessboard of 12×12 without two corners, and all dominoes on it"))
