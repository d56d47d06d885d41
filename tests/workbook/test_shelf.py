"""What a book takes from the one before it: only what it would make alike."""

import gzip
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_build import course

from lessons.kit.ground import shelf
from lessons.kit.ground.course import COURSE
from lessons.kit.ground.shelf import digest, from_shelf, sources, surroundings
from lessons.kit.live import pages
from lessons.kit.pages import book

KEY, OTHER = digest("one"), digest("other")


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch) -> Path:
    """An empty shelf."""
    monkeypatch.setattr(shelf, "SHELF", tmp_path / "shelf")
    return tmp_path / "shelf" / COURSE.name


def never() -> bytes:
    raise AssertionError("it is on the shelf")


def test_what_is_on_the_shelf_is_made_once():
    assert from_shelf("a", KEY, lambda: b"content") == b"content"
    assert from_shelf("a", KEY, never) == b"content"


def test_another_key_makes_it_anew():
    from_shelf("a", KEY, lambda: b"content")
    assert from_shelf("a", OTHER, lambda: b"new") == b"new"
    assert from_shelf("a", KEY, lambda: b"again") == b"again"


def test_a_damaged_file_is_not_taken(place):
    from_shelf("a", KEY, lambda: b"content")
    for damaged in ((place / "a").read_bytes()[:-1], b""):
        (place / "a").write_bytes(damaged)
        assert from_shelf("a", KEY, lambda: b"new") == b"new"


def test_a_shelf_that_cannot_be_made_keeps_nothing(place):
    place.parent.write_text("a file")
    assert [from_shelf("a", KEY, lambda: text) for text in (b"one", b"two")] == [b"one", b"two"]


FILES = (
    "lessons/l01_first/card.py",
    "lessons/kit/data.npz",
    f"{COURSE.libraries[0]}/search/engine.so",
    f"{COURSE.libraries[0]}/programs/node_modules/{shelf.LOCK}",
    "notebooks/counts.npz",
)
UNSEEN = (
    "lessons/l01_first/lesson.md",
    "notebooks/01-first.ipynb",
    "lessons/__pycache__/card.pyc",
    "notebooks/.exactly-once/01-first.json",
)


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def test_every_file_that_a_cell_may_read_counts(tmp_path):
    found = [digest(*sources(tmp_path))]
    for text in ("one", "two"):
        for name in FILES:
            write(tmp_path, name, text)
            found.append(digest(*sources(tmp_path)))
    os.replace(tmp_path / FILES[0], tmp_path / "lessons/l01_first/renamed.py")
    found.append(digest(*sources(tmp_path)))
    assert len({*found}) == len(found)
    for name in UNSEEN:
        write(tmp_path, name, "text")
        assert digest(*sources(tmp_path)) == found[-1], name


def test_packages_programs_and_python_count(monkeypatch):
    surround = surroundings.__wrapped__
    found = [surround()]
    assert surround() == found[0]
    monkeypatch.setattr("sys.version", "3.99")
    found.append(surround())
    packages = [SimpleNamespace(name="numpy", version="99")]
    monkeypatch.setattr(shelf, "distributions", lambda: packages)
    found.append(surround())
    packages[0].version = "100"
    found.append(surround())
    monkeypatch.setenv(COURSE.programs[0].upper(), "sh")
    found.append(surround())
    assert len({*found}) == len(found)


@pytest.fixture
def runs(monkeypatch) -> list[str]:
    """The notebooks that are run, of which none is run here."""
    run = []

    def recorded(lesson, folder):
        run.append(lesson.name)
        return gzip.compress(b"[]\n{}")

    monkeypatch.setattr(book, "recorded", recorded)
    return run


def test_a_notebook_is_run_again_when_its_code_or_anything_around_it_is_another(runs, tmp_path, monkeypatch):
    lesson = course()[0]
    code, text = (
        next(k for k, cell in enumerate(book.student_notebook(lesson).cells) if cell.cell_type == kind)
        for kind in ("code", "markdown")
    )
    made = book.student_notebook

    def changed(place):
        def make(lesson):
            notebook = made(lesson)
            notebook.cells[place].source += "\n# more"
            return notebook

        return make

    for count, change in enumerate((None, code, None), 1):
        monkeypatch.setattr(book, "student_notebook", made if change is None else changed(change))
        for _ in range(2):
            book.recording(lesson, tmp_path)
            assert len(runs) == count
    monkeypatch.setattr(book, "student_notebook", changed(text))
    notebook, _ = book.recording(lesson, tmp_path)
    assert len(runs) == 3 and notebook.cells[text].source.endswith("# more")
    monkeypatch.setattr(book, "surroundings", lambda: OTHER)
    book.recording(lesson, tmp_path)
    assert len(runs) == 4


@pytest.mark.notebook
def test_a_page_shows_from_the_shelf_what_its_cells_have_given(monkeypatch):
    def found():
        with book.recordings([course()[2].more]) as recordings:
            return next(recordings)

    first = found()
    monkeypatch.setattr(book, "recorded", None)  # it would be called
    assert found() == first
    assert any(cell.get("outputs") for cell in first[0].cells) and first[1]["models"]


def test_packed_files_are_packed_anew_when_they_or_what_packs_them_change(monkeypatch):
    one = pages.packed("a", b"content")
    monkeypatch.setattr(pages, "by_xz", lambda content: content)
    assert pages.packed("a", b"content") == one
    assert pages.packed("a", b"new") == ("a.xz", b"new")
    monkeypatch.setattr(pages, "packers", lambda: OTHER)
    assert pages.packed("a", b"new", lambda: b"compiled") == ("a.xz", b"compiled")
