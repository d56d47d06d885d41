"""Puzzle files: what is written comes back; what is wrong gets one clear line."""

import json
import os
import sys

import pytest

from puzzlelib import catalogue, load, solve
from puzzlelib.__main__ import main
from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku import files as cosoku_files
from puzzlelib.packing.files import read_text, to_yaml
from puzzlelib.packing.layers import layers_text
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, box_cells, from_dict, to_dict
from puzzlelib.packing.strict_yaml import MOST_LEVELS
from puzzlelib.pictures.scenes import scene
from puzzlelib.plates import files as plate_files

GOOD = """name: two dominoes
box: [2, 2, 1]
pieces:
  - {name: A, cells: [[0,0,0],[1,0,0]]}
  - {name: B, cells: [[0,0,0],[1,0,0]]}
"""

BAD = [  # what is changed in GOOD, what the message must name
    ("name: two", "nmae: two", ["nmae", "unknown key", "allowed are name, box"]),
    ("box: [2, 2, 1]", "box: [2]", ["box", "[2]", "numbers [x, y, z], or [x, y]"]),
    ("box: [2, 2, 1]", "box: [2, 2, true]", ["box", "True", "whole number"]),
    ("box: [2, 2, 1]", "box: [2, 2, 0]", ["box", "0", "from 1"]),
    ("box: [2, 2, 1]", "box: [1000, 1000, 10]", ["10,000,000 cells", "at most 4,096"]),
    ("box: [2, 2, 1]", "boxes: []", ["boxes", "not empty"]),
    ("box: [2, 2, 1]", "", ["exactly one of box, boxes, cells, layers"]),
    ("box: [2, 2, 1]", "box: [2, 2, 1]\ncells: [[0,0,0]]", ["exactly one of"]),
    ("box: [2, 2, 1]", "cells: [[0,0,0],[0,0,0],[1,0,0],[1,1,0]]", ["[0, 0, 0]", "duplicate cell"]),
    ("box: [2, 2, 1]", "cells: [[0,0,-1],[0,1,0],[1,0,0],[1,1,0]]", ["cells", "-1", "from 0"]),
    ("box: [2, 2, 1]", "box: [3, 2, 1]", ["volume", "fill 4 cells", "has 6"]),
    ("box: [2, 2, 1]", "box: [2, 2, 1]\nbox: [2, 2, 1]", ["'box'", "appears twice"]),
    ("name: B, cells: [[0,0,0],[1,0,0]]", "name: B, cells: []", ["pieces[1] (B).cells", "not empty"]),
    ("name: B", "name: A", ["pieces[1].name", "A", "two pieces"]),
    ("name: B", "name: 7", ["pieces[1].name", "7", "text"]),
    ("{name: B, ", "{name: B, copies: 0, ", ["copies", "0", "from 1"]),
    (
        "name: two dominoes",
        "name: !!python/object/apply:os.system ['true']",
        ["not plain YAML", "python/object"],
    ),
    ("name: two dominoes", "name: !!int ''", ["not plain YAML"]),
    ("name: two dominoes", "name: &a [x]\nsource: *a", ["line 2", "aliases"]),
    ("box: [2, 2, 1]", "box: [2, 2, 0x" + "f" * 6000 + "]", ["box", "a very large int"]),
    ("name: B", 'name: "\\e[31mB"', ["pieces[1].name", "printed"]),
    ("name: B", 'name: "\\ud800"', ["pieces[1].name", "printed"]),
    ("name: B, cells: [[0,0,0],[1,0,0]]", f"name: {'B' * 9000}, cells: []", ["not empty"]),
    (
        "name: B, cells: [[0,0,0],[1,0,0]]",
        "name: B, cells: [[0,0,0],[1,1,0]]",
        ["pieces[1] (B)", "is disconnected (2 parts", "[[0, 0, 0]] and [[1, 1, 0]]", "loose: true"],
    ),
    ("{name: B, ", "{name: B, loose: 1, ", ["pieces[1] (B).loose", "true or false"]),
    ("{name: B, ", "{name: B, layers: ['##'], ", ["pieces[1] (B)", "cells and layers", "one of the two"]),
    ("name: two dominoes", "name: 2026-99-99x\n? {a: b}\n: c", ["not plain YAML"]),
]


@pytest.mark.parametrize("old, new, words", BAD)
def test_bad_files_get_one_line(tmp_path, old, new, words):
    assert old in GOOD
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(PuzzleError) as caught:
        load(file)
    message = str(caught.value)
    assert message.isprintable() and len(message) < 410 and "mine.yaml" in message
    assert "YAML" in message or message.endswith(" (see puzzlelib/packing/README.md)")
    assert all(word in message for word in words), message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just words",
        "- a\n- b",
        "42",
        "\0",
        "a: *b",
        "&a [*a]",
        "{" * 3000,
        "a: " + "[" * 5000,
        "pieces: 3\nbox: [1,1,1]",
        "box: [1,1,1]\npieces: [3]",
        "box: [1,1,1]\npieces: [{}]",
    ],
)
def test_what_is_no_puzzle_at_all(tmp_path, text):
    file = tmp_path / "x.yaml"
    file.write_text(text)
    with pytest.raises(PuzzleError) as caught:
        load(file)
    assert "\n" not in str(caught.value)


