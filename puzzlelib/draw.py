"""Pictures of packing puzzles: pure functions from a state to what a browser draws.

A *scene* is what stays while a search is stepped (camera, container, colours, layers), a
*frame* is one picture (which piece is where), a *part* is a finished plotly trace that many
frames share.  The browser adds them up: part + at + explode * away.  `figure` does the same
sum in Python, for files and tests.

Nothing carries its meaning by colour alone: a chosen piece has a thick outline, a given one
a dotted letter, a ruled-out one is a crossed wire, a dead cell a black cube with an X.
"""
import base64
import functools
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from . import skin
from .explode import BESIDE, EYE, RIGHT, UP, away, box_of, room_of, shape_of
from .palette import INK, PALETTE, WHITE, colours, tones
from .puzzles import PackingPuzzle, Placement

Filled = Mapping[Placement, str]        # placement -> "solution", "chosen", "propagated" or "given"

LIGHT = {"paper": "#ffffff", "ink": "#1b1b1b"}
DARK = {"paper": "#111111", "ink": "#f2f2f2"}
RULED_OUT = "#d3222a"                   # 5.1 : 1 on white, 3.6 : 1 on the dark page
PAD = 0.10                              # the container's edges stand off the cells by this much
ROOM = 0.02                             # plotly cuts off what touches the end of an axis
FILL = 0.94                             # of the height of the picture


# ---------------------------------------------------------------- parts

def _packed(values: np.ndarray) -> dict:
    """An array as plotly's base64 typed array."""
    values = np.ascontiguousarray(values)
    return {"dtype": values.dtype.str[1:], "bdata": base64.b64encode(values.tobytes()).decode()}


def _unpacked(values) -> np.ndarray:
    return np.frombuffer(base64.b64decode(values["bdata"]), "<" + values["dtype"])


def _xyz(points: np.ndarray) -> dict:
    return {axis: _packed(np.asarray(points, "<f4")[:, i]) for i, axis in enumerate("xyz")}


def _mesh(points: np.ndarray, triangles: np.ndarray, shades: np.ndarray, palette: Sequence[str], **more) -> dict:
    """A mesh whose triangle t has the colour palette[shades[t]], with no other light."""
    n = len(palette)
    bands = [[place, tone] for i, tone in enumerate(palette) for place in (i / n, (i + 1) / n)]
    corners = {name: _packed(np.asarray(triangles, "<u2")[:, i]) for i, name in enumerate("ijk")}
    return {"type": "mesh3d", **_xyz(points), **corners, "intensity": _packed(np.asarray(shades, "u1")), "intensitymode": "cell",
            "colorscale": bands, "cmin": -0.5, "cmax": n - 0.5, "showscale": False, "hoverinfo": "skip", "flatshading": True,
            "lighting": {"ambient": 1, "diffuse": 0, "specular": 0, "fresnel": 0}, **more}


def _line(points: np.ndarray, colour: str, width: float, **more) -> dict:
    return {"type": "scatter3d", "mode": "lines", **_xyz(points), "line": {"color": colour, "width": width},
            "hoverinfo": "skip", "showlegend": False, **more}


def _piece(cells, label: str, fill: str, ink: str, dotted: bool) -> dict:
    coat = skin.skin(cells, label, dotted)
    return _mesh(coat.points, coat.triangles, coat.tones, tones(fill, ink))


def _outline(cells, width: float) -> dict:
    # "meta" tells the browser that this line has the ink of the page: white in the dark theme.
    return _line(skin.creases(cells), LIGHT["ink"], width, meta="ink")


def _ghosts(cells) -> dict:
    points, triangles, sides = skin.cubes(cells, 0.29)
    return _mesh(points, triangles, sides, ["#8a8a8a", "#a0a0a0", "#969696", "#7e7e7e", "#6c6c6c"], opacity=0.22)


def _wires(cells) -> dict:
    return _line(skin.cube_edges(cells, 0.29), "#8a8a8a", 1.5)


def _dead(cells) -> dict:
    points, triangles, sides = skin.cubes(cells, 0.14)
    cross, corners = skin.sign_on_sides("X", 1.15, 0.14)
    all_points, all_triangles = skin.stacked([(points, triangles), *((cross + cell, corners) for cell in cells)])
    shades = np.concatenate([sides, np.full(len(all_triangles) - len(sides), 5)])
    return _mesh(all_points, all_triangles, shades, [INK, "#303030", "#1c1c1c", "#0c0c0c", "#000000", WHITE])


