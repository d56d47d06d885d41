"""Sheets with boxes, boards and pieces: lessons 00, 02, 03, 06, 07 and 13."""

from collections.abc import Iterable, Iterator

from lessons.kit.pages.paper import DASHED, LEFT, RIGHT, ROOM, Cell, Page
from puzzlelib import load
from puzzlelib.packing import Piece
from puzzlelib.packing.layers import cell_texts, layer_tables
from puzzlelib.search.generate import generate

BOX = load("tetracubes-2x4x4")
SEED = 1  # the explorer shows the same puzzle for it
FIELD = 18  # mm: of a layer, and of the papers that are laid into it
TETROMINOES = {
    "I": ["####"],
    "O": ["##", "##"],
    "T": ["###", ".#."],
    "S": [".##", "##."],
    "Z": ["##.", ".##"],
    "L": ["#.", "#.", "##"],
    "J": [".#", ".#", "##"],
}
SMALL = {"S": ["#"], "D": ["##"], "V": ["#.", "##"]}  # lesson 06


def drawn_cells(picture: list[str]) -> set[Cell]:
    """Return the cells of a piece that is drawn in rows."""
    return {(x, y) for y, row in enumerate(picture) for x, sign in enumerate(row) if sign == "#"}


def size(cells: Iterable[Cell]) -> Cell:
    """Return the number of columns and of rows that they take."""
    columns, rows = zip(*cells)
    return max(columns) + 1, max(rows) + 1


# -------- 00


def box_sheet() -> Page:
    made = generate("2x4x4", 4, SEED)
    given = {name for name, _ in made.given}
    left = [label for name, label in BOX.labels.items() if name not in given]
    page = Page(
        "00",
        "The box 2x4x4 as two layers",
        f"Four pieces lie in it already (in the explorer: grid 2x4x4, hints 4, seed {SEED}). Each field "
        f"takes one letter, each piece is used exactly once. Left over: {', '.join(left)}.",
    )
    filled = cell_texts(made.puzzle, dict.fromkeys(made.given, "given"))["cells"]
    page.y = two_layers(page, page.y + 8, filled)
    page.text(LEFT, page.y + 8, "The same box, for a puzzle of your own:")
    two_layers(page, page.y + 20, [""] * len(filled))
    return page


def two_layers(page: Page, y: float, letters: list[str]) -> float:
    """Draw the layers side by side, each seen from above; return where they end."""
    for number, layer in enumerate(layer_tables(BOX)):
        rows = layer["rows"]
        x = LEFT + number * (ROOM - 4 * FIELD)
        page.text(x, y - 2, layer["title"])
        page.grid(x, y, 4, 4, FIELD, class_="layer")
        for j, row in enumerate(rows):
            for i, index in enumerate(row):
                page.middle(x + (i + 0.5) * FIELD, y + (j + 0.5) * FIELD, letters[index], 8, class_="cell")
    return y + 4 * FIELD


def papers() -> Page:
    page = Page(
        "00",
        "The eight pieces as papers",
        "Cut along the thick lines. A piece in both layers is two papers: dashed cells show where the "
        "other one lies. A flat piece that stands upright is cut in two as well: take squared paper for it. "
        "M is the mirror image of Z.",
    )
    shelf = Shelf(page, page.y + 2, FIELD)
    for piece in BOX.pieces:
        shelf.put(*layers_of_piece(piece), label=BOX.labels[piece.name])
    return page


def layers_of_piece(piece: Piece) -> list[set[Cell]]:
    """Return the cells of a piece in each layer, seen from above."""
    back = max(y for _, y, _ in piece.cells)
    levels = range(1 + max(z for _, _, z in piece.cells))
    return [{(x, back - y) for x, y, z in piece.cells if z == level} for level in levels]


