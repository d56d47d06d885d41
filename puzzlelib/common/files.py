"""Files are written as a whole or not at all: beside their place first, and moved there in one step."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import BinaryIO

from .errors import PuzzleError, short


@contextmanager
def whole_file(path: str | Path, replace: bool = True) -> Iterator[BinaryIO]:
    """A file to write bytes into. Unless all of them are written, what stood at `path` stays, and nothing new
    stands beside it.

    A device or a pipe is written at once. Errors: `PuzzleError`, also for a file that is there where
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
            beside = there.with_name(f".{token_hex(8)}.part")
        with open(beside or there, "wb") as file:
            yield file
            if beside:
                file.flush()
                os.fsync(file.fileno())  # a disk may say only now that it is full
        if beside:
            moved(beside, there)
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        if beside and beside.exists():  # not where its folder is a file
            beside.unlink()


def moved(beside: Path, there: Path) -> None:
    """Move a file to its place; who may read or write what stood there may go on."""
    if there.exists():
        open(there, "ab").close()  # a file that may not be written stays
        copymode(there, beside)
    os.replace(beside, there)


def path_of(value) -> Path:
    """The path; `PuzzleError` for what cannot be one."""
    try:
        if b"\0" not in os.fsencode(value):
            return Path(value)
    except (TypeError, ValueError):  # a lone surrogate is a ValueError
        pass
    raise PuzzleError(f"path {short(value)}: cannot be a path")


def check_free(path: Path, replace: bool = False) -> None:
    """`PuzzleError` for a file that is there already, unless it may be written over."""
    if path.exists() and not replace:
        raise PuzzleError(f"{path}: is there already and stays as it is; replace=True writes over it")
