"""Cards: boxes of widgets with named controls, and the projector switch that reaches all of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

import anywidget
import ipywidgets as w
import traitlets as t

from .puzzles import PuzzleError
from .stage import PATIENCE, Stage

HERE = Path(__file__).parent


class Demo(t.HasTraits):
    """What the whole kernel knows about the projector: large type, high contrast, predictions uncovered."""

    on = t.Bool(False)


DEMO = Demo()


class Names(anywidget.AnyWidget):
    """Invisible: names the controls of the card it stands in, and gives the notebook its projector look."""

    _esm = PATIENCE + (HERE / "card.js").read_text(encoding="utf-8")
    _css = HERE / "card.css"
    projector = t.Bool(False).tag(sync=True)


class Card(w.VBox):
    """A column of widgets. `words` is what stands there where no widget can be shown."""

    def __init__(self, *children: w.Widget, words: str = "a widget"):
        self.words, self.names = words, Names(projector=DEMO.on)
        super().__init__([self.names, *children])
        self.add_class("eo-card")
        t.dlink((DEMO, "on"), (self.names, "projector"))

    def put(self, *children: w.Widget) -> None:
        """Show these widgets instead."""
        self.children = [self.names, *children]

    def __repr__(self) -> str:
        return f"<{self.words}; open the notebook in JupyterLab to use it>"


def demo_switch() -> Card:
    """One check box for the projector; it holds for the whole notebook, and for what is shown later.

    >>> switch = demo_switch()
    >>> switch.children[1].value
    False
    """
    box = w.Checkbox(
        value=DEMO.on,
        description="Projector: large type, high contrast, predictions uncovered",
        indent=False,
        layout=w.Layout(width="auto"),
    )
    t.link((box, "value"), (DEMO, "on"))
    return Card(box, words="projector switch")


def html(text: str, *classes: str) -> w.HTML:
    """A piece of HTML with style classes."""
    shown = w.HTML(text)
    for name in classes:
        shown.add_class(name)
    return shown


def message() -> w.HTML:
    """An empty line for messages; a screen reader says what is written there."""
    return html("", "eo-message")


def tell(line: w.HTML, text: str, wrong: bool = False) -> None:
    """Write plain text into a message line."""
    line.value = f'<b class="eo-wrong">{escape(text)}</b>' if wrong else escape(text)


@contextmanager
def working(stage: Stage, line: w.HTML, what: str) -> Iterator[None]:
    """Say at the picture what is going on, with a button to stop it, and in the line what went wrong."""
    stage.busy = what
    try:
        yield
    except (PuzzleError, OSError) as problem:
        tell(line, str(problem), wrong=True)
    except KeyboardInterrupt:
        tell(line, "Stopped.")
    finally:
        stage.busy = ""