def _bars(cells) -> dict:
    return _line(skin.cube_edges(cells, 0.135), WHITE, 2)


def _cross(cells) -> dict:
    """One X in the middle of a shape; it faces the eye."""
    points, triangles = skin.glyph("X")
    middle = np.mean(cells, 0)
    nearest = min(cells, key=lambda c: (float(np.abs(c - middle).sum()), c))
    points = np.add(nearest, 0.5) + 1.8 * points @ np.stack([RIGHT, UP])
    return _mesh(points, triangles, np.zeros(len(triangles)), [RULED_OUT, RULED_OUT])


def _struck(cells) -> dict:
    return _line(skin.creases(cells), RULED_OUT, 5)


MAKERS = {"piece": _piece, "outline": _outline, "ghosts": _ghosts, "wires": _wires, "dead": _dead, "bars": _bars,
          "cross": _cross, "struck": _struck}


@functools.lru_cache(8192)
def _key(kind: str, cells: tuple, *look) -> str:
    """The name of a part says all that it is made of."""
    return json.dumps([kind, cells, *look], separators=(",", ":"))


@functools.lru_cache(1024)
def _part(key: str) -> dict:
    kind, cells, *look = json.loads(key)
    return MAKERS[kind](tuple(map(tuple, cells)), *look)


def parts(keys: Iterable[str]) -> dict[str, dict]:
    """The plotly traces that frames name, as JSON-able dicts.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> key = frame(puzzle, {puzzle.placements[0]: "chosen"})["blocks"][0]["part"]
    >>> parts([key])[key]["type"]
    'mesh3d'
    """
    return {key: _part(key) for key in keys}


# ---------------------------------------------------------------- frames

def frame(puzzle: PackingPuzzle, filled: Filled, *, possible: Iterable[int] | None = None, tried: Placement | None = None,
          plan: Sequence[Placement] = (), say: str = "", mark: str = "", level: int = 0, shift: int = 0) -> dict:
    """One picture of a state.

    Parameters
    ----------
    filled : which placements are there, and how they came: "solution", "chosen", "propagated" or "given"
    possible : numbers of the options that are not ruled out; then empty cells tell how many could
        fill them, and one that nothing can fill is shown as dead
    tried : a placement that is being ruled out
    plan : the solution that is known in the end, if any; it steadies the exploded picture
    shift : 1 for the right-hand copy of a scene made with shifts=2

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> one = frame(puzzle, {puzzle.placements[0]: "chosen"}, say="I comes first.")
    >>> one["cells"][:6], one["how"][0], one["blocks"][0]["at"]
    (['I', '', '', '', 'I', ''], 'chosen', [0.0, 0.0, 0.0])
    """
    filled = {Placement(*p): how for p, how in filled.items()}
    searching = {"chosen", "propagated"} & set(filled.values())
    ways = away(puzzle, filled, plan or (() if searching else tuple(filled)))
    left = None if possible is None else _left(puzzle, possible)
    cells, how = _flat(puzzle, filled, left)
    blocks = [*_pieces(puzzle, filled, ways), *_gaps(puzzle, filled, left), *(_ruled_out(puzzle, tried) if tried else ())]
    if shift:
        blocks = [block | {"at": _sum(block["at"], shift * room_of(puzzle).step)} for block in blocks]
    return {"blocks": blocks, "say": say, "cells": cells, "how": how, "counts": left[1] if left else {}, "mark": mark, "level": level}


def marked(packing: Iterable[Placement], given: Iterable[Placement]) -> dict[Placement, str]:
    """A solution to be drawn, its hints marked.

    >>> from puzzlelib import load
    >>> some = load("tetracubes-2x4x4").placements[:2]
    >>> list(marked(some, some[:1]).values())
    ['given', 'solution']
    """
    return {placement: "given" if placement in given else "solution" for placement in packing}


def _sum(a: Sequence[float], b: Sequence[float]) -> list[float]:
    return [round(float(x + y), 4) for x, y in zip(a, b)]


