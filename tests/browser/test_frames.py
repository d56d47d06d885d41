"""Smooth motion where the processor draws: the map of all packings, and whole searches.

The processor time of the page's own thread for a frame is measured by that for as many plain dots,
on the machine at hand.
"""

import pytest

from lessons.l04_algorithm_x import coast_card
from lessons.l05_dancing_links import map_of_packings
from puzzlelib import ExactCover, exact_cover, load
from puzzlelib.search import algorithm_x

from .alone import alone

pytestmark = [pytest.mark.browser, pytest.mark.long]

MOST = 2  # times as long as the dots
DOTS = """(dots) => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 600;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  for (let dot = 0; dot < dots; dot++) {
    pen.fillStyle = `hsl(${dot % 360} 60% 50%)`;
    pen.beginPath();
    pen.arc((dot * 37) % 600, (dot * 91) % 600, 2, 0, 7);
    pen.fill();
  }
  pen.getImageData(0, 0, 1, 1);
}"""
COUNT = """() => {
  const { prototype } = CanvasRenderingContext2D, { drawImage } = prototype;
  globalThis.drawn = 0;
  prototype.drawImage = function(...what) { globalThis.drawn++; return drawImage.apply(this, what); };
}"""
FRAMES = """async (least) => {
  for (let k = 0; k < 40 && drawn < least; k++) await new Promise(requestAnimationFrame);
}"""


def discs():
    """The two searches of lesson 04: 14,998 nodes."""
    soma = load("soma")
    options = exact_cover(soma).options
    cover = ExactCover(dict.fromkeys([*soma.container, *(one.name for one in soma.pieces)], 1), options)
    laid = [k for k, option in enumerate(options) if option[0] == "V"][7:8]
    rules = {"A": "first", "B": "fewest"}
    steps = {name: algorithm_x.steps(cover, rule, given=laid) for name, rule in rules.items()}
    return coast_card(soma, laid, steps).children[-1]


@pytest.mark.parametrize(
    "card, images, button, frames",
    [(lambda: map_of_packings().children[-1], 1, "Whole map", 15), (discs, 2, "Play", 60)],
    ids=["9,839 dots", "14,998 nodes"],
)
def test_a_frame_takes_at_most_twice_the_time_of_plain_dots(browser, card, images, button, frames):
    with alone(browser, card(), motion=True) as page:
        clock = page.context.new_cdp_session(page)
        clock.send("Performance.enable", {"timeDomain": "threadTicks"})

        def busy() -> float:
            found = clock.send("Performance.getMetrics")["metrics"]
            return {one["name"]: one["value"] for one in found}["TaskDuration"]

        before = busy()
        for _ in range(20):
            page.evaluate(DOTS, 9839)
        dots = (busy() - before) / 20
        page.evaluate(COUNT)
        before, tries = busy(), 0
        while page.evaluate("drawn") < frames * images:  # a glide has as many frames as there is time for
            if button != "Play" or not tries:
                page.get_by_role("button", name=button).click()
            tries += 1
            page.evaluate(FRAMES, frames * images)
        seconds = (busy() - before) / (page.evaluate("drawn") / images)
        print(f"{1000 * seconds:.1f} ms of processor a frame, {1000 * dots:.1f} for plain dots")
        assert seconds < MOST * dots
