"""A notebook to hand out is one page: its cards are the pictures that they left, and nothing runs in it."""

import doctest
import io
import re
import sys
from base64 import b64decode

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image
from test_build import ROOT

from puzzlelib import load, pictures
from puzzlelib.pictures.colours import PALETTE, rgb
from puzzlelib.widgets.card import Card
from puzzlelib.widgets.stage import Stage
from puzzlelib.widgets.still import bundle

sys.path.insert(0, str(ROOT / "lessons"))
import share  # noqa: E402

VIEW = {"model_id": "1", "version_major": 2, "version_minor": 0}
ELSEWHERE = "<p>hers</p><script src='https://cdn.example.org/x.js'></script>"
HINTS = "<details>\n<summary>Hint 1</summary>\n\nTry.\n\n<details>\n<summary>Hint 2</summary>\n\nAgain.\n\n"


def worked_in() -> nbformat.NotebookNode:
    """A notebook with a card, a hidden cell, hints, a link, an output from elsewhere and an error."""
    puzzle = load("little-cube")
    placed = pictures.frame(puzzle, {puzzle.placements[0]: "chosen"})
    card = Card(Stage(pictures.scene(puzzle), [placed], label="a cube"))
    view = {"application/vnd.jupyter.widget-view+json": VIEW, "text/plain": "<a card>"}
    shown = [new_output("display_data", view), new_output("display_data", bundle(card))]
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
def page(file):
    return share.shared(share.read(file), file.name, file.parent)


def test_a_card_is_its_picture(page):
    (source,) = re.findall(r'<img alt="a cube" src="data:image/png;base64,([^"]*)"', page)
    image = Image.open(io.BytesIO(b64decode(source))).convert("RGBA")
    seen = {pixel[:3] for _, pixel in image.getcolors(1 << 20)}
    assert any(tuple(map(int, rgb(fill))) in seen for fill, _ in PALETTE)
    assert "a card&gt;" not in page and "Run All Cells" not in page


def test_nothing_runs_and_nothing_is_fetched(page):
    assert not re.search(r"<script|<link|\bsrc=\"(?!data:)|@import", page)
    assert "default-src 'none'" in page and "hers" in page
    assert re.findall(r'href="([^"]*)"', page) == ["#Our-cube"]  # the next lesson is not there


def test_what_a_student_saw_is_what_is_handed_out(page):
    assert "<title>99 · Our cube</title>" in page
    assert "my guess" in page and "guess = 7" not in page  # its code is hidden in the notebook as well
    assert "zero" in page and "\x1b" not in page
    assert re.search(r"Try\.</p>\s*<details>\s*<summary>Hint 2", page)  # hints open inside one another


def test_pictures_of_ones_own_are_in_it(file):
    Image.new("RGB", (3, 2), "red").save(file.with_name("my photo.png"))
    notebook = worked_in()
    notebook.cells.append(new_markdown_cell("![mine](<my photo.png>) ![gone](gone.png)"))
    page = share.shared(notebook, "n", file.parent)
    mine, gone = re.findall(
        r'<img (?=[^>]*alt="(?:mine|gone)")[^>]*src="data:image/png;base64,([^"]*)"', page
    )
    assert Image.open(io.BytesIO(b64decode(mine))).size == (3, 2)
    assert gone == ""


@pytest.mark.parametrize(
    "text", ["(attachment:a.png)", '(attachment:a.png "mine")', "(<attachment:a b.png>)"]
)
def test_a_pasted_picture_that_is_gone_leaves_the_rest(tmp_path, text):
    notebook = worked_in()
    notebook.cells.append(new_markdown_cell(f"![pasted]{text} and more"))
    page = share.shared(notebook, "n", tmp_path)
    assert "and more" in page and re.search(r'<img [^>]*alt="pasted"', page)


def test_a_pasted_picture_is_kept(tmp_path):
    notebook = worked_in()
    there = {"a b.png": {"image/png": "QUJD"}}
    notebook.cells.append(new_markdown_cell("![pasted](<attachment:a b.png>)", attachments=there))
    assert "data:image/png;base64,QUJD" in share.shared(notebook, "n", tmp_path)


def said(monkeypatch, capsys, *arguments) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["share.py", *map(str, arguments)])
    status = share.main()
    out = capsys.readouterr()
    return status, out.out + out.err


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
        status, line = said(monkeypatch, capsys, path)
        assert status == 2 and words in line and line.count("\n") == 1, (path, line)
    status, line = said(monkeypatch, capsys)
    assert status == 2 and line.startswith("Which notebook?")
    assert {path.name for path in tmp_path.iterdir()} == {"letter.txt", "list.ipynb", "fresh.ipynb"}


def test_without_chromium_it_says_so_in_one_line(file, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    status, lines = said(monkeypatch, capsys, file)
    assert status == 0 and lines.count("\n") == 2 and "no Chromium" in lines
    assert file.with_suffix(".html").exists() and not file.with_suffix(".pdf").exists()


def test_what_cannot_be_written_leaves_the_old_page(file, monkeypatch, capsys):
    old = file.with_suffix(".html")
    old.mkdir()
    status, line = said(monkeypatch, capsys, file)
    assert status == 2 and line.count("\n") == 1 and "cannot be written" in line
    assert {path.name for path in file.parent.iterdir()} == {file.name, old.name}


def test_a_file_is_no_folder_to_write_into(file, monkeypatch, capsys):
    status, line = said(monkeypatch, capsys, file, "--to", file)
    assert status == 2 and line.count("\n") == 1 and "cannot be written" in line
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_pdf_stands_beside_it(file, chromium, monkeypatch):
    monkeypatch.setenv("CHROMIUM", chromium)
    assert len(share.share(file, file.parent)) == 2
    assert file.with_suffix(".pdf").read_bytes().startswith(b"%PDF-")


def test_the_examples_of_the_script_run():
    failed, tried = doctest.testmod(share)
    assert tried and not failed


def test_a_picture_whose_name_has_an_ampersand_is_in_it(tmp_path):
    (tmp_path / "a&b.png").write_bytes(b"picture")
    notebook = new_notebook(cells=[new_markdown_cell("![both](a&b.png)")])
    assert "base64,cGljdHVyZQ==" in share.shared(notebook, "n.ipynb", tmp_path)
