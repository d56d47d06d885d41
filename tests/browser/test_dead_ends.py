"""A dead end has one drawing in every search: a black cube with a white cross, in sight, and a few words."""

import io

import pytest
from PIL import Image
from sizes import sampled

from lessons import player
from lessons.puzzles.views.photograph import photograph
from lessons.puzzles.views.search_view import SearchView
from puzzlelib import asp, load, pictures
from puzzlelib.search import algorithm_x, backtracking

from .alone import alone, go
from .lab import colours, picture

TOP = (48, 48, 48)  # of the black cube, and of nothing else
LEAST = 60  # pixels of it that are to be seen
LITTLE = load("little-cube")
TRACES = {
    "by cell": lambda: backtracking.trace(LITTLE, limit=None),
    "by piece": lambda: backtracking.trace(LITTLE, by="piece", limit=None),
    "fewest ways": lambda: algorithm_x.trace(load("tetracubes-2x4x4"), limit=None, max_events=400),
    "clasp": lambda: asp.trace(load("tetracubes-2x2x4+2x2x4")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(TRACES, 2))
def test_each_dead_end_shows_a_black_cube_that_no_piece_hides(name):
    trace = TRACES[name]()
    scene, view = pictures.scene(trace.puzzle), SearchView(trace.puzzle)
    steps = trace.steps("conflict")[:6]
    assert len(steps) == 6
    for step in steps:
        frame = view.step(trace.state(step), trace.events[step])
        image = Image.open(io.BytesIO(photograph(scene, frame))).convert("RGB")
        assert colours(image).get(TOP, 0) >= LEAST, trace.events[step].say
        assert frame["call"]["short"].startswith("✗ ")


def test_a_step_that_is_no_dead_end_shows_none():
    trace = TRACES["by cell"]()
    view = SearchView(trace.puzzle)
    for step in set(range(20)) - set(trace.steps("conflict")):
        assert "call" not in view.step(trace.state(step), trace.events[step])


@pytest.mark.long
@pytest.mark.browser
def test_pieces_before_a_dead_cell_become_outlines_for_that_step(browser):
    """To the third dead end and back: its cell is behind a piece."""
    trace = TRACES["by cell"]()
    step = trace.steps("conflict")[2]
    with alone(browser, *player(trace, views="picture").sheets) as page:
        go(page, step - 1)
        orange = colours(picture(page.locator(".eo-picture")))
        go(page, step)
        shown = colours(picture(page.locator(".eo-picture")))
        front = max(orange, key=lambda one: orange[one] * (one[0] > 200 > one[1] > 100 > one[2]))
        assert shown[TOP] >= LEAST and shown.get(front, 0) < orange[front] / 10
        go(page, step - 1)
        assert colours(picture(page.locator(".eo-picture")))[front] == orange[front]
