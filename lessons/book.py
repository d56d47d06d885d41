"""The book of this course: `python lessons/book.py [--teacher] [--live] [--only 3]`.

These are the pages of the kit, with a first page that searches, boxes to pack by hand, and the pages on the
library.
"""

import base64
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from markupsafe import Markup

from lessons.kit.building.lesson import Lesson
from lessons.kit.cards.modules import plain_script
from lessons.kit.ground.errors import run_program
from lessons.kit.live.pages import MODULES, later_script, packed
from lessons.kit.pages.book import Site, build_site, main, reached_models, shown_in
from lessons.kit.pages.book_pages import book_page, card_html
from lessons.l05_dancing_links.archipelago import map_values, recorded_archipelago
from lessons.puzzles.cards.drawing import plotly
from lessons.puzzles.pages import api, first_page

PUZZLES = Path(__file__).parent / "puzzles"
LIVE = PUZZLES / "live/browser"
CLINGO, HIGHS = "clingo-wasm/dist/clingo", "highs/build/highs"
SOLVERS = f"{CLINGO}.js", f"{CLINGO}.wasm", f"{HIGHS}.mjs", f"{HIGHS}.wasm"
SOLIDS = "plotly.js-gl3d-dist-min/plotly-gl3d.min.js"  # a third of plotly.js: what draws in 3D
GAME = "data/game.js"


class PuzzleSite(Site):
    """The folder of this book."""

    def __init__(self, *place, **options):
        super().__init__(*place, **options)
        self.hero = first_page.hero_values(map_values(recorded_archipelago()))
        self.game: dict | None = None  # of the first page

    def common(self) -> None:
        super().common()
        for name in ("hero", "pack"):
            self.write(f"{name}.js", plain_script(name))
        self.write_bytes("preview.png", first_page.preview())
        script = (MODULES / SOLIDS).read_bytes() if self.is_live else plotly()
        self.write("scripts/plotly.js", f'Book.plotly = "{self.packed(script)}";\n')

    def live_files(self) -> Iterator[tuple[str, bytes]]:
        yield from super().live_files()
        yield from (packed((MODULES / name).name, (MODULES / name).read_bytes()) for name in SOLVERS)
        yield "solvers.js", (LIVE / "solvers.js").read_bytes()
        yield "packing.js", later_script(LIVE / "packing.js")

    def scripts_for(self, models: dict[str, dict]) -> list[str]:
        """Return the script that answers the hands of a page, if any box is packed by hand there."""
        return ["live/packing.js"] if self.is_live and any(map(is_hand, models.values())) else []

    def lesson(self, lesson: Lesson, notebook, recorded: dict) -> None:
        shown = shown_in(notebook)
        hands = hand_cards(recorded["models"], shown)
        if self.teacher and hands[:1] == shown[:1]:
            self.keep_title(lesson, reached_models(recorded["models"], hands[:1]))
        super().lesson(lesson, notebook, recorded)
        if hands and not lesson.number:
            files, looks = self.models(GAME, recorded, hands[:1])
            place = Markup(card_html(hands[0], recorded))
            more = self.scripts_for(recorded["models"])
            self.game = {"place": place, "needs": looks + files + more}

    def keep_title(self, lesson: Lesson, models: dict[str, dict]) -> None:
        """Keep a box that is packed by hand as it is at first: slides that begin with it ask, and do not
        show a solution."""
        for model in models.values():
            if "large" in model and not lesson.is_more:
                self.titles[lesson.name] = name = f"stills/{lesson.name}-begun.png"
                self.write_bytes(name, base64.b64decode(model["large"]))

    def still(self, lesson: Lesson, models: dict[str, dict]) -> None:
        self.keep_still(lesson, *first_page.still_of(models))

    def library(self) -> None:
        """Write the pages on the library, from its docstrings, and a page that lists them."""
        rooms = api.write_api(self.folder / "api")
        template = "puzzles/pages/templates/library.html"
        self.write("api/index.html", book_page("The library", root="../", template=template, rooms=rooms))

    def first(self, lessons: list[Lesson]) -> None:
        """Write the first page: a still of each lesson that has its page by now."""
        caption = first_page.map_caption(recorded_archipelago(), (self.folder / first_page.MAP).exists())
        page = first_page.first_html(
            lessons, self.stills, self.teacher, self.hero, caption, self.game, self.address
        )
        self.write("index.html", page)


def hand_cards(models: dict[str, dict], shown: list[str]) -> list[str]:
    """Return the cards in which a box is packed by hand."""
    return [card for card in shown if any(map(is_hand, reached_models(models, [card]).values()))]


def is_hand(model: dict) -> bool:
    return "helps" in model["state"]


build_site, main = partial(build_site, PuzzleSite), partial(main, PuzzleSite)

if __name__ == "__main__":
    run_program(main)
