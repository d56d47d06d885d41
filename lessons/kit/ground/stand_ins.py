"""Modules without content, in place of those that a browser lacks."""

from pkgutil import resolve_name
from types import ModuleType

from .course import COURSE


class Nothing:
    """An object that takes any call and any attribute, and does nothing."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, *_, **__) -> "Nothing":
        return self

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()


class SilentModule(ModuleType):
    """A module in which each name is an empty class, or what the course has in its place.

    >>> isinstance(3, SilentModule("sand").Grain)
    False
    """

    __path__ = []

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        package = self.__name__.partition(".")[0]
        place = COURSE.stand_ins.get(package)
        found = resolve_name(place)(package, name) if place else type(name, (Nothing,), {})
        setattr(self, name, found)
        return found
