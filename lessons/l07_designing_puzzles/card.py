"""A table with bars: how often each heap is met."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

import ipywidgets as w

from ..kit.cards.card import html
from ..kit.cards.results import bar, headed_row


def histogram(
    heap: str,
    counts: Mapping[str, Sequence[int]],
    measures: Mapping[str, Callable[[Sequence[int]], float]] | None = None,
) -> w.HTML:
    """Return counts as bars, a row for each heap 0, 1, … and a column for each name; below them what
    `measures` say of a column.

    >>> histogram("orbit", {"fair": [9, 11]}, {"sum": sum}).value.count("<tr>")
    4
    """
    most = max((number for column in counts.values() for number in column), default=0)
    barred = lambda count: f'<td class="eo-barred">{count:,} {bar(count, most)}</td>'
    rows = [headed_row(number, map(barred, some)) for number, some in enumerate(zip(*counts.values()))]
    measured = lambda measure: (f"<td>{measure(column):.1f}</td>" for column in counts.values())
    last = [headed_row(name, measured(measure)) for name, measure in (measures or {}).items()]
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in (heap, *counts))
    head, foot = f"<thead><tr>{names}</tr></thead>", f"<tfoot>{''.join(last)}</tfoot>"
    return html(f'<table class="eo-table eo-histogram">{head}<tbody>{"".join(rows)}</tbody>{foot}</table>')
