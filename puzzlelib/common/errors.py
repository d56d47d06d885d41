"""Errors of one line, and checks of input that raise them."""

import operator
import reprlib
import sys
from numbers import Real
from typing import TypeVar

Kind = TypeVar("Kind")


class PuzzleError(ValueError):
    """The input is wrong. The message is one line: the place, the value, and what is allowed."""

    def __init__(self, message: str):
        super().__init__(one_line(message))

    def _render_traceback_(self) -> list[str]:
        """Return the line that a notebook shows instead of a traceback (a protocol of IPython)."""
        return [f"{type(self).__name__}: {self}"]


def one_line(text: str, most: int = 400) -> str:
    """Return any text as one line that is safe to print; of a long one the beginning and the end.

    >>> one_line("red:\\x1b[31m\\nand a second line")
    'red:�[31m and a second line'
    """
    text = printable(" ".join(text.split()))
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def printable(line: str) -> str:
    """Return a line in which nothing tells a terminal to do something.

    >>> printable("\\x1b]0;a title\\x07")
    '�]0;a title�'
    """
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)


def short(value) -> str:
    """Return a value as text for a message, never long.

    >>> short([[0, 0, 0]] * 1000)
    '[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], ...]'
    """
    try:
        return reprlib.repr(value)
    except Exception:  # Python writes no number of more than 4,300 digits
        return f"a very large {type(value).__name__}"


# -------- checks: each returns the value, or raises `PuzzleError`


def check_int(field: str, value, allowed: str = "", least: int = 0, most: float = float("inf")) -> int:
    """Return a whole number from `least` to `most`, numpy's too.

    allowed: replaces the advice in the error.

    >>> check_int("hints", 9, most=8)
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: hints 9: must be a whole number from 0 to 8
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        end = "on" if most == float("inf") else f"to {most:,}"
        allowed = allowed or f"must be a whole number from {least:,} {end}"
        raise PuzzleError(f"{field} {short(value)}: {allowed}")
    return number


def check_limit(limit: int | None, field: str = "limit") -> int | None:
    """Return a number above 0, or None for no limit."""
    if limit is None:
        return None
    return check_int(field, limit, "must be a whole number above 0, or None", least=1)


def check_progress(progress, takes: str) -> None:
    """Allow None, True, False and functions."""
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise PuzzleError(f"progress {short(progress)}: must be True, or a function that takes {takes}")


def check_kind(value, kind: type[Kind], what: str) -> Kind:
    """Return a value of this type; `what` names the type, and a way to make one."""
    if not isinstance(value, kind):
        raise PuzzleError(f"{short(value)} is not {what}")
    return value


def is_number(value) -> bool:
    """Return whether this is a number that a float can hold, and neither True nor False."""
    return issubclass(type(value), Real) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def check_choice(field: str, value, allowed) -> str:
    """Return one of the allowed names.

    >>> check_choice("by", "corner", ("cell", "piece"))
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: by 'corner': choose one of cell, piece
    """
    if not isinstance(value, str) or value not in list(allowed):
        raise PuzzleError(f"{field} {short(value)}: choose one of {', '.join(allowed)}")
    return value


def as_list(field: str, values) -> list:
    """Return the values as a list; a text is one value."""
    try:
        return [values] if isinstance(values, str) else list(values)
    except TypeError:
        raise PuzzleError(f"{field} {short(values)}: must be a list") from None
