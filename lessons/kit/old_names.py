"""Names that notebooks of version 0.1 import from `puzzlelib.exercises`, `.widgets` and `.hands`.

This module and those three go with the next version.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module

from puzzlelib.common.errors import PuzzleError

from .folders import lesson_packages

GONE = {"spiked_bipyramid", "spiked_helix", "spiky"}  # surfaces that lesson 11 does without


def names_of(room: str) -> Callable:
    """Return the `__getattr__` of a room that has moved: it says where, once, and hands on its names."""

    def look_up(name: str):
        if name in GONE:
            return partial(refuse, name)
        if name not in (homes := find_homes()):
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        announce(room)
        return getattr(import_module(homes[name]), name)

    return look_up


@cache
def find_homes() -> dict[str, str]:
    """Return the package that each name is imported from now."""
    packages = map(import_module, [*lesson_packages(), "lessons.kit.hands", "lessons"])
    return {name: one.__name__ for one in packages for name in getattr(one, "__all__", ())}


def refuse(name: str, *_) -> None:
    raise PuzzleError(f"{name} is gone: this cell belongs to an older version of the lesson")


@cache
def announce(room: str) -> None:
    print(f"{room} has moved to lessons; the old name still works in this version.")
