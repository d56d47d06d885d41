"""Pictures of packing puzzles: pure functions from a state to what a browser draws.

A *scene* is what stays while a search is stepped (camera, container, colours, layers), a
*frame* is one picture (which piece is where), a *part* is a finished plotly trace that many
frames share.  The browser adds them up: turn · part + at + explode * away, where the turn (a
3x3 matrix, row by row) is left out for parts that stand as they are.  `figure` does the same sum in Python,
for files and tests.

Nothing carries its meaning by colour alone: a chosen piece has a thick outline, a given one
a dotted letter, a ruled-out one is a crossed wire, a dead cell a black cube with an X, a
fractional one is as faint as its value says, and has it as a number beside it (see faded.py).
"""

import base64
import functools
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from . import faded, skin
from .explode import BESIDE, EYE, RIGHT, UP, away, box_of, room_of, shape_of
from .palette import PALETTE, colours
from .parts import LIGHT, key, line, parts, trace_of, unpacked, xyz
from .puzzles import PackingPuzzle, Placement

Filled = Mapping[Placement, str]  # placement -> "solution", "chosen", "propagated" or "given"

DARK = {"paper": "#111111", "ink": "#f2f2f2"}
PAD = 0.10  # the container's edges stand off the cells by this much
ROOM = 0.02  # plotly cuts off what touches the end of an axis
FILL = 0.94  # of the height of the picture
FAR = 0.5  # from here on the picture counts as apart: fractional pieces are drawn whole
TAG_LIFT, TOWARDS = (
    0.6,
    np.array(EYE) / np.linalg.norm(EYE),
)  # so far in front of the pieces it stands in a figure
FOCUS = "▶ "  # before the number of the piece that is branched on
TAG_SIZE = 14  # of the number at a fractional piece, in pixels


# ---------------------------------------------------------------- frames


