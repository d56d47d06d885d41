"""Numbers, names and cells in sentences."""

from collections.abc import Iterable


def place(cell: tuple[int, ...]) -> str:
    """A cell by its coordinates.

    >>> place((0, 1, 2)), place((0, 1, 2, 1))
    ('(0,1,2)', '(0,1,2) in box 2')
    """
    box = f" in box {cell[3] + 1}" if len(cell) > 3 else ""
    return f"({','.join(map(str, cell[:3]))}){box}"


def many(n: int, what: str) -> str:
    """A number with its noun.

    >>> many(1, "placement"), many(2, "placement")
    ('1 placement', '2 placements')
    """
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def join_words(words: Iterable) -> str:
    """Words or numbers in a row, "and" before the last.

    >>> join_words(["L", "T", "V"]), join_words([5]), join_words([])
    ('L, T and V', '5', '')
    """
    *first, last = [*map(str, words)] or [""]
    return f"{', '.join(first)} and {last}" if first else last
