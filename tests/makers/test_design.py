"""Difficulty, boxes cut at random, the atlas and the fair, against plain counting and brute force."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from statistics import median

import brute_force
import pytest
from sizes import picked

from makers.apart import take_apart, verify_apart
from makers.design import atlas, cut_at_random, difficulty, find_puzzles, judge_candidate
from makers.design.atlas import AtlasPuzzle, atlas_candidates, processes_for
from makers.design.effort import MOST_NODES, SEARCHES, shuffled_steps
from makers.design.fair import USUAL, Entry, fair_page, judge_entry, rank_entries, rules_in_words
from puzzlelib import PackingPuzzle, count, load, solve
from puzzlelib.commands.program import main
from puzzlelib.common.machine import CORES, on_one_core
from puzzlelib.common.workers import Workers
from puzzlelib.packing.files import CATALOGUE, to_yaml
from puzzlelib.packing.shapes import is_connected, orientations
from puzzlelib.search import backtracking

SIZE = (3, 3, 3)


@pytest.mark.parametrize("seed", range(6))
def test_a_cut_box_is_a_puzzle_of_different_pieces_that_hang_together(seed):
    puzzle = cut_at_random(SIZE, 4, seed)
    if puzzle:
        cells = [cell for piece in puzzle.pieces for cell in piece.cells]
        assert sorted(cells) == sorted(puzzle.container)
        assert all(is_connected(piece.cells) for piece in puzzle.pieces)
        assert len({min(orientations(piece.cells)) for piece in puzzle.pieces}) == 4
        assert puzzle == cut_at_random(SIZE, 4, seed) and solve(puzzle).solutions


def test_a_piece_of_a_cut_box_has_two_cells_at_least():
    assert not any(cut_at_random((3, 1, 1), 2, seed) for seed in range(3))  # it is cut into one cell and two


def test_pieces_are_tried_in_random_orders():
    puzzle = load("tetracubes-2x2x8")
    runs = (shuffled_steps("by piece", puzzle, Random(seed)) for seed in range(8))
    first = [next(option for kind, option, *_ in run if kind == "try") for run in runs]
    assert len({puzzle.placements[option].piece for option in first}) > 2


def test_difficulty_is_the_median_of_runs_that_reproduce_by_seed():
    hard = difficulty(load("tetracubes-2x2x8"), seed=4, orders=5)
    assert hard == difficulty(load("tetracubes-2x2x8"), seed=4, orders=5)
    assert hard != difficulty(load("tetracubes-2x2x8"), seed=5, orders=5)
    assert list(hard.efforts) == list(SEARCHES) and len(hard.runs) == 15
    assert hard.median == round(median(hard.runs)) and hard.low <= hard.median <= hard.high


def test_a_run_that_comes_to_no_end_is_given_up_and_told():
    hopeless = PackingPuzzle.from_pieces(
        {"domino": "##"},
        copies={"domino": 31},
        layers=["." + "#" * 7 + "/" + ("#" * 8 + "/") * 6 + "#" * 7 + "."],
    )
    assert max(difficulty(hopeless, orders=2).runs) == MOST_NODES
    assert {*difficulty(hopeless, orders=2, max_nodes=50).runs} == {50}


def test_the_atlas_lists_those_with_so_many_moves_or_more(monkeypatch, capsys):
    found = [AtlasPuzzle(load("little-cube"), level, 1, 1, 1) for level in ("2", "3.1", "1.4")]
    monkeypatch.setattr(atlas, "find_puzzles", lambda *_, **__: (found, True))
    words = "atlas --box 3x3x3 --pieces 3 --number 3 --seed 1 --moves 3 --json"
    assert main(words.split()) == 0
    assert [one["level"] for one in json.loads(capsys.readouterr().out)["puzzles"]] == ["3.1", "1.4"]


@pytest.mark.slow
def test_what_the_atlas_finds_has_one_solution_that_can_be_built():
    """Counted again by brute force, and taken apart again under the referee's eyes."""
    found, complete = find_puzzles(SIZE, range(4, 6), seed=1, number=20)
    assert complete and len(found) >= 5
    for one in found:
        solutions = list(backtracking.solutions(one.puzzle))
        assert count(one.puzzle, "x", symmetry="rotations").count == 1
        assert len(solutions) == sum(1 for _ in packed_by_brute_force(one.puzzle))
        done = take_apart(solutions[0])
        verify_apart(done)
        assert one.low <= one.nodes <= one.high
    assert [one.nodes for one in found] == sorted(one.nodes for one in found)


