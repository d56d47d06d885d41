"""The book: all lessons as pages without a kernel: `python lessons/book.py [--teacher] [--live] [--only 3]`.

It writes `site/`, for any web server, or to be opened by a double click (file://: nothing is fetched). Each
notebook is run as students get it, the models of its widgets are kept (record.py), and `book/` shows them by
the scripts of JupyterLab. What a notebook gave stays on a shelf, and is taken again as long as its code and
all that it depends on are the same (ground/shelf.py). The first page is there at once, and shows each lesson
as soon as it is made.
"""

import argparse
import asyncio
import base64
import gzip
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from nbclient import NotebookClient
from nbformat import from_dict
from nbformat.v4 import new_code_cell
from traitlets.config import Config

from ..building.course import read_course
from ..building.lesson import ROOT, Lesson, LessonError
from ..building.notebook import numbered_title, student_notebook
from ..building.solutions import solutions_text, solutions_title
from ..cards.modules import plain_script
from ..ground.course import COURSE
from ..ground.errors import CourseError, run_program
from ..ground.files import STILL_HEAD
from ..ground.folders import former_name
from ..ground.shelf import digest, from_shelf, surroundings
from ..live.pages import by_xz, check_modules, licence_files, live_files, live_notebook
from . import slides
from .book_pages import (
    VIEW,
    Prose,
    book_page,
    contents_links,
    font_css,
    heading_places,
    lesson_content,
    neighbour_links,
    pygments_css,
    source_page,
)
from .paper import to_print

SCRIPTS = Path(__file__).with_name("book")
SECONDS = 600  # for a cell
AT_ONCE = 2  # notebooks
COLUMNS = 79
MARK = "book.css"  # a folder that has this is a book
ENCRYPTED = Config({"KernelManager": {"transport_encryption": "auto"}})  # else each kernel warns
RECORD = (
    "import sys; sys.path.insert(0, {!r}); from lessons.kit.pages import record; record.write_models({!r})"
)


# -------- recording


def recording(lesson: Lesson, folder: Path) -> tuple:
    """Return the notebook of a lesson with its outputs, and what its widgets are."""
    notebook = student_notebook(lesson)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    key = digest(surroundings(), RECORD, *(cell.source for cell in cells))
    packed = from_shelf(f"{lesson.name}.gz", key, lambda: recorded(lesson, folder))
    outputs, models = gzip.decompress(packed).split(b"\n", 1)
    for cell, shown in zip(cells, json.loads(outputs)):
        cell.outputs = from_dict(shown)
    return notebook, json.loads(models)


def recorded(lesson: Lesson, folder: Path) -> bytes:
    """Run the notebook of a lesson; return two lines of JSON, packed: the outputs of its cells of code, and
    what its widgets are."""
    notebook, path = student_notebook(lesson), folder / f"{lesson.name}.json"
    notebook.cells.append(new_code_cell(RECORD.format(str(ROOT), str(path))))
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        resources={"metadata": {"path": str(ROOT / "notebooks")}},
        store_widget_state=False,
        shutdown_kernel="immediate",
        config=ENCRYPTED,
    )
    asyncio.run(client.async_execute())
    outputs = json.dumps([cell.outputs for cell in notebook.cells[:-1] if cell.cell_type == "code"])
    return gzip.compress(outputs.encode() + b"\n" + path.read_bytes(), 1)


