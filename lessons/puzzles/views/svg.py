"""Plots as SVG: words, level lines, and the frame, which says in words what is seen."""

from collections.abc import Iterable
from html import escape


def svg_text(x: float, y: float, words: object, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def svg_level(left: float, right: float, y: float) -> str:
    """Return a pale line across a plot."""
    return f'<path d="M{left} {y}H{right}" stroke="currentColor" opacity=".25"/>'


def svg_plot(parts: Iterable[str], size: tuple[int, int], label: str, wide: int = 0) -> str:
    """Return a plot of this size, or drawn so wide; `label` is for screen readers."""
    return (
        f'<svg viewBox="0 0 {size[0]} {size[1]}" width="{wide or size[0]}" style="max-width:100%" role="img" '
        f'aria-label="{escape(label)}" font-size="13" fill="currentColor">{"".join(parts)}</svg>'
    )
