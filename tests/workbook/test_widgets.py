"""The widgets without a browser: what they send, what they say, what they cost."""

import gzip
import html
import json

import numpy as np
import pytest

from lessons import demo_switch, explorer, player, predict
from lessons.kit.cards import prediction
from lessons.kit.cards.card import DEMO
from lessons.kit.cards.packed import BLOCK
from lessons.kit.cards.prediction import Guess
from lessons.puzzles.cards import puzzle_explorer as widgets
from lessons.puzzles.cards.stage import Stage, loader
from puzzlelib import PuzzleError, asp, generate, load
from puzzlelib import pictures as draw


@pytest.fixture(autouse=True)
def projector_off():
    yield
    DEMO.on = False


def guess_of(question="How many?", **more) -> Guess:
    return predict(question, **more)


def answer_in(guess) -> list:
    """Return what stands below the question, the guess and the line for messages."""
    return list(guess.card.children[4:])


def test_plotly_travels_once_and_gzipped():
    assert loader() is loader()
    code = loader().code
    assert len(code) < 1_700_000 and b"plotly.js" in gzip.decompress(code)[:100]
    one, two = (Stage(draw.scene(load("tetracubes-2x2x8")), []) for _ in range(2))
    assert one.loader is two.loader is loader()


def test_a_long_trace_is_sent_in_blocks(monkeypatch):
    show = player(asp.trace(load("tetracubes-2x4x4")))
    assert len(show.stage.frames) == BLOCK < show.stage.count == len(show.stage.track)
    sent = []
    monkeypatch.setattr(show.stage, "send", sent.append)
    show.stage._answer(None, {"kind": "frames", "from": 3 * BLOCK, "to": 4 * BLOCK}, [])
    (message,) = sent
    assert message["from"] == 3 * BLOCK and len(message["frames"]) == BLOCK
    named = {
        block[name]
        for frame in message["frames"]
        for block in frame["blocks"]
        for name in ("part", "outline", "edge")
        if block[name]
    }
    assert named == set(message["parts"])
    json.dumps(message)


def test_a_stage_answers_what_it_can_read_and_nothing_else(monkeypatch):
    show, sent = player(asp.trace(load("tetracubes-2x2x8"))), []
    monkeypatch.setattr(show.stage, "send", sent.append)
    for message in (
        None,
        3,
        [],
        "frames",
        {},
        {"kind": "frames"},
        {"kind": "frames", "from": 0},
        {"kind": "frames", "from": "a", "to": 3},
        {"kind": "frames", "from": -5, "to": 3},
        {"kind": "frames", "from": 0, "to": None},
        {"kind": [], "from": 0, "to": 3},
        {"kind": "frames", "from": 0, "to": 3, "run": {}},
    ):
        show.stage._answer(None, message, [])
    assert not sent
    show.stage._answer(None, {"kind": "frames", "from": 0, "to": 10**9}, [])
    assert len(sent[0]["frames"]) == len(show.stage._all)


@pytest.mark.parametrize(
    "values, said",
    [
        ({"hints": 9}, "hints 9"),
        ({"hints": "abc"}, "hints &#x27;abc&#x27;"),
        ({"grid": "3x3x3"}, "grid &#x27;3x3x3&#x27;"),
        ({"seed": "<b>"}, "seed &#x27;&lt;b&gt;"),
        ({"view": "upside down"}, "view"),
    ],
)
def test_a_bad_value_is_said_in_place(values, said):
    show = explorer(**values)
    assert said in show.puzzle_line.value and "eo-wrong" in show.puzzle_line.value
    good = explorer(view="solution", engine="x")
    good.set(**values)
    assert said in good.puzzle_line.value
    good.set(hints=3)
    assert "eo-wrong" not in good.puzzle_line.value


def test_the_explorer_tells_how_many_solutions():
    show = explorer("2x2x4+2x2x4", hints=2, seed=5, view="solution")
    made = generate("2x2x4+2x2x4", 2, 5)
    assert f"{made.completions:,}" in show.puzzle_line.value
    show.hints.value = 8
    assert "exactly 1 solution" in show.puzzle_line.value


@pytest.mark.parametrize("view, cells", [("puzzle", 32), ("solution", 32), ("side by side", 64)])
def test_views_show_the_same_puzzle(view, cells):
    show, made = explorer(hints=3, seed=4, view=view), generate("2x4x4", 3, 4)
    frame = show.stage.frames[0]
    assert len(frame["cells"]) == len(frame["how"]) == cells
    letters = {made.puzzle.labels[placement.piece] for placement in made.given}
    assert {text for text, how in zip(frame["cells"], frame["how"]) if how == "given"} == letters
    assert show.step.disabled == (view == "solution")
    assert show.stage._all[0] is frame  # the steps go on from the picture
    assert show.stage.count == len(show.stage.track) or view == "solution"


def test_number_guesses():
    guess = guess_of()
    guess.reveal(11120)
    assert not answer_in(guess)
    guess.field.value = "many"
    guess.submit()
    assert guess.value is None and "Write a number" in guess.line.value
    guess.field.value = "1,000"
    guess.submit()
    (shown,) = answer_in(guess)
    assert guess.value == 1000 and guess.field.disabled
    assert "1,000" in shown.value and "11,120" in shown.value