def frame(
    puzzle: PackingPuzzle,
    filled: Filled,
    *,
    possible: Iterable[int] | None = None,
    tried: Placement | None = None,
    plan: Sequence[Placement] = (),
    fractions: faded.Fractions = {},
    focus: Placement | None = None,
    say: str = "",
    mark: str = "",
    level: int = 0,
    shift: int = 0,
) -> dict:
    """One picture of a state.

    Parameters
    ----------
    filled : which placements are there, and how they came: "solution", "chosen", "propagated" or "given"
    possible : numbers of the options that are not ruled out; then empty cells tell how many could
        fill them, and one that nothing can fill is shown as dead
    tried : a placement that is being ruled out
    plan : the solution that is known in the end, if any; it steadies the exploded picture
    fractions : placements of a relaxation with their values between 0 and 1; they may share cells
    focus : the one of them that is branched on
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
    fractions = {Placement(*p): value for p, value in fractions.items()}
    covered = {cell for p in (*filled, *fractions) for cell in p.cells}
    blocks = [
        *_pieces(puzzle, filled, ways),
        *_gaps(puzzle, covered, left),
        *(_ruled_out(puzzle, tried) if tried else ()),
    ]
    flat = _flat(puzzle, filled, left) | {"counts": left[1] if left else {}}
    if fractions:
        faint, tags = _faint(puzzle, fractions, ways, focus)
        blocks, flat = [*blocks, *faint], _with_shares(puzzle, flat, fractions, tags) | {"tags": tags}
    made = {"blocks": blocks, "say": say, **flat, "mark": mark, "level": level}
    return _shifted(made, shift * room_of(puzzle).step) if shift else made


def _shifted(frame: dict, by: np.ndarray, name: str = "at") -> dict:
    """A frame with all that is in it moved; or, where name is "away", moved when apart."""
    moved = {
        what: [one | {name: _sum(one[name], by)} for one in frame[what]]
        for what in ("blocks", "tags")
        if what in frame
    }
    return frame | moved


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
        yield {
            "part": key("piece", shape, label, *paint[placement.piece], given),
            "at": _sum(at, room.shift[box]),
            "away": list(ways[placement]),
            "tone": _tone(shape, label, given, _touched(shape, label, placement.cells[0], at, taken)),
            "outline": key("outline", shape, 10) if how == "chosen" else None,
            "edge": key("outline", shape, 3),
        }


def _touched(shape: tuple, label: str, cell: tuple, at: tuple, taken: set) -> frozenset[int]:
    """Which neighbours of a piece are filled."""
    x, y, z = at
    box = cell[3:]
    around = skin.skin(shape, label).neighbours
    return frozenset(i for i, (a, b, c) in enumerate(around) if (a + x, b + y, c + z, *box) in taken)


@functools.lru_cache(4096)
def _tone(shape: tuple, label: str, given: bool, touched: frozenset[int]) -> str:
    return base64.b64encode(skin.touched_tones(skin.skin(shape, label, given), touched).tobytes()).decode()


def _gaps(puzzle: PackingPuzzle, taken: set, left) -> Iterator[dict]:
    """Ghosts for the empty cells and black cubes for the dead ones, pooled box by box."""
    pools = {}
    for i, cell in enumerate(puzzle.container):
        if cell not in taken:
            dead = left is not None and not left[0][i]
            pools.setdefault((box_of(cell), dead), []).append(cell[:3])
    for (box, dead), cells in sorted(pools.items()):
        names = ("dead", "bars") if dead else ("ghosts", "wires")
        yield _block(puzzle, box, *(key(name, tuple(cells)) for name in names))


def _faint(
    puzzle: PackingPuzzle, fractions: faded.Fractions, ways: Mapping, focus: Placement | None
) -> tuple[list[dict], list[dict]]:
    """A block for each fractional piece (a tube; apart, the whole piece) and a tag with its name and value."""
    plan = faded.arranged(puzzle, fractions, _breadth(puzzle, ways))
    shown = faded.with_room(
        plan.spots, {p: 1.0 if p == focus else value for p, value in fractions.items()}, _height(puzzle)
    )
    blocks = [_faint_block(puzzle, p, fractions[p], plan, p == focus) for p in plan.names]
    return blocks, [_tag(p, fractions[p], plan, p == focus) | {"near": p in shown} for p in plan.names]


def _faint_block(
    puzzle: PackingPuzzle, placement: Placement, value: float, plan: faded.Arrangement, focus: bool
) -> dict:
    shape, at, box = shape_of(placement.cells)
    fill, ink = colours(puzzle)[placement.piece]
    keys = {
        "far": key("piece", shape, "", fill, ink, False),
        "far_outline": key("rim", shape, None, fill, focus),
    }
    near = key("tube", shape, plan.half, fill, ink), key("rim", shape, plan.half, fill, focus)
    away = _sum(plan.stands[placement], -plan.middle(puzzle, placement))
    return (
        _block(puzzle, box, *near, np.add(at, plan.offs[placement]))
        | keys
        | {"away": away, "opacity": round(value, 4)}
    )


def _tag(placement: Placement, value: float, plan: faded.Arrangement, focus: bool) -> dict:
    """The name and value of a fractional piece: at the tube, and apart above the piece. The highest rank comes first."""
    text, spot = f"{plan.names[placement]} {faded.value_text(value)}", plan.spots[placement]
    away = plan.stands[placement] + faded.above(placement) - spot
    return {
        "text": FOCUS + text if focus else text,
        "at": _sum(spot, (0, 0, 0)),
        "away": _sum(away, (0, 0, 0)),
        "rank": round(value + focus, 4),
    }


def _breadth(puzzle: PackingPuzzle, ways: Mapping) -> float:
    """How far to the left or right of the middle the container and the pieces reach that are whole, apart."""
    room = room_of(puzzle)
    points = [
        *room.low,
        *room.high,
        *(cell + 0.5 + way for p, way in ways.items() for cell in room.place(p.cells)),
    ]
    return float(np.abs((np.array(points) - room.centre) @ RIGHT).max()) + 0.5


def _height(puzzle: PackingPuzzle) -> float:
    """How many cells the picture is high, packed."""
    size = np.ptp(np.concatenate([room_of(puzzle).low, room_of(puzzle).high]), 0)
    return float(max(size @ np.abs(UP), size @ np.abs(RIGHT) / faded.WIDE))


def _with_shares(puzzle: PackingPuzzle, flat: dict, fractions: faded.Fractions, tags: list[dict]) -> dict:
    """The texts of the cells, with the shares of those that fractional pieces fill: [as on the tag, letter, value]."""
    index, cells, how, shares = _cell_index(puzzle), list(flat["cells"]), list(flat["how"]), {}
    text = dict(zip(faded.names(puzzle, fractions), (tag["text"] for tag in tags)))
    for cell, some in faded.shares(fractions).items():
        listed = [[text[p], puzzle.labels[p.piece], round(fractions[p], 4)] for p in some]
        shares[str(index[cell])] = listed
        cells[index[cell]], how[index[cell]] = ", ".join(text for text, _, _ in listed), "fraction"
    return flat | {"cells": cells, "how": how, "shares": shares}


def _ruled_out(puzzle: PackingPuzzle, tried: Placement) -> Iterator[dict]:
    shape, at, box = shape_of(tried.cells)
    yield _block(puzzle, box, key("cross", shape), key("struck", shape), at)


def _block(puzzle: PackingPuzzle, box: int, part: str, outline: str | None, at: Sequence = (0, 0, 0)) -> dict:
    return {
        "part": part,
        "at": _sum(at, room_of(puzzle).shift[box]),
        "away": [0.0, 0.0, 0.0],
        "tone": None,
        "outline": outline,
        "edge": None,
    }


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


def turned(block: dict, turn: Sequence[Sequence[float]]) -> dict:
    """The block of a piece turned about the origin of its part (before it is moved to `at`), its sides lit as they then stand.

    >>> scene, frame = shape_frame([(0, 0, 0)], "I")
    >>> block = turned(frame["blocks"][0], [[1, 0, 0], [0, 0, -1], [0, 1, 0]])     # a quarter turn about x: front goes down
    >>> block["turn"][2], len(block["tone"]) > 0
    ([0.0, 1.0, 0.0], True)
    """
    turn = np.array(turn, float)
    kind, cells, label, _, _, dotted = json.loads(block["part"])
    coat = skin.skin(tuple(map(tuple, cells)), label, dotted)
    tone = base64.b64encode(skin.turned_tones(coat, turn).tobytes()).decode()
    return block | {"turn": turn.tolist(), "tone": tone}


def _left(puzzle: PackingPuzzle, possible: Iterable[int]) -> tuple[list[int], dict[str, int]]:
    """How many of the possible options cover each cell, and how many place each piece."""
    options = np.fromiter(possible, int)
    covers, pieces = _covers(puzzle)
    per_piece = np.bincount(pieces[options], minlength=len(puzzle.pieces)).tolist()
    return covers[options].sum(0, dtype=int).tolist(), {
        piece.name: n for piece, n in zip(puzzle.pieces, per_piece)
    }


def _flat(puzzle: PackingPuzzle, filled: Filled, left) -> dict[str, list]:
    """The text of each cell, how it was filled, and by which piece of those that are there: copies have one letter."""
    index, labels = _cell_index(puzzle), puzzle.labels
    cells = [str(n) for n in left[0]] if left else [""] * len(index)
    how, own = [""] * len(index), [-1] * len(index)
    for number, (placement, manner) in enumerate(filled.items()):
        for cell in placement.cells:
            cells[index[cell]], how[index[cell]], own[index[cell]] = labels[placement.piece], manner, number
    return {"cells": cells, "how": how, "own": own}


def state_frame(puzzle: PackingPuzzle, state, event=None, plan: Sequence[Placement] = ()) -> dict:
    """The picture of a search after an event (see trace.State and trace.Event)."""
    options = puzzle.placements
    filled = {options[o]: how for o, how in state.on.items()}
    tried = options[event.option] if event and event.option is not None and not event.sign else None
    words = {"say": event.say, "mark": event.kind} if event else {}
    possible = [o for o in range(len(options)) if o not in state.off] if state.shows_options else None
    fractions = {options[o]: value for o, value in state.fractions.items()}
    focus = (
        options[event.option]
        if event and event.kind == "choose" and event.option in state.fractions
        else None
    )
    return frame(
        puzzle,
        filled,
        possible=possible,
        tried=tried,
        plan=plan,
        fractions=fractions,
        focus=focus,
        level=state.level,
        **words,
    )


def beside(puzzle: PackingPuzzle, left: dict, right: dict) -> dict:
    """Two frames as one, for a scene with shifts=2: make the right one with shift=1."""
    apart = BESIDE / 2 * room_of(puzzle).step
    moved = [_shifted(one, side * apart, "away") for side, one in ((-1, left), (1, right))]
    both = {
        name: [thing for one in moved for thing in one.get(name, ())]
        for name in ("blocks", "tags", "cells", "how", "own")
    }
    later = {str(int(cell) + len(left["cells"])): some for cell, some in right.get("shares", {}).items()}
    return left | both | {"shares": left.get("shares", {}) | later}


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
    return {
        **_page(low, high),
        "fixed": [line(_container(puzzle, shifts), "#8a8a8a", 3)],
        "layers": list(_layers(puzzle, shifts, titles)),
        "colours": {puzzle.labels[name]: list(pair) for name, pair in paint.items()},
        "labels": {puzzle.labels[name]: name for name in paint},
        "pieces": list(paint),
    }


def _page(low: np.ndarray, high: np.ndarray) -> dict:
    """The layout for boxes with these corners, and what is different in the dark theme."""
    dark = {"paper_bgcolor": DARK["paper"], "font": {"color": DARK["ink"]}}
    return {"layout": _layout(low - PAD, high + PAD), "dark": dark, "ink": [LIGHT["ink"], DARK["ink"]]}


def _layout(low: np.ndarray, high: np.ndarray) -> dict:
    """Camera and axes so that boxes with these corners fit, seen from the eye and when turned."""
    ranges = np.stack([low.min(0) - ROOM, high.max(0) + ROOM], 1)
    scale = _scale(low - ranges.mean(1), high - ranges.mean(1))
    axes = {
        f"{axis}axis": {"visible": False, "autorange": False, "range": [float(v) for v in ranges[i]]}
        for i, axis in enumerate("xyz")
    }
    ratio = {axis: float(v) for axis, v in zip("xyz", np.ptp(ranges, 1) * scale)}
    camera = {
        "eye": dict(zip("xyz", EYE)),
        "up": {"x": 0, "y": 0, "z": 1},
        "center": {"x": 0, "y": 0, "z": 0},
        "projection": {"type": "orthographic"},
    }
    return {
        "scene": {
            **axes,
            "aspectmode": "manual",
            "aspectratio": ratio,
            "camera": camera,
            "dragmode": "turntable",
        },
        "paper_bgcolor": LIGHT["paper"],
        "font": {"color": LIGHT["ink"]},
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "showlegend": False,
        "hovermode": False,
        "uirevision": "stage",
        "autosize": True,
    }


def _scale(low: np.ndarray, high: np.ndarray) -> float:
    """Height of a cell in the picture, which is 2 units high.

    One box may be turned any way without leaving the picture.  Boxes side by side would have to be tiny for
    that (seen from above, one behind the other), so they may be turned round, and up to 30 degrees high.
    """
    corners = np.concatenate(
        [np.where(choice, low, high) for choice in itertools.product((False, True), repeat=3)]
    )
    steep = np.radians(90 if len(low) == 1 else 30)
    flat = np.hypot(corners[:, 0], corners[:, 1]).max()
    tall = np.abs(corners[:, 2]).max()
    top = min(steep, np.arctan2(flat, tall))  # the elevation that shows most
    return float(min(FILL / np.abs(corners @ UP).max(), 1.03 / (flat * np.sin(top) + tall * np.cos(top))))


def _container(puzzle: PackingPuzzle, shifts: int) -> np.ndarray:
    """The edges of the boxes without the three nearest to the eye; for other containers, all edges."""
    room, lines = room_of(puzzle), []
    for box, (low, high) in enumerate(zip(room.low, room.high)):
        cells = tuple(c[:3] for c in puzzle.container if box_of(c) == box)
        whole = len(cells) == np.prod(high - low)
        edges = _open_box(low - PAD, high + PAD) if whole else skin.creases(cells) + room.shift[box]
        lines += [edges + s * room.step for s in range(shifts)]
    return np.concatenate(lines)


def _open_box(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    nearest = (1, 0, 1)
    corners = list(itertools.product((0, 1), repeat=3))
    edges = [
        (a, b)
        for a, b in itertools.combinations(corners, 2)
        if sum(p != q for p, q in zip(a, b)) == 1 and nearest not in (a, b)
    ]
    pen_up = np.full(3, np.nan)
    return np.array(
        [row for a, b in edges for row in (np.where(a, high, low), np.where(b, high, low), pen_up)]
    )


def _layers(puzzle: PackingPuzzle, shifts: int, titles: Sequence[str]) -> Iterator[dict]:
    """Each layer with its cells' numbers, seen from above: the top row is the back."""
    index, n = _cell_index(puzzle), len(puzzle.container)
    xs, ys, zs = (sorted({c[a] for c in puzzle.container}) for a in range(3))
    boxes = sorted({c[3:] for c in puzzle.container})
    for copy, box in itertools.product(range(shifts), boxes):
        levels = [z for z in zs if any(c[2] == z and c[3:] == box for c in puzzle.container)]
        for z in levels:
            rows = [
                [index[x, y, z, *box] + copy * n if (x, y, z, *box) in index else -1 for x in xs]
                for y in reversed(ys)
            ]
            words = [*(titles[copy : copy + 1] if shifts > 1 else ()), *(f"box {b + 1}" for b in box)]
            yield {
                "title": ", ".join([*words, _level(z, levels)]),
                "rows": [row for row in rows if set(row) != {-1}],
            }


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
    letters = [
        text or "."
        for text in _flat(puzzle, {Placement(*p): h for p, h in dict(filled).items()}, None)["cells"]
    ]
    blocks = [
        [layer["title"], *(" ".join(letters[i] if i >= 0 else " " for i in row) for row in layer["rows"])]
        for layer in _layers(puzzle, 1, ())
    ]
    return "\n\n".join(_columns(blocks[k : k + 4]) for k in range(0, len(blocks), 4))


