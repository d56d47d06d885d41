"""A notebook to hand out is one page: its cards are the pictures that they left, and nothing runs in it."""

import io
import re
import signal
import sys
from base64 import b64decode
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image
from test_build import ROOT

from lessons.kit.cards.card import Card
from lessons.kit.cards.still import still_bundle
from lessons.kit.ground.errors import STOPPED, CourseError, run_program
from lessons.puzzles.cards.stage import Stage
from puzzlelib import load, pictures
from puzzlelib.pictures.colours import PALETTE, rgb

sys.path.insert(0, str(ROOT / "lessons"))
import share  # noqa: E402

from lessons.kit.pages import clean_html, page  # noqa: E402

VIEW = {"model_id": "1", "version_major": 2, "version_minor": 0}
ELSEWHERE = "<p>hers</p><script src='https://cdn.example.org/x.js'></script>"
HINTS = "<details>\n<summary>Hint 1</summary>\n\nTry.\n\n<details>\n<summary>Hint 2</summary>\n\nAgain.\n\n"


def worked_in() -> nbformat.NotebookNode:
    """A notebook with a card, a hidden cell, hints, a link, an output from elsewhere and an error."""
    puzzle = load("little-cube")
    placed = pictures.frame(puzzle, {puzzle.placements[0]: "chosen"})
    card = Card(Stage(pictures.scene(puzzle), [placed], label="a cube"))
    view = {"application/vnd.jupyter.widget-view+json": VIEW, "text/plain": "<a card>"}
    shown = [new_output("display_data", view), new_output("display_data", still_bundle(card))]
    bet = new_code_cell("guess = 7", metadata={"jupyter": {"source_hidden": True}})
    bet.outputs = [new_output("stream", text="my guess")]
    wrong = new_output("error", ename="ZeroDivisionError", evalue="by zero", traceback=["by \x1b[31mzero"])
    cells = [
        new_markdown_cell("# 99 · Our cube\n\n[next](01-backtracking.ipynb), [here](#Our-cube)"),
        new_code_cell("card", outputs=shown),
        bet,
        new_markdown_cell(HINTS + "</details>\n\n</details>"),
        new_code_cell("html", outputs=[new_output("display_data", {"text/html": ELSEWHERE})]),
        new_code_cell("1 / 0", outputs=[wrong]),
    ]
    return new_notebook(cells=cells, metadata={"widgets": {"state": "of a kernel"}})


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "99-our-cube.ipynb"
    nbformat.write(worked_in(), path)
    return path


@pytest.fixture
def made(file):
    return page.notebook_page(file).decode()


def test_a_card_is_its_picture(made):
    (source,) = re.findall(r'<img alt="a cube" src="data:image/png;base64,([^"]*)"', made)
    image = Image.open(io.BytesIO(b64decode(source))).convert("RGBA")
    seen = {pixel[:3] for _, pixel in image.getcolors(1 << 20)}
    assert any(tuple(map(int, rgb(fill))) in seen for fill, _ in PALETTE)
    assert "a card&gt;" not in made and "Run All Cells" not in made


def test_nothing_runs_and_nothing_is_fetched(made):
    assert not re.search(r"<script|<link|\bsrc=\"(?!data:)|@import", made)
    assert "default-src 'none'" in made and "hers" in made
    assert re.findall(r'href="([^"]*)"', made) == ["#Our-cube"]  # the next lesson is not there


def test_what_a_student_saw_is_what_is_handed_out(made):
    assert "<title>99 · Our cube</title>" in made
    assert "my guess" in made and "guess = 7" not in made  # its code is hidden in the notebook as well
    assert "zero" in made and "\x1b" not in made
    assert re.search(r"Try\.</p>\s*<details>\s*<summary>Hint 2", made)  # hints open inside one another


def test_pictures_of_ones_own_are_in_it(file):
    Image.new("RGB", (3, 2), "red").save(file.with_name("my photo.png"))
    notebook = worked_in()
    notebook.cells.append(new_markdown_cell("![mine](<my photo.png>) ![gone](gone.png)"))
    made = page.page_text(notebook, "n", file.parent)
    (mine,) = re.findall(r'<img alt="mine" src="data:image/png;base64,([^"]*)"/>', made)
    assert Image.open(io.BytesIO(b64decode(mine))).size == (3, 2)
    assert '<img alt="gone"/>' in made


