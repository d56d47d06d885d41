"""Sheets of layers for those without a printer, and a card, as SVG in mm on white paper."""

import textwrap
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from math import ceil, inf

from puzzlelib.common.pages import STILL_HEAD
from puzzlelib.common.words import many
from puzzlelib.packing.layers import level_name
from puzzlelib.packing.puzzle import PackingPuzzle, Piece
from puzzlelib.packing.shapes import Cell, split_boxes
from puzzlelib.pictures.colours import INK, WHITE, colours, contrast_ratio

from ..xmpuzzle import colour_hues
from .beds import flow
from .parts import laid_colours, lay_down

A4, A6 = (210, 297), (148, 105)  # width and height
MARGIN, TITLE, CAPTION, TEXT = 15, 7, 3.2, 4.2  # border; heights of letters
MOST_LINES = 5  # of a fact on the card
MOST_LETTERS = 100  # of a title
SQUARE, SMALLEST, BETWEEN = 7.0, 1.5, 5  # sides of a cell, gap
NARROW = 108  # the least width of an overview
LETTERS_WIDE = 0.56  # of its height is a letter wide, on the average
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
Square = tuple[str, str]  # the fill and the sign of a cell
Drawing = tuple[float, float, list[str]]  # a drawing at the origin: width, height, elements


def layer_sheets(puzzle: PackingPuzzle) -> list[str]:
    """Return the pages with the layers of the container and of each piece, each as SVG.

    >>> from puzzlelib import load
    >>> len(layer_sheets(load("soma")))
    1
    """
    wide, top = A4[0] - 2 * MARGIN, MARGIN + 22
    how = "Seen from above, layer by layer: glue cubes together as the filled squares show."
    head = [title_line(puzzle.name, wide), text_line(MARGIN, MARGIN + TITLE + 7, how, TEXT)]
    pages = [
        [move(x + MARGIN, y + top, lines) for (_, _, lines), (x, y) in page]
        for page in flow(shape_blocks(puzzle), wide, A4[1] - MARGIN - top, BETWEEN)
    ]
    return [
        svg(A4, f"{puzzle.name}, sheet {number} of {len(pages)}", [*head, *drawn])
        for number, drawn in enumerate(pages, 1)
    ]


def overview(puzzle: PackingPuzzle) -> str:
    """Return the layers of the container and of each piece as one SVG, no larger than they need.

    >>> from puzzlelib import load
    >>> 'viewBox="0 0 118 ' in overview(load("soma"))
    True
    """
    blocks = list(shape_blocks(puzzle))
    wide = max(NARROW, *(block[0] for block in blocks))
    [placed] = flow(blocks, wide, inf, BETWEEN)
    high = max(y + block[1] for block, (_, y) in placed)
    drawn = [move(x + BETWEEN, y + BETWEEN, block[2]) for block, (x, y) in placed]
    return svg((ceil(wide) + 2 * BETWEEN, ceil(high) + 2 * BETWEEN), puzzle.name, drawn)


def sheets_page(puzzle: PackingPuzzle) -> str:
    """Return all sheets as one page of HTML, from which a browser prints them in their size.

    >>> from puzzlelib import load
    >>> sheets_page(load("soma")).count("<svg")
    1
    """
    style = "@page { size: A4; margin: 0 } body { margin: 0 } svg { display: block }"
    head = f"{STILL_HEAD}<title>{escape(puzzle.name)}</title><style>{style}</style>"
    body = "".join(layer_sheets(puzzle))
    return f"<!DOCTYPE html>\n<html><head>{head}</head><body>{body}</body></html>"


def shape_blocks(puzzle: PackingPuzzle) -> Iterator[Drawing]:
    """Yield the drawing of each box of the container, then of each piece."""
    boxes, hues, asked = split_boxes(puzzle.container), colour_hues(puzzle), dict(puzzle.colours)
    for number, cells in enumerate(boxes, 1):
        name = "The box" if len(boxes) == 1 else f"Box {number}"
        more = "; those with a + may stay empty" if puzzle.optional else ""
        title = f"{name}, {many(len(cells), 'cell')}{more}"
        signs = {cell: "+" if cell in puzzle.optional else "" for cell in cells}
        fills = {cell: hues[asked[cell]] if cell in asked else "#ffffff" for cell in cells}
        yield layer_block(title, {cell[:3]: (fills[cell], signs[cell]) for cell in cells})
    for piece in puzzle.pieces:
        fill, letter = colours(puzzle)[piece.name][0], puzzle.labels[piece.name]
        paints = laid_colours(piece, lay_down(piece.cells))
        squares = {cell: (hues.get(paint, fill), letter) for cell, paint in paints.items()}
        yield layer_block(piece_title(puzzle, piece), squares)


