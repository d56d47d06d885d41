"""The first picture of the workbook: pieces that fly into their box, by slider and by itself; and the first
screen of lesson 00."""

import pytest

from lessons.l00_start_here import assembly

from .alone import alone
from .lab import ROOT, paint, settle, until

pytestmark = [pytest.mark.browser, pytest.mark.long]

FIRST = """() => { const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = 0; return content.activeCell.model.getMetadata("jupyter"); }"""


@pytest.fixture(scope="module")
def stage(browser):
    with alone(browser, assembly().children[-1]) as page:
        yield settle(page.locator(".eo-stage"))


def test_the_slider_packs_the_pieces(stage):
    slider = stage.get_by_role("slider", name="Pack the pieces")
    said = stage.locator(".eo-say")
    assert said.inner_text().startswith("0 of 8")
    apart = stage.locator(".eo-picture").screenshot()
    slider.press("PageUp")
    assert "0 of 8" in slider.get_attribute("aria-valuetext")
    slider.press("End")
    until(stage.page, lambda: said.inner_text().startswith("Every piece"))
    paint(stage.page, 10)
    assert stage.locator(".eo-picture").screenshot() != apart
    slider.press("Home")


def test_it_starts_by_itself_for_a_visitor_who_presses_nothing(browser):
    with alone(browser, assembly().children[-1], motion=True) as page:
        page.locator(".eo-say", has_text="Every piece").wait_for()


def test_by_itself_unless_motion_is_reduced(stage):
    """The page asks for less motion: the button then puts all pieces at once. Without that it plays, and a
    key stops it."""
    said = stage.locator(".eo-say")
    assert said.inner_text().startswith("0 of 8")
    stage.get_by_role("button", name="Pack", exact=True).press("Enter")
    assert said.inner_text().startswith("Every piece")
    stage.get_by_role("button", name="Take apart").press("Enter")
    stage.page.emulate_media(reduced_motion="no-preference")
    try:
        stage.get_by_role("button", name="Pack", exact=True).press("Enter")
        until(stage.page, lambda: not said.inner_text().startswith("0 of 8"))
        stage.page.keyboard.press("Shift")
        assert stage.get_by_role("button", name="Pack", exact=True).count()
        assert not said.inner_text().startswith("Every piece")
    finally:
        stage.page.emulate_media(reduced_motion="reduce")


def test_the_first_screen_of_the_workbook_is_a_picture(server, lab):
    """From the first cell, of code in sight, comes a stage that ends on the screen on which it began."""
    lab.open(server.put(ROOT / "notebooks" / "00-start-here.ipynb")).wide()
    assert not lab.page.evaluate(FIRST)
    lab.command("notebook:run-cell-and-select-next")
    lab.idle()
    lab.stages().wait_for()
    lab.page.wait_for_function("() => document.querySelector('.eo-stage').dataset.live === '3d'")
    screen, stage = (
        lab.notebook.locator(".jp-WindowedPanel-outer").bounding_box(),
        lab.stages().bounding_box(),
    )
    assert stage["y"] >= screen["y"] and stage["y"] + stage["height"] <= screen["y"] + screen["height"]
    assert stage["width"] > 0.85 * screen["width"]
