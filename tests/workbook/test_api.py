"""The pages on the library: they are there, name what rooms hand on, and fetch nothing."""

import re
import sys
from importlib import import_module

import pytest
from test_build import ROOT

sys.path.insert(0, str(ROOT / "lessons"))
from lessons.puzzles.pages import api  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("api")
    assert [name for name, _, _ in api.write_api(folder)] == api.MODULES
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", api.MODULES)
def test_each_room_has_a_page_with_all_that_it_hands_on(folder, name):
    text = (folder / f"{name.replace('.', '/')}.html").read_text(encoding="utf-8")
    for one in import_module(name).__all__:
        assert f'id="{one}"' in text, one


def test_no_room_that_hands_on_names_is_left_out():
    """By the folders, not by what Python finds."""
    rooms = {
        f"puzzlelib.{init.parent.name}"
        for init in ROOT.glob("puzzlelib/*/__init__.py")
        if "attach(" in init.read_text(encoding="utf-8")
    }
    assert rooms - {*api.MODULES} == set() and "puzzlelib.engines" in api.MODULES
    assert len(rooms) >= 10


def test_they_fetch_nothing(folder):
    for path in folder.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r'\bsrc="(?!data:)|<link[^>]*href="(?!data:)|@import|url\("?(?!"?data:)', text
        ), path
        assert "mathjax" not in text.lower() and "cdn." not in text


def test_parameters_and_examples_are_read_as_such(folder):
    text = (folder / "puzzlelib.html").read_text(encoding="utf-8")
    solve = text.partition('<section id="solve">')[2].partition("</section>")[0]
    for heading in ("Parameters", "Returns", "Raises", "Examples", "See Also"):
        assert f"{heading}</h" in solve, heading
    assert "<strong>limit</strong>" in solve and "&gt;&gt;&gt; " in re.sub("<[^>]*>", "", solve)
