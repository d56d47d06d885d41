"""Fractional pieces: a picture of a relaxation, in which several placements share a cell.

Each has a tone of its own, or a pattern. In layers a cell is divided as its pieces share it. In 3D,
packed, each is a thin tube through its cells, and tubes that share a cell run side by side, like
lines on a map of a railway. Apart, each is alone to the left or right of the container, as the
piece that it is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import numpy as np

from puzzlelib.packing.layers import cell_index
from puzzlelib.packing.puzzle import PackingPuzzle, Placement
from puzzlelib.pictures import traces
from puzzlelib.pictures.blocks import ARROW, Block, Frame, Tag, block_of, round_vector
from puzzlelib.pictures.colours import PALETTE, colours
from puzzlelib.pictures.layout import RIGHT, UP, Vector, room_of, shape_at

Fractions = Mapping[Placement, float]  # placement -> its value, between 0 and 1

SIGNS = dict(zip("1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/8 3/8 5/8 7/8".split(), "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"))
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
NEAR = 1e-6  # how exactly a solver gives a value
# half of a tube: in cells, and as a share of the room it has where several share a cell
THICKEST, SHARE = 0.15, 0.42
GAP_WIDE, GAP_HIGH = 0.9, 1.4  # between pieces that stand apart; numbers are in the gaps above
WIDE = 2.0  # width to height of the picture that they are arranged for


def value_text(value: float) -> str:
    """Return a value as a fraction with a denominator up to 9, or else two digits.

    >>> value_text(0.5), value_text(2 / 7), value_text(0.327), value_text(0.001), value_text(0.999)
    ('½', '2/7', '.33', '<.01', '>.99')
    """
    simple = Fraction(value).limit_denominator(9)
    if abs(simple - value) < NEAR:
        return SIGNS.get(str(simple), str(simple))
    if not 0.005 <= value < 0.995:
        return "<.01" if value < 0.5 else ">.99"
    return f"{value:.2f}".lstrip("0")


def fraction_names(puzzle: PackingPuzzle, fractions: Fractions) -> dict[Placement, str]:
    """Return the name of each fractional placement: a letter, numbered from the largest value down.

    >>> from puzzlelib import load
    >>> nine = load("nine-ls")
    >>> list(fraction_names(nine, {nine.placements[0]: 0.25, nine.placements[1]: 0.75}).values())
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


def fraction_looks(puzzle: PackingPuzzle, fractions: Fractions) -> dict[Placement, tuple[str, str, int]]:
    """Return fill, ink and pattern of each fractional placement; no two have all three alike.

    The browser draws six patterns, 0 to 5; further ones look like 0. Where all pieces are copies of
    one, the whole ones have a colour of their own.

    >>> from puzzlelib import load
    >>> nine = load("nine-ls")
    >>> looks = fraction_looks(nine, dict.fromkeys(nine.placements[:2], 0.5))
    >>> [fill for fill, ink, pattern in looks.values()]
    ['#4057c2', '#9e170c']
    """
    paint, alike, count = colours(puzzle), len(puzzle.pieces) == 1, Counter()
    found = {}
    for placement in fraction_names(puzzle, fractions):
        piece, rank = placement.piece, count[placement.piece]
        count[piece] += 1
        pattern, tone = divmod(rank, len(PALETTE) - 1) if alike else (rank, 0)
        found[placement] = (*(PALETTE[1 + tone] if alike else paint[piece]), pattern)
    return found


