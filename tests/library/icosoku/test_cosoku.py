"""Tiles on polyhedra: surfaces and their symmetries, the toy, the referee, files, and what is said to bad
input."""

import random
from itertools import product
from math import inf

import numpy as np
import pytest

from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku import files as cosoku_files
from puzzlelib.icosoku import puzzle as cosoku
from puzzlelib.icosoku import referee as cosoku_referee
from puzzlelib.icosoku.polyhedron import (
    bipyramid,
    icosahedron,
    octahedron,
    polyhedron,
    signed_volume,
    tetrahedron,
)
from puzzlelib.icosoku.puzzle import (
    ALL_TILES,
    PAPER_PEGS,
    TILES,
    TYPES,
    Cosoku,
    Placed,
    dots,
    icosoku,
    mirrored,
    paper_tetrahedron,
    sums,
)
from puzzlelib.packing.referee import Invalid

SOLIDS = [tetrahedron(), octahedron(), icosahedron(), bipyramid(3), bipyramid(4), bipyramid(9)]
SYMMETRIES = {
    "tetrahedron": 24,
    "octahedron": 48,
    "icosahedron": 120,
    "bipyramid 3": 12,
    "bipyramid 4": 48,
    "bipyramid 9": 36,
}  # textbook


@pytest.mark.parametrize("solid", SOLIDS, ids=lambda solid: solid.name)
class TestSurfaces:
    def test_is_closed_and_has_the_right_number_of_edges(self, solid):
        edges = [frozenset(pair) for face in solid.faces for pair in zip(face, face[1:] + face[:1])]
        assert len(solid.vertices) - len(set(edges)) + len(solid.faces) == 2  # Euler
        assert polyhedron(solid.faces).corners == solid.corners

    def test_runs_clockwise_as_seen_from_outside(self, solid):
        assert all(signed_volume(*(solid.points[v] for v in face)) < 0 for face in solid.corners)

    def test_symmetries(self, solid):
        found = solid.symmetries()
        assert len(found) == len(set(found)) == SYMMETRIES[solid.name]
        assert found[0].vertices == tuple(range(len(solid.vertices)))
        for vertices, flipped in found:
            rolled = {face[i:] + face[:i] for face in solid.corners for i in range(3)}
            images = [tuple(vertices[v] for v in face) for face in solid.corners]
            assert all((image[::-1] if flipped else image) in rolled for image in images)


def test_points_are_found_for_a_surface_that_has_none():
    solid = polyhedron(icosahedron().faces)
    assert all(signed_volume(*(solid.points[v] for v in face)) < 0 for face in solid.corners)


BAD_SURFACES = {
    "hole": (
        ["ABC", "ACD", "ADB"],
        "the edge B-C belongs to one face only (ABC): the surface has a hole there",
    ),
    "flipped": (["ABC", "ADC", "ADB", "BDC"], "ADC (write ACD) runs the other way round"),
    "flipped first": (["ACB", "ACD", "ADB", "BDC"], "ACB (write ABC) runs the other way round"),
    "three at an edge": (
        ["ABC", "ACD", "ADB", "BDC", "ABE"],
        "the edge A-B belongs to 3 faces (ABC, ADB, ABE)",
    ),
    "twice": (["ABC", "ACD", "CAB"], "faces[2] CAB: this triangle is there already"),
    "two pieces": (
        ["ABC", "ACD", "ADB", "BDC", "EFG", "EGH", "EHF", "FHG"],
        "in several pieces: E cannot be reached from A",
    ),
    "pinched": (["ABC", "ACD", "ADB", "BDC", "AFG", "AGH", "AHF", "FHG"], "touches itself in the vertex A"),
    "one-sided": (["ABC", "ACD", "ADE", "AEF", "AFB", "BCE", "CDF", "DEB", "EFC", "FBD"], "has no outside"),
    "two vertices": (["AB"], "must be three different vertices"),
    "number": ([[1, 2, 3]], "must be three different vertices"),
    "nothing": ([], "there is none"),
    "no list": (5, "must be a list"),
}


@pytest.mark.parametrize("faces, said", BAD_SURFACES.values(), ids=BAD_SURFACES)
def test_bad_surfaces(faces, said):
    with pytest.raises(PuzzleError) as error:
        polyhedron(faces)
    assert said in str(error.value)


# -------- the toy


