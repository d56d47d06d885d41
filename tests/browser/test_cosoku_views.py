"""3coSoKu in a real JupyterLab: the picture follows the search by keyboard, every label can be read, the net
says the same."""

from collections import Counter

import pytest

from lessons.kit.views import TileSteps
from puzzlelib.icosoku.events import trace
from puzzlelib.icosoku.puzzle import icosoku

from .controls import bottom, nameless, press, slider_named
from .lab import answered, colours, desk_with, notebook_of, paint, picture, settle, steady, until

pytestmark = pytest.mark.browser

CELLS = [
    "from puzzlelib.icosoku.puzzle import icosoku\nfrom puzzlelib.icosoku.events import trace\nfrom "
    "lessons import demo_switch\nfrom lessons import player",
    "demo_switch()",
    "player(trace(icosoku(), max_events=100), views='picture')",
]
STEPS = TileSteps(trace(icosoku(), max_events=100))
YELLOW = (255, 212, 0)


@pytest.fixture(scope="module")
def desk(server, browser):
    with desk_with(server, browser, "cosoku.ipynb", *CELLS) as lab:
        yield lab


def go(desk, *keys):
    """The stage after these keys on the step slider, drawn, and its frame as Python makes it."""
    slider = slider_named(desk.notebook, "step")
    step = int(press(slider, *keys))
    stage = settle(desk.stages().first)
    desk.page.wait_for_function(
        "([node, step]) => node.dataset.drawn === step", arg=[stage.element_handle(), str(step)]
    )
    answered(stage)
    return stage, STEPS[step]


def labels(stage):
    """The labels in sight with their boxes, all of one moment: while the picture turns, they come and go."""
    return dict(
        stage.locator(".eo-tags .eo-label:not(.eo-hidden)").evaluate_all(
            "nodes => nodes.map(node => [node.innerText, node.getBoundingClientRect().toJSON()])"
        )
    )


def yellow(stage) -> int:
    """How many pixels have the colour of the border round the face and the vertex that the search looks
    at."""
    return colours(picture(bottom(stage))).get(YELLOW, 0)


def overlap(a, b) -> bool:
    return (
        a["x"] + a["width"] > b["x"] + 1
        and b["x"] + b["width"] > a["x"] + 1
        and a["y"] + a["height"] > b["y"] + 1
        and b["y"] + b["height"] > a["y"] + 1
    )


def test_every_control_has_a_name(desk):
    go(desk, "Home")
    assert nameless(desk) == []


def test_the_keyboard_steps_through_the_search(desk):
    stage, frame = go(desk, "Home")
    before = picture(bottom(stage))
    for _ in range(4):
        stage, frame = go(desk, "ArrowRight")
        assert stage.locator(".eo-say").inner_text() == frame["say"]
        counts = {
            row.locator("th").inner_text(): row.locator(".eo-number").inner_text()
            for row in stage.locator(".eo-counts tr").all()
        }
        assert counts == {vertex: str(missing) for vertex, missing in frame["counts"].items()}
    assert picture(bottom(stage)).tobytes() != before.tobytes()
    assert frame["net"]["face"] is not None


def test_labels_are_those_of_the_state_and_none_covers_another(desk):
    for keys in (["Home"], ["ArrowRight"] * 9, ["End"]):
        stage, frame = go(desk, *keys)
        seen, box = labels(stage), bottom(stage).bounding_box()
        allowed = {text for tag in frame["tags"] for text in (tag["text"], tag["short"])}
        assert 7 <= len(seen) <= 12 and set(seen) <= allowed
        assert max(Counter(text.lstrip("▶ ").split()[0] for text in seen).values()) == 1
        for at in seen.values():
            assert box["x"] <= at["x"] and at["x"] + at["width"] <= box["x"] + box["width"] + 1
            assert box["y"] <= at["y"] and at["y"] + at["height"] <= box["y"] + box["height"] + 1
        assert not [1 for a, at in seen.items() for b, other in seen.items() if a < b and overlap(at, other)]


