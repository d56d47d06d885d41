"""Frames of a little box without numpy: those of the real pictures, step by step."""

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

import lessons.kit.live.box_pictures as box_pictures
from lessons.kit.live.box_pictures import BoxFrames
from lessons.kit.views.box_kit import box_kit
from lessons.kit.views.search_view import SearchView
from puzzlelib import load
from puzzlelib.search import algorithm_x, backtracking
from puzzlelib.search.events import Event, Trace

LITTLE = load("little-cube")
KIT = box_kit(LITTLE)
POOLED = '["dots",', '["dead",'


def laying(options: Iterable[int]) -> Trace:
    """Pieces put one after the other, whatever lies there, and a dead end."""
    puts = [Event("try", k, option, on=(option,), say="There.") for k, option in enumerate(options, 1)]
    return Trace(LITTLE, [Event("start"), *puts, Event("conflict", 3, item=(1, 1, 1))], shows_options=False)


def backwards() -> Trace:
    """A packing whose pieces hook into one another, from its last piece to its first."""
    return laying(map(int, reversed(max(KIT["apart"], key=len).split())))


TRACES = {
    "by cell": lambda: backtracking.trace(LITTLE, limit=None),
    "by piece": lambda: backtracking.trace(LITTLE, by="piece", limit=None),
    "Algorithm X": lambda: algorithm_x.trace(LITTLE, limit=None),
    "overlapping": lambda: laying((0, 24, 32)),
    "backwards": backwards,
}


def solid_blocks(frame: dict) -> list[dict]:
    return [block for block in frame["blocks"] if not block["part"].startswith(POOLED)]


def gaps(frame: dict) -> dict[str, list]:
    """The cells of dots and of black cubes: pooled in one block, or each in its own."""
    found = {}
    for block in frame["blocks"]:
        if block["part"].startswith(POOLED):
            kind, cells, *_ = ast.literal_eval(block["part"])
            found.setdefault(kind, []).extend([a + b for a, b in zip(cell, block["at"])] for cell in cells)
    return {kind: sorted(cells) for kind, cells in found.items()}


@pytest.mark.parametrize("name", TRACES)
def test_frames_are_those_of_the_real_pictures(name):
    trace = TRACES[name]()
    view, frames = SearchView(LITTLE), BoxFrames(trace, KIT)
    assert len(frames) == len(trace.events)
    for k, event in enumerate(trace.events):
        real, own = view.step(trace.state(k), event), frames[k]
        assert solid_blocks(own) == solid_blocks(real) and gaps(own) == gaps(real), event.say
        assert {**own, "blocks": ()} == {**real, "blocks": ()}, event.say


def test_a_block_has_its_parts_and_no_more():
    frames = BoxFrames(TRACES["by cell"](), KIT)
    block = frames.block(230, 999)
    named = {one[name] for frame in block["frames"] for one in frame["blocks"] for name in box_pictures.NAMED}
    assert block["parts"].keys() == named - {None} and len(block["frames"]) == len(frames) - 230


def test_the_module_of_the_page_takes_nothing_that_needs_numpy():
    tree = ast.parse(Path(box_pictures.__file__).read_text())
    taken = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {one for one in taken if "pictures" in one or "views" in one} == set()
