"""JupyterLab in another environment than the kernel: what a notebook shows, and what it says is missing."""

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from contextlib import contextmanager
from pathlib import Path

import pytest

from .lab import ROOT, Window, new_page, notebook_of, serving, until

pytestmark = [pytest.mark.browser, pytest.mark.long]

NAME = "elsewhere.ipynb"
REPORT = "from lessons import check_environment\n\ncheck_environment()"
CARD = "from lessons.l00_start_here import assembly\n\nassembly(grid='2x4x4', seed=1)"
MANAGER, OURS = "@jupyter-widgets/jupyterlab-manager", "anywidget"
EXTENSIONS = Path(sys.prefix, "share/jupyter/labextensions")
OLD = "0.10.0"


def environment(folder: Path, *extensions: str) -> Path:
    """Make an environment that has JupyterLab, by way of this one, and these extensions of it; return
    its Python."""
    venv.create(folder)
    python = folder / "bin/python"
    place = ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    own = subprocess.run([python, *place], capture_output=True, text=True, check=True).stdout.strip()
    Path(own, "jupyterlab.pth").write_text(sysconfig.get_path("purelib"))
    shared = folder / "share/jupyter"
    shared.mkdir(parents=True)
    shared.joinpath("lab").symlink_to(Path(sys.prefix, "share/jupyter/lab"))
    for name in extensions:
        shutil.copytree(EXTENSIONS / name, shared / "labextensions" / name)
    return python


def make_old(folder: Path) -> None:
    """Let an extension of anywidget say that it is an older one."""
    package = folder / "package.json"
    now = json.loads(package.read_text())["version"]
    for file in (package, *folder.glob("static/*.js")):
        file.write_text(file.read_text().replace(f'"{now}"', f'"{OLD}"'))


@contextmanager
def lab_with(browser, folder: Path, cells, *extensions: str, old: bool = False):
    """A JupyterLab of such an environment that shows a notebook of these cells, run; and its Python."""
    python = environment(folder / "environment", *extensions)
    if old:
        make_old(folder / "environment/share/jupyter/labextensions" / OURS)
    write_kernel(folder / "data/kernels/python3")
    with serving(folder, str(python)) as server:
        lab = Window(server, new_page(browser))  # none that has shown another server
        lab.open(server.put(notebook_of(*cells), NAME)).wide()
        lab.command("notebook:run-all-cells")
        lab.idle()
        yield lab, python
        lab.page.context.close()


def write_kernel(folder: Path) -> None:
    folder.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    words = {"argv": argv, "display_name": "Ours", "language": "python", "env": {"PYTHONPATH": str(ROOT)}}
    folder.joinpath("kernel.json").write_text(json.dumps(words))


def shown(lab) -> str:
    """Return the text of all outputs that are in sight."""
    return lab.notebook.evaluate("(node) => node.innerText")


def report(lab, words: str) -> str:
    until(lab.page, lambda: words in shown(lab))
    return shown(lab)


@pytest.mark.parametrize(
    "extensions, old, lacking",
    [
        pytest.param(
            (),
            False,
            {"ipywidgets": "missing", "anywidget": "missing"},
            id="jupyterlab alone",
            marks=pytest.mark.long,
        ),
        pytest.param(
            (MANAGER,), False, {"anywidget": "missing"}, id="with ipywidgets", marks=pytest.mark.long
        ),
        pytest.param((MANAGER, OURS), True, {"anywidget": f"version {OLD}"}, id="with an older anywidget"),
    ],
)
def test_it_is_said_what_jupyterlab_lacks(browser, tmp_path, extensions, old, lacking):
    with lab_with(browser, tmp_path, [REPORT, CARD], *extensions, old=old) as (lab, python):
        text = report(lab, "To be mended for lessons 00 to 07")
        for name in ("ipywidgets", "anywidget"):
            said = re.search(rf"{name} [\d.]+: (.*)", text)[1]
            if name in lacking:
                where = f"in JupyterLab, which runs in another Python ({python})"
                assert said.startswith(f"its half {where}, is {lacking[name]}. ")
                assert f'{python} -m pip install "{name}>=' in said
            else:
                assert said == "ready"
        assert "is here." not in text
        until(lab.page, lambda: lab.notebook.locator(".eo-left:visible img").count() > 0)
        assert lab.notebook.locator(".jupyter-widgets-error-widget:visible").count() == 0


def test_all_is_here_once_the_page_has_answered(browser, tmp_path):
    with lab_with(browser, tmp_path, [REPORT, CARD], MANAGER, OURS) as (lab, _):
        assert "another Python" not in report(lab, "Everything that ")
        lab.notebook.locator(".eo-stage").wait_for()
        assert [error for error in lab.errors if "/lsp/" not in error] == []
