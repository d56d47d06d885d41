"""Look at a notebook as a student sees it:  python -m tests.browser.look NOTEBOOK OUT.png [--dark] [--narrow]
[--no-webgl]

Runs the notebook in a real JupyterLab and saves every screenful (OUT-01.png, …) and every widget
(OUT-widget-01.png, …).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.lab import PROJECTOR, Window, browsing, serving, window

NARROW = {"width": 700, "height": 900}


def main() -> None:
    args = _arguments()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
        browsing(playwright, args.chromium, webgl=not args.no_webgl) as browser,
        window(server, browser, NARROW if args.narrow else PROJECTOR) as lab,
    ):
        lab.open(server.put(args.notebook))
        lab.wide()
        if args.dark:
            lab.dark()
        lab.run_all()
        for saved in (*screenfuls(lab, args.out), *widgets(lab, args.out)):
            print(saved)
        print("errors:", *lab.errors or ["none"], sep="\n  ")
        print("fetched from outside:", *lab.strangers() or ["nothing"], sep="\n  ")


def screenfuls(lab: Window, out: Path):
    """Save the notebook screen by screen."""
    scroller = lab.notebook.locator(".jp-WindowedPanel-outer").first
    scroller.evaluate("node => node.scrollTo(0, 0)")
    for number in range(1, 60):
        lab.page.wait_for_timeout(1500)
        yield _save(lab.page, out, f"-{number:02}")
        moved = scroller.evaluate(
            "node => { const was = node.scrollTop; node.scrollBy(0, node.clientHeight * 0.9); return "
            "node.scrollTop - was }"
        )
        if moved < 2:
            return


def widgets(lab: Window, out: Path):
    """Save every widget that stands in an output of its own."""
    boxes = lab.notebook.locator(".jp-OutputArea-output .eo-card")
    for number in range(boxes.count()):
        box = boxes.nth(number)
        box.scroll_into_view_if_needed()
        lab.page.wait_for_timeout(1500)
        if box.is_visible():
            yield _save(box, out, f"-widget-{number + 1:02}")


def _save(place, out: Path, suffix: str) -> Path:
    path = out.with_name(f"{out.stem}{suffix}.png")
    place.screenshot(path=path)
    return path


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.look", description=__doc__.splitlines()[0])
    parser.add_argument("notebook", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    for flag in ("--dark", "--narrow", "--no-webgl"):
        parser.add_argument(flag, action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
