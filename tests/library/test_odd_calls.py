"""Odd calls get one line, in the words of where they come from: the command line, or Python."""

import re

import pytest
import yaml

from puzzlelib import PackingPuzzle, count, cover_of, generate, load, solve
from puzzlelib.__main__ import main
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import print_once
from puzzlelib.packing import read_text
from puzzlelib.search.proofs import why_impossible

CATALOGUE = "exactly-once list (in Python: catalogue()) says what the catalogue has"


@pytest.mark.parametrize(
    "words, said",
    [
        ("solve soma --limit 0", "limit 0: must be a whole number above 0; --all finds all of them"),
        ("solve somma", f"no puzzle 'somma': did you mean soma? {CATALOGUE}"),
        ("solve SOMA", f"no puzzle 'SOMA': did you mean soma? {CATALOGUE}"),
        ("count soma --limit 3", "unrecognized arguments: --limit 3; see python -m puzzlelib count --help"),
        ("count chess", f"no puzzle 'chess': no such file; {CATALOGUE}"),
        (
            "atlas --box 3x3x3 --pieces 5..4 --seed 1",
            "pieces '5..4': the first is larger; did you mean 4..5?",
        ),
    ],
)
def test_the_command_line_speaks_in_its_own_words(words, said, capsys):
    assert main(words.split()) == 2
    assert capsys.readouterr().err == f"{said}\n"


@pytest.mark.parametrize("words", ["convert soma -o {}/soma.yaml", "print soma --out {}/printed"])
def test_what_is_there_is_replaced_by_an_option(words, tmp_path, capsys):
    called = words.format(tmp_path).split()
    assert main(called) == 0 and main(called) == 2
    assert "stays as it is; --replace writes over it" in capsys.readouterr().err


@pytest.mark.parametrize(
    "pieces, keys, said",
    [
        ({}, {"box": [2, 2]}, 'no pieces; name at least one, as {"L": "###/#.."}'),
        ({"I": "##"}, {"bx": [2, 1]}, "bx= is not one of its arguments; did you mean box=?"),
        ({"I": "##"}, {}, "no container; give one of box=, boxes=, cells=, layers="),
        (
            {"I": 7},
            {"box": [2, 1]},
            "pieces[0] (I).cells: 7; must be a list of cells [x, y, z] (drawings are layers), not empty "
            "(see help(PackingPuzzle.from_pieces))",
        ),
    ],
)
def test_from_pieces_speaks_of_its_arguments(pieces, keys, said):
    with pytest.raises(PuzzleError) as error:
        PackingPuzzle.from_pieces(pieces, **keys)
    assert str(error.value) == f"from_pieces: {said}"


@pytest.mark.parametrize("find", [solve, lambda puzzle, given: count(puzzle, given=given)])
def test_hints_that_clash_are_named(find, capsys):
    print_once.cache_clear()
    soma = load("soma")
    first = soma.placements[0]
    over = next(p for p in soma.placements if p.piece != first.piece and {*p.cells} & {*first.cells})
    again = next(p for p in soma.placements if p.piece == first.piece and not {*p.cells} & {*first.cells})
    for other, said in (
        (over, f"given: {first.piece} and {over.piece} both cover {min({*over.cells} & {*first.cells})}"),
        (again, f"given: {first.piece} 2 times, and the puzzle has only 1 of it"),
    ):
        assert not getattr(find(soma, given=[first, other]), "count", 0)
        assert said in capsys.readouterr().err


def test_an_answer_that_is_missing_is_asked_for(capsys):
    from lessons import check

    check("0.1")
    assert check.last.status == "open"
    assert 'check needs your answer as well: check("0.1", your_answer)' in capsys.readouterr().out


