"""The notebook to hand out in a browser: its pictures are there, and it cannot fetch anything, whatever a
student has put into it."""

import json

import nbformat
import pytest
from hostile_notebooks import PLACES, hostile, lay_out, listening
from nbclient import NotebookClient
from quiet_clock import wait_until
from sizes import thinned
from test_share import ROOT, page

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
pytestmark = pytest.mark.browser
VIEW = "application/vnd.jupyter.widget-view+json"
LOADED = "() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)"


@pytest.fixture
def reader(browser):
    page = browser.new_page()
    yield page
    page.close()


def test_nothing_is_fetched_whatever_is_in_it(reader, tmp_path):
    """Each hostile notebook, on a page of its own."""
    lay_out(folder := tmp_path / "handed-in")
    with listening() as (port, heard):
        for name, notebook in thinned(hostile(folder, f"127.0.0.1:{port}").items(), 3):
            assert opened(reader, notebook, folder) == [], name
            reader.evaluate(TWO_FRAMES)
            assert reader.url == (folder / "shared.html").as_uri() and len(reader.frames) == 1, name
            assert reader.title() != "ran", name
    assert heard == []


@pytest.mark.long
def test_the_server_would_have_heard_it(browser, tmp_path):
    """Without the cleaning, these do ask."""
    for name in ("frame", "refresh", "style", "video", "drawing"):
        with listening() as (port, heard), browser.new_context() as context:
            (tmp_path / "raw.html").write_text(PLACES[name].replace("{}", f"http://127.0.0.1:{port}/x"))
            context.new_page().goto((tmp_path / "raw.html").as_uri(), wait_until="commit")
            wait_until(lambda heard=heard: heard)


def opened(reader, notebook, folder) -> list[str]:
    """The addresses that a shared notebook has asked for, beside its own."""
    left, file = folder / "shared.ipynb", folder / "shared.html"
    left.write_text(json.dumps(notebook))
    file.write_bytes(page.notebook_page(left))
    asked = []
    reader.on("requestfinished", lambda one: asked.append(one.url) if one.url.startswith("http") else None)
    reader.goto(file.as_uri())
    return asked


@pytest.mark.long
@pytest.mark.parametrize("lesson", ["00-start-here", "03-tetris-cube", "09-plates"])
def test_a_lesson_that_was_run_shows_its_pictures(reader, tmp_path, lesson):
    notebook = nbformat.read(ROOT / "notebooks" / f"{lesson}.ipynb", as_version=4)
    place = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(notebook, timeout=600, resources=place).execute()
    cards = sum(VIEW in output.get("data", {}) for cell in notebook.cells for output in outputs(cell))
    assert opened(reader, notebook, tmp_path) == []
    reader.wait_for_function(LOADED)
    assert reader.locator(".eo-left img").count() >= 1
    assert reader.locator(".eo-left").count() >= cards - 1  # without the switch for the projector
    assert (tmp_path / "shared.html").stat().st_size < 5_000_000


def outputs(cell) -> list:
    return cell.get("outputs", [])
