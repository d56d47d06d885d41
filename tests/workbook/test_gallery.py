"""The gallery: what its slider goes through, and what reaches the browser."""

from itertools import combinations
from math import dist

import pytest

from lessons.puzzles.cards.gallery import described, gallery
from puzzlelib import PuzzleError, load
from puzzlelib.packing import shapes

PIECES = load("tetracubes-2x4x4").pieces
DIFFERENT = {"I": 3, "T": 12, "L": 24, "Pyramid": 8, "O": 3, "N": 12, "Z": 12, "Z_mirror": 12}


def seen(show) -> list[tuple]:
    """The pictures that the slider can reach, each as the text of its cells."""
    return [tuple(frame["cells"]) for frame in show.stage.frames[1:]]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_every_orientation_once(piece):
    show = gallery(PIECES)
    show.piece.value = piece.name
    assert show.row.slider.max == DIFFERENT[piece.name] == len(set(seen(show))) == len(seen(show))


def test_24_rotations_and_the_same_pictures_among_them():
    turned, once = gallery(PIECES, "rotations"), gallery(PIECES)
    for piece in PIECES:
        turned.piece.value = once.piece.value = piece.name
        assert len(seen(turned)) == 24 and set(seen(turned)) == set(seen(once))


def test_only_the_twins_differ_from_their_mirror_images():
    show, never = gallery(PIECES, "mirror"), []
    for piece in PIECES:
        show.piece.value = piece.name
        if not any("the same picture" in frame["say"] for frame in show.stage.frames[1:]):
            never.append(piece.name)
    assert never == ["Z", "Z_mirror"]


def test_the_sentence_says_what_is_seen():
    show = gallery(PIECES, "mirror")
    show.piece.value = "L"
    for frame in show.stage.frames[1:]:
        half = len(frame["how"]) // 2
        same = [bool(how) for how in frame["how"][:half]] == [bool(how) for how in frame["how"][half:]]
        assert same == ("the same picture" in frame["say"])


def test_pieces_that_lie_apart_are_not_pulled_apart():
    stage = gallery(PIECES, "pieces").children[1]
    assert not any(any(block["away"]) for block in stage.frames[0]["blocks"])


def test_each_of_many_pieces_turns_where_it_is_and_never_meets_another():
    scene = gallery(PIECES, "pieces").children[1].scene
    reach = [dist(box["low"], box["high"]) / 2 for box in scene["boxes"]]
    assert len(reach) == len(PIECES) and max(reach) == dist((0, 0, 0), (4, 1, 1)) / 2
    for one, other in combinations(range(len(reach)), 2):
        spots = (scene["boxes"][k]["spot"] for k in (one, other))
        assert dist(*spots) > reach[one] + reach[other]


def test_placements_are_those_of_the_puzzle():
    show, puzzle = gallery(PIECES, "placements", box=(4, 4, 2)), load("tetracubes-2x4x4")
    for piece in PIECES:
        show.piece.value = piece.name
        assert show.row.slider.max == sum(name == piece.name for name, _ in puzzle.placements)


@pytest.mark.parametrize("turn", shapes.ROTATIONS)
def test_a_quarter_turn_goes_where_it_says(turn):
    unit = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
    words = described(turn)
    if "quarter" in words:
        source, target = words[-6], words[-1]
        assert shapes.turned(unit[source], turn) == unit[target]
    if "half turn about" in words and "diagonal" not in words:
        assert shapes.turned(unit[words[-1]], turn) == unit[words[-1]]


def test_the_slider_counts_from_one_and_starts_anew_with_each_piece():
    show = gallery(PIECES)
    show.row.slider.value = 3
    show.piece.value = "Pyramid"
    assert (show.row.slider.value, show.row.slider.max, show.stage.step) == (1, 8, 1)
    assert show.row.slider in show.row.children and show.stage.frames[0] == show.stage.frames[1]
    assert "1 of 8" in show.stage.frames[1]["say"]
    assert "Pyramid" in show.stage.label


def test_a_piece_without_a_place():
    show = gallery(PIECES, "placements", box=(2, 2, 2))
    assert "I has no place" in show.stage.frames[1]["say"] and show.row.slider.disabled
    show.piece.value = "Pyramid"
    assert show.row.slider.max == 8 and not show.row.slider.disabled


@pytest.mark.parametrize(
    "pieces, more, said",
    [
        ([], {}, "at least one"),
        (PIECES, {"show": "upside down"}, "choose one of rotations"),
        (PIECES, {"show": "placements"}, "need a box"),
    ],
)
def test_bad_input_is_one_clear_line(pieces, more, said):
    with pytest.raises(PuzzleError, match=said):
        gallery(pieces, **more)
