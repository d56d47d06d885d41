"""Rooms hand on names from their modules, and a module is imported when a name of it is first asked for (PEP
562)."""

from collections.abc import Callable
from importlib import import_module


def handed_on(room: str, homes: dict[str, str]) -> tuple[Callable, Callable, list[str]]:
    """`__getattr__`, `__dir__` and `__all__` for a room: `homes` says which names (one string, with spaces)
    come from which module.

    >>> look_up, listing, names = handed_on("puzzlelib.common", {"words": "many place"})
    >>> look_up("many")(2, "piece")
    '2 pieces'
    """
    module_of = {name: home for home, names in homes.items() for name in names.split()}

    def look_up(name: str):
        if name not in module_of:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{module_of[name]}"), name)

    return look_up, lambda: sorted(module_of), list(module_of)
