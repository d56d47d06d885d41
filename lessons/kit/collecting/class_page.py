"""A class on one page, and in a table for spreadsheets: who is stuck where, and what to talk about."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from pathlib import Path
from typing import NamedTuple

from puzzlelib.common.errors import one_line
from puzzlelib.common.pages import STILL_HEAD

from .class_words import Group, group_sentences
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
MOST_GROUPS = 4  # wrong answers that are shown of an exercise
TOPICS, NAMED = 3, 8  # exercises to discuss, students that are named as stuck
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True)
class StudentRow:
    """One notebook that was handed in. `saved`: exercise -> the status that stands in its outputs."""

    student: str
    place: str
    lesson: CourseLesson | None = None
    verdicts: dict[str, tuple[str, str]] = field(default_factory=dict)
    saved: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    notes: tuple[str, ...] = ()
    walls: dict[str, int] = field(default_factory=dict)


class About(NamedTuple):
    """Facts that the page tells about itself."""

    folder: str
    saved: bool
    system: str
    seconds: int


class Task(NamedTuple):
    """An exercise in a class: how many solved it, are not there yet, have not answered; who and why not."""

    id: str
    title: str
    lesson: CourseLesson
    solved: int
    stuck: int
    untried: int
    groups: list[Group]

    @property
    def tried(self) -> int:
        return self.solved + self.stuck


class Student(NamedTuple):
    """All that one student has handed in: exercise -> (status, sentence, saved status)."""

    name: str
    verdicts: dict[str, tuple[str, str, str]]
    places: list[str]
    remarks: list[str]

    @property
    def stuck(self) -> list[str]:
        return [id for id, (status, *_) in self.verdicts.items() if SIGNS[status][1] == "no"]

    @property
    def solved(self) -> int:
        return sum(status == "correct" for status, *_ in self.verdicts.values())


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
        for id, (status, say) in row.verdicts.items():
            student.verdicts[id] = status, say, row.saved.get(id, "")
        student.places.append(as_line(row.place))
        student.remarks.extend([row.trouble] if row.trouble else row.notes)
    return list(found.values())


def tasks_of(rows: Sequence[StudentRow]) -> list[Task]:
    """Return the exercises of all lessons that were handed in."""
    return [
        task_heading(id, title, lesson, [row.verdicts[id] for row in rows if id in row.verdicts])
        for lesson in handed_in_lessons(rows)
        for id, title in lesson.exercises.items()
    ]


def task_heading(id: str, title: str, lesson: CourseLesson, verdicts: list[tuple[str, str]]) -> Task:
    numbers = Counter(SIGNS[status][1] for status, _ in verdicts)
    wrong = [reason_text(status, say) for status, say in verdicts if SIGNS[status][1] == "no"]
    return Task(id, title, lesson, numbers["yes"], numbers["no"], numbers["open"], group_sentences(wrong))


def reason_text(status: str, say: str) -> str:
    """Return why an answer is not correct, also where no check has said so."""
    if status == "stopped":
        return f"Stopped: {say}."
    return "The notebook changes the checks." if status == "changed" else say


# -------- the table


def verdict_table(rows: Sequence[StudentRow]) -> str:
    """Return the table as CSV; nothing in it is a formula for a spreadsheet."""
    ids = [task.id for task in tasks_of(rows)]
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\r\n").writerow
    write(["student", *ids, "solved", "remarks", "files"])
    for one in students_of(rows):
        cells = [verdict_words(*one.verdicts[id]) if id in one.verdicts else "" for id in ids]
        line = [one.name, *cells, one.solved, "; ".join(one.remarks), "; ".join(one.places)]
        write([no_formula(cell) for cell in line])
    return text.getvalue()


def verdict_words(status: str, say: str, saved: str) -> str:
    """Return a verdict in words, and the saved one where it is another.

    >>> verdict_words("not yet", "Not yet.", "correct"), verdict_words("correct", "", "correct")
    ('not yet (saved: correct)', 'correct')
    """
    words = SIGNS[status][2]
    return words if is_as_saved(status, saved) else f"{words} (saved: {SIGNS[saved][2]})"


def is_as_saved(status: str, saved: str) -> bool:
    """A notebook that was saved without its outputs says nothing."""
    return not saved or SIGNS[saved][1] == SIGNS[status][1]


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
    parts = [
        head(rows, students, about),
        *(first_look(tasks, students) if tasks else ()),
        *(bars(tasks) if tasks else ()),
        *(verdict_grid(tasks, students) if tasks else ()),
        *wrong_answers(tasks),
        *remarks(rows),
        foot(rows, about),
    ]
    style = STYLE.read_text(encoding="utf-8")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
{STILL_HEAD}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(about.folder)}: what was handed in</title>
<style>
{style}</style>
</head>
<body>
{chr(10).join(parts)}
</body>
</html>
"""


