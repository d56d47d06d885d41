"""3coSoKu: the picture follows the search, every label can be read, the net says the same."""

from collections import Counter

import pytest

from lessons import player
from lessons.puzzles.views import TileSteps
from puzzlelib.icosoku.events import trace
from puzzlelib.icosoku.puzzle import icosoku

from .alone import alone
from .alone import go as step_to
from .controls import bottom
from .lab import colours, paint, picture, settle, steady, until

pytestmark = [pytest.mark.browser, pytest.mark.long]

TRACE = trace(icosoku(), max_events=100)
STEPS, LAST = TileSteps(TRACE), len(TRACE) - 1
YELLOW = (255, 212, 0)


@pytest.fixture(scope="module")
def page(browser):
    with alone(browser, player(TRACE, views="picture").stage) as shown:
        yield shown


def go(page, step: int):
    """The stage at a step, drawn, and its frame as Python makes it."""
    step_to(page, step)
    return settle(page.locator(".eo-stage")), STEPS[step]


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


def test_the_picture_and_the_counts_follow_the_search(page):
    stage, frame = go(page, 0)
    before = picture(bottom(stage))
    for step in range(1, 5):
        stage, frame = go(page, step)
        assert stage.locator(".eo-say").inner_text() == frame["say"]
        counts = {
            row.locator("th").inner_text(): row.locator(".eo-number").inner_text()
            for row in stage.locator(".eo-counts tr").all()
        }
        assert counts == {vertex: str(missing) for vertex, missing in frame["counts"].items()}
    assert picture(bottom(stage)).tobytes() != before.tobytes()
    assert frame["net"]["face"] is not None


def test_the_picture_turns_to_the_face_that_is_filled_until_a_student_turns_it(page):
    follow = page.get_by_role("button", name="Follow")
    if follow.get_attribute("aria-pressed") == "false":  # the test runs again on the desk it left
        follow.press("Enter")
    go(page, 0)
    stage, frame = go(page, 2)  # a tile on a face that is out of sight at first
    until(page, lambda: yellow(stage))  # the picture has begun to turn
    steady(page, lambda: yellow(stage))
    looked_at = yellow(stage)
    assert follow.get_attribute("aria-pressed") == "true"
    before = labels(stage)
    stage.locator(".eo-picture").press("ArrowLeft")
    until(page, lambda: any(before[text] != place for text, place in labels(stage).items() if text in before))
    assert follow.get_attribute("aria-pressed") == "false"
    steady(page, lambda: labels(stage))
    stage.locator(".eo-picture").press("0")
    paint(page, frames=5)
    steady(page, lambda: labels(stage))
    stage, _ = go(page, 3)
    assert 2 * yellow(stage) < looked_at  # it stays where it was put
    follow.press("Enter")
    until(page, lambda: 2 * yellow(stage) > looked_at)


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


def test_the_net_says_the_same_as_the_picture(page):
    stage, frame = go(page, LAST)
    described = stage.locator(".eo-picture").get_attribute("aria-label")
    laid = [name for name, corners in zip(icosoku().polyhedron.face_names, frame["net"]["dots"]) if corners]
    assert laid and all(f"{name}: " in described for name in laid)
    stage.get_by_role("combobox", name="View").select_option("layers")
    settle(stage, "layers")
    check_net(stage, frame)
    stage.get_by_role("combobox", name="View").select_option("3d")
    settle(stage)


def test_without_webgl_there_is_the_net(browser_without_webgl):
    with alone(browser_without_webgl, player(TRACE, views="picture").stage) as page:
        step_to(page, 5)
        stage = settle(page.locator(".eo-stage"), "layers")
        assert "no WebGL" in stage.locator(".eo-note").inner_text()
        check_net(stage, STEPS[5])