@contextmanager
def recordings(lessons: list[Lesson]) -> Iterator[Iterator[tuple]]:
    """Give the recording of each lesson, in their order; some are made at a time, from now on. The last one
    is begun first: if it takes long, nothing is left to be done beside it."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        begun = {one.name: pool.submit(recording, one, Path(folder)) for one in lessons[-1:] + lessons[:-1]}
        try:
            yield (begun.pop(one.name).result() for one in lessons)
        finally:
            pool.shutdown(cancel_futures=True)


# -------- writing


LEAD_ON = f"""<!DOCTYPE html>
<html lang="en">
{STILL_HEAD}
<title>{{0}}</title>
<meta http-equiv="refresh" content="0; url={{1}}.html">
<a href="{{1}}.html">{{0}}</a>
"""


class Site:
    """A folder that fills with pages. Files that several pages share are written once."""

    def __init__(self, folder: Path, teacher: bool, missing: set[str], address: str = "", live: bool = False):
        self.folder, self.teacher, self.missing, self.address = folder, teacher, missing, address
        self.is_live = live
        self.sources: set[str] = set()
        self.places: list[dict] = []
        self.made: list[str] = []  # lessons that have their page
        self.stills: dict[str, str] = {}  # lesson -> its picture on the first page
        self.titles: dict[str, str] = {}  # lesson -> that of its slides, if it is another

    def write(self, name: str, text: str) -> None:
        text = without_links(text, self.missing) if name.endswith(".html") else text
        self.write_bytes(name, text.encode())

    def write_bytes(self, name: str, content: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def common(self) -> None:
        """Write the book's own scripts and styles."""
        for name in ("models", "controls", "book", "slides"):
            self.write(f"{name}.js", plain_script(name))
        self.write("icon.svg", (SCRIPTS / "icon.svg").read_text(encoding="utf-8"))
        self.write(MARK, (SCRIPTS / MARK).read_text(encoding="utf-8") + pygments_css())
        self.write("font.css", font_css(SCRIPTS / "fonts"))
        self.write("slides.css", (SCRIPTS / "slides.css").read_text(encoding="utf-8"))
        for name, content in self.live_files() if self.is_live else ():
            self.write_bytes(f"live/{name}", content)
        licences = [SCRIPTS / "fonts/OFL.txt", *(licence_files() if self.is_live else ())]
        texts = [path.read_text(encoding="utf-8") for path in (*ROOT.glob("LICENSES.txt"), *licences)]
        self.write("LICENSES.txt", "\n\n".join(texts))

    def live_files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files of the folder `live/`: name, content."""
        yield from live_files()

    def scripts_for(self, models: dict[str, dict]) -> list[str]:
        """Return the scripts that a page needs besides, for what it shows."""
        return []

    def lesson(self, lesson: Lesson, notebook, recorded: dict) -> None:
        """Write the page of a lesson, its models, and in the teacher's book what belongs to it."""
        prose, address = Prose("../", self.sources, lesson.name), f"lessons/{lesson.name}.html"
        live = live_notebook(lesson.number, notebook.cells) if self.is_live else None
        stubs, shown = live.stubs if live else {}, shown_in(notebook)
        self.still(lesson, recorded["models"])
        content = lesson_content(lesson, notebook.cells, recorded, prose, self.teacher, stubs)
        scripts, styles = self.models(f"data/{lesson.name}.js", recorded, shown)
        whole, links = contents_links(content) + content, neighbour_links(lesson)
        more = self.scripts_for(reached_models(recorded["models"], shown))
        lively = [f"data/live-{lesson.name}.js", "live/live.js"] if live else []
        if live:
            self.write(lively[0], live.script(lesson.name, student_notebook(lesson)))
        looks = styles + ["live/live.css"] * bool(live)
        every = [*scripts, *lively, *more]
        self.write(address, book_page(numbered_title(lesson), whole, "../", every, looks, links))
        if (former := former_name(lesson.name)) != lesson.name:
            self.write(f"lessons/{former}.html", LEAD_ON.format(numbered_title(lesson), lesson.name))
        self.made.append(lesson.name)
        self.places += heading_places(content, address, numbered_title(lesson))
        if self.teacher and not lesson.is_more:
            self.for_teachers(lesson, prose)
            page = {"scripts": scripts + more, "styles": ["slides.css", *styles]}
            self.slides(lesson, prose, shown, recorded["models"], **page)

    def for_teachers(self, lesson: Lesson, prose: Prose) -> None:
        """Write the solutions of a lesson, and the page on how to teach it."""
        back = f'<nav aria-label="Lesson"><a href="{lesson.name}.html">{numbered_title(lesson)}</a></nav>\n'
        solutions = book_page(solutions_title(lesson), prose.html(solutions_text(lesson)), "../", links=back)
        self.write(f"lessons/solutions-{lesson.name}.html", solutions)
        text = (lesson.path.parent / "teacher.md").read_text(encoding="utf-8")
        self.sheets(lesson, lesson.path.parent / "sheets")
        sheets = f'<a href="../sheets/{lesson.name}/all.html">Sheets to print</a></nav>'
        ways = back.replace("</nav>", f'<a href="slides-{lesson.name}.html">Slides</a>{sheets}')
        teaching = book_page(f"{numbered_title(lesson)}: teaching", prose.html(text), "../", links=ways)
        self.write(f"lessons/teacher-{lesson.name}.html", teaching)

    def slides(self, lesson: Lesson, prose: Prose, shown: list[str], models: dict, **page) -> None:
        """Write the demonstration of a lesson as slides; `page` names the files that it loads."""
        text = (lesson.path.parent / "teacher.md").read_text(encoding="utf-8")
        every = [(slide, slides.cards_of(slide, shown, models)) for slide in slides.slides_of(text)]
        title, still = numbered_title(lesson), (self.stills | self.titles).get(lesson.name, "")
        made = slides.slides_page(title, every, prose.html, still, name=lesson.name, **page)
        self.write(f"lessons/slides-{lesson.name}.html", made)

    def sheets(self, lesson: Lesson, drawn: Path) -> None:
        """Copy what a lesson hands out on paper, and write all of it as one page to be printed."""
        for file in drawn.glob("*.svg"):
            self.write(f"sheets/{lesson.name}/{file.name}", file.read_text(encoding="utf-8"))
        self.write(f"sheets/{lesson.name}/all.html", to_print(drawn))

    def models(self, name: str, recorded: dict, roots: list[str]) -> tuple[list[str], list[str]]:
        """Write the models that these need; return the names of all scripts and styles that show them."""
        kept = reached_models(recorded["models"], roots)
        self.write(name, f'Book.packed = "{self.packed(json.dumps(kept).encode())}";\n')
        scripts = self.shared("scripts", "js", recorded, kept, as_classic)
        styles = self.shared("styles", "css", recorded, kept, lambda _, text: text)
        return [*["live/unxz.js"] * self.is_live, *scripts, name], styles

    def packed(self, content: bytes) -> str:
        """Return content as a script holds it, for models.js."""
        there = by_xz(content, preset=3) if self.is_live else gzip.compress(content, 9, mtime=0)
        return base64.b64encode(there).decode()

    def shared(self, folder: str, ending: str, recorded: dict, models: dict, made) -> list[str]:
        """Write the texts of one kind that these models name, each once; their names."""
        settings = (state for model in models.values() for state in states_of(model))
        everything = (*models.values(), *(one for state in settings for one in state.values()))
        used = sorted({model[folder[:-1]] for model in everything if folder[:-1] in model})
        for name in used:
            self.write(f"{folder}/{name}.{ending}", made(name, recorded[folder][name]))
        return [f"{folder}/{name}.{ending}" for name in used]

    def last(self) -> None:
        """Return the links to all that was written."""
        for path in sorted(self.sources):
            self.write(f"sources/{path.replace('/', '-')}.html", source_page(path))
        self.write("data/places.js", f"Book.places = {json.dumps(self.places)};\n")
        page = book_page("Search", scripts=["data/places.js"], template="kit/pages/templates/search.html")
        self.write("search.html", page)

    def library(self) -> None:
        """Write the pages on the library of a course, if it has one."""

    def first(self, lessons: list[Lesson]) -> None:
        """Write the first page, with links to the lessons that have their page by now."""
        words = {"lessons": lessons, "made": self.made, "numbered_title": numbered_title}
        page = book_page(COURSE.title, template="kit/pages/templates/contents.html", **words)
        self.write("index.html", page)

    def still(self, lesson: Lesson, models: dict[str, dict]) -> None:
        """Write the still of a lesson, the first picture in it, for the first page and the slides. No
        model keeps its large picture: the page of the lesson does not need it."""
        large = [model.pop("large") for model in models.values() if "large" in model]
        if large:
            self.keep_still(lesson, "png", base64.b64decode(large[0]))

    def keep_still(self, lesson: Lesson, kind: str, content: bytes) -> None:
        if not lesson.is_more:
            self.stills[lesson.name] = name = f"stills/{lesson.name}.{kind}"
            self.write_bytes(name, content)