def _pieces(puzzle: PackingPuzzle, filled: Filled, ways: Mapping) -> Iterator[dict]:
    """A block for each piece, darker where another one touches it."""
    paint, room = colours(puzzle), room_of(puzzle)
    taken = {cell for p in filled for cell in p.cells}
    for placement, how in filled.items():
        shape, at, box = shape_of(placement.cells)
        label, given = puzzle.labels[placement.piece], how == "given"
        yield {"part": _key("piece", shape, label, *paint[placement.piece], given), "at": _sum(at, room.shift[box]),
               "away": list(ways[placement]), "tone": _tone(shape, label, given, _touched(shape, label, placement.cells[0], at, taken)),
               "outline": _key("outline", shape, 10) if how == "chosen" else None, "edge": _key("outline", shape, 3)}


def _touched(shape: tuple, label: str, cell: tuple, at: tuple, taken: set) -> frozenset[int]:
    """Which neighbours of a piece are filled."""
    x, y, z = at
    box = cell[3:]
    around = skin.skin(shape, label).neighbours
    return frozenset(i for i, (a, b, c) in enumerate(around) if (a + x, b + y, c + z, *box) in taken)


@functools.lru_cache(4096)
def _tone(shape: tuple, label: str, given: bool, touched: frozenset[int]) -> str:
    return base64.b64encode(skin.touched_tones(skin.skin(shape, label, given), touched).tobytes()).decode()


def _gaps(puzzle: PackingPuzzle, filled: Filled, left) -> Iterator[dict]:
    """Ghosts for the empty cells and black cubes for the dead ones, pooled box by box."""
    taken = {cell for p in filled for cell in p.cells}
    pools = {}
    for i, cell in enumerate(puzzle.container):
        if cell not in taken:
            dead = left is not None and not left[0][i]
            pools.setdefault((box_of(cell), dead), []).append(cell[:3])
    for (box, dead), cells in sorted(pools.items()):
        names = ("dead", "bars") if dead else ("ghosts", "wires")
        yield _block(puzzle, box, *(_key(name, tuple(cells)) for name in names))


def _ruled_out(puzzle: PackingPuzzle, tried: Placement) -> Iterator[dict]:
    shape, at, box = shape_of(tried.cells)
    yield _block(puzzle, box, _key("cross", shape), _key("struck", shape), at)


def _block(puzzle: PackingPuzzle, box: int, part: str, outline: str | None, at: Sequence = (0, 0, 0)) -> dict:
    return {"part": part, "at": _sum(at, room_of(puzzle).shift[box]), "away": [0.0, 0.0, 0.0], "tone": None, "outline": outline, "edge": None}


@functools.lru_cache(64)
def _cell_index(puzzle: PackingPuzzle) -> dict[tuple, int]:
    return {cell: i for i, cell in enumerate(puzzle.container)}


@functools.lru_cache(16)
def _covers(puzzle: PackingPuzzle) -> tuple[np.ndarray, np.ndarray]:
    """Which cells each option covers (options, cells), and which piece it places."""
    index, names = _cell_index(puzzle), [piece.name for piece in puzzle.pieces]
    covers = np.zeros((len(puzzle.placements), len(index)), np.uint8)
    for option, (_, cells) in enumerate(puzzle.placements):
        covers[option, [index[c] for c in cells]] = 1
    return covers, np.array([names.index(p.piece) for p in puzzle.placements], int)


def _left(puzzle: PackingPuzzle, possible: Iterable[int]) -> tuple[list[int], dict[str, int]]:
    """How many of the possible options cover each cell, and how many place each piece."""
    options = np.fromiter(possible, int)
    covers, pieces = _covers(puzzle)
    per_piece = np.bincount(pieces[options], minlength=len(puzzle.pieces)).tolist()
    return covers[options].sum(0, dtype=int).tolist(), {piece.name: n for piece, n in zip(puzzle.pieces, per_piece)}


def _flat(puzzle: PackingPuzzle, filled: Filled, left) -> tuple[list[str], list[str]]:
    """The text of each cell and how it was filled."""
    index, labels = _cell_index(puzzle), puzzle.labels
    cells = [str(n) for n in left[0]] if left else [""] * len(index)
    how = [""] * len(index)
    for placement, manner in filled.items():
        for cell in placement.cells:
            cells[index[cell]], how[index[cell]] = labels[placement.piece], manner
    return cells, how


