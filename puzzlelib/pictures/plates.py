"""Pictures of plates, as frames of a stage: lying apart, on the board, on their way, on the cube, in the net.

A plate is one part, turned and moved by its pose. Its light follows from how it stands, so that a side that comes up gets
lighter. In the layers, the letters stand on the board, on the cube, in the net, or in a field for what is on its way.
"""

import base64
import functools
import json
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from . import draw, skin
from .fold import Moment, Pose, board_pose, cube_pose, fold, hinged
from .palette import INK, WHITE, colour, mixed
from .parts import key
from .plates import HEIGHT, PLATES, SIDE, WIDTH, PlateSet, Spot, voxels
from .puzzles import PackingPuzzle, Piece, box_cells
from .shapes import Cell

FRAME = ("board", "#", "#c4bcae", INK)  # name, letter, fill and ink of the board's frame
EYE = (0.22, -1.75, 1.6)  # almost from the front: the board and the net lie straight before the eye
PITCH, ROWS = SIDE + 0.8, SIDE + 1.6  # of plates that lie apart, to the right and to the back
LETTER = 2.4  # times the height of a letter on other pieces
DARK, BELOW, LIGHT, SHARP = (
    0.62,
    -0.34,
    0.24,
    6,
)  # the darkest, what looks down, the lightest; how quickly the light changes in a turn
LEVELS, INKED = 250, 255  # tones of the body, from the darkest on; the tone of a letter
TABLE = box_cells([(WIDTH, HEIGHT, 1)])


# ---------------------------------------------------------------- parts


def parts(keys: Iterable[str]) -> dict[str, dict]:
    """The plotly traces that frames of plates name (see `draw.parts`)."""
    return {name: _part(name) for name in keys}


@functools.lru_cache(256)
def _part(name: str) -> dict:
    kind, cells, *look = json.loads(name)
    if kind == "edge of the board":
        return {
            "type": "scatter3d",
            "mode": "lines",
            **{axis: packed(EDGE[:, i], "<f4") for i, axis in enumerate("xyz")},
            "line": {"color": INK, "width": 2},
            "hoverinfo": "skip",
            "showlegend": False,
            "meta": "ink",
        }
    if kind != "plate":
        return draw.parts([name])[name]
    label, fill, ink = look
    points, triangles, _ = mesh(tuple(map(tuple, cells)), label)
    zero = DARK / (DARK + LIGHT) * LEVELS / INKED
    scale = [
        [0, mixed(fill, "#000000", DARK)],
        [zero, fill],
        [LEVELS / INKED, mixed(fill, WHITE, LIGHT)],
        [(LEVELS + 1) / INKED, ink],
        [1, ink],
    ]
    corners = {name: packed(triangles[:, i], "<u2") for i, name in enumerate("ijk")}
    return {
        "type": "mesh3d",
        **{axis: packed(points[:, i], "<f4") for i, axis in enumerate("xyz")},
        **corners,
        "intensity": packed(np.zeros(len(triangles)), "u1"),
        "intensitymode": "cell",
        "colorscale": scale,
        "cmin": 0,
        "cmax": INKED,
        "showscale": False,
        "hoverinfo": "skip",
        "flatshading": True,
        "lighting": {"ambient": 1, "diffuse": 0, "specular": 0, "fresnel": 0},
    }


def packed(values: np.ndarray, kind: str) -> dict:
    """An array as plotly's base64 typed array."""
    return {
        "dtype": kind.lstrip("<"),
        "bdata": base64.b64encode(np.ascontiguousarray(values, kind).tobytes()).decode(),
    }


@functools.lru_cache(256)
def mesh(cells: tuple[Cell, ...], label: str) -> tuple[np.ndarray, np.ndarray, int]:
    """Points (n, 3) and triangles (m, 3) of a plate, the first `body` of them its surface; the others write a letter on both sides."""
    coat = skin.skin(cells)
    if not label:
        return coat.points, coat.triangles, coat.body
    sign, corners = skin.glyph(label)
    flat = np.column_stack([LETTER * sign, np.zeros(len(sign))])
    lift = skin.GAP - skin.LETTER_LIFT
    above, below = flat + (SIDE / 2, SIDE / 2, 1 - lift), flat * (1, -1, 1) + (SIDE / 2, SIDE / 2, lift)
    points, triangles = skin.stacked([(coat.points, coat.triangles), (above, corners), (below, corners)])
    return points, triangles, coat.body


