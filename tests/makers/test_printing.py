"""Printed parts are read back by trimesh and held against solids that manifold3d makes in another way."""

import io
import json
import re
import zipfile
from collections import Counter
from itertools import combinations, product
from xml.etree import ElementTree

import manifold3d
import numpy as np
import pytest
import trimesh
from sizes import picked, sampled

from makers.commands.printing import card_lines, facts_in_time
from makers.design import difficulty
from makers.printing import drawings, engraving, parts, solids, trays
from makers.printing.beds import Bed, lay_out
from makers.printing.folder import write_prints
from makers.printing.parts import PrintOptions, printed_parts
from makers.printing.three_mf import three_mf
from makers.stl import binary_stl, volume
from puzzlelib import PuzzleError, catalogue, load, solve
from puzzlelib.__main__ import main
from puzzlelib.common.clock import Clock
from puzzlelib.packing.files import read_text
from puzzlelib.packing.shapes import ROTATIONS, normal_form, turned
from puzzlelib.pictures.letters import FONT, STROKE, strokes

SOME = "little-cube", "pentominoes-8x8-holes"
EDGES = solids.Edges(0.1, 0.5)
STAIRS = [  # every way in which cells lie round a corner, up to turning
    [(0, 0, 0)],
    [(0, 0, 0), (1, 0, 0)],
    [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)],
    [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)],
    [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1)],
    [cell for cell in product((0, 1), repeat=3) if cell != (1, 1, 1)],
    [(0, 0, 0), (1, 1, 0)],  # an edge in common, a corner in common, and both made one by others
    [(0, 0, 0), (1, 1, 1)],
    [(0, 0, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)],
    [cell for cell in product((0, 1), repeat=3) if cell not in ((0, 0, 0), (1, 1, 1))],
]
ODD = """
name: "<b>./\\u6728& \\"x\\""
box: [3, 2, 2]
pieces:
  - {name: "../../outside", cells: [[0,0,0],[1,0,0],[2,0,0],[0,1,0]]}
  - {name: "木の組み木", cells: [[0,0,0],[1,1,0]], loose: true, copies: 2}
  - {name: "<script>&\\"'", cells: [[0,0,0],[0,1,0],[0,0,1],[0,1,1]]}
"""


def body(triangles: np.ndarray) -> manifold3d.Manifold:
    """The solid in a closed surface; manifold3d refuses any other."""
    corners, places = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    found = manifold3d.Manifold(
        manifold3d.Mesh(corners.astype(np.float32), places.reshape(-1, 3).astype(np.uint32))
    )
    assert found.status() == manifold3d.Error.NoError
    return found


def boxes_within(cells: set, slots) -> list:
    """The largest boxes of cells in a shape, as pairs of the first cell and the one beyond the last."""
    spans = [list(combinations(range(len(widths) + 1), 2)) for widths in slots]
    solid = np.zeros([len(widths) for widths in slots], bool)
    solid[tuple(np.array(sorted(cells)).T)] = True
    found = {
        tuple(zip(*box))
        for box in product(*spans)
        if solid[tuple(slice(low, high) for low, high in box)].all()
    }
    return [box for box in found if found.isdisjoint(one_larger(box))]


def one_larger(box):
    """The six boxes that reach one cell further than this one."""
    low, high = box
    for axis in range(3):
        step = np.eye(3, dtype=int)[axis]
        yield tuple((np.array(low) - step).tolist()), high
        yield low, tuple((np.array(high) + step).tolist())


def bevelled_box(low, high, bevel: float) -> manifold3d.Manifold:
    """A box without its twelve edges: the convex hull of four points near each corner."""
    points = []
    for ends in product((0, 1), repeat=3):
        corner = np.array([(low, high)[end][axis] for axis, end in enumerate(ends)])
        inwards = np.where(ends, -bevel, bevel)
        points += [corner + inwards * (np.arange(3) != axis) for axis in range(3)] + [corner + inwards / 2]
    return manifold3d.Manifold.hull_points(np.array(points))


def built_otherwise(cells, slots, edges) -> manifold3d.Manifold:
    """A polycube as the union of bevelled boxes, for each of the largest boxes in it one."""
    starts = [np.concatenate([[0], np.cumsum(widths)]) for widths in slots]
    made = []
    for first, beyond in boxes_within(set(cells), slots):
        low, high = (np.array([s[k] for s, k in zip(starts, end)], float) for end in (first, beyond))
        made.append(bevelled_box(low + edges.play, high - edges.play, edges.bevel))
    return manifold3d.Manifold.batch_boolean(made, manifold3d.OpType.Add)


