"""The judges of lesson 09."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, product
from math import inf
from typing import Any

from lessons.kit.checks.run_answer import list_if_iterator

from . import DOMAINS, bag, exact_number, exact_truth, lists, plate_kinds, same, some, value

OUT = {
    "+X": (1, 0, 0),
    "-X": (-1, 0, 0),
    "+Y": (0, 1, 0),
    "-Y": (0, -1, 0),
    "+Z": (0, 0, 1),
    "-Z": (0, 0, -1),
}


def on_the_face(place: Callable, face: str) -> bool:
    """Does a map lay the picture on a face, flat, at the right level, and not mirrored?"""
    at = {(x, y): place(face, x, y) for x, y in product(range(4), repeat=2)}
    right, down = ([b - a for a, b in zip(at[0, 0], at[to])] for to in ((1, 0), (0, 1)))
    normal = [down[k - 2] * right[k - 1] - down[k - 1] * right[k - 2] for k in range(3)]  # the cross product
    level = {1: 3, -1: 0}[sum(OUT[face])]
    axis = [k for k in range(3) if OUT[face][k]][0]
    flat = all(
        [*cell] == [c + x * r + y * d for c, r, d in zip(at[0, 0], right, down)]
        for (x, y), cell in at.items()
    )
    inside = all(0 <= c <= 3 for cell in at.values() for c in cell)
    return flat and inside and tuple(normal) == OUT[face] and all(cell[axis] == level for cell in at.values())


def six_borders(rng, it):
    """The borders of a generated set; often with two cells of one plate exchanged, or one changed."""
    from puzzlelib.plates import generate_plates

    borders = [list(plate.border12) for plate in generate_plates(rng.randrange(20, 60), "cube").plates]
    plate = rng.choice(borders)
    match rng.randrange(4):
        case 0:
            i, j = rng.sample(range(12), 2)
            plate[i], plate[j] = plate[j], plate[i]
        case 1:
            i = rng.randrange(12)
            plate[i] = not plate[i]
        case 2:
            plate[:] = plate[:1] + plate[:0:-1]
    return ([tuple(border) for border in borders], [0, 1, 2])


def rules_out(answer, right, rng, it):
    """Find borders on which an answer is wrong: ruled out by counting, or made by the generator."""
    from puzzlelib.plates import generate_plates

    for _ in range(150):
        borders = six_borders(rng, it)[0]
        if counted_out(borders) and exact_truth(answer(list(borders))) != ("bool", True):
            return borders
    for seed in range(20, 40):
        borders = [plate.border12 for plate in generate_plates(seed, "cube").plates]
        if exact_truth(answer(list(borders))) != ("bool", False):
            return borders
    return None


def counted_out(borders) -> bool:
    corners = sum(border[k] for border in borders for k in (0, 3, 6, 9))
    alone = sum(border[k + 1] and not border[k + 2] for border in borders for k in (0, 3, 6, 9))
    return corners != 8 or sum(map(sum, borders)) != 32 or alone % 2 == 1


def rows_that_quarrel(answer, right, rng, it):
    """Rows that cannot all be kept, each needed, and not too many questions; by asking all."""
    for _ in range(80):
        rows = list("abcdefghijkl"[: rng.randint(1, 12)])
        quarrels, asked = [{*some(rng, rows, 1, 5)} for _ in range(rng.randint(1, 4))], []
        quarrel = lambda those, quarrels=quarrels: any(one <= {*those} for one in quarrels)
        kept = list_if_iterator(
            answer([*rows], lambda those, asked=asked: asked.append(1) or not quarrel(those))
        )
        fine = len({*kept}) == len(kept) and quarrel(kept) and len(asked) <= 3 * len(rows) + 10
        if not fine or any(quarrel({*kept} - {row}) for row in kept):
            return rows, quarrels
    return None


PLACES = {
    "+Z": lambda x, y: (x, 3 - y, 3),
    "-Z": lambda x, y: (x, y, 0),
    "-Y": lambda x, y: (x, 0, 3 - y),
    "+Y": lambda x, y: (3 - x, 3, 3 - y),
    "+X": lambda x, y: (3, x, 3 - y),
    "-X": lambda x, y: (0, 3 - x, 3 - y),
}


SHELL = frozenset(cell for cell in product(range(4), repeat=3) if {0, 3} & {*cell})


def edge_of(width: int, height: int) -> list[tuple[int, int]]:
    """The cells at the edge of a picture, clockwise from the top left: by walking round it."""
    cells, (x, y), (dx, dy) = [], (0, 0), (1, 0)
    while (x, y) not in cells:
        cells.append((x, y))
        if not (0 <= x + dx < width and 0 <= y + dy < height):
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return cells


def turns_of(border) -> list[list[tuple[int, int]]]:
    """The cells of a plate in its four turns."""
    cells = [*product((1, 2), repeat=2), *(cell for cell, there in zip(edge_of(4, 4), border) if there)]
    turns = [cells]
    for _ in range(3):
        turns.append([(3 - y, x) for x, y in turns[-1]])
    return turns


def filled_by(empty: frozenset, left: dict[str, dict]) -> Iterator[dict[str, Any]]:
    """All ways to fill cells, by each piece once: `left` has for each its places, and the cells of each."""
    if not left or not empty:
        if not left and not empty:
            yield {}
        return
    cell = min(empty)
    for piece, places in left.items():
        rest = {other: its for other, its in left.items() if other != piece}
        for place, cells in places.items():
            if cell in cells and cells <= empty:
                yield from ({piece: place, **more} for more in filled_by(empty - cells, rest))


def places_of(borders: dict) -> dict[str, dict]:
    """The cells of each plate on each face of the cube, in each turn."""
    return {
        name: {
            (face, turn): frozenset(PLACES[face](*cell) for cell in cells)
            for face, (turn, cells) in product(PLACES, enumerate(turns_of(border)))
        }
        for name, border in borders.items()
    }


def cubes_of(borders: dict) -> Iterator[dict[str, tuple]]:
    """All cubes that plates cover: plate -> its face and its turn."""
    return filled_by(SHELL, places_of(borders))


def boards_of(borders: dict, frame) -> Iterator[dict[str, tuple]]:
    """All ways to fill the board in a frame: plate -> where its corner lies, and its turn."""
    edge = {cell for cell, there in zip(edge_of(10, 7), frame) if there}
    places = {}
    for name, border in borders.items():
        for (turn, cells), at in product(enumerate(turns_of(border)), product(range(7), range(4))):
            moved = frozenset((x + at[0], y + at[1]) for x, y in cells)
            if not moved & edge:
                places.setdefault(name, {})[at, turn] = moved
    return filled_by(frozenset(product(range(10), range(7))) - edge, {name: {} for name in borders} | places)


@cache
def a_set_and_its_cubes(seed: int) -> tuple[Any, list[dict]]:
    from puzzlelib.plates import generate_plates

    plates = generate_plates(seed, "cube")
    return plates, list(cubes_of({plate.name: plate.border12 for plate in plates.plates}))


def keeps_apart(answer, right, rng, it):
    """The rows keep just the cubes in which two plates lie on opposite faces; such faces in any case."""
    from lessons.l09_plates import faces_of
    from puzzlelib.plates import plates_model

    for _ in range(12):
        (plates, cubes), (a, b) = a_set_and_its_cubes(rng.randrange(100, 106)), rng.sample("ABCDEF", 2)
        model = plates_model(plates, "cube")
        answer(model, faces_of(plates), a, b)
        for cube in cubes:
            values = {f"{plate} on {face} turn {turn}": 1 for plate, (face, turn) in cube.items()}
            opposite = cube[a][0][1] == cube[b][0][1]
            there = values.keys() <= model.names.keys()  # of two turns that look alike, one
            if there and bool(model.broken(values)) == opposite:
                return a, b, cube
    return None


@cache
def made_by_the_library() -> list[list]:
    """Its own sets, and some that it generates, also mirrored."""
    from puzzlelib.plates import files, generate_plates

    known = [files.load(name) for name in files.plate_sets()]
    known += [generate_plates(seed, target) for seed in range(12) for target in ("cube", "both")]
    return [plate_kinds(one, step) for one in known for step in (1, -1)]


def ones_own(plates) -> bool:
    """Plates that cover a cube and fill their board, can be printed, and are none of the library's."""
    borders = {plate.name: plate.border12 for plate in plates.plates}
    alone = lambda border, k: border[k] and not border[k - 1] and not border[k + 1]
    free = [not cell for cell in plates.border30]
    return (
        sum(map(sum, borders.values())) == 32
        and sum(plates.border30) == 14
        and not any(alone(border, k) for border in borders.values() for k in (0, 3, 6, 9))
        and not any(alone(free, k) for k in (0, 9, 15, 24))
        and plate_kinds(plates) not in made_by_the_library()
        and any(True for _ in cubes_of(borders))
        and any(True for _ in boards_of(borders, plates.border30))
    )


