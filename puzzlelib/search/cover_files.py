"""Exact cover problems as text, an option on a line: puzzlelib/commands/README.md tells the format.

In the text that Knuth's programs read, the first line lists the items, with 2:3|c for 2..3*c; comments
begin with |, and # is a letter. An option without an item that must be covered is ignored there.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from ..common.errors import PuzzleError, short
from ..common.files import file_text
from ..common.words import many, print_once
from .exact_cover import ExactCover, coloured_items, cover_of, like_item

SUFFIXES = (".cover", ".dlx", ".txt")
KNUTH = ".dlx"  # here the first line always lists the items
MOST_BYTES = 20_000_000
OFTEN = re.compile(r"(?:(-?\d+)(?:\.\.|:))?(-?\d+)[*|](.+)", re.ASCII)
OFTEN_KNUTH = re.compile(r"(?:(\d+):)?(\d+)\|(.+)", re.ASCII)
MOST_TIMES = 999_999
NAMED = re.compile(r"([^:|]*[^:|\s])\s*:(?:\s+(.*))?")
Lines = list[tuple[int, str, list[str]]]  # the number of a line, its name or "", and its words


def load_cover(path: str | Path) -> ExactCover:
    """Return the exact cover problem in a text file; errors as those of `read_cover`."""
    path = Path(path)
    return read_cover(file_text(path, MOST_BYTES), path.name, path.suffix.lower() == KNUTH)


def read_cover(text: str, where: str = "cover", listed: bool = False) -> ExactCover:
    """Return the exact cover problem in a text; options are called by their names, or else lines.

    listed: the text is one of Knuth's, so that the first line lists the items, and # begins no
    comment; without it the first line lists them if it says "items:", has a | or all items of the
    others. Raise `PuzzleError`, one line that names the line of the text.

    >>> from puzzlelib import solve
    >>> solve(read_cover("R: a b\\nS: c\\na\\nb c"), limit=None).solutions
    [('R', 'S'), (3, 4)]
    >>> read_cover("a b c | x\\na b x:red\\nc x:red").secondary
    ('x',)
    """
    lines: Lines = []
    for number, line in enumerate(re.split(r"\r\n?|\n", text), 1):
        if (line := line.strip()) and line[0] not in ("|" if listed else "#|"):
            name, words = found.groups() if (found := NAMED.fullmatch(line)) else ("", line)
            lines.append((number, name, (words or "").split()))
    often, secondary = None, dict[str, None]()
    if lines and (listed or lists_items(lines, where)):
        number, name, words = lines.pop(0)
        if name not in ("", "items"):
            raise PuzzleError(f"{where}: line {number}: lists the items, so {short(name)} cannot be its name")
        often, others = read_items(words, f"{where}: line {number}", listed)
        secondary = dict.fromkeys(others)
    if not lines and not (listed and often):
        raise PuzzleError(f"{where}: has no option; write one on a line, blanks between items")
    options: dict[str | int, list[str]] = {}
    ignored = []
    for number, name, words in lines:
        at = f"{where}: line {number}"
        items = [item for item, _ in coloured_items(words, secondary)]
        if name in options:
            raise PuzzleError(f"{at}: the name {short(name)} appears twice")
        for item in items:
            if often is not None and item not in often and item not in secondary:
                like = like_item(item, (*often, *secondary))
                raise PuzzleError(f"{at}: {short(item)} is not an item that the first line lists{like}")
        check_once(items, at)
        if listed and secondary.keys() >= {*items}:
            ignored.append(at)
        else:
            options[name or number] = words
    if ignored:
        rest = f", and {many(len(ignored) - 1, 'other')}" * (len(ignored) > 1)
        print_once(f"{ignored[0]}: has no item that must be covered, and is ignored{rest}")
    return cover_of(options, None if often is None else often | dict.fromkeys(secondary, 1), secondary)


def lists_items(lines: Lines, where: str) -> bool:
    """Return whether the first line lists the items."""
    (_, name, words), *rest = lines
    if name or "|" in words:
        return name == "items" or "|" in words
    items = {OFTEN.sub(r"\3", word) for word in words}
    if has_all := len(rest) > 1 and items.issuperset(word for _, _, row in rest for word in row):
        lists = "the first line has all items, so it lists them; with a name it is an option"
        print_once(f"{where}: {lists}")
    return has_all


def read_items(
    words: list[str], at: str, listed: bool = False
) -> tuple[dict[str, tuple[int, int]], list[str]]:
    """Return how often each item must be covered, and the items that need not be; `listed` as for
    `read_cover`.

    >>> read_items(["a", "2..3*b", "|", "x"], "cover: line 1")
    ({'a': (1, 1), 'b': (2, 3)}, ['x'])
    """
    if listed:  # blanks stand before the bar, but need not stand behind it
        words = " ".join(f"| {word[1:]}" if word[0] == "|" else word for word in words).split()
    middle = words.index("|") if "|" in words else len(words)
    often, items, secondary = {}, [], words[middle + 1 :]
    pattern = OFTEN_KNUTH if listed else OFTEN
    for word in words[:middle]:
        least, most, item = found.groups() if (found := pattern.fullmatch(word)) else ("1", "1", word)
        digits = max(len(least or ""), len(most))
        often[item] = (int(least or most), int(most)) if digits < 9 else (0, 0)
        if not 0 <= often[item][0] <= often[item][1] <= MOST_TIMES or not often[item][1]:
            must = f"must be a number from 1 to {MOST_TIMES:,} or a range, 2..3*{item[:20]}"
            raise PuzzleError(f"{at}: {short(word)}: {must}")
        items.append(item)
    check_once([*items, *secondary], at)
    return often, secondary


def check_once(items: Sequence, at: str) -> None:
    """Raise `PuzzleError` for no items, and for an item that appears twice."""
    if not items:
        raise PuzzleError(f"{at}: has no items")
    seen = set[str]()
    for item in items:
        if item == "|" or item in seen:
            must = "may only be once, in the first line" if item == "|" else "appears twice"
            raise PuzzleError(f"{at}: {short(item)} {must}")
        seen.add(item)
