"""Sheets with trees, matrices and tables: lessons 01, 04, 05 and 08."""

from collections.abc import Iterator, Sequence
from itertools import product

from lessons.kit.pages.paper import DASHED, LEFT, RIGHT, ROOM, Page

NUMBERS, TOTAL = (1, 2, 3, 4, 5), 9  # of the row in lesson 01
SIX = "ce", "adg", "bcf", "adf", "bg", "deg"  # the cards of lessons 04 and 05
EIGHT = "dfh", "aeh", "abe", "bdg", "cfg", "cdf", "abc", "gh"  # of exercise 4.1
PRICES = {"ab": 2, "bc": 2, "ca": 2, "a": 3, "b": 3, "c": 3}  # coins, lesson 08
ROWS = "z ≤ a", "z ≤ b", "z ≥ a + b − 1", "z ≤ a + b", "2z ≤ a + b", "z ≥ a"


# -------- 01


def trees() -> Page:
    page = Page(
        "01",
        "Two trees for one row",
        f"A row of three different numbers from {NUMBERS[0]} to {NUMBERS[-1]} with the sum {TOTAL}. One is "
        "the search, the other draws a node for each try and strikes out dead ends.",
    )
    for number, rule in enumerate(
        ("Checked at the end", "Stop as soon as the last number needed is not there")
    ):
        y = page.y + 6 + number * 118
        page.text(LEFT, y, f"{rule}. Nodes:", font_weight="bold")
        page.rule(RIGHT - 30, y + 1, 30)
        for level, words in enumerate(("nothing", "first number", "second", "third")):
            page.text(LEFT, y + 12 + 30 * level, words, 3.4)
            page.line(
                (LEFT, y + 14 + 30 * level), (LEFT + ROOM, y + 14 + 30 * level), class_="level", **DASHED
            )
    return page


def squares_sheet() -> Page:
    page = Page(
        "01",
        "Magic squares by hand",
        "Each number from 1 to 9 exactly once; rows, columns and diagonals add up to 15.",
    )
    page.boards(LEFT, page.y, (3, 3), (3, 2), 17, (13.5, 10))
    y = page.y + 122
    page.text(LEFT, y, "All sets of three different numbers from 1 to 9 with the sum 15:")
    for number in range(8):
        x = LEFT + number % 2 * 92
        top = y + 8 + number // 2 * 20
        for i, sign in enumerate(("+", "+", "= 15")):
            page.rect(x + 22 * i, top, 14, 14, class_="addend")
            page.text(x + 22 * i + 15.5, top + 9, sign, 5)
    return page


# -------- 04 and 05


def matrix_sheet() -> Page:
    page = Page(
        "04",
        "The matrix of exercise 4.1",
        "For a machine and a clerk. Put a strip over each column that is covered and over each row that is "
        "ruled out. On it stands the number of the card that put it there. At a dead end take away those "
        "with the last number.",
    )
    draw_matrix(page, EIGHT, "abcdefgh", page.y + 12, 18, rows=18)
    return page


def draw_matrix(page: Page, cards: Sequence[str], items: str, y: float, wide: float, rows: float) -> None:
    """Draw a column for each item, a row for each card, with its ones."""
    x = LEFT + 18
    for i, item in enumerate(items):
        page.middle(x + (i + 0.5) * wide, y - 5, item, 7, font_weight="bold")
    for j, card in enumerate(cards):
        page.middle(LEFT + 8, y + (j + 0.5) * rows, card, 6)
        for i, item in enumerate(items):
            page.rect(x + i * wide, y + j * rows, wide, rows)
            if item in card:
                page.middle(x + (i + 0.5) * wide, y + (j + 0.5) * rows, "1", 8, class_="one")


def strips() -> Page:
    page = Page(
        "04", "Strips for the matrix", "Cut them out. On each: the number of the card that put it there."
    )
    for number in range(20):
        y = page.y + number * 12
        page.rect(LEFT, y, 165, 12, class_="strip")
        page.text(LEFT + 4, y + 7.6, "put by card", 3.6)
        page.rule(LEFT + 26, y + 8.5, 14)
        page.text(LEFT + 125, y + 7.6, "put by card", 3.6)
        page.rule(LEFT + 147, y + 8.5, 14)
    return page


