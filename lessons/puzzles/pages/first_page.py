"""The book's first page: a search of the Tetris Cube on a dark ground, and a still of each lesson below it.

Nothing is loaded that is only needed to step a search: the page is there at once.
"""

import base64
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from markupsafe import Markup

from puzzlelib import exact_cover, load
from puzzlelib.common.words import many
from puzzlelib.common.words import place as cell_words
from puzzlelib.pictures.colours import colours
from puzzlelib.search import algorithm_x
from puzzlelib.search.words import no_place

from ...kit.building.lesson import Lesson
from ...kit.building.notebook import as_html, numbered_title
from ...kit.pages.book_pages import book_page

SENTENCE = (
    "Twelve pieces, one cube, 9,839 ways. Watch a search find one of them, step by step, dead ends included."
)
PREVIEW = 1200, 630  # pixels, as sites show a link
PICTURE = Path(__file__).parents[2] / "l04_algorithm_x/discs.png"  # drawn by tests/browser/movies.py
PICTURE_WORDS = (
    "Two whole searches of the Soma cube as discs with the same gold rays, their solutions; "
    "one disc is a third of the other."
)
STEP, PACK = "00-start-here.html#Step-through-a-search", "00-start-here.html#Now-you"
MAP = "lessons/05b-dancing-links.html"
LUCK = 23  # a seed with which the search finds a packing soon
CUBE_WORDS = (
    "A search puts the pieces of the Tetris Cube into their box and takes them back at dead ends; "
    "beside the box grows the disc of its tree."
)
FEW, SHELF = 2, 8  # pieces, of what is dust; in a gallery that is none
FEW_BOXES = 2  # side by side
SQUARE = 64  # the side of a magic square's cell
BEGUN = ["8", "1", *[""] * 7]  # its numbers


def map_caption(found, linked: bool) -> str:
    """Return the line below the map of the packings that were `found`, as HTML, with a link to its lesson."""
    most = int(found.pairs[:, 2].max())
    hermits = sum(len(island) == 1 for island in found.islands(most))
    link = f' <a href="{MAP}#A-map-of-all-packings">The map with its cubes</a>' if linked else ""
    return (
        f"Each dot is one of all {len(found.rows):,} packings; a line joins two that differ by up to {most} "
        f"pieces. {hermits:,} of them have no neighbour.{link}"
    )


def hero_values(kept: dict) -> str:
    """Return what the script draws, as JSON: a search, and what the map of all packings keeps."""
    puzzle = load("tetris-cube")
    values = {
        "cells": kept["cells"],
        "fills": [fill for fill, _ in colours(puzzle).values()],
        "nodes": recorded_search(),
        "points": base64.b64encode(kept["points"]).decode(),
        "pairs": base64.b64encode(kept["pairs"]).decode(),
        "cube": CUBE_WORDS,
    }
    return json.dumps(values, separators=(",", ":"))


@cache
def recorded_search() -> list[dict]:
    """Return the nodes of a search of the Tetris Cube by Algorithm X up to its first packing, in their order.

    It tries its branches in random order. A node has its depth, its piece, the cells that this
    covers (as numbers in the sorted box), whether it is a dead end, the number of the first node
    that is not below it, and a sentence.
    """
    puzzle, dice = load("tetris-cube"), Random(LUCK)
    cells = {cell: k for k, cell in enumerate(sorted(puzzle.container))}
    names = [piece.name for piece in puzzle.pieces]
    nodes: list[dict] = []
    above: list[dict] = []

    def shuffle(choices: Sequence) -> list:
        mixed = list(choices)
        dice.shuffle(mixed)
        return mixed

    for kind, what, *_ in algorithm_x.steps(exact_cover(puzzle), among=shuffle):
        if kind == "answer":
            break
        if kind == "try":
            place = puzzle.placements[what]
            covered = sorted(cells[cell] for cell in place.cells)
            node = {"depth": len(above), "piece": names.index(place.piece), "cells": covered, "says": ""}
            nodes.append(node)
            above.append(node)
        elif kind == "undo":
            above.pop()["end"] = len(nodes)
        elif kind == "conflict":
            name = what if isinstance(what, str) else f"cell {cell_words(what)}"
            nodes[-1] |= {"dead": True, "says": no_place(what, name)}
    for node in above:
        node["end"] = len(nodes)
    return [node | {"says": sentence(nodes, k)} for k, node in enumerate(nodes)]


