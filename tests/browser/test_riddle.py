"""The rules of nine L's in a real JupyterLab: ticked by keyboard, seen in the picture, read in the sentence;
and a reason marked."""

import pytest

from .controls import bottom, press, slider_named
from .lab import answered, picture, pieces, settle, shows

pytestmark = pytest.mark.browser

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


@pytest.fixture
def rules(desk):
    card = desk.notebook.locator(".eo-rules").nth(0)
    settle(card.locator(".eo-stage"))
    return card


def said(card) -> str:
    return card.locator(".eo-say").inner_text()


def tick(card, rule: str, words: str) -> None:
    """Press a box by keyboard and wait until the sentence has these words."""
    card.get_by_role("checkbox", name=TICKS[rule]).press("Space")
    card.page.wait_for_function(
        "([node, words]) => node.querySelector('.eo-say').innerText.includes(words)",
        arg=[card.locator(".eo-stage").element_handle(), words],
        timeout=60_000,
    )
    settle(card.locator(".eo-stage"))


def test_rule_by_rule_until_nothing_goes_wrong(rules):
    assert "9 elements are straight" in said(rules) or "one place" in said(rules)
    tick(rules, "bent", "scattered")
    tick(rules, "together", "more than one element")
    tick(rules, "once", "Nothing goes wrong")
    state = pieces(rules.locator(".eo-stage"))
    assert set(state) == set("123456789") and len({colour for _, colour in state.values()}) == 9
    image = picture(bottom(rules.locator(".eo-stage")))
    assert sum(shows(image, colour) for _, colour in state.values()) >= 6  # some stand behind the others
    assert "729 variables, 1,746 rows" in rules.inner_text()


@pytest.mark.long
def test_pulled_apart_every_element_is_seen(rules):
    press(slider_named(rules, "apart"), "End")
    stage = answered(rules.locator(".eo-stage"))
    image = picture(bottom(stage))
    assert all(shows(image, colour) for _, colour in pieces(stage).values())
    press(slider_named(rules, "apart"), "Home")
    settle(stage)


@pytest.mark.long
def test_other_products_and_another_seed(rules):
    menu = rules.get_by_role("combobox", name="products")
    menu.focus()
    menu.press("ArrowDown")
    rules.get_by_text("477 variables, 990 rows").wait_for()
    press(slider_named(rules, "seed"), "ArrowRight")
    settle(rules.locator(".eo-stage"))
    assert "Nothing goes wrong" in said(rules)  # that is the trap
    menu.focus()
    menu.press("ArrowUp")
    rules.get_by_text("729 variables").wait_for()


@pytest.mark.long
def test_shared_cells_as_layers(rules):
    for rule in ("once", "together"):
        rules.get_by_role("checkbox", name=TICKS[rule]).press("Space")
    rules.page.wait_for_function(
        "node => node.querySelector('.eo-say').innerText.includes('more than one element')",
        arg=rules.locator(".eo-stage").element_handle(),
        timeout=60_000,
    )
    rules.get_by_role("combobox", name="View").select_option("layers")
    texts = rules.locator(".eo-layers td").all_inner_texts()
    assert len(texts) == 27 and any(len(text.split()) > 1 for text in texts) and "" in texts
    rules.get_by_role("combobox", name="View").select_option("3d")
    settle(rules.locator(".eo-stage"))


@pytest.mark.long
def test_the_reason_is_marked_and_told(desk):
    card = desk.notebook.locator(".eo-rules").nth(1)
    stage = settle(card.locator(".eo-stage"))
    assert said(card).startswith("The cells (0,1,0) and (3,1,0) can only be covered by the piece D")
    assert set(pieces(stage)) == {"?"} and shows(picture(bottom(stage)), "#d3222a")
