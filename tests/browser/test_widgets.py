"""The widgets in a real JupyterLab: by keyboard, by eye (pixels), by ear (names), and on a projector."""

import pytest
from sizes import picked

from lessons import player
from puzzlelib import asp, load

from .alone import alone, go
from .controls import bottom, kept_picture, press, slider_named, true_colours, value
from .lab import answered, notebook_of, paint, picture, pieces, settle, until
from .screen import FILL, filled, on_one_screen, project, until_drawn

pytestmark = pytest.mark.browser

IMPORTS = (
    "from puzzlelib import asp\nfrom puzzlelib import load\nfrom lessons import "
    "demo_switch, explorer\nfrom lessons import player"
)
CELLS = [
    IMPORTS,
    "demo_switch()",
    "explorer(seed=3, engine='asp')",
    "player(asp.trace(load('tetracubes-2x4x4')))",
    "from IPython.display import Markdown\nMarkdown('| who |\\n|---|\\n| Ada |')",
]


@pytest.fixture
def explorer(desk):
    card = desk.notebook.locator(".eo-card:has(.eo-stage)").nth(0)
    settle(card.locator(".eo-stage"))
    return card


@pytest.fixture(name="player")
def player_card(desk):
    card = desk.notebook.locator(".eo-card:has(.eo-stage)").nth(1)
    settle(card.locator(".eo-stage"))
    return card


def stage_of(card):
    return card.locator(".eo-stage")


@pytest.mark.long
@pytest.mark.parametrize("name", ["grid", "steps of", "show"])
def test_menus_by_keyboard(explorer, name):
    menu = explorer.get_by_role("combobox", name=name)
    was = menu.input_value()
    for key, changed in (("ArrowDown", True), ("ArrowUp", False)):
        menu.focus()
        menu.press(key)
        until(explorer.page, lambda: (menu.input_value() != was) == changed)
        assert menu.evaluate("node => node === document.activeElement")
    settle(stage_of(explorer))


@pytest.mark.long
def test_hints_are_shown_one_by_one(explorer):
    stage, hints = stage_of(explorer), slider_named(explorer, "hints")
    for wanted, keys in ((0, ["Home"]), (1, ["ArrowRight"]), (8, ["End"])):
        assert press(hints, *keys) == wanted
        stage.page.wait_for_function(
            "([node, n]) => node.dataset.pieces.split(',').filter(Boolean).length === n",
            arg=[stage.element_handle(), wanted],
        )
        settle(stage)
        assert {how for how, _ in pieces(stage).values()} <= {"given"}
        true_colours(stage)
    press(hints, *["ArrowLeft"] * 4)


@pytest.mark.long
@pytest.mark.parametrize("grid", picked(["2x2x8", "2x2x4+2x2x4", "2x4x4"], ["2x2x4+2x2x4"]))
def test_grids_and_views(explorer, grid):
    stage = stage_of(explorer)
    explorer.get_by_role("combobox", name="grid").select_option(grid)
    for view in ("side by side", "solution", "puzzle"):
        explorer.get_by_role("combobox", name="show").select_option(view)
        stage.page.wait_for_function(
            "([node, words]) => words.every(word => node.getAttribute('aria-label').includes(word))",
            arg=[stage.element_handle(), [grid, view]],
        )
        settle(stage)
        true_colours(stage)


@pytest.mark.long
def test_buttons_know_their_ends(player):
    stage, step = stage_of(player), slider_named(player, "step")
    button = lambda name: player.get_by_role("button", name=name, exact=True)
    press(step, "Home")
    settle(stage)
    assert button("Back to the previous step").get_attribute("aria-disabled") == "true"
    for name, kind in (("Next dead end", "Dead end"), ("Next answer", "Answer")):
        button(name).press("Enter")
        settle(stage)
        assert player.locator(".eo-say").inner_text().startswith(kind)
        assert value(step) == float(stage.get_attribute("data-step"))
    press(step, "End")
    settle(stage)
    assert (
        button("Next step").get_attribute("aria-disabled")
        == button("Next answer").get_attribute("aria-disabled")
        == "true"
    )
    button("Back to the previous step").press("Enter")
    settle(stage)
    assert button("Next step").get_attribute("aria-disabled") == "false"


@pytest.mark.long
def test_playing_goes_on_and_stops(player):
    stage, step = stage_of(player), slider_named(player, "step")
    press(step, "Home")
    player.get_by_role("button", name="Play", exact=True).press("Enter")
    stage.page.wait_for_function("node => Number(node.dataset.step) >= 3", arg=stage.element_handle())
    player.get_by_role("button", name="Pause", exact=True).press("Enter")
    settle(stage)
    stopped = value(step)
    paint(stage.page, frames=20)
    assert value(step) == stopped >= 3


