"""Inputs of the exercises' own domains: an answer is compared with the solution, or judged by brute
force, without asking the check.

`DOMAINS["4.4"](answer, right, rng, it)` gives the first input on which an answer fails, or None;
`right` is the solution's answer, `it` holds what the lesson's cells define. Use `same` where only one
result is right (it trusts the solution), `keeps` where a rule of its own, best by brute force, says
whether a result is right, and `only` where just one answer is right, the solution's.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from numbers import Integral
from random import Random
from typing import Any

from lessons.kit.checks.run_answer import list_if_iterator

DOMAINS: dict[str, Callable] = {}

Args = tuple


def domain(*ids: str):
    """Decorator: the judge of an exercise."""

    def register(judge):
        DOMAINS.update(dict.fromkeys(ids, judge))
        return judge

    return register


def same(inputs: Callable, seen: Callable = lambda got: got, times: int = 60) -> Callable:
    """A judge: on each input the answer gives what the solution gives, seen in this way."""

    def judge(answer, right, rng, it):
        for args in draw_inputs(inputs, rng, it, times):
            expected = seen(list_if_iterator(right(*deepcopy(args))))
            if seen(list_if_iterator(answer(*deepcopy(args)))) != expected:
                return args
        return None

    return judge


def keeps(inputs: Callable, rule: Callable, times: int = 60) -> Callable:
    """A judge where more than one result is right: `rule(got, *args)` says whether it is."""

    def judge(answer, right, rng, it):
        for args in draw_inputs(inputs, rng, it, times):
            if not rule(list_if_iterator(answer(*deepcopy(args))), *args):
                return args
        return None

    return judge


def value(rule: Callable) -> Callable:
    """A judge of an answer that is no function."""
    return lambda answer, right, rng, it: None if rule(list_if_iterator(answer)) else "the answer itself"


def draw_inputs(inputs: Callable, rng: Random, it, times: int) -> Iterator[Args]:
    """So many random inputs."""
    return (inputs(rng, it) for _ in range(times))


def only(answer, right, rng, it):
    """The judge where just one answer is right: that of the solution."""
    return None if lists(answer) == lists(right) else "the answer itself"


def lists(value: Any) -> Any:
    return [*map(lists, value)] if isinstance(value, (list, tuple)) else value


def exact_truth(got: Any) -> tuple:
    """True and False, but no other thing that counts as such."""
    return type(got).__name__.rstrip("_"), bool(got)


def exact_number(got: Any) -> tuple:
    """A number, and whether it is a whole one: 2.0 is not 2."""
    return isinstance(got, Integral), got


def bag(got: Iterable) -> list:
    """In order, whatever order they came in; sets in order, too."""
    return sorted(map(sort_sets, got), key=repr)


def sort_sets(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return sorted(map(sort_sets, value), key=repr)
    return [*map(sort_sets, value)] if isinstance(value, (list, tuple)) else value


def some(rng: Random, values: Iterable, least: int = 0, most: int | None = None) -> list:
    values = list(values)
    return rng.sample(values, rng.randint(least, len(values) if most is None else min(most, len(values))))


def deal_cells(rng: Random, cells: list) -> list[tuple]:
    """Cells dealt out to pieces A, B, C, …"""
    cells, pieces = rng.sample(cells, len(cells)), []
    while cells:
        size = rng.randint(1, 4)
        pieces.append((chr(65 + len(pieces)), tuple(cells[:size])))
        cells = cells[size:]
    return pieces


def near(cell) -> list[tuple]:
    return [
        tuple(c + step * (k == axis) for k, c in enumerate(cell)) for axis in range(3) for step in (1, -1)
    ]


def polycube(rng, it, most: int = 5):
    """Cells that hang together."""
    cells = {(0, 0, 0)}
    for _ in range(rng.randint(0, most - 1)):
        cells.add(rng.choice(sorted({other for cell in cells for other in near(cell)} - cells)))
    return (rng.sample(sorted(cells), len(cells)),)


def push_to_corner(cells) -> tuple:
    low = [min(axis) for axis in zip(*cells)]
    return tuple(sorted(tuple(c - m for c, m in zip(cell, low)) for cell in cells))


def spin(cells, rounds: int = 24) -> set[tuple]:
    """All orientations, by quarter turns about x and about z until nothing new comes."""
    found, todo = set(), [push_to_corner(cells)]
    while todo:
        shape = todo.pop()
        if shape not in found:
            found.add(shape)
            todo += [
                push_to_corner([(x, -z, y) for x, y, z in shape]),
                push_to_corner([(-y, x, z) for x, y, z in shape]),
            ]
    return found


def quarter(got, cells) -> bool:
    turns = {
        push_to_corner([(x, -z, y) for x, y, z in cells]),
        push_to_corner([(x, z, -y) for x, y, z in cells]),
    }
    return push_to_corner([tuple(cell) for cell in got]) in turns and len(got) == len(cells)


def one_piece(cells) -> bool:
    rest = set(map(tuple, cells))
    todo = [rest.pop()]
    while todo:
        todo += (found := rest & {*near(todo.pop())})
        rest -= found
    return not rest


def items_and_options(rng, it):
    items = list("abcde"[: rng.randint(1, 5)])
    options = {f"o{n}": set(some(rng, items, 1, 3)) for n in range(rng.randint(0, 8))}
    return rng.sample(items, len(items)), options


def cover_by_chance(rng, it, main: int | None = None):
    """A small exact cover problem; each option has one of the first `main` items."""
    from puzzlelib.search.exact_cover import cover_of

    items, options = items_and_options(rng, it)
    first = sorted(items)[:main]
    return cover_of(sorted(sorted(one) for one in options.values() if one & {*first}), items=sorted(items))


ARRAYS = ("left", "right", "up", "down", "size", "top", "option", "needed")


def state(links, names=ARRAYS) -> dict[str, list]:
    return {name: [*getattr(links, name)] for name in names}


def covers(answer, right, rng, it):
    """Links are as after the library's cover."""
    from puzzlelib.search.links import Links

    for _ in range(40):
        cover = cover_by_chance(rng, it)
        mine, yours = Links(cover), Links(cover)
        for item in some(rng, range(1, len(cover.items) + 1), 1):
            answer(mine, item)
            yours.cover(item)
            if state(mine) != state(yours):
                return cover.options, item
    return None