def differ(a: manifold3d.Manifold, b: manifold3d.Manifold) -> float:
    """The volume that is in one of two solids alone."""
    return (a - b).volume() + (b - a).volume()


def assert_sound(triangles: np.ndarray, pieces: int) -> None:
    """trimesh finds a closed surface that looks outwards, in so many pieces."""
    stl = io.BytesIO(binary_stl(triangles))
    mesh = trimesh.load(stl, file_type="stl")
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.is_volume
    assert mesh.body_count == pieces and mesh.area_faces.min() > 0
    assert mesh.volume == pytest.approx(volume(triangles), rel=1e-5)


# -------- the surface


@pytest.mark.parametrize("cells", STAIRS, ids=len)
def test_each_corner_of_cells_is_the_union_of_bevelled_boxes(cells):
    slots = solids.cube_slots(cells, 7.0)
    triangles = solids.solid(cells, slots, EDGES)
    other = built_otherwise(cells, slots, EDGES)
    assert body(triangles).volume() == pytest.approx(other.volume(), rel=1e-6)
    assert differ(body(triangles), other) < 1e-3
    assert_sound(triangles, len(other.decompose()))


# -------- letters


@pytest.mark.slow
@pytest.mark.parametrize("label", sampled([*FONT, "AB", "A12"], 6))
def test_a_letter_is_sunk_in_by_the_area_of_its_strokes(label):
    cells, slots = [(0, 0, 0)], ([11.0], [11.0], [11.0])
    plain = volume(solids.solid(cells, slots, EDGES))
    triangles = solids.solid(cells, slots, EDGES, (label, (0, 0, 0)))
    assert_sound(triangles, 1)
    points = np.random.default_rng(1).uniform(-0.5, 0.5, (40_000, 2))
    lines = [(a, b) for line in strokes(label) for a, b in zip(line, line[1:])]
    share = np.mean(np.min([from_line(points, a, b) for a, b in lines], axis=0) < STROKE)
    assert (plain - volume(triangles)) / engraving.DEPTH == pytest.approx(121 * share, rel=0.06)


def from_line(points, a, b):
    """The distance of points from a line between two points, by the three cases."""
    long = float(np.hypot(*(b - a)))
    along, across = (points - a) @ (b - a) / long, (points - a) @ ((b - a)[::-1] * (-1, 1)) / long
    ends = np.minimum(np.hypot(*(points - a).T), np.hypot(*(points - b).T))
    return np.where((along >= 0) & (along <= long), np.abs(across), ends)


def test_a_letter_stands_on_top_and_reads_from_left_to_right():
    """An L has stem and foot at the left and below: so has its floor."""
    triangles = solids.solid([(0, 0, 0)], ([11.0],) * 3, EDGES, ("L", (0, 0, 0)))
    floor = triangles[np.isclose(triangles[..., 2], 11 - EDGES.play - engraving.DEPTH).all(1)]
    middle = floor.mean((0, 1))
    assert len(floor) and middle[0] < 5.5 and middle[1] < 5.5


# -------- whole puzzles


@pytest.mark.slow
@pytest.mark.parametrize("name", picked(catalogue(), SOME))
def test_every_part_of_a_puzzle_is_sound_and_no_two_are_closer_than_the_play(name):
    puzzle, options = load(name), PrintOptions()
    made = printed_parts(puzzle, options)
    for part in made:
        loose = len(trimesh.load(io.BytesIO(binary_stl(part.triangles)), file_type="stl").split())
        assert_sound(part.triangles, loose)
        assert part.kind == "box" or loose == 1
    check_volumes(made, puzzle, options)
    check_gaps(made, puzzle, options)


def check_volumes(made, puzzle, options):
    """Each part without its letter is the union of bevelled boxes."""
    for part in made:
        slots, play = solids.cube_slots(part.cells, options.cell), options.play
        if part.kind == "box":
            play, thick = options.box_play, options.wall + 2 * options.box_play
            slots = [[thick, *slots[a][1:-1], thick] for a in (0, 1)] + [[thick, *slots[2][1:]]]
        edges = solids.Edges(play, options.bevel)
        other = built_otherwise(part.cells, slots, edges)
        plain = solids.solid(part.cells, slots, edges)
        assert differ(body(plain), other) < 1e-5 * other.volume()
        if part.kind == "box":
            assert volume(part.triangles) == pytest.approx(other.volume(), rel=1e-6)
        else:
            carved = other.volume() - volume(part.triangles)
            assert 1 < carved < 0.1 * (options.cell**2) * engraving.DEPTH * 2


