"""Notebooks that try to take a file from their reader, to reach a server, or to run: one cell each."""

import os
import socket
import socketserver
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

PNG = b"\x89PNG\r\n\x1a\n"
SECRET = PNG + b"what only the teacher may read"
ADDRESS = "http://{host}"  # the server's, put in for a notebook

PATHS = {  # to secret.png, one folder up
    "up": "../secret.png",
    "up, with a dot": "./.././secret.png",
    "up from a folder": "sub/../../secret.png",
    "up, doubled": "..//secret.png",
    "up, encoded": "..%2Fsecret.png",
    "dots encoded": "%2e%2e/secret.png",
    "all encoded": "%2E%2E%2F%73ecret.png",
    "encoded twice": "..%252Fsecret.png",
    "as an entity": "..&#47;secret.png",
    "backslash": "..\\secret.png",
    "absolute": "{folder}/../secret.png",
    "absolute, straight": "{parent}/secret.png",
    "file": "file://{parent}/secret.png",
    "file, in capitals": "FILE://localhost{parent}/secret.png",
    "with a blank": "&#32;../secret.png",
    "with a tab": "..&#9;/secret.png",
    "with a question": "../secret.png?x",
    "with a mark": "../secret.png#x",
    "a link": "link.png",
    "a link to a folder": "linked/secret.png",
    "a link in a circle": "circle.png",
    "a zero byte": "../secret.png%00",
    "a folder": ".",
    "a text that is called a picture": "notes.png",
    "another machine": "\\\\127.0.0.1\\share\\secret.png",
    "the environment": "/proc/self/environ",
    "a pipe": "pipe.png",
}
PLACES = {  # HTML that names an address
    "srcset": '<img srcset="{}, {} 2x">',
    "picture": '<picture><source srcset="{}"><img alt="x"></picture>',
    "style": '<p style="background: url({})">x</p>',
    "style, escaped": '<p style="background: u\\72l({})">x</p>',
    "style, another function": "<p style=\"background-image: image-set('{}' 1x)\">x</p>",
    "property of its own": '<p style="--share: url({}); color: red">x</p>',
    "sheet": '<style>@import "{}"; p {{ background: url({}) }}</style>',
    "object": '<object data="{}"></object>',
    "embed": '<embed src="{}">',
    "frame": '<iframe src="{}"></iframe>',
    "frame with a page": "<iframe srcdoc=\"<img src='{}'>\"></iframe>",
    "frameset": '<frameset><frame src="{}"></frameset>',
    "link": '<link rel="stylesheet" href="{}"><link rel="icon" href="{}">',
    "ahead": '<link rel="preconnect" href="{}"><link rel="dns-prefetch" href="{}">',
    "preload": '<link rel="preload" as="image" href="{}"><link rel="prefetch" href="{}">',
    "video": '<video poster="{}" src="{}" autoplay></video>',
    "sound": '<audio src="{}" autoplay></audio><track src="{}">',
    "input": '<input type="image" src="{}">',
    "drawing": '<svg><image href="{}"/><image xlink:href="{}"/></svg>',
    "use": '<svg><use href="{}#a"/><use xlink:href="{}#a"/></svg>',
    "fill": "<svg><rect fill=\"url('{}#a')\" width=9 height=9 /></svg>",
    "foreign": '<svg><foreignObject><img src="{}"></foreignObject></svg>',
    "sheet of a drawing": '<?xml-stylesheet href="{}"?><svg><style>@import "{}"</style></svg>',
    "background": '<body background="{}"><table background="{}"><tr><td>x</table>',
    "refresh": '<meta http-equiv="refresh" content="0; url={}">',
    "base": '<base href="{}/"><img src="x.png"><a href="#a">x</a>',
    "form": '<form action="{}"><button autofocus>x</button></form>',
    "button": '<button formaction="{}">x</button><select><option>y</select>',
    "ping": '<a ping="{}" href="#a">x</a>',
    "next": '<a href="next.ipynb">x</a><a href="//{}">y</a><area href="{}">',
    "formula": '<math href="{}"><mtext><img src="{}"></mtext></math>',
    "shadow": '<template shadowrootmode="open"><img src="{}"></template>',
    "no script": '<noscript><img src="{}"></noscript>',
    "cite": '<img longdesc="{}" usemap="{}" lowsrc="{}"><q cite="{}">x</q>',
    "portal": '<portal src="{}"></portal><applet code="{}"></applet><bgsound src="{}">',
    "mutation": '<svg></p><style><a id="</style><img src={}>">',
    "mutation of a formula": "<math><mi><mglyph><style><!--</style><img title=\"--&gt;<img src='{}'>\">",
    "comment": '<!--><img src="{}">--><!-- --!><img src="{}">',
    "plain text": '</textarea></title><img src="{}"><plaintext>',
}
RUNS = {  # HTML that would run
    "script": "<script>document.title = 'ran'</script>",
    "script in pieces": "<scr<script>ipt>document.title = 'ran'</script>",
    "error": "<img src=x onerror=\"document.title = 'ran'\"><img/src/onerror=document.title='ran'>",
    "drawing": "<svg onload=\"document.title = 'ran'\"><script>document.title = 'ran'</script></svg>",
    "moved drawing": "<svg><a><animate attributeName=href to=javascript:document.title='ran' /></a></svg>",
    "links": "<a href=\"java&#9;script:document.title='ran'\">x</a><a href='vbscript:x'>y</a>",
    "data": '<a href="data:text/html,<script>1</script>">x</a><iframe src="data:text/html,x"></iframe>',
    "open": "<details open ontoggle=\"document.title = 'ran'\">x</details>",
    "title": "<title>ran</title><head><title>ran</title></head>",
    "focus": "<input autofocus onfocus=\"document.title = 'ran'\">",
}
BROKEN = {
    "a long address": f'<img alt="x" src="{"a" * 5000}">',
    "half a character": '<img alt="x" src="\ud83e.png">\udc00',
    "not base 64": '<img alt="x" src="data:image/png;base64,!!!!"><img alt="y" src="data:">',
    "text as a picture": '<img alt="x" src="data:image/png;base64,aGVsbG8=">',
    "left open": "<div><table><b><ul><select><svg><!-- <title>",
    "closed too often": "</div></main></body></html>" * 100,
}
LONG = {
    "scripts": "<script " * 20_000,
    "links": '<a href="x">' * 13_000,
    "pictures": "<img src=" * 18_000,
    "deep": "<div>" * 10_000,
    "deep drawings": "<svg><g>" * 10_000,
    "tables": "<table><tr><td>" * 10_000,
    "comments": "<!--" * 40_000,
    "attributes": "<p " + "a=b " * 40_000,
}