@pytest.mark.parametrize(
    "lines, said",
    [
        ("pieces: {I: '##'}", "must be a list of pieces, as - {name: V, layers: ['##/#.']}, not empty"),
        ("pieces: [{name: I, cells: '##'}]", "(drawings are layers), not empty"),
        ("pieces: [{name: I, layers: ['##']}]\ncopies: {I: 2}", "'copies'; stands in a piece, as - {name"),
        ("bxo: [2, 1]", "'bxo'; unknown key; did you mean box? allowed are"),
    ],
)
def test_a_puzzle_file_written_as_python_is_told_how_files_say_it(lines, said):
    with pytest.raises(PuzzleError) as error:
        read_text(f"box: [2, 1]\n{lines}")
    assert said in str(error.value)
    for piece in re.findall(r"as (- {.*?})", str(error.value)):  # the advice can be copied
        [one] = yaml.safe_load(piece)
        assert one["name"] == "V" and one["layers"] == ["##/#."]


def test_a_generic_exact_cover_is_shown_short_and_its_door_is_named():
    cover = cover_of({(r, c): [("row", r), ("column", c)] for r in range(9) for c in range(9)})
    assert repr(cover) == "<ExactCover: 18 items, 81 options>"
    result = solve(cover)
    assert result[0] == result.solutions[0]
    with pytest.raises(PuzzleError, match="executor must be a concurrent.futures Executor, not 2"):
        count(cover, executor=2)
    for call in solve, count:
        with pytest.raises(PuzzleError, match="cover_of makes an exact cover of such"):
            call([["a", "b"]])


MEETINGS = {"m1": ["m", "room"], "m2": ["n", "room"], "n": ["n"], "m": ["m"]}


def test_a_secondary_item_is_one_that_an_option_has():
    """Letters of a text were taken for items, and a slip for an item: wrong answers without a word."""
    assert len(solve(cover_of(MEETINGS, secondary=["room"]), limit=None)) == 3  # by hand
    unused = cover_of(MEETINGS, items=["m", "n", "hall"], secondary=["room", "hall"])
    assert len(solve(unused, limit=None)) == 3


@pytest.mark.parametrize(
    "options, more, said",
    [
        (MEETINGS, {"secondary": "room"}, "secondary 'room': must be a list; did you mean ['room']?"),
        (
            MEETINGS,
            {"secondary": ["rooom"]},
            "secondary 'rooom': no option has this item; did you mean 'room'?",
        ),
        (MEETINGS, {"secondary": 5}, "secondary 5: must be a list"),
        (
            MEETINGS,
            {"items": ["m", "n", "rom"]},
            "'room' is neither in items nor in secondary; did you mean 'rom'?",
        ),
        ({"a": [(0, 1)]}, {"secondary": [(0, 2)]}, "no option has this item; did you mean (0, 1)?"),
        (
            [[0, 1, 1, 0], [1, 0, 0, 1]],
            {},
            "option 0 {0 1 1 0}: is this the row of a matrix? list its columns, [k",
        ),
        (["0110"], {}, "option 0 {0 1 1 0}: is this the row of a matrix?"),
        ([[True, False, False]], {}, "is this the row of a matrix?"),
        ([[1, 1, 2]], {}, "option 0 {1 1 2}: 1 appears twice"),
    ],
)
def test_covers_that_say_something_else_than_is_meant(options, more, said):
    with pytest.raises(PuzzleError) as error:
        cover_of(options, **more)
    assert said in str(error.value)
    assert ("did you mean" in str(error.value)) == ("did you mean" in said)


@pytest.mark.parametrize("call", [solve, count, generate, why_impossible])
def test_a_name_that_there_is_not(call):
    for name in ("9x9", "somma", ["2x4x4"], 7):
        with pytest.raises(PuzzleError):
            call(name)


def test_a_grid_that_there_is_not():
    with pytest.raises(PuzzleError, match="grid '2x4x5': did you mean 2x4x4?.* or name a puzzle or a file"):
        generate("2x4x5")
    made = generate("2x4x4")
    assert (len(made.given), made.seed) == (4, 0)
