"""Exact cover: items and options. A packing puzzle becomes one sentence: cover every item exactly once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from .puzzles import PackingPuzzle, PuzzleError, short

Item = object  # a piece's name, or a cell


@dataclass(frozen=True)
class ExactCover:
    """`items` says how often each item must be covered (1, or the number of copies of a piece).

    `options[i]` lists the items that option i covers; for a packing puzzle option i is `puzzle.placements[i]`.
    `names[i]` is the name of option i, where options have names.
    Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1.
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
        return (
            str(self.names[option])
            if self.names
            else f"{option} {{{' '.join(map(str, self.options[option]))}}}"
        )


def cover_of(
    options: Mapping | Iterable[Iterable[Item]], items: Mapping | Iterable[Item] | None = None
) -> ExactCover:
    """A small exact cover problem, written by hand.

    Parameters
    ----------
    options : {name: items, …}, or a list of items for each option
    items : the items in their order, or {item: how often it must be covered}; without them, each item of an option must be
        covered once, in the order in which they are first seen

    Errors: `PuzzleError` for an option without items, with an item twice, or with an item that is not there.

    >>> cover_of({"A": "ce", "B": "ad", "C": "be"}, items="abcde")
    ExactCover(items={'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1}, options=(('c', 'e'), ('a', 'd'), ('b', 'e')), names=('A', 'B', 'C'))
    """
    names = tuple(map(str, options)) if isinstance(options, Mapping) else ()
    try:
        rows = tuple(tuple(row) for row in (options.values() if names else options))
        if items is None:
            items = (item for row in rows for item in row)
        times = dict(items) if isinstance(items, Mapping) else dict.fromkeys(items, 1)
        wrong = [
            number
            for number, row in enumerate(rows)
            if not row or len(set(row)) < len(row) or not times.keys() >= set(row)
        ]
    except TypeError as error:
        raise PuzzleError(
            f"options {short(options)}: must be lists of items, and items names, numbers or tuples ({error})"
        ) from None
    cover = ExactCover(times, rows, names)
    if wrong:
        raise PuzzleError(
            f"option {cover.name(wrong[0])}: its items must be one or more of {short(list(times))}, each once"
        )
    if any(type(often) is not int or often < 1 for often in times.values()):
        raise PuzzleError(
            f"items {short(times)}: each must be covered a whole number of times, at least once"
        )
    return cover


def exact_cover(puzzle: PackingPuzzle) -> ExactCover:
    """Items: the pieces, then the cells. Options: the placements.

    >>> from puzzlelib import load
    >>> cover = exact_cover(load("tetracubes-2x4x4"))
    >>> len(cover.items), len(cover.options)
    (40, 666)
    """
    items = {piece.name: piece.copies for piece in puzzle.pieces} | dict.fromkeys(puzzle.container, 1)
    return ExactCover(items, tuple((piece, *cells) for piece, cells in puzzle.placements))


def why_impossible(puzzle: PackingPuzzle) -> str:
    """One sentence that proves that there is no solution, or "" where no such quick proof is known.

    Tried: a piece that fits nowhere, a cell that no piece reaches, the chessboard colouring.

    >>> from puzzlelib.puzzle_files import read_text
    >>> domino = "pieces: [{name: I, copies: 2, cells: [[0,0,0],[1,0,0]]}]"
    >>> why_impossible(read_text("cells: [[0,0,0],[1,0,0],[2,0,0],[1,1,0]]\\n" + domino))
    'coloured like a chessboard, the container has 3 and 1 cells of the two colours, and the pieces cannot give that'
    """
    placed = {piece for piece, _ in puzzle.placements}
    for piece in puzzle.pieces:
        if piece.name not in placed:
            return f"piece {piece.name} fits nowhere into the container"
    reached = {cell for _, cells in puzzle.placements for cell in cells}
    for cell in puzzle.container:
        if cell not in reached:
            return f"no piece reaches the cell {list(cell)}"
    return parity_reason(puzzle)


def parity_reason(puzzle: PackingPuzzle) -> str:
    """The chessboard argument: every placement covers a difference of black and white; can the differences add up?"""
    differences = colour_differences(puzzle)
    goal = colour_difference(puzzle.container)
    if goal in sums_of(differences[piece.name] for piece in puzzle.pieces for _ in range(piece.copies)):
        return ""
    black = (len(puzzle.container) + goal) // 2
    return (
        f"coloured like a chessboard, the container has {black} and {len(puzzle.container) - black} cells of the two "
        "colours, and the pieces cannot give that"
    )


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