def head(rows: Sequence[StudentRow], students: list[Student], about: About) -> str:
    lessons = ", ".join(f"{one.number:02d} {escape(one.title)}" for one in handed_in_lessons(rows))
    when = f"{datetime.now():%Y-%m-%d, %H:%M}"
    how = "saved verdicts, nothing was run" if about.saved else "judged again"
    words = f"{number_of(len(students), 'student')}, {number_judged(rows)} · {how} · {when}"
    return f"""<header>
<p class="where">{escape(about.folder)}</p>
<h1>{lessons or "No notebook could be judged"}</h1>
<p>{words}</p>
{WARNING if about.saved else ""}<label><input type="checkbox" id="hide"> Hide names, for the projector</label>
</header>"""


WARNING = """<p class="warning"><strong>These verdicts stand in the files and can be forged</strong> with any
editor; they may also be older than the answers. Without <code>--saved</code> all are judged again.</p>
"""


def number_judged(rows: Sequence[StudentRow]) -> str:
    bad = sum(bool(row.trouble) for row in rows)
    return number_of(len(rows) - bad, "notebook") + f", {bad} not judged (see To look at)" * bool(bad)


def number_of(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def first_look(tasks: list[Task], students: list[Student]) -> Iterator[str]:
    """Yield what to talk about, and who is stuck where."""
    hardest = sorted(
        (one for one in tasks if one.stuck), key=lambda one: (-one.stuck, -one.stuck / one.tried)
    )
    yield '<section class="look">'
    yield from topic(hardest, tasks)
    yield from stuck(students)
    yield "</section>"


def topic(hardest: list[Task], tasks: list[Task]) -> Iterator[str]:
    """Yield the exercises at which most are stuck, each with its most frequent wrong answer."""
    yield '<div class="topic">\n<h2>To discuss</h2>'
    yield "<ol>" if hardest else "<p>Nobody is stuck.</p>"
    for one in hardest[:TOPICS]:
        are = "is" if one.stuck == 1 else "are"
        yield f'<li><p class="exercise"><b>{one.id}</b> {escape(one.title)}</p>'
        alike = one.groups[0].number
        most = f", and {alike} were told" if 1 < alike < one.stuck else ""
        yield f"<p>{one.stuck} of {one.tried} who tried {are} not there yet{most}:</p>"
        yield f"<blockquote>{sentence_html(one.groups[0].say)}</blockquote></li>"
    yield "</ol>" if hardest else ""
    untried = [f"<b>{one.id}</b>" for one in tasks if not one.tried]
    if untried:
        yield f"<p>Nobody has tried {', '.join(untried)}.</p>"
    yield "</div>"


def sentence_html(say: str) -> str:
    """Return a sentence with its code as code.

    >>> sentence_html("Ask `test` if 1 < 2.")
    'Ask <code>test</code> if 1 &lt; 2.'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(say))


def stuck(students: list[Student]) -> Iterator[str]:
    """Yield the students with the most exercises that they tried and have not solved."""
    most = sorted((one for one in students if one.stuck), key=lambda one: -len(one.stuck))
    yield '<div class="stuck">\n<h2>Stuck</h2>'
    yield "<ul>" if most else "<p>Nobody.</p>"
    for one in most[:NAMED]:
        yield f"<li>{name(one)} <span>{', '.join(one.stuck)}</span></li>"
    yield "</ul>" if most else ""
    if len(most) > NAMED:
        yield f"<p>and {len(most) - NAMED} more, below</p>"
    yield "</div>"


def name(student: Student) -> str:
    return f'<span class="name">{escape(student.name)}</span>'


def bars(tasks: list[Task]) -> Iterator[str]:
    """Yield a bar for each exercise: solved, not yet, not answered."""
    yield '<section>\n<h2>Exercise by exercise</h2>\n<table class="bars">'
    yield '<thead><tr><th scope="col" colspan="2">exercise</th><th scope="col" class="key">'
    yield '<span class="yes">✓ correct</span> <span class="no">✗ not yet</span> '
    yield '<span class="open">○ not answered</span></th></tr></thead>\n<tbody>'
    for one in tasks:
        parts = (("yes", "✓", one.solved), ("no", "✗", one.stuck), ("open", "○", one.untried))
        bar = "".join(
            f'<span class="{look}" style="flex-grow:{number}">{sign}&#8239;{number}</span>'
            for look, sign, number in parts
            if number
        )
        yield f'<tr><th scope="row">{one.id}</th><td>{escape(one.title)}</td>'
        yield f'<td><div class="bar">{bar}</div></td></tr>'
    yield "</tbody>\n</table>\n</section>"


def verdict_grid(tasks: list[Task], students: list[Student]) -> Iterator[str]:
    """Yield the table: a row for each student, a column for each exercise."""
    yield '<section>\n<h2>Student by student</h2>\n<div class="wide"><table class="grid">'
    yield "<thead>"
    if len({one.lesson.name for one in tasks}) > 1:
        yield '<tr><td class="number"></td><td class="who"></td>'
        for lesson in dict.fromkeys(one.lesson.name for one in tasks):
            number = sum(one.lesson.name == lesson for one in tasks)
            yield f'<th scope="colgroup" class="begins" colspan="{number}">lesson {lesson[:2]}</th>'
        yield "<td></td></tr>"
    yield '<tr><td class="number"></td><th scope="col" class="who">student</th>'
    begins = {lesson.exercises and next(iter(lesson.exercises)) for lesson in lessons_in(tasks)}
    for one in tasks:
        first = ' class="begins"' if one.id in begins else ""
        yield f'<th scope="col"{first} title="{escape(one.title)}">{one.id}</th>'
    yield '<th scope="col">solved</th></tr></thead>\n<tbody>'
    for number, one in enumerate(students, 1):
        yield f'<tr><td class="number">{number}</td><th scope="row" class="who">{name(one)}</th>'
        for task in tasks:
            yield verdict_cell(task.id, one, "begins" if task.id in begins else "")
        yield f"<td>{one.solved}</td></tr>" if one.verdicts else '<td class="none">see below</td></tr>'
    yield "</tbody>\n</table></div>"
    yield f"<p class=\"key\">{' · '.join(f'{sign} {words}' for sign, words in legend(students))}</p>"
    yield "</section>"


def lessons_in(tasks: list[Task]) -> list[CourseLesson]:
    return list({one.lesson.name: one.lesson for one in tasks}.values())


def verdict_cell(id: str, student: Student, place: str) -> str:
    """Return a verdict as a cell; a mark where the notebook says something else."""
    if id not in student.verdicts:
        return f'<td class="none {place}"></td>'
    status, _, saved = student.verdicts[id]
    sign, look, words = SIGNS[status]
    differs = not is_as_saved(status, saved)
    words = f"{id}: {verdict_words(*student.verdicts[id])}"
    mark = '<sup class="differs">≠</sup>' if differs else ""
    title = escape(words)
    return f'<td class="{look} {place}" title="{title}"><span aria-label="{title}">{sign}</span>{mark}</td>'


def legend(students: list[Student]) -> Iterator[tuple[str, str]]:
    """Yield the signs that are in the table, and what they mean."""
    found = [one for student in students for one in student.verdicts.values()]
    there = {status for status, *_ in found}
    yield from dict.fromkeys((sign, words) for status, (sign, _, words) in SIGNS.items() if status in there)
    if not all(is_as_saved(status, saved) for status, _, saved in found):
        yield "≠", "the verdict saved in the notebook is another"


def wrong_answers(tasks: list[Task]) -> Iterator[str]:
    """Yield the wrong answers of each exercise by what the check said of them."""
    some = [one for one in tasks if one.groups]
    if not some:
        return
    yield '<section>\n<h2>Typical wrong answers</h2>\n<p class="key">In the words of the checks; “…” stands '
    yield "for what a student wrote.</p>"
    for one in some:
        yield f'<div class="wrong"><h3><b>{one.id}</b> {escape(one.title)}</h3><ul>'
        for group in one.groups[:MOST_GROUPS]:
            yield f"<li><b>{group.number}&#8239;×</b> <span>{sentence_html(group.say)}</span></li>"
        if rest := sum(group.number for group in one.groups[MOST_GROUPS:]):
            yield f"<li><b>{rest}&#8239;×</b> <span>something else</span></li>"
        yield "</ul></div>"
    yield "</section>"


def remarks(rows: Sequence[StudentRow]) -> Iterator[str]:
    """Yield a line for what is to be looked at: notebooks that were not judged, or of another version."""
    places: dict[str, list[str]] = {}
    for row in rows:
        for remark in [row.trouble] if row.trouble else row.notes:
            places.setdefault(remark, []).append(row.place)
    if places:
        yield '<section>\n<h2>To look at</h2>\n<ul class="remarks">'
        for remark, some in places.items():
            named = ", ".join(f'<span class="name">{escape(as_line(place))}</span>' for place in some)
            yield f"<li>{named}: {escape(remark)}</li>"
        yield "</ul>\n</section>"


def as_line(place: str) -> str:
    """Return the path of a notebook as a line that can be printed."""
    return one_line(place, 120)


def foot(rows: Sequence[StudentRow], about: About) -> str:
    """Say how it was judged, and what that is worth."""
    words = (
        "Nothing was run." if about.saved else f"{describe_walls(rows, about)} {WORTH.format(about.seconds)}"
    )
    return f"<footer><h2>How this was judged</h2><p>{words} No solution is on this page.</p></footer>"


WORTH = (
    "Each notebook had {} seconds of processor time, shared by its exercises; an answer may have been "
    "stopped sooner than in the notebook. A printed or saved verdict counts for nothing here, and a check "
    "that a notebook has changed is noticed. But verdicts come from the process in which the student’s code "
    "ran: code that searches Python’s own memory could forge one."
)


def describe_walls(rows: Sequence[StudentRow], about: About) -> str:
    """Return what held the code of students, in words."""
    walls = [row.walls for row in rows if row.walls]
    if not walls:
        return "No code was run."
    landlock, seccomp = min(one["landlock"] for one in walls), all(one["seccomp"] for one in walls)
    limits = "" if all(one["limits"] for one in walls) else f" {about.system} has no limits for a process."
    if not landlock:
        return f"<strong>Only Python’s audit hook was in force</strong>: {HOOK}{limits}"
    network = "it had no network" if seccomp else "it had no TCP" if landlock >= 4 else "the network was open"
    signals = "" if landlock >= 6 else " Signals to other processes were refused by Python only."
    return f"{LANDLOCK} (Landlock {landlock}), and {network}.{signals}{limits}"


LANDLOCK = (
    "Linux kept each notebook in a process of its own that could read Python and the library and write "
    "into one empty folder"
)
HOOK = "it stops accidents, and not somebody who attacks."
