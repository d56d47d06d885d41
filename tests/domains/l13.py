"""The judges of lesson 13."""

from itertools import combinations, product

from . import DOMAINS, exact_number, exact_truth, keeps, one_piece, polycube, value

STEPS = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
PAINTS = None, "red", "blue", "black"


def painted_input(rng, it):
    """A piece and a box with colours, the piece mostly within the box."""
    cells = list(product(range(rng.randint(1, 6)), range(2), range(3)))
    box = {cell: rng.choice(PAINTS) for cell in cells}
    piece = {cell: rng.choice((None, box[cell])) for cell in rng.sample(cells, 4)}
    if rng.randrange(2):
        piece[rng.choice(sorted(piece))] = rng.choice(PAINTS)
    if rng.randrange(4) == 0:
        piece[9, 0, 0] = None
    return piece, box


def agrees(got, piece, box) -> bool:
    """Does each cell of the piece find a cell, and no second colour?"""
    colours = [{piece[cell], box[cell]} - {None} if cell in box else {1, 2} for cell in piece]
    return exact_truth(got) == ("bool", max(map(len, colours)) < 2)


def standing_pieces(rng, it, most: int = 7, reach: int = 3):
    """Pieces at random places, none in another."""
    pieces, taken = {}, set()
    for k in range(rng.randint(1, most)):
        by = [rng.randrange(-reach, reach + 1) for _ in range(3)]
        cells = {tuple(c + b for c, b in zip(cell, by)) for cell in polycube(rng, it)[0]}
        if not cells & taken:
            pieces[f"piece {k}"] = frozenset(cells)
            taken |= cells
    return pieces


def pulled_input(rng, it):
    return standing_pieces(rng, it), rng.choice(STEPS)


def column(cell, step) -> tuple:
    """The line of a cell along a direction, and how far along it the cell stands."""
    axis = next(k for k in range(3) if step[k])
    return tuple(c for k, c in enumerate(cell) if k != axis), cell[axis] * step[axis]


def are_free(got, pieces, step) -> bool:
    """A piece is free if in no line another piece stands further along than one of its cells."""
    lines = {}
    for name, cells in pieces.items():
        for line, far in (column(cell, step) for cell in cells):
            lines.setdefault(line, []).append((far, name))
    blocked = {
        name for row in lines.values() for far, name in row if any(f > far and n != name for f, n in row)
    }
    return sorted(got) == sorted(pieces.keys() - blocked)


def pushed_input(rng, it):
    """Pieces close together: one pushes the next, and that a third."""
    pieces = standing_pieces(rng, it, most=30, reach=1)
    return pieces, rng.choice(sorted(pieces)), rng.choice(STEPS)


def are_pushed(got, pieces, name, step) -> bool:
    """The least set with the piece in it that runs into nothing, by trying all sets."""
    names = sorted(pieces)
    for many in range(1, len(names) + 1):
        for some in combinations(names, many):
            ahead = {tuple(map(sum, zip(cell, step))) for one in some for cell in pieces[one]}
            others = (cell for one in names if one not in some for cell in pieces[one])
            if name in some and ahead.isdisjoint(others):
                return sorted(got) == sorted(some)
    return False


def two_columns(rng, it):
    while True:
        xs, ys = ([rng.randrange(rng.choice((2, 9, 99))) for _ in range(7)] for _ in "xy")
        if any(a != b and c != d for (a, c), (b, d) in combinations(zip(xs, ys), 2)):
            return xs, ys


def is_share(got, xs, ys) -> bool:
    """By counting in both directions, each pair twice."""
    same = differ = 0
    for (a, c), (b, d) in product(zip(xs, ys), repeat=2):
        same += a < b and c < d
        differ += a < b and c > d
    return abs(float(got) - same / (same + differ)) < 1e-9


def is_stuck(answer) -> bool:
    """Walk through all positions by unit steps of all groups; does no group ever get clear?"""
    home = [frozenset(map(tuple, cells)) for cells in dict(answer).values()]
    start = tuple((0, 0, 0) for _ in home)
    seen, todo = {start}, [start]
    while todo:
        at = todo.pop()
        if are_apart([{tuple(map(sum, zip(c, by))) for c in one} for one, by in zip(home, at)]):
            return False
        todo += (new := {*group_steps(home, at)} - seen)
        seen |= new
    return True


def piece_groups(number: int):
    return (group for many in range(1, number) for group in combinations(range(number), many))


