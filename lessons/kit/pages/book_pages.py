"""The pages of the book as HTML: prose, code, outputs, and the page around them."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import RegexLexer
from pygments.lexers import PythonLexer, TextLexer, get_lexer_for_filename
from pygments.styles.vs import VisualStudioStyle
from pygments.token import Comment, Keyword, Name, Number, String, Text
from pygments.util import ClassNotFound

from ..building.lesson import ROOT, Lesson, checked_id
from ..building.notebook import navigation, numbered_title
from ..ground.course import COURSE
from ..ground.folders import notebook_name
from ..ground.templates import render

VIEW = "application/vnd.jupyter.widget-view+json"
TYPEFACE = "Atkinson Hyperlegible Next"  # for every reader; its licence stands beside it
START = "index.html#start"
OF_LESSON = re.compile(r"(?:\.\./(?:lessons/)?([\w-]+)/)?(lesson|teacher|solutions)\.md(#.*)?")
SOURCES = re.compile(r"^(?:\.\./)+(\w+/[\w./-]+)$")

# The rights of a page, and of the worker that it starts: it loads what lies beside it, and no text becomes a
# script. With file: it can be opened by a double click; blob: is for scripts that lie there packed.
POLICY = (
    "default-src 'none'; script-src 'self' file: blob: 'wasm-unsafe-eval'; connect-src 'self'; "
    "img-src 'self' file: data: blob:; style-src 'self' file: 'unsafe-inline'; font-src data:; "
    "form-action 'self' file:; base-uri 'none'"
)


def book_page(
    title: str,
    content: str = "",
    root: str = "",
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
    links: str = "",
    template: str = "kit/pages/templates/page.html",
    **more,
) -> str:
    """Return a whole page.

    root : leads from it to the first page; scripts, styles : files, as seen from there; links : to
    its neighbours; more : what else the template needs
    """
    html = {"content": content, "links": links, "policy": POLICY}
    html["end_links"] = links.replace('<nav aria-label="', '<nav aria-label="At the end: ')
    page = {"title": title, "root": root, "scripts": scripts, "styles": styles}
    page |= {name: Markup(text) for name, text in html.items()} | {"course": COURSE.title}
    return render(template, **page, **more)


def font_css(folder: Path) -> str:
    """Return the book's typeface as a style sheet that holds it: a page that was opened by a
    double click may load none from elsewhere."""
    return "".join(
        f"""@font-face {{ font-family: "{TYPEFACE}"; font-style: {style}; font-weight: 200 800;
  src: url(data:font/woff2;base64,{b64encode(file.read_bytes()).decode()}) format("woff2"); }}\n"""
        for style in ("normal", "italic")
        for file in folder.glob(f"*-{style}.woff2")
    )


# -------- prose


def plain_heading(text: str) -> str:
    """Return the anchor of a heading, spelled as in JupyterLab.

    >>> plain_heading("Is everything here?")
    'Is-everything-here?'
    """
    return re.sub("[`*]", "", text).replace(" ", "-")


class Prose:
    """Markdown as HTML for one page. `sources` collects the files of the project that it links
    to."""

    def __init__(self, root: str, sources: set[str], lesson: str = ""):
        self.root, self.sources, self.lesson = root, sources, lesson
        self.reader = MarkdownIt("commonmark", {"highlight": highlight_code}).enable("table")

    def html(self, text: str) -> str:
        tokens = self.reader.parse(text)
        for token, after in zip(tokens, [*tokens[1:], None]):
            if token.type == "heading_open":
                token.attrSet("id", plain_heading(after.content))
            for inner in token.children or ():
                self.relink(inner)
        made = self.reader.renderer.render(tokens, self.reader.options, {})
        return made.replace("<pre>", '<pre class="code" tabindex="0">')  # by keyboard it scrolls

    def relink(self, token: Token) -> None:
        if token.type == "link_open":
            token.attrSet("href", self.target(str(token.attrGet("href"))))

    def target(self, address: str) -> str:
        """Return the place in the book to which a link of a notebook leads."""
        if match := re.fullmatch(r"(?:\.\./\.\./notebooks/)?([\w-]+)\.ipynb(#.*)?", address):
            return f"{match[1]}.html{match[2] or ''}"
        if match := OF_LESSON.fullmatch(address):
            kind = {"lesson": "", "teacher": "teacher-", "solutions": "solutions-"}[match[2]]
            lesson = notebook_name(f"{match[1]}/lesson.md") if match[1] else self.lesson
            return f"{kind}{lesson}.html{match[3] or ''}"
        if address.startswith("sheets/"):
            return f"{self.root}sheets/{self.lesson}/{address.removeprefix('sheets/')}"
        if match := SOURCES.match(address):
            self.sources.add(match[1])
            return f"{self.root}sources/{match[1].replace('/', '-')}.html"
        return address


class AspLexer(RegexLexer):
    """Answer set programs; kit/cards/browser/programs.js colours them in a notebook."""

    tokens = {
        "root": [
            (r"%\*[^\0]*?\*%|%.*", Comment),
            (r'"""|"[^"\n]*"', String),
            (r":[-~]|#\w+|\bnot\b", Keyword),
            (r"\b_*[A-Z]\w*|\b_\b", Name.Class),
            (r"\d+", Number),
            (r"\w+|\s+|.", Text),
        ]
    }


