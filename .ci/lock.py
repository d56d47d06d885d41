"""Write the hashes of all pins into the locks, and the versions of the direct packages into environment.yml.

A pin is changed by hand, its hashes are not: `.ci/lock.py` asks the index for them. Each release brings
one for every file, so the same lock installs on Linux, macOS and Windows. It needs uv (python -m pip install
uv); nothing else here does.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUN, BOOK, TEST, LITE, KERNELS = (
    ROOT / f"requirements{kind}.lock" for kind in ("", "-book", "-test", "-lite", "-kernels")
)
CONDA = ROOT / "environment.yml"
UV = (
    "uv",
    "pip",
    "compile",
    "--quiet",
    "--universal",
    "--no-deps",
    "--no-annotate",
    "--no-header",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--generate-hashes",
    "-",
)


def lines_without_hashes(text: str) -> list[str]:
    """The lines of a lock: comments, the lock that it includes, and pins.

    >>> lines_without_hashes("# two\\na==1 \\\\\\n    --hash=sha256:00\\nb==2\\n")
    ['# two', 'a==1', 'b==2']
    """
    return [line.removesuffix(" \\") for line in text.splitlines() if not line.startswith("    --hash=")]


def hashes(pins: list[str], python: str) -> dict[str, list[str]]:
    """name -> the hashes of all files of the release that is pinned."""
    command = [*UV[:-1], f"--python-version={python}", UV[-1]]
    done = subprocess.run(command, input="\n".join(pins), capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    found = re.findall(r"^([\w.-]+)==.*((?:\n    --hash=.*)+)", done.stdout, re.MULTILINE)
    return {name: re.findall(r"--hash=\w+:\w+", listed) for name, listed in found}


def lock(path: Path, python: str = "3.11") -> None:
    """Write each pin of a lock anew, with its hashes."""
    lines = lines_without_hashes(path.read_text(encoding="utf-8"))
    found = hashes([line for line in lines if "==" in line], python)
    whole = [" \\\n    ".join([line, *found[name(line)]]) if "==" in line else line for line in lines]
    path.write_text("\n".join(whole) + "\n", encoding="utf-8")


def name(pin: str) -> str:
    return pin.partition("==")[0]


def environment() -> None:
    """Write into environment.yml the pins of the packages that pyproject.toml names; postBuild brings the
    others, as they are in the lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = (*project["dependencies"], *extras["solvers"], *extras["jupyter"])
    direct = {re.match(r"[\w.-]+", wanted)[0].lower() for wanted in asked}
    pins = lines_without_hashes(RUN.read_text(encoding="utf-8"))
    listed = [f"      - {pin}" for pin in pins if name(pin) in direct]
    head = CONDA.read_text(encoding="utf-8").partition("  - pip:\n")[0]
    CONDA.write_text("\n".join([f"{head}  - pip:", *listed, ""]), encoding="utf-8")


if __name__ == "__main__":
    if not shutil.which("uv"):
        sys.exit(".ci/lock.py needs uv: python -m pip install uv")
    for path in (RUN, BOOK, TEST, KERNELS):
        lock(path)
    lock(LITE, python="3.14")  # that of the browser
    environment()
