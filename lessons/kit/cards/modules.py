"""One ES module out of several: scripts of cards, of the book and of lessons import one another.

Nothing is fetched and nothing is bundled with tools of npm: each imported module becomes a function that is
called once and gives what it exports, so its other names stay its own.
"""

import re
from functools import cache
from pathlib import Path

from ..ground.folders import LESSONS

IMPORT = re.compile(r'^import (?:\{ ([\w,\s]+) \} from )?"(?:\.\.?/)+(?:[\w/]+/)?(\w+)\.js";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+)(.*))", re.M)
DOCS = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n", re.M | re.S)  # types and contracts, which no browser needs
DEFAULT = re.compile(r"^export default ", re.M)
FURTHER = re.compile(r", ([A-Z_]+) = ")  # names after the first in `export const OPEN = 0, DEAD = 1;`


def javascript(name: str) -> str:
    """Return the text of a module and of all that it imports, as one ES module.

    Raises `ValueError` for a name that a module imports and no other exports, and for modules that import
    each other.

    >>> "import" in javascript("card"), javascript("card").partition(" ")[0]
    (False, 'const')
    """
    return "".join(
        f"const ${one} = (() => {{\n{module_function(one)}return {{ {', '.join(exports(one))} }};\n}})();\n"
        for one in imported_modules(name)
    ) + link_imports(name)


def plain_script(name: str) -> str:
    """Return a module and all that it imports as a plain script: a page that was opened by a double click
    can import nothing.

    >>> plain_script("slides").splitlines()[0]
    '(() => {'
    """
    return f"(() => {{\n{javascript(name)}}})();\n"


def styles(*names: str) -> str:
    """Style sheets, one behind the other."""
    return "".join(find_file(f"{name}.css").read_text(encoding="utf-8") for name in names)


def find_file(file: str) -> Path:
    """Return where a script or a style sheet is: all have names of their own.

    >>> [find_file(f"{name}.js").parent.name for name in ("card", "numbers")]
    ['browser', 'logic']
    """
    return next(path for folder in folders() if (path := folder / file).is_file())


def folders() -> tuple[Path, ...]:
    """Return where scripts are: what only computes is in a folder `logic` beside what draws."""
    rooms = "*/cards/browser", "*/pages", "*/pages/book", "l[0-9]*/"
    homes = [path for room in rooms for path in LESSONS.glob(room)]
    return *homes, *(path for home in homes if (path := home / "logic").is_dir())


@cache
def source(name: str) -> str:
    """Return the text of a module without its docstrings."""
    return DOCS.sub("", find_file(f"{name}.js").read_text(encoding="utf-8"))


def exports(name: str) -> list[str]:
    """Return the names that a module exports.

    >>> exports("widget")
    ['widget']
    """
    return [
        found for first, rest in EXPORT.findall(source(name)) for found in (first, *FURTHER.findall(rest))
    ]


def imported_modules(name: str, above: tuple[str, ...] = ()) -> list[str]:
    """Return the modules that a module imports, and those that they import, each before it is needed."""
    if name in above:
        raise ValueError(f"{' imports '.join((*above, name))}")
    found: dict[str, None] = {}
    for wanted, other in IMPORT.findall(source(name)):
        if missing := set(re.findall(r"\w+", wanted)) - set(exports(other)):
            raise ValueError(
                f"{name}.js imports {', '.join(sorted(missing))}, which {other}.js does not export"
            )
        found |= dict.fromkeys([*imported_modules(other, (*above, name)), other])
    return list(found)


def link_imports(name: str) -> str:
    """Return a module that takes what it imports from the modules before it."""

    def take_import(found: re.Match) -> str:
        return f"const {{ {found[1]} }} = ${found[2]};\n" if found[1] else ""

    return EXPORT.sub("", IMPORT.sub(take_import, source(name)))


def module_function(name: str) -> str:
    """Return a module as others import it: without its widget."""
    return DEFAULT.sub("void ", link_imports(name))
