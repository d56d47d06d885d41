"""All that a student has built, as one picture: a tile for each kept program, with a puzzle it solves."""

from base64 import b64encode
from html import escape
from textwrap import shorten

from makers.apart import Disassembly
from puzzlelib.common.words import many
from puzzlelib.packing.puzzle import Solution

from ..kit.cards.parts import Part, read_part
from ..kit.checks.course import kept_parts
from ..puzzles.views.photograph import photograph
from .programs import PROGRAMS
from .runs import run
from .tasks import Rows, packing_frame

SIDE, ACROSS = 220, 4  # of a tile; tiles in a row
SECONDS = 5  # of work for the picture of one program
PAPER, INK = "#ffffff", "#141414"


class ProgramsPicture:
    """The picture, for a notebook and for whom it is sent to."""

    def __init__(self, svg: str, words: str):
        self.svg, self.words = svg, words

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        source = f"data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}"
        return (
            f'<img alt="{escape(self.words)}" src="{source}" style="max-width:100%">'
            f'<p><a download="my-solver.svg" href="{source}">Save the picture</a></p>'
        )


def my_programs() -> ProgramsPicture:
    """Return one picture of all the programs that you have kept, from the magic square on."""
    kept = {id: part for id, part in kept_parts().items() if read_part(part.file)}
    files = ", ".join(part.file for part in kept.values())
    said = f"{many(len(kept), 'program')} that you have built: {files}" if kept else "Nothing is kept yet."
    tiles = [tile(id, part) for id, part in kept.items()] or [label(SIDE / 2, said)]
    wide, high = SIDE * min(len(tiles), ACROSS), SIDE * -(-len(tiles) // ACROSS)
    placed = (
        f'<svg x="{k % ACROSS * SIDE}" y="{k // ACROSS * SIDE}" width="{SIDE}" height="{SIDE}">{one}</svg>'
        for k, one in enumerate(tiles)
    )
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    return ProgramsPicture(f'<svg {head} font-family="sans-serif">{paper}{"".join(placed)}</svg>', said)


def tile(id: str, part: Part) -> str:
    """Return the tile of a program: its file, its length, and a puzzle that it solves, or else its lines."""
    text, name = read_part(part.file) or "", ""
    every = ("".join(filter(str.isprintable, line)) for line in text.expandtabs(4).split("\n"))  # as XML asks
    lines = [line for line in every if line.strip() and not line.startswith(("#", "%"))]
    shown = "".join(
        f'<text x="20" y="{16 + 9 * k}" font-size="8" xml:space="preserve">{escape(line[:40])}</text>'
        for k, line in enumerate(lines[:14])
    )
    for program in PROGRAMS:
        if program.exercise == id:
            done = run(text, part.file, program.tasks[0](), SECONDS)
            name = f": {done.task.name}" if done.is_right else ""
            shown = drawing(done.shown) if done.shown else shown
    said = label(162, part.file), label(180, f"{id}{name}"), label(198, many(len(lines), "line"))
    return f"{shown}{''.join(said)}"


def label(y: float, text: str) -> str:
    words = escape(shorten(text, 30, placeholder=" …"))
    return f'<text x="50%" y="{y}" text-anchor="middle" font-size="13" fill="{INK}">{words}</text>'


def drawing(shown: Solution | Disassembly | Rows) -> str:
    """Return the picture of a packing, or of a board with a text in each cell, for the top of a tile."""
    if not isinstance(shown, list):
        photo = photograph(*packing_frame(shown if isinstance(shown, Solution) else shown.solution))
        source = f"data:image/png;base64,{b64encode(photo).decode()}"
        return f'<image x="10" y="8" width="200" height="132" href="{source}"/>'
    cells = (
        f'<rect x="{x}" y="{y}" width="1" height="1" fill="none" stroke="{INK}" stroke-width=".05"/>'
        f'<text x="{x + 0.5}" y="{y + 0.72}" font-size=".65" text-anchor="middle">{escape(text)}</text>'
        for y, row in enumerate(shown)
        for x, text in enumerate(row)
    )
    size = len(shown) + 0.2
    return f'<svg y="8" height="132" viewBox="-.1 -.1 {size} {size}" fill="{INK}">{"".join(cells)}</svg>'