def price_card_sheet() -> Page:
    page = Page(
        "04",
        "Cards of Algorithm X",
        "Choose cards so that each letter is there exactly once. Above: the letters a to g. Below: a to h.",
    )
    y = page.y
    for group, height in ((SIX, 34), (EIGHT, 34)):
        for number, card in enumerate(group):
            x, top = LEFT + number % 3 * 60, y + number // 3 * height
            page.rect(x, top, 60, height, **DASHED, class_="card")
            page.middle(x + 30, top + height / 2, " ".join(card), 13)
        y += -(-len(group) // 3) * height + 14
    return page


def coins() -> Page:
    page = Page(
        "05",
        "The six cards, a coin on each 1",
        "A coin lies on each ring. Cover a letter: which coins leave? Put each one beside its ring and "
        "number it in the small box, as they leave. Uncover by these numbers, the highest first.",
    )
    x, y, cell = LEFT + 12, page.y + 30, 24
    page.text(LEFT, y - 5, "size", 3.6)
    for i, item in enumerate("abcdefg"):
        page.middle(x + (i + 0.5) * cell, y - 20, item, 7, font_weight="bold")
        page.rect(x + i * cell + 5, y - 13, cell - 10, 11)
    for j, card in enumerate(SIX):
        page.middle(LEFT + 5, y + (j + 0.5) * cell, card, 5)
        for i, item in enumerate("abcdefg"):
            left, top = x + i * cell, y + j * cell
            page.rect(left, top, cell, cell)
            if item in card:
                page.circle((left + 9, top + 9), 8, class_="one")
                page.rect(left + cell - 8, top + cell - 7, 7, 6)
    return page


# -------- 08


def truth_sheet() -> Page:
    page = Page(
        "08",
        "A product as rows",
        "z is to be a·b. Mark the lines in which z is wrong. Then take a row of the program and cross out "
        "the lines that it forbids. Which sets of rows forbid all wrong lines and no right one?",
    )
    lines = [(a, b, z, "", *[""] * len(ROWS)) for a, b, z in product((0, 1), repeat=3)]
    widths = 10, 10, 10, 14, *[(ROOM - 44) / len(ROWS)] * len(ROWS)
    page.table(LEFT, page.y + 4, widths, 15, [("a", "b", "z", "a·b", *("",) * len(ROWS)), *lines])
    x = LEFT + 44
    for row, width in zip(ROWS, widths[4:]):
        page.middle(x + width / 2, page.y + 11.5, row, 2.7, font_weight="bold", class_="row")
        x += width
    for number in range(3):
        page.text(LEFT, page.y + 158 + 14 * number, "A set that is right:")
        page.rule(LEFT + 42, page.y + 159 + 14 * number, ROOM - 42)
    return page


def bound() -> Page:
    page = Page(
        "08",
        "Cards for coins",
        "Each letter exactly once, as cheap as possible. First ask for halves: what do they cost? That is "
        "the bound. Then branch on ab.",
    )
    for number, (card, price) in enumerate(PRICES.items()):
        x, y = LEFT + number % 3 * 60, page.y + number // 3 * 34
        page.rect(x, y, 60, 34, **DASHED, class_="card")
        page.middle(x + 30, y + 13, " ".join(card), 11)
        page.middle(x + 30, y + 27, f"{price} coins", 5)
    y = page.y + 84
    node(page, LEFT + 55, y, "nothing decided")
    for x, words in ((LEFT, "ab = 1"), (LEFT + 110, "ab = 0")):
        page.line((LEFT + 90, y + 38), (x + 35, y + 66))
        node(page, x, y + 66, words)
    page.text(LEFT, y + 122, "The least is proved to be:")
    page.rule(LEFT + 54, y + 123, 40)
    return page


def node(page: Page, x: float, y: float, words: str) -> None:
    """Draw a node of the tree, to be filled in."""
    page.rect(x, y, 70, 38, class_="node")
    page.text(x + 4, y + 8, words, font_weight="bold")
    for number, wanted in enumerate(("cards:", "coins:", "so it is:")):
        page.text(x + 4, y + 17 + 8 * number, wanted, 3.6)
        page.rule(x + 21, y + 18 + 8 * number, 45)


def sheets() -> Iterator[tuple[str, Page]]:
    """Yield each sheet under the name of its file."""
    yield from {"01/trees": trees(), "01/squares": squares_sheet()}.items()
    yield from {"04/matrix": matrix_sheet(), "04/strips": strips(), "04/cards": price_card_sheet()}.items()
    yield from {"05/coins": coins(), "08/product": truth_sheet(), "08/cards": bound()}.items()
