"""A notebook to hand out may be anybody's: its page holds no file of its reader, asks nobody for
anything, and is made in a bounded time, or not at all and in one line."""

import json
import os
import re
import subprocess
import sys
import time
from base64 import b64decode, b64encode
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from hostile_notebooks import LONG, PNG, SECRET, hostile, lay_out, listening, shown, written
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from quiet_clock import ends_within
from sizes import picked
from test_build import ROOT

sys.path.insert(0, str(ROOT / "lessons"))
import share  # noqa: E402

from lessons.kit.pages import page  # noqa: E402
from lessons.kit.pages.clean_html import TAGS  # noqa: E402
from puzzlelib.common import chromium as browsers  # noqa: E402

KINDS = ["path", "markdown", "server", "file", "run", "broken", "other"]
INSIDE = SECRET.removeprefix(PNG)
ADDRESSES = {"href", "xlink:href", "src"}
SPELLINGS = [INSIDE, *(b64encode(INSIDE[start:])[4:-4] for start in range(3)), b"PATH="]


class Elements(HTMLParser):
    """All elements of a page, as (tag, attributes)."""

    def __init__(self, text: str):
        super().__init__()
        self.found: list[tuple[str, dict]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def kind_of(name: str) -> str:
    kind = name.partition(":")[0]
    return kind if kind in KINDS and ":" in name else "other"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("class") / "handed-in"
    lay_out(place)
    return place


@pytest.fixture(scope="module")
def server():
    with listening() as (port, heard):
        yield port, heard


def inside(made: str) -> str:
    """The part of a page that comes from the notebook."""
    return made.partition("</header>")[2].rpartition("</main>")[0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_notebooks_are_only_shown(folder, server, kind):
    port, heard = server
    notebooks = hostile(folder, f"127.0.0.1:{port}")
    cells = [cell for name, one in notebooks.items() if kind_of(name) == kind for cell in one.cells]
    (folder / "n.ipynb").write_text(json.dumps(new_notebook(cells=cells)))
    made = page.notebook_page(folder / "n.ipynb").decode()
    assert heard == []
    found = re.findall(r"base64,([\w+/]+=*)[\"']", made)
    pictures = [b64decode(picture) for picture in found if len(picture) % 4 == 0]
    assert not any(spelling in content for spelling in SPELLINGS for content in (made.encode(), *pictures))
    for tag, attributes in Elements(inside(made)).found:
        assert tag in TAGS, tag
        assert not any(key.startswith("on") for key in attributes), attributes
        assert all(harmless(tag, key, value or "") for key, value in attributes.items()), attributes


def harmless(tag: str, key: str, value: str) -> bool:
    """Does an attribute ask for nothing by itself?"""
    if key in ADDRESSES and tag == "a":
        return value.startswith(("http://", "https://", "mailto:", "#"))
    if key in ADDRESSES:
        return value.startswith(("data:image/", "#"))
    return key in ("alt", "title") or not re.search(r"(?i)url\((?!['\"]?#)|image-set|@import", value)


@pytest.mark.slow
@pytest.mark.parametrize("name", picked(LONG, ["links", "comments"]))
def test_a_long_text_takes_no_long_time(folder, name):
    def seconds() -> float:
        start = time.thread_time()
        made = page.page_text(shown(LONG[name]), "n", folder)
        assert len(made) < 20 * len(LONG[name]) + 320_000
        return time.thread_time() - start

    ends_within(share.SECONDS / 2, seconds)


def test_pictures_of_its_own_folder_are_in_it(tmp_path):
    (tmp_path / "sub").mkdir()
    for name in ("mine.png", "sub/mine.png"):
        (tmp_path / name).write_bytes(PNG)
    (tmp_path / "link.png").symlink_to("sub/mine.png")
    for path in ("mine.png", "./sub/../mine.png", "sub%2Fmine.png", "link.png", str(tmp_path / "mine.png")):
        assert b64encode(PNG).decode() in page.page_text(written(f"![x](<{path}>)"), "n", tmp_path), path


def test_what_one_output_leaves_open_hides_nothing_behind_it(tmp_path):
    notebook = shown("<plaintext><!-- <details><table><select><svg><title>")
    notebook.cells += [new_markdown_cell("after it"), *shown("<p id='last'>and this</p>").cells]
    tags = Elements(page.page_text(notebook, "n", tmp_path)).found
    assert ("p", {"id": "last"}) in tags
    assert "after it" in page.page_text(notebook, "n", tmp_path)


def shared_file(path: Path) -> tuple[int, str]:
    """Share a file from the command line, without a PDF: the status, and what is said."""
    command = [sys.executable, str(ROOT / "lessons" / "share.py"), str(path)]
    environment = os.environ | {"CHROMIUM": "/nowhere/chromium"}
    done = subprocess.run(command, capture_output=True, cwd=path.parent, env=environment)
    return done.returncode, done.stderr.decode() + (done.stdout.decode() if not done.returncode else "")


@pytest.mark.slow
def test_half_a_character_is_a_question_mark(tmp_path):
    path = tmp_path / os.fsdecode(b"half-\xff.ipynb")
    output = new_output("stream", text="half \ud83e and \udc00")
    notebook = new_notebook(cells=[new_code_cell("1", outputs=[output]), new_markdown_cell("# \udfff")])
    path.write_text(json.dumps(notebook))
    status, said = shared_file(path)
    assert status == 0 and "Traceback" not in said
    made = path.with_suffix(".html").read_text()
    assert "half ? and ?" in made and "<title>?</title>" in made


@pytest.mark.slow
def test_what_makes_no_page_gets_one_line(tmp_path):
    notebook = written("x") | {"nbformat_minor": 0}
    notebook["cells"] = [dict(cell, metadata={"jupyter": "x"}) for cell in notebook["cells"]]
    for cell in notebook["cells"]:
        del cell["id"]  # this version has none, and says less about metadata
    path = tmp_path / "odd.ipynb"
    path.write_text(json.dumps(notebook))
    assert shared_file(path) == (2, f"{path}: no page can be made of it\n")


def test_a_page_that_takes_too_long_gets_one_line(tmp_path, monkeypatch, capsys):
    nbformat.write(shown("<p>x"), path := tmp_path / "n.ipynb")
    monkeypatch.setattr(share, "SECONDS", 0.01)
    monkeypatch.setattr(sys, "argv", ["share.py", str(path)])
    assert share.main() == 2
    assert re.fullmatch(r".*n\.ipynb: no page of it was done after 0\.01 seconds\n", capsys.readouterr().err)
    assert [path.name for path in tmp_path.iterdir()] == ["n.ipynb"]


@pytest.mark.slow
def test_a_folder_that_looks_like_a_template_is_not_read(tmp_path):
    for name in ("basic", "classic", "base", "parts", "nbformat"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "conf.json").write_text('{"preprocessors": {"1": {"type": "this.is.run"}}}')
        (tmp_path / name / "index.html.j2").write_text("{{ 'taken in' }}")
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('taken in')")
    nbformat.write(shown("<p>x"), path := tmp_path / "n.ipynb")
    status, said = shared_file(path)
    assert status == 0 and "taken in" not in said + path.with_suffix(".html").read_text()


GREEDY = """<!DOCTYPE html><p>x<img src="http://{}/a"><iframe src="http://{}/b"></iframe>
<link rel="stylesheet" href="http://{}/c"><meta http-equiv="refresh" content="0; url=http://{}/d">
<script>fetch('http://{}/e'); new WebSocket('ws://{}/f')</script>"""


@pytest.mark.slow
@pytest.mark.parametrize("host", ["localhost", "[::1]"])
def test_printing_asks_nobody(tmp_path, chromium, host):
    """Whatever the page is: here nothing has been taken out of it."""
    with listening() as (port, heard):
        (tmp_path / "n.html").write_text(GREEDY.replace("{}", f"{host}:{port}"))
        browsers.print_pdf(chromium, tmp_path / "n.html", tmp_path / "n.pdf")
    assert heard == []


@pytest.mark.slow
def test_all_hostile_notebooks_are_printed_without_asking_anybody(folder, chromium, monkeypatch):
    monkeypatch.setenv("CHROMIUM", chromium)
    with listening() as (port, heard):
        notebooks = hostile(folder, f"localhost:{port}").values()
        whole = new_notebook(cells=[cell for notebook in notebooks for cell in notebook.cells])
        path = folder / "all.ipynb"
        path.write_text(json.dumps(whole))
        assert len(share.share(path, folder)) == 2
    assert heard == [] and path.with_suffix(".pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(("root", "told"), [(0, True), (1000, False)])
def test_only_root_goes_without_a_sandbox(tmp_path, monkeypatch, root, told):
    asked = []
    monkeypatch.setattr(os, "geteuid", lambda: root, raising=False)
    monkeypatch.setattr(browsers.subprocess, "run", lambda command, **_: asked.extend(command))
    assert not browsers.print_pdf("chromium", tmp_path / "n.html", tmp_path / "n.pdf")
    assert ("--no-sandbox" in asked) == told
