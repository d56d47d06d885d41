"""Names of a lesson: its folder, its notebook, its modules."""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

LESSONS = Path(__file__).parents[2]


def notebook_name(source: str | Path) -> str:
    """Return the name of the notebook that is built from a folder's lesson.md, or from its more.md.

    >>> notebook_name("l04_algorithm_x/lesson.md"), notebook_name("l04_algorithm_x/more.md")
    ('04-algorithm-x', '04b-algorithm-x')
    """
    folder, part = Path(source).parts[-2:]
    number, topic = folder.removeprefix("l").replace("_", "-").split("-", 1)
    return f"{number}{'b' * (part == 'more.md')}-{topic}"


def source_file(notebook: str) -> Path:
    """Return the file from which a notebook is built, as seen from lessons/.

    >>> source_file("04-algorithm-x").as_posix(), source_file("04b-algorithm-x").as_posix()
    ('l04_algorithm_x/lesson.md', 'l04_algorithm_x/more.md')
    """
    number, topic = notebook.replace("-", "_").split("_", 1)
    return Path(f"l{number[:2]}_{topic}", "more.md" if number.endswith("b") else "lesson.md")


def former_name(notebook: str) -> str:
    """Return the name that a second notebook had in version 0.1; that of any other notebook as it is.

    >>> former_name("04b-algorithm-x"), former_name("04-algorithm-x")
    ('04-algorithm-x-more', '04-algorithm-x')
    """
    return re.sub(r"^(\d\d)b-(.*)", r"\1-\2-more", notebook)


def present_name(notebook: str) -> str:
    """Return the name that a second notebook has had since version 0.2.

    >>> present_name("04-algorithm-x-more"), present_name("04-algorithm-x")
    ('04b-algorithm-x', '04-algorithm-x')
    """
    return re.sub(r"^(\d\d)-(.*)-more$", r"\1b-\2", notebook)


def lesson_packages(number: int | None = None) -> list[str]:
    """Return the packages of the lessons, or those of one number.

    >>> lesson_packages(4)
    ['lessons.l04_algorithm_x']
    """
    begins = r"l\d\d_" if number is None else f"l{number:02d}_"
    return sorted(f"lessons.{path.name}" for path in LESSONS.iterdir() if re.match(begins, path.name))


def import_part(number: int, part: str) -> None:
    """Import a module of a lesson, such as "checks", if there is a lesson that has one."""
    for package in lesson_packages(number):
        if find_spec(f"{package}.{part}"):
            import_module(f"{package}.{part}")