def saws_planks(answer, right, rng, it):
    """All plans and no other, and the cheapest are those with the fewest planks; by trying all values."""
    from puzzlelib.ilp import Model

    for _ in range(10):
        lengths = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
        plank, planks = rng.randint(2, 6), rng.randint(1, 2)
        model = Model("planks")
        x = model.grid("x", range(len(lengths)), range(planks))
        used = [model.variable(f"used[{k}]") for k in range(planks)]
        answer(model, x, used, [*lengths], plank)
        costs = {}
        for bits in product((0, 1), repeat=len(model.names)):
            values = dict(zip(model.names, bits))
            if not model.broken(values):
                plan = tuple(
                    tuple(k for k in range(planks) if values[x[i, k].name]) for i in range(len(lengths))
                )
                if any(values[used[k].name] < (k in chain(*plan)) for k in range(planks)):
                    return lengths, plank, planks, values
                costs[plan] = min(costs.get(plan, inf), model.value(values))
        if {*costs} != {*all_plans(lengths, plank, planks)} or not fewest_is_cheapest(costs):
            return lengths, plank, planks
    return None


def all_plans(lengths: list, plank: int, planks: int) -> Iterator[tuple]:
    """Each piece from one plank, and no plank too short."""
    for plan in product(range(planks), repeat=len(lengths)):
        if all(sum(n for n, k in zip(lengths, plan) if k == one) <= plank for one in range(planks)):
            yield tuple((k,) for k in plan)


