"""A second judge of each answer, without its check, on inputs from the exercise's own domain."""

from functools import cache
from io import BytesIO
from itertools import chain, combinations, permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory

from . import (
    DOMAINS,
    all_arrangements,
    counts_arrangements,
    dots_by_vertex,
    exact_number,
    exact_truth,
    keeps,
    random_tile,
    same,
    value,
)


def small_puzzle(rng, it):
    """A puzzle with the sums of an arrangement by chance."""
    from puzzlelib.icosoku import Cosoku, octahedron, tetrahedron

    solid = rng.choice([tetrahedron, tetrahedron, octahedron])()
    kinds = [random_tile(rng, 2) for _ in range(3)]
    tiles = [rng.choice(kinds) for _ in solid.faces]
    sums = dict.fromkeys(range(len(solid.vertices)), 0)
    for corners, spots in zip(solid.corners, tiles):
        k = rng.randrange(3)
        for vertex, number in zip(corners, spots[k:] + spots[:k]):
            sums[vertex] += number
    return (Cosoku(solid, tuple(sums.values()), tiles),)


def tiles_laid(rng, it):
    """A witness, one with a tile turned or exchanged, or one with right sums of other tiles."""
    from lessons.l12_every_instance import witness
    from lessons.l12_every_instance.checks import MORE_KINDS, OTHER_HAND, changed_box

    laid = [*witness(rng.randint(4, 6))]
    a, b = rng.sample(range(20), 2)
    match rng.randrange(6):
        case 3:
            return ([*changed_box(OTHER_HAND)],)
        case 4:
            return ([*changed_box(*MORE_KINDS)],)
        case 0:
            laid[a], laid[b] = laid[b], laid[a]
        case 1:
            laid[a] = laid[b]
        case 2:
            laid[a] = type(laid[a])(laid[a].tile, (laid[a].turn + 1) % 3)
    return (laid,)


def witness_cases(rng, it):
    from lessons.l12_every_instance import witness

    return ([*witness(rng.randint(4, 9))],)


def solids(rng, it):
    from puzzlelib.icosoku import bipyramid, octahedron, tetrahedron

    return rng.choice([tetrahedron(), octahedron(), bipyramid(3), bipyramid(5)]), rng.random() < 0.5


def one_turn_of(got, laid) -> bool:
    """The sums 1 to 12 after another turn of one tile; in any order, and no matter how often."""
    from puzzlelib.icosoku import icosahedron

    found = set()
    for face, (dots, turn) in enumerate(laid):
        for other in range(3):
            sums = dots_by_vertex(icosahedron(), [*laid[:face], (dots, other), *laid[face + 1 :]])
            if dots[-turn:] + dots[:-turn] != dots[-other:] + dots[:-other] and set(sums) == {*range(1, 13)}:
                found.add(tuple(sums))
    return {tuple(pegs) for pegs in got} == found


def is_the_row(got, pegs) -> bool:
    """1 on A, the least of the ring on B, C below F; and the same distances between the numbers as before."""
    from puzzlelib.icosoku import icosahedron

    faces = icosahedron().corners
    edges = lambda at: {frozenset((at[a], at[b])) for face in faces for a, b in combinations(face, 2)}
    fine = got[0] == 1 and got[1] == min(got[1:6]) and got[2] < got[5]
    return len(got) == 12 and fine and edges(got) == edges(pegs)


def exactly_one_way(puzzle) -> bool:
    faces = len(puzzle.polyhedron.faces)
    fair = 6 <= faces <= 20 and len(puzzle.tiles) == faces and len(set(puzzle.tiles)) >= 4
    return fair and len(all_arrangements(puzzle)) == 1


