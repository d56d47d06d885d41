"""A real JupyterLab in a real browser: start it, open notebooks, run them, look at them.

The server gets private folders, so nothing of the user's set-up leaks in and nothing of ours stays behind.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit

import nbformat
import psutil
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Playwright

from lessons.kit.ground.files import KEPT

from .pieces_seen import PIECES_SEEN

ROOT = Path(__file__).parents[2]
TOKEN = "exactly-once"
PROJECTOR = {"width": 1280, "height": 720}
SELDOM = 100  # milliseconds between two looks at what takes long: looking at each frame costs the most
QUIET = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SOFTWARE_GL = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-rasterization",  # without a graphics card the page itself is painted faster by plain code
    "--disable-gpu-compositing",
]
NO_GL = ["--disable-gpu", "--disable-3d-apis"]


ALL_RENDERED = """() => {
  const cells = window.jupyterapp.shell.currentWidget.content.widgets
    .filter((cell) => cell.model.type === "code");
  const outputs = cells.flatMap((cell) => [...Array(cell.model.outputs.length).keys()]
    .map((i) => cell.model.outputs.get(i)));
  const widgets = outputs.filter((output) => output.data["application/vnd.jupyter.widget-view+json"]).length;
  const nodes = document.querySelectorAll(
    ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output > .jupyter-widgets");
  return cells.every((cell) => !cell.isPlaceholder()) && nodes.length >= widgets;
}"""

PRINTED = """async (code) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({ code, store_history: false });
  const texts = [];
  future.onIOPub = (message) => texts.push(message.content.text ?? "");
  await future.done;
  return texts.join("");
}"""

# Every notebook of the page is closed, and its kernel ended. True if JupyterLab is then as at its start.
CLEARED = """async () => {
  const app = window.jupyterapp;
  for (const panel of [...app.shell.widgets("main")].filter((widget) => widget.sessionContext)) {
    await panel.sessionContext.shutdown();
    panel.dispose();
  }
  return !document.querySelector(".jp-Dialog") && document.body.dataset.jpThemeLight === "true";
}"""

CONTROLS = "button, input, select, textarea, a[href], [tabindex]:not([tabindex='-1']), [contenteditable=true]"

NAMELESS = """(cards, selector) => {
  const native = { BUTTON: 'button', INPUT: 'input', SELECT: 'combobox', TEXTAREA: 'textbox', A: 'link' };
  const labels = node => [...(node.labels ?? [])].map(label => label.textContent).join(' ');
  const pointed = node => (node.getAttribute('aria-labelledby') ?? '').split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '').join(' ');
  const spoken = node => node.matches('button, a') ? node.textContent : '';
  const names = node =>
    [node.getAttribute('aria-label'), pointed(node), labels(node), spoken(node), node.title];
  const name = node => names(node).find(text => text && text.trim());
  const role = node => node.getAttribute('role') ?? native[node.tagName];
  const seen = node => node.getClientRects().length > 0;
  return cards.flatMap(card => [...card.querySelectorAll(selector)]).filter(seen)
    .filter(node => !role(node) || !name(node)).map(node => node.outerHTML.slice(0, 200));
}"""


CARDS = ".jp-NotebookPanel:not(.lm-mod-hidden) .eo-card"

# Nothing is on its way to the kernel, and it works on nothing: all that was asked of it is done.
SILENT = """async () => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const yet = new Promise((resolve) => setTimeout(resolve, 0, false));
  const done = [...kernel._futures.values()]
    .map((future) => Promise.race([future.done.then(() => true, () => true), yet]));
  return kernel.status === "idle" && (await Promise.all(done)).every(Boolean);
}"""


# -------- the server


@dataclass
class Server:
    """A running JupyterLab: `url` without the token, `folder` where its notebooks lie."""

    url: str
    folder: Path
    process: subprocess.Popen

    def put(self, notebook: Path | nbformat.NotebookNode, name: str = "") -> str:
        """Copy a notebook (or write one) into the server's folder; it remembers nothing. Returns its
        name there."""
        name = name or Path(notebook).name
        for left in (f"{Path(name).stem}.json", name):
            (self.folder / KEPT / left).unlink(missing_ok=True)
        if isinstance(notebook, dict):
            nbformat.write(notebook, self.folder / name)
        else:
            shutil.copy(notebook, self.folder / name)
        return name

    def link(self, name: str) -> str:
        return f"{self.url}lab/tree/{quote(name)}?token={TOKEN}&reset"


def notebook_of(*cells: str) -> nbformat.NotebookNode:
    """A notebook with these code cells."""
    v4 = nbformat.v4
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells], metadata=kernel)


@contextmanager
def serving(folder: Path, python: str = sys.executable) -> Iterator[Server]:
    """A JupyterLab server with everything it writes below `folder`, run by this Python."""
    port, work = free_port(), folder / "work"
    work.mkdir(parents=True, exist_ok=True)
    _settle(folder)
    with open(folder / "server.log", "w") as log:
        process = subprocess.Popen(
            _command(python, port, work), env=_environment(folder), stdout=log, stderr=log
        )
    try:
        server = Server(f"http://127.0.0.1:{port}/", work, process)
        _await_answer(server, folder / "server.log")
        yield server
    finally:
        _end(process)


def _command(python: str, port: int, work: Path) -> list[str]:
    return [
        python,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={work}",
        "--LabApp.expose_app_in_browser=True",
        "--MappingKernelManager.shutdown_wait_time=1",
    ]


def _environment(folder: Path) -> dict[str, str]:
    private = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    lab = {f"JUPYTERLAB_{name}_DIR": str(folder / name.lower()) for name in ("SETTINGS", "WORKSPACES")}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, **private, **lab, "PYTHONPATH": path, "IPYTHONDIR": str(folder / "ipython")}


def _settle(folder: Path) -> None:
    """No news, no questions in a corner of the screen; and our extension, as users have it."""
    ours = folder / "config" / "jupyter_server_config.d" / "exactly-once.json"
    ours.parent.mkdir(parents=True, exist_ok=True)
    ours.write_text('{"ServerApp": {"jpserver_extensions": {"lessons.kit.notebooks.server": true}}}')
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))
    page = folder / "config" / "labconfig" / "page_config.json"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(
        json.dumps({"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}})
    )


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def _await_answer(server: Server, log: Path) -> None:
    """Wait as long as it lives: a test that hangs is ended by pytest's faulthandler_timeout."""
    while server.process.poll() is None:
        try:
            urllib.request.urlopen(f"{server.url}api?token={TOKEN}", timeout=2).read()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


