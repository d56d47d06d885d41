"""Python's figures and the scripts of stages, which Node runs, draw a frame alike: equal traces, in the same
places, in the same colours; and no piece flies through another."""

import itertools
import json
import subprocess
from functools import cache

import numpy as np
import pytest
from sizes import sampled

from lessons.kit.cards.modules import javascript
from lessons.puzzles.views import SearchView, Show, assembly_picture, net_scene
from puzzlelib import generate, load, pictures
from puzzlelib.icosoku.puzzle import Placed, icosoku
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound
from puzzlelib.pictures import figures
from puzzlelib.pictures import icosoku as solids
from puzzlelib.pictures.blocks import part_names
from puzzlelib.pictures.traces import as_bytes, part_traces, trace_of, unpack_array
from puzzlelib.plates.files import load as load_plates
from puzzlelib.search import dancing_links

TRACES = (
    javascript("frame")
    + """
const plain = (v) => (ArrayBuffer.isView(v) ? Array.from(v) : v);
const standing = ({ trace, shift }) => {
  const packed = trace();
  const moved = ["x", "y", "z"].map((axis, k) => [axis, packed[axis].map((v) => v + shift[k])]);
  return { ...packed, ...Object.fromEntries(moved) };
};
const answer = (frame, parts, explode, contrast, ink, dark) => new Parts(parts)
  .things(frame, explode, contrast).map(standing).map((trace) => inked(trace, ink, dark))
  .map((trace) => Object.fromEntries(Object.entries(trace).map(([name, value]) => [name, plain(value)])));
"""
)
MOVED = (
    javascript("frame")
    + """
const answer = (blocks, fars) => fars.map((far) => blocks.map((one) => moved(one, far)));
"""
)


def ask(node: str, script: str, *values):
    text = f"{script}\nconsole.log(JSON.stringify(answer(...{json.dumps(values)})));"
    done = subprocess.run([node, "--input-type=module"], input=text, capture_output=True, encoding="utf-8")
    assert not done.stderr, done.stderr
    return json.loads(done.stdout)


def searched():
    """A search with pieces that are chosen and given, a placement that is ruled out, and cells that are
    dead."""
    puzzle = load("tetracubes-2x4x4")
    placements = dancing_links.trace(puzzle).solutions[0]
    filled = {placements[0]: "given", placements[1]: "chosen", placements[2]: "propagated"}
    taken = {cell for placement in filled for cell in placement.cells}
    possible = [number for number, p in enumerate(puzzle.placements) if taken.isdisjoint(p.cells)][:20]
    return pictures.scene(puzzle), SearchView(puzzle, placements).frame(filled, possible, tried=placements[3])


def fractional():
    """Branch and bound, with fractional pieces, one of them branched on."""
    trace = branch_and_bound(load("nine-ls"), costs="random", seed=2)
    k = next(k for k in trace.steps("choose") if trace.state(k).fractions)
    view = SearchView(trace.puzzle)
    return pictures.scene(trace.puzzle), view.step(trace.state(k), trace.events[k])


def turned():
    """A piece that is turned about a slanted axis."""
    scene, frame = pictures.shape_frame([(0, 0, 0), (1, 0, 0), (1, 1, 0)], "V")
    turn = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0], [0.48, 0.64, 0.6]]
    block = frame["blocks"][0]
    tone = as_bytes(unpack_array(trace_of(block["part"])["intensity"])[::-1])
    more = {"turn": turn, "tone": tone, "away": [1.0, -2.0, 0.5]}
    return scene, frame | {"blocks": [block | more]}


def solid():
    """IcoSoKu with tiles, pegs of all looks, and a face and a vertex that one looks at."""
    puzzle = icosoku(seed=1)
    return net_scene(puzzle), solids.frame(
        puzzle, {0: Placed((1, 2, 3), 1), 7: Placed((3, 3, 3), 0)}, focus=2, face=7
    )


