"""The map of all packings: seen before anything is pressed, then by buttons, keys and pointer."""

import re

import numpy as np
import pytest

from lessons.l05_dancing_links import map_of_packings, recorded_archipelago
from puzzlelib import load
from puzzlelib.packing import option_tables

from .alone import alone, set_trait
from .lab import paint, picture, shows, until

pytestmark = [pytest.mark.browser, pytest.mark.long]

SEA, DUST, FOUR = "#0f1720", "#5b7390", "#ff9340"


@pytest.fixture(scope="module")
def sheet(browser):
    with alone(browser, map_of_packings().children[-1]) as page:
        yield page.locator(".eo-archipelago")


def press(sheet, name):
    sheet.get_by_role("button", name=name, exact=True).click()
    paint(sheet.page)


def chosen(sheet):
    """The number of the packing that is chosen, and how many neighbours it has."""
    words = sheet.locator(".eo-chosen").inner_text()
    number, many = re.search(r"Packing ([\d,]+) has (\d+|no) neighbour", words).groups()
    assert sheet.locator(".eo-lines button").count() == (0 if many == "no" else int(many))
    return int(number.replace(",", "")), 0 if many == "no" else int(many)


def test_it_fits_a_screen_for_the_projector(sheet):
    set_trait(sheet.page, "contrast", True)
    assert sheet.evaluate("node => node.classList.contains('eo-contrast')")
    assert sheet.evaluate("node => node.offsetHeight") <= 600
    assert sheet.locator(".eo-map").evaluate("node => node.clientHeight") >= 400
    set_trait(sheet.page, "contrast", False)


def test_islands_and_hermits_are_visited(sheet):
    press(sheet, "2")
    press(sheet, "A hermit")
    assert chosen(sheet)[1] == 0
    press(sheet, "Next island")
    one = chosen(sheet)
    press(sheet, "Next island")
    assert one[1] > 0 and chosen(sheet)[1] > 0 and chosen(sheet) != one
    sheet.locator(".eo-map").press("ArrowUp")
    assert chosen(sheet) == one
    press(sheet, "Whole map")
    until(sheet.page, lambda: shows(picture(sheet.locator(".eo-map")), DUST))


def test_packed_pieces_light_the_packings_that_agree(sheet):
    """As many as have the same places in some rotation, by the tables of rotations."""
    press(sheet, "Next island")
    found, tables = recorded_archipelago(), np.array(option_tables(load("tetris-cube"), "rotations"))
    row, images, held = found.rows[chosen(sheet)[0] - 1], tables[:, found.rows], []
    press(sheet, "Whole map")
    all_lit = picture(sheet.locator(".eo-map"))
    for piece in (2, 5, 7, 0):
        held.append(piece)
        sheet.locator(".eo-held button").nth(piece).press("Enter")
        agree = (images[:, :, held] == row[held]).all(axis=2).any(axis=0).sum()
        said = f"{agree:,} packings agree" if agree > 1 else "only this packing agrees"
        assert said in sheet.locator(".eo-chosen").inner_text()
    assert picture(sheet.locator(".eo-map")) != all_lit
    for piece in held:
        sheet.locator(".eo-held button").nth(piece).press("Enter")
    assert "Follow a line" in sheet.locator(".eo-chosen").inner_text()


def test_a_dot_is_chosen_by_the_pointer(sheet):
    """The ring of hermits is dense: a click on it means one of them."""
    press(sheet, "Whole map")
    until(sheet.page, lambda: shows(picture(sheet.locator(".eo-map")), DUST))
    wide = sheet.locator(".eo-map").evaluate("node => node.clientWidth")
    sheet.locator(".eo-map").click(position={"x": wide * 0.5, "y": wide * 0.04})
    assert chosen(sheet)[1] == 0