def state_frame(puzzle: PackingPuzzle, state, event=None, plan: Sequence[Placement] = ()) -> dict:
    """The picture of a search after an event (see trace.State and trace.Event)."""
    options = puzzle.placements
    filled = {options[o]: how for o, how in state.on.items()}
    tried = options[event.option] if event and event.option is not None and not event.sign else None
    words = {"say": event.say, "mark": event.kind} if event else {}
    possible = [o for o in range(len(options)) if o not in state.off] if state.shows_options else None
    return frame(puzzle, filled, possible=possible, tried=tried, plan=plan, level=state.level, **words)


def beside(puzzle: PackingPuzzle, left: dict, right: dict) -> dict:
    """Two frames as one, for a scene with shifts=2: make the right one with shift=1."""
    apart = BESIDE / 2 * room_of(puzzle).step
    blocks = [block | {"away": _sum(block["away"], side * apart)} for side, one in ((-1, left), (1, right)) for block in one["blocks"]]
    return left | {"blocks": blocks, "cells": left["cells"] + right["cells"], "how": left["how"] + right["how"]}


# ---------------------------------------------------------------- scenes

def scene(puzzle: PackingPuzzle, shifts: int = 1, titles: Sequence[str] = ("puzzle", "solution")) -> dict:
    """What stays while frames change.

    Parameters: shifts is the number of copies side by side (2: puzzle and solution); the titles name their layers.

    >>> from puzzlelib import load
    >>> one = scene(load("tetracubes-2x4x4"))
    >>> [layer["title"] for layer in one["layers"]], one["layers"][0]["rows"][-1]
    (['layer 1 (bottom)', 'layer 2 (top)'], [0, 1, 2, 3])
    """
    room, paint = room_of(puzzle), colours(puzzle)
    copies = [(room.low + s * room.step, room.high + s * room.step) for s in range(shifts)]
    low, high = (np.concatenate(ends) for ends in zip(*copies))
    return {**_page(low, high), "fixed": [_line(_container(puzzle, shifts), "#8a8a8a", 3)],
            "layers": list(_layers(puzzle, shifts, titles)),
            "colours": {puzzle.labels[name]: list(pair) for name, pair in paint.items()},
            "labels": {puzzle.labels[name]: name for name in paint}, "pieces": list(paint)}


def _page(low: np.ndarray, high: np.ndarray) -> dict:
    """The layout for boxes with these corners, and what is different in the dark theme."""
    dark = {"paper_bgcolor": DARK["paper"], "font": {"color": DARK["ink"]}}
    return {"layout": _layout(low - PAD, high + PAD), "dark": dark, "ink": [LIGHT["ink"], DARK["ink"]]}


def _layout(low: np.ndarray, high: np.ndarray) -> dict:
    """Camera and axes so that boxes with these corners fit, seen from the eye and when turned."""
    ranges = np.stack([low.min(0) - ROOM, high.max(0) + ROOM], 1)
    scale = _scale(low - ranges.mean(1), high - ranges.mean(1))
    axes = {f"{axis}axis": {"visible": False, "autorange": False, "range": [float(v) for v in ranges[i]]} for i, axis in enumerate("xyz")}
    ratio = {axis: float(v) for axis, v in zip("xyz", np.ptp(ranges, 1) * scale)}
    camera = {"eye": dict(zip("xyz", EYE)), "up": {"x": 0, "y": 0, "z": 1}, "center": {"x": 0, "y": 0, "z": 0},
              "projection": {"type": "orthographic"}}
    return {"scene": {**axes, "aspectmode": "manual", "aspectratio": ratio, "camera": camera, "dragmode": "turntable"},
            "paper_bgcolor": LIGHT["paper"], "font": {"color": LIGHT["ink"]}, "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
            "showlegend": False, "hovermode": False, "uirevision": "stage", "autosize": True}


def _scale(low: np.ndarray, high: np.ndarray) -> float:
    """Height of a cell in the picture, which is 2 units high.

    One box may be turned any way without leaving the picture.  Boxes side by side would have to be tiny for
    that (seen from above, one behind the other), so they may be turned round, and up to 30 degrees high.
    """
    corners = np.concatenate([np.where(choice, low, high) for choice in itertools.product((False, True), repeat=3)])
    steep = np.radians(90 if len(low) == 1 else 30)
    flat = np.hypot(corners[:, 0], corners[:, 1]).max()
    tall = np.abs(corners[:, 2]).max()
    top = min(steep, np.arctan2(flat, tall))                  # the elevation that shows most
    return float(min(FILL / np.abs(corners @ UP).max(), 1.03 / (flat * np.sin(top) + tall * np.cos(top))))


