"""Parts laid out on the printer's plate, in rows, as many plates as they take."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from .parts import PrintedPart


@dataclass(frozen=True)
class Bed:
    """One plate: the parts on it, each with the x and y in mm of its corner."""

    laid: list[tuple[PrintedPart, tuple[float, float]]] = field(default_factory=list)

    @property
    def triangles(self) -> np.ndarray:
        """All that lies on it as one mesh."""
        return np.concatenate([part.triangles + (x, y, 0) for part, (x, y) in self.laid])


def lay_out(parts: Iterable[PrintedPart], plate: tuple[float, float], gap: float) -> list[Bed]:
    """Return the plates with all copies of all parts, the deepest first, each row from the left.

    >>> square = PrintedPart("piece", "O", "o", 5, (), np.zeros((1, 3, 3)) + np.eye(3) * 10, "")
    >>> [len(bed.laid) for bed in lay_out([square], (30, 30), 5)]
    [4, 1]
    """
    beds, x, y, row = [Bed()], 0.0, 0.0, 0.0
    copies = [part for part in parts for _ in range(part.copies)]
    for part in sorted(copies, key=lambda part: -part.size[1]):
        wide, deep, _ = part.size
        if x + wide > plate[0]:
            x, y, row = 0.0, y + row + gap, 0.0
        if y + deep > plate[1]:
            x, y, row = 0.0, 0.0, 0.0
            beds.append(Bed())
        beds[-1].laid.append((part, (x, y)))
        x, row = x + wide + gap, max(row, deep)
    return beds if copies else []
