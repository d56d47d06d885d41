"""The book without a kernel, as files: it is complete and small, its links lead somewhere, and it gives no
solution away."""

import ast
import base64
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from PIL import Image
from test_build import ROOT, course

from lessons import book
from lessons.kit.building.lesson import python_of
from lessons.kit.building.notebook import numbered_title, student_notebook
from lessons.kit.ground import shelf
from lessons.kit.ground.course import COURSE
from lessons.kit.ground.errors import CourseError
from lessons.kit.ground.folders import former_name
from lessons.kit.pages import book as kit_book
from lessons.kit.pages.book_pages import Prose
from lessons.l05_dancing_links.archipelago import recorded_archipelago
from lessons.puzzles.pages import first_page
from lessons.puzzles.views.photograph import photograph
from puzzlelib import load
from puzzlelib.pictures import frame, scene

pytestmark = pytest.mark.notebook

FEW = [0, 1]
WHOLE, MOST = 60_000_000, 6_000_000  # bytes: of the book, and of what one page loads of its own
LIVE = 15_000_000  # bytes that a page with Python and 3D sends
PYODIDE = ROOT / "lessons/kit/live/node_modules/pyodide"
SAID = "said.txt"
LONG = 40  # letters of a line of code that nobody writes by chance


def made_once(folder: Path) -> Path:
    """The student's book, with two lessons; with `make test-all` all of them (the fixture `site`)."""
    return made(folder, teacher=False, live=PYODIDE.exists())


def made_for_teachers(folder: Path) -> Path:
    """The teacher's book, with one lesson; with `make test-all` all of them (the fixture `teacher_site`).
    What its kernels say while it is built is in a file beside it."""
    numbers = None if "EXACTLY_ONCE_ALL" in os.environ else [0]
    with errors_into(folder / SAID):
        return made(folder, teacher=True, numbers=numbers, live=PYODIDE.exists())


@contextmanager
def errors_into(file: Path) -> Iterator[None]:
    """Write the errors of this process, and of those that it starts, into a file."""
    before = os.dup(2)
    with file.open("wb") as out:
        os.dup2(out.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)


def made(folder: Path, teacher: bool, numbers=FEW, live: bool = False) -> Path:
    every = "EXACTLY_ONCE_ALL" in os.environ and numbers is FEW
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "SHELF", folder / "shelf")  # an empty one: all cells run
        book.build_site(folder / "site", None if every else numbers, teacher, live=live)
    return folder / "site"


def pages(site: Path) -> dict[str, str]:
    return {str(file.relative_to(site)): file.read_text(encoding="utf-8") for file in site.rglob("*.html")}


def lessons_of(site: Path) -> list:
    return [lesson for lesson in course() if (site / "lessons" / f"{lesson.name}.html").exists()]


def test_it_is_as_small_as_promised(site):
    sizes = {file: file.stat().st_size for file in site.rglob("*") if file.is_file()}
    assert sum(sizes.values()) < WHOLE
    for lesson in lessons_of(site):
        own = site / "lessons" / f"{lesson.name}.html", site / "data" / f"{lesson.name}.js"
        assert sum(sizes[file] for file in own) < MOST
        others = {"clingo", "highspy"}.difference(COURSE.solvers_of.get(lesson.number, ()))
        left_out = tuple(f"live/{name[:5]}" for name in others)  # clingo.js, highs.mjs
        shared = (file for file in sizes if file.parent.name in ("live", "scripts"))
        loaded = (file for file in shared if not file.relative_to(site).as_posix().startswith(left_out))
        assert sum(sizes[file] for file in (*own, *loaded)) < LIVE


def test_every_link_leads_somewhere(site):
    texts = pages(site)
    ids = {name: set(re.findall(r'\bid="([^"]*)"', text)) for name, text in texts.items()}
    for name, text in texts.items():
        for target in addresses(text):
            path, _, place = unescape(target).partition("#")
            found = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            assert (site / found).exists(), (name, target)
            there = not place or found not in ids or unquote(place) in ids[found]
            assert there or name.startswith("api/"), (name, target)  # pdoc links more


