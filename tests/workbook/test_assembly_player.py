"""The assembly player: each frame is what the moves say, nothing overlaps, both ways, and in the book."""

import re
from itertools import combinations

import numpy as np
import pytest
from random_apart import random_assembly

from lessons import assembly_player
from lessons.kit.pages.record import ModelRecorder
from lessons.puzzles.views.taken_apart import ApartSteps
from makers.apart import take_apart
from puzzlelib import PuzzleError, load, solve
from puzzlelib.packing.shapes import normal_form
from puzzlelib.pictures.layout import RIGHT


def solved(name: str, number: int = 1):
    """An answer for a puzzle of the catalogue: the first solution that comes apart, or the first."""
    solutions = solve(load(name), limit=number, symmetry="rotations").solutions
    done = [take_apart(one) for one in solutions]
    return next((one for one in done if one.possible), done[0])


def forked():
    """A random assembly in which both parts of a separation come apart further."""
    done = (take_apart(random_assembly(seed)) for seed in range(10_000))
    return next(d for d in done if d.possible and any(all(one.further) for one in d.separations()))


ANSWERS = {
    "burr-level-10": lambda: solved("burr-level-10", 20),
    "soma": lambda: solved("soma"),
    "two boxes": lambda: solved("tetracubes-2x2x4+2x2x4"),
    "forked": forked,
    "stuck": lambda: solved("locked-cube"),
    "stuck, three positions": lambda: next(
        one
        for seed in range(10_000)
        if (one := take_apart(random_assembly(seed))).stuck and len(one.stuck.positions) > 2
    ),
}


@pytest.fixture(scope="module", params=ANSWERS.values(), ids=ANSWERS)
def done(request):
    return request.param()


def places(steps, k: int) -> list[np.ndarray]:
    """The cells of each piece at a step, in the picture."""
    shapes = [np.array(normal_form(cell[:3] for cell in one.cells)) for one in steps.done.solution]
    return [shape + np.array(block["at"]) for shape, block in zip(shapes, steps[k]["blocks"])]


@pytest.mark.slow
def test_no_two_pieces_share_room_in_any_frame(done):
    steps = ApartSteps(done)
    for k in range(len(steps)):
        assert len(steps[k]["blocks"]) == len(done.solution)
        for one, other in combinations(places(steps, k), 2):
            gap = np.abs(one[:, None] - other[None]).max(-1).min()
            assert gap > 0.99, (k, steps.sentence(k))


@pytest.mark.slow
def test_every_frame_lies_within_the_scene(done):
    steps = ApartSteps(done)
    scene = steps.scene()
    axes = scene["layout"]["scene"]
    low, high = np.transpose([axes[f"{axis}axis"]["range"] for axis in "xyz"])
    for k in range(len(steps)):
        for cells in places(steps, k):
            assert (cells >= low - 1e-6).all() and (cells + 1 <= high + 1e-6).all()


def test_each_move_moves_what_it_says_and_nothing_else():
    steps, done = ApartSteps(forked()), forked()
    moves = iter(done.shifts)
    for k in range(1, len(steps)):
        if not steps.sentence(k).startswith("Move"):
            continue
        shift = next(moves)
        before, after = places(steps, k - 1), places(steps, k)
        for piece, (one, other) in enumerate(zip(before, after)):
            by = np.eye(3)[shift.axis] * shift.by * (piece in shift.pieces)
            assert np.allclose(other, one + by, atol=1e-3), steps.sentence(k)
    assert next(moves, None) is None


def test_a_part_lies_aside_on_the_side_on_which_it_left(done):
    steps = ApartSteps(done)
    for k, state in enumerate(steps.story.states[1:], 1):
        before = steps.story.states[k - 1]
        for part in state.aside - before.aside if not done.stuck else ():
            across = np.mean([before.offsets[piece] for piece in part], axis=0) @ RIGHT
            middle = np.mean([steps[k]["blocks"][piece]["at"] for piece in part], axis=0)
            aside = (middle - steps.view.room.centre) @ RIGHT
            assert abs(across) <= 0.5 or across * aside > 0, steps.sentence(k)


def test_together_is_apart_backwards_with_its_own_sentences():
    done = solved("burr")
    apart, together = ApartSteps(done), ApartSteps(done, True)
    assert [one["blocks"] for one in apart] == [one["blocks"] for one in together][::-1]
    level = "level 1.2: a part leaves after 1 move, the next after 2"
    assert apart[0]["say"] == f"6 pieces, {level}. Step on: 6 moves take them apart."
    assert apart[1]["say"] == "Move 1: piece A, 6 cells to the right."
    assert together[len(together) - 1]["say"].startswith("Move 6: piece A, 6 cells to the left.")
    assert together[len(together) - 1]["say"].endswith("The solution is built.")
    assert apart[len(apart) - 1]["mark"] == together[len(together) - 1]["mark"] == "answer"


def test_one_that_cannot_be_built_shows_all_positions():
    done = ANSWERS["stuck, three positions"]()
    card = assembly_player(done)
    steps = card.steps["apart"]
    assert len(steps) == 1 + len(done.stuck.positions) > 3 and not card.controls
    assert steps.sentence(0).endswith("do not come apart, even alone.")
    assert steps.sentence(1).startswith(f"Position 1 of {len(steps) - 1} that pieces ")
    assert "no group can move at all" in ApartSteps(solved("locked-cube")).sentence(0)
    assert "it cannot be built" in repr(card)


def test_the_book_has_both_ways():
    card = assembly_player(solved("burr"))
    recorder = ModelRecorder()
    found = recorder.settings(card)
    assert found["controls"] == [card.way.model_id] and len(found["states"]) == 1
    (models,) = found["states"].values()
    frames = models[card.stage.model_id]["state"]["frames"]
    assert len(frames) == len(card.steps["together"])
    assert frames[0]["say"].startswith("The pieces lie apart.")


@pytest.mark.parametrize("what", [None, load("soma"), ()])
def test_anything_else_is_refused(what):
    with pytest.raises(PuzzleError, match="shows a solution, or the answer of take_apart, not"):
        assembly_player(what)
    stopped = take_apart(solved("soma").solution, stop=lambda: True)
    with pytest.raises(PuzzleError, match="was stopped"):
        assembly_player(stopped)


@pytest.mark.slow
@pytest.mark.parametrize("together", [False, True])
def test_moves_are_counted_not_steps(done, together):
    """The number beside the buttons is that of the move in the last sentence that named one."""
    steps, moves, made = ApartSteps(done, together), len(done.shifts), 0
    for k in range(len(steps)):
        if found := re.match(r"Move (\d+):", steps[k]["say"]):
            made = int(found[1])
        assert steps[k].get("where") == (f"move {made} of {moves}" if moves else None)
    assert made == moves
