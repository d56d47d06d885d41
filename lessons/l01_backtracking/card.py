"""Magic squares to take in the hand: a square to fill by oneself, an explorer of its search, and a
search with a plan of one's own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

import ipywidgets as w

from puzzlelib.common.errors import PuzzleError, check_choice, check_int
from puzzlelib.common.words import many
from puzzlelib.search import magic_square

from ..kit.cards.card import Card, choice, html
from ..kit.cards.step_player import Player, player

Line = tuple[int, ...]  # cells are numbered row by row, from 0


# -------- lines and sums


@cache
def square_lines(n: int = 3) -> tuple[Line, ...]:
    """The cells of each line: rows, columns, the two diagonals.

    >>> square_lines(3)
    ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    """
    return tuple(tuple(n * row + column for row, column in cells) for _, cells in magic_square.lines(n))


def side(square: Sequence[int]) -> int:
    """n of a square with n·n cells."""
    return round(len(square) ** 0.5)


def magic_sum(n: int) -> int:
    """Return the sum of each line: that of all numbers, divided by n.

    >>> magic_sum(3), magic_sum(4)
    (15, 34)
    """
    return n * (n * n + 1) // 2


def wrong_line(square: Sequence[int]) -> Line | None:
    """The first full line with a wrong sum; 0 is an empty cell.

    >>> wrong_line([0, 9, 0, 0, 5, 0, 0, 2, 0])
    (1, 4, 7)
    """
    n = side(square)
    full = (line for line in square_lines(n) if all(square[cell] for cell in line))
    return next((line for line in full if sum(square[cell] for cell in line) != magic_sum(n)), None)


def line_name(line: Line) -> str:
    """A line in words.

    >>> [line_name(line) for line in square_lines(3)][2:7]
    ['row 3', 'column 1', 'column 2', 'column 3', 'the diagonal from the upper left']
    """
    n = len(line)
    return {
        "row": f"row {line[0] // n + 1}",
        "column": f"column {line[0] + 1}",
        "down": "the diagonal from the upper left",
        "up": "the diagonal from the upper right",
    }[direction(line)]


def direction(line: Line) -> str:
    """ "row", "column", "down" or "up", for the diagonals as one reads them from the left."""
    return {1: "row", len(line): "column", len(line) + 1: "down"}.get(line[1] - line[0], "up")


ARROWS = {"row": "→", "column": "↓", "down": "↘", "up": "↗"}


def text(square: Sequence[int]) -> str:
    """A square as rows of text; a dot is an empty cell.

    >>> print(text([2, 7, 6, 9, 0, 0, 0, 0, 0]))
    2 7 6
    9 . .
    . . .
    """
    n, wide = side(square), len(str(len(square)))
    signs = [str(number or ".").rjust(wide) for number in square]
    return "\n".join(" ".join(signs[row : row + n]) for row in range(0, n * n, n))


def tables(squares: Mapping[str, Sequence[int]]) -> w.HTML:
    """Squares as tables beside each other, each below its name.

    >>> tables({"a": [1, 2, 3, 0]}).value.count("<td")
    4
    """
    inner = "".join(map(as_table, squares.items()))
    return html(f'<div style="display: flex; flex-wrap: wrap; gap: 1.5em">{inner}</div>')


def as_table(named: tuple[str, Sequence[int]]) -> str:
    """One square with its name as a table."""
    name, square = named
    n = side(square)
    fields = [f'<td style="{FIELD}">{number or "&nbsp;"}</td>' for number in square]
    rows = "".join(f"<tr>{''.join(fields[row : row + n])}</tr>" for row in range(0, n * n, n))
    return f'<table style="border-collapse: collapse"><caption>{escape(name)}</caption>{rows}</table>'


FIELD = "border: 1px solid currentColor; width: 1.8em; height: 1.8em; text-align: center"


# -------- a search with a plan of one's own

NextCell = Callable[[list[int]], int | None]  # the cell to fill next, or None: give this square up


@dataclass(frozen=True)
class Search:
    """The result of a search: the squares it found, the numbers it put (`nodes`), the square it
    stood at when the budget was spent."""

    squares: tuple[tuple[int, ...], ...]
    nodes: int
    stopped_at: tuple[int, ...] | None = None

    @property
    def complete(self) -> bool:
        """Did it come to its end?"""
        return self.stopped_at is None


def search(square: Sequence[int], next_cell: NextCell, budget: int) -> Search:
    """Complete a square in all ways; `next_cell` says where to go on and what to give up.

    Parameters
    ----------
    square
        the numbers row by row, 0 is an empty cell
    next_cell
        gets a copy of the square as long as it has an empty cell
    budget
        stop before more than so many numbers are put

    Raises `PuzzleError` for a square that has not n·n cells, and when `next_cell` names no empty
    cell.

    Examples
    --------
    >>> search([2, 7, 6, 0, 0, 0, 0, 0, 0], lambda square: square.index(0), 2000)
    Search(squares=((2, 7, 6, 9, 5, 1, 4, 3, 8),), nodes=1956, stopped_at=None)
    """
    square, found, nodes = start_square(square), [], 0

    def fill() -> Iterator[int]:
        """One item for each number put."""
        if 0 not in square:
            if wrong_line(square) is None:
                found.append(tuple(square))
            return
        cell = next_cell(list(square))
        if cell is None:
            return
        check_empty(square, cell)
        for number in range(1, len(square) + 1):
            if number not in square:
                square[cell] = number
                yield number
                yield from fill()
                square[cell] = 0

    for _ in fill():
        if nodes == budget:
            return Search(tuple(found), nodes, tuple(square))
        nodes += 1
    return Search(tuple(found), nodes)


def start_square(square: Sequence[int]) -> list[int]:
    """A square as a list, if it has n·n cells and no number twice; else `PuzzleError`."""
    square = list(square)
    cells, numbers = len(square), [number for number in square if number != 0]
    if cells not in (9, 16, 25, 36):
        raise PuzzleError(f"a square with {cells} cells: must be a list of 9, 16, 25 or 36 numbers")
    for number in numbers:
        check_int("number", number, f"must be a whole number from 0 (an empty cell) to {cells}", most=cells)
        if numbers.count(number) > 1:
            raise PuzzleError(f"number {number}: is in the square {numbers.count(number)} times")
    return square


def check_empty(square: list[int], cell: int) -> None:
    """`PuzzleError` unless this is the place of an empty cell."""
    check_int("next_cell", cell, f"must be None, or a cell from 0 to {len(square) - 1}", most=len(square) - 1)
    if square[cell]:
        raise PuzzleError(f"next_cell {cell}: {square[cell]} is there already")


# -------- by hand


class ByHand(Card):
    """A square to be filled with the keyboard; the sums of its lines stand beside it."""

    def __init__(self, n: int = 3):
        self.n = n
        self.fields = [number_field(f"row {cell // n + 1}, column {cell % n + 1}") for cell in range(n * n)]
        self.sums = {line: w.HTML(layout={"width": "4.5em"}) for line in square_lines(n)}
        *sums, down, up = self.sums.values()
        # Each sum stands where its arrow points to.
        grid = [*(w.HTML("") for _ in range(n)), up]
        for row in range(n):
            grid += [*self.fields[row * n : row * n + n], sums[row]]
        look = {"grid_template_columns": f"repeat({n + 1}, max-content)", "align_items": "center"}
        square = w.GridBox([*grid, *sums[n:], down], layout=look)
        super().__init__(square, self.line, words=f"a square of {n}×{n} cells to fill by hand")
        self.follow(*self.fields)

    @property
    def square(self) -> list[int]:
        """The numbers row by row; 0 where there is none."""
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
    """A small field; its name is there for a screen reader and takes no room."""
    return w.Text(description=name, style={"description_width": "0"}, layout={"width": "4em"})


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
