"""Four searches by one clock: first a bet, at last one packing."""

import pytest

from lessons.l08_integer_programs import four_searches

from .alone import alone, set_trait
from .controls import violations
from .lab import paint, picture, until

pytestmark = [pytest.mark.browser, pytest.mark.long]

STEPS = {"backtracking": 473, "Algorithm X": 17, "clasp": 99, "branch and bound": 12}
ORDER = sorted(STEPS, key=STEPS.get)


@pytest.fixture(scope="module")
def race(browser):
    with alone(browser, four_searches().children[-1]) as page:
        yield page.locator(".eo-fourways")


def said(race) -> str:
    return race.locator(".eo-say").inner_text()


def test_nothing_is_given_away_before_the_bet(race, axe):
    """The clock does not run, and no number of a whole search is to be read or heard."""
    assert race.get_by_role("button", name="Play").get_attribute("aria-disabled") == "true"
    assert race.get_by_role("slider").is_disabled()
    race.get_by_role("button", name="Play").press("Enter")
    paint(race.page, 3)
    assert all(text.endswith("0 steps") for text in race.locator("figcaption").all_inner_texts())
    heard = race.evaluate("node => node.outerHTML.replace(/ d=.[^>]*/g, '')")
    assert not any(f"{many} step" in heard for many in STEPS.values())
    assert violations(race.page, axe) == []


def test_a_bet_is_made_by_keys_and_judged_at_the_end(race):
    for name in (ORDER[0], *ORDER[:0:-1]):
        race.get_by_role("button", name=name).press("Enter")
    assert "Your bet: branch and bound, backtracking, clasp, Algorithm X" in said(race)
    race.get_by_role("button", name="Play").press("Enter")  # without motion the end is there at once
    told = said(race)
    places = [told.index(f"{name} {STEPS[name]} steps") for name in ORDER]
    assert places == sorted(places) and "Your bet: 2 of 4 in their places." in told
    assert "All four have the same packing" in told
    assert race.get_by_role("img", name="The packing that all four found").is_visible()


def test_the_slider_goes_through_the_searches(race):
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


def test_the_other_clock_begins_anew_and_tells_what_a_step_costs(race):
    race.get_by_role("button", name="seconds").click()
    begin = race.get_by_role("slider").get_attribute("aria-valuetext")
    assert begin.startswith("backtracking: 0.0 ms")
    race.get_by_role("button", name="Play").press("Enter")
    assert "ms" in said(race) and "A step of branch and bound took as long as" in said(race)
    race.get_by_role("button", name="steps").click()


def test_it_plays_by_itself_until_all_is_one(race):
    race.page.emulate_media(reduced_motion="no-preference")
    play = race.locator(".eo-play")
    play.press("Enter")
    race.page.wait_for_function("node => node.value > 100", arg=race.get_by_role("slider").element_handle())
    play.press("Enter")
    at = race.get_by_role("slider").input_value()
    paint(race.page, 5)
    assert play.inner_text() == "Play" and race.get_by_role("slider").input_value() == at
    race.page.emulate_media(reduced_motion="reduce")


def test_the_full_window_and_the_projector_hold_it_whole(race):
    race.get_by_role("slider").press("f")
    until(race.page, lambda: "eo-full" in race.get_attribute("class"))
    assert race.evaluate("node => node.scrollHeight <= innerHeight")
    race.page.keyboard.press("PageDown")
    race.page.keyboard.press("Escape")
    until(race.page, lambda: "eo-full" not in race.get_attribute("class"))
    set_trait(race.page, "contrast", True)
    assert "eo-contrast" in race.get_attribute("class")
    assert race.evaluate("node => node.offsetHeight") <= 600
    set_trait(race.page, "contrast", False)
