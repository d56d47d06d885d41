"""Names of a package that are imported from its modules when they are first used (PEP 562)."""

from collections.abc import Callable
from importlib import import_module


def attach(package: str, homes: dict[str, str]) -> tuple[Callable, Callable, list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` for a package, as `lazy_loader.attach` does.

    homes: the names, with spaces between them, by their module.

    >>> look_up, listing, names = attach("puzzlelib.common", {"words": "many place"})
    >>> look_up("many")(2, "piece")
    '2 pieces'
    """
    module_of = {name: home for home, names in homes.items() for name in names.split()}

    def look_up(name: str):
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{module_of[name]}"), name)

    return look_up, lambda: sorted(module_of), list(module_of)