def _end(process: subprocess.Popen) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


# -------- the browser


@contextmanager
def browsing(playwright: Playwright, chromium: str | Path, webgl: bool = True) -> Iterator[Browser]:
    """A headless Chromium; without WebGL on demand."""
    browser = playwright.chromium.launch(
        executable_path=str(chromium), args=QUIET + (SOFTWARE_GL if webgl else NO_GL)
    )
    try:
        yield browser
    finally:
        browser.close()


WAITING: dict[Browser, list[Window]] = {}  # pages in which nothing is open


@dataclass
class Window:
    """One browser page with JupyterLab in it, and what went wrong there."""

    server: Server
    page: Page
    errors: list[str] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)  # the notebooks whose kernels are this page's
    requests: list[str] = field(default_factory=list)

    def __post_init__(self):
        self.page.on(
            "console",
            lambda message: (
                message.type == "error"
                and self.errors.append(f"{message.text} ({message.location.get('url', '')})")
            ),
        )
        self.page.on("pageerror", lambda error: self.errors.append(error.stack or str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, name: str) -> Window:
        """Open a notebook, bring it to the front and wait for its kernel; before the first one, load
        JupyterLab."""
        self.opened.add(name)
        if self.page.url == "about:blank":
            self.page.goto(self.server.link(name))
            self.page.wait_for_function("() => window.jupyterapp", timeout=60_000)
            self.page.evaluate("() => window.jupyterapp.restored")
        else:
            self.command("docmanager:open", path=name)
        self._ready()
        return self

    def clear(self) -> bool:
        """Close all notebooks; is the page then as good as a new one?"""
        fresh = self.page.evaluate(CLEARED)
        self.errors.clear()
        self.requests.clear()
        return fresh

    def command(self, command: str, **arguments):
        return self.page.evaluate(
            "([id, args]) => window.jupyterapp.commands.execute(id, args).then(() => null)",
            [command, arguments],
        )

    def run_all(self) -> None:
        """Run every cell, and wait until the kernel is idle and every card stands in the page: JupyterLab
        renders late."""
        self.command("notebook:run-all-cells")
        self.idle()
        self.page.wait_for_function(ALL_RENDERED, timeout=120_000, polling=SELDOM)

    def idle(self) -> None:
        self.page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget.sessionContext?.session?.kernel?.status === 'idle'",
            timeout=120_000,
            polling=SELDOM,
        )

    def printed(self, code: str) -> str:
        """Return what the kernel prints when it runs some code."""
        return self.page.evaluate(PRINTED, code)

    def wide(self) -> None:
        """Fold the side bar away, as a teacher does before projecting."""
        self.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")

    def dark(self, yes: bool = True) -> None:
        self.command("apputils:change-theme", theme="JupyterLab Dark" if yes else "JupyterLab Light")
        self.page.wait_for_function(
            "(light) => document.body.dataset.jpThemeLight === light", arg=str(not yes).lower()
        )

    @property
    def notebook(self) -> Locator:
        """The notebook in front."""
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def stages(self) -> Locator:
        return self.notebook.locator(".eo-stage")

    def strangers(self) -> list[str]:
        """Everything that was asked of anybody but this machine."""
        local = ("127.0.0.1", "localhost", None, "")
        return [
            url
            for url in self.requests
            if urlsplit(url).scheme not in ("blob", "data", "about") and urlsplit(url).hostname not in local
        ]

    def check(self) -> None:
        """No error in the console, nothing fetched from outside."""
        assert not self.errors, self.errors
        assert not self.strangers(), self.strangers()

    def _ready(self) -> None:
        self.page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'",
            timeout=60_000,
            polling=SELDOM,
        )


