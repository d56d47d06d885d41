"""A second method for 3coSoKu: every arrangement of a small puzzle, judged from the definition alone."""

from collections import Counter
from itertools import permutations, product
from math import perm, prod


def by_hand(puzzle) -> set:
    """All solutions: every order of the tiles, every turn that can be told apart, the sums by the names of
    the vertices."""
    faces, wanted, found = (
        puzzle.polyhedron.faces,
        dict(zip(puzzle.polyhedron.vertices, puzzle.capacities)),
        set(),
    )
    for tiles in set(permutations(puzzle.tiles, len(faces))):
        for turns in product(*([0] if tile[0] == tile[1] == tile[2] else [0, 1, 2] for tile in tiles)):
            total = Counter()
            for face, tile, turn in zip(faces, tiles, turns):
                for corner, vertex in enumerate(face):
                    total[vertex] += tile[(corner - turn) % 3]
            if all(total[vertex] == number for vertex, number in wanted.items()):
                found.add(tuple(zip(tiles, turns)))
    return found


def times_told_apart(puzzle, arrangement) -> int:
    """In how many ways numbers can be given to equal tiles, and turns to tiles that look the same in each."""
    tiles = [tile for tile, _ in arrangement]
    plain = sum(len(set(tile)) == 1 for tile in tiles)
    return 3**plain * prod(perm(puzzle.tiles.count(tile), tiles.count(tile)) for tile in set(tiles))
