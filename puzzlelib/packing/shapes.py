"""Shapes: cells, the 24 rotations, orientations, placements, and the symmetries of a container.

A cell is a unit cube named by whole numbers (x, y, z): x to the right, y to the back, z up. Where a puzzle
has several boxes, a fourth number says which box, from 0.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import permutations, product

Cell = tuple[int, ...]
Turn = tuple[tuple[int, ...], tuple[int, ...]]  # new axis i is old axis axes[i], times signs[i]


def determinant(turn: Turn) -> int:
    """+1 for a rotation, -1 for a mirror image.

    >>> determinant(((0, 1, 2), (1, 1, -1)))
    -1
    """
    axes, (a, b, c) = turn
    swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    return a * b * c * (-1) ** swaps


ALL_TURNS: tuple[Turn, ...] = tuple(product(permutations(range(3)), product((1, -1), repeat=3)))
ROTATIONS = tuple(turn for turn in ALL_TURNS if determinant(turn) == 1)


def allowed(turn: Turn, turns: str) -> bool:
    """May a piece or a box be turned so? "space": any way, "flip": z stays z or -z, "plane": z stays z."""
    axes, signs = turn
    return turns == "space" or axes[2] == 2 and (turns == "flip" or signs[2] == 1)


def group(turns: str = "space", mirrors: bool = False) -> list[Turn]:
    """The rotations that `turns` allows; with `mirrors` the mirror images too.

    >>> [len(group(t)) for t in ("space", "flip", "plane")], len(group("space", mirrors=True))
    ([24, 8, 4], 48)
    """
    return [turn for turn in (ALL_TURNS if mirrors else ROTATIONS) if allowed(turn, turns)]


def turned(cell: Cell, turn: Turn) -> Cell:
    """One cell turned about the origin.

    >>> turned((3, 1, 0), ((1, 0, 2), (-1, 1, 1)))
    (-1, 3, 0)
    """
    (a, b, c), (i, j, k) = turn
    return i * cell[a], j * cell[b], k * cell[c]


def normal_form(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The same shape pushed into the corner at the origin, cells sorted: equal for equal shapes.

    >>> normal_form([(5, 2, 2), (4, 2, 2)])
    ((0, 0, 0), (1, 0, 0))
    """
    cells = list(cells)
    low = [min(axis) for axis in zip(*cells)]
    return tuple(sorted(tuple(v - m for v, m in zip(cell, low)) for cell in cells))


def orientations(cells: Iterable[Cell], turns: str = "space") -> tuple[tuple[Cell, ...], ...]:
    """All different ways to turn a shape, in normal form, sorted.

    >>> len(orientations([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)]))
    3
    """
    cells = list(cells)
    return tuple(sorted({normal_form(turned(c, turn) for c in cells) for turn in group(turns)}))


def mirrored(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The shape in the mirror (left and right swapped), in normal form.

    >>> mirrored([(0, 0, 0), (1, 0, 0), (1, 1, 0)])
    ((0, 0, 0), (0, 1, 0), (1, 0, 0))
    """
    return normal_form((-x, y, z) for x, y, z in cells)


def shifted(cells: Iterable[Cell], by: Cell) -> tuple[Cell, ...]:
    """The shape moved by a vector; a fourth number of `by` is taken over as the box.

    >>> shifted([(0, 0, 0), (1, 0, 0)], (2, 0, 0, 1))
    ((2, 0, 0, 1), (3, 0, 0, 1))
    """
    return tuple((x + by[0], y + by[1], z + by[2], *by[3:]) for x, y, z in cells)


def placements(
    cells: Iterable[Cell], container: Iterable[Cell], turns: str = "space"
) -> Iterator[tuple[Cell, ...]]:
    """All places where a shape fits into the container, each once, cells sorted.

    >>> domino, square = [(0, 0, 0), (1, 0, 0)], [(x, y, 0) for x in (0, 1) for y in (0, 1)]
    >>> len(list(placements(domino, square)))
    4
    """
    container = set(container)
    ordered = sorted(container)
    for shape in orientations(cells, turns):
        far = [end(shape, key=lambda cell: cell[axis]) for axis in range(3) for end in (max, min)]
        for cell in ordered:
            by = (*(c - f for c, f in zip(cell, shape[0])), *cell[3:])
            if container.issuperset(shifted(far, by)) and container.issuperset(place := shifted(shape, by)):
                yield place


def split_boxes(container: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """The cells of each box by itself (one group, where there is one container)."""
    boxes = defaultdict(list)
    for cell in container:
        boxes[cell[3:]].append(cell)
    return [tuple(boxes[key]) for key in sorted(boxes)]


def moves_onto(source: tuple[Cell, ...], target: tuple[Cell, ...], turn: Turn) -> dict[Cell, Cell] | None:
    """Cell by cell, where `turn` takes one box onto another; None where it does not fit on it."""
    at = [turned(cell, turn) for cell in source]
    shift = [min(t) - min(a) for t, a in zip(zip(*target), zip(*at))]
    image = [(*(v + s for v, s in zip(cell, shift)), *target[0][3:]) for cell in at]
    return dict(zip(source, image)) if set(image) == set(target) else None


def symmetries(
    container: Iterable[Cell], turns: str = "space", mirrors: bool = False
) -> Iterator[dict[Cell, Cell]]:
    """All ways to put the container back onto its own place, each as a map cell to cell: the identity first,
    then the other rotations; with `mirrors` the mirror images after them.

    Each of several boxes turns by itself and boxes of the same form may swap; a mirror mirrors all at once.

    >>> brick = [(x, y, z) for x in range(4) for y in range(4) for z in range(2)]
    >>> len(list(symmetries(brick))), len(list(symmetries(brick, mirrors=True)))
    (8, 16)
    """
    boxes = split_boxes(container)
    for hand in (1, -1) if mirrors else (1,):
        turns_ = [turn for turn in group(turns, mirrors) if determinant(turn) == hand]
        yield from all_moves_onto(boxes, boxes, turns_)


def all_moves_onto(boxes: list, goals: list, turns: list[Turn]) -> Iterator[dict[Cell, Cell]]:
    """All ways to put some boxes onto as many goals, each as a map cell to cell."""
    if not boxes:
        yield {}
        return
    for k, goal in enumerate(goals):
        found = [moves_onto(boxes[0], goal, turn) for turn in turns if len(boxes[0]) == len(goal)]
        onto = {tuple(m.values()): m for m in found if m}  # a bar lies the same way after several turns
        for rest in all_moves_onto(boxes[1:], goals[:k] + goals[k + 1 :], turns) if onto else ():
            yield from (m | rest for m in onto.values())
