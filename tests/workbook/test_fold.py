"""Plates on the move: rigid at every moment, exact where they rest, and never through each other."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from lessons.puzzles.views.fold import (
    BURST,
    FLIGHT,
    RESTING_GAP,
    board_pose,
    bounds_of_plates,
    cube_pose,
    fold,
    hinge_pose,
    standing_cube,
)
from puzzlelib.plates.files import load
from puzzlelib.plates.generate import generate_plates
from puzzlelib.plates.geometry import POSES, container, on_board, on_cube, voxels
from puzzlelib.plates.plate import CAVITY, SIDE, Plate
from puzzlelib.plates.puzzles import laid, puzzle_of
from puzzlelib.search import dancing_links

SETS = [load("both-ways"), load("off-pitch"), generate_plates(5, "both")]
RAGGED = Plate(
    "R", (True, True, False, True, False, False, True, False, False, False, True, False)
)  # no turn, no mirror makes it itself


def solved(plates) -> dict:
    """One solution of the board and one of the cube, as spots."""
    return {
        target: laid(plates, target, next(dancing_links.solutions(puzzle_of(plates, target))))
        for target in ("board", "cube")
    }


@pytest.fixture(scope="module", params=SETS, ids=lambda plates: plates.name)
def move(request):
    """A set, its solutions, all moments between them."""
    found = solved(request.param)
    return request.param, found, fold(**found)


def cells(plates, name: str, pose) -> tuple:
    """The cells that a plate fills in a pose of quarter turns."""
    shape = next(voxels(plate) for plate in plates.plates if plate.name == name)
    there = pose.cells(shape)
    assert np.allclose(there, there.round())
    return tuple(sorted(map(tuple, there.round().astype(int).tolist())))


def resting(moments, place: str):
    """The moment at which every plate is there."""
    return next(moment for moment in moments if set(moment.places.values()) == {place})


@pytest.mark.parametrize("spots, pose", [(on_board, board_pose), (on_cube, cube_pose)])
def test_every_spot_has_a_pose_that_fills_its_cells(spots, pose):
    assert RAGGED.is_chiral()
    for spot in spots(RAGGED):
        there = pose(spot).cells(voxels(RAGGED)).round().astype(int)
        assert tuple(sorted(map(tuple, there.tolist()))) == spot.cells
        assert round(np.linalg.det(pose(spot).turn)) == 1


def test_it_begins_with_the_board_and_comes_to_the_cube(move):
    plates, found, moments = move
    start, cube = moments[0], resting(moments, "cube")
    assert {spot.plate: spot.cells for spot in found["board"]} == {
        name: cells(plates, name, pose) for name, pose in start.poses.items()
    }
    stand = standing_cube(True)
    back = {
        name: np.linalg.solve(stand.turn, (pose.points([(0, 0, 0)])[0] - stand.at))
        for name, pose in cube.poses.items()
    }
    for spot in found["cube"]:
        pose = cube.poses[spot.plate]
        assert np.allclose(stand.turn.T @ pose.turn, cube_pose(spot).turn)
        assert np.allclose(back[spot.plate], cube_pose(spot).at)
        assert cells(plates, spot.plate, cube_pose(spot)) == spot.cells
    covered = [cell for spot in found["cube"] for cell in spot.cells]
    assert sorted(covered) == sorted(container(plates, "cube")) and len(covered) == CAVITY + 16


def test_between_two_moves_something_is_on_its_way(move):
    """One stops on the board, six times on the way to the cube, as it comes apart, and in the net."""
    moments = move[2]
    stops = [k for k, moment in enumerate(moments) if moment.rests]
    assert stops == [*range(0, 6 * FLIGHT + 1, FLIGHT), 6 * FLIGHT + BURST, len(moments) - 1]
    assert all("air" in moment.places.values() for moment in moments if not moment.rests)
    assert [len({moment.say for moment in moments[a + 1 : b]}) for a, b in pairwise(stops)] == [1] * 8


def test_every_matrix_is_a_rotation(move):
    turns = [pose.turn for moment in move[2] for pose in moment.poses.values()]
    assert len(turns) == 6 * len(move[2])
    for turn in turns:
        assert np.allclose(turn @ turn.T, np.eye(3)) and np.linalg.det(turn) == pytest.approx(1)


def test_plates_go_one_by_one_and_smoothly(move):
    _, _, moments = move
    assert len(moments) > 6 * FLIGHT
    flying = [
        {name for name, place in moment.places.items() if place == "air"} for moment in moments[: 6 * FLIGHT]
    ]
    assert all(len(names) <= 1 for names in flying) and set().union(*flying) == set(moments[0].places)
    for one, other in zip(moments, moments[1:]):
        for name in one.poses:
            a, b = one.poses[name], other.poses[name]
            angle = np.degrees(np.arccos(np.clip((np.trace(b.turn @ a.turn.T) - 1) / 2, -1, 1)))
            step = np.linalg.norm(b.points([(2, 2, 0.5)]) - a.points([(2, 2, 0.5)]))
            assert angle < 50 and step < 3.5, (name, one.say, angle, step)


def test_the_net_is_a_cross_of_the_plates_upper_sides(move):
    plates, found, moments = move
    net = moments[-1]
    assert set(net.places.values()) == {"net"}
    corner = {}
    for spot in found["cube"]:
        pose = net.poses[spot.plate]
        assert np.allclose(pose.turn[2], (0, 0, 1)) and np.allclose(pose.turn[:, 2], (0, 0, 1)), (
            "lies flat, its upper side up"
        )
        low, high = bounds_of_plates([pose])
        assert np.allclose(high - low, (SIDE, SIDE, 1)) and abs(low[2]) < 1e-6
        corner[spot.at] = low[:2]
    pitch = SIDE + RESTING_GAP
    middle = {face: tuple(((at - corner["-Y"]) / pitch).round(6)) for face, at in corner.items()}
    assert middle == {"-Y": (0, 0), "-X": (-1, 0), "+X": (1, 0), "+Y": (2, 0), "+Z": (0, 1), "-Z": (0, -1)}


def test_the_net_shows_each_face_as_it_is_seen_from_outside():
    """Turn 0 stands upright in the net, and a turn there is a turn clockwise (see plates.poses)."""
    for face, turn in POSES:
        spot = next(spot for spot in on_cube(RAGGED) if (spot.at, spot.turn) == (face, turn))
        pose = hinge_pose(face, 90, 0).after(cube_pose(spot))  # the net, its outer side to -Y
        x, z = (
            (pose.cells(voxels(RAGGED)) - pose.cells([(0, 0, 0), (3, 3, 0)]).min(0))[:, [0, 2]]
            .round()
            .astype(int)
            .T
        )
        assert {*zip(x.tolist(), z.tolist())} == {(x, y) for x, y, _ in voxels(RAGGED.turned(turn))}


def solid(plates) -> dict[str, set]:
    return {plate.name: set(voxels(plate)) for plate in plates.plates}


def overlapping(shapes: dict, poses: dict) -> list[tuple[str, str]]:
    """The pairs of plates that share room: points inside the cells of one that lie well inside a cell of the
    other."""
    grid = np.stack(np.meshgrid(*[[0.1, 0.5, 0.9]] * 3), -1).reshape(-1, 3)
    inside = {
        name: poses[name].points((np.array(sorted(shape))[:, None] + grid).reshape(-1, 3))
        for name, shape in shapes.items()
    }
    return [
        (a, b)
        for a, b in combinations(shapes, 2)
        if holds(shapes[a], poses[a], inside[b]) or holds(shapes[b], poses[b], inside[a])
    ]


def holds(shape: set, pose, points: np.ndarray) -> bool:
    """Is any point inside a cell of the shape, a little away from its sides?"""
    local = (points - pose.at) @ pose.turn
    cell, part = np.floor(local).astype(int), local % 1
    deep = ((part > 0.12) & (part < 0.88)).all(1)
    return any(tuple(one) in shape for one in cell[deep].tolist())


@pytest.mark.slow
def test_no_two_plates_run_into_each_other(move):
    plates, _, moments = move
    for k, moment in enumerate(moments):
        assert overlapping(solid(plates), moment.poses) == [], (k, moment.say)
