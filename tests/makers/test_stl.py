"""STL files are read back and looked at as a printer's program would: closed, turned outwards, of the right
volume, in the right place."""

import re
from collections import Counter
from itertools import product

import numpy as np
import pytest
from sizes import thinned

from makers import stl
from puzzlelib import PuzzleError
from puzzlelib.plates.generate import generate_plates
from puzzlelib.plates.plate import SIDE, Plate, PlateSet

SETS = [generate_plates(seed, target="both") for seed in range(25)]
EMPTY = tuple(Plate(name, (False,) * 12) for name in "ABCDEF")
FRAMES = [
    PlateSet("a frame", EMPTY, tuple(bool(bits >> k & 1) for k in range(30)))
    for bits in np.random.default_rng(1).integers(1, 1 << 30, 60)
]


def read(path) -> np.ndarray:
    """The corners of all triangles (triangles, 3, 3) of a file; the normals are checked on the way."""
    content = path.read_bytes()
    many = int(np.frombuffer(content, "<u4", 1, 80)[0])
    assert len(content) == 84 + 50 * many
    record = np.dtype([("twelve", "<f4", 12), ("attribute", "<u2")])
    rows = np.frombuffer(content, record, many, 84)["twelve"].astype(float)
    normals, corners = rows[:, :3], rows[:, 3:].reshape(-1, 3, 3)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.allclose(normals * np.linalg.norm(across, axis=1)[:, None], across, atol=1e-3)
    return corners


def edges(triangles: np.ndarray) -> Counter:
    """How often each edge is run through in each direction."""
    return Counter(
        (tuple(t[i]), tuple(t[(i + 1) % 3])) for t in triangles.round(4).tolist() for i in range(3)
    )


def is_closed(triangles: np.ndarray) -> bool:
    """Is each edge in exactly two triangles, which run through it in opposite directions?"""
    once = edges(triangles)
    return set(once.values()) == {1} and all((b, a) in once for a, b in once)


