"""README's moving pictures:  make pictures, or python -m tests.browser.movies

The first is the book's first page, frame by frame. The others are cards in a real JupyterLab, pressed
key by key: a search with its dead ends and its tree, six plates that go from the board to the cube, and
four searches by one clock, in the whole window. One picture stands still: two whole searches as discs,
with a title, as sites show a link to the book.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import nbformat
from PIL import Image, ImageOps
from playwright.sync_api import Browser, Locator, sync_playwright

from lessons.book import PuzzleSite
from lessons.kit.pages.book import chosen_lessons
from lessons.l04_algorithm_x import coast_card
from lessons.puzzles.pages.first_page import PREVIEW
from puzzlelib import ExactCover, exact_cover, load
from puzzlelib.search import algorithm_x
from tests.browser.alone import alone
from tests.browser.controls import slider_named
from tests.browser.lab import ROOT, Window, answered, browsing, notebook_of, paint, picture, serving, window

PAIR = ".eo-pair"
SIZE = 720, 405  # pixels of a movie
LAST = 2500  # milliseconds, of the last picture
CUBE = "lessons/l05_dancing_links/cube.webp"
FRAME = 100  # milliseconds of a picture
RACE = "lessons/l08_integer_programs/four-ways.webp"
FOUR = "from lessons.l08_integer_programs import four_searches\nfour_searches()"
# for each clock: pictures, keys pressed before each, milliseconds
RACE_TIMES = {"steps": (125, 1, 80), "seconds": (63, 2, 80)}
ONLY_THE_SEARCH = """header, .hero-words, .hero-picture > :not(canvas) { display: none !important }
.hero { padding: 0 64px; min-height: 0 } .hero-picture { flex-basis: 100% }"""
DISCS = "lessons/l04_algorithm_x/discs.png"
TITLE = "All solutions, with {:.0%} of the nodes"
BELOW = (
    "A ring is a level, a segment a node, a gold ray a solution. "
    "On the right, the search asks for the item with the fewest options."
)
ONLY_THE_DISCS = """.eo-sweep, .eo-coast > p { display: none !important }
body { font-family: system-ui, sans-serif } .jp-Cell { width: 1200px !important }
.jp-WindowedPanel-outer { height: 700px !important; overflow: visible !important }
.eo-sheet.eo-coast { border: none; padding: 0 } .eo-discs figcaption { font-size: 18px }
h1 { font-size: 44px; margin: 14px 0 6px; text-align: center }
.below { font-size: 18px; text-align: center; margin: 4px 0; white-space: nowrap }"""
WITH_A_TITLE = """([title, below]) => {
  const made = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });
  const card = document.querySelector(".eo-card"), words = made("p", below);
  words.className = "below";
  card.before(made("h1", title));
  card.after(words);
}"""
FRAMED = {"width": 1280, "height": 720}
A_WHILE = 60  # seconds, in which a page is loaded


class Movie(NamedTuple):
    """Where it goes, the size of the screen in pixels, what is taken of the card, the cells before the card
    and its own, and what is pressed: (name of a slider, key, how often, milliseconds)."""

    path: str
    screen: tuple[int, int]
    taken: str
    cells: tuple[str, ...]
    pressed: tuple[tuple[str, str, int, int], ...]


def cells_with(notebook: str, *words: str) -> list[str]:
    """The cells of a lesson in which these words stand, so that a movie shows what students see."""
    cells = nbformat.read(ROOT / "notebooks" / notebook, as_version=4).cells
    return [next(cell.source for cell in cells if word in cell.source) for word in words]


SEARCH = """from puzzlelib import generate
from puzzlelib.search import backtracking
from lessons import player
made = generate("2x4x4", hints=3, seed=9)
player(backtracking.trace(made.puzzle, made.given, limit=1), views=["picture", "tree"])"""
PLATES = cells_with("09-plates.ipynb", "import from_board_to_cube")
MOVIES = [
    Movie(
        "lessons/l03_tetris_cube/search.webp",
        (1280, 1040),
        PAIR,
        (SEARCH,),
        (("step", "ArrowRight", 41, 400),),
    ),
    Movie(
        "lessons/l09_plates/folding.webp",
        (900, 780),
        ".eo-picture",
        (*PLATES, "from_board_to_cube(load('both-ways'))"),
        (("step", "ArrowRight", 200, 100),),
    ),
]


def main() -> None:
    args = arguments()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
        browsing(playwright, args.chromium) as browser,
    ):
        if args.only in CUBE:
            keep([*first_page(browser, Path(folder))], args.folder / CUBE)
        if args.only in DISCS:
            two_discs(browser).save(args.folder / DISCS, optimize=True)
        if args.only in RACE:
            with window(server, browser, FRAMED) as lab:
                lab.open(server.put(notebook_of(FOUR), "race.ipynb"))
                lab.run_all()
                keep([*race(lab)], args.folder / RACE)
        for movie in (movie for movie in MOVIES if args.only in movie.path):
            with window(server, browser, dict(zip(("width", "height"), movie.screen))) as lab:
                lab.open(server.put(notebook_of(*movie.cells), "movie.ipynb")).wide()
                lab.run_all()
                keep([*shots(lab, movie)], args.folder / movie.path)


def first_page(browser: Browser, folder: Path) -> Iterator[tuple[Image.Image, int]]:
    """The first page of a book without lessons, while its search runs from its first step to its packing."""
    site = PuzzleSite(folder / "site", False, set())
    site.common()
    site.first(chosen_lessons(None))
    page = browser.new_page(viewport=FRAMED)
    page.clock.install(time=0)
    page.goto((folder / "site/index.html").as_uri())
    page.add_style_tag(content=ONLY_THE_SEARCH)
    page.clock.pause_at(A_WHILE)
    canvas, last = page.locator(".hero canvas"), page.locator(".hero input").get_attribute("max")
    play = page.locator(".hero-picture button").nth(2)
    page.locator(".hero input").evaluate("node => { node.value = 1; node.oninput(); }")
    play.dispatch_event("click")
    while canvas.get_attribute("data-step") != last:
        page.clock.run_for(FRAME)
        yield small(picture(page)), FRAME
    page.clock.run_for(LAST)  # the last piece glides into its place
    yield small(picture(page)), LAST


def two_discs(browser: Browser) -> Image.Image:
    """Return the discs of lesson 04, by its two rules, with a title."""
    soma = load("soma")
    items = dict.fromkeys([*soma.container, *(piece.name for piece in soma.pieces)], 1)
    cover = ExactCover(items, exact_cover(soma).options)
    given = [number for number, option in enumerate(cover.options) if option[0] == "V"][7:8]
    rules = {"First empty cell": "first", "Fewest options": "fewest"}
    searches = {name: [*algorithm_x.steps(cover, rule, given=given)] for name, rule in rules.items()}
    first, fewest = (sum(step[0] == "try" for step in steps) for steps in searches.values())
    _, discs = coast_card(soma, given, searches).children
    with alone(browser, discs) as page:
        page.set_viewport_size(dict(zip(("width", "height"), PREVIEW)))
        page.add_style_tag(content=ONLY_THE_DISCS)
        page.evaluate(WITH_A_TITLE, [TITLE.format(fewest / first), BELOW])
        paint(page)
        return picture(page).quantize(64)


def race(lab: Window) -> Iterator[tuple[Image.Image, int]]:
    """Four searches in the whole window, by either clock, until their packings are one."""
    card = lab.notebook.locator(".eo-fourways")
    card.get_by_role("button", name="Without a bet").press("Enter")
    card.get_by_role("button", name="Full window").press("Enter")
    rim = card.get_by_role("slider")
    for clock, (times, keys, pause) in RACE_TIMES.items():
        card.get_by_role("button", name=clock).press("Enter")
        for _ in range(times):
            for _ in range(keys):
                rim.press("ArrowRight")
            yield small(picture(lab.page)), pause
        yield small(picture(lab.page)), LAST


def shots(lab: Window, movie: Movie) -> Iterator[tuple[Image.Image, int]]:
    """The card after each key, and how long it is shown."""
    card = lab.notebook.locator(".eo-card").filter(has=lab.page.locator(".eo-stage")).first
    yield shot(card, movie.taken), movie.pressed[0][-1]
    for name, key, times, pause in movie.pressed:
        for _ in repeat(None, times):
            slider_named(card, name).press(key)
            yield shot(card, movie.taken), pause


def shot(card: Locator, taken: str) -> Image.Image:
    """This part of the card, once it shows what was asked of it."""
    answered(card.locator(".eo-stage").first)
    return small(picture(card.locator(taken).first), taken)


def small(image: Image.Image, taken: str = "") -> Image.Image:
    """A part of a picture, 16:9: its middle, or of a picture with its tree what is above."""
    above = 0 if taken == PAIR else 0.5
    return ImageOps.fit(image, SIZE, Image.Resampling.LANCZOS, centering=(0.5, above))


def keep(taken: list[tuple[Image.Image, int]], path: Path) -> None:
    """Write a movie; what stands still is one picture that is shown longer."""
    images, times = [], []
    for image, time in taken:
        if images and image == images[-1]:
            times[-1] += time
        else:
            images, times = [*images, image], [*times, time]
    times[-1] = LAST
    path.parent.mkdir(parents=True, exist_ok=True)
    more = {"save_all": True, "append_images": images[1:], "duration": times, "loop": 0}
    images[0].save(path, quality=52, method=6, **more)
    print(path, f"{len(images)} pictures, {path.stat().st_size / 1e6:.2f} MB", flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.movies", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT, help="the project they are written into")
    parser.add_argument("--only", default="", metavar="WORD", help="those with this word in their path")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
