"""The plate editor in a real JupyterLab: by mouse and by key, the counters, a solution, the way to the cube
and into the net."""

import pytest

from puzzlelib.plates.files import load

from .controls import press, slider_named, true_colours, value
from .lab import answered, picture, pieces, settle, shows

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = [
    "from lessons.l09_plates.card import plate_editor\nfrom lessons import demo_switch",
    "demo_switch()",
    "editor = plate_editor('both-ways', target='both')\neditor",
]
BOTH = load("both-ways")


@pytest.fixture
def card(desk):
    """The editor with the set it came with."""
    card = desk.notebook.locator(".eo-platecard")
    settle(card.locator(".eo-stage"))
    card.get_by_role("button", name="Reset", exact=True).press("Enter")
    card.get_by_text("The plates, not placed yet.").wait_for()
    answered(card.locator(".eo-stage"))  # what Python resets must not come after the first click
    return card


def cell(card, plate: str, number: int):
    return card.get_by_role("button", name=f"plate {plate}, border cell {number} of 12,")


def counter_line(card, name: str) -> str:
    """The line of counters that begins so."""
    return card.locator(".eo-lines p").filter(has_text=name).first.inner_text()


def state(desk) -> list:
    """Return what Python knows: the number of filled border cells of each plate. A cell at the end of the
    notebook prints it."""
    desk.command("notebook:insert-cell-below")
    desk.command(
        "notebook:replace-selection",
        text="[sum(plate.border12) for plate in editor.plates.plates] + [sum(editor.plates.border30)]",
    )
    desk.command("notebook:run-cell")
    desk.idle()
    return eval(desk.notebook.locator(".jp-OutputArea-executeResult pre").last.inner_text())


def test_a_click_is_counted_known_to_python_and_seen(desk, card):
    stage = settle(card.locator(".eo-stage"))
    was = picture(stage.locator(".eo-picture"))
    sums = [sum(plate.border12) for plate in BOTH.plates] + [sum(BOTH.border30)]
    change = -1 if BOTH.plates[0].border12[6] else 1
    cell(card, "A", 7).click()
    line = counter_line(card, "Cube")
    assert f"have {32 + change} border cells" in line and line.startswith("✗")
    sums[0] += change
    assert state(desk) == sums
    answered(stage)
    assert picture(stage.locator(".eo-picture")) != was
    true_colours(stage)


def solve_cube(card):
    card.get_by_role("button", name="Solve", exact=True).press("Enter")
    card.get_by_text("Cube: solved in").wait_for()
    settle(card.locator(".eo-stage"))


def test_solve_fold_and_net(card):
    stage = card.locator(".eo-stage")
    solve_cube(card)
    assert card.get_by_role("button", name="Next dead end").count() == 0
    step = slider_named(card, "step")
    press(step, "Home")
    seen = []
    for steps in (0, 8, 12, 14):
        now = press(step, *["ArrowRight"] * steps) if steps else value(step)
        settle(stage)
        assert stage.get_attribute("data-step") == f"{now:.0f}"
        assert set("ABCDEF") <= set(pieces(stage))
        true_colours(stage)
        seen.append(card.locator(".eo-say").inner_text())
    assert (
        "board is filled" in seen[0] and "goes to the bottom of the cube" in seen[1] and len(set(seen)) == 4
    )
    assert press(step, "End") > 100
    settle(stage)
    true_colours(stage)
    image = picture(stage.locator(".eo-picture"))
    assert all(shows(image, colour) for _, colour in pieces(stage).values()), (
        "in the net, all six plates are seen"
    )
    assert "The net" in card.locator(".eo-say").inner_text()
    card.get_by_role("combobox", name="View").select_option("layers")
    settle(stage, "layers")
    net = stage.locator("table").last
    assert net.locator("td.eo-solution").count() == 24 + 32
    card.get_by_role("combobox", name="View").select_option("3d")
    settle(stage)


def test_the_projector_and_the_dark_theme(desk, card):
    button = cell(card, "A", 1)
    was = button.bounding_box()["width"]
    switch = desk.notebook.get_by_role("checkbox").first
    switch.scroll_into_view_if_needed()
    switch.press("Space")
    desk.page.wait_for_function("() => document.querySelector('.eo-plates.eo-contrast')")
    assert button.bounding_box()["width"] > 1.2 * was
    boxes = [
        part.bounding_box()
        for part in (card.locator(".eo-plates"), card.locator(".eo-platerow"), card.locator(".eo-stage"))
    ]
    assert boxes[1]["x"] + boxes[1]["width"] <= boxes[0]["x"] + boxes[0]["width"], (
        "the plates stay inside their frame"
    )
    assert (
        boxes[2]["x"] >= boxes[0]["x"] + boxes[0]["width"]
        or boxes[2]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    )
    switch.press("Space")
    desk.dark()
    desk.page.wait_for_function("() => document.querySelector('.eo-plates.eo-dark')")
    desk.dark(False)
