"""Pictures of plates, as frames of a stage: lying apart, on the board, on their way, on the cube, in the net.

A plate is one part, turned and moved by its pose. Its light follows from how it stands, so that a side that
comes up gets lighter. In the layers, the letters stand on the board, on the cube, in the net, or in a field
for what is on its way.
"""

import base64
import functools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ..packing.puzzle import PackingPuzzle, Piece, box_cells
from ..packing.shapes import Cell
from ..plates.fold import Moment, Pose, board_pose, cube_pose, fold, hinged
from ..plates.geometry import Spot, voxels
from ..plates.plate import HEIGHT, PLATES, SIDE, WIDTH, PlateSet
from . import polycube_mesh as skin
from . import scenes
from . import traces as made
from .blocks import Block, Frame, Scene, Vector, block_of, frame_of, rounded
from .colours import INK, WHITE, colour, mixed
from .layout import axes_from
from .letters import glyph, stacked
from .letters import normals as looks
from .traces import line, part

FRAME = ("board", "#", "#c4bcae", INK)  # name, letter, fill and ink of the board's frame
EYE = (0.22, -1.75, 1.6)  # almost from the front: the board and the net lie straight before the eye
PITCH, ROWS = SIDE + 0.8, SIDE + 1.6  # of plates that lie apart, to the right and to the back
LETTER = 2.4  # times the height of a letter on other pieces
# the darkest, what looks down, the lightest; how quickly the light changes in a turn
DARK, BELOW, LIGHT, SHARP = 0.62, -0.34, 0.24, 6
LEVELS, INKED = 250, 255  # tones of the body, from the darkest on; the tone of a letter
READ = np.array([0, 1, 1])  # where the top of a letter points: to the back, or up
AROUND, CALM = 3, 2  # moments for which a picture has room before and after its own; over which it changes
TABLE = box_cells([(WIDTH, HEIGHT, 1)])


# -------- parts


@part
def edge_of_the_board() -> dict:
    return line(EDGE, INK, 2, meta="ink")


@part
def plate(cells: tuple[Cell, ...], label: str, fill: str, ink: str, quarters: int = 0) -> dict:
    """A plate with its letter on both sides, turned so many quarters; its tones go from dark to light, the
    last one is ink."""
    points, triangles, _ = mesh(cells, label, quarters)
    zero = DARK / (DARK + LIGHT) * LEVELS / INKED
    scale = [
        [0, mixed(fill, "#000000", DARK)],
        [zero, fill],
        [LEVELS / INKED, mixed(fill, WHITE, LIGHT)],
        [(LEVELS + 1) / INKED, ink],
        [1, ink],
    ]
    return made.mesh(
        points, triangles, np.zeros(len(triangles)), [fill], colorscale=scale, cmin=0, cmax=INKED
    )


@functools.lru_cache(256)
def mesh(cells: tuple[Cell, ...], label: str, quarters: int = 0) -> tuple[np.ndarray, np.ndarray, int]:
    """Points (n, 3), triangles (m, 3) of a plate, and how many of these are its surface; the others write a
    letter."""
    coat = skin.skin(cells)
    if not label:
        return coat.points, coat.triangles, coat.body
    sign, corners = glyph(label)
    flat = np.column_stack([LETTER * sign @ quarter_turns(quarters)[:2, :2].T, np.zeros(len(sign))])
    lift = skin.GAP - skin.LETTER_LIFT
    above, below = flat + (SIDE / 2, SIDE / 2, 1 - lift), flat * (1, -1, 1) + (SIDE / 2, SIDE / 2, lift)
    points, triangles = stacked([(coat.points, coat.triangles), (above, corners), (below, corners)])
    return points, triangles, coat.body


def quarter_turns(count: int) -> np.ndarray:
    """So many quarter turns about z, as seen from above against the clock, (3, 3)."""
    return np.linalg.matrix_power(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), count)


def upright(pose: Pose) -> int:
    """The quarter turns of its letter with which a plate that lies like this can be read.

    >>> upright(STILL), upright(Pose(quarter_turns(1), np.zeros(3)))
    (0, 3)
    """
    up = [(pose.turn @ quarter_turns(count) @ (0, 1, 0)) @ READ for count in range(4)]
    return int(np.argmax(up))


@functools.lru_cache(256)
def normals(cells: tuple[Cell, ...]) -> np.ndarray:
    """The outward direction of each triangle of a plate's surface, (m, 3)."""
    return looks(*mesh(cells, "")[:2])


