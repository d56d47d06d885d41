"""Names of one piece or cell light up together: in sentence, tree, bars, layers and the picture in 3D."""

import pytest
from playwright.sync_api import Locator, Page

from lessons import player
from puzzlelib import load
from puzzlelib.search import algorithm_x

from .alone import alone, go, set_trait
from .lab import until

pytestmark = [pytest.mark.browser, pytest.mark.long]

TRACE = algorithm_x.trace(load("tetracubes-2x4x4"), limit=None, max_events=700)
DEAD = TRACE.steps("conflict")[0]
LETTERS = {TRACE.words.short(option) for option in TRACE.state(DEAD).on}

# The middle of what is lit in the picture, in pixels of the page, and how many cells that is.
LIT = """() => {
  const cells = [...document.querySelectorAll(".eo-tiedcells > .eo-tied")].map((one) =>
    one.getBoundingClientRect());
  const last = cells.at(-1);
  return last && { count: cells.length, x: last.x + last.width / 2, y: last.y + last.height / 2 };
}"""


@pytest.fixture(scope="module")
def page(browser):
    with alone(browser, *player(TRACE, views=["picture", "tree"]).sheets) as shown:
        go(shown, DEAD)
        yield shown


def tied(page: Page, kind: str) -> list[str]:
    """Return the names at what is lit of a kind."""
    return [node.get_attribute("data-tie") for node in page.locator(f"{kind}.eo-tied").all()]


def bar(page: Page, letter: str) -> Locator:
    return page.locator(f".eo-counts tr[data-tie='{letter}']")


def test_a_bar_and_a_piece_under_the_pointer_light_each_other_and_their_node(page):
    for letter in LETTERS:
        bar(page, letter).hover()
        assert tied(page, ".eo-node") == tied(page, "tr") == [letter]
        assert page.evaluate(LIT)["count"] == 4  # a tetracube
        page.mouse.move(1, 1)
        assert tied(page, "") == []
    top = max(TRACE.state(DEAD).on, key=lambda o: max(z for _, _, z in TRACE.puzzle.placements[o].cells))
    letter = TRACE.words.short(top)
    bar(page, letter).hover()
    lit = page.evaluate(LIT)  # the cell of it that is nearest to the eye
    page.mouse.move(1, 1)
    page.mouse.move(lit["x"], lit["y"])
    assert tied(page, ".eo-node") == tied(page, "tr") == [letter]


def test_a_cell_in_a_sentence_is_lit_in_the_picture_and_in_the_layers(page):
    step = next(k for k, event in enumerate(TRACE.events) if isinstance(event.item, tuple))
    go(page, step)
    name = f"({','.join(map(str, TRACE.events[step].item))})"
    spoken = page.locator(".eo-say span", has_text=name)
    spoken.hover()
    assert page.evaluate(LIT)["count"] == 1
    assert tied(page, ".eo-branch") == [name]
    set_trait(page, "view", "layers")
    page.mouse.move(1, 1)
    spoken.hover()
    assert [one.split("|")[-1] for one in tied(page, "td")] == [name]
    set_trait(page, "view", "3d")
    go(page, DEAD)


def test_the_arrow_keys_in_a_tree_light_a_piece(page):
    page.locator(".eo-tree").focus()
    page.keyboard.press("End")
    letter = TRACE.words.short(next(reversed(TRACE.state(DEAD).on)))
    until(page, lambda: tied(page, "tr") == [letter])
    assert page.evaluate(LIT)["count"] == 4
    page.keyboard.press("ArrowUp")
    assert tied(page, "tr") != [letter]