@contextmanager
def window(server: Server, browser: Browser, size: dict = PROJECTOR) -> Iterator[Window]:
    """A page with JupyterLab for notebooks that are closed at the end, their kernels ended.

    To load JupyterLab takes longer than most tests, so a page in which nothing went wrong waits for the next
    one.
    """
    waiting = WAITING.setdefault(browser, [])
    lab = waiting.pop() if waiting else Window(server, new_page(browser))
    lab.page.set_viewport_size(size)
    good = False
    try:
        yield lab
        good = lab.clear()
    finally:
        if good:
            waiting.append(lab)
        else:
            lab.page.context.close()
            end_kernels(server, lab.opened)


def new_page(browser: Browser) -> Page:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(60_000)  # software rendering on a busy machine
    context.add_init_script(PIECES_SEEN)
    return context.new_page()


def nameless(place: Window | Page) -> list[str]:
    """The controls in our cards without a role or a name: in the notebook in front, or on a page alone."""
    return getattr(place, "page", place).locator(CARDS).evaluate_all(NAMELESS, CONTROLS)


@contextmanager
def desk_with(
    server: Server, browser: Browser, name: str, *cells: str, in_sight: bool = True
) -> Iterator[Window]:
    """One page with a notebook of these cells, run once; at the end nothing may have gone wrong in it. All
    controls have a role and a name, unless some cards are out of sight, and not drawn yet."""
    with window(server, browser) as lab:
        lab.open(server.put(notebook_of(*cells), name)).wide()
        lab.run_all()
        assert not in_sight or not (found := nameless(lab)), found
        yield lab
        lab.check()


