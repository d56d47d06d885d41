"""The judges of lesson 12."""

from functools import cache
from io import BytesIO
from itertools import chain, combinations, permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory

from . import DOMAINS, all_arrangements, dots_by_vertex, exact_number, exact_truth, keeps, same, value


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


def tells_rows(answer, right, rng, it):
    """It takes the rows that show all positions, and no others."""
    from lessons.l12_every_instance.proofs import as_file, proof, small

    for rows in (perhaps_a_proof(rng, proof(small())) for _ in range(60)):
        rows = rows.astype("u1")
        if exact_truth(answer(rows.tolist(), small())) != ("bool", is_a_proof(as_file(rows), small())):
            return rows.tolist()
    return None


def columns_of_pegs(rng, it):
    """Positions of the pegs on a solid, and images of some of them, as columns."""
    import numpy as np

    from puzzlelib.icosoku import icosahedron, octahedron

    solid = rng.choice([octahedron, icosahedron])()
    pegs = [rng.sample(range(1, len(solid.vertices) + 1), len(solid.vertices)) for _ in range(5)]
    maps = [one.vertices for one in solid.symmetries()]
    pegs += [[one[vertex] for vertex in rng.choice(maps)] for one in pegs]
    return np.array(pegs, float).T, solid


def tells_images(got, pegs, solid) -> bool:
    """Have two columns one number exactly if a symmetry takes one to the other?"""
    columns, maps = pegs.T.tolist(), [one.vertices for one in solid.symmetries()]
    images = [{tuple(column[vertex] for vertex in one) for one in maps} for column in columns]
    pairs = product(range(len(columns)), repeat=2)
    return all((tuple(columns[a]) in images[b]) == (got[a] == got[b]) for a, b in pairs)


def small_cover(rng, it):
    items = [*"abcde"[: rng.randint(1, 5)]]
    sizes = (rng.randint(1, min(3, len(items))) for _ in range(rng.randint(0, 8)))
    return items, [tuple(rng.sample(items, size)) for size in sizes]


def counts_covers(got, items, options) -> bool:
    """Is it the number of groups of options that cover each item once? By trying all groups."""
    groups = chain.from_iterable(combinations(options, size) for size in range(len(items) + 1))
    return exact_number(got) == (True, sum(sorted(chain(*group)) == sorted(items) for group in groups))


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

DOMAINS["12.3"] = keeps(witness_cases, one_turn_of, 8)

DOMAINS["12.3b"] = keeps(lambda rng, it: (rng.sample(range(1, 13), 12),), is_the_row, 8)

DOMAINS["12.3d"] = tells_rows

DOMAINS["12.3e"] = keeps(columns_of_pegs, tells_images, 20)

DOMAINS["12.3f"] = tells_proofs

DOMAINS["12.5"] = value(exactly_one_way)

DOMAINS["12.6"] = value(boards_once)

DOMAINS["12.7"] = keeps(small_cover, counts_covers, 150)