def laid(part, cells, side: float) -> manifold3d.Manifold:
    """A printed piece, turned and moved onto the cells of a placement."""
    cells = [cell[:3] for cell in cells]
    for turn in ROTATIONS:
        there = [turned(cell, turn) for cell in part.cells]
        if normal_form(there) == normal_form(cells):
            axes, signs = turn
            middle = part.triangles - [length / 2 for length in part.size]
            moved = middle[..., list(axes)] * signs
            low = np.min(cells, axis=0)
            size = np.max(cells, axis=0) + 1 - low
            return body(moved + (low + size / 2) * side)
    raise AssertionError(part.name)


def check_gaps(made, puzzle, options):
    """In a packed solution two pieces keep twice the play, a piece and the box the play and the box's."""
    solution = solve(puzzle).solutions[0]
    pieces = {part.name: part for part in made if part.kind == "piece"}
    tray = body(next(part for part in made if part.kind == "box").triangles)
    boxed = [p for p in solution if p.cells[0][3:] in ((), (0,))]
    placed = [laid(pieces[p.piece], p.cells, options.cell) for p in boxed]
    least = min(a.min_gap(b, 1.0) for a, b in combinations(placed, 2))
    assert least == pytest.approx(2 * options.play, abs=1e-4)
    corner = options.wall + options.box_play
    least = min(one.translate((corner,) * 3).min_gap(tray, 1.0) for one in placed)
    assert least == pytest.approx(options.play + options.box_play, abs=1e-4)


def test_the_box_has_posts_and_stays_open():
    """Eight cells about an empty one make a post; a hole under a roof is left open, and told."""
    ring = [(x, y, 0) for x, y in product(range(3), repeat=2) if (x, y) != (1, 1)]
    assert (2, 2, 1) in trays.tray_cells(ring) and trays.roofed_cells(ring) == 0
    arch = [(0, 0, 0), (0, 0, 2), (1, 0, 2)]
    assert {z for x, y, z in trays.tray_cells(arch) if (x, y) == (2, 1)} == {0, 1, 2}
    assert trays.roofed_cells(arch) == 1


def test_the_walls_of_a_box_are_alike_on_both_sides():
    box = printed_parts(load("little-cube"), PrintOptions())[-1]
    for axis in (0, 1):
        at = np.unique(box.triangles[..., axis].round(3))
        assert at + at[::-1] == pytest.approx(at[-1], abs=0.01)


# -------- files


def test_a_plate_is_read_by_another_program_in_millimetres_with_colours():
    puzzle = load("nine-ls")
    bed = lay_out([p for p in printed_parts(puzzle, PrintOptions()) if p.kind == "piece"], (180, 180), 6)[0]
    scene = trimesh.load(io.BytesIO(three_mf(puzzle.name, bed)), file_type="3mf")
    assert scene.units == "millimeter" and len(scene.graph.nodes_geometry) == 9
    assert all(mesh.is_watertight for mesh in scene.geometry.values())
    whole = scene.to_mesh()
    assert whole.volume == pytest.approx(volume(bed.triangles), rel=1e-5)
    assert np.allclose(whole.bounds, [bed.triangles.min((0, 1)), bed.triangles.max((0, 1))], atol=1e-4)


def test_each_cell_is_painted_in_its_colour():
    """A bar of two colours and a cell without: each triangle is in the cell whose colour it has."""
    text = "pieces: [{name: I, cells: [[0, 0, 0], [0, 0, 1], [0, 0, 2]], colours: [black, '', red]}]"
    (part, _) = printed_parts(read_text(f"box: [3, 1]\n{text}"), PrintOptions(cell=10))
    middles = (part.triangles.mean(1)[:, 0] + 0.07) // 10 - 1
    assert sorted(set(zip(middles, part.paint))) in ([(-1, 0), (0, -1), (1, 1)], [(-1, 1), (0, -1), (1, 0)])
    model = zipfile.ZipFile(io.BytesIO(three_mf("I", Bed([(part, (0, 0))])))).read("3D/3dmodel.model")
    tree = ElementTree.fromstring(model)
    assert [one.get("displaycolor") for one in tree.findall(".//{*}base")][1:] == ["#202020", "#D62728"]
    used = Counter(one.get("p1") for one in tree.findall(".//{*}triangle"))
    assert used == Counter(
        {None: sum(part.paint == -1), "1": sum(part.paint == 0), "2": sum(part.paint == 1)}
    )
    assert trimesh.load(io.BytesIO(three_mf("I", Bed([(part, (0, 0))]))), file_type="3mf").geometry