def addresses(text: str) -> Iterator[str]:
    """Yield what a page links to and loads, within the book."""
    inside = re.sub(r"(?s)<(script|style)>.*?</\1>", "", text)
    for address in re.findall(r'\b(?:href|src|action)="([^"]*)"', inside):
        if not re.match(r"(https?|data|mailto):", address):
            yield address


def test_nothing_is_loaded_from_elsewhere(site):
    for name, text in pages(site).items():
        assert not re.findall(r'\bsrc="(?:https?:)?//', text), name
        assert not re.findall(r'<link[^>]*href="(?:https?:)?//', text), name


def test_every_page_has_a_policy_by_which_no_text_runs_and_nothing_is_sent(site):
    for name, text in pages(site).items():
        found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
        parts = dict(part.strip().split(maxsplit=1) for part in found[1].split(";")) if found else {}
        assert parts.get("default-src") == "'none'" and parts.get("connect-src", "'self'") == "'self'", name
        assert not {"'unsafe-eval'", "'unsafe-inline'"} & {*parts.get("script-src", "").split()}, name
        assert found.start() < text.find("<script") or "<script" not in text, name


def test_no_solution_is_in_the_book_of_students(site):
    for lesson in lessons_of(site):
        page = "".join(plain(site / "lessons" / f"{part.name}.html") for part in lesson.parts)
        for task in lesson.exercises:
            assert f"Exercise {task.id}" in page
            for line in telling(task, lesson):
                assert line not in page, (task.id, line)
    pages = (site / "lessons").glob("*.html")
    assert not [page for page in pages if "solutions-" in page.read_text(encoding="utf-8")]
    assert not list((site / "lessons").glob("solutions-*"))


def telling(task, lesson) -> list[str]:
    """The lines of code of a solution that are nowhere in what a student gets."""
    given = "\n".join(cell.source for cell in student_notebook(lesson).cells)
    code = ast.unparse(ast.parse(task.solution)).splitlines()
    lines = [line.strip() for line in (*code, *task.solution.splitlines())]
    return [line for line in lines if len(line) >= LONG and re.search(r"[=(]", line) and line not in given]


