"""README's ten lines in a real JupyterLab, and the page that they save in a browser, from file://."""

import pytest
from test_drawing import ten_lines

from .lab import until

pytestmark = pytest.mark.browser

CELLS = ten_lines(), "puzzle", "solution", "from puzzlelib import load\nload('somma')"
STAGE = ".eo-stage[data-live='3d']"


@pytest.fixture
def saved(desk, server, browser):
    """The page that the notebook has saved; at the end nothing may have been fetched, or gone wrong."""
    page, wrong = browser.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request",
        lambda one: wrong.append(one.url) if not one.url.startswith(("file:", "data:", "blob:")) else None,
    )
    page.goto((server.folder / "mine.html").as_uri())
    yield page
    page.close()
    assert not wrong, wrong


def outputs(desk, number: int):
    return desk.notebook.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea-output")


def test_the_ten_lines_show_the_solution_in_3d_and_lines_below_them_their_pictures_and_an_error(desk):
    outputs(desk, 0).locator(STAGE).wait_for()
    texts = outputs(desk, 0).all_inner_texts()
    assert texts[0].startswith("26\nlayer 1") and "mine.html: written" in texts[-1]
    for number in (1, 2):  # the puzzle; the solution, packed and apart
        images = outputs(desk, number).locator("img[alt^='My first puzzle: ']")
        assert images.count() == number
        for image in images.all():
            image.scroll_into_view_if_needed()
            until(
                desk.page, lambda image=image: image.evaluate("img => img.complete && img.naturalWidth > 200")
            )
    said = outputs(desk, 3).inner_text()
    assert said.startswith("PuzzleError: no puzzle 'somma': ") and "\n" not in said.strip()


@pytest.mark.long
def test_the_saved_page_is_turned_and_pulled_apart(saved):
    saved.locator(STAGE).wait_for()
    packed = saved.locator(".eo-picture").screenshot()
    saved.get_by_label("Pull apart").focus()
    saved.keyboard.press("End")
    until(saved, lambda: saved.locator(".eo-picture").screenshot() != packed)
    saved.get_by_role("combobox", name="View").select_option("layers")
    assert saved.locator(".eo-layers table").count() == 2


@pytest.mark.long
def test_the_saved_page_has_its_picture_without_scripts(desk, server, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((server.folder / "mine.html").as_uri())
        assert page.locator("#stage img[alt^='My first puzzle']").bounding_box()["width"] > 100
