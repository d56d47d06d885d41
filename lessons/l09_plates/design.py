"""The cells to which the border cells of a plate come, for a model that designs plates."""

from collections.abc import Callable, Iterable

from puzzlelib.packing.puzzle import Cell
from puzzlelib.plates import Plate
from puzzlelib.plates.geometry import Spot

BORDER_CELLS = 12


def border_cells(places: Callable[[Plate], Iterable[Spot]]) -> dict[tuple, list[Cell]]:
    """Return, for each place and turn, the cells to which the twelve border cells of a plate come there.

    >>> from puzzlelib.plates import on_board, on_cube
    >>> len(border_cells(on_cube)), border_cells(on_board)[(0, 0), 0][:2]
    (24, [(0, 6, 0), (1, 6, 0)])
    """
    bare, *alone = (
        places(Plate("A", tuple(cell == k for k in range(BORDER_CELLS)))) for cell in range(-1, BORDER_CELLS)
    )
    return {
        (none.at, none.turn): [(set(one.cells) - set(none.cells)).pop() for one in ones]
        for none, *ones in zip(bare, *alone)
    }
