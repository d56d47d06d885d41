"""Files of the puzzle world, written here by hand: what they say is counted, what is wrong gets one line."""

import gzip
import tracemalloc
from dataclasses import replace

import brute_force
import loose_puzzles
import pytest

from makers import xml_tags
from makers.xmpuzzle import load_xmpuzzle, read_xmpuzzle, to_xmpuzzle
from puzzlelib import PuzzleError, catalogue, count, load
from puzzlelib.__main__ import main
from puzzlelib.engines import ENGINES
from puzzlelib.packing.files import read_text, to_yaml
from puzzlelib.packing.puzzle import PackingPuzzle, Piece

DOMINO = '<voxel x="2" y="1" z="1" type="0">##</voxel>'
DOT = '<voxel x="1" y="1" z="1" type="0">#</voxel>'
PIECES = '<shape id="0" count="{}"/>'


def file_of(shapes: str, pieces: str, result: int = 1, **more) -> str:
    """A file with one problem; `more`: colors, bitmap, attributes of the problem, comment, problems."""
    attributes = more.get("attributes", "state='0'")
    problem = (
        f"<problem {attributes}><shapes>{pieces}</shapes>"
        f'<result id="{result}"/>'
        f"<bitmap>{more.get('bitmap', '')}</bitmap>{more.get('solutions', '')}</problem>"
    )
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="{more.get("grid", 0)}"/>'
        f"<colors>{more.get('colors', '')}</colors><shapes>{shapes}</shapes>"
        f"<problems>{problem}{more.get('problems', '')}</problems>{more.get('comment', '')}</puzzle>"
    )


def board(states: str, wide: int, deep: int, high: int = 1, name: str = "") -> str:
    return f'<voxel x="{wide}" y="{deep}" z="{high}" name="{name}" type="0">{states}</voxel>'


COLOURS = '<color red="0" green="0" blue="0"/><color red="255" green="255" blue="255"/>'
BOARD = "#1#2#1#2#2#1#2#1" * 2
CHEQUERED = board("#1#2", 2, 1) + board(BOARD, 4, 4)
SAME = '<pair piece="0" result="0"/><pair piece="1" result="1"/>'
SWAPPED = '<pair piece="0" result="1"/><pair piece="1" result="0"/>'
FIXED_WHITE = board("#1#", 2, 1) + board("#2#2####", 3, 2)
MORE = '<problem name="Second"><shapes><shape id="0" count="4"/></shapes><result id="2"/></problem>'
SOLUTIONS = "<solutions><solution><assembly>0 0 0 0</assembly></solution>" * 300 + "</solutions>" * 300
SOLVED = "state='2' assemblies='9' solutions='4'"

WHOLE = file_of(DOMINO + board("#" * 16, 4, 4), PIECES.format(8)).encode()

