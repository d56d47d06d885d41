"""`python -m puzzlelib plates`: what it prints, its exit status, and what it says to bad input."""

import json
import re
from dataclasses import replace

import pytest
from sizes import picked
from test_plates import GOOD, TRUE

from puzzlelib.__main__ import main
from puzzlelib.commands import plates as plates_command
from puzzlelib.ilp import solvers
from puzzlelib.plates import files as plate_files
from puzzlelib.plates import plate as plates
from puzzlelib.plates import puzzles
from puzzlelib.plates.referee import verify_plates
from puzzlelib.search import algorithm_x

KEYS = {"puzzle", "engine", "complete", "seconds", "solutions"}


def run(capsys, *words):
    status = main(["plates", *map(str, words)])
    return status, *capsys.readouterr()


@pytest.mark.slow
@pytest.mark.parametrize("engine", picked(plates_command.ENGINES, ["highs", "cp-sat", "exact-cover", "asp"]))
@pytest.mark.parametrize("target, number", [("board", 1), ("cube", 24)])
def test_all_solutions_as_json(capsys, engine, target, number):
    status, out, err = run(capsys, "both-ways", "--target", target, "--engine", engine, "--all", "--json")
    told, given = json.loads(out), plate_files.load("both-ways")
    assert status == 0 and re.sub("compiling, once: about [0-9]+ s\n", "", err) == "" and told.keys() == KEYS
    assert (told["puzzle"], told["engine"], told["complete"]) == ("both-ways", engine, True)
    assert len({json.dumps(one) for one in told["solutions"]}) == number
    for solution in told["solutions"]:
        assert list(solution) == list("ABCDEF")
        if target == "board":  # as in the file: what the frame leaves free, cell by cell
            free = {
                (x, y, 0) for y, row in enumerate(given.board) for x, framed in enumerate(row) if not framed
            }
            assert sorted(tuple(cell) for cells in solution.values() for cell in cells) == sorted(free)
        verify_plates(
            given,
            plates_command.as_in_file(
                [(name, map(tuple, cells)) for name, cells in solution.items()], target
            ),
            target,
        )


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["highs", "exact-cover"])
def test_one_solution_unless_more_are_asked_for(capsys, engine):
    for words, number in (((), 1), (("--limit", 3), 3), (("--limit", 100), 24)):
        status, out, _ = run(capsys, "both-ways", "--target", "cube", "--engine", engine, "--json", *words)
        told = json.loads(out)
        assert (status, len(told["solutions"]), told["complete"]) == (0, number, number == 24)


def test_without_json_plates_board_and_solution_are_drawn(capsys):
    given = plate_files.load("both-ways")
    status, out, _ = run(capsys, "both-ways", "--target", "board", "--all")
    lines = out.split("\n")
    assert status == 0 and out.startswith(f"{given}\n\n") and lines[-2] == "1 solution."
    board = lines[15:22]
    assert [[cell == "#" for cell in row] for row in board] == [list(row) for row in given.board]
    spots = puzzles.laid(given, "board", next(algorithm_x.solutions(puzzles.board_puzzle(given))))
    for spot in spots:
        assert {
            (x, 6 - y, 0) for y, row in enumerate(board) for x, cell in enumerate(row) if cell == spot.plate
        } == set(spot.cells)
    assert lines[22] == ", ".join(map(str, spots))


def test_a_cube_is_drawn_as_a_net(capsys):
    status, out, _ = run(capsys, "both-ways", "--target", "cube")
    net = out.split("\n")[15:27]
    assert status == 0 and [len(row.split()) for row in net] == [1] * 4 + [4] * 4 + [1] * 4
    assert out.endswith("1 solution so far; stopped by limit, so there may be more.\n")
    face = [row[5:9] for row in net[4:8]]  # the front; each plate fills the inside of its face
    assert len({face[1][1], face[1][2], face[2][1], face[2][2]}) == 1
    top, front = net[3][5:9], net[4][5:9]  # one row of cells, seen twice
    assert top == front and net[8][5:9] == net[7][5:9]
    left, right = [row[:4] for row in net[4:8]], [row[10:14] for row in net[4:8]]
    assert [row[3] for row in left] == [row[0] for row in face]
    assert [row[3] for row in face] == [row[0] for row in right]


