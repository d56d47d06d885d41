"""Boxes side by side: from wherever they are seen they stand side by side, packed and apart, and each is open
on the side of the eye."""

from itertools import pairwise

import numpy as np
import pytest
from sizes import picked

from lessons.kit.cards.stage import Stage
from puzzlelib import asp, generate, load, pictures, solve
from puzzlelib.pictures.layout import TOWARDS

from .alone import alone, go, set_trait
from .lab import picture, until
from .test_motion import watched

pytestmark = pytest.mark.browser


def pair() -> Stage:
    """A puzzle and its solution."""
    made = generate("2x4x4", hints=3, seed=7)
    plan, puzzle = tuple(made.solution), made.puzzle
    both = (
        pictures.frame(puzzle, pictures.marked(some, plan[:3]), plan=plan, shift=shift)
        for shift, some in enumerate((plan[:3], plan))
    )
    return Stage(pictures.scene(puzzle, 2), [pictures.pair_frames(puzzle, *both)])


def two() -> Stage:
    """A puzzle with two boxes."""
    puzzle = load("tetracubes-2x2x4+2x2x4")
    filled = dict.fromkeys(asp.trace(puzzle).solutions[0], "solution")
    return Stage(pictures.scene(puzzle), [pictures.frame(puzzle, filled)])


# For each box how far what stands in it reaches to the left and to the right, and up and down, as shares of
# half the picture; the corners that each drawn box has, and the direction of the eye.
SEEN = """() => {
  const scene = stage.picture.scene, { model, view, projection } = scene.glplot.cameraParams;
  const times = (m, v) => [0, 1, 2, 3].map((r) => v.reduce((sum, x, c) => sum + m[4 * c + r] * x, 0));
  const place = (point) => [model, view, projection].reduce((v, m) => times(m, v), [...point, 1]).slice(0, 2);
  const { slots, shifts } = stage.picture.standing, spans = [], cages = [];
  for (const { thing, trace } of slots.filter(({ thing }) => thing)) {
    const { x, y, z } = trace.data, way = [thing.shift, shifts[thing.box]].filter(Boolean);
    const moved = (k) => [x[k], y[k], z[k]].map((v, i) =>
      way.reduce((sum, one) => sum + one[i], v) * scene.dataScale[i]);
    const seen = Array.from(x, (_, k) => k).filter((k) => Number.isFinite(x[k])).map((k) => place(moved(k)));
    const box = spans[thing.box] ??= [[Infinity, -Infinity], [Infinity, -Infinity]];
    for (const point of seen) point.forEach((v, i) => {
      box[i] = [Math.min(box[i][0], v), Math.max(box[i][1], v)];
    });
    const points = Array.from(x, (_, k) => [x[k], y[k], z[k]]).filter(([v]) => Number.isFinite(v));
    if (thing.cage) cages.push({ box: thing.box, part: thing.part, points });
  }
  const { eye } = scene.getCamera();
  return { spans, cages, eye: [eye.x, eye.y, eye.z], boxes: stage.scene.boxes };
}"""


# All is drawn, and in the size in which it fits from where the camera is.
CALM = """() => {
  const scene = stage.picture.scene, plot = scene.glplot;
  const fits = stage.space.aspectSeen(scene.getCamera().eye).x / plot.getAspectratio().x;
  const drawn = !stage.picture.busy && !stage.planned && plot.objects.every(({ dirty }) => !dirty);
  return drawn && Math.abs(fits - 1) < 1e-3;
}"""


@pytest.fixture(scope="module", params=[pair, two], ids=["puzzle and solution", "two boxes"])
def page(request, browser):
    with alone(browser, watched(request.param())) as shown:
        yield shown


def turned(page, presses: int, explode: float) -> dict:
    """What is seen from there."""
    box = page.locator(".eo-picture")
    set_trait(page, "explode", explode)
    box.press("0")
    for _ in range(presses):
        box.press("ArrowLeft")
    until(page, lambda: page.evaluate(CALM))
    return page.evaluate(SEEN)


@pytest.mark.parametrize("explode", [0.0, 1.0], ids=["packed", "apart"])
@pytest.mark.parametrize("presses", picked([0, 11, 25], [25]))
def test_they_stay_side_by_side(page, presses, explode):
    seen = turned(page, presses, explode)
    for (left, _), (right, _) in pairwise(seen["spans"]):
        assert left[1] < right[0], seen["spans"]
    for across, high in seen["spans"]:
        assert -1.01 <= across[0] and across[1] <= 1.01 and -1.01 <= high[0] and high[1] <= 1.01


def test_each_is_open_on_the_side_of_the_eye(page):
    for presses in (0, 22):
        seen = turned(page, presses, 0.0)
        assert len(seen["cages"]) == 2 * len(seen["boxes"])
        for cage in seen["cages"]:
            box = seen["boxes"][cage["box"]]
            near = [(box["low"], box["high"])[v > 0][axis] for axis, v in enumerate(seen["eye"])]
            far = [(box["low"], box["high"])[v <= 0][axis] for axis, v in enumerate(seen["eye"])]
            if cage["part"].startswith("fixed"):
                assert len(cage["points"]) == 2 * 9  # twelve edges without three
                assert all(point != pytest.approx(near, abs=1e-3) for point in cage["points"])
            else:  # a floor and two walls: each has a line at each end of each cell, both ways
                cells = [int(high - low) for low, high in zip(box["low"], box["high"])]
                assert len(cage["points"]) == 2 * 2 * sum(count + 1 for count in cells)
                assert all(any(abs(v - w) < 1e-3 for v, w in zip(p, far)) for p in cage["points"])


def test_no_edge_runs_through_pieces_that_are_apart(page):
    assert turned(page, 3, 1.0)["cages"] == []
    assert turned(page, 3, 0.0)["cages"] != []


def faces_behind(empty, filled) -> bool:
    """Whether behind each of these cells, seen from the eye, there is one that is filled."""
    steps = np.arange(0, 6, 0.05)[:, None] * TOWARDS
    lines = (np.floor(np.add(cell, 0.5) - steps).astype(int).tolist() for cell in empty)
    return all(any(tuple(place) in filled for place in line) for line in lines)


def test_dots_of_empty_cells_lie_behind_all_faces(browser):
    soma = load("soma")
    whole = set(soma.container)
    gone = ((found, one) for found in solve(soma, limit=200).solutions for one in found)
    found, one = next(pair for pair in gone if faces_behind(pair[1].cells, whole - {*pair[1].cells}))
    rest = [other for other in found if other != one]
    frames = [pictures.frame(soma, dict.fromkeys(some, "solution")) for some in (rest, [])]
    with alone(browser, Stage(pictures.scene(soma), frames)) as page:
        dots = []
        for step in (0, 1):
            go(page, step)
            seen = np.asarray(picture(page.locator(".eo-picture")))
            dots.append(int((np.abs(seen.astype(int) - 0xB5).max(-1) < 2).sum()))
    assert dots[0] < 10 < 200 < dots[1]
