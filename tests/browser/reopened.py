"""A notebook that was run, saved and closed still shows its pictures: in JupyterLab without a kernel, and as
a page of HTML."""

import io
import subprocess
import sys
from base64 import b64decode
from html import unescape
from pathlib import Path

import nbformat
from PIL import Image

from puzzlelib.pictures.colours import PALETTE, rgb

from .lab import settle, until

MOST_BYTES = 5_000_000
SAVED = "() => !window.jupyterapp.shell.currentWidget.model.dirty"
# Texts of ipywidgets and JupyterLab in a notebook without a kernel.
KNOWN = ("widget model not found", "api/sessions", "(reading 'kernel')")
KERNEL = "() => window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.id ?? null"
CLOSED = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.sessionContext.shutdown();
  panel.dispose();
}"""


def pictures_stay(server, lab, name: str, folder: Path) -> None:
    """Save the notebook in front, which has been run, and open it where no kernel can be started; at last as
    HTML, which is written into a folder."""
    left = step_on(lab, server.folder / name)
    lab.command("docmanager:save")
    lab.page.wait_for_function(SAVED)
    lab.page.evaluate(CLOSED)
    reopen(lab, name)
    cards = lab.notebook.locator(".eo-left")
    until(lab.page, lambda: cards.count() == len(left))
    assert len(left) > 3 and lab.notebook.locator(".eo-card").count() == 0
    assert "model not found" not in lab.notebook.inner_text()
    pictured(lab.notebook)
    said(cards)
    assert lab.page.evaluate(KERNEL) is None
    assert all(any(known in error for known in KNOWN) for error in lab.errors), lab.errors
    lab.errors.clear()
    assert (server.folder / name).stat().st_size < MOST_BYTES
    in_html(lab.page.context.browser, server.folder / name, len(left), folder)


def step_on(lab, file: Path) -> list:
    """Go some steps in the first search; returns the stills, once they show that."""
    stage = lab.notebook.locator(".eo-stage:has(.eo-player:visible)").first
    stage.scroll_into_view_if_needed()
    stage.get_by_role("button", name="Next", exact=False).first.click()
    sentence = settle(stage).locator(".eo-say").text_content()

    def followed() -> bool:
        lab.command("docmanager:save")
        return any(sentence in unescape(still) for still in stills(file))

    until(lab.page, followed)
    return stills(file)


def stills(file: Path) -> list[str]:
    cells = nbformat.read(file, as_version=4).cells
    data = (output.get("data", {}) for cell in cells for output in cell.get("outputs", ()))
    return [one["text/html"] for one in data if "eo-left" in one.get("text/html", "")]


def reopen(lab, name: str) -> None:
    refused = lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    lab.page.route("**/api/sessions*", refused)
    lab.command("docmanager:open", path=name)
    lab.page.locator(".jp-Dialog .jp-mod-accept").click()
    lab.page.get_by_role("dialog").get_by_role("button", name="No Kernel").click()
    lab.page.unroute("**/api/sessions*")
    assert lab.page.evaluate(KERNEL) is None


def pictured(place) -> None:
    """Each picture is in sight, and some have the colours of pieces (others show an empty box, or cells)."""
    pictures = place.locator(".eo-left img").all()
    assert any(colours_of_pieces(image_of(picture)) for picture in pictures)
    for picture in pictures:
        picture.scroll_into_view_if_needed()
        assert picture.bounding_box()["width"] > 100
        assert len(image_of(picture).convert("RGBA").getcolors(1 << 20)) > 1, "an empty box has edges"


def image_of(picture) -> Image.Image:
    return Image.open(io.BytesIO(b64decode(picture.get_attribute("src").partition(",")[2])))


def colours_of_pieces(image: Image.Image) -> int:
    """How many fills of pieces are in a picture, to the last bit."""
    seen = {pixel[:3] for _, pixel in image.convert("RGBA").getcolors(1 << 20) if pixel[3]}
    return sum(tuple(map(int, rgb(fill))) in seen for fill, _ in PALETTE)


def said(cards) -> None:
    """Each says how to bring it to life. JupyterLab shows a cell when it has come into sight."""
    for card in cards.all():

        def read(card=card) -> bool:
            card.scroll_into_view_if_needed()
            return "Run All Cells" in card.inner_text() and card.bounding_box()["height"] > 20

        until(card.page, read)


def in_html(browser, file: Path, count: int, folder: Path) -> None:
    """The notebook as HTML, in a browser without a network."""
    to_html = [sys.executable, "-m", "nbconvert", "--to", "html", "--output-dir", str(folder), str(file)]
    subprocess.run(to_html, check=True, capture_output=True)
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((folder / f"{file.stem}.html").as_uri(), wait_until="domcontentloaded")
    cards = page.locator(".eo-left")
    assert cards.count() == count
    pictured(page)
    said(cards)
    assert "open the notebook in JupyterLab to use it>" not in page.locator("main").inner_text()
    context.close()