def _columns(blocks: list[list[str]]) -> str:
    widths = [max(map(len, block)) for block in blocks]
    rows = itertools.zip_longest(*blocks, fillvalue="")
    return "\n".join("   ".join(text.ljust(w) for text, w in zip(row, widths)).rstrip() for row in rows)


# ---------------------------------------------------------------- figures


def figure(
    puzzle: PackingPuzzle,
    filled: Filled,
    explode: float = 0.0,
    theme: str = "light",
    contrast: bool = False,
    **more,
):
    """A plotly figure of one state; `more` as for `frame`.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> len(figure(puzzle, {puzzle.placements[0]: "chosen"}).data)      # container, piece, outline, ghosts and their wires
    5
    """
    return assembled(scene(puzzle), frame(puzzle, filled, **more), explode, theme, contrast)


def figure_beside(
    puzzle: PackingPuzzle,
    left: Filled,
    right: Filled,
    explode: float = 0.0,
    theme: str = "light",
    contrast: bool = False,
):
    """Two states side by side in one figure, such as puzzle and solution."""
    plan = tuple(right)
    both = beside(puzzle, frame(puzzle, left, plan=plan), frame(puzzle, right, plan=plan, shift=1))
    return assembled(scene(puzzle, 2), both, explode, theme, contrast, wide=2.2)


