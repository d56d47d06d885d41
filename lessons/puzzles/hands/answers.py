"""Answers to somebody who packs a box by hand: what “Still solvable?” and “Hint” say.

The card of a notebook asks here, and so does a page of the book. A piece in its place is an entry:
[number of the piece, [numbers of its cells]].
"""

from collections.abc import Iterable

from puzzlelib.common.errors import check_choice, check_int
from puzzlelib.packing.puzzle import PackingPuzzle, Placement

from . import help as advice
from .position import Position

AT_WORK = {"solvable": "Counting …", "hint": "Looking for a solution …"}  # said meanwhile
Entry = list


class Adviser:
    """Reads a game as the browser sends it, and answers its questions.

    >>> from puzzlelib import load
    >>> adviser = Adviser(load("little-cube"))
    >>> adviser.answer("solvable", Position(adviser.puzzle))["say"]
    'As it lies: exactly 24 completions.'
    """

    def __init__(self, puzzle: PackingPuzzle):
        self.puzzle, self.plan = puzzle, ()
        self.cells = {cell: number for number, cell in enumerate(puzzle.container)}
        self.names = [piece.name for piece in puzzle.pieces]

    def entry(self, placement: Placement) -> Entry:
        """Return a placement as the browser writes it."""
        cells = sorted(self.cells[tuple(cell)] for cell in placement.cells)
        return [self.names.index(placement.piece), cells]

    def entries(self, placements: Iterable[Placement]) -> list[Entry]:
        return [self.entry(placement) for placement in placements]

    def placement(self, entry: Entry) -> Placement:
        """Return the placement that the browser wrote. Errors: `PuzzleError`, if there is no
        such piece or cell."""
        piece, cells = entry
        place = tuple(sorted(self.puzzle.container[check_int("cell", cell)] for cell in cells))
        return Placement(self.names[check_int("piece", piece)], place)

    def position(self, start: Position, game: dict) -> Position:
        """Return the position after the moves of a game, as the browser sends it: "past" has pairs
        of "lay" or "take" and entries. Errors: `PuzzleError` at a wrong move."""
        for kind, entries in game["past"]:
            for placement in map(self.placement, entries):
                start = start.lay(placement) if kind == "lay" else start.take_back(placement)
        return start

    # -- answers

    def answer(self, what: str, position: Position, held: Placement | None = None) -> dict:
        """Answer one of the questions in AT_WORK; `held` is a piece in hand where it fits."""
        check_choice("question", what, AT_WORK)
        return (self.solvable if what == "solvable" else self.hint)(position, held)

    def solvable(self, position: Position, held: Placement | None) -> dict:
        """Say how many completions there are; if a piece is in hand, how many there are with it."""
        before = "As it lies: "
        if held:
            position, before = position.lay(held), f"With {held.piece} laid here: "
        found = advice.completions(position)
        if not found.hopeless:
            return self.message(f"{before}{found}.")
        reason = advice.why_hopeless(position)
        return self.message(f"{before}{found}: {reason.say}.", reason.dead)

    def hint(self, position: Position, held: Placement | None) -> dict:
        """Hand out a piece that belongs to a solution, and say why not the one in hand; or say what
        to take back."""
        found = advice.hint_about(position, held) if held else advice.hint(position, self.plan)
        self.plan = found.plan
        return self.message(found.say, lay=found.placement, take=found.take)

    def message(
        self, say: str, dead: Iterable = (), lay: Placement | None = None, take: Iterable = ()
    ) -> dict:
        """Return words, with cells and pieces to be marked and a piece to be handed out."""
        return {
            "say": say,
            "dead": [self.cells[cell] for cell in dead],
            "lay": self.entry(lay) if lay else None,
            "take": self.entries(take),
        }
