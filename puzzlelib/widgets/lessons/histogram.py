"""A table with bars: how often each heap is met."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

import ipywidgets as w

from ..card import html

LONGEST = 10  # em, the bar of the largest count
LOOK = "display: inline-block; height: 0.8em; background: var(--jp-brand-color1, #1976d2)"
PAD = "padding: 0.1em 1.2em 0.1em 0; text-align: left; white-space: nowrap"


def histogram(
    heap: str,
    counts: Mapping[str, Sequence[int]],
    measures: Mapping[str, Callable[[Sequence[int]], float]] | None = None,
) -> w.HTML:
    """Counts as bars, a row for each heap 0, 1, … and a column for each name; below them what `measures` say
    of a column.

    >>> histogram("orbit", {"fair": [9, 11]}, {"sum": sum}).value.count("<tr>")
    4
    """
    most = max((number for column in counts.values() for number in column), default=0) or 1
    rows = [
        row("td", number, (bar(count, most) for count in some))
        for number, some in enumerate(zip(*counts.values()))
    ]
    last = [
        row("td", name, (f"{measure(column):.1f}" for column in counts.values()))
        for name, measure in (measures or {}).items()
    ]
    head = row("th", heap, map(escape, counts))
    return html(f'<table class="eo-open">{head}{"".join(rows + last)}</table>')


def row(tag: str, first: object, cells: Iterable[str]) -> str:
    """A row of the table; `cells` are HTML."""
    parts = (f'<{tag} style="{PAD}">{part}</{tag}>' for part in (escape(str(first)), *cells))
    return f"<tr>{''.join(parts)}</tr>"


def bar(count: int, most: int) -> str:
    """A bar and its number; a screen reader reads the number.

    >>> "width: 5em" in bar(3, 6), bar(3, 6).endswith(" 3")
    (True, True)
    """
    look = f"{LOOK}; width: {LONGEST * count / most:.3g}em"
    return f'<span aria-hidden="true" style="{look}"></span> {count:,}'
