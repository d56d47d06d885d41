"""numpy's functions in plain Python, for a page that has no numpy: they give what numpy gives, and
so all pictures are the same."""

import base64
import math
import operator
import re
from array import array

import numpy
import pytest
from test_bare import PARTS, UNCOVER, complaints, in_bare_python, run_there

from lessons.kit.building.notebook import student_notebook
from lessons.puzzles.live.plain_numpy import MOST_NUMBERS, Functions
from puzzlelib.common.stand_ins import MissingPackage

ASKED = """
np.array([[1, 2], [3, 4]]) + (10, 20)
np.array([1, 2, 3])[:, None] * np.array([1.5, -2.0])
(1, 2) - np.array([[0.5], [4]])
np.array([7, -7]) // 2, np.array([7, -7]) % 4, 2 ** np.array([1, 3]), np.array([1, 4]) / 2
-np.arange(3), ~np.array([True, False]), ~np.array([1, 2])
(np.arange(6) > 2) & (np.arange(6) != 4) | (np.arange(6) == 0)
np.arange(24).reshape(2, 3, 4)[1], np.arange(24).reshape(2, 3, 4)[:, -1]
np.arange(24).reshape(2, -1)[..., 5]
np.arange(24).reshape(2, 3, 4)[:, ::-1, 1:3], np.arange(4)[None, :, None], np.arange(9)[-1]
np.arange(3)[()]
np.arange(12).reshape(3, 4)[np.array([2, 0])], np.arange(12).reshape(3, 4)[:, np.array([[1, -1]])]
np.arange(12).reshape(3, 4)[np.arange(12).reshape(3, 4) % 5 == 0]
np.arange(12).reshape(3, 4)[np.array([0, 2]), np.array([1, 3])], np.arange(5)[[3, 1]]
np.arange(12).reshape(3, 4)[np.array([True, False, True]), 2]
put(np.zeros((2, 3)), (0, slice(1, 3)), 5), put(np.arange(5), np.arange(5) > 2, 0)
put(np.zeros((3, 2), int), (np.array([0, 2]), np.array([1, 0])), (7, 8))
put(np.zeros(2), 1, np.nan), put(np.eye(2)[[0, 1]], 0, 7)
np.arange(6).reshape(2, 3).sum(), np.arange(6).reshape(2, 3).sum(0)
np.arange(6).reshape(2, 3).max(1)
np.arange(24).reshape(2, 3, 4).sum((0, 2)), np.arange(24).reshape(2, 3, 4).mean(-1, keepdims=True)
np.arange(8).reshape(2, 2, 2).any((1, 2)), np.array([[1, 0], [1, 1]]).all(0)
np.empty((2, 0)).max(-1, initial=0)
np.array([[3, 1], [2, 5]]).argmin(), np.argmax([[3, 1], [2, 5]]), np.ptp([[3, 1], [2, 5]], 0)
np.cumsum([1, 2])
np.mean([(0, 0), (1, 4)], 0), np.max([(0, 5), (1, 4)], 0), np.prod([[2, 3], [4, 5]], 1)
np.median([5, 1, 4, 2])
np.arange(6).reshape(2, 3).T, np.arange(24).reshape(2, 3, 4).transpose(1, 0, 2)
np.transpose([[1, 2], [3, 4]])
np.moveaxis(np.arange(24).reshape(2, 3, 4), 0, -1)
np.arange(24).reshape(2, 3, 4).swapaxes(0, 1).ravel()
np.roll(np.arange(6).reshape(2, 3), 1, 1), np.roll(np.arange(6).reshape(2, 3), (1, -1), (0, 1))
np.roll(np.arange(3), -1)
np.stack([np.arange(3), (4, 5, 6)], 1), np.stack([np.eye(2), np.eye(2)], -1)
np.column_stack([np.eye(2), (3, 4)])
np.concatenate([np.eye(2), np.zeros((1, 2))]), np.concatenate([np.eye(2), [[5], [6]]], 1)
np.where(np.array([True, False]), 1, (2.5, 3)), np.argwhere(np.eye(2) > 0)
np.flatnonzero([0, 3, 4])
np.diff([1, 4, 9]), np.diff(np.array([[1, 2], [5, 9]]), axis=0)
np.split(np.arange(5), np.array([2, 3]))
np.insert([1, 2, 3], 1, 9), np.insert(np.eye(2), 1, np.nan, axis=1)[:, ::2]
np.append(True, [False])
np.isin(np.arange(4), [1, 3]), np.tile([1, 2], 2), np.tile(np.eye(2), (3, 1))
np.repeat([1, 2], 2), np.full((2, 2), 7), np.arange(0.5, 2, 0.5)
np.bincount(np.array([1, 1, 3]), minlength=6)
np.interp(np.array([[-1, 0.25], [1.5, 9]]), [0, 1, 2], [0, 10, 0])
np.outer([1, 2], [3, 4]), np.cross([[1, 0, 0]], [[0, 1, 0]]), np.eye(3)[:2] @ np.array([1, 2, 3])
(1, 2) @ np.eye(2)
np.arange(12).reshape(2, 2, 3) @ np.arange(3), np.arange(4).reshape(2, 2) @ [[0, 1], [1, 0]]
np.array([1, 2]) @ (3, 4)
np.linalg.norm([[3, 4], [0, 1]], axis=1)
np.linalg.norm(np.array([[3.0, 4]]), axis=-1, keepdims=True), np.linalg.norm([3, 4])
np.linalg.det([[0, 2, 0], [1, 0, 0], [0, 0, 3]])
np.abs([-1, 2.5]), np.sign([-2.0, 0.0, 3.0]), np.floor([1.5, -1.5]), np.rint([0.5, 1.5, 2.6])
np.sqrt([4.0])
np.sin(1.0), np.radians(90), np.hypot(3, 4)
np.arctan2(1, [2, -2])
np.maximum([1, 5], (3, 4)), np.minimum(np.eye(2), 0.5), np.add((1, 2), 3)
np.allclose([1], [1.000001])
np.nanmin([[1, np.nan], [0, 4]], 0), np.nanmax([[1, np.nan], [0, 4]], 0)
np.array([1.7, 2]).astype(int), np.asarray([0, 2], bool), np.array([[1, 2.26]]).round(1)
np.array([3])[0], len(np.eye(4))
packed(np.array([1, 2, 300], "<u2")), packed(np.array([0.1, np.nan]).astype("<f4"))
packed(np.asarray([1, 2], "u1"))
np.frombuffer(np.array([0.5, 2], "<f4").tobytes(), "<f4"), np.fromiter(range(3), int)
[row for row in np.eye(2)]
isinstance(np.eye(2), np.ndarray), np.eye(2).shape, np.eye(2).size, np.zeros((2, 0)).shape
bool(np.array([1]) == 1)
""".strip().splitlines()