# name -> (file, solutions, where the number comes from)
GOOD = {
    "dominoes on 4 by 4": (file_of(DOMINO + board("#" * 16, 4, 4), PIECES.format(8)), 36),
    "gzip": (gzip.compress(WHOLE), 36),
    "gzip, in two parts": (gzip.compress(WHOLE[:99]) + gzip.compress(WHOLE[99:]), 36),
    "dominoes in 2 by 2 by 2": (file_of(DOMINO + board("#" * 8, 2, 2, 2), PIECES.format(4)), 9),
    "any cell of 3 by 3 may stay empty": (file_of(DOMINO + board("+" * 9, 3, 3), PIECES.format(4)), 18),
    "only the middle one may": (file_of(DOMINO + board("####+####", 3, 3), PIECES.format(4)), 2),
    "ranges: matchings of 2 by 3": (
        file_of(
            DOMINO + board("######", 3, 2) + DOT,
            '<shape id="0" min="0" max="3"/><shape id="2" min="0" max="6"/>',
        ),
        22,
    ),
    "ranges and cells that may stay empty": (
        file_of(DOMINO + board("++++++", 3, 2), '<shape id="0" min="0" max="3"/>'),
        22,
    ),
    "groups": (
        file_of(
            DOMINO + board("#" * 16, 4, 4), '<shape id="0" count="8"><group group="1" count="2"/></shape>'
        ),
        36,
    ),
    "colours agree": (file_of(CHEQUERED, PIECES.format(8), colors=COLOURS, bitmap=SAME), 36),
    "colours swapped": (file_of(CHEQUERED, PIECES.format(8), colors=COLOURS, bitmap=SWAPPED), 36),
    "a pair with a colour that is not there": (
        file_of(CHEQUERED, PIECES.format(8), colors=COLOURS, bitmap=SAME + '<pair piece="1" result="2"/>'),
        36,
    ),
    "no colour may lie on another": (file_of(CHEQUERED, PIECES.format(8), colors=COLOURS), 0),
    "no colour lies on all": (
        file_of(FIXED_WHITE, PIECES.format(3), colors=COLOURS, bitmap='<pair piece="0" result="0"/>'),
        2,
    ),
    "two problems": (
        file_of(DOMINO + board("#" * 16, 4, 4) + board("#" * 8, 2, 4), PIECES.format(8), problems=MORE),
        36,
    ),
    "names in any script": (
        file_of(board("##", 2, 1, name="木の組み木 &amp; Ж") + board("####", 2, 2), PIECES.format(2)),
        2,
    ),
    "UTF-16": (
        file_of(board("##", 2, 1, name="木") + board("####", 2, 2), PIECES.format(2)).encode("utf-16"),
        2,
    ),
    "Latin-1": (
        file_of(board("##", 2, 1, name="Würfel") + board("####", 2, 2), PIECES.format(2)).encode("latin-1"),
        2,
    ),
    "junk in comments": (
        file_of(
            DOMINO + board("####", 2, 2),
            PIECES.format(2),
            comment='<!-- a -- b > --><comment popup="">1 < 2 & so <b>on \x01\x02 "</comment>',
        ),
        2,
    ),
    "stored solutions": (
        file_of(DOMINO + board("####", 2, 2), PIECES.format(2), solutions=SOLUTIONS, attributes=SOLVED),
        2,
    ),
    "empty shapes and borders": (
        file_of(
            board("____##__", 4, 2) + board("_" * 4 + "_##_" * 2 + "_" * 4, 4, 4) + board("____", 2, 2),
            PIECES.format(2) + '<shape id="2" count="3"/><shape id="0" count="0"/>',
        ),
        2,
    ),
    "holes that are no limit": (
        file_of(DOMINO + board("+" * 9, 3, 3), PIECES.format(4), attributes="maxHoles='1'"),
        18,
    ),
    "a count of one goes without saying": (file_of(DOMINO + board("##", 2, 1), '<shape id="0"/>'), 1),
}


def puzzle_in(text, tell=lambda line: None, **more) -> PackingPuzzle:
    return read_xmpuzzle(text if isinstance(text, bytes) else text.encode(), "a.xmpuzzle", tell=tell, **more)


@pytest.mark.slow
@pytest.mark.parametrize("name", GOOD)
def test_every_engine_counts_what_a_file_says(name):
    """36 and 9 tilings by dominoes, 22 matchings: OEIS A004003, A006253, A030186."""
    text, number = GOOD[name]
    puzzle = puzzle_in(text)
    assert {engine: count(puzzle, engine).count for engine in ENGINES} == dict.fromkeys(ENGINES, number)
    assert len(brute_force.packings(puzzle)) == number


@pytest.mark.parametrize("name", GOOD)
def test_what_was_read_is_written_and_read_as_equal(name):
    puzzle = puzzle_in(GOOD[name][0])
    assert read_xmpuzzle(to_xmpuzzle(puzzle).encode(), tell=pytest.fail) == puzzle
    assert read_text(to_yaml(puzzle)) == puzzle


NOTES = {
    "groups": "piece S1: groups of some of its copies are skipped",
    "two problems": "2 problems (1, 2 Second); this is the first",
    "Latin-1": "not UTF-8, so read as Latin-1",
    "junk in comments": "2 control characters skipped",
    "stored solutions": "its stored counts: 9 assemblies, 4 solutions",
    "empty shapes and borders": "piece S3 has no cell, so it is left out",
}


