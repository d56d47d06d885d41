"""After a restart of the kernel each card says that it is a picture now, and how to wake it."""

import pytest

from .lab import notebook_of, settle, until, window
from .test_restart import RESTARTED

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = [
    "from lessons import predict, play, explorer, player",
    "from puzzlelib import load\nfrom puzzlelib.search import algorithm_x",
    'guess = predict("How many packings?")',
    'play("soma")',
    'explorer(grid="2x4x4", hints=2, seed=1)',
    'player(algorithm_x.trace(load("tetracubes-2x4x4"), max_events=900))',
]
SAID = "Python was restarted, so this is a picture now. To wake it, run this cell again."


def test_a_card_says_that_it_is_a_picture_now_and_how_to_wake_it(server, browser):
    with window(server, browser) as lab:
        lab.open(server.put(notebook_of(*CELLS), "asleep.ipynb")).wide()
        lab.run_all()
        cards = lab.notebook.locator(".eo-card")
        assert cards.count() == 4 and SAID not in lab.notebook.inner_text()
        stage = settle(cards.nth(3).locator(".eo-stage"))
        lab.page.evaluate(RESTARTED)
        until(lab.page, lambda: lab.notebook.get_by_text(SAID).count() == 4)
        guess, _, explorer, player = cards.all()
        assert guess.locator(".jupyter-button").evaluate("(node) => node.inert")
        sliders = explorer.locator(".widget-slider").filter(has_text="hints")
        assert sliders.evaluate("(node) => node.inert"), "it would say 3 where the sentence says 2"

        handle = player.get_by_role("slider", name="step")
        before = stage.get_attribute("data-step")
        handle.press("ArrowRight")
        until(lab.page, lambda: stage.get_attribute("data-step") != before)

        handle.press("End")
        player.get_by_text("This step was not fetched before Python was restarted.").wait_for()

        lab.run_all()
        until(lab.page, lambda: SAID not in lab.notebook.inner_text())
        assert cards.count() == 4
        lab.check()
