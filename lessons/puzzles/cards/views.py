"""The 2D views of a search: tree, matrix, links, square and counters, all in one anywidget, stepped in the
browser."""

from collections.abc import Sequence

import traitlets as t

from ...kit.cards.modules import javascript, styles
from .boards import views_traits
from .stage import Sheet


class Views(Sheet):
    """Several 2D views of one search; `controls`, buttons, sentence and track here, or in another widget."""

    _esm = javascript("views")
    _css = styles("steps", "views")
    boards = t.List().tag(sync=True)
    still = t.Dict().tag(sync=True)
    controls = t.Bool(True).tag(sync=True)
    drawn = t.Unicode("").tag(sync=True, echo_update=False)  # what the browser shows, as HTML (still.py)

    def __init__(
        self, trace, names: Sequence[str], *, controls: bool = True, label: str = "The search", **traits
    ):
        frames, made = views_traits(trace, names)
        super().__init__(frames, controls=controls, label=label, **made, **traits)

    def as_still(self) -> str:
        """Return the sentence, if it has its own, and what the browser shows, as HTML."""
        return super().as_still() * self.controls + self.drawn