@pytest.mark.parametrize("name", GOOD)
def test_what_is_skipped_is_told(name):
    told = []
    puzzle_in(GOOD[name][0], told.append)
    assert (f"a.xmpuzzle: {NOTES[name]}" in told) if name in NOTES else told == []


def test_a_problem_is_chosen_by_its_number():
    second = puzzle_in(GOOD["two problems"][0], pytest.fail, problem=2)
    assert second.name == "Second" and count(second).count == 5


@pytest.mark.slow
def test_the_soma_cube_of_a_file_has_the_published_240_solutions():
    """The seven pieces as they are drawn cell by cell, packed; the count: Winning Ways, 1982."""
    flat = board("###_", 2, 2, name="V"), *(board(one, 3, 2) for one in ("####__", "###_#_", "##__##"))
    deep = [board(one, 2, 2, 2) for one in ("###_#___", "###__#__", "###___#_")]
    pieces = "".join(f'<shape id="{k}" count="1"/>' for k in range(7))
    text = file_of("".join([*flat, *deep, board("#" * 27, 3, 3, 3)]), pieces, 7)
    soma = puzzle_in(gzip.compress(text.encode()), pytest.fail)
    assert [count(soma, None, up_to).count for up_to in ("none", "rotations", "reflections")] == [
        11520,
        480,
        240,
    ]


def test_groups_may_stay_joined():
    shapes = "".join(board("#", 1, 1, name=name) for name in "ABCD") + board("####", 4, 1)
    pieces = "".join(
        f'<shape id="{k}" count="1" group="{group}"/>' for k, group in enumerate(("2", "0", "2", "5"))
    )
    puzzle = puzzle_in(file_of(shapes, pieces, 4), pytest.fail)
    assert puzzle.joined == (("A", "C"), ("D",))
    assert read_xmpuzzle(to_xmpuzzle(puzzle).encode(), tell=pytest.fail) == puzzle
    assert read_text(to_yaml(puzzle)) == puzzle
    rest = puzzle.without([("A", ((0, 0, 0),))])
    assert rest.joined == (("C",), ("D",))


@pytest.mark.parametrize("joined", ["[]", "[A]", "[[]]", "[[A, none]]", "[[A], [A]]", "[[A, A]]", "5"])
def test_pieces_joined_wrongly_get_one_line(joined):
    with pytest.raises(PuzzleError, match="puzzle: line 3: joined: "):
        read_text(f"box: [1, 1]\npieces: [{{name: A, cells: [[0, 0]]}}]\njoined: {joined}")


def test_holes_may_be_limited():
    """A square may have no domino, one in four places, or two in two ways: seven, by hand."""
    shapes, pieces = DOMINO + board("++++", 2, 2), '<shape id="0" min="0" max="2"/>'
    counts = []
    for most in ("0", "2", "3", "4", "-1"):
        puzzle = puzzle_in(file_of(shapes, pieces, attributes=f"maxHoles='{most}'"))
        counts.append(count(puzzle).count)
        assert read_xmpuzzle(to_xmpuzzle(puzzle).encode(), tell=pytest.fail) == puzzle
    assert counts == [2, 6, 6, 7, 7]


# -------- round trips


@pytest.mark.parametrize("name", catalogue())
def test_the_catalogue_survives_the_way_there_and_back(name):
    puzzle = load(name)
    assert read_xmpuzzle(to_xmpuzzle(puzzle).encode(), tell=pytest.fail) == puzzle


@pytest.mark.slow
def test_random_puzzles_survive_the_way_there_and_back():
    for puzzle in loose_puzzles.drawn_puzzles(8, 300):
        if any(cell[3:] for cell in puzzle.container) and not puzzle.boxes:
            continue  # no file can tell what is left of several boxes
        written = to_xmpuzzle(puzzle)
        assert read_xmpuzzle(written.encode(), tell=pytest.fail) == puzzle
        assert read_xmpuzzle(gzip.compress(written.encode()), tell=pytest.fail) == puzzle


