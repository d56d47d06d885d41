"""The stage: an anywidget that shows frames in the browser, and the loader that brings plotly.js to it.

A stage holds its frames in the browser. Stepping, turning, exploding and playing need no answer from Python;
only a long trace is fetched in small blocks of frames, ahead of the student.
"""

import base64
import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from html import escape
from importlib.resources import files

import anywidget
import traitlets as t

from puzzlelib.pictures.blocks import Frame, Scene, part_names
from puzzlelib.pictures.traces import part_traces

from ...kit.cards.modules import javascript, styles
from ...kit.cards.packed import BLOCK, packed_track, plain_json, sheet_traits
from ...kit.cards.projector import Projected
from ..views.photograph import photograph

MOST_FRAMES = 400  # of a search, in the book
MOST_BYTES = 3_000_000  # of its frames, as text
FIRST_FRAMES = 60  # of a search, among which is its picture for the first page
LARGE = (750, 525)  # pixels of the still of a lesson


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
    shown here, so that a late answer is recognized.
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

    @property
    def shown_frame(self) -> Frame:
        """The frame that is shown; an empty one before there is any."""
        return self.everything[min(self.step, len(self.everything) - 1)] if len(self.everything) else {}

    def as_still(self) -> str:
        """Return the sentence of the step that is shown, as HTML."""
        said = self.shown_frame.get("say", "")
        return f"<p>{escape(said)}</p>" if said else ""

    def for_book(self) -> dict:
        """Return the frames of a search from its first on, as many as fit, with their track."""
        frames = list(fitting_frames(self.everything))
        count = len(frames)
        found = {"frames": frames, "count": count, "step": min(self.step, max(0, count - 1))}
        return found | {"track": self.track[:count], "levels": self.levels[: 2 * count], "busy": ""}

    def pictures_for_book(self) -> dict:
        """Return the step that is shown on the first page."""
        return {"fullest": fullest([frame for _, frame in zip(range(FIRST_FRAMES), self.everything)])}

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
    pictured: tuple = (None, b"")  # a state, and the picture of it

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

    def show(
        self,
        scene: Scene,
        frames: Sequence[Frame],
        track: Sequence = (),
        at_once: int = BLOCK,
        label: str = "",
    ) -> None:
        """Show other frames from their first on, under another label if there is one: all in one message, so
        that a page draws once."""
        self._all = frames
        first = self._first(frames, track, at_once)
        with self.hold_sync():
            self._set(step=0, run=self.run + 1, scene=dict(scene), label=label or self.label, **first)

    def as_still(self) -> str:
        """Return the picture with its sentence, as HTML."""
        words, source = super().as_still(), as_text(self.as_picture())
        return (
            f'<img alt="{escape(self.label)}" src="data:image/png;base64,{source}">{words}'
            if source
            else words
        )

    def as_picture(self) -> bytes:
        """Return the picture as PNG, made once for each state; nothing where it cannot be painted."""
        key = self.run, self.step, self.explode, id(self.everything)
        if self.pictured[0] != key:
            with suppress(Exception):  # that must not end a student's cell
                self.pictured = key, b""
                self.pictured = key, self.photo_of(self.shown_frame) if self.shown_frame else b""
        return self.pictured[1]

    def photo_of(self, frame: Frame, *size) -> bytes:
        return photograph(self.scene, frame, self.explode, *size)

    def for_book(self) -> dict:
        found = super().for_book()
        return found | {"parts": part_traces(part_names(found["frames"]))}

    def pictures_for_book(self) -> dict:
        """Return the step for the first page, its picture and that of the step that is shown, and the first
        one `large`: a page has these until it has drawn the stage itself."""
        found = super().pictures_for_book()
        if not len(self.everything):
            return found
        best = found["fullest"]
        steps = {best, min(self.step, len(self.everything) - 1)}
        pictures = {step: as_text(self.photo_of(self.everything[step])) for step in steps}
        return found | {"pictures": pictures, "large": as_text(self.photo_of(self.everything[best], LARGE))}

    def _block(self, start: int, stop: int, frames: Sequence[Frame]) -> dict:
        block = super()._block(start, stop, frames)
        return block | {"parts": part_traces(part_names(block["frames"]))}


def as_text(picture: bytes) -> str:
    return base64.b64encode(picture).decode()


def fullest(frames: list[Frame]) -> int:
    """Return the last step with the most pieces, all of them whole; the first where all steps have as
    many, and the one in the middle where none has any.

    >>> fullest([{"blocks": [1]}, {"blocks": [1, 2]}, {"blocks": [1, 2, 3], "bars": [["A", 0.5]]}])
    1
    """
    pieces = [0 if frame.get("bars") else len(frame.get("blocks", ())) for frame in frames]
    if not any(pieces):
        return len(frames) // 2
    alike = min(pieces) == max(pieces)  # as when pieces come apart, which are together at first
    return 0 if alike else max(range(len(frames)), key=lambda k: (pieces[k], k))


def fitting_frames(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Yield the first frames, as many as may be kept; one in any case."""
    size = 0
    for number, frame in enumerate(frames):
        size += len(json.dumps(frame, default=plain_json))
        if number and (number >= MOST_FRAMES or size > MOST_BYTES):
            return
        yield frame


class Picture(Stage):
    """A stage without the buttons of the step player: nothing is searched in it."""

    _css = Stage._css + ".eo-bare .eo-player, .eo-bare .eo-track { display: none; }"

    def __init__(self, *what, **traits):
        super().__init__(*what, **traits)
        self.add_class("eo-bare")
