"""Plates on the move: each from its place on the board to its face of the cube, then the cube opens into a
cross-shaped net.

A plate is a solid that lies flat at the origin (see `geometry.voxels`: 4x4 cells, one high) and never
changes; a `Pose` says where it is. It is lifted off the board and reaches the cube along the outward
direction of its face, so that no two plates run into each other. The net has the face -Y in its middle and
shows the outer sides, as the board shows the upper ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ..common.errors import PuzzleError
from .geometry import OUT, POSES, Spot
from .plate import HEIGHT, SIDE, WIDTH

FLIGHT, BURST, OPEN = 14, 4, 22  # moments: of each flight, of the cube coming apart, and of its opening
APART, RESTING_GAP = 2.2, 0.4  # cells between plates when the cube opens, and in the net that lies there
YAW = -30.0  # degrees that the cube is turned about z, so that three faces are seen from the front
# Of a flight: how it rises and falls, where it stops before the face, and when (of its time).
LIFT, DROP, BEFORE, ARC = 6.0, 5.5, 2.5, 0.75
MIDDLE = np.array([SIDE / 2, SIDE / 2, 0.5])  # of a plate
CORE = np.full(3, SIDE / 2)  # the middle of the cube
FROM_BOARD = 4.7  # from the board's right side to the middle of the cube
ORDER = ("-Z", "+X", "+Y", "-Y", "-X", "+Z")  # the floor, the faces far from the board, …, the lid
FACES = {"+X": "right", "-X": "left", "+Y": "back", "-Y": "front", "+Z": "top", "-Z": "bottom"}
# In the net: each face hangs on this one.
HINGES = {"-X": "-Y", "+X": "-Y", "+Z": "-Y", "-Z": "-Y", "+Y": "+X"}


@dataclass(frozen=True, eq=False)
class Pose:
    """A rigid motion: a point p goes to turn · p + at; a 3x3 rotation matrix and a vector in cells."""

    turn: np.ndarray
    at: np.ndarray

    def points(self, points) -> np.ndarray:
        """Where points (n, 3) go."""
        return np.asarray(points, float) @ self.turn.T + self.at

    def cells(self, cells) -> np.ndarray:
        """Where the low corners of cells go, if the turn is a multiple of quarter turns."""
        return self.points(np.add(cells, 0.5)) - 0.5

    def after(self, first: "Pose") -> "Pose":
        return Pose(self.turn @ first.turn, self.turn @ first.at + self.at)


@dataclass(frozen=True)
class Moment:
    """One picture of the move: the pose of each plate, and where it is: "board", "air", "cube" or "net"."""

    poses: Mapping[str, Pose]
    places: Mapping[str, str]
    say: str = ""
    frame: bool = True  # is the board's frame still in the picture?


# -------- rotations


def spun(axis, degrees: float) -> np.ndarray:
    """The rotation about an axis of length 1, as a matrix (Rodrigues).

    >>> spun((0, 0, 1), 90).round().astype(int).tolist()
    [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    """
    x, y, z = axis
    cross, angle = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], float), np.radians(degrees)
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def axis_angle(turn: np.ndarray) -> tuple[np.ndarray, float]:
    """Axis and degrees, 0 to 180, of a rotation matrix.

    >>> axis_angle(spun((0, 0, 1), 180))
    (array([0., 0., 1.]), 180.0)
    """
    angle = np.degrees(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1)))
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    if np.linalg.norm(axis) < 1e-6:  # no turn, or a half turn: then (turn + 1) / 2 = axis · axis
        axis = ((turn + np.eye(3)) / 2)[np.argmax(np.diag(turn))]
    return axis / np.linalg.norm(axis), round(float(angle), 9)


def between(start: np.ndarray, end: np.ndarray, share: float) -> np.ndarray:
    """The rotation that has gone this share of the shortest way from one to another."""
    axis, angle = axis_angle(end @ start.T)
    return spun(axis, share * angle) @ start


def about(point, turn: np.ndarray) -> Pose:
    """A rotation that leaves this point where it is."""
    return Pose(turn, np.subtract(point, turn @ point))


def shift(by) -> Pose:
    return Pose(np.eye(3), np.asarray(by, float))


def eased(share: float) -> float:
    """From 0 to 1, slow at both ends.

    >>> [eased(share) for share in (0, 0.5, 1)]
    [0.0, 0.5, 1.0]
    """
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


# -------- where plates lie


def board_pose(spot: Spot) -> Pose:
    """A plate on the board; the board has the cells 0..9, 0..6, 0."""
    left, top = spot.at
    turn = spun((0, 0, 1), -90 * spot.turn).round()
    return Pose(turn, (left + SIDE / 2, HEIGHT - top - SIDE / 2, 0.5) - turn @ MIDDLE)


def cube_pose(spot: Spot) -> Pose:
    """A plate on the cube, whose cells are 0..3 on each axis."""
    axes, signs = POSES[spot.at, spot.turn]
    turn = np.eye(3)[list(axes)] * np.array(signs, float)[:, None]
    return about(CORE, turn).after(shift((0, 0, SIDE - 1)))


def hinged(face: str, degrees: float, gap: float) -> Pose:
    """What the net does to a face of the cube: opened by 0 to 90 degrees, with a gap between neighbours.

    With 0 degrees and a gap the cube has come apart; with 90 it is a net, its outer sides to -Y.
    """
    if face not in HINGES:
        return shift((0, 0, 0))
    across, inward = np.array(OUT[face], float), -np.array(OUT[HINGES[face]], float)
    edge = CORE + SIDE / 2 * (across - inward)
    swing = about(edge + gap / 2 * across, spun(np.cross(inward, across), degrees))
    return hinged(HINGES[face], degrees, gap).after(swing).after(shift(gap / 2 * (across + inward)))


# -------- the moments


def fold(board: Sequence[Spot] = (), cube: Sequence[Spot] = ()) -> list[Moment]:
    """All moments: of a board alone one, of a cube alone the opening, of both the flights before it too.

    The spots are those of `puzzles.laid`. `PuzzleError` where the two are not of the same plates.

    >>> from puzzlelib.plates import Plate, on_cube
    >>> moments = fold(cube=[next(on_cube(Plate("A", (True,) * 12)))])
    >>> len(moments), moments[0].places, moments[-1].places
    (27, {'A': 'cube'}, {'A': 'net'})
    """
    if board and cube and {spot.plate for spot in board} != {spot.plate for spot in cube}:
        raise PuzzleError("fold: the board and the cube are not solutions of the same plates")
    moments = flights({spot.plate: board_pose(spot) for spot in board}, cube) if board else ()
    return [*moments, *(opening(cube, bool(board)) if cube else ())]


def standing(on_the_right: bool) -> Pose:
    """Where the cube stands: right of the board, or alone."""
    x = WIDTH + FROM_BOARD if on_the_right else WIDTH / 2
    middle = np.array([x, HEIGHT / 2, SIDE / 2])
    turn = spun((0, 0, 1), YAW)
    return Pose(turn, middle - turn @ CORE)


def flights(lying: Mapping[str, Pose], cube: Sequence[Spot]) -> Iterator[Moment]:
    """One plate after the other leaves the board, if there is a cube."""
    poses, places, stand = dict(lying), dict.fromkeys(lying, "board"), standing(True)
    first = "Step on: each plate goes from its place to its face of the cube."
    alone = "The board is filled: each of its open cells exactly once."
    yield Moment(dict(poses), dict(places), f"The board is filled. {first}" if cube else alone)
    for spot in sorted(cube, key=lambda spot: ORDER.index(spot.at)):
        end = stand.after(cube_pose(spot))
        coming = stand.turn @ (OUT[spot.at] if spot.at != "-Z" else (0, 0, 1))
        say = f"{spot.plate} goes to the {FACES[spot.at]} of the cube, face {spot.at}."
        for k in range(1, FLIGHT):
            pose = on_the_way(lying[spot.plate], end, coming, k / FLIGHT)
            yield Moment(poses | {spot.plate: pose}, places | {spot.plate: "air"}, say)
        poses[spot.plate], places[spot.plate] = end, "cube"
        if spot.at != ORDER[-1]:
            yield Moment(dict(poses), dict(places), say)


def on_the_way(start: Pose, end: Pose, coming: np.ndarray, share: float) -> Pose:
    """Up and over in an arc (a cubic curve) to a place before the face, turning, and straight in from
    there."""
    a, e = start.points([MIDDLE])[0], end.points([MIDDLE])[0]
    d = e + BEFORE * coming
    b, c, t = a + (0, 0, LIFT), d + (0, 0, DROP * (1 - abs(coming[2]))), eased(share / ARC)
    arc = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
    middle = arc + eased((share - ARC) / (1 - ARC)) * (e - d)
    turn = between(start.turn, end.turn, eased((share - 0.15) / (ARC - 0.2)))
    return Pose(turn, middle - turn @ MIDDLE)


def opening(cube: Sequence[Spot], on_the_right: bool) -> Iterator[Moment]:
    """The cube comes apart, and opens up into a net."""

    def moment(place: str, say: str, share: float, gap: float) -> Moment:
        poses = opened(cube, on_the_right, share, gap)
        return Moment(poses, dict.fromkeys(poses, place), say, on_the_right and place == "cube")

    yield moment("cube", "The cube is complete: each cell of its shell is covered exactly once.", 0, 0)
    say = "The plates hook into each other, so they come apart first."
    for k in range(1, BURST + 1):
        yield moment("air", say, 0, APART * eased(k / BURST))
    for k in range(1, OPEN):  # as wide apart as before until the plates are clear of each other
        gap = APART + (RESTING_GAP - APART) * eased((k / OPEN - 0.5) / 0.5)
        yield moment("air", "The face -Y comes up, and the others open around it.", k / OPEN, gap)
    say = "The net of the cube, its outer side up: no plate has been turned over."
    yield moment("net", say, 1, RESTING_GAP)


def opened(cube: Iterable[Spot], on_the_right: bool, share: float, gap: float) -> dict[str, Pose]:
    """The cube opened by this share, 0 to 1; its middle goes to that of the net, which lies on the table."""
    stand, degrees = standing(on_the_right), 90 * eased((share - 0.25) / 0.75)
    turn = about((0, 0, 0), between(stand.turn, spun((1, 0, 0), -90), eased(share / 0.6)))
    poses = {spot.plate: turn.after(hinged(spot.at, degrees, gap)).after(cube_pose(spot)) for spot in cube}
    low, high = bounds(poses.values())
    start, end = stand.points([CORE])[0], np.array([net_middle(on_the_right), HEIGHT / 2, 0.5])
    by = shift(start + eased(share) * (end - start) - (low + high) / 2)
    return {name: by.after(pose) for name, pose in poses.items()}


def net_middle(on_the_right: bool) -> float:
    """Where the net lies from left to right: in the middle of board and cube together."""
    half = CORE[0] * (np.cos(np.radians(YAW)) - np.sin(np.radians(YAW)))
    return (WIDTH + FROM_BOARD + half) / 2 if on_the_right else WIDTH / 2


def bounds(poses: Iterable[Pose]) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and highest coordinates of plates in these poses."""
    corners = np.array(list(product((0, SIDE), (0, SIDE), (0, 1))))
    points = np.concatenate([pose.points(corners) for pose in poses])
    return points.min(0), points.max(0)
