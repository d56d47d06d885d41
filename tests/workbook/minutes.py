"""Print how long each lesson is: `python tests/workbook/minutes.py [lessons]`, as 00 to 09 by default.

An estimate of a student's minutes alone, from the cells and from EXERCISES: 180 words a minute with the
revealed text, 1.2 minutes a bet, five seconds for each line of code that is not folded, and for an exercise
what a second-year student takes, hints included: where a reader wrote down how long it took, that, and a
guess for the others. An exercise that EXERCISES lacks takes the minutes of its row on the teacher's page.
Nobody has measured a class.
"""

import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from test_build import course

from lessons.kit.building.notebook import student_notebook

WORDS, BET, LINE = 180, 1.2, 5 / 60  # a minute; minutes; minutes
MOST = 120  # minutes
STRETCH = 12  # cells
BY_HAND = {"00-start-here": 11}  # minutes: a whole box packed by hand, as a reader took them
EXERCISES = {
    "0.1": 4, "0.2": 9, "0.3": 5,
    "1.1": 6, "1.3": 9, "1.4": 22, "1.6": 26, "1.7": 10,
    "2.1": 5, "2.2": 6, "2.3": 7, "2.4a": 15, "2.5": 28, "2.7": 25,
    "3.1": 12, "3.2": 14, "3.3": 16, "3.4": 10, "3.5": 9, "3.7": 30,
    "4.1": 9, "4.2": 6, "4.3": 6, "4.4": 25, "4.5": 9, "4.7": 20, "4.9": 12,
    "5.1": 4, "5.2": 8, "5.2a": 9, "5.3": 15, "5.3a": 22, "5.3f": 10, "5.7": 15,
    "6.1": 10, "6.1a": 3, "6.1c": 8, "6.2c": 15, "6.2d": 12, "6.4b": 20, "6.7": 18,
    "7.1": 6, "7.1a": 2, "7.3": 10, "7.4b": 15, "7.4c": 10, "7.5": 23, "7.7": 22,
    "8.1": 6, "8.2": 10, "8.3": 14, "8.4": 15, "8.4a": 8, "8.4b": 5, "8.9": 20,
    "9.1": 5, "9.1a": 3, "9.1b": 2, "9.1c": 6, "9.2": 12, "9.2a": 3, "9.3": 15, "9.4": 8, "9.7": 20,
    "10.1": 10, "10.1a": 6, "10.2": 12, "10.4": 12, "10.6": 35,
    "11.1": 5, "11.3": 22, "11.3b": 12, "11.4d": 10, "11.4e": 8,
    "12.1": 8, "12.3": 12, "12.3b": 10, "12.6": 30,
    "13.3": 10, "13.3b": 16, "13.4b": 6, "13.4d": 20, "13.7": 35,
}  # fmt: skip


ROW = re.compile(r"(?m)^\| (.+?) \| (\d+|at home) \| (\d+) \| .*\|$")


def timetable(lesson) -> list[tuple[str, int, int]]:
    """Return the rows of a teacher's page: cells, minutes in class, minutes alone."""
    text = (lesson.path.parent / "teacher.md").read_text(encoding="utf-8")
    found = ROW.findall(text.partition("## Minutes\n")[2].partition("\n## ")[0])
    return [(cells, int(in_class.replace("at home", "0")), int(alone)) for cells, in_class, alone in found]


class Length(NamedTuple):
    """How long a lesson is; `stretch`: the most cells in a row without opening, bet or exercise; `unwritten`:
    the most before an exercise, counted from the one before it."""

    name: str
    words: int
    bets: int
    lines: int
    cells: int
    stretch: int
    unwritten: int
    exercises: float
    minutes: float


def words_in(text: str) -> int:
    """Count the words of markdown, of a formula or a link once.

    >>> words_in("Take the [red](card.md) one, `a + b`.")
    5
    """
    return len(re.sub(r"`[^`]*`", "code", re.sub(r"\]\([^)]*\)", "]", text)).split())


def revealed(lesson) -> str:
    """Return all texts of a lesson that open with a bet."""
    source = (lesson.path).read_text(encoding="utf-8")
    return "\n".join(re.findall(r"(?ms)^:::\{revealed\}(.*?)^:::$", source))


def stretches(cells, *tags: str) -> Iterator[int]:
    """Yield the numbers of cells between those with one of these tags."""
    length = 0
    for cell in cells:
        if {*tags} & set(cell.metadata.get("tags", ())):
            yield length
            length = 0
        else:
            length += 1
    yield length


def length_of(lesson) -> Length:
    """Measure a lesson, its notebook as a student gets it."""
    cells = student_notebook(lesson).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    texts = [re.sub(r"(?s)<details>.*?</details>", "", text) for text in texts]  # hints count as exercises
    code = [(cell.source, set(cell.metadata.get("tags", ()))) for cell in cells if cell.cell_type == "code"]
    bets = sum("predict" in tags for _, tags in code)
    open_code = [source for source, tags in code if not tags & {"predict", "hide", "setup", "exercise"}]
    lines = sum(bool(line.strip()) for source in open_code for line in source.splitlines())
    words = words_in("\n".join([*texts, revealed(lesson)]))
    guessed = {cells: alone for cells, _, alone in timetable(lesson)} | EXERCISES
    work = sum(guessed.get(task.id, 0) for task in lesson.own_exercises)
    minutes = words / WORDS + BET * bets + LINE * lines + work + BY_HAND.get(lesson.name, 0)
    stretch = max(stretches(cells, "opening", "predict", "exercise"))
    counts = words, bets, lines, len(cells), stretch, max(stretches(cells, "exercise"))
    return Length(lesson.name, *counts, work, minutes)


if __name__ == "__main__":
    chosen = sys.argv[1:] or [f"{number:02}" for number in range(10)]
    heads = "words", "bets", "lines", "cells", "stretch", "unwritten", "exercises", "minutes"
    print(f"{'lesson':18}", *(f"{head:>9}" for head in heads))
    for length in (length_of(lesson) for lesson in course() if lesson.name[:2] in chosen):
        name, *numbers, minutes = length
        print(f"{name:18}", *(f"{number:9}" for number in numbers), f"{minutes:9.0f}", end="")
        print(f"  more than {MOST}" if minutes > MOST else "")
