"""Shapes: cells, the 24 rotations, orientations, placements, and the symmetries of a container.

A cell is a unit cube named by whole numbers (x, y, z): x to the right, y to the back, z up. Where a
puzzle has several boxes, a fourth number is that of the box, from 0.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product, repeat

from ..common.clock import Stop, never, raise_if_stopped

Cell = tuple[int, ...]
Turn = tuple[tuple[int, ...], tuple[int, ...]]  # new axis i is old axis axes[i], times signs[i]


def determinant(turn: Turn) -> int:
    """Return +1 for a rotation, -1 for a reflection.

    >>> determinant(((0, 1, 2), (1, 1, -1)))
    -1
    """
    axes, (a, b, c) = turn
    swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    return a * b * c * (-1) ** swaps


ALL_TURNS: tuple[Turn, ...] = tuple(product(permutations(range(3)), product((1, -1), repeat=3)))
ROTATIONS = tuple(turn for turn in ALL_TURNS if determinant(turn) == 1)
TURNS = ("space", "plane", "flip", "none")


def group(turns: str = "space", mirrors: bool = False) -> list[Turn]:
    """Return the rotations that `turns` allows; with `mirrors` the reflections too.

    "space" is any rotation, "flip" those that keep the z-axis, "plane" those about it, "none" only
    the one by no angle.

    >>> [len(group(t)) for t in TURNS], len(group("space", mirrors=True))
    ([24, 4, 8, 1], 48)
    """
    if turns == "none":
        return [((0, 1, 2), (1, 1, 1))]
    upright = {"space": (), "flip": (1, -1), "plane": (1,)}[turns]
    return [
        (axes, signs)
        for axes, signs in (ALL_TURNS if mirrors else ROTATIONS)
        if not upright or axes[2] == 2 and signs[2] in upright
    ]


def turned(cell: Cell, turn: Turn) -> Cell:
    """Return a cell turned about the origin.

    >>> turned((3, 1, 0), ((1, 0, 2), (-1, 1, 1)))
    (-1, 3, 0)
    """
    (a, b, c), (i, j, k) = turn
    return i * cell[a], j * cell[b], k * cell[c]


def normal_form(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return a shape moved into the corner at the origin, its cells sorted: equal for equal shapes.

    >>> normal_form([(5, 2, 2), (4, 2, 2)])
    ((0, 0, 0), (1, 0, 0))
    """
    axes = [*zip(*cells)]
    return tuple(sorted(zip(*([x - low for x in axis] for axis, low in zip(axes, map(min, axes))))))


def neighbours(cell: Cell) -> list[Cell]:
    """Return the six cells that share a face with a cell.

    >>> neighbours((0, 0, 0))[:2]
    [(-1, 0, 0), (1, 0, 0)]
    """
    return [(*cell[:i], cell[i] + step, *cell[i + 1 :]) for i in range(3) for step in (-1, 1)]


def components(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Return the connected components of a set of cells, which share no face.

    >>> components([(0, 0, 0), (1, 1, 0), (1, 0, 0), (5, 0, 0)])
    [((0, 0, 0), (1, 0, 0), (1, 1, 0)), ((5, 0, 0),)]
    """
    left, found = set(cells), []
    while left:
        part = [left.pop()]
        for cell in part:
            near = left.intersection(neighbours(cell))
            left -= near
            part += near
        found.append(tuple(sorted(part)))
    return sorted(found)


def is_connected(cells: Iterable[Cell]) -> bool:
    """Return whether one can walk through faces from any cell to any other.

    >>> is_connected([(0, 0, 0), (1, 0, 0)]), is_connected([(0, 0, 0), (1, 1, 0)])
    (True, False)
    """
    return len(components(cells)) == 1


def orientations(cells: Iterable[Cell], turns: str = "space") -> tuple[tuple[Cell, ...], ...]:
    """Return all different ways to turn a shape, in normal form, sorted.

    >>> len(orientations([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)]))
    3
    """
    cells = list(cells)
    return tuple(sorted({normal_form(turned(c, turn) for c in cells) for turn in group(turns)}))


def colourings(
    cells: Iterable[Cell], colours: Iterable[str], turns: str = "space"
) -> dict[tuple[Cell, ...], set[tuple[str, ...]]]:
    """Return for each orientation of a shape the colours that its sorted cells may have.

    >>> sorted(colourings([(0, 0, 0), (1, 0, 0)], ["red", ""], "plane")[(0, 0, 0), (1, 0, 0)])
    [('', 'red'), ('red', '')]
    """
    found, painted = defaultdict(set), list(zip(cells, colours))
    for turn in group(turns):
        colour = {turned(cell, turn): paint for cell, paint in painted}
        found[normal_form(colour)].add(tuple(colour[cell] for cell in sorted(colour)))
    return found


def place_test(
    cells: Iterable[Cell], colours: Iterable[str], turns: str, painted: Iterable[tuple[Cell, str]]
) -> Callable[[tuple[Cell, ...]], bool]:
    """Return a function that says whether a shape with colours can lie in a place, its cells sorted,
    on a board of which some cells are painted.

    >>> fits = place_test([(0, 0, 0), (1, 0, 0)], ["red", ""], "plane", [((5, 0, 0), "blue")])
    >>> fits(((4, 0, 0), (5, 0, 0))), fits(((5, 0, 0), (5, 0, 1)))
    (True, False)
    """
    ways, wanted = colourings(cells, colours, turns), dict(painted)

    def fits(place: tuple[Cell, ...]) -> bool:
        (box, *others), below = split_boxes(place), [wanted.get(cell, "") for cell in place]
        forms = ways.get(normal_form(cell[:3] for cell in box), ())
        return not others and any(all(map(agree, below, way)) for way in forms)

    return fits


def agree(one: str, other: str) -> bool:
    """Return whether two cells may lie on each other: equal colours, or one without a colour.

    >>> agree("red", ""), agree("red", "red"), agree("red", "blue")
    (True, True, False)
    """
    return one == other or not (one and other)


def mirrored(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the shape in the mirror (left and right swapped), in normal form.

    >>> mirrored([(0, 0, 0), (1, 0, 0), (1, 1, 0)])
    ((0, 0, 0), (0, 1, 0), (1, 0, 0))
    """
    return normal_form((-x, y, z) for x, y, z in cells)


