"""Flat boards, and pieces that may be shifted but not turned: do some of them fill the board?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from string import ascii_letters

Square = tuple[int, int]
Shape = frozenset[Square]
Placed = tuple[str, Shape]  # the name of a piece, and the squares that it covers


def shifted_to(shape: Iterable[Square], column: int, row: int) -> Shape:
    return frozenset((x + column, y + row) for x, y in shape)


def shape_of(squares: Iterable[Square]) -> Shape:
    """Return squares, shifted so that the first of them, row by row, is (0, 0).

    >>> sorted(shape_of([(5, 1), (4, 2)]))
    [(-1, 1), (0, 0)]
    """
    x, y = min(squares, key=row_by_row)
    return shifted_to(squares, -x, -y)


def row_by_row(square: Square) -> tuple[int, int]:
    return square[::-1]


def packing(board: Iterable[Square], pieces: Mapping[str, Iterable[Square]]) -> list[Placed] | None:
    """Return pieces that fill a board, each used once or left out; None if there are none.

    The first open square, row by row, is the first square of the piece that covers it. Pieces of one shape
    are alike, and what has failed once is not tried again.

    >>> packing([(0, 0), (1, 0)], {"I": [(3, 1)], "J": [(0, 0)], "L": [(0, 0), (0, 1)]})
    [('I', frozenset({(0, 0)})), ('J', frozenset({(1, 0)}))]
    """
    names: dict[Shape, list[str]] = {}
    for name, squares in pieces.items():
        names.setdefault(shape_of(squares), []).append(name)
    failed, used = set(), Counter()

    def fill(empty: Shape) -> list[Placed] | None:
        if not empty:
            return []
        state = empty, frozenset(used.items())
        if state in failed:
            return None
        first = min(empty, key=row_by_row)
        for shape, alike in names.items():
            covered = shifted_to(shape, *first)
            if used[shape] < len(alike) and covered <= empty:
                used[shape] += 1
                rest = fill(empty - covered)
                used[shape] -= 1
                if rest is not None:
                    return [(alike[used[shape]], covered), *rest]
        failed.add(state)
        return None

    return fill(frozenset(board))


def board_text(board: Iterable[Square], placed: Iterable[Placed] = ()) -> str:
    """Return a board as text, with a letter for each piece on it.

    >>> print(board_text([(0, 0), (1, 0), (0, 1)], [("I", {(0, 0), (0, 1)})]))
    a#
    a
    """
    sign = dict.fromkeys(board, "#")
    sign |= {square: ascii_letters[k % 52] for k, (_, covered) in enumerate(placed) for square in covered}
    columns, rows = ([one[axis] for one in sign] for axis in (0, 1))
    lines = (
        "".join(sign.get((x, y), " ") for x in range(min(columns), max(columns) + 1)).rstrip()
        for y in range(min(rows), max(rows) + 1)
    )
    return "\n".join(lines)


def covers(items: Iterable, options: Mapping) -> Iterator[tuple]:
    """Yield the names of options that cover each item exactly once, by trying all groups.

    >>> list(covers("ab", {1: {"a"}, 2: {"b"}, 3: {"a", "b"}}))
    [(3,), (1, 2)]
    """
    every = Counter(items)
    for size in range(len(options) + 1):
        for names in combinations(options, size):
            if Counter(item for name in names for item in options[name]) == every:
                yield names