class FractionalPieces:
    """The fractional pieces of a picture.

    Packed, tubes of thickness 2 · `half` run off the middle of their cells by `offsets`, and have
    their numbers at `spots`; apart, the pieces have their middle at `stands`. All in cells of the
    scene.

    Parameters: focus, the placement that is branched on; ways, of the whole pieces when apart.
    """

    def __init__(
        self,
        puzzle: PackingPuzzle,
        fractions: Fractions,
        focus: Placement | None,
        ways: Mapping[Placement, Vector],
    ):
        self.puzzle, self.fractions, self.focus, self.room = puzzle, fractions, focus, room_of(puzzle)
        self.names, self.looks = fraction_names(puzzle, fractions), fraction_looks(puzzle, fractions)
        track = tracks(fractions)
        lanes = lane_offsets(1 + max(track.values()))
        self.half = min(THICKEST, SHARE / len(lanes))
        self.offsets = {p: lanes[track[p]] for p in self.names}
        self.spots = {p: self.nearest(p) + off for p, off in self.offsets.items()}
        self.stands = stand_in_rows(self.room.centre, self.names, self.breadth(ways))
        self.texts = {
            p: ARROW * (p == focus) + f"{name} {value_text(fractions[p])}" for p, name in self.names.items()
        }

    def nearest(self, placement: Placement) -> np.ndarray:
        """Return the middle of the cell that is nearest to the middle of a placement."""
        cells = self.room.place(placement.cells)
        return cells[np.abs(cells - cells.mean(0)).sum(1).argmin()] + 0.5

    def breadth(self, ways: Mapping[Placement, Vector]) -> float:
        """Return the reach of container and whole pieces to each side, apart."""
        pieces = (self.room.place(placement.cells) + 0.5 + way for placement, way in ways.items())
        points = np.concatenate([self.room.low, self.room.high, *pieces])
        return float(np.abs((points - self.room.centre) @ RIGHT).max()) + 0.5

    def add_to(self, frame: Frame) -> Frame:
        """Return a frame with these pieces, their tags, shares and bars."""
        index, cells, how, shares = cell_index(self.puzzle), list(frame["cells"]), list(frame["how"]), {}
        for cell, some in cell_shares(self.fractions).items():
            number = index[cell]
            shares[str(number)] = [
                [self.texts[p], self.puzzle.labels[p.piece], round(self.fractions[p], 4)] for p in some
            ]
            cells[number], how[number] = ", ".join(self.texts[p] for p in some), "fraction"
        return frame | {
            "blocks": [*frame["blocks"], *map(self.block, self.names)],
            "cells": cells,
            "how": how,
            "shares": shares,
            "tags": self.tags(),
            "bars": self.bars(),
        }

    def block(self, placement: Placement) -> Block:
        """Return a fractional piece: packed a tube, apart the whole piece."""
        shape, at, box = shape_at(placement.cells)
        off, (fill, ink, _) = self.offsets[placement], self.looks[placement]
        middle = self.room.place(placement.cells).mean(0) + 0.5 + off
        focus = placement == self.focus
        return block_of(
            traces.tube_part(shape, self.half, fill, ink),
            at + off + self.room.shift[box],
            outline=traces.rim_part(shape, self.half, fill, focus),
            far=traces.piece_part(shape, "", fill, ink, False),
            far_outline=traces.rim_part(shape, None, fill, focus),
            opacity=round(self.fractions[placement], 4),
            away=round_vector(self.stands[placement] - middle),
        )

    def tags(self) -> list[Tag]:
        """Return name and value of each piece: at the tube, and apart above the piece."""
        ranks = {p: 1.0 if p == self.focus else value for p, value in self.fractions.items()}
        size = np.ptp(np.concatenate([self.room.low, self.room.high]), 0)
        near = with_room(self.spots, ranks, float(max(size @ np.abs(UP), size @ np.abs(RIGHT) / WIDE)))
        return [
            {
                "text": text,
                "at": round_vector(self.spots[p]),
                "away": round_vector(self.stands[p] + above(p) - self.spots[p]),
                "rank": round(self.fractions[p] + (p == self.focus), 4),
                "near": p in near,
            }
            for p, text in self.texts.items()
        ]

    def bars(self) -> list[list]:
        """Return [tag, value, fill, ink, pattern] of each piece: the focus, then the largest
        values."""
        order = sorted(self.names, key=lambda p: (p != self.focus, -round(self.fractions[p], 4)))
        return [[self.texts[p], round(self.fractions[p], 4), *self.looks[p]] for p in order]


def cell_shares(fractions: Fractions) -> dict[tuple, list[Placement]]:
    """Return the placements that cover each cell, the largest value first."""
    found: dict[tuple, list] = {}
    for placement in sorted(fractions, key=lambda p: -round(fractions[p], 6)):
        for cell in placement.cells:
            found.setdefault(cell, []).append(placement)
    return found


# -------- packed: tubes side by side


def tracks(fractions: Fractions) -> dict[Placement, int]:
    """Return a track for each placement, another one for each that shares a cell with it.

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


def lane_offsets(count: int) -> np.ndarray:
    """Return the offset of each track from the middle of the cell, (count, 3).

    On no axis do two run at one height, so tubes never meet.
    """
    at = (np.arange(count) + 0.5) / count - 0.5
    return np.stack([np.roll(at, -(count * axis // 3)) for axis in range(3)], 1)


# -------- apart: in rows beside the container


def stand_in_rows(
    centre: np.ndarray, order: Iterable[Placement], taken: float
) -> dict[Placement, np.ndarray]:
    """Return the middle of each placement when apart: in rows, half of them left, half right.

    Parameters: order, left to right and top to bottom; taken, the reach of other pieces.
    """
    order = list(order)
    wide = max(extent(p, RIGHT) for p in order) + GAP_WIDE
    high = max(extent(p, UP) for p in order) + GAP_HIGH
    half = (len(order) + 1) // 2
    # the picture is largest with so many rows
    most_rows = min(
        range(1, half + 1), key=lambda rows: max(rows * high, 2 * (taken + wide * -(-half // rows)) / WIDE)
    )
    found = {}
    for side, group in ((-1, order[:half]), (1, order[half:])):
        columns = -(-len(group) // most_rows)
        for k, placement in enumerate(group):
            row, column = divmod(k, columns)
            up = (-(-len(group) // columns) - 1) / 2 - row
            outwards = column if side > 0 else columns - 1 - column
            across = side * (taken + wide * (outwards + 0.5))
            found[placement] = centre + across * RIGHT + up * high * UP
    return found


def extent(placement: Placement, axis: np.ndarray) -> float:
    """Return the width of a piece along an axis."""
    return float(np.ptp(np.array([c[:3] for c in placement.cells]) @ axis) + np.abs(axis).sum())


def above(placement: Placement) -> np.ndarray:
    """Return the way from the middle of a piece apart to its number."""
    return (extent(placement, UP) / 2 + 0.4 * GAP_HIGH) * UP


# -------- which numbers have room in a packed picture


def with_room(places: Mapping[Placement, np.ndarray], ranks: Fractions, height: float) -> set[Placement]:
    """Return the placements whose numbers cover no other's, in a picture so many cells high."""
    wide, high = 0.15 * height, 0.055 * height
    kept: dict[Placement, tuple[float, float]] = {}
    for placement in sorted(ranks, key=lambda p: -ranks[p]):
        x, y = float(places[placement] @ RIGHT), float(places[placement] @ UP)
        if all(abs(x - a) > wide or abs(y - b) > high for a, b in kept.values()):
            kept[placement] = x, y
    return set(kept)
