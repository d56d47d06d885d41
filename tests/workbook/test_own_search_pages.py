"""The student's own search in a page of the book: what the card of the notebook shows, without numpy."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from solved import fresh_shell, run_cell
from test_own_search import CARD, FEWEST, PLACES, answers

from lessons.kit.cards.packed import plain_json
from lessons.kit.ground.slicing import statements_of
from lessons.kit.live import pages
from lessons.kit.live.session import Session
from lessons.puzzles.live.own_search_state import part_name

VALUES = {
    "views": ("boards", "still", "count", "track", "levels", "kinds", "frames"),
    "step": ("max", "value", "disabled"),
    "stage": ("count", "track", "levels", "kinds"),
    "line": ("value",),
}
WRONG = {
    "by_cell": "lets pieces overlap",
    "by_piece": "does not look whether the cells are empty",
    "algorithm_x": "does not rule out the options that clash",
}
PAGE = """
import json, sys
folder, requests = sys.argv[1:]
sys.path[:] = [folder, *(place for place in sys.path if "site-packages" not in place)]
from lessons.kit.live.stand_ins import standing_in
with standing_in():
    from lessons.kit.live.session import Session
    sessions = [Session(*one) for one in json.load(open(requests))["sessions"]]
asked = json.load(open(requests))["asked"]
print(json.dumps([json.loads(sessions[n].perform(json.dumps(one))) for n, one in asked]))
"""


def session_words(name: str) -> tuple:
    """Return what a session of the page of this function begins with."""
    folder, id = PLACES[name]
    stub = f"def {name}(*some):\n    ..."
    cells = [*statements_of(FEWEST), *statements_of(stub, id)]
    statements = [[one.text, sorted(one.binds), sorted(one.uses), one.exercise] for one in cells]
    return int(folder[1:3]), statements, {id: name}


def request(name: str, source: str, action: str = "watch", **more) -> dict:
    return {"action": action, "id": PLACES[name][1], "source": source, "answers": {}, **more}


def ask(name: str, source: str, **more) -> dict:
    return json.loads(Session(*session_words(name)).perform(json.dumps(request(name, source, **more))))


def traits_of(answer: dict) -> dict[str, dict]:
    return {one["part"]: one["traits"] for one in answer["models"]}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACES)
def test_the_page_shows_what_the_card_shows(name):
    source = answers(name)[WRONG[name]]
    found = traits_of(ask(name, source))
    shell = fresh_shell({})
    for cell in (FEWEST, source, CARD.format(name)):
        run_cell(shell, cell)
    parts = shell.user_ns["card"].follows.parts
    assert found.keys() == parts.keys()
    for part, widget in parts.items():
        names = VALUES[part.split()[0]]
        shown = {name: getattr(widget, name) for name in names}
        assert {name: found[part][name] for name in names} == json.loads(
            json.dumps(shown, default=plain_json)
        )


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """The library and the lessons as a page has them."""
    place = tmp_path_factory.mktemp("course")
    for archive in pages.course_archives().values():
        zipfile.ZipFile(BytesIO(archive)).extractall(place)
    return place


@pytest.mark.long
@pytest.mark.slow
def test_a_python_without_any_package_shows_the_same(course, tmp_path):
    """No numpy, no widgets: the archive of a page alone gives what this Python gives."""
    names = [*PLACES]
    asked = []
    for number, name in enumerate(names):
        for source in (answers(name)["solution"], answers(name)[WRONG[name]]):
            asked.append((number, request(name, source)))
        stage = part_name("stage", name == "algorithm_x")
        asked.append((number, request(name, source, "frames", part=stage, start=40, stop=44)))
    here = [Session(*session_words(name)) for name in names]
    requests = tmp_path / "requests.json"
    requests.write_text(json.dumps({"sessions": [session_words(name) for name in names], "asked": asked}))
    command = [sys.executable, "-I", "-c", PAGE, course, requests]
    there = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    mine = [json.loads(here[number].perform(json.dumps(one))) for number, one in asked]
    assert json.loads(there) == mine
    assert all(one.get("models") or one["block"]["frames"] for one in mine)