def assembled(
    scene: dict,
    frame: dict,
    explode: float = 0.0,
    theme: str = "light",
    contrast: bool = False,
    wide: float = 1.4,
):
    """A scene and a frame as a plotly figure; `wide` is the least width/height it will be shown in."""
    import plotly.graph_objects as go

    dark = theme == "dark"
    drawn = [
        _inked(trace, scene["ink"][dark], dark)
        for trace in (*scene["fixed"], *traces(frame, explode, contrast))
    ]
    layout = scene["layout"] | (scene["dark"] if theme == "dark" else {})
    layout = layout | {
        "scene": layout["scene"] | _framing(layout["scene"], _reach(drawn), wide),
        "template": "none",
    }
    return go.Figure(drawn, layout, skip_invalid=False)


def _inked(trace: dict, ink: str, dark: bool) -> dict:
    """A trace with the colours of the page: "meta" is "ink", or the colours of a line on a light and on a dark page."""
    if trace.get("meta") == "ink":
        kind = "line" if "line" in trace else "textfont"
        return trace | {kind: trace[kind] | {"color": ink}}
    return trace | {"line": trace["line"] | {"color": trace["meta"][dark]}} if "meta" in trace else trace


def traces(frame: dict, explode: float = 0.0, contrast: bool = False) -> Iterator[dict]:
    """The plotly traces of a frame: each part turned (if its block has a "turn", a 3x3 matrix) and moved to its place."""
    for block in frame["blocks"]:
        by, turn = np.add(block["at"], explode * np.array(block["away"])), block.get("turn")
        part, outline = _shown(block, explode, contrast)
        trace = _moved(trace_of(part), by, turn)
        # Contact shading and hidden letters belong to pieces that touch; apart, a piece has its own tones.
        if block["tone"] and (turn or not explode):
            trace["intensity"] = {"dtype": "u1", "bdata": block["tone"]}
        yield trace | ({"opacity": block["opacity"]} if "opacity" in block else {})
        if outline:
            yield _moved(trace_of(outline), by, turn)
    tags = [tag for tag in frame.get("tags", ()) if tag["near"] or explode >= FAR]
    if tags:
        yield _texts(tags, explode, contrast)