def packed_by_brute_force(puzzle):
    """Yield all packings as sets of options, by plain recursion over cells."""
    index = {cell: k for k, cell in enumerate(puzzle.container)}
    kinds = {piece.name: k for k, piece in enumerate(puzzle.pieces)}
    options = [(sum(1 << index[c] for c in cells), kinds[name]) for name, cells in puzzle.placements]
    return brute_force.covers((1 << len(index)) - 1, options, [1] * len(kinds))


def test_what_the_atlas_leaves_out_has_more_solutions_or_none_that_can_be_built():
    for item in atlas_candidates(SIZE, range(3, 5), 2, 12):
        puzzle = cut_at_random(*item)
        if puzzle and judge_candidate(item) is None:
            tally = count(puzzle, "x", symmetry="rotations").count
            assert tally > 1 or take_apart(solve(puzzle).solutions[0]).possible is False


def test_a_file_with_figures_of_no_puzzle_is_not_believed():
    items = atlas_candidates(SIZE, range(4, 6), 1, 20)
    figures = {"level": "1", "nodes": 1, "low": 1, "high": 1}
    for item in items:
        assert atlas.is_sound(item, figures) == (cut_at_random(*item) is not None)
    assert {atlas.is_sound(item, figures) for item in items} == {True, False}


@pytest.mark.slow
def test_an_atlas_goes_on_where_it_stopped(tmp_path, capsys):
    words = ["atlas", "--box", "3x3x3", "--pieces", "4", "--seed", "1", "--out", str(tmp_path), "--json"]
    assert main([*words, "--number", "20"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*words, "--number", "40"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert {one["name"] for one in first["puzzles"]} < {one["name"] for one in second["puzzles"]}
    assert len(list((tmp_path / "judged").iterdir())) == 4
    assert all(load(path).pieces for path in second["files"])


@pytest.mark.slow
def test_processes_find_the_same_atlas(capsys, monkeypatch):
    """Told how many, or by themselves as many as there are cores: here those that the variable says."""
    words, said = ["atlas", "--box", "3x3x3", "--pieces", "4", "--seed", "1", "--number", "32", "--json"], []
    monkeypatch.setattr(Workers, "__init__", noted(said, Workers.__init__))
    monkeypatch.setenv(CORES, "3")
    more = (["--workers", "1"], ["--workers", "2"], ["--workers", "7"], [])
    assert {main([*words, *one]) for one in more} == {0}
    assert len(set(capsys.readouterr().out.splitlines())) == 1 and said == [2, 7, 3]


def noted(said: list, start):
    """Note how many processes there are to be."""
    return lambda self, number: said.append(number) or start(self, number)


def test_a_short_atlas_starts_no_process(monkeypatch):
    monkeypatch.setenv(CORES, "8")
    assert [processes_for(number) for number in (1, 10, 11, 40, 1000)] == [1, 1, 2, 4, 8]
    with on_one_core():
        assert processes_for(1000) == 1


@pytest.mark.parametrize("words, says", [
    (["--box", "4x4", "--pieces", "5"], "box '4x4'"),
    (["--box", "9x9x9", "--pieces", "5"], "from 1 to 8"),
    (["--box", "3x3x3", "--pieces", "7..5"], "pieces '7..5'"),
    (["--box", "3x3x3", "--pieces", "-1"], "pieces"),
    (["--box", "3x3x3", "--pieces", "4", "--number", "0"], "number"),
])  # fmt: skip
def test_a_wrong_atlas_is_one_line(words, says, capsys):
    assert main(["atlas", *words, "--seed", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and says in err and err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("number, pieces", picked([(12, 5), (27, 5), (29, 7), (41, 7), (475, 6)], [(12, 5)]))
def test_the_atlas_in_the_catalogue_is_what_the_command_finds(number, pieces):
    """Its comment tells its level and difficulty."""
    puzzle = load(f"atlas-{number}")
    assert puzzle.pieces == cut_at_random((4, 4, 4), pieces, f"1/{number}").pieces
    comment = (CATALOGUE / f"atlas-{number}.yaml").read_text(encoding="utf-8")
    done, hard = take_apart(solve(puzzle).solutions[0]), difficulty(puzzle)
    assert f"Level {done.level}." in comment
    assert f"{hard.median} nodes, half of the runs {hard.low} to {hard.high}." in comment


# -------- the fair

HOSTILE = """name: '<img src=x onerror=alert(1)>'
box: [3, 1]
pieces:
- {name: '<b>A', cells: [[0,0],[1,0]]}
- {name: B, cells: [[0,0]]}
"""


@pytest.fixture
def fair(tmp_path) -> Path:
    (tmp_path / "tetra.yaml").write_text(to_yaml(load("tetracubes-2x2x8")), encoding="utf-8")
    (tmp_path / "hostile.yaml").write_text(HOSTILE, encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("box: [", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no puzzle", encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("/etc/passwd")
    return tmp_path


class Tags(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.seen: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]


def test_the_fair_is_one_page_with_all_entries_in_order(fair, capsys):
    assert main(["fair", str(fair), "--json"]) == 0
    out = json.loads(capsys.readouterr().out)
    assert out["ranked"] == ["hostile.yaml", "tetra.yaml"] and list(out["not ranked"]) == ["broken.yaml"]
    page = (fair / "fair.html").read_text(encoding="utf-8")
    assert page.index("hostile.yaml") < page.index("tetra.yaml") < page.index("broken.yaml")
    assert "notes.txt" not in page and "link.yaml" not in page and "root:" not in page
    assert not {"img", "script", "b"} & Tags(page).seen and not re.search(r"https?://(?!www\.w3\.org)", page)
    sizes = [(float(w), float(h)) for w, h in re.findall(r'viewBox="0 0 (\S+) (\S+)"', page)]
    drawings = re.findall(r"(?s)<svg.*?</svg>", page)
    assert len(sizes) == len(drawings) == 2
    for (wide, high), drawn in zip(sizes, drawings):  # no blank half
        lowest = max(float(y) for y in re.findall(r"translate\(\S+ (\S+)\)", drawn))
        assert wide < 150 and high - lowest < 45, "only the last row of layers stands below"


def test_the_rules_of_the_class_decide(fair, capsys):
    assert main(["fair", str(fair), "--rank", "pieces", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ranked"] == ["tetra.yaml", "hostile.yaml"]
    assert main(["fair", str(fair), "--rank", "beauty"]) == 2
    assert "beauty" in capsys.readouterr().err
    assert rules_in_words(USUAL).startswith("Ranked by fewest solutions")


def test_an_entry_without_a_solution_or_a_way_to_build_it_is_not_ranked(tmp_path):
    impossible = "box: [2, 4]\npieces: [{name: T, cells: [[0,0],[1,0],[2,0],[1,1]], copies: 2}]\n"
    (tmp_path / "a.yaml").write_text(impossible, encoding="utf-8")
    entry = judge_entry(tmp_path / "a.yaml")
    assert entry.remark and rank_entries([entry]) == []
    assert "Not ranked" in fair_page([entry]) and Entry("x").remark == ""


@pytest.mark.parametrize("words", [[], ["no-such-folder"]])
def test_a_folder_without_puzzles_is_one_line(words, tmp_path, capsys):
    assert main(["fair", str(tmp_path.joinpath(*words))]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
