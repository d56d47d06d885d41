"""Partition and bipyramids: 200 random lists, solvable exactly when the bipyramid is; the way there and back;
bad input in one line each."""

from functools import cache
from html import unescape
from itertools import combinations
from random import Random
from threading import Thread

import pytest
from brute_force import can_be_split
from sizes import size

from lessons.kit.pages.record import ModelRecorder
from lessons.l11_hard_in_general import card as module
from lessons.l11_hard_in_general.card import numbered_faces, partition_stage
from lessons.l11_hard_in_general.partition import (
    LARGEST,
    MOST,
    arrangement_of,
    at_apex,
    bipyramid_of,
    numbers_of,
    partition,
    read_back,
    read_numbers,
    unit,
    why_unsplittable,
)
from lessons.puzzles.cards.stage import part_names
from puzzlelib import PuzzleError
from puzzlelib.common.errors import short
from puzzlelib.icosoku import engines as cosoku_engines
from puzzlelib.icosoku import referee as cosoku_referee
from puzzlelib.icosoku.puzzle import Arranged, Cosoku, sums, why_impossible
from puzzlelib.packing.referee import Invalid

SMALL, LONG = (
    4,
    8,
)  # our own backtracking takes lists up to SMALL; clingo, without sums of its own, is slow from LONG on


def check_split(numbers, groups) -> None:
    """Two groups with the same sum, and together the numbers."""
    first, second = groups
    assert sum(first) == sum(second) and sorted((*first, *second)) == sorted(numbers)


def random_numbers(seed: int) -> list[int]:
    """1 to 10 numbers, below a limit drawn first: few large ones can rarely be split, many small ones nearly
    always if the total is even, as it is for two seeds of three at least."""
    draw = Random(seed)
    numbers = [draw.randint(1, most) for most in [draw.choice((3, 9, 60, 400))] * draw.randint(1, 10)]
    numbers[0] += seed % 3 > 0 and sum(numbers) % 2
    return numbers


LISTS = [random_numbers(seed) for seed in range(200)]


def engines_for(numbers, seed: int) -> list[str]:
    """Two engines by turns, and for short lists our own search beside them."""
    pair = ("highs", "cp-sat") if len(numbers) >= LONG else ("asp", "cp-sat")
    return [pair[seed % 2], *(["backtracking"] if len(numbers) <= SMALL else [])]


@cache
def solved(numbers: tuple[int, ...], engine: str):
    return cosoku_engines.solve(bipyramid_of(numbers), engine, time_limit=30)


# -------- many lists


@pytest.mark.parametrize("seed", range(size("lists to split")))
def test_numbers_can_be_split_exactly_when_the_bipyramid_can_be_solved(seed):
    numbers, expected = tuple(LISTS[seed]), can_be_split(LISTS[seed])
    groups = partition(numbers)
    assert (groups is not None) == expected
    for engine in engines_for(numbers, seed):
        result = solved(numbers, engine)
        assert result.complete and (result.arrangement is not None) == expected, engine
        if expected:
            cosoku_referee.verify(bipyramid_of(numbers), result.arrangement)
            check_split(numbers, read_back(bipyramid_of(numbers), result.arrangement))
    if expected:
        check_split(numbers, groups)
        assert read_back(bipyramid_of(numbers), arrangement_of(numbers, groups[0])) == groups


def test_both_kinds_are_among_the_lists_and_many_need_a_search():
    can = [can_be_split(numbers) for numbers in LISTS]
    assert can.count(True) >= 50 and can.count(False) >= 50
    silent = [numbers for numbers, yes in zip(LISTS, can) if not yes and not why_unsplittable(numbers)]
    assert len(silent) >= 15, len(silent)
    assert {len(numbers) for numbers in LISTS} == set(range(1, 11))


# -------- the puzzle