def tone(
    cells: tuple[Cell, ...], label: str, turn: np.ndarray, touched: frozenset[Cell] = frozenset()
) -> str:
    """How light each triangle is after a turn, as base64 bytes; dark where a neighbour touches it."""
    return tones_of(cells, label, tuple(turn.round(3).ravel().tolist()), touched)


@functools.lru_cache(4096)
def tones_of(cells: tuple[Cell, ...], label: str, turn: tuple[float, ...], touched: frozenset[Cell]) -> str:
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
    """The light on surfaces that look in these directions (n, 3): a share of white above 0, of black
    below."""
    weight = np.abs(normal) ** SHARP
    side, front, high = weight.T
    up = np.where(normal[:, 2] > 0, 0.14, BELOW)
    return (-0.22 * side - 0.10 * front + up * high) / weight.sum(1)


# -------- frames

STILL = Pose(np.eye(3), np.zeros(3))


class Look:
    """What the pictures of one set have in common: shapes, letters, colours."""

    def __init__(self, plates: PlateSet):
        self.shapes = {plate.name: voxels(plate) for plate in plates.plates}
        pieces = tuple(Piece(name, cells) for name, cells in self.shapes.items())
        self.labels = PackingPuzzle(plates.name, TABLE, pieces).labels
        self.paint = {name: colour(place) for place, name in enumerate(self.shapes)}
        table = () if plates.border30 is None else TABLE
        self.rim = tuple((x, y, 0) for x, y, _ in table if plates.board[HEIGHT - 1 - y][x])

        self.quarters = dict.fromkeys(self.shapes, 0)  # of the letters

    def block(self, name: str, pose: Pose, touched: Iterable[Cell] = ()) -> Block:
        look = self.paint[name], self.quarters[name]
        return solid_block(self.shapes[name], self.labels[name], *look, pose, frozenset(touched))

    def frame(self, filled: set[Cell]) -> list[Block]:
        if not self.rim:
            return []
        rim = solid_block(self.rim, "", FRAME[2:], 0, STILL, frozenset(filled))
        return [rim | {"outline": edge_of_the_board()}]


def solid_block(
    cells: tuple[Cell, ...],
    label: str,
    paint: tuple[str, str],
    quarters: int,
    pose: Pose,
    touched: frozenset[Cell],
) -> Block:
    """A solid in its place; `touched` are the neighbouring cells, before it is moved, that others fill."""
    return block_of(
        plate(cells, label, *paint, quarters),
        pose.at,
        edge=made.outline(cells, 3),
        turn=pose.turn.round(6).tolist(),
        tone=tone(cells, label, pose.turn, touched),
    )


class Show(Sequence):
    """The frames of a solution, from the board to the net; of a set without a solution, one frame with the
    plates lying apart.

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
        self.look.quarters |= {name: upright(pose) for name, pose in self.at_rest().items()}
        self.rooms = rooms(self.moments, bool(self.look.rim))
        self.tables = list(tables(self.look, bool(board), bool(cube)))
        self.fields = [field for _, rows in self.tables for row in rows for field in row if field]

    def __len__(self) -> int:
        return len(self.moments)

    def at_rest(self) -> dict[str, Pose]:
        """How the plates lie where their letters are to be read: on the board, or else in the net."""
        return self.seats["board"] or self.seats["net"]

    def __getitem__(self, k: int) -> Frame:
        moment = self.moments[k]
        letters = self.letters(moment)
        cells = [letters.get(field, "") for field in self.fields]
        how = ["" if not text else "given" if text == FRAME[1] else "solution" for text in cells]
        poses = moment.poses.items()
        plates = [self.look.block(name, pose, self.touched(moment, name)) for name, pose in poses]
        board = self.look.frame(self.filled(moment, "board")) if moment.frame else ()
        more = {"cells": cells, "how": how, "mark": mark(moment), "room": self.rooms[k]}
        return frame_of([*board, *plates], moment.say, **more)

    def track(self) -> list[tuple[str, int]]:
        """Kind and level of each frame."""
        return [(mark(moment), 0) for moment in self.moments]

    def cells(self, name: str, place: str) -> list[Cell]:
        return [
            tuple(cell)
            for cell in self.seats[place][name].cells(self.look.shapes[name]).round().astype(int).tolist()
        ]

    def filled(self, moment: Moment, place: str, but: str = "") -> set[Cell]:
        """What the plates fill that lie on the board, or on the cube."""
        there = [name for name, at in moment.places.items() if at == place and name != but]
        return {cell for name in there for cell in self.cells(name, place)}

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
        """What stands in which field of the layers; the cube's plates stand in the net as well."""
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

    def scene(self) -> Scene:
        """What stays while the frames change."""
        number = {field: i for i, field in enumerate(self.fields)}
        layers = [
            {"title": title, "rows": [[number.get(field, -1) for field in row] for row in rows]}
            for title, rows in self.tables
        ]
        name, letter, *paint = FRAME
        colours = {self.look.labels[name]: list(pair) for name, pair in self.look.paint.items()}
        names = {letter: name for name, letter in self.look.labels.items()}
        colours[letter], names[letter] = paint, name
        return scenes.empty(framed(self.moments, bool(self.look.rim))) | {
            "layers": layers,
            "colours": colours,
            "labels": names,
            "pieces": list(names.values()),
        }