def shifted(cells: Iterable[Cell], by: Cell) -> tuple[Cell, ...]:
    """Return the shape moved by a vector, into the box that a fourth number of `by` names.

    >>> shifted([(0, 0, 0), (1, 0, 0)], (2, 0, 0, 1))
    ((2, 0, 0, 1), (3, 0, 0, 1))
    """
    return tuple((x + by[0], y + by[1], z + by[2], *by[3:]) for x, y, z in cells)


def placements(
    cells: Iterable[Cell], container: Iterable[Cell], turns: str = "space", stop: Stop = never
) -> Iterator[tuple[Cell, ...]]:
    """Yield all places where a shape fits into the container, each once, its cells sorted.

    Raise `TimeIsUp` when stop() says True.

    >>> domino, square = [(0, 0, 0), (1, 0, 0)], [(x, y, 0) for x in (0, 1) for y in (0, 1)]
    >>> len(list(placements(domino, square)))
    4
    """
    ordered, cells = sorted(set(container)), list(cells)
    side = 1 + longest_side(ordered) + longest_side(cells)

    def number(cell: Cell) -> int:  # a step from cell to cell is a difference of their numbers
        x, y, z, *box = cell
        return x + side * (y + side * (z + side * sum(box)))

    cell_at = {number(cell): cell for cell in ordered}
    for shape in orientations(cells, turns):
        raise_if_stopped(stop)
        steps = [number(cell) - number(shape[0]) for cell in shape]
        starts = list(cell_at)
        for step in reversed(steps):  # the cells that are far away fail first
            starts = [start for start in starts if start + step in cell_at]
        for start in starts:
            yield tuple([cell_at[start + step] for step in steps])


def longest_side(cells: Iterable[Cell]) -> int:
    """Return the largest distance of two cells along an axis."""
    return max((max(axis) - min(axis) for axis in list(zip(*cells))[:3]), default=0)


def split_boxes(container: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Return the cells of each box; of a container without boxes, all cells as one."""
    boxes = defaultdict(list)
    for cell in container:
        boxes[cell[3:]].append(cell)
    return [tuple(boxes[key]) for key in sorted(boxes)]


def moves_onto(source: tuple[Cell, ...], target: tuple[Cell, ...], turn: Turn) -> dict[Cell, Cell] | None:
    """Return the image of each cell if `turn` takes one box onto another, else None."""
    at = [*zip(*(turned(cell, turn) for cell in source))]
    shift = [min(t) - min(a) for t, a in zip(zip(*target), at)]
    moved = ([x + s for x in axis] for axis, s in zip(at, shift))
    image = dict(zip(source, zip(*moved, *map(repeat, target[0][3:]))))
    return image if set(image.values()) == set(target) else None


def symmetries(
    container: Iterable[Cell], turns: str = "space", mirrors: bool = False, stop: Stop = never
) -> Iterator[dict[Cell, Cell]]:
    """Yield the symmetries of a container as maps from cell to cell; `TimeIsUp` by stop().

    The identity comes first, then the other rotations, then with `mirrors` the reflections. Each of
    several boxes turns by itself, and boxes of the same form may swap; a reflection mirrors them
    all.

    >>> brick = [(x, y, z) for x in range(4) for y in range(4) for z in range(2)]
    >>> len(list(symmetries(brick))), len(list(symmetries(brick, mirrors=True)))
    (8, 16)
    """
    boxes = split_boxes(container)
    for hand in (1, -1) if mirrors else (1,):
        turns_ = [turn for turn in group(turns, mirrors) if determinant(turn) == hand]
        yield from all_moves_onto(boxes, boxes, turns_, stop)


def all_moves_onto(boxes: list, goals: list, turns: list, stop: Stop) -> Iterator[dict[Cell, Cell]]:
    """Yield all ways to put some boxes onto as many goals, as maps from cell to cell."""
    if not boxes:
        yield {}
        return
    for k, goal in enumerate(goals):
        onto = {}  # a bar lies the same way after several turns
        for turn in turns if len(boxes[0]) == len(goal) else ():
            raise_if_stopped(stop)
            if image := moves_onto(boxes[0], goal, turn):
                onto[tuple(image.values())] = image
        others = goals[:k] + goals[k + 1 :]
        for rest in all_moves_onto(boxes[1:], others, turns, stop) if onto else ():
            yield from (m | rest for m in onto.values())