def shown(html: str) -> NotebookNode:
    """Return a notebook with HTML in an output and in a text."""
    output = new_output("display_data", {"text/html": html})
    return new_notebook(cells=[new_code_cell("show()", outputs=[output]), new_markdown_cell(html)])


def data_of(kind: str, data: object, **metadata) -> NotebookNode:
    output = new_output("display_data", {kind: data}, metadata=metadata)
    return new_notebook(cells=[new_code_cell("show()", outputs=[output])])


def written(text: str, **more) -> NotebookNode:
    """Return a notebook with one text, and an output, without which it counts as not run."""
    done = new_code_cell("1", outputs=[new_output("stream", text="1")])
    return new_notebook(cells=[new_markdown_cell(text, **more), done])


@cache
def hostile(folder: Path, host: str) -> dict[str, NotebookNode]:
    """Return the notebooks by name, for a notebook's folder and the address of a server."""
    paths = {name: path.format(folder=folder, parent=folder.parent) for name, path in PATHS.items()}
    away, up = ADDRESS.format(host=host), "../secret.png"
    made = {f"path: {name}": shown(f'<img alt="x" src="{path}">') for name, path in paths.items()}
    made |= {f"markdown: {name}": written(f"![x](<{path}>)") for name, path in paths.items()}
    for name, html in PLACES.items():
        made[f"server: {name}"] = shown(html.replace("{}", f"{away}/x").replace("{{", "{"))
        made[f"file: {name}"] = shown(html.replace("{}", up).replace("{{", "{"))
    made |= {f"run: {name}": shown(html) for name, html in RUNS.items()}
    made |= {f"broken: {name}": shown(html) for name, html in BROKEN.items()}
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><script>x</script><image href="{away}/x"/></svg>'
    escape = f'x"><img src="{away}/x"><meta http-equiv="refresh" content="0; url={away}/x">'
    return made | {
        "reference": written("![x][a]\n\n[a]: ../secret.png"),
        "server in markdown": written(f"![x]({away}/x) ![y](//{host}/x) <{away}/x> {away}/x"),
        "pasted": written("![x](attachment:../secret.png) ![y](attachment:a)", attachments={"a": {}}),
        "pasted drawing": written(
            "![x](attachment:a.svg)",
            attachments={"a.svg": {"image/svg+xml": b64encode(drawing.encode()).decode()}},
        ),
        "pasted page": written("![x](attachment:a)", attachments={"a": {"text/html": "aGk="}}),
        "drawing": data_of("image/svg+xml", drawing),
        "picture that is none": data_of("image/png", escape),
        "wide picture": data_of("image/png", "aGk=", **{"image/png": {"width": escape, "alt": escape}}),
        "file of an output": data_of("image/png", "aGk=", filenames={"image/png": "../secret.png"}),
        "apart": data_of("text/html", escape, **{"text/html": {"isolated": True}}),
        "script": data_of("application/javascript", f"fetch('{away}/x')"),
        "markdown": data_of("text/markdown", f"![x](../secret.png) ![y]({away}/x) {escape}"),
        "formula": data_of("text/latex", escape),
        "plain": data_of("text/plain", escape),
        "diagram": data_of("text/vnd.mermaid", escape),
        "heading": written(f"# </title>{escape}"),
        "code": written(f"```html\n{escape}\n```\n\n```{escape}\n```"),
        "template": written("{% include '../secret.png' %} {{ 7 * 7 }}"),
    }