def end_kernels(server: Server, notebooks: set[str]) -> None:
    """End the kernels of these notebooks, so that memory and processors are free for the next test; another
    page may be at work on its own."""
    for session in json.load(_api(server, "GET", "api/sessions")):
        if session["path"] in notebooks:
            _api(server, "DELETE", f"api/sessions/{session['id']}").close()


def _api(server: Server, method: str, path: str):
    request = urllib.request.Request(
        f"{server.url}{path}", method=method, headers={"Authorization": f"token {TOKEN}"}
    )
    return urllib.request.urlopen(request, timeout=10)


# -------- what a picture shows


def settle(stage: Locator, live: str = "3d", timeout: float = 60_000) -> Locator:
    """Bring a stage into sight and wait until its picture is that of its step."""
    stage.scroll_into_view_if_needed()
    until_true(
        stage.page,
        "([node, live]) => node.dataset.live === live && (live !== '3d' || node.dataset.drawn === "
        "node.dataset.step)",
        [stage.element_handle(), live],
        timeout / 1000,
    )
    paint(stage.page)
    return stage


def paint(page: Page, frames: int = 2) -> None:
    """Wait until the page has been painted so often."""
    page.evaluate(
        """async (frames) => {
          while (frames--) await new Promise((done) => requestAnimationFrame(done));
        }""",
        frames,
    )


def answered(stage: Locator, live: str = "3d") -> Locator:
    """Wait until Python has had its say about what was last pressed, and the picture is drawn."""
    paint(stage.page)
    stage.page.wait_for_function(SILENT, timeout=60_000)
    return settle(stage, live)


def until(page: Page, condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait, frame by frame, until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not so after {seconds} seconds"
        paint(page)


def until_true(page: Page, script: str, arg=None, seconds: float = 90) -> None:
    """Wait until a function of the page returns something true. Playwright's own `wait_for_function` makes a
    function of a text in the page, which a page of the book does not let it do."""
    until(page, lambda: page.evaluate(script, arg), seconds)


def steady(page: Page, look: Callable[[], object]) -> None:
    """Wait until a look and another one, some frames later, show the same: what moved has come to rest."""
    seen = [None]

    def at_rest() -> bool:
        paint(page, frames=5)
        seen.append(look())
        return seen[-1] == seen[-2]

    until(page, at_rest)


def worked() -> float:
    """Seconds of processor time of all processes that we have started: server, kernels and browser."""
    times = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it has ended meanwhile
            times += process.cpu_times()[:2]
    return sum(times)


def picture(place: Locator | Page) -> Image.Image:
    return Image.open(io.BytesIO(place.screenshot())).convert("RGB")


def colours(image: Image.Image, least: int = 40) -> Counter:
    """The colours of a picture that cover at least this many pixels."""
    return Counter({colour: count for count, colour in image.getcolors(1 << 24) if count >= least})


def shades(hex_colour: str) -> list[tuple[int, int, int]]:
    """The tones in which a block of this colour is seen: front, top, edge and sides (see draw.py)."""
    red, green, blue = (int(hex_colour[i : i + 2], 16) for i in (1, 3, 5))
    mix = lambda towards, share: tuple(round(c + (towards - c) * share) for c in (red, green, blue))
    return [mix(255, 0), mix(255, 0.14), mix(255, 0.24), mix(0, 0.16)]


def shows(image: Image.Image, hex_colour: str, near: int = 6, least: int = 30) -> bool:
    """Is this piece colour seen in the picture, in one of its tones?"""
    found = colours(image, least)
    return any(
        max(abs(a - b) for a, b in zip(seen, tone)) <= near for seen in found for tone in shades(hex_colour)
    )


def pieces(stage: Locator) -> dict[str, tuple[str, str]]:
    """Return what the stage says it shows: letter -> (how it came there, colour)."""
    entries = (stage.get_attribute("data-pieces") or "").split(",")
    return {letter: (how, colour) for letter, how, colour in (entry.split(":") for entry in entries if entry)}
