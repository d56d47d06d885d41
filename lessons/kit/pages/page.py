"""A notebook as a page that opens anywhere, without a network and without a script: each card is
the picture that it left behind (lessons/kit/cards/still.py)."""

import json
import re
from contextlib import suppress
from pathlib import Path

import nbformat
from markupsafe import Markup
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter

from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.pages import STILL_HEAD
from puzzlelib.packing.files import file_text

from ..cards.modules import styles
from ..templates import render
from .notebook_html import cells_as_html

STYLE = Path(__file__).with_name("share.css")
MOST_BYTES = 100_000_000  # of a notebook
MEMORY = 4 << 30  # bytes of address space for the process that makes the page


def notebook_page(path: Path) -> bytes:
    """Return the page of the notebook in a file; `PuzzleError` for what is no such file."""
    name = path.name.encode(errors="replace").decode()
    return page_text(read_notebook(path), name, path.parent).encode()


def read_notebook(path: Path) -> NotebookNode:
    """A notebook that was run; `PuzzleError` for anything else.

    >>> read_notebook(Path("none.ipynb"))
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: none.ipynb: there is no such file that can be read
    """
    if not path.is_file():
        raise PuzzleError(f"{path}: there is no such file that can be read")
    text = file_text(path, MOST_BYTES)
    try:
        notebook = nbformat.reads(encodable(text), as_version=4)
        nbformat.validate(notebook)
    except Exception:  # whatever it is, and however nbformat says so
        raise PuzzleError(f"{path}: is not a notebook of Jupyter") from None
    if not any(cell.get("outputs") for cell in notebook.cells):
        never = "has not been run yet, or not been saved since: run it in JupyterLab and save it"
        raise PuzzleError(f"{path}: {never}")
    return notebook


def encodable(text: str) -> str:
    r"""Return JSON with a question mark for each half of a character, which no page can hold.

    >>> encodable(r'["\ud83e\udde9", "\ud83e"]')
    '["🧩", "?"]'
    """
    return json.dumps(json.loads(text), ensure_ascii=False).encode(errors="replace").decode()


def page_text(notebook: NotebookNode, name: str, folder: Path) -> str:
    """Return the notebook as a page that needs nothing else; its own pictures are in `folder`."""
    body = cells_as_html(notebook, folder)
    look = STYLE.read_text(encoding="utf-8") + styles("still", "steps", "views")
    look += HtmlFormatter(style="vs").get_style_defs(".highlight")
    html = {"still_head": Markup(STILL_HEAD), "style": Markup(look), "body": Markup(body)}
    return render("pages/templates/share.html", title=page_title(notebook, name), name=name, **html)


def page_title(notebook: NotebookNode, name: str) -> str:
    """The first heading, or the name of the file.

    >>> from nbformat.v4 import new_markdown_cell, new_notebook
    >>> page_title(new_notebook(cells=[new_markdown_cell("# Two `L`s")]), "l.ipynb")
    'Two Ls'
    """
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    heads = (match[1] for text in texts if (match := re.search(r"(?m)^# +(.+)$", text)))
    return re.sub("[`*]", "", next(heads, name))


def limit_memory() -> None:
    """Let this process have no more than `MEMORY`, where the system can do that."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
