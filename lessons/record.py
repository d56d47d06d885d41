"""What the book keeps of a lesson's widgets: their models, with the frames of each search in them.

It runs in the kernel of a notebook, after its last cell (see book.py). No widget is known here by name: a
model is its state, and its script or its kind; a stage or a view has frames, a control may be linked to
them, a prediction has something to uncover.
"""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import ipywidgets as w
from ipywidgets.widgets.widget import _instances

from puzzlelib.pictures.blocks import keys
from puzzlelib.pictures.traces import parts
from puzzlelib.widgets.card import Card, html
from puzzlelib.widgets.prediction import Reveal
from puzzlelib.widgets.stage import Sheet, Stage

MOST_FRAMES = 400  # of a search
MOST_BYTES = 3_000_000  # of its frames, as text
GUESS = "\u2063guess\u2063"  # stands where the reader's guess will
LEFT_OUT = {"_esm", "_css", "_anywidget_id", "drawn", "code", "frames", "parts"}


def write(path: str) -> None:
    """Write models, scripts and styles of all widgets of this kernel into a file."""
    folded = {card.model_id: unfolded(card) for card in cards()}
    recorder = Recorder()
    for widget in list(_instances.values()):
        recorder.model(widget)
        recorder.models[widget.model_id] |= folded.get(widget.model_id, {})
    Path(path).write_text(json.dumps(vars(recorder), default=plain), encoding="utf-8")


def cards() -> list[Card]:
    return [widget for widget in list(_instances.values()) if isinstance(widget, Card)]


def unfolded(card: Card) -> dict:
    """What a covered truth becomes when the guess is in: whose guess, and what stands there then."""
    reveal = getattr(card, "reveal", None)
    if not isinstance(reveal, Reveal):
        return {}
    guess = reveal.guess
    before, guess.value = guess.value, GUESS
    below = [reveal.below] if reveal.then is not None else []
    shown = [html(reveal.sides(), "eo-open"), *below]
    guess.value = before
    return {"guess": guess.card.model_id, "open": [widget.model_id for widget in shown]}


class Recorder:
    """`models`: id -> kind, state, and what more is known; `scripts` and `styles`: name -> text."""

    def __init__(self):
        self.models: dict[str, dict] = {}
        self.scripts: dict[str, str] = {}
        self.styles: dict[str, str] = {}

    def model(self, widget: w.Widget) -> None:
        state = widget.get_state()
        found = {"kind": state.get("_model_name", ""), "state": kept(state)}
        if script := state.get("_esm"):
            found["script"] = named(self.scripts, script)
        if look := state.get("_css"):
            found["style"] = named(self.styles, look)
        if isinstance(widget, Sheet):
            found["state"] |= frames_of(widget)
            found["all"] = len(widget.everything)
        if isinstance(widget, Card):
            found["words"] = widget.words
        self.models[widget.model_id] = found


def kept(state: dict) -> dict:
    """The state without what a page has once, and without what is not set."""
    named = (name for name in state if name not in LEFT_OUT and not name.startswith(("_model", "_view")))
    return {name: state[name] for name in named if state[name] is not None}


def named(texts: dict[str, str], text: str) -> str:
    """The name of a text that many widgets share."""
    name = hashlib.sha256(text.encode()).hexdigest()[:10]
    texts[name] = text
    return name


def frames_of(sheet: Sheet) -> dict:
    """The frames of a search from its first on, as many as fit, with their parts and their track."""
    frames = list(fitting(sheet.everything))
    count = len(frames)
    found = {"frames": frames, "count": count, "step": min(sheet.step, max(0, count - 1))}
    found |= {"track": sheet.track[:count], "levels": sheet.levels[: 2 * count], "busy": ""}
    return found | ({"parts": parts(keys(frames))} if isinstance(sheet, Stage) else {})


def fitting(frames: Iterable[dict]) -> Iterator[dict]:
    size = 0
    for number, frame in enumerate(frames):
        size += len(json.dumps(frame, default=plain))
        if number and (number >= MOST_FRAMES or size > MOST_BYTES):
            return
        yield frame


def plain(value):
    """Bytes and numbers of numpy as JSON."""
    if isinstance(value, bytes | bytearray | memoryview):
        return {"$bytes": base64.b64encode(value).decode()}
    with suppress(AttributeError):
        return value.tolist()
    return str(value)
