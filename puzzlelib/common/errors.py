"""What is said to wrong input: one error, one line, one way to ask for a number or for a name."""

import operator
import reprlib
import sys
from numbers import Real
from typing import TypeVar

Kind = TypeVar("Kind")


class PuzzleError(ValueError):
    """Something is wrong with the input. The message is one line: where, what, and what would be allowed."""

    def __init__(self, message: str):
        super().__init__(one_line(message))


def one_line(text: str, most: int = 400) -> str:
    """A text, whoever wrote it, as one line that is safe to print; of a long one the beginning and the end.

    >>> one_line("red:\\x1b[31m\\nand a second line")
    'red:�[31m and a second line'
    """
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split()))
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def short(value) -> str:
    """A value for a message, never long.

    >>> short([[0, 0, 0]] * 1000)
    '[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], ...]'
    """
    try:
        return reprlib.repr(value)
    except Exception:  # Python writes no number of more than 4,300 digits
        return f"a very large {type(value).__name__}"


def check_int(field: str, value, allowed: str = "", least: int = 0, most: float = float("inf")) -> int:
    """A whole number from `least` to `most`, numpy's too; `PuzzleError` for anything else, in the words of
    `allowed` or in its own.

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
    """How many at the most, None: all; `PuzzleError` for anything else."""
    if limit is None:
        return None
    return check_int(field, limit, "must be a whole number above 0, or None", least=1)


def check_progress(progress, takes: str) -> None:
    """`PuzzleError` for what is neither None, True or False, nor a function."""
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise PuzzleError(f"progress {short(progress)}: must be True, or a function that takes {takes}")


def check_kind(value, kind: type[Kind], what: str) -> Kind:
    """A value of this type; `PuzzleError` says what it is not, and how to come by one."""
    if not isinstance(value, kind):
        raise PuzzleError(f"{short(value)} is not {what}")
    return value


def is_number(value) -> bool:
    """A number that a float can hold, and neither True nor False."""
    return issubclass(type(value), Real) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def check_choice(field: str, value, allowed) -> str:
    """A choice out of several names; `PuzzleError` lists them for anything else.

    >>> check_choice("by", "corner", ("cell", "piece"))
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: by 'corner': choose one of cell, piece
    """
    if not isinstance(value, str) or value not in list(allowed):
        raise PuzzleError(f"{field} {short(value)}: choose one of {', '.join(allowed)}")
    return value


def as_list(field: str, values) -> list:
    """A list of choices, or a single one by its name; `PuzzleError` for what is no list."""
    try:
        return [values] if isinstance(values, str) else list(values)
    except TypeError:
        raise PuzzleError(f"{field} {short(values)}: must be a list of names") from None
