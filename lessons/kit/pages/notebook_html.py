"""The cells of a notebook as HTML that needs no kernel and no script. Each text and each output is cleaned by
itself, so that nothing that it leaves open reaches the next."""

from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from pathlib import Path

from mistune import HTMLRenderer
from nbconvert.filters import Highlight2HTML, ansi2html
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode

from ..cards.still import LINE
from .clean_html import clean_html
from .embedded import Pictures, data_url

VIEW = "application/vnd.jupyter.widget-view+json"
RASTERS = "image/png", "image/jpeg", "image/gif", "image/webp"
NO_WORDS = "No description has been provided for this image"
Picture = Callable[[str], str | None]


class Markdown(IPythonRenderer):
    """Markdown as a notebook shows it, with the addresses of pictures left for `clean_html`."""

    image = HTMLRenderer.image


def cells_as_html(notebook: NotebookNode, folder: Path) -> str:
    """Return a notebook whose pictures are in `folder` as the inside of a page."""
    pictures = Pictures(folder)
    return "\n".join(part for cell in notebook.cells for part in bundle_parts(cell, pictures) if part)


def bundle_parts(cell: NotebookNode, pictures: Pictures) -> Iterator[str]:
    """Yield the text of a cell, or its code and what it has left behind."""
    picture = partial(pictures.address, pasted=cell.get("attachments", {}))
    if cell.cell_type == "markdown":
        yield output_block("text_cell rendered_html", markdown_html(cell.source, picture))
    if cell.cell_type == "code" and "demo_switch(" not in cell.source:  # there is nothing to be switched
        if not cell.metadata.get("jupyter", {}).get("source_hidden"):
            yield output_block("input", Highlight2HTML(pygments_lexer="ipython3")(cell.source))
        left = any(is_still(output) for output in cell.outputs)
        yield from (
            output_as_html(output, picture) for output in cell.outputs if not (left and is_live(output))
        )


def output_as_html(output: NotebookNode, picture: Picture) -> str:
    match output.output_type:
        case "stream":
            return output_block(f"output_{escape(output.name)}", pre(output.text))
        case "error":
            return output_block("output_error", pre("\n".join(output.traceback)))
        case _:
            return output_block("output", best_form(output, picture))


def best_form(output: NotebookNode, picture: Picture) -> str:
    """Return the best of the forms that an output has, without a script; "" where there is none."""
    data = output.data
    if "text/html" in data:
        line = f"<p><small>{LINE}</small></p>"  # the page says it once
        return clean_html(data["text/html"].replace(line, ""), picture)
    if "text/markdown" in data:
        return markdown_html(data["text/markdown"], picture)
    if "image/svg+xml" in data:
        return image(data_url("image/svg+xml", data["image/svg+xml"].encode()), {}, picture)
    if "text/latex" in data:
        return escape(data["text/latex"])
    for kind in RASTERS:
        if kind in data:
            return image(f"data:;base64,{data[kind]}", output.metadata.get(kind, {}), picture)
    return pre(data.get("text/plain", ""))


def image(source: str, asked: dict, picture: Picture) -> str:
    """Return a picture in the size that was asked for."""
    size = "".join(f' {name}="{escape(str(asked[name]))}"' for name in ("width", "height") if name in asked)
    alt = escape(str(asked.get("alt") or NO_WORDS))
    return clean_html(f'<img alt="{alt}"{size} src="{source}">', picture)


def markdown_html(text: str, picture: Picture) -> str:
    renderer = Markdown(escape=False, exclude_anchor_links=True)
    return clean_html(MarkdownWithMath(renderer).render(text), picture)


def pre(text: str) -> str:
    return f"<pre>{ansi2html(text)}</pre>" if text else ""


def output_block(name: str, content: str) -> str:
    return f'<div class="{name}">\n{content}\n</div>' if content else ""


def is_live(output: NotebookNode) -> bool:
    return VIEW in output.get("data", {})


def is_still(output: NotebookNode) -> bool:
    return "eo-left" in output.get("data", {}).get("text/html", "")
