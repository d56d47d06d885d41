"""What options, items and dead ends are called: in the sentences of a trace, and shorter in drawings."""

from collections.abc import Iterable, Sequence

from ..common.words import place
from ..packing.puzzle import PackingPuzzle
from .exact_cover import ExactCover, Problem

KINDS = {  # the causes of dead ends, by kind
    "options": "{item} has no option left",
    "too few": "{item} has only n options left",
    "fit": "nothing that is left fits on {item}",
    "islands": "an island of n empty cells",
    "parity": "coloured like a chessboard",
    "hints": "the hints exclude each other",
    "volume": "the pieces together do not have as many cells as the container",
}
WHY = KINDS | {  # the sentence about one dead end, with what the search says about it
    "too few": "{item} has only {detail} left, fewer than the copies that are still needed",
    "islands": "an island of {detail} empty cells, and no set of the remaining pieces has so many",
    "parity": "coloured like a chessboard, {detail}, and the remaining pieces cannot give that",
}


class Words:
    """Names for options that are numbers, or have `names`; other problems say more. `form` says what for.
    Sentences take `option`, `item`, `put`, `why`, `answer`; drawings take the others."""

    form = ""
    kinds, sentences = KINDS, WHY

    def __init__(self, names: Sequence[str] = ()):
        self.names = names

    # -------- in sentences

    def option(self, option) -> str:
        return self.short(option)

    def options(self, numbers: Iterable) -> str:
        return " and ".join(map(self.option, sorted(numbers)))

    def item(self, item) -> str:
        return self.name(item)

    def put(self, option, item) -> str:
        return self.option(option)

    def why(self, cause: str, item=None, detail=None) -> str:
        return self.sentences[cause].format(item="" if item is None else self.item(item), detail=detail)

    def answer(self) -> str:
        raise NotImplementedError

    # -------- in drawings

    def short(self, option) -> str:
        """An option as a letter or a number."""
        return str(self.names[option] if self.names else option)

    def label(self, option) -> str:
        """An option in a few words."""
        return self.short(option)

    def choice(self, option, sign: bool) -> tuple[str, str]:
        """A decision for or against an option (None: about no option), short and in words."""
        short, label = ("?", "?") if option is None else (self.short(option), self.label(option))
        return (short, label) if sign else (f"no {short}", f"without {label}")

    def name(self, item) -> str:
        """A piece, a cell, or whatever the items are."""
        return f"cell {place(item)}" if isinstance(item, tuple) else str(item)

    def heading(self, item) -> str:
        """An item above its column: as short as can be."""
        return "".join(map(str, item)) if isinstance(item, tuple) else str(item)

    def kind(self, cause: str, item=None) -> str:
        """What kind of dead end has this cause: the same for all cells, pieces and numbers."""
        return self.kinds.get(cause, cause).format(item="an item")

    def numbered(self, item) -> bool:
        """Do the options of an item look alike, so that a drawing numbers them?"""
        return False


class CoverWords(Words):
    form = "cover"

    def __init__(self, cover: ExactCover):
        super().__init__(cover.names)
        self.cover = cover

    def option(self, option: int) -> str:
        return f"option {self.cover.name(option)}"

    def item(self, item) -> str:
        return f"item {item}"

    def answer(self) -> str:
        once = set(self.cover.items.values()) <= {1}
        return f"every item is covered exactly {'once' if once else 'as often as it must be'}"


class PuzzleWords(Words):
    """Names for the placements, pieces and cells of a packing puzzle.

    >>> from puzzlelib import load
    >>> words = PuzzleWords(load("tetracubes-2x4x4"))
    >>> words.short(0), words.label(0), words.name((0, 1, 0)), words.name("Z_mirror"), words.item("Z_mirror")
    ('I', 'I at (0,0,0)', 'cell (0,1,0)', 'piece Z_mirror', 'piece Z_mirror (M)')
    """

    form = "packing"

    def __init__(self, puzzle: PackingPuzzle):
        super().__init__()
        self.puzzle = puzzle

    def piece(self, name: str) -> str:
        """A piece by its name, and its letter where that is another one."""
        label = self.puzzle.labels[name]
        return name if name.upper() == label else f"{name} ({label})"

    def option(self, option: int) -> str:
        piece, cells = self.puzzle.placements[option]
        return f"{self.piece(piece)} at {place(cells[0])}"

    def item(self, item) -> str:
        return f"piece {self.piece(item)}" if isinstance(item, str) else self.name(item)

    def answer(self) -> str:
        return "every piece is placed, every cell is filled exactly once"

    def short(self, option: int) -> str:
        return self.puzzle.labels[self.puzzle.placements[option].piece]

    def label(self, option: int) -> str:
        piece, cells = self.puzzle.placements[option]
        return f"{piece} at {place(cells[0])}"

    def name(self, item) -> str:
        return f"piece {item}" if isinstance(item, str) else super().name(item)

    def kind(self, cause: str, item=None) -> str:
        return self.kinds[cause].format(item="a piece" if isinstance(item, str) else "a cell")

    def numbered(self, item) -> bool:
        return isinstance(item, str)


def words_of(problem: Problem) -> Words:
    return PuzzleWords(problem) if isinstance(problem, PackingPuzzle) else CoverWords(problem)
