"""Is all that judges what it was before a notebook ran: functions, classes, and the data on which they rest?

Whatever is found in the modules of the library is kept with its parts: a list with what is in it, a function
with its code, its defaults and its variables, a class and its instances with their attributes. It is
unchanged while its parts are the same ones; what only equals them may be a student's.
"""

import builtins
import gc
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property, partial
from importlib import import_module
from pkgutil import walk_packages
from types import CellType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from ..checks.values import numpy
from ..ground.course import COURSE

LIBRARY = "lessons", *COURSE.libraries
CARDS = (
    "lessons.kit.cards",
    *COURSE.cards,
)  # what a notebook shows; no check rests on their data, which change
CACHE = type(cache(len))
HOLDERS = {
    list,
    tuple,
    dict,
    set,
    frozenset,
    deque,
    CellType,
    MethodType,
    MappingProxyType,
    property,
    partial,
    CACHE,
}
HOLDERS |= {staticmethod, classmethod, cached_property, numpy.ndarray}
PATCHED = {"typing"}  # by the package typing_extensions, when that is imported
SHELL = {"quit", "exit", "displayhook", "excepthook"}  # IPython has its own while a cell runs


def look_through() -> Callable[[], bool]:  # noqa: C901 (a part of its own would be a name to replace)
    """Return a function that says whether all is as it is now.

    It forgets what `cache` and `cached_property` have kept since, for a notebook may have changed that.
    It looks at names first: no function is called here whose code has changed.
    """
    import_library()
    names = [*named_values()]
    modules = [(vars(module), {*vars(module)}) for module in library_modules()]
    kept = [(thing, parts_of(thing)) for thing in things()]
    caches = [thing for thing, _ in kept if type(thing) is CACHE]
    late = [(vars(thing), later) for thing, _ in kept if (later := lazy_names(thing))]
    hidden, parts, code, clear, missing = (
        vars(builtins).keys(),
        parts_of,
        code_of,
        CACHE.cache_clear,
        object(),
    )
    own = [(one, one.__code__) for one in (parts, code, fields_of, lazy_names)]

    def unchanged() -> bool:  # noqa: C901, PLR0912 (loops, for all() and any() may be a notebook's)
        for function, own_code in own:
            if function.__code__ is not own_code:
                return False
        for space, name, value, _ in names:
            if space.get(name, missing) is not value:
                return False
        for space, known in modules:
            if (space.keys() - known) & hidden:  # a name of the module's own in place of Python's
                return False
        for thing in caches:
            clear(thing)
        for space, later in late:
            for name in later & space.keys():
                del space[name]
        for _, _, value, its_code in names:
            if code(value) is not its_code:
                return False
        for thing, its_parts in kept:  # noqa: SIM110
            if parts(thing) != its_parts:
                return False
        return True

    return unchanged


def import_library() -> None:
    """Import what a check imports only when it needs it: a notebook must not be the first to see it."""
    for library in COURSE.libraries[:1]:
        for found in walk_packages(import_module(library).__path__, f"{library}."):
            if not found.name.endswith("__main__"):
                with suppress(ImportError):  # it asks for a package that is not here
                    import_module(found.name)


def library_modules() -> list[ModuleType]:
    return [module for name, module in [*sys.modules.items()] if is_ours(name)]


def is_ours(name: Any) -> bool:
    return isinstance(name, str) and name.partition(".")[0] in LIBRARY


def named_values() -> Iterator[tuple[dict, str, Any, Any]]:
    """Yield the names of the library's modules, and those of functions and classes in modules that it uses:
    (where, name, value, its code)."""
    for space in (vars(builtins), *map(vars, used_modules())):
        for name, value in space.items():
            if callable(value) and name not in SHELL or is_ours(space.get("__name__")) and name[:2] != "__":
                yield space, name, value, code_of(value)


def used_modules() -> list[ModuleType]:
    """Return the modules that the library's modules name, and those from which they have functions and
    classes."""
    values = [one for module in library_modules() for one in vars(module).values()]
    homes = (sys.modules.get(one.__module__) for one in values if isinstance(one, (type, FunctionType)))
    named = (one for one in values if type(one) is ModuleType)
    found = {id(one): one for one in (*named, *homes) if one and one.__name__ not in PATCHED}
    return [*found.values()]


def code_of(value: Any) -> Any:
    return value.__code__ if type(value) is FunctionType else None


# -------- things and their parts


def things() -> list:
    """Return all that is found from the modules of the library on, and can be changed."""
    judging = [module for module in library_modules() if not module.__name__.startswith(CARDS)]
    found, waiting = {}, [value for module in judging for value in vars(module).values()]
    waiting += [one for module in used_modules() for one in vars(module).values() if is_pythons(one)]
    spaces = {id(vars(module)) for module in [*sys.modules.values()] if isinstance(module, ModuleType)}
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found and id(thing) not in spaces and can_change(thing):
            found[id(thing)] = thing
            fields = fields_of(thing)  # of Python's own only the code: their data may grow
            waiting += filter(is_pythons, fields) if is_pythons(thing) else fields
    return [*found.values()]


def can_change(thing: Any) -> bool:
    """Return whether a thing holds others: a collection, or something that is the library's own."""
    kind = type(thing)
    home = (thing if isinstance(thing, (type, FunctionType)) else kind).__module__
    if kind in HOLDERS or issubclass(kind, dict) or is_pythons(thing):
        return True
    return is_ours(home) and not home.startswith(CARDS)


def is_pythons(thing: Any) -> bool:
    """Return whether this is a class or a function of Python's own library, such as Counter."""
    own = isinstance(thing, (type, FunctionType)) and isinstance(thing.__module__, str)
    return own and thing.__module__.partition(".")[0] in sys.stdlib_module_names - PATCHED


def parts_of(thing: Any) -> tuple | bytes:
    """Return what a thing consists of, each part by its number in Python's memory."""
    return thing.tobytes() if type(thing) is numpy.ndarray else tuple(map(id, fields_of(thing)))


def fields_of(thing: Any) -> list:
    """Return what a thing holds: names as well, for one may take the place of another."""
    kind = type(thing)
    if kind is FunctionType:
        return [thing.__code__, thing.__defaults__, thing.__kwdefaults__, thing.__closure__, thing.__dict__]
    if isinstance(thing, type):
        attributes = [pair for pair in thing.__dict__.items() if pair[0] != "__slotnames__"]  # of copyreg's
        return [thing.__bases__, *(part for pair in attributes for part in pair)]
    attributes = getattr(thing, "__dict__", None)  # from now on it is among the referents
    return [attributes] if kind is CACHE else gc.get_referents(thing)


def lazy_names(thing: Any) -> set[str]:
    """Return the attributes that a thing does not have yet, but will by `cached_property`."""
    if not is_ours(type(thing).__module__) or isinstance(thing, type):
        return set()
    space = [pair for kind in type(thing).__mro__ for pair in vars(kind).items()]
    later = {name for name, value in space if type(value) is cached_property}
    return later and later - vars(thing).keys()
