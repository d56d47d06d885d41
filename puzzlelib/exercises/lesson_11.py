"""Lesson 11, hard in general: check a witness, numbers that cannot be split, numbers as a puzzle, a puzzle read back, numbers with one way."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from ..check import Args, Counterexample, exercise, try_on
from ..cosoku import Cosoku, dots, why_impossible
from ..partition import arrangement_of, bipyramid_of, numbers_of, partition
from ..polyhedra import bipyramid
from ..puzzles import PuzzleError
from . import Text

SECONDS = 5  # for one small puzzle; it takes hundredths of one


def sum_of(numbers: Sequence[int]) -> str:
    """A sum as one writes it.

    >>> sum_of((4, 2)), sum_of((5,))
    ('4 + 2', '5')
    """
    return " + ".join(map(str, numbers))


def listed(answer) -> tuple[int, ...] | str:
    """The numbers of an answer, or what is wrong with them."""
    if not isinstance(answer, (list, tuple)):
        return "A list of numbers is asked for."
    try:
        return numbers_of(answer)
    except PuzzleError as problem:
        return f"{problem}."


# ---------------------------------------------------------------- 11.1 check a witness

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
    Args([1, 2, 4], [3]),
    Args([2, 6], [2, 2]),
    Args([4, 1, 3, 2, 2], [4, 2]),
    Args([4, 1, 3, 2, 2], [2, 2, 2]),
    Args([1, 2, 3, 4], [4, 1]),
    Args([1, 2, 3, 4], []),
]


def is_half(numbers: Sequence[int], group: Sequence[int]) -> bool:
    """Is the group a part of the numbers, with half of their total?"""
    return Counter(group) <= Counter(numbers) and 2 * sum(group) == sum(numbers)


def about_witness(got, expected: bool, numbers, group) -> str:
    """What a wrong verdict overlooks."""
    if not isinstance(got, bool):
        return "True or False is asked for."
    if expected:
        rest = sorted((Counter(numbers) - Counter(group)).elements(), reverse=True)
        return f"This is a witness: {sum_of(group)} = {sum_of(rest)}."
    if extra := Counter(group) - Counter(numbers):
        return f"The group takes a {min(extra)} that is not left among the numbers."
    return f"The group has the sum {sum(group)}, and all numbers together have {sum(numbers)}."


@exercise(
    "11.1",
    correct="Each number of the group is taken once, and both sums are compared. Your function never asks how the group was found.",
)
def a_witness(answer):
    return try_on(
        answer, WITNESSES, oracle=is_half, say=about_witness, same=lambda got, expected: got is expected
    )


# ---------------------------------------------------------------- 11.2 numbers that cannot be split


def splittable(numbers: tuple[int, ...]) -> str:
    """Why these numbers are not what is asked for; "" if they are."""
    total = sum(numbers)
    if len(numbers) < 5:
        return f"There are {len(numbers)} numbers. At least five are asked for."
    if total % 2:
        return f"The total {total} is odd, so everybody sees at once that there are no halves."
    if 2 * max(numbers) > total:
        return f"{max(numbers)} is more than half of the total {total}, so everybody sees at once that there are no halves."
    if sorted(numbers) == [3, 3, 3, 3, 4]:
        return "These numbers stand in the lesson. Find others."
    groups = partition(numbers)
    return f"These numbers can be split: {sum_of(groups[0])} = {sum_of(groups[1])}." if groups else ""


@exercise(
    "11.2",
    correct=lambda answer: (
        f"The half would be {sum(answer) // 2}, and none of the {2 ** len(answer):,} groups has it. "
        "Who does not believe you has to go through them, or find an argument."
    ),
)
def unsplittable(answer):
    if isinstance(found := listed(answer), str):
        yield Counterexample(found, got=answer)
    elif say := splittable(found):
        yield Counterexample(say, got=answer, fails=lambda: bool(splittable(numbers_of(answer))))


# ---------------------------------------------------------------- 11.3 numbers become a puzzle

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
    [3, 3, 2, 2],
    [1, 1, 1, 1, 4],
    [3, 3, 3, 3, 4],
]


def built(got) -> Cosoku | str:
    """The puzzle of an answer, or what is wrong with it as a puzzle."""
    try:
        corners, (north, south), tiles = got
        tiles = [tuple(tile) for tile in tiles]
    except (TypeError, ValueError):
        return "Three things are asked for: the number of corners, a pair of capacities, and a list of tiles."
    try:
        solid = bipyramid(corners)
        if len(tiles) != len(solid.faces):
            return f"A bipyramid over {corners} corners has {len(solid.faces)} faces, and your list has {len(tiles)} tiles."
        return Cosoku(solid, (north, south) + (0,) * corners, tiles)
    except PuzzleError as problem:
        return f"{problem}."


def misbuilt(got, numbers: list[int]) -> str | None:
    """What is wrong with the puzzle for some numbers; None if it can be solved exactly when they can be split."""
    from ..cosoku_engines import solve

    if isinstance(puzzle := built(got), str):
        return puzzle
    groups, found = partition(numbers), solve(puzzle, "asp", time_limit=SECONDS)
    if not found.complete:
        return "No answer for this puzzle came within seconds. Are there more corners than needed?"
    if groups and not found.arrangement:
        return f"{sum_of(groups[0])} = {sum_of(groups[1])}, but your puzzle has no solution{reason(puzzle)}."
    if found.arrangement and not groups:
        return f"{', '.join(map(str, numbers))} cannot be split, but your puzzle has a solution: {in_words(puzzle, found.arrangement)}."
    return None


def reason(puzzle: Cosoku) -> str:
    """Why a puzzle has no solution, where that is seen from its sums."""
    said = why_impossible(puzzle)
    return f": {said}" if said else ""


def in_words(puzzle: Cosoku, arrangement) -> str:
    """What the apexes get, tile by tile."""
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
    "This is what a reduction has to do, and any other way to do it would be as good.",
)
def numbers_to_puzzle(answer):
    return try_on(answer, LISTS, fault=misbuilt)


# ---------------------------------------------------------------- 11.4 the puzzle read back


def laid(
    numbers: Sequence[int], group: Sequence[int]
) -> list[tuple[tuple[str, str, str], tuple[int, int, int]]]:
    """Faces and the dots at their corners; every face begins at another corner than the one before it.

    >>> laid([1, 1], [1])[:2]
    [(('N', 'Z1', 'Z2'), (1, 0, 0)), (('Z2', 'Z3', 'N'), (0, 0, 0))]
    """
    puzzle, arrangement = bipyramid_of(numbers), arrangement_of(numbers, group)
    pairs = zip(puzzle.polyhedron.faces, arrangement)
    return [(turned(face, k), turned(dots(*placed), k)) for k, (face, placed) in enumerate(pairs)]


def turned(three: tuple, k: int) -> tuple:
    """The same three in a circle, begun elsewhere."""
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


def misread(got, arrangement) -> str | None:
    """What is wrong with a group that was read from an arrangement."""
    expected = sorted(
        number
        for face, there in arrangement
        for vertex, number in zip(face, there)
        if vertex == "N" and number
    )
    if not isinstance(got, (list, tuple)) or any(type(number) is not int for number in got):
        return "A list of numbers is asked for."
    if sorted(got) == expected:
        return None
    if sorted(number for number in got if number) == expected:
        return "A blank tile is no number."
    lost = sorted((Counter(expected) - Counter(got)).elements())
    but = f"yours lack {', '.join(map(str, lost))}" if lost else "yours are more"
    return f"The numbers at N are {', '.join(map(str, expected))}; {but}."


@exercise(
    "11.4",
    correct="So an arrangement becomes a group again. N takes half of all dots, and the corners around the middle take none: "
    "so it is a witness.",
)
def read_at_north(answer):
    return try_on(answer, LAID, fault=misread)


# ---------------------------------------------------------------- 11.5 numbers with exactly one way


def ways(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The groups with half of the total that hold the first number: each way to split once.

    >>> list(ways((1, 2, 3))), list(ways((2, 1, 4)))
    ([(1, 2)], [])
    """
    first, *others = numbers
    for size in range(len(others) + 1):
        for group in combinations(others, size):
            if 2 * (first + sum(group)) == sum(numbers):
                yield first, *group