@pytest.mark.long
def test_the_camera_stays_where_it_was_turned(player):
    stage = stage_of(player)
    eye = (
        "node => { const s = node.querySelector('.js-plotly-plot')._fullLayout.scene._scene; return "
        "[s.getCamera().eye, s.glplot.getAspectratio()] }"
    )
    rounded = lambda: [{axis: round(v, 6) for axis, v in one.items()} for one in stage.evaluate(eye)]
    before = rounded()
    place = bottom(stage).bounding_box()
    mouse = stage.page.mouse
    mouse.move(place["x"] + 200, place["y"] + 100)
    mouse.down()
    mouse.move(place["x"] + 260, place["y"] + 120, steps=3)
    mouse.up()
    mouse.wheel(0, -200)
    until(stage.page, lambda: all(new != old for new, old in zip(rounded()[:2], before)))
    answered(stage)
    turned = rounded()
    press(slider_named(player, "step"), "ArrowRight")
    settle(stage)
    assert rounded() == turned
    bottom(stage).press("ArrowLeft")
    until(stage.page, lambda: rounded() != turned)
    player.locator(".eo-picture").press("0")
    until(stage.page, lambda: rounded() == before)


@pytest.mark.long
def test_exploding_keeps_all_in_the_picture(player):
    stage, view = stage_of(player), player.get_by_role("combobox", name="View")
    press(slider_named(player, "step"), "End")
    view.select_option("apart")
    answered(stage)
    true_colours(stage)
    card = picture(bottom(stage))
    edge = {card.getpixel((x, y)) for x in range(400, card.width, 3) for y in (2, card.height - 3)}
    assert min(map(min, edge)) > 245, "a piece touches the edge of the picture"  # the grid may, faintly
    view.select_option("3d")


@pytest.mark.long
def test_layers_say_the_same_in_letters(player):
    stage = stage_of(player)
    press(slider_named(player, "step"), "End")
    player.get_by_role("combobox", name="View").select_option("layers")
    settle(stage, "layers")
    letters = stage.locator("td").filter(has_not_text="0").all_inner_texts()
    assert set(pieces(stage)) <= {letter for letter in letters}
    player.get_by_role("combobox", name="View").select_option("3d")
    settle(stage)


@pytest.mark.long
@pytest.mark.parametrize("large", picked([False, True], [True]))
def test_the_picture_fills_a_screen_that_has_sentence_and_buttons_too(desk, explorer, player, large):
    project(desk, large)
    for card in (explorer, player):
        stage = until_drawn(stage_of(card))
        on_one_screen(stage)
        assert filled(stage) >= FILL
    project(desk, False)


def test_a_key_fills_the_window_and_another_goes_back(desk, player):
    stage, page = until_drawn(stage_of(player)), desk.page
    slider = slider_named(player, "step")
    press(slider, "Home")
    small, box = bottom(until_drawn(stage)).bounding_box(), "node => node === document.activeElement"
    slider.press("f")
    until(page, lambda: stage.bounding_box() == {"x": 0, "y": 0, **page.viewport_size})
    settle(stage)
    until(page, lambda: bottom(stage).bounding_box()["height"] > small["height"])
    assert bottom(stage).evaluate(box)
    assert "F fills the window" in bottom(stage).get_attribute("aria-label")
    track = stage.locator(".eo-track").bounding_box()
    assert track["y"] + track["height"] > 0.9 * page.viewport_size["height"]
    for key, step in (("PageDown", 1), ("PageDown", 2), ("PageUp", 1)):
        page.keyboard.press(key)
        until(page, lambda: stage.get_attribute("data-drawn") == str(step))
    page.keyboard.press("Space")
    stage.get_by_role("button", name="Pause", exact=True).wait_for()
    page.keyboard.press("Space")
    stage.get_by_role("button", name="Play", exact=True).wait_for()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert stage.evaluate("node => node.contains(document.activeElement)")
    page.keyboard.press("Escape")
    until(page, lambda: bottom(until_drawn(stage)).bounding_box() == small)
    assert slider.evaluate(box), "the focus is not where it was"


@pytest.mark.long
def test_an_f_that_is_written_is_not_taken(desk, player, explorer):
    readout = player.locator(".widget-readout").first
    readout.focus()
    readout.press("f")
    explorer.get_by_role("combobox", name="grid").press("f")
    paint(desk.page)
    assert desk.notebook.locator(".eo-full").count() == 0


