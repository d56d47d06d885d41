"""The stage: an anywidget that shows frames in the browser, and the loader that brings plotly.js to it.

A stage holds its frames in the browser. Stepping, turning, exploding and playing need no answer from Python;
only a long trace is fetched in small blocks of frames, ahead of the student.
"""

import gzip
from collections.abc import Sequence
from importlib.resources import files

import anywidget
import traitlets as t

from puzzlelib.pictures.blocks import Frame, Scene, part_names
from puzzlelib.pictures.traces import part_traces

from .modules import javascript, styles
from .packed import BLOCK, packed_track, sheet_traits
from .projector import Projected


class Loader(anywidget.AnyWidget):
    """Carries the plotly.js of the installed plotly package to the browser: once for each kernel, gzipped."""

    _esm = javascript("loader")
    code = t.Bytes().tag(sync=True)


_loaders: list[Loader] = []


def loader() -> Loader:
    if not _loaders or _loaders[-1].comm is None:
        script = files("plotly") / "package_data" / "plotly.min.js"
        _loaders.append(Loader(code=gzip.compress(script.read_bytes(), 6)))
    return _loaders[-1]


class Sheet(Projected):
    """Frames that are stepped in the browser, with the player's buttons, its sentence and the track of
    levels.

    `track` has one byte an event, the place of its kind in `kinds`; `levels` two. `run` counts the searches
    shown here, so that an answer that comes late is known as one.
    """

    frames = t.List().tag(sync=True)
    count = t.Int(0).tag(sync=True)
    track = t.Bytes().tag(sync=True)
    levels = t.Bytes().tag(sync=True)
    kinds = t.List().tag(sync=True)
    run = t.Int(0).tag(sync=True)
    step = t.Int(0).tag(sync=True, echo_update=False)
    label = t.Unicode("Picture").tag(sync=True)
    pace = t.Int(800).tag(sync=True)  # of playing: milliseconds a step, if there are not many
    busy = t.Unicode("").tag(sync=True)  # what Python is doing just now, with a button to stop it

    def __init__(self, sequence: Sequence[Frame], **traits):
        self._all = sequence
        super().__init__(**traits)
        self.on_msg(self._answer)

    @property
    def everything(self) -> Sequence[Frame]:
        """All frames, also those that have not been sent."""
        return self._all

    def extend(self, frames: Sequence[Frame], track: Sequence = ()) -> None:
        """Go on after the frames that are shown: `frames` begins with them."""
        self._all = frames
        with self.hold_sync():
            self._set(run=self.run + 1, count=len(frames), **packed_track(track))

    def _set(self, **values) -> None:
        for name, value in values.items():
            setattr(self, name, value)

    def _first(self, frames: Sequence[Frame], track: Sequence, at_once: int = BLOCK) -> dict:
        block = self._block(0, min(at_once, len(frames)), frames)
        return sheet_traits(block, len(frames), track)

    def _block(self, start: int, stop: int, frames: Sequence[Frame]) -> dict:
        return {"frames": [frames[k] for k in range(start, stop)]}

    def _answer(self, _, message, buffers) -> None:
        """Send the block of frames that the browser asked for; anything else gets no answer."""
        match message:
            case {"kind": "frames", "from": int(start), "to": int(stop), **more} if (
                start >= 0 and more.get("run", self.run) == self.run
            ):
                block = self._block(start, min(stop, len(self._all)), self._all)
                self.send({"kind": "frames", "run": self.run, "from": start, **block})


class Stage(Sheet):
    """A picture in 3D and in layers, with a player when there is more than one frame.

    Parameters: track, (kind, level) for every frame, by default taken from the frames; at_once, how many
    frames travel with the first message (the browser asks for the others).
    """

    _esm = javascript("stage")
    _css = styles("steps", "stage")
    loader = anywidget.WidgetTrait().tag(sync=True)
    scene = t.Dict().tag(sync=True)
    parts = t.Dict().tag(sync=True)
    explode = t.Float(0.0, min=0.0, max=1.0).tag(sync=True, echo_update=False)
    view = t.Unicode("3d").tag(sync=True)

    def __init__(
        self,
        scene: Scene,
        frames: Sequence[Frame],
        *,
        label: str = "Picture",
        track: Sequence = (),
        at_once: int = BLOCK,
        **traits,
    ):
        super().__init__(
            frames,
            loader=loader(),
            label=label,
            scene=dict(scene),
            **self._first(frames, track, at_once),
            **traits,
        )

    def show(self, scene: Scene, frames: Sequence[Frame], track: Sequence = (), at_once: int = BLOCK) -> None:
        """Show other frames from their first on."""
        self._all = frames
        with self.hold_sync():
            self._set(step=0, run=self.run + 1, scene=dict(scene), **self._first(frames, track, at_once))

    def _block(self, start: int, stop: int, frames: Sequence[Frame]) -> dict:
        block = super()._block(start, stop, frames)
        return block | {"parts": part_traces(part_names(block["frames"]))}


class Picture(Stage):
    """A stage without the buttons of the step player: nothing is searched in it."""

    _css = Stage._css + ".eo-bare .eo-player, .eo-bare .eo-track { display: none; }"

    def __init__(self, *what, **traits):
        super().__init__(*what, **traits)
        self.add_class("eo-bare")