PROGRAM = re.compile(r'"""\\?\n[^\0]*(:-|#show|\)\.\s)')


def highlight_code(code: str, language: str = "python", _: str = "") -> str:
    """Return code with its words marked; a Python text may hold ASP.

    >>> highlight_code("a :- b.", "asp")
    'a <span class="k">:-</span> b.'
    """
    if language != "python":
        return mark_words(code, AspLexer() if language == "asp" else TextLexer())
    parts = re.split(r'("""[^\0]*?""")', code)
    lexers = (AspLexer if PROGRAM.match(part) else PythonLexer for part in parts)
    whole = {"stripnl": False, "ensurenl": False}
    return "".join(mark_words(part, lexer(**whole)) for part, lexer in zip(parts, lexers))


def mark_words(code: str, lexer) -> str:
    html = highlight(code, lexer, HtmlFormatter(nowrap=True))
    return html if code.endswith("\n") else html.removesuffix("\n")


def block_html(code: str) -> str:
    return f'<pre class="code" tabindex="0"><code>{highlight_code(code)}</code></pre>'


# -------- a lesson


RUN = (
    '<p class="kernel">Everything on this page has been run already: where the text asks for Shift+Enter, '
    "read on.</p>"
)


def lesson_content(
    lesson: Lesson,
    cells: list,
    recorded: dict,
    prose: Prose,
    teacher: bool,
    stubs: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the cells of a run notebook as they are in the book, the title before the first picture; `stubs`
    are the exercises that run in the page.
    """
    cells = [*sorted(cells[:2], key=lambda cell: cell.cell_type == "code"), *cells[2:]]
    parts = (part for cell in cells for part in cell_parts(cell, lesson, recorded, prose, teacher, stubs))
    return "\n".join(parts).replace("</h1>", f"</h1>\n{RUN}", 1)


def contents_links(content: str) -> str:
    """Return the headings of a lesson as links; on a wide window they stay in sight.

    >>> contents_links('<h1 id="a">A</h1><h2 id="b">B</h2><h3 id="c">C</h3>').count("href")
    2
    """
    found = re.findall(r'<h([23]) id="([^"]*)">(.*?)</h\1>', content)
    links = (
        f'<li class="h{level}"><a href="#{id}">{escape(strip_tags(text))}</a></li>'
        for level, id, text in found
    )
    return f'<nav class="contents" aria-label="Contents"><ul>\n{"".join(links)}</ul></nav>\n'


def cell_parts(
    cell, lesson: Lesson, recorded: dict, prose: Prose, teacher: bool, stubs: Mapping[str, str]
) -> Iterator[str]:
    """Yield a cell: its prose, or its code and what it has shown; an exercise is a task."""
    tags = cell.metadata.get("tags", ())
    if cell.cell_type == "markdown":
        text = cell.source.replace(navigation(lesson) or "\0", "")  # the page has these links of its own
        yield prose.html(without_answers(text, teacher))
    elif "exercise" in tags and (id := checked_id(cell.source)) in stubs:
        yield f'<div class="live" data-exercise="{id}">{block_html(stubs[id])}</div>'
    elif "exercise" in tags:
        yield block_html(cell.source)
        yield task_note(lesson, COURSE.closed.get(checked_id(cell.source), "") if stubs else "")
    else:
        shown = [html for output in cell.outputs if (html := output_html(output, recorded))]
        code = list(source_of(cell, tags))
        yield from (*shown, *code) if "opening" in tags else (*code, *shown)


def source_of(cell, tags) -> Iterator[str]:
    """Yield the code, folded where the notebook folds it, without what it would give away."""
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
    if "predict" in tags or "demo_switch(" in cell.source:
        return
    code = block_html(cell.source)
    folded = hidden or "opening" in tags
    yield f"<details><summary>Code</summary>{code}</details>" if folded else code


ANSWER = re.compile(r"(?m)^You will find the solution in .*$")


def without_answers(text: str, teacher: bool) -> str:
    """Return hints without the last one, which leads to the solution, in the book for teachers only."""
    return text if teacher else ANSWER.sub("", text)


def task_note(lesson: Lesson, reason: str = "") -> str:
    """Return the line that says where an exercise can be solved, and for what `reason` not here."""
    binder = f' or <a href="{lesson.binder}">on Binder</a>' if lesson.binder else ""
    where = f'<a href="../{START}">in JupyterLab</a>{binder}'
    why = f" Not in this page: {reason}." if reason else ""
    return f'<p class="task">Solve it {where}, where it is checked at once.{why}</p>'


NOTEBOOK = re.compile(r'href="([\w-]+)\.ipynb"')


def output_html(output, recorded: dict) -> str:
    """Return an output that is more than a still."""
    if output.output_type == "stream":
        return f"<pre tabindex='0'>{escape(output.text)}</pre>" if output.name == "stdout" else ""
    data = output.get("data", {})
    if VIEW in data:
        return card_html(data[VIEW]["model_id"], recorded)
    if "eo-left" in data.get("text/html", ""):
        return ""
    if "text/html" in data:
        shown = NOTEBOOK.sub(r'href="\1.html"', data["text/html"])
        return f"<div>{shown}</div>"
    return f"<pre tabindex='0'>{escape(data['text/plain'])}</pre>" if "text/plain" in data else ""


def card_html(id: str, recorded: dict) -> str:
    """Return the place of a card, with what it is until it is there."""
    words = recorded["models"].get(id, {}).get("words", "a picture")
    if words == "projector switch":  # each page of the book has its own
        return ""
    return f'<div class="card" id="{id}" data-model="{id}">{escape(words)} …</div>'


def neighbour_links(lesson: Lesson) -> str:
    """Return the way to the lesson before, to the next one, and to where this one runs."""
    back, on = lesson.before, lesson.after
    before = f'<a rel="prev" href="{back.name}.html">← {escape(numbered_title(back))}</a>' if back else ""
    after = f'<a rel="next" href="{on.name}.html">{escape(numbered_title(on))} →</a>' if on else ""
    online = f'<a href="{lesson.binder}">open on Binder</a>' if lesson.binder else "<span></span>"
    return f'<nav aria-label="Lessons">{before or "<span></span>"}{online}{after}</nav>\n'


# -------- sources


def source_page(path: str) -> str:
    """Return a file of the project, to be read."""
    text = (ROOT / path).read_text(encoding="utf-8")
    try:
        lexer = AspLexer() if path.endswith(".lp") else get_lexer_for_filename(path)
    except ClassNotFound:
        lexer = TextLexer()
    code = mark_words(text, lexer)
    return book_page(path, f'<h1>{path}</h1><pre class="code" tabindex="0"><code>{code}</code></pre>', "../")


# -------- words to be found


def heading_places(content: str, address: str, title: str) -> Iterator[dict]:
    """Yield the places of a page that can be found: each heading, with the words below it.

    >>> for place in heading_places('<h1 id="a">A</h1>b <h2 id="c">C</h2><p>d</p>e', "p.html", "P"):
    ...     print(place["address"], place["title"], place["text"], sep=", ")
    p.html#a, P: A, b
    p.html#c, P: C, d e
    """
    cut = re.split(r'<h[1-4] id="([^"]*)">(.*?)</h[1-4]>', content)
    for id, heading, text in zip(cut[1::3], cut[2::3], cut[3::3]):
        words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))
        yield {
            "address": f"{address}#{id}",
            "title": f"{title}: {strip_tags(heading)}",
            "text": strip_tags(words)[:3000],
        }


def strip_tags(text: str) -> str:
    """Return HTML without its tags.

    >>> strip_tags("<b>1 &lt; 2</b> ")
    '1 < 2'
    """
    return unescape(re.sub(r"<[^>]*>", "", text)).strip()


class Light(VisualStudioStyle):
    """Colours on a light page; that of names was too pale to be read by everybody."""

    styles = VisualStudioStyle.styles | {Name.Class: "#1f6b82", Keyword.Type: "#1f6b82"}


def pygments_css() -> str:
    """Return colours of code on a light page and on a dark one."""
    light = HtmlFormatter(style=Light).get_style_defs('[data-jp-theme-light="true"] .code')
    dark = HtmlFormatter(style="github-dark").get_style_defs('[data-jp-theme-light="false"] .code')
    return f"{light}\n{dark}\n"
