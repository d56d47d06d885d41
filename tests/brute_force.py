"""All solutions of small puzzles, found by trying everything: what every engine is held against.

Of the library only the cells, names and numbers of a puzzle are taken, nothing that searches.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
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


def cover_sets(options: Sequence[dict], items: dict, secondary: Sequence) -> list[tuple[int, ...]]:
    """Return all sets of options that solve a cover, by trying all that cover nothing too often.

    An option is {item: colour or None}, and `items` {item: (least, most)} has no secondary one.

    >>> options = [{"a": None, "x": 1}, {"b": None, "x": 1}, {"b": None, "x": 2}]
    >>> cover_sets(options, {"a": (1, 1), "b": (1, 1)}, "x")
    [(0, 1)]
    """

    def may_be(chosen: tuple[int, ...]) -> bool:
        for item in secondary:
            paints = [options[k][item] for k in chosen if item in options[k]]
            if len(paints) > 1 and (None in paints or len(set(paints)) > 1):
                return False
        return all(sum(item in options[k] for k in chosen) <= most for item, (_, most) in items.items())

    def sets(first: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if may_be(chosen):
            if all(sum(item in options[k] for k in chosen) >= least for item, (least, _) in items.items()):
                yield chosen
            for number in range(first, len(options)):
                yield from sets(number + 1, (*chosen, number))

    return sorted(sets(0, ()))


# -------- packings: of a puzzle only what it says is taken, and neither its placements nor its referee

UNITS = (1, 0, 0), (0, 1, 0), (0, 0, 1)
QUARTER, OVER, ROLL = (
    ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
)
STEPS = {"none": [], "plane": [QUARTER], "flip": [QUARTER, OVER], "space": [QUARTER, ROLL]}
MIRROR = ((-1, 0, 0), (0, 1, 0), (0, 0, 1))


def moved(cell, motion) -> tuple:
    """Return a cell after a motion, which is the images of three units; its box stays."""
    return (*(sum(n * unit[axis] for n, unit in zip(cell, motion)) for axis in range(3)), *cell[3:])


@cache
def motions(turns: str) -> frozenset:
    """Return all that some steps make together.

    >>> [len(motions(turns)) for turns in STEPS]
    [1, 4, 8, 24]
    """
    found, new = {UNITS}, {UNITS}
    while new:
        new = {tuple(moved(unit, step) for unit in motion) for motion in new for step in STEPS[turns]} - found
        found |= new
    return frozenset(found)


def at_corner(cells) -> frozenset:
    low = [min(axis) for axis in zip(*(cell[:3] for cell in cells))]
    return frozenset(tuple(n - m for n, m in zip(cell, low)) for cell in cells)


def forms(piece, turns: str, mirror=UNITS) -> frozenset:
    """Return all shapes of a piece, or of its mirror image."""
    cells = [moved(cell, mirror) for cell in piece.cells]
    return frozenset(at_corner([moved(cell, motion) for cell in cells]) for motion in motions(turns))


def legal_places(puzzle, piece) -> set[frozenset]:
    """Return all sets of cells that a piece may fill."""
    if puzzle.only is not None:
        return {frozenset(cells) for name, cells in puzzle.only if name == piece.name}
    inside, paint = set(puzzle.container), dict(puzzle.colours)
    paints, found = piece.colours or [""] * len(piece.cells), set()
    for motion, corner in product(motions(piece.turns or puzzle.turns), puzzle.container):
        first = moved(piece.cells[0], motion)
        shift = [n - m for n, m in zip(corner, first)]
        at = [(*(n + s for n, s in zip(moved(cell, motion), shift)), *corner[3:]) for cell in piece.cells]
        agree = all("" in (own, paint.get(cell, "")) or own == paint[cell] for cell, own in zip(at, paints))
        if inside.issuperset(at) and agree:
            found.add(frozenset(at))
    return found


def packings(puzzle) -> set:
    """Return all solutions of a packing puzzle, with the most of what it asks for."""
    number = {cell: k for k, cell in enumerate(puzzle.container)}
    kinds = {piece.name: kind for kind, piece in enumerate(puzzle.pieces)}
    placed = [(piece.name, place) for piece in puzzle.pieces for place in legal_places(puzzle, piece)]
    options = [(sum(1 << number[cell] for cell in place), kinds[name]) for name, place in placed]
    optional = sum(1 << number[cell] for cell in puzzle.optional)
    copies, spare = ([getattr(piece, key) for piece in puzzle.pieces] for key in ("copies", "spare"))
    held = {(name, frozenset(cells)) for name, cells in puzzle.given}
    least, most = puzzle.holes or (0, len(number))
    found = {}
    for chosen in covers((1 << len(number)) - 1, options, copies, optional, spare):
        one = [placed[k] for k in chosen]
        filled = sum(len(place) for _, place in one)
        if held <= set(one) and least <= len(number) - filled <= most:
            worth = filled if puzzle.most is True else sum(name == puzzle.most for name, _ in one)
            found[puzzle.solution(one)] = worth if puzzle.most else 0
    return {one for one, worth in found.items() if worth == max(found.values())}


def orbits(puzzle, solutions, symmetry: str, given=()) -> int | None:
    """Count the orbits of all solutions, or those in which one has what is given; None where a piece
    has no twin."""
    maps = symmetries(puzzle, symmetry)
    if maps is None:
        return None
    held = {(name, frozenset(cells)) for name, cells in given}
    left, found = {frozenset((name, frozenset(cells)) for name, cells in one) for one in solutions}, 0
    every = frozenset(left)
    while left:
        one = next(iter(left))
        images = {
            frozenset((names[n], frozenset(map(at.get, cells))) for n, cells in one) for at, names in maps
        }
        assert images <= every, "a symmetry takes a solution to none"
        found, left = found + any(held <= image for image in images), left - images
    return found


def symmetries(puzzle, symmetry: str) -> list[tuple[dict, dict]] | None:
    """Return each symmetry as a map of cells and one of names, as puzzlelib/packing/symmetry.py defines
    them; None where a piece has no twin."""
    common = frozenset.intersection(*(motions(piece.turns or puzzle.turns) for piece in puzzle.pieces))
    own = {piece.name: piece.name for piece in puzzle.pieces}
    found = [(at, own) for at in maps_of(puzzle, common)]
    if symmetry == "reflections" and len(common) > 1:
        mirrored = {tuple(moved(unit, MIRROR) for unit in motion) for motion in common}
        if reflections := list(maps_of(puzzle, mirrored)):
            if (twins := twins_of(puzzle, reflections[0])) is None:
                return None
            found += [(at, twins) for at in reflections]
    held = {(name, frozenset(cells)) for name, cells in puzzle.given}
    return [
        (at, names)
        for at, names in found
        if held == {(names[name], frozenset(map(at.get, cells))) for name, cells in held}
    ]


def maps_of(puzzle, allowed) -> Iterator[dict]:
    """Yield the maps of the container that keep its optional and coloured cells, and those given."""
    boxes = defaultdict(list)
    for cell in puzzle.container:
        boxes[cell[3:]].append(cell)
    parts, paint, seen = list(boxes.values()), dict(puzzle.colours), set()
    given = {cell for _, cells in puzzle.given for cell in cells}
    kind = {cell: (cell in puzzle.optional, paint.get(cell), cell in given) for cell in puzzle.container}
    for goals in permutations(parts):
        onto = [
            [image for motion in allowed if (image := box_map(a, b, motion))] for a, b in zip(parts, goals)
        ]
        for some in product(*onto):
            at = {cell: image for one in some for cell, image in one.items()}
            if all(kind[cell] == kind[image] for cell, image in at.items()) and str(at) not in seen:
                seen.add(str(at))
                yield at


def box_map(source: list, goal: list, motion) -> dict | None:
    """Return the map of one box onto another by a motion, or None."""
    images = [moved(cell, motion)[:3] for cell in source]
    shift = [min(b) - min(a) for a, b in zip(zip(*images), zip(*goal))]
    images = [(*(n + s for n, s in zip(cell, shift)), *goal[0][3:]) for cell in images]
    return dict(zip(source, images)) if set(images) == set(goal) else None


def twins_of(puzzle, reflection: dict) -> dict | None:
    """Return each piece's mirror image in the set, or None."""
    if puzzle.colours:
        own = {piece.name: legal_places(puzzle, piece) for piece in puzzle.pieces}
        mirrored = {
            name: {frozenset(map(reflection.get, one)) for one in places} for name, places in own.items()
        }
    else:
        turns = {piece.name: piece.turns or puzzle.turns for piece in puzzle.pieces}
        own = {piece.name: forms(piece, turns[piece.name]) for piece in puzzle.pieces}
        mirrored = {piece.name: forms(piece, turns[piece.name], MIRROR) for piece in puzzle.pieces}
    often = {piece.name: (piece.copies, piece.spare, piece.name == puzzle.most) for piece in puzzle.pieces}
    twins = {}
    for name in own:
        like = [
            o for o in own if own[o] == mirrored[name] and often[o] == often[name] and o not in twins.values()
        ]
        if not like:
            return None
        twins[name] = name if name in like else like[0]
    return twins


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
