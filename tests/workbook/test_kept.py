"""A plain copy of a new version over the old: JupyterLab has kept the work, and brings it back."""

import asyncio
import json
import logging
import shutil
import subprocess
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from test_build import ROOT, course
from test_new_version import FIRST, TEXT, answer, exercise, solved, sources, worked
from test_new_version import built as built_from
from tornado.web import Application

from lessons.kit.building.notebook import student_notebook
from lessons.kit.cards.memory import Memory
from lessons.kit.notebooks import again, carry, fingerprint, notebook_from, server, set_aside, text_of
from lessons.kit.notebooks.again import start_over
from lessons.kit.notebooks.cells import exercise_of
from lessons.kit.notebooks.kept import fresh_copy
from lessons.kit.notebooks.new_version import BROUGHT

SECOND = built_from("# 1", "one, in other words", exercise(2), "new", exercise(1), "recap")


def run_apart(work):
    """Run a coroutine; tests of the browser may have left a loop of theirs running in this thread."""
    theirs = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return asyncio.run(work)
    finally:
        asyncio._set_running_loop(theirs)


class Lab:
    """The contents of a JupyterLab with our extension, as a browser asks for them."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "notebooks").mkdir(exist_ok=True)
        self.contents = AsyncLargeFileManager(root_dir=str(folder), parent=None)
        app, log = Application(), logging.getLogger("lab")
        server.load(SimpleNamespace(contents_manager=self.contents, log=log, base_url="/", web_app=app))

    def path(self, name):
        return self.folder / "notebooks" / f"{name}.ipynb"

    def put(self, notebook, name="01-x"):
        """Copy a file there, past JupyterLab."""
        self.path(name).write_text(notebook if isinstance(notebook, str) else text_of(notebook))

    def open(self, name="01-x"):
        model = run_apart(self.contents.get(f"notebooks/{name}.ipynb", content=True, type="notebook"))
        return nbformat.from_dict(model["content"])

    def save(self, notebook, name="01-x"):
        model = {"type": "notebook", "format": "json", "content": notebook}
        run_apart(self.contents.save(model, f"notebooks/{name}.ipynb"))


@pytest.fixture
def lab(tmp_path):
    return Lab(tmp_path)


def work(lab, version=FIRST, name="01-x"):
    """Open a notebook, solve exercise 1.1, write a note, save."""
    lab.put(version, name)
    notebook = lab.open(name)
    for cell in notebook.cells:
        if exercise_of(cell) == "1.1":
            cell.source = answer(1)
    notebook.cells.insert(1, TEXT("my note", id="a-long-id"))
    lab.save(notebook, name)


def test_a_copy_over_the_work_brings_new_text_and_the_same_answers(lab):
    work(lab)
    lab.put(SECOND)
    got = sources(lab.open())
    assert "one, in other words" in got and answer(1) in got and "my note" in got
    assert sources(notebook_from(lab.path("01-x").read_bytes())) == got  # on the disk as well


def test_a_notebook_with_a_new_name_has_the_work_that_was_kept_under_the_old_one(lab):
    work(lab, name="01-x-more")
    lab.put(SECOND, "01b-x")
    got = sources(lab.open("01b-x"))
    assert "one, in other words" in got and answer(1) in got and "my note" in got
    start_over(lab.path("01b-x"))
    assert sources(lab.open("01b-x")) == sources(SECOND)


def test_work_that_was_put_back_says_where_it_comes_from_and_once(lab):
    """A fresh copy that is not fresh: also that of the next student at a shared computer."""
    work(lab)
    for version in (FIRST, SECOND, FIRST):
        lab.put(version)
        got = lab.open()
        assert got.cells[0].source == BROUGHT
        got.cells[0].source += "\n\nmine too"
        lab.save(got)
        assert sources(lab.open()).count(BROUGHT) == 0
    lab.put(SECOND)
    assert [source for source in sources(lab.open()) if BROUGHT in source] == [BROUGHT]
    assert sources(lab.open()).count("mine too") == 3, "what a student wrote into it stays"


@pytest.mark.parametrize("by_copy", [False, True])
def test_one_can_begin_again(lab, by_copy):
    work(lab)
    if by_copy:
        lab.put(FIRST)
        lab.open()
    path, before = lab.path("01-x"), sources(lab.open())
    kept, is_fresh = start_over(path)
    assert is_fresh and sources(lab.open()) == sources(FIRST)
    assert sources(notebook_from(kept.read_bytes())) == before


def test_what_is_saved_again_does_not_replace_the_fresh_copy(lab):
    work(lab)
    lab.save(worked(lambda cells: cells.append(TEXT("later")), lab.open()))
    assert sources(notebook_from(fresh_copy(lab.path("01-x")).read_bytes())) == sources(FIRST)


def test_an_older_form_is_no_fresh_one(lab):
    work(lab)
    lab.path("01-x").write_text(text_of(carry(lab.open(), SECOND)))  # as git does
    before = sources(lab.open())
    kept, is_fresh = start_over(lab.path("01-x"))
    assert not is_fresh and kept.is_file() and sources(lab.open()) == before
    lab.put(SECOND)
    assert sources(lab.open()) == sources(SECOND)


def test_git_knows_how_a_notebook_was_handed_out(lab, git):
    lab.put(FIRST)
    for words in ("init -q", "add .", "-c user.name=a -c user.email=a@b commit -qm a"):
        subprocess.run([git, *words.split()], cwd=lab.folder, check=True)
    work(lab)
    fresh_copy(lab.path("01-x")).unlink()
    assert start_over(lab.path("01-x"))[1] and sources(lab.open()) == sources(FIRST)


def test_a_kernel_begins_again(lab, monkeypatch, capsys):
    work(lab)
    kept = Memory(lab.folder / "notebooks/.exactly-once/01-x.json")
    kept.keep("guesses", "How many?", "12")
    monkeypatch.setattr(again, "own_memory", lambda: kept)
    history = SimpleNamespace(
        input_hist_raw=["", "from lessons import begin_again; begin_again()  # not saved"]
    )
    monkeypatch.setattr(again, "this_shell", lambda: SimpleNamespace(history_manager=history))
    before = sources(lab.open())
    again.begin_again()
    assert "Save this notebook first" in capsys.readouterr().out
    assert sources(lab.open()) == before and kept.recall("guesses", "How many?") == "12"
    history.input_hist_raw.append(next(cell.source for cell in lab.open().cells if cell.cell_type == "code"))
    again.begin_again()
    said = capsys.readouterr().out
    assert "File > Reload Notebook from Disk" in said and ".exactly-once/01-x.1.ipynb" in said
    assert sources(lab.open()) == sources(FIRST) and kept.recall("guesses", "How many?") is None


@pytest.mark.slow
def test_all_lessons_solved_and_copied_over(lab):
    """Each answer of each lesson is there again in the new version."""
    parts = [part for lesson in course() for part in lesson.parts]
    for lesson in parts:
        lab.save(solved(lesson), lesson.name)
        notebook = student_notebook(lesson)
        notebook.cells.pop(2)  # a version with less text
        notebook.metadata["exactly-once"]["built"] = fingerprint(notebook.cells)
        lab.put(notebook, lesson.name)
    for lesson in parts:
        got = sources(lab.open(lesson.name))
        assert all(task.solution in got for task in lesson.own_exercises)


def test_work_after_the_copy_is_what_counts(lab):
    work(lab)
    lab.put(SECOND)
    notebook = lab.open()
    notebook.cells[0].source = "# mine"
    lab.save(notebook)
    lab.put(FIRST)
    got = sources(lab.open())
    assert "# mine" in got and answer(1) in got


def test_a_saved_notebook_without_work_does_not_replace_the_copy(lab):
    """A new version that is dropped into the list of files comes by way of a save."""
    work(lab)
    lab.save(SECOND)
    assert answer(1) in sources(lab.open())


def test_notebooks_of_others_are_left_alone(lab):
    mine = nbformat.v4.new_notebook(cells=[TEXT("mine")])
    lab.save(mine, "own")
    assert lab.open("own").metadata == mine.metadata
    assert not (lab.folder / "notebooks/.exactly-once").exists()


@pytest.mark.parametrize("damage", ["", "{", '{"cells": 1}', "[" * 100_000])
def test_a_damaged_copy_stops_nothing(lab, damage):
    work(lab)
    (lab.folder / "notebooks/.exactly-once/01-x.ipynb").write_text(damage)
    lab.put(SECOND)
    assert sources(lab.open()) == sources(SECOND)
    assert (lab.folder / "notebooks/.exactly-once/01-x.ipynb").read_text() == damage


def test_a_folder_that_cannot_be_written_is_one_line_and_the_notebook_opens(lab, caplog):
    lab.put(FIRST)
    (lab.folder / "notebooks/.exactly-once").write_text("a file where the folder should be")
    notebook = lab.open()
    notebook.cells[0].source = "mine"
    lab.save(notebook)
    assert lab.open().cells[0].source == "mine"
    ours = {(one.levelname, one.message) for one in caplog.records if "Exactly Once" in one.message}
    assert [level for level, _ in ours] == ["WARNING"]


@pytest.mark.parametrize("name", ["01-x.ipynb", "01-x.1.ipynb"])
def test_nothing_is_written_through_a_link(lab, caplog, name):
    copies = lab.folder / "notebooks/.exactly-once"
    copies.mkdir()
    copies.joinpath(name).symlink_to(lab.folder / "other")
    (lab.folder / "other").write_text("theirs")
    work(lab)
    set_aside(lab.path("01-x"))
    assert (lab.folder / "other").read_text() == "theirs" and copies.joinpath(name).is_symlink()
    if name == "01-x.ipynb":
        assert "a link" in caplog.text
    else:
        (lab.folder / "other").unlink()
        set_aside(lab.path("01-x"), b"more")
        assert not (lab.folder / "other").exists()


def test_a_notebook_whose_cells_have_lost_their_ids_opens_with_the_work(lab):
    work(lab)
    bare = json.loads(text_of(SECOND)) | {"nbformat_minor": 4}
    for cell in bare["cells"]:
        del cell["id"]
    lab.put(json.dumps(bare))
    got = lab.open()
    nbformat.validate(got)
    assert answer(1) in sources(got) and "one, in other words" in sources(got)
    assert [cell.id for cell in got.cells if cell.source == "recap"] == [SECOND.cells[-1].id]


def test_a_notebook_opens_whatever_goes_wrong(lab, caplog, monkeypatch):
    def fails(*_):
        raise RecursionError("deep")

    lab.put(FIRST)
    monkeypatch.setattr(server, "bring_back", fails)
    assert sources(lab.open()) == sources(FIRST) and "deep" in caplog.text


def test_two_students_with_one_installation_have_their_own_copies(tmp_path):
    """The workbook lies in a shared folder that nobody may write to; each has notebooks at home."""
    shared, homes = (
        tmp_path / "shared",
        [Lab(tmp_path / name) for name in ("ada", "ben") if not (tmp_path / name).mkdir()],
    )
    (shared / "notebooks").mkdir(parents=True)
    (shared / "notebooks/01-x.ipynb").write_text(text_of(FIRST))
    for home in homes:
        shutil.copy(shared / "notebooks/01-x.ipynb", home.path("01-x"))
    work(homes[0])
    for home in homes:
        home.put(SECOND)
    assert answer(1) in sources(homes[0].open()) and sources(homes[1].open()) == sources(SECOND)
    assert [path.name for path in (shared / "notebooks").iterdir()] == ["01-x.ipynb"]


def test_each_way_to_install_it_switches_it_on(tmp_path, monkeypatch):
    monkeypatch.setattr("jupyter_server.extension.serverextension._get_config_dir", lambda **_: str(tmp_path))
    server.switch_on()
    (written,) = tmp_path.rglob("*.json")
    extensions = json.loads(written.read_text())["ServerApp"]["jpserver_extensions"]
    assert extensions == {server.__name__: True} and server._jupyter_server_extension_points()
    for name in ("Makefile", "postBuild", "INSTALL.md"):
        assert f"-m {server.__name__}\n" in (ROOT / name).read_text(encoding="utf-8"), name
