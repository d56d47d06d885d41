"""Pictures of 3coSoKu: dots lie in their faces beside the right corners, numbers look outwards, frames are
small and lose nothing."""

import json
from itertools import combinations

import numpy as np
import pytest

from lessons import player
from lessons.puzzles.views import TileSteps
from lessons.puzzles.views.net import net, net_scene, net_size, vertex_places
from puzzlelib.icosoku.events import trace
from puzzlelib.icosoku.polyhedron import bipyramid, icosahedron, octahedron, polyhedron, tetrahedron
from puzzlelib.icosoku.puzzle import Cosoku, Placed, dots, icosoku, paper_tetrahedron, sums
from puzzlelib.pictures import icosoku as pictures
from puzzlelib.pictures.colours import contrast_ratio
from puzzlelib.pictures.dots import HEIGHT, SPOTS, dot_places, weighted_point
from puzzlelib.pictures.polyhedron_mesh import (
    DOT_SIDES,
    DOT_TONE,
    LOOKS,
    SIDE,
    Solid,
    palette,
    peg_palette,
    triangle_normals,
)
from puzzlelib.pictures.traces import part_traces, unpack_array

CUBE = polyhedron(
    ["ABC", "ACD", "EGF", "EHG", "AFB", "AEF", "BGC", "BFG", "CHD", "CGH", "DEA", "DHE"]
)  # its squares cut in two
SOLIDS = [tetrahedron(), octahedron(), icosahedron(), *map(bipyramid, (3, 4, 6, 9, 12)), CUBE]
named = pytest.mark.parametrize("solid", SOLIDS, ids=[f"{one.name}" for one in SOLIDS])


def puzzle_on(solid, tiles=None):
    """Tiles with 0 to 3 dots, and capacities that the tiles meet when each face has the tile of its number,
    not turned."""
    tiles = tuple(sorted(tiles or [(0, i % 4, (i * i) % 4) for i in range(len(solid.faces))]))
    least = Cosoku(solid, [0] * len(solid.vertices), tiles)
    laid = tuple(Placed(tile, 0) for tile in least.tiles)
    return Cosoku(solid, sums(least, laid), tiles), laid


# -------- the net


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@named
def test_a_net_has_equal_triangles_that_run_clockwise_and_do_not_overlap(solid):
    triangles = net(solid)
    assert len(triangles) == len(solid.faces)
    for a, b, c in triangles:
        assert cross(a, b, c) == pytest.approx(
            HEIGHT
        )  # y points down: above 0 is clockwise; twice the area of side 1
        assert [np.hypot(p[0] - q[0], p[1] - q[1]) for p, q in combinations((a, b, c), 2)] == pytest.approx(
            [1, 1, 1]
        )
    middles = np.mean(triangles, axis=1)
    apart = [np.hypot(*(p - q)) for p, q in combinations(middles, 2)]
    assert min(apart) > 2 / 3 * HEIGHT - 1e-9  # what two triangles of the grid that share an edge are apart
    wide, high = net_size(solid)
    assert np.min(triangles) >= -1e-9 and np.max(np.array(triangles)[..., 0]) <= wide + 1e-9
    assert np.max(np.array(triangles)[..., 1]) <= high + 1e-9


@named
def test_triangles_that_share_an_edge_in_the_net_share_it_on_the_solid(solid):
    sides = {}
    for corners, triangle in zip(solid.corners, net(solid)):
        for i, j in ((0, 1), (1, 2), (2, 0)):
            place = frozenset((round(x, 6), round(y, 6)) for x, y in (triangle[i], triangle[j]))
            sides.setdefault(place, []).append(frozenset((corners[i], corners[j])))
    assert all(len(set(found)) == 1 for found in sides.values())
    hinges = sum(len(found) == 2 for found in sides.values())
    assert hinges >= len(solid.faces) / 2  # not a heap of single triangles


def test_the_net_of_the_icosahedron_is_the_strip_mesh():
    assert net_size(icosahedron()) == pytest.approx((5.5, 3 * HEIGHT))
    assert [len(places) for places in vertex_places(icosahedron())] == [5, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 5]


def test_what_finds_no_place_goes_into_a_part_below():
    """So many faces meet at some vertices that the grid has no room for all; still, the rules of a net
    hold."""
    spiky = with_a_tip_on_each_face(with_a_tip_on_each_face(octahedron()))
    assert len(net(spiky)) == 72
    test_a_net_has_equal_triangles_that_run_clockwise_and_do_not_overlap(spiky)
    test_triangles_that_share_an_edge_in_the_net_share_it_on_the_solid(spiky)


