"""The memory of a notebook: guesses and solved exercises outlive its kernel.

Beside the notebook, `.exactly-once/NAME.json` holds them:

    {"version": 1,
     "guesses": {"How many packings?": {"answer": "12", "at": "2026-11-23T08:10:00+00:00"}},
     "exercises": {"0.1": {"solved": true, "at": "2026-11-23T08:12:30+00:00"}}}

Only a notebook that somebody has opened has a memory: JupyterLab tells its kernel which one it is. Where the
folder cannot be written, the kernel alone remembers. No verdict is ever taken from here: anybody may edit it.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from ..ground.files import KEPT, write_whole
from ..ground.folders import former_name
from ..ground.machine import package
from .cell_errors import this_shell

VERSION = 1
MOST_BYTES, MOST_ENTRIES, MOST_LETTERS, MOST_FILES = 1_000_000, 100, 500, 100
KINDS = {"guesses": ("answer", str), "exercises": ("solved", bool)}
Entries = dict[str, dict[str, Any]]  # question or number of an exercise -> what is known, and since when


class Memory:
    """The memory of one notebook; `path` is its file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Memory(Path(folder, "01.json")).keep("guesses", "How many?", "12")
    ...     Memory(Path(folder, "01.json")).recall("guesses", "How many?")
    '12'
    """

    def __init__(self, path: Path):
        self.path = path
        self.unwritten: dict[str, Entries] | None = None  # what the disk would not take

    def read(self) -> dict[str, Entries]:
        return self.unwritten or read_entries(self.path)

    def recall(self, kind: str, name: str) -> Any:
        """Return the value kept under a name; None if there is none."""
        return self.read()[kind].get(name, {}).get(KINDS[kind][0])

    def keep(self, kind: str, name: str, value: Any) -> None:
        """Keep a value under a name, with the time."""
        known = self.read()
        known[kind].pop(name, None)
        known[kind][name] = {KINDS[kind][0]: value, "at": now()}
        self.write(known)

    def forget(self, kind: str, name: str) -> None:
        """Keep nothing under this name any more."""
        known = self.read()
        if known[kind].pop(name, None):
            self.write(known)

    def write(self, known: dict[str, Entries]) -> None:
        newest = {kind: dict([*entries.items()][-MOST_ENTRIES:]) for kind, entries in known.items()}
        text = json.dumps({"version": VERSION} | newest, ensure_ascii=False, indent=1)
        self.unwritten = None if write_memory(self.path, text) else known


def now() -> str:
    """Return the time, as it is kept."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write_memory(path: Path, text: str) -> bool:
    """Write a file as a whole; False where that is not possible."""
    try:
        path.parent.mkdir(exist_ok=True)
        if leads_away(path):
            return False
        write_whole(path, text)
        return True
    except (ValueError, OSError):  # a CourseError, or letters that are none
        return False


def leads_away(path: Path) -> bool:
    """Is a file, or its folder, a link to another place?"""
    return path.is_symlink() or path.parent.is_symlink()


def read_entries(path: Path) -> dict[str, Entries]:
    """Return the entries of a file, as far as they are well formed; none of a file that is not."""
    try:
        if leads_away(path) or not path.is_file() or path.stat().st_size > MOST_BYTES:
            return parse_entries(None)
        return parse_entries(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError):
        return parse_entries(None)


def parse_entries(content: Any) -> dict[str, Entries]:
    """Return the well-formed entries in a file's content, whoever wrote it.

    >>> parse_entries({"version": 1, "guesses": {"How many?": {"answer": 12}}, "exercises": 7})
    {'guesses': {}, 'exercises': {}}
    """
    known = content if isinstance(content, dict) and content.get("version") == VERSION else {}
    return {kind: dict(well_formed(kind, known.get(kind))) for kind in KINDS}


