"""Lesson 11, hard in general: check a witness, numbers that cannot be split, numbers as a puzzle, wrong
reductions broken, a puzzle read back, heaps on spikes, numbers with one way, numbers as jobs."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import prod
from numbers import Integral
from random import Random

import numpy as np

from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many
from puzzlelib.icosoku.polyhedron import Polyhedron, bipyramid
from puzzlelib.icosoku.puzzle import Cosoku, dots, why_impossible

from ..kit.checks import Text
from ..kit.checks.counterexample import show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.time_limit import TooLong, stopped_after
from ..kit.checks.values import is_whole
from .heaps import has_heaps, spiked_bipyramid, spiked_helix
from .partition import arrangement_of, bipyramid_of, numbers_of, partition

SECONDS = 5  # for one small puzzle; it takes hundredths of one
YES_OR_NO = (bool, np.bool_)


def sum_of(numbers: Sequence[int]) -> str:
    """A sum as one writes it.

    >>> sum_of((4, 2)), sum_of((5,))
    ('4 + 2', '5')
    """
    return " + ".join(map(str, numbers))


def numbers_or_fault(answer) -> tuple[int, ...] | str:
    """Return the numbers of an answer, or their fault in a sentence."""
    if not isinstance(answer, (list, tuple)):
        return "A list of numbers is asked for."
    try:
        return numbers_of(answer)
    except PuzzleError as problem:
        return f"{problem}."


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
    Args([1, 2, 4], [3]),
    Args([2, 6], [2, 2]),
    Args([4, 1, 3, 2, 2], [4, 2]),
    Args([4, 1, 3, 2, 2], [2, 2, 2]),
    Args([1, 2, 3, 4], [4, 1]),
    Args([1, 2, 3, 4], []),
    Args([2, 1], [1]),
    Args([3, 2, 2], [3]),
    Args([2**53 + 1] * 2, [2**53 + 1]),
    Args([10**30 + 1, 10**30 - 1], [10**30 + 1]),
]


def is_half(numbers: Sequence[int], group: Sequence[int]) -> bool:
    """Is the group a part of the numbers, with half of their total?"""
    return Counter(group) <= Counter(numbers) and 2 * sum(group) == sum(numbers)


def about_witness(got, expected: bool, numbers, group) -> str:
    """Explain what a wrong verdict overlooks."""
    if not isinstance(got, YES_OR_NO):
        return "True or False is asked for."
    if expected:
        rest = sorted((Counter(numbers) - Counter(group)).elements(), reverse=True)
        return f"This is a witness: {sum_of(group)} = {sum_of(rest)}."
    if extra := Counter(group) - Counter(numbers):
        return f"The group takes a {min(extra)} that is not left among the numbers."
    return f"The group has the sum {sum(group)}, and all numbers together have {sum(numbers)}."


@exercise(
    "11.1",
    correct="Each number of the group is taken once, and both sums are compared. Your function never asks "
    "how the group was found.",
)
def a_witness(answer):
    return try_on(
        answer,
        WITNESSES,
        oracle=is_half,
        say=about_witness,
        same=lambda got, expected: isinstance(got, YES_OR_NO) and got == expected,
    )


# -------- 11.2 numbers that cannot be split


def splittable(numbers: tuple[int, ...]) -> str:
    """Why these numbers are not what is asked for; "" if they are."""
    total = sum(numbers)
    if len(numbers) < 5:
        return f"There are {len(numbers)} numbers. At least five are asked for."
    if total % 2:
        return f"The total {total} is odd, so everybody sees at once that there are no halves."
    if 2 * max(numbers) > total:
        return (
            f"{max(numbers)} is more than half of the total {total}, so everybody sees at once that "
            "there are no halves."
        )
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
    """Return the puzzle of an answer, or its fault in a sentence."""
    try:
        corners, (north, south), tiles = got
        tiles = [tuple(tile) for tile in tiles]
    except (TypeError, ValueError):
        return "Three things are asked for: the number of corners, a pair of capacities, and a list of tiles."
    try:
        solid = bipyramid(corners)
        if len(tiles) != len(solid.faces):
            return (
                f"A bipyramid over {corners} corners has {len(solid.faces)} faces, and your list has "
                f"{len(tiles)} tiles."
            )
        return Cosoku(solid, (north, south) + (0,) * corners, tiles)
    except PuzzleError as problem:
        return f"{problem}."


def puzzle_error(got, numbers: list[int]) -> str | None:
    """Return the fault of the puzzle for some numbers; None if it can be solved exactly when
    they can be split."""
    from puzzlelib.icosoku.engines import solve

    if isinstance(puzzle := puzzle_or_fault(got), str):
        return puzzle
    groups, found = partition(numbers), solve(puzzle, "asp", time_limit=SECONDS)
    if not found.complete:
        return "No answer for this puzzle came within seconds. Are there more corners than needed?"
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
    """Why a puzzle has no solution, where that is seen from its sums."""
    said = why_impossible(puzzle)
    return f": {said}" if said else ""


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
    "This is what a reduction has to do, and any other way to do it would be as good.",
)
def numbers_to_puzzle(answer):
    yield from try_on(answer, LISTS, fault=puzzle_error)
    yield from too_much_work(answer)


# Forty numbers of twenty digits that can be split; more corners than MOST_CORNERS are more than a polynomial
# of small degree asks for.
LONG = 2 * [draw.randrange(10**19, 10**20) for draw in [Random(11)] for _ in range(20)]
QUICK, MOST_CORNERS = 4, len(LONG) ** 2
TOO_SLOW = (
    "Your function was not ready within seconds. A reduction has to be quick, even where nobody can try all "
    "groups."
)
ONLY_POLYNOMIAL = "A reduction may write down only a polynomial amount."


def too_much_work(answer) -> Iterator[Counterexample]:
    """Is the function quick, and its puzzle small and right in its sums, for a list on which nobody can try
    all groups?"""
    example = Text(f"{len(LONG)} numbers of 20 digits: {LONG[0]}, {LONG[1]}, {LONG[2]}, …")
    if say := long_puzzle_error(answer):
        yield Counterexample(say, example)


def long_puzzle_error(answer) -> str:
    """Return the fault of the puzzle for the long list, or "". It is too long for an engine, so
    only sums and sizes are looked at."""
    try:
        with stopped_after(QUICK):
            corners, apexes, tiles = answer(list(LONG))
            if not isinstance(corners, Integral) or corners > MOST_CORNERS:
                return (
                    f"Your bipyramid has {show_value(corners)} corners for {len(LONG)} numbers. "
                    + ONLY_POLYNOMIAL
                )
            tiles, apexes = [tuple(tile) for tile in tiles], tuple(apexes)
    except (TooLong, MemoryError, OverflowError):
        return TOO_SLOW
    if len(tiles) != 2 * corners:
        return (
            f"A bipyramid over {corners} corners has {2 * corners} faces, and your list has "
            f"{len(tiles)} tiles."
        )
    numbers = [one for tile in tiles for one in tile]
    if not all(isinstance(number, Integral) for number in (*apexes, *numbers)):
        return "Capacities and dots are whole numbers. A decimal number keeps only about 16 digits."
    there, room = (sum(map(int, some)) for some in (numbers, apexes))  # NumPy's would overflow
    if len(apexes) != 2 or there != room:
        return (
            "These numbers can be split, but your puzzle has no solution: "
            f"{show_value(there)} dots, and room for {show_value(room)}."
        )
    return ""


# -------- 11.3b wrong reductions


def lends_a_one(numbers):
    """If the total is odd, a 1 is added, and the half is a whole number again."""
    if sum(numbers) % 2:
        numbers = [*numbers, 1]
    half, corners = sum(numbers) // 2, max(3, len(numbers))
    return corners, (half, half), [(0, 0, n) for n in numbers] + [(0, 0, 0)] * (2 * corners - len(numbers))


def saves_faces(numbers):
    """Half as many corners: the two groups share the numbers, so each apex needs only half of the faces."""
    if sum(numbers) % 2:
        numbers = [2 * n for n in numbers]
    half, corners = sum(numbers) // 2, max(3, (len(numbers) + 1) // 2)
    return corners, (half, half), [(0, 0, n) for n in numbers] + [(0, 0, 0)] * (2 * corners - len(numbers))


def cancels_twins(numbers):
    """Two equal numbers: one for each group. So both are left out, and the puzzle gets smaller."""
    numbers = [n for n in set(numbers) if list(numbers).count(n) % 2]
    if sum(numbers) % 2:
        numbers = [2 * n for n in numbers]
    half, corners = sum(numbers) // 2, max(3, len(numbers))
    return corners, (half, half), [(0, 0, n) for n in numbers] + [(0, 0, 0)] * (2 * corners - len(numbers))


FAULTY = (lends_a_one, saves_faces, cancels_twins)
MOST_TO_BREAK, LARGEST_TO_BREAK = (
    8,
    99,
)  # numbers in a list, and the largest of them: so that no engine is slow


def says_yes(reduction: Callable, numbers: Sequence[int]) -> bool:
    """Can the tiles that a reduction makes of a list be laid?

    >>> says_yes(saves_faces, [4, 1, 3, 2, 2]), says_yes(saves_faces, [3, 3, 3, 3, 4])
    (True, False)
    """
    from puzzlelib.icosoku.engines import solve

    if isinstance(puzzle := puzzle_or_fault(reduction(list(numbers))), str):
        raise PuzzleError(puzzle.removesuffix("."))
    return solve(puzzle, "asp").arrangement is not None


def not_broken(reduction: Callable, numbers) -> str:
    """Why a list does not break a reduction; "" if it does."""
    if isinstance(found := numbers_or_fault(numbers), str):
        return found
    if len(found) > MOST_TO_BREAK or max(found) > LARGEST_TO_BREAK:
        return f"At most {MOST_TO_BREAK} numbers, and none above {LARGEST_TO_BREAK}, please."
    groups, claimed = partition(found), says_yes(reduction, found)
    if (groups is not None) != claimed:
        return ""
    truth = f"{sum_of(groups[0])} = {sum_of(groups[1])}" if groups else "they cannot be split"
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
    if not isinstance(answer, (list, tuple)) or len(answer) != len(FAULTY):
        yield Counterexample("A list of three lists is asked for, one for each reduction.", got=answer)
        return
    for reduction, numbers in zip(FAULTY, answer):
        if say := not_broken(reduction, numbers):
            yield Counterexample(say, got=numbers)


# -------- 11.4 the puzzle read back


def laid(
    numbers: Sequence[int], group: Sequence[int]
) -> list[tuple[tuple[str, str, str], tuple[int, int, int]]]:
    """Faces and the dots at their corners; every face begins at another corner than the one before it.

    >>> laid([1, 1], [1])[:2]
    [(('N', 'Z1', 'Z2'), (1, 0, 0)), (('Z2', 'Z3', 'N'), (0, 0, 0))]
    """
    puzzle, arrangement = bipyramid_of(numbers), arrangement_of(numbers, group)
    pairs = zip(puzzle.polyhedron.faces, arrangement)
    return [(rotate_three(face, k), rotate_three(dots(*placed), k)) for k, (face, placed) in enumerate(pairs)]


def rotate_three(three: tuple, k: int) -> tuple:
    """Rotate three things in a circle by k."""
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


def group_error(got, arrangement) -> str | None:
    """Return the fault of a group that was read from an arrangement; None if it is right."""
    expected = sorted(
        number
        for face, there in arrangement
        for vertex, number in zip(face, there)
        if vertex == "N" and number
    )
    if not isinstance(got, (list, tuple)) or any(
        isinstance(number, bool) or not isinstance(number, Integral) for number in got
    ):
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
    correct="So an arrangement becomes a group again. N takes half of all dots, and the corners around "
    "the middle take none: "
    "so it is a witness.",
)
def read_at_north(answer):
    return try_on(answer, LAID, fault=group_error)


# -------- 11.4b heaps of three on spikes


@cache
def heap_cases() -> list[tuple[list[int], Polyhedron]]:
    """Lists of 9 and of 12 numbers, each between a quarter and a half of what a heap takes, with a surface;
    as many with heaps as without."""
    draw, found = Random(5), {True: [], False: []}
    while min(map(len, found.values())) < 5:
        heaps = 3 + len(found[True]) % 2
        numbers = [draw.randrange(11, 20) for _ in range(3 * heaps)]
        takes, rest = divmod(sum(numbers), heaps)
        if rest == 0 and takes < 4 * min(numbers) and 2 * max(numbers) < takes:
            found[has_heaps(numbers)].append(numbers)
    surfaces = (spiked_bipyramid, spiked_helix)
    return [
        (numbers, surfaces[k % 2](len(numbers) // 3))
        for n, both in enumerate(zip(found[True], found[False]))
        for k, numbers in enumerate(both, n)
    ]


def describe_heaps(numbers: Sequence[int], solid: Polyhedron) -> Text:
    """A call in words: a surface is too long to be written down."""
    return Text(f"{list(numbers)}, the {solid.name}")


def heap_error(got, numbers: Sequence[int], solid: Polyhedron) -> str | None:
    """Return the fault of capacities and tiles for some numbers; None if they can be laid
    exactly when there are heaps."""
    from puzzlelib.icosoku.engines import solve

    try:
        capacities, tiles = got
        puzzle = Cosoku(solid, capacities, [tuple(tile) for tile in tiles])
    except PuzzleError as problem:
        return f"{problem}."
    except (TypeError, ValueError):
        return "Two things are asked for: a capacity for each vertex, and a list of tiles."
    if puzzle.spare:
        return f"There are {len(solid.faces)} faces, and your list has {len(puzzle.tiles)} tiles."
    found = solve(puzzle, "asp", time_limit=SECONDS)
    if not found.complete:
        return "No answer for this puzzle came within seconds."
    if has_heaps(numbers) and not found.arrangement:
        return f"There are heaps, but the tiles cannot be laid{impossible_reason(puzzle)}."
    if found.arrangement and not has_heaps(numbers):
        return "There are no heaps, but the tiles can be laid."
    return None


def long_heaps() -> list[int]:
    """45 numbers of 15 digits that can be put into heaps, mixed."""
    draw, third = Random(4), 10**14
    numbers = []
    for _ in range(15):
        one, two = (draw.randrange(0, third // 10) for _ in range(2))
        numbers += [third + one, third + two, third - one - two]
    return draw.sample(numbers, len(numbers))


def long_heap_error(answer) -> str:
    """Return the fault for the long list, or "". Each number has to be on a tile: capacities and
    tiles are made without a look at the heaps."""
    numbers, solid = long_heaps(), spiked_bipyramid(15)
    try:
        with stopped_after(QUICK):
            capacities, tiles = answer(numbers, solid)
            dots_of = sorted(filter(None, (sum(tile) for tile in tiles)))
    except TooLong:
        return TOO_SLOW
    if sum(capacities) != sum(dots_of):
        dots, room = show_value(sum(dots_of)), show_value(sum(capacities))
        return f"There are {dots} dots on your tiles, and room for {room}."
    times = sum(dots_of) // sum(numbers)
    if dots_of != sorted(times * number for number in numbers):
        return "Not every number is on a tile of its own. How could the tiles know of it?"
    return ""


@exercise(
    "11.4b",
    seconds=30,
    correct="On both surfaces the tiles can be laid exactly when there are heaps. You have written the "
    "reduction that the argument above needs, and nothing in it asks how long the numbers are.",
)
def on_the_spikes(answer):
    for numbers, solid in heap_cases():
        got = answer(numbers, solid)
        if say := heap_error(got, numbers, solid):
            yield Counterexample(say, describe_heaps(numbers, solid), got=got)
    if say := long_heap_error(answer):
        example = Text("45 numbers of 15 digits, the bipyramid with 15 spikes")
        yield Counterexample(say, example)


# -------- 11.5 numbers with exactly one way


def ways_to_split(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The groups with half of the total that hold the first number: each way to split once.

    >>> list(ways_to_split((1, 2, 3))), list(ways_to_split((2, 1, 4)))
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
    found = list(ways_to_split(numbers))
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
    if isinstance(found := numbers_or_fault(answer), str):
        yield Counterexample(found, got=answer)
        return
    say, example = ambiguous(found)
    if say:
        shown = {"example": example} if example else {}
        yield Counterexample(say, **shown, got=answer)


# -------- 11.6 numbers become jobs for one machine

Job = tuple[int, int, int]  # how long it runs, when it may begin at the earliest, when it must be done
MOST_JOBS = 12  # for the short lists: the check tries all orders


def schedule(jobs: Sequence[Job]) -> list[tuple[int, Job]] | None:
    """An order in which one machine does all jobs, each with the time at which it begins; None if there is
    none.

    For each set of jobs it keeps the order that is done first (M. Held and R. M. Karp, 1962). How many of
    each kind are done is all that it looks at, so equal jobs are no work.

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
    """The jobs of an answer, or what is wrong with them."""
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
    """Return the fault of the jobs for some numbers; None if they can be done exactly when these
    can be split."""
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
    """The jobs for a list on which nobody can try all groups, or what is wrong with them."""
    try:
        with stopped_after(QUICK):
            return as_jobs(answer(list(numbers)))
    except (TooLong, MemoryError, OverflowError):
        return TOO_SLOW


