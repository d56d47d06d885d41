"""Binder's view of the repository: environment.yml and the run lock alone, and the lesson of each link."""

import json
import os
import subprocess
import venv
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest
import yaml
from packaging.utils import canonicalize_name
from test_build import ROOT, course
from test_setup import RUN, holds, lock, pinned

from lessons.kit.building.course import Repository, link_lessons


def test_each_link_opens_its_lesson():
    lessons = link_lessons(course(), Repository("gh", "nobody/dummy"))
    places = [parse_qs(urlsplit(lesson.binder).query)["urlpath"] for lesson in lessons]
    opened = [ROOT / place.removeprefix("lab/tree/") for (place,) in places]
    assert opened == [path for path in sorted(ROOT.glob("notebooks/[0-9]*.ipynb")) if path.stem[2] == "-"]


@pytest.mark.long
@pytest.mark.notebook
def test_lesson_00_runs_with_the_pins_alone(tmp_path):
    python = environment(tmp_path / "environment")
    pins = {name: pinned(pin) for name, pin in lock(RUN).items() if holds(pin)}
    assert pins.items() <= versions(python).items(), "every version is that of the lock"
    ran = executed(python, ROOT / "notebooks/00-start-here.ipynb", tmp_path)
    outputs = [output for cell in ran.cells for output in cell.get("outputs", ())]
    assert [output.evalue for output in outputs if output.output_type == "error"] == []
    assert sum("image/png" in output.get("data", {}) for output in outputs) > 2, "cards leave their pictures"


def environment(folder: Path) -> Path:
    """The Python of a new environment, made as Binder makes it: environment.yml, then the lock."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    *_, pip = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    pins = folder / "pins.txt"
    pins.write_text("\n".join(pip["pip"]), encoding="utf-8")
    install = [python, "-m", "pip", "install", "--disable-pip-version-check"]
    run([*install, "-r", pins])
    run([*install, "--no-deps", "--require-hashes", "-r", ROOT / RUN])
    return python


def versions(python: Path) -> dict[str, str]:
    """Each package in an environment, and its version."""
    words = [python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]
    listed = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return {canonicalize_name(one["name"]): one["version"] for one in listed}


def executed(python: Path, notebook: Path, folder: Path):
    """A notebook that was run there, where no program is at hand but those of the environment: no npm, no
    MiniZinc."""
    private = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    alone = {"PATH": str(python.parent), "PYTHONPATH": str(ROOT), "HOME": str(folder), **private}
    words = ["nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, notebook]
    run([python, "-m", *words], cwd=notebook.parent, env={**os.environ, **alone})
    return nbformat.read(folder / notebook.name, as_version=4)


def run(command: list, **where) -> None:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **where)
    assert done.returncode == 0, done.stderr[-3000:]
