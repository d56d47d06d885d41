"""The plate editor without a browser: edits, counters' numbers, solving, files, and what the pictures say."""

import base64
import json
from dataclasses import replace

import pytest

from lessons.kit.cards.still import widgets_in
from lessons.l09_plates import card as module
from lessons.l09_plates.card import SOLVERS, file_name, from_board_to_cube, plate_editor
from lessons.puzzles.views.fold import FLIGHT, OPEN
from lessons.puzzles.views.plates import Show
from puzzlelib import PuzzleError
from puzzlelib.pictures.traces import part_traces
from puzzlelib.plates import engines as plate_engines
from puzzlelib.plates.files import load, read_text, to_yaml
from puzzlelib.plates.puzzles import areas_wrong, laid, puzzle_of
from puzzlelib.search import dancing_links

BOTH = load("both-ways")


@pytest.fixture
def editor():
    return plate_editor(BOTH, "both")


def toggle(editor, plate: int, cell: int) -> None:
    """Click: the browser sends all plates anew."""
    plates = json.loads(json.dumps(editor.borders.plates))
    plates[plate]["cells"][cell] ^= True
    editor.borders.plates = plates


def said(editor) -> str:
    return editor.line.value


# -------- editing


def test_an_edit_reaches_the_set_and_the_picture(editor):
    before = editor.stage.frames[0]["cells"]
    toggle(editor, 0, 3)
    was, now = BOTH.plates[0].border12, editor.plates.plates[0].border12
    assert [i for i in range(12) if was[i] != now[i]] == [3] and editor.plates.border30 == BOTH.border30
    assert editor.stage.frames[0]["cells"] != before
    toggle(editor, 0, 3)
    assert editor.plates == BOTH and editor.stage.frames[0]["cells"] == before


def test_an_edit_takes_the_solution_away(editor):
    editor.solve()
    assert editor.stage.count > 6 * FLIGHT and set(editor.found) == {"board", "cube"}
    toggle(editor, 1, 0)
    assert editor.stage.count == 1 and not editor.found and said(editor) == ""


@pytest.mark.parametrize("card", [from_board_to_cube(BOTH), plate_editor(BOTH)])
def test_the_track_is_the_only_slider_of_steps(card):
    assert "step" not in [getattr(widget, "description", "") for widget in widgets_in(card)]


# -------- solving


@pytest.mark.parametrize("solver", SOLVERS.values())
def test_every_solver_solves(solver):
    editor = plate_editor(BOTH, "both")
    editor.solver.value = solver
    editor.solve()
    assert list(editor.found) == ["board", "cube"] and said(editor).count(": solved in") == 2
    assert editor.stage.count == 1 + 6 * FLIGHT + 4 + OPEN


def test_both_targets_one_after_the_other_give_the_way_between_them(editor):
    for target in ("board", "cube"):
        editor.target.value = target
        editor.solve()
    assert editor.stage.count == 1 + 6 * FLIGHT + 4 + OPEN


def test_the_number_of_solutions():
    editor = plate_editor(BOTH, "cube")
    editor.solver.value = "exact-cover"
    editor.count()
    raw = len(list(dancing_links.solutions(puzzle_of(BOTH, "cube"))))
    assert said(editor).startswith(f"Cube: {raw} solutions, {raw // 24} up to rotation (")


def test_wrong_areas_are_told_with_the_numbers(editor):
    cells = sum(sum(plate.border12) for plate in BOTH.plates)
    toggle(editor, 0, BOTH.plates[0].border12.index(False))
    editor.solve()
    assert "eo-wrong" in said(editor) and f"have {cells + 1} true" in said(editor)
    assert f"exactly {cells}" in said(editor)
    assert not editor.found


def test_why_there_is_no_solution():
    given = load("pinwheels")
    over = [plate.mirrored() if plate.name in "AB" else plate for plate in given.plates]
    editor = plate_editor(replace(given, plates=tuple(over)), "cube")
    assert areas_wrong(editor.plates, "cube") == ""
    assert not list(dancing_links.solutions(puzzle_of(editor.plates, "cube")))
    editor.solve()
    assert "there is no solution (" in said(editor) and "No choice of placements covers the cells" in said(
        editor
    )
    frame = editor.stage.frames[0]
    assert editor.why.say in said(editor) and "marked" in frame["how"]
    assert {block["part"] for block in frame["blocks"]} <= set(editor.stage.parts)


def test_a_reason_that_takes_too_long_can_be_stopped(monkeypatch):
    def interrupted(puzzle):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "why_not", interrupted)
    editor = plate_editor("one-mirrored", "cube")
    editor.solve()
    assert said(editor).endswith("stopped before the reason was found.") and editor.stage.busy == ""


@pytest.mark.parametrize(
    "stopped, words", [("interrupt", "stopped after"), ("time limit", "the time limit came after")]
)
def test_a_search_that_was_stopped(editor, monkeypatch, stopped, words):
    ended = module.Result(stopped=stopped, seconds=1.5), []
    monkeypatch.setattr(module, "solve_noted", lambda *_: ended)
    editor.solve()
    assert words in said(editor) and "nothing found so far" in said(editor)
    editor.count()
    assert "at least 0 solutions" in said(editor)


def test_an_interrupt_leaves_the_plates_as_they_were(editor, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "solve_noted", interrupted)
    editor.solve()
    assert said(editor) == "Stopped." and editor.plates == BOTH and editor.stage.busy == ""


