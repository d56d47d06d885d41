"""Numbers, names and cells in sentences."""

import sys
from collections.abc import Iterable
from functools import cache

from .errors import printable

UNITS = (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def place(cell: tuple[int, ...]) -> str:
    """Return a cell by its coordinates.

    >>> place((0, 1, 2)), place((0, 1, 2, 1))
    ('(0,1,2)', '(0,1,2) in box 2')
    """
    box = f" in box {cell[3] + 1}" if len(cell) > 3 else ""
    return f"({','.join(map(str, cell[:3]))}){box}"


def many(n: int, what: str) -> str:
    """Return a number with its noun.

    >>> many(1, "placement"), many(2, "placement")
    ('1 placement', '2 placements')
    """
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def number_in(text: str, kind: type = int):
    """Return the number in a text; `ValueError` for digits of other scripts, and for 1_000.

    >>> number_in("12"), number_in("0.5", float)
    (12, 0.5)
    """
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return kind(text)


def how_often(times: int) -> str:
    """Return a number of times in words.

    >>> how_often(1), how_often(2), how_often(3000)
    ('once', 'twice', '3,000 times')
    """
    return {1: "once", 2: "twice"}.get(times, f"{times:,} times")


def covered_times(times: int, verb: str = "covered") -> str:
    """Say how often something is covered, which is not once.

    >>> covered_times(0), covered_times(2), covered_times(3, "used")
    ('not covered', 'covered twice', 'used 3 times')
    """
    return f"{verb} {how_often(times)}" if times else f"not {verb}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question with the known name that is most like this one; an empty text if none is.

    >>> did_you_mean("SOMMA", ["soma", "bedlam-cube"]), did_you_mean("chess", ["soma"])
    ('did you mean soma? ', '')
    """
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), known, n=1)
    return f"did you mean {near[0]}? " if near else ""


def join_words(words: Iterable) -> str:
    """Join words or numbers by commas, and by "and" before the last.

    >>> join_words(["L", "T", "V"]), join_words([5]), join_words([])
    ('L, T and V', '5', '')
    """
    *first, last = [*map(str, words)] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def duration(seconds: float) -> str:
    """Return a time to two digits, in the unit in which one would say it.

    >>> duration(0.004), duration(95), duration(86_400), duration(1e9)
    ('less than a second', '1.6 minutes', '1 day', '32 years')
    """
    if seconds > 1e6 * UNITS[0][1]:
        return "more than a million years"
    for name, length in UNITS:
        if seconds >= length:
            number = f"{float(f'{seconds / length:.2g}'):,g}"
            return f"{number} {name.removesuffix('s') if number == '1' else name}"
    return "less than a second"


def rough_duration(seconds: float) -> str:
    """Return a time that is only estimated.

    >>> rough_duration(0.004), rough_duration(95)
    ('less than a second', 'about 1.6 minutes')
    """
    said = duration(seconds)
    return f"about {said}" if said[0].isdigit() else said


def silent(line: str) -> None:
    """Ignore a line."""


@cache
def print_once(line: str) -> None:
    """Print a line on stderr, unless it was printed before."""
    print(printable(line), file=sys.stderr, flush=True)


def number_range(least: int, most: int) -> str:
    """Return a number, or the least and the most of it.

    >>> number_range(8, 8), number_range(8, 1200)
    ('8', '8 to 1,200')
    """
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"
