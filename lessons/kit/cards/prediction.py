"""Predict, then reveal: a guess first, the truth beside it afterwards."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from html import escape

import ipywidgets as w
from IPython.display import display
from traitlets import TraitError

from puzzlelib.common.stand_ins import MissingPackage

from . import memory
from .card import DEMO, Card, button, choice, field, html, message, tell

Then = w.Widget | Callable[[], w.Widget]


class Guess:
    """A prediction: `value` is None until it is in. Later cells `reveal` the truth."""

    def __init__(self, question: str, field: w.Widget, read: Callable[[], object]):
        self.question, self.field, self.read = question, field, read
        self.value, self.waiting = None, []
        self.line, self.button = message(), button("That is my guess", self.submit, style="primary")
        self.row = w.HBox([field, self.button])
        self.card = Card(
            html(escape(question), "eo-question"), self.row, self.line, words=f"prediction: {question}"
        )
        self.card.add_class("eo-predict")

    def submit(self) -> None:
        """Take the guess and uncover what waits for it."""
        try:
            self.value = self.read()
        except ValueError as problem:
            return tell(self.line, str(problem))
        if not DEMO.on:  # a teacher shows how it is done
            memory.keep("guesses", self.question, field_text(self.field))
        self.settle(f"Your guess is in: {value_words(self.value)}. Read on below.")

    def settle(self, words: str) -> None:
        """Take no other guess, and open or cover what waits for this one."""
        self.field.disabled = self.button.disabled = self.value is not None
        tell(self.line, words)
        for update in self.waiting:
            update()

    def recall(self) -> None:
        """Take the guess that was given before the kernel was restarted, if it is still one."""
        text = memory.recall("guesses", self.question)
        try:
            fill_field(self.field, text)
            self.value = self.read()
        except (ValueError, TraitError):  # none, or not an answer any more
            return fill_field(self.field, None)
        self.row.children = [self.field, self.button, button("Guess again", self.ask_again)]
        self.settle(f"You have guessed {value_words(self.value)} before. The answer is open below.")

    def ask_again(self) -> None:
        """Forget the guess, and ask anew."""
        memory.forget("guesses", self.question)
        self.value = None
        fill_field(self.field, None)
        self.settle("")
        self.row.children = [self.field, self.button]

    def reveal(self, truth, text: str = "", then: Then | None = None, explain: str = "") -> None:
        """Show the truth here as soon as the guess is in (or the projector is on).

        Parameters
        ----------
        truth
            shown beside the guess
        text
            one line about it
        then
            a widget, or a function that makes one, shown below
        explain
            HTML that opens with the truth
        """
        place = Reveal(self, truth, text, then, explain)
        self.waiting.append(place.update)
        DEMO.observe(lambda _: place.update(), "on")
        display(place.card)

    def _ipython_display_(self) -> None:
        """The guess has shown itself already."""

    def __repr__(self) -> str:
        return f"Guess({self.question!r}, value={self.value!r})"


class Reveal:
    """The place where a truth comes out."""

    def __init__(self, guess: Guess, truth, text: str, then: Then | None, explain: str):
        self.guess, self.truth, self.text, self.then, self.explain = guess, truth, text, then, explain
        self.card = Card(words=f"covered until you have guessed: {guess.question}")
        self.card.reveal = self  # for those who look at the card only
        self.update()

    def update(self) -> None:
        if self.guess.value is None and not DEMO.on:
            return self.card.put(html(COVERED.format(escape(self.guess.question))))
        self.card.words = f"{self.guess.question} {self.truth}"
        self.card.put(html(self.sides(), "eo-open"), *([self.below] if self.then is not None else []))

    def sides(self) -> str:
        """Guess and truth side by side, then the text and the explanation."""
        said = [("Your guess", self.guess.value)] * (self.guess.value is not None)
        sides = [SIDE.format(of, escape(value_words(value))) for of, value in (*said, ("It is", self.truth))]
        text = f"<p>{escape(self.text)}</p>" if self.text else ""
        return f'<div class="eo-truth" role="status">{"".join(sides)}</div>{text}{self.explain}'

    @cached_property
    def below(self) -> w.Widget:
        """The widget of `then`, or its error as one line."""
        try:
            shown = self.then if isinstance(self.then, w.Widget) else self.then()
            if not isinstance(shown, w.Widget):
                raise TypeError(f"then gives {shown!r}, not a widget")
        except Exception as problem:  # a lesson's function may fail in any way; a student should see one line
            shown, kind = message(), f"{type(problem).__name__}: "
            tell(shown, f"{'' if isinstance(problem, MissingPackage) else kind}{problem}", wrong=True)
        return shown


SIDE = "<div>{} <b>{}</b></div>"
COVERED = '<div class="eo-covered"><span>Covered until you have guessed: <i>{}</i></span></div>'


def value_words(value) -> str:
    """Whole numbers with separators, everything else as it is.

    >>> value_words(11120), value_words("more")
    ('11,120', 'more')
    """
    return f"{value:,}" if type(value) is int else str(value)


def predict(question: str, choices: Sequence | None = None, kind: str = "number") -> Guess:
    """Ask for a guess, here and now; reveal the truth in a later cell.

    Parameters
    ----------
    question
        one sentence
    choices
        buttons to choose from; without them the student writes
    kind
        what the student writes: "number" or "words"

    Examples
    --------
    >>> guess = predict("How many?", choices=[1, 2])
    <prediction: How many?; open the notebook in JupyterLab to use it>
    """
    guess = Guess(question, *(buttons(choices) if choices else entry(kind)))
    guess.recall()
    display(guess.card)
    return guess


def field_text(field: w.Widget) -> str | None:
    """The text that a field shows; None before a button is pressed."""
    return field.label if isinstance(field, w.ToggleButtons) else field.value


def fill_field(field: w.Widget, text: str | None) -> None:
    """Have a field show this text, or nothing. Errors: TraitError if no button has it."""
    if isinstance(field, w.ToggleButtons):
        field.label = text
    else:
        field.value = text or ""


def buttons(choices: Sequence) -> tuple[w.Widget, Callable]:
    row = choice("Your guess", [(str(one), one) for one in choices])

    def read():
        if row.value is None:
            raise ValueError("Choose one of the buttons first.")
        return row.value

    return row, read


def entry(kind: str) -> tuple[w.Widget, Callable]:
    if kind not in ("number", "words"):
        raise ValueError(f'kind {kind!r}: must be "number" or "words"')
    # sent when the field is left, so that a quick click on the button cannot overtake the last keystroke
    hint, read = {"number": ("a number", number), "words": ("in a few words", required_text)}[kind]
    line = field("Your guess", None, placeholder=hint)
    return line, lambda: read(line.value)


def number(text: str) -> int | float:
    """The number in a text, spaces and thousands separators allowed.

    >>> number("11,120"), number(" 0.5 ")
    (11120, 0.5)
    """
    plain = re.sub("[, _]", "", text)
    for kind in (int, float):
        with suppress(ValueError):
            if abs(value := kind(plain)) < float("inf"):
                return value
    raise ValueError("Write a number first, for example 12.")


def required_text(text: str) -> str:
    """The text, if there is any."""
    if not text.strip():
        raise ValueError("Write a few words first.")
    return text.strip()