def test_the_picture_turns_to_the_face_that_is_filled_until_a_student_turns_it(desk):
    follow = desk.stages().first.get_by_role("button", name="Follow")
    if follow.get_attribute("aria-pressed") == "false":  # the test runs again on the desk it left
        follow.press("Enter")
    stage, frame = go(desk, "Home", *["ArrowRight"] * 2)  # a tile on a face that is out of sight at first
    until(desk.page, lambda: yellow(stage))  # the picture has begun to turn
    steady(desk.page, lambda: yellow(stage))
    looked_at = yellow(stage)
    assert follow.get_attribute("aria-pressed") == "true"
    before = labels(stage)
    stage.locator(".eo-picture").press("ArrowLeft")
    until(
        desk.page,
        lambda: any(before[text] != place for text, place in labels(stage).items() if text in before),
    )
    assert follow.get_attribute("aria-pressed") == "false"
    steady(desk.page, lambda: labels(stage))
    stage.locator(".eo-picture").press("0")
    paint(desk.page, frames=5)
    steady(desk.page, lambda: labels(stage))
    stage, _ = go(desk, "ArrowRight")
    assert 2 * yellow(stage) < looked_at  # it stays where it was put
    follow.press("Enter")
    until(desk.page, lambda: 2 * yellow(stage) > looked_at)


def check_net(stage, frame):
    faces = stage.locator(".eo-net .eo-face").count()
    dots = stage.locator(".eo-net .eo-dot").count()
    assert faces == 20 and dots == sum(sum(corners) for corners in frame["net"]["dots"] if corners)
    written = stage.locator(".eo-net li").all_inner_texts()
    names = icosoku().polyhedron.face_names
    for name, corners, text in zip(names, frame["net"]["dots"], written[:20]):
        assert text == f"{name}: " + (
            ", ".join(f"{number} at {vertex}" for number, vertex in zip(corners, name))
            if corners
            else "empty"
        )
    for vertex, (wanted, found, _, _), text in zip(
        icosoku().polyhedron.vertices, frame["net"]["pegs"], written[20:]
    ):
        assert text.startswith(f"{vertex}: {found} of {wanted}")
    sums = Counter(stage.locator(".eo-net .eo-sum").all_text_contents())
    assert sums[f"{frame['net']['pegs'][0][1]}/1"] == 5  # A is found five times in the net
    assert sums.total() == 22


def test_the_net_says_the_same_as_the_picture(desk):
    stage, frame = go(desk, "End")
    described = stage.locator(".eo-picture").get_attribute("aria-label")
    laid = [name for name, corners in zip(icosoku().polyhedron.face_names, frame["net"]["dots"]) if corners]
    assert laid and all(f"{name}: " in described for name in laid)
    stage.get_by_role("combobox", name="View").select_option("layers")
    settle(stage, "layers")
    check_net(stage, frame)
    stage.get_by_role("combobox", name="View").select_option("3d")
    settle(stage)


def test_both_themes_and_the_projector(desk):
    stage, frame = go(desk, "End")
    plain = set(labels(stage))
    desk.dark()
    desk.notebook.get_by_role("checkbox").first.check()
    until(desk.page, lambda: colours(picture(bottom(stage))).most_common(1)[0][0] == (17, 17, 17))
    stage, _ = go(desk, "End")
    image = picture(bottom(stage))
    assert colours(image).most_common(1)[0][0] == (17, 17, 17)
    assert {text.lstrip("▶ ")[0] for text in labels(stage)} == {text.lstrip("▶ ")[0] for text in plain}
    desk.notebook.get_by_role("checkbox").first.uncheck()
    desk.dark(False)


@pytest.mark.long
def test_without_webgl_there_is_the_net(server, flat_lab):
    flat_lab.open(server.put(notebook_of(CELLS[0], CELLS[2]), "flat-cosoku.ipynb")).wide()
    flat_lab.run_all()
    stage = settle(flat_lab.stages(), "layers")
    assert "no WebGL" in stage.locator(".eo-note").inner_text()
    step = int(press(slider_named(flat_lab.notebook, "step"), "Home", *["ArrowRight"] * 5))
    flat_lab.page.wait_for_function(
        "([node, say]) => node.querySelector('.eo-say').textContent === say",
        arg=[stage.element_handle(), STEPS[step]["say"]],
    )
    check_net(stage, STEPS[step])
