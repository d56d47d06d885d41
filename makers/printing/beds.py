"""Parts laid out on the printer's plate, in rows, as many plates as they take."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from .parts import PrintedPart


@dataclass(frozen=True)
class Bed:
    """One plate: the parts on it, each with the x and y in mm of its corner."""

    laid: list[tuple[PrintedPart, tuple[float, float]]]

    @property
    def triangles(self) -> np.ndarray:
        """All that lies on it as one mesh."""
        return np.concatenate([part.triangles + (x, y, 0) for part, (x, y) in self.laid])


def lay_out(parts: Iterable[PrintedPart], plate: tuple[float, float], gap: float) -> list[Bed]:
    """Return the plates with all copies of all parts, the deepest first, each row from the left."""
    copies = sorted((part for part in parts for _ in range(part.copies)), key=lambda part: -part.size[1])
    pages = flow([(*part.size[:2], part) for part in copies], *plate, gap, 1)
    return [Bed([(part, at) for (*_, part), at in page]) for page in pages if page]


def flow(things: Iterable[tuple], wide: float, high: float, gap: float, across: int = 2) -> Iterator[list]:
    """Yield pages of things, each with its place: in rows, from the top.

    A thing begins with its width and its height; beside each other they keep `across` gaps.

    >>> [len(page) for page in flow([(60, 40)] * 5, 130, 90, 5)]
    [4, 1]
    """
    page, x, y, row = [], 0.0, 0.0, 0.0
    for thing in things:
        if x and x + thing[0] > wide:
            x, y, row = 0.0, y + row + gap, 0.0
        if page and y + thing[1] > high:
            yield page
            page, x, y, row = [], 0.0, 0.0, 0.0
        page.append((thing, (x, y)))
        x, row = x + thing[0] + across * gap, max(row, thing[1])
    yield page
