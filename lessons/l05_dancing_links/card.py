"""Seconds for all solutions as a puzzle grows, engine by engine: the plot of a recorded table
(`benchmarks/bench_growth.py --write`)."""

from functools import cache
from itertools import groupby
from math import ceil, floor, log10
from pathlib import Path
from typing import NamedTuple

import ipywidgets as w

from puzzlelib.common.ending import Ending
from puzzlelib.common.errors import check_choice
from puzzlelib.engines import Counted
from puzzlelib.pictures.colours import PALETTE
from puzzlelib.search import cover_of, link_trace

from ..kit.cards.card import html
from ..puzzles.cards.step_player import Player, player
from ..puzzles.views.svg import svg_level, svg_plot, svg_text
from .costs import read_rows

FILE = Path(__file__).with_name("growth.csv")
# The plot in units of its own: marks are between LEFT and RIGHT, TOP and FLOOR.
WIDE, HIGH, LEFT, RIGHT, TOP, FLOOR = 620, 330, 66, 500, 16, 280
NAMES = "backtracking", "x", "dlx", "compiled", "asp", "ilp"
SIGNS = dict(zip(NAMES, "●■▲◆▼★", strict=True))
COLOURS = {name: PALETTE[place][0] for name, place in zip(NAMES, (0, 1, 10, 6, 11, 7), strict=True)}


class Line(NamedTuple):
    """All solutions of one puzzle by one engine, in processor seconds."""

    family: str
    size: int
    pieces: int
    placements: int
    solutions: int
    engine: str
    seconds: float


class Recorded(NamedTuple):
    """Figures of the compiled engine, for a machine where it does not run: `factor` times as fast
    as the sets in the race, and its count of the Tetris Cube."""

    factor: float
    cube: Counted


# one core of a server of 2026, processor seconds, as this lesson measures them
RECORDED = Recorded(27, Counted(9839, "rotations", True, Ending.DONE, 2.0, "compiled"))


@cache
def growth_table() -> tuple[Line, ...]:
    """Return the recorded table.

    >>> {line.engine for line in growth_table()} == set(NAMES)
    True
    """
    return tuple(
        Line(family, *map(int, numbers), engine, float(seconds))
        for family, *numbers, engine, seconds in read_rows(FILE)
    )


def six_cards() -> Player:
    """Play dancing links on the six cards of lesson 04."""
    cards = cover_of({card: card for card in ["ce", "adg", "bcf", "adf", "bg", "deg"]}, items="abcdefg")
    return player(link_trace(cards), views=["links"], label="Dancing links on six cards")


def growth(family: str) -> w.HTML:
    """Return the plot of a family: seconds against pieces, a line for each engine, seconds on a logarithmic
    axis.

    >>> growth("draws").value.count("<polyline")
    6
    """
    check_choice("family", family, dict.fromkeys(line.family for line in growth_table()))
    lines = sorted((line for line in growth_table() if line.family == family), key=lambda line: line.engine)
    by_engine = {name: list(some) for name, some in groupby(lines, key=lambda line: line.engine)}
    return html(growth_plot({name: by_engine[name] for name in NAMES if name in by_engine}))


def growth_plot(curves: dict[str, list[Line]]) -> str:
    lines = [line for curve in curves.values() for line in curve]
    seconds, pieces = [line.seconds for line in lines], sorted({line.pieces for line in lines})
    low, high = floor(log10(min(seconds))), ceil(log10(max(seconds)))

    def across(count):
        return round(LEFT + 14 + (count - pieces[0]) / (pieces[-1] - pieces[0]) * (RIGHT - LEFT - 28), 1)

    def height(time):
        return round(FLOOR - (log10(time) - low) / (high - low) * (FLOOR - TOP), 1)

    parts = [svg_text((LEFT + RIGHT) / 2, HIGH - 8, "pieces", "middle")]
    parts += [svg_text(across(count), FLOOR + 20, str(count), "middle") for count in pieces]
    for power in range(low, high + 1):
        y = height(10**power)
        parts.append(svg_level(LEFT, RIGHT, y))
        parts.append(svg_text(LEFT - 6, y + 4, f"{10.0**power:g} s", "end"))
    for name, curve in curves.items():
        parts += curve_parts(name, [(across(line.pieces), height(line.seconds)) for line in curve])
    ends = [(across(curve[-1].pieces), height(curve[-1].seconds)) for curve in curves.values()]
    for name, (x, y) in zip(curves, spread(ends)):
        parts.append(svg_text(x + 12, y + 4, f"{SIGNS[name]} {name}", more=' font-weight="600"'))
    label = "Seconds against pieces. " + "; ".join(map(curve_words, curves.values()))
    return svg_plot(parts, (WIDE, HIGH), label)


def curve_parts(name: str, points: list[tuple[float, float]]) -> list[str]:
    """Return a curve, with the engine's sign at each point."""
    path = " ".join(f"{x},{y}" for x, y in points)
    line = f'<polyline points="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>'
    more = f' fill="{COLOURS[name]}" stroke="currentColor" stroke-width=".6"'
    return [line, *(svg_text(x, y + 5, SIGNS[name], "middle", more) for x, y in points)]


def spread(places: list[tuple[float, float]], apart: float = 16) -> list[tuple[float, float]]:
    """Return places of names, moved down so far that none lies on another that is beside the same
    size.

    >>> spread([(7, 50), (7, 52), (9, 51)], 16)
    [(7, 50), (7, 66), (9, 51)]
    """
    placed = list(places)
    order = sorted(range(len(places)), key=places.__getitem__)
    for above, below in zip(order, order[1:]):
        if placed[above][0] == placed[below][0]:
            placed[below] = placed[below][0], max(placed[below][1], placed[above][1] + apart)
    return placed


def curve_words(curve: list[Line]) -> str:
    first, last = curve[0], curve[-1]
    ends = (f"{line.seconds:.2g} s for {line.pieces} pieces" for line in (first, last))
    return f"{first.engine}: {', '.join(ends)}"
