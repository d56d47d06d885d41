"""Pictures of plates: apart, on the board, on their way, on the cube, in the net.

A plate is one part, turned and moved by its pose. Its light follows from its pose, so that a
side that comes up gets lighter. In the layers, letters are on the board, on the cube, in the net,
or in fields for plates on their way.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from puzzlelib.packing.layers import level_name
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.shapes import Cell
from puzzlelib.pictures import scenes
from puzzlelib.pictures.blocks import Block, Frame, Scene, Vector, block_of, frame_of, round_vector
from puzzlelib.pictures.colours import INK, WHITE, colour, mix
from puzzlelib.pictures.layout import axes_from
from puzzlelib.pictures.letters import glyph, join_meshes, triangle_normals
from puzzlelib.pictures.polycube_mesh import CUBE, LETTER_LIFT, skin
from puzzlelib.pictures.polycube_surface import GAP
from puzzlelib.pictures.traces import as_bytes, line_trace, mesh_trace, outline_part, part
from puzzlelib.plates.geometry import Spot, voxels
from puzzlelib.plates.plate import HEIGHT, PLATES, SIDE, WIDTH, PlateSet

from .fold import Moment, Pose, board_pose, cube_pose, fold, hinge_pose, rotation_about

FRAME = ("board", "#", "#c4bcae", INK)  # name, letter, fill and ink of the board's frame
EYE = (0.22, -1.75, 1.6)  # almost from the front: the board and the net lie straight before the eye
PITCH, ROWS = SIDE + 0.8, SIDE + 1.6  # of plates that lie apart, to the right and to the back
LETTER = 2.4  # times the height of a letter on other pieces
# the darkest, what looks down, the lightest; how quickly the light changes in a turn
DARK, BELOW, LIGHT, SHARP = 0.62, -0.34, 0.24, 6
LEVELS, INKED = 250, 255  # tones of the body, from the darkest on; the tone of a letter
AROUND, CALM = 3, 2  # moments for which a picture has room before and after its own; over which it changes
TABLE = box_cells([(WIDTH, HEIGHT, 1)])


# -------- parts


@part
def edge_of_the_board() -> dict:
    return line_trace(EDGE, INK, 2, meta="ink")


@part
def plate_part(cells: tuple[Cell, ...], label: str, fill: str, ink: str, quarters: int = 0) -> dict:
    """A plate with its letter, turned so many quarters; its tones go from dark to light, then
    ink."""
    points, triangles = plate_mesh(cells, label, quarters)
    zero = DARK / (DARK + LIGHT) * LEVELS / INKED
    scale = [
        [0, mix(fill, "#000000", DARK)],
        [zero, fill],
        [LEVELS / INKED, mix(fill, WHITE, LIGHT)],
        [(LEVELS + 1) / INKED, ink],
        [1, ink],
    ]
    look = {"colorscale": scale, "cmin": 0, "cmax": INKED}
    return mesh_trace(points, triangles, np.zeros(len(triangles)), [fill], **look)


@functools.lru_cache(256)
def plate_mesh(cells: tuple[Cell, ...], label: str, quarters: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return points (n, 3) and triangles (m, 3) of a plate, those of its letters last."""
    coat = skin(cells)
    if not label:
        return coat.points, coat.triangles
    sign, corners = glyph(label)
    flat = np.column_stack([LETTER * sign @ turn_matrix(quarters)[:2, :2].T, np.zeros(len(sign))])
    lift = GAP - LETTER_LIFT
    above, below = flat + (SIDE / 2, SIDE / 2, 1 - lift), flat * (1, -1, 1) + (SIDE / 2, SIDE / 2, lift)
    return join_meshes([(coat.points, coat.triangles), (above, corners), (below, corners)])


def turn_matrix(count: int) -> np.ndarray:
    """Return so many quarter turns about z, seen from above against the clock, (3, 3)."""
    return rotation_about((0, 0, 1), 90 * count).round().astype(int)


def letter_turns(pose: Pose) -> int:
    """Return the quarter turns of its letter with which a plate that lies like this can be read.

    >>> letter_turns(STILL), letter_turns(Pose(turn_matrix(1), np.zeros(3)))
    (0, 3)
    """
    tops = [pose.turn @ turn_matrix(count) @ (0, 1, 0) for count in range(4)]
    return int(np.argmax(tops @ np.array([0, 1, 1])))  # to the back, or up


def tone(
    cells: tuple[Cell, ...], label: str, turn: np.ndarray, touched: frozenset[Cell] = frozenset()
) -> str:
    """Return the light on each triangle after a turn, as base64 bytes; dark where it is touched."""
    return plate_tones(cells, label, tuple(turn.round(3).ravel().tolist()), touched)


