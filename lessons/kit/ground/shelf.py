"""A shelf in the environment of this Python: what one book has made, and the next one takes from there.

On it is a file for each name, which begins with the digest of all that its content depends on. Where that is
another one by now, the content is made anew.
"""

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

from .course import COURSE
from .errors import CourseError
from .files import KEPT, write_whole
from .folders import LESSONS

SHELF = Path(sys.prefix, "shelf")
BYTES = 32  # of a digest
UNSEEN = ".md", ".ipynb", ".pyc"  # files that no cell reads, and folders
UNSEEN_FOLDERS = "__pycache__", KEPT  # a notebook that nobody has opened has no memory
LOCK = ".package-lock.json"  # in node_modules: what npm has installed


def from_shelf(name: str, key: bytes, make: Callable[[], bytes]) -> bytes:
    """Return what is on the shelf under this name, if its key is this digest; else make it, and keep it.

    Another content has another digest, so that a file of which something is missing is not taken.
    """
    file = SHELF / COURSE.name / name
    with suppress(OSError):
        found = file.read_bytes()
        if found.startswith(digest(key, found[BYTES:])):
            return found[BYTES:]
    made = make()
    with suppress(OSError, CourseError):  # an environment may be closed to us
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, digest(key, made) + made)
    return made


def digest(*parts: str | bytes) -> bytes:
    """Return a digest of these parts, each with its length.

    >>> digest("ab", "c") == digest("a", "bc"), len(digest("abc")) == BYTES
    (False, True)
    """
    found = sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        found.update(b"%d:" % len(content) + content)
    return found.digest()


@cache
def surroundings() -> bytes:
    """Return a digest of all that the cells of notebooks depend on besides their own code."""
    return digest(*machine(), *packages(), *programs(), *sources(LESSONS.parent))


def machine() -> tuple[str, ...]:
    """Return which Python this is, where, and on which machine."""
    return sys.version, sys.prefix, str(LESSONS), platform.platform(), str(os.cpu_count())


def packages() -> list[str]:
    """Return the installed packages with their versions."""
    return sorted(f"{package.name} {package.version}" for package in distributions())


def programs() -> Iterator[str]:
    """Yield where the programs are that notebooks of this course call, and since when."""
    for name in COURSE.programs:
        path = shutil.which(os.environ.get(name.upper()) or name)
        yield f"{name} {path} {path and os.stat(path).st_mtime_ns}"


def sources(root: Path) -> Iterator[str | bytes]:
    """Yield names and contents of all files that cells may read, and which modules npm has brought."""
    for package in ("lessons", *COURSE.libraries, "notebooks"):
        for folder, inner, files in os.walk(root / package):
            if "node_modules" in inner:
                inner.remove("node_modules")
                files.append(f"node_modules/{LOCK}")
            inner[:] = sorted(name for name in inner if name not in UNSEEN_FOLDERS)
            for file in sorted(files):
                path = Path(folder, file)
                if path.suffix not in UNSEEN and path.is_file():
                    yield path.relative_to(root).as_posix()
                    yield path.read_bytes()