def test_the_words_of_an_answer_stand_in_a_file_and_compute_with_the_names_of_the_cell(monkeypatch):
    said = {
        "How many?": {"words": "<p>{{ some[0] }} of {{ len(some) }}</p>"},
        "Which?": {"truth": "the last"},
    }
    monkeypatch.setattr(prediction, "answer_words", lambda: said)
    some = ["<b>"]
    guess, other = guess_of(choices=[1, 2]), guess_of("Which?", kind="words")
    guess.reveal(len(some))
    other.reveal()
    guess.field.value, other.field.value = 2, "the first"
    other.submit()
    assert "<p>&lt;b&gt; of 1</p>" in answer_in(guess)[0].value
    assert "the last" in answer_in(other)[0].value


def test_choices_and_words():
    bet = guess_of(choices=[1, 2, 4])
    bet.field.set_state({"index": 2})  # as the browser says it: a press is the guess
    assert bet.value == 4 and bet.field.disabled
    essay = guess_of(kind="words")
    essay.field.value = "<i>a lot</i>"
    essay.submit()
    essay.reveal("little")
    assert "&lt;i&gt;a lot" in answer_in(essay)[0].value


@pytest.mark.slow
def test_what_comes_then_is_made_once_and_only_when_uncovered():
    made = []

    def then():
        made.append(1)
        return demo_switch()

    guess = guess_of()
    guess.reveal(3, then=then)
    assert not made
    DEMO.on = True
    DEMO.on = False
    guess.field.value = "3"
    guess.submit()
    assert made == [1] and len(answer_in(guess)) == 2


def test_an_error_in_then_is_one_line():
    guess = guess_of()
    guess.field.value = "3"
    guess.submit()
    guess.reveal(3, then=lambda: 1 / 0)
    assert "ZeroDivisionError: division by zero" in answer_in(guess)[1].value
    other = guess_of(choices=[1])
    other.field.value = 1
    other.reveal(3, then=lambda: None)
    assert "TypeError: then gives None, not a widget" in answer_in(other)[1].value


def test_the_projector_reaches_what_is_there_and_what_comes():
    switch, show, guess = demo_switch(), player(asp.trace(load("tetracubes-2x2x8"))), guess_of()
    guess.reveal(7)
    switch.children[1].value = True
    assert show.stage.contrast and show.names.projector
    assert "7" in answer_in(guess)[0].value and guess.value is None
    assert player(asp.trace(load("tetracubes-2x2x8"))).stage.contrast
    switch.children[1].value = False
    assert not show.stage.contrast and not answer_in(guess)


def test_where_there_are_no_widgets_words_stand(capsys):
    assert repr(explorer(view="solution")).startswith("<the puzzle explorer")
    guess_of("How many <b>?")
    assert (
        capsys.readouterr().out.strip()
        == "<prediction: How many <b>?; open the notebook in JupyterLab to use it>"
    )


def test_what_is_no_trace_or_no_number_gets_one_line():
    with pytest.raises(PuzzleError, match="player shows a trace"):
        player(load("tetracubes-2x4x4"))
    for text in ("nan", "inf", "-inf", "", "twelve"):
        with pytest.raises(ValueError, match="Write a number"):
            prediction.number(text)
    widget = explorer()
    for values, words in (
        ({"colour": 1}, "control 'colour': choose one of grid, hints"),
        ({"grid": [1]}, "grid [1]: choose one of 2x4x4"),
        ({"hints": 10**5000}, "whole number from 0 to 8"),
    ):
        widget.set(**values)
        assert words in html.unescape(widget.puzzle_line.value)
    widget.set(hints=np.int64(3))
    assert widget.hints.value == 3 and widget.made.hints == 3


@pytest.mark.parametrize("error", [KeyboardInterrupt, PuzzleError("too hard")])
def test_a_search_that_is_stopped_leaves_no_steps_of_the_puzzle_before(monkeypatch, error):
    def ended(puzzle, given):
        raise error

    show = explorer()
    assert show.step.max > 1 and "steps" in show.search_line.value
    monkeypatch.setitem(widgets.TRACERS, "x", ended)
    show.seed.value += 1
    assert show.stage.count == 1 and show.step.max == 1 and show.step.disabled
    assert "steps" not in show.search_line.value and show.stage.busy == ""


def test_the_explorer_takes_a_puzzle_of_ones_own(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("box: [3, 2]\npieces: [{name: V, copies: 2, cells: [[0,0],[1,0],[0,1]]}]")
    card = explorer(str(file), hints=1)
    assert card.made.puzzle == load(file) and len(card.made.given) == 1 and card.hints.max == 2
    assert "exactly 1 solution" in card.puzzle_line.value and card.stage.count > 1
    assert len(explorer(load(file)).made.given) == 1, "unless told otherwise, half is left to place"
    card.set(hints=0, view="side by side")
    assert "has 2 solutions" in card.puzzle_line.value
    for puzzle in (load("soma"), "nine-ls"):
        assert len(explorer(puzzle, hints=3).made.given) == 3


@pytest.mark.parametrize("grid", ["none.yaml", 5, "7x7"])
def test_the_explorer_says_what_it_cannot_take(grid):
    said = explorer(grid).puzzle_line.value
    assert "no such file" in said and "below is the first of them" in said
