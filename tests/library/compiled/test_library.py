"""The libraries of the C files: built from the sources as they are, opened on this machine."""

import importlib.util
import json
import platform
import struct
import sys
from pathlib import Path

import pytest

from puzzlelib import PuzzleError, compiled, load
from puzzlelib.compiled import library

ROOT = Path(__file__).parents[3]


def kernels():
    """Return the module that builds the libraries."""
    spec = importlib.util.spec_from_file_location("kernels", ROOT / ".ci/kernels.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_libraries_are_those_of_the_sources():
    """After a change of a C file: make kernels."""
    built = kernels()
    assert json.loads(built.RECORD.read_text()) == built.record()
    assert sum(path.stat().st_size for path in built.LIBRARIES.iterdir()) < 565_000


@pytest.mark.long
def test_built_again_they_are_the_same_byte_for_byte(tmp_path, zig):
    built = kernels()
    built.main(tmp_path)
    for name in built.TARGETS:
        assert (tmp_path / name).read_bytes() == (built.LIBRARIES / name).read_bytes(), name


def oldest_macos(path: Path) -> tuple[int, int]:
    """Return the oldest macOS that a library is built for: its load command LC_BUILD_VERSION says so."""
    data, place = path.read_bytes(), 32  # behind the header, whose number 4 counts the commands
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size, _, version = struct.unpack_from("<4I", data, place)
        if command == 0x32:
            return version >> 16, version >> 8 & 255
        place += size
    raise LookupError(f"{path}: no LC_BUILD_VERSION")


@pytest.mark.parametrize("name", ["macos-arm64.dylib", "macos-x86_64.dylib"])
def test_a_library_is_built_for_macos_11(name):
    assert oldest_macos(library.LIBRARIES / name) == (11, 0)


@pytest.fixture
def forgotten():
    """Open the library anew in the test, and again after it."""
    cached = library.open_library, library.missing_library, library.function
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


def test_a_machine_without_a_library_is_told_so_in_one_sentence(forgotten, monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert compiled.missing_library() == "no library was built for linux-riscv64"
    with pytest.raises(PuzzleError, match="this needs machine code, which does not run here: no library"):
        compiled.count(load("soma"))


@pytest.mark.parametrize(
    "system, machine, name",
    [
        ("linux", "x86_64", "linux-x86_64.so"),
        ("linux", "aarch64", "linux-aarch64.so"),
        ("darwin", "arm64", "macos-arm64.dylib"),
        ("darwin", "x86_64", "macos-x86_64.dylib"),
        ("win32", "AMD64", "windows-amd64.dll"),
        ("emscripten", "wasm32", "emscripten-wasm32.so"),
    ],
)
def test_each_system_gets_its_library(system, machine, name, monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "platform", system)
    assert library.library_name() == name and (library.LIBRARIES / name).exists()