def held(triangles: np.ndarray) -> float:
    """The volume, by the divergence theorem in z: the area below each triangle, with its sign, times its mean
    height."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    below = ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
    return float(below @ triangles[:, :, 2].mean(1))


def expected(cells: set, pitch: float, clearance: float) -> float:
    """n cells less a strip along the outline; each outer loop has four more corners that stick out than
    corners that go in, each hole four fewer."""
    sides = sum((x + i, y + j) not in cells for x, y in cells for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    area = (
        len(cells) * pitch**2
        - sides * pitch * clearance
        + 4 * clearance**2 * (stl.parts(cells) - holes(cells))
    )
    return area * pitch


def holes(cells: set) -> int:
    """Empty regions that are shut in, counted on a field that is larger by one cell on each side."""
    low, high = (tuple(end(axis) + by for axis in zip(*cells)) for end, by in ((min, -1), (max, 1)))
    return stl.parts(set(product(range(low[0], high[0] + 1), range(low[1], high[1] + 1))) - cells) - 1


def judge(path, cells: set, pitch: float, clearance: float) -> np.ndarray:
    """All that must be true of one file."""
    triangles = read(path)
    assert is_closed(triangles)
    assert held(triangles) == pytest.approx(expected(cells, pitch, clearance), rel=1e-4)
    assert held(triangles) > 0
    assert triangles.min() == 0 and np.ptp(triangles[:, :, 2]) == pitch
    wide, deep = (max(axis) - min(axis) + 1 for axis in zip(*cells))
    assert np.allclose(
        triangles.max((0, 1)), (wide * pitch - 2 * clearance, deep * pitch - 2 * clearance, pitch), atol=1e-3
    )
    return triangles


# -------- plates


@pytest.mark.slow
def test_all_plates_there_are(tmp_path):
    """4,096 borders: a plate that hangs together gives a closed surface, the others one line."""
    refused, looked_at = 0, {*thinned(range(0, 4096, 5), 5)}
    for k, border in enumerate(product((False, True), repeat=12)):
        plate = Plate("P", border)
        if (
            stl.parts({(x, y) for y, row in enumerate(plate.cells) for x, there in enumerate(row) if there})
            > 1
        ):
            refused += 1
            with pytest.raises(PuzzleError, match=r"^two cells touch at \([13],[13]\) along an edge only"):
                stl.mesh(stl.plate_cells(plate))
        elif k in looked_at:
            triangles = stl.mesh(stl.plate_cells(plate), 10, 0.2 * (k % 2))
            assert is_closed(triangles)
            assert held(triangles) == pytest.approx(expected(stl.plate_cells(plate), 10, 0.2 * (k % 2)))
    assert refused == sum(
        any(b[i] and not b[i - 1] and not b[(i + 1) % 12] for i in (0, 3, 6, 9))
        for b in product((0, 1), repeat=12)
    )


def test_clearance_takes_a_strip_along_every_side():
    for plate in SETS[0].plates:
        triangles = stl.mesh(cells := stl.plate_cells(plate), 10, 0.5)
        assert held(triangles) == pytest.approx(expected(cells, 10, 0.5))


@pytest.mark.slow
def test_plates_of_generated_sets(tmp_path):
    for k, plates in enumerate(thinned(SETS, 3)):
        for plate in plates.plates:
            path = tmp_path / f"{k}{plate.name}.stl"
            pitch, clearance = (10, 0.15) if k % 2 else (7.5, 0)
            printed = stl.write_stl(plate, path, pitch, clearance=clearance)
            triangles = judge(path, stl.plate_cells(plate), pitch, clearance)
            assert (printed.triangles, printed.parts) == (len(triangles), 1)
            assert printed.volume == pytest.approx(held(triangles), rel=1e-4)


def test_a_print_lies_as_the_picture_and_is_not_its_mirror_image():
    """Above the middle of each cell of the picture there is plastic exactly where the picture has a cell."""
    for plate in SETS[0].plates + SETS[1].plates:
        lid = stl.mesh(stl.plate_cells(plate), 1)
        lid = lid[(lid[:, :, 2] == 1).all(1)]
        shift = min(x for x, _ in stl.plate_cells(plate)), min(y for _, y in stl.plate_cells(plate))
        squares = Counter(tuple(np.floor(triangle[:, :2].mean(0)).astype(int) + shift) for triangle in lid)
        assert squares == {
            (x, SIDE - 1 - y): 2 for y in range(SIDE) for x in range(SIDE) if plate.cells[y][x]
        }


# -------- frames


@pytest.mark.slow
@pytest.mark.parametrize("rim", [0, 1, 2])
def test_frames(tmp_path, rim):
    good = 0
    for k, plates in enumerate(thinned([*SETS, *FRAMES], 3)):
        cells = stl.frame_cells(plates, rim)
        try:
            printed = stl.write_stl(plates, tmp_path / f"{k}.stl", 8, clearance=0.1, rim=rim)
        except PuzzleError as problem:
            assert re.search(r": frame: two cells touch at \([19],[16]\) along an edge only", str(problem))
            continue
        good += 1
        judge(printed.path, cells, 8, 0.1)
        assert printed.parts == stl.parts(cells) and (not rim or printed.parts == 1)
    assert good > 12


def test_the_frame_that_is_refused_needs_a_loose_corner():
    """Whatever covers the corner of the board has its own corner there, so the frame lies on both sides of
    it."""
    border = [True] * 30
    border[0] = False
    with pytest.raises(PuzzleError, match=r"touch at \(1,6\) along an edge only"):
        stl.mesh(stl.frame_cells(PlateSet("corner", EMPTY, tuple(border)), rim=1))
    assert stl.parts(stl.frame_cells(PlateSet("side", EMPTY, (True, False) + (True,) * 28))) == 1


def test_the_rim_lies_around_the_board():
    inner, outer = stl.frame_cells(SETS[0]), stl.frame_cells(SETS[0], rim=1)
    assert inner < outer and len(outer - inner) == 12 * 9 - 10 * 7
    assert {(x, y) for x, y in outer if 0 <= x < 10 and 0 <= y < 7} == inner


def test_a_frame_without_a_cell_cannot_be_printed():
    nothing = PlateSet("nothing", EMPTY, (False,) * 30)
    with pytest.raises(PuzzleError, match="nothing to print; rim=1"):
        stl.frame_cells(nothing)
    assert len(stl.frame_cells(nothing, rim=1)) == 38
    with pytest.raises(PuzzleError, match="there is no board"):
        stl.frame_cells(PlateSet("no board", EMPTY))


# -------- files and bad input


def test_an_existing_file_stays_unless_it_may_be_replaced(tmp_path):
    path, plate = tmp_path / "A.stl", SETS[0].plates[0]
    path.write_text("mine")
    with pytest.raises(PuzzleError, match="is there already and stays as it is; replace=True writes over it"):
        stl.write_stl(plate, path)
    assert path.read_text() == "mine"
    stl.write_stl(plate, path, replace=True)
    assert len(read(path)) > 0 and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["x" * 300, "x\0y"])
def test_a_name_that_no_disk_takes(tmp_path, name):
    for write in (
        lambda: stl.write_stl(SETS[0].plates[0], tmp_path / name),
        lambda: stl.write_set(SETS[0], tmp_path / name),
    ):
        with pytest.raises(PuzzleError, match="cannot be"):
            write()
    assert not list(tmp_path.iterdir())


def test_a_whole_set_or_nothing(tmp_path):
    printed = stl.write_set(SETS[0], tmp_path / "set", 5, clearance=0.1)
    assert len(printed) == 7 and printed[-1].path.name == "frame.stl"
    assert all(is_closed(read(one.path)) for one in printed)
    with pytest.raises(PuzzleError, match="plate-1-.*is there already"):
        stl.write_set(SETS[0], tmp_path / "set")
    loose = PlateSet(
        "loose", (*SETS[0].plates[:5], Plate("loose", (True,) + (False,) * 11)), SETS[0].border30
    )
    with pytest.raises(PuzzleError, match=r"plate loose: two cells touch at \(1,3\) along an edge only"):
        stl.write_set(loose, tmp_path / "other")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"pitch": 0},
        {"pitch": "10"},
        {"pitch": True},
        {"pitch": float("nan")},
        {"pitch": 10, "clearance": 2},
        {"clearance": -0.1},
        {"rim": 4},
        {"rim": 0.5},
        {"rim": True},
    ],
)
def test_lengths_that_nobody_can_print(tmp_path, wrong):
    with pytest.raises(PuzzleError, match=f"(^|frame: ){list(wrong)[-1]} .*must be a"):
        stl.write_stl(SETS[0], tmp_path / "A.stl", **wrong)
    assert not list(tmp_path.iterdir())


def test_what_is_neither_a_plate_nor_a_set(tmp_path):
    with pytest.raises(PuzzleError, match="is neither a plate nor a set"):
        stl.write_stl("A", tmp_path / "A.stl")


def test_cells_that_touch_along_an_edge_only():
    with pytest.raises(PuzzleError, match=r"touch at \(1,1\) along an edge only"):
        stl.mesh({(0, 0), (1, 1)})