@pytest.mark.slow
def test_parts_on_a_plate_are_six_millimetres_apart_and_within_it():
    made = [p for p in printed_parts(load("bedlam-cube"), PrintOptions()) if p.kind == "piece"]
    for plate in ((180, 180), (90, 60)):
        beds = lay_out(made, plate, 6)
        assert sum(len(bed.laid) for bed in beds) == 13
        for bed in beds:
            places = [(np.array(at), np.array(at) + part.size[:2]) for part, at in bed.laid]
            assert (np.max([high for _, high in places], axis=0) <= plate).all()
            for (low, high), (other_low, other_high) in combinations(places, 2):
                assert (np.maximum(low - other_high, other_low - high) > 6 - 1e-6).any()


@pytest.mark.slow
def test_names_of_pieces_stay_in_the_folder(tmp_path):
    puzzle = read_text(ODD)
    made, _ = write_prints(puzzle, tmp_path / "out")
    assert {path.parent for path in made} == {tmp_path / "out"}
    assert {path.name for path in tmp_path.rglob("*")} == {"out", *(path.name for path in made)}
    assert all(re.fullmatch(r"[0-9A-Za-z_-]+\.(stl|3mf|svg)", path.name) for path in made)
    for path in made:
        if path.suffix == ".svg":
            ElementTree.fromstring(path.read_bytes())
            assert "<script" not in path.read_text(encoding="utf-8")
        elif path.suffix == ".3mf":
            assert trimesh.load(path).geometry


def test_loose_pieces_are_sound_and_told():
    part = printed_parts(read_text(ODD), PrintOptions())[1]
    assert "2 parts that share no face" in part.remark
    assert_sound(part.triangles, 2)


