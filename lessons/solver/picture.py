"""All that a student has built, as one picture: a tile for each kept program, with what it has found."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from textwrap import shorten

from makers.apart import Disassembly
from puzzlelib.common.words import many
from puzzlelib.packing.layers import cell_texts, layer_tables
from puzzlelib.packing.puzzle import Solution
from puzzlelib.pictures.colours import colours

from ..kit.cards.parts import Part, read_part
from ..kit.checks.course import kept_parts
from .programs import PROGRAMS
from .runs import run
from .tasks import Shown

WIDE, HIGH, GAP, ACROSS = 200, 220, 14, 4  # of a tile; tiles in a row
BOARD = 130  # the side of the picture in a tile
SECONDS = 5  # of work for the picture of one program
MOST_LINES = 24  # of a program, in the picture of its text
PAPER, INK, PALE = "#ffffff", "#141414", "#c9c9c9"
FONT = 'font-family="sans-serif"'
Cell = tuple[str, str, str]  # text, fill, ink


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
    tiles = [tile(id, part, text) for id, part in kept_parts().items() if (text := read_part(part.file))]
    if not tiles:
        return ProgramsPicture(sheet(["".join(words(20, ["Nothing is kept yet."]))]), "Nothing is kept yet.")
    files = ", ".join(part.file for part in kept_parts().values() if read_part(part.file))
    return ProgramsPicture(sheet(tiles), f"{many(len(tiles), 'program')} that you have built: {files}")


def sheet(tiles: list[str]) -> str:
    """Return tiles in rows, as one SVG."""
    rows, across = -(-len(tiles) // ACROSS), min(len(tiles), ACROSS)
    wide, high = across * (WIDE + GAP) + GAP, rows * (HIGH + GAP) + GAP
    at = [(GAP + k % ACROSS * (WIDE + GAP), GAP + k // ACROSS * (HIGH + GAP)) for k in range(len(tiles))]
    placed = "".join(f'<g transform="translate({x} {y})">{one}</g>' for (x, y), one in zip(at, tiles))
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    paper = f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{paper}{placed}</svg>'


def tile(id: str, part: Part, text: str) -> str:
    """Return the tile of a program: what it has found on a puzzle, or the look of its text."""
    name, shown = found_by(part, text)
    code = [line for line in text.splitlines() if line.strip() and not line.startswith(("#", "%"))]
    picture = "".join(board(shown) if shown else lines(code))
    said = [part.file, f"{id}: {name}" if name else id, many(len(code), "line")]
    frame = f'<rect width="{WIDE}" height="{HIGH}" rx="6" fill="none" stroke="{PALE}"/>'
    return (
        f'{frame}<g transform="translate({(WIDE - BOARD) / 2} 12)">{picture}</g>{"".join(words(162, said))}'
    )


def words(top: int, said: list[str]) -> Iterator[str]:
    for k, text in enumerate(said):
        bold = "" if k else ' font-weight="bold"'
        yield (
            f'<text x="{WIDE / 2}" y="{top + 18 * k}" text-anchor="middle" font-size="13" fill="{INK}" '
            f"{FONT}{bold}>{escape(shorten(text, 30, placeholder=' …'))}</text>"
        )


def found_by(part: Part, text: str) -> tuple[str, Shown]:
    """Return the name of the puzzle that is drawn for a program, and what it finds; ("", None) for none."""
    for program in PROGRAMS:
        if program.file == part.file:
            done = run(program, text, program.tasks[program.drawn](), SECONDS)
            return (done.task.name, done.shown) if done.is_right else ("", None)
    return "", None


# -------- what is in a tile


def board(shown: Shown) -> Iterator[str]:
    """Draw a board, or a packing in its layers."""
    layers = layers_of(shown)
    across = 1 if len(layers) == 1 else 2
    rows, columns = max(map(len, layers)), max(len(row) for layer in layers for row in layer)
    down = -(-len(layers) // across)
    side = min((BOARD - 6 * across) / (across * columns), (BOARD - 6 * down) / (down * rows))
    for k, layer in enumerate(layers):
        left, top = k % across * (columns * side + 6), k // across * (rows * side + 6)
        for r, row in enumerate(layer):
            for c, (text, fill, ink) in enumerate(row):
                if not fill:
                    continue
                x, y = left + c * side, top + r * side
                yield (
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" fill="{fill}" '
                    f'stroke="{INK}" stroke-width="0.5"/>'
                )
                if text:
                    yield (
                        f'<text x="{x + side / 2:.1f}" y="{y + side * 0.72:.1f}" text-anchor="middle" '
                        f'font-size="{side * 0.65:.1f}" fill="{ink}" {FONT}>{escape(text)}</text>'
                    )


def layers_of(shown: Shown) -> list[list[list[Cell]]]:
    """Return boards of cells: the one board, or each layer of a packing; "" fills a cell that is none."""
    if isinstance(shown, Disassembly):
        shown = shown.solution
    if not isinstance(shown, Solution):
        return [[[(text, PAPER, INK) for text in row] for row in shown]]
    puzzle, filled = shown.puzzle, dict.fromkeys(shown, "solution")
    texts, paint = cell_texts(puzzle, filled), colours(puzzle)
    of = [paint[shown[k].piece] if k >= 0 else (PAPER, INK) for k in texts["own"]]
    cell = lambda i: (texts["cells"][i], *of[i]) if i >= 0 else ("", "", "")
    return [[[cell(i) for i in row] for row in layer["rows"]] for layer in layer_tables(puzzle)]


def lines(code: list[str]) -> Iterator[str]:
    """Draw the lines of a text as bars, as long as they are."""
    for k, line in enumerate(code[:MOST_LINES]):
        left = len(line) - len(line.lstrip())
        yield (
            f'<rect x="{left * 1.5}" y="{k * 5.4:.1f}" width="{min(len(line.strip()) * 1.5, BOARD)}" '
            f'height="3" fill="{PALE}"/>'
        )
