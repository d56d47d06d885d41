"""Names of a package that are imported from its modules when they are first used (PEP 562)."""

from collections.abc import Callable
from importlib import import_module


def look_up_in(package: str, homes: dict[str, str]) -> Callable:
    """Return `__getattr__` for a package; homes: the names, with spaces between them, by their module.

    >>> look_up_in("lessons.kit.ground", {"words": "many"})("many")(2, "lesson")
    '2 lessons'
    """
    module_of = {name: home for home, names in homes.items() for name in names.split()}

    def look_up(name: str):
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{module_of[name]}"), name)

    return look_up
