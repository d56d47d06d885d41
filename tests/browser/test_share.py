"""The notebook to hand out in a browser: its pictures are there, and it cannot fetch anything, whatever a
student has put into it."""

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_output
from test_share import ROOT, share, worked_in

pytestmark = pytest.mark.browser

LOADED = "() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)"
GREEDY = """<img src="http://127.0.0.1:9/a.png" onerror="document.title = 'ran'">
<style>@import url("http://127.0.0.1:9/b.css"); p { background: url("http://127.0.0.1:9/c.png") }</style>
<iframe src="http://127.0.0.1:9/d"></iframe>"""


@pytest.fixture
def reader(browser):
    page = browser.new_page()
    yield page
    page.close()


def test_nothing_is_fetched_whatever_is_in_it(reader, tmp_path):
    notebook = worked_in()
    shown = [new_output("display_data", {"text/html": GREEDY})]
    notebook.cells.append(new_code_cell("greedy()", outputs=shown))
    asked = opened(reader, notebook, tmp_path)
    reader.wait_for_function("() => document.images[1].complete")
    assert asked == [] and reader.title() == "99 · Our cube"


def opened(reader, notebook, folder) -> list[str]:
    """The addresses that a shared notebook has asked for, beside its own."""
    file = folder / "shared.html"
    file.write_text(share.shared(notebook, "shared.ipynb", folder), encoding="utf-8")
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
    cards = sum(share.VIEW in output.get("data", {}) for cell in notebook.cells for output in outputs(cell))
    assert opened(reader, notebook, tmp_path) == []
    reader.wait_for_function(LOADED)
    assert reader.locator(".eo-left img").count() >= 1
    assert reader.locator(".eo-left").count() >= cards - 1  # without the switch for the projector
    assert (tmp_path / "shared.html").stat().st_size < 5_000_000


def outputs(cell) -> list:
    return cell.get("outputs", [])