def _container(puzzle: PackingPuzzle, shifts: int) -> np.ndarray:
    """The edges of the boxes without the three nearest to the eye; for other containers, all edges."""
    room, lines = room_of(puzzle), []
    for box, (low, high) in enumerate(zip(room.low, room.high)):
        cells = tuple(c[:3] for c in puzzle.container if box_of(c) == box)
        whole = len(cells) == np.prod(high - low)
        line = _open_box(low - PAD, high + PAD) if whole else skin.creases(cells) + room.shift[box]
        lines += [line + s * room.step for s in range(shifts)]
    return np.concatenate(lines)


def _open_box(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    nearest = (1, 0, 1)
    corners = list(itertools.product((0, 1), repeat=3))
    edges = [(a, b) for a, b in itertools.combinations(corners, 2) if sum(p != q for p, q in zip(a, b)) == 1 and nearest not in (a, b)]
    pen_up = np.full(3, np.nan)
    return np.array([row for a, b in edges for row in (np.where(a, high, low), np.where(b, high, low), pen_up)])


def _layers(puzzle: PackingPuzzle, shifts: int, titles: Sequence[str]) -> Iterator[dict]:
    """Each layer with its cells' numbers, seen from above: the top row is the back."""
    index, n = _cell_index(puzzle), len(puzzle.container)
    xs, ys, zs = (sorted({c[a] for c in puzzle.container}) for a in range(3))
    boxes = sorted({c[3:] for c in puzzle.container})
    for copy, box in itertools.product(range(shifts), boxes):
        levels = [z for z in zs if any(c[2] == z and c[3:] == box for c in puzzle.container)]
        for z in levels:
            rows = [[index[x, y, z, *box] + copy * n if (x, y, z, *box) in index else -1 for x in xs] for y in reversed(ys)]
            words = [*(titles[copy:copy + 1] if shifts > 1 else ()), *(f"box {b + 1}" for b in box)]
            yield {"title": ", ".join([*words, _level(z, levels)]), "rows": [row for row in rows if set(row) != {-1}]}


def _level(z: int, levels: Sequence[int]) -> str:
    if len(levels) == 1:
        return "seen from above"
    where = {levels[0]: " (bottom)", levels[-1]: " (top)"}.get(z, "")
    return f"layer {z - levels[0] + 1}{where}"


def layers_text(puzzle: PackingPuzzle, filled: Filled) -> str:
    """The layers as plain letters; a dot is an empty cell.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> print(layers_text(puzzle, {puzzle.placements[0]: "solution"}))
    layer 1 (bottom)   layer 2 (top)
    I . . .            . . . .
    I . . .            . . . .
    I . . .            . . . .
    I . . .            . . . .
    """
    letters = [text or "." for text in _flat(puzzle, {Placement(*p): h for p, h in dict(filled).items()}, None)[0]]
    blocks = [[layer["title"], *(" ".join(letters[i] if i >= 0 else " " for i in row) for row in layer["rows"])]
              for layer in _layers(puzzle, 1, ())]
    return "\n\n".join(_columns(blocks[k:k + 4]) for k in range(0, len(blocks), 4))


def _columns(blocks: list[list[str]]) -> str:
    widths = [max(map(len, block)) for block in blocks]
    rows = itertools.zip_longest(*blocks, fillvalue="")
    return "\n".join("   ".join(text.ljust(w) for text, w in zip(row, widths)).rstrip() for row in rows)


# ---------------------------------------------------------------- figures

def figure(puzzle: PackingPuzzle, filled: Filled, explode: float = 0.0, theme: str = "light", contrast: bool = False, **more):
    """A plotly figure of one state; `more` as for `frame`.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> len(figure(puzzle, {puzzle.placements[0]: "chosen"}).data)      # container, piece, outline, ghosts and their wires
    5
    """
    return assembled(scene(puzzle), frame(puzzle, filled, **more), explode, theme, contrast)


def figure_beside(puzzle: PackingPuzzle, left: Filled, right: Filled, explode: float = 0.0, theme: str = "light", contrast: bool = False):
    """Two states side by side in one figure, such as puzzle and solution."""
    plan = tuple(right)
    both = beside(puzzle, frame(puzzle, left, plan=plan), frame(puzzle, right, plan=plan, shift=1))
    return assembled(scene(puzzle, 2), both, explode, theme, contrast, wide=2.2)


def assembled(scene: dict, frame: dict, explode: float = 0.0, theme: str = "light", contrast: bool = False, wide: float = 1.4):
    """A scene and a frame as a plotly figure; `wide` is the least width/height it will be shown in."""
    import plotly.graph_objects as go
    drawn = [*scene["fixed"], *traces(frame, explode, contrast)]
    ink = scene["ink"][theme == "dark"]
    drawn = [t | {"line": t["line"] | {"color": ink}} if t.get("meta") == "ink" else t for t in drawn]
    layout = scene["layout"] | (scene["dark"] if theme == "dark" else {})
    layout = layout | {"scene": layout["scene"] | _framing(layout["scene"], _reach(drawn), wide), "template": "none"}
    return go.Figure(drawn, layout, skip_invalid=False)


def traces(frame: dict, explode: float = 0.0, contrast: bool = False) -> Iterator[dict]:
    """The plotly traces of a frame: each part moved to its place."""
    for block in frame["blocks"]:
        by = np.add(block["at"], explode * np.array(block["away"]))
        trace = _moved(_part(block["part"]), by)
        # Contact shading and hidden letters belong to pieces that touch; apart, a piece has its own tones.
        if block["tone"] and not explode:
            trace["intensity"] = {"dtype": "u1", "bdata": block["tone"]}
        yield trace
        outline = block["outline"] or (block["edge"] if contrast else None)
        if outline:
            yield _moved(_part(outline), by)


def _moved(part: dict, by: np.ndarray) -> dict:
    return part | {axis: _packed(_unpacked(part[axis]) + np.float32(by[i])) for i, axis in enumerate("xyz")}


def _reach(drawn: Iterable[dict]) -> np.ndarray:
    """Lowest and highest coordinate on each axis, (3, 2)."""
    points = [np.concatenate([_unpacked(t[axis]) for t in drawn]) for axis in "xyz"]
    return np.array([(np.nanmin(p), np.nanmax(p)) for p in points], float)


def _framing(view: dict, reach: np.ndarray, wide: float) -> dict:
    """Axes that hold all that is drawn (plotly drops the rest without a word), at a scale that fits the picture."""
    still = np.array([view[f"{axis}axis"]["range"] for axis in "xyz"])
    middle, scale = still.mean(1), view["aspectratio"]["x"] / np.ptp(still[0])
    half = np.maximum(np.ptp(still, 1) / 2, np.abs(reach - middle[:, None]).max(1) + ROOM)
    high, across = half @ np.abs(UP), half @ np.abs(RIGHT)
    highest = max(FILL, np.ptp(still, 1) / 2 @ np.abs(UP) * scale)
    scale *= min(1, highest / (high * scale), FILL * wide / (across * scale))
    axes = {f"{axis}axis": view[f"{axis}axis"] | {"range": [float(m - h), float(m + h)]} for axis, m, h in zip("xyz", middle, half)}
    return axes | {"aspectratio": {axis: float(2 * h * scale) for axis, h in zip("xyz", half)}}


def shape_frame(cells: Iterable[tuple], label: str = "", colour: tuple[str, str] = PALETTE[0]) -> tuple[dict, dict]:
    """Scene and frame of a single shape, for pictures of counterexamples: assembled(*shape_frame(cells, "I")).

    >>> scene, frame = shape_frame([(0, 0, 0), (1, 0, 0)], "I")
    >>> len(frame["blocks"]), frame["cells"]
    (1, ['I', 'I'])
    """
    shape, *_ = shape_of(tuple(tuple(c[:3]) for c in cells))
    block = {"part": _key("piece", shape, label, *colour, False), "at": [0.0] * 3, "away": [0.0] * 3, "tone": None,
             "outline": None, "edge": _key("outline", shape, 3)}
    low, high = np.zeros((1, 3)), np.max(shape, 0)[None] + 1.0
    view = {**_page(low, high), "fixed": [], "layers": [], "colours": {label: list(colour)}, "labels": {}, "pieces": []}
    return view, {"blocks": [block], "say": "", "cells": [label] * len(shape), "how": [""] * len(shape), "counts": {},
                  "mark": "", "level": 0}
