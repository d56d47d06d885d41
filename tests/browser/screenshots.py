"""Pictures of the workbook as it is used:  make pictures, or python -m tests.browser.screenshots

Runs each lesson in a real JupyterLab and saves its main card in screenshots/, as in a light and a dark
JupyterLab and for the projector, at the next dead end where it has one; all together on one sheet.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, sync_playwright

from tests.browser.controls import guess_all
from tests.browser.lab import ROOT, Window, browsing, paint, serving, window
from tests.browser.screen import project, until_drawn

WIDTH = 420  # pixels of a picture on the sheet
CARDS = ".jp-OutputArea-output > .eo-card:visible"
MAIN = ":is(.eo-stepped, .eo-board, .eo-census, .eo-editor)"  # the first card with one of these, or the first


def main() -> None:
    args = arguments()
    args.folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
        browsing(playwright, args.chromium) as browser,
    ):
        for notebook in sorted(ROOT.glob("notebooks/*.ipynb")):
            if notebook.stem[:2] in args.lessons or not args.lessons:
                with window(server, browser) as lab:
                    lab.open(server.put(notebook)).wide()
                    lab.run_all()
                    guess_all(lab)
                    print(*looks(lab, args.folder, notebook.stem[:2]), sep="\n", flush=True)
    sheet(args.folder)


def looks(lab: Window, folder: Path, name: str) -> Iterator[Path]:
    """Save the main card of the notebook in front, light, dark and for the projector."""
    for look in ("light", "dark", "projector"):
        lab.dark(look == "dark")
        project(lab, look == "projector")
        dead_end(main_card(lab))
        lab.page.screenshot(path=folder / f"{name}-{look}.png")
        yield folder / f"{name}-{look}.png"


def main_card(lab: Window) -> Locator:
    cards = lab.notebook.locator(CARDS)
    wanted = cards.filter(has=lab.page.locator(MAIN), has_not=lab.page.locator(".eo-hand"))
    return (wanted if wanted.count() else cards).first


def dead_end(card: Locator) -> Locator:
    """The card, drawn, at the first dead end if it has one."""
    card.scroll_into_view_if_needed()
    button = card.get_by_role("button", name="Next dead end")
    if button.count() and button.first.is_enabled():
        button.first.press("Enter")
    for sheet in card.locator(".eo-sheet:is(.eo-stage, .eo-board):visible").all()[::-1]:
        until_drawn(sheet).evaluate("node => node.scrollIntoView({ block: 'center' })")
    paint(card.page)
    return card


def sheet(folder: Path) -> None:
    """One picture of all: a lesson a row."""
    names = sorted({path.stem[:2] for path in folder.glob("[0-9]*.png")})
    rows = [
        [small(folder / f"{name}-{look}.png") for look in ("light", "dark", "projector")] for name in names
    ]
    heights = [max(one.height for one in row) for row in rows]
    whole = Image.new("RGB", (3 * WIDTH, sum(heights)), "grey")
    for number, row in enumerate(rows):
        for column, one in enumerate(row):
            whole.paste(one, (column * WIDTH, sum(heights[:number])))
    whole.save(folder / "all.png")


def small(path: Path) -> Image.Image:
    image = Image.open(path).convert("RGB")
    return image.resize((WIDTH - 6, round(image.height * (WIDTH - 6) / image.width)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=__doc__)
    parser.add_argument("lessons", nargs="*", help="numbers of lessons: 00 08; all, if there are none")
    parser.add_argument("--folder", type=Path, default=ROOT / "screenshots")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
