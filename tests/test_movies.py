"""README's moving pictures: they are there, they move, they are small, and their words say what one sees."""

import re

import pytest
from PIL import Image
from test_build import ROOT

MOST_BYTES = 4_000_000
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"!\[([^\]]*)\]\(([\w./-]+\.webp)\)", README))


def test_four_of_them_are_small_together():
    assert len(SHOWN) == 4
    assert sum((ROOT / path).stat().st_size for path in SHOWN.values()) < MOST_BYTES


@pytest.mark.parametrize("words, path", SHOWN.items(), ids=SHOWN.values())
def test_it_moves_and_is_described(words, path):
    with Image.open(ROOT / path) as movie:
        assert movie.n_frames > 30 and movie.info["loop"] == 0 and movie.size == (720, 405)
        shown = {movie.seek(k) or movie.convert("RGB").resize((28, 28)).tobytes() for k in (0, 10, 20, 30)}
    assert len(shown) == 4
    assert len(words.split()) > 15


def test_each_is_one_that_the_command_makes():
    from tests.browser import movies

    assert {movies.CUBE, movies.RACE, *(movie.path for movie in movies.MOVIES)} == set(SHOWN.values())


def test_the_search_has_as_many_dead_ends_as_its_title_says():
    from puzzlelib import generate
    from puzzlelib.search import backtracking
    from tests.browser import movies

    assert 'generate("2x4x4", hints=3, seed=9)' in movies.SEARCH
    made = generate("2x4x4", hints=3, seed=9)
    events = backtracking.trace(made.puzzle, made.given, limit=1).events
    assert sum(event.kind == "conflict" for event in events) == 8
    assert "a search with eight dead ends" in README
