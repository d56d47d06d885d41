"""The judges of lesson 06."""

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations, product

from . import DOMAINS, bag, draw_inputs, is_broken, one_piece, same, some, value


def answer_sets(program: str, facts: str = "", *names: str) -> set[frozenset[str]]:
    """Return the answers of an ASP program with some facts, of each the atoms with these names, or
    all of them; of more than a thousand, the first."""
    from clingo import Control

    control, found = Control(["0"], logger=lambda *_: None), set()

    def keep(model):
        atoms = model.symbols(atoms=True)
        found.add(frozenset(str(atom) for atom in atoms if not names or atom.name in names))
        return len(found) <= 1000

    control.add(f"{facts}\n{program}")
    control.ground()
    control.solve(on_model=keep)
    return found


def answers_as(cases: Callable, *names: str, times: int = 30) -> Callable:
    """Return a judge of ASP programs: `cases(rng, it)` gives facts, and the answers that a program
    has to have."""

    def judge(answer, right, rng, it):
        for facts, expected in draw_inputs(cases, rng, it, times):
            if answer_sets(answer, facts, *names) != expected:
                return facts
        return None

    return judge


def shape_to_write(rng, it):
    cells = some(rng, product(range(12), repeat=rng.choice([2, 3])), 1, 5)
    return rng.choice(["I", "Z_mirror", "my piece"]), rng.randint(1, 24), cells


def alone_without_braces(program: str) -> bool:
    """Return whether a, b or c alone is an answer, and clingo's own parser finds single atoms in
    heads and bodies."""
    from clingo.ast import ASTType, parse_string

    parsed = []
    parse_string(program, parsed.append)
    rules = [line for line in parsed if line.ast_type == ASTType.Rule]
    literal = lambda part: part.ast_type == ASTType.Literal
    plain = all(literal(rule.head) and all(map(literal, rule.body)) for rule in rules)
    return plain and answer_sets(program, "", *"abc") == {*map(frozenset, "abc")}


FLAT = {"S": [(0, 0)], "D": [(0, 0), (1, 0)], "I": [(0, 0), (1, 0), (2, 0)], "V": [(0, 0), (1, 0), (0, 1)]}


def pieces_on_cells(rng, it):
    """Draw cells, and places that pieces may occupy; return all choices of places that fill the cells."""
    spots = list(product(range(4), range(2)))
    cells, names = some(rng, spots, 1, 4), ["a", "b"][: rng.randint(1, 2)]
    places = some(rng, product(names, spots), 1, 7)
    atom = lambda piece, spot: f"occupied({piece},{spot[0]},{spot[1]})"
    facts = [f"piece({name}). cube({name},1,0,0)." for name in names] + [f"cell({x},{y})." for x, y in cells]
    facts.append("{ " + "; ".join(atom(*one) for one in places) + " }.")
    chosen = (one for size in range(8) for one in combinations(places, size))
    full = [one for one in chosen if {spot for _, spot in one} >= set(cells)]
    return " ".join(facts), {frozenset(atom(*one) for one in several) for several in full}


def map_and_paintings(rng, it):
    """Draw countries, borders in either direction and colours; return all paintings, by trying all."""
    countries = rng.sample(["peru", "chile", "cuba", "1", "20", "z"], rng.randint(1, 5))
    colours = rng.sample(["red", "blue", "7", "peru"], rng.randint(1, 3))
    borders = [rng.choice([pair, pair[::-1]]) for pair in combinations(countries, 2) if rng.random() < 0.5]
    facts = [f"country({name})." for name in countries] + [f"colour({name})." for name in colours]
    facts += [f"border({one},{other})." for one, other in borders]
    ways = [dict(zip(countries, way)) for way in product(colours, repeat=len(countries))]
    fine = [way for way in ways if all(way[one] != way[other] for one, other in borders)]
    expected = {frozenset(f"paint({one},{colour})" for one, colour in way.items()) for way in fine}
    return " ".join(rng.sample(facts, len(facts))), expected


AXES = [turn for turn in product(permutations(range(3)), product((1, -1), repeat=3))]


def turned_solid(cubes) -> list[list[tuple]]:
    """Return the orientations of a flat shape in space, each from one of its cubes; a mirror image of
    a flat shape is one of its turns."""
    found = set()
    for axes, signs in AXES:
        turned = [tuple(sign * cube[axis] for axis, sign in zip(axes, signs)) for cube in cubes]
        found.add(tuple(sorted(tuple(a - b for a, b in zip(cube, min(turned))) for cube in turned)))
    return [list(one) for one in sorted(found)]