def plain(page: Path) -> str:
    return unescape(re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8")))


def test_the_teacher_finds_every_solution(teacher_site):
    site, said = teacher_site, (teacher_site.parent / SAID).read_text(encoding="utf-8")
    assert "WARNING" not in said, "a kernel warns of itself"
    lesson, *_ = lessons_of(site)
    page = plain(site / "lessons" / f"solutions-{lesson.name}.html")
    for task in lesson.exercises:
        for line in python_of(task.solutions[0]).splitlines():
            assert line in page, (task.id, line)
        assert all(f"Hint {hint.note} of {task.id}" in page for hint in task.hints)
    hints = (site / "lessons" / f"{lesson.name}.html").read_text(encoding="utf-8")
    assert all(f"solutions-{lesson.name}.html#Exercise-{task.id}:" in hints for task in lesson.exercises)
    assert (site / "lessons" / f"teacher-{lesson.name}.html").exists()
    test_every_link_leads_somewhere(site)


@pytest.mark.parametrize("kind", ["teacher", "solutions"])
def test_pages_for_teachers_lead_to_pages_of_the_book(kind):
    for lesson in course():
        text = lesson.path.with_name(f"{kind}.md").read_text(encoding="utf-8")
        links = re.findall(r'href="([^"]*)"', Prose("../", set(), lesson.name).html(text))
        assert [link for link in links if "ipynb" in link] == [], lesson.name
        if lesson.more and f"{lesson.more.name}.ipynb" in text:
            assert f"{lesson.more.name}.html" in [link.partition("#")[0] for link in links]


def test_the_first_page_is_there_first_and_each_lesson_stands_on_it_at_once(tmp_path, monkeypatch):
    """Before anything is recorded; and it says elsewhere what it is."""

    def recording(lesson, folder):
        return student_notebook(lesson), {"models": {}, "scripts": {}, "styles": {}}

    def tell(line):
        told.append((line, plain(tmp_path / "index.html").count("being made")))

    told, lessons = [], course()[:2]
    monkeypatch.setattr("lessons.kit.pages.book.recording", recording)
    monkeypatch.setattr(book.PuzzleSite, "library", lambda site: None)
    book.build_site(tmp_path, [0, 1], tell=tell, address="https://example.org/book")
    pages = [part for lesson in lessons for part in lesson.parts]
    said = [f"page {k} of {len(pages)}: {numbered_title(one)}" for k, one in enumerate(pages, 1)]
    left = [sum(not other.is_more for other in pages[k:]) for k in range(len(pages) + 1)]
    assert [number for _, number in told] == left and [line for line, _ in told[1:]] == said
    page = plain(tmp_path / "index.html")
    assert all(numbered_title(lesson) in page for lesson in lessons)
    head, _, body = (tmp_path / "index.html").read_text(encoding="utf-8").partition("</head>")
    assert 'og:image" content="https://example.org/book/preview.png"' in head
    assert all(name in head for name in ("description", "og:title", "summary_large_image", "icon.svg"))
    with Image.open(tmp_path / "preview.png") as picture:
        assert picture.size == first_page.PREVIEW
    assert f'src="preview.png" width="{first_page.PREVIEW[0]}"' in body


def test_the_first_page_is_light_and_true(site):
    """Under 500 kB with all its pictures, no plotly; its numbers are those of the map. Its game is
    loaded by nobody who does not ask for it."""
    first = (site / "index.html").read_text(encoding="utf-8")
    loaded = {"index.html", *addresses(first)} - {target for target in addresses(first) if ".html" in target}
    assert "plotly" not in first and not any(re.match("data|scripts|styles", name) for name in loaded)
    needs = re.search(r'data-needs="([^"]*)"', first)[1].split()
    assert book.GAME in needs and all((site / name).exists() for name in needs)
    stills = 13 / len(lessons_of(site)) * sum(file.stat().st_size for file in site.glob("stills/*"))
    own = sum((site / name).stat().st_size for name in loaded if "stills/" not in name)
    assert own + stills < 500_000 and {"hero.js", "book.css"} <= loaded
    found = recorded_archipelago()
    assert f"{len(found.rows):,} ways" in first and f">All {len(found.rows):,}<" in first
    assert "Begin here: 00" in first
    assert (f'href="{first_page.MAP}#' in first) == (site / first_page.MAP).exists()
    hermits = sum(len(island) == 1 for island in found.islands(4))
    assert f"{hermits:,} of them have no neighbour" in first


def test_the_search_of_the_first_page_is_one():
    """Each piece lies in empty cells, beside pieces that the search has laid before and not taken
    back; at a dead end some piece or cell, found here by trying all placements, has none left."""
    puzzle, nodes = load("tetris-cube"), first_page.recorded_search()
    cells, names = sorted(puzzle.container), [piece.name for piece in puzzle.pieces]
    kinds = {(one.piece, frozenset(one.cells)) for one in puzzle.placements}
    laid = []
    for k, node in enumerate(nodes):
        laid = [*laid[: node["depth"]], (names[node["piece"]], frozenset(cells[n] for n in node["cells"]))]
        assert laid[-1] in kinds and len(laid) == node["depth"] + 1
        full = frozenset().union(*(own for _, own in laid))
        assert sum(len(own) for _, own in laid) == len(full)
        assert len({piece for piece, _ in laid}) == len(laid)
        fitting = [one for one in kinds if not one[1] & full and one[0] not in dict(laid)]
        wanted = {*names, *cells} - full - dict(laid).keys()
        lacking = wanted - {piece for piece, _ in fitting} - {cell for _, own in fitting for cell in own}
        assert bool(lacking) == ("dead" in node)
        assert all(one["depth"] > node["depth"] for one in nodes[k + 1 : node["end"]])
    dead = sum("dead" in node for node in nodes)
    assert full == set(cells) and dead > 10 and f"after {dead} dead ends" in nodes[-1]["says"]


def test_slides_of_a_box_to_pack_begin_with_it_and_show_no_solution(tmp_path):
    lesson = SimpleNamespace(name="08-l", is_more=False, path=ROOT / "lessons/l08_integer_programs/lesson.md")
    begun, solved = (base64.b64encode(one).decode() for one in (b"begun", b"solved"))
    models = {"hand": {"state": {"helps": 1}}, "box": {"state": {"frames": [{}]}, "large": begun}}
    site = book.PuzzleSite(tmp_path, teacher=True, missing=set())
    site.keep_title(lesson, models)
    assert (tmp_path / site.titles["08-l"]).read_bytes() == b"begun"
    site.still(lesson, models | {"search": {"state": {"frames": [{"blocks": [{}] * 9}]}, "large": solved}})
    shown = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kit_book.slides, "slides_page", lambda *what, **_: shown.append(what[3]) or "")
        patch.setattr(kit_book.slides, "slides_of", lambda _: [])
        patch.setattr(kit_book, "numbered_title", lambda _: "08")
        site.slides(lesson, SimpleNamespace(html=str), [], models)
    assert shown == [site.titles["08-l"]] != [site.stills["08-l"]]