def ambiguous(numbers: tuple[int, ...]) -> tuple[str, Text | None]:
    """Why these are not numbers that can be split in exactly one way, and an example of it."""
    if not 6 <= len(numbers) <= 14:
        return f"There are {len(numbers)} numbers. From 6 to 14 are asked for.", None
    if twice := [number for number, times in Counter(numbers).items() if times > 1]:
        return f"{min(twice)} is there more than once. Different numbers are asked for.", None
    found = list(ways(numbers))
    if not found:
        return "These numbers cannot be split at all.", None
    if len(found) > 1:
        return f"There are {len(found)} ways to split these numbers.", Text(
            "\n".join(map(both_sides(numbers), found[:2]))
        )
    if min(len(found[0]), len(numbers) - len(found[0])) < 3:
        return "One of the groups has fewer than three numbers.", Text(both_sides(numbers)(found[0]))
    return "", None


def both_sides(numbers: tuple[int, ...]):
    """A function that writes a group and the rest as an equation."""
    return lambda group: f"{sum_of(sorted(group))} = {sum_of(sorted(set(numbers) - set(group)))}"


@exercise(
    "11.5",
    correct=lambda answer: (
        f"Your numbers can be divided into two groups in {2 ** (len(answer) - 1):,} ways, "
        "and exactly one of these is right. Hand them to somebody else."
    ),
)
def one_way(answer):
    if isinstance(found := listed(answer), str):
        yield Counterexample(found, got=answer)
        return
    say, example = ambiguous(found)
    if say:
        shown = {"example": example} if example else {}
        yield Counterexample(say, **shown, got=answer, fails=lambda: bool(ambiguous(numbers_of(answer))[0]))