def test_bombs_are_refused_quickly(tmp_path):
    laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{c}: &{c} [{','.join(['*' + p] * 9)}]\n" for p, c in zip("abcdefgh", "bcdefghi")
    )
    big = "box: [2,2,1]\npieces: [{name: A, cells: [" + "[0,0,0]," * 200_000 + "]}]"
    aliases = f"box: [16,16,16]\npieces:\n- {{name: a, cells: &c [{'[0,0,0],' * 4000}]}}\n" + "".join(
        f"- {{name: b{i}, cells: *c}}\n" for i in range(1500)
    )
    for text in (laughs, big, aliases, "cells: [" + "[0,0,0]," * 100_000 + "]\npieces: []"):
        file = tmp_path / "bomb.yaml"
        file.write_text(text)
        with pytest.raises(PuzzleError):
            load(file)


@pytest.mark.parametrize("read", [read_text, plate_files.read_text, cosoku_files.read_text])
@pytest.mark.parametrize(
    "deep",
    ["[" * 200 + "]" * 200, "{a: " * 30 + "}" * 30, "\n" + "\n".join(" " * n + "-" for n in range(1, 60))],
)
def test_lists_within_lists_come_to_an_end(read, deep):
    """Each level makes the reader slower: 200 of them, again and again in 100 kB, took ten seconds."""
    with pytest.raises(PuzzleError, match=f"lists within lists, more than {MOST_LEVELS} levels deep"):
        read(f"name: {deep}")
    with pytest.raises(PuzzleError) as caught:  # as deep as may be is read, and refused for what it says
        read(f"name: {'[' * MOST_LEVELS}{']' * MOST_LEVELS}")
    assert "levels deep" not in str(caught.value)


def test_binary_and_folder(tmp_path):
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "b.yaml", tmp_path, tmp_path / "missing.yaml"):
        with pytest.raises(PuzzleError):
            load(path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere names are letters")
@pytest.mark.parametrize("name", ["\udcc3\udcbc", "a\nb", " ", "\u202e"])
def test_a_file_of_any_name_is_read(tmp_path, name):
    path = tmp_path / f"{name}.yaml"
    path.write_text("box: [2, 1]\npieces: [{name: I, cells: [[0, 0], [1, 0]]}]", encoding="utf-8")
    assert load(path).name.isprintable() and load(path).name.strip()


@pytest.mark.parametrize("name", catalogue())
def test_catalogue_files_come_back(name):
    puzzle = load(name)
    assert read_text(to_yaml(puzzle)) == puzzle and puzzle.source
    assert len(set(puzzle.labels.values())) == len(puzzle.pieces)


def test_a_flat_puzzle_needs_no_z():
    flat = "box: [3, 2]\npieces: [{name: V, copies: 2, cells: [[0,0],[1,0],[0,1]]}]"
    solid = "box: [3, 2, 1]\npieces: [{name: V, copies: 2, cells: [[0,0,0],[1,0,0],[0,1,0]]}]"
    boxes = "boxes: [[3, 1], [3, 1]]\npieces: [{name: I, copies: 2, cells: [[0,0],[1,0],[2,0]]}]"
    assert read_text(flat) == read_text(solid) and len(solve(read_text(flat)).solutions) == 1
    assert read_text(boxes).boxes == ((3, 1, 1), (3, 1, 1))
    assert read_text(flat.replace("box: [3, 2]", "cells: [[0,0],[1,0],[2,0],[0,1],[1,1],[2,1]]")).placements


def test_pieces_are_drawn_as_the_container_is():
    listed = "cells: [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]"
    for layers in ('["#./##", "../#."]', r'["#.\n##\n", "..\n#."]'):
        text = f"box: [2, 2, 2]\npieces: [{{name: P, copies: 2, layers: {layers}}}]"
        same = f"box: [2, 2, 2]\npieces: [{{name: P, copies: 2, {listed}}}]"
        assert set(read_text(text).pieces[0].cells) == set(read_text(same).pieces[0].cells)


def test_a_piece_may_say_that_it_falls_into_parts():
    apart = "box: [3, 1]\npieces: [{name: A, cells: [[0,0],[2,0]], loose: true}, {name: B, cells: [[0,0]]}]"
    puzzle = read_text(apart)
    assert len(solve(puzzle).solutions) == 1 and read_text(to_yaml(puzzle)) == puzzle


def test_layers_are_drawn_with_the_back_row_on_top():
    puzzle = read_text(
        'layers: ["#.\\n##", "#.\\n.."]\npieces: [{name: P, cells: [[0,0,0],[1,0,0],[0,1,0],[0,1,1]]}]'
    )
    assert puzzle.container == ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1))