def test_names_places_and_orders_survive():
    piece = Piece('"<&>\' 木 עץ', ((5, -7, 2), (4, -7, 2), (4, -7, 3)), 2, 1, ("Ж", "", "a/>b"))
    cells = ((3, 0, 1), (4, 0, 1), (5, 0, 1), (3, 1, 1), (4, 1, 1), (3, 0, 2), (3, 1, 2))
    names = "木 & <Ж>", "a source </comment> & more"
    puzzle = PackingPuzzle(
        names[0], cells, (piece,), "flip", (), names[1], None, cells[3:], ((cells[0], "Ж"),)
    )
    assert read_xmpuzzle(to_xmpuzzle(puzzle).encode(), tell=pytest.fail) == puzzle
    assert read_text(to_yaml(puzzle)) == puzzle


def test_a_puzzle_that_no_file_can_tell_is_refused():
    only = replace(load("little-cube"), only=())
    with pytest.raises(PuzzleError, match="lists its legal placements"):
        to_xmpuzzle(only)
    far = PackingPuzzle("far", ((0, 0, 0), (99, 99, 99)), (Piece("dot", ((0, 0, 0),), 2),))
    with pytest.raises(PuzzleError, match="too far apart"):
        to_xmpuzzle(far)


# -------- what is wrong