def plates():
    """Six plates that lie apart beside their board."""
    show = Show(load_plates("both-ways"))
    return show.scene(), show[0]


@cache
def drawn(picture):
    """Return a scene and its frame, made once."""
    return picture()


def numbers(values):
    """Return an array of a trace, from Python or from the script."""
    return (
        unpack_array(values)
        if isinstance(values, dict)
        else np.array([np.nan if v is None else v for v in values], float)
    )


PICTURES = searched, fractional, turned, solid, plates
APART = (0.0, False), (0.3, True), (1.0, False), (1.0, True)
LOOKS = [(picture, *apart, dark) for picture in PICTURES for apart in APART for dark in (False, True)]
ARRAYS = ("x", "y", "z", "i", "j", "k", "intensity")
PLAIN = (
    "type",
    "mode",
    "colorscale",
    "cmin",
    "cmax",
    "intensitymode",
    "lighting",
    "opacity",
    "line",
    "hoverinfo",
    "showlegend",
)


def in_theme(trace: dict, dark: bool) -> dict:
    """Return a trace in the one of its two colours that is for this theme, if it has two."""
    meta = trace.get("meta")
    return trace | {"line": trace["line"] | {"color": meta[dark]}} if isinstance(meta, list) else trace


@pytest.mark.parametrize("picture, explode, contrast, dark", sampled(LOOKS, 12))
def test_both_draw_alike(node, picture, explode, contrast, dark):
    scene, frame = drawn(picture)
    ink = scene["ink"][dark]
    outlined = ({"outline": block["outline"] or contrast and block["edge"]} for block in frame["blocks"])
    blocks = [block | more for block, more in zip(frame["blocks"], outlined)]
    plain = figures.frame_traces(frame | {"tags": [], "blocks": blocks}, explode)
    ours = [in_theme(figures.ink_trace(trace, ink), dark) for trace in plain]
    parts = part_traces(part_names([frame]))
    theirs = ask(node, TRACES, frame, parts, explode, contrast, ink, dark)
    assert len(ours) == len(theirs) >= len(frame["blocks"])
    for own, other in zip(ours, theirs):
        for name in PLAIN:
            assert own.get(name, False) == other.get(name, False), name
        for name in ARRAYS:
            assert (name in own) == (name in other), name
            if name in own:
                np.testing.assert_allclose(numbers(other[name]), numbers(own[name]), atol=2e-5)


@pytest.mark.parametrize("grid, seed", [("2x4x4", 1), ("2x4x4", 0), ("2x4x4", 7)])
def test_no_piece_flies_through_another(node, grid, seed):
    """Unit cubes that are nearer than a cell on all three axes would overlap."""
    made = generate(grid, 0, seed)
    scene, frame = assembly_picture(made.puzzle, made.solution)
    order = sorted(made.solution, key=lambda piece: -block_of(frame, piece)["flight"][1])
    blocks = [block_of(frame, piece) for piece in order]
    cells = [np.array(piece.cells) - np.min(piece.cells, 0) for piece in order]
    fars = np.linspace(0, 1, 120).tolist()
    for far, at in zip(fars, ask(node, MOVED, bare(blocks), fars)):
        for (a, one), (b, other) in itertools.combinations(zip(at, cells), 2):
            gap = np.abs((one + a)[:, None] - (other + b)[None]).max(-1).min()
            assert gap > 0.85, f"{far:.2f}: {gap:.2f}"


def block_of(frame: dict, piece) -> dict:
    """The block of a piece: it is packed at the low corner of its cells, and has its letter."""
    low = np.min(piece.cells, 0).tolist()
    letter = "M" if piece.piece == "Z_mirror" else piece.piece[0]
    return next(one for one in frame["blocks"] if one["at"] == low and one["part"].look[1] == letter)


def bare(blocks: list[dict]) -> list[dict]:
    return [{name: list(block[name]) for name in ("at", "away", "flight")} for block in blocks]
