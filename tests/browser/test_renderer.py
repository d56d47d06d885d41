"""Python's figures and the browser's stages draw the same frames alike: the same traces, in the same places,
in the same colours."""

import json
from functools import cache

import numpy as np
import pytest
from sizes import sampled

from lessons.kit.cards.modules import javascript
from lessons.kit.views import SearchView, Show, net_scene
from puzzlelib import load, pictures
from puzzlelib.icosoku.puzzle import Placed, icosoku
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound
from puzzlelib.pictures import figures
from puzzlelib.pictures import icosoku as solids
from puzzlelib.pictures.blocks import part_names
from puzzlelib.pictures.traces import as_bytes, part_traces, trace_of, unpack_array
from puzzlelib.plates.files import load as load_plates
from puzzlelib.search import dancing_links

from .lab import page_with

pytestmark = pytest.mark.browser

READER = javascript("frame") + "globalThis.reader = { Parts, inked };"
TRACES = """([frame, parts, explode, contrast, ink, dark]) => {
  const plain = (v) => (ArrayBuffer.isView(v) ? Array.from(v) : v);
  const standing = ({ trace, shift }) => {
    const packed = trace();
    const moved = ["x", "y", "z"].map((axis, k) => [axis, packed[axis].map((v) => v + shift[k])]);
    return { ...packed, ...Object.fromEntries(moved) };
  };
  const traces = new reader.Parts(parts).things(frame, explode, contrast).map(standing)
    .map((trace) => reader.inked(trace, ink, dark));
  return traces.map((trace) =>
    Object.fromEntries(Object.entries(trace).map(([name, value]) => [name, plain(value)])));
}"""


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


@pytest.fixture(scope="module")
def page(browser):
    with page_with(browser, READER, "reader") as page:
        yield page


def numbers(values):
    """An array of a trace, from Python or from the browser."""
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
def test_both_draw_alike(page, picture, explode, contrast, dark):
    scene, frame = drawn(picture)
    ink = scene["ink"][dark]
    outlined = ({"outline": block["outline"] or contrast and block["edge"]} for block in frame["blocks"])
    blocks = [block | more for block, more in zip(frame["blocks"], outlined)]
    plain = figures.frame_traces(frame | {"tags": [], "blocks": blocks}, explode)
    ours = [in_theme(figures.ink_trace(trace, ink), dark) for trace in plain]
    parts = part_traces(part_names([frame]))
    theirs = page.evaluate(TRACES, [json.loads(json.dumps(frame)), parts, explode, contrast, ink, dark])
    assert len(ours) == len(theirs) >= len(frame["blocks"])
    for own, other in zip(ours, theirs):
        for name in PLAIN:
            assert own.get(name, False) == other.get(name, False), name
        for name in ARRAYS:
            assert (name in own) == (name in other), name
            if name in own:
                np.testing.assert_allclose(numbers(other[name]), numbers(own[name]), atol=2e-5)


def test_they_are_seen_to_differ(page):
    """The test of the test: a block that is moved in one of them only."""
    scene, frame = searched()
    moved = json.loads(json.dumps(frame))
    moved["blocks"][0]["at"][0] += 0.01
    own = next(figures.frame_traces(frame))
    parts = part_traces(part_names([frame]))
    other = page.evaluate(TRACES, [moved, parts, 0, False, scene["ink"][0], False])[0]
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(numbers(other["x"]), numbers(own["x"]), atol=2e-5)
