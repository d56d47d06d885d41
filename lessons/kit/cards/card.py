"""Cards: boxes of widgets with named controls, and the projector switch that reaches all of them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

import anywidget
import ipywidgets as w
import traitlets as t
from IPython.display import publish_display_data

from ..ground.errors import is_plain
from .modules import javascript, styles
from .packed import message_html
from .projector import DEMO
from .still import leave


class Names(anywidget.AnyWidget):
    """Names the controls of its card, and gives the notebook its projector look."""

    _esm = javascript("card")
    _css = styles("card")
    projector = t.Bool(False).tag(sync=True)


class Card(w.VBox):
    """A column of widgets. `words` are shown where no widget can be; `line` is for messages,
    where a card has one."""

    @cached_property
    def line(self) -> w.HTML:
        return message()

    def tell(self, text: str, wrong: bool = False) -> None:
        """Write plain text into the line."""
        tell(self.line, text, wrong)

    def follow(self, *controls: w.Widget) -> None:
        """Call `update()`, now and whenever one of these has another value."""
        for control in controls:
            control.observe(lambda _: self.update(), "value")
        self.update()

    def working(self, what: str, line: w.HTML | None = None, stopped: str = "Stopped."):
        """Return a context in which the stage says what is going on, and the line what went wrong."""
        return working(self.stage, line or self.line, what, stopped)

    def __init__(self, *children: w.Widget, words: str = "a widget"):
        self.words, self.names = words, Names(projector=DEMO.on)
        super().__init__([self.names, *children])
        self.add_class("eo-card")
        t.dlink((DEMO, "on"), (self.names, "projector"))

    def put(self, *children: w.Widget) -> None:
        """Show these widgets instead."""
        self.children = [self.names, *children]

    def _ipython_display_(self) -> None:
        show_widget(self)

    def __repr__(self) -> str:
        return f"<{self.words}; open the notebook in JupyterLab to use it>"


def demo_switch() -> Card:
    """Return one check box for the projector; it holds for the whole notebook, and for what is shown later.

    >>> switch = demo_switch()
    >>> switch.children[1].value
    False
    """
    box = tick("Projector: large type, high contrast, predictions uncovered", DEMO.on)
    t.link((box, "value"), (DEMO, "on"))
    return Card(box, words="projector switch")


class Html(w.HTML):
    """HTML in a card, or alone."""

    def _ipython_display_(self) -> None:
        show_widget(self)


def show_widget(widget: w.Widget) -> None:
    """Show a widget, and behind it the still for when there is no kernel any more."""
    publish_display_data(widget._repr_mimebundle_())
    leave(widget)


def html(text: str, *classes: str) -> w.HTML:
    """Return an HTML widget with these classes, for a card or alone."""
    shown = Html(text)
    for name in classes:
        shown.add_class(name)
    return shown


def message() -> w.HTML:
    """Return an empty line for messages; a screen reader says what is written there."""
    return html("", "eo-message")


def tell(line: w.HTML, text: str, wrong: bool = False) -> None:
    """Write plain text into a message line."""
    line.value = message_html(text, wrong)


def usable(proposal, check):
    """Return what the browser sent, or its value before, if `check` raises an error. For
    `traitlets.validate`.

    Our own pages send nothing else than what can be used. Values that were sent before are kept here:
    traitlets may have forgotten it.
    """
    name, good = proposal.trait.name, proposal.owner.__dict__.setdefault("usable", {})
    try:
        check(proposal.value)
        good[name] = proposal.value
    except (ValueError, LookupError, TypeError, AttributeError):
        pass
    return good.get(name, proposal.trait.default(proposal.owner))


def button(name: str, act: Callable[[], None], tooltip: str = "", style: str = "") -> w.Button:
    """Return a button as wide as its name."""
    made = w.Button(description=name, tooltip=tooltip, button_style=style, layout=AUTO)
    made.on_click(lambda _: act())
    return made


AUTO = {"width": "auto"}


def tick(name: str, value: bool = False, disabled: bool = False, **layout) -> w.Checkbox:
    """Return a box to tick, as wide as its name."""
    layout = AUTO | layout
    return w.Checkbox(description=name, value=value, disabled=disabled, indent=False, layout=layout)


def choice(name: str, options: Iterable, value=None, **layout) -> w.ToggleButtons:
    """Return one button for each option, so that a class sees them all; Tab and Space reach each."""
    look = {"style": {"button_width": "auto"}, "layout": AUTO | layout}
    return w.ToggleButtons(description=name, options=options, value=value, **look)


def slider(name: str, most: int, value: int = 0, width: str | None = None, **look) -> w.IntSlider:
    """Return a slider of whole numbers up to `most`; Python hears of a number when the slider is let go."""
    layout = {"width": width}
    return w.IntSlider(
        description=name, value=value, max=most, continuous_update=False, layout=layout, **look
    )


def field(name: str, width: str | None, value: str = "", **look) -> w.Text:
    """Return a line to write in; Python hears of it when the field is left."""
    return w.Text(description=name, value=value, continuous_update=False, layout={"width": width}, **look)


def link_in_page(slider: w.Widget, sheet: w.Widget, trait: str) -> w.Widget:
    """Let a slider move something in the page, which needs no Python; return the link."""
    slider.add_class("eo-in-page")
    return w.jslink((slider, "value"), (sheet, trait))


class StepRow(w.HBox):
    """A row with a slider over the frames of a stage, which moves them in the browser; `before` is left
    of it.

    For other frames there is a new slider each time: the End key would go to the old one's last step.
    """

    def __init__(self, stage: w.Widget, *before: w.Widget):
        self.stage, self.before, self.slider, self.link = stage, before, None, None
        super().__init__(before)

    def off(self) -> None:
        """Take the slider away, before there are other frames."""
        if self.link:
            self.link.unlink()
            self.slider.close()
        self.link, self.children = None, self.before

    def on(self, description: str = "step", width: str = "95%", **look) -> None:
        """Put a slider there; `look` as for `IntSlider`."""
        self.off()
        self.slider = w.IntSlider(description=description, layout={"width": width}, **look)
        self.link = link_in_page(self.slider, self.stage, "step")
        self.children = [*self.before, self.slider]


@contextmanager
def working(stage: w.Widget, line: w.HTML, what: str, stopped: str = "Stopped.") -> Iterator[None]:
    """Say at the picture what is going on, with a button to stop it, and in the line what went wrong."""
    stage.busy = what
    try:
        yield
    except Exception as problem:
        if not is_plain(problem) and not isinstance(problem, OSError):
            raise
        tell(line, str(problem), wrong=True)
    except KeyboardInterrupt:
        tell(line, stopped)
    finally:
        stage.busy = ""
