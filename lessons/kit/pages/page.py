"""A notebook as a page that opens anywhere, without a network and without a script: nbconvert makes it, and
each card is the picture that it left behind (lessons/kit/cards/still.py)."""

import json
import re
from contextlib import suppress
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from traitlets.config import Config

from ..cards.modules import styles
from ..cards.still import LINE
from ..ground.course import COURSE
from ..ground.errors import CourseError
from ..ground.files import STILL_HEAD
from .clean_html import cleaner

TEMPLATES = Path(__file__).with_name("templates")
VIEW = "application/vnd.jupyter.widget-view+json"
SHOWN = "text/html text/markdown image/svg+xml text/latex image/png image/jpeg text/plain".split()
PYTHON = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
PASTED = re.compile(r"attachment:([^\s<>()\"']+)")
NOTHING = {"image/png": ""}  # in place of a picture that has been lost
MOST_BYTES = 100_000_000  # of a notebook
MEMORY = 4 << 30  # bytes of address space for the process that makes the page


def notebook_page(path: Path) -> bytes:
    """Return the page of the notebook in a file; `CourseError` for what is no such file."""
    name = path.name.encode(errors="replace").decode()
    return page_text(read_notebook(path), name, path.parent).encode()


def read_notebook(path: Path) -> NotebookNode:
    """Return a notebook that was run; `CourseError` for anything else.

    >>> read_notebook(Path("none.ipynb"))
    Traceback (most recent call last):
    ...
    lessons.kit.ground.errors.CourseError: none.ipynb: there is no such file that can be read
    """
    if not path.is_file():
        raise CourseError(f"{path}: there is no such file that can be read")
    if (size := path.stat().st_size) > MOST_BYTES:
        raise CourseError(f"{path}: the file has {size:,} bytes; at most {MOST_BYTES:,} are read")
    try:
        notebook = nbformat.reads(encodable(path.read_text(encoding="utf-8-sig")), as_version=4)
        nbformat.validate(notebook)
    except Exception:  # whatever it is, and however nbformat says so
        raise CourseError(f"{path}: is not a notebook of Jupyter") from None
    if not any(cell.get("outputs") for cell in notebook.cells):
        never = "has not been run yet, or not been saved since: run it in JupyterLab and save it"
        raise CourseError(f"{path}: {never}")
    return notebook


def encodable(text: str) -> str:
    r"""Return JSON with a question mark for each half of a character, which no page can hold.

    >>> encodable(r'["\ud83e\udde9", "\ud83e"]')
    '["🧩", "?"]'
    """
    return json.dumps(json.loads(text), ensure_ascii=False).encode(errors="replace").decode()


def page_text(notebook: NotebookNode, name: str, folder: Path) -> str:
    """Return the notebook as a page that needs nothing else; its own pictures are in `folder`."""
    exporter = HTMLExporter(
        config=Config(NbConvertBase={"display_data_priority": SHOWN}),
        extra_template_basedirs=[str(TEMPLATES)],  # in place of the folder one happens to be in
        template_name="share",
        sanitize_html=True,
        exclude_anchor_links=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        filters={"clean_html": cleaner(folder).clean},
    )
    look = styles("still", *COURSE.still_styles)
    said = {"still_head": STILL_HEAD, "still_style": look, "file_name": name}
    said["metadata"] = {"name": page_title(notebook, name)}
    shown = [cell for cell in notebook.cells if "demo_switch(" not in cell.source]  # nothing is switched here
    bare = NotebookNode(notebook, metadata=PYTHON, cells=[*map(bare_cell, shown)])
    return exporter.from_notebook_node(bare, said)[0]


def bare_cell(cell: NotebookNode) -> NotebookNode:
    """Return a cell without what is not shown, and without metadata, which could say anything."""
    bare = NotebookNode(cell, metadata={})
    if cell.cell_type == "markdown":
        pasted = {name: data or NOTHING for name, data in cell.get("attachments", {}).items()}
        bare.attachments = dict.fromkeys(PASTED.findall(cell.source), NOTHING) | pasted
    if cell.cell_type == "code":
        left = any(is_still(output) for output in cell.outputs)
        bare.outputs = [bare_output(output) for output in cell.outputs if not (left and is_live(output))]
        if cell.metadata.get("jupyter", {}).get("source_hidden"):
            bare.metadata = {"transient": {"remove_source": True}}
    return bare


def bare_output(output: NotebookNode) -> NotebookNode:
    """Return an output without metadata but for the size of a picture."""
    if "data" not in output:
        return output
    data = dict(output.data)
    if "text/html" in data:
        data["text/html"] = data["text/html"].replace(f"<p><small>{LINE}</small></p>", "")  # said on top
    sizes = {
        kind: {name: asked[name] for name in ("width", "height") if type(asked.get(name)) is int}
        for kind, asked in output.metadata.items()
        if kind in data
    }
    return NotebookNode(output, data=data, metadata=sizes)


def is_live(output: NotebookNode) -> bool:
    return VIEW in output.get("data", {})


def is_still(output: NotebookNode) -> bool:
    return "eo-left" in output.get("data", {}).get("text/html", "")


def page_title(notebook: NotebookNode, name: str) -> str:
    """Return the first heading, or the name of the file.

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