def test_a_lesson_has_the_still_with_the_most_pieces():
    cube = load("little-cube")
    photo = photograph(scene(cube), frame(cube, {cube.placements[0]: "solution"}))

    def stage(pieces: int, photo: bytes) -> dict:
        frames = [{"blocks": [{}] * some} for some in (0, pieces)]
        return {"state": {"frames": frames}, "large": base64.b64encode(photo).decode(), "fullest": 0}

    models = {"a": stage(2, b"few"), "b": stage(7, photo), "c": {"state": {"frames": [{}]}}}
    fractions = {"state": {"frames": [{"blocks": [{}] * 9, "bars": [["A", 0.5]]}]}, "large": "", "fullest": 0}
    row = stage(32, b"dust")
    row["state"]["scene"] = {"boxes": [{}] * 4}
    shelf, many = ({"state": {"frames": [{"blocks": [{}] * some}]}, "large": ""} for some in (8, 29))
    shelf["large"] = base64.b64encode(b"eight").decode()
    pair = {"state": {"frames": [{"blocks": [{}] * 2}] * 17}, "large": ""}
    assert first_page.still_of({"a": pair, "b": many, "c": shelf}) == ("png", b"eight")
    assert first_page.still_of(models | {"d": fractions, "e": row}) == ("png", photo)
    assert not any("large" in one for one in models.values())
    kind, drawing = first_page.still_of({"c": models["c"]})
    assert kind == "svg"
    assert drawing.decode().count("<rect") == 9 and drawing.decode().count("<text") == 2


def test_each_page_opens_on_a_picture_above_goals_and_code(site):
    for lesson in lessons_of(site):
        page = (site / "lessons" / f"{lesson.name}.html").read_text(encoding="utf-8")
        main = page.partition("<h1")[2]
        picture = min(main.find(mark) for mark in ('class="opening"', 'class="card"') if mark in main)
        assert picture < main.index("What you will learn") and picture < (main + "<pre").index("<pre")


def test_the_old_address_of_a_second_notebook_leads_on_to_its_page(site):
    for name in (lesson.more.name for lesson in lessons_of(site) if lesson.more):
        page = (site / "lessons" / f"{former_name(name)}.html").read_text(encoding="utf-8")
        assert f'content="0; url={name}.html"' in page and (site / "lessons" / f"{name}.html").exists()