@functools.lru_cache(4096)
def plate_tones(
    cells: tuple[Cell, ...], label: str, turn: tuple[float, ...], touched: frozenset[Cell]
) -> str:
    coat = skin(cells)
    normal = triangle_normals(coat.points, coat.triangles)
    turned = normal @ np.reshape(turn, (3, 3)).T
    light = light_shares(turned)
    rounded = np.abs(normal).max(1) < 0.999
    light[rounded] = np.where(turned[rounded, 2] > -0.1, LIGHT, BELOW)
    light[np.isin(coat.near, [i for i, cell in enumerate(coat.neighbours) if cell in touched])] = -DARK
    body = np.rint((light + DARK) / (DARK + LIGHT) * LEVELS)
    letters = len(plate_mesh(cells, label)[1]) - coat.body
    return as_bytes(np.concatenate([body, np.full(letters, INKED)]).astype("u1"))


def light_shares(normal: np.ndarray) -> np.ndarray:
    """Return the light on surfaces with these normals, (n, 3): a share of white, or below 0 of
    black."""
    weight = np.abs(normal) ** SHARP
    side, front, high = weight.T
    up = np.where(normal[:, 2] > 0, 0.14, BELOW)
    return (-0.22 * side - 0.10 * front + up * high) / weight.sum(1)


# -------- frames

STILL = Pose(np.eye(3), np.zeros(3))


class Look:
    """The shapes, letters and colours of one set of plates, and their blocks."""

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

    def board_frame(self, filled: set[Cell]) -> list[Block]:
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
    """Return a solid in its place; others fill the cells `touched` beside it, before it is
    moved."""
    return block_of(
        plate_part(cells, label, *paint, quarters),
        pose.at,
        edge=outline_part(cells, 3),
        turn=pose.turn.round(6).tolist(),
        tone=tone(cells, label, pose.turn, touched),
    )


def whole_cells(cells: np.ndarray) -> list[Cell]:
    return list(map(tuple, cells.round().astype(int).tolist()))


class Show(Sequence):
    """The frames of a solution, from the board to the net; without one, a frame of plates lying
    apart.

    Parameters: board and cube, the spots of a solution (see `plates.laid`), as far as they are
    known.
    """

    def __init__(self, plates: PlateSet, board: Sequence[Spot] = (), cube: Sequence[Spot] = ()):
        self.look = Look(plates)
        self.seats = {
            "board": {spot.plate: board_pose(spot) for spot in board},
            "cube": {spot.plate: cube_pose(spot) for spot in cube},
            "net": {spot.plate: hinge_pose(spot.at, 90, 0).after(cube_pose(spot)) for spot in cube},
        }
        self.moments = fold(board, cube) or [lying_apart(self.look)]
        # letters are to be read on the board, or else in the net
        at_rest = self.seats["board"] or self.seats["net"]
        self.look.quarters |= {name: letter_turns(pose) for name, pose in at_rest.items()}
        self.rooms = calm_rooms(self.moments, bool(self.look.rim))
        self.made = np.cumsum([moment.rests for moment in self.moments]) - 1  # moves by then
        self.tables = list(field_tables(self.look, bool(board), bool(cube)))
        self.fields = [field for _, rows in self.tables for row in rows for field in row if field]

    def __len__(self) -> int:
        return len(self.moments)

    def __getitem__(self, k: int) -> Frame:
        moment = self.moments[k]
        letters = self.letters(moment)
        cells = [letters.get(field, "") for field in self.fields]
        how = ["" if not text else "given" if text == FRAME[1] else "solution" for text in cells]
        poses = moment.poses.items()
        plates = [self.look.block(name, pose, self.touched_cells(moment, name)) for name, pose in poses]
        board = self.look.board_frame(self.cells_at(moment, "board")) if moment.frame else ()
        more = {"cells": cells, "how": how, "mark": moment_mark(moment), "room": self.rooms[k]}
        return frame_of([*board, *plates], moment.say, **more, where=self.where(k))

    def where(self, k: int) -> str:
        """Return which move is made, or has been made, at a moment."""
        return f"move {self.made[k] + (not self.moments[k].rests)} of {self.made[-1]}"

    def track(self) -> list[tuple[str, int]]:
        """Return kind and level of each frame."""
        return [(moment_mark(moment), 0) for moment in self.moments]

    def cells(self, name: str, place: str) -> list[Cell]:
        return whole_cells(self.seats[place][name].cells(self.look.shapes[name]))

    def cells_at(self, moment: Moment, place: str, but: str = "") -> set[Cell]:
        """Return the cells of the plates that lie on the board, or on the cube."""
        there = [name for name, at in moment.places.items() if at == place and name != but]
        return {cell for name in there for cell in self.cells(name, place)}

    def touched_cells(self, moment: Moment, name: str) -> Iterator[Cell]:
        """Yield the cells beside a plate, in its own coordinates, that something else fills."""
        place = moment.places[name]
        if place not in ("board", "cube"):
            return
        others = self.cells_at(moment, place, name) | set(self.look.rim if place == "board" else ())
        around = skin(self.look.shapes[name]).neighbours
        for cell, there in zip(around, whole_cells(self.seats[place][name].cells(around))):
            if there in others:
                yield cell

    def letters(self, moment: Moment) -> dict[tuple, str]:
        """Return the letters in the fields of the layers; plates of the cube are in the net as
        well."""
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
        number = {field: i for i, field in enumerate(self.fields)}
        layers = [
            {"title": title, "rows": [[number.get(field, -1) for field in row] for row in rows]}
            for title, rows in self.tables
        ]
        name, letter, *paint = FRAME
        colours = {self.look.labels[name]: list(pair) for name, pair in self.look.paint.items()}
        names = {letter: name for name, letter in self.look.labels.items()}
        colours[letter], names[letter] = paint, name
        return scenes.empty_scene(**fit_view(self.moments, bool(self.look.rim))) | {
            "layers": layers,
            "colours": colours,
            "labels": names,
            "pieces": list(names.values()),
        }


