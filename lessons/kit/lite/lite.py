"""Build the notebooks as JupyterLite: `python lessons/lite.py [--to FOLDER] [--fetch]`.

The folder is for any web server, and asks nobody else for anything: JupyterLab, Python and the
workbook are in it. In a book, its first page has a link to it.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..checks.course import course
from ..ground.course import COURSE
from ..ground.errors import CourseError
from ..live.pages import MODULES, check_modules
from .distribution import EXTENSIONS, PYTHON, Read, fetched_release, folder_release, stage_pyodide

TOP = Path(__file__).parents[3]
LITE = Path(sys.prefix) / "lite"  # JupyterLite, away from the JupyterLab that people use
WIDGETS = "@jupyter-widgets/jupyterlab-manager", "anywidget"
SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
CHOICES = "--no-sourcemaps", "--no-unused-shared-packages", "--ignore-sys-prefix", "--apps", "lab"
FRONT = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>{0}</title>
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<meta http-equiv="refresh" content="0; url=lab/index.html?path={1}">
<a href="lab/index.html?path={1}">{0}</a>
"""
# An address from version 0.1 leads on to the present name of a second notebook.
LEAD_ON = """<head>
<script>
  const present = location.href.replace(/([?&]path=\\d\\d)-([\\w-]*)-more\\.ipynb/, "$1b-$2.ipynb");
  if (present !== location.href) location.replace(present);
</script>
"""
PLACE = "<p>In Python:"  # of a book's first page
LINK = '<p>Or <a href="{}/index.html">in your browser</a>, with nothing to install (37 MB).</p>\n'


def build_lite(folder: Path, release: Read | None = None) -> None:
    """Write the folder; `release` reads a file of Pyodide's release, if there is one."""
    check_modules()
    if not LITE.is_dir():
        raise CourseError("JupyterLite is not installed: make lite does that")
    with tempfile.TemporaryDirectory() as place:
        stage(Path(place), release)
        shutil.rmtree(folder, ignore_errors=True)
        run_jupyterlite(Path(place), folder.resolve())
    first = f"{course()[0]['notebook']}.ipynb"
    (folder / "index.html").write_text(FRONT.format(COURSE.title, first), encoding="utf-8")
    page = folder / "lab/index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("<head>", LEAD_ON, 1), encoding="utf-8")
    for path in TOP.glob("LICENSES.txt"):
        shutil.copy(path, folder)
    add_link(folder.resolve())


def add_link(folder: Path) -> None:
    """Link the folder from the book around it, if there is one."""
    page, link = folder.with_name("index.html"), LINK.format(folder.name)
    if page.with_name("book.css").is_file():
        text = page.read_text(encoding="utf-8").replace(link, "")
        page.write_text(text.replace(PLACE, link + PLACE), encoding="utf-8")


def stage(place: Path, release: Read | None) -> None:
    """Put together what JupyterLite needs."""
    names = stage_pyodide(place / "static/pyodide", MODULES / "pyodide", LITE, TOP, release)
    kernel = {"loadPyodideOptions": {"packages": names}, "disablePyPIFallback": True}
    data = {"appName": COURSE.title, "litePluginSettings": {f"{PYTHON}:kernel": kernel}}
    config = {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}
    (place / "jupyter-lite.json").write_text(json.dumps(config), encoding="utf-8")
    (place / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    for home, names in ((LITE, [PYTHON]), (Path(sys.prefix), (*WIDGETS, *COURSE.labextensions))):
        for name in names:
            shutil.copytree(home / EXTENSIONS / name, place / "labextensions" / name)
    for path in (TOP / "notebooks").glob("*.ipynb"):
        (place / "files").mkdir(exist_ok=True)
        shutil.copy(path, place / "files")


def run_jupyterlite(place: Path, folder: Path) -> None:
    """Call JupyterLite; `CourseError` with its last words if it fails."""
    command = [sys.executable, "-m", "jupyterlite_core", "build", *CHOICES]
    command += ["--lite-dir", place, "--output-dir", folder, "--contents", place / "files"]
    command.append(f"--FederatedExtensionAddon.extra_labextensions_path={place / 'labextensions'}")
    path = os.pathsep.join(filter(None, [str(LITE), os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run(
        command, cwd=place, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    if done.returncode:
        raise CourseError(f"JupyterLite: {(done.stdout + done.stderr)[-300:]}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make lite", description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, default=TOP / "lite", metavar="FOLDER")
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="a release of Pyodide")
    parser.add_argument("--fetch", action="store_true", help="fetch numpy, clingo and highspy")
    options = parser.parse_args()
    try:
        build_lite(options.to, chosen_release(options))
    except CourseError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{options.to}: for any web server. To try it: python -m http.server -d {options.to}")
    return 0


def chosen_release(options: argparse.Namespace) -> Read | None:
    """Return what reads Pyodide's release; None if none was asked for."""
    if options.pyodide:
        return folder_release(options.pyodide)
    about = json.loads((MODULES / "pyodide/package.json").read_text(encoding="utf-8"))
    return fetched_release(about["version"]) if options.fetch else None
