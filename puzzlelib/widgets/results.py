"""What a lesson shows of a result: a text, a table, pictures."""

from collections.abc import Iterable
from html import escape

import ipywidgets as w

from .. import pictures as draw
from ..packing.puzzle import PackingPuzzle
from .card import html
from .stage import Frame, Stage
from .step_player import Player


def listing(text: str) -> w.HTML:
    """A text in which columns stay columns.

    >>> listing("1 < 2").value
    '<pre>1 &lt; 2</pre>'
    """
    return html(f"<pre>{escape(text)}</pre>")


def table(*rows: Iterable) -> w.HTML:
    """Rows of values, the first one as heading; whole numbers get commas. The first column is to the left.

    >>> table(("piece", "options"), ("X", 1248)).value.count("1,248")
    1
    """
    head, *body = rows
    lines = [line("th", head), *(line("td", row) for row in body)]
    return html(f'<table class="eo-open">{"".join(lines)}</table>')


def line(tag: str, row: Iterable) -> str:
    """A row of the table.

    >>> line("th", ["piece"])
    '<tr><th style="padding: 0.1em 0.8em; text-align: left">piece</th></tr>'
    """
    return f"<tr>{''.join(cell(tag, value, column) for column, value in enumerate(row))}</tr>"


def cell(tag: str, value: object, column: int) -> str:
    """A cell of the table. From the second column on signs have one width: digits and bars are in line."""
    text = f"{value:,}" if isinstance(value, int) else str(value)
    style = f"padding: 0.1em 0.8em; text-align: {'right' if column else 'left'}"
    if column and tag == "td":
        style += "; white-space: pre; font-family: var(--jp-code-font-family, monospace)"
    return f'<{tag} style="{style}">{escape(text)}</{tag}>'


def pictures(puzzle: PackingPuzzle, frames: list[Frame], label: str) -> Player:
    """A stage with one picture for each step, made by `pictures.frame`; screen readers say `label`.

    >>> from puzzlelib import load, pictures as draw
    >>> cube = load("little-cube")
    >>> frames = [draw.frame(cube, filled) for filled in ({}, {cube.placements[0]: "given"})]
    >>> pictures(cube, frames, "A first piece")
    <A first piece; open the notebook in JupyterLab to use it>
    """
    return Player(stage=Stage(draw.scene(puzzle), frames, label=label), words=label)
