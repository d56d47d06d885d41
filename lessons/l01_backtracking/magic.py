"""Magic squares as rows of numbers: their lines and sums, and a search with a plan of one's own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from puzzlelib.common.errors import PuzzleError, check_int
from puzzlelib.search import magic_square

Line = tuple[int, ...]  # cells are numbered row by row, from 0


# -------- lines and sums


@cache
def square_lines(n: int = 3) -> tuple[Line, ...]:
    """Return the cells of each line: rows, columns, the two diagonals.

    >>> square_lines(3)
    ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    """
    return tuple(tuple(n * row + column for row, column in cells) for _, cells in magic_square.lines(n))


def side(square: Sequence[int]) -> int:
    return round(len(square) ** 0.5)


def magic_sum(n: int) -> int:
    """Return the sum of each line: that of all numbers, divided by n.

    >>> magic_sum(3), magic_sum(4)
    (15, 34)
    """
    return n * (n * n + 1) // 2


def wrong_line(square: Sequence[int]) -> Line | None:
    """Return the first full line with a wrong sum; 0 is an empty cell.

    >>> wrong_line([0, 9, 0, 0, 5, 0, 0, 2, 0])
    (1, 4, 7)
    """
    n = side(square)
    full = (line for line in square_lines(n) if all(square[cell] for cell in line))
    return next((line for line in full if sum(square[cell] for cell in line) != magic_sum(n)), None)


def line_name(line: Line) -> str:
    """Return a line in words.

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
    """Return "row", "column", "down" or "up", for the diagonals as one reads them from the left."""
    return {1: "row", len(line): "column", len(line) + 1: "down"}.get(line[1] - line[0], "up")


def text(square: Sequence[int]) -> str:
    """Return a square as rows of text; a dot is an empty cell.

    >>> print(text([2, 7, 6, 9, 0, 0, 0, 0, 0]))
    2 7 6
    9 . .
    . . .
    """
    n, wide = side(square), len(str(len(square)))
    signs = [str(number or ".").rjust(wide) for number in square]
    return "\n".join(" ".join(signs[row : row + n]) for row in range(0, n * n, n))


def square_table(square: Sequence[int], head: str = "", thick: Line = ()) -> str:
    """Return a square as HTML, below its head; some cells have a thick border."""
    n = side(square)
    border = lambda cell: 4 if cell in thick else 1
    fields = [FIELD.format(border(cell), number or "&nbsp;") for cell, number in enumerate(square)]
    rows = "".join(f"<tr>{''.join(fields[row : row + n])}</tr>" for row in range(0, n * n, n))
    return f'<table style="border-collapse: collapse">{head}{rows}</table>'


FIELD = '<td style="border: {}px solid currentColor; width: 2em; height: 2em; text-align: center">{}</td>'


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
        return self.stopped_at is None


def search(square: Sequence[int], next_cell: NextCell, budget: int) -> Search:
    """Complete a square in all ways; `next_cell` says where to go on and what to give up.

    The square has its numbers row by row, 0 is an empty cell; `next_cell` gets a copy of it as long as
    it has an empty cell. The search ends before more than `budget` numbers are put. Errors:
    `PuzzleError` for a square that has not n·n cells, and when `next_cell` names no empty cell.

    >>> search([2, 7, 6, 0, 0, 0, 0, 0, 0], lambda square: square.index(0), 2000)
    Search(squares=((2, 7, 6, 9, 5, 1, 4, 3, 8),), nodes=1956, stopped_at=None)
    """
    square, found, nodes = start_square(square), [], 0

    def fill() -> Iterator[int]:
        """Yield an item for each number put."""
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
    """Return a square as a list, if it has n·n cells and no number twice; else `PuzzleError`."""
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
    """Raise `PuzzleError` unless this is the place of an empty cell."""
    check_int("next_cell", cell, f"must be None, or a cell from 0 to {len(square) - 1}", most=len(square) - 1)
    if square[cell]:
        raise PuzzleError(f"next_cell {cell}: {square[cell]} is there already")