def mark(moment: Moment) -> str:
    """Marks the moments at which one may rest: all is on the board, on the cube or in the net."""
    return "answer" if set(moment.places.values()) in ({"board"}, {"cube"}, {"net"}) else ""


def tables(look: Look, board: bool, cube: bool) -> Iterator[tuple[str, list[list]]]:
    """The layers as rows of fields, None where there is nothing."""

    def rows(field, width, height):
        return [[field(x, y) for x in width] for y in reversed(height)]

    side = range(SIDE)
    if board or look.rim and not cube:
        yield "board, seen from above", rows(lambda x, y: ("board", x, y), range(WIDTH), range(HEIGHT))
    if not board and not cube:
        for name in look.shapes:
            yield f"plate {name}", rows(lambda x, y: (name, x, y), side, side)
    if cube:
        yield "on its way", [[(name,) for name in look.shapes]]
        for z in side:
            layer = f"cube, layer {z + 1}{LEVELS_OF_CUBE.get(z, '')}"
            yield layer, rows(lambda x, y: shell(x, y, z), side, side)
        cross = range(-SIDE, 3 * SIDE), range(-SIDE, 2 * SIDE)
        yield "the net, seen from outside", rows(net, *cross)


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


# -------- the camera


def rooms(moments: Sequence[Moment], board: bool) -> list[list[Vector]]:
    """For each moment the low and the high corner of what the picture shows: all that is there now and a
    little before and after, so that the eye moves calmly."""
    now = np.array([corners_of(moment, board) for moment in moments])
    some = range(len(moments))
    near = np.array([joined(now[max(0, k - AROUND) : k + AROUND + 1]) for k in some])
    calm = (near[max(0, k - CALM) : k + CALM + 1].mean(0) for k in some)
    return [[rounded(low), rounded(high)] for low, high in calm]


def corners_of(moment: Moment, board: bool) -> np.ndarray:
    """The low and the high corner of what is there at a moment, (2, 3)."""
    points = [pose.points(CORNERS) for pose in moment.poses.values()] + [BOARD] * (board and moment.frame)
    there = np.concatenate(points)
    return np.array([there.min(0) - 0.2, there.max(0) + 0.2])


def joined(boxes: np.ndarray) -> np.ndarray:
    return np.array([boxes[:, 0].min(0), boxes[:, 1].max(0)])


def framed(moments: Iterable[Moment], board: bool) -> dict:
    """Camera and axes that hold all moments, as large as the height of the picture allows."""
    corners = np.concatenate(
        [pose.points(CORNERS) for moment in moments for pose in moment.poses.values()] + [BOARD] * board
    )
    _, up, _ = axes_from(EYE)
    low, high = corners.min(0) - 0.2, corners.max(0) + 0.2
    heights = corners @ up
    # What is seen, not the box, stands in the middle.
    middle = (low + high) / 2
    middle[2] += ((heights.min() + heights.max()) / 2 - middle @ up) / up[2]
    half = np.maximum(high - middle, middle - low)
    unit = scenes.FILL / (np.ptp(heights) / 2 + 0.2)
    return scenes.axes(middle - half, middle + half, unit) | {"camera": scenes.camera(EYE)}


CORNERS = skin.CUBE * (SIDE, SIDE, 1.0)  # of a plate
BOARD = skin.CUBE * (WIDTH, HEIGHT, 1.0)
EDGE = np.array([(0, 0, 0.02), (WIDTH, 0, 0.02), (WIDTH, HEIGHT, 0.02), (0, HEIGHT, 0.02), (0, 0, 0.02)])
