"""The exercises that are solved so far, lesson by lesson: a table for lesson 00."""

import json
from datetime import datetime
from functools import cache
from html import escape
from typing import NamedTuple

from ..cards import memory
from ..cards.memory import lesson_number, memories
from ..cards.parts import Part
from ..ground.folders import LESSONS

COLUMNS = "lesson", "solved", "last worked at"
NOTE = "Solved so far: {} of {} exercises."
NOT_KEPT = " Nothing is kept here: only a notebook that a Jupyter server has opened has a memory."


class LessonRow(NamedTuple):
    """A lesson: its notebook, its title, how many of its exercises are solved, and the time of the
    last guess or verdict in it ("" before the first)."""

    notebook: str
    title: str
    solved: int
    exercises: int
    last: str


class CourseProgress:
    """The table; a text where no HTML can be shown."""

    def __init__(self, rows: list[LessonRow], kept: bool = True):
        self.rows = rows
        solved, all_of_them = (sum(row[place] for row in rows) for place in (2, 3))
        self.note = NOTE.format(solved, all_of_them) + ("" if kept else NOT_KEPT)

    def __repr__(self) -> str:
        lines = [f"{row.notebook[:2]} {row.title}: {row.solved} of {row.exercises}" for row in self.rows]
        return "\n".join([self.note, *lines])

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col"{LEFT}>{name}</th>' for name in COLUMNS)
        body = "".join(map(lesson_html_row, self.rows))
        return TABLE.format(escape(self.note), head, body)


def progress() -> CourseProgress:
    """Show how many exercises are solved so far in the notebooks of this folder.

    >>> progress()                                                              # doctest: +ELLIPSIS
    Solved so far: 0 of ... exercises. Nothing is kept here: ...
    00 Start here: 0 of 3
    01 ...
    """
    known = memories()
    solved = {id for _, kept in known for id, entry in kept["exercises"].items() if entry["solved"]}
    rows = [lesson_row(lesson, solved, known) for lesson in course()]
    return CourseProgress(rows, kept=memory.own_memory() is not None)


@cache
def course() -> list[dict]:
    """Return notebook, title and exercises of each lesson, as the build has written them."""
    return json.loads((LESSONS / "course.json").read_text(encoding="utf-8"))


@cache
def kept_parts() -> dict[str, Part]:
    """Return the part of each exercise whose right answers are kept."""
    return {id: Part(*part) for lesson in course() for id, part in lesson["kept"].items()}


def lesson_row(lesson: dict, solved: set[str], known: list[tuple]) -> LessonRow:
    ids, number = lesson["exercises"], lesson_number(lesson["notebook"])
    return LessonRow(
        lesson["notebook"], lesson["title"], len(solved.intersection(ids)), len(ids), last(number, ids, known)
    )


def last(number: int | None, ids: list[str], known: list[tuple]) -> str:
    """Return when one of these exercises was last judged, or a guess given in a notebook of this lesson; ""
    if never.
    """
    times = [kept["exercises"][id]["at"] for _, kept in known for id in ids if id in kept["exercises"]]
    for name, kept in known:
        times += [guess["at"] for guess in kept["guesses"].values() if lesson_number(name) == number]
    return max(times, key=datetime.fromisoformat, default="")


def day(time: str) -> str:
    """Return the day of a time, here and in words.

    >>> day("2026-11-23T12:00:00+00:00"), day("")
    ('23 November 2026', '')
    """
    if not time:
        return ""
    here = datetime.fromisoformat(time).astimezone()
    return f"{here.day} {here:%B %Y}"


def lesson_html_row(row: LessonRow) -> str:
    name = f'{row.notebook[:2]} <a href="{escape(row.notebook)}.ipynb">{escape(row.title)}</a>'
    sign = "✓" if row.solved == row.exercises else "○" if row.solved == 0 else "◐"
    cells = (
        f"<td{LEFT}>{SIGN.format(sign)} {row.solved} of {row.exercises}</td><td{LEFT}>{day(row.last)}</td>"
    )
    return f'<tr><th scope="row"{LEFT}>{name}</th>{cells}</tr>'


LEFT = ' style="text-align: left; font-weight: normal; padding: 0.25em 1.5em 0.25em 0"'
SIGN = '<span aria-hidden="true">{}</span>'
TABLE = (
    '<table style="margin: 0; font-size: inherit; font-variant-numeric: tabular-nums">'
    '<caption style="text-align: left; font-weight: bold; padding: 0.25em 0">{}</caption>'
    "<thead><tr>{}</tr></thead><tbody>{}</tbody></table>"
)
