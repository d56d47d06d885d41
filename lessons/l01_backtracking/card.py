"""Magic squares to take in the hand: a square to fill by oneself, and an explorer of its search."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import ipywidgets as w
import traitlets as t

from puzzlelib.common.errors import as_list, check_choice, check_int
from puzzlelib.common.words import many
from puzzlelib.search import magic_square

from ..kit.cards.card import Card, choice, html
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected
from ..puzzles.cards.step_player import Player, player
from .magic import square_table


def tables(squares: Mapping[str, Sequence[int]]) -> w.HTML:
    """Return squares as tables beside each other, each below its name.

    >>> tables({"a": [1, 2, 3, 0]}).value.count("<td")
    4
    """
    inner = "".join(map(as_table, squares.items()))
    return html(f'<div style="display: flex; flex-wrap: wrap; gap: 1.5em">{inner}</div>')


def as_table(named: tuple[str, Sequence[int]]) -> str:
    name, square = named
    return square_table(square, f'<caption style="white-space: nowrap">{escape(name)}</caption>')


# -------- by hand


class FilledSquare(Projected):
    """A square of n×n cells to be filled, with the sums of its lines and all numbers beside it."""

    _esm = javascript("filled_square")
    _css = styles("steps", "views", "filled_square")
    n = t.Int().tag(sync=True)
    laid = t.List().tag(sync=True)


# -------- the explorer

RULES = {"end": "at the end", "row": "after each row", "line": "any full line", "partial": "each partial sum"}
SIZES = 3, 4
MOST_STEPS = 20_000  # recorded
SECONDS = 1.0  # for counting the whole tree


class SquareExplorer(Card):
    """Size, order of the cells and rule of pruning make a search; the player below steps through
    its recording."""

    def __init__(self, n: int = 3, order: str = "rows", prune: str = "row"):
        margin = {"margin": "2px 28px 2px 2px"}
        rules = [(RULES[name], name) for name in magic_square.PRUNINGS]
        self.n = choice("size", [(f"{n}×{n}", n) for n in SIZES], n, **margin)
        self.order = choice("order", magic_square.ORDERS, order, **margin)
        self.prune = choice("check", rules, prune, **margin)
        self.controls, self.place = [self.n, self.order, self.prune], w.VBox()
        rows = w.HBox([self.n, self.prune]), self.order, self.line, self.place
        super().__init__(*rows, words="the magic square explorer: size, order, check, step")
        self.follow(*self.controls)

    def update(self) -> None:
        n, *_ = chosen = [control.value for control in self.controls]
        self.tell("Searching …")
        try:
            trace = magic_square.trace(*chosen, max_events=MOST_STEPS)
            self.show(player(trace, label=f"Magic square of {n}×{n}"))
            self.tell(tree_size(magic_square.count_nodes(*chosen, seconds=SECONDS)))
        except KeyboardInterrupt:
            self.tell("Stopped. Choose something to go on.")

    def show(self, shown: Player) -> None:
        """Show a player in place of the one before."""
        old, self.place.children = self.place.children, [shown]
        for before in old:
            for sheet in (*before.sheets, before):
                sheet.close()


def tree_size(counters) -> str:
    """Return the whole tree in one sentence.

    >>> tree_size(magic_square.count_nodes(3, "rows", "partial"))
    'The whole tree: 2,845 nodes, 8 magic squares in it.'
    """
    found = many(counters.solutions, "magic square")
    if counters.complete:
        return f"The whole tree: {counters.nodes:,} nodes, {found} in it."
    counted = f"{counters.nodes:,} nodes were counted in {counters.seconds:.0f} s"
    return f"The whole tree is larger: {counted}, with {found} so far."


def by_hand(n: int = 3, laid: Iterable[int] = ()) -> Card:
    """Return a square to fill by hand.

    Parameters: n, how many cells a row has, 3 to 6; laid, the numbers that are in its first cells already.

    >>> by_hand(laid=[8, 1])
    <a square of 3×3 cells to fill by hand; open the notebook in JupyterLab to use it>
    """
    n = check_int("n", n, least=3, most=6)
    laid = [check_int("laid", number, least=1, most=n * n) for number in as_list("laid", laid)]
    shown = FilledSquare(laid=laid, n=n)
    return Card(shown, words=f"a square of {n}×{n} cells to fill by hand")


def square_explorer(n: int = 3, order: str = "rows", prune: str = "row") -> SquareExplorer:
    """Choose size, order and rule, and step through the search for magic squares.

    Parameters: n, 3 or 4; order, one of magic_square.ORDERS; prune, one of magic_square.PRUNINGS.
    `PuzzleError` for anything else.

    >>> square_explorer().line.value
    'The whole tree: 14,553 nodes, 8 magic squares in it.'
    """
    check_int("n", n, "must be 3 or 4", least=min(SIZES), most=max(SIZES))
    check_choice("order", order, magic_square.ORDERS)
    check_choice("prune", prune, magic_square.PRUNINGS)
    return SquareExplorer(n, order, prune)
