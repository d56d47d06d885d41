"""Four searches by one clock, in a real JupyterLab: first a bet, at last one packing."""

import pytest

from .controls import nameless, violations
from .lab import desk_with, paint, picture, until

pytestmark = pytest.mark.browser

SWITCH = "from lessons import demo_switch\ndemo_switch()"
CELL = "from lessons.l08_integer_programs import four_searches\nfour_searches()"
STEPS = {"backtracking": 473, "Algorithm X": 17, "clasp": 99, "branch and bound": 12}
ORDER = sorted(STEPS, key=STEPS.get)


@pytest.fixture(scope="module")
def desk(server, browser):
    with desk_with(server, browser, "four-ways.ipynb", SWITCH, CELL) as lab:
        yield lab


@pytest.fixture
def race(desk):
    return desk.notebook.locator(".eo-fourways")


def said(race) -> str:
    return race.locator(".eo-say").inner_text()


def test_nothing_is_given_away_before_the_bet(desk, race, axe):
    """The clock does not run, and no number of a whole search is to be read or heard."""
    assert race.get_by_role("button", name="Play").get_attribute("aria-disabled") == "true"
    assert race.get_by_role("slider").is_disabled()
    race.get_by_role("button", name="Play").press("Enter")
    paint(desk.page, 3)
    assert all(text.endswith("0 steps") for text in race.locator("figcaption").all_inner_texts())
    heard = race.evaluate("node => node.outerHTML.replace(/ d=.[^>]*/g, '')")
    assert not any(f"{many} step" in heard for many in STEPS.values())
    assert nameless(desk) == [] and violations(desk, axe) == []


def test_a_bet_is_made_by_keys_and_judged_at_the_end(desk, race):
    for name in (ORDER[0], *ORDER[:0:-1]):
        race.get_by_role("button", name=name).press("Enter")
    assert "Your bet: branch and bound, backtracking, clasp, Algorithm X" in said(race)
    race.get_by_role("button", name="Play").press("Enter")  # without motion the end is there at once
    told = said(race)
    places = [told.index(f"{name} {STEPS[name]} steps") for name in ORDER]
    assert places == sorted(places) and "Your bet: 2 of 4 in their places." in told
    assert "All four have the same packing" in told
    assert race.get_by_role("img", name="The packing that all four found").is_visible()


def test_the_slider_goes_through_the_searches(desk, race):
    slider = race.get_by_role("slider")
    slider.press("Home")
    begin = "backtracking: 0 steps, depth 0; Algorithm X: 0 steps"
    assert slider.get_attribute("aria-valuetext").startswith(begin)
    for _ in range(40):
        slider.press("ArrowRight")
    words = slider.get_attribute("aria-valuetext")
    assert "backtracking: 10 steps" in words and "Algorithm X: 10 steps" in words
    boxes = race.locator("figure canvas").all()
    assert len({picture(box).tobytes() for box in boxes}) > 2
    slider.press("End")
    assert race.locator("figcaption").all_inner_texts() == [
        f"{name}\n✓ {many} steps" for name, many in STEPS.items()
    ]


def test_the_other_clock_begins_anew_and_tells_what_a_step_costs(desk, race):
    race.get_by_role("button", name="seconds").click()
    begin = race.get_by_role("slider").get_attribute("aria-valuetext")
    assert begin.startswith("backtracking: 0.0 ms")
    race.get_by_role("button", name="Play").press("Enter")
    assert "ms" in said(race) and "A step of branch and bound took as long as" in said(race)
    race.get_by_role("button", name="steps").click()


def test_it_plays_by_itself_until_all_is_one(desk, race):
    desk.page.emulate_media(reduced_motion="no-preference")
    play = race.locator(".eo-play")
    play.press("Enter")
    desk.page.wait_for_function("node => node.value > 100", arg=race.get_by_role("slider").element_handle())
    play.press("Enter")
    at = race.get_by_role("slider").input_value()
    paint(desk.page, 5)
    assert play.inner_text() == "Play" and race.get_by_role("slider").input_value() == at
    desk.page.emulate_media(reduced_motion="reduce")


def test_the_full_window_and_the_projector_hold_it_whole(desk, race):
    race.get_by_role("slider").press("f")
    until(desk.page, lambda: "eo-full" in race.get_attribute("class"))
    assert race.evaluate("node => node.scrollHeight <= innerHeight")
    desk.page.keyboard.press("PageDown")
    desk.page.keyboard.press("Escape")
    until(desk.page, lambda: "eo-full" not in race.get_attribute("class"))
    desk.notebook.get_by_role("checkbox", name="Projector").check()
    until(desk.page, lambda: "eo-contrast" in race.get_attribute("class"))
    paint(desk.page, 3)
    assert race.evaluate("node => node.offsetHeight") <= 600
    desk.notebook.get_by_role("checkbox", name="Projector").uncheck()
