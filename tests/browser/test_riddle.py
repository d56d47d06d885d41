"""The rules of nine L's in a real JupyterLab: ticked by keyboard, seen in the picture, read in the sentence;
and a reason marked."""

import pytest

from puzzlelib.pictures.colours import WHITE, colour

from .controls import bottom
from .lab import picture, pieces, settle, shows, steady
from .screen import project

pytestmark = [pytest.mark.browser, pytest.mark.long]

BOARD = "cells: [[0,1,0],[1,1,0],[2,1,0],[3,1,0],[1,2,0],[2,2,0]]"
PIECES = "pieces: [{name: O, cells: [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}, {name: D, cells: [[0,0,0],[1,0,0]]}]"
CELLS = [
    "from puzzlelib.packing.files import read_text\nfrom lessons.l08_integer_programs.card import "
    "reason_widget, rules_widget\n"
    "from puzzlelib.ilp.explain import why_not\nfrom lessons import demo_switch",
    "demo_switch()",
    "rules_widget(['three'])",
    f"reason_widget(why_not(read_text({BOARD!r} + '\\n' + {PIECES!r})))",
]
TICKS = {
    "three": "each element has three cells",
    "together": "two pairs of cells touch in each element",
    "bent": "at most two cells of an element in a line",
    "once": "each cell is filled exactly once",
}


SAID = "([node, words]) => node.querySelector('.eo-say').innerText.includes(words)"


@pytest.fixture
def rules(desk):
    return desk.notebook.locator(".eo-rules").nth(0)


def tick(card, rule: str, words: str) -> None:
    """Press a box by keyboard and wait until the sentence has these words."""
    card.get_by_role("checkbox", name=TICKS[rule]).press("Space")
    arg = [card.locator(".eo-flying").element_handle(), words]
    card.page.wait_for_function(SAID, arg=arg, timeout=60_000)


def painted(card) -> list[bool]:
    """Which of the dark elements, whose colours no pale one has, are solid in the picture at rest."""
    canvas = card.locator("canvas")
    canvas.scroll_into_view_if_needed()
    steady(card.page, lambda: canvas.screenshot())
    image = picture(canvas)
    return [shows(image, fill) for fill, ink in map(colour, range(9)) if ink == WHITE]


def test_rule_by_rule_until_nine_ls_fly_together(rules):
    assert not any(painted(rules))
    tick(rules, "bent", "scattered")
    tick(rules, "together", "more than one element")
    assert all(painted(rules))  # each is an L, in a cube of its own
    tick(rules, "once", "Nothing goes wrong")
    assert any(painted(rules))  # others are behind them
    assert "729 variables, 1,746 rows" in rules.inner_text()
    assert "bent: 243 of 243 rows true" in rules.inner_text()
    tick(rules, "together", "scattered")
    assert not any(painted(rules))  # loose again


def test_ticks_picture_and_rows_stand_on_one_screen_of_the_projector(desk, rules):
    desk.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    project(desk, True)
    height = lambda: rules.bounding_box()["height"]
    steady(desk.page, height)
    assert height() <= desk.notebook.locator(".jp-WindowedPanel-outer").first.bounding_box()["height"]
    project(desk, False)
    desk.wide()


def test_the_reason_is_marked_and_told(desk):
    card = desk.notebook.locator(".eo-rules").nth(1)
    stage = settle(card.locator(".eo-stage"))
    assert (
        card.locator(".eo-say")
        .inner_text()
        .startswith("The cells (0,1,0) and (3,1,0) can only be covered by the piece D")
    )
    assert set(pieces(stage)) == {"?"} and shows(picture(bottom(stage)), "#d3222a")
