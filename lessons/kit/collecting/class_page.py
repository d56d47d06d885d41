"""A class on one page, and in a table for spreadsheets: who is stuck where, and what to talk about.

class_page.html is the page, a template of Jinja: what students wrote is escaped there.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup, escape

from ..ground.errors import one_line
from ..ground.files import STILL_HEAD
from ..ground.templates import render
from ..ground.words import many
from .class_words import Group, group_sentences
from .judge_apart import MEGABYTES_ON_DISK, PROCESSES
from .submissions import CourseLesson

STYLE = Path(__file__).with_name("class_page.css")
SIGNS = {  # status -> sign, class, words
    "correct": ("✓", "yes", "correct"),
    "not yet": ("✗", "no", "not yet"),
    "stopped": ("■", "no", "stopped"),
    "interrupted": ("■", "no", "stopped"),
    "changed": ("!", "no", "not judged: the checks were changed"),
    "open": ("○", "open", "not answered"),
    "missing": ("–", "open", "no such cell"),
}
AS_SAVED = "as saved, not run again"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True)
class StudentRow:
    """One notebook that was handed in.

    `saved` : exercise -> the status in its outputs; `as_saved`, whether the verdicts are these.
    """

    student: str
    place: str
    lesson: CourseLesson | None = None
    verdicts: dict[str, tuple[str, str]] = field(default_factory=dict)
    saved: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    notes: tuple[str, ...] = ()
    as_saved: bool = False

    @property
    def remarks(self) -> Sequence[str]:
        """Why it was not judged, or what else is to be known about it."""
        return [self.trouble] if self.trouble else self.notes


class About(NamedTuple):
    """Facts that the page tells about itself."""

    folder: str
    kind: str  # of the sandbox in which notebooks were run; "saved" where none was run
    name: str  # of the sandbox, with its version
    why: str  # none was run, if nobody asked for that
    seconds: int
    memory: int


class Task(NamedTuple):
    """An exercise in a class: how many solved it, are not there yet, have not answered; who and why not."""

    id: str
    title: str
    solved: int
    stuck: int
    untried: int
    groups: list[Group]

    @property
    def tried(self) -> int:
        return self.solved + self.stuck


class Judged(NamedTuple):
    """The verdict on an answer, and the one that was saved with it.

    >>> Judged("not yet", "correct").words, Judged("correct", "correct").words
    ('not yet (saved: correct)', 'correct')
    """

    status: str
    saved: str
    as_saved: bool = False

    @property
    def sign(self) -> str:
        return SIGNS[self.status][0]

    @property
    def look(self) -> str:
        return SIGNS[self.status][1]

    @property
    def differs(self) -> bool:
        """Is the saved one another? A notebook that was saved without its outputs says nothing."""
        return self.saved != "" and SIGNS[self.saved][1] != self.look

    @property
    def words(self) -> str:
        words = SIGNS[self.status][2]
        if self.as_saved:
            return f"{words}, {AS_SAVED}"
        return f"{words} (saved: {SIGNS[self.saved][2]})" if self.differs else words


class Student(NamedTuple):
    """All that one student has handed in."""

    name: str
    verdicts: dict[str, Judged]  # by exercise
    places: list[str]
    remarks: list[str]

    @property
    def stuck(self) -> list[str]:
        return [id for id, one in self.verdicts.items() if one.look == "no"]

    @property
    def solved(self) -> int:
        return sum(one.status == "correct" for one in self.verdicts.values())


def files(rows: Sequence[StudentRow], about: About) -> dict[str, bytes]:
    """Return the files to write: name -> content."""
    return {
        "collected.html": class_page(rows, about).encode("utf-8", "replace"),
        "collected.csv": verdict_table(rows).encode("utf-8-sig", "replace"),  # Excel asks for the mark
    }


# -------- by student and by exercise


def handed_in_lessons(rows: Sequence[StudentRow]) -> list[CourseLesson]:
    found = {row.lesson.name: row.lesson for row in rows if row.verdicts}
    return [found[name] for name in sorted(found)]


def students_of(rows: Sequence[StudentRow]) -> list[Student]:
    found: dict[str, Student] = {}
    for row in sorted(rows, key=lambda row: (row.student.casefold(), row.student, row.place)):
        student = found.setdefault(row.student, Student(row.student, {}, [], []))
        for id, (status, _) in row.verdicts.items():
            student.verdicts[id] = Judged(status, row.saved.get(id, ""), row.as_saved)
        student.places.append(as_line(row.place))
        student.remarks.extend(row.remarks)
    return list(found.values())


def tasks_of(rows: Sequence[StudentRow]) -> list[Task]:
    """Return the exercises of all lessons that were handed in."""
    return [
        task_heading(id, title, [row.verdicts[id] for row in rows if id in row.verdicts])
        for lesson in handed_in_lessons(rows)
        for id, title in lesson.exercises.items()
    ]


def task_heading(id: str, title: str, verdicts: list[tuple[str, str]]) -> Task:
    numbers = Counter(SIGNS[status][1] for status, _ in verdicts)
    wrong = [reason_text(status, say) for status, say in verdicts if SIGNS[status][1] == "no"]
    return Task(id, title, numbers["yes"], numbers["no"], numbers["open"], group_sentences(wrong))


def reason_text(status: str, say: str) -> str:
    """Return why an answer is not correct, also where no check has said so."""
    if status == "stopped":
        return f"Stopped: {say}."
    return "The notebook changes the checks." if status == "changed" else say


def as_line(place: str) -> str:
    """Return the path of a notebook as a line that can be printed."""
    return one_line(place, 120)


# -------- the table


def verdict_table(rows: Sequence[StudentRow]) -> str:
    """Return the table as CSV; nothing in it is a formula for a spreadsheet."""
    ids = [task.id for task in tasks_of(rows)]
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\r\n").writerow
    write(["student", *ids, "solved", "remarks", "files"])
    for one in students_of(rows):
        cells = [one.verdicts[id].words if id in one.verdicts else "" for id in ids]
        line = [one.name, *cells, one.solved, "; ".join(one.remarks), "; ".join(one.places)]
        write([no_formula(cell) for cell in line])
    return text.getvalue()


def no_formula(value) -> str | int:
    """Return a value that no spreadsheet takes for a formula.

    >>> no_formula("=1+1"), no_formula("Ada"), no_formula(3)
    ("'=1+1", 'Ada', 3)
    """
    if not isinstance(value, str):
        return value
    return f"'{value}" if value.lstrip(" \ufeff").startswith(FORMULA) else value


# -------- the page


def class_page(rows: Sequence[StudentRow], about: About) -> str:
    """Return the page: everything in it, nothing fetched, no script."""
    tasks, students = tasks_of(rows), students_of(rows)
    stuck = [one for one in tasks if one.stuck]
    return render(
        "kit/collecting/class_page.html",
        many=many,
        sentence=sentence_html,
        still_head=Markup(STILL_HEAD),
        style=Markup(STYLE.read_text(encoding="utf-8")),
        about=about,
        when=f"{datetime.now():%Y-%m-%d, %H:%M}",
        number_judged=number_judged(rows),
        lessons=handed_in_lessons(rows),
        tasks=tasks,
        hardest=sorted(stuck, key=lambda one: (-one.stuck, -one.stuck / one.tried)),
        students=students,
        stuck=sorted((one for one in students if one.stuck), key=lambda one: -len(one.stuck)),
        legend=legend(students),
        remarks=places_by_remark(rows),
        sandbox=describe_sandbox(about),
    )


def number_judged(rows: Sequence[StudentRow]) -> str:
    bad = sum(bool(row.trouble) for row in rows)
    return many(len(rows) - bad, "notebook") + f", {bad} not judged (see To look at)" * bool(bad)


def sentence_html(say: str) -> Markup:
    """Return a sentence with its code as code.

    >>> sentence_html("Ask `test` if 1 < 2.")
    Markup('Ask <code>test</code> if 1 &lt; 2.')
    """
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(say))))


def legend(students: list[Student]) -> list[str]:
    """Return the signs that are in the table, each with its meaning."""
    found = [one for student in students for one in student.verdicts.values()]
    there = {one.status for one in found}
    signs = [f"{sign} {words}" for status, (sign, _, words) in SIGNS.items() if status in there]
    saved = ["≠ the verdict saved in the notebook is another"] * any(one.differs for one in found)
    as_saved = [f"s {AS_SAVED}"] * any(one.as_saved for one in found)
    return list(dict.fromkeys(signs)) + saved + as_saved


def places_by_remark(rows: Sequence[StudentRow]) -> dict[str, list[str]]:
    """Return what is to be looked at, and in which notebooks: not judged, or of another version."""
    found: dict[str, list[str]] = {}
    for row in rows:
        for remark in row.remarks:
            found.setdefault(remark, []).append(as_line(row.place))
    return found


def describe_sandbox(about: About) -> str:
    """Return what kept the code of students away from the machine, and within which bounds, as HTML."""
    if about.kind == "saved":
        return escape(f"No notebook was run: {about.why}.") if about.why else "No notebook was run."
    clock = "processor time" if about.kind != "container" else "time by the clock"
    bounds = BOUNDS.format(clock=clock, processes=PROCESSES, disk=MEGABYTES_ON_DISK, about=about)
    return Markup(KINDS[about.kind]).format(about.name) + bounds


APART = ": it saw Python and the library, could change neither, and had no network and no other process. "
KINDS = {
    "bubblewrap": "{0} ran each notebook apart from this machine" + APART,
    "container": "{0} ran each notebook in a container" + APART,
    "none": "<strong>No sandbox was in force (<code>--trust</code>)</strong>: the code of students could "
    "read, change and delete whatever you can. ",
}
BOUNDS = (
    "Each had {about.seconds} seconds of {clock}, shared by its exercises, {about.memory:,} MB of memory, "
    "{processes} processes and {disk} MB in files; what is over is noticed within a second."
)
