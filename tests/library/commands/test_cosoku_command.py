"""`python -m puzzlelib icosoku` and `census`: what they print, their exit status, and what they say to bad
input."""

import json

import pytest

from puzzlelib.__main__ import main
from puzzlelib.icosoku import files as cosoku_files
from puzzlelib.icosoku import referee as cosoku_referee
from puzzlelib.icosoku.census import check as census_check
from puzzlelib.icosoku.census import search as census
from puzzlelib.icosoku.polyhedron import tetrahedron
from puzzlelib.icosoku.puzzle import PAPER_PEGS, Cosoku, Placed, icosoku, least_turn, paper_tetrahedron, turns

PEGS = ",".join(map(str, PAPER_PEGS))


def run(capsys, *words):
    status = main(list(map(str, words)))
    return status, *capsys.readouterr()


def arrangement(puzzle, told):
    """The dots of each face as tiles and turns."""
    laid = []
    for name in puzzle.polyhedron.face_names:
        tile, spread = least_turn(told[name]), tuple(told[name])
        laid.append(
            next(
                Placed(tile, turn)
                for turn in turns(tile)
                if tuple((tile * 2)[(3 - turn) % 3 :][:3]) == spread
            )
        )
    return laid


@pytest.mark.parametrize("engine", ["asp", "cp-sat", "backtracking", "gecode-restarts"])
def test_a_solution_as_json(capsys, engine, need):
    if engine.startswith("gecode"):
        need("minizinc")
    status, out, err = run(capsys, "icosoku", "--pegs", PEGS, "--engine", engine, "--json")
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert told.keys() == {"polyhedron", "pegs", "engine", "complete", "seconds", "solutions"}
    assert told["pegs"] == list(PAPER_PEGS) and told["engine"] == engine and told["complete"]
    puzzle, (solution,) = icosoku(PAPER_PEGS), told["solutions"]
    cosoku_referee.verify(puzzle, arrangement(puzzle, solution))


def test_instructions_tile_by_tile_and_face_by_face(capsys):
    status, out, _ = run(capsys, "icosoku", "--seed", 3)
    puzzle, lines = icosoku(seed=3), out.splitlines()
    assert status == 0
    assert [line.split(",")[0] for line in lines[:-1]] == [
        f"Face {name}" for name in puzzle.polyhedron.face_names
    ]
    pegs = dict(zip(puzzle.polyhedron.vertices, puzzle.capacities))
    collected = dict.fromkeys(pegs, 0)
    for line in lines[:-1]:
        words = line.replace(",", " ").replace(".", " ").split()
        for i, word in enumerate(words):
            if word == "at":
                collected[words[i + 1]] += int(words[i - 2] if words[i - 1] == "dots" else words[i - 1])
    assert collected == pegs  # who follows the instructions has solved the puzzle