def fewest_is_cheapest(costs: dict) -> bool:
    many = {plan: len({*plan}) for plan in costs}
    best = [plan for plan in costs if costs[plan] <= min(costs.values()) + 1e-6]
    return all(many[plan] == min(many.values()) for plan in best)


DOMAINS["9.1"] = same(lambda rng, it: (tuple(rng.random() < 0.5 for _ in range(12)),), lists)

DOMAINS["9.2"] = lambda answer, right, rng, it: next((f for f in OUT if not on_the_face(answer, f)), None)

DOMAINS["9.3"] = rules_out

DOMAINS["9.3b"] = rows_that_quarrel

DOMAINS["9.4"] = keeps_apart

DOMAINS["9.5"] = value(ones_own)


def a_side(rng, it):
    return ("".join(rng.choice("#.") for _ in range(rng.randint(1, 8))),)


def a_row(rng, it):
    """Draw a cell, and the cells that a few variables cover."""
    cells = [*product(range(3), repeat=2)]
    covers = {f"{name}{k}": some(rng, cells, 0, 4) for name in "ABC" for k in range(rng.randint(0, 3))}
    return rng.choice(cells), covers


def three_corners(rng, it):
    """Draw three corners of a plate in one of its turns, mirrored or not."""
    face = rng.choice([*PLACES])
    picture = [(0, 0), (3, 0), (3, 3), (0, 3)]
    if rng.random() < 0.5:
        picture.reverse()
    first = rng.randrange(4)
    return [PLACES[face](*(picture * 2)[k]) for k in range(first, first + 3)], face


# Equal plates, of which a wrong model may take one twice, and symmetric ones.
ALIKE = (
    ["############"] * 2 + ["....##....##"] * 2 + ["............"] * 2,
    ["##.##.##.##."] * 2 + [".#..#..#..#."] * 4,
    ["#.##.##.##.#"] * 2 + [".#..#..#..#."] * 4,  # two of them turned over: no cube
)


def covers_cubes(answer, right, rng, it):
    """Judge a cube by the places of its plates, and None by a search for a cube; each cube of the first set
    needs all four turns."""
    from puzzlelib.plates import generate_plates

    all_turns = [plate.border12 for plate in generate_plates(48, "cube").plates]
    alike = ([tuple(cell == "#" for cell in border) for border in six] for six in ALIKE)
    for six in chain([all_turns], alike, (six_borders(rng, it)[0] for _ in range(12))):
        borders = {name: tuple(border) for name, border in zip("ABCDEF", six)}
        got = answer(dict(borders))
        if any(cubes_of(borders)) if got is None else not is_cube(got, places_of(borders)):
            return borders
    return None


def is_cube(got: dict, places: dict[str, dict]) -> bool:
    laid = {name: frozenset(tuple(map(int, cell)) for cell in cells) for name, cells in got.items()}
    there = laid.keys() == places.keys() and all(laid[name] in its.values() for name, its in places.items())
    return there and any(filled_by(SHELL, {name: {name: cells} for name, cells in laid.items()}))


DOMAINS["9.1a"] = same(lambda rng, it: (rng.randint(0, 9),), exact_number)

DOMAINS["9.1b"] = same(a_row, bag)

DOMAINS["9.1c"] = same(three_corners, exact_truth)

DOMAINS["9.2a"] = same(a_side)

DOMAINS["9.7"] = covers_cubes

DOMAINS["9.6"] = saws_planks