def well_formed(kind: str, entries: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield those entries of one kind that have a short name, a value of the right type, and a time."""
    field, wanted = KINDS[kind]
    for name, entry in [*entries.items()][-MOST_ENTRIES:] if isinstance(entries, dict) else ():
        value = entry.get(field) if isinstance(entry, dict) else None
        if isinstance(value, wanted) and is_short(name, value) and is_time(entry.get("at")):
            yield name, {field: value, "at": entry["at"]}


def is_short(*values: Any) -> bool:
    return all(len(str(value)) <= MOST_LETTERS for value in values)


def is_time(text: Any) -> bool:
    """Is this a time of these centuries as `now` writes it?"""
    try:
        time = datetime.fromisoformat(text) if isinstance(text, str) else None
        return time is not None and time.tzinfo is not None and 2000 <= time.year < 3000
    except ValueError:
        return False


# -------- of this kernel


@cache
def own_memory() -> Memory | None:
    """Return the memory of the notebook that this kernel belongs to; None for a run that nobody looks at."""
    notebook = notebook_of(os.environ)
    if notebook is None or getattr(this_shell(), "kernel", None) is None or begun_by_a_cell():
        return None
    return Memory(memory_file(notebook))


def memory_file(notebook: Path) -> Path:
    """Return the file of a notebook's memory; that of a renamed notebook is renamed, too.

    It is one whose own notebook is gone, and all of whose questions are in this one.
    """
    path = notebook.parent / KEPT / f"{notebook.stem}.json"
    if path.exists() or leads_away(path):
        return path
    with suppress(OSError):
        path.with_stem(former_name(notebook.stem)).rename(path)
        return path
    with suppress(OSError, ValueError):
        text = notebook.read_text(encoding="utf-8")
        for other in sorted(path.parent.glob("*.json"))[:MOST_FILES]:
            names = [name for entries in read_entries(other).values() for name in entries]
            there = other.parent.parent.joinpath(f"{other.stem}.ipynb").exists()
            if (
                names
                and not there
                and all(json.dumps(name, ensure_ascii=False)[1:-1] in text for name in names)
            ):
                other.rename(path)
                break
    return path


def begun_by_a_cell() -> bool:
    """Was this kernel started by a program that itself runs in a notebook, such as `!make site` in a cell?
    Then the notebook is not its own."""
    if not (psutil := package("psutil")):
        return False
    with suppress(psutil.Error):
        return "JPY_SESSION_NAME" in psutil.Process(os.getppid()).environ()
    return False


def notebook_of(environment: Mapping[str, str]) -> Path | None:
    """Return the notebook that a Jupyter server has opened for this kernel, which begins in its folder."""
    path = Path(environment.get("JPY_SESSION_NAME", ""))
    with suppress(OSError):  # a name that is too long, a folder that is gone
        if path.is_file() and path.suffix == ".ipynb" and path.parent.resolve() == Path.cwd():
            return path
    return None


def keep(kind: str, name: str, value: Any) -> None:
    """Keep something for the notebook of this kernel, if it has a memory."""
    if (memory := own_memory()) and is_short(name, value):
        memory.keep(kind, name, value)


def recall(kind: str, name: str) -> Any:
    """Return the value that the notebook of this kernel remembers; None if there is none."""
    return memory.recall(kind, name) if (memory := own_memory()) else None


def forget(kind: str, name: str) -> None:
    """Let the notebook of this kernel forget something."""
    if memory := own_memory():
        memory.forget(kind, name)


def memories() -> list[tuple[str, dict[str, Entries]]]:
    """Return all that the notebooks in the folder of this one remember, each with its name, sorted."""
    memory = own_memory()
    if memory is None:
        return []
    files = sorted(memory.path.parent.glob("*.json"))[:MOST_FILES]
    known = {path.stem: read_entries(path) for path in files}
    return sorted((known | {memory.path.stem: memory.read()}).items())


def lesson_number(name: str) -> int | None:
    """Return the number of the lesson that a notebook was built from, by its name.

    >>> lesson_number("07b-designing-puzzles"), lesson_number("mine")
    (7, None)
    """
    match = re.match(r"(\d\d)b?-", name)
    return int(match[1]) if match else None
