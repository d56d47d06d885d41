"""Texts and tables that show a result."""

from collections.abc import Iterable, Mapping
from functools import partial
from html import escape

import ipywidgets as w

from .card import html


def listing(text: str) -> w.HTML:
    """Return a text in which columns stay columns.

    >>> listing("1 < 2").value
    '<pre>1 &lt; 2</pre>'
    """
    return html(f"<pre>{escape(text)}</pre>")


def table(*rows: Iterable, bars: Iterable[str] = ()) -> w.HTML:
    """Return rows of values, the first one as headings ("" for none). Whole numbers get commas; the first
    column is to the left.

    Parameters: bars, headings of columns of numbers that are drawn as bars too.

    >>> table(("piece", "options"), ("X", 1248), bars=["options"]).value.count("1,248")
    1
    """
    head, *body = (tuple(row) for row in rows)
    most = {k: max((row[k] for row in body), default=0) for k, name in enumerate(head) if name in set(bars)}
    names = "".join(f'<th scope="col">{escape(str(name))}</th>' if name else "<td></td>" for name in head)
    lines = "".join(map(partial(value_row, most), body))
    return html(f'<table class="eo-table"><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>')


def value_row(most: Mapping[int, float], row: Iterable) -> str:
    """Return a row of the table, its first cell as the row's name; `most`: the largest number of a column
    with bars.

    >>> value_row({}, ["X", 1248])
    '<tr><th scope="row">X</th><td>1,248</td></tr>'
    """
    first, *others = row
    return headed_row(first, (value_cell(value, most.get(column)) for column, value in enumerate(others, 1)))


def headed_row(first: object, cells: Iterable[str]) -> str:
    """Return a row with its heading; `cells` are HTML."""
    return f'<tr><th scope="row">{value_html(first)}</th>{"".join(cells)}</tr>'


def value_cell(value: object, most: float | None) -> str:
    if most is None:
        return f"<td>{value_html(value)}</td>"
    return f'<td class="eo-barred">{value_html(value)} {bar(value, most)}</td>'


def value_html(value: object) -> str:
    return escape(f"{value:,}" if isinstance(value, int) else str(value))


def bar(value: float, most: float) -> str:
    """Return a bar beside a number; a screen reader reads the number.

    >>> bar(3, 6)
    '<span class="eo-length" aria-hidden="true" style="--share: 0.5"></span>'
    """
    return f'<span class="eo-length" aria-hidden="true" style="--share: {value / (most or 1):.3g}"></span>'