@pytest.mark.long
def test_a_button_fills_the_window(desk, explorer):
    stage = stage_of(explorer)
    explorer.get_by_role("button", name="Full window").press("Enter")
    until(desk.page, lambda: stage.bounding_box() == {"x": 0, "y": 0, **desk.page.viewport_size})
    explorer.get_by_role("button", name="Back (Esc)").press("Enter")
    assert desk.notebook.locator(".eo-full").count() == 0
    settle(stage)


@pytest.mark.long
def test_the_dark_theme_reaches_the_picture(desk, player):
    stage = stage_of(player)
    desk.dark()
    stage.page.wait_for_function("node => node.classList.contains('eo-dark')", arg=stage.element_handle())
    until(stage.page, lambda: picture(bottom(stage)).getpixel((3, 200)) == (17, 17, 17))
    true_colours(stage)
    desk.dark(False)


@pytest.mark.long
def test_the_projector_switch(desk, player):
    stage = stage_of(player)
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    was = stage.locator(".eo-say").evaluate(size)
    switch = desk.notebook.get_by_role("checkbox")
    switch.scroll_into_view_if_needed()
    switch.press("Space")
    settle(stage)
    stage.page.wait_for_function("node => node.classList.contains('eo-contrast')", arg=stage.element_handle())
    assert stage.locator(".eo-say").evaluate(size) > 1.2 * was
    assert desk.notebook.evaluate("node => node.classList.contains('eo-projector')")
    text = desk.notebook.locator(".jp-OutputArea .jp-RenderedMarkdown")
    assert text.locator("table").evaluate(size) == text.evaluate(size) > 20
    switch.press("Space")


@pytest.mark.long
def test_the_handle_of_a_slider_is_seen_on_white(explorer):
    handle = explorer.locator(".noUi-handle").first
    assert handle.evaluate("node => getComputedStyle(node).backgroundColor") != "rgb(255, 255, 255)"


# -------- other pages

MANY = (
    "from IPython.display import display\nfor seed in range({}): display(explorer(seed=seed, "
    "view='solution'))"
)


@pytest.mark.long
def test_a_slow_search_says_so_and_can_be_stopped(server, lab):
    slow = (
        "import time\nfrom lessons.puzzles.cards import puzzle_explorer as widgets\n"
        "widgets.TRACERS['slow'] = lambda puzzle, given: time.sleep(100)\nwidgets.explorer(engine='x')"
    )
    lab.open(server.put(notebook_of(slow), "slow.ipynb")).wide()
    lab.run_all()
    stage = settle(lab.stages())
    engine = lab.notebook.get_by_role("combobox", name="steps of")
    for _ in range(2):  # JupyterLab would have taken a second thread, which nothing interrupts, by the second
        engine.select_option("slow")
        stage.get_by_text("slow is searching").wait_for()
        stage.get_by_role("button", name="Stop").press("Enter")
        lab.notebook.get_by_text("Stopped. Move a slider to go on.").wait_for()
        engine.select_option(index=0)
        answered(stage)
    assert lab.printed("print(6 * 7)") == "42\n"


@pytest.mark.long
def test_eight_stages_keep_their_pictures(server, lab):
    lab.open(server.put(notebook_of(IMPORTS, MANY.format(8)), "many.ipynb")).wide()
    lab.run_all()
    stages = lab.stages().all()
    assert len(stages) == 8
    for stage in stages:
        settle(stage)
    until(lab.page, lambda: [stage.get_attribute("data-live") for stage in stages].count("3d") <= 6)
    live = [stage.get_attribute("data-live") for stage in stages]
    assert live.count("3d") <= 6 and set(live) <= {"3d", "picture"}, live
    assert lab.page.evaluate("() => globalThis.exactlyOnce.live.size") == live.count("3d")
    stages[0].scroll_into_view_if_needed()
    kept_picture(settle(stages[0]))


@pytest.mark.long
def test_three_notebooks_keep_their_pictures(server, lab):
    cells = [IMPORTS, MANY.format(2)]
    names = [server.put(notebook_of(*cells), f"three-{number}.ipynb") for number in range(3)]
    for name in names:
        lab.open(name).wide()
        lab.run_all()
        for stage in lab.stages().all():
            settle(stage)
    for name in names:
        lab.open(name)
        for stage in lab.stages().all():
            kept_picture(settle(stage))
            true_colours(stage)


def test_without_webgl_there_are_layers(browser_without_webgl):
    trace = asp.trace(load("tetracubes-2x4x4"))
    with alone(browser_without_webgl, player(trace, views="picture").stage) as page:
        stage = settle(page.locator(".eo-stage"), "layers")
        assert "no WebGL" in stage.locator(".eo-note").inner_text()
        assert stage.locator(".eo-layers td").count() == 32
        go(page, len(trace) - 1)
        assert len(pieces(stage)) == 8
