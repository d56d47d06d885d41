"""Duties of a card on one screen: picture, sentence and buttons in sight at once, and a picture that
fills its place."""

from __future__ import annotations

from PIL import Image, ImageChops
from playwright.sync_api import Locator

from .controls import press, sliders
from .lab import Window, paint, picture, settle, until

STEPPED = ".eo-sheet:has(> .eo-player:visible):is(.eo-stage, .eo-board)"
FILL = 0.7  # of the picture's width or height

# The heights, in pixels: the screen of the notebook; the lowest edge and the highest of picture, sentence and
# buttons; what of the panels of a board is cut off inside it.
HEIGHTS = """sheet => {
  const screen = sheet.closest(".jp-WindowedPanel-outer").clientHeight;
  const shown = [...sheet.querySelectorAll(".eo-picture, .eo-panel .eo-tree, .eo-panel table, .eo-say, "
    + ".eo-player, .eo-panel-links svg")].filter((node) => node.getClientRects().length);
  const seen = shown.filter((node) => !node.closest(".eo-picture table, .eo-panel-counters"));
  const edges = seen.map((node) => (node.closest(".eo-scroll, .eo-tree") ?? node).getBoundingClientRect());
  const top = Math.min(...edges.map((edge) => edge.top));
  const bottom = Math.max(...edges.map((edge) => edge.bottom));
  return { screen, taken: bottom - top, sideways: sheet.scrollWidth - sheet.clientWidth };
}"""


def stepped(lab: Window) -> list[Locator]:
    """The stages and boards with buttons to step, each drawn."""
    sheets = lab.notebook.locator(STEPPED).all()
    return [until_drawn(sheet) for sheet in sheets]


def shown(lab: Window) -> list[Locator]:
    """All stages and boards of ours that have a place on the page, each drawn."""
    sheets = lab.notebook.locator(":is(.eo-stage, .eo-board):visible").all()
    return [until_drawn(sheet) for sheet in sheets]


def until_drawn(sheet: Locator) -> Locator:
    """A stage or a board, in sight, that shows its step."""

    def shows_its_step() -> bool:
        sheet.scroll_into_view_if_needed()  # what is drawn above may push it away
        return sheet.evaluate(
            "node => node.dataset.drawn !== undefined && "
            "node.dataset.drawn === node.dataset.step && node.dataset.live !== 'picture'"
        )

    until(sheet.page, shows_its_step)
    paint(sheet.page)
    return sheet


def settle_all(card: Locator) -> Locator:
    """Return a card, at the top of the screen, once all its stages and boards show their steps."""
    card.evaluate("node => node.scrollIntoView({ block: 'start' })")
    for stage in card.locator(".eo-stage").all():
        flat = stage.get_attribute("data-live") == "layers"  # any other word may still become 3d
        settle(stage, "layers" if flat else "3d")
    for board in card.locator(".eo-board").all():
        until_drawn(board)
    return card


# The height of what a sheet shows: of its picture, or of the highest of its views.
HIGHEST = """sheet => Math.max(0, ...[...sheet.querySelectorAll(
  ".eo-picture, canvas, .eo-panel table, .eo-panel .eo-tree, .eo-panel .eo-scroll")]
    .map((node) => node.getBoundingClientRect().height))"""
LARGE = 400  # pixels of the largest picture of a lesson, on the projector


def highest(sheet: Locator) -> float:
    return sheet.evaluate(HIGHEST)


def heights(sheet: Locator) -> dict[str, float]:
    return sheet.evaluate(HEIGHTS)


def on_one_screen(sheet: Locator) -> None:
    """Picture, sentence and buttons are in sight at once, and nothing scrolls sideways."""
    found = heights(sheet)
    assert found["taken"] <= found["screen"], found
    assert found["sideways"] <= 1, found


def filled(stage: Locator) -> float:
    """The share of the picture's width or height, whichever is more, that the drawing takes: from pixels."""
    image = picture(stage.locator(".eo-picture"))
    inside = image.crop((2, 2, image.width - 2, image.height - 2))
    ground = Image.new("RGB", inside.size, inside.getpixel((1, 1)))
    left, top, right, bottom = ImageChops.difference(inside, ground).getbbox()
    return max((right - left) / image.width, (bottom - top) / image.height)


def places(sheet: Locator) -> list[dict]:
    return [
        node.bounding_box() for node in sheet.locator(".eo-say, .eo-player button, .eo-player select").all()
    ]


def stays(card: Locator, sheet: Locator) -> None:
    """At the first step, at a dead end and at the last step the sheet is on one screen, with sentence and
    buttons in the same places."""
    seen = []
    step = sliders(card)["step"]
    for go in (lambda: press(step, "Home"), lambda: to_dead_end(sheet), lambda: press(step, "End")):
        go()
        on_one_screen(until_drawn(sheet))
        seen.append(within(sheet))
    assert seen[0] == seen[1] == seen[2]


def to_dead_end(sheet: Locator) -> None:
    """The next dead end, where there is one."""
    button = sheet.get_by_role("button", name="Next dead end")
    if button.is_enabled():
        button.press("Enter")


def within(sheet: Locator) -> list[tuple[int, int]]:
    """Where sentence and buttons stand in a sheet, from its upper left corner."""
    corner = sheet.bounding_box()
    return [(round(box["x"] - corner["x"]), round(box["y"] - corner["y"])) for box in places(sheet)]


def project(lab: Window, yes: bool) -> None:
    """Turn the projector look on or off, from Python, for all cards."""
    lab.printed(f"from lessons.kit.cards.card import DEMO; DEMO.on = {yes}")
    lab.page.wait_for_function(
        "yes => [...document.querySelectorAll('.eo-stage, .eo-board')].every(node => "
        "!node.clientWidth || node.classList.contains('eo-contrast') === yes)",
        arg=yes,
    )