def test_a_file_and_its_count(capsys, tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(cosoku_files.to_yaml(paper_tetrahedron()), encoding="utf-8")
    status, out, _ = run(capsys, "icosoku", "--file", path, "--json")
    assert status == 0 and len(json.loads(out)["solutions"]) == 1
    status, out, _ = run(capsys, "icosoku", "--file", path, "--count", "--json")
    told = json.loads(out)
    status_slow, out_slow, _ = run(capsys, "icosoku", "--file", path, "--count")
    assert status == status_slow == 0 and told["complete"] and told["count"] > 0
    assert out_slow.startswith(f"{told['count']:,} solutions")


def test_no_solution_and_why(capsys, tmp_path):
    path = tmp_path / "none.yaml"
    for capacities, reason in (
        ((1, 2, 3, 5), "the tiles have 10 dots, but the vertices ask for 11"),
        ((10, 0, 0, 0), "vertex A asks for 10"),
    ):
        path.write_text(
            cosoku_files.to_yaml(Cosoku(tetrahedron(), capacities, paper_tetrahedron().tiles)),
            encoding="utf-8",
        )
        status, out, _ = run(capsys, "icosoku", "--file", path, "--json")
        told = json.loads(out)
        assert status == 1 and told["solutions"] == [] and told["complete"]
        assert told["reason"].startswith(reason)
        assert run(capsys, "icosoku", "--file", path)[1].startswith(f"There is no solution: {reason}")
        assert run(capsys, "icosoku", "--file", path, "--count", "--json")[0] == 1


@pytest.mark.slow
def test_a_time_limit(capsys):
    status, out, _ = run(capsys, "icosoku", "--count", "--time-limit", 0.01, "--json")
    assert status == 3 and json.loads(out)["complete"] is False and json.loads(out)["count"] is None
    status, out, _ = run(capsys, "icosoku", "--engine", "highs", "--time-limit", 0.001)
    assert status == 3 and "stopped by the time limit" in out


BAD = {
    "repetition": (
        ["icosoku", "--pegs", "1,1,2,3,4,5,6,7,8,9,10,11"],
        "pegs: 1 is there 2 times and 12 is missing",
    ),
    "another script": (["icosoku", "--pegs", "٣,1"], "pegs '٣,1': must be whole numbers"),
    "empty": (["icosoku", "--pegs", ""], "pegs '': must be whole numbers"),
    "engine": (["icosoku", "--engine", "magic"], "engine 'magic': choose one of asp, gecode"),
    "both": (["icosoku", "--seed", "1", "--pegs", PEGS], "not allowed with argument"),
    "no file": (["icosoku", "--file", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
    "name": (["census", "--witnesses", "w.txt"], "w.txt: the file of witnesses must end in .npy"),
    "folder": (["census", "--witnesses", "nowhere/w.npy"], "nowhere/w.npy: cannot be written"),
    "check": (["census", "--check", "nowhere.npy"], "nowhere.npy"),
}


@pytest.mark.parametrize("words, said", BAD.values(), ids=BAD)
def test_bad_input_gets_one_line(capsys, words, said):
    status, out, err = run(capsys, *words)
    assert status == 2 and out == "" and said in err and err.count("\n") == 1


@pytest.mark.long
@pytest.mark.slow
def test_the_census_writes_checks_and_confirms_every_instance(capsys, tmp_path):
    path = tmp_path / "w.npy"
    status, out, _ = run(capsys, "census", "--witnesses", path, "--json")
    told = json.loads(out)
    assert status == 0 and told["instances"] == told["witnesses"] == told["verified"] == 3_991_680
    assert told["seconds"] > 0
    status, out, _ = run(capsys, "census", "--check", path)
    assert status == 0 and out.startswith("3,991,680 of 3,991,680 instances")
    data = bytearray(path.read_bytes())
    data[-20] ^= 1
    path.write_bytes(data)
    status, out, err = run(capsys, "census", "--check", path)
    assert status == 2 and out == "" and "3,991,679" in err.replace("3991679", "3,991,679")
    assert err.count("\n") == 1


def test_a_folder_that_takes_no_file_is_told_before_the_work(capsys, tmp_path, monkeypatch):
    """The witnesses are written beside their place first."""
    path = tmp_path / "w.npy"
    path.write_bytes(b"old")
    monkeypatch.setattr("os.access", lambda place, _: str(place) != str(tmp_path))
    status, out, err = run(capsys, "census", "--witnesses", path)
    assert (status, out) == (2, "") and err == f"{path}: cannot be written\n" and path.read_bytes() == b"old"


def interrupted(*_, **__):
    raise KeyboardInterrupt


def test_an_interrupted_census_is_not_written(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(census.Work, "do", interrupted)
    status, out, err = run(capsys, "census", "--witnesses", tmp_path / "w.npy", "--json")
    told = json.loads(out)
    assert (status, err) == (3, "") and not told["complete"] and told["verified"] == 0
    assert not list(tmp_path.iterdir())


def test_an_interrupted_check_confirms_nothing(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(census_check, "row_blocks", interrupted)
    status, out, _ = run(capsys, "census", "--check", tmp_path / "w.npy")
    assert status == 3 and out.startswith("Stopped") and " 0 of them" in out