@functools.lru_cache(256)
def normals(cells: tuple[Cell, ...]) -> np.ndarray:
    """The outward direction of each triangle of a plate's surface, (m, 3)."""
    points, triangles, _ = mesh(cells, "")
    a, b, c = points[triangles].astype(float).transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    return normal / np.linalg.norm(normal, axis=1, keepdims=True)


def tone(
    cells: tuple[Cell, ...], label: str, turn: np.ndarray, touched: frozenset[Cell] = frozenset()
) -> str:
    """How light each triangle is, as packed bytes: by the direction in which it looks after the turn, dark where a neighbour touches it."""
    return _tone(cells, label, tuple(turn.round(3).ravel().tolist()), touched)


@functools.lru_cache(4096)
def _tone(cells: tuple[Cell, ...], label: str, turn: tuple[float, ...], touched: frozenset[Cell]) -> str:
    coat, normal = skin.skin(cells), normals(cells)
    turned = normal @ np.reshape(turn, (3, 3)).T
    light = lit(turned)
    rounded = np.abs(normal).max(1) < 0.999
    light[rounded] = np.where(turned[rounded, 2] > -0.1, LIGHT, BELOW)
    light[np.isin(coat.near, [i for i, cell in enumerate(coat.neighbours) if cell in touched])] = -DARK
    body = np.rint((light + DARK) / (DARK + LIGHT) * LEVELS)
    letters = len(mesh(cells, label)[1]) - coat.body
    return base64.b64encode(np.concatenate([body, np.full(letters, INKED)]).astype("u1").tobytes()).decode()


def lit(normal: np.ndarray) -> np.ndarray:
    """The light on surfaces that look in these directions (n, 3): a share of white above 0, of black below. Exact for the six axes."""
    weight = np.abs(normal) ** SHARP
    tones = np.stack(
        [np.full(len(normal), -0.22), np.full(len(normal), -0.10), np.where(normal[:, 2] > 0, 0.14, BELOW)], 1
    )
    return (weight * tones).sum(1) / weight.sum(1)


# ---------------------------------------------------------------- frames

STILL = Pose(np.eye(3), np.zeros(3))


class Look:
    """What the pictures of one set have in common: shapes, letters, colours."""

    def __init__(self, plates: PlateSet):
        self.shapes = {plate.name: voxels(plate) for plate in plates.plates}
        self.labels = PackingPuzzle(
            plates.name, TABLE, tuple(Piece(name, cells) for name, cells in self.shapes.items())
        ).labels
        self.paint = {name: colour(place) for place, name in enumerate(self.shapes)}
        self.rim = (
            ()
            if plates.border30 is None
            else tuple((x, y, 0) for x, y, _ in TABLE if plates.board[HEIGHT - 1 - y][x])
        )

    def block(self, name: str, pose: Pose, touched: Iterable[Cell] = ()) -> dict:
        """A plate in its place."""
        return block_of(self.shapes[name], self.labels[name], self.paint[name], pose, frozenset(touched))

    def frame(self, filled: set[Cell]) -> list[dict]:
        """The frame of the board, if the set has one."""
        if not self.rim:
            return []
        return [
            block_of(self.rim, "", FRAME[2:], STILL, frozenset(filled))
            | {"outline": key("edge of the board", TABLE)}
        ]


def block_of(
    cells: tuple[Cell, ...], label: str, paint: tuple[str, str], pose: Pose, touched: frozenset[Cell]
) -> dict:
    """A solid in its place; `touched` are the neighbouring cells, before it is moved, that others fill."""
    return {
        "part": key("plate", cells, label, *paint),
        "edge": key("outline", cells, 3),
        "outline": None,
        "away": [0.0] * 3,
        "at": pose.at.round(4).tolist(),
        "turn": pose.turn.round(6).tolist(),
        "tone": tone(cells, label, pose.turn, touched),
    }