def is_broken(clause: list, known: dict) -> bool:
    """Is every part of it false?"""
    return bool(clause) and all(known.get(name) is (not value) for name, value in clause)


def covers_each_once(wanted: set, shapes: list[set]) -> bool:
    """Can shapes be chosen so that each wanted cell is covered once? Other cells don't matter."""
    if not wanted:
        return True
    cell = min(wanted)
    touching = [shape for shape in shapes if cell in shape]
    return any(
        covers_each_once(
            wanted - shape, [other for other in shapes if not other & shape & wanted and cell not in other]
        )
        for shape in touching
    )


def plate_kinds(plates, step: int = 1) -> list:
    """The plates, whatever their turns and order; with step -1, read backwards, their mirror
    images."""
    ways = lambda border: (border[k:] + border[:k] for k in range(12))
    read = [plate.border12[::step] for plate in plates.plates]
    corner_first = [
        [way for k, way in enumerate(ways(border)) if (k + (step < 0)) % 3 == 0] for border in read
    ]
    return sorted(map(min, corner_first))


def random_tile(rng, most: int = 3) -> tuple[int, int, int]:
    spots = [rng.randint(0, most) for _ in range(3)]
    return min(tuple(spots[k:] + spots[:k]) for k in range(3))


def dots_by_vertex(solid, laid) -> list[int]:
    """The dots at each vertex: corner k of a face has what the tile has so many turns before."""
    found = [0] * len(solid.vertices)
    for corners, (tile, turn) in zip(solid.corners, laid):
        for k, vertex in enumerate(corners):
            found[vertex] += tile[(k - turn) % 3]
    return found


def all_arrangements(puzzle) -> list[tuple]:
    """All solutions, face by face: nowhere more dots than the peg says, and as many where no face
    is open."""
    faces = puzzle.polyhedron.corners
    last = [set(face).difference(*faces[k + 1 :]) for k, face in enumerate(faces)]

    def filled_from(k: int, left: list, missing: list) -> Iterator[tuple]:
        if k == len(faces):
            yield ()
            return
        for tile in set(left):
            others = left.copy()
            others.remove(tile)
            for turn in range(3 if len(set(tile)) > 1 else 1):
                rest = missing.copy()
                for corner, vertex in enumerate(faces[k]):
                    rest[vertex] -= tile[(corner - turn) % 3]
                if min(rest) >= 0 and not any(rest[vertex] for vertex in last[k]):
                    yield from (((tile, turn), *more) for more in filled_from(k + 1, others, rest))

    return list(filled_from(0, list(puzzle.tiles), list(puzzle.capacities)))
