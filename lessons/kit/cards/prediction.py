"""A bet: a question, a guess, and then the answer in the same card.

The words of an answer are in `lessons/lNN_topic/answers.json`, which the build writes from
lesson.md, so that a notebook does not give them away. Python between `{{` and `}}` in them is computed
where `reveal` is called.
"""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from html import escape, unescape

import ipywidgets as w
from IPython.display import display
from traitlets import TraitError

from ..ground.errors import lacks
from ..ground.folders import LESSONS
from . import memory
from .card import DEMO, Card, button, choice, field, html, message, tell
from .cell_errors import shorten_errors

Then = w.Widget | Callable[[], w.Widget]
COMPUTED = re.compile(r"\{\{ (.+?) \}\}")


class Guess:
    """A prediction: `value` is None until it is in. `reveal` gives its card the truth."""

    def __init__(self, question: str, field: w.Widget, read: Callable[[], object]):
        self.question, self.field, self.read = question, field, read
        self.value, self.truth, self.then, self.words = None, None, None, ""
        self.line, self.given = message(), [field]
        if not isinstance(field, w.ToggleButtons):  # where a press is the guess
            self.given.append(button("That is my guess", self.submit, style="primary"))
        self.row = w.HBox(self.given)
        self.row.add_class("eo-guess")
        self.asked = [html(escape(question), "eo-question"), self.row, self.line]
        self.card = Card(*self.asked, words=f"prediction: {question}")
        self.card.add_class("eo-predict")
        self.card.guess = self  # for those who look at the card only
        DEMO.observe(lambda _: self.update(), "on")

    def submit(self) -> None:
        """Take the guess and show the answer."""
        try:
            self.value = self.read()
        except ValueError as problem:
            return tell(self.line, str(problem))
        if not DEMO.on:  # a teacher shows how it is done
            memory.keep("guesses", self.question, field_text(self.field))
        self.settle()

    def settle(self) -> None:
        """Take no other guess, and show or cover the answer."""
        for control in self.given:
            control.disabled = self.value is not None
        self.update()

    def recall(self) -> None:
        """Take the guess that was given before the kernel was restarted, if it is still one."""
        text = memory.recall("guesses", self.question)
        with suppress(ValueError, TraitError):  # not an answer any more
            fill_field(self.field, text)
            self.value = self.read()
        if self.value is None:
            return fill_field(self.field, None)
        self.row.children = [*self.given, button("Guess again", self.ask_again)]
        self.settle()

    def ask_again(self) -> None:
        """Forget the guess, and ask anew."""
        memory.forget("guesses", self.question)
        fill_field(self.field, None)
        self.value = None
        self.settle()
        self.row.children = self.given

    def reveal(self, truth=None, then: Then | None = None) -> None:
        """Show the truth in this card as soon as the guess is in (or the projector is on).

        Parameters
        ----------
        truth
            shown beside the guess; without it, the one beside the words of the answer
        then
            a widget, or a function that makes one, shown below them
        """
        known = answer_words().get(self.question, {})
        caller = sys._getframe(1)
        self.truth, self.then = known.get("truth") if truth is None else truth, then
        self.words = fill_answer(known.get("words", ""), caller.f_globals | caller.f_locals)
        self.update()

    def update(self) -> None:
        """Show what may be seen now."""
        is_open = self.truth is not None and (self.value is not None or DEMO.on)
        waits = self.value is not None and self.truth is None
        tell(self.line, f"Your guess is in: {value_words(self.value)}." if waits else "")
        self.card.put(*self.asked, *(self.answer() if is_open else []))

    def answer(self) -> list[w.Widget]:
        """Guess and truth side by side, the words, and the widget below."""
        said = [("Your guess", self.value)] * (self.value is not None)
        sides = [SIDE.format(of, escape(value_words(value))) for of, value in (*said, ("It is", self.truth))]
        text = f'<div class="eo-truth" role="status">{"".join(sides)}</div>{self.words}'
        return [html(text, "eo-open"), *([self.below] if self.then is not None else [])]

    @cached_property
    def below(self) -> w.Widget:
        """The widget of `then`, or its error as one line."""
        try:
            shown = self.then if isinstance(self.then, w.Widget) else self.then()
            if not isinstance(shown, w.Widget):
                raise TypeError(f"then gives {shown!r}, not a widget")
        except Exception as problem:  # a lesson's function may fail in any way; a student should see one line
            shown, kind = message(), f"{type(problem).__name__}: "
            tell(shown, f"{'' if lacks(problem) else kind}{problem}", wrong=True)
        return shown

    def _ipython_display_(self) -> None:
        """Show nothing: the guess has shown itself already."""

    def __repr__(self) -> str:
        return f"Guess({self.question!r}, value={self.value!r})"


SIDE = "<div>{} <b>{}</b></div>"


@cache
def answer_words() -> dict[str, dict[str, str]]:
    """Return all answers by their questions: "words" as HTML, "truth" where no cell computes it."""
    files = sorted(LESSONS.glob("*/answers.json"))
    return {
        question: said for file in files for question, said in json.loads(file.read_text("utf-8")).items()
    }


def fill_answer(words: str, names: Mapping[str, object]) -> str:
    """Return HTML with the Python in it computed.

    >>> fill_answer("<p>{{ len(found) }} of {{ whole:, }}.</p>", {"found": "ab", "whole": 1280})
    '<p>2 of 1,280.</p>'
    """

    def value(match: re.Match) -> str:
        return escape(str(eval(f"f'''{{ {unescape(match[1])}}}'''", dict(names))))

    return COMPUTED.sub(value, words)


def value_words(value) -> str:
    """Return a value as text, whole numbers with separators.

    >>> value_words(11120), value_words("more")
    ('11,120', 'more')
    """
    return f"{value:,}" if type(value) is int else str(value)


def predict(question: str, choices: Sequence | None = None, kind: str = "number") -> Guess:
    """Ask for a guess, here and now; its `reveal` gives the same card the truth.

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
    shorten_errors()  # a cell above may not have been run
    guess = Guess(question, *(buttons(choices) if choices else entry(kind)))
    guess.recall()
    if choices:
        guess.field.observe(lambda change: change.new is not None and guess.submit(), "value")
    display(guess.card)
    return guess


def field_text(field: w.Widget) -> str:
    return field.label if isinstance(field, w.ToggleButtons) else field.value


def fill_field(field: w.Widget, text: str | None) -> None:
    """Have a field show this text, or nothing. Errors: TraitError if no button has it."""
    if isinstance(field, w.ToggleButtons):
        field.label = text
    else:
        field.value = text or ""


def buttons(choices: Sequence) -> tuple[w.Widget, Callable]:
    row = choice("Your guess", [(str(one), one) for one in choices])
    return row, lambda: row.value


def entry(kind: str) -> tuple[w.Widget, Callable]:
    if kind not in ("number", "words"):
        raise ValueError(f'kind {kind!r}: must be "number" or "words"')
    # sent when the field is left, so that a quick click on the button cannot overtake the last keystroke
    hint, read = {"number": ("a number", number), "words": ("in a few words", required_text)}[kind]
    line = field("Your guess", None, placeholder=hint)
    return line, lambda: read(line.value)


def number(text: str) -> int | float:
    """Return the number in a text, spaces and thousands separators allowed.

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
    """Return the text, if there is any."""
    if not text.strip():
        raise ValueError("Write a few words first.")
    return text.strip()
