"""The page on puzzle files: it names every key, and its examples can be read and solved."""

import re
from pathlib import Path

import pytest

from puzzlelib import count, solve, verify
from puzzlelib.packing import files, reading
from puzzlelib.packing.shapes import TURNS
from puzzlelib.search.cover_files import read_cover

PAGE = Path(files.__file__).with_name("README.md")
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
COUNTS = {"Three pieces": 12, "A staircase": 18, "Two boxes": 48, "Black on black": 8}
COUNTS |= {"Some say more": 2, "As many as needed": 140, "As many as fit": 46, "As full as can be": 260}


def test_there_is_an_example_for_each_count():
    names = [re.search("^name: (.*)", text)[1] for text in EXAMPLES]
    assert names == [*COUNTS, "Three days"]


def test_one_file_has_many_puzzles():
    puzzles = files.read_all(EXAMPLES[-1])
    assert [puzzle.name for puzzle in puzzles] == ["Monday", "Tuesday", "Wednesday"]
    counts = [count(puzzle).count for puzzle in puzzles]
    assert counts == [6, 0, 6] and "6, 0 and 6 solutions" in TEXT


@pytest.mark.parametrize("text", EXAMPLES[:-1])
def test_its_examples_are_solved(text):
    puzzle = files.read_text(text)
    result = solve(puzzle)
    verify(puzzle, result[0], most=result.most)
    assert count(puzzle).count == COUNTS[puzzle.name]
    assert f"{COUNTS[puzzle.name]} solutions" in TEXT.partition(text)[0][-300:]
    assert files.read_text(files.to_yaml(puzzle)) == puzzle


def test_a_ring_is_written_as_an_exact_cover():
    """Errors about edges and grids lead to this page."""
    with pytest.raises(files.PuzzleError, match="exact cover as text can say that .*README"):
        files.read_text("{wrap: x, box: [3, 2], turns: flip, pieces: [{name: D, layers: ['##'], copies: 3}]}")
    ring = read_cover(re.search(r"```\n(a1 .*?)```", TEXT, re.DOTALL)[1])
    assert f'says "{count(ring).count} solutions."' in TEXT


def test_each_key_is_explained():
    listed = re.findall(r"^\| (`\w+`(?: or `\w+`)?) \|", TEXT, re.MULTILINE)
    named = [key for one in listed for key in re.findall(r"\w+", one.replace(" or ", " "))]
    assert sorted(named) == sorted([*reading.KEYS, *reading.PIECE_KEYS])
    for turns in TURNS:
        assert f"`{turns}` (" in TEXT
    assert f"{reading.MOST_CELLS:,} cells and {reading.MOST_BYTES:,} characters" in TEXT


def test_errors_lead_to_the_page():
    with pytest.raises(files.PuzzleError, match=r"\(see puzzlelib/packing/README\.md\)$"):
        files.read_text("bocks: [1, 1]")
    assert PAGE.match("puzzlelib/packing/README.md")


def test_its_links_lead_somewhere():
    for target in re.findall(r"\]\((?!https:)([^)]+)\)", TEXT):
        page, _, section = target.partition("#")
        assert (PAGE.parent / page).exists(), target
        assert not section or page or f"# {section.capitalize()}" in TEXT, target
