"""Words of a page's Python about a box that is packed by hand: the words of the notebook."""

import json

import pytest
from test_play import lay

from lessons import play
from lessons.kit.live.session import Session
from lessons.puzzles.live.packing_help import hand_answer
from puzzlelib import all_packings
from puzzlelib.packing.files import read_text
from puzzlelib.packing.puzzle import Placement

PACKING = all_packings("2x4x4")[4321]
SPARE = """
box: [3, 1, 1]
optional: [[2, 0, 0]]
pieces: [{name: I, cells: [[0,0,0],[1,0,0]]}]
"""


def page_answer(card, what: str) -> dict:
    hand = card.hand
    return hand_answer(what, hand.puzzle["file"], hand.given, hand.game, hand.held)["advice"]


def notebook_answer(card, what: str) -> dict:
    card.hand.ask = [what, card.hand.ask[1] + 1]
    return {name: value for name, value in card.hand.advice.items() if name != "number"}


@pytest.mark.parametrize("what", ["solvable", "hint"])
@pytest.mark.parametrize("laid", [0, 3, 7, 8])
def test_a_page_answers_as_the_card_does(what, laid):
    card = play("tetracubes-2x4x4", PACKING[:1])
    lay(card, *PACKING[1:laid])
    assert page_answer(card, what) == notebook_answer(card, what)


@pytest.mark.parametrize("what", ["solvable", "hint"])
def test_a_page_says_what_is_wrong_in_the_same_words(what):
    card = play("tetracubes-2x4x4")
    lay(card, Placement("N", ((0, 1, 0), (1, 1, 0), (1, 0, 0), (0, 2, 0))))
    lay(card, Placement("O", ((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1))))
    said = page_answer(card, what)
    assert "cell (0,0,0) can no longer be filled" in said["say"]
    assert said == notebook_answer(card, what)
    assert said["dead"] == [0] if what == "solvable" else said["take"]


@pytest.mark.parametrize("what", ["solvable", "hint"])
def test_the_piece_in_hand_is_asked_about_too(what):
    card = play("tetracubes-2x4x4")
    lay(card, PACKING[0])
    card.hand.held = card.adviser.entry(PACKING[1])
    said = page_answer(card, what)
    assert PACKING[1].piece in said["say"] and said == notebook_answer(card, what)


def test_a_puzzle_comes_to_the_page_with_all_its_rules():
    said = page_answer(play(read_text(SPARE)), "solvable")["say"]
    assert said == "As it lies: exactly 1 completion."


EMPTY = {"past": [], "future": []}
FILE = play("tetracubes-2x4x4").hand.puzzle["file"]
ASKED = {"what": "solvable", "puzzle": FILE, "given": [], "game": EMPTY, "held": []}
WRONG = {
    "a puzzle that is none": {"puzzle": "pieces: 3"},
    "an overlap": {"game": EMPTY | {"past": [["lay", [[0, [0, 4, 8, 12]], [4, [0, 1, 4, 5]]]]]}},
    "another question": {"what": "rm"},
    "a piece twice in hand": {"given": [[0, [0, 4, 8, 12]]], "held": [0, [1, 5, 9, 13]]},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_question_that_cannot_be_has_one_line_for_an_answer(change):
    found = hand_answer(**ASKED | change)
    assert found["status"] == "error" and "\n" not in found["advice"]["say"]


def test_a_page_without_exercises_has_a_session_too():
    asked = json.dumps({"action": "ask"} | ASKED)
    assert "11,120 completions" in Session(0, [], {}).perform(asked)
