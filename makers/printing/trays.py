"""The box that a puzzle is packed in: walls and a floor round the container, open on top."""

from collections.abc import Iterable

from puzzlelib.packing.shapes import Cell, normal_form


def tray_cells(container: Iterable[Cell]) -> list[Cell]:
    """Return the filled cells of the box round a container: a floor, and a wall all round.

    The container stands at (1, 1, 1). A column is filled up to the lowest cell of the container in
    it, one without any to the top.

    >>> len(tray_cells([(0, 0, 0)]))
    17
    """
    lowest: dict[tuple[int, ...], int] = {}
    inside = normal_form(cell[:3] for cell in container)
    for x, y, z in inside:
        lowest[x, y] = min(z, lowest.get((x, y), z))
    wide, deep, high = (max(axis) + 1 for axis in zip(*inside))
    return [
        (x + 1, y + 1, z)
        for x in range(-1, wide + 1)
        for y in range(-1, deep + 1)
        for z in range(lowest.get((x, y), high) + 1)
    ]


def roofed_cells(container: Iterable[Cell]) -> int:
    """Count the cells outside a container that lie over one of its cells, below its top.

    The box leaves them open, as they would shut it.

    >>> roofed_cells([(0, 0, 0), (0, 0, 2), (1, 0, 0)])
    3
    """
    inside = normal_form(cell[:3] for cell in container)
    high = 1 + max(z for _, _, z in inside)
    lowest = {(x, y): z for x, y, z in reversed(inside)}
    return sum(high - z for z in lowest.values()) - len(inside)
