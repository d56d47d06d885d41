"""A sheet of paper, A4 upright, to be drawn on in millimetres and written as SVG: black on white,
so that a copier can read it."""

from collections.abc import Collection, Iterable, Sequence
from html import escape
from pathlib import Path
from textwrap import wrap

from markupsafe import Markup

from ..ground.course import COURSE
from ..ground.files import STILL_HEAD
from ..ground.templates import render

WIDTH, HEIGHT = 210, 297
LEFT, RIGHT, TOP, BOTTOM = 15, 195, 15, 280
ROOM = RIGHT - LEFT
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
LETTER = 0.56  # of its height is a letter wide, on the average and with some to spare
THIN, THICK = 0.25, 0.7  # lines; a thick one is cut
DASHED = {"stroke-dasharray": "1.5 1.5"}

Cell = tuple[int, int]  # column, row
Point = tuple[float, float]


class Page:
    """A sheet with a title, what to do with it, and its source at the foot. `y` is where free paper
    begins.

    >>> page = Page("04", "A strip", "Cut it out.")
    >>> page.rect(20, 30, 100, 12)
    >>> page.svg().count("<rect")                              # the paper itself is one
    2
    """

    def __init__(self, number: str, title: str, task: str):
        self.title = f"{number} {title}"
        self.drawn: list[str] = []
        self.text(LEFT, TOP + 5, title, 7, font_weight="bold")
        self.y = self.paragraph(LEFT, TOP + 13, ROOM, task) + 3
        self.text(LEFT, HEIGHT - 10, f"{COURSE.title}, lesson {number}. CC BY 4.0.", 3)

    def svg(self) -> str:
        paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" '
                f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="{FONT}">',
                f"<title>{escape(self.title)}</title>",
                paper,
                *self.drawn,
                "</svg>\n",
            ]
        )

    # -- words

    def text(self, x: float, y: float, words, size: float = 4, anchor: str = "start", **more) -> None:
        """Write words on a line at y; `anchor` says which part of them is at x."""
        place = attributes({"x": x, "y": y, "font-size": size, "text-anchor": anchor, **more})
        self.drawn.append(f"<text{place}>{escape(str(words))}</text>")

    def middle(self, x: float, y: float, words, size: float = 4, **more) -> None:
        """Write words with their middle at a point."""
        self.text(x, y + 0.36 * size, words, size, "middle", **more)

    def paragraph(self, x: float, y: float, width: float, words: str, size: float = 4) -> float:
        """Write words in lines of this width; return where the next line would be."""
        most = int(width / (LETTER * size))
        for line in wrap(words, most, break_long_words=False, break_on_hyphens=False):
            self.text(x, y, line, size)
            y += 1.4 * size
        return y

    # -- lines

    def element(self, name: str, fill: str = "none", line: float = THIN, **more) -> None:
        look = {"fill": fill, "stroke": "black", "stroke-width": line}
        self.drawn.append(f"<{name}{attributes({**more, **look})}/>")

    def rect(self, x: float, y: float, width: float, height: float, line: float = THIN, **more) -> None:
        self.element("rect", line=line, x=x, y=y, width=width, height=height, **more)

    def line(self, start: Point, end: Point, line: float = THIN, **more) -> None:
        (x1, y1), (x2, y2) = start, end
        self.element("line", line=line, x1=x1, y1=y1, x2=x2, y2=y2, **more)

    def rule(self, x: float, y: float, width: float) -> None:
        """Draw a line to write on."""
        self.line((x, y), (x + width, y))

    def circle(self, at: Point, radius: float, **more) -> None:
        self.element("circle", cx=at[0], cy=at[1], r=radius, **more)

    def polygon(self, points: Iterable[Point], **more) -> None:
        corners = " ".join(f"{round_length(x)},{round_length(y)}" for x, y in points)
        self.element("polygon", points=corners, **more)

    # -- cells

    def grid(self, x: float, y: float, columns: int, rows: int, cell: float, **more) -> None:
        """Draw squared paper with a thick edge."""
        for i in range(1, columns):
            self.line((x + i * cell, y), (x + i * cell, y + rows * cell))
        for j in range(1, rows):
            self.line((x, y + j * cell), (x + columns * cell, y + j * cell))
        self.rect(x, y, columns * cell, rows * cell, THICK, **more)

    def shape(self, x: float, y: float, cell: float, cells: Collection[Cell], label: str = "") -> None:
        """Draw cells to be cut out as one piece: thick where it ends, thin between its cells."""
        for i, j in sorted(cells):
            left, top = x + i * cell, y + j * cell
            edges = {
                (i, j - 1): ((left, top), (left + cell, top)),
                (i, j + 1): ((left, top + cell), (left + cell, top + cell)),
                (i - 1, j): ((left, top), (left, top + cell)),
                (i + 1, j): ((left + cell, top), (left + cell, top + cell)),
            }
            for beyond, (start, end) in edges.items():
                outer = beyond not in cells
                if outer or beyond > (i, j):
                    self.line(start, end, THICK if outer else THIN, stroke_linecap="square")
            self.middle(left + cell / 2, top + cell / 2, label, cell * 0.42, class_="cell")

    def boards(self, x: float, y: float, board: Cell, many: Cell, cell: float, gap: Point) -> None:
        """Draw many equal boards to draw in, in columns and rows."""
        for row in range(many[1]):
            for column in range(many[0]):
                left = x + column * (board[0] * cell + gap[0])
                top = y + row * (board[1] * cell + gap[1])
                self.grid(left, top, *board, cell, class_="board")

    def table(self, x: float, y: float, widths: Sequence[float], height: float, rows: Sequence) -> float:
        """Draw rows of words, the first of them bold; return where they end."""
        for number, row in enumerate(rows):
            left = x
            for width, words in zip(widths, row):
                self.rect(left, y, width, height)
                weight = "normal" if number else "bold"
                self.middle(left + width / 2, y + height / 2, words, 3.6, font_weight=weight)
                left += width
            y += height
        return y


def attributes(named: dict) -> str:
    """Return the attributes of an element; `class_` is spelled so for Python's sake."""
    spelled = {name.strip("_").replace("_", "-"): value for name, value in named.items()}
    return "".join(
        f' {name}="{round_length(value) if isinstance(value, float | int) else escape(str(value))}"'
        for name, value in spelled.items()
    )


def round_length(value: float) -> str:
    """Return a length, to a hundredth of a millimetre.

    >>> round_length(2 / 3), round_length(5.0)
    ('0.67', '5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def to_print(folder: Path) -> str:
    """Return all sheets of a folder as a page of HTML, each on a page of paper."""
    sheets = "".join(file.read_text("utf-8") for file in sorted(folder.glob("*.svg")))
    return render("kit/pages/templates/sheets.html", still_head=Markup(STILL_HEAD), sheets=Markup(sheets))
