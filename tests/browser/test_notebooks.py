"""Each lesson as a student uses it in JupyterLab: run all, move every control by keyboard, step, switch the view."""

import re
from pathlib import Path

import pytest

from .controls import kept_picture, nameless, press, sliders, true_colours
from .lab import ROOT, settle

pytestmark = pytest.mark.browser

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_lesson_by_keyboard(server, lab, notebook: Path):
    lab.open(server.put(notebook)).wide()
    lab.run_all()
    guess_all(lab)
    for card in lab.notebook.locator(".eo-card:has(.eo-board):not(.eo-card .eo-card)").all():
        step_the_board(card)
    cards = lab.notebook.locator(".eo-card:has(.eo-stage):not(.eo-card .eo-card)").all()
    for card in cards:
        stage = settle(card.locator(".eo-stage").first)
        true_colours(stage)
        for slider in sliders(card).values():
            move(card, slider)
        through_the_views(card)
    assert nameless(lab) == []


def guess_all(lab) -> None:
    """Bet on the first choice, or on 7, so that nothing stays covered."""
    for card in lab.notebook.locator(".eo-predict").all():
        field = card.get_by_role("textbox", name="Your guess")
        if field.count():
            field.fill("7")
        else:
            card.locator(".widget-toggle-buttons button").first.press("Enter")
        card.get_by_role("button", name="That is my guess").press("Enter")
        lab.idle()
    lab.page.wait_for_function("() => document.querySelectorAll('.eo-covered').length === 0")
    assert lab.notebook.locator(".eo-wrong").all_inner_texts() == [], "what opened tells of an error"


def move(card, slider) -> None:
    """There and back by keyboard: the value changes, the picture follows, and its colours are those of the state."""
    stage = card.locator(".eo-stage").first
    name = slider.get_attribute("aria-label")
    low = press(slider, "Home")
    high = press(slider, "End")
    assert high > low, f"the slider {name} does not move"
    answered(stage)
    true_colours(stage)
    press(slider, "ArrowLeft")
    answered(stage)
    kept_picture(stage)


def step_the_board(card) -> None:
    """The views in 2D follow the step slider, from the first event to the last, and each step says what happened."""
    board = card.locator(".eo-board").first
    board.scroll_into_view_if_needed()
    slider = sliders(card)["step"]
    seen = {}
    for key in ("Home", "ArrowRight", "PageUp", "End"):
        step = int(press(slider, key))
        board.page.wait_for_function(
            "([node, step]) => node.dataset.drawn === step", arg=[board.element_handle(), str(step)]
        )
        seen[step] = board.locator(".eo-panels").inner_text() + board.locator(".eo-panels").inner_html()
    looks = list(seen.values())  # the last event only says how the search ended, which needs no new picture
    assert len(looks) > 1 and len(set(looks[:-1])) == len(looks[:-1]) and looks[-1] != looks[0], (
        "a step changes nothing in the views"
    )
    assert card.locator(".eo-say:visible").first.inner_text().strip()


def answered(stage) -> None:
    """Wait until Python has had its say and the picture is drawn."""
    stage.page.wait_for_timeout(150)
    stage.page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'",
        timeout=30_000,
    )
    settle(stage)


def through_the_views(card) -> None:
    """Every toggle button once, and the layers, or the net of a solid."""
    stage = card.locator(".eo-stage").first
    for button in card.locator(".widget-toggle-buttons button").all():
        button.press("Enter")
        answered(stage)
        true_colours(stage)
    stage.get_by_role("button", name=re.compile("Layers|Net")).press("Enter")
    settle(stage, "layers")
    stage.get_by_role("button", name="3D").press("Enter")
    settle(stage)