class Show(Sequence):
    """The frames of a solution, from the board to the net; of a set without a solution, one frame with the plates lying apart.

    Parameters: board and cube, the spots of a solution (see `plates.laid`), as far as they are known.
    """

    def __init__(self, plates: PlateSet, board: Sequence[Spot] = (), cube: Sequence[Spot] = ()):
        self.look = Look(plates)
        self.seats = {
            "board": {spot.plate: board_pose(spot) for spot in board},
            "cube": {spot.plate: cube_pose(spot) for spot in cube},
            "net": {spot.plate: hinged(spot.at, 90, 0).after(cube_pose(spot)) for spot in cube},
        }
        self.moments = fold(board, cube) or [apart(self.look)]
        self.tables = list(tables(self.look, bool(board), bool(cube)))
        self.fields = [field for _, rows in self.tables for row in rows for field in row if field]

    def __len__(self) -> int:
        return len(self.moments)

    def __getitem__(self, k: int) -> dict:
        moment = self.moments[k]
        letters = self.letters(moment)
        cells = [letters.get(field, "") for field in self.fields]
        how = ["" if not text else "given" if text == FRAME[1] else "solution" for text in cells]
        plates = [
            self.look.block(name, pose, self.touched(moment, name)) for name, pose in moment.poses.items()
        ]
        return {
            "blocks": [*(self.look.frame(self.filled(moment, "board")) if moment.frame else ()), *plates],
            "say": moment.say,
            "cells": cells,
            "how": how,
            "counts": {},
            "mark": "answer" if rest(moment) else "",
            "level": 0,
        }

    def track(self) -> list[tuple[str, int]]:
        """Kind and level of each frame: the places where one may rest are marked."""
        return [("answer" if rest(moment) else "", 0) for moment in self.moments]

    def cells(self, name: str, place: str) -> list[Cell]:
        """The cells of a plate on the board, on the cube or in the net."""
        return [
            tuple(cell)
            for cell in self.seats[place][name].cells(self.look.shapes[name]).round().astype(int).tolist()
        ]

    def filled(self, moment: Moment, place: str, but: str = "") -> set[Cell]:
        """What the plates fill that lie on the board, or on the cube."""
        return {
            cell
            for name, at in moment.places.items()
            if at == place and name != but
            for cell in self.cells(name, place)
        }

    def touched(self, moment: Moment, name: str) -> Iterator[Cell]:
        """The neighbouring cells of a plate, in its own coordinates, that something else fills."""
        place = moment.places[name]
        if place not in ("board", "cube"):
            return
        others = self.filled(moment, place, name) | set(self.look.rim if place == "board" else ())
        around = skin.skin(self.look.shapes[name]).neighbours
        for cell, there in zip(around, self.seats[place][name].cells(around).round().astype(int).tolist()):
            if tuple(there) in others:
                yield cell

    def letters(self, moment: Moment) -> dict[tuple, str]:
        """What stands in which field of the layers: the cube's plates stand in the net as well."""
        found = {("board", x, y): FRAME[1] for x, y, _ in self.look.rim if moment.frame}
        for name, place in moment.places.items():
            letter = self.look.labels[name]
            if place in ("air", "apart"):
                found |= {(name,): letter} | {(name, x, y): letter for x, y, _ in self.look.shapes[name]}
            elif place == "board":
                found |= {("board", x, y): letter for x, y, _ in self.cells(name, "board")}
            else:
                found |= {("cube", *cell): letter for cell in self.cells(name, "cube")}
                found |= {("net", x, z): letter for x, _, z in self.cells(name, "net")}
        return found

    def scene(self) -> dict:
        """What stays while the frames change."""
        number = {field: i for i, field in enumerate(self.fields)}
        layers = [
            {"title": title, "rows": [[number.get(field, -1) for field in row] for row in rows]}
            for title, rows in self.tables
        ]
        colours = {self.look.labels[name]: list(pair) for name, pair in self.look.paint.items()} | {
            FRAME[1]: list(FRAME[2:])
        }
        names = {letter: name for name, letter in self.look.labels.items()} | {FRAME[1]: FRAME[0]}
        page = draw.scene(PackingPuzzle("table", TABLE, ()))
        layout = page["layout"] | {
            "scene": page["layout"]["scene"] | framed(self.moments, bool(self.look.rim))
        }
        return page | {
            "layout": layout,
            "fixed": [],
            "layers": layers,
            "colours": colours,
            "labels": names,
            "pieces": list(names.values()),
        }


