"""The sheets that teachers hand out: each variant with pencil and paper has its own, nothing leaves the page,
and what stands on them is what the library says."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from test_build import ROOT

from lessons.kit.pages import paper
from lessons.sheets import __main__ as sheets
from lessons.sheets import boxes, solids, tables
from puzzlelib.icosoku import Cosoku, solve, spelled, tally, tetrahedron
from puzzlelib.icosoku.counting.exact import count_slowly
from puzzlelib.packing import Placement
from puzzlelib.packing.layers import layers_text
from puzzlelib.search.generate import generate

LESSONS = ROOT / "lessons"

SVG = "{http://www.w3.org/2000/svg}"
EDGE = 6  # mm: printers leave so much white
FOLDERS = sorted(file.parent for file in LESSONS.glob("*/teacher.md"))


def sheet(name: str) -> ET.Element:
    """A sheet, as it was drawn: "09/plates"."""
    number, _, kind = name.partition("/")
    (file,) = LESSONS.glob(f"l{number}_*/sheets/{kind}.svg")
    return ET.parse(file).getroot()


def marked(name: str, kind: str) -> list[ET.Element]:
    return [one for one in sheet(name).iter() if kind in one.get("class", "").split()]


def words(name: str, kind: str | None = None) -> list[str]:
    found = sheet(name).iter(f"{SVG}text") if kind is None else marked(name, kind)
    return [one.text for one in found if one.text]


def test_they_are_fresh():
    assert sheets.stale_sheets() == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_variant_on_paper_has_its_sheets(folder):
    text = (folder / "teacher.md").read_text(encoding="utf-8")
    (variant,) = re.findall(r"(?ms)^## (?:With p|P)encil[^\n]*\n(.*?)(?=^## |\Z)", text)
    linked = set(re.findall(r"\]\(sheets/([\w-]+)\.svg\)", variant))
    assert linked and linked == {file.stem for file in (folder / "sheets").glob("*.svg")}


@pytest.mark.parametrize("file", sheets.draw_sheets(), ids=lambda file: f"{file.parts[-3][:2]}-{file.stem}")
def test_it_is_a_page_and_nothing_leaves_it(file):
    root = ET.parse(file).getroot()
    assert root.tag == f"{SVG}svg" and root.get("viewBox") == "0 0 210 297"
    assert root.get("role") == "img" and root.find(f"{SVG}title").text
    for one in root.iter():
        for x, y in points_of(one):
            assert EDGE <= x <= paper.WIDTH - EDGE and EDGE <= y <= paper.HEIGHT - EDGE, one.attrib
        assert one.get("fill", "none") in ("none", "white", "black") and one.get("stroke") in (None, "black")


def points_of(one: ET.Element) -> list[tuple[float, float]]:
    """How far an element reaches; of words, where their letters would be if all were wide."""
    at = {name: float(value) for name, value in one.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    match one.tag.removeprefix(SVG):
        case "line":
            return [(at["x1"], at["y1"]), (at["x2"], at["y2"])]
        case "rect" if "x" in at:
            return [(at["x"], at["y"]), (at["x"] + at["width"], at["y"] + at["height"])]
        case "circle":
            return [(at["cx"] + side * at["r"], at["cy"] + side * at["r"]) for side in (-1, 1)]
        case "polygon":
            return corners_of(one)
        case "text":
            wide = paper.LETTER * at["font-size"] * len(one.text or "")
            left = at["x"] - {"start": 0, "middle": wide / 2}[one.get("text-anchor")]
            return [(left, at["y"] - at["font-size"]), (left + wide, at["y"])]
    return []


def corners_of(polygon: ET.Element) -> list[tuple[float, float]]:
    return [tuple(map(float, point.split(","))) for point in polygon.get("points").split()]


# -------- what stands on them


def test_the_box_has_the_hints_of_its_seed_and_one_solution():
    made = generate("2x4x4", 4, boxes.SEED)
    text = layers_text(made.puzzle, dict.fromkeys(map(Placement._make, made.given), "given"))
    rows = [line for line in text.splitlines() if "layer" not in line and line]
    wanted = [half for start in (0, 1) for row in rows for half in [row.split()[4 * start : 4 * start + 4]]]
    letters = iter(words("00/box", "cell"))
    assert [next(letters) for row in wanted for letter in row if letter != "."] == [
        letter for row in wanted for letter in row if letter != "."
    ]
    assert not list(letters) and made.completions == 1 and len(marked("00/box", "layer")) == 4


def test_the_matrices_are_those_of_the_lessons():
    text = (sheets.sheets_folder("04").parent / "lesson.md").read_text(encoding="utf-8")
    first, second = re.findall(r'(?m)^matrix\(\[(".*")\], "[a-h]+"\)', text)[:2]
    assert tables.SIX == tuple(re.findall(r'"(\w+)"', first))
    assert tables.EIGHT == tuple(re.findall(r'"(\w+)"', second))
    assert len(marked("04/matrix", "one")) == len("".join(tables.EIGHT))
    assert len(marked("05/coins", "one")) == len("".join(tables.SIX)) == 16
    assert len(marked("04/cards", "card")) == len(tables.SIX) + len(tables.EIGHT)
    assert len(marked("04/strips", "strip")) >= len(tables.EIGHT) + len("abcdefgh")


def test_the_octahedron_is_the_teachers():
    puzzle = solids.OCTAHEDRON
    assert sum(map(sum, puzzle.tiles)) == sum(solids.PEGS) == 21
    assert tally(puzzle).number == 2716
    assert len(marked("10/octahedron", "dot")) == 21
    assert len(marked("10/octahedron", "face")) == len(marked("10/octahedron", "tile")) == 8
    named = {f"{vertex} {peg}" for vertex, peg in zip(puzzle.polyhedron.vertices, solids.PEGS)}
    assert named <= set(words("10/octahedron"))


def test_the_boxes_of_lesson_12_have_the_witnesses_of_the_teacher():
    first, second = (Cosoku(tetrahedron(), pegs, solids.BOXES[1]) for pegs in ((1, 2, 3, 4), (1, 2, 4, 3)))
    assert (count_slowly(first), count_slowly(second)) == (6, 1)
    assert solve(Cosoku(tetrahedron(), (1, 2, 3, 4), solids.BOXES[0])).arrangement
    assert len(marked("12/tetrahedra", "dot")) == sum(sum(map(sum, box)) for box in solids.BOXES)
    for number, box in zip(("first", "second"), solids.BOXES):
        assert f"{number} box " + ", ".join(map(spelled, box)) in words("12/tetrahedra")


@pytest.mark.slow
def test_all_sheets_of_a_lesson_are_one_pdf(tmp_path, chromium):
    out = Path(tmp_path, "sheets.pdf")
    assert sheets.print_sheets(sheets.sheets_folder("09"), chromium, out)
    assert len(re.findall(rb"/Type\s*/Page\b", out.read_bytes())) == 2
