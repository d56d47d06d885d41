"""Does a student's function do its work itself? The names of the course's libraries and of its lessons
that it uses."""

import dis
import inspect
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from types import CodeType
from typing import Any

from ..ground.course import COURSE
from .counterexample import Counterexample


def refuse_library(
    answer: Callable, names: Container | None = None, ran_on: Iterable = ()
) -> Iterator[Counterexample]:
    """Yield a counterexample for each name of ours in an answer, or those in `names`, and for what of
    ours a call with the arguments `ran_on` runs, by whatever name.

    >>> def ordered(row): ...
    >>> ordered.__module__ = "lessons.l01_sorting"
    >>> next(refuse_library(lambda row: ordered(row))).say
    "Your function uses the library's `ordered`. Here it should do the work itself."
    """
    ran = names_run(answer, *ran_on) if ran_on else ()
    for name in (*library_names(inspect.unwrap(answer)), *ran):
        if names is None or name in names:
            words = f"Your function uses the library's `{name}`. Here it should do the work itself."
            yield Counterexample(words)


def names_run(answer: Callable, *args) -> list[str]:
    """Return the functions of these packages that a call runs."""
    names, before = [], sys.getprofile()

    def note(frame, event, _):
        if event == "call" and is_in_library(frame.f_globals.get("__name__", "")):
            names.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        answer(*args)
    finally:
        sys.setprofile(before)
    return names


def library_names(function: Any) -> Iterator[str]:
    """Yield the names of these packages that a function or its helpers use; with a module, all
    names that may be the module's."""
    space = getattr(function, "__globals__", {})
    yield from names_of_value(getattr(function, "__name__", ""), function)
    for code in own_codes(function, space):
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                yield from names_of_value(step.argval, space.get(step.argval), code.co_names)
            elif step.opname == "IMPORT_NAME" and is_in_library(step.argval):
                yield from (step.argval, *code.co_names)


def names_of_value(name: str, value: Any, attributes: Iterable[str] = ()) -> Iterator[str]:
    """Yield a name if its value is a function or a class of these packages, or a module: then
    the attributes, too."""
    if inspect.ismodule(value) and is_in_library(value.__name__):
        yield from (name, *attributes)
    if callable(value) and is_in_library(getattr(value, "__module__", None) or ""):
        yield from (name, getattr(value, "__name__", name))


def is_in_library(module: str) -> bool:
    return module.partition(".")[0] in COURSE.libraries or bool(re.match(r"lessons\.l\d", module))


def own_codes(function: Any, space: dict) -> Iterator[CodeType]:
    """Yield the code of a function, of those inside it and of those that it calls by name."""
    codes = [function.__code__] if inspect.isfunction(function) else []
    for code in codes:  # the list grows
        yield code
        helpers = filter(inspect.isfunction, map(space.get, code.co_names))
        own = [helper.__code__ for helper in helpers if helper.__globals__ is space]
        inside = filter(inspect.iscode, code.co_consts)
        codes += [one for one in (*inside, *own) if one not in codes]