def with_a_tip_on_each_face(solid):
    return polyhedron(
        [
            (a, b, f"T{len(solid.faces)}x{i}")
            for i, (x, y, z) in enumerate(solid.faces)
            for a, b in ((x, y), (y, z), (z, x))
        ]
    )


@pytest.mark.parametrize("number", range(4))
def test_dots_stand_inside_the_triangle_beside_their_corner(number):
    places = dot_places(number)
    assert len(places) == number
    for weights in places:
        assert sum(weights) == pytest.approx(1) and weights[0] > 0.5 and min(weights) > 0.05
    for a, b in combinations((weighted_point(((0, 0), (1, 0), (0.5, HEIGHT)), spot) for spot in SPOTS), 2):
        assert np.hypot(a[0] - b[0], a[1] - b[1]) > 0.09  # the radius of a dot is 0.155 of 0.289


# -------- the solid


def inside(point, face):
    """Weights of a point in a triangle, by areas."""
    a, b, c = face
    whole = np.linalg.norm(np.cross(b - a, c - a))
    return [np.linalg.norm(np.cross(q - p, point - p)) / whole for p, q in ((b, c), (c, a), (a, b))]


@named
def test_corners_run_clockwise_as_seen_from_outside(solid):
    shape = Solid(solid)
    heights = (shape.normals * shape.faces[:, 0]).sum(1)
    assert (heights > 0.05).all()  # the normals that are made of the order of the corners look outwards
    for face, (a, b, c) in enumerate(shape.faces):
        eye = shape.normals[face]
        right = (b - a) / np.linalg.norm(b - a)
        assert (c - a) @ np.cross(eye, right) < 0  # from a to b to the right: seen from outside, c lies below


@named
def test_the_triangles_of_the_mesh_look_outwards(solid):
    shape = Solid(solid)
    points, triangles = shape.mesh
    around = triangle_normals(points, triangles)
    middles = points[triangles].mean(1)
    assert np.isfinite(points).all() and (np.linalg.norm(around, axis=1) > 0.99).all()
    assert ((around * middles).sum(1) > 0).all()
    assert len(triangles) == len(shape.faces) * (1 + 6 + 6 + 1 + 12 * (DOT_SIDES - 2))
    assert len(triangles) < 65536
    assert len(shape.tones([None] * len(shape.faces))) == len(triangles)


@named
def test_the_dots_that_are_seen_are_those_of_the_tiles(solid):
    puzzle, laid = puzzle_on(solid)
    shape = Solid(solid)
    shown = [dots(*placed) for placed in laid]
    points, triangles = shape.mesh
    black = triangles[shape.tones(shown) == DOT_TONE].reshape(-1, DOT_SIDES - 2, 3)
    middles = [points[np.unique(disc)].mean(0) for disc in black]
    assert len(middles) == sum(map(sum, shown))
    found = np.zeros((len(solid.faces), 3), int)
    for middle in middles:
        heights = (shape.normals * (middle - shape.faces[:, 0])).sum(1)
        weights = [
            inside(middle - height * normal, face)
            for height, normal, face in zip(heights, shape.normals, shape.faces)
        ]
        (face,) = [
            i
            for i, some in enumerate(weights)
            if abs(sum(some) - 1) < 1e-6 and abs(heights[i] - 0.028) < 1e-6
        ]
        assert max(weights[face]) > 0.5
        found[face, int(np.argmax(weights[face]))] += 1
    assert found.tolist() == [list(corners) for corners in shown]