@pytest.mark.parametrize(
    "numbers",
    [[1], [2], [1, 1], [2, 1], [1, 2, 4], [1, 2, 3], [5] * 10, [LARGEST] * MOST, [LARGEST] * (MOST - 1)],
    ids=str,
)
def test_there_are_tiles_for_all_faces_and_dots_for_all_room(numbers):
    puzzle = bipyramid_of(numbers)
    corners = max(3, len(numbers))
    assert isinstance(puzzle, Cosoku) and len(puzzle.polyhedron.faces) == len(puzzle.tiles) == 2 * corners
    assert sum(map(sum, puzzle.tiles)) == sum(puzzle.capacities) == unit(numbers) * sum(numbers)
    assert puzzle.capacities == (unit(numbers) * sum(numbers) // 2,) * 2 + (0,) * corners


def test_an_odd_total_is_no_puzzle_that_counting_dots_refuses():
    """1, 2, 4: with capacities 3 and 4 it could be solved, which would be wrong; with doubled numbers the
    solver itself says no."""
    puzzle = bipyramid_of([1, 2, 4])
    assert puzzle.capacities[:2] == (7, 7) and puzzle.tiles[-3:] == ((0, 0, 2), (0, 0, 4), (0, 0, 8))
    assert not why_impossible(puzzle)
    rounded = Cosoku(puzzle.polyhedron, (3, 4, 0, 0, 0), [(0, 0, 0)] * 3 + [(0, 0, 1), (0, 0, 2), (0, 0, 4)])
    assert cosoku_engines.solve(rounded, "asp").arrangement and not can_be_split([1, 2, 4])


def test_any_group_of_half_the_total_gives_a_solution_and_no_other_group_does():
    for numbers in ([1, 2, 3], [2, 2], [4, 1, 3, 2, 2], [3, 3, 3, 3, 4]):
        for size in range(len(numbers) + 1):
            for group in combinations(numbers, size):
                laid = arrangement_of(numbers, group)
                assert sums(bipyramid_of(numbers), laid)[0] == unit(numbers) * sum(group)
                if 2 * sum(group) == sum(numbers):
                    assert sorted(read_back(bipyramid_of(numbers), laid)[0]) == sorted(group)
                else:
                    with pytest.raises(Invalid):
                        read_back(bipyramid_of(numbers), laid)


def test_the_largest_list_is_still_quick():
    numbers = [LARGEST - k for k in range(MOST - 1)] + [LARGEST - MOST]
    check_split(numbers, partition(numbers))
    assert solved(tuple(numbers[:12]), "cp-sat").complete


# -------- bad input


@pytest.mark.parametrize(
    "numbers, said",
    [
        ([], "none"),
        ("3 1 2", "list"),
        (None, "list"),
        ([0, 1], "number 0"),
        ([1.5], "number 1.5"),
        ([True], "number True"),
        (["3"], "number '3'"),
        ([LARGEST + 1], "10,001"),
        ([1] * (MOST + 1), f"more than {MOST}"),
        ([10**5000], "number"),
        ({3: 1, "a": 2}, "number 'a'"),
    ],
    ids=short,
)
def test_bad_numbers(numbers, said):
    for door in (numbers_of, partition, bipyramid_of, why_unsplittable):
        with pytest.raises(PuzzleError) as problem:
            door(numbers)
        assert said.replace("10,001", "10001") in str(problem.value) and "\n" not in str(problem.value)


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "none"),
        ("3, x", "number 'x'"),
        ("2.5", "number '2.5'"),
        ("9" * 5000, "number '999"),
        ("1 " * 31, "more than 30"),
        ("٣", "number"),
    ],
)
def test_bad_text(text, said):
    with pytest.raises(PuzzleError) as problem:
        read_numbers(text)
    assert said in str(problem.value) and "\n" not in str(problem.value) and len(str(problem.value)) < 160


def test_text_as_people_write_it():
    for text in ("3, 1, 2", "3 1 2", "[3, 1, 2]", "3;1;2", " 3,1,\n2, ", "(3, 1, 2)", "+3 01 2"):
        assert read_numbers(text) == (3, 1, 2), text


# -------- the widget


@pytest.fixture
def stage():
    return partition_stage([4, 1, 3, 2, 2])


def said(stage) -> str:
    """Return what is wrong, and the sentence of the picture."""
    return f"{unescape(stage.line.value)} {stage.stage.frames[-1]['say']}"


def steps(stage) -> list[str]:
    return [frame["say"] for frame in stage.stage.frames]


@pytest.mark.parametrize("engine", ["asp", "cp-sat", "highs", "backtracking"])
def test_solve_and_read_back(stage, engine):
    stage.engine = engine
    stage.solve()
    check_split(stage.numbers, read_back(stage.puzzle, stage.arrangement))
    assert f"{engine} found an arrangement" in said(stage) and "can be split" in said(stage)
    assert len(steps(stage)) == 7 and steps(stage)[-1].count("= 6") == 2
    weighed = [frame["groups"] for frame in stage.stage.frames]
    assert weighed[0] == [[], []] and list(map(sum, weighed[-1])) == [6, 6]
    assert [sum(map(len, groups)) for groups in weighed] == [
        0,
        1,
        2,
        3,
        4,
        5,
        5,
    ]  # a stone lands at each step
    for number, sentence in zip(
        [number for _, number, _ in numbered_faces(stage.puzzle, stage.arrangement)], steps(stage)[1:]
    ):
        assert f"so {number} belongs to" in sentence
    assert stage.stage.step == 6


def groups(stage) -> list[list[int]]:
    """Return what lies in the pans, which is what is ticked."""
    ticked = [number for number, box in zip(stage.numbers, stage.boxes) if box.value]
    assert len(stage.boxes) == len(stage.numbers)
    assert sorted(stage.stage.frames[-1]["groups"][0]) == sorted(unit(stage.numbers) * one for one in ticked)
    return stage.stage.frames[-1]["groups"]


