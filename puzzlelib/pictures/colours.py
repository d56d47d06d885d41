"""Thirteen colours that can be told apart, each with the ink of its letter, and their paler kin."""

import functools

from ..packing.puzzle import PackingPuzzle

INK, WHITE = "#141414", "#ffffff"
DARK = "#4057c2", "#9e170c", "#355745", "#ad3478", "#7c298e"  # a letter on them is white
FILLS = (
    "#fa8f19 #4057c2 #9e170c #d5c2fb #809ab5 #86e79c #b082f7 #e8cf23 #355745 #93c1b7 #41c36a #ad3478 #7c298e"
)
PALETTE = tuple((fill, WHITE if fill in DARK else INK) for fill in FILLS.split())


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#rrggbb", 0 to 255."""
    return tuple(bytes.fromhex(colour[1:]))


def mix(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another.

    >>> mix("#000000", "#ffffff", 0.2)
    '#333333'
    """
    parts = zip(rgb(colour), rgb(other))
    return "#%02x%02x%02x" % tuple(round((1 - share) * one + share * two) for one, two in parts)


@functools.cache
def contrast_ratio(a: str, b: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2).

    >>> round(contrast_ratio("#000000", "#ffffff"))
    21
    """

    def luminance(colour):
        red, green, blue = (linear(part / 255) for part in rgb(colour))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def linear(part):
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def tones(fill: str, ink: str) -> list[str]:
    """Return the tones of a piece: edge, top, front, side, bottom, contact, ink."""
    light, dark = (0.24, 0.14, 0), (0.16, 0.30, 0.62)
    return [*(mix(fill, WHITE, s) for s in light), *(mix(fill, "#000000", s) for s in dark), ink]


@functools.cache
def colour(place: int) -> tuple[str, str]:
    """Return fill and ink of a piece by its place in the puzzle; after thirteen, paler and darker kin.

    >>> colour(0), colour(13)[0] != colour(0)[0]
    (('#fa8f19', '#141414'), True)
    """
    turn, place = divmod(place, len(PALETTE))
    if not turn:
        return PALETTE[place]
    # Letters must stay readable on each lit side, so the fill moves on until they are.
    towards, ink = (WHITE, INK) if turn % 2 else ("#000000", WHITE)
    shares = [1 - 0.6 ** ((turn + 1) // 2) + 0.05 * step for step in range(20)]
    fills = (mix(PALETTE[place][0], towards, min(share, 0.9)) for share in shares)
    return next((f, ink) for f in fills if min(contrast_ratio(t, ink) for t in tones(f, ink)[1:4]) >= 4.5)


def colours(puzzle: PackingPuzzle) -> dict[str, tuple[str, str]]:
    """Return piece name -> (fill, ink), in the order of the pieces."""
    return {piece.name: colour(place) for place, piece in enumerate(puzzle.pieces)}


@functools.cache
def tints(fill: str, ink: str) -> tuple[tuple[str, str], ...]:
    """Return four colours of one kind, for copies side by side; the ink is readable on each.

    >>> tints("#fa8f19", INK)[1]
    ('#fcc78c', '#141414')
    """
    shares = (0, 0.5, 0.17, 0.33)
    mixed = (mix(fill, WHITE if ink == INK else "#000000", share) for share in shares)
    return tuple((one, ink) for one in mixed)
