"""Measure cards in a real JupyterLab, in a Chromium without a screen: from a key to the picture.

python benchmarks/bench_keys.py [--keys 20]

A listener that hears each key before the controls of the card do notes its time, and looks at each frame
whether the card shows something else; the frame after that ends the span. Where the kernel has to answer,
that is in it. "CPU" is the processor time of browser, server and kernel for a key, also for what comes after
the picture: on a busy machine it tells more than the clock.

Measured in Chromium 156, where plain code draws the solids, on two quiet cores: medians of 31 to 90 ms in
eleven of the twelve cards, and 140 in the explorer (270 ms of CPU, the kernel 30), for which the kernel makes
another puzzle. Since then its letters and edges are found in half the time, and one message and one drawing
less follow a key; on a day when the box and its tree took 128 ms, not 90, it took 142.
"""

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psutil
from _measure import table
from playwright.sync_api import sync_playwright

from puzzlelib.common.chromium import find_chromium

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.lab import browsing, desk_with, serving, steady, worked  # noqa: E402

GOAL = 100  # milliseconds
SETUP = """from puzzlelib import cover_of, load
from puzzlelib.icosoku.events import trace as tiles
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.ilp import branch_and_bound
from puzzlelib.search import algorithm_x, dancing_links
cards = cover_of({card: card for card in ["ce", "adg", "bcf", "adf", "bg", "deg"]}, items="abcdefg")
box = load("tetracubes-2x4x4")"""
STEP = "card.querySelector('[data-drawn]').dataset.drawn"
TITLE = "card.querySelector('.eo-stage').ariaLabel"
WORDS = "card.innerText"
# Notes the span of each key that changes what a card shows.
WATCH = """(card) => {
  const shown = () => %s;
  window.spans = [];
  card.addEventListener("keydown", () => {
    const start = performance.now(), before = shown();
    const look = () => requestAnimationFrame(shown() === before ? look
      : () => window.spans.push(performance.now() - start));
    look();
  }, { capture: true });
}"""


class Kind(NamedTuple):
    """A kind of card: the package that has it, and its call; where the focus is; keys that are pressed by
    turns; what tells that the card shows something else."""

    package: str
    call: str
    focused: str = "[aria-label='Next step'] >> nth=0"
    keys: tuple[str, ...] = ("ArrowRight",)
    shown: str = STEP


BOTH_WAYS = {"keys": ("ArrowRight", "ArrowLeft")}
KINDS = {
    "search: box and tree": Kind(
        "", "player(algorithm_x.trace(box, max_events=300), views=['picture', 'tree'])"
    ),
    "magic square": Kind(".l01_backtracking", "square_explorer()"),
    "matrix": Kind("", "player(algorithm_x.trace(cards, limit=None))", **BOTH_WAYS),
    "links": Kind("", "player(dancing_links.link_trace(cards, limit=None))"),
    "relaxations": Kind(
        "", "player(branch_and_bound.trace(load('nine-ls'), costs='random', seed=2))", **BOTH_WAYS
    ),
    "icosahedron": Kind("", "player(tiles(icosoku(), max_events=60))"),
    "burr": Kind("", "assembly_player('burr')", **BOTH_WAYS),
    "folded plates": Kind(".l09_plates", "from_board_to_cube('both-ways')", **BOTH_WAYS),
    "explorer": Kind(
        "",
        "explorer(grid='2x4x4', hints=2, seed=1)",
        *("[role=slider][aria-label=seed]", ("ArrowRight",), TITLE),
    ),
    "gallery": Kind("", "gallery(box.pieces)", "select >> nth=0", ("ArrowDown", "ArrowUp"), TITLE),
    "plates": Kind(
        ".l09_plates",
        "plate_editor('both-ways', target='both')",
        *("[aria-label^='plate A, border cell 1 of 12']", ("Space",), WORDS),
    ),
    "map of packings": Kind(
        ".l05_dancing_links", "map_of_packings()", ".eo-map", ("ArrowDown", "ArrowUp"), WORDS
    ),
}


def cell_of(kind: Kind) -> str:
    return f"from lessons{kind.package} import {kind.call.partition('(')[0]}\n{kind.call}"


def measure(desk, name: str, keys: int) -> list:
    """Press keys in a card, each once the last one has shown; return a row of the table."""
    kind, page = KINDS[name], desk.page
    cell = desk.notebook.locator(".jp-CodeCell").nth(1)
    card = cell.locator(".jp-OutputArea-output > :is(.eo-card, .jupyter-widgets):visible").first
    card.evaluate("(card) => card.scrollIntoView({ block: 'start' })")
    card.locator(kind.focused).focus()
    if kind.shown == STEP:
        card.locator("[data-drawn]").first.wait_for()
    steady(page, lambda: card.evaluate(f"(card) => {kind.shown}"))
    card.evaluate(WATCH % kind.shown)
    before = worked()
    for number in range(keys):
        page.keyboard.press(kind.keys[number % len(kind.keys)])
        page.wait_for_function("(number) => window.spans.length > number", arg=number)
    spans, work = page.evaluate("window.spans"), (worked() - before) / keys
    row = [name, *(round(one) for one in (median(spans), max(spans), 1000 * work))]
    print(*row, flush=True)
    return [*row, "" if median(spans) <= GOAL else f"more than {GOAL}"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure cards from a key to the picture.")
    parser.add_argument("--keys", type=int, default=20, help="pressed in each card")
    options = parser.parse_args()
    load = psutil.getloadavg()[0] / psutil.cpu_count()
    print(f"{os.cpu_count()} cores, each wanted by {load:.1f}; Chromium without a screen")
    rows = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(serving(folder))
        browser = stack.enter_context(browsing(stack.enter_context(sync_playwright()), find_chromium()))
        for name, kind in KINDS.items():
            with desk_with(server, browser, "keys.ipynb", SETUP, cell_of(kind)) as desk:
                rows.append(measure(desk, name, options.keys))
    table("Milliseconds from a key to the picture", ["card", "median", "most", "CPU", ""], rows)


if __name__ == "__main__":
    main()
