"""The part of a lesson's widgets that the book keeps: their models, with the frames of each search in them.

It runs in the kernel of a notebook, after its last cell (see book.py). No widget is known here by name: a
model is its state, and its script or its kind; a control may be linked to others, a prediction has something
to uncover. A widget adds by `for_book()` to its state, and by `pictures_for_book()` to what is known of it.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

import ipywidgets as w
from ipywidgets.widgets.widget import _instances
from ipywidgets.widgets.widget_link import Link

from ..cards.card import Card
from ..cards.packed import plain_json
from ..cards.still import widgets_in

MOST_VALUES = 6  # of a control for which Python makes another picture
MOVED = w.IntSlider, w.Dropdown, w.ToggleButtons, w.SelectionSlider
GUESS = "\u2063guess\u2063"  # stands where the reader's guess will
LEFT_OUT = {"_esm", "_css", "_anywidget_id", "drawn", "code", "frames", "parts"}


def write_models(path: str) -> None:
    """Write models, scripts and styles of all widgets of this kernel into a file."""
    folded = {card.model_id: uncover(card) for card in live_cards()}
    recorder = ModelRecorder()
    tried = {
        card.model_id: recorder.settings(card) for card in live_cards() if controls_of(card) or ticks_of(card)
    }
    for widget in standing():
        recorder.model(widget)
        taken = getattr(widget, "pictures_for_book", dict)()
        recorder.models[widget.model_id] |= folded.get(widget.model_id, {}) | taken
    for id, found in tried.items():
        recorder.models[id]["settings"] = recorder.without_shared(found)
    Path(path).write_text(json.dumps(vars(recorder), default=plain_json), encoding="utf-8")


def live_cards() -> list[Card]:
    return [widget for widget in standing() if isinstance(widget, Card)]


def standing() -> list[w.Widget]:
    """Return all widgets that are there, without links to those that were closed."""
    there = list(_instances.values())
    return [one for one in there if not isinstance(one, Link) or one.source[0].comm and one.target[0].comm]


def uncover(card: Card) -> dict:
    """Return the widgets that a bet shows once there is a guess."""
    guess = getattr(card, "guess", None)
    if guess is None or guess.truth is None:
        return {}
    before, guess.value = guess.value, GUESS
    shown = guess.answer()
    guess.value = before
    return {"open": [widget.model_id for widget in shown]}


def controls_of(card: Card) -> list[w.Widget]:
    """Return the controls with which Python makes another picture: those that a card calls its controls."""
    found = getattr(card, "controls", ())
    found = found.values() if isinstance(found, dict) else getattr(found, "children", found)
    return [control for control in found if isinstance(control, MOVED)]


def ticks_of(card: Card) -> list[w.Checkbox]:
    """Return the boxes of which every combination makes a picture: those that a card calls `together`."""
    return [*getattr(card, "together", ())]


def combinations_of(ticks: Sequence[w.Checkbox]) -> Iterator[str]:
    """Set the boxes in all ways, one change at a time, and yield how they are, as "0110"; then set them
    as they were.

    >>> boxes = [w.Checkbox(value=True), w.Checkbox()]
    >>> list(combinations_of(boxes)), [box.value for box in boxes]
    (['00', '10', '11', '01'], [True, False])
    """
    start = [box.value for box in ticks]
    for number in range(2 ** len(ticks)):
        code = number ^ (number >> 1)
        for place, box in enumerate(ticks):
            box.value = bool(code >> place & 1)
        yield "".join(str(int(box.value)) for box in ticks)
    for box, value in zip(ticks, start):
        box.value = value


def values_of(control: w.Widget) -> list:
    """Return the values that are tried: of many, the first ones."""
    if isinstance(control, w.IntSlider):
        return list(range(control.min, min(control.max + 1, control.min + MOST_VALUES)))
    return [option if isinstance(option, str) else option[1] for option in control.options][:MOST_VALUES]


def browser_value(control: w.Widget) -> int:
    return control.value if isinstance(control, w.IntSlider) else control.index


class ModelRecorder:
    """`models`: id -> kind, state, and what more is known; `scripts` and `styles`: name -> text."""

    def __init__(self):
        self.models: dict[str, dict] = {}
        self.scripts: dict[str, str] = {}
        self.styles: dict[str, str] = {}

    def settings(self, card: Card) -> dict:
        """Return the models of a card for other values of its controls: control, value -> models; and for
        all combinations of its boxes."""
        found = {"controls": [control.model_id for control in controls_of(card)], "states": {}}
        if ticks := ticks_of(card):
            found["together"] = [box.model_id for box in ticks]
            for values in combinations_of(ticks):
                found["states"][f"together {values}"] = self.seen(card)
        for control in controls_of(card):
            start = control.value
            for value in values_of(control):
                if value != start:
                    with suppress(Exception):  # a setting that cannot be had is not recorded
                        control.value = value
                        found["states"][f"{control.model_id} {browser_value(control)}"] = self.seen(card)
            control.value = start
        return found

    def seen(self, card: Card) -> dict[str, dict]:
        """Return the models of a card and of all links, as they are just now, by id."""
        there = ModelRecorder()
        links = [one for one in standing() if isinstance(one, Link)]
        for widget in (*widgets_in(card), *links):
            there.model(widget)
            for part in (getattr(widget, "layout", None), getattr(widget, "style", None)):
                if isinstance(part, w.Widget):
                    there.model(part)
        self.scripts |= there.scripts
        self.styles |= there.styles
        return there.models

    def without_shared(self, found: dict) -> dict:
        """Return only the traits that differ in one of the states; `start` has them as they stand in the
        card. Parts of pictures, which have names of their own, are all kept there."""
        changed: dict[str, set] = {}
        for id, model in chain.from_iterable(models.items() for models in found["states"].values()):
            if id in self.models:
                state, there = model["state"], self.models[id]["state"]
                if "parts" in there:
                    there["parts"] = there["parts"] | state.pop("parts")
                changed.setdefault(id, set()).update(name for name in state if state[name] != there.get(name))
        start = {id: of_traits(self.models[id], names) for id, names in changed.items() if names}
        for key, models in found["states"].items():
            known = {id: of_traits(models[id], changed[id]) for id in start if id in models}
            found["states"][key] = known | {id: models[id] for id in models if id not in self.models}
        return found | {"start": start}

    def model(self, widget: w.Widget) -> None:
        """Keep a widget: its kind, its state, its script and its style; of a sheet, its frames."""
        state = widget.get_state()
        found = {"kind": state.get("_model_name", ""), "state": kept_state(state)}
        if script := state.get("_esm"):
            found["script"] = name_text(self.scripts, script)
        if look := state.get("_css"):
            found["style"] = name_text(self.styles, look)
        found["state"] |= getattr(widget, "for_book", dict)()  # what Python would answer
        if hasattr(widget, "everything"):
            found["all"] = len(widget.everything)
        if isinstance(widget, Card):
            found["words"] = widget.words
            found |= followed_function(widget)
        self.models[widget.model_id] = found


def followed_function(card: Card) -> dict:
    """Return the function that a card follows, with its parts by their ids (live/following.py)."""
    follows = getattr(card, "follows", None)
    if not follows:
        return {}
    parts = {name: widget.model_id for name, widget in follows.parts.items()}
    return {"follows": follows._asdict() | {"parts": parts}}


def of_traits(model: dict, names: set[str]) -> dict:
    """Return a model with no more of its state than these traits."""
    return model | {"state": {name: value for name, value in model["state"].items() if name in names}}


def kept_state(state: dict) -> dict:
    """Return the state without what a page has once, and without what is not set."""
    named = (name for name in state if name not in LEFT_OUT and not name.startswith(("_model", "_view")))
    return {name: state[name] for name in named if state[name] is not None}


def name_text(texts: dict[str, str], text: str) -> str:
    """Return the name of a text that many widgets share."""
    name = hashlib.sha256(text.encode()).hexdigest()[:10]
    texts[name] = text
    return name
