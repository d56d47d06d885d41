"""One installation for a whole class: another user, who may read it and write nothing in it, runs a lesson,
the compiled searches and the solvers, and keeps what is kept at home."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from test_build import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="users and their rights as Linux has them")

NOBODY = 65534
BECOME = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
READ_ALL = ["--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search"]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "site", "test-output", "*.egg-info", "node_modules")
LESSON = """
import nbformat, sys
from nbclient import NotebookClient
book = nbformat.read("notebooks/00-start-here.ipynb", 4)
place = {"metadata": {"path": "notebooks"}}
NotebookClient(book, timeout=600, allow_errors=True, resources=place).execute()
nbformat.write(book, "notebooks/00-start-here.ipynb")
"""
SEARCHES = """
import json
from puzzlelib import compiled, count, load
from puzzlelib.icosoku import engines, icosoku
print(json.dumps({
    "where": compiled.__file__,
    "soma": count(load("soma"), "compiled", "reflections").count,
    "asp": bool(engines.solve(icosoku(seed=3), "asp").arrangement),
}))
"""


class Class:
    """A shared installation, a student's home, and how a student runs Python in it."""

    def __init__(self, folder: Path):
        self.shared, self.home = folder / "shared", folder / "home"
        shutil.copytree(ROOT, self.shared, ignore=LEFT_OUT)
        (self.home / "notebooks").mkdir(parents=True)
        for notebook in ROOT.glob("notebooks/[0-9]*.ipynb"):
            shutil.copy(notebook, self.home / "notebooks")
        self.become = other_user()
        if self.become:
            for path in (self.home, *self.home.rglob("*")):
                os.chown(path, NOBODY, NOBODY)

    def shut(self) -> None:
        """Let nobody write into the installation but the superuser, who is not the student."""
        change(self.shared, lambda mode: mode & ~0o222)

    def run(self, code: str) -> subprocess.CompletedProcess:
        env = {"HOME": str(self.home), "PATH": os.environ["PATH"], "PYTHONPATH": str(self.shared)}
        return subprocess.run(
            [*self.become, sys.executable, "-c", code], cwd=self.home, env=env, capture_output=True, text=True
        )


def other_user() -> list[str]:
    """Return what makes the superuser another user who can start this Python, by more rights to read if need
    be; nothing for an ordinary user, whom the modes of the files stop."""
    if os.geteuid():
        return []
    ways = (BECOME, [*BECOME, *READ_ALL])
    return next(way for way in ways if can_start(way))


def can_start(way: list[str]) -> bool:
    """Does Python start behind these words, and another one from it, as a kernel from JupyterLab?"""
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', ''], check=True)"
    return subprocess.run([*way, sys.executable, "-c", code], stderr=subprocess.DEVNULL).returncode == 0


def change(folder: Path, mode_of) -> None:
    """Give everything in a folder another mode."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(mode_of(stat.S_IMODE(path.stat().st_mode)))


@pytest.fixture(scope="module")
def student():
    """A class whose installation is shut."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # others may look into it, as into /srv
        one = Class(folder)
        one.shut()
        yield one
        change(one.shared, lambda mode: mode | 0o700)


@pytest.mark.slow
def test_a_student_cannot_write_into_the_installation(student):
    for place in ("x", "notebooks/x", "puzzlelib/compiled/x"):
        tried = student.run(f"open({str(student.shared / place)!r}, 'w')")
        assert "Permission denied" in tried.stderr


@pytest.mark.long
@pytest.mark.slow
def test_a_lesson_runs_in_a_kernel(student):
    ran = student.run(LESSON)
    assert ran.returncode == 0, ran.stderr[-2000:]
    book = json.loads((student.home / "notebooks/00-start-here.ipynb").read_text())
    outputs = [one for cell in book["cells"] for one in cell.get("outputs", ())]
    assert len(outputs) > 5
    assert [one for one in outputs if one["output_type"] == "error" or one.get("name") == "stderr"] == []


@pytest.mark.slow
def test_a_student_counts_and_solves_and_nothing_is_kept(student):
    ran = student.run(SEARCHES)
    said = json.loads(ran.stdout)
    assert said.pop("where").startswith(str(student.shared))
    assert said == {"soma": 240, "asp": True}
    assert ran.stderr == "" and not (student.home / ".cache").exists()