def without_links(page: str, missing: set[str]) -> str:
    """Return a page in which links to missing lessons are plain text, and those to neighbours are gone."""
    if not missing:
        return page
    link = rf'<a ([^>]*)href="(?:{"|".join(missing)})\.html[^>]*>(.*?)</a>'
    return re.sub(link, lambda it: "<span></span>" if "rel=" in it[1] else it[2], page)


def shown_in(notebook) -> list[str]:
    """Return the models in the outputs of a notebook."""
    outputs = (output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ()))
    return [data[VIEW]["model_id"] for data in outputs if VIEW in data]


def reached_models(models: dict[str, dict], roots: list[str]) -> dict[str, dict]:
    """Return these models, all that they name in turn, and the links between them."""
    found, open_ = {}, list(roots)
    while open_:
        id = open_.pop()
        if id in models and id not in found:
            found[id] = models[id]
            open_ += [*references(models[id]["state"]), *models[id].get("open", ())]
            open_ += [other for state in states_of(models[id]) for other in state]
    links = {id: model for id, model in models.items() if model["kind"].endswith("LinkModel")}
    return found | {id: link for id, link in links.items() if set(references(link["state"])) <= set(found)}


def states_of(model: dict) -> list[dict[str, dict]]:
    """Return the models of a card at each of its recorded settings: id -> model."""
    return list(model.get("settings", {}).get("states", {}).values())