def lay_out(folder: Path) -> None:
    """Put a secret beside a notebook's folder, and into the folder what leads to it."""
    (folder / "sub").mkdir(parents=True)
    folder.with_name("secret.png").write_bytes(SECRET)
    (folder / "notes.png").write_bytes(SECRET.removeprefix(PNG))
    (folder / "link.png").symlink_to("../secret.png")
    (folder / "linked").symlink_to("..")
    (folder / "circle.png").symlink_to("circle.png")
    os.mkfifo(folder / "pipe.png")


class Hear(socketserver.BaseRequestHandler):
    """Notes the first line of whatever is sent, and answers nothing."""

    def handle(self):
        self.server.heard.append(self.request.recv(1000).decode("latin-1").partition("\r")[0])


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


class Server6(Server):
    address_family = socket.AF_INET6


@contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """A port of this machine, with IPv6 where it has that, and the list of all that has connected to it."""
    heard: list[str] = []
    with ExitStack() as stack:
        port = start(stack, Server, ("127.0.0.1", 0), heard)
        with suppress(OSError):
            start(stack, Server6, ("::1", port), heard)
        yield port, heard


def start(stack: ExitStack, kind: type[Server], place: tuple[str, int], heard: list[str]) -> int:
    """Start a server that ends with the stack; its port."""
    server = stack.enter_context(kind(place, Hear))
    server.heard = heard
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    stack.callback(server.shutdown)
    return server.server_address[1]
