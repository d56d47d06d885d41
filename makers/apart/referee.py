"""The referee of taking apart: moves cells unit by unit, and shares no code with the search.

A proof that pieces cannot come apart is complete if each legal move of each group, from each of its
positions, ends in one of them.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from puzzlelib.packing.referee import Invalid

Cells = frozenset  # of (x, y, z)


def verify_apart(done) -> None:
    """Check the answer of `take_apart`, or one of the same form. Errors: `Invalid`.

    >>> from puzzlelib import load, solve
    >>> from makers.apart import take_apart
    >>> done = take_apart(solve(load("soma")).solutions[0])
    >>> verify_apart(done)
    """
    if done.stuck is not None:
        verify_stuck(done.solution, done.stuck.pieces, done.stuck.positions, done.joined)
        return
    boxes = pieces_by_box(done.solution)
    if len(done.trees) != len(boxes):
        raise Invalid(f"there are {len(done.trees)} trees for {len(boxes)} boxes")
    at = [frozenset(cell[:3] for cell in placement.cells) for placement in done.solution]
    for tree, pieces in zip(done.trees, boxes):
        verify_tree(done.solution, tree, pieces, at, done.joined)


def pieces_by_box(solution) -> list[tuple[int, ...]]:
    """Return the numbers of the placements in each box, the first box first."""
    number = [one.cells[0][3] if len(one.cells[0]) > 3 else 0 for one in solution]
    return [tuple(k for k, box in enumerate(number) if box == one) for one in sorted(set(number))]


# -------- moves


def verify_tree(solution, tree, pieces: tuple[int, ...], at: list[Cells], joined) -> None:
    """Check that the moves of a tree take these pieces apart; `at`, their cells, is moved along."""
    waiting = [(tree, pieces)]
    while waiting:
        tree, pieces = waiting.pop()
        if tree is not None:
            verify_separation(tree, pieces, at)
            waiting += [
                (further, tuple(part)) for part, further in reversed([*zip(tree.parts, tree.further)])
            ]
        elif not may_stay_joined(solution, pieces, joined):
            raise Invalid(f"pieces {number_list(pieces)} are not taken apart")


def verify_separation(tree, pieces: tuple[int, ...], at: list[Cells]) -> None:
    """Check that the moves of one separation take its parts apart."""
    if tuple(tree.pieces) != pieces or not tree.shifts:
        raise Invalid(f"a separation of pieces {number_list(pieces)} has other pieces, or no moves")
    for shift in tree.shifts:
        slide(at, pieces, shift)
    if sorted(chain(*tree.parts)) != list(pieces) or not all(tree.parts) or len(tree.further) != 2:
        raise Invalid(f"the parts of pieces {number_list(pieces)} are not these pieces")
    stays, leaves = (frozenset().union(*(at[k] for k in part)) for part in tree.parts)
    if not is_clear(stays, leaves):
        raise Invalid(f"pieces {number_list(tree.parts[1])} are not clear of the others")


def slide(at: list[Cells], pieces: tuple[int, ...], shift) -> None:
    """Carry out one move among some pieces, unit by unit. Errors: `Invalid`."""
    moving = frozenset(shift.pieces)
    if not moving or not moving < frozenset(pieces) or shift.axis not in (0, 1, 2) or shift.by == 0:
        raise Invalid(f"{shift} is not a move of some of the pieces {number_list(pieces)}")
    still = frozenset().union(*(at[k] for k in pieces if k not in moving))
    for _ in range(abs(shift.by)):
        for k in moving:
            at[k] = shift_cells(at[k], shift.axis, 1 if shift.by > 0 else -1)
            if not at[k].isdisjoint(still):
                raise Invalid(f"{shift} runs piece {k} into another")


def shift_cells(cells: Cells, axis: int, by: int) -> Cells:
    dx, dy, dz = (by * (axis == k) for k in range(3))
    return frozenset([(x + dx, y + dy, z + dz) for x, y, z in cells])


def is_clear(some: Cells, others: Cells) -> bool:
    """Return whether a plane across an axis has the ones on one side and the others on the other."""
    for axis in range(3):
        one, two = ([cell[axis] for cell in cells] for cells in (some, others))
        if max(one) < min(two) or max(two) < min(one):
            return True
    return False


def may_stay_joined(solution, pieces, joined) -> bool:
    """Return whether some pieces need not come apart: one, or all in one of the sets."""
    names = {solution[k].piece for k in pieces}
    return len(pieces) == 1 or any(names.issubset(one) for one in joined)


# -------- proofs


def verify_stuck(solution, pieces: tuple[int, ...], positions, joined=()) -> None:
    """Check the proof that pieces of a solution cannot come apart, even alone.

    Errors: `Invalid`.
    """
    if len(set(pieces)) != len(pieces) or may_stay_joined(solution, pieces, joined):
        raise Invalid(f"pieces {number_list(pieces)} need not come apart")
    if len({solution[k].cells[0][3:] for k in pieces}) != 1:
        raise Invalid(f"pieces {number_list(pieces)} are not in one box")
    if ((0, 0, 0),) * len(pieces) not in positions:
        raise Invalid("the solution itself is not among the positions")
    home = [frozenset(cell[:3] for cell in solution[k].cells) for k in pieces]
    for position in positions:
        at = [shift_by_vector(cells, by) for cells, by in zip(home, position, strict=True)]
        if len(frozenset().union(*at)) != sum(map(len, at)):
            raise Invalid(f"two pieces share a cell in {position}")
        verify_enclosed(position, at, positions)


def shift_by_vector(cells: Cells, by) -> Cells:
    for axis in range(3):
        cells = shift_cells(cells, axis, by[axis])
    return cells


def verify_enclosed(position, at: list[Cells], positions) -> None:
    """Check that each legal move from a position ends in one of `positions`. Errors: `Invalid`."""
    far = sum(max(axis) - min(axis) + 1 for cells in at for axis in zip(*cells))
    for group in groups(len(at)):
        still = frozenset().union(*(at[k] for k in range(len(at)) if k not in group))
        moving = frozenset().union(*(at[k] for k in group))
        for axis in range(3):
            for sign in (1, -1):
                for distance in legal_distances(moving, still, axis, sign, far):
                    there = moved_offsets(position, group, axis, sign * distance)
                    if there not in positions:
                        way = f"from {position} to {there}"
                        raise Invalid(f"a move of {number_list(group)} leads {way}")


def groups(number: int) -> Iterator[tuple[int, ...]]:
    """Yield all groups of pieces, none and all of them left out.

    >>> list(groups(2))
    [(0,), (1,)]
    """
    return chain.from_iterable(combinations(range(number), size) for size in range(1, number))


def legal_distances(moving: Cells, still: Cells, axis: int, sign: int, far: int) -> Iterator[int]:
    """Yield 1, 2, … as far as these cells move. Errors: `Invalid` where nothing stops them."""
    for distance in range(1, far + 2):
        moving = shift_cells(moving, axis, sign)
        if not moving.isdisjoint(still):
            return
        if is_clear(moving, still):
            raise Invalid("pieces get clear of the others")
        yield distance


def moved_offsets(position, group: Iterable[int], axis: int, by: int) -> tuple:
    """Return the offsets after a move, as seen from the first piece."""
    moved = [
        tuple(x + by * (k in group and axis == d) for d, x in enumerate(one))
        for k, one in enumerate(position)
    ]
    return tuple(tuple(x - y for x, y in zip(one, moved[0])) for one in moved)


def number_list(pieces: Iterable[int]) -> str:
    return ", ".join(map(str, pieces))
