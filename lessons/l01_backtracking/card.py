"""Magic squares to take in the hand: a square to fill by oneself, and an explorer of its search."""

from collections.abc import Mapping, Sequence
from html import escape

import ipywidgets as w

from puzzlelib.common.errors import check_choice, check_int
from puzzlelib.common.words import many
from puzzlelib.search import magic_square

from ..kit.cards.card import Card, choice, html
from ..kit.cards.step_player import Player, player
from .magic import ARROWS, direction, line_name, magic_sum, side, square_lines, square_table, wrong_line


def tables(squares: Mapping[str, Sequence[int]]) -> w.HTML:
    """Squares as tables beside each other, each below its name.

    >>> tables({"a": [1, 2, 3, 0]}).value.count("<td")
    4
    """
    inner = "".join(map(as_table, squares.items()))
    return html(f'<div style="display: flex; flex-wrap: wrap; gap: 1.5em">{inner}</div>')


def as_table(named: tuple[str, Sequence[int]]) -> str:
    name, square = named
    return square_table(square, f'<caption style="white-space: nowrap">{escape(name)}</caption>')


# -------- by hand


class ByHand(Card):
    """A square to be filled with the keyboard; the sums of its lines stand beside it."""

    def __init__(self, n: int = 3):
        self.n = n
        self.fields = [number_field(f"row {cell // n + 1}, column {cell % n + 1}") for cell in range(n * n)]
        self.sums = {line: w.HTML(layout={"width": "80px"}) for line in square_lines(n)}
        *sums, down, up = self.sums.values()
        # Each sum stands where its arrow points to.
        grid = [*(w.HTML("") for _ in range(n)), up]
        for row in range(n):
            grid += [*self.fields[row * n : row * n + n], sums[row]]
        look = {"grid_template_columns": f"repeat({n + 1}, max-content)", "align_items": "center"}
        square = w.GridBox([*grid, *sums[n:], down], layout=look).add_class("eo-magic")
        super().__init__(square, self.line, words=f"a square of {n}×{n} cells to fill by hand")
        self.follow(*self.fields)

    @property
    def square(self) -> list[int]:
        return [whole_number(entry.value) for entry in self.fields]

    def update(self) -> None:
        square, goal = self.square, magic_sum(self.n)
        for line, shown in self.sums.items():
            numbers = [square[cell] for cell in line if square[cell] > 0]  # -1 is no number
            total, full = sum(numbers), len(numbers) == self.n
            sign = "" if not full else " ✓" if total == goal else " ✗"
            shown.value = f"{ARROWS[direction(line)]} {total}{sign}"
        self.tell(square_verdict(square))


def number_field(name: str) -> w.Text:
    """Return a field whose name, for screen readers, takes no room."""
    return w.Text(description=name, style={"description_width": "0"}, layout={"width": "80px"})


def whole_number(text: str) -> int:
    """The number in a field, 0 for an empty one; -1 for anything else, and for more digits than
    anybody adds up."""
    return int(text) if text.strip().isdecimal() and len(text) < 10 else -bool(text.strip())


def square_verdict(square: Sequence[int]) -> str:
    """Say what is wrong with a square, or what is missing.

    >>> square_verdict([2, 7, 6, 0, 7, 0, 0, 0, 0]), square_verdict([2, 7, 6, 9, 5, 1, 4, 3, 8])
    ('7 is there twice.', 'Every line sums to 15: a magic square.')
    """
    n, numbers = side(square), [number for number in square if number]
    if any(not 1 <= number <= n * n for number in numbers):
        return f"Only the numbers from 1 to {n * n}."
    if twice := [number for number in numbers if numbers.count(number) > 1]:
        return f"{twice[0]} is there {'twice' if numbers.count(twice[0]) == 2 else 'more than twice'}."
    if line := wrong_line(square):
        total = sum(square[cell] for cell in line)
        return f"The sum of {line_name(line)} is {total}. It should be {magic_sum(n)}."
    empty = list(square).count(0)
    return f"Empty cells: {empty}." if empty else f"Every line sums to {magic_sum(n)}: a magic square."


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
        """A player in the place of the one before."""
        old, self.place.children = self.place.children, [shown]
        for before in old:
            for sheet in (*before.sheets, before):
                sheet.close()


def tree_size(counters) -> str:
    """The whole tree in one sentence.

    >>> tree_size(magic_square.count_nodes(3, "rows", "partial"))
    'The whole tree: 2,845 nodes, 8 magic squares in it.'
    """
    found = many(counters.solutions, "magic square")
    if counters.complete:
        return f"The whole tree: {counters.nodes:,} nodes, {found} in it."
    counted = f"{counters.nodes:,} nodes were counted in {counters.seconds:.0f} s"
    return f"The whole tree is larger: {counted}, with {found} so far."


def by_hand(n: int = 3) -> ByHand:
    """A square to fill by hand.

    >>> by_hand()
    <a square of 3×3 cells to fill by hand; open the notebook in JupyterLab to use it>
    """
    return ByHand(check_int("n", n, least=3, most=6))


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
