"""A notebook to hand out: `python lessons/share.py notebooks/NN-topic.ipynb [--to FOLDER]`.

It writes one HTML file that opens anywhere, without a network and without a script: each card is the picture
that it left behind (puzzlelib/widgets/still.py). Where a Chromium is there, a PDF stands beside it.
"""

import argparse
import mimetypes
import re
import sys
from base64 import b64encode
from html import escape, unescape
from pathlib import Path
from urllib.parse import quote, unquote

import nbformat
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from parts.chromium import NONE, find, print_pdf
from pygments.formatters import HtmlFormatter

from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.files import whole_file
from puzzlelib.packing.files import file_text
from puzzlelib.widgets.still import LINE

STYLE = Path(__file__).with_name("parts") / "share.css"
MOST_BYTES = 100_000_000  # of a notebook
VIEW = "application/vnd.jupyter.widget-view+json"
LIVE = VIEW, "application/javascript", "application/vnd.plotly.v1+json"  # nothing without a script
SCRIPT = re.compile(r"(?is)<script\b.*?</script\s*>")
LEADS_AWAY = re.compile(r'(?s)<a\b[^>]*\bhref="(?!https?:|mailto:|#)[^"]*"[^>]*>(.*?)</a>')
PICTURE = re.compile(r'(<img\b[^>]*\bsrc=")(?!https?:|data:)([^"]*)')
ATTACHED = re.compile(r"attachment:([^)>\"'\n]+)")
NO_PICTURE = {"image/png": ""}
USAGE = "Which notebook? make share NOTEBOOK=notebooks/00-start-here.ipynb"
# The browser itself sees to it that nothing is fetched, and that nothing runs.
ALLOWED = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{allowed}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<header>This is {name} as it was left. To go on, open the notebook itself in JupyterLab.</header>
<main>
{body}
</main>
</body>
</html>
"""


def read(path: Path) -> NotebookNode:
    """A notebook that was run; `PuzzleError` for anything else.

    >>> read(Path("none.ipynb"))
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: none.ipynb: there is no such file that can be read
    """
    if not path.is_file():
        raise PuzzleError(f"{path}: there is no such file that can be read")
    text = file_text(path, MOST_BYTES)
    try:
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
    except Exception:  # whatever it is, and however nbformat says so
        raise PuzzleError(f"{path}: is not a notebook of Jupyter") from None
    if not any(cell.get("outputs") for cell in notebook.cells):
        never = "has not been run yet, or not been saved since: run it in JupyterLab and save it"
        raise PuzzleError(f"{path}: {never}")
    return notebook


def shared(notebook: NotebookNode, name: str, folder: Path) -> str:
    """The notebook as a page that needs nothing else."""
    notebook.metadata.pop("widgets", None)  # what a page with scripts would need
    for cell in notebook.cells:
        if cell.cell_type == "code":
            switch = "demo_switch(" in cell.source  # there is nothing to be switched
            cell.outputs = [kept for output in cell.outputs if (kept := at_rest(output, cell.outputs))]
            cell.outputs = [] if switch else cell.outputs
            folded = switch or cell.metadata.get("jupyter", {}).get("source_hidden")
            cell.metadata["transient"] = {"remove_source": bool(folded)}
        if cell.cell_type == "markdown":
            cell["attachments"] = pasted(cell.source, cell.get("attachments", {}))
    exporter = HTMLExporter(
        template_name="basic",
        exclude_anchor_links=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )
    body, _ = exporter.from_notebook_node(notebook, resources={"metadata": {"path": str(folder)}})
    body = LEADS_AWAY.sub(r"\1", body)  # the other notebooks are not there
    body = PICTURE.sub(lambda found: found[1] + as_data(folder / unquote(unescape(found[2]))), body)
    look = STYLE.read_text(encoding="utf-8") + HtmlFormatter(style="vs").get_style_defs(".highlight")
    named = {"title": escape(title(notebook, name)), "name": escape(name)}
    return PAGE.format(allowed=ALLOWED, style=look, body=body, **named)


def pasted(text: str, there: dict) -> dict:
    """The pictures pasted into a cell, by each name that nbconvert may ask for: it makes no page where one is
    missing.

    >>> pasted("![mine](<attachment:a b.png>)", {"a b.png": {"image/png": "QUJD"}})["a%20b.png"]
    {'image/png': 'QUJD'}
    """
    names = {name.strip() for name in ATTACHED.findall(text)}
    asked = {
        way: there.get(unquote(name), NO_PICTURE) for name in names for way in (name, quote(unquote(name)))
    }
    return asked | there


def at_rest(output: NotebookNode, others: list[NotebookNode]) -> NotebookNode | None:
    """An output as it is without a kernel; nothing of a card that has left a picture."""
    data = output.get("data", {})
    if VIEW in data and any(is_still(other) for other in others):
        return None
    for kind in LIVE:
        data.pop(kind, None)
    if "text/html" in data:
        line = f"<p><small>{LINE}</small></p>"  # the page says it once
        data["text/html"] = SCRIPT.sub("", data["text/html"].replace(line, ""))
    return output


def as_data(picture: Path) -> str:
    """The address of a picture that holds the picture itself. nbconvert would do that too, but it closes the
    hints that are nested."""
    kind = mimetypes.guess_type(picture)[0] or "image/png"
    content = picture.read_bytes() if picture.is_file() else b""
    return f"data:{kind};base64,{b64encode(content).decode()}"


def is_still(output: NotebookNode) -> bool:
    return "eo-left" in output.get("data", {}).get("text/html", "")


def title(notebook: NotebookNode, name: str) -> str:
    """The first heading, or the name of the file.

    >>> from nbformat.v4 import new_markdown_cell, new_notebook
    >>> title(new_notebook(cells=[new_markdown_cell("# Two `L`s")]), "l.ipynb")
    'Two Ls'
    """
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    heads = (match[1] for text in texts if (match := re.search(r"(?m)^# +(.+)$", text)))
    return re.sub("[`*]", "", next(heads, name))


def share(path: Path, folder: Path) -> list[str]:
    """Write the page and the PDF; what there is to say about it. Bad input is a `PuzzleError`."""
    page = folder / f"{path.stem}.html"
    text = shared(read(path), path.name, path.parent)
    with whole_file(page) as file:
        file.write(text.encode())
    said = [f"{page}: opens in any browser ({len(text.encode()) / 1e6:.1f} MB)"]
    browser, pdf = find(), page.with_suffix(".pdf")
    if browser is None:
        return [*said, NONE]
    done = print_pdf(browser, page, pdf)
    return [*said, f"{pdf}: the same on paper" if done else f"{browser} made no PDF: print the page"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Write a notebook as one HTML file, and as PDF.")
    parser.add_argument("notebook", nargs="?", type=Path, help="a notebook that was run and saved")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where (default: beside the notebook)")
    options = parser.parse_args()
    try:
        if options.notebook is None:
            raise PuzzleError(USAGE)
        print(*share(options.notebook, options.to or options.notebook.parent), sep="\n")
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
