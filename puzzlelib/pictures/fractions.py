"""Fractional pieces: how the picture of a relaxation stays readable although several placements share a cell.

Each has a tone of its own, or a pattern. In layers a cell is divided as its pieces share it. In 3D, packed,
each of them is a thin tube through its cells, and tubes that share a cell run side by side, like lines on a
map of a railway. Apart, each stands alone to the left or right of the container, as the piece that it is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..packing.puzzle import PackingPuzzle, Placement
from .colours import PALETTE, colours
from .layout import RIGHT, UP, room_of

Fractions = Mapping[Placement, float]  # placement -> its value, between 0 and 1

SIGNS = dict(zip("1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/8 3/8 5/8 7/8".split(), "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"))
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
NEAR = 1e-6  # how exactly a solver gives a value
# half of a tube: in cells, and as a share of the room it has where several share a cell
THICKEST, SHARE = 0.15, 0.42
GAP_WIDE, GAP_HIGH = 0.9, 1.4  # between pieces that stand apart; a number stands in the gap above each
WIDE = 2.0  # width to height of the picture that they are arranged for


def value_text(value: float) -> str:
    """A value as it is written beside a piece: a fraction with a denominator up to 9, else two digits.

    >>> value_text(0.5), value_text(2 / 7), value_text(0.327), value_text(0.001), value_text(0.999)
    ('½', '2/7', '.33', '<.01', '>.99')
    """
    simple = Fraction(value).limit_denominator(9)
    if abs(simple - value) < NEAR:
        return SIGNS.get(str(simple), str(simple))
    if not 0.005 <= value < 0.995:
        return "<.01" if value < 0.5 else ">.99"
    return f"{value:.2f}".lstrip("0")


def names(puzzle: PackingPuzzle, fractions: Fractions) -> dict[Placement, str]:
    """A name for each fractional placement: the letter of its piece, numbered from the largest value down
    where there are several.

    >>> from puzzlelib import load
    >>> nine = load("nine-ls")
    >>> list(names(nine, {nine.placements[0]: 0.25, nine.placements[1]: 0.75}).values())
    ['V₁', 'V₂']
    """
    rank = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    order = sorted(fractions, key=lambda p: (rank[p.piece], -round(fractions[p], 6), p.cells))
    many, count = Counter(p.piece for p in order), Counter()
    found = {}
    for placement in order:
        count[placement.piece] += 1
        number = str(count[placement.piece]).translate(SMALL) if many[placement.piece] > 1 else ""
        found[placement] = puzzle.labels[placement.piece] + number
    return found


def looks(puzzle: PackingPuzzle, fractions: Fractions) -> dict[Placement, tuple[str, str, int]]:
    """Fill, ink and number of the pattern of each fractional placement; no two have all three in common.

    The browser draws six patterns, 0 to 5; further ones look like 0. Where all pieces are copies of one, each
    placement has a colour that the whole ones have not.

    >>> from puzzlelib import load
    >>> nine = load("nine-ls")
    >>> [fill for fill, ink, pattern in looks(nine, {p: 0.5 for p in nine.placements[:2]}).values()]
    ['#4057c2', '#9e170c']
    """
    paint, alike, count = colours(puzzle), len(puzzle.pieces) == 1, Counter()
    found = {}
    for placement in names(puzzle, fractions):
        piece, rank = placement.piece, count[placement.piece]
        count[piece] += 1
        pattern, tone = divmod(rank, len(PALETTE) - 1) if alike else (rank, 0)
        found[placement] = (*(PALETTE[1 + tone] if alike else paint[piece]), pattern)
    return found


def shares(fractions: Fractions) -> dict[tuple, list[Placement]]:
    """For each cell the placements that cover it, the largest value first."""
    found: dict[tuple, list] = {}
    for placement in sorted(fractions, key=lambda p: -round(fractions[p], 6)):
        for cell in placement.cells:
            found.setdefault(cell, []).append(placement)
    return found


@dataclass(frozen=True)
class Arrangement:
    """Where fractional pieces are drawn.

    `names` of the placements; packed, `offs`, how far each tube runs off the middle of its cells, `half` its
    thickness, and `spots`, where its number stands; `stands`, the middle of the piece when the picture is
    apart. All in the scene, in cells.
    """

    names: dict[Placement, str]
    offs: dict[Placement, np.ndarray]
    half: float
    spots: dict[Placement, np.ndarray]
    stands: dict[Placement, np.ndarray]

    def middle(self, puzzle: PackingPuzzle, placement: Placement) -> np.ndarray:
        return room_of(puzzle).place(placement.cells).mean(0) + 0.5 + self.offs[placement]


def arranged(puzzle: PackingPuzzle, fractions: Fractions, taken: float) -> Arrangement:
    """Where to draw these pieces; apart, there are whole ones up to `taken` on both sides of the middle."""
    called, track = names(puzzle, fractions), tracks(fractions)
    lane = lanes(1 + max(track.values()))
    offs = {placement: lane[track[placement]] for placement in called}
    spots = {placement: nearest(puzzle, placement) + off for placement, off in offs.items()}
    return Arrangement(called, offs, thickness(len(lane)), spots, standing(puzzle, called, taken))


def nearest(puzzle: PackingPuzzle, placement: Placement) -> np.ndarray:
    """The middle of the cell that is nearest to the middle of a placement."""
    cells = room_of(puzzle).place(placement.cells)
    return cells[np.abs(cells - cells.mean(0)).sum(1).argmin()] + 0.5


# -------- packed: tubes side by side


def tracks(fractions: Fractions) -> dict[Placement, int]:
    """A track for each placement; those that share a cell have different ones. The largest values choose
    first.

    >>> where = ((0, 0, 0), (1, 0, 0)), ((1, 0, 0), (2, 0, 0)), ((5, 0, 0),)
    >>> one, two, far = (Placement("I", cells) for cells in where)
    >>> list(tracks({one: 0.5, two: 0.5, far: 0.5}).values())
    [0, 1, 0]
    """
    found, used = {}, {}
    for placement in sorted(fractions, key=lambda p: -fractions[p]):
        taken = set().union(*(used.get(cell, ()) for cell in placement.cells))
        track = next(k for k in range(len(taken) + 1) if k not in taken)
        found[placement] = track
        for cell in placement.cells:
            used.setdefault(cell, set()).add(track)
    return found


def lanes(count: int) -> np.ndarray:
    """Where each track runs, off the middle of the cell, (count, 3): on no axis do two run at one height, so
    tubes never meet."""
    at = (np.arange(count) + 0.5) / count - 0.5
    return np.stack([np.roll(at, -(count * axis // 3)) for axis in range(3)], 1)


def thickness(count: int) -> float:
    return min(THICKEST, SHARE / max(1, count))


# -------- apart: in rows beside the container


def standing(puzzle: PackingPuzzle, order: Iterable[Placement], taken: float) -> dict[Placement, np.ndarray]:
    """Where the middle of each placement stands when the picture is apart: in rows, half of them left and
    half right.

    Parameters: order, left to right and top to bottom; taken, how far to each side of the middle there are
    other pieces.
    """
    order = list(order)
    if not order:
        return {}
    wide, high = (
        max(extent(p, axis) for p in order) + gap for axis, gap in ((RIGHT, GAP_WIDE), (UP, GAP_HIGH))
    )
    half = (len(order) + 1) // 2
    most_rows = best_rows(half, wide, high, taken)
    found = {}
    for side, group in ((-1, order[:half]), (1, order[half:])):
        columns = -(-len(group) // most_rows)
        for k, placement in enumerate(group):
            row, column = divmod(k, columns)
            up = (-(-len(group) // columns) - 1) / 2 - row
            outwards = column if side > 0 else columns - 1 - column
            across = side * (taken + wide * (outwards + 0.5))
            found[placement] = room_of(puzzle).centre + across * RIGHT + up * high * UP
    return found


def extent(placement: Placement, axis: np.ndarray) -> float:
    """How wide a piece looks along an axis of the picture."""
    return float(np.ptp(np.array([c[:3] for c in placement.cells]) @ axis) + np.abs(axis).sum())


def above(placement: Placement) -> np.ndarray:
    """From the middle of a piece that stands apart to the place of its number."""
    return (extent(placement, UP) / 2 + 0.4 * GAP_HIGH) * UP


def best_rows(count: int, wide: float, high: float, taken: float) -> int:
    """The number of rows with which the picture can be largest."""

    def size(rows):
        return max(rows * high, 2 * (taken + wide * -(-count // rows)) / WIDE)

    return min(range(1, count + 1), key=size)


# -------- which numbers have room in a packed picture


def with_room(places: Mapping[Placement, np.ndarray], fractions: Fractions, unit: float) -> set[Placement]:
    """The placements whose numbers cover no other's, the largest values first; `unit`: the picture's height
    in cells."""
    wide, high = 0.15 * unit, 0.055 * unit
    kept: list[tuple[float, float]] = []
    found = set()
    for placement in sorted(fractions, key=lambda p: -fractions[p]):
        x, y = float(places[placement] @ RIGHT), float(places[placement] @ UP)
        if all(abs(x - a) > wide or abs(y - b) > high for a, b in kept):
            kept.append((x, y))
            found.add(placement)
    return found
