"""A second judge of each answer, without its check, on inputs from the exercise's own domain."""

from itertools import combinations, product

from . import DOMAINS, exact_truth, keeps, one_piece, polycube, value

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


def standing_pieces(rng, it):
    """Pieces at random places, none in another."""
    pieces, taken = {}, set()
    for k in range(rng.randint(1, 7)):
        by = [rng.randrange(-3, 4) for _ in range(3)]
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
    pieces = standing_pieces(rng, it)
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
        cells = [{tuple(map(sum, zip(c, by))) for c in one} for one, by in zip(home, at)]
        if are_apart(cells):
            return False
        for group in piece_groups(len(home)):
            for step in STEPS:
                moving = {tuple(map(sum, zip(c, step))) for k in group for c in cells[k]}
                if all(moving.isdisjoint(cells[k]) for k in range(len(home)) if k not in group):
                    by = [tuple(map(sum, zip(at[k], step))) if k in group else at[k] for k in range(len(at))]
                    new = tuple(tuple(a - b for a, b in zip(one, by[0])) for one in by)
                    if new not in seen:
                        seen.add(new)
                        todo.append(new)
    return True


def piece_groups(number: int):
    """All groups of pieces but none and all."""
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


LETTERS = {"backtracking": "D", "Algorithm X": "A", "clasp": "C", "branch and bound": "B"}

DOMAINS["13.1"] = keeps(painted_input, agrees, 200)

DOMAINS["13.2"] = keeps(pulled_input, are_free, 200)

DOMAINS["13.3"] = keeps(pushed_input, are_pushed, 100)

DOMAINS["13.4"] = value(lambda answer: pieces_hang(answer) and is_stuck(answer))

DOMAINS["13.5"] = value(lambda answer: dict(answer) == LETTERS)

DOMAINS["13.6"] = keeps(two_columns, is_share, 200)

DOMAINS["13.7"] = value(is_own)
