"""Wheels for Python in the browser, made from what is installed here: the workbook's packages,
as far as they are pure Python, and the workbook itself.

So the browser has the versions of requirements.lock.
"""

import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePath
from zipfile import ZipFile, ZipInfo

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ..ground.course import COURSE

WANTED = "anywidget", "comm", "ipython", "ipywidgets", "jedi", "packaging"
ELSEWHERE = {"widgetsnbextension", "jupyterlab-widgets"}  # JavaScript, for JupyterLab
BROWSER = {
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "os_name": "posix",
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "platform_machine": "wasm32",
}
OLD = (1980, 1, 1, 0, 0, 0)  # without times an archive is made alike twice
COMPILED = {".so", ".pyd", ".dylib", ".pyc", ".pyi", ".map"}
UNUSED = {"tests", "__pycache__", "labextension", "datasets", "widgetbundle.js"}
ANSWERS = {"ways.yaml"}
BUILDING = {f"lessons/kit/{name}" for name in ("pages", "collecting", "lite", "live/browser")}
METADATA = "Metadata-Version: 2.1\nName: {}\nVersion: {}\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: exactly-once\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def write_zip(path, files: Iterable[tuple[str, bytes]]):
    """Write files, as name and content, into a zip archive, and return its place."""
    with ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files):
            archive.writestr(ZipInfo(name, OLD), content, zipfile.ZIP_DEFLATED)
    return path


def wheel_name(name: str, version: str) -> str:
    """Return the name of the file of a wheel.

    >>> wheel_name("stack-data", "0.6.3")
    'stack_data-0.6.3-py3-none-any.whl'
    """
    return f"{name.replace('-', '_')}-{version}-py3-none-any.whl"


# -------- what is installed here


def needed_packages(wanted: Iterable[str] = WANTED) -> list[Distribution]:
    """Return these packages, those of the course and all that they need in a browser, as installed here."""
    todo, found = [*wanted, *COURSE.wheels], {}
    while todo:
        name = canonicalize_name(todo.pop())
        if name not in found and name not in ELSEWHERE:
            found[name] = distribution(name)
            todo += browser_needs(found[name])
    return list(found.values())


def browser_needs(package: Distribution) -> Iterator[str]:
    """Yield the names of what a package needs in a browser."""
    for need in map(Requirement, package.requires or ()):
        if need.marker is None or need.marker.evaluate(BROWSER | {"extra": ""}):
            yield need.name


def installed_files(package: Distribution) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of the files of a package that a browser can use."""
    for file in package.files:
        if file.parts[0] != ".." and file.suffix not in COMPILED and UNUSED.isdisjoint(file.parts):
            yield file.as_posix(), Path(file.locate()).read_bytes()


def pure_wheel(package: Distribution, folder: Path) -> Path:
    """Write the pure part of an installed package as a wheel."""
    name = wheel_name(canonicalize_name(package.name), package.version)
    return write_zip(folder / name, installed_files(package))


# -------- the workbook


def workbook_wheel(root: Path, folder: Path) -> Path:
    """Write all packages as one wheel, without solutions and what only builds."""
    name, version = COURSE.name, COURSE.version
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    about = METADATA.format(name, version).encode()
    files = {f"{info}/METADATA": about, f"{info}/WHEEL": WHEEL.encode(), f"{info}/RECORD": b""}
    files[f"{info}/entry_points.txt"] = entry_points(root).encode()
    ours = ((name, path.read_bytes()) for name, path in workbook_files(root))
    return write_zip(folder / wheel_name(name, version), [*files.items(), *ours])


def entry_points(root: Path) -> str:
    """Return the file of a wheel by which libraries find what others add to them."""
    path = root / "pyproject.toml"
    project = tomllib.loads(path.read_text(encoding="utf-8"))["project"] if path.is_file() else {}
    lines = []
    for group, entries in project.get("entry-points", {}).items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    return "\n".join(lines)


def workbook_files(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield name and path of the files of our packages that a notebook uses."""
    for package in ("lessons", *COURSE.libraries):
        for path in (root / package).rglob("*.*"):
            name = path.relative_to(root)
            if path.is_file() and is_for_students(name):
                yield name.as_posix(), path


def is_for_students(name: PurePath) -> bool:
    """Return whether a file of ours is for notebooks and has no solutions.

    >>> is_for_students(PurePath("lessons/l01_backtracking/solutions.md"))
    False
    """
    unused = {"node_modules", "sheets", *UNUSED}.intersection(name.parts)
    builds = BUILDING.union(COURSE.unused).intersection(parent.as_posix() for parent in name.parents)
    left_out = name.name in ANSWERS or name.suffix in {".md", ".webp", *COMPILED}
    return "wasm32" in name.name or not (unused or builds or left_out)