def test_the_tiles_are_those_of_the_paper():
    listing = (
        "000 001 002 003 011 012 012 012 021 021 021 022 033 111 123 123 321 321 222 333"
    ).split()  # its listing 1.2
    assert sorted(cosoku.least_turn(tuple(map(int, tile))) for tile in listing) == sorted(TILES)
    assert len(TYPES) == 14 and sum(map(sum, TILES)) == 78 == sum(range(1, 13))
    assert sorted(map(mirrored, TILES)) == sorted(TILES)
    assert len(ALL_TILES) == 24 and set(TYPES) < set(
        ALL_TILES
    )  # 24 different ones: Liu, Löffler and Hofstedt 2019


def test_turning_a_tile_as_the_paper_does():
    assert dots((0, 1, 2), 1) == (2, 0, 1)


def test_dots_and_least_are_each_other_s_inverse():
    for tile, turn in product(ALL_TILES, range(3)):
        assert cosoku.least_turn(dots(tile, turn)) == tile


def test_pegs_by_seed():
    drawn = [icosoku(seed=seed).capacities for seed in range(100)]
    assert all(sorted(pegs) == list(range(1, 13)) for pegs in drawn) and len(set(drawn)) == 100
    assert icosoku().capacities == PAPER_PEGS


BAD = {
    "repetition": (lambda: icosoku([1, 1, *range(3, 13)]), "pegs: 1 is there 2 times and 2 is missing"),
    "thirteen": (lambda: icosoku(range(1, 14)), "pegs: there are 13, but the icosahedron has 12 vertices"),
    "peg 0": (lambda: icosoku(range(12)), "peg 0: must be a whole number from 1 to 12"),
    "both": (lambda: icosoku(PAPER_PEGS, 3), "pegs or a seed, not both"),
    "seed": (lambda: icosoku(seed=-1), "seed -1: must be"),
    "negative": (
        lambda: Cosoku(tetrahedron(), (1, 2, 3, -4), paper_tetrahedron().tiles),
        "capacity of D -4: must be a whole number from 0",
    ),
    "too few capacities": (
        lambda: Cosoku(tetrahedron(), (1, 2), paper_tetrahedron().tiles),
        "there are 2, but the tetrahedron has 4 vertices",
    ),
    "names": (
        lambda: Cosoku(tetrahedron(), {"A": 1}, TILES),
        "must name each vertex of the tetrahedron once: A B C D",
    ),
    "too few tiles": (
        lambda: Cosoku(icosahedron(), PAPER_PEGS, TILES[1:]),
        "tiles: there are 19, but the icosahedron has 20 faces",
    ),
    "too many tiles": (lambda: Cosoku(tetrahedron(), (1, 2, 3, 4), TILES * 99), "tiles: there are more than"),
    "a pair": (
        lambda: Cosoku(tetrahedron(), (1, 2, 3, 4), [(0, 1)] * 4),
        "tiles[0] (0, 1): must be three numbers of dots",
    ),
    "negative dots": (
        lambda: Cosoku(tetrahedron(), (1, 2, 3, 4), [(0, 1, -1)] * 4),
        "dots -1: must be a whole number from 0",
    ),
    "no polyhedron": (
        lambda: Cosoku("tetrahedron", (1, 2, 3, 4), TILES),
        "polyhedron 'tetrahedron': must be one",
    ),
    "bipyramid": (lambda: bipyramid(2), "bipyramid 2: must be a whole number of corners from 3"),
}


@pytest.mark.parametrize("make, said", BAD.values(), ids=BAD)
def test_bad_input(make, said):
    with pytest.raises(PuzzleError) as error:
        make()
    assert said in str(error.value) and "\n" not in str(error.value)


# -------- the referee


def any_arrangement(puzzle, seed):
    draw = random.Random(seed)
    tiles = draw.sample(puzzle.tiles, len(puzzle.polyhedron.faces))
    return [Placed(tile, draw.choice(cosoku.turns(tile))) for tile in tiles]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("solid", SOLIDS, ids=lambda solid: solid.name)
def test_the_referee_agrees_with_the_sums(solid, seed):
    tiles = random.Random(seed).choices(ALL_TILES, k=len(solid.faces) + seed % 3)
    plain = Cosoku(solid, [0] * len(solid.vertices), tiles)
    laid = any_arrangement(plain, seed)
    puzzle = Cosoku(solid, sums(plain, laid), tiles)
    cosoku_referee.verify(puzzle, laid)
    for vertex in range(len(solid.vertices)):
        other = list(puzzle.capacities)
        other[vertex] += 1
        with pytest.raises(
            Invalid,
            match=f"vertex {solid.vertices[vertex]} collects {puzzle.capacities[vertex]} dots, not "
            f"{other[vertex]}",
        ):
            cosoku_referee.verify(Cosoku(solid, other, tiles), laid)


