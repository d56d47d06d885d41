"""A counterexample: the smallest example on which an answer fails, and how it is written down."""

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .time_limit import stopped_after

SECONDS_TO_WRITE = 2  # for the text of a value


class Missing:
    """The type of NOTHING: no value given (None and ... are values)."""

    def __repr__(self):
        return "NOTHING"


NOTHING = Missing()


class Args(tuple):
    """The arguments of one call.

    >>> Args(3, "I")
    3, 'I'
    """

    def __new__(cls, *values):
        return super().__new__(cls, values)

    def __repr__(self):
        return ", ".join(map(show_value, self))


@dataclass(frozen=True, eq=False)
class Counterexample:
    """An example on which an answer fails.

    Parameters
    ----------
    say : one or two sentences; `code` in backticks.
    example, got, expected : shown below it, each only if given.
    names : those of the parameters whose values the example is, in its order; none where it is
        something else.
    picture : a function that makes something to display (a 3D figure); called when it is shown.
    """

    say: str
    example: Any = NOTHING
    got: Any = NOTHING
    expected: Any = NOTHING
    picture: Callable[[], Any] | None = None
    names: tuple[str, ...] = ()

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The lines below the sentence: (label, text). One result of several may be missing.

        >>> Counterexample("A way is missing.", got=[[0, 1]], expected=[1, 0]).rows
        [('your answer', '[[0, 1]]'), ('missing', '[1, 0]')]
        """
        lost = re.search("is missing|lacks this", self.say) and not isinstance(self.expected, bool)
        right = "missing" if lost else "expected"
        values = [("example", self.example), ("your answer", self.got), (right, self.expected)]
        texts = [(label, show_value(value)) for label, value in values if value is not NOTHING]
        return [("example", self.call), *texts[1:]] if self.names else texts

    @property
    def call(self) -> str:
        """The example with the name of each parameter before its value, one a line."""
        values = self.example if isinstance(self.example, Args) else (self.example,)
        return "\n".join(f"{name} = {show_value(value)}" for name, value in zip(self.names, values))


def parameter_names(function: Any, values: tuple) -> tuple[str, ...]:
    """Return the parameters that take these values in a call; () where there is not one for each.

    >>> parameter_names(lambda box, hints=(): 0, ([1], [2])), parameter_names(lambda *rows: 0, ([1], [2]))
    (('box', 'hints'), ())
    """
    try:
        names = tuple(inspect.signature(function).bind(*values).arguments)
    except Exception:  # a student's own class may answer in any way
        return ()
    return names if len(names) == len(values) else ()


def show_value(value: Any, most: int = 400) -> str:
    """Return a value as short text; sets and dictionaries in order, a string of several lines as it is.

    >>> show_value({(1, 0), (0, 0)})
    '{(0, 0), (1, 0)}'
    """
    text = write_safely(as_text, value)
    return text if len(text) <= most else text[:most].rstrip() + " …"


def write_safely(write: Callable[[Any], str], value: Any) -> str:
    """Return `write(value)`, whatever the student's own class does when asked for a text.

    >>> endless = []
    >>> endless.append(endless)
    >>> write_safely(ordered_repr, endless)
    '<a list that cannot be written down>'
    """
    try:
        with stopped_after(SECONDS_TO_WRITE):
            return write(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # SystemExit, too
        return f"<a {type(value).__name__} that cannot be written down>"


def as_text(value: Any) -> str:
    """Return arguments as in a call, several lines as they are, and all else as `spelled` has it."""
    if isinstance(value, Args):
        return repr(value)
    if isinstance(value, str) and "\n" in value:
        return value.strip("\n")
    return ordered_repr(value)


def ordered_repr(value: Any) -> str:
    """Return the repr of a value, sets and dictionaries in order, whatever the hashes are."""
    if type(value) in (set, frozenset) and value:
        return "{" + ", ".join(map(ordered_repr, in_order(value))) + "}"
    if type(value) is dict:
        return (
            "{"
            + ", ".join(f"{ordered_repr(key)}: {ordered_repr(value[key])}" for key in in_order(value))
            + "}"
        )
    if type(value) in (list, tuple) and value:
        inner = ", ".join(map(ordered_repr, value)) + (
            "," if type(value) is tuple and len(value) == 1 else ""
        )
        return f"[{inner}]" if type(value) is list else f"({inner})"
    text = repr(value)
    return without_address(value, text) if ADDRESS.search(text) else text


ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


def without_address(value: Any, text: str) -> str:
    """Return a text without the place in memory, which says nothing to a student.

    >>> show_value([len, show_value, object()])
    '[<built-in function len>, the function show_value, an object]'
    """
    kind = type(value).__name__
    if kind == "generator":
        return "a generator"
    if callable(value):
        named = inspect.isfunction(value) and value.__name__.isidentifier()
        return f"the function {value.__name__}" if named else "a function"
    if type(value).__repr__ is object.__repr__:
        return f"{'an' if kind[0] in 'AEIOUaeiou' else 'a'} {kind}"
    return ADDRESS.sub("", text)


def in_order(values: Iterable) -> list:
    """Return values sorted; by their texts, where they cannot be compared."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)
