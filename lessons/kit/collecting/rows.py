"""The rows of the page about a class: a notebook in each, and the files that were not read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from .class_page import StudentRow
from .judging import NOT_YET_JUDGED, Verdicts
from .submissions import Submission, find_others, is_zip, student_folder, tidy

UNREAD, PACKED = "is not a notebook: not read", "is a zip in a zip: unpack it"


def class_rows(
    folder: Path,
    submissions: Sequence[Submission],
    students: Mapping[str, str],
    found: Mapping[str, Verdicts],
    as_saved: bool,
) -> list[StudentRow]:
    """Return a row for each notebook and for each file beside them; notebooks without verdicts wait."""
    left = Verdicts(trouble=NOT_YET_JUDGED)
    made = [
        replace(student_row(one, students[one.place], found.get(one.place, left)), as_saved=as_saved)
        for one in submissions
    ]
    return [*with_others(made, find_others(folder))]


def with_others(made: Sequence[StudentRow], others: dict[str, list[str]]) -> Iterator[StudentRow]:
    """Yield the rows, and name the files that were not read: with the notebooks beside them, or alone."""
    for row in made:
        beside = [] if row.trouble else others.pop(student_folder(row.place), [])
        yield replace(row, notes=(*row.notes, *(f"{path} {why_unread(path)}" for path in beside)))
    for place, paths in others.items():
        name = tidy(Path(place).name)
        yield from (StudentRow(name, path, trouble=why_unread(path)) for path in paths)


def why_unread(path: str) -> str:
    return PACKED if is_zip(path) else UNREAD


def student_row(submission: Submission, student: str, outcome: Verdicts) -> StudentRow:
    trouble = submission.trouble or outcome.trouble
    return StudentRow(
        student=student,
        place=submission.place,
        lesson=submission.lesson,
        verdicts={} if trouble else outcome.verdicts,
        saved={id: status for id, (status, _) in submission.saved.items()},
        trouble=trouble,
        notes=submission.notes,
    )