def _shown(block: dict, explode: float, contrast: bool) -> tuple[str, str | None]:
    """The part and the outline of a block: others than packed where it has some for the exploded picture."""
    if "far" in block and explode >= FAR:
        return block["far"], block["far_outline"]
    return block["part"], block["outline"] or (block["edge"] if contrast else None)


def _texts(tags: list[dict], explode: float, contrast: bool) -> dict:
    """The names and values of fractional pieces, always upright and of the same size."""
    points = (
        np.array([np.add(tag["at"], explode * np.array(tag["away"])) for tag in tags]) + TAG_LIFT * TOWARDS
    )
    font = {"size": TAG_SIZE * (1.3 if contrast else 1), "color": LIGHT["ink"]}
    return {
        "type": "scatter3d",
        "mode": "text",
        **xyz(points),
        "text": [tag["text"] for tag in tags],
        "textposition": "middle center",
        "textfont": font,
        "meta": "ink",
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _moved(part: dict, by: np.ndarray, turn: Sequence[Sequence[float]] | None = None) -> dict:
    points = np.stack([unpacked(part[axis]) for axis in "xyz"], 1)
    points = points if turn is None else points @ np.transpose(turn)
    return part | xyz(points + np.asarray(by, "<f4"))


def _reach(drawn: Iterable[dict]) -> np.ndarray:
    """Lowest and highest coordinate on each axis, then to the right and up in the picture, (5, 2)."""
    points = np.stack([np.concatenate([unpacked(t[axis]) for t in drawn]) for axis in "xyz"], 1).astype(float)
    seen = np.concatenate([points, points @ np.stack([RIGHT, UP], 1)], 1)
    return np.stack([np.nanmin(seen, 0), np.nanmax(seen, 0)], 1)


def _framing(view: dict, reach: np.ndarray, wide: float) -> dict:
    """Axes that hold all that is drawn (plotly drops the rest without a word), at a scale that fits the picture."""
    still = np.array([view[f"{axis}axis"]["range"] for axis in "xyz"])
    middle, scale = still.mean(1), view["aspectratio"]["x"] / np.ptp(still[0])
    half = np.maximum(np.ptp(still, 1) / 2, np.abs(reach[:3] - middle[:, None]).max(1) + ROOM)
    stand = [np.ptp(still, 1) / 2 @ np.abs(axis) for axis in (RIGHT, UP)]
    across, high = (
        max(own, np.abs(ends - middle @ axis).max()) for own, ends, axis in zip(stand, reach[3:], (RIGHT, UP))
    )
    highest = max(FILL, stand[1] * scale)
    scale *= min(1, highest / (high * scale), FILL * wide / (across * scale))
    axes = {
        f"{axis}axis": view[f"{axis}axis"] | {"range": [float(m - h), float(m + h)]}
        for axis, m, h in zip("xyz", middle, half)
    }
    return axes | {"aspectratio": {axis: float(2 * h * scale) for axis, h in zip("xyz", half)}}


def shape_frame(
    cells: Iterable[tuple], label: str = "", colour: tuple[str, str] = PALETTE[0]
) -> tuple[dict, dict]:
    """Scene and frame of a single shape, for pictures of counterexamples: assembled(*shape_frame(cells, "I")).

    >>> scene, frame = shape_frame([(0, 0, 0), (1, 0, 0)], "I")
    >>> len(frame["blocks"]), frame["cells"]
    (1, ['I', 'I'])
    """
    shape, *_ = shape_of(tuple(tuple(c[:3]) for c in cells))
    block = {
        "part": key("piece", shape, label, *colour, False),
        "at": [0.0] * 3,
        "away": [0.0] * 3,
        "tone": None,
        "outline": None,
        "edge": key("outline", shape, 3),
    }
    low, high = np.zeros((1, 3)), np.max(shape, 0)[None] + 1.0
    view = {
        **_page(low, high),
        "fixed": [],
        "layers": [],
        "colours": {label: list(colour)},
        "labels": {},
        "pieces": [],
    }
    return view, {
        "blocks": [block],
        "say": "",
        "cells": [label] * len(shape),
        "how": [""] * len(shape),
        "counts": {},
        "mark": "",
        "level": 0,
    }
