"""The ten-minute demonstration of a lesson as slides, in the teacher's book (see book.py).

In teacher.md an item of the demonstration names its slides in comments, which nobody sees there:

    3. (1 min) *The seed.* Move seed back and forth …
       <!-- slide: The same seed, the same puzzle | the puzzle explorer -->

First the title that the class reads, then how the names of its cards begin; for a bet that is its
question. What is written in the item is for the speaker: key N.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

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
    """The section of a teacher's page that is shown with a projector."""
    found = re.search(r"(?ms)^## [^\n]*projector[^\n]*\n(.*?)(?=^## |\Z)", text)
    return found[1] if found else ""


def slides_of(text: str) -> Iterator[Slide]:
    """The slides that a teacher's page names.

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
    """The models of its cards, of those that a lesson shows; `SystemExit` where there is none."""
    found = []
    for start in slide.cards:
        names = {id: models[id].get("words", "") for id in shown if id in models}
        ids = [id for id, name in names.items() if name.removeprefix(BEFORE).startswith(start)]
        if not ids:
            raise SystemExit(f"no card of the lesson begins with {start!r}, which a slide wants")
        found.append(ids[0])
    return found


def slides_content(name: str, slides: list[tuple[Slide, list[str]]], notes, still: str) -> str:
    """All slides of a lesson, and the cards that stand in them; `notes` makes HTML of Markdown, `still` is
    the picture on the title."""
    first = (
        f'<img class="opening" src="../{still}" alt="">'
        f'<aside class="notes" aria-label="Notes" hidden><p>{HELP}</p></aside>'
    )
    shown = [one_slide(escape(name), "", first, [])]
    for slide, cards in slides:
        more = f" <small>{slide.minutes} min</small>" if slide.minutes else ""
        told = f'<aside class="notes" aria-label="Notes" hidden>{notes(slide.notes)}</aside>'
        shown.append(one_slide(escape(slide.title), more, told, cards))
    pool = dict.fromkeys(id for _, cards in slides for id in cards)
    places = "".join(f'<div class="card" data-model="{id}"></div>' for id in pool)
    return f'{"".join(shown)}<div id="pool" hidden>{places}</div>'


def one_slide(title: str, more: str, told: str, cards: list[str]) -> str:
    # a stage measures itself by the height of the notebook that it stands in
    place = (
        f'<div class="place jp-WindowedPanel-outer" data-cards="{" ".join(cards)}"></div>' if cards else ""
    )
    return f'<section class="slide" tabindex="-1" hidden><h1>{title}{more}</h1>{told}{place}</section>\n'


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: slides</title>
<link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="../font.css">
<link rel="stylesheet" href="../book.css">
<link rel="stylesheet" href="../slides.css">
{styles}</head>
<body class="slides" data-root="../" data-jp-theme-light="true">
<main>
{content}
</main>
<footer>
<a href="teacher-{name}.html">Teaching</a>
<button type="button" id="notes" aria-pressed="false">Notes</button>
<button type="button" id="dark" aria-pressed="false">Dark</button>
<button type="button" id="projector" aria-pressed="false">Projector</button>
<span id="where" role="status"></span>
<button type="button" id="back">◀ Slide</button>
<button type="button" id="on">Slide ▶</button>
</footer>
<script src="../models.js"></script>
<script src="../controls.js"></script>
{scripts}<script src="../page.js"></script>
<script src="../slides.js"></script>
</body>
</html>
"""
