"""Plates on the move: each from the board to its face of the cube, then the cube opens into a net.

A plate is a solid flat at the origin (see `geometry.voxels`: 4x4 cells, one high), moved by a
`Pose`. It is lifted off the board and reaches the cube along the outward direction of its face, so
that no two plates collide. The net has the face -Y in its middle and shows the outer sides, as the
board shows the upper ones.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from puzzlelib.common.errors import PuzzleError
from puzzlelib.plates.geometry import OUT, POSES, Spot
from puzzlelib.plates.plate import HEIGHT, SIDE, WIDTH

FLIGHT, BURST, OPEN = 14, 4, 22  # moments: of a flight, of coming apart, of opening
APART, RESTING_GAP = 2.2, 0.4  # cells between plates when the cube opens, and in the net at rest
YAW = -30.0  # degrees of the cube about z, so that three faces are seen from the front
# Of a flight: cells up and down, cells before the face where its arc ends, the arc's share of time.
LIFT, DROP, BEFORE, ARC = 6.0, 5.5, 2.5, 0.75
MIDDLE = np.array([SIDE / 2, SIDE / 2, 0.5])  # of a plate
CORE = np.full(3, SIDE / 2)  # the middle of the cube
FROM_BOARD = 4.7  # from the board's right side to the middle of the cube
ORDER = ("-Z", "+X", "+Y", "-Y", "-X", "+Z")  # the floor, the far faces, …, the lid
FACES = {"+X": "right", "-X": "left", "+Y": "back", "-Y": "front", "+Z": "top", "-Z": "bottom"}
# In the net: each face hangs on this one.
HINGES = {"-X": "-Y", "+X": "-Y", "+Z": "-Y", "-Z": "-Y", "+Y": "+X"}


@dataclass(frozen=True, eq=False)
class Pose:
    """A rigid motion: a point p goes to turn · p + at; a 3x3 rotation matrix and a vector in
    cells."""

    turn: np.ndarray
    at: np.ndarray

    def points(self, points) -> np.ndarray:
        """Move points (n, 3)."""
        return np.asarray(points, float) @ self.turn.T + self.at

    def cells(self, cells) -> np.ndarray:
        """Move the low corners of cells, if the turn is a multiple of quarter turns."""
        return self.points(np.add(cells, 0.5)) - 0.5

    def after(self, first: "Pose") -> "Pose":
        return Pose(self.turn @ first.turn, self.turn @ first.at + self.at)


@dataclass(frozen=True)
class Moment:
    """One picture of the move: the pose and the place of each plate, "board", "air", "cube" or
    "net"."""

    poses: Mapping[str, Pose]
    places: Mapping[str, str]
    say: str = ""
    frame: bool = True  # is the board's frame still in the picture?
    rests: bool = True  # or is something on its way in it?


# -------- rotations


def rotation_about(axis, degrees: float) -> np.ndarray:
    """Return the rotation about an axis of length 1, as a matrix (Rodrigues).

    >>> rotation_about((0, 0, 1), 90).round().astype(int).tolist()
    [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    """
    x, y, z = axis
    cross, angle = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], float), math.radians(degrees)
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def axis_and_angle(turn: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the axis and the degrees, 0 to 180, of a rotation matrix.

    >>> axis_and_angle(rotation_about((0, 0, 1), 180))
    (array([0., 0., 1.]), 180.0)
    """
    angle = math.degrees(math.acos(min(1, max(-1, (np.trace(turn) - 1) / 2))))
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    if np.linalg.norm(axis) < 1e-6:  # no turn, or a half turn: then (turn + 1) / 2 = axis · axis
        axis = ((turn + np.eye(3)) / 2)[np.argmax(np.diag(turn))]
    return axis / np.linalg.norm(axis), round(angle, 9)


def rotate_towards(start: np.ndarray, end: np.ndarray, share: float) -> np.ndarray:
    """Return the rotation at this share of the shortest way from one to another."""
    axis, angle = axis_and_angle(end @ start.T)
    return rotation_about(axis, share * angle) @ start


def turn_about(point, turn: np.ndarray) -> Pose:
    return Pose(turn, np.asarray(point) - turn @ point)


def shift(by) -> Pose:
    return Pose(np.eye(3), np.asarray(by, float))


def ease(share: float) -> float:
    """Return a share from 0 to 1 that changes slowly at both ends.

    >>> [ease(share) for share in (0, 0.5, 1)]
    [0.0, 0.5, 1.0]
    """
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


# -------- poses of plates


def board_pose(spot: Spot) -> Pose:
    """Return the pose of a plate on the board, which has the cells 0..9, 0..6, 0."""
    left, top = spot.at
    turn = rotation_about((0, 0, 1), -90 * spot.turn).round()
    return Pose(turn, (left + SIDE / 2, HEIGHT - top - SIDE / 2, 0.5) - turn @ MIDDLE)


def cube_pose(spot: Spot) -> Pose:
    """Return the pose of a plate on the cube, whose cells are 0..3 on each axis."""
    axes, signs = POSES[spot.at, spot.turn]
    turn = np.eye(3)[list(axes)] * np.array(signs, float)[:, None]
    return turn_about(CORE, turn).after(shift((0, 0, SIDE - 1)))


def hinge_pose(face: str, degrees: float, gap: float) -> Pose:
    """Return the move of a face as the cube opens by 0 to 90 degrees, with a gap between
    neighbours.

    With 0 degrees and a gap the cube has come apart; with 90 it is a net, its outer sides to -Y.
    """
    if face not in HINGES:
        return shift((0, 0, 0))
    across, inward = np.array(OUT[face], float), -np.array(OUT[HINGES[face]], float)
    edge = CORE + SIDE / 2 * (across - inward)
    swing = turn_about(edge + gap / 2 * across, rotation_about(np.cross(inward, across), degrees))
    return hinge_pose(HINGES[face], degrees, gap).after(swing).after(shift(gap / 2 * (across + inward)))


# -------- the moments


def fold(board: Sequence[Spot] = (), cube: Sequence[Spot] = ()) -> list[Moment]:
    """Return all moments: of a board alone one, of a cube alone the opening, of both the flights
    before it.

    The spots are those of `puzzles.laid`. Errors: `PuzzleError` if the two are not of the same
    plates.

    >>> from puzzlelib.plates import Plate, on_cube
    >>> moments = fold(cube=[next(on_cube(Plate("A", (True,) * 12)))])
    >>> len(moments), moments[0].places, moments[-1].places
    (27, {'A': 'cube'}, {'A': 'net'})
    """
    if board and cube and {spot.plate for spot in board} != {spot.plate for spot in cube}:
        raise PuzzleError("fold: the board and the cube are not solutions of the same plates")
    moments = flight_moments({spot.plate: board_pose(spot) for spot in board}, cube) if board else ()
    return [*moments, *(opening_moments(cube, bool(board)) if cube else ())]


def standing_cube(on_the_right: bool) -> Pose:
    """Return the pose of the cube: right of the board, or alone."""
    x = WIDTH + FROM_BOARD if on_the_right else WIDTH / 2
    middle = np.array([x, HEIGHT / 2, SIDE / 2])
    turn = rotation_about((0, 0, 1), YAW)
    return Pose(turn, middle - turn @ CORE)


def flight_moments(lying: Mapping[str, Pose], cube: Sequence[Spot]) -> Iterator[Moment]:
    """Yield the moments in which one plate after the other flies from the board to the cube, if
    any."""
    poses, places, stand = dict(lying), dict.fromkeys(lying, "board"), standing_cube(True)
    first = "Step on: each plate goes from its place to its face of the cube."
    alone = "The board is filled: each of its open cells exactly once."
    yield Moment(dict(poses), dict(places), f"The board is filled. {first}" if cube else alone)
    for spot in sorted(cube, key=lambda spot: ORDER.index(spot.at)):
        end = stand.after(cube_pose(spot))
        coming = stand.turn @ (OUT[spot.at] if spot.at != "-Z" else (0, 0, 1))
        say = f"{spot.plate} goes to the {FACES[spot.at]} of the cube, face {spot.at}."
        for k in range(1, FLIGHT):
            pose = on_the_way(lying[spot.plate], end, coming, k / FLIGHT)
            yield Moment(poses | {spot.plate: pose}, places | {spot.plate: "air"}, say, rests=False)
        poses[spot.plate], places[spot.plate] = end, "cube"
        if spot.at != ORDER[-1]:
            yield Moment(dict(poses), dict(places), say)


def on_the_way(start: Pose, end: Pose, coming: np.ndarray, share: float) -> Pose:
    """Return a pose in flight: in an arc (a cubic curve) to a place before the face, then straight
    in."""
    a, e = start.points([MIDDLE])[0], end.points([MIDDLE])[0]
    d = e + BEFORE * coming
    b, c, t = a + (0, 0, LIFT), d + (0, 0, DROP * (1 - abs(coming[2]))), ease(share / ARC)
    arc = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
    middle = arc + ease((share - ARC) / (1 - ARC)) * (e - d)
    turn = rotate_towards(start.turn, end.turn, ease((share - 0.15) / (ARC - 0.2)))
    return Pose(turn, middle - turn @ MIDDLE)


def opening_moments(cube: Sequence[Spot], on_the_right: bool) -> Iterator[Moment]:
    """Yield the moments in which the cube comes apart and opens into a net."""

    def moment(place: str, say: str, share: float, gap: float, rests: bool = True) -> Moment:
        poses = open_cube(cube, on_the_right, share, gap)
        return Moment(poses, dict.fromkeys(poses, place), say, on_the_right and place == "cube", rests)

    yield moment("cube", "The cube is complete: each cell of its shell is covered exactly once.", 0, 0)
    say = "The plates hook into each other, so they come apart first."
    for k in range(1, BURST + 1):
        yield moment("air", say, 0, APART * ease(k / BURST), k == BURST)
    for k in range(1, OPEN):  # as wide apart as before until the plates are clear of each other
        gap = APART + (RESTING_GAP - APART) * ease((k / OPEN - 0.5) / 0.5)
        yield moment("air", "The face -Y comes up, and the others open around it.", k / OPEN, gap, False)
    say = "The net of the cube, its outer side up: no plate has been turned over."
    yield moment("net", say, 1, RESTING_GAP)


def open_cube(cube: Iterable[Spot], on_the_right: bool, share: float, gap: float) -> dict[str, Pose]:
    """Return the poses of the cube opened by a share, 0 to 1; its middle goes to that of the net on
    the table."""
    stand, degrees = standing_cube(on_the_right), 90 * ease((share - 0.25) / 0.75)
    turn = turn_about(
        (0, 0, 0), rotate_towards(stand.turn, rotation_about((1, 0, 0), -90), ease(share / 0.6))
    )
    poses = {
        spot.plate: turn.after(hinge_pose(spot.at, degrees, gap)).after(cube_pose(spot)) for spot in cube
    }
    low, high = bounds_of_plates(poses.values())
    start, end = stand.points([CORE])[0], np.array([net_middle(on_the_right), HEIGHT / 2, 0.5])
    by = shift(start + ease(share) * (end - start) - (low + high) / 2)
    return {name: by.after(pose) for name, pose in poses.items()}


def net_middle(on_the_right: bool) -> float:
    """Return x in the middle of the net: that of board and cube together."""
    half = CORE[0] * (math.cos(math.radians(YAW)) - math.sin(math.radians(YAW)))
    return (WIDTH + FROM_BOARD + half) / 2 if on_the_right else WIDTH / 2


def bounds_of_plates(poses: Iterable[Pose]) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and highest coordinates of plates in these poses."""
    corners = np.array(list(product((0, SIDE), (0, SIDE), (0, 1))))
    points = np.concatenate([pose.points(corners) for pose in poses])
    return points.min(0), points.max(0)