class Shelf:
    """Pieces side by side, in rows from the left."""

    def __init__(self, page: Page, y: float, cell: float, gap: float = 7):
        self.page, self.x, self.y, self.cell, self.gap = page, LEFT, y, cell, gap
        self.tall = 0.0

    def put(self, *parts: set[Cell], label: str) -> None:
        """Draw a piece; one in two layers as two papers with an arrow between them."""
        columns, rows = size(set().union(*parts))
        step = columns * self.cell + self.gap
        if self.x + step * len(parts) - self.gap > RIGHT + 0.01:
            self.x, self.y, self.tall = LEFT, self.y + self.tall + self.gap, 0.0
        self.tall = max(self.tall, rows * self.cell)
        for number, cells in enumerate(parts):
            for i, j in set().union(*parts) - cells:
                corner = self.x + i * self.cell, self.y + j * self.cell
                self.page.rect(*corner, self.cell, self.cell, **DASHED)
            self.page.shape(self.x, self.y, self.cell, cells, label)
            if len(parts) > 1:
                words = ("bottom →", "top")[number]
                self.page.text(self.x, self.y + rows * self.cell + 4.5, words, 3.4)
                self.tall = max(self.tall, rows * self.cell + 4)
            self.x += step


def board_sheet() -> Page:
    page = Page(
        "00", "Squared paper", "For pieces that stand upright: its squares are as large as the fields."
    )
    page.grid(LEFT, page.y, 10, 13, FIELD)
    return page


# -------- 02


def tetrominoes() -> Page:
    page = Page(
        "02",
        "Tetrominoes, flat on the table",
        "Cut out the seven pieces. Turn each by quarter turns: how many pictures does it have, and how many "
        "of the four turns leave it as it is? If you may turn the paper over as well, which become one?",
    )
    shelf = Shelf(page, page.y, 14)
    for name, picture in TETROMINOES.items():
        shelf.put(drawn_cells(picture), label=name)
    head = "piece", "pictures", "turns that leave it", "product"
    rows = [head, *((name, "", "", "") for name in TETROMINOES), ("together", "", "", "")]
    page.table(LEFT, shelf.y + shelf.tall + 12, (30, 40, 60, 40), 10, rows)
    return page


def t_on_a_board() -> Page:
    page = Page(
        "02",
        "The T on a board of 4×3",
        "Draw the T on the boards, each time in another place or turned. In how many ways can it lie "
        "there? There may be more boards here than you need.",
    )
    page.boards(LEFT, page.y + 3, (4, 3), (4, 4), 9.5, (9, 12))
    return page


# -------- 03

STRIP = 6
FIRST_LEVELS = 3, 6, 6  # the tree by cell


def strip() -> Page:
    page = Page(
        "03",
        "A strip of six cells",
        "Pieces of 1, 2 and 3 cells. By cell: the first free cell from the left is filled by any piece "
        "that is left. The nodes of this tree are here; draw what lies in each, and the lines between them.",
    )
    page.grid(LEFT, page.y, STRIP, 1, 24)
    shelf = Shelf(page, page.y + 30, 24, gap=6)
    for number in (1, 2, 3):
        shelf.put({(i, 0) for i in range(number)}, label=str(number))
    y = shelf.y + 44
    for level, many in enumerate((1, *FIRST_LEVELS)):
        words = "nothing lies" if not level else f"{level} laid"
        page.text(LEFT, y - 2, words, 3.2)
        node = 4.5 * STRIP
        gap = (ROOM - many * node) / (many + 1) if many < STRIP else (ROOM - many * node) / (many - 1)
        for i in range(many):
            x = LEFT + i * (node + gap) + (gap if many < STRIP else 0)
            page.grid(x, y, STRIP, 1, 4.5, class_="node")
        y += 26
    return page


def probe_sheet() -> Page:
    page = Page(
        "03",
        "By piece, and a probe with a die",
        "By piece, in the order 1, 2, 3: the piece of 1 has these six places. Mark the islands: which of the "
        "six can still work? Draw the tree below each. Then probe it: at each node throw a die for the "
        "child.",
    )
    for place in range(STRIP):
        x, y = LEFT + place % 3 * 63, page.y + 2 + place // 3 * 44
        page.grid(x, y, STRIP, 1, 9, class_="place")
        page.middle(x + (place + 0.5) * 9, y + 4.5, "1", 5, class_="cell")
    head = "probe", "a: places of 1", "b: then of 2", "c: then of 3", "a + a·b + a·b·c"
    rows = [head, *((number, "", "", "", "") for number in range(1, 11)), ("mean", "", "", "", "")]
    page.table(LEFT, page.y + 94, (20, 38, 38, 38, 46), 9, rows)
    return page