def container_and_packings(rng, it):
    """Draw cells and pieces in all rotations, mostly as many cubes as cells; return all packings, by
    trying all ways."""
    shapes = {name: [(x, y, 0) for x, y in cells] for name, cells in FLAT.items()}
    while True:
        cells = list(product(*(range(k, k + rng.randint(1, 3)) for k in rng.choices(range(4), k=3))))
        cells = cells if len(cells) < 9 and rng.random() < 0.7 else some(rng, cells, 1, 7)
        pieces = {f"{name}{k}": turned_solid(shapes[name]) for k, name in enumerate(rng.choices("SDIV", k=3))}
        pieces = dict(some(rng, pieces.items(), 1))
        if sum(len(turns[0]) for turns in pieces.values()) == len(cells) or rng.random() < 0.2:
            break
    facts = [f"cell({x},{y},{z})." for x, y, z in cells]
    for name, turns in pieces.items():
        facts += [f'cube("{name}",{r},{x},{y},{z}).' for r, turn in enumerate(turns, 1) for x, y, z in turn]
    return " ".join(rng.sample(facts, len(facts))), packed_by_trying(cells, pieces)


def packed_by_trying(cells: list, pieces: dict) -> set[frozenset[str]]:
    spots = [
        [
            (f'position("{name}",{r},{x},{y},{z})', [(x + dx, y + dy, z + dz) for dx, dy, dz in turn])
            for r, turn in enumerate(turns, 1)
            for x, y, z in cells
        ]
        for name, turns in pieces.items()
    ]
    inside = [[spot for spot in of_piece if set(spot[1]) <= set(cells)] for of_piece in spots]
    return {
        frozenset(atom for atom, _ in way)
        for way in product(*inside)
        if sorted(cell for _, covered in way for cell in covered) == sorted(cells)
    }


def peaceful_queens(n: int) -> set[frozenset]:
    """Return all peaceful sets of queens, column by column."""
    boards = [[]]
    for x in range(1, n + 1):
        boards = [[*board, (x, y)] for board in boards for y in range(1, n + 1) if is_safe(board, x, y)]
    return {frozenset(f"queen({x},{y})" for x, y in board) for board in boards}


def is_safe(board, x: int, y: int) -> bool:
    return not any(b == y or abs(a - x) == abs(b - y) for a, b in board)


def grows_slowly(answer, right, rng, it):
    """Judge queens by their answers, and by the ground rules that clingo's own statistics count."""
    from clingo import Control

    control = Control(["-cn=30", "--solve-limit=0"], logger=lambda *_: None)
    control.add(answer)
    control.ground()
    control.solve()
    if control.statistics["problem"]["lp"]["rules"] > 6000:
        return "n = 30"
    sizes = 1, 2, 3, 4, 5, 6, 7, 10
    wrong = (n for n in sizes if answer_sets(answer, f"#const n = {n}.", "queen") != peaceful_queens(n))
    return next(wrong, None)


def answer_with_hints(rng, it):
    """Draw the atoms of an answer, in any order; pieces have any numbers."""
    names = rng.sample(["I", "T", "L", "Pyramid", "O", "N", "Z", "Z_mirror"], rng.randint(1, 8))
    numbers = rng.sample(range(1, 13), len(names))
    hints = some(rng, numbers)
    atoms = [f'assignType({n},"{name}")' for n, name in zip(numbers, names)] + [f"hint({n})" for n in hints]
    spot = lambda n: f"({n},{n % 3 + 1},0,{n % 4},1)"
    atoms += [f"fullPosition{spot(n)}" for n in numbers] + [f"hintPosition{spot(n)}" for n in hints]
    return (rng.sample(atoms, len(atoms)),)


DOMINOES = {f"v{x}": {("top", x), ("bottom", x)} for x in range(4)}

DOMINOES |= {f"{row[0]}{x}": {(row, x), (row, x + 1)} for row in ("top", "bottom") for x in range(3)}


def proves(lines) -> bool:
    """Return whether every line of a protocol follows: judged by the places left for each cell, and
    by all coverings."""
    acts = [line.split() for line in lines]
    in_order = re.fullmatch("decide decide( so)* conflict learn back( so)+", " ".join(act[0] for act in acts))
    if not in_order or acts[:2] != [["decide", "not", "b1"], ["decide", "t1"]]:
        return False
    known, learned = {"b1": False, "t1": True}, []
    for word, *rest in acts[2:]:
        name, value = rest[-1] if rest else "", len(rest) == 1
        if word == "so":
            against = known | {name: not value}
            if name in known or not (wrong_cells(against) & DOMINOES[name] or is_broken(learned, against)):
                return False
            known[name] = value
        elif word == "conflict" and (rest[0], int(rest[1])) not in wrong_cells(known):
            return False
        elif word == "learn":
            learned = [(part.split()[-1], "not" not in part) for part in " ".join(rest).split(" or ")]
            if not is_broken(learned, known) or any(is_broken(learned, chosen) for chosen in coverings()):
                return False
        elif word == "back":
            known = {"b1": False}
    return True