def test_a_group_by_hand(stage):
    assert groups(stage) == [[], [4, 3, 2, 2, 1]] and "Now all dots are at S" in said(stage)
    for number in (0, 2):
        stage.boxes[number].value = True
    assert groups(stage) == [[4, 3], [2, 2, 1]] and "N collects 7 dots and takes 6" in said(stage)
    assert len(steps(stage)) == 1 and at_apex(stage.puzzle, stage.arrangement, "N") == (4, 3)
    for number in (0, 1, 4):
        stage.boxes[number].value ^= True
    assert "Every vertex has its number" in said(stage)
    assert read_back(stage.puzzle, stage.arrangement) == ((3, 2, 1), (4, 2))


def test_what_is_found_is_ticked(stage):
    for numbers in ("4 1 3 2 2", "1 2 3 4", "7 7 9 9 4 4"):
        stage.field.value = numbers
        assert groups(stage)[0] == []
        stage.solve()
        assert sum(groups(stage)[0]) == sum(stage.numbers) / 2


def test_of_few_numbers_the_book_has_each_group(stage):
    assert stage.together == stage.boxes
    recorder, id = ModelRecorder(), stage.stage.model_id
    found = recorder.settings(stage)
    for widget in (stage.stage, *stage.boxes):
        recorder.model(widget)
    states = recorder.without_shared(found)["states"].values()
    shown = [one[id]["state"] for one in states]
    assert len(shown) == 2**5 and len({str(one["frames"][0]["groups"]) for one in shown}) == 24  # two are 2
    parts = recorder.models[id]["state"]["parts"]  # all of them are kept once
    assert all("parts" not in one and set(part_names(one["frames"])) <= set(parts) for one in shown)
    stage.field.value = "1 1 1 1 1 1"
    assert stage.together == []


@pytest.mark.parametrize(
    "text, words", [("3, x", "number 'x'"), ("", "there is none"), ("1 " * 31, "more than 30")]
)
def test_bad_numbers_in_the_widget_lose_nothing(stage, text, words):
    stage.solve()
    before = stage.puzzle, stage.arrangement, steps(stage)
    stage.field.value = text
    assert words in said(stage) and "eo-wrong" in stage.line.value and "\n" not in said(stage)
    assert (stage.puzzle, stage.arrangement, steps(stage)) == before and stage.field.value == text


def test_other_numbers_lie_at_s(stage):
    stage.solve()
    stage.field.value = "4 1 3 2 2"  # the same numbers, written otherwise: all stays
    assert stage.arrangement
    stage.field.value = "3, 3, 3, 3, 4"
    assert stage.puzzle == bipyramid_of([3, 3, 3, 3, 4]) and groups(stage) == [[], [4, 3, 3, 3, 3]]


@pytest.mark.parametrize(
    "numbers, words",
    [
        ("3 3 3 3 4", "asp proved it"),
        ("1 2 4", "even number of dots, and takes 7"),
        ("1 1 4", "more than half of the total 6"),
        ("5", "doubled: 2 dots stand for 1"),
        ("2 2 2", "cannot be split"),
    ],
)
def test_no_arrangement_is_said_with_a_reason(stage, numbers, words):
    stage.field.value = numbers
    stage.solve()
    assert "No arrangement" in said(stage) and words in said(stage)
    assert groups(stage)[0] == [], "all lies as it lay"


def test_a_stop_is_told_and_loses_nothing(stage, monkeypatch):
    stage.boxes[1].value = True
    before = stage.arrangement
    for stopped, words in (("interrupt", "Stopped: asp"), ("time limit", f"after {module.SECONDS} s")):
        monkeypatch.setattr(module, "solve", lambda *_, **__: Arranged(None, "asp", 1.0, stopped))
        stage.solve()
        assert words in said(stage) and "proved nothing" in said(stage) and stage.arrangement == before
        assert stage.stage.busy == ""


@pytest.mark.slow
def test_two_handlers_at_once_come_one_after_the_other(stage):
    """As in JupyterLab, where leaving the field and pressing Solve may run in two threads."""
    for numbers in ("4 1 1 2", "12, 20, 35, 8, 5, 16, 9, 31", "3 3 1 1", "7 7 9 9 4 4"):
        run = stage.stage.run
        first = Thread(target=setattr, args=(stage.field, "value", numbers))
        first.start()
        stage.solve()
        first.join()
        assert stage.stage.run - run == 2 and len(stage.stage.frames) == stage.stage.count
        assert "found an arrangement" in said(stage)
        check_split(stage.numbers, read_back(stage.puzzle, stage.arrangement))
        assert set(part_names(stage.stage.frames)) <= set(stage.stage.parts)