def are_apart(cells) -> bool:
    """Is some group beside the rest, with a plane between them?"""
    for group in piece_groups(len(cells)):
        ours = [c for k in group for c in cells[k]]
        rest = [c for k in range(len(cells)) if k not in group for c in cells[k]]
        if any(max(c[axis] for c in ours) < min(c[axis] for c in rest) for axis in range(3)):
            return True
    return False


def pieces_hang(answer) -> bool:
    every = [tuple(cell) for cells in answer.values() for cell in cells]
    return len(set(every)) == len(every) and all(map(one_piece, answer.values()))


def is_own(answer) -> bool:
    """One packing up to rotation, by plain backtracking; at least four pieces."""
    from puzzlelib import PackingPuzzle, load, orbits
    from puzzlelib.packing.files import read_text
    from puzzlelib.search import backtracking

    if isinstance(answer, PackingPuzzle):
        puzzle = answer
    else:
        puzzle = read_text(answer, "mine") if "\n" in str(answer) else load(answer)
    found = list(backtracking.solutions(puzzle))
    return sum(piece.copies for piece in puzzle.pieces) >= 4 and len(orbits(puzzle, found)) == 1


BLACK, WHITE = {(1, 3), (2, 3)}, {(1, 2), (2, 2)}
CORNERS = {(0, 0), (3, 0), (0, 3), (3, 3)}


def domino_numbers(cells: tuple, pairs: tuple = ()):
    """Lay dominoes cell by cell: yield how many lie in each way."""
    if not cells:
        yield len(pairs)
        return
    (x, y), rest = cells[0], cells[1:]
    if (x, y) in CORNERS:
        yield from domino_numbers(rest, pairs)
    for other in {(x + 1, y), (x, y + 1)} & set(rest):
        if (pair := {(x, y), other}) not in (BLACK, WHITE):
            yield from domino_numbers(tuple(one for one in rest if one != other), (*pairs, pair))


def range_input(rng, it):
    least = rng.randint(6, 8)
    return (f"{least}..{rng.randint(least, 8)}",)


def fills_tray(got, copies) -> bool:
    least, most = map(int, copies.split(".."))
    found = domino_numbers(tuple(product(range(4), repeat=2)))
    return exact_number(got) == (True, sum(least <= number <= most for number in found))


HOOKS = {  # two pieces that part in two moves; below, two that cannot move at all
    "A": [(0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 1, 0), (1, 1, 1), (2, 1, 1), (2, 2, 1)],
    "B": [(0, 2, 0), (0, 2, 1), (1, 0, 1), (1, 2, 0), (2, 0, 0), (2, 0, 1), (2, 1, 0), (2, 2, 0)],
}
LOCK = {
    "A": [(x, y, 1) for x, y in product(range(3), repeat=2) if (x, y) != (1, 1)],
    "B": [(1, 1, 0), (1, 1, 1), (1, 1, 2), (0, 1, 0), (0, 1, 2)],
}
LOOSE = {  # ring and rod, which slide by one cell
    "A": [(x, y, 1) for x, y in product(range(4), range(3)) if y != 1 or x in (0, 3)],
    "B": [(1, 1, 1), *((x, 1, z) for x, z in product(range(3), (0, 2)))],
}


def some_pieces(rng, it) -> dict:
    """Pieces that hook into each other, turned; or pieces at random places."""
    if rng.randrange(2):
        return dict([*standing_pieces(rng, it).items()][:4]) | {"last": frozenset([(9, 0, 0)])}
    axes = rng.sample(range(3), 3)
    pieces = rng.choice((HOOKS, LOCK, LOOSE)).items()
    return {name: frozenset(tuple(cell[k] for k in axes) for cell in cells) for name, cells in pieces}


def spread(pieces, most: int) -> dict:
    """The positions reached by unit steps of all groups, at most some more than so many."""
    home = [frozenset(map(tuple, cells)) for cells in pieces.values()]
    start = tuple((0, 0, 0) for _ in home)
    found, todo = {start: None}, [start]
    for at in todo:
        if len(found) > most:
            break
        for new in group_steps(home, at):
            if new not in found:
                found[new] = at
                todo.append(new)
    return found


def group_steps(home, at):
    """The positions one unit step of a group away, seen from the first piece."""
    cells = [{tuple(map(sum, zip(c, by))) for c in one} for one, by in zip(home, at)]
    for group in piece_groups(len(home)):
        for step in STEPS:
            moving = {tuple(map(sum, zip(c, step))) for k in group for c in cells[k]}
            if all(moving.isdisjoint(cells[k]) for k in range(len(home)) if k not in group):
                by = [tuple(map(sum, zip(at[k], step))) if k in group else at[k] for k in range(len(at))]
                yield tuple(tuple(a - b for a, b in zip(one, by[0])) for one in by)


