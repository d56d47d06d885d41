"""The stage: an anywidget that shows frames in the browser, and the loader that brings plotly.js to it.

A stage holds its frames in the browser. Stepping, turning, exploding and playing need no answer from Python; only a
long trace is fetched in blocks of 100 frames, ahead of the student.
"""

import gzip
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import anywidget
import traitlets as t

HERE = Path(__file__).parent
BLOCK = 100                     # frames sent in one message; stage.js asks for the same blocks

PATIENCE = (HERE / "patience.js").read_text(encoding="utf-8")       # goes before every module of ours

Frame = Mapping[str, object]    # one picture, as draw.frame makes it
Parts = Callable[[Iterable[str]], dict[str, dict]]


class Loader(anywidget.AnyWidget):
    """Carries the plotly.js of the installed plotly package to the browser: once for each kernel, gzipped."""

    _esm = PATIENCE + "export default {}"
    code = t.Bytes().tag(sync=True)


_loaders: list[Loader] = []


def loader() -> Loader:
    """The one loader of this kernel."""
    if not _loaders or _loaders[-1].comm is None:
        _loaders.append(Loader(code=_plotly_js()))
    return _loaders[-1]


def _plotly_js() -> bytes:
    import plotly
    return gzip.compress((Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes(), 6)


class Stage(anywidget.AnyWidget):
    """A picture in 3D and in layers, with a player when there is more than one frame.

    Parameters
    ----------
    scene : what stays while frames change (draw.scene)
    frames : a sequence of frames; items are asked for when they are needed
    parts : keys -> plotly traces (draw.parts)
    label : the accessible name of the picture
    track : (kind, level) for every frame; by default taken from the frames
    """

    _esm = PATIENCE + (HERE / "stage.js").read_text(encoding="utf-8")
    _css = HERE / "stage.css"
    loader = anywidget.WidgetTrait().tag(sync=True)
    scene = t.Dict().tag(sync=True)
    parts = t.Dict().tag(sync=True)
    frames = t.List().tag(sync=True)
    count = t.Int(0).tag(sync=True)
    track = t.List().tag(sync=True)
    step = t.Int(0).tag(sync=True, echo_update=False)
    explode = t.Float(0.0, min=0.0, max=1.0).tag(sync=True, echo_update=False)
    contrast = t.Bool(False).tag(sync=True)
    view = t.Unicode("3d").tag(sync=True)
    label = t.Unicode("Picture").tag(sync=True)
    busy = t.Unicode("").tag(sync=True)         # what Python is doing just now, with a button to stop it

    def __init__(self, scene: Mapping, frames: Sequence[Frame], parts: Parts, *, label: str = "Picture", track: Sequence = (), **traits):
        self._all, self._parts_of = frames, parts
        super().__init__(loader=loader(), label=label, **self._first(scene, frames, track, BLOCK), **traits)
        self.on_msg(self._answer)

    def show(self, scene: Mapping, frames: Sequence[Frame], track: Sequence = (), at_once: int = BLOCK) -> None:
        """Show other frames from their first on; one message brings `at_once` of them, the browser fetches the others."""
        self._all = frames
        with self.hold_sync():
            self.step = 0
            for name, value in self._first(scene, frames, track, at_once).items():
                setattr(self, name, value)

    def extend(self, frames: Sequence[Frame], track: Sequence = ()) -> None:
        """Go on after the frames that are shown: `frames` begins with them."""
        self._all = frames
        with self.hold_sync():
            self.count, self.track = len(frames), [list(event) for event in track]

    def _first(self, scene: Mapping, frames: Sequence[Frame], track: Sequence, at_once: int) -> dict:
        block = self._block(0, min(at_once, len(frames)), frames)
        return {"scene": dict(scene), "count": len(frames), "track": [list(event) for event in track], **block}

    def _block(self, start: int, stop: int, frames: Sequence[Frame]) -> dict:
        block = [frames[k] for k in range(start, stop)]
        return {"frames": block, "parts": self._parts_of(_keys(block))}

    def _answer(self, _, message: dict, buffers) -> None:
        """Send the block of frames that the browser asked for."""
        if message.get("kind") == "frames":
            start, stop = int(message["from"]), min(int(message["to"]), len(self._all))
            self.send({"kind": "frames", "from": start, **self._block(start, stop, self._all)})


def _keys(frames: Iterable[Frame]) -> list[str]:
    """The parts that these frames need, each once, in order."""
    blocks = (block for frame in frames for block in frame["blocks"])
    return list(dict.fromkeys(key for block in blocks for name in ("part", "outline", "edge") if (key := block.get(name))))