@pytest.mark.slow
def test_files_that_are_there_stay_unless_they_may_be_replaced(tmp_path):
    tmp_path.joinpath("card.svg").write_text("mine")
    with pytest.raises(PuzzleError, match="is there already"):
        write_prints(load("little-cube"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["card.svg"]
    assert tmp_path.joinpath("card.svg").read_text() == "mine"
    write_prints(load("little-cube"), tmp_path, replace=True)
    assert tmp_path.joinpath("card.svg").read_text() != "mine"


@pytest.mark.slow
def test_the_command_writes_files_and_says_so(tmp_path, capsys):
    words = ["print", "little-cube", "--out", str(tmp_path), "--cell", "10", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(told["files"]) == sorted(map(str, tmp_path.iterdir()))
    for part in told["parts"]:
        mesh = trimesh.load(tmp_path / f"{part['part']}.stl")
        assert mesh.is_watertight and mesh.volume == pytest.approx(part["volume"], rel=1e-4)
        assert mesh.extents.tolist() == pytest.approx(part["size"], abs=1e-3)
    assert "up to rotation" in tmp_path.joinpath("card.svg").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_card_has_the_count_the_level_and_the_difficulty():
    facts = dict(card_lines(load("burr-level-10"), 120))
    assert facts["solutions"] == "7 up to rotation"
    assert facts["taken apart"] == "cannot be put together (the first solution found)"
    assert dict(card_lines(load("little-cube"), 120))["taken apart"] == "level 1"
    hard = difficulty(load("burr-level-10"))
    assert facts["difficulty"] == f"{hard.median:,} nodes of a search ({hard.low:,} to {hard.high:,})"
    facts = dict(card_lines(read_text("box: [3, 1]\npieces: [{name: L, layers: ['##/#.']}]"), 10))
    assert facts == {"solutions": "0 up to rotation and reflection"}


@pytest.mark.slow
def test_the_sheets_become_a_pdf_where_a_chromium_is(tmp_path, capsys, chromium):
    assert main(["print", "little-cube", "--out", str(tmp_path), "--pdf"]) == 0
    assert tmp_path.joinpath("sheets.pdf").read_bytes().startswith(b"%PDF")
    assert main(["print", "little-cube", "--out", str(tmp_path / "second")]) == 0
    tmp_path.joinpath("third").mkdir()
    tmp_path.joinpath("third", "sheets.pdf").write_text("mine")
    assert main(["print", "little-cube", "--out", str(tmp_path / "third"), "--pdf"]) == 2
    assert [path.name for path in tmp_path.joinpath("third").iterdir()] == ["sheets.pdf"]


@pytest.mark.parametrize(
    "words, told",
    [
        (["--cell", "1"], "cell 1.0: must be a number of millimetres from 5 to 50"),
        (["--cell", "nan"], "cell nan: must be a number of millimetres from 5 to 50"),
        (["--bevel", "5"], "bevel 5.0: must be a number of millimetres from 0.01 to 1.194"),
        (["--play", "0"], "play 0.0: must be a number of millimetres from 0.01 to 1.384"),
        (["--wall", "1"], "wall 1.0: must be a number of millimetres from 1.6 to 50"),
        (["--plate", "180"], "plate '180': must be width and depth in mm, as 180x180"),
        (["--plate", "20x20"], "22.3 × 22.3 mm is larger than the plate of 20 × 20 mm"),
    ],
)
def test_a_wrong_length_gets_one_line(tmp_path, capsys, words, told):
    assert main(["print", "little-cube", "--out", str(tmp_path / "out"), *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err and err.count("\n") == 1 and not any(tmp_path.iterdir())


@pytest.mark.slow
def test_many_pieces_are_not_laid_out_and_long_texts_are_cut(tmp_path, capsys):
    path = tmp_path / "many.yaml"
    many = f"name: {'long name ' * 500}\nsource: {'long source ' * 500}"
    path.write_text(f"{many}\nbox: [30, 20]\npieces: [{{name: A, copies: 600, cells: [[0, 0]]}}]")
    assert main(["print", str(path), "--out", str(tmp_path / "out"), "--time-limit", "10"]) == 0
    assert "more than 400 pieces are not laid out on plates" in capsys.readouterr().err
    names = {one.name for one in tmp_path.joinpath("out").iterdir()}
    assert names == {"piece-1-A.stl", "piece-1-A.3mf", "box.stl", "box.3mf", "sheet-1.svg", "card.svg"}
    card = tmp_path.joinpath("out", "card.svg").read_text(encoding="utf-8")
    assert card.count("long source") < 30 and card.count("long name") < 600


def test_a_time_limit_ends_the_work_on_the_parts(tmp_path, capsys, monkeypatch):
    def endless(*_):
        while True:
            pass

    monkeypatch.setattr("makers.commands.printing.printed_files", endless)
    out = tmp_path / "out"
    assert main(["print", "little-cube", "--out", str(out), "--time-limit", "0.01"]) == 3
    assert capsys.readouterr() == ("", "stopped before there was anything to tell\n")
    assert not out.exists()


def test_the_card_says_what_is_known_when_the_time_is_up(monkeypatch):
    def endless(*_):
        yield "solutions", "7,654"
        while True:
            pass

    monkeypatch.setattr("makers.commands.printing.card_lines", endless)
    assert list(facts_in_time(load("little-cube"), Clock(0.5))) == [("solutions", "7,654")]


def test_a_part_that_would_take_gigabytes_gets_one_line():
    far = read_text("cells: [[0,0,0],[99,99,99]]\npieces: [{name: A, copies: 2, cells: [[0,0,0]]}]")
    with pytest.raises(PuzzleError, match="the box: it is 100 × 100 × 100 cells large"):
        printed_parts(far, PrintOptions())


# -------- paper


def test_the_sheets_have_every_cell_once_and_stay_on_the_paper():
    for name in SOME:
        puzzle, squares = load(name), 0
        for page in drawings.layer_sheets(puzzle):
            tree = ElementTree.fromstring(page)
            squares += page.count('<rect x="')
            for group in tree.findall("{*}g"):
                x, y = map(float, re.search(r"\((\S+) (\S+)\)", group.get("transform")).groups())
                assert 15 <= x <= 195 and 15 <= y <= 282
        pieces = sum(len(piece.cells) for piece in puzzle.pieces)
        assert squares == pieces + len(puzzle.container)


def test_a_piece_is_laid_so_that_little_hangs_over():
    """By brute force over all ways to lay it: none has fewer cells over nothing, nor is as good and lower."""
    for piece in load("bedlam-cube").pieces:
        laid_down = parts.lay_down(piece.cells)
        ways = {normal_form(turned(cell, turn) for cell in piece.cells) for turn in ROTATIONS}
        worth = {way: (parts.overhangs(way), max(z for *_, z in way)) for way in ways}
        assert worth[laid_down] == min(worth.values())
