"""Lesson 02: orientations are asked for in normal form, placements by a formula; what the text says of boxes
and pieces."""

import re
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import numpy

from lessons import gallery
from lessons.kit.checks.judge import verdict
from lessons.l02_polycubes.checks import PYRAMID, all_combs, all_polycubes, comb_name, pairs, pushed_comb
from puzzlelib import load
from puzzlelib.packing import ROTATIONS, normal_form, orientations, turned
from puzzlelib.packing.puzzle import box_cells
from puzzlelib.packing.shapes import placements

LESSON = Path(__file__).parents[2] / "lessons" / "l02_polycubes" / "lesson.md"


def anywhere(cells):
    """Each orientation once, wherever the turn has left it."""
    kept = {
        normal_form(shape): shape for shape in ([turned(cell, turn) for cell in cells] for turn in ROTATIONS)
    }
    return list(kept.values())


def test_orientations_have_to_be_in_normal_form():
    said = verdict("2.3", anywhere)
    assert said.status == "not yet" and "Its normal form is asked for" in said.say
    assert said.example.picture() is not None


def test_orientations_as_lists_are_right():
    as_lists = lambda cells: [[*map(list, normal_form(shape))] for shape in anywhere(cells)]
    assert verdict("2.3", as_lists).status == "correct"


def test_orientations_of_the_library_are_refused():
    assert "uses the library's `orientations`" in verdict("2.3", lambda cells: orientations(cells)).say
    assert "uses the library's `orientations`" in verdict("2.3", orientations).say


def test_the_normal_form_of_the_library_is_refused():
    assert "uses the library's `normal_form`" in verdict("2.1", lambda cells: normal_form(cells)).say
    assert "uses the library's `normal_form`" in verdict("2.1", normal_form).say


def test_the_first_card_does_not_say_how_many_rotations_there_are():
    text = LESSON.read_text(encoding="utf-8")
    name, show = re.search(r':tags: \[opening\]\n.*\ngallery\("(.+)", "(.+)"\)', text).groups()
    stage = next(child for child in gallery(name, show).children if hasattr(child, "frames"))
    assert "In how many ways can you put the die back?" in text
    assert not any("24" in frame["say"] for frame in stage.frames)


def test_placements_are_counted_and_not_tried():
    def formula(cells, box):
        sizes = [numpy.max(shape, axis=0) + 1 for shape in orientations(cells)]
        return sum(numpy.prod(numpy.maximum(0, numpy.array(box) - size + 1)) for size in sizes)

    assert verdict("2.4", formula).status == "correct"


def test_what_the_text_says_of_boxes_and_pieces():
    assert len(orientations(PYRAMID)) == 8
    assert [load(name).boxes for name in ("tetracubes-2x4x4", "tetracubes-2x2x8")] == [
        ((4, 4, 2),),
        ((8, 2, 2),),
    ]
    assert len(list(placements(PYRAMID, box_cells([(2, 2, 2)])))) == 8


# ---- 2.7 --------------------------------------------------------------------------------------


def combs_in_cubes(size):
    """Right, by three coordinates that sum to 0, and with other pictures of the pieces: a list of lists."""
    seen, pieces = set(), [[(0, 0, 0)]]
    steps = list(permutations((0, 1, -1)))
    for _ in range(size - 1):
        seen, grown = set(), []
        for piece in pieces:
            for cell, step in product(piece, steps):
                new = tuple(map(sum, zip(cell, step)))
                if new not in piece and (name := cube_name([*piece, new])) not in seen:
                    seen.add(name)
                    grown.append([*piece, new])
        pieces = grown
    return [[[numpy.int64(x), numpy.int64(y)] for x, y, _ in piece] for piece in pieces]


def cube_name(cells):
    """The smallest picture: the axes in any order, each with the same sign."""
    pictures = []
    for axes, sign in product(permutations(range(3)), (1, -1)):
        moved = [[sign * cell[axis] for axis in axes] for cell in cells]
        low = [min(column) for column in zip(*moved)]
        pictures.append(tuple(sorted(tuple(a - b for a, b in zip(cell, low)) for cell in moved)))
    return min(pictures)


def test_honeycombs_in_other_coordinates_are_right():
    said = verdict("2.7", combs_in_cubes)
    found = [len(combs_in_cubes(size)) for size in range(1, 7)]
    assert said.status == "correct" and "1, 1, 3, 7, 22 and 82" in said.say
    assert found == [1, 1, 3, 7, 22, 82]


def test_a_neighbour_that_is_forgotten_is_missed_at_six():
    def five_neighbours(size):
        pieces = {((0, 0),)}
        for _ in range(size - 1):
            grown = (
                [*piece, (q + a, r + b)]
                for piece in pieces
                for q, r in piece
                for a, b in ((1, 0), (-1, 0), (0, -1), (1, -1), (-1, 1))
                if (q + a, r + b) not in piece
            )
            pieces = set(map(comb_name, grown))
        return pieces

    said = verdict("2.7", five_neighbours)
    assert "is missing" in said.say and said.example.example == 6


def test_the_same_honeycomb_twice_is_shown():
    two = lambda size: [[(k, 0) for k in range(size)], [(0, k) for k in range(size)]][: 1 + (size > 1)]
    said = verdict("2.7", two).say
    assert "These two are the same piece: `((0, 0), (0, 1))` and `((0, 0), (1, 0))`." in said


def test_three_of_the_honeycombs_of_four_cells_are_chiral():
    turns_only = set()
    for piece in all_combs(4):
        for cells in (piece, [(r, q) for q, r in piece]):
            pictures = []
            for _ in range(6):
                cells = [(-r, q + r) for q, r in cells]
                pictures.append(pushed_comb(cells))
            turns_only.add(min(pictures))
    assert len(turns_only) == 10


def test_the_answers_to_the_questions_in_the_text():
    in_the_box = Counter(piece for piece, _ in load("tetracubes-2x4x4").placements)
    assert in_the_box.most_common(1) == [("L", 160)]
    assert sum(min(1 + max(axis) for axis in zip(*shape)) == 1 for shape in all_polycubes(5)) == 12
    assert 2 * len(pairs(all_polycubes(5))) == 12


def test_small_numbers_of_numpy_and_keys_are_shapes():
    combs = lambda size: {
        tuple((numpy.uint8(q), numpy.uint8(r)) for q, r in comb): 1 for comb in all_combs(size)
    }.keys()
    assert verdict("2.7", combs).status == "correct"
