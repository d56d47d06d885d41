"""The command `assemble` and `count --assemblable`: levels, moves, proofs, exit status."""

import json

import pytest

from makers.apart import Disassembly, Separation, Shift, Stuck, take_apart, verify_apart
from makers.commands.assembly import with_ending
from puzzlelib import engines, load, solve
from puzzlelib.__main__ import main
from puzzlelib.common.clock import Clock
from puzzlelib.common.ending import Ending
from puzzlelib.packing.puzzle import from_dict

LOCKED = "cannot be built: A, B and C do not come apart; they reach 1 position, and in none of them"


def run(capsys, *args):
    """Exit status and stdout of a command, and its last line."""
    status = main(list(args))
    out = capsys.readouterr().out
    return status, out, out.splitlines()[-1] if out else ""


def test_the_moves_put_it_together(capsys):
    status, out, last = run(capsys, "assemble", "burr-level-10")
    assert status == 0 and "level 10, 14 moves; to put it together:" in out
    assert " 14. " in out and " 15. " not in out
    assert last == "1 of 6 solutions can be built."


def test_an_alarm_that_ends_the_search_is_the_time_limit():
    solution = solve(load("burr")).solutions[0]
    cut, late = Disassembly(solution, stopped=Ending.INTERRUPT), Clock(1e-9)
    for clock, ending in (late, Ending.TIME_LIMIT), (Clock(None), Ending.INTERRUPT):
        result, done = with_ending(solve(load("burr")), [cut], clock)
        assert (result.stopped, result.complete, done) == (ending, False, [])


@pytest.mark.parametrize(
    "words", [["assemble", "burr-level-10", "--all"], ["count", "soma", "--assemblable"]]
)
def test_workers_are_the_threads_of_the_search(words, capsys, monkeypatch):
    asked, search = [], engines.solve
    monkeypatch.setattr(engines, "solve", lambda *a, workers, **b: asked.append(workers) or search(*a, **b))
    found = [run(capsys, *words, *more)[1] for more in ([], ["--workers", "1"], ["--workers", "3"])]
    assert asked == [None, 1, 3] and len(set(found)) == 1


def test_solutions_are_put_together_by_threads_of_this_machine_only(capsys):
    assert main(["count", "soma", "--assemblable", "--workers", "tcp://a:1"]) == 2
    assert "workers 'tcp://a:1': must be a number of threads" in capsys.readouterr().err


def test_the_moves_in_json_are_legal(capsys):
    status, out, _ = run(capsys, "assemble", "burr", "--all", "--json")
    data, puzzle = json.loads(out), load("burr")
    assert status == 0 and (data["solutions"], data["assemblable"], data["complete"]) == (1, 1, True)
    one = data["assemblies"][0]
    solution = from_dict(puzzle, one["solution"])
    done = take_apart(solution)
    verify_apart(done)
    assert (one["possible"], one["level"]) == (True, done.level)
    number = {name: k for k, name in enumerate(done.names)}
    moves = [
        Shift(tuple(map(number.get, m["pieces"])), "xyz".index(m["axis"]), m["by"]) for m in one["moves"]
    ]
    assert moves == done.assembly


def test_one_that_cannot_be_built_has_a_proof(capsys):
    status, out, last = run(capsys, "assemble", "locked-cube")
    assert status == 1 and out.count("\n") == 1 and last.startswith("0 of 1 solution can be built. ")
    assert last.endswith(f"The first one {LOCKED} are they clear of each other.")
    status, out, last = run(capsys, "assemble", "locked-cube", "--all")
    assert status == 1 and "layer 1" in out and f"\n{LOCKED}" in out and last.startswith("0 of 1 solution")
    status, out, _ = run(capsys, "assemble", "locked-cube", "--json")
    one = json.loads(out)["assemblies"][0]
    assert status == 1 and (one["possible"], one["stuck"], one["positions"]) == (False, ["A", "B", "C"], 1)


def test_pieces_that_may_stay_joined(capsys):
    status, out, _ = run(capsys, "assemble", "locked-cube", "--joined", "A,B,C")
    assert status == 0 and "level 0, 0 moves" in out
    status = main(["assemble", "locked-cube", "--joined", "A,X"])
    out, err = capsys.readouterr()
    assert (status, out) == (2, "") and err.startswith("joined 'X': there is no such piece"), (
        "before the search"
    )


@pytest.mark.parametrize("symmetry, number, solutions", [("rotations", 1, 7), ("none", 12, 84)])
def test_those_that_can_be_built_are_counted(capsys, symmetry, number, solutions):
    words = "count", "burr-level-10", "--assemblable", "--symmetry", symmetry
    status, out, _ = run(capsys, *words, "--json")
    data = json.loads(out)
    assert status == 0 and (data["count"], data["solutions"], data["complete"]) == (number, solutions, True)
    status, _, last = run(capsys, *words)
    assert last == f"{number} of {solutions} solutions can be built."
    assert run(capsys, "count", "locked-cube", "--assemblable")[0] == 1


@pytest.mark.usefixtures("without_alarm")
def test_a_time_limit_leaves_what_was_found(capsys):
    status, out, _ = run(capsys, "count", "soma", "--assemblable", "--time-limit", "0.3", "--json")
    data = json.loads(out)
    assert status == 3 and data["complete"] is False and data["count"] <= data["solutions"]
    status, _, last = run(capsys, "assemble", "soma", "--all", "--time-limit", "0.001")
    assert status == 3 and last.endswith("can be built so far; stopped by time limit.")


def test_a_puzzle_without_a_solution_says_why(capsys, tmp_path):
    path = tmp_path / "odd.yaml"
    text = "box: [4, 2]\npieces:\n  - {name: T, layers: ['###/.#.']}\n  - {name: I, layers: ['####']}\n"
    path.write_text(text, encoding="utf-8")
    status, _, last = run(capsys, "assemble", str(path))
    assert status == 1 and last.startswith("0 of 0 solutions can be built. ")
    assert len(last) > len("0 of 0 solutions can be built. ")


def test_a_first_solution_that_cannot_be_built_is_not_the_end(capsys):
    """The first six of the seven burrs are stuck."""
    status, out, _ = run(capsys, "assemble", "burr-level-10", "--json")
    data = json.loads(out)
    assert [one["possible"] for one in data["assemblies"]] == [False] * 5 + [True]
    for one in data["assemblies"][:5]:
        solution = from_dict(load("burr-level-10"), one["solution"])
        done = take_apart(solution)
        assert isinstance(done, Disassembly) and isinstance(done.stuck, Stuck) and not done.trees
        verify_apart(done)
    assert isinstance(
        take_apart(from_dict(load("burr-level-10"), data["assemblies"][5]["solution"])).trees[0], Separation
    )