def test_a_solver_that_had_to_be_replaced_is_named(editor, monkeypatch):
    import warnings

    def replaced(puzzle, solver, limit, seconds):
        warnings.warn("Gurobi cannot be used: no licence; HiGHS took over.", stacklevel=2)
        return module.Result([next(dancing_links.solutions(puzzle))], True)

    monkeypatch.setattr(plate_engines, "solve_as_program", replaced)
    editor.target.value, editor.solver.value = "cube", "gurobi"
    editor.solve()
    assert said(editor).endswith("Gurobi cannot be used: no licence; HiGHS took over.")


# -------- files


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_save_never_overwrites_by_accident(editor, here):
    editor.file.value = "mine"
    editor.save_file()
    assert read_text((here / "mine.yaml").read_text()) == BOTH
    assert editor.text.value == (here / "mine.yaml").read_text()
    toggle(editor, 0, 0)
    editor.save_file()
    assert "is there already" in editor.file_line.value
    assert read_text((here / "mine.yaml").read_text()) == BOTH
    editor.over.value = True
    editor.save_file()
    assert read_text((here / "mine.yaml").read_text()).plates == editor.plates.plates
    assert not editor.over.value


@pytest.mark.parametrize(
    "name", ["", "  ", "../elsewhere", "/tmp/x", "a/b", ".hidden", "a\0b", "\ud800", "a\u202eb"]
)
def test_a_file_comes_into_this_folder(editor, here, name):
    editor.file.value = name
    editor.save_file()
    assert "eo-wrong" in editor.file_line.value and not list(here.iterdir())
    with pytest.raises(PuzzleError, match="folder of this notebook"):
        file_name(name)


def test_load_by_name_by_path_and_as_text(editor, here):
    (here / "other.yaml").write_text(to_yaml(load("pinwheels")))
    for name in ("pinwheels", str(here / "other.yaml")):
        editor.reset()
        editor.file.value = name
        editor.load_file()
        assert editor.plates.plates == load("pinwheels").plates and "Loaded" in editor.file_line.value
    editor.text.value = to_yaml(BOTH)
    editor.use_text()
    assert editor.plates == BOTH


@pytest.mark.parametrize(
    "text, word",
    [
        ("]", "YAML"),
        ("", ""),
        ("pieces: []", "not empty"),
        (to_yaml(BOTH).replace("true", "'true'", 1), "true or false"),
        (to_yaml(BOTH).replace("name: B", "name: A"), "two plates have the name"),
    ],
)
def test_nothing_is_lost_when_a_load_fails(editor, text, word):
    toggle(editor, 2, 2)
    edited = editor.plates
    editor.text.value = text
    editor.use_text()
    assert "eo-wrong" in editor.file_line.value and word in editor.file_line.value
    assert "\n" not in editor.file_line.value
    assert editor.plates == edited and editor.text.value == text


def test_what_only_a_tampered_page_sends_is_not_taken(editor):
    """As it comes from the browser: several traits as one message."""
    toggle(editor, 0, 0)
    before, six, frame = (
        editor.plates,
        json.loads(json.dumps(editor.borders.plates)),
        list(editor.borders.frame),
    )
    for plates in (
        [],
        [1] * 6,
        [{}] * 6,
        six[1:],
        [six[0]] * 6,
        [six[0] | {"name": "a\0"}, *six[1:]],
        [six[0] | {"cells": 3}, *six[1:]],
        [six[0] | {"cells": [None] * 12}, *six[1:]],
    ):
        editor.borders.set_state({"plates": plates})
        assert editor.plates == before
    for wrong in ([], [1] * 30, [True] * 31, [None]):
        editor.borders.set_state({"frame": wrong})
        assert editor.plates == before
    editor.borders.set_state({"plates": six[::-1], "frame": [not cell for cell in frame]})
    assert editor.plates.plates == before.plates[::-1]


# -------- pictures


@pytest.fixture(scope="module")
def show():
    found = {
        target: laid(BOTH, target, next(dancing_links.solutions(puzzle_of(BOTH, target))))
        for target in ("board", "cube")
    }
    return Show(BOTH, **found)


def test_every_frame_names_parts_that_there_are(show):
    keys = {
        block[name]
        for frame in show
        for block in frame["blocks"]
        for name in ("part", "edge", "outline")
        if block[name]
    }
    made = part_traces(keys)
    assert len([key for key in keys if key.startswith('["plate"')]) == 7 and set(made) == keys
    for frame in show:
        for block in frame["blocks"]:
            triangles = len(base64.b64decode(made[block["part"]]["i"]["bdata"])) // 2
            assert len(base64.b64decode(block["tone"])) == triangles


def test_the_letters_follow_the_plates(show):
    scene = show.scene()
    numbers = {
        layer["title"]: [n for row in layer["rows"] for n in row if n >= 0] for layer in scene["layers"]
    }
    assert sum(numbers.values(), []) == list(range(len(show.fields)))
    board, net = numbers["board, seen from above"], numbers["the net, seen from outside"]
    first, last = show[0]["cells"], show[len(show) - 1]["cells"]
    assert all(first[n] for n in board) and not any(first[n] for n in net) and not any(last[n] for n in board)
    sizes = {plate.name: 4 + sum(plate.border12) for plate in BOTH.plates}
    assert {name: sum(last[n] == name for n in net) for name in sizes} == sizes
    assert {name: sum(first[n] == name for n in board) for name in sizes} == sizes
    assert all(set("ABCDEF") <= set(frame["cells"]) for frame in show)