def put(made, key, value):
    """Return an array in which something else stands."""
    made[key] = value
    return made


def packed(made) -> tuple[str, bytes]:
    """Return an array as it travels to the browser."""
    return made.dtype.str, made.tobytes()


def answer(asked: str, np):
    return plain(eval(asked, {"np": np, "put": put, "packed": packed}))


def plain(value):
    """Return an answer as lists; numbers are compared as such, whoever made them."""
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    shape = getattr(value, "shape", ())
    return [shape, *plain(value.tolist())] if shape else value


@pytest.mark.parametrize("asked", ASKED)
def test_it_answers_as_numpy_does(asked):
    same(answer(asked, numpy), answer(asked, Functions))


def same(one, other) -> None:
    """Two answers are alike, but for the last digits of a float."""
    if isinstance(one, list):
        assert isinstance(other, list) and len(one) == len(other), (one, other)
        for pair in zip(one, other):
            same(*pair)
    elif isinstance(one, int | float | numpy.number):
        assert math.isclose(one, other, abs_tol=1e-6) or one != one and other != other, (one, other)
    else:
        assert one == other


@pytest.mark.parametrize("use", [
    lambda np: np.zeros(MOST_NUMBERS + 1),
    lambda np: np.arange(1000)[:, None] + np.arange(1000),
    lambda np: np.eye(3).searchsorted(1),
    lambda np: np.zeros(3, "<U5"),
    lambda np: np.bincount([2, 1], weights=[1, 2]),
    lambda np: np.eye(3).sum(where=True),
    lambda np: put(np.eye(3)[0], 1, 5),
    lambda np: put(np.eye(3).T, 1, 5),
    lambda np: operator.iadd(np.eye(3), 1),
])  # fmt: skip
def test_more_than_a_page_can_do_is_refused_in_one_line(use):
    with pytest.raises(MissingPackage, match="This cell needs numpy, which this page has not."):
        use(Functions)


# -------- pictures

PICTURES = """
import json, sys

import bare, IPython

if sys.argv[1:]:
    bare.take_away(*sys.argv[1:])

from lessons.puzzles.views import SearchView, TileSteps, assembly_picture, laid_out, net_scene
from puzzlelib import generate, load
from puzzlelib.icosoku.events import trace
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.pictures.blocks import part_names
from puzzlelib.pictures.traces import part_traces
from puzzlelib.search import algorithm_x

made, solid = generate("2x4x4", 2, 1), icosoku()
search, tiles = algorithm_x.trace(made.puzzle, made.given), trace(solid)
view = SearchView(made.puzzle, made.solution)
steps = [view.step(search.state(k), search.events[k]) for k in range(0, len(search), 3)]
scene, fly = assembly_picture(made.puzzle, made.solution)
table, lying = laid_out(load("soma"))
frames = [*steps, fly, lying, TileSteps(tiles)[7]]
print(json.dumps([scene, table, net_scene(solid), frames, part_traces(part_names(frames))]))
"""
TYPES = {"f4": "f", "u1": "B", "u2": "H", "i4": "i"}


def unpacked(made):
    """Return a picture with numbers in place of bytes, and no digest of numbers in a name."""
    if isinstance(made, dict) and "bdata" in made:
        return array(TYPES[made["dtype"]], base64.b64decode(made["bdata"])).tolist()
    if isinstance(made, dict):
        return unpacked([[*pair] for pair in made.items()])
    if isinstance(made, list):
        return [*map(unpacked, made)]
    return re.sub('"[0-9a-f]{10}"', "", made) if isinstance(made, str) else made


@pytest.mark.long
@pytest.mark.slow
def test_pictures_without_numpy_are_those_with_it():
    with_numpy, without = (in_bare_python("-c", PICTURES, *gone) for gone in ((), ("numpy",)))
    same(unpacked(with_numpy), unpacked(without))


@pytest.mark.notebook
@pytest.mark.long
def test_lesson_00_runs_without_numpy_clingo_and_highspy(tmp_path):
    cells = student_notebook(PARTS["00-start-here"]).cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    ran = run_there([UNCOVER, *sources], tmp_path, "numpy", "clingo", "highspy")
    assert [cell for cell in ran if complaints(cell)] == []
    assert "pieces that fly" in ran[1]["shown"][0]
