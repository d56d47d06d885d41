"""README and the pages beside it: short, their routes as long as they say, their commands and links alive."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from IPython.utils.capture import capture_output
from sizes import sampled
from solved import fresh_shell
from test_build import ROOT, course
from test_drawing import ten_lines

from puzzlelib import generate
from puzzlelib.__main__ import main
from puzzlelib.commands.options import command_parser
from puzzlelib.search import backtracking

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("puzzlelib/**/*.md"), ROOT / "tests/README.md"]
COMMANDS = (ROOT / "puzzlelib/commands/README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    (?:python -m puzzlelib|exactly-once) (.*)", COMMANDS + README, re.MULTILINE)
LONG = ("icosoku --seed", "count tetris-cube", "count bedlam-cube", "census")
AFTER = ("show solution.txt",)  # what clingo prints: test_cli.py
MINUTES = {f"{lesson.number:02d}": int(lesson.meta["minutes"]) for lesson in course()}
MOST = {"90 minutes": 90, "A day": 360}


def test_a_sudoku_takes_eight_lines(capsys):
    [code] = [code for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "clues" in code]
    assert len([line for line in code.splitlines() if line.strip()]) == 8
    made: dict = {}
    exec(code, made)
    rows = [list(map(int, line.split())) for line in capsys.readouterr().out.splitlines()]
    assert all(str(d) == clue for d, clue in zip(sum(rows, []), made["clues"]) if clue != ".")
    boxes = [[rows[r + i][c + j] for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
    assert {tuple(sorted(line)) for line in (*rows, *zip(*rows), *boxes)} == {tuple(range(1, 10))}


def test_the_search_of_the_moving_picture_has_as_many_dead_ends_as_its_words_say():
    made = generate("2x4x4", hints=3, seed=9)  # browser/movies.py
    events = backtracking.trace(made.puzzle, made.given, limit=1).events
    assert sum(event.kind == "conflict" for event in events) == 8
    assert "a search with eight dead ends" in README


MORE = (ROOT / "CLASSROOM-MORE.md").read_text(encoding="utf-8")
WITHOUT_MAKE = re.findall(r"(?m)^    python (lessons/\w+\.py|-m lessons\.\w+)(.*)", MORE)


@pytest.mark.slow
@pytest.mark.parametrize("called, words", sampled(WITHOUT_MAKE, 2))
def test_without_make_there_is_a_line_for_each_target(called, words):
    """Its program is there, and knows the options that the page names."""
    command = [sys.executable, *called.split(), "--help"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [option for option in re.findall(r"--\w+", words) if option not in shown] == []


def test_no_target_of_a_class_lacks_its_line_without_make():
    named = {re.findall(r"\w+", called.removesuffix(".py"))[-1] for called, _ in WITHOUT_MAKE}
    assert {"update", "book", "share", "sheets", "lite", "collect", "build"} <= named


SNIPPETS = [  # README's ten lines are run by test_drawing, and in JupyterLab
    pytest.param(code, id=page.name if page.parent == ROOT else page.parent.name)
    for page in PAGES
    for code in re.findall(r"(?ms)^```python\n(.*?)```", page.read_text(encoding="utf-8"))
    if code not in ten_lines()
]
EACH = pytest.mark.parametrize("code", SNIPPETS)


@pytest.fixture
def with_mine(tmp_path, monkeypatch):
    """Go to a folder with the file that the pages call mine.yaml."""
    shutil.copy(ROOT / "puzzlelib/packing/catalogue/soma.yaml", tmp_path / "mine.yaml")
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
@EACH
def test_a_snippet_runs_alone_in_a_fresh_python(code, with_mine):
    env = os.environ | {"PYTHONPATH": str(ROOT), "BROWSER": "true"}  # no browser that `show` could open
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
@EACH
def test_a_snippet_runs_alone_in_a_fresh_notebook(code, with_mine, monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    shell = fresh_shell({})
    with capture_output() as said:
        shell.run_cell(code).raise_error()
    assert "found in history" not in said.stdout, "IPython took a line for one of its own"


def test_code_within_a_sentence_is_no_line_that_lacks_its_import():
    """In a notebook IPython takes `load("mine.yaml")` for a command of its own where no import stands."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", README, flags=re.DOTALL))
    assert [span for span in spans if re.match(r"\w+\(.", span) and not span.startswith("workshop")] == []


def routes() -> dict[str, list[str]]:
    """Name -> each way that is offered under it."""
    listed = re.findall(r"^- \*([^*]+):\* ((?:.*\n)(?: .*\n)*)", README, re.MULTILINE)
    return {name: re.split(r"\bOr\b", " ".join(text.split())) for name, text in listed}


def minutes_of(way: str) -> int:
    """The minutes of a way: those of whole lessons in the table, and of the sections that it names."""
    part = re.search(r"(\d+) minutes of (\d\d): (.*)", way)
    whole = re.findall(r"\b\d\d\b", way[: part.start()] if part else way)
    if part:
        assert int(part[1]) == sum(section(part[2], name) for name in re.findall(r"\*([^*]+)\*", part[3]))
    return sum(MINUTES[number] for number in whole) + int(part[1] if part else 0)


def section(number: str, name: str) -> int:
    """The minutes of a section on the teacher's page of a lesson."""
    [page] = ROOT.glob(f"lessons/l{number}_*/teacher.md")
    [row] = re.findall(
        rf"^\| {re.escape(name)}.*?\| (\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE
    )
    return int(row)


@pytest.mark.parametrize("name", MOST)
def test_a_route_is_no_longer_than_it_says(name):
    assert [way for way in routes()[name] if not 60 < minutes_of(way) <= MOST[name]] == []


@pytest.mark.parametrize("words", EXAMPLES)
def test_a_command_of_the_page_is_one(words):
    command_parser().parse_args(shlex.split(words, comments=True))


@pytest.mark.slow
@pytest.mark.parametrize("words", [one for one in EXAMPLES if not one.startswith(LONG + AFTER)])
def test_a_command_of_the_page_does_what_it_says(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(words, comments=True)) == 0
    out, err = capsys.readouterr()
    assert out or "written" in err


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_of_a_page_leads_somewhere(page):
    for path in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert re.match(r"https?:", path) or (page.parent / path).exists(), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_to_a_section_finds_it(page):
    """GitHub's anchors: a heading in small letters, without punctuation, with hyphens for spaces."""
    for path, anchor in re.findall(r"\]\(([\w./-]*)#([^)\s]+)\)", page.read_text(encoding="utf-8")):
        text = (page.parent / path if path else page).read_text(encoding="utf-8")
        headings = re.findall(r"(?m)^#+ (.*)", text)
        anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert anchor in anchors, f"{path}#{anchor}"
