"""Each lesson as a student uses it in JupyterLab: run all within its time and memory, move every control by
keyboard, step, switch the view."""

from pathlib import Path

import nbformat
import pytest
from test_notebooks import IN_THE_BROWSER, MEGABYTES, SECONDS, said, trouble, unanswered
from test_notebooks import NOTEBOOKS as PARTS

from .controls import guess_all, kept_picture, press, slider_named, sliders, true_colours, violations
from .lab import ROOT, answered, nameless, settle
from .reopened import pictures_stay
from .screen import LARGE, STEPPED, highest, on_one_screen, project, shown, stays, stepped

pytestmark = pytest.mark.browser

NOTEBOOK = "() => window.jupyterapp.shell.currentWidget.model.toJSON()"
MEASURE = f"""import sys; sys.path.insert(0, {str(ROOT / "benchmarks")!r})
import _measure; print(_measure.work(), _measure.memory())"""
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


# `make test` runs some notebooks in the browser, and goes through every control of the last of them; `make
# test-all` does both with all.
*DRAWN, WALKED = IN_THE_BROWSER
REOPENED = "00-start-here", "03-tetris-cube", "08-integer-programs"


# lesson: how many of its stages and boards are stepped, or shown without steps, at least
SCREENS = {"00": 2, "01": 2, "04": 2, "05": 3, "06": 2, "08": 2, "10": 1}
SHOWN = {"00": 3, "02": 6, "03": 8, "07": 4, "09": 4, "11": 4, "12": 1}


def some(notebooks, names):
    """Parameters: the notebooks, all but those of these names for `make test-all` only."""
    return [
        pytest.param(one, id=one.stem, marks=[] if one.stem in names else pytest.mark.long)
        for one in notebooks
    ]


@pytest.mark.parametrize("notebook", some([one for one in NOTEBOOKS if one.stem != WALKED], DRAWN))
def test_it_runs_to_its_end_and_every_control_has_a_name(server, lab, axe, notebook: Path, tmp_path):
    run(server, lab, notebook)
    assert nameless(lab) == [] == violations(lab, axe)
    on_screens(lab, notebook)
    if notebook.stem in REOPENED:
        pictures_stay(server, lab, notebook.name, tmp_path)


@pytest.mark.parametrize("notebook", some(NOTEBOOKS, [WALKED]))
def test_lesson_by_keyboard(server, lab, axe, notebook: Path):
    run(server, lab, notebook)
    on_screens(lab, notebook)
    for card in lab.notebook.locator(f".eo-card:has({STEPPED}):not(.eo-card .eo-card)").all():
        if "step" in sliders(card):
            stays(card, card.locator(STEPPED).first)
    for card in lab.notebook.locator(".eo-card:has(.eo-board):not(.eo-card .eo-card)").all():
        step_the_board(card)
    cards = lab.notebook.locator(".eo-card:has(.eo-stage):not(.eo-card .eo-card)").all()
    for card in cards:
        stage = settle(card.locator(".eo-stage").first)
        true_colours(stage)
        for slider in sliders(card).values():
            move(card, slider)
        through_the_views(card)
    assert nameless(lab) == [] == violations(lab, axe)


def run(server, lab, notebook: Path) -> None:
    """Open a notebook, run it within its time and memory, guess; no cell may have ended in an error."""
    lab.open(server.put(notebook)).wide()
    lab.run_all()
    work, megabytes = map(float, lab.printed(MEASURE).split())
    assert work < SECONDS and megabytes < MEGABYTES
    assert said(code(lab)) == unanswered(PARTS[notebook.stem])
    guess_all(lab)
    assert [line for cell in code(lab) for line in trouble(cell)] == []


def on_screens(lab, notebook: Path) -> None:
    """All that is stepped or shown in this lesson stands on one screen, with large type as well; then its
    largest picture is large."""
    number = "" if notebook.stem[2] == "b" else notebook.stem[:2]
    least, found = max(SCREENS.get(number, 0), SHOWN.get(number, 0)), shown if number in SHOWN else stepped
    for large in (False, True) if least else ():
        project(lab, large)
        sheets = found(lab)
        assert len(sheets) >= least
        for sheet in sheets:
            on_one_screen(sheet)
        if large:
            assert max(map(highest, sheets)) >= LARGE
    project(lab, False)


def code(lab) -> list:
    """The cells of the notebook in front, with what came out of them."""
    cells = nbformat.from_dict(lab.page.evaluate(NOTEBOOK)).cells
    return [cell for cell in cells if cell.cell_type == "code"]


def move(card, slider) -> None:
    """There and back by keyboard: the value changes, the picture follows, and its colours are those of the
    state."""
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
    """The views in 2D follow the step slider, from the first event to the last, and each step says what
    happened."""
    board = card.locator(".eo-board").first
    board.scroll_into_view_if_needed()
    slider = slider_named(card, "step")
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


def through_the_views(card) -> None:
    """Every toggle button once, and the layers, or the net of a solid."""
    stage = card.locator(".eo-stage").first
    for button in card.locator(".widget-toggle-buttons button").all():
        button.press("Enter")
        answered(stage)
        true_colours(stage)
    stage.get_by_role("combobox", name="View").select_option("layers")
    settle(stage, "layers")
    stage.get_by_role("combobox", name="View").select_option("3d")
    settle(stage)
