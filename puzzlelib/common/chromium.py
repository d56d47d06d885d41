"""A page as PDF, by the Chromium that is there: no package prints what a browser shows as it does."""

import importlib
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from .files import whole_file

NAMES = "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
NONE = "no Chromium or Chrome was found (or set CHROMIUM to its path), so there is no PDF: print the page"
SECONDS = 120  # for a page
QUIET = ["--headless", "--disable-gpu", "--disable-extensions", "--no-pdf-header-footer"]
# A page may lead elsewhere: nothing has an address then, and the only way out is a port that nobody hears.
OFFLINE = [
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--disable-background-networking",
]


def find_chromium() -> str | None:
    """Return the path of a Chromium that starts: that of CHROMIUM, Playwright's, or an installed one."""
    named = os.environ.get("CHROMIUM")
    wanted = [named] if named else [of_playwright(), *NAMES, MAC]
    return next((path for path in map(shutil.which, filter(None, wanted)) if path and starts(path)), None)


def of_playwright() -> str | None:
    """Return the path of the browser that Playwright has fetched, if any."""
    try:
        with importlib.import_module("playwright.sync_api").sync_playwright() as running:
            return running.chromium.executable_path
    except Exception:  # it is not there, or it cannot start
        return None


def starts(path: str) -> bool:
    """Return whether it tells its version: a script may only name the package that is missing."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def print_pdf(browser: str, page: Path, out: Path) -> bool:
    """Print a page of HTML, without scripts and network; return whether a whole file was written."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "page.pdf")
        is_root = getattr(os, "geteuid", lambda: 1)() == 0  # for whom Chromium has no sandbox
        bare = ["--no-sandbox"] if is_root else []
        ask = [
            browser,
            *QUIET,
            *OFFLINE,
            *bare,
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={made}",
        ]
        with suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run([*ask, page.resolve().as_uri()], capture_output=True, timeout=SECONDS)
        if not made.is_file():
            return False
        with whole_file(out) as file:
            file.write(made.read_bytes())
    return True