REFERENCE = re.compile(r'"(?:IPY_MODEL_|anywidget:)([0-9a-f]+)"')
HEAVY = {"frames", "parts", "scene", "still"}  # they name no model


def references(state: dict) -> list[str]:
    """Return the ids of the models that a state names."""
    light = {name: value for name, value in state.items() if name not in HEAVY}
    return REFERENCE.findall(json.dumps(light))


def as_classic(name: str, text: str) -> str:
    """Return a module as a plain script: a page opened by a double click can import nothing."""
    body = re.sub(r"(?m)^export default ", "return ", text)
    return f'Book.scripts["{name}"] = () => {{\n{body}\n}};\n'


# -------- all of it


def build_site(
    kind: type[Site],
    folder: Path,
    numbers: list[int] | None = None,
    teacher: bool = False,
    tell: Callable[[str], None] = lambda line: None,
    address: str = "",
    live: bool = False,
) -> None:
    """Record the lessons (all, or these) and write the book in place of the one in this folder; `LessonError`
    if there is no such lesson, `CourseError` if something else is in the folder. `tell` gets a line for each
    lesson that is made; `address` is the book's future address, for sites that show a picture of a link. With
    `live`, exercises run in their pages."""
    chosen = chosen_lessons(numbers)
    check_folder(folder)
    if live:
        check_modules()
    shutil.rmtree(folder, ignore_errors=True)
    pages = pages_of(chosen)
    missing = {one.name for one in pages_of(chosen_lessons(None))} - {one.name for one in pages}
    site = kind(folder, teacher, missing, address, live)
    with recordings(pages) as recorded:
        site.common()
        site.first(chosen)
        tell(f"{folder}/index.html: the first page; the lessons appear there as they are made")
        site.library()
        for number, (page, made) in enumerate(zip(pages, recorded), 1):
            site.lesson(page, *made)
            site.first(chosen)
            tell(f"page {number} of {len(pages)}: {numbered_title(page)}")
    site.last()


def pages_of(lessons: list[Lesson]) -> list[Lesson]:
    """Return the lessons, each with its second notebook after it."""
    return [part for lesson in lessons for part in lesson.parts]


def chosen_lessons(numbers: list[int] | None) -> list[Lesson]:
    """Return the lessons of these numbers; all of them, if there are none."""
    lessons, errors = read_course()
    unknown = set(numbers or ()) - {lesson.number for lesson in lessons}
    errors += [f"there is no lesson {number:02d}" for number in sorted(unknown)]
    if errors:
        raise LessonError("\n".join(errors))
    return [lesson for lesson in lessons if not numbers or lesson.number in numbers]


def check_folder(folder: Path) -> None:
    """Make the folder anew; it must be a book, or nothing, for its content is removed."""
    if folder.exists() and not (folder / MARK).is_file() and (folder.is_file() or any(folder.iterdir())):
        raise CourseError(f"{folder}: holds something else than a book; --out needs a new or an empty folder")
    try:  # now, and not after minutes of recording
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CourseError(f"{folder}: cannot be written: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise CourseError(f"{folder}: cannot be written")


def main(kind: type[Site] = Site) -> int:
    parser = argparse.ArgumentParser(description="Write the book: all lessons as pages that need no kernel.")
    parser.add_argument("--teacher", action="store_true", help="with solutions and the teacher's pages")
    parser.add_argument("--live", action="store_true", help="exercises run in their pages")
    parser.add_argument("--only", type=int, nargs="*", metavar="NUMBER", help="these lessons")
    parser.add_argument("--address", default="", metavar="URL", help="where the book will be")
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="the folder (default: site)")
    options = parser.parse_args()
    try:
        tell = count_pages if sys.stdout.isatty() else partial(print, flush=True)
        build_site(kind, options.out, options.only, options.teacher, tell, options.address, options.live)
    except (LessonError, CourseError) as error:
        print(error, file=sys.stderr)
        return 2
    size = sum(file.stat().st_size for file in options.out.rglob("*") if file.is_file())
    print(f"{options.out}/index.html: open it in a browser ({size / 1e6:.1f} MB in all)".ljust(COLUMNS))
    return 0


def count_pages(line: str) -> None:
    """Print a line in a terminal: one line counts pages."""
    print(line.ljust(COLUMNS), end="\r" if line.startswith("page ") else "\n", flush=True)


if __name__ == "__main__":
    run_program(main)
