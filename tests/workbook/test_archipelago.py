"""The map of all packings of the Tetris Cube: its numbers by other methods, its file, its places."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from lessons.l05_dancing_links.archipelago import (
    find_archipelago,
    find_neighbours,
    map_values,
    packings_up_to_rotation,
    positions,
    recorded_archipelago,
)
from puzzlelib import load, verify
from puzzlelib.packing import least_image, option_tables
from puzzlelib.packing.symmetry import container_symmetries

CUBE = load("tetris-cube")


@pytest.fixture(scope="module")
def recorded():
    return recorded_archipelago()


@pytest.mark.long
def test_the_file_is_what_is_found(recorded):
    found = find_archipelago()
    assert np.array_equal(found.rows, recorded.rows) and np.array_equal(found.pairs, recorded.pairs)


def test_the_packings_are_all_and_each_up_to_rotation(recorded):
    """9,839 is the published number of solutions."""
    assert len(recorded.rows) == len(set(map(tuple, recorded.rows.tolist()))) == 9839
    tables = option_tables(CUBE, "rotations")
    for row in recorded.rows[::40].tolist():
        verify(CUBE, [CUBE.placements[option] for option in row])
    assert len({least_image(row, tables) for row in recorded.rows.tolist()}) == 9839


@pytest.mark.parametrize("name, most", [("tetracubes-2x2x8", 1), ("tetracubes-2x2x8", 3), ("soma", 2)])
def test_neighbours_are_those_of_brute_force(name, most):
    puzzle = load(name)
    rows = packings_up_to_rotation(puzzle)[:150]
    images = [set(map(tuple, enumerate(row))) for row in rows.tolist()]
    turned = [
        [set(enumerate(table[option] for option in row)) for row in rows.tolist()]
        for table in option_tables(puzzle, "rotations")
    ]
    expected = {
        (one, other): min(len(images[one] - turn[other]) for turn in turned)
        for one, other in combinations(range(len(rows)), 2)
    }
    found = find_neighbours(puzzle, rows, most)
    assert {(a, b): n for a, b, n, _ in found.tolist()} == {
        pair: n for pair, n in expected.items() if n <= most
    }
    for a, b, n, rotation in found.tolist():
        assert len(images[a] - turned[rotation][b]) == n


def test_the_table_of_islands(recorded):
    """Computed once by another program, for the reading that asked for this map."""
    table = {}
    for most in (2, 3, 4):
        islands = recorded.islands(most)
        assert sorted(one for island in islands for one in island) == list(range(9839))
        hermits = sum(len(island) == 1 for island in islands)
        table[most] = int((recorded.pairs[:, 2] <= most).sum()), len(islands), len(islands[0]), hermits
    assert table == {2: (1628, 8381, 14, 7186), 3: (2573, 7702, 14, 6137), 4: (3818, 7030, 23, 5225)}


def test_each_packing_has_a_place_of_its_own(recorded):
    """Islands lie inside, and the hermits' ring outside."""
    places = positions(recorded)
    assert len(set(map(tuple, np.rint(places * 32767).tolist()))) > 9800 and np.abs(places).max() == 1
    far = np.linalg.norm(places, axis=1)
    hermits = np.setdiff1d(np.arange(9839), recorded.pairs[:, :2])
    assert far[hermits].min() > np.delete(far, hermits).max()


def test_the_map_gets_cubes_whose_turned_neighbours_differ_in_few_pieces(recorded):
    values = map_values(recorded)
    cubes = np.frombuffer(values["cubes"], np.uint8).reshape(-1, 64)
    turns = np.frombuffer(values["turns"], np.uint8).reshape(-1, 64)
    assert len(turns) == len(container_symmetries(CUBE, "rotations")) == 24
    pairs = np.frombuffer(values["pairs"], "<u2").reshape(-1, 4)
    for one, other, pieces, rotation in pairs[::7].tolist():
        turned = np.empty(64, np.uint8)
        turned[turns[rotation]] = cubes[other]
        differ = cubes[one] != turned
        assert len({*cubes[one][differ], *turned[differ]}) == pieces
    graph = nx.Graph(pairs[:, :2].tolist())
    assert graph.number_of_nodes() == 9839 - 5225
