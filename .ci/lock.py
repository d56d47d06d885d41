"""Write the hashes of all pins into requirements.lock and requirements-test.lock, and the run lock's lines
into environment.yml.

A pin is changed by hand, its hashes are not: `make lock` asks the package index for them. Each release brings
one for every file, so the same lock installs on Linux, macOS and Windows. It needs uv (python -m pip install
uv); nothing else here does.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUN, TEST, CONDA = (
    ROOT / name for name in ("requirements.lock", "requirements-test.lock", "environment.yml")
)
UV = (
    "uv",
    "pip",
    "compile",
    "--quiet",
    "--universal",
    "--python-version=3.11",
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


def hashes(pins: list[str]) -> dict[str, list[str]]:
    """name -> the hashes of all files of the release that is pinned."""
    done = subprocess.run(UV, input="\n".join(pins), capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    found = re.findall(r"^([\w.-]+)==.*((?:\n    --hash=.*)+)", done.stdout, re.MULTILINE)
    return {name: re.findall(r"--hash=\w+:\w+", listed) for name, listed in found}


def lock(path: Path) -> None:
    """Write each pin of a lock anew, with its hashes."""
    lines = lines_without_hashes(path.read_text(encoding="utf-8"))
    found = hashes([line for line in lines if "==" in line])
    whole = [" \\\n    ".join([line, *found[name(line)]]) if "==" in line else line for line in lines]
    path.write_text("\n".join(whole) + "\n", encoding="utf-8")


def name(pin: str) -> str:
    return pin.partition("==")[0]


def environment() -> None:
    """environment.yml repeats the run lock; a line that goes on is one text to YAML."""
    head = CONDA.read_text(encoding="utf-8").partition("  - pip:\n")[0]
    pins = [
        line.removesuffix(" \\")
        for line in RUN.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    listed = [f"        {line.strip()}" if line.startswith(" ") else f"      - {line}" for line in pins]
    CONDA.write_text("\n".join([f"{head}  - pip:", *listed, ""]), encoding="utf-8")


if __name__ == "__main__":
    if not shutil.which("uv"):
        sys.exit("make lock needs uv: python -m pip install uv")
    for path in (RUN, TEST):
        lock(path)
    environment()
