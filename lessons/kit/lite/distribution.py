"""Pyodide's folder for JupyterLite: its core from npm, wheels, and the list of all that is there.

Python starts with everything on that list, so no cell asks for a package. Packages such as numpy
are compiled for the browser by Pyodide alone: they are taken from a folder with its release
(`PYODIDE=folder`), or from the address of the release (`FETCH=1`).
"""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import distributions
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from packaging.utils import canonicalize_name

from ..ground.course import COURSE
from ..ground.errors import CourseError
from ..live.wheels import needed_packages, pure_wheel, workbook_wheel

CORE = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"
LISTED = "pyodide-lock.json"
KERNEL = "ipykernel", "piplite", "pyodide_kernel"
EXTENSIONS = Path("share/jupyter/labextensions")
PYTHON = "@jupyterlite/pyodide-kernel-extension"  # the kernel
RELEASE = "https://cdn.jsdelivr.net/pyodide/v{}/full/"
SECONDS = 60  # without an answer of the network

Read = Callable[[str], bytes]  # the content of a file of Pyodide's release


def stage_pyodide(folder: Path, core: Path, tools: Path, root: Path, release: Read | None) -> list[str]:
    """Write the folder `static/pyodide` of JupyterLite, and return the names of its packages.

    core: Pyodide from npm; tools: what requirements-lite.lock has installed; release: reads a file
    of Pyodide's release, None where there is none.
    """
    folder.mkdir(parents=True)
    for name in CORE:
        shutil.copy(core / name, folder)
    entries = map(wheel_entry, stage_wheels(folder, tools, root))
    packages = {entry["name"]: entry for entry in entries}
    listed = json.loads((core / LISTED).read_text(encoding="utf-8"))
    if release:
        packages |= stage_release(folder, release, listed["info"], packages)
    listed["packages"] = packages
    (folder / LISTED).write_text(json.dumps(listed), encoding="utf-8")
    return sorted(packages)


def stage_wheels(folder: Path, tools: Path, root: Path) -> Iterator[Path]:
    """Write the wheels that are made here or belong to the kernel, and yield their paths."""
    for name in KERNEL:
        [path] = (tools / EXTENSIONS / PYTHON / "static/pypi").glob(f"{name}-*.whl")
        yield Path(shutil.copy(path, folder))
    micropip = next(one for one in distributions(path=[str(tools)]) if one.name == "micropip")
    for package in [*needed_packages(), micropip]:
        yield pure_wheel(package, folder)
    yield workbook_wheel(root, folder)


def wheel_entry(path: Path) -> dict:
    """Return what Pyodide's list says about a wheel."""
    name, version, *_ = path.name.split("-")
    return {
        "name": canonicalize_name(name),
        "version": version,
        "file_name": path.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": wheel_imports(path),
        "depends": ["narwhals"] if name == "plotly" else [],
        "unvendored_tests": False,
    }


def wheel_imports(path: Path) -> list[str]:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(path).namelist()}
    return sorted(name.removesuffix(".py") for name in tops if not name.endswith(".dist-info"))


# -------- Pyodide's release


def folder_release(folder: Path) -> Read:
    """Return a function that reads files of a release in a folder."""

    def read(name: str) -> bytes:
        if not (folder / name).is_file():
            wanted = "it must be a full release of Pyodide"
            raise CourseError(f"PYODIDE={folder}: {name} is not there; {wanted}")
        return (folder / name).read_bytes()

    return read


def fetched_release(version: str, address: str = RELEASE) -> Read:
    """Return a function that fetches files of the release from the network."""

    def read(name: str) -> bytes:
        url = address.format(version) + name
        try:
            with urlopen(url, timeout=SECONDS) as answer:
                return answer.read()
        except (URLError, OSError) as problem:
            raise CourseError(f"FETCH=1: {url} does not answer ({problem})") from None

    return read


def stage_release(folder: Path, read: Read, info: dict, ours: Iterable[str]) -> dict[str, dict]:
    """Write the compiled packages and what they need, and return their entries of the list."""
    listed = json.loads(read(LISTED))
    found, wanted = listed["info"]["abi_version"], info["abi_version"]
    if found != wanted:
        raise CourseError(f"Pyodide's release is for {found}: here it must be {wanted}")
    entries = {name: listed["packages"][name] for name in release_names(listed["packages"], ours)}
    for entry in entries.values():
        content = read(entry["file_name"])
        if hashlib.sha256(content).hexdigest() != entry["sha256"]:
            raise CourseError(f"{entry['file_name']}: this is not the file that {LISTED} names")
        (folder / entry["file_name"]).write_bytes(content)
    return {name: entry | {"depends": []} for name, entry in entries.items()}


def release_names(packages: dict[str, dict], ours: Iterable[str]) -> list[str]:
    """Return the compiled packages that a release has, and all that they need and we have not.

    >>> needs = {"numpy": {"depends": []}, "highspy": {"depends": ["numpy", "packaging"]}}
    >>> release_names(needs, ["packaging"])
    ['highspy', 'numpy']
    """
    todo, found = [name for name in COURSE.compiled if name in packages], set()
    while todo:
        name = todo.pop()
        if name not in found and name not in ours:
            found.add(name)
            todo += packages[name]["depends"]
    return sorted(found)