@pytest.mark.slow
@named
def test_dots_do_not_leave_their_tile_and_do_not_touch(solid):
    shape = Solid(solid)
    for face in range(0, len(solid.faces), 1 + len(solid.faces) // 8):
        places = (shape.place(face, corner, spot) for corner in range(3) for spot in SPOTS)
        discs = [shape.dot_mesh(face, place)[0] for place in places]
        for ring in discs:
            flat = ring - np.outer((ring - shape.faces[face][0]) @ shape.normals[face], shape.normals[face])
            assert all(min(inside(point, shape.faces[face])) > 0 for point in flat)
        for one, other in combinations(discs, 2):
            assert np.linalg.norm(one.mean(0) - other.mean(0)) > np.linalg.norm(
                one[0] - one.mean(0)
            ) + np.linalg.norm(other[0] - other.mean(0))


@named
@pytest.mark.parametrize("look", LOOKS)
def test_the_number_on_a_peg_is_on_top_and_reads_from_outside(solid, look):
    shape = Solid(solid)
    for vertex, out in enumerate(shape.out):
        points, triangles, tones = shape.peg(vertex, 17, look)
        assert len(tones) == len(triangles) and tones.max() < len(peg_palette(look))
        digits = triangles[tones == 3]
        assert (triangle_normals(points, digits) @ out > 0.99).all()
        height = (points - shape.points[vertex]) @ out
        assert height[np.unique(digits)].min() >= np.delete(height, np.unique(digits)).max()
        right, up, outward = shape.axes(vertex)
        assert np.cross(right, up) == pytest.approx(outward) and outward == pytest.approx(out)  # not mirrored
        local = (points[np.unique(digits)] - shape.points[vertex]) @ np.stack([right, up], 1)
        assert local[:, 1].max() - local[:, 1].min() > 0.5 * shape.radius
        assert np.abs(local.mean(0)).max() < 0.35 * shape.radius
        assert up[2] >= -1e-9 or abs(out[2]) > 0.97


def test_a_seven_is_not_mirrored():
    """Its horizontal stroke is on top, and its foot left of its right end, as seen from outside."""
    shape = Solid(icosahedron())
    for vertex in range(12):
        points, triangles, tones = shape.peg(vertex, 7, "open")
        right, up, _ = shape.axes(vertex)
        digit = (points[np.unique(triangles[tones == 3])] - shape.points[vertex]) @ np.stack([right, up], 1)
        top, foot = digit[digit[:, 1] > 0.8 * digit[:, 1].max()], digit[digit[:, 1] < 0.8 * digit[:, 1].min()]
        assert np.ptp(top[:, 0]) > np.ptp(foot[:, 0]) and foot[:, 0].max() < top[:, 0].max()


@named
def test_pegs_do_not_touch_each_other_and_cover_no_dot(solid):
    shape = Solid(solid)
    for a, b in combinations(range(len(solid.vertices)), 2):
        assert np.linalg.norm(shape.points[a] - shape.points[b]) > 2 * 1.28 * shape.radius
    for face, corners in enumerate(solid.corners):
        for corner, vertex in enumerate(corners):
            for spot in SPOTS:
                away = shape.place(face, corner, spot) - shape.points[vertex]
                assert np.linalg.norm(away - away @ shape.out[vertex] * shape.out[vertex]) > shape.radius


def test_numbers_stand_out_from_their_caps_and_dots_from_their_tiles():
    assert all(contrast_ratio(*LOOKS[look]) > 4.5 for look in LOOKS)
    tile, empty = palette()[12:24], palette()[36:48]
    assert all(contrast_ratio(shade, palette()[-1]) > 4.5 for shade in tile)
    assert all(contrast_ratio(light, dark) > 1.5 for light, dark in zip(tile, empty))
    assert len(peg_palette("open")) == 16 and SIDE


# -------- frames


@named
def test_a_frame_shows_every_face_and_every_vertex(solid):
    puzzle, laid = puzzle_on(solid)
    full, empty = pictures.frame(puzzle, laid), pictures.frame(puzzle, {})
    assert full["net"]["dots"] == [list(dots(*placed)) for placed in laid]
    assert empty["net"]["dots"] == [None] * len(solid.faces)
    for one, looks in ((full, {"full"}), (empty, {"open"})):
        assert {peg[2] for peg in one["net"]["pegs"]} == looks
        assert (
            [tag["text"].split()[0] for tag in one["tags"]]
            == list(solid.vertices)
            == [tag["short"] for tag in one["tags"]]
        )
        assert [tag["text"].split()[1] for tag in one["tags"]] == list(map(str, puzzle.capacities))
        drawn = part_traces(
            key for block in one["blocks"] for name in ("part", "edge", "outline") if (key := block[name])
        )
        json.dumps([one, drawn])
        assert all(
            np.isfinite(unpack_array(trace[axis])).all()
            for key, trace in drawn.items()
            if "borders" not in key
            for axis in "xyz"
        )
    assert len(full["avoid"]) == sum(puzzle.capacities)


@named
def test_everything_is_inside_the_picture_however_it_is_turned(solid):
    puzzle, laid = puzzle_on(solid)
    scene, drawn = net_scene(puzzle), pictures.frame(puzzle, laid, focus=0, face=0)
    view = scene["layout"]["scene"]
    half = [(view[f"{axis}axis"]["range"][1] - view[f"{axis}axis"]["range"][0]) / 2 for axis in "xyz"]
    scale = view["aspectratio"]["x"] / (2 * half[0])
    assert [view["aspectratio"][axis] / (2 * half[i]) for i, axis in enumerate("xyz")] == pytest.approx(
        [scale] * 3
    )
    shown = part_traces(block["part"] for block in drawn["blocks"])
    points = np.concatenate(
        [np.stack([unpack_array(part[axis]) for axis in "xyz"], 1) for part in shown.values()]
    )
    assert np.linalg.norm(points, axis=1).max() * scale <= 1.0  # the picture is two units high
    assert np.linalg.norm(points, axis=1).max() * scale >= 0.8  # and well filled


def test_a_peg_says_what_is_there_and_what_is_wrong():
    puzzle = paper_tetrahedron()  # capacities 1 2 3 4
    one = pictures.frame(
        puzzle, {0: Placed((1, 1, 2), 0), 3: Placed((0, 0, 3), 1)}, focus=1, face=3, counting=True
    )
    assert [tag["text"] for tag in one["tags"]] == ["A 1 of 1", "▶ B 4 of 2", "C 2 of 3", "D 0 of 4"]
    assert [peg[2] for peg in one["net"]["pegs"]] == ["open", "wrong", "open", "open"]
    assert one["counts"] == {"A": 0, "B": -2, "C": 1, "D": 4}
    kinds = [json.loads(block["part"])[0] for block in one["blocks"]]
    assert kinds == ["tiles", "band", "collar", *["peg"] * 4]
    few = pictures.frame(
        puzzle, [Placed((0, 0, 1), 0), Placed((0, 0, 2), 0), Placed((0, 0, 3), 0), Placed((1, 1, 2), 0)]
    )
    assert [peg[:2] for peg in few["net"]["pegs"]] == [
        [w, s] for w, s in zip(puzzle.capacities, (0, 4, 3, 3))
    ]
    assert [peg[2] for peg in few["net"]["pegs"]] == ["wrong", "wrong", "full", "wrong"]


def test_many_dots_become_a_numeral():
    solid = bipyramid(5)
    puzzle = Cosoku(solid, (20, 20, 0, 0, 0, 0, 0), [(0, 0, k) for k in (4, 7, 9, 20)] + [(0, 0, 0)] * 6)
    one = pictures.frame(puzzle, {0: Placed((0, 0, 20), 1), 5: Placed((0, 0, 4), 1)})
    numerals = [json.loads(block["part"])[2:] for block in one["blocks"] if "numeral" in block["part"]]
    assert numerals == [[0, 0, 20], [5, 0, 4]]
    shape = Solid(solid)
    points, triangles = shape.numeral(0, 0, 20)
    assert (triangle_normals(points, triangles) @ shape.normals[0] > 0.99).all()
    weights = np.array(
        [
            inside(
                point - ((point - shape.faces[0][0]) @ shape.normals[0]) * shape.normals[0], shape.faces[0]
            )
            for point in points
        ]
    )
    assert (weights.sum(1) < 1 + 1e-6).all() and weights[:, 0].mean() > 0.4


# -------- steps


def test_the_steps_of_a_search_are_its_states_and_travel_light():
    search = trace(icosoku(), max_events=120)
    steps = TileSteps(search)
    assert len(steps) == len(search) == len(steps.track())
    for k in (0, 1, 2, 17, 63, 64, 65, len(steps) - 1):
        state, frame = search.state(k), steps[k]
        assert frame["say"] == search.events[k].say
        assert {i for i, corners in enumerate(frame["net"]["dots"]) if corners is not None} == set(
            state.placed
        )
        assert tuple(frame["counts"].values()) == state.missing
        assert (frame["net"]["vertex"], frame["net"]["face"]) == (state.focus, state.face)
    stage = player(search).stage
    block = stage._block(20, 32, stage._all)
    assert len(json.dumps(block)) / 12 < 60_000  # bytes a step, the parts included
