"""Traces that cards leave behind: their words, and their stages as pictures in the colours of the pieces."""

import io
import re

import ipywidgets as w
import pytest
from PIL import Image

from lessons.kit.cards.card import Card, choice, html, slider, tick
from lessons.kit.cards.prediction import Guess, predict
from lessons.kit.cards.still import still_html
from lessons.puzzles.views import Show
from lessons.puzzles.views.photograph import photograph
from puzzlelib import load, pictures, plates
from puzzlelib.icosoku import icosoku
from puzzlelib.pictures import icosoku as cosoku_pictures
from puzzlelib.pictures.colours import WHITE, colours, mix, rgb

TOP = 0.14  # of white in the tone of a side that looks up (pictures/colours.py)


def shades(scene, frame, explode=0.0) -> set[tuple[int, ...]]:
    """The colours of a photograph."""
    image = Image.open(io.BytesIO(photograph(scene, frame, explode)))
    return {pixel[:3] for _, pixel in image.getcolors(1 << 20) if pixel[3]}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["little-cube", "tetracubes-2x2x8"])
def test_each_piece_that_lies_apart_has_its_colour(name):
    puzzle = load(name)
    first = {}
    for placement in puzzle.placements:
        first.setdefault(placement.piece, placement)
    fills = colours(puzzle)
    for piece, placement in first.items():
        seen = shades(pictures.scene(puzzle), pictures.frame(puzzle, {placement: "chosen"}))
        assert tuple(map(int, rgb(mix(fills[piece][0], WHITE, TOP)))) in seen, piece


def test_a_guess_and_the_truth_keep_apart_from_their_names():
    guess = Guess("How many?", w.Text(), lambda: 12)
    guess.value = 30
    guess.reveal(67)
    left = still_html(guess.card)
    assert "Your guess 30" in re.sub("<[^>]+>", "", left) and "It is 67" in re.sub("<[^>]+>", "", left)


def test_a_bet_leaves_its_question_and_its_choices_or_its_guess():
    bet = predict("Which?", choices=["all", "none"])
    bet.reveal("none of them")
    assert "Which?" in still_html(bet.card) and "☐ all  ☐ none" in still_html(bet.card)
    assert "none of them" not in still_html(bet.card)
    bet.field.value = "all"
    assert "Your guess: all" in still_html(bet.card)


def test_dots_of_empty_cells_lie_below_all_else():
    puzzle = load("little-cube")
    scene, frame = pictures.scene(puzzle), pictures.frame(puzzle, {puzzle.placements[0]: "chosen"})
    bare = {**frame, "blocks": [one for one in frame["blocks"] if not one["part"].startswith('["dots"')]}
    dotted, plain = (
        list(Image.open(io.BytesIO(photograph(scene, one))).get_flattened_data()) for one in (frame, bare)
    )
    assert len(bare["blocks"]) < len(frame["blocks"]) and dotted != plain
    assert all(below == above for below, above in zip(dotted, plain) if above[3])


@pytest.mark.slow
def test_plates_and_solids_are_painted_too():
    show = Show(plates.load("both-ways"))
    assert len(shades(show.scene(), show[0])) > 10
    puzzle = icosoku(seed=1)
    assert len(shades(cosoku_pictures.scene(puzzle), cosoku_pictures.frame(puzzle, {}))) > 10


def test_a_card_leaves_its_words_and_its_settings():
    hidden = html("secret")
    hidden.layout.display = "none"
    settings = slider("seed", 9, 4), choice("view", ["a", "b"], "b"), tick("on", True)
    left = still_html(Card(html("<b>so</b>"), *settings, hidden))
    for words in ("<b>so</b>", "seed: 4", "view: b", "☑ on", "Run All Cells"):
        assert words in left
    assert "secret" not in left