def test_the_typeface_is_in_the_book_with_its_licence(site):
    """No page fetches it: each links to the style sheet that holds it."""
    style = (site / "font.css").read_text(encoding="utf-8")
    assert style.count("data:font/woff2;base64,") == 2 and "http" not in style
    for page in (site / "index.html", *site.glob("lessons/*.html")):
        text = page.read_text(encoding="utf-8")
        assert "font.css" in text or 'http-equiv="refresh"' in text
    licences = (site / "LICENSES.txt").read_text(encoding="utf-8")
    assert "This Font Software is licensed under the SIL Open Font License, Version 1.1." in licences


def test_python_and_all_solvers_of_a_page_are_less_than_seven_megabytes(site):
    """So its text, pictures and recordings have room in the eight that a page may send."""
    others = re.compile(r"lesson-(?!07)")  # 07 is the largest
    sent = [path.stat().st_size for path in site.glob("live/*") if not others.match(path.name)]
    assert sum(sent) < 7_000_000


def test_each_file_of_others_in_the_book_is_named_in_one_file_with_its_licence(site):
    """And each package that npm brings into it; esbuild only builds."""
    told = (ROOT / "LICENSES.txt").read_text(encoding="utf-8")
    live = [re.sub(r"-\d\d\.", "-NN.", path.name) for path in site.glob("live/*")]
    brought = json.loads((PYODIDE.parents[1] / "package.json").read_text(encoding="utf-8"))["dependencies"]
    packages = {name.partition("/")[0] for name in brought} - {"esbuild"}
    shipped = {"font.css", "scripts/plotly.js", *live, *packages}
    named = {name for name in shipped if re.search(rf"(?i)(?<![\w.]){name}(?!\w)", told)}
    assert named == shipped
    licences = (site / "LICENSES.txt").read_text(encoding="utf-8")
    assert licences.startswith(told)
    if live:
        assert all(words in licences for words in ("Apache License", "Mozilla Public License", "HiGHS"))


def test_python_and_the_course_leave_a_page_room_for_its_pictures(site):
    """A page of few pictures weighs 8 MB in all; clingo and HiGHS come beside, where they are needed."""
    others = "clingo", "highs", "solvers", "packing"
    weights = [path.stat().st_size for path in site.glob("live/*") if not path.name.startswith(others)]
    assert sum(weights) <= 7_700_000


def test_a_word_of_a_lesson_can_be_found(site):
    words = (site / "data" / "places.js").read_text(encoding="utf-8")
    for lesson in lessons_of(site):
        assert f"lessons/{lesson.name}.html#" in words and lesson.title in words


def test_a_folder_that_cannot_be_is_said_before_anything_is_recorded(tmp_path, monkeypatch):
    file = tmp_path / "letter.txt"
    file.write_text("dear")
    monkeypatch.setattr("lessons.kit.pages.book.recordings", None)  # it would be called
    with pytest.raises(CourseError, match="under: cannot be written"):
        book.build_site(file / "under", [0])
    monkeypatch.setattr(os, "access", lambda *_: False)  # the superuser may write anywhere
    with pytest.raises(CourseError, match="shut: cannot be written"):
        book.build_site(tmp_path / "shut", [0])
    assert file.read_text() == "dear"


def test_bad_input_ends_with_2_as_all_commands_do(tmp_path, monkeypatch, capsys):
    """And a folder with anything else in it is left alone."""
    (tmp_path / "letter.txt").write_text("dear")
    other = f"{tmp_path}: holds something else than a book; --out needs a new or an empty folder\n"
    for words, said in (["--only", "99"], "there is no lesson 99\n"), (["--only", "0"], other):
        monkeypatch.setattr(sys, "argv", ["book.py", *words, "--out", str(tmp_path)])
        assert book.main() == 2 and capsys.readouterr() == ("", said)
    assert (tmp_path / "letter.txt").read_text() == "dear"
