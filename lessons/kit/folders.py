"""Names of a lesson: its folder, its notebook, its modules."""

import re
from importlib import import_module
from pkgutil import iter_modules

import lessons


def notebook_name(folder: str) -> str:
    """Return the name of the notebook that is built from a folder.

    >>> notebook_name("l04_algorithm_x")
    '04-algorithm-x'
    """
    return folder.removeprefix("l").replace("_", "-")


def folder_name(notebook: str) -> str:
    """Return the name of the folder from which a notebook is built.

    >>> folder_name("04-algorithm-x")
    'l04_algorithm_x'
    """
    return "l" + notebook.replace("-", "_")


def lesson_packages() -> list[str]:
    """Return the packages of the lessons.

    >>> lesson_packages()[4]
    'lessons.l04_algorithm_x'
    """
    names = (one.name for one in iter_modules(lessons.__path__, "lessons."))
    return sorted(name for name in names if re.match(r"lessons\.l\d\d_", name))


def import_part(number: int, part: str) -> None:
    """Import a module of a lesson, such as "checks", if there is a lesson with this number."""
    for package in lesson_packages():
        if package.startswith(f"lessons.l{number:02d}_"):
            import_module(f"{package}.{part}")