# -------- 06


def small_boards() -> Page:
    page = Page(
        "06",
        "S, D and V on a board of 3×2",
        "Draw S, D and V into the boards, each board in another way; the V may be turned. Then write a rule "
        "with which a stranger could throw out wrong pictures.",
    )
    page.grid(LEFT, page.y, 3, 2, 20)
    shelf = Shelf(page, page.y, 20, gap=6)
    shelf.x = LEFT + 66
    for name, picture in SMALL.items():
        shelf.put(drawn_cells(picture), label=name)
    page.boards(LEFT, page.y + 48, (3, 2), (4, 4), 12, (12, 6))
    for number in range(3):
        y = page.y + 176 + 14 * number
        page.text(LEFT, y, "It must not be that")
        page.rule(LEFT + 40, y + 1, ROOM - 40)
    return page


# -------- 07


def domino_sheet() -> Page:
    page = Page(
        "07",
        "Three dominoes in a box of 3×2",
        "Draw all packings: the patterns, and each with the names in every way. Choose one and look for the "
        "fewest hints: cover, count, compare. Then draw by the die, piece by piece, and write its chance "
        "below each.",
    )
    page.grid(LEFT, page.y, 3, 2, 20)
    for number, name in enumerate("ABC"):
        page.shape(LEFT + 74 + 26 * number, page.y, 20, {(0, 0), (0, 1)}, name)
    page.boards(LEFT, page.y + 54, (3, 2), (6, 3), 8, (7.2, 22))
    for row in range(3):
        for column in range(6):
            page.text(LEFT + column * 31.2, page.y + 54 + row * 38 + 24, "chance 1 /", 3.4)
    return page


# -------- 13

PUSHED = ["CCC/BBB/DDB", "BCA/BAA/DDD", "ACC/AAD/AAD"]  # the layers of a packing, the lowest first
DIRECTIONS = "right", "left", "back", "front", "up", "down"


def pushes_sheet() -> Page:
    page = Page(
        "13",
        "Who pushes whom?",
        "Four pieces fill a box of 3×3×3; these are its layers, seen from above. For each piece and each "
        "direction, write all pieces that move when this one is pushed by one cell. Where not all four "
        "stand, you have found a move. Take a piece away in pencil, and go on.",
    )
    for number, rows in enumerate(PUSHED):
        x = LEFT + 62 * number
        page.text(x, page.y + 6, f"layer {number + 1}" + " (bottom)" * (number == 0))
        page.grid(x, page.y + 9, 3, 3, 15, class_="layer")
        for y, row in enumerate(rows.split("/")):
            for k, letter in enumerate(row):
                page.middle(x + 15 * k + 7.5, page.y + 16.5 + 15 * y, letter, 8, class_="cell")
    empty = [[name, *[""] * len(DIRECTIONS)] for name in "ABCD"]
    widths = [16, *[26] * len(DIRECTIONS)]
    page.table(LEFT, page.y + 66, widths, 12, [["piece", *DIRECTIONS], *empty])
    page.text(LEFT, page.y + 142, "After a piece has been taken away:")
    rest = [["", *[""] * len(DIRECTIONS)] for _ in range(3)]
    page.table(LEFT, page.y + 146, widths, 12, [["piece", *DIRECTIONS], *rest])
    return page


def sheets() -> Iterator[tuple[str, Page]]:
    """Yield each sheet under the name of its file."""
    yield from {"00/box": box_sheet(), "00/papers": papers(), "00/squares": board_sheet()}.items()
    yield from {"02/tetrominoes": tetrominoes(), "02/t-on-a-board": t_on_a_board()}.items()
    yield from {"03/strip": strip(), "03/probe": probe_sheet()}.items()
    yield from {"06/boards": small_boards(), "07/dominoes": domino_sheet()}.items()
    yield "13/pushes", pushes_sheet()
