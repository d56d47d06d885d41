"""Two whole searches as discs, in a real JupyterLab: seen at once, then played, dragged, worked by keys."""

import re

import pytest

from .controls import nameless, violations
from .lab import colours, desk_with, paint, picture, until

pytestmark = pytest.mark.browser

SWITCH = "from lessons import demo_switch\ndemo_switch()"
CELL = """from puzzlelib import ExactCover, exact_cover, load
from puzzlelib.search import algorithm_x as library
from lessons.l04_algorithm_x import coast_card
soma = load("soma")
items = dict.fromkeys([*soma.container, *(piece.name for piece in soma.pieces)], 1)
cover = ExactCover(items, exact_cover(soma).options)
v = [k for k, option in enumerate(cover.options) if option[0] == "V"][7:8]
rules = {"A": "first", "B": "fewest"}
coast_card(soma, v, {name: library.steps(cover, rule, given=v) for name, rule in rules.items()})"""
STOP_WITHIN = """([rim, button]) => { // looked at in each frame: a busy machine does not miss it
  if (rim.value <= 500 || rim.value >= 11280 || button.textContent !== "Pause") return false;
  button.click();
  return true;
}"""
GOLD = (201, 151, 0)


@pytest.fixture(scope="module")
def desk(server, browser):
    with desk_with(server, browser, "coast.ipynb", SWITCH, CELL) as lab:
        yield lab


@pytest.fixture
def coast(desk):
    return desk.notebook.locator(".eo-coast")


def gold(coast) -> list[int]:
    """How much gold each disc shows."""
    return [colours(picture(disc), 1)[GOLD] for disc in coast.locator("canvas").all()]


def nodes(coast) -> list[int]:
    """The nodes in hand, as the rim says them."""
    words = coast.locator("input").get_attribute("aria-valuetext")
    return [int(n.replace(",", "")) for n in re.findall(r"node ([\d,]+) of", words)]


def test_both_trees_are_there_before_anything_is_pressed(desk, coast, axe):
    said = coast.locator("figcaption").all_inner_texts()
    labels = [disc.get_attribute("aria-label") for disc in coast.locator("canvas").all()]
    assert (
        said
        == labels
        == [
            "A: 11,280 nodes, 6,766 dead ends, 207 solutions",
            "B: 3,718 nodes, 1,872 dead ends, 207 solutions",
        ]
    )
    assert min(gold(coast)) > 300
    assert nameless(desk) == [] == violations(desk, axe)


def test_it_follows_the_theme_and_fits_a_screen_for_the_projector(desk, coast):
    desk.wide()
    desk.dark()
    until(desk.page, lambda: coast.evaluate("node => node.classList.contains('eo-dark')"))
    switch = desk.notebook.get_by_role("checkbox")
    switch.check()
    until(desk.page, lambda: coast.evaluate("node => node.classList.contains('eo-contrast')"))
    paint(desk.page, 4)
    assert coast.evaluate("node => node.offsetHeight") <= 600
    assert coast.locator("canvas").first.evaluate("node => node.clientHeight") >= 400
    switch.uncheck()
    desk.dark(False)
    until(desk.page, lambda: coast.evaluate("node => !node.className.match(/dark|contrast/)"))


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
    """What is on a disc, without the frame that it has while it has the focus."""
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
