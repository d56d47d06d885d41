"""Names of a lesson: its folder, its notebook, its modules."""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

import lessons

MORE = "-more"  # ends the name of a lesson's second notebook


def notebook_name(source: str | Path) -> str:
    """Return the name of the notebook that is built from a folder's lesson.md, or from its more.md.

    >>> notebook_name("l04_algorithm_x/lesson.md"), notebook_name("l04_algorithm_x/more.md")
    ('04-algorithm-x', '04-algorithm-x-more')
    """
    folder, part = Path(source).parts[-2:]
    return folder.removeprefix("l").replace("_", "-") + MORE * (part == "more.md")


def source_file(notebook: str) -> Path:
    """Return the file from which a notebook is built, as seen from lessons/.

    >>> source_file("04-algorithm-x").as_posix(), source_file("04-algorithm-x-more").as_posix()
    ('l04_algorithm_x/lesson.md', 'l04_algorithm_x/more.md')
    """
    folder = "l" + notebook.removesuffix(MORE).replace("-", "_")
    return Path(folder, "more.md" if notebook.endswith(MORE) else "lesson.md")


def lesson_packages() -> list[str]:
    """Return the packages of the lessons.

    >>> lesson_packages()[4]
    'lessons.l04_algorithm_x'
    """
    names = (one.name for one in iter_modules(lessons.__path__, "lessons."))
    return sorted(name for name in names if re.match(r"lessons\.l\d\d_", name))


def import_part(number: int, part: str) -> None:
    """Import a module of a lesson, such as "checks", if there is a lesson that has one."""
    for package in lesson_packages():
        if package.startswith(f"lessons.l{number:02d}_") and find_spec(f"{package}.{part}"):
            import_module(f"{package}.{part}")