def rest(moment: Moment) -> bool:
    """Is everything in one place, on the board, on the cube or in the net?"""
    return set(moment.places.values()) in ({"board"}, {"cube"}, {"net"})


def tables(look: Look, board: bool, cube: bool) -> Iterator[tuple[str, list[list]]]:
    """The layers as rows of fields, None where there is nothing."""
    if board or look.rim and not cube:
        yield (
            "board, seen from above",
            [[("board", x, y) for x in range(WIDTH)] for y in reversed(range(HEIGHT))],
        )
    if not board and not cube:
        for name in look.shapes:
            yield f"plate {name}", [[(name, x, y) for x in range(SIDE)] for y in reversed(range(SIDE))]
    if cube:
        yield "on its way", [[(name,) for name in look.shapes]]
        for z in range(SIDE):
            yield (
                f"cube, layer {z + 1}{LEVELS_OF_CUBE.get(z, '')}",
                [[shell(x, y, z) for x in range(SIDE)] for y in reversed(range(SIDE))],
            )
        yield (
            "the net, seen from outside",
            [[net(x, z) for x in range(-SIDE, 3 * SIDE)] for z in reversed(range(-SIDE, 2 * SIDE))],
        )


LEVELS_OF_CUBE = {0: " (bottom)", SIDE - 1: " (top)"}


def shell(x: int, y: int, z: int) -> tuple | None:
    """The field of a cell of the cube, if it is one of its shell."""
    return ("cube", x, y, z) if {0, SIDE - 1} & {x, y, z} else None


def net(x: int, z: int) -> tuple | None:
    """The field of a cell of the net, if it is in the cross."""
    return ("net", x, z) if 0 <= x < SIDE or 0 <= z < SIDE else None


def apart(look: Look) -> Moment:
    """The plates in two rows, right of the board if there is one."""
    left = WIDTH + 1.5 if look.rim else 0.0
    at = (
        (left + PITCH * (place % 3), (1 - place // 3) * ROWS + (HEIGHT - SIDE - ROWS) / 2, 0.0)
        for place in range(PLATES)
    )
    poses = {name: Pose(np.eye(3), np.array(where)) for name, where in zip(look.shapes, at)}
    return Moment(poses, dict.fromkeys(poses, "apart"), "The plates, not placed yet.")


# ---------------------------------------------------------------- the camera


def framed(moments: Iterable[Moment], board: bool) -> dict:
    """Camera and axes that hold all moments: as large as the height of the picture allows (it is two units high)."""
    corners = np.concatenate(
        [pose.points(CORNERS) for moment in moments for pose in moment.poses.values()] + [BOARD] * board
    )
    length, flat = np.linalg.norm(EYE), np.hypot(EYE[0], EYE[1])
    up = np.array([-EYE[0] * EYE[2], -EYE[1] * EYE[2], flat**2]) / (flat * length)
    low, high = corners.min(0) - 0.2, corners.max(0) + 0.2
    heights = corners @ up
    middle = (low + high) / 2
    middle[2] += ((heights.min() + heights.max()) / 2 - middle @ up) / up[
        2
    ]  # what is seen, not the box, stands in the middle
    half = np.maximum(high - middle, middle - low)
    scale = 0.94 / (np.ptp(heights) / 2 + 0.2)
    axes = {
        f"{axis}axis": {"visible": False, "autorange": False, "range": [float(m - h), float(m + h)]}
        for axis, m, h in zip("xyz", middle, half)
    }
    camera = {
        "eye": dict(zip("xyz", EYE)),
        "up": {"x": 0, "y": 0, "z": 1},
        "center": {"x": 0, "y": 0, "z": 0},
        "projection": {"type": "orthographic"},
    }
    return axes | {
        "aspectratio": {axis: float(2 * h * scale) for axis, h in zip("xyz", half)},
        "camera": camera,
    }


CORNERS = np.array([(x, y, z) for x in (0, SIDE) for y in (0, SIDE) for z in (0, 1)], float)  # of a plate
EDGE = np.array([(0, 0, 0), (WIDTH, 0, 0), (WIDTH, HEIGHT, 0), (0, HEIGHT, 0), (0, 0, 0)], float) + (
    0,
    0,
    0.02,
)
BOARD = np.array([(x, y, z) for x in (0, WIDTH) for y in (0, HEIGHT) for z in (0, 1)], float)
