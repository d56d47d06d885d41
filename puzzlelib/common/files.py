"""Files read up to a size, and written as a whole or not at all: beside their place, then moved there
in one step."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .errors import PuzzleError, short

MOST_BYTES = 100_000  # of a file in YAML, which is slow


@contextmanager
def whole_file(path: str | Path, replace: bool = True) -> Iterator[BinaryIO]:
    """Open a file to write bytes into. If an error is raised before the end, `path` stays as it was.

    A device or a pipe is written at once. Errors: `PuzzleError`, also for a file that is there if
    `replace` is False.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "greeting.txt")
    ...     with whole_file(path) as file:
    ...         print(file.write(b"hello"), path.exists())
    ...     print(path.read_bytes())
    5 False
    b'hello'
    """
    path, beside = path_of(path), None
    try:
        check_free(path, replace)
        there = Path(os.path.realpath(path))  # behind a link; Path.resolve fails at links in a circle
        if not there.exists() or there.is_file():
            beside = there.with_name(f".{os.urandom(8).hex()}.part")
        with open(beside or there, "wb") as file:
            yield file
            if beside:
                file.flush()
                os.fsync(file.fileno())  # a disk may say only now that it is full
        if beside:
            if there.exists():
                open(there, "ab").close()  # an error if it may not be written
                from shutil import copymode  # it takes 5 ms

                copymode(there, beside)
            os.replace(beside, there)
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        if beside and beside.exists():  # not where its folder is a file
            beside.unlink()


def path_of(value) -> Path:
    """Return the path; `PuzzleError` if there cannot be one."""
    try:
        if b"\0" not in os.fsencode(value):
            return Path(value)
    except (TypeError, ValueError):  # a lone surrogate is a ValueError
        pass
    raise PuzzleError(f"path {short(value)}: cannot be a path")


def check_is_file(path: str | Path) -> None:
    """Refuse what is no file, and a pipe or a device, which would be waited for."""
    if not os.path.isfile(path):
        kind = "is a folder, not a file" if os.path.isdir(path) else "is not a regular file"
        raise PuzzleError(f"{path}: {kind if os.path.exists(path) else 'there is no such file'}")


def check_free(path: Path, replace: bool = False) -> None:
    """Refuse a file that is there already, unless it may be replaced."""
    if path.exists() and not replace:
        raise PuzzleError(f"{path}: is there already and stays as it is; replace=True writes over it")


def file_bytes(path: Path, most: int) -> bytes:
    """Return the content of a file; raise `PuzzleError` for a pipe, or more than `most` bytes."""
    check_is_file(path)
    try:
        if (size := path.stat().st_size) > most:
            raise PuzzleError(f"{path}: the file has {size:,} bytes; at most {most:,} are read")
        return path.read_bytes()
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be read: {error.strerror}") from None


def file_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a file; errors as those of `file_bytes`."""
    data = file_bytes(path, most)
    utf_16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")  # of PowerShell's >
    try:
        return data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PuzzleError(f"{path}: line {line} is not text in UTF-8") from None
