"""Names of options, items and conflicts, in the sentences of a trace and shorter in drawings."""

from collections.abc import Iterable, Sequence

from ..common.words import place
from ..packing.puzzle import PackingPuzzle
from .exact_cover import ExactCover, Problem

KINDS = {  # the causes of conflicts (dead ends), by kind
    "options": "{item} has no option left",
    "too few": "{item} has only n options left",
    "islands": "an island of n empty cells",
    "parity": "coloured like a chessboard",
    "hints": "the hints exclude each other",
    "untried": "nothing is tried, although some options would do",
    "missed": "all is covered, and no solution is given back",
    "wrong": "what is reported is no solution",
    "volume": "the pieces together do not have as many cells as the container",
}
WHY = KINDS | {  # the sentence about one of them, with what the search says about it
    "too few": "{item} has only {detail} left, fewer than the copies that are still needed",
    "islands": "an island of {detail} empty cells, and no set of the remaining pieces has so many",
    "untried": "nothing is tried, although {item} has {detail}",
    "parity": "coloured like a chessboard, {detail}, and the remaining pieces cannot give that",
}


class Words:
    """Names for options that are numbers, or have `names`; `form` is the kind of problem."""

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
        """Return a letter or a number for an option."""
        return str(self.names[option] if self.names else option)

    def label(self, option) -> str:
        """Return a few words for an option."""
        return self.short(option)

    def choice(self, option, sign: bool) -> tuple[str, str]:
        """Return a decision for or against an option (or None), short and in words."""
        short, label = ("?", "?") if option is None else (self.short(option), self.label(option))
        return (short, label) if sign else (f"no {short}", f"without {label}")

    def name(self, item) -> str:
        return f"cell {place(item)}" if isinstance(item, tuple) else str(item)

    def heading(self, item) -> str:
        """Return the shortest name for an item, to stand above its column."""
        return "".join(map(str, item)) if isinstance(item, tuple) else str(item)

    def kind(self, cause: str, item=None) -> str:
        """Return a name for all conflicts with this cause."""
        return self.kinds.get(cause, cause).format(item="an item")

    def has_like_options(self, item) -> bool:
        """Return whether a drawing numbers the options of an item."""
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
        if self.cover.colours:
            return "every item is covered that must be, and all that cover one agree on its colour"
        if self.cover.slack:
            return "every item is covered as often as it must be, and not more often than it may be"
        once = set(self.cover.items.values()) <= {1}
        return f"every item is covered exactly {'once' if once else 'as often as it must be'}"


class PuzzleWords(Words):
    """Names for the placements, pieces and cells of a packing puzzle."""

    form = "packing"

    def __init__(self, puzzle: PackingPuzzle):
        super().__init__()
        self.puzzle = puzzle

    def piece(self, name: str) -> str:
        """Return the name of a piece, and its letter if another one."""
        label = self.puzzle.labels[name]
        return name if name.upper() == label else f"{name} ({label})"

    def option(self, option: int) -> str:
        piece, cells = self.puzzle.placements[option]
        return f"{self.piece(piece)} at {place(cells[0])}"

    def item(self, item) -> str:
        return f"piece {self.piece(item)}" if isinstance(item, str) else self.name(item)

    def answer(self) -> str:
        if not self.puzzle.is_exact:
            return "every piece and every cell that must be used is used, and none too often"
        return "every piece is placed, every cell is filled exactly once"

    def short(self, option: int) -> str:
        return self.puzzle.labels[self.puzzle.placements[option].piece]

    def label(self, option: int) -> str:
        piece, cells = self.puzzle.placements[option]
        return f"{piece} at {place(cells[0])}"

    def name(self, item) -> str:
        return f"piece {item}" if isinstance(item, str) else super().name(item)

    def why(self, cause: str, item=None, detail=None) -> str:
        fit = cause in ("options", "fit")
        return no_place(item, self.item(item)) if fit else super().why(cause, item, detail)

    def kind(self, cause: str, item=None) -> str:
        thing = "a piece" if isinstance(item, str) else "a cell"
        fit = cause in ("options", "fit")
        return no_place(item, thing) if fit else self.kinds[cause].format(item=thing)

    def has_like_options(self, item) -> bool:
        return isinstance(item, str)


def no_place(item, name: str) -> str:
    """Return words for an item without an option.

    >>> no_place("C", "piece C"), no_place((0, 2, 1), "it")
    ('no place left for piece C', 'no piece fits into it')
    """
    return f"no place left for {name}" if isinstance(item, str) else f"no piece fits into {name}"


def words_of(problem: Problem) -> PuzzleWords | CoverWords:
    return PuzzleWords(problem) if isinstance(problem, PackingPuzzle) else CoverWords(problem)