def moment_mark(moment: Moment) -> str:
    """Return "answer" where all plates are on the board, on the cube or in the net, "between" where one can
    stop only by the track."""
    if set(moment.places.values()) in ({"board"}, {"cube"}, {"net"}):
        return "answer"
    return "" if moment.rests else "between"


def field_tables(look: Look, board: bool, cube: bool) -> Iterator[tuple[str, list[list]]]:
    """Yield title and rows of fields of each layer, None where there is nothing."""

    def rows(field, width, height):
        return [[field(x, y) for x in width] for y in reversed(height)]

    side, ends = range(SIDE), {0, SIDE - 1}
    if board or look.rim and not cube:
        yield "board, seen from above", rows(lambda x, y: ("board", x, y), range(WIDTH), range(HEIGHT))
    if not board and not cube:
        for name in look.shapes:
            yield f"plate {name}", rows(lambda x, y: (name, x, y), side, side)
    if cube:
        yield "on its way", [[(name,) for name in look.shapes]]
        for z in side:
            title = f"cube, {level_name(z, side, short=True)}"
            yield title, rows(lambda x, y: ("cube", x, y, z) if ends & {x, y, z} else None, side, side)
        cross = range(-SIDE, 3 * SIDE), range(-SIDE, 2 * SIDE)
        net = rows(lambda x, z: ("net", x, z) if x in side or z in side else None, *cross)
        yield "the net, seen from outside", net


def lying_apart(look: Look) -> Moment:
    """Return the plates in two rows, right of the board if there is one."""
    left = WIDTH + 1.5 if look.rim else 0.0
    at = (
        (left + PITCH * (place % 3), (1 - place // 3) * ROWS + (HEIGHT - SIDE - ROWS) / 2, 0.0)
        for place in range(PLATES)
    )
    poses = {name: Pose(np.eye(3), np.array(where)) for name, where in zip(look.shapes, at)}
    return Moment(poses, dict.fromkeys(poses, "apart"), "The plates, not placed yet.")


# -------- the camera


def calm_rooms(moments: Sequence[Moment], board: bool) -> list[list[Vector]]:
    """Return the corners of the picture at each moment, with room for a little before and after."""
    now = np.array([box_of_moment(moment, board) for moment in moments])
    some = range(len(moments))
    near = np.array([join_boxes(now[max(0, k - AROUND) : k + AROUND + 1]) for k in some])
    calm = (near[max(0, k - CALM) : k + CALM + 1].mean(0) for k in some)
    return [[round_vector(low), round_vector(high)] for low, high in calm]


def box_of_moment(moment: Moment, board: bool) -> np.ndarray:
    """Return the low and the high corner of what is there at a moment, (2, 3)."""
    points = [pose.points(CORNERS) for pose in moment.poses.values()] + [BOARD] * (board and moment.frame)
    there = np.concatenate(points)
    return np.array([there.min(0) - 0.2, there.max(0) + 0.2])


def join_boxes(boxes: np.ndarray) -> np.ndarray:
    return np.array([boxes[:, 0].min(0), boxes[:, 1].max(0)])


def fit_view(moments: Iterable[Moment], board: bool) -> dict:
    """Return camera and axes that hold all moments, as large as the height allows."""
    corners = np.concatenate(
        [pose.points(CORNERS) for moment in moments for pose in moment.poses.values()] + [BOARD] * board
    )
    _, up, _ = axes_from(EYE)
    low, high = corners.min(0) - 0.2, corners.max(0) + 0.2
    heights = corners @ up
    # The plates that are seen, not the box, stand in the middle.
    middle = (low + high) / 2
    middle[2] += ((heights.min() + heights.max()) / 2 - middle @ up) / up[2]
    half = np.maximum(high - middle, middle - low)
    unit = scenes.FILL / (np.ptp(heights) / 2 + 0.2)
    return scenes.axes(middle - half, middle + half, unit) | {"camera": scenes.camera()}


CORNERS = CUBE * (SIDE, SIDE, 1.0)  # of a plate
BOARD = CUBE * (WIDTH, HEIGHT, 1.0)
EDGE = np.array([(0, 0, 0.02), (WIDTH, 0, 0.02), (WIDTH, HEIGHT, 0.02), (0, HEIGHT, 0.02), (0, 0, 0.02)])
