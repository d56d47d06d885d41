"""Firefox by WebDriver BiDi, WebKitGTK's MiniBrowser by WebDriver: as much of them as a walk needs.

Each has a screen of its own in memory (Xvfb), and the processor draws WebGL. A browser here has two methods:
`goto(url)` and `evaluate(expression)`, which waits for a promise and returns what JSON can say. Firefox also
has `click` and `press`, as a hand does them, and keeps the addresses that its page and its workers ask for.
"""

import json
import os
import socket
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import websocket
from quiet_clock import wait_until

MINIBROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
SIZE = (1280, 720)
PATIENCE = 900  # seconds for one answer: all exercises of a notebook take minutes
# https://www.w3.org/TR/webdriver2/#keyboard-actions
KEYS = {"Shift": "\ue008", "Control": "\ue009", "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c"}
MIDDLE = """((node) => {
  node.scrollIntoView({ block: "center" });
  const { x, y, width, height } = node.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
})(%s)"""
PREFERENCES = {
    "webgl.force-enabled": True,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Firefox:
    """One page of a Firefox, told what to do over a web socket.

    https://w3c.github.io/webdriver-bidi/
    """

    def __init__(self, port: int):
        self.door = websocket.create_connection(
            f"ws://127.0.0.1:{port}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.numbers = count(1)
        self.requests: list[str] = []
        self.ask("session.new", capabilities={})
        self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params):
        number = next(self.numbers)
        self.door.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.door.recv())).get("id") != number:
            self.hear(answer)
        if answer["type"] == "error":
            raise RuntimeError(answer["message"])
        return answer["result"]

    def hear(self, event: dict) -> None:
        if event.get("method") == "network.beforeRequestSent":
            self.requests.append(event["params"]["request"]["url"])

    def watch_requests(self) -> None:
        """Keep the address of each request from now on."""
        self.ask("session.subscribe", events=["network.beforeRequestSent"])

    def goto(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="none")

    def click(self, node: str) -> None:
        """Press the mouse on what an expression gives, after scrolling it into sight."""
        x, y = self.evaluate(MIDDLE % node)
        button = {"button": 0}
        moves = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", **button}]
        self.act("pointer", [*moves, {"type": "pointerUp", **button}])

    def press(self, *keys: str) -> None:
        """Press these keys at a time, and let them go. Keys that write nothing have names in `KEYS`."""
        keys = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": key} for key in keys]
        self.act("key", [*down, *({"type": "keyUp", "value": key} for key in reversed(keys))])

    def act(self, device: str, actions: list[dict]) -> None:
        sources = [{"type": device, "id": device, "actions": actions}]
        self.ask("input.performActions", context=self.page, actions=sources)

    def evaluate(self, expression: str):
        target = {"context": self.page}
        told = self.ask("script.evaluate", expression=texted(expression), target=target, awaitPromise=True)
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])


class WebKit:
    """One page of a browser with WebKitGTK, told what to do over HTTP.

    https://www.w3.org/TR/webdriver2/
    """

    def __init__(self, port: int):
        self.address = f"http://127.0.0.1:{port}/session"
        options = {"binary": MINIBROWSER, "args": ["--automation"]}
        wanted = {
            "alwaysMatch": {"webkitgtk:browserOptions": options, "timeouts": {"script": 1000 * PATIENCE}}
        }
        self.address += "/" + self.ask("", capabilities=wanted)["sessionId"]
        self.ask("/window/rect", width=SIZE[0], height=SIZE[1])

    def ask(self, path: str, **what):
        header = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(what).encode(), header)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def goto(self, url: str) -> None:
        self.ask("/url", url=url)

    def evaluate(self, expression: str):
        script = f"const told = arguments[0]; {texted(expression)}.then(told, (e) => told('\"!' + e + '\"'))"
        value = json.loads(self.ask("/execute/async", script=script, args=[]))
        if isinstance(value, str) and value.startswith("!"):
            raise RuntimeError(value)
        return value


def texted(expression: str) -> str:
    """An expression whose value is a text of JSON, however deep it is.

    >>> texted("1 + 1")
    '(async () => JSON.stringify((await (1 + 1)) ?? null))()'
    """
    return f"(async () => JSON.stringify((await ({expression})) ?? null))()"


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """A screen in memory: the environment for those who draw on it."""
    read, write = os.pipe()
    size = "x".join(map(str, (*SIZE, 24)))
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", size]
    process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with ExitStack() as stack:
        stack.callback(process.wait)
        stack.callback(process.terminate)
        with open(read) as number:
            yield {**os.environ, "DISPLAY": f":{number.readline().strip()}", "LIBGL_ALWAYS_SOFTWARE": "1"}


@contextmanager
def started(command: list[str], port: int, environment: dict[str, str]) -> Iterator[None]:
    """A program that listens at a port, until the end."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=environment, **quiet)
    try:
        wait_until(lambda: listens(port))
        yield
    finally:
        process.terminate()
        process.wait()


def listens(port: int) -> bool:
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def firefox(program: str, port: int) -> Iterator[Firefox]:
    with tempfile.TemporaryDirectory() as folder, screen() as environment:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(to)});" for name, to in PREFERENCES.items()]
        Path(folder, "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = [program, "--no-remote", f"--remote-debugging-port={port}", "--profile", folder]
        words += [f"--width={SIZE[0]}", f"--height={SIZE[1]}"]
        with started(words, port, environment):
            yield Firefox(port)


@contextmanager
def webkit(program: str, port: int) -> Iterator[WebKit]:
    with screen() as environment, started([program, f"--port={port}"], port, environment):
        yield WebKit(port)
