"""Sheets with plates, tiles and nets: lessons 09 to 12."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from lessons.kit.pages.paper import DASHED, LEFT, ROOM, THICK, Page
from lessons.puzzles.views.net import net, net_size, vertex_places
from puzzlelib import plates
from puzzlelib.icosoku import (
    TILES,
    Cosoku,
    bipyramid,
    icosahedron,
    octahedron,
    paper_tetrahedron,
    spelled,
    tetrahedron,
)
from puzzlelib.pictures.dots import HEIGHT, Triangle, dot_places, weighted_point

PLATES = plates.load("pinwheels")
SQUARE = 14  # mm: a cell of a plate and of the board
PEGS = 4, 6, 1, 2, 3, 5
OCTAHEDRON = Cosoku(
    octahedron(), PEGS, [(0, 0, d) for d in range(4)] + [(0, 1, 2), (0, 2, 1), (0, 3, 3), (1, 1, 1)]
)
LISTS = (5, 4, 3, 3, 2, 1), (6, 6, 4, 2, 2, 2), ()
BOXES = paper_tetrahedron().tiles, ((0, 0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2))


# -------- 09


def six_plates() -> Page:
    page = Page(
        "09",
        "Six plates",
        "Cut along the thick lines. The letter is on the upper side. Plates of the same shape are "
        "interchangeable.",
    )
    for number, plate in enumerate(PLATES.plates):
        cells = {(x, y) for y, row in enumerate(plate.cells) for x, there in enumerate(row) if there}
        x, y = LEFT + number % 3 * 62, page.y + number // 3 * 66
        page.shape(x, y, SQUARE, cells)
        page.middle(x + 2 * SQUARE, y + 2 * SQUARE, plate.name, 12)
    return page


def plate_board_sheet() -> Page:
    page = Page(
        "09",
        "The board of 10×7",
        "Two rows of three plates, which overlap by a row of cells (dashed). Which cells are left at the "
        "edge?",
    )
    columns, rows = 10, 7
    page.grid(LEFT, page.y + 4, columns, rows, SQUARE)
    for i in range(3):
        for j in range(2):
            corner = LEFT + 3 * i * SQUARE + 1.2 * (j + 1), page.y + 4 + 3 * j * SQUARE + 1.2 * (i % 2 + 1)
            side = 4 * SQUARE - 2.4 * (1 + 0.5 * (i % 2))
            page.rect(*corner, side, side, 0.6, **DASHED, class_="place")
    return page


# -------- tiles and nets


def triangle_in_mm(triangle: Triangle, x: float, y: float, side: float) -> Triangle:
    """Return a triangle of the net in millimetres."""
    return tuple((x + side * u, y + side * v) for u, v in triangle)


def tile_outline(page: Page, corners: Triangle, dots: Sequence[int]) -> None:
    """Draw a tile to be cut out: its corners clockwise, with its dots."""
    page.polygon(corners, line=THICK, class_="tile")
    side = abs(corners[1][0] - corners[2][0])
    for corner, number in enumerate(dots):
        for shares in dot_places(number):
            page.circle(weighted_point(corners, shares, corner), 0.035 * side, fill="black", class_="dot")


def tiles(page: Page, y: float, side: float, all_dots: Sequence[Sequence[int]], a_row: int) -> float:
    """Draw tiles in rows, every other one upside down; return where they end."""
    step = side / 2 + 3
    for number, dots in enumerate(all_dots):
        x, top = LEFT + number % a_row * step, y + number // a_row * (side * HEIGHT + 6)
        up = ((0.5, 0.0), (1.0, HEIGHT), (0.0, HEIGHT))
        down = ((0.5, HEIGHT), (0.0, 0.0), (1.0, 0.0))
        tile_outline(page, triangle_in_mm(down if number % a_row % 2 else up, x, top, side), dots)
    return y + -(-len(all_dots) // a_row) * (side * HEIGHT + 6)


def draw_net(page: Page, solid, x: float, y: float, side: float, pegs: Sequence[int] = ()) -> None:
    """Draw the faces of a solid laid flat; each vertex has its letter wherever it is, and its peg."""
    for triangle in net(solid):
        page.polygon(triangle_in_mm(triangle, x, y, side), line=0.4, class_="face")
    for vertex, places in enumerate(vertex_places(solid)):
        for u, v in places:
            at = x + side * u, y + side * v
            page.circle(at, 4.2, fill="white", class_="vertex")
            words = f"{solid.vertices[vertex]} {pegs[vertex]}" if pegs else solid.vertices[vertex]
            page.middle(*at, words, 3.6)


def eight_faces() -> Page:
    page = Page(
        "10",
        "An octahedron",
        "A letter and its peg at each vertex; F is below. The eight tiles are to be cut out and laid on the "
        "faces, so that the dots round each vertex add up to its peg.",
    )
    solid, side = OCTAHEDRON.polyhedron, 41
    wide, tall = net_size(solid)
    draw_net(page, solid, LEFT + (ROOM - wide * side) / 2, page.y + 6, side, PEGS)
    tiles(page, page.y + 6 + tall * side + 14, side, OCTAHEDRON.tiles, 4)
    return page


def twenty_faces() -> Page:
    page = Page(
        "10",
        "IcoSoKu: the net",
        "Each face takes one tile. Write a peg from 1 to 12 at each letter, wherever it stands. To fold "
        "it, cut round the whole net, leave flaps of paper at every other edge, and glue.",
    )
    side = 32
    draw_net(page, icosahedron(), LEFT + 2, page.y + 8, side)
    y = page.y + 8 + net_size(icosahedron())[1] * side + 16
    page.text(LEFT, y, "Twelve pegs to cut out:")
    for number in range(12):
        at = LEFT + 10 + number % 6 * 29, y + 14 + number // 6 * 24
        page.circle(at, 9, class_="peg")
        page.middle(*at, number + 1, 8)
    return page


def twenty_tiles() -> Page:
    page = Page(
        "10",
        "IcoSoKu: the twenty tiles",
        "As large as the faces of the net. Read clockwise: "
        + ", ".join(f"{n} of {spelled(dots)}" if n > 1 else spelled(dots) for dots, n in copies().items()),
    )
    tiles(page, page.y + 4, 32, TILES, 8)
    return page


def copies() -> dict[tuple[int, ...], int]:
    """Count how often each tile is in the box."""
    return dict(Counter(TILES))


# -------- 11


def hexagons() -> Page:
    page = Page(
        "11",
        "Two groups, two halves of a solid",
        "Left: the upper half, round N. Right: the lower half, round S. Each triangle takes one number or "
        "none, written next to the centre. N and S take the same total.",
    )
    for row, numbers in enumerate(LISTS):
        y = page.y + 4 + row * 80
        words = " ".join(map(str, numbers)) or "a list of your own:"
        page.text(LEFT, y + 2, words, 6 if numbers else 4, font_weight="bold")
        for column, apex in enumerate("NS"):
            hexagon(page, (LEFT + 45 + column * 92, y + 41), 31, apex)
    return page


def hexagon(page: Page, middle: tuple[float, float], radius: float, apex: str) -> None:
    """Draw half of a bipyramid, seen from its apex; its other vertices take nothing."""
    solid = bipyramid(6)
    rim = len(solid.vertices) - 2
    turn = 1 if apex == "N" else -1  # seen from below they go round the other way
    angles = [turn * 2 * pi * i / rim for i in range(rim)]
    corners = [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]
    for i, corner in enumerate(corners):
        page.polygon([middle, corner, corners[(i + 1) % rim]], class_="face")
    for angle, name in zip(angles, solid.vertices[2:]):
        far = middle[0] + (radius + 4) * cos(angle), middle[1] + (radius + 4) * sin(angle)
        page.middle(*far, "0", 3.6, class_=f"zero {name}")
    page.circle(middle, 4.5, fill="white")
    page.middle(*middle, apex, 5, font_weight="bold")
    page.text(middle[0] + radius - 4, middle[1] - radius + 6, f"{apex} takes", 3.4)
    page.rule(middle[0] + radius - 4, middle[1] - radius + 14, 12)


# -------- 12


def witness_sheet() -> Page:
    page = Page(
        "12",
        "Two instances on a tetrahedron",
        "Seen from above D; the fourth face is outside. Lay the tiles of the first box for the pegs on "
        "the left, those of the second for both. For each face, write its dots in the order of its "
        "letters. Exchange sheets, add up at each vertex, and compare the tiles with the box.",
    )
    for number, pegs in enumerate(((1, 2, 3, 4), (1, 2, 4, 3))):
        x = LEFT + number * 93
        flat_tetrahedron(page, x + 6, page.y + 10, 74, pegs)
        faces = ["".join(face) for face in tetrahedron().faces]
        rows = [("face", "dots"), *((face, "") for face in faces)]
        page.table(x, page.y + 96, (24, 60), 10, rows)
    y = page.y + 154
    for number, box in enumerate(BOXES):
        x = LEFT + number * 93
        words = ("first", "second")[number] + " box " + ", ".join(map(spelled, box))
        page.text(x, y, words, 3.6)
        for i, dots in enumerate(box):
            left, top = x + i % 2 * 42, y + 4 + i // 2 * 35
            tile_outline(
                page, triangle_in_mm(((0.5, 0.0), (1.0, HEIGHT), (0.0, HEIGHT)), left, top, 36), dots
            )
    return page


def flat_tetrahedron(page: Page, x: float, y: float, side: float, pegs: Sequence[int]) -> None:
    """Draw a triangle ABC with D in its middle. Seen from outside each face goes clockwise, so that from
    above D the face ABC goes the other way.
    """
    a, c, b = triangle_in_mm(((0.5, 0.0), (1.0, HEIGHT), (0.0, HEIGHT)), x, y, side)
    d = weighted_point((a, b, c), (1 / 3, 1 / 3, 1 / 3))
    places = {"A": a, "B": b, "C": c, "D": d}
    for face in tetrahedron().faces[1:]:
        page.polygon([places[name] for name in face], class_="face")
    for (name, at), peg in zip(places.items(), pegs):
        page.circle(at, 5.5, fill="white", class_="vertex")
        page.middle(*at, f"{name} {peg}", 4)


def sheets() -> Iterator[tuple[str, Page]]:
    """Yield each sheet under the name of its file."""
    yield from {"09/plates": six_plates(), "09/board": plate_board_sheet()}.items()
    yield from {"10/octahedron": eight_faces(), "10/net": twenty_faces(), "10/tiles": twenty_tiles()}.items()
    yield from {"11/hexagons": hexagons(), "12/tetrahedra": witness_sheet()}.items()