TWO = DOMINO + board("####", 2, 2)
LAUGHS = "".join(f'<!ENTITY a{k} "{f"&a{k - 1};" * 10}">' for k in range(1, 10))
ONE_SIDED = '<pair piece="0" result="0"/><pair piece="0" result="1"/><pair piece="1" result="1"/>'
BROKEN = {
    "empty": ("", "line 1 is not XML: no element found"),
    "cut off": (file_of(TWO, PIECES.format(2))[:-40], "line 2 is not XML"),
    "another tag": ("<html></html>", "the first tag: 'html'; must be puzzle"),
    "no problem": ("<puzzle version='2'><shapes/></puzzle>", "problems: none"),
    "spheres": (file_of(TWO, PIECES.format(2), grid=2), "gridType: '2', spheres, cannot be read; only 0"),
    "a shape that is not there": (file_of(TWO, '<shape id="7" count="2"/>'), "shape 7: is not there"),
    "no result": (file_of(TWO, PIECES.format(2)).replace('<result id="1"/>', ""), "result: 0 of them"),
    "an empty result": (file_of(DOMINO + board("____", 2, 2), PIECES.format(2)), "result: has no cell"),
    "too few cells": (
        file_of(DOMINO + board("###", 2, 2), PIECES.format(2)),
        "3 cells; must be 2 × 2 × 1 = 4",
    ),
    "strange signs": (file_of(DOMINO + board("##?#", 2, 2), PIECES.format(2)), "must be the signs _ # +"),
    "a word for a size": (file_of(DOMINO + board("####", "two", 2), PIECES.format(2)), "shape 1.x: 'two'"),
    "a huge size": (file_of(DOMINO + board("####", 10**8, 2), PIECES.format(2)), "from 0 to 200,000"),
    "a huge room": (file_of(DOMINO + board("####", 10**5, 10**5), PIECES.format(2)), "at most 200,000"),
    "a number without end": (file_of(TWO, f'<shape id="{"9" * 5000}"/>'), "must be a whole number"),
    "huge counts": (file_of(TWO, PIECES.format(10**8)), "must be a whole number from 0 to 4,096"),
    "min over max": (file_of(TWO, '<shape id="0" min="3" max="2"/>'), "min 3 is more than max 2"),
    "a piece that may be empty": (
        file_of(board("+#", 2, 1) + board("####", 2, 2), PIECES.format(2)),
        "piece S1: has cells +",
    ),
    "a wrong volume": (file_of(TWO, PIECES.format(3)), "the pieces fill 6 cells, the container has 4"),
    "colours that are more than equal": (
        file_of(CHEQUERED, PIECES.format(8), colors=COLOURS, bitmap=ONE_SIDED),
        "#000000 and #ffffff of pieces may lie on some of #000000 and #ffffff only",
    ),
    "an XML bomb": (f"<!DOCTYPE lolz [<!ENTITY a0 'lol'>{LAUGHS}]><puzzle>&a9;</puzzle>", "has a DOCTYPE"),
    "a file from elsewhere": (
        '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><puzzle name="&x;"/>',
        "has a DOCTYPE",
    ),
    "an unknown entity": (
        file_of(board("##", 2, 1, name="&nbsp;") + board("###", 2, 2), PIECES.format(2)),
        "3 cells; must be",
    ),
    "too deep": ("<puzzle>" + "<a>" * 500, "too many tags"),
    "too many tags": ("<puzzle>" + "<a/>" * 50_001, "too many tags"),
    "a broken gzip": (b"\x1f\x8b" + b"junk" * 9, "is packed as gzip, but broken"),
    "half a gzip": (gzip.compress(file_of(TWO, PIECES.format(2)).encode())[:60], "packed as gzip, but"),
    "a gzip in a gzip": (gzip.compress(gzip.compress(b"<puzzle/>")), "is not XML"),
    "bytes": (bytes(range(256)) * 10, "is not XML"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_gets_one_line(name):
    text, told = BROKEN[name]
    notes = []
    with pytest.raises(PuzzleError) as error:
        puzzle_in(text, notes.append)
    assert str(error.value).startswith("a.xmpuzzle: ") and told in str(error.value) and notes == []


def test_as_many_copies_as_are_allowed_are_read():
    with pytest.raises(PuzzleError, match="the pieces fill 8,192 cells"):
        read_xmpuzzle(file_of(TWO, PIECES.format(4096)).encode())


@pytest.mark.slow
def test_a_bomb_is_unpacked_no_further_than_allowed():
    """Zeros pack into a thousandth; hardly more than what is allowed is ever in memory."""
    bomb = gzip.compress(bytes(1_000_000)) * 200
    assert len(bomb) < 300_000
    tracemalloc.start()
    try:
        with pytest.raises(PuzzleError, match="bytes, unpacked; no more are read"):
            puzzle_in(bomb)
        assert tracemalloc.get_traced_memory()[1] < 3 * xml_tags.MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_long_files_of_nothing_take_no_longer_than_their_length():
    """Comments and tags without an end: each is looked for once."""
    for text in ("<comment>" * 300_000, "<!--" * 300_000, "<comment " * 300_000, "&" * 1_000_000):
        with pytest.raises(PuzzleError):
            puzzle_in(text)


# -------- files and commands


@pytest.fixture
def two_problems(tmp_path):
    path = tmp_path / "zwei.xmpuzzle"
    path.write_text(GOOD["two problems"][0], encoding="utf-8")
    return path


def test_such_a_file_is_taken_wherever_a_puzzle_is(two_problems, capsys):
    assert load(two_problems).name == "zwei"
    assert "this is the first" in capsys.readouterr().err
    assert main(["count", str(two_problems)]) == 0
    assert capsys.readouterr().out == "36 solutions.\n"


def test_convert_there_and_back(two_problems, capsys):
    yaml, back = two_problems.with_suffix(".yaml"), two_problems.with_name("back.xmpuzzle")
    assert main(["convert", str(two_problems), "--problem", "2", "-o", str(yaml)]) == 0
    assert main(["convert", str(yaml), "-o", str(back)]) == 0
    assert load(yaml) == load_xmpuzzle(back) == load_xmpuzzle(two_problems, 2)
    capsys.readouterr()
    assert main(["convert", str(back)]) == 0
    assert read_text(capsys.readouterr().out) == load(yaml)


@pytest.mark.parametrize(
    "words, told",
    [
        (["soma", "--problem", "2"], "soma.yaml: problem: 2; must be from 1 to 1"),
        (["soma", "-o", "soma.txt"], "must end in .yaml, .yml or .xmpuzzle"),
        (["none.xmpuzzle"], "none.xmpuzzle: there is no such file"),
        (["FILE", "--problem", "3"], "zwei.xmpuzzle: problem: 3; must be from 1 to 2"),
        (["FILE", "-o", "FILE"], "is there already"),
    ],
)
def test_convert_tells_in_one_line_what_is_wrong(two_problems, capsys, words, told):
    words = [str(two_problems) if word == "FILE" else word for word in words]
    kept = two_problems.read_bytes()
    assert main(["convert", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err.splitlines()[-1] and two_problems.read_bytes() == kept
