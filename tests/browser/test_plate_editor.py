"""The plate editor in a real JupyterLab: by mouse and by key, the counters, a solution, the way to the cube
and into the net."""

import pytest

from puzzlelib.plates.files import load

from .controls import press, slider_named, true_colours, value
from .lab import answered, notebook_of, picture, pieces, settle, shows

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


def told(card, name: str) -> str:
    """The line of counters that begins so."""
    return card.locator(".eo-lines p").filter(has_text=name).first.inner_text()


def state(desk) -> list:
    """What Python knows: the number of filled border cells of each plate. A cell at the end of the notebook
    prints it."""
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
    assert f"have {32 + change} border cells" in told(card, "Cube") and told(card, "Cube").startswith("✗")
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


def test_a_set_that_cannot_be_is_told_with_its_numbers(card):
    cell(card, "A", 1).click()
    card.get_by_role("button", name="Solve", exact=True).press("Enter")
    card.locator(".eo-wrong").get_by_text("a cube needs exactly 32").wait_for()


def write_name(desk, card, text: str) -> None:
    """Write into the field of the file's name and leave it; Python knows it before the next button is
    pressed."""
    name = card.get_by_role("textbox", name="file")
    name.fill(text)
    name.press("Tab")
    answered(card.locator(".eo-stage"))


def test_load_and_save(desk, card, server):
    drawer = card.get_by_role("button", name="Load and save")
    drawer.press("Enter")
    write_name(desk, card, "my-plates")
    card.get_by_role("button", name="Save", exact=True).press("Enter")
    card.get_by_text("Saved: my-plates.yaml").wait_for()
    assert load(server.folder / "my-plates.yaml").plates == BOTH.plates
    card.get_by_role("button", name="Save", exact=True).press("Enter")
    card.get_by_text("is there already").wait_for()
    text = card.get_by_role("textbox", name="YAML")
    text.fill("pieces: 7")
    text.press("Tab")
    answered(card.locator(".eo-stage"))
    card.get_by_role("button", name="Use this text").press("Enter")
    card.locator(".eo-wrong").get_by_text("pieces").wait_for()
    assert told(card, "Cube").startswith("✓")
    write_name(desk, card, "pinwheels")
    card.get_by_role("button", name="Load", exact=True).press("Enter")
    card.get_by_text("Loaded:").wait_for()
    names = [plate.name for plate in load("pinwheels").plates]
    card.get_by_role("group", name=f"plate {names[-1]},").wait_for()
    write_name(desk, card, "both-ways")
    card.get_by_role("button", name="Load", exact=True).press("Enter")
    card.get_by_text("Loaded: Both ways").wait_for()
    drawer.press("Enter")


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


def test_a_slow_solver_says_so_and_can_be_stopped(server, lab):
    slow = (
        "import time\nfrom lessons.l09_plates import card as module\nmodule.solve_noted = "
        "lambda *_: time.sleep(100)\n"
        "module.plate_editor('both-ways')"
    )
    lab.open(server.put(notebook_of(slow, "6 * 7"), "slowplates.ipynb")).wide()
    lab.run_all()
    stage = settle(lab.stages())
    lab.notebook.get_by_role("button", name="Solve", exact=True).press("Enter")
    stage.get_by_text("HiGHS is at work").wait_for()
    stage.get_by_role("button", name="Stop").press("Enter")
    lab.notebook.locator(".eo-message").get_by_text("Stopped.").wait_for()
