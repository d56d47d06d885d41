"""The workshop without a browser: remarks, files, what the buttons do, and messages that no browser of ours
sends."""

import copy
import json

import numpy as np
import pytest

from lessons import workshop
from lessons.puzzles.cards import saving
from lessons.puzzles.cards.saving import kept_sketch
from lessons.puzzles.cards.workshop import print_folder
from lessons.puzzles.hands.remarks import GOOD, NOTE, WRONG, sketch_remarks
from lessons.puzzles.hands.sketch import read_sketch, sketch_of
from lessons.puzzles.views.prints import parts_scene
from makers.printing import PrintOptions, printed_parts
from makers.stl import RECORD, binary_stl
from puzzlelib import PackingPuzzle, PuzzleError, load
from puzzlelib.packing.files import catalogue, read_text
from puzzlelib.packing.puzzle import Piece
from puzzlelib.pictures.blocks import part_names
from puzzlelib.pictures.traces import part_traces, unpack_array

DOMINO = [[0, 0, 0], [1, 0, 0]]
OWN = """
name: Mine
box: [3, 2, 1]
optional: [[0, 0], [1, 0]]
colours: {red: [[2, 1]]}
pieces:
  - {name: I, copies: 1..2, cells: [[0, 0], [1, 0]], colours: [red, ""]}
  - {name: dot, copies: 2, cells: [[0, 0, 0]]}
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def card():
    return workshop("soma")


def drawn(container, **pieces) -> PackingPuzzle:
    """A puzzle of any volume."""
    cells = tuple(map(tuple, container))
    shapes = {name: tuple(map(tuple, own)) for name, own in pieces.items()}
    return PackingPuzzle("drawn", cells, tuple(map(Piece, shapes, shapes.values())))


def told(puzzle, kind=WRONG) -> list[str]:
    return [one.say for one in sketch_remarks(sketch_of(puzzle)) if one.kind == kind]


def square(wide: int, deep: int) -> list:
    return [[x, y, 0] for y in range(deep) for x in range(wide)]


def send(card, **change) -> None:
    """Paint a stroke: the browser sends the whole sketch anew."""
    card.bench.sketch = json.loads(json.dumps(card.bench.sketch)) | change


# ---- the drawing


@pytest.mark.parametrize("name", catalogue())
def test_every_puzzle_of_the_catalogue_is_drawn_and_stays_the_same(name):
    sketch = sketch_of(load(name))
    assert read_sketch(json.loads(json.dumps(sketch.message()))) == sketch
    again = sketch.to_puzzle()
    assert same_parts(again) == same_parts(load(name)) and again.placements == load(name).placements


def same_parts(puzzle) -> tuple:
    """All of a puzzle but where its pieces lie in the file, and how its container is written."""
    pieces = [(piece.name, piece.copies, piece.spare, sorted(piece.colours)) for piece in puzzle.pieces]
    return puzzle.name, puzzle.container, puzzle.optional, puzzle.colours, puzzle.turns, pieces


def test_optional_cells_ranges_and_colours_are_drawn():
    puzzle = read_text(OWN)
    sketch = sketch_of(puzzle)
    assert sketch.box.optional.count(True) == 2 and sketch.pieces[0].colours == ("red", "")
    assert (sketch.pieces[0].least, sketch.pieces[0].most) == (1, 2)
    assert sketch.to_puzzle() == puzzle == read_text(sketch.text())


def test_of_several_boxes_each_must_be_whole():
    message = sketch_of(load("tetracubes-2x2x4+2x2x4")).message()
    message["parts"][0]["cells"].pop()
    sketch = read_sketch(message)
    assert any("each must have all its cells" in one.say for one in sketch_remarks(sketch))
    with pytest.raises(PuzzleError, match="each must have all its cells"):
        sketch.to_puzzle()


# ---- remarks


def test_volume():
    assert "The pieces have 2 cells, the box takes 4: 2 too few." in told(drawn(square(2, 2), I=DOMINO))
    assert "2 too many" in "".join(told(drawn(square(2, 1), I=DOMINO, J=DOMINO)))
    assert told(load("soma"), GOOD)[0] == "The pieces have 27 cells, as many as the box."
    assert told(read_text(OWN), GOOD) == ["The pieces have 4 to 6 cells, the box takes 4 to 6."]


def test_a_cell_that_no_piece_reaches_is_marked():
    lonely = drawn([*square(2, 2), [5, 5, 0], [9, 9, 0]], I=DOMINO, J=DOMINO, K=DOMINO)
    (said,) = [one for one in sketch_remarks(sketch_of(lonely)) if "reaches" in one.say]
    assert said.say == "No piece reaches 2 cells of the box, such as (5,5,0)."
    assert said.part == 0 and said.cells == ((5, 5, 0), (9, 9, 0))


def test_the_chessboard():
    board = [cell for cell in square(4, 4) if cell not in ([0, 0, 0], [3, 3, 0])]
    pieces = {name: DOMINO for name in "ABCDEFG"}
    assert any(
        "cannot be filled: coloured like a chessboard" in said for said in told(drawn(board, **pieces))
    )
    ells = PackingPuzzle.from_pieces({"L": "###/#.."}, copies={"L": 5}, box=[4, 5], turns="flip")
    assert any(said.startswith("This box cannot be filled: give 8 cells") for said in told(ells))
    assert "14 and 13 cells" in told(load("soma"), GOOD)[1]


def test_twins_a_piece_in_parts_and_a_name_twice():
    turned = {"A": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "B": [[0, 0, 0], [0, 0, 1], [0, 1, 0]]}
    notes = told(drawn(square(3, 2), **turned), NOTE)
    assert any(note.startswith("A and B are the same piece, turned") for note in notes)
    assert not any("same piece" in note for note in told(load("soma"), NOTE)), "mirrored is not turned"
    loose = told(drawn(square(3, 2), A=[[0, 0, 0], [2, 0, 0]]), NOTE)
    assert loose[0] == "Piece A is disconnected (2 parts): it is taken as one loose piece."
    message = sketch_of(load("soma")).message()
    message["parts"][2]["name"] = "V"
    assert any("Two pieces are called V" in one.say for one in sketch_remarks(read_sketch(message)))


# ---- the card


def test_a_stroke_is_heard_and_remarked_on(card):
    parts = copy.deepcopy(card.bench.sketch["parts"])
    parts[1]["cells"].pop()
    send(card, parts=parts, stamp=7)
    assert card.bench.seen == 7 and "26 cells" in card.bench.remarks[0]["say"]
    with pytest.raises(PuzzleError, match="volume"):
        card.puzzle
    card.bench.ask = ["solve", 1]
    assert card.bench.told["wrong"] and "volume" in card.bench.told["say"] and card.bench.answered == 1


@pytest.mark.slow
def test_solve_count_step_and_play(card):
    for number, (what, words) in enumerate(
        [("solve", "referee has checked"), ("count", "480 solutions up to rotations"), ("play", "by hand")], 1
    ):
        card.bench.ask = [what, number]
        assert words in card.bench.told["say"] and card.bench.answered == number and not card.bench.busy
    assert card.bench.showing == "play" and card.results.layout.display is None
    card.bench.showing = "draw"
    assert card.results.layout.display == "none"
    assert card.step().stage.count > 1 and card.bench.showing == "step"


@pytest.mark.slow
def test_a_solution_is_taken_apart_or_proved_to_be_stuck():
    card = workshop("burr-level-10")
    card.bench.ask = ["apart", 1]
    assert card.bench.showing == "apart" and card.done.level == "10"
    assert "The first solution is stuck" in card.bench.told["say"]
    card.load("locked-cube")
    assert card.take_apart().stuck and "Of all 1 solution up to rotations none" in card.bench.told["say"]
    card.load("soma")
    assert len(card.take_apart().shifts) == 6


def test_no_solution_is_told_with_its_reason():
    bar = "{name: I, cells: [[0,0], [1,0], [2,0], [3,0], [4,0]]}"
    square_and_bar = f"{{name: O, cells: [[0,0], [1,0], [0,1], [1,1]]}}, {bar}"
    card = workshop(read_text(f"{{box: [3, 3], pieces: [{square_and_bar}]}}"))
    assert card.solve() is None and card.bench.showing == "draw"
    assert "There is no solution" in card.bench.told["say"] and "I fits nowhere" in card.bench.told["say"]


def test_an_interrupt_stops_what_is_going_on(card, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("lessons.puzzles.cards.workshop.solve", stop)
    card.bench.ask = ["solve", 1]
    assert card.bench.told["say"] == "Stopped." and not card.bench.busy and card.bench.answered == 1


# ---- files


def test_save_and_load(here, card):
    card.bench.file = "mine"
    card.bench.ask = ["save", 1]
    assert load(here / "mine.yaml") == load("soma") and card.bench.told["say"] == "Saved: mine.yaml"
    card.bench.ask = ["save", 2]
    assert "is there already" in card.bench.told["say"]
    other = workshop("mine.yaml")
    assert other.puzzle == load("soma") and other.bench.file == "mine.yaml"
    other.load("bedlam-cube")
    assert other.puzzle == load("bedlam-cube") and other.bench.history == {"past": [], "future": []}
    other.save("mine", over=True)
    assert load(here / "mine.yaml") == load("bedlam-cube")


def test_a_drawing_that_is_not_finished_is_not_written(here):
    card = workshop("new.yaml")
    assert card.bench.file == "new.yaml"
    card.bench.ask = ["save", 1]
    assert "piece A has no cell" in card.bench.told["say"] and not list(here.iterdir())


@pytest.mark.parametrize("name", ["", " ", "../soma.yaml", "/etc/passwd", "a/b", ".hidden", "a\0b", "\ud800"])
def test_files_are_those_of_this_folder(here, card, name):
    for act in (card.save, card.load):
        with pytest.raises(PuzzleError, match="folder of this notebook"):
            act(name)
    assert not list(here.iterdir())


def test_the_text_of_a_puzzle_is_drawn(card):
    card.bench.text = OWN
    card.bench.ask = ["use", 1]
    assert card.puzzle == read_text(OWN) and card.bench.told["say"] == "Drawn: Mine."
    card.bench.ask = ["text", 2]
    assert read_text(card.bench.text) == card.puzzle
    card.bench.text = "]"
    card.bench.ask = ["use", 3]
    assert "YAML" in card.bench.told["say"] and card.puzzle == read_text(OWN)


@pytest.mark.slow
def test_files_for_a_printer(here):
    card = workshop("little-cube")
    card.count()
    card.take_apart()
    paths = card.print_files()
    assert {path.parent.name for path in paths} == {"little-cube-print"}
    assert all(path.is_file() for path in paths)
    drawing = (here / "little-cube-print" / "card.svg").read_text()
    assert "up to rotations" in drawing and "levels" in drawing and "1.1" in drawing
    assert print_folder(card.puzzle).name == "little-cube-print-2"
    assert card.bench.told["say"] == f"little-cube-print has {len(paths)} files: 4 parts, 1 sheet, a card."


# ---- another kernel


def test_a_drawing_outlives_its_kernel(here, monkeypatch):
    place = here / ".exactly-once" / "13.sketch"
    monkeypatch.setattr(saving, "sketch_place", lambda: place)
    card = workshop("mine.yaml")
    send(card, name="Half done", stamp=3)
    again = workshop("mine.yaml")
    assert again.sketch.name == "Half done" and "as you left it" in again.bench.told["say"]
    assert workshop("other.yaml").sketch.name == "My puzzle"
    assert workshop("soma").puzzle == load("soma")
    (here / "mine.yaml").write_text("box: [1, 1, 1]\npieces: [{name: A, cells: [[0,0,0]]}]\n")
    assert workshop("mine.yaml").sketch.name == "mine", "what was saved later counts"


NO_DRAWING = ["", "]", "[]", "7", '{"file": ""}', '{"file": "", "sketch": {"parts": 3}}', "[" * 99999]


@pytest.mark.parametrize("text", NO_DRAWING, ids=lambda text: text[:9])
def test_what_somebody_has_written_there_is_left_alone(here, monkeypatch, text):
    place = here / "13.sketch"
    place.write_text(text)
    monkeypatch.setattr(saving, "sketch_place", lambda: place)
    assert kept_sketch("") is None and workshop().sketch.name == "My puzzle"


# -------- what is printed


def test_the_picture_of_a_part_is_its_stl_file():
    soma = printed_parts(load("soma"), PrintOptions())
    _, frames = parts_scene(soma)
    for part, frame in zip(soma, frames, strict=True):
        [[name, trace]] = part_traces(part_names([frame])).items()
        points = np.stack([unpack_array(trace[axis]) for axis in "xyz"], 1)
        corners = points[np.stack([unpack_array(trace[axis]) for axis in "ijk"], 1).astype(int)]
        filed = np.frombuffer(binary_stl(part.triangles), RECORD, offset=84)["corners"]
        assert np.allclose(10 * corners, filed, atol=1e-4)
        told = [float(size.removesuffix(" mm")) for size in frame["sizes"]]
        assert np.allclose(told, np.ptp(filed, (0, 1)), atol=0.051)
