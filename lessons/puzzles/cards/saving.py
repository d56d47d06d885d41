"""Files that a card writes into the folder of its notebook, and reads from there.

A drawing outlives its kernel, as guesses do (see memory.py), in `.exactly-once/NAME.sketch`.
"""

import json
import os
from pathlib import Path

from puzzlelib.common.errors import PuzzleError, short
from puzzlelib.common.files import whole_file

from ...kit.cards.memory import MOST_BYTES, leads_away, own_memory, write_memory
from ..hands.sketch import Sketch, read_sketch


def file_name(text: str, example: str = "my-plates") -> str:
    """Return the name of a YAML file in this folder; `PuzzleError` for none, and for a path to elsewhere.

    >>> file_name("mine"), file_name("mine.yml")
    ('mine.yaml', 'mine.yml')
    """
    name = name_here(text, example)
    return name if Path(name).suffix in (".yaml", ".yml") else f"{name}.yaml"


def name_here(text: str, example: str = "my-plates") -> str:
    """Return the name of a file in this folder, of any kind; else `PuzzleError`."""
    name = text.strip()
    if not name or name != Path(name).name or name.startswith(".") or not name.isprintable():
        there = "the file is in the folder of this notebook"
        raise PuzzleError(f"file {short(name)}: write a name, such as {example}; {there}")
    return name


def write_new_text(path: Path, text: str, over: bool) -> None:
    """Write a whole file or none; `PuzzleError` if there is one that may not be written over."""
    if path.exists() and not over:
        how = "take another name, or tick “overwrite”"
        raise PuzzleError(f"{path} is there already and was left as it is: {how}")
    with whole_file(path, over) as file:
        file.write(text.encode())


# -------- a drawing that outlives its kernel


def sketch_place() -> Path | None:
    """Return the place of the drawing of this notebook; None for a run that nobody looks at."""
    memory = own_memory()
    return memory.path.with_suffix(".sketch") if memory else None


def keep_sketch(sketch: Sketch, file: str) -> None:
    """Keep a drawing and the name of its file, if the notebook of this kernel has a memory."""
    if place := sketch_place():
        write_memory(place, json.dumps({"file": file, "sketch": sketch.message()}))


def kept_sketch(file: str) -> Sketch | None:
    """Return the drawing with this file, unless the file is newer, or nothing was kept."""
    place = sketch_place()
    try:
        if place is None or leads_away(place) or place.stat().st_size > MOST_BYTES:
            return None
        if os.path.exists(file) and os.path.getmtime(file) >= place.stat().st_mtime:
            return None
        known = json.loads(place.read_text(encoding="utf-8"))
        return read_sketch(known["sketch"]) if known["file"] == file else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):  # anybody may edit it
        return None
