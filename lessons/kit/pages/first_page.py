"""The book's first page: a search of the Tetris Cube on a dark ground, and a still of each lesson below it.

Nothing is loaded that is only needed to step a search: the page is there at once.
"""

import base64
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from random import Random

from puzzlelib import exact_cover, load, pictures
from puzzlelib.common.words import many
from puzzlelib.common.words import place as cell_words
from puzzlelib.packing import Solution
from puzzlelib.pictures.colours import colours
from puzzlelib.search import algorithm_x, magic_square
from puzzlelib.search.words import no_place

from ...build import Lesson, as_html, numbered_title
from ..cards.modules import javascript
from ..views.outlines import as_drawing
from ..views.photograph import photograph

SENTENCE = (
    "Twelve pieces, one cube, 9,839 ways. Watch a search find one of them, step by step, dead ends included."
)
SHOWN = 4493  # of the packings: one on the largest island
GROUND = "#0f1720"  # as in book.css
PREVIEW = 1200, 630  # pixels, as sites show a link
STEP, PACK = "00-start-here.html#Step-through-a-search", "00-start-here.html#Now-you"
MAP = "lessons/05-dancing-links-more.html"
LUCK = 23  # a seed with which the search finds a packing soon
CUBE_WORDS = (
    "A search puts the pieces of the Tetris Cube into their box and takes them back at dead ends; "
    "beside the box grows the disc of its tree."
)
SQUARE = 64  # the side of a magic square's cell


def hero_script() -> str:
    """Return the script of the first page, as a plain script."""
    return f"(() => {{\n{javascript('hero')}}})();\n"


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
    that does not stand below it, and a sentence.
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


def preview(found) -> bytes:
    """Return the picture that a link to the book shows elsewhere, as PNG."""
    puzzle, row = load("tetris-cube"), found.rows[SHOWN]
    solution = Solution((puzzle.placements[option] for option in row), puzzle)
    frame = pictures.frame(puzzle, dict.fromkeys(solution, "solution"), plan=tuple(solution))
    return photograph(pictures.scene(puzzle), frame, 0.9, PREVIEW, GROUND)


# -------- stills of the lessons


def still_of(models: dict[str, dict]) -> str:
    """Return a lesson's still as SVG: of the stage with the most pieces, and a magic square for a
    lesson without a stage, which is the one on magic squares. No stage keeps its large picture: the
    page of the lesson does not need it."""
    large = {id: model.pop("large") for id, model in models.items() if "large" in model}
    if not large:
        return square_still()
    best = max(large, key=lambda id: pieces_and_steps(models[id]))
    return as_drawing(base64.b64decode(large[best]))


def pieces_and_steps(model: dict) -> tuple[int, int]:
    """Return how much a recorded stage has to show, to be compared."""
    frames = model["state"]["frames"]
    return max(len(frame.get("blocks", ())) for frame in frames), len(frames)


