"""Positions of the pegs as nets, each face with the sum of its three pegs."""

from collections.abc import Iterator, Sequence
from html import escape

from puzzlelib.icosoku import icosahedron

from ..kit.cards.card import Html, html
from ..puzzles.views.net import net, net_size, vertex_places

SCALE, MARGIN, PEG = 84, 22, 17  # pixels: an edge, round the net, the radius of a peg
LEAST, MOST = 6, 33  # sums of three pegs
PALE, DEEP = (255, 255, 255), (96, 158, 240)  # the tint of the least and of the largest sum


def nets(*positions: tuple[str, Sequence[int]]) -> Html:
    """Show positions side by side: a title, and the net of each.

    >>> nets(("In order", range(1, 13))).value.count("<polygon")
    20
    """
    row = "display: flex; flex-wrap: wrap; gap: 1.5em"
    return html(f'<div style="{row}">{"".join(map(figure_of, positions))}</div>')


def figure_of(position: tuple[str, Sequence[int]]) -> str:
    title, pegs = position
    name = f"<figcaption><b>{escape(title)}</b></figcaption>"
    return f'<figure style="margin: 0; flex: 1 1 300px">{name}{svg_of(title, list(pegs))}</figure>'


def svg_of(title: str, pegs: Sequence[int]) -> str:
    width, height = (SCALE * side + 2 * MARGIN for side in net_size(icosahedron()))
    sums = face_sums(pegs)
    label = f"{title}: pegs {' '.join(map(str, pegs))} on A to L; at the faces {min(sums)} to {max(sums)}"
    return (
        f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="width: min(100%, {width:.0f}px)" font-size="19" text-anchor="middle">'
        f"{''.join(face_marks(sums))}{''.join(peg_marks(pegs))}</svg>"
    )


def face_sums(pegs: Sequence[int]) -> list[int]:
    """Return the sum of the three pegs at each face.

    >>> face_sums(range(1, 13))[:3]
    [6, 8, 10]
    """
    return [sum(pegs[v] for v in corners) for corners in icosahedron().corners]


def face_marks(sums: Sequence[int]) -> Iterator[str]:
    for number, triangle in zip(sums, net(icosahedron())):
        points = " ".join("{:.1f},{:.1f}".format(*pixels(spot)) for spot in triangle)
        x, y = pixels([sum(axis) / 3 for axis in zip(*triangle)])
        yield f'<polygon points="{points}" fill="{tint(number)}" stroke="#141414"/>'
        yield f'<text x="{x:.1f}" y="{y + 7:.1f}" fill="#141414">{number}</text>'


def peg_marks(pegs: Sequence[int]) -> Iterator[str]:
    for peg, places in zip(pegs, vertex_places(icosahedron())):
        for x, y in map(pixels, places):
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{PEG}" fill="#141414"/>'
            yield f'<text x="{x:.1f}" y="{y + 7:.1f}" fill="#ffffff" font-weight="bold">{peg}</text>'


def pixels(spot: Sequence[float]) -> tuple[float, float]:
    return SCALE * spot[0] + MARGIN, SCALE * spot[1] + MARGIN


def tint(number: int) -> str:
    """Return the fill of a face, deeper with a larger sum.

    >>> tint(6), tint(33)
    ('rgb(255, 255, 255)', 'rgb(96, 158, 240)')
    """
    share = (number - LEAST) / (MOST - LEAST)
    return f"rgb{tuple(round(a + share * (b - a)) for a, b in zip(PALE, DEEP))}"
