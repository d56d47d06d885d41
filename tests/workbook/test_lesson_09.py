"""Sentences of lesson 09 and its teacher's page have to come out when the cells are run: sizes, bets,
reasons, parts of a frame."""

import re
from collections import Counter
from itertools import chain, product
from random import Random

import pytest
from solved import solved_names
from test_build import ROOT

from lessons import Stage
from lessons.kit.checks.judge import verdict
from lessons.l09_plates.checks import (
    LARGE,
    MARKS,
    QUARRELS,
    SAWN,
    Possible,
    calls_to_generate,
    drawn_quarrels,
    mark,
    sawing_plans,
    set_from,
    side_words,
    what_counting_says,
    wrong_set,
)
from puzzlelib.ilp.explain import why_not
from puzzlelib.plates.files import load, plate_sets
from puzzlelib.plates.generate import frame_around, generate_plates
from puzzlelib.plates.plate import PlateSet

FOLDER = ROOT / "lessons" / "l09_plates"


TEACHER = (FOLDER / "teacher.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def names():
    return solved_names(FOLDER.name)


@pytest.mark.notebook
def test_the_reason_that_is_shown_is_about_four_cells_near_one_corner(names):
    shown = names["smallest_set"](names["cube_puzzle"](names["both_over"]))
    stage = next(child for child in shown.children[1].children if isinstance(child, Stage))
    said = stage._all[0]["say"]
    assert said.startswith("No choice of placements covers the cells (0,0,0), ") and "weight" not in said


@pytest.mark.notebook
def test_the_other_board_has_one_solution_off_the_pitch(names):
    assert len(names["places"]) == 1 and 0 < len(names["on_pitch"]) < 6
    options = Counter(
        item
        for option in names["exact_cover"](names["board_puzzle"](names["other"])).options
        for item in option
    )
    assert options.most_common()[-1] == ((9, 6, 0), 1) and options.most_common()[-2][1] > 1
    assert "at the corner at the top right" in TEACHER


@pytest.mark.notebook
def test_turning_over(names):
    assert names["before"] == 24 and set(names["each"].values()) == {0}
    assert names["how_many"](names["turned_over"](names["plates"], "ABCDEF")) == 24
    assert all(plate.is_chiral() for plate in names["plates"].plates)
    found = sum(names["has_solution"](names["options_of"](one, names["IN_A_HURRY"])) for one in names["sets"])
    assert f"It is {found}: those sets" in TEACHER and 0 < found < len(names["sets"]) == 24


@pytest.mark.notebook
def test_the_formulas_in_a_hurry_mirror_three_faces(names):
    """As the maps of exercise 9.2 are judged, one face at a time."""
    right = names["place"]
    mirrored = []
    for face, hurried in names["IN_A_HURRY"].items():
        one_changed = lambda f, x, y: hurried(x, y) if f == face else right(f, x, y)
        mirrored += [face] * ("mirrored" in str(verdict("9.2", one_changed)))
    assert mirrored == ["+X", "-Y", "+Z"] and "(+X, −Y and +Z.)" in TEACHER


@pytest.mark.notebook
def test_the_pinwheels_have_as_many_cells_as_the_shell(names):
    areas = [4 + sum(plate.border12) for plate in names["pinwheels"].plates]
    assert areas == [12, 12, 8, 8, 8, 8] and sum(areas) == 56


@pytest.mark.notebook
def test_what_counting_can_say(names):
    assert len(names["kept"]) == 40 and "It leaves 40 of 1,000" in TEACHER
    assert not any(names["how_many"](one) for one in names["kept"])


@pytest.mark.notebook
def test_pinwheels_turned_over_pass_every_count_and_have_a_short_reason(names):
    borders = [plate.border12 for plate in names["both_over"].plates]
    words = [word for border in borders for word in side_words(border)]
    assert (words.count("#."), words.count(".#"), what_counting_says(borders)) == (16, 8, "")
    assert "16 sides `#.` and 8 sides `.#`" in TEACHER
    assert not names["how_many"](names["both_over"])
    reason = why_not(names["cube_puzzle"](names["both_over"]))
    assert len(reason.rows) == 4 and all(row.startswith("cell") for row in reason.rows)
    cells = [tuple(map(int, re.findall(r"\d", row))) for row in reason.rows]
    assert any(
        all(max(abs(a - b) for a, b in zip(cell, corner)) <= 2 for cell in cells)
        for corner in product((0, 3), repeat=3)
    )


@pytest.mark.notebook
def test_one_more_row(names):
    assert names["on_top"] == 24 // 6 == 4


def covered(plates, laid_out, ways):
    """The cells that the plates fill, each of them where it lies."""
    there = {(spot.plate, spot.at, spot.turn) for spot in laid_out}
    return {
        cell
        for plate in plates.plates
        for spot in ways(plate)
        if (spot.plate, spot.at, spot.turn) in there
        for cell in spot.cells
    }


@pytest.mark.notebook
def test_how_many_plates_there_are(names):
    lists = Counter(names["lists"].values())
    assert len(names["lists"]) == 1044 and (lists[4], lists[2], lists[1]) == (1008, 28, 8)
    assert "1,008 + 28 + 8 = 1,044" in TEACHER


@pytest.mark.notebook
def test_hint_3_of_the_open_exercise_works(names):
    six = names["my_set"].plates
    assert not wrong_set(PlateSet("mine", six, frame_around(Random(1), six)))


@pytest.mark.notebook
def test_the_frame_in_parts(names):
    loose, frame_cells, plates = names["stl"].parts, names["stl"].frame_cells, names["plates"]
    assert (loose(frame_cells(plates)), loose(frame_cells(plates, rim=1))) == (7, 1)
    several = [loose(frame_cells(names["load"](name))) for name in plate_sets()]
    assert sum(number > 1 for number in several) > len(several) / 2


def test_a_drawing_is_read_as_it_is_printed():
    both = load("both-ways")
    assert set_from(str(both)).plates == both.plates and set_from(str(both)).border30 == both.border30


@pytest.mark.parametrize("made", [9, 12_345])
def test_a_generated_set_is_not_ones_own(made):
    assert f'`generate_plates({made}, "both")`' in wrong_set(generate_plates(made, "both"))


@pytest.mark.slow
def test_the_marks_of_generated_sets_are_theirs():
    made = [mark(generate_plates(*call).plates) for call in calls_to_generate()]
    lines = (" ".join(made[k : k + 20]) for k in range(0, len(made), 20))
    assert MARKS.read_text(encoding="ascii") == "".join(f"{line}\n" for line in lines)


def test_a_generated_cube_with_a_board_around_it_is_not_ones_own():
    six = generate_plates(3, "cube").plates
    frames = (frame_around(Random(k), six) for k in range(50))
    made = PlateSet("mine", six, next(frame for frame in frames if frame))
    assert "`generate_plates(3, " in wrong_set(made)


# -------- rows of which none is superfluous


@pytest.mark.notebook
def test_halves_ask_fewer_questions_where_the_reason_is_short(names):
    """As the text says: few of 62 rows, or about half of them."""
    short, long = names["asked"].values()
    assert (short["irreducible"], short["quick"][1]) == ((58, 4), 4) and short["quick"][0] < 29
    assert (long["irreducible"], long["quick"][1]) == ((62, 31), 27) and long["quick"][0] > 62
    assert names["fewer"] == [True, False]


@pytest.mark.notebook
def test_a_set_that_a_model_designs_solves_both_puzzles(names):
    """By the search, which knows nothing of the model; and the wishes are met."""
    designed = names["designed"]
    assert names["how_many"](designed)
    assert next(names["algorithm_x"].solutions(names["board_puzzle"](designed)))
    borders = [plate.border12 for plate in designed.plates]
    assert all(borders[0][k] for k in (0, 3, 6, 9)) and not any(borders[1][k] for k in (0, 3, 6, 9))


@pytest.mark.notebook
def test_how_many_rows_refuse_the_plate_that_is_turned_over(names):
    """31 rows or 27, as the order has it; none is superfluous, and another solver agrees."""
    first, last = names["from_the_first"], names["from_the_last"]
    assert (len(first), len(last), len(names["one_over"].rows)) == (31, 27, 62)
    assert "31 from one end and 27 from the other" in TEACHER
    for rows in (first, last):
        others = [name for name in names["one_over"].rows if name not in rows]
        assert not names["solve_model"](names["one_over"].without(*others), "highs").found
        assert all(names["can_be_kept"]([one for one in rows if one != row]) for row in rows)


def test_quarrels_overlap_and_have_superfluous_rows():
    assert all(not Possible(*case)(case[0]) for case in [*QUARRELS, *drawn_quarrels()])
    assert sum(len(quarrels) > 1 for _, quarrels in QUARRELS) >= 4


# -------- planks


def test_the_planks_that_are_tried():
    """Some need a plank more than their length says, one cannot be sawn at all."""
    need = [min((len(set(plan)) for plan in sawing_plans(*job)), default=0) for job in SAWN]
    area = [-(-sum(lengths) // plank) for lengths, plank, _ in SAWN]
    assert need.count(0) >= 2 and any(n > a for n, a in zip(need, area))
    lengths, plank, planks = LARGE
    full = [(7, 5), (7, 5), (6, 6), (6, 3, 3), (5, 5, 2)]
    assert sorted(chain(*full)) == sorted(lengths) and {sum(one) for one in full} == {plank}
    assert len(full) < planks
