"""A counterexample: the smallest example on which an answer fails, and how it is written down."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .time_limit import TooLong, quiet, stopped_after

SECONDS_AGAIN = 2  # for running a counterexample once more


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
        return ", ".join(map(shown, self))


@dataclass(frozen=True, eq=False)
class Counterexample:
    """An example on which an answer fails.

    Parameters
    ----------
    say : one or two sentences; `code` in backticks.
    example, got, expected : shown below it, each only if given.
    picture : a function that makes something to display (a 3D figure); called when it is shown.
    fails : a function that runs the answer on the example afresh and says whether it fails.
        Without it, the whole check runs once more and has to find the same example.
    """

    say: str
    example: Any = NOTHING
    got: Any = NOTHING
    expected: Any = NOTHING
    picture: Callable[[], Any] | None = None
    fails: Callable[[], bool] | None = None

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The lines below the sentence: (label, text)."""
        values = [("example", self.example), ("your answer", self.got), ("expected", self.expected)]
        return [(label, shown(value)) for label, value in values if value is not NOTHING]

    def still_fails(self) -> bool:
        """Run the answer on the example afresh: does it fail again?"""
        if self.fails is None:
            return False
        try:
            with quiet(), stopped_after(SECONDS_AGAIN):
                return bool(self.fails())
        except KeyboardInterrupt:
            raise
        except BaseException:
            return True


def shown(value: Any, most: int = 400) -> str:
    """A value as short text; sets and dictionaries in order, a string of several lines as it is.

    >>> shown({(1, 0), (0, 0)})
    '{(0, 0), (1, 0)}'
    """
    text = written(as_text, value)
    return text if len(text) <= most else text[:most].rstrip() + " …"


def written(write: Callable[[Any], str], value: Any) -> str:
    """`write(value)`, whatever the student's own class does when it is asked for a text.

    >>> endless = []
    >>> endless.append(endless)
    >>> written(spelled, endless)
    '<a list that cannot be written down>'
    """
    try:
        with stopped_after(SECONDS_AGAIN):
            return write(value)
    except (Exception, TooLong):
        return f"<a {type(value).__name__} that cannot be written down>"


def as_text(value: Any) -> str:
    """Arguments as in a call, several lines as they are, and all else as `spelled` has it."""
    if isinstance(value, Args):
        return repr(value)
    if isinstance(value, str) and "\n" in value:
        return value.strip("\n")
    return spelled(value)


def spelled(value: Any) -> str:
    """repr, but with sets and dictionaries in order, whatever the hashes are."""
    if type(value) in (set, frozenset) and value:
        return "{" + ", ".join(map(spelled, in_order(value))) + "}"
    if type(value) is dict:
        return "{" + ", ".join(f"{spelled(key)}: {spelled(value[key])}" for key in in_order(value)) + "}"
    if type(value) in (list, tuple) and value:
        inner = ", ".join(map(spelled, value)) + ("," if type(value) is tuple and len(value) == 1 else "")
        return f"[{inner}]" if type(value) is list else f"({inner})"
    return repr(value)


def in_order(values: Iterable) -> list:
    """Sorted; by their texts, where they cannot be compared."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)
