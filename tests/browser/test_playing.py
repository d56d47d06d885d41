"""Playing keeps its speed on a machine that draws slowly: steps are left out of the picture, not put off."""

import pytest

from lessons.kit.cards.modules import javascript

from .lab import page_with

pytestmark = pytest.mark.browser

SPEEDS = 1600, 800, 250, 80  # milliseconds a step

# The player with a stage that only counts, and a clock that a drawing of 300 ms moves on at each tick.
COUNTED = (
    javascript("buttons")
    + """
globalThis.played = (speed, milliseconds, drawing, known) => {
  let now = 0, tick = null;
  const seen = [];
  performance.now = () => now;
  globalThis.setInterval = (act) => (tick = act);
  globalThis.clearInterval = () => (tick = null);
  const stage = {
    pace: speed, step: 0, last: 10000, waiting: false, following: () => null, has: () => false,
    frames: { has: (k) => k <= known }, say: document.createElement("p"),
    goTo: (step) => seen.push(stage.step = step),
  };
  const player = new Player(stage);
  player.toggle();
  while (now < milliseconds) { now += Math.max(speed, drawing); tick(); }
  return seen;
};"""
)


@pytest.fixture(scope="module")
def page(browser):
    with page_with(browser, COUNTED, "played") as page:
        yield page


def played(page, speed: int, drawing: int, known: int = 10_000) -> list[int]:
    """The steps that are drawn in six seconds."""
    return page.evaluate("([...all]) => globalThis.played(...all)", [speed, 6000, drawing, known])


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("drawing", [0, 300])
def test_each_speed_is_kept(page, speed, drawing):
    seen = played(page, speed, drawing)
    assert seen == sorted(set(seen)), "a step comes twice, or after a later one"
    assert abs(seen[-1] - 6000 / speed) <= 300 / speed + 1


def test_nothing_is_left_out_where_drawing_is_quick(page):
    for speed in SPEEDS:
        seen = played(page, speed, 20)
        assert seen == list(range(1, len(seen) + 1))


def test_playing_does_not_run_ahead_of_what_has_come(page):
    """Up to a step that is here several may be left out; then one is asked for at a time."""
    seen = played(page, 80, 300, known=10)
    assert 10 in seen and seen[seen.index(10) + 1] == 11


def test_a_long_pause_is_not_made_up_for(page):
    seen = played(page, 80, 5000)
    assert seen[0] <= 1 + 1000 // 80
