"""A position: placements that lie in the container, some of them given, the others laid by hand."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import index

from puzzlelib.common.errors import PuzzleError, short
from puzzlelib.common.words import join_words, place
from puzzlelib.packing.puzzle import PackingPuzzle, Placement, check_puzzle
from puzzlelib.packing.shapes import Cell

MOST_CELLS = 125  # of a container: five layers of 5×5 fit beside a picture
MOST_PIECES = 40


def playable(puzzle: PackingPuzzle) -> PackingPuzzle:
    """Return the puzzle, if it can be played by hand; else `PuzzleError`.

    >>> from puzzlelib import load
    >>> playable(load("tetris-cube")).name
    'Tetris Cube'
    """
    if (cells := len(check_puzzle(puzzle).container)) > MOST_CELLS:
        raise PuzzleError(f"{puzzle.name}: has {cells:,} cells; by hand, {MOST_CELLS} are the most")
    if (pieces := sum(piece.copies for piece in puzzle.pieces)) > MOST_PIECES:
        raise PuzzleError(f"{puzzle.name}: has {pieces:,} pieces; by hand, {MOST_PIECES} are the most")
    if puzzle.only is not None:
        listed = "lists its legal placements; by hand, a piece may lie wherever it fits"
        raise PuzzleError(f"{puzzle.name}: {listed}")
    if said := puzzle.special_words:
        raise PuzzleError(f"{puzzle.name}: says {said[0]}, which cannot be played by hand")
    return puzzle


@dataclass(frozen=True)
class Position:
    """Placements of a puzzle that do not overlap: `given` ones, and those `laid`, in the order of laying.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> bar = next(placement for placement in puzzle.placements if placement.piece == "I")
    >>> position = Position(puzzle).lay(bar)
    >>> len(position.empty), position.left["I"], position.take_back(bar) == Position(puzzle)
    (28, 0, True)
    >>> position.lay(bar)
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: piece I: all of it is laid already
    """

    puzzle: PackingPuzzle
    given: tuple[Placement, ...] = ()
    laid: tuple[Placement, ...] = ()

    @property
    def placements(self) -> tuple[Placement, ...]:
        """All that lies in the container: the given ones first."""
        return (*self.given, *self.laid)

    @property
    def filled(self) -> dict[Cell, Placement]:
        """The placement in each cell that is not empty."""
        return {cell: placement for placement in self.placements for cell in placement.cells}

    @property
    def empty(self) -> tuple[Cell, ...]:
        """The cells in which nothing lies, in the order of the container."""
        filled = self.filled
        return tuple(cell for cell in self.puzzle.container if cell not in filled)

    @property
    def left(self) -> Counter:
        """The number of copies of each piece that are not in the container."""
        copies = Counter({piece.name: piece.copies for piece in self.puzzle.pieces})
        copies.subtract(placement.piece for placement in self.placements)
        return copies

    @property
    def solved(self) -> bool:
        """Is every cell filled that must be, and every piece put?"""
        if not set(self.puzzle.optional).issuperset(self.empty):
            return False
        return all(self.left[piece.name] <= piece.spare for piece in self.puzzle.pieces)

    def fault(self, placement: Placement) -> str:
        """Return why this piece cannot be laid there, or "" if it can.

        >>> from puzzlelib import load
        >>> Position(load("tetracubes-2x4x4")).fault(Placement("O", ((0, 0, 1), (0, 0, 2))))
        'piece O: sticks out of the container at (0,0,2)'
        """
        (name, cells), filled = placement, self.filled
        if self.left.get(name) is None:
            return f"there is no piece {short(name)}; the pieces are {', '.join(self.left)}"
        if self.left[name] < 1:
            return f"piece {name}: all of it is laid already"
        if outside := [cell for cell in cells if cell not in self.puzzle.container]:
            return f"piece {name}: sticks out of the container at {join_words(map(place, outside))}"
        if overlaps := [cell for cell in cells if cell in filled]:
            others = dict.fromkeys(filled[cell].piece for cell in overlaps)
            return f"piece {name}: overlaps {join_words(others)} at {join_words(map(place, overlaps))}"
        if placement not in self.puzzle.option:
            return f"piece {name}: has another shape"
        return ""

    def lay(self, placement: Iterable) -> "Position":
        """Return the position with one placement more. Errors: `PuzzleError`."""
        placement = as_placement(placement)
        if fault := self.fault(placement):
            raise PuzzleError(fault)
        return replace(self, laid=(*self.laid, placement))

    def take_back(self, placement: Iterable) -> "Position":
        """Return the position without one that was laid by hand. Errors: `PuzzleError`."""
        placement = as_placement(placement)
        if placement in self.given:
            raise PuzzleError(f"piece {placement.piece}: is given, and stays")
        if placement not in self.laid:
            raise PuzzleError(f"piece {short(placement.piece)}: does not lie there")
        return replace(self, laid=tuple(other for other in self.laid if other != placement))


def as_placement(placement) -> Placement:
    """Return a placement with its cells as tuples, sorted; `PuzzleError` for what is none."""
    try:
        piece, cells = placement
        made = Placement(piece, tuple(sorted(tuple(map(index, cell)) for cell in cells)))
    except (TypeError, ValueError):
        made = None
    if made is None or not isinstance(made.piece, str):
        raise PuzzleError(f"{short(placement)} is not a placement, a piece and its cells")
    return made


def placements_in(field: str, values) -> tuple[Placement, ...]:
    """Return the placements of a list; `PuzzleError` for anything else.

    >>> placements_in("given", "soma")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: given 'soma': must be a list of placements
    """
    if isinstance(values, str | Placement) or not isinstance(values, Iterable):
        raise PuzzleError(f"{field} {short(values)}: must be a list of placements")
    return tuple(map(as_placement, values))


def with_given(puzzle: PackingPuzzle, given: Iterable = ()) -> Position:
    """Return the position in which only the given placements lie. Errors: `PuzzleError`."""
    position = Position(check_puzzle(puzzle))
    for placement in placements_in("given", given):
        position = position.lay(placement)
    return Position(puzzle, given=position.laid)


def start(puzzle: PackingPuzzle, given: Iterable = ()) -> Position:
    """Return `with_given` for a puzzle that can be played by hand. Errors: `PuzzleError`."""
    return with_given(playable(puzzle), given)