def position_input(rng, it):
    return some_pieces(rng, it), rng.choice((1, 2, 3, 12))


def are_positions(got, pieces, most) -> bool:
    found = spread(pieces, most)
    return got is None if len(found) > most else got is not None and set(got) == set(found)


def listed_input(rng, it):
    """Some positions: all, or one less, or some of them, the first alone, or with the dot in another hole."""
    if rng.randrange(3) == 0:
        box = frozenset(
            (x, y, z) for x, y, z in product(range(3), range(3), range(5)) if (x, y, z % 2) != (1, 1, 1)
        )
        home, other = ((0, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, 0, 2))
        pieces = {"box": box, "dot": frozenset([(1, 1, 1)])}
        return pieces, {*rng.choice(([home], [other], [home, other]))}
    pieces = some_pieces(rng, it)
    found = [*spread(pieces, 6)]
    if rng.randrange(4) == 0:
        return pieces, {found[0]}
    return pieces, set(found[rng.randrange(2) :] if rng.randrange(2) else rng.sample(found, len(found) // 2))


def is_proof(got, pieces, listed) -> bool:
    home = [frozenset(map(tuple, cells)) for cells in pieces.values()]
    closed = all(new in listed for at in listed for new in group_steps(home, at))
    return exact_truth(got) == ("bool", closed and tuple((0, 0, 0) for _ in home) in listed)


def least_moves(pieces, most: int = 4) -> int | None:
    """Breadth first by slides of all groups, until a plane parts two of them; one move at least."""
    home = [frozenset(map(tuple, cells)) for cells in pieces.values()]
    ring = seen = {tuple((0, 0, 0) for _ in home)}
    for number in range(most + 1):
        if any(are_apart(moved_by(home, at)) for at in ring):
            return max(number, 1)
        ring = {new for at in ring for new in slides_of(home, at)} - seen
        seen = seen | ring
        if not ring:
            return None
    raise ValueError("too many moves for this search")


def moved_by(home, at) -> list[set]:
    return [{tuple(map(sum, zip(c, by))) for c in one} for one, by in zip(home, at)]


def slides_of(home, at):
    """The positions one slide away: a group, and again the same step of it, as long as nothing is hit."""
    for group in piece_groups(len(home)):
        for step in STEPS:
            now = at
            for _ in range(12):
                cells = moved_by(home, now)
                moving = {tuple(map(sum, zip(c, step))) for k in group for c in cells[k]}
                if not all(moving.isdisjoint(cells[k]) for k in range(len(home)) if k not in group):
                    break
                by = [tuple(map(sum, zip(now[k], step))) if k in group else now[k] for k in range(len(now))]
                now = tuple(tuple(a - b for a, b in zip(one, by[0])) for one in by)
                yield now


def parts_them(got, pieces) -> bool:
    """The moves are played cell by cell, and none less would do."""
    fewest = least_moves(pieces)
    if got is None or fewest is None:
        return got is fewest
    at = {name: set(map(tuple, cells)) for name, cells in pieces.items()}
    for names, step, by in got:
        for _ in range(by):
            for name in names:
                at[name] = {tuple(map(sum, zip(c, step))) for c in at[name]}
            if len(set().union(*at.values())) != sum(map(len, at.values())):
                return False
    return len(list(got)) == fewest and are_apart([*at.values()])


DOMAINS["13.1"] = keeps(painted_input, agrees, 200)

DOMAINS["13.1b"] = keeps(range_input, fills_tray, 20)

DOMAINS["13.2"] = keeps(pulled_input, are_free, 200)

DOMAINS["13.3"] = keeps(pushed_input, are_pushed, 100)

DOMAINS["13.3b"] = keeps(position_input, are_positions, 40)

DOMAINS["13.4"] = value(lambda answer: pieces_hang(answer) and is_stuck(answer))

DOMAINS["13.4b"] = keeps(listed_input, is_proof, 40)

DOMAINS["13.4d"] = keeps(lambda rng, it: (some_pieces(rng, it),), parts_them, 40)

DOMAINS["13.6"] = keeps(two_columns, is_share, 200)

DOMAINS["13.7"] = value(is_own)