# Too many groups to try; but the numbers are of two kinds, and so the jobs are of few.
ALIKE = ([6] * 29 + [2], [6] * 28 + [2, 2])
MOST_STATES = 10_000


def alike_plan_error(answer, numbers: Sequence[int]) -> str:
    """Return the fault of the jobs for many numbers of which most are alike; "" where nothing is
    seen, or where the jobs are of too many kinds to plan them."""
    if isinstance(jobs := plan_quickly(answer, numbers), str):
        return jobs
    if prod(times + 1 for times in Counter(jobs).values()) > MOST_STATES:
        return ""
    splits, can = partition(numbers) is not None, schedule(jobs) is not None
    if splits and not can:
        return "These numbers can be split, but your jobs cannot all be done."
    return "These numbers cannot be split, but your jobs can be done." if can and not splits else ""


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
    """Short lists, and a hundred by chance: some can be split, and some cannot."""
    draw = Random(6)
    return LISTS + [[draw.randint(1, 9) for _ in range(draw.randint(1, 6))] for _ in range(100)]


@exercise(
    "11.6",
    seconds=30,
    correct="One machine with times to keep is as hard as Partition, and you have proved it: there and back, "
    "for odd totals too. M. R. Garey and D. S. Johnson have this proof in their book, under “Sequencing "
    "within intervals”.",
)
def numbers_to_jobs(answer):
    yield from try_on(answer, to_plan(), fault=plan_error)
    for numbers in ALIKE:
        if say := alike_plan_error(answer, numbers):
            yield Counterexample(say, Text(str(numbers)))
    if say := long_plan_error(answer):
        example = Text(f"{len(LONG)} numbers of 20 digits: {LONG[0]}, {LONG[1]}, {LONG[2]}, …")
        yield Counterexample(say, example)
