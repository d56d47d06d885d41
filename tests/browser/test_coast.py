"""Two whole searches as discs: seen at once, then played, dragged, worked by keys."""

import re

import pytest

from .alone import alone, dark, set_trait
from .lab import colours, paint, picture, until
from .test_frames import discs

pytestmark = [pytest.mark.browser, pytest.mark.long]

STOP_WITHIN = """([rim, button]) => { // looked at in each frame: a busy machine does not miss it
  if (rim.value <= 500 || rim.value >= 11280 || button.textContent !== "Pause") return false;
  button.click();
  return true;
}"""
GOLD = (201, 151, 0)


@pytest.fixture(scope="module")
def coast(browser):
    with alone(browser, discs()) as page:
        yield page.locator(".eo-coast")


def gold(coast) -> list[int]:
    """How much gold each disc shows."""
    return [colours(picture(disc), 1)[GOLD] for disc in coast.locator("canvas").all()]


def nodes(coast) -> list[int]:
    """The nodes in hand, as the rim says them."""
    words = coast.locator("input").get_attribute("aria-valuetext")
    return [int(n.replace(",", "")) for n in re.findall(r"node ([\d,]+) of", words)]


def test_it_follows_the_theme_and_fits_a_screen_for_the_projector(coast):
    dark(coast.page)
    until(coast.page, lambda: coast.evaluate("node => node.classList.contains('eo-dark')"))
    set_trait(coast.page, "contrast", True)
    assert coast.evaluate("node => node.classList.contains('eo-contrast')")
    assert coast.evaluate("node => node.offsetHeight") <= 600
    assert coast.locator("canvas").first.evaluate("node => node.clientHeight") >= 400
    set_trait(coast.page, "contrast", False)
    dark(coast.page, False)
    until(coast.page, lambda: coast.evaluate("node => !node.className.match(/dark|contrast/)"))


def test_the_rim_takes_a_part_away_by_keys(coast):
    coast.locator("input").press("End")
    whole = gold(coast)
    coast.page.keyboard.press("Home")
    assert nodes(coast) == [0, 0] and max(gold(coast)) == 0
    coast.page.keyboard.press("ArrowRight")
    assert nodes(coast) == [1, 1]
    coast.page.keyboard.press("f")
    until(coast.page, lambda: "eo-full" in coast.get_attribute("class"))
    coast.page.keyboard.press("Escape")
    until(coast.page, lambda: "eo-full" not in coast.get_attribute("class"))
    coast.page.keyboard.press("Home")
    for _ in range(3):
        coast.page.keyboard.press("PageUp")
    first, second = nodes(coast)
    assert 0 < first == second and 0 < gold(coast)[0] < whole[0]
    coast.page.keyboard.press("End")
    assert nodes(coast) == [11280, 3718] and gold(coast) == whole


def test_a_disc_is_dragged(coast):
    disc = coast.locator("canvas").first
    wide = disc.evaluate("node => node.clientWidth")
    disc.click(position={"x": wide / 2 + 2, "y": wide * 0.9})  # half of the way round
    assert abs(nodes(coast)[0] - 5640) < 100 and nodes(coast)[1] == 3718
    coast.locator("input").press("End")


def test_a_sweep_goes_on_by_itself_and_stops(coast):
    coast.page.emulate_media(reduced_motion="no-preference")
    play = coast.locator(".eo-sweep button").first
    play.click()
    rim = coast.locator("input")
    coast.page.wait_for_function(STOP_WITHIN, arg=[rim.element_handle(), play.element_handle()])
    at = nodes(coast)
    paint(coast.page, 10)
    assert 500 < at[0] < 11280 and nodes(coast) == at and play.inner_text() == "Play"
    coast.page.emulate_media(reduced_motion="reduce")
    play.click()
    assert nodes(coast) == [11280, 3718]


def painted(disc) -> str:
    """Return what is on a disc, without the frame that it has while it has the focus."""
    return disc.evaluate("node => node.toDataURL()")


def test_a_wheel_zooms_once_a_disc_is_clicked_and_keys_do_too(coast):
    disc = coast.locator("canvas").first
    disc.press("0")
    coast.locator("input").press("End")
    paint(coast.page, 3)
    whole = painted(disc)
    disc.hover()
    coast.page.mouse.wheel(0, -40)
    paint(coast.page, 3)
    assert painted(disc) == whole  # it was the page's
    disc.focus()
    coast.page.mouse.wheel(0, -400)
    until(coast.page, lambda: painted(disc) != whole)
    disc.press("0")
    until(coast.page, lambda: painted(disc) == whole)
    disc.press("+")
    until(coast.page, lambda: painted(disc) != whole)
    disc.press("0")
    coast.locator("input").press("End")
    until(coast.page, lambda: painted(disc) == whole)