def piece_title(puzzle: PackingPuzzle, piece: Piece) -> str:
    letter = puzzle.labels[piece.name]
    name = letter if piece.name == letter else f"{letter}: {piece.name}"
    if piece.spare:
        return f"{name}, {piece.least} to {piece.copies} times"
    return name if piece.copies == 1 else f"{name}, {piece.copies} times"


def layer_block(title: str, squares: dict[Cell, Square]) -> Drawing:
    """Return the layers of a shape side by side, as wide as a sheet at the most."""
    cells = sorted(squares, key=lambda cell: cell[2])
    xs, ys = ({cell[axis] for cell in cells} for axis in (0, 1))
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    layers = [(z, list(level)) for z, level in groupby(cells, key=lambda cell: cell[2])]
    room = A4[0] - 2 * MARGIN - BETWEEN * (len(layers) - 1)
    side = max(SMALLEST, min(SQUARE, room / len(layers) / (east - west + 1)))
    wide, high = side * (east - west + 1), side * (north - south + 1)
    heights = [z for z, _ in layers]
    names = [level_name(z, heights) if len(heights) > 1 else "" for z in heights]
    step = max(wide, min(24.0, room / len(layers))) + BETWEEN
    lines, at = [text_line(0, TEXT, title, TEXT, True)], TEXT + 2
    for number, (_, level) in enumerate(layers):
        drawn = [cell_square(side, c[0] - west, north - c[1], *squares[c]) for c in level]
        frame = f'<path d="M0 0h{wide:.6g}v{high:.6g}h-{wide:.6g}z" fill="none" stroke="#b8b8b8"/>'
        lines.append(move(number * step, at, [frame, *drawn]))
        lines.append(text_line(number * step, at + high + CAPTION + 1, names[number], CAPTION))
    long = max(step * (len(layers) - 1) + wide, LETTERS_WIDE * TEXT * len(title) + 2)
    return long, at + high + CAPTION + 4, lines


def cell_square(side: float, column: int, row: int, fill: str, sign: str) -> str:
    x, y = side * column, side * row
    box = f'<rect x="{x:.6g}" y="{y:.6g}" width="{side:.6g}" height="{side:.6g}" fill="{fill}"/>'
    size = 0.55 * side
    middle = f'x="{x + side / 2:.6g}" y="{y + side / 2 + 0.36 * size:.6g}" font-size="{size:.6g}"'
    ink = max((INK, WHITE), key=lambda ink: contrast_ratio(fill, ink))
    look = f'text-anchor="middle" stroke="none" fill="{ink}"'
    return f"{box}<text {middle} {look}>{sign}</text>" if sign else box


def puzzle_card(title: str, facts: Iterable[tuple[str, str]]) -> str:
    """Return a card to lie in the box: the name of a puzzle, and what is known about it.

    >>> "up to rotation" in puzzle_card("Soma Cube", [("solutions", "480 up to rotation")])
    True
    """
    room, y = A6[0] - 2 * MARGIN, MARGIN + TITLE + 11.0
    drawn = [title_line(title, room)]
    wide = int((room - 30) / (LETTERS_WIDE * TEXT))
    drawn.append(f'<path d="M{MARGIN} {MARGIN + TITLE + 4}h{room}" stroke-width="0.5"/>')
    for label, fact in facts:
        drawn.append(text_line(MARGIN, y, label, TEXT))
        for line in textwrap.wrap(fact, wide, max_lines=MOST_LINES, placeholder=" …") or [""]:
            drawn.append(text_line(MARGIN + 30, y, line, TEXT, True))
            y += 1.35 * TEXT
        y += 1
    return svg(A6, title, drawn)


# -------- SVG


def svg(size: tuple[float, float], title: str, drawn: Iterable[str]) -> str:
    wide, high = size
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" role="img" '
        f'viewBox="0 0 {wide} {high}" font-family="{FONT}" stroke="#141414" stroke-width="0.25">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="#ffffff" stroke="none"/>',
        *drawn,
        "</svg>\n",
    ]
    return "\n".join(lines)


def text_line(x: float, y: float, words: str, size: float, bold=False, wide: str = "") -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:.6g}" y="{y:.6g}" font-size="{size:.6g}"{weight}{wide}'
    return f'<text {place} fill="#141414" stroke="none">{escape(words)}</text>'


def title_line(words: str, room: float) -> str:
    """Return the title of a page, made narrower where there is not enough room."""
    words = textwrap.shorten(words, MOST_LETTERS, placeholder=" …")
    narrow = f' textLength="{room:.6g}" lengthAdjust="spacingAndGlyphs"'
    too_long = LETTERS_WIDE * 1.1 * TITLE * len(words) > room
    return text_line(MARGIN, MARGIN + TITLE, words, TITLE, True, narrow if too_long else "")


def move(x: float, y: float, drawn: Iterable[str]) -> str:
    return f'<g transform="translate({x:.6g} {y:.6g})">{"".join(drawn)}</g>'
