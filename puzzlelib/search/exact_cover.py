"""Exact cover: items and options. A packing puzzle becomes one sentence: cover every item exactly once."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..common.errors import PuzzleError, short
from ..packing.puzzle import PackingPuzzle, Solution

Item = Hashable  # a piece's name, or a cell


@dataclass(frozen=True)
class ExactCover:
    """`items` says how often each item must be covered (1, or the number of copies of a piece).

    `options[i]` lists the items that option i covers; for a packing puzzle it is `puzzle.placements[i]`.
    `names[i]` is its name, where options have names. Reference: D. E. Knuth, The Art of Computer Programming
    4B, section 7.2.2.1.
    """

    items: dict[Item, int]
    options: tuple[tuple[Item, ...], ...]
    names: tuple[str, ...] = ()

    @cached_property
    def containing(self) -> dict[Item, frozenset[int]]:
        """For each item the options that it is in.

        >>> cover_of(["ab", "bc"]).containing["b"]
        frozenset({0, 1})
        """
        found = {item: [] for item in self.items}
        for number, option in enumerate(self.options):
            for item in option:
                found[item].append(number)
        return {item: frozenset(numbers) for item, numbers in found.items()}

    def name(self, option: int) -> str:
        """The name of an option; where it has none, its number and its items.

        >>> cover_of([["a", "b"]]).name(0), cover_of({"R": ["a", "b"]}).name(0)
        ('0 {a b}', 'R')
        """
        if self.names:
            return self.names[option]
        return f"{option} {{{' '.join(map(str, self.options[option]))}}}"


Problem = PackingPuzzle | ExactCover


def cover_of(
    options: Mapping | Iterable[Iterable[Item]], items: Mapping | Iterable[Item] | None = None
) -> ExactCover:
    """A small exact cover problem, written by hand.

    Parameters
    ----------
    options : {name: items, …}, or a list of items for each option
    items : the items in their order, or {item: how often it must be covered}; without them, each item of an
        option must be covered once, in the order in which they are first seen

    Errors: `PuzzleError` for an option without items, with an item twice, or with an item that is not there.

    >>> cover = cover_of({"A": "ce", "B": "ad", "C": "be"}, items="abcde")
    >>> cover.items, cover.names
    ({'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1}, ('A', 'B', 'C'))
    >>> cover.options
    (('c', 'e'), ('a', 'd'), ('b', 'e'))
    """
    names = tuple(map(str, options)) if isinstance(options, Mapping) else ()
    try:
        rows = tuple(map(tuple, options.values() if isinstance(options, Mapping) else options))
        if items is None:
            items = (item for row in rows for item in row)
        times = dict(items) if isinstance(items, Mapping) else dict.fromkeys(items, 1)
        right = [bool(row) and len(set(row)) == len(row) and times.keys() >= set(row) for row in rows]
    except TypeError as error:
        must = f"must be lists of items, and items names, numbers or tuples ({error})"
        raise PuzzleError(f"options {short(options)}: {must}") from None
    cover = ExactCover(times, rows, names)
    if not all(right):
        wrong = cover.name(right.index(False))
        raise PuzzleError(f"option {wrong}: its items must be one or more of {short(list(times))}, each once")
    if any(type(often) is not int or often < 1 for often in times.values()):
        must = "each must be covered a whole number of times, at least once"
        raise PuzzleError(f"items {short(times)}: {must}")
    return cover


def exact_cover(puzzle: PackingPuzzle) -> ExactCover:
    """Items: the pieces, then the cells. Options: the placements.

    >>> from puzzlelib import load
    >>> cover = exact_cover(load("tetracubes-2x4x4"))
    >>> len(cover.items), len(cover.options)
    (40, 666)
    """
    items: dict[Item, int] = {piece.name: piece.copies for piece in puzzle.pieces}
    items.update(dict.fromkeys(puzzle.container, 1))
    return ExactCover(items, tuple((piece, *cells) for piece, cells in puzzle.placements))


def solution_of(puzzle: PackingPuzzle, options: Iterable[int]) -> Solution:
    """A solution from the numbers of its placements, the hints among them."""
    return tuple(puzzle.placements[option] for option in sorted(options))


def why_impossible(puzzle: PackingPuzzle) -> str:
    """One sentence that proves that there is no solution, or "" where no such quick proof is known.

    Tried: a piece that fits nowhere, a cell that no piece reaches, the chessboard colouring.

    >>> from puzzlelib.packing import read_text
    >>> domino = "pieces: [{name: I, copies: 2, cells: [[0,0,0],[1,0,0]]}]"
    >>> puzzle = read_text("cells: [[0,0,0],[1,0,0],[2,0,0],[1,1,0]]\\n" + domino)
    >>> for part in why_impossible(puzzle).split(", "):
    ...     print(part)
    coloured like a chessboard
    the container has 3 and 1 cells of the two colours
    and the pieces cannot give that
    """
    placements = exact_cover(puzzle).containing
    for piece in puzzle.pieces:
        if not placements[piece.name]:
            return f"piece {piece.name} fits nowhere into the container"
    for cell in puzzle.container:
        if not placements[cell]:
            return f"no piece reaches the cell {list(cell)}"
    return parity_reason(puzzle)


def parity_reason(puzzle: PackingPuzzle) -> str:
    """The chessboard argument: can the differences of black and white of the placements add up?"""
    differences = colour_differences(puzzle)
    goal = colour_difference(puzzle.container)
    if goal in sums_of(differences[piece.name] for piece in puzzle.pieces for _ in range(piece.copies)):
        return ""
    black = (len(puzzle.container) + goal) // 2
    cells = f"{black} and {len(puzzle.container) - black} cells of the two colours"
    return f"coloured like a chessboard, the container has {cells}, and the pieces cannot give that"


def colour_differences(puzzle: PackingPuzzle) -> dict[str, set[int]]:
    """For each piece the differences of black and white that its placements cover."""
    found = {piece.name: set() for piece in puzzle.pieces}
    for name, cells in puzzle.placements:
        found[name].add(colour_difference(cells))
    return found


def sums_of(choices: Iterable[Iterable[int]]) -> set[int]:
    """All sums of one number out of each.

    >>> sorted(sums_of([(-1, 1), (0, 2), (2,)]))
    [1, 3, 5]
    """
    sums = {0}
    for numbers in choices:
        sums = {total + number for total in sums for number in numbers}
    return sums


def colour_difference(cells) -> int:
    """Black cells minus white cells, where a cell is black when x + y + z is even."""
    return sum(1 - 2 * (sum(cell[:3]) % 2) for cell in cells)
