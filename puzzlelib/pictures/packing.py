"""Pictures of packing puzzles: pure functions from a state to what a browser draws.

What a frame, a block and a part are is said in blocks.py, what stays while frames change in scenes.py.

Nothing carries its meaning by colour alone: a chosen piece has a thick outline, a given one
a dotted letter, a ruled-out one is a crossed wire, a dead cell a black cube with an X, a
fractional one is as faint as its value says, and has it as a number beside it (see fractions.py).
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from ..packing.puzzle import PackingPuzzle, Placement
from . import fractions as faded
from . import polycube_mesh as skin
from . import traces as made
from .blocks import Block, Call, Frame, Scene, Tag, block_of, frame_of, rounded
from .colours import PALETTE, colours
from .layers import Filled, cell_index, written
from .layout import BESIDE, RIGHT, TOWARDS, UP, away, box_of, room_of, shape_of
from .scenes import empty, page
from .traces import Part

# what is called out at a cell: without an open option, or with some that all lead into trouble
ZERO_WAYS = {"text": "✗ 0 ways to fill this cell", "short": "✗ 0 ways"}
CANNOT = {"text": "✗ cannot be filled exactly once", "short": "✗ cannot be filled"}
CUBE = 0.62  # from the middle of a dead cell to its rim in the picture
FOCUS = "▶ "  # before the number of the piece that is branched on


def frame(
    puzzle: PackingPuzzle,
    filled: Filled,
    *,
    possible: Iterable[int] | None = None,
    tried: Placement | None = None,
    plan: Sequence[Placement] = (),
    fractions: faded.Fractions | None = None,
    focus: Placement | None = None,
    dead: tuple | None = None,
    say: str = "",
    mark: str = "",
    level: int = 0,
    shift: int = 0,
) -> Frame:
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
    dead : the cell that a dead end is about, if it is about one
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
    left = None if possible is None else still_open(puzzle, possible)
    fractions = {Placement(*p): value for p, value in (fractions or {}).items()}
    covered = {cell for p in (*filled, *fractions) for cell in p.cells}
    blocks = [
        *piece_blocks(puzzle, filled, ways),
        *gaps(puzzle, covered, left),
        *(ruled_out(puzzle, tried) if tried else ()),
    ]
    flat = written(puzzle, filled, left) | {"counts": left[1] if left else {}}
    if fractions:
        faint, tags = fractional(puzzle, fractions, ways, focus)
        bars = bars_of(puzzle, fractions, tags)
        blocks = [*blocks, *faint]
        flat = with_shares(puzzle, flat, fractions, tags) | {"tags": tags, "bars": bars}
    if mark == "conflict" and left:
        open_ways = dict(zip(puzzle.container, left[0]))
        flat |= called_out(puzzle, {c: n for c, n in open_ways.items() if c not in covered}, dead)
    one = frame_of(blocks, say, **flat, mark=mark, level=level)
    return shifted(one, shift * room_of(puzzle).step) if shift else one


def shifted(frame: Frame, by: np.ndarray, name: str = "at") -> Frame:
    """A frame with all that is in it moved; or, where name is "away", moved when apart."""
    moved = {
        what: [one | {name: rounded(np.add(one[name], by))} for one in frame[what]]
        for what in ("blocks", "tags")
        if what in frame
    }
    if "call" in frame:
        moved["call"] = frame["call"] | {name: rounded(np.add(frame["call"][name], by))}
    return frame | moved


def called_out(puzzle: PackingPuzzle, ways: Mapping[tuple, int], cell: tuple | None) -> dict[str, Call]:
    """The dead end at its cell; or, if it is about none, at that cell without a way which is nearest to the
    eye.

    `ways` has the empty cells, each with the number of options that are open there.
    """
    dead = [empty for empty, count in ways.items() if not count]
    if cell not in ways and not dead:
        return {}
    nearest = max(dead, key=lambda one: float(room_of(puzzle).place([one])[0] @ TOWARDS), default=cell)
    at = cell if cell in ways else nearest
    spot = {"at": rounded(room_of(puzzle).place([at])[0] + 0.5), "away": [0.0] * 3, "clear": CUBE}
    return {"call": (CANNOT if ways[at] else ZERO_WAYS) | spot}


def marked(packing: Iterable[Placement], given: Iterable[Placement]) -> dict[Placement, str]:
    """A solution to be drawn, its hints marked.

    >>> from puzzlelib import load
    >>> some = load("tetracubes-2x4x4").placements[:2]
    >>> list(marked(some, some[:1]).values())
    ['given', 'solution']
    """
    return {placement: "given" if placement in given else "solution" for placement in packing}


def piece_blocks(puzzle: PackingPuzzle, filled: Filled, ways: Mapping) -> Iterator[Block]:
    """A block for each piece, darker where another one touches it."""
    paint, room = colours(puzzle), room_of(puzzle)
    taken = {cell for p in filled for cell in p.cells}
    for placement, how in filled.items():
        shape, at, box = shape_of(placement.cells)
        label, given = puzzle.labels[placement.piece], how == "given"
        tone = tone_of(shape, label, given, touched(shape, label, placement.cells[0], at, taken))
        yield block_of(
            made.piece(shape, label, *paint[placement.piece], given),
            at + room.shift[box],
            away=list(ways[placement]),
            tone=tone,
            outline=made.outline(shape, 10) if how == "chosen" else None,
            edge=made.outline(shape, 3),
        )


def touched(shape: tuple, label: str, cell: tuple, at: tuple, taken: set) -> frozenset[int]:
    """Which neighbours of a piece are filled."""
    x, y, z = at
    box = cell[3:]
    around = skin.skin(shape, label).neighbours
    return frozenset(i for i, (a, b, c) in enumerate(around) if (a + x, b + y, c + z, *box) in taken)


@functools.lru_cache(4096)
def tone_of(shape: tuple, label: str, given: bool, touched: frozenset[int]) -> str:
    """The tones of a piece with these neighbours, as base64 bytes."""
    return made.as_bytes(skin.touched_tones(skin.skin(shape, label, given), touched))


def gaps(puzzle: PackingPuzzle, taken: set, left) -> Iterator[Block]:
    """Ghosts for the empty cells and black cubes for the dead ones, pooled box by box."""
    pools = {}
    for i, cell in enumerate(puzzle.container):
        if cell not in taken:
            dead = left is not None and not left[0][i]
            pools.setdefault((box_of(cell), dead), []).append(cell[:3])
    for (box, dead), cells in sorted(pools.items()):
        body, edges = (made.dead, made.bars) if dead else (made.ghosts, made.wires)
        yield block_in(puzzle, box, body(tuple(cells)), edges(tuple(cells)))


def fractional(
    puzzle: PackingPuzzle, fractions: faded.Fractions, ways: Mapping, focus: Placement | None
) -> tuple[list[Block], list[Tag]]:
    """A block for each fractional piece, and a tag with its name and value."""
    plan = faded.arranged(puzzle, fractions, breadth(puzzle, ways))
    ranks = {p: 1.0 if p == focus else value for p, value in fractions.items()}
    shown = faded.with_room(plan.spots, ranks, height(puzzle))
    paint = faded.looks(puzzle, fractions)
    blocks = [faint_block(puzzle, p, fractions[p], plan, paint[p], p == focus) for p in plan.names]
    return blocks, [tag_of(p, fractions[p], plan, p == focus) | {"near": p in shown} for p in plan.names]


def faint_block(
    puzzle: PackingPuzzle,
    placement: Placement,
    value: float,
    plan: faded.Arrangement,
    look: tuple[str, str, int],
    focus: bool,
) -> Block:
    """A fractional piece: packed a tube, apart the whole piece."""
    shape, at, box = shape_of(placement.cells)
    fill, ink, _ = look
    near = made.tube(shape, plan.half, fill, ink), made.rim(shape, plan.half, fill, focus)
    return block_in(
        puzzle,
        box,
        *near,
        at + plan.offs[placement],
        far=made.piece(shape, "", fill, ink, False),
        far_outline=made.rim(shape, None, fill, focus),
        opacity=round(value, 4),
        away=rounded(plan.stands[placement] - plan.middle(puzzle, placement)),
    )


def tag_of(placement: Placement, value: float, plan: faded.Arrangement, focus: bool) -> dict:
    """The tag of a fractional piece: at the tube, and apart above the piece."""
    text, spot = f"{plan.names[placement]} {faded.value_text(value)}", plan.spots[placement]
    away = plan.stands[placement] + faded.above(placement) - spot
    return {
        "text": FOCUS + text if focus else text,
        "at": rounded(spot),
        "away": rounded(away),
        "rank": round(value + focus, 4),
    }


def breadth(puzzle: PackingPuzzle, ways: Mapping) -> float:
    """How far to each side of the middle the container and the whole pieces reach, apart."""
    room = room_of(puzzle)
    pieces = (room.place(placement.cells) + 0.5 + way for placement, way in ways.items())
    points = np.concatenate([room.low, room.high, *pieces])
    return float(np.abs((np.array(points) - room.centre) @ RIGHT).max()) + 0.5


def height(puzzle: PackingPuzzle) -> float:
    """How many cells the picture is high, packed."""
    size = np.ptp(np.concatenate([room_of(puzzle).low, room_of(puzzle).high]), 0)
    return float(max(size @ np.abs(UP), size @ np.abs(RIGHT) / faded.WIDE))


def with_shares(puzzle: PackingPuzzle, flat: dict, fractions: faded.Fractions, tags: list[dict]) -> dict:
    """The texts of the cells, with the shares [text of the tag, letter, value] of fractional pieces."""
    index, cells, how, shares = cell_index(puzzle), list(flat["cells"]), list(flat["how"]), {}
    text = dict(zip(faded.names(puzzle, fractions), (tag["text"] for tag in tags)))
    for cell, some in faded.shares(fractions).items():
        listed = [[text[p], puzzle.labels[p.piece], round(fractions[p], 4)] for p in some]
        shares[str(index[cell])] = listed
        cells[index[cell]], how[index[cell]] = ", ".join(text for text, _, _ in listed), "fraction"
    return flat | {"cells": cells, "how": how, "shares": shares}


def bars_of(puzzle: PackingPuzzle, fractions: faded.Fractions, tags: list[dict]) -> list[list]:
    """[text of the tag, value, fill, ink, pattern] of each fractional piece: the one that is branched on
    first, then those of the largest values."""
    tones = faded.looks(puzzle, fractions)
    bars = [[tag["text"], round(fractions[p], 4), *tones[p]] for tag, p in zip(tags, tones)]
    return sorted(bars, key=lambda bar: (not bar[0].startswith(FOCUS), -bar[1]))


def ruled_out(puzzle: PackingPuzzle, tried: Placement) -> Iterator[Block]:
    """A placement that is being ruled out: an X in its crossed wires."""
    shape, at, box = shape_of(tried.cells)
    yield block_in(puzzle, box, made.cross(shape), made.struck(shape), at)


def block_in(
    puzzle: PackingPuzzle, box: int, part: Part, outline: Part, at: Sequence = (0, 0, 0), **more
) -> Block:
    """A block in a box, in the coordinates of its cells."""
    return block_of(part, at + room_of(puzzle).shift[box], outline=outline, **more)


@functools.lru_cache(16)
def coverage(puzzle: PackingPuzzle) -> tuple[np.ndarray, np.ndarray]:
    """Which cells each option covers (options, cells), and which piece it places."""
    index, names = cell_index(puzzle), [piece.name for piece in puzzle.pieces]
    covers = np.zeros((len(puzzle.placements), len(index)), np.uint8)
    for option, (_, cells) in enumerate(puzzle.placements):
        covers[option, [index[c] for c in cells]] = 1
    return covers, np.array([names.index(p.piece) for p in puzzle.placements], int)


def turned(block: Block, turn: Sequence[Sequence[float]]) -> Block:
    """The block of a piece turned about the origin of its part (before it is moved to `at`), its sides lit as
    they then stand.

    >>> scene, frame = shape_frame([(0, 0, 0)], "I")
    >>> quarter = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # a quarter turn about x: front goes down
    >>> block = turned(frame["blocks"][0], quarter)
    >>> block["turn"][2], len(block["tone"]) > 0
    ([0.0, 1.0, 0.0], True)
    """
    turn = np.array(turn, float)
    cells, label, _, _, dotted = block["part"].look
    tones = skin.turned_tones(skin.skin(cells, label, dotted), turn)
    return block | {"turn": turn.tolist(), "tone": made.as_bytes(tones)}


def still_open(puzzle: PackingPuzzle, possible: Iterable[int]) -> tuple[list[int], dict[str, int]]:
    """How many of the possible options cover each cell, and how many place each piece."""
    options = np.fromiter(possible, int)
    covers, pieces = coverage(puzzle)
    per_piece = np.bincount(pieces[options], minlength=len(puzzle.pieces)).tolist()
    names = (piece.name for piece in puzzle.pieces)
    return covers[options].sum(0, dtype=int).tolist(), dict(zip(names, per_piece))


def state_frame(puzzle: PackingPuzzle, state, event=None, plan: Sequence[Placement] = ()) -> Frame:
    """The picture of a search after an event (see trace.State and trace.Event)."""
    options = puzzle.placements
    filled = {options[o]: how for o, how in state.on.items()}
    tried = options[event.option] if event and event.option is not None and not event.sign else None
    branched = event and event.kind == "choose" and event.option in state.fractions
    seen = {
        "possible": [o for o in range(len(options)) if o not in state.off] if state.shows_options else None,
        "fractions": {options[o]: value for o, value in state.fractions.items()},
        "focus": options[event.option] if branched else None,
        "level": state.level,
        "dead": event.item if event and isinstance(event.item, tuple) else None,
    }
    said = {"say": event.say, "mark": event.kind} if event else {}
    return frame(puzzle, filled, tried=tried, plan=plan, **seen, **said)


def beside(puzzle: PackingPuzzle, left: Frame, right: Frame) -> Frame:
    """Two frames as one, for a scene with shifts=2: make the right one with shift=1."""
    apart = BESIDE / 2 * room_of(puzzle).step
    moved = [shifted(one, side * apart, "away") for side, one in ((-1, left), (1, right))]
    both = {
        name: [thing for one in moved for thing in one.get(name, ())]
        for name in ("blocks", "tags", "bars", "cells", "how", "own")
    }
    later = {str(int(cell) + len(left["cells"])): some for cell, some in right.get("shares", {}).items()}
    return left | both | {"shares": left.get("shares", {}) | later}


def shape_frame(
    cells: Iterable[tuple], label: str = "", colour: tuple[str, str] = PALETTE[0]
) -> tuple[Scene, Frame]:
    """Scene and frame of a single shape, for pictures of counterexamples: assembled(*shape_frame(cells,
    "I")).

    >>> scene, frame = shape_frame([(0, 0, 0), (1, 0, 0)], "I")
    >>> len(frame["blocks"]), frame["cells"]
    (1, ['I', 'I'])
    """
    shape, *_ = shape_of(tuple(tuple(c[:3]) for c in cells))
    block = block_of(made.piece(shape, label, *colour, False), edge=made.outline(shape, 3))
    corner = np.zeros((1, 3))
    scene = empty({}) | page(corner, np.max(shape, 0) + corner + 1) | {"colours": {label: list(colour)}}
    return scene, frame_of([block], cells=[label] * len(shape), how=[""] * len(shape))
