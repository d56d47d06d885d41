"""All solutions of small puzzles, found by trying everything: what every engine is held against.

Of the library only the cells, names and numbers of a puzzle are taken, nothing that searches.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import perm, prod

Tile = tuple[int, int, int]  # its dots, clockwise
Arrangement = tuple[tuple[Tile, int], ...]  # on each face a tile and its turn


# -------- exact covers


def covers(
    full: int,
    options: Sequence[tuple[int, int]],
    copies: Sequence[int],
    optional: int = 0,
    slack: Sequence[int] = (),
) -> Iterator[tuple[int, ...]]:
    """Yield each set of options that fills `full` exactly and uses up all copies.

    An option is a pair: the places that it fills, as bits, and the number of its kind in `copies`.
    Always the lowest free place is filled next, so that no set comes twice. Places of `optional` may
    stay empty, and as many copies of each kind as `slack` says may be left over.

    >>> list(covers(0b111, [(0b011, 0), (0b100, 1), (0b110, 0), (0b001, 1)], [1, 1]))
    [(0, 1), (3, 2)]
    """
    starts = defaultdict(list)
    for number, (places, kind) in enumerate(options):
        starts[places & -places].append((number, places, kind))

    def fill(free: int, left: tuple[int, ...], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if free:
            if free & -free & optional:
                yield from fill(free & (free - 1), left, chosen)
            for number, places, kind in starts[free & -free]:
                if left[kind] and not places & ~free:
                    rest = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
                    yield from fill(free & ~places, rest, (*chosen, number))
        elif all(many <= spare for many, spare in zip(left, slack or [0] * len(left))):
            yield chosen

    return fill(full, tuple(copies), ())


def packings(puzzle) -> set:
    """Return all solutions of a packing puzzle without optional cells."""
    bits = {cell: 1 << k for k, cell in enumerate(puzzle.container)}
    names = [piece.name for piece in puzzle.pieces]
    options = [(sum(map(bits.get, one.cells)), names.index(one.piece)) for one in puzzle.placements]
    found = covers((1 << len(bits)) - 1, options, [piece.copies for piece in puzzle.pieces])
    return {puzzle.solution(puzzle.placements[k] for k in chosen) for chosen in found}


# -------- taking apart


def separate(pieces: Sequence[frozenset]) -> tuple[int | None, int | None]:
    """Return the fewest moves to the first separation of some pieces, and the fewest in all.

    Each is None where all sequences of moves were tried in vain. A move shifts a group along an axis,
    unit by unit, by any distance; it separates them when a plane lies between the group and the rest.
    A part that cannot come apart ends the search: moves can be taken back, so it never can.
    """
    if len(pieces) == 1:
        return 0, 0
    first = best = None
    ring, seen, moves = [tuple(pieces)], {at_origin(pieces)}, 1
    while ring and (best is None or moves + len(pieces) - 2 < best):
        later = []
        for group, position in product(range(1, 2 ** len(pieces) - 1), ring):
            for there, is_clear in slides(position, group):
                if is_clear:
                    first = first or moves
                    parts = ([p for k, p in enumerate(there) if group >> k & 1 == side] for side in (0, 1))
                    rest = [separate(part)[1] for part in parts]
                    if None in rest:
                        return first, None
                    best = min(best or moves + sum(rest), moves + sum(rest))
                elif at_origin(there) not in seen:
                    seen.add(at_origin(there))
                    later.append(there)
        ring, moves = later, moves + 1
    return first, best


def least_levels(pieces: Sequence[frozenset]) -> tuple[int, ...] | None:
    """Return the least levels of all ways with the fewest moves to each separation, in preorder.

    The larger part comes first, of two equal ones either. None if the pieces do not come apart.
    """
    ring, seen, moves = [tuple(pieces)], {at_origin(pieces)}, 1
    while ring and len(pieces) > 1:
        later, found = [], []
        for group, position in product(range(1, 2 ** len(pieces) - 1), ring):
            for there, is_clear in slides(position, group):
                if is_clear:
                    parts = ([p for k, p in enumerate(there) if group >> k & 1 == side] for side in (0, 1))
                    large, small = sorted(parts, key=len, reverse=True)
                    both = least_levels(large), least_levels(small)
                    if None in both:
                        return None
                    found += [(moves, *both[0], *both[1])]
                    found += [(moves, *both[1], *both[0])] * (len(large) == len(small))
                elif at_origin(there) not in seen:
                    seen.add(at_origin(there))
                    later.append(there)
        if found:
            return min(found)
        ring, moves = later, moves + 1
    return () if len(pieces) == 1 else None


def at_origin(pieces: Sequence[frozenset]) -> tuple:
    """Return pieces as seen from the least cell of the first one."""
    x, y, z = min(pieces[0])
    return tuple(frozenset((a - x, b - y, c - z) for a, b, c in piece) for piece in pieces)


def slides(position: tuple, group: int) -> Iterator[tuple[tuple, bool]]:
    """Yield positions in which a group has moved, and whether it is clear then: that ends its way."""
    still = {cell for k, piece in enumerate(position) if not group >> k & 1 for cell in piece}
    for axis, by in product(range(3), (-1, 1)):
        there, moving, is_clear = position, set(), False
        while not is_clear:
            there = tuple(shift(p, axis, by) if group >> k & 1 else p for k, p in enumerate(there))
            moving = {cell for k, piece in enumerate(there) if group >> k & 1 for cell in piece}
            if moving & still:
                break
            ours, theirs = ([cell[axis] for cell in cells] for cells in (moving, still))
            is_clear = min(ours) > max(theirs) or max(ours) < min(theirs)
            yield there, is_clear


def shift(piece: frozenset, axis: int, by: int) -> frozenset:
    """Return a piece moved along an axis."""
    return frozenset((*cell[:axis], cell[axis] + by, *cell[axis + 1 :]) for cell in piece)


# -------- numbers


def models(model) -> list[dict]:
    """Return all 0-1 values that break no row of an integer program, the cheapest first."""
    tried = (dict(zip(model.names, bits)) for bits in product((0, 1), repeat=len(model.names)))
    return sorted((values for values in tried if not model.broken(values)), key=model.value)


def can_be_split(numbers: Sequence[int]) -> bool:
    """Tell whether some of the numbers have half of the sum."""
    groups = (group for size in range(len(numbers) + 1) for group in combinations(numbers, size))
    return any(2 * sum(group) == sum(numbers) for group in groups)


# -------- tiles on a polyhedron


def arrangements(faces: int, tiles: Sequence[Tile]) -> Iterator[Arrangement]:
    """Yield each arrangement of tiles on so many faces; equal tiles and equal turns are not told apart.

    >>> sum(1 for _ in arrangements(2, [(0, 0, 0), (0, 0, 1), (0, 0, 1)]))
    15
    """
    if not faces:
        yield ()
        return
    for tile in set(tiles):
        rest = list(tiles)
        rest.remove(tile)
        for turn in range(1 if len(set(tile)) == 1 else 3):
            yield from ((*before, (tile, turn)) for before in arrangements(faces - 1, rest))


def vertex_sums(polyhedron, arrangement: Arrangement) -> tuple[int, ...]:
    """Return the dots around each vertex, in the order of the vertices."""
    total = dict.fromkeys(polyhedron.vertices, 0)
    for face, (tile, turn) in zip(polyhedron.faces, arrangement):
        for corner, vertex in enumerate(face):
            total[vertex] += tile[(corner - turn) % 3]
    return tuple(total.values())


def count_by_sums(polyhedron, tiles: Sequence[Tile]) -> Counter:
    """Count the solutions for every vector of capacities that has any."""
    return Counter(vertex_sums(polyhedron, one) for one in arrangements(len(polyhedron.faces), tiles))


def tilings(puzzle) -> set[Arrangement]:
    """Return all solutions of a 3coSoKu."""
    every = arrangements(len(puzzle.polyhedron.faces), puzzle.tiles)
    return {one for one in every if vertex_sums(puzzle.polyhedron, one) == tuple(puzzle.capacities)}


def count_labelled(puzzle, arrangement: Arrangement) -> int:
    """Count the ways to number equal tiles, and to turn tiles that look the same in each turn."""
    tiles = [tile for tile, _ in arrangement]
    plain = sum(len(set(tile)) == 1 for tile in tiles)
    return 3**plain * prod(perm(puzzle.tiles.count(tile), tiles.count(tile)) for tile in set(tiles))