def said(monkeypatch, capsys, *arguments) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["share.py", *map(str, arguments)])
    status = share.main()
    out = capsys.readouterr()
    return status, out.out + out.err


@pytest.mark.slow
def test_wrong_input_gets_one_line(tmp_path, monkeypatch, capsys):
    letter, empty, fresh = (tmp_path / name for name in ("letter.txt", "list.ipynb", "fresh.ipynb"))
    letter.write_text("dear")
    empty.write_text("[]")
    nbformat.write(new_notebook(cells=[new_code_cell("1")]), fresh)
    asked = {
        tmp_path / "none.ipynb": "no such file",
        tmp_path: "no such file",
        letter: "is not a notebook",
        empty: "is not a notebook",
        fresh: "has not been run yet",
    }
    for path, words in asked.items():
        with pytest.raises(CourseError, match=words):
            page.notebook_page(path)
    status, line = said(monkeypatch, capsys, fresh)
    assert status == 2 and "has not been run yet" in line and line.count("\n") == 1
    status, line = said(monkeypatch, capsys)
    assert status == 2 and line.startswith("Which notebook?")
    assert {path.name for path in tmp_path.iterdir()} == {"letter.txt", "list.ipynb", "fresh.ipynb"}


@pytest.mark.slow
def test_without_chromium_it_says_so_in_one_line(file, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    status, lines = said(monkeypatch, capsys, file)
    assert status == 0 and lines.count("\n") == 2 and "no Chromium" in lines
    assert file.with_suffix(".html").exists() and not file.with_suffix(".pdf").exists()


def test_a_name_tells_a_terminal_nothing(monkeypatch, capsys):
    monkeypatch.setattr(share, "share", lambda *_: ["red\x1b[31m.html: opens in any browser"])
    assert said(monkeypatch, capsys, "red.ipynb") == (
        0,
        "red\N{REPLACEMENT CHARACTER}[31m.html: opens in any browser\n",
    )


def test_ctrl_c_ends_a_program_with_a_line(capsys):
    with pytest.raises(SystemExit) as ended:
        run_program(lambda: signal.raise_signal(signal.SIGINT))
    assert ended.value.code == STOPPED
    assert capsys.readouterr().err == "Stopped. Run the command again to begin anew.\n"


@pytest.mark.slow
def test_what_cannot_be_written_leaves_the_old_page(file, monkeypatch, capsys):
    old = file.with_suffix(".html")
    old.mkdir()
    status, line = said(monkeypatch, capsys, file)
    assert status == 2 and line.count("\n") == 1 and "cannot be written" in line
    assert {path.name for path in file.parent.iterdir()} == {file.name, old.name}


@pytest.mark.slow
def test_the_pdf_stands_beside_it(file, chromium, monkeypatch):
    monkeypatch.setenv("CHROMIUM", chromium)
    assert len(share.share(file, file.parent)) == 2
    assert file.with_suffix(".pdf").read_bytes().startswith(b"%PDF-")


def test_a_drawing_is_a_picture(tmp_path):
    (tmp_path / "a.svg").write_text('<?xml version="1.0"?><svg viewBox="0 0 9 9"><path d="M1 1"/></svg>')
    notebook = new_notebook(cells=[new_markdown_cell("![mine](a.svg)")])
    made = page.page_text(notebook, "n.ipynb", tmp_path)
    (source,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', made)
    drawing = ElementTree.fromstring(b64decode(source))
    assert drawing.get("viewBox") == "0 0 9 9" and drawing[0].get("d") == "M1 1"


def test_a_drawing_keeps_its_sizes_and_a_table_its_lines():
    drawing = '<svg><text font-size="3" stroke-dashoffset="2">a</text></svg>'
    table = '<td style="border-bottom-style: solid; stroke-opacity: 1">a</td>'
    for text in (drawing, f"<table><tbody><tr>{table}</tr></tbody></table>"):
        kept = clean_html.cleaner(Path()).clean(text)
        assert re.sub(r"[\s;]", "", kept) == re.sub(r"[\s;]", "", text)


@pytest.mark.parametrize("link", ["https://example.org/a?b=1&c=2#d", "mailto:a@example.org", "#Our-cube"])
def test_a_link_to_click_stays_one(tmp_path, link):
    notebook = new_notebook(cells=[new_markdown_cell(f"[there]({link})")])
    made = page.page_text(notebook, "n.ipynb", tmp_path)
    assert f'<a href="{escape(link)}"' in made
