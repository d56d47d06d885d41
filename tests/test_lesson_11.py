"""What lesson 11 and its teacher's page say in words has to come out when the cells are run: groups, tiles, conflicts, sums, edges."""

import re
from math import factorial
from random import Random

import pytest
from solved import solved_names
from test_build import ROOT

from puzzlelib.check import verdict
from puzzlelib.exercises.lesson_11 import LAID, LISTS, WITNESSES, ways
from puzzlelib.partition import bipyramid_of, partition, why_unsplittable

FOLDER = ROOT / "lessons" / "11-hard-in-general"
TEACHER, LESSON = ((FOLDER / name).read_text(encoding="utf-8") for name in ("teacher.md", "lesson.md"))


@pytest.fixture(scope="module")
def names():
    return solved_names("11-hard-in-general")


@pytest.mark.notebook
def test_the_table_of_the_toy(names):
    by_hand = (
        factorial(20) // (6 * 6 * 2 * 2) * 3**16
    )  # two types come three times, two twice; 16 tiles can be turned
    assert names["fillings"] == by_hand
    assert round(479_001_600 * 20 / 1e9, 1) == 9.6 and "9.6 gigabytes" in TEACHER


@pytest.mark.notebook
def test_all_groups_are_tried(names):
    assert [row[:2] for row in names["rows"]] == [(n, 2**n) for n in (10, 12, 14, 16, 18, 20)]
    assert names["find"]([4, 1, 3, 2, 2])[0] == (4, 2)


@pytest.mark.notebook
def test_one_turn_only(names):
    assert names["fits"] == [1] and len(names["puzzle"].polyhedron.faces) == 10


@pytest.mark.notebook
def test_rounding_makes_a_wrong_yes(names):
    assert names["found"] is not None and partition([1, 2, 4]) is None
    assert names["in_words"](names["hurried"], names["found"]) in (
        "1 + 2 at N and 4 at S",
        "2 + 1 at N and 4 at S",
    )


@pytest.mark.notebook
def test_what_the_search_does(names):
    assert (
        sum(event.kind == "try" for event in names["twos"].events) == 20
        and names["twos"].complete
        and "It puts 20" in TEACHER
    )
    assert (
        100 < names["conflicts"][5] < 300
        and names["conflicts"][8] > 50_000
        and "more than fifty thousand" in TEACHER
    )
    drawn = [names["long_numbers"](n, 3) for n in range(3, 9)]
    assert all(partition(numbers) is None and not why_unsplittable(numbers) for numbers in drawn)


@pytest.mark.notebook
def test_sums_of_short_numbers_and_of_long_ones(names):
    sizes = [row[2] for row in names["sizes"][1:]]
    assert sizes[0] <= 20 * 9 + 1 and sizes[1] <= 20 * 99 + 1 == 1981 and sizes[-1] > 0.9 * 2**20
    assert all(later > earlier for earlier, later in zip(sizes, sizes[1:]))
    assert all(
        5 < later / earlier < 15 for earlier, later in zip(sizes[:4], sizes[1:4])
    )  # "with each digit ten times as many"


@pytest.mark.notebook
def test_three_deltahedra(names):
    assert names["built"] == [3, 4, 5]


def test_one_list_in_five_can_be_split_in_one_way():
    lists = [tuple(Random(seed).sample(range(3, 40), 8)) for seed in range(300)]
    once = [found[0] for numbers in lists if len(found := list(ways(numbers))) == 1]
    assert 45 <= sum(3 <= len(group) <= 5 for group in once) <= 75


def test_the_list_on_paper():
    numbers = (5, 4, 3, 3, 2, 1)
    assert {tuple(sorted(group, reverse=True)) for group in ways(numbers)} == {(5, 4), (5, 3, 1)} and sum(
        numbers
    ) == 18
    assert len(bipyramid_of(numbers).tiles) == 12 and partition([6, 6, 4, 2, 2, 2]) is None


def test_minutes_add_up():
    assert sum(int(number) for number in re.findall(r"^\|[^|]+\| (\d+)", TEACHER, re.M)) == 30


# ---- the exercises --------------------------------------------------------------------------------------------------------


def test_the_examples_have_both_answers():
    verdicts = [a_witness(*args) for args in WITNESSES]
    assert min(verdicts.count(True), verdicts.count(False)) >= 6
    can = [partition(numbers) is not None for numbers in LISTS]
    assert min(can.count(True), can.count(False)) >= 5 and {len(numbers) for numbers in LISTS} >= {
        1,
        2,
        3,
        4,
        5,
    }
    assert {face.index("N") for laid in LAID for face, _ in laid if "N" in face} == {0, 1, 2}


def a_witness(numbers, group):
    rest = list(numbers)
    for number in group:
        if number not in rest:
            return False
        rest.remove(number)
    return sum(group) == sum(rest)


def blank(corners, numbers):
    return [(0, 0, 0)] * (2 * corners - len(numbers))


def as_in_the_paper(numbers, corners, apexes):
    return corners, apexes, [(number, 0, 0) for number in numbers] + blank(corners, numbers)


@pytest.mark.parametrize(
    "reduction",
    [
        lambda numbers: as_in_the_paper(
            numbers, len(numbers) + 3, (sum(numbers) // 2,) * 2
        ),  # an odd total: too many dots
        lambda numbers: as_in_the_paper(
            [2 * n for n in numbers], max(3, len(numbers)), (sum(numbers),) * 2
        ),  # always doubled
        lambda numbers: (
            as_in_the_paper(numbers, max(3, len(numbers)), (sum(numbers) // 2,) * 2)
            if sum(numbers) % 2 == 0
            else (3, (1, 1), [(0, 0, 2)] + [(0, 0, 0)] * 5)
        ),
    ],
    ids=["more corners", "doubled", "a fixed no"],
)
def test_exercise_11_3_takes_every_right_reduction(reduction):
    assert "Correct" in str(verdict("11.3", reduction))


@pytest.mark.parametrize(
    "answer",
    [
        lambda numbers: 7,
        lambda numbers: (3, 4, []),
        lambda numbers: (3, (1, 1), [(0, 0)] * 6),
        lambda numbers: (3, (-1, 1), [(0, 0, 0)] * 6),
        lambda numbers: (3.0, (1, 1), []),
        lambda numbers: (3, (0.5, 0.5), [(0, 0, 0)] * 6),
        lambda numbers: (10**6, (1, 1), []),
    ],
)
def test_exercise_11_3_says_what_is_no_puzzle(answer):
    said = verdict("11.3", answer)
    assert said.status == "not yet" and said.error is None and "Traceback" not in str(said)


@pytest.mark.parametrize("exercise", ["11.2", "11.5"])
@pytest.mark.parametrize(
    "answer",
    [7, "2, 2, 4", [], [0, 2, 4, 6, 8], [2.5] * 6, [-1, 1, 2, 3, 5, 8], {2, 4, 6}, [2] * 40, [[1, 2], [3]]],
    ids=str,
)
def test_strange_lists(exercise, answer):
    said = verdict(exercise, answer)
    assert said.status == "not yet" and said.error is None


@pytest.mark.parametrize(
    "answer", [lambda laid: "42", lambda laid: [None], lambda laid: [1.5], lambda laid: 3]
)
def test_strange_groups(answer):
    said = verdict("11.4", answer)
    assert said.status == "not yet" and said.error is None
