"""Programs that pip cannot bring: found for the tests that need it, or they are skipped by name.

A test that takes the fixture `chromium` (or is marked `browser`) needs Chromium, one that takes `git`,
`minizinc`, `chuffed` or `bwrap` needs that. Where it is missing, the test is skipped with the command that
would install it; with CI=true it fails instead. `python tests/conftest.py` installs what is missing with
apt-get, where it may, and with `--all` what the long forms need as well.
"""

import os
import shutil
import signal
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from puzzlelib.commands.program import repeat_lost_interrupts

signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell makes what it starts with & deaf to Ctrl-C, which tests press


@pytest.hookimpl(trylast=True)  # after pytest's own hook
def pytest_configure(config):
    repeat_lost_interrupts()


class Tool(NamedTuple):
    """A program: names to look for, the environment variable that overrides them, its Debian package."""

    commands: tuple[str, ...]
    variable: str
    package: str
    long: bool = False  # is it for the long forms only?
    asks: str = "--version"  # with this it starts, tells and ends


TOOLS = {
    "chromium": Tool(
        (
            "chromium",
            "chromium-browser",
            "google-chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ),
        "CHROMIUM",
        "chromium",
    ),
    "git": Tool(("git",), "GIT", "git"),
    "minizinc": Tool(("minizinc",), "MINIZINC", "minizinc"),
    "node": Tool(("node",), "NODE", "nodejs"),
    "npm": Tool(("npm",), "NPM", "npm"),  # Makefile: it brings Chuffed and eslint
    "gcc": Tool(("gcc",), "GCC", "gcc libc6-dev"),
    "bwrap": Tool(("bwrap",), "BWRAP", "bubblewrap"),
    "qemu": Tool(("qemu-aarch64",), "QEMU", "qemu-user", long=True),
    "wine": Tool(("wine64", "wine"), "WINE", "wine wine64", long=True),
    "firefox": Tool(("firefox-esr", "firefox"), "FIREFOX", "firefox-esr", long=True),
    "webkit": Tool(("WebKitWebDriver",), "WEBKIT", "webkit2gtk-driver xvfb", long=True, asks="--help"),
}
ESLINT = Path(__file__).parent / "eslint/node_modules/.bin/eslint"
TSC = ESLINT.with_name("tsc")
AXE = ESLINT.parents[1] / "axe-core/axe.min.js"
PYODIDE = Path(__file__).parents[1] / "lessons/kit/live/node_modules/pyodide"
JUPYTERLITE = Path(sys.prefix) / "lite/jupyterlite_core"


@cache
def find(name: str) -> str | None:
    """Path of a tool that starts, or None.

    The start counts: Ubuntu's package chromium-browser is a script that only names another package.
    """
    tool = TOOLS[name]
    override = os.environ.get(tool.variable)
    paths = map(shutil.which, [override] if override else tool.commands)
    return next((path for path in paths if path and starts(path, tool.asks)), None)


def starts(path: str, *asks: str) -> bool:
    """Does it tell its version, or what was asked for?"""
    try:
        return subprocess.run([path, *asks], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def needs(item: pytest.Item) -> set[str]:
    """The tools that a test asks for."""
    names = set(getattr(item, "fixturenames", ())) & {*TOOLS, *OTHERS}
    return names | {"chromium"} if item.get_closest_marker("browser") else names


def pytest_runtest_setup(item):
    for name in sorted(needs(item)):
        require(name, item.nodeid)


def require(name: str, test: str):
    """Refuse to run a test without this tool."""
    if not OTHERS.get(name, lambda: find(name))():
        refuse(f"{test} needs {name}: {advice(name)}")


@cache
def chuffed_is_here() -> bool:
    """Does an installed MiniZinc bring it, or Node?"""
    from puzzlelib.icosoku import by_minizinc as minizinc

    return minizinc.available()["chuffed"] in minizinc.HERE


@cache
def bwrap_runs() -> bool:
    """Does it run a command? Some systems keep it from plain users."""
    path = find("bwrap")
    return bool(path) and starts(path, "--unshare-all", "--ro-bind", "/", "/", "true")


OTHERS = {
    "bwrap": bwrap_runs,
    "chuffed": chuffed_is_here,
    "eslint": lambda: shutil.which(ESLINT),
    "axe": AXE.exists,
    "tsc": lambda: shutil.which(TSC),
    "pyodide": PYODIDE.exists,
    "jupyterlite": JUPYTERLITE.exists,
    "zig": lambda: find_spec("ziglang"),
    "unicorn": lambda: find_spec("unicorn"),
}


def refuse(reason: str):
    """Skip a test; in CI, fail it: there, a tool that is missing is a fault."""
    if os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def advice(name: str) -> str:
    """How to get a tool, in one line."""
    if name == "chuffed":
        from puzzlelib.icosoku import by_minizinc as minizinc

        return minizinc.advice(name)
    if name in ("eslint", "tsc", "axe"):
        return "npm ci --ignore-scripts --prefix tests/eslint"
    if name == "pyodide":
        return "npm ci --ignore-scripts --prefix lessons/kit/live"
    if name == "jupyterlite":
        return "make .venv/.lite"
    if name == "bwrap" and find(name):
        return "this system keeps it from you: see lessons/kit/collecting/bwrap.apparmor"
    if name in ("zig", "unicorn"):
        return "make .venv/.zig"
    tool = TOOLS[name]
    install = (
        f"sudo apt-get install {tool.package}"
        if shutil.which("apt-get")
        else f"install {' or '.join(tool.commands[:3])}"
    )
    return f"{install} (or set {tool.variable} to its path)"


@pytest.fixture
def without_alarm(monkeypatch):
    """A command with a time limit ends by its own clock: the alarm behind it waits for a minute."""
    monkeypatch.setattr("puzzlelib.commands.program.LATE", 60.0)


@pytest.fixture
def need(request):
    """For tests that know only when they run which tool they need: need("minizinc") is its path."""

    def needed(name: str) -> str | None:
        require(name, request.node.nodeid)
        return find(name) if name in TOOLS else None

    return needed


def path_of(name: str):
    """Return the fixture that gives the path of a tool."""
    return pytest.fixture(scope="session", name=name)(lambda: find(name))


bwrap, chromium, firefox, git, gcc, minizinc, node, qemu, wine = map(
    path_of, ("bwrap", "chromium", "firefox", "git", "gcc", "minizinc", "node", "qemu", "wine")
)


@pytest.fixture(scope="session")
def playwright():
    """The one Playwright of this process: a second one could not start beside it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chuffed() -> str:
    """How Chuffed runs here: "native" or "node"."""
    from puzzlelib.icosoku import by_minizinc as minizinc

    return minizinc.available()["chuffed"]


@pytest.fixture(scope="session")
def eslint() -> str:
    """Path of the linter for JavaScript, which npm brings."""
    return shutil.which(ESLINT)


@pytest.fixture(scope="session")
def tsc() -> str:
    """Path of the compiler that reads the types of JavaScript, which npm brings."""
    return shutil.which(TSC)


@pytest.fixture(scope="session")
def site(request, tmp_path_factory) -> Path:
    """The folder of the book, built once, or that of `--site`."""
    from test_book import made_once

    given = request.config.getoption("--site")
    return given.resolve() if given else made_once(tmp_path_factory.mktemp("book"))


@pytest.fixture(scope="session")
def teacher_site(tmp_path_factory) -> Path:
    """The folder of the teacher's book, built once."""
    from test_book import made_for_teachers

    return made_for_teachers(tmp_path_factory.mktemp("book"))


@pytest.fixture(scope="session")
def jupyterlite() -> Path:
    """The package that builds JupyterLite, which make installs beside all others."""
    return JUPYTERLITE


@pytest.fixture(scope="session")
def zig() -> list[str]:
    """The words that call zig's C compiler, which make test-all installs."""
    return [sys.executable, "-m", "ziglang", "cc"]


@pytest.fixture(scope="session")
def unicorn() -> None:
    """The emulator of processors, which make test-all installs; emulated.py imports it."""


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """The folder of Python for browsers, which npm brings."""
    return PYODIDE


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that finds what people with a screen reader, or without colours, would miss."""
    return AXE.read_text(encoding="utf-8")


# -------- python tests/conftest.py


def apt_get() -> list[str] | None:
    """The words before `install PACKAGE`, or None where we may not: it never asks for a password."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    allowed = (
        shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0
    )
    return ["sudo", "-n", "apt-get"] if allowed else None


def install(packages: list[str]) -> None:
    """Install Debian packages. A failure is told, not raised: the tests then say what they miss."""
    command = apt_get()
    if not command:
        return print("Not installed, the tests that need it are skipped:", *packages)
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    for words in (
        ["update"],
        *(["install", "--yes", "--no-install-recommends", *package.split()] for package in packages),
    ):
        print(*command, *words, flush=True)
        subprocess.run([*command, "-qq", *words], stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    missing = [
        tool.package
        for name, tool in TOOLS.items()
        if not os.environ.get(tool.variable) and not find(name) and (not tool.long or "--all" in sys.argv)
    ]
    if missing:
        sys.exit(install(missing))
