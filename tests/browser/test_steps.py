"""Steps of a player: by arrow keys, Home and End wherever a click leaves the focus, but not in what has such
keys itself; and words that are always those of the picture."""

import pytest

from lessons import player
from lessons.l09_plates import from_board_to_cube
from lessons.puzzles.views.fold import FLIGHT
from puzzlelib import load
from puzzlelib.search import algorithm_x

from .alone import alone, go

pytestmark = pytest.mark.browser

TRACE = algorithm_x.trace(load("tetracubes-2x4x4"), limit=None, max_events=300)
LAST = len(TRACE) - 1
STEP = "models[0].get('step')"
FRAME, LONG, HOUR = 20, 4_000, 3_600_000  # milliseconds of a clock that stands still by itself
KEYS = {"ArrowRight": 1, "ArrowLeft": -1, "Home": -LAST, "End": LAST}

SAMPLES = """([first, second]) => new Promise((done) => {
  const sheet = document.querySelector(".eo-stage"), probe = document.createElement("div"), seen = [];
  document.body.append(probe);
  // a ResizeObserver is asked behind all that a frame does, and before it is painted
  const watch = new ResizeObserver(() => {
    seen.push([sheet.querySelector(".eo-say").textContent, sheet.querySelector(".eo-where").textContent,
      Number(sheet.dataset.drawn)]);
    if (Number(sheet.dataset.drawn) === second) return watch.disconnect(), done(seen);
    requestAnimationFrame(() => { probe.style.width = `${seen.length % 50}px`; });
  });
  watch.observe(probe);
  goTo(first);
  setTimeout(() => setTimeout(() => goTo(second)));
})"""


def moved(page, start: int, key: str) -> int:
    """The step after a key, where it was `start`, once its picture is drawn."""
    go(page, start)
    page.keyboard.press(key)
    return page.evaluate(STEP)


@pytest.mark.parametrize("views", [["picture", "tree"], pytest.param(["tree"], marks=pytest.mark.long)])
def test_after_a_click_on_any_button_the_keys_step(browser, views):
    with alone(browser, *player(TRACE, views=views).sheets) as page:
        buttons = page.locator(".eo-player button:visible").all()
        assert len(buttons) >= 4
        for one in buttons:
            go(page, 5)
            one.click()
            if one.inner_text() == "Pause":
                one.click()
            for key, by in KEYS.items():
                start = page.evaluate(STEP)
                page.keyboard.press(key)
                assert page.evaluate(STEP) == min(max(start + by, 0), LAST), (one.inner_text(), key)


STEPS_BY_HAND = ("Next step", "Next dead end", "Back to the previous step")


def test_a_step_by_hand_ends_what_plays_by_itself(browser):
    with alone(browser, *player(TRACE, views=["picture"]).sheets) as page:
        button = lambda name: page.get_by_role("button", name=name, exact=True)
        ways = [*(button(name).click for name in STEPS_BY_HAND), lambda: page.keyboard.press("ArrowRight")]
        for by_hand in ways:
            go(page, 5)
            button("Play").click()
            by_hand()
            assert button("Play").count() == 1


def test_a_step_is_one_that_can_be_seen(browser):
    """What flies is seen on its way to where it lands, unless there is another press."""
    with alone(browser, from_board_to_cube("both-ways").children[1], motion=True) as page:
        page.clock.install(time=0)
        page.clock.pause_at(HOUR)
        step = lambda: page.evaluate(STEP)
        press = lambda name: page.get_by_role("button", name=name).first.click()
        press("Next")
        seen = [page.clock.run_for(FRAME) or step() for _ in range(LONG // FRAME)]
        assert {*seen} | {0} == {*range(FLIGHT + 1)} and seen == sorted(seen)
        assert "move 1 of 8" in page.locator(".eo-where").inner_text()
        press("Next")
        page.clock.run_for(10 * FRAME)
        assert FLIGHT < step() < 2 * FLIGHT
        for name, there in (("Next", 2 * FLIGHT), ("Back", FLIGHT)):
            press(name)
            page.clock.run_for(LONG)
            assert step() == there


@pytest.mark.long
def test_what_has_such_keys_itself_keeps_them(browser):
    with alone(browser, *player(TRACE, views=["picture", "tree"]).sheets) as page:
        page.locator(".eo-picture").click()
        assert moved(page, 5, "ArrowRight") == 5, "it turns the picture"
        page.locator(".eo-tree").focus()
        assert moved(page, 5, "ArrowLeft") == 5, "it walks through the tree"
        page.locator(".eo-views select").focus()
        assert moved(page, 5, "End") == 5, "it chooses a view"
        page.locator(".eo-trackbox").focus()
        assert moved(page, 5, "ArrowRight") == 6, "once"
        page.locator(".eo-player button").first.focus()
        assert moved(page, 5, "Shift") == moved(page, 5, "Control+ArrowRight") == 5


@pytest.mark.long
def test_no_frame_shows_a_sentence_and_the_picture_of_another_step(browser):
    stage = player(TRACE, views=["picture"]).stage
    says = [stage.everything[step]["say"] for step in range(len(TRACE))]
    with alone(browser, stage) as page:
        for first in range(0, 30, 2):
            for say, where, drawn in page.evaluate(SAMPLES, [first + 1, first + 5]):
                assert says[drawn] == say and where.startswith(f"step {drawn} of")
