"""One ES module out of several: the scripts in `browser/` and in the folders of lessons import one another,
and anywidget takes one text for a widget.

Nothing is fetched and nothing is bundled with tools of npm: each imported module becomes a function that is
called once and gives what it exports, so its other names stay its own.
"""

import re
from functools import cache
from pathlib import Path

BROWSER = Path(__file__).parent / "browser"
LESSONS = Path(__file__).parents[2]
IMPORT = re.compile(r'^import (?:\{ ([\w,\s]+) \} from )?"\.\.?/(?:[\w/]+/)?(\w+)\.js";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+)(.*))", re.M)
DEFAULT = re.compile(r"^export default ", re.M)
FURTHER = re.compile(r", ([A-Z]+) = ")  # names after the first in `export const OPEN = 0, DEAD = 1;`


def javascript(name: str) -> str:
    """The text of a module and of all that it imports, as one ES module.

    Raises `ValueError` for a name that a module imports and no other exports, and for modules that import
    each other.

    >>> javascript("loader").splitlines()[0], "import" in javascript("stage")
    ('const $patience = (() => {', False)
    """
    return "".join(
        f"const ${one} = (() => {{\n{module_function(one)}return {{ {', '.join(exports(one))} }};\n}})();\n"
        for one in imported_modules(name)
    ) + link_imports(name)


def styles(*names: str) -> str:
    """Style sheets, one behind the other."""
    return "".join(find_file(f"{name}.css").read_text(encoding="utf-8") for name in names)


def find_file(file: str) -> Path:
    """Return where a script or a style sheet is: all have names of their own.

    >>> find_file("stage.js").parent.name, find_file("coast.js").parent.name
    ('browser', 'l04_algorithm_x')
    """
    return next(path for path in (BROWSER / file, *LESSONS.glob(f"l[0-9]*/{file}")) if path.is_file())


@cache
def source(name: str) -> str:
    return find_file(f"{name}.js").read_text(encoding="utf-8")


def exports(name: str) -> list[str]:
    """Return the names that a module exports.

    >>> exports("vectors")
    ['BESIDE', 'SQUARE', 'dot', 'plus', 'minus', 'along', 'unit']
    """
    return [
        found for first, rest in EXPORT.findall(source(name)) for found in (first, *FURTHER.findall(rest))
    ]


def imported_modules(name: str, above: tuple[str, ...] = ()) -> list[str]:
    """The modules that a module imports, and those that they import, each before it is needed."""
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
    """A module that takes what it imports from the modules before it."""

    def take_import(found: re.Match) -> str:
        return f"const {{ {found[1]} }} = ${found[2]};\n" if found[1] else ""

    return EXPORT.sub("", IMPORT.sub(take_import, source(name)))


def module_function(name: str) -> str:
    """A module that others import: it is no widget then."""
    return DEFAULT.sub("void ", link_imports(name))
