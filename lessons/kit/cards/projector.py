"""The projector: one switch for the whole kernel, and widgets that follow it."""

import anywidget
import traitlets as t


class Demo(t.HasTraits):
    """The state of the projector in this kernel: large type, high contrast, predictions uncovered."""

    on = t.Bool(False)


DEMO = Demo()


class Projected(anywidget.AnyWidget):
    """A widget of ours that has high contrast as long as the projector is on."""

    contrast = t.Bool(False).tag(sync=True)

    def __init__(self, **traits):
        super().__init__(**traits)
        t.dlink((DEMO, "on"), (self, "contrast"))
