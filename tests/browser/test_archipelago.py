"""The map of all packings: seen before anything is pressed, then by buttons, keys and pointer."""

import re

import numpy as np
import pytest

from lessons.l05_dancing_links import map_of_packings, recorded_archipelago
from puzzlelib import load
from puzzlelib.packing import option_tables

from .alone import alone, set_trait
from .controls import violations
from .lab import colours, paint, picture, shows, until

pytestmark = pytest.mark.browser

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


def test_the_map_is_there_before_anything_is_pressed(sheet, axe):
    assert "7,186 of 9,839 packings have no neighbour" in sheet.locator(".eo-total").inner_text()
    assert "7,186 of 9,839" in sheet.locator(".eo-map").get_attribute("aria-label")
    seen = picture(sheet.locator(".eo-map"))
    assert all(shows(seen, fill) for fill in (SEA, DUST, FOUR))
    assert len(colours(picture(sheet.locator(".eo-cube")))) > 8  # pieces in three shades each
    assert chosen(sheet)[1] > 0
    assert violations(sheet.page, axe) == []


def test_it_fits_a_screen_for_the_projector(sheet):
    set_trait(sheet.page, "contrast", True)
    assert sheet.evaluate("node => node.classList.contains('eo-contrast')")
    assert sheet.evaluate("node => node.offsetHeight") <= 600
    assert sheet.locator(".eo-map").evaluate("node => node.clientHeight") >= 400
    set_trait(sheet.page, "contrast", False)


def test_more_pieces_make_fewer_hermits(sheet):
    for most, said in (("3", "6,137"), ("4", "5,225"), ("2", "7,186")):
        press(sheet, most)
        assert sheet.locator(".eo-total").inner_text().startswith(f"{said} of 9,839")
        assert sheet.get_by_role("button", name=most, exact=True).get_attribute("aria-pressed") == "true"


def test_a_line_leads_to_a_neighbour_and_back(sheet):
    press(sheet, "4")
    for name in ("A hermit", "Next island"):  # the largest island
        press(sheet, name)
    sheet.locator(".eo-map").press("ArrowUp")  # the last: two packings
    first, many = chosen(sheet)
    pieces = sheet.locator(".eo-lines button").inner_text()
    said = f"{pieces.replace(' ', ', ')} packed again."
    for expected in (False, True):
        press(sheet, pieces)
        assert sheet.locator(".eo-chosen").inner_text().startswith(said)
        assert (chosen(sheet) == (first, many)) is expected


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


def test_the_map_is_worked_by_keys(sheet):
    sheet.locator(".eo-map").focus()
    before = chosen(sheet)[0]
    sheet.page.keyboard.press("ArrowDown")
    below = chosen(sheet)[0]
    sheet.page.keyboard.press("ArrowRight")
    assert len({before, below, chosen(sheet)[0]}) == 3
    sheet.page.keyboard.press("ArrowLeft")
    assert chosen(sheet)[0] == below
    sheet.page.keyboard.press("Enter")
    assert "packed again." in sheet.locator(".eo-chosen").inner_text()
    sheet.page.keyboard.press("f")
    assert sheet.evaluate("node => node.classList.contains('eo-full')")
    sheet.page.keyboard.press("Escape")
    assert not sheet.evaluate("node => node.classList.contains('eo-full')")


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