def test_copies_are_written_as_lists_of_cells():
    puzzle = read_text("box: [2, 2, 1]\npieces: [{name: D, copies: 2, cells: [[0,0,0],[1,0,0]]}]")
    solution = puzzle.solution([("D", ((0, 0, 0), (1, 0, 0))), ("D", ((0, 1, 0), (1, 1, 0)))])
    data = to_dict(puzzle, solution)
    assert data == {"D": [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 1, 0]]]}
    assert from_dict(puzzle, json.loads(json.dumps(data))) == solution


@pytest.mark.parametrize(
    "data", [{"Q": [[0, 0, 0]]}, {"A": 3}, {"A": [3, 4]}, {"A": [[0.0, 0, 0], [1, 0, 0]]}]
)
def test_solutions_that_are_not_of_this_puzzle(data):
    with pytest.raises(PuzzleError):
        from_dict(read_text(GOOD), data)


@pytest.mark.slow
@pytest.mark.parametrize("copies, names", [(1, 64), (1024, 1)])
def test_too_many_placements_are_refused_before_they_fill_the_memory(copies, names):
    # 64 different L tetracubes in 8x8x4 would have 217,088 placements, the 1,024 in 16x16x16 80,640 of four
    # cells
    pieces = [
        {"name": f"L{i}", "copies": copies, "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]]}
        for i in range(names)
    ]
    puzzle = read_text(json.dumps({"box": [8, 8, 4] if copies == 1 else [16, 16, 16], "pieces": pieces}))
    with pytest.raises(PuzzleError, match="too large"):
        puzzle.placements


FOLDER = "is a folder, not a file"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
@pytest.mark.parametrize(
    "words",
    [
        ["count", "{}.yaml"],
        ["count", "{}.cover"],
        ["assemble", "{}.xmpuzzle"],
        ["convert", "{}.xmpuzzle"],
        ["show", "{}.yaml", "--html", "o.html"],
        ["show", "{}.json", "--html", "o.html"],
        ["plates", "{}.yaml", "--target", "cube"],
        ["icosoku", "--file", "{}.yaml"],
        ["generate", "--grid", "{}.yaml", "--hints", "1", "--seed", "1"],
    ],
)
def test_a_folder_and_a_pipe_are_called_so(tmp_path, capsys, words):
    for make, told in (os.mkdir, FOLDER), (os.mkfifo, "is not a regular file"):
        place = tmp_path / make.__name__
        asked = [word.format(place) for word in words]
        named = next(word for word in asked if word.startswith(str(place)))
        make(named)
        assert main(asked) == 2
        assert capsys.readouterr() == ("", f"{named}: {told}\n")


def test_a_puzzle_of_the_catalogue_comes_before_a_folder_of_its_name(tmp_path, monkeypatch):
    tmp_path.joinpath("soma").mkdir()
    monkeypatch.chdir(tmp_path)
    assert load("soma").name == "Soma Cube"


@pytest.mark.parametrize("name", [5, None, "x" * 999, "a\0b", ""])
def test_names_that_no_file_can_have(name):
    with pytest.raises(PuzzleError, match="no such file"):
        load(name)


def test_an_empty_row_of_a_layer_is_a_row():
    puzzle = read_text('layers: ["##\\n  \\n##"]\npieces: [{name: I, copies: 2, cells: [[0,0,0],[1,0,0]]}]')
    assert puzzle.container == ((0, 0, 0), (1, 0, 0), (0, 2, 0), (1, 2, 0))


def test_what_is_left_of_two_boxes_cannot_be_written():
    puzzle = load("tetracubes-2x2x4+2x2x4")
    rest = puzzle.without(solve(puzzle).solutions[0][:2])
    with pytest.raises(PuzzleError, match="left of several boxes"):
        to_yaml(rest)


def test_more_pieces_than_letters_have_labels_and_colours_of_their_own():
    """Before, those from the 37th on were all called "?"."""
    cells = box_cells([(5, 5, 2)])
    puzzle = PackingPuzzle("many", cells, tuple(Piece(f"p{n}", ((0, 0, 0),)) for n in range(50)))
    labels = [*puzzle.labels.values()]
    assert len(set(labels)) == 50 and labels[36:38] == ["AA", "AB"] and "?" not in labels
    assert scene(puzzle)["labels"] == {label: piece.name for label, piece in zip(labels, puzzle.pieces)}
    places = [Placement(f"p{n}", (cell,)) for n, cell in enumerate(cells)]
    assert layers_text(puzzle, dict.fromkeys(places, "solution")).splitlines()[1:4] == [
        "J  K  L  M  N      AJ AK AL AM AN",
        "E  F  G  H  I      AE AF AG AH AI",
        "0  A  B  C  D      Z  AA AB AC AD",
    ]
