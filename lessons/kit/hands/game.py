"""A game: a position, the moves that led to it, and those that were undone."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzlelib.packing.puzzle import Placement

from .position import Position, position_in

KINDS = ("lay", "take")


class Move(NamedTuple):
    """Placements that were laid, or taken back, as one move."""

    kind: str
    placements: tuple[Placement, ...]

    @property
    def opposite(self) -> "Move":
        """The move that undoes this one."""
        return Move(KINDS[1 - KINDS.index(self.kind)], self.placements[::-1])


@dataclass
class Game:
    """A position in play. `taken_back` counts the pieces that came out of the box again, by whatever means.

    >>> from puzzlelib import load
    >>> puzzle = load("little-cube")
    >>> game = Game(Position(puzzle))
    >>> game.lay(puzzle.placements[0])
    >>> game.undo(), game.position.laid, game.redo(), len(game.position.laid), game.undo(), game.redo()
    (True, (), True, 1, True, True)
    >>> game.clear(), game.taken_back, game.redo()
    (None, 3, False)
    """

    position: Position
    past: list[Move] = field(default_factory=list)
    future: list[Move] = field(default_factory=list)
    taken_back: int = 0

    def __post_init__(self) -> None:
        position_in(self.position)

    def play(self, move: Move) -> None:
        """Make a move, after which nothing is left that could be made again. Errors: `PuzzleError`."""
        self._make(move)
        self.past.append(move)
        self.future.clear()

    def lay(self, placement: Iterable) -> None:
        """Lay a piece. Errors: `PuzzleError`."""
        after = self.position.lay(placement)
        self.play(Move("lay", after.laid[-1:]))

    def take_back(self, placement: Iterable) -> None:
        """Take a piece back. Errors: `PuzzleError`."""
        gone = set(self.position.laid) - set(self.position.take_back(placement).laid)
        self.play(Move("take", tuple(gone)))

    def clear(self) -> None:
        """Take all back that was laid by hand, as one move."""
        if self.position.laid:
            self.play(Move("take", self.position.laid[::-1]))

    def undo(self) -> bool:
        """Take the last move back; False if there is none."""
        return self._shift(self.past, self.future, undone=True)

    def redo(self) -> bool:
        """Make the move again that was undone last; False if there is none."""
        return self._shift(self.future, self.past, undone=False)

    def _shift(self, source: list[Move], target: list[Move], undone: bool) -> bool:
        if not source:
            return False
        move = source[-1]
        self._make(move.opposite if undone else move)
        target.append(source.pop())
        return True

    def _make(self, move: Move) -> None:
        position = self.position  # all of a move, or nothing
        for placement in move.placements:
            change = position.lay if move.kind == "lay" else position.take_back
            position = change(placement)
        self.position = position
        self.taken_back += len(move.placements) * (move.kind == "take")
