"""Lesson 02: orientations are asked for in normal form, placements by a formula; what the text says of boxes
and pieces."""

import re
from collections import Counter
from pathlib import Path

from lessons import gallery
from lessons.kit.checks.judge import verdict
from lessons.l02_polycubes.checks import PYRAMID, all_combs, all_polycubes, comb_name, pairs, pushed_comb
from puzzlelib import load
from puzzlelib.packing import orientations
from puzzlelib.packing.puzzle import box_cells
from puzzlelib.packing.shapes import placements

LESSON = Path(__file__).parents[2] / "lessons" / "l02_polycubes" / "lesson.md"


def test_the_first_card_does_not_say_how_many_rotations_there_are():
    text = LESSON.read_text(encoding="utf-8")
    name, show = re.search(r':tags: \[opening\]\n.*\ngallery\("(.+)", "(.+)"\)', text).groups()
    stage = next(child for child in gallery(name, show).children if hasattr(child, "frames"))
    assert "In how many ways can you put the die back?" in text
    assert not any("24" in frame["say"] for frame in stage.frames)


def test_what_the_text_says_of_boxes_and_pieces():
    assert len(orientations(PYRAMID)) == 8
    assert [load(name).boxes for name in ("tetracubes-2x4x4", "tetracubes-2x2x8")] == [
        ((4, 4, 2),),
        ((8, 2, 2),),
    ]
    assert len(list(placements(PYRAMID, box_cells([(2, 2, 2)])))) == 8


# -------- 2.7


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


def test_a_cell_that_a_shape_has_twice_is_named():
    said = verdict("2.5", lambda size: {((0, 0, 0),) * size}).say
    assert said == "Not yet. One of your shapes has a cell twice: `((0, 0, 0), (0, 0, 0))`."


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