def sentence(nodes: list[dict], k: int) -> str:
    """Return what is to be said of a node, by all up to it."""
    node, dead = nodes[k], sum("dead" in one for one in nodes[: k + 1])
    begin = f"Step {k + 1} of {len(nodes)}: {many(node['depth'] + 1, 'piece')} in"
    if "dead" in node:
        return f"{begin}. Dead end {dead}: {node['says']}"
    if k + 1 == len(nodes):
        return f"{begin}, and the cube is full, after {many(dead, 'dead end')}"
    return f"{begin}, {many(dead, 'dead end')} so far"


def preview() -> bytes:
    """Return the picture that a link to the book shows elsewhere, as PNG: two whole searches."""
    return PICTURE.read_bytes()


# -------- stills of the lessons


def still_of(models: dict[str, dict]) -> tuple[str, bytes]:
    """Return a lesson's still, "png" or "svg" and what is in the file: of the stage with the most
    pieces, and an empty square for a lesson without a stage, which is the one on magic squares. No
    stage keeps its large picture: the page of the lesson does not need it."""
    large = {id: model.pop("large") for id, model in models.items() if "large" in model}
    if not large:
        return "svg", square_still().encode()
    return "png", base64.b64decode(large[max(large, key=lambda id: pieces_and_steps(models[id]))])


def pieces_and_steps(model: dict) -> tuple[float, int, int]:
    """Return how much a recorded stage has to show, to be compared; a gallery counts half, one of many is
    dust, and so is a row of boxes."""
    frames, boxes = model["state"]["frames"], model["state"].get("scene", {}).get("boxes", ())
    most = max(0 if frame.get("bars") else len(frame.get("blocks", ())) for frame in frames)
    is_gallery = len(frames) == 1
    in_row = [box for box in boxes if "spot" not in box]
    is_dust = (is_gallery and most > SHELF) or len(in_row) > FEW_BOXES
    shown = min(most, FEW) if is_dust else most / 2 if is_gallery else most
    return shown, len(frames), -most


def square_still() -> str:
    """Return the magic square that is begun in lesson 01, as SVG; the lesson asks for its other numbers."""
    wide = 3 * SQUARE + 8
    tiles = "".join(square_tile(*divmod(k, 3), number) for k, number in enumerate(BEGUN))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {wide} {wide}">{tiles}</svg>\n'


def square_tile(row: int, column: int, number: str) -> str:
    """Return a cell with its number, if it has one, as SVG."""
    x, y, side = SQUARE * column + 2, SQUARE * row + 2, SQUARE - 4
    cell = f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="6" fill="#f2c230"/>'
    middle = f'x="{x + side / 2}" y="{y + side / 2}" text-anchor="middle" dominant-baseline="central"'
    look = f'font-family="sans-serif" font-size="{SQUARE // 2}" font-weight="bold"'
    return cell + (f"<text {middle} {look}>{number}</text>" if number else "")


# -------- the page


def first_html(
    lessons: list[Lesson],
    stills: dict[str, str],
    teacher: bool,
    values: str,
    caption: str,
    game: dict | None,
    address: str,
) -> str:
    """Return the first page.

    stills : lesson -> file, where it has one by now; values : what `hero_values` returns; caption :
    the line below the map; game : the place of the card in which a box is packed, and the files
    that it needs; address : where the book will be
    """
    return book_page(
        "Exactly Once",
        scripts=["hero.js", "pack.js"],
        template="puzzles/pages/templates/first.html",
        lessons=lessons,
        stills=stills,
        teacher=teacher,
        values=Markup(values),
        caption=Markup(caption),
        game=game,
        address=f"{address.rstrip('/')}/" if address else "",
        sentence=SENTENCE,
        cube=CUBE_WORDS,
        picture=PICTURE_WORDS,
        last=len(recorded_search()),
        preview=PREVIEW,
        step=STEP,
        pack=PACK,
        numbered_title=numbered_title,
        as_html=as_html,
    )
