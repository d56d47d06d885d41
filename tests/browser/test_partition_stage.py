"""Partition on a bipyramid in a real JupyterLab: stones are pressed, an engine solves, and what is
seen says the same."""

import pytest

from .controls import press, slider_named
from .lab import settle

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = [
    "from lessons.l11_hard_in_general.card import partition_stage\nfrom lessons import demo_switch",
    "demo_switch()",
    "partition_stage([4, 1, 3, 2, 2])",
]


@pytest.fixture
def card(desk):
    """The widget with the numbers that it came with, and no tile on it."""
    card = desk.notebook.locator(".eo-card").last
    settle(card.locator(".eo-stage"))
    write(card, "numbers", "1, 1", "Make the puzzle")
    write(card, "numbers", "4, 1, 3, 2, 2", "Make the puzzle")
    card.get_by_text("N and S take 6 dots each").wait_for()
    return card


def write(card, field: str, text: str, button: str):
    """Type into a field and press a button, as quickly as nobody can."""
    card.get_by_role("textbox", name=field).fill(text)
    card.get_by_role("button", name=button, exact=True).click()


def test_there_and_back(card):
    balance = card.locator("svg[aria-label^='A balance.']")
    said = lambda words: card.get_by_text(words).wait_for()
    balance.locator("g", has_text="4").click()
    said("N collects 4 dots and takes 6. So this is no solution")
    card.get_by_role("checkbox", name="2").first.press("Space")
    said("a group with half of the total has become a solution")
    written = balance.locator("text").all_text_contents()
    assert written == ["4", "2", "▲ N: 6 of 6 ✓", "3", "2", "1", "▼ S: 6 of 6 ✓"]
    balance.locator("g", has_text="2").last.click()
    said("N collects 8 dots")
    balance.locator("g", has_text="4").click()
    said("N collects 4 dots")
    assert balance.locator("text", has_text="N: 4 of 6").count() == 1
    card.get_by_role("button", name="Solve", exact=True).press("Enter")
    card.get_by_text("So the numbers can be split.").wait_for()
    settle(card.locator(".eo-stage"))
    assert press(slider_named(card, "step"), "Home", "ArrowRight") == 1
    said = card.locator(".eo-say").inner_text()
    assert said.startswith("Face ") and "belongs to the" in said
    waiting = balance.get_attribute("aria-label").partition("Beside it: ")[2]
    assert [balance.locator("rect").count(), len(waiting.split(", "))] == [5, 4], "one stone has landed"


def test_stones_go_by_keys_and_keep_the_focus(card):
    stones, keyboard = card.locator(".eo-balance [role=button]"), card.page.keyboard
    stones.first.click()
    card.get_by_text("N collects 4 dots").wait_for()
    for keys, stone, sum_ in (
        (["ArrowRight"], "3 at S", 4),
        (["Enter"], "3 at N", 7),
        (["Home", " "], "4 at S", 3),
    ):
        for key in keys:
            keyboard.press(key)
        card.get_by_text(f"N: {sum_} of 6").wait_for()
        card.locator(f"[aria-label='{stone}']:focus").wait_for()


def test_what_comes_out_does_not_move_or_shrink_the_solid(card):
    inside = """(node, name) => {
      const box = node.querySelector(name).getBoundingClientRect(), { x, y } = node.getBoundingClientRect();
      return { x: box.x - x, y: box.y - y, width: box.width, height: box.height };
    }"""  # the notebook may scroll
    places = lambda: [card.evaluate(inside, one) for one in (".eo-picture", ".eo-balance svg")]
    empty = places()
    card.get_by_role("button", name="Solve", exact=True).press("Enter")
    card.get_by_text("So the numbers can be split.").wait_for()
    settle(card.locator(".eo-stage"))
    solid, balance = places()
    assert solid["y"] == empty[0]["y"] and solid["height"] >= 0.7 * empty[0]["height"]
    assert balance["y"] == empty[1]["y"] and balance["x"] > solid["x"] + solid["width"]
    assert len(card.get_by_role("slider", name="step").all()) == 1