@pytest.mark.parametrize("engine", ["highs", "gurobi", "cp-sat", "exact-cover"])
@pytest.mark.parametrize("target", plates.TARGETS)
def test_no_solution_is_status_1(capsys, engine, target):
    status, out, err = run(capsys, "one-mirrored", "--target", target, "--engine", engine, "--json")
    told = json.loads(out)
    assert (status, err, told["solutions"], told["complete"]) == (1, "", [], True)
    status, out, _ = run(capsys, "one-mirrored", "--target", target, "--engine", engine)
    assert status == 1 and "\n0 solutions." in out


def test_the_reason_is_told_where_it_is_known(tmp_path, capsys):
    """A corner of the board that is missing alone: no plate that is in one piece reaches it. Or too many
    corners for a cube."""
    given = plate_files.load("both-ways")
    alone = tuple(i in (1, 29, *range(6, 18)) for i in range(30))
    borders = [(True, False, False) * 4] * 3 + [(True, True, False) * 4] * 2 + [(False, True, False) * 4]
    many = tuple(replace(plate, border12=border) for plate, border in zip(given.plates, borders))
    for one, target, said in (
        (replace(given, border30=alone), "board", "no piece reaches the cell [0, 6, 0]"),
        (replace(given, plates=many), "cube", "the plates have 20 corners together, and the cube has 8"),
    ):
        file = tmp_path / "odd.yaml"
        file.write_text(plate_files.to_yaml(one), encoding="utf-8")
        for words in ("--json",), ():
            status, out, err = run(capsys, file, "--target", target, "--engine", "exact-cover", *words)
            assert (status, err) == (1, "")
            assert json.loads(out)["reason"] == said if words else out.endswith(f"0 solutions. {said}\n")


@pytest.mark.usefixtures("without_alarm")
def test_a_time_limit_is_status_3(capsys):
    status, out, _ = run(
        capsys, "both-ways", "--target", "cube", "--all", "--json", "--time-limit", "0.000001"
    )
    told = json.loads(out)
    assert (status, told["complete"]) == (3, False) and len(told["solutions"]) < 24


def test_without_a_licence_highs_takes_over_and_says_so(capsys, monkeypatch):
    monkeypatch.setitem(solvers.ENGINES, "gurobi", no_gurobi)
    status, out, err = run(capsys, "both-ways", "--target", "board", "--engine", "gurobi", "--all", "--json")
    assert status == 0 and json.loads(out)["engine"] == "highs" and len(json.loads(out)["solutions"]) == 1
    assert err.count("\n") == 1 and "HiGHS took over" in err


def no_gurobi(*_):
    raise solvers.Unavailable("the licence has expired")


@pytest.mark.parametrize(
    "old, new, target, said",
    [
        (TRUE, TRUE + ", true", "cube", "border12: 13 entries; must be exactly 12"),
        (GOOD, "}{ not yaml", "cube", "is not plain YAML"),
        (GOOD, GOOD[GOOD.index("pieces") :], "board", "there is no board; target board needs"),
        ("", "", "cube", "target cube: the six border12 have 36 true together; a cube needs exactly 32"),
        (
            "",
            "",
            "board",
            "target board: the plates have 60 cells together, and the board has 56 to fill; border30 has "
            "14 true; with these plates it needs exactly 10",
        ),
        ("", "", "shell", "target 'shell': choose one of board, cube"),
        ("kind", "kind", "", "expected one argument"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path, capsys, old, new, target, said):
    file = tmp_path / "bad.yaml"
    file.write_text(GOOD.replace(old, new, 1) if old else GOOD)
    status, out, err = run(capsys, file, "--target", *([target] if target else []), "--json")
    assert (status, out, err.count("\n")) == (2, "", 1) and said in err, err


def test_other_bad_input(tmp_path, capsys):
    for words, said in (
        (("soma", "--target", "cube"), "no plates 'soma'"),
        (("both-ways",), "--target"),
        (
            ("both-ways", "--target", "cube", "--engine", "magic"),
            "engine 'magic': choose one of highs, gurobi, cp-sat, exact-cover",
        ),
        (("both-ways", "--target", "cube", "--limit", "0"), "limit 0: must be"),
        (
            ("both-ways", "--target", "cube", "--limit", "0", "--all"),
            "--all: not allowed with argument --limit",
        ),
        (("both-ways", "--target", "cube", "--time-limit", "-1"), "time limit -1.0"),
    ):
        status, out, err = run(capsys, *words)
        assert (status, out, err.count("\n")) == (2, "", 1) and said in err, err
