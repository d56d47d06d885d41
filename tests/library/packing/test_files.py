"""Files are written as a whole or not at all, on a full disk too; every door that writes one goes through
`whole_file`."""

import os
import stat
from contextlib import contextmanager

import numpy as np
import pytest

from makers import stl
from puzzlelib.__main__ import main
from puzzlelib.cluster import chunks
from puzzlelib.common import files
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.files import path_of, whole_file
from puzzlelib.icosoku.census import search as census
from puzzlelib.plates import files as plate_files

PLATES = plate_files.load("both-ways")


@contextmanager
def full_disk(most: int = 100):
    """No file grows beyond so many bytes."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


WRITERS = {
    "witnesses": ("w.npy", lambda path: census.save(path, np.zeros((5000, 20), np.uint8))),
    "stl": ("a.stl", lambda path: stl.write_stl(PLATES, path, replace=True)),
    "plates": ("p.yaml", lambda path: plate_files.save(PLATES, path, replace=True)),
}


@pytest.mark.parametrize("name, write", WRITERS.values(), ids=WRITERS)
def test_a_full_disk_leaves_the_good_old_file(tmp_path, name, write):
    path = tmp_path / name
    write(path)
    good = path.read_bytes()
    with full_disk(), pytest.raises(PuzzleError, match=f"{name}: cannot be written: "):
        write(path)
    assert path.read_bytes() == good and list(tmp_path.iterdir()) == [path]


def test_show_on_a_full_disk(tmp_path, capfd):
    page = tmp_path / "page.html"
    page.write_text("the good old page")
    with full_disk(1000):
        status = main(["show", "tetracubes-2x2x8", "--html", str(page)])
    out, err = capfd.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "page.html: cannot be written: File too large" in err
    assert page.read_text() == "the good old page" and list(tmp_path.iterdir()) == [page]


def test_a_chunk_on_a_full_disk(tmp_path):
    with full_disk(), pytest.raises(PuzzleError, match="cannot be written: File too large"):
        chunks.run_job(str, "as text", ["x" * 200], tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("end", [KeyboardInterrupt, ValueError])
def test_whatever_ends_the_writing_leaves_the_old_file(tmp_path, end):
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(end), whole_file(path) as file:
        file.write(b"new and half")
        file.flush()
        raise end
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_what_is_there_stays_unless_it_may_be_replaced(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(PuzzleError, match="is there already"), whole_file(path, replace=False):
        pytest.fail("nothing is to be written")
    with pytest.raises(PuzzleError, match="is there already"):
        plate_files.save(PLATES, path)
    assert path.read_text() == "old"


def test_rights_and_links_stay(tmp_path):
    path, link = tmp_path / "x", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with whole_file(link) as file:
        file.write(b"new")
    assert link.is_symlink() and path.read_text() == "new" and stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_file_that_may_not_be_written_stays(tmp_path, monkeypatch):
    def refusing(path, mode):  # for root too, who may write anything
        if mode == "ab":
            raise PermissionError(13, "Permission denied")
        return open(path, mode)

    monkeypatch.setattr(files, "open", refusing, raising=False)
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(PuzzleError, match="Permission denied"), whole_file(path) as file:
        file.write(b"new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_at_once():
    with whole_file(os.devnull) as file:
        file.write(b"into nothing")
    assert not os.path.isfile(os.devnull)


@pytest.mark.parametrize("value", [None, 3, b"bytes", "x\0y", "\ud800"])
def test_what_cannot_be_a_path(value):
    with pytest.raises(PuzzleError, match="cannot be a path"):
        path_of(value)


def test_a_file_in_place_of_the_folder_gets_its_line(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(PuzzleError, match="y: cannot be written"), whole_file(path / "y") as file:
        file.write(b"new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_link_to_itself_is_written_over(tmp_path):
    path = tmp_path / "loop"
    path.symlink_to(path)
    with whole_file(path) as file:
        file.write(b"new")
    assert path.read_text() == "new"
