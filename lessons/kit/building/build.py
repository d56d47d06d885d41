"""Build the notebooks from the lessons: `python lessons/build.py` (or `--check`: which are stale?).

The notebook of `lessons/lNN_topic/lesson.md` (lesson.py says how that is written) is
`notebooks/NN-topic.ipynb`, its solutions are `lessons/lNN_topic/solutions.md`. The words of all
answers to its bets are `lessons/lNN_topic/answers.json`, and no notebook has them. The command also
writes the table of lessons and the Binder badge into README.md, between comments, and the list of
exercises into lessons/course.json.

Work of students in `notebooks/` is carried along, and kept in `notebooks/.exactly-once/` as it was.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..ground.errors import CourseError
from ..notebooks import carry, notebook_from, put_copy_away, set_aside, text_of, worked_in
from .course import course_table, link_lessons, read_course, readme_text, repository
from .faults import faults
from .lesson import ROOT, Lesson, LessonError, light_parts
from .notebook import answers_text, student_notebook
from .solutions import seen_from_lesson, solutions_text


def products(lessons: list[Lesson], root: Path = ROOT, online: bool = True) -> Iterator[tuple[Path, str]]:
    """Yield all that the build writes: (file, text)."""
    for lesson in lessons:
        sound = [part for part in lesson.parts if not faults(part, root)]
        for part in sound:
            yield root / "notebooks" / f"{part.name}.ipynb", text_of(student_notebook(part))
        if len(sound) == len(lesson.parts):
            yield lesson.path.with_name("solutions.md"), seen_from_lesson(solutions_text(lesson))
            yield lesson.path.with_name("answers.json"), answers_text(lesson)
            if light := {task.id: light_parts(task) for task in lesson.exercises if task.inputs}:
                yield lesson.path.with_name("light.json"), json_text(light)
    yield root / "lessons/course.json", json_text(course_table(lessons))
    readme = root / "README.md"
    if not readme.exists():
        raise LessonError("README.md:1: there is no README.md to write the table of lessons into")
    repo = repository(root) if online else None
    yield readme, readme_text(readme.read_text(encoding="utf-8"), lessons, repo)


def json_text(value: Any) -> str:
    """Return a value as a file's text."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def stale_files(root: Path = ROOT) -> list[str]:
    """Return what is not as the build would write it, and all mistakes; empty when all is fresh.

    A fork that has written no links of its own yet is fresh as well.
    """
    lessons, errors = read_course(root)
    errors += [fault for lesson in lessons for part in lesson.parts for fault in faults(part, root)]
    try:
        old = [path for path, texts in wordings(lessons, root) if not holds_any(path, texts)]
    except LessonError as error:
        old, errors = [], [*errors, str(error)]
    return errors + [f"{path.relative_to(root)}: {why_stale(path)}" for path in old]


def why_stale(path: Path) -> str:
    """Return why a file is not as the build would write it."""
    with suppress(CourseError, OSError):
        if path.suffix == ".ipynb" and worked_in(notebook_from(path.read_bytes())):
            return "has work in it; run: make notebooks ARGS=--fresh"
    return "stale; run: make notebooks"


def wordings(lessons: list[Lesson], root: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield all that the build writes, with links to Binder and without them."""
    offline = products(link_lessons(lessons), root, online=False)
    for (path, text), (_, other) in zip(products(lessons, root), offline):
        yield path, [text, other]


def build(root: Path = ROOT, fresh: bool = False) -> tuple[list[str], list[str]]:
    """Write all notebooks and the blocks in README.md; return what was done and what was wrong.

    If they are to be `fresh`, no notebook gets the work that was in it.
    """
    lessons, errors = read_course(root)
    errors += [fault for lesson in lessons for part in lesson.parts for fault in faults(part, root)]
    done = []
    try:
        for path, text in products(lessons, root):
            done += write_file(path, text, root, fresh)
    except LessonError as error:
        errors.append(str(error))
    return done, errors


def write_file(path: Path, text: str, root: Path, fresh: bool = False) -> list[str]:
    """Write a file if it changes; carry the work over from a notebook that somebody has worked in."""
    if fresh and path.suffix == ".ipynb":
        put_copy_away(path)
    if holds(path, text):
        return []
    line = "written"
    if path.suffix == ".ipynb" and path.exists():
        text, line = over(path, text, root, fresh)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return [f"{path.relative_to(root)}: {line}"] if line else []


def over(path: Path, text: str, root: Path, fresh: bool) -> tuple[str, str]:
    """Return what to write into a notebook that is there already, and a line that says so."""
    line = "written"
    try:
        old = notebook_from(path.read_bytes(), path.name)
        if not worked_in(old):
            return text, line
        if not fresh:
            text, line = text_of(carry(old, notebook_from(text))), "written, with the work that was in it"
    except CourseError as error:
        line = f"written; {error}"
    if holds(path, text):
        return text, ""
    return text, f"{line}; as it was, it is kept in {set_aside(path).relative_to(root)}"


def holds(path: Path, text: str) -> bool:
    """Return whether a file is there with just this text."""
    return path.exists() and path.read_bytes() == text.encode()


def holds_any(path: Path, texts: Iterable[str]) -> bool:
    return any(holds(path, text) for text in texts)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the notebooks and the table of lessons in README.md.")
    parser.add_argument(
        "--check", action="store_true", help="only say what is stale; status 1 if anything is"
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="leave out the work in the notebooks; it is kept in notebooks/.exactly-once",
    )
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    try:
        done, errors = ([], stale_files(root)) if options.check else build(root, options.fresh)
    except (LessonError, CourseError, OSError, UnicodeDecodeError) as error:
        done, errors = [], [str(error)]
    for line in done:
        print(line)
    for line in errors:
        print(line.replace(f"{root}/", ""), file=sys.stderr)
    return 1 if errors else 0
