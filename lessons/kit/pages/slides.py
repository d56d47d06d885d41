"""The ten-minute demonstration of a lesson as slides, in the teacher's book (see book.py).

In teacher.md an item of the demonstration names its slides in comments, which nobody sees there:

    3. (1 min) *The seed.* Move seed back and forth …
       <!-- slide: The same seed, the same puzzle | the puzzle explorer -->

First the title that the class reads, then how the names of its cards begin; for a bet that is its
question. The text of the item is for the speaker: key N.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from .book_pages import book_page

ITEM = re.compile(r"(?ms)^\d+\. (.*?)(?=^\d+\. |^\S|\Z)")
SLIDE = re.compile(r"<!-- slide: (.*?) -->")
MINUTES = re.compile(r"\((\d+) min\)")
BEFORE = "prediction: "
HELP = (
    "<b>Page Down</b> or a clicker leads through: it reveals the bet, fills the window with the picture, "
    "goes from dead end to dead end (in the explorer, from hint to hint), and on to the next slide. "
    "<b>Page Up</b> goes back. <b>← →</b> change slides, <b>Space</b> plays, <b>F</b> fills the window, "
    "<b>N</b> shows the notes, <b>Escape</b> comes back."
)


class Slide(NamedTuple):
    """A title, the minutes (on the first slide of an item), how its cards begin, and the speaker's notes."""

    title: str
    minutes: str
    cards: tuple[str, ...]
    notes: str


def demonstration(text: str) -> str:
    """Return the section of a teacher's page that is shown with a projector."""
    found = re.search(r"(?ms)^## [^\n]*projector[^\n]*\n(.*?)(?=^## |\Z)", text)
    return found[1] if found else ""


def slides_of(text: str) -> Iterator[Slide]:
    """Yield the slides that a teacher's page names.

    >>> page = "## With a projector\\n1. (2 min) Turn it.\\n   <!-- slide: The box | a box -->\\n"
    >>> [(slide.title, slide.minutes, slide.cards, slide.notes) for slide in slides_of(page)]
    [('The box', '2', ('a box',), '(2 min) Turn it.')]
    """
    for item in ITEM.findall(demonstration(text)):
        notes = SLIDE.sub("", item).strip()
        minutes = MINUTES.search(item)
        for number, named in enumerate(SLIDE.findall(item)):
            title, *cards = (part.strip() for part in named.split("|"))
            yield Slide(title, minutes[1] if minutes and not number else "", tuple(cards), notes)


def cards_of(slide: Slide, shown: list[str], models: dict[str, dict]) -> list[str]:
    """Return the models of its cards, of those that a lesson shows; `SystemExit` where there is none."""
    found = []
    for start in slide.cards:
        names = {id: models[id].get("words", "") for id in shown if id in models}
        ids = [id for id, name in names.items() if name.removeprefix(BEFORE).startswith(start)]
        if not ids:
            raise SystemExit(f"no card of the lesson begins with {start!r}, which a slide wants")
        found.append(ids[0])
    return found


def slides_page(
    title: str, slides: list[tuple[Slide, list[str]]], notes: Callable[[str], str], still: str, **page
) -> str:
    """Return all slides of a lesson, each with the ids of its cards, as a page.

    notes : makes HTML of Markdown; still : the picture on the title; page : more for the page
    """
    return book_page(
        title,
        root="../",
        template="kit/pages/templates/slides.html",
        slides=slides,
        pool=dict.fromkeys(id for _, cards in slides for id in cards),
        html=lambda text: Markup(notes(text)),
        help=Markup(f"<p>{HELP}</p>"),
        still=still,
        **page,
    )