def square_still() -> str:
    """Return the first magic square that the search finds, as SVG."""
    square = next(magic_square.solutions(3))
    cells = "".join(square_cell(k % 3, k // 3, number) for k, number in enumerate(square))
    wide = 3 * SQUARE + 8
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {wide} {wide}">{cells}</svg>\n'


def square_cell(column: int, row: int, number: int) -> str:
    x, y = SQUARE * column, SQUARE * row
    side = SQUARE - 4
    box = f'<rect x="{x + 2}" y="{y + 2}" width="{side}" height="{side}" rx="6" fill="#f2c230"/>'
    at = f'x="{x + SQUARE / 2}" y="{y + SQUARE / 2}"'
    how = 'font-family="sans-serif" font-size="32" text-anchor="middle" dominant-baseline="central"'
    return f"{box}<text {at} {how}>{number}</text>"


# -------- the page


def first_content(
    lessons: list[Lesson], stills: dict[str, str], teacher: bool, values: str, caption: str, game: str
) -> str:
    """Return the first page between its header and its end.

    stills : lesson -> file, where it has one; values : what `hero_values` returns; caption : the
    line below the map; game : what `game_window` returns, "" where there is none
    """
    items = "".join(lesson_item(lesson, stills.get(lesson.name), teacher) for lesson in lessons)
    first = lessons[0]
    return FIRST.format(
        sentence=SENTENCE,
        cube=CUBE_WORDS,
        last=len(recorded_search()),
        ways=ways_in(first) if first.name in stills else "",
        values=values,
        caption=caption,
        game=game,
        items=items,
        online=online(first),
    )


def ways_in(first: Lesson) -> str:
    """Return the buttons of the first page: on with the search, and into lesson 00, or into the first
    that is there."""
    step, pack = (STEP, PACK) if first.number == 0 else (f"{first.name}.html",) * 2
    return f"""<p class="hero-ways"><a id="step" href="lessons/{step}">Step through it</a>
<a id="pack" href="lessons/{pack}">Pack it yourself</a>
<a class="go" href="lessons/{first.name}.html">Begin here: {numbered_title(first)}</a></p>"""


def game_window(place: str, needs: list[str]) -> str:
    """Return the window in which a box is packed: the place of its card, and the files that it
    loads when it is opened (pack.js)."""
    return GAME.format(place=place, needs=" ".join(needs), lesson=f"lessons/{PACK}")


def lesson_item(lesson: Lesson, still: str | None, teacher: bool) -> str:
    """Return a lesson on the first page: its links, puzzle and still; without one it is being made."""
    puzzle = as_html(lesson.meta["puzzle"])[3:-4]
    if still is None:
        made = "being made: reload this page in a minute"
        return f"<li><h2>{numbered_title(lesson)}</h2>\n<p>{puzzle} · {made}</p></li>\n"
    more = "".join(
        f' · <a href="lessons/{kind}-{lesson.name}.html">{word}</a>'
        for kind, word in (("teacher", "teaching"), ("solutions", "solutions")) * teacher
    )
    return f"""<li><div class="still"><img src="{still}" alt="" loading="lazy"></div>
<h2><a href="lessons/{lesson.name}.html">{numbered_title(lesson)}</a></h2>
<p>{puzzle}<br>{lesson.meta["minutes"]}&nbsp;minutes{more}</p></li>
"""


def online(lesson: Lesson) -> str:
    """Return the line on where the workbook runs without installation, if there is an address."""
    link = f'<a href="{lesson.binder}">open it on Binder</a>'
    return f"<p>Or {link}, without installing anything.</p>" if lesson.binder else ""


def head_lines(address: str) -> str:
    """Return the lines in the head of the first page that say to other sites what it is."""
    base = f"{address.rstrip('/')}/" if address else ""
    wide, high = PREVIEW
    return f"""<meta name="description" content="{escape(SENTENCE)}">
<meta property="og:title" content="Exactly Once: puzzles solved by search">
<meta property="og:description" content="{escape(SENTENCE)}">
<meta property="og:type" content="website">
<meta property="og:image" content="{escape(base)}preview.png">
<meta property="og:image:width" content="{wide}">
<meta property="og:image:height" content="{high}">
<meta name="twitter:card" content="summary_large_image">
"""


GAME = """<dialog id="game" aria-labelledby="game-title" closedby="any" data-needs="{needs}">
<form method="dialog"><h2 id="game-title">Pack it yourself</h2>
<p>Eight pieces fill the box without a gap. <a href="{lesson}">Keys, and more</a></p>
<button>Close</button></form>
<div class="game-place"><div class="jp-WindowedPanel-outer">{place}</div></div>
</dialog>
"""
FIRST = """<section class="hero" aria-label="The Tetris Cube">
<div class="hero-words"><h1>Exactly Once</h1>
<p>{sentence}</p>
{ways}</div>
<div class="hero-picture"><canvas role="img" aria-label="{cube}"></canvas>
<p class="step"></p>
<p class="caption">{caption}</p>
<p class="step"><input type="range" min="1" max="{last}" value="1" aria-label="step"></p>
<p><span class="step"><button type="button">Back</button> <button type="button">Next</button>
<button type="button">Pause</button></span> <button type="button">All 9,839</button></p>
<p class="step note">Disc: each ring is a level of the search tree, each arc a piece, as long as what was
tried below it; red is a dead end. Algorithm X, branches in random order: a lucky run, most take over a
thousand steps.</p></div>
</section>
<script type="application/json" id="hero">{values}</script>
{game}<div class="below">
<p>How puzzles are solved by search: every picture here is a recording of a real search. Step through
it, turn it, pull it apart. Almost every puzzle is one sentence: <em>cover each cell exactly once</em>.</p>
<ol class="scenes">
{items}</ol>
<h2 id="start">With Python: the workbook</h2>
<p>This book shows what was recorded. In the workbook every search runs, every slider asks for a new puzzle,
and the exercises are checked at once. In its folder, one line installs everything, and opens the first
lesson in JupyterLab:</p>
<pre tabindex="0">make lab</pre>
<p>In Python: <a href="api/index.html">the library</a>, page by page.</p>
{online}</div>
"""
