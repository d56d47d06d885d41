"""Pictures of puzzles and solutions: a still in a notebook, a card to be turned, a page, letters.

common/drawing.py calls this module, by its name: things with a picture are on lower floors.
"""

import base64
import gzip
import json
import tempfile
import webbrowser
from collections.abc import Iterable
from functools import cache, singledispatch
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from IPython.core.getipython import get_ipython

from puzzlelib import pictures as draw
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.files import whole_file
from puzzlelib.common.machine import package
from puzzlelib.common.words import many
from puzzlelib.packing.layers import layers_text, tables_text
from puzzlelib.packing.puzzle import PackingPuzzle, Placement, Solution
from puzzlelib.pictures.blocks import Frame, Scene, part_names
from puzzlelib.pictures.traces import part_traces
from puzzlelib.search.colouring import Colouring
from puzzlelib.search.generate import Generated

from ...kit.cards.modules import javascript, styles
from ..views.flights import laid_out
from ..views.photograph import SIZE, photograph

# The browser itself sees to it that nothing is fetched; plotly.js makes functions of texts.
INLINE = "style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'"
ALLOWED = f"default-src 'none'; img-src data: blob:; {INLINE}; form-action 'none'; base-uri 'none'"
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{allowed}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body data-jp-theme-light="true">
<main>
<h1>{title}</h1>
<p>{words}</p>
{control}<div id="stage">{still}</div>
<details><summary>In letters, layer by layer</summary>
<pre>{letters}</pre></details>
</main>
<script type="application/json" id="values">{values}</script>
<script type="application/octet-stream" id="plotly">{plotly}</script>
<script type="module">
{script}</script>
</body>
</html>
"""


CONTROL = """<p class="control"><label for="explode">Pull apart</label>
<input id="explode" type="range" min="0" max="1" step="0.05" value="0"></p>
"""
WIDE = 1200, 600  # pixels: pieces beside their box


class View(NamedTuple):
    """A value as a picture, which is first seen `apart` or packed; `slides` says whether there is
    more to see between the two, `captioned` whether its words are below it."""

    title: str
    words: str
    scene: Scene
    frame: Frame
    letters: str
    apart: bool = False
    slides: bool = False
    captioned: bool = False

    def still(self, apart: bool) -> str:
        """Return the view as an element of HTML, half as large as it is painted: sharp on any screen."""
        png = photograph(self.scene, self.frame, apart, SIZE if self.slides or not apart else WIDE)
        wide = int.from_bytes(png[16:20]) // 2  # where a PNG says so
        alt = escape(f"{self.title}: {self.words}{', pulled apart' if apart and self.slides else ''}")
        source = base64.b64encode(png).decode()
        return f'<img alt="{alt}" width="{wide}" src="data:image/png;base64,{source}">'


@singledispatch
def view(value) -> View:
    """Return the picture of a value, with its title and words."""
    raise PuzzleError(f"there is no picture of {type(value).__name__}")


@view.register
def _(solution: Solution) -> View:
    return filled_view(solution.puzzle, "A solution", solution, dict.fromkeys(solution, "solution"))


@view.register
def _(made: Generated) -> View:
    hints = f"{many(len(made.given), 'hint')}, {many(made.completions, 'solution')}"
    return filled_view(made.puzzle, hints, made.solution, dict.fromkeys(made.given, "given"))


@view.register
def _(puzzle: PackingPuzzle) -> View:
    """Return the empty container, and each piece once beside it."""
    names = ", ".join(f"{p.name} ({p.copies} times)" if p.copies > 1 else p.name for p in puzzle.pieces)
    words = f"{many(len(puzzle.container), 'cell')} to fill with the pieces {names}"
    return View(puzzle.name, words, *laid_out(puzzle), layers_text(puzzle, {}), apart=True)


@view.register
def _(proof: Colouring) -> View:
    """Return the box, coloured by the weights of its cells."""
    puzzle, words = proof.puzzle, f"This box cannot be filled: {proof}."
    frame = draw.weights_frame(puzzle, proof.weights)
    letters = tables_text(puzzle, frame["cells"])
    return View(puzzle.name, words, draw.scene(puzzle), frame, letters, captioned=True)


def filled_view(puzzle: PackingPuzzle, words: str, plan: Iterable[Placement], filled: dict) -> View:
    """Return placements in the container."""
    frame, letters = draw.frame(puzzle, filled, plan=tuple(plan)), layers_text(puzzle, filled)
    moves = any(any(block["away"]) for block in frame["blocks"])
    slides = moves and len({cell[2] for cell in puzzle.container}) > 1  # a flat one shows all at once
    return View(puzzle.name, words, draw.scene(puzzle), frame, letters, slides=slides)


def beside_view(puzzle: PackingPuzzle, given: Iterable[Placement], solution: Solution) -> View:
    """Return a puzzle with its hints, and beside it the solution."""
    left = draw.frame(puzzle, dict.fromkeys(given, "given"), plan=solution)
    filled = draw.marked(solution, given)
    frame = draw.pair_frames(puzzle, left, draw.frame(puzzle, filled, plan=solution, shift=1))
    words, letters = "The puzzle with its hints, and its solution", layers_text(puzzle, filled)
    return View(puzzle.name, words, draw.scene(puzzle, 2), frame, letters, slides=True)


# -------- in a notebook


def bundle(value) -> dict[str, str]:
    """Return what the last line of a cell shows: a still picture, packed and apart; its layers where no numpy
    can paint it.
    """
    seen = view(value)
    if not package("numpy"):
        return {"text/plain": repr(value), "text/html": f"<pre>{escape(seen.letters)}</pre>"}
    stills = "".join(map(seen.still, (False, True) if seen.slides else (seen.apart,)))
    row = f'<div style="display: flex; flex-wrap: wrap; gap: 24px; align-items: center">{stills}</div>'
    words = f"<p>{escape(seen.words)}</p>" * seen.captioned
    return {"text/plain": repr(value), "text/html": row + words}


def show(value) -> None:
    """Show a card below the cell, or open a page in the browser."""
    if getattr(get_ipython(), "kernel", None) is not None:
        return card(value)._ipython_display_()
    with tempfile.NamedTemporaryFile(prefix="puzzle-", suffix=".html", delete=False) as file:
        file.write(page(view(value)).encode())
    opened = webbrowser.open(Path(file.name).as_uri())
    print(f"{file.name}: opened in the browser" if opened else f"{file.name}: open it in a browser")


def card(value):
    from ...kit.cards.card import Card, html
    from .stage import Picture

    seen = view(value)
    stage = Picture(seen.scene, [seen.frame], label=f"{seen.title}: {seen.words}", explode=float(seen.apart))
    caption = [html(escape(seen.words))] * seen.captioned
    return Card(stage, *caption, words=f"{seen.title} in 3D")


# -------- as a page, as text


def write_page(value, path=None) -> str | None:
    """Write the page of a value, and say so; without a path, give its text."""
    text = page(view(value))
    if path is None:
        return text
    with whole_file(path) as file:
        size = file.write(text.encode())
    print(f"{path}: written, {size / 1e6:.1f} MB; it opens in any browser, without the internet")


def page(seen: View) -> str:
    """Return a page that needs nothing else: the still, and the stage that replaces it."""
    values = {
        "label": f"{seen.title}: {seen.words}",
        "explode": float(seen.apart),
        "scene": dict(seen.scene),
        "frames": [seen.frame],
        "parts": part_traces(part_names([seen.frame])),
    }
    return PAGE.format(
        allowed=ALLOWED,
        title=escape(seen.title),
        words=escape(seen.words),
        style=styles("steps", "stage", "saved"),
        still=seen.still(seen.apart),
        control=CONTROL if seen.slides else "",
        letters=escape(seen.letters),
        values=json.dumps(values).replace("<", r"\u003c"),
        plotly=packed_plotly(),
        script=javascript("saved"),
    )


@cache
def packed_plotly() -> str:
    """Return plotly.js as a page holds it: packed by gzip, in base64."""
    return base64.b64encode(gzip.compress(plotly(), 9, mtime=0)).decode()


def plotly() -> bytes:
    """Return the plotly.js of the installed package."""
    try:
        return (files("plotly") / "package_data" / "plotly.min.js").read_bytes()
    except (ModuleNotFoundError, OSError):
        raise PuzzleError("a page needs plotly: python -m pip install plotly") from None