def pegs_shown_by(row, puzzle) -> set[tuple]:
    """All positions that the bytes of a row prove."""
    laid = [(puzzle.types[byte // 3], byte % 3) for byte in row if 0 <= byte < 3 * len(puzzle.types)]
    if sorted(tile for tile, _ in laid) != sorted(puzzle.tiles):
        return set()
    if any(turn and len(set(tile)) == 1 for tile, turn in laid):
        return set()
    pegs = dots_by_vertex(puzzle.polyhedron, laid)
    return {tuple(pegs[v] for v in one.vertices) for one in puzzle.polyhedron.symmetries()}


def is_a_proof(data: bytes, puzzle) -> bool:
    """Does a file show each position in one of its rows, and none in two? Row by row, and by sets."""
    import numpy as np

    try:
        rows = np.load(BytesIO(data))
    except (ValueError, EOFError):
        return False
    faces, pegs = len(puzzle.polyhedron.faces), range(1, len(puzzle.capacities) + 1)
    if rows.dtype != np.uint8 or rows.ndim != 2 or rows.shape[1] != faces:
        return False
    shown = [pegs_shown_by(row, puzzle) for row in rows.tolist()]
    return all(shown) and sorted(chain(*shown)) == sorted(permutations(pegs))


def perhaps_a_proof(rng, rows):
    """The rows of a proof, in another order, or with a fault."""
    import numpy as np

    rows = rows[rng.sample(range(len(rows)), len(rows))]
    row, face, other = rng.randrange(len(rows)), *rng.sample(range(rows.shape[1]), 2)
    match rng.randrange(10):
        case 0:
            rows[row, face] = rng.choice([255, rng.randrange(256)])
        case 1:
            rows[row, face] += 1
        case 2:
            rows[row, [face, other]] = rows[row, [other, face]]
        case 3:
            rows[row] = rows[row - 1]
        case 4:
            rows = np.concatenate([rows, rows[:1]])
        case 5:
            rows = rows.astype(rng.choice([np.int8, np.int64, float]))
        case 6:
            rows = rows[1:]
    return rows


@cache
def right_sums_of_other_tiles(puzzle):
    """A proof but for its first row: its sums are right, and its tiles are not those of the box."""
    from lessons.l12_every_instance.proofs import classes, other_box, proof, replace_row

    return replace_row(proof(puzzle), 0, other_box(puzzle, next(classes(puzzle.polyhedron))))


def tells_proofs(answer, right, rng, it):
    """It takes the files that show all positions, and no others."""
    from lessons.l12_every_instance.proofs import as_file, larger, proof, small

    files = [(small(), as_file(perhaps_a_proof(rng, proof(small())))) for _ in range(60)]
    files += [(small(), files[0][1][:-1]), (small(), b"")]
    files += [(puzzle, as_file(right_sums_of_other_tiles(puzzle))) for puzzle in (small(), larger())]
    files.append((larger(), as_file(proof(larger()))))
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.npy")
        for puzzle, data in files:
            path.write_bytes(data)
            if exact_truth(answer(str(path), puzzle)) != ("bool", is_a_proof(data, puzzle)):
                return puzzle.title, data
    return None


def boards_once(tilings) -> bool:
    """Dominoes on all squares but two; no board twice, and each board with a dark and a light square free is
    there."""
    squares, seen = set(product(range(-5, 6, 2), repeat=2)), []
    for tiling in tilings:
        tiling = [[(2 * x - 5, 2 * y - 5) for x, y in domino] for domino in tiling]
        covered = [square for domino in tiling for square in domino]
        wide = [sorted(abs(a - b) for a, b in zip(*domino)) for domino in tiling]
        if len(covered) != 34 or len(squares - set(covered)) != 2 or any(step != [0, 2] for step in wide):
            return False
        seen.append(board_class(squares - set(covered)))
    every = {board_class(two) for two in combinations(squares, 2) if sum(map(sum, two)) % 4}
    return len(seen) == len(every) and set(seen) == every


def board_class(two) -> tuple:
    """The least of the eight images of two squares of a board with its middle at (0, 0)."""
    images = ([(a * x, b * y) for x, y in two] for a, b in product((1, -1), repeat=2))
    return min(tuple(sorted(image)) for one in images for image in (one, [(y, x) for x, y in one]))


DOMAINS["12.1"] = same(solids, exact_number, 12)

DOMAINS["12.2"] = same(tiles_laid, exact_truth, 40)

DOMAINS["12.3"] = keeps(witness_cases, one_turn_of, 8)

DOMAINS["12.3b"] = keeps(lambda rng, it: (rng.sample(range(1, 13), 12),), is_the_row, 8)

DOMAINS["12.4"] = keeps(small_puzzle, counts_arrangements, 8)

DOMAINS["12.3c"] = tells_proofs

DOMAINS["12.5"] = value(exactly_one_way)

DOMAINS["12.6"] = value(boards_once)
