"""All lessons together: their neighbours, their public address, and the table in README.md."""

import re
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from .lesson import ROOT, Lesson, LessonError, read_lesson, with_more
from .notebook import alone, link, numbered_title

HOSTS = {"github.com": "gh", "gitlab.com": "gl"}  # where Binder finds a project, and its name for it
ADDRESS = re.compile(rf"(?:(?:https?|ssh)://)?(?:[\w.-]+@)?({'|'.join(HOSTS)})[/:]([\w.-]+(?:/[\w.-]+)+)")


class Repository(NamedTuple):
    """The public address of a project: "gh" or "gl", and OWNER/NAME."""

    host: str
    name: str


def repository(root: Path = ROOT) -> Repository | None:
    """Return the public address of the project: `[tool.exactly-once] repository` in pyproject.toml, or
    git's origin while that is empty. None if neither is an address on GitHub or GitLab."""
    path = root / "pyproject.toml"
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        address = settings.get("tool", {}).get("exactly-once", {}).get("repository", "")
    except (OSError, ValueError, AttributeError) as error:
        raise LessonError(f"{path}: cannot be read: {error}") from None
    if not address:
        return public(origin(root))
    if found := public(f"github.com/{address}" if re.fullmatch(r"[\w-]+/[\w.-]+", address) else address):
        return found
    raise LessonError(f"{path}: repository = {address!r}; allowed: https://github.com/OWNER/NAME")


def public(address: str) -> Repository | None:
    """Return the project behind an address, if it is on GitHub or GitLab.

    >>> public("git@github.com:nobody/dummy.git")
    Repository(host='gh', name='nobody/dummy')
    >>> public("/home/nobody/dummy")
    """
    match = ADDRESS.fullmatch(str(address).removesuffix("/").removesuffix(".git"))
    return Repository(HOSTS[match[1]], match[2]) if match else None


def origin(root: Path) -> str:
    """Return the address of git's `origin`, or ""."""
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):  # no git
        return ""


def binder_link(repo: Repository | None, notebook: str) -> str:
    """Return the address at which Binder opens a notebook, or "" without a repository."""
    if not repo:
        return ""
    name = repo.name if repo.host == "gh" else repo.name.replace("/", "%2F")
    return f"https://mybinder.org/v2/{repo.host}/{name}/HEAD?urlpath=lab/tree/notebooks/{notebook}.ipynb"


def read_course(root: Path = ROOT) -> tuple[list[Lesson], list[str]]:
    """Return all lessons, linked to each other and to Binder, and what could not be read."""
    lessons, errors = [], []
    for path in sorted((root / "lessons").glob("*/lesson.md")):
        try:
            lessons.append(read_lesson(path))
        except LessonError as error:
            errors.append(str(error))
    return link_lessons(lessons, repository(root)), errors


def link_lessons(lessons: list[Lesson], repo: Repository | None = None) -> list[Lesson]:
    """Return the lessons with their neighbours and Binder links."""
    known = {lesson.number: link(lesson) for lesson in lessons}
    neighbours = zip([None, *lessons], lessons, [*lessons[1:], None])
    return [
        with_more(
            replace(lesson, before=before, after=after, binder=binder_link(repo, lesson.name), known=known)
        )
        for before, lesson, after in neighbours
    ]


def course_table(lessons: list[Lesson]) -> list[dict]:
    """Return notebook, title and exercises of each lesson, for lessons/kit/checks/course.py."""
    return [
        {
            "notebook": one.name,
            "title": numbered_title(one)[3:],
            "exercises": [task.id for task in one.own_exercises],
            "kept": {task.id: list(task.kept) for task in one.own_exercises if task.kept},
        }
        for lesson in lessons
        for one in lesson.parts
    ]


def readme_text(text: str, lessons: list[Lesson], repo: Repository | None) -> str:
    """Return README.md with its generated blocks filled in."""
    text = replace_between("lessons", lessons_table(lessons), text)
    start = lessons[0].name if lessons else "00-start-here"
    badge = f"[![Binder](https://mybinder.org/badge_logo.svg)]({binder_link(repo, start)})"
    return replace_between("binder", badge if repo else "", text)


def replace_between(marker: str, content: str, text: str) -> str:
    """Put content between two markers.

    >>> replace_between("x", "new", "a <!-- x -->old<!-- /x --> b")
    'a <!-- x -->\\nnew\\n<!-- /x --> b'
    """
    start, end = f"<!-- {marker} -->", f"<!-- /{marker} -->"
    if text.count(start) != 1 or text.count(end) != 1 or text.index(start) > text.index(end):
        raise LessonError(f"README.md:1: needs one pair of markers {start} and {end}")
    before, rest = text.split(start)
    return f"{before}{start}\n{content}{chr(10) * bool(content)}{end}{rest.split(end)[1]}"


def lessons_table(lessons: list[Lesson]) -> str:
    binder = any(lesson.binder for lesson in lessons)
    head = ["lesson", "the puzzle", "minutes in class", "alone"] + ["on Binder"] * binder
    rows = [head, ["---"] * len(head), *(lesson_row(lesson) for lesson in lessons)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def lesson_row(lesson: Lesson) -> list[str]:
    link = f"[{numbered_title(lesson)}](notebooks/{lesson.name}.ipynb)"
    link += f", [more](notebooks/{lesson.more.name}.ipynb)" if lesson.more else ""
    row = [link, lesson.meta["puzzle"], str(lesson.meta["minutes"]), alone(lesson)]
    return row + ([f"[open]({lesson.binder})"] if lesson.binder else [])
