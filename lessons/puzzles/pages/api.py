"""The pages on the library, made by pdoc from its docstrings: `python lessons/kit/pages/api.py
FOLDER`.

Only what the rooms hand on is in them. They need no network: pdoc's templates have their styles and
their search with them.
"""

import base64
import hashlib
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import getdoc
from pathlib import Path
from pkgutil import iter_modules
from warnings import catch_warnings, filterwarnings

import pdoc

from lessons.kit.pages.book_pages import POLICY

LIBRARIES = "puzzlelib", "makers"


def public_rooms() -> Iterator[str]:
    """Yield the libraries that are here, and of each the rooms that hand on names.

    >>> [name for name in public_rooms() if "plates" in name or "commands" in name]
    ['puzzlelib.plates']
    """
    for library in filter(find_spec, LIBRARIES):
        if getattr(import_module(library), "__all__", ()):
            yield library
        for found in iter_modules(import_module(library).__path__, f"{library}."):
            name = found.name
            if not name.endswith("__main__") and getattr(import_module(name), "__all__", ()):
                yield name


MODULES = [*public_rooms(), "puzzlelib.common.drawing", "lessons", "lessons.puzzles.hands"]
TITLE = "puzzlelib, the library of Exactly Once"
CHARSET = '<meta charset="utf-8">'
POLICY_LINE = '<meta http-equiv="Content-Security-Policy" content="{}">'


def look_up_names(name: str) -> None:
    """Look up each name that a room hands on: pdoc sees only those that are there."""
    room = import_module(name)
    vars(room).update({one: getattr(room, one) for one in room.__all__})
    room.__doc__ = re.sub(r"(?m)^\w[\w, ]*? {2,}.+$", as_items, str(room.__doc__))


def as_items(row: re.Match[str]) -> str:
    """Return a row of a docstring's table, with gaps of two blanks, as items of a list: a page
    would run the rows together.

    >>> as_items(re.match(".*", "asp   answer sets   lesson 06"))
    '- **asp**: answer sets (lesson 06)'
    """
    columns = re.split(" {2,}", row[0])
    if len(columns) == 3:
        columns[1:] = [f"{columns[1]} ({columns[2]})"]
    pairs = zip(columns[::2], columns[1::2], strict=True)
    return "\n".join(f"- **{name}**: {says}" for name, says in pairs)


def write_api(folder: Path) -> list[tuple[str, str, str]]:
    """Write a page for the library and for each public room; return name, file and first line of
    each."""
    for name in MODULES:
        look_up_names(name)
    pdoc.render.configure(docformat="numpy", show_source=False, footer_text=TITLE)
    with catch_warnings():  # a NamedTuple whose fields name it is not understood
        filterwarnings("ignore", "Error parsing type annotation")
        pdoc.pdoc(*MODULES, output_directory=folder)
    for page in folder.rglob("*.html"):
        page.write_text(with_policy(page.read_text(encoding="utf-8")), encoding="utf-8")
    return [(name, f"{name.replace('.', '/')}.html", first_line(name)) for name in MODULES]


def with_policy(page: str) -> str:
    """Return a page of pdoc with the policy of the book, which lets the scripts in it run.

    >>> with_policy('<meta charset="utf-8"><script>1</script>').count("'sha256-")
    1
    """
    scripts = re.findall(r"(?s)<script>(.*?)</script>", page)
    digests = (base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts)
    allowed = " ".join(["script-src", *(f"'sha256-{one}'" for one in digests)])
    meta = POLICY_LINE.format(POLICY.replace("script-src", allowed))
    return page.replace(CHARSET, f"{CHARSET}\n{meta}", 1)


def first_line(name: str) -> str:
    """Return the first line of a room's docstring, as far as its first colon or full stop."""
    return re.split(r"[:.]", str(getdoc(import_module(name))).replace("\n", " "), maxsplit=1)[0]


if __name__ == "__main__":
    write_api(Path(sys.argv[1]))