def wrong_cells(known: dict) -> set[tuple]:
    """Return the cells for which no place is left, or that two places cover."""
    cells = set().union(*DOMINOES.values())
    touching = {cell: [name for name, both in DOMINOES.items() if cell in both] for cell in cells}
    return {
        cell
        for cell, names in touching.items()
        if not any(all(known.get(one, one == name) == (one == name) for one in names) for name in names)
    }


@cache
def coverings() -> list[dict]:
    """Return all ways to cover the board of 4×2 cells, by trying all choices."""
    every = (dict(zip(DOMINOES, bits)) for bits in product((False, True), repeat=len(DOMINOES)))
    return [chosen for chosen in every if not wrong_cells(chosen)]


def board_and_tilings(rng, it):
    """Draw cells, and return all sets of dominoes that cover each of them once."""
    cells = some(rng, product(range(2, 5), repeat=2), 1)
    lying = [(f"lies({x},{y})", {(x, y), (x + 1, y)}) for x, y in cells]
    places = lying + [(f"stands({x},{y})", {(x, y), (x, y + 1)}) for x, y in cells]
    places = [(atom, both) for atom, both in places if both <= set(cells)]
    half = combinations(places, len(cells) // 2)
    covers = lambda chosen: sorted(cell for _, both in chosen for cell in both) == sorted(cells)
    expected = {frozenset(atom for atom, _ in chosen) for chosen in half if covers(chosen)}
    return " ".join(f"cell({x},{y})." for x, y in cells), expected


def board_and_reach(rng, it):
    """Draw cells and one of them as the start, and return the only answer: all cells in its piece."""
    cells = some(rng, product(range(2, 6), repeat=2), 1)
    piece, before = {rng.choice(cells)}, None
    start = min(piece)
    while piece != before:
        before = set(piece)
        piece |= {(x, y) for x, y in cells if any(abs(x - a) + abs(y - b) == 1 for a, b in before)}
    atoms = frozenset(f"reach({x},{y})" for x, y in piece)
    return f"start({start[0]},{start[1]}). " + " ".join(f"cell({x},{y})." for x, y in cells), {atoms}


def is_fourth_container(program: str) -> bool:
    """Return whether a program has 32 cells in one piece, no box of two layers that is known, and a
    packing, found without clasp."""
    from puzzlelib import PackingPuzzle, load, solve

    (atoms,) = answer_sets(program, "", "cell")
    cells = {tuple(map(int, atom[5:-1].split(","))) for atom in atoms}
    sides = sorted(len(set(axis)) for axis in zip(*cells))
    if len(cells) != 32 or not one_piece(cells) or sides in ([2, 4, 4], [2, 2, 8]):
        return False
    pieces = load("tetracubes-2x4x4").pieces
    return bool(solve(PackingPuzzle("a container", tuple(sorted(cells)), pieces), "compiled").solutions)


def party_and_plans(rng, it):
    """Draw guests at a round table, and return all ways to seat them, by trying all orders."""
    guests = rng.sample(["ann", "bob", "cem", "dora", "eve"], rng.randint(1, 4))
    seats = max(2, len(guests) + rng.randint(0, 1))
    apart = some(rng, permutations(guests, 2), 0, 3)
    beside = {frozenset([s, s % seats + 1]) for s in range(1, seats + 1)}
    facts = [f"guest({guest})." for guest in guests] + [f"apart({one},{other})." for one, other in apart]
    facts += [f"seat({s}). next({s},{s % seats + 1})." for s in range(1, seats + 1)]
    ways = [dict(zip(guests, way)) for way in permutations(range(1, seats + 1), len(guests))]
    fine = [w for w in ways if not any({w[one], w[other]} in beside for one, other in apart)]
    plans = {frozenset(f"sits({guest},{seat})" for guest, seat in way.items()) for way in fine}
    return " ".join(rng.sample(facts, len(facts))), plans


DOMAINS["6.1"] = same(shape_to_write, answer_sets)

DOMAINS["6.1a"] = answers_as(pieces_on_cells, "occupied")

DOMAINS["6.1b"] = value(alone_without_braces)

DOMAINS["6.1c"] = answers_as(map_and_paintings, "paint")

DOMAINS["6.2c"] = answers_as(container_and_packings, "position", times=100)

DOMAINS["6.2d"] = grows_slowly

DOMAINS["6.4"] = same(answer_with_hints, lambda got: (isinstance(got, (set, frozenset)), got))

DOMAINS["6.4b"] = value(proves)

DOMAINS["6.5"] = answers_as(board_and_tilings, "lies", "stands", times=120)

DOMAINS["6.8"] = answers_as(board_and_reach, "reach")

DOMAINS["6.6"] = value(is_fourth_container)

DOMAINS["6.7"] = answers_as(party_and_plans, "sits")


def pipes(rng, it):
    nodes = range(rng.randint(2, 6))
    every = list(permutations(nodes, 2))
    return some(rng, nodes, 0, 2), some(rng, every, 0, 9)


DOMAINS["6.2b"] = same(pipes, lambda got: bag(set(map(tuple, got))))
