"""Functions and modules that other packages add to this one: entry points, loaded when asked for.

The groups are `exactly_once.commands`, `.readers` (by the endings of files), `.pictures` and
`.stand_ins`. A clone need not be installed: its pyproject.toml names them.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .errors import PuzzleError
from .extras import NAME, lacking

CLONE = Path(__file__).parents[2] / "pyproject.toml"


@cache
def extensions(group: str) -> dict[str, str]:
    """Return the entry points of a group, as "module:function", by their names.

    >>> extensions("readers")
    {'xmpuzzle': 'makers.xmpuzzle:load_xmpuzzle'}
    """
    group = f"exactly_once.{group}"
    if found := entries_in_clone().get(group):
        return found
    from importlib.metadata import entry_points  # it takes 30 ms

    return {entry.name: entry.value for entry in entry_points(group=group)}


@cache
def entries_in_clone() -> dict[str, dict[str, str]]:
    """Return the entry points in the clone's pyproject.toml; none without a clone."""
    if not CLONE.is_file():
        return {}
    import tomllib

    project = tomllib.loads(CLONE.read_text(encoding="utf-8")).get("project", {})
    return project.get("entry-points", {}) if project.get("name") == NAME else {}


def load_entry(place: str, purpose: str) -> Any:
    """Return the function at "module:function", or a module.

    Raise `PuzzleError` if its package is not installed: `purpose` needs it.

    >>> load_entry("abacus_of_sand:count", "counting")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: counting needs abacus_of_sand, which is not installed
    """
    name, _, function = place.partition(":")
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        raise PuzzleError(f"{purpose} needs {lacking(str(error.name).partition('.')[0])}") from None
    return getattr(module, function) if function else module
