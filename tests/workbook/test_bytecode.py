"""Modules that are compiled for pages, by the Python that runs this test."""

import importlib
import io
import sys
import zipfile

import pytest

from lessons.kit.live.bytecode import compiled_archive

MODULE = '''"""About it."""
class Shape:
    """A shape."""
    def area(self):
        """Return it."""
        return 4
def nothing():
    """Do nothing."""
'''


FILES = {
    **{f"{package}/__init__.py": "" for package in ("undescribed", "described")},
    **{f"{package}/shape.py": MODULE for package in ("undescribed", "described")},
    "undescribed/words.txt": "to be kept",
}


def archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name, text in FILES.items():
            made.writestr(name, text)
    return packed.getvalue()


@pytest.fixture
def made(tmp_path, monkeypatch):
    """An archive that can be imported from: of one of its packages docstrings are kept."""
    path = tmp_path / "made.zip"
    path.write_bytes(compiled_archive(archive(), "/place", ("described/",)))
    monkeypatch.syspath_prepend(str(path))
    yield path
    for name in [name for name in sys.modules if name.partition(".")[0] in ("described", "undescribed")]:
        del sys.modules[name]


def test_modules_do_what_their_source_does(made):
    for package, words in (("described", "A shape."), ("undescribed", None)):
        module = importlib.import_module(f"{package}.shape")
        assert module.Shape().area() == 4 and module.nothing() is None
        assert module.Shape.__doc__ == words and bool(module.__doc__) == bool(words)
        assert module.Shape.area.__code__.co_filename == f"/place/{package}/shape.py"


def test_nothing_is_kept_as_source_and_everything_else_as_it_was(made):
    with zipfile.ZipFile(made) as found:
        assert found.namelist() == [f"{name}c" if name.endswith(".py") else name for name in sorted(FILES)]
        assert found.read("undescribed/words.txt") == b"to be kept"


def test_an_archive_is_made_alike_twice():
    assert compiled_archive(archive(), "/place", ()) == compiled_archive(archive(), "/place", ())
