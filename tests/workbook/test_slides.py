"""The slides of a demonstration: each item of the teacher's page has some, and their cards exist."""

import re

import pytest
from test_build import course

from lessons.kit.pages import slides

MINUTES = 10
OTHERS = {  # cards that are no predictions
    *("8 pieces that fly", "the puzzle explorer", "Tetracubes, 2×4×4, to play", "a square of 3×3 cells"),
    "The twelve pieces of the Tetris",
    *("The printed puzzle", "the rules of nine L's", "the plate editor", "IcoSoKu, seed 1"),
    *("clasp looks for a second answer", "from the board to the cube"),
    *("Partition of 4, 1", "the census: a map", "any instance, looked up"),
    *("the search step by step", "a batch of instances", "all positions of the toy"),
    *("whole searches as discs", "four ways, one clock", "the moves of a solution"),
}
QUESTION = re.compile(r'predict\(\s*"(.*?)"')


def page_of(lesson) -> str:
    return (lesson.path.parent / "teacher.md").read_text(encoding="utf-8")


def items_of(lesson) -> list[str]:
    return slides.ITEM.findall(slides.demonstration(page_of(lesson)))


@pytest.mark.parametrize("lesson", course(), ids=lambda lesson: lesson.name)
def test_each_item_of_a_demonstration_has_its_slides(lesson):
    timed = [item for item in items_of(lesson) if slides.MINUTES.search(item)]
    assert timed and all(slides.SLIDE.search(item) for item in timed)
    made = list(slides.slides_of(page_of(lesson)))
    assert sum(int(slide.minutes) for slide in made if slide.minutes) == MINUTES
    for slide in made:
        assert slide.title and "|" not in slide.title and slide.cards and "<!--" not in slide.notes


@pytest.mark.parametrize("lesson", course(), ids=lambda lesson: lesson.name)
def test_the_predictions_that_are_named_are_asked(lesson):
    """Whether the other cards are there, only the built book knows (tests/browser/test_slides.py)."""
    asked = QUESTION.findall(lesson.path.read_text(encoding="utf-8"))
    starts = {start for slide in slides.slides_of(page_of(lesson)) for start in slide.cards}
    assert {one for one in starts if not any(question.startswith(one) for question in asked)} <= OTHERS


def test_a_bet_is_named_by_its_question():
    models = {"1": {"words": "prediction: How many?"}, "3": {"words": "the explorer"}}
    both = slides.Slide("Two", "", ("How", "the explorer"), "")
    assert slides.cards_of(both, ["1", "3"], models) == ["1", "3"]
    with pytest.raises(SystemExit, match="begins with 'a toy'"):
        slides.cards_of(both._replace(cards=("a toy",)), ["1", "3"], models)


def test_a_card_on_two_slides_is_one():
    one = slides.Slide("A & B", "2", ("x",), "say *this*")
    both = [(one, ["7"]), (one._replace(minutes=""), ["7"])]
    page = {"name": "00-lesson", "scripts": [], "styles": []}
    made = slides.slides_page("00 Lesson", both, lambda text: text, "stills/00.png", **page)
    assert made.count('data-model="7"') == 1 and made.count('data-cards="7"') == 2
    assert "A &amp; B <small>2 min</small>" in made and made.count('class="slide"') == 3
