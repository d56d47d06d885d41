"""The still that a card leaves in the notebook: a picture for pages where no kernel runs.

A widget is a link to a kernel. When the notebook is opened again, or on paper, or on a page of GitHub, there
is none, so that each card has a second output behind it: HTML with its pictures, sentences and numbers. As
long as the card itself is there, the page hides it. A widget that a course has made gives itself as HTML by
`as_still()`, and as PNG by `as_picture()`.
"""

import asyncio
import base64
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from uuid import uuid4

import ipywidgets as w
from IPython.core.getipython import get_ipython
from IPython.display import publish_display_data

from ..ground.course import COURSE
from .modules import styles

REST = 1.0  # seconds without a change, after which the picture is made anew
SEEN = ("value", "children", "step", "explode", "run", "drawn")  # traits that change what one sees
LINE = (
    "This is how it was left. To bring it to life, open the notebook in JupyterLab and run it: "
    "Run → Run All Cells. "
    "(If you have just done that, see <i>Is everything here?</i> in lesson 00.)"
)
TICKS = "☐☑"


def leave(card: w.Widget) -> None:
    """Put the still behind a card that a kernel shows; nothing where there is no kernel."""
    if getattr(get_ipython(), "kernel", None) is not None:
        Still(card).publish()


class Still:
    """The second output of a card. It follows the card, at rest."""

    def __init__(self, card: w.Widget):
        self.card, self.id, self.said = card, uuid4().hex, {}
        self.watched: set[str] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        with suppress(RuntimeError):
            self.loop = asyncio.get_running_loop()

    def publish(self, update: bool = False) -> None:
        """Show the card as it is now."""
        self.watch()
        said = still_bundle(self.card)
        if said != self.said:
            publish_display_data(said, transient={"display_id": self.id}, update=update)
        self.said = said

    def watch(self) -> None:
        """Hear of every change in the card, also in widgets that were added since."""
        for widget in widgets_in(self.card):
            if widget.model_id not in self.watched:
                self.watched.add(widget.model_id)
                widget.observe(self.on_change, [name for name in SEEN if widget.has_trait(name)])

    def on_change(self, _) -> None:
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.later)

    def later(self) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer = self.loop.call_later(REST, self.publish, True)


def widgets_in(widget: w.Widget) -> Iterator[w.Widget]:
    """Yield a widget and all widgets in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from widgets_in(child)


def still_bundle(card: w.Widget) -> dict[str, str]:
    """Return the still as HTML, and its first picture for what shows nothing but pictures."""
    pictures = [widget.as_picture() for widget in widgets_in(card) if hasattr(widget, "as_picture")]
    first = {"image/png": base64.b64encode(pictures[0]).decode()} if any(pictures[:1]) else {}
    return {"text/html": still_html(card), **first}


def still_html(card: w.Widget) -> str:
    """Return the card as HTML that needs nothing else.

    >>> from .card import Card, html
    >>> print(still_html(Card(html("<b>so</b>"))).split("</style>")[1])           # doctest: +ELLIPSIS
    <div class="eo-left"><div><b>so</b></div><p><small>This is how it was left. ...</small></p></div>
    """
    more = COURSE.still_styles if any(getattr(widget, "drawn", "") for widget in widgets_in(card)) else ()
    look = styles("still", *more)
    return f'<style>{look}</style><div class="eo-left">{widget_html(card)}<p><small>{LINE}</small></p></div>'


def widget_html(widget: w.Widget) -> str:
    """Return a widget as HTML; "" for a button, which shows no value."""
    if getattr(getattr(widget, "layout", None), "display", None) == "none":
        return ""
    if hasattr(widget, "as_still"):
        return widget.as_still()
    match widget:
        case w.Box():
            row = ' class="eo-row"' if isinstance(widget, w.HBox) else ""
            within = "".join(map(widget_html, widget.children))
            return f"<div{row}>{within}</div>" if row else within
        case w.HTML():
            return f"<div>{widget.value}</div>" if widget.value else ""
        case w.Checkbox():
            return f"<div>{TICKS[widget.value]} {escape(widget.description)}</div>"
        case w.ToggleButtons() if widget.index is None:  # a bet that nobody has placed
            return setting(widget.description, "  ".join(f"☐ {label}" for label in widget._options_labels))
        case w.ToggleButtons() | w.Dropdown():
            return setting(widget.description, widget.label)
        case w.IntSlider() | w.FloatSlider() | w.Text():
            return setting(widget.description, widget.value)
    return ""


def setting(name: str, value: object) -> str:
    return "" if value in (None, "") else f"<div>{escape(name)}: {escape(str(value))}</div>"
