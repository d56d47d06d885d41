"""README's moving pictures, of the workbook as it is used:  make movies

Each is a card in a real JupyterLab, pressed key by key: the explorer, a search with its dead ends, and six
plates that go from the board to the cube.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import nbformat
from PIL import Image
from playwright.sync_api import Locator, sync_playwright

from tests.browser.controls import slider_named
from tests.browser.lab import ROOT, Window, answered, browsing, notebook_of, picture, serving, window

SCREEN = 900  # pixels, its width
WIDTH = 560  # pixels of a movie
LAST = 2500  # milliseconds, of the last picture
PICTURE = "picture"


class Movie(NamedTuple):
    """Where it goes, the height of the screen in pixels, the cells before the card and its own, and what is
    pressed: (name of a slider or PICTURE, key, how often, milliseconds)."""

    path: str
    height: int
    cells: tuple[str, ...]
    pressed: tuple[tuple[str, str, int, int], ...]


def cells_with(notebook: str, *words: str) -> list[str]:
    """The cells of a lesson in which these words stand, so that a movie shows what students see."""
    cells = nbformat.read(ROOT / "notebooks" / notebook, as_version=4).cells
    return [next(cell.source for cell in cells if word in cell.source) for word in words]


EXPLORER = "from lessons import explorer\nexplorer('2x4x4', hints=3, seed=7, view='solution')"
SEARCH = """from puzzlelib import generate
from puzzlelib.search import backtracking
from lessons import player
made = generate("2x4x4", hints=3, seed=9)
player(backtracking.trace(made.puzzle, made.given, limit=1), views="picture")"""
PLATES = cells_with("09-plates.ipynb", "import OPPOSITE, Moves", "def from_board_to_cube")
MOVIES = [
    Movie(
        "lessons/l00_start_here/explorer.webp",
        1200,
        (EXPLORER,),
        (
            ("seed", "ArrowRight", 3, 900),
            ("explode", "ArrowRight", 12, 80),
            (PICTURE, "ArrowRight", 15, 80),
            ("explode", "ArrowLeft", 12, 80),
            (PICTURE, "ArrowLeft", 15, 80),
        ),
    ),
    Movie("lessons/l03_tetris_cube/search.webp", 800, (SEARCH,), (("step", "ArrowRight", 41, 400),)),
    Movie(
        "lessons/l09_plates/folding.webp",
        780,
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
        for movie in MOVIES:
            with window(server, browser, {"width": SCREEN, "height": movie.height}) as lab:
                lab.open(server.put(notebook_of(*movie.cells), "movie.ipynb")).wide()
                lab.run_all()
                keep([*shots(lab, movie)], args.folder / movie.path)


def shots(lab: Window, movie: Movie) -> Iterator[tuple[Image.Image, int]]:
    """The card after each key, and how long it is shown."""
    card = lab.notebook.locator(".eo-card").filter(has=lab.page.locator(".eo-stage")).first
    yield shot(card), movie.pressed[0][-1]
    for name, key, times, pause in movie.pressed:
        for _ in repeat(None, times):
            (card.locator(".eo-picture") if name == PICTURE else slider_named(card, name)).press(key)
            yield shot(card), pause


def shot(card: Locator) -> Image.Image:
    """What is in sight of the card, once it shows what was asked of it."""
    answered(card.locator(".eo-stage").first)
    card.evaluate("node => node.scrollIntoView({ block: 'start' })")
    box = card.bounding_box()
    screen = card.page.locator(".jp-WindowedPanel-outer:visible").first.bounding_box()
    top, end = max(box["y"], screen["y"]), min(box["y"] + box["height"], screen["y"] + screen["height"])
    image = picture(card.page).crop((box["x"], top, box["x"] + box["width"], end))
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)


def keep(taken: list[tuple[Image.Image, int]], path: Path) -> None:
    """Write a movie; what stands still is one picture that is shown longer."""
    size = min(image.height for image, _ in taken)
    images, times = [], []
    for image, time in taken:
        image = image.crop((0, 0, WIDTH, size))
        if images and image == images[-1]:
            times[-1] += time
        else:
            images, times = [*images, image], [*times, time]
    times[-1] = LAST
    path.parent.mkdir(parents=True, exist_ok=True)
    more = {"save_all": True, "append_images": images[1:], "duration": times, "loop": 0}
    images[0].save(path, quality=70, method=6, **more)
    print(path, f"{len(images)} pictures, {path.stat().st_size / 1e6:.2f} MB", flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.movies", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT, help="the project they are written into")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