def test_the_referee_refuses():
    puzzle = paper_tetrahedron()
    for laid, said in (
        ([], "on 0 faces"),
        (5, "not a list"),
        ([((0, 0, 1), 3)] * 4, "turn 3"),
        ([((0, 0, 1), 0)] * 4, "lies there 4 times, and the puzzle has 1 of it"),
        ([((1, 1, 1), 1)] * 4, "0 for three equal"),
        ([((0, 0, 0), 0)] * 4, "the puzzle has 0 of it"),
    ):
        with pytest.raises(Invalid, match=said):
            cosoku_referee.verify(puzzle, laid)


def test_instructions_name_every_face_and_its_pegs():
    puzzle = icosoku()
    lines = cosoku.instructions(puzzle, any_arrangement(puzzle, 1))
    assert [line[5:8] for line in lines] == list(puzzle.polyhedron.face_names) and "pegs 1 11 5:" in lines[0]


def test_why_impossible():
    out_of_reach = Cosoku(tetrahedron(), (10, 0, 0, 0), [(0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 4)])
    assert cosoku.why_impossible(out_of_reach) == "vertex A asks for 10, but its 3 faces can bring 0 to 9"
    assert (
        cosoku.why_impossible(Cosoku(tetrahedron(), (9, 9, 9, 9), TILES))
        == "4 of the tiles have 5 to 27 dots, but the vertices ask for 36"
    )
    assert not any(cosoku.why_impossible(icosoku(seed=seed)) for seed in range(50))


# -------- files


@pytest.mark.parametrize(
    "puzzle",
    [
        paper_tetrahedron(),
        icosoku(seed=7),
        Cosoku(bipyramid(4), range(6), ALL_TILES),
        Cosoku(polyhedron(["ABC", "ACD", "ADB", "BDC"]), (1, 2, 3, 4), TILES),
        Cosoku(polyhedron(octahedron().faces, ""), range(6), ALL_TILES),
        Cosoku(polyhedron(octahedron().faces, "tetrahedron"), range(6), ALL_TILES),
    ],
    ids=lambda puzzle: puzzle.name,
)
def test_a_file_gives_the_same_puzzle_again(puzzle, tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text(cosoku_files.to_yaml(puzzle), encoding="utf-8")
    again = cosoku_files.load(path)
    assert (again.polyhedron.faces, again.capacities, again.tiles, again.name) == (
        puzzle.polyhedron.faces,
        puzzle.capacities,
        puzzle.tiles,
        puzzle.name,
    )


BAD_FILES = {
    "{tiles: icosoku, capacities: [1], polyhedron: cube}": "polyhedron: 'cube'; must be tetrahedron, "
    "octahedron, icosahedron, or bipyramid",
    "{tiles: icosoku, capacities: [1], faces: [ABC, ACD, ADB]}": "the surface has a hole there",
    "{tiles: icosoku, capacities: [1]}": "give either polyhedron",
    "{tiles: icosoku, capacities: [1, 2, 3, -4], polyhedron: tetrahedron}": "capacity of D -4",
    "{tiles: icosoku, polyhedron: tetrahedron}": "capacities: None; must be there",
    "{tiles: 5, capacities: [1, 2, 3, 4], polyhedron: tetrahedron}": "tiles 5: must be a list",
    "{pegs: 5}": "unknown key",
    "[": "is not plain YAML",
    "{kind: plates, capacities: [1], tiles: icosoku}": "kind: 'plates'; must be cosoku",
}


@pytest.mark.parametrize("text, said", BAD_FILES.items(), ids=BAD_FILES)
def test_bad_files(text, said):
    with pytest.raises(PuzzleError) as error:
        cosoku_files.read_text(text, "own.yaml")
    assert said in str(error.value) and str(error.value).startswith("own.yaml:")
    assert "\n" not in str(error.value)


def test_lists_of_every_kind():
    tiles = paper_tetrahedron().tiles
    assert Cosoku(tetrahedron(), np.arange(1, 5), np.array(tiles)) == Cosoku(
        tetrahedron(), (1, 2, 3, 4), tiles
    )
    for bad in (lambda: Cosoku(tetrahedron(), (1, 2, 3, 4), [b"abc"] * 4), lambda: icosoku(np.array(5))):
        with pytest.raises(PuzzleError):
            bad()
    assert len(icosoku(seed=10**5000).capacities) == 12
    with pytest.raises(Invalid):
        cosoku_referee.verify(paper_tetrahedron(), [((0, 0, inf), 0)] * 4)
