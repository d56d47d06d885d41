"""The notebooks in JupyterLite, from a plain server without a network: nothing is asked for elsewhere,
exercises are judged, and a cell that lacks a package says so in one line."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from kept_answers import cell_of
from test_book import course

from lessons.kit.ground.errors import CourseError
from lessons.kit.ground.slicing import bound_names
from lessons.kit.lite import lite
from lessons.kit.lite.distribution import (
    LISTED,
    fetched_release,
    folder_release,
    stage_release,
    wheel_entry,
    wheel_imports,
)
from lessons.kit.live.wheels import WHEEL, write_zip

from .lab import SELDOM, Window
from .live_answers import without_check
from .live_page import inside
from .test_book import serve

pytestmark = pytest.mark.usefixtures("jupyterlite", "pyodide")

LACKS = re.compile(
    r"needs (?:(?P<name>\w+) of a cell above, and that one needs )?(?P<what>\w+|a second program), "
    r"which (?:this page has not|is not here|is not installed|cannot be started)"
)
READY = """() =>
  window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"""
OPENED = "() => window.jupyterapp.shell.currentWidget.context.path"
KEPT = """globalThis.jupyterapp?.shell.currentWidget?.content?.widgets
  ?.filter((cell) => cell.model.type === "code")[12]?.model.sharedModel.source"""
CODE_CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter((cell) => cell.model.type === "code")
  .map((cell) => [cell.model.sharedModel.source, cell.model.outputs.toJSON()])"""
ANSWER = """([place, source]) => window.jupyterapp.shell.currentWidget.content.widgets
  .filter((cell) => cell.model.type === "code")[place].model.sharedModel.setSource(source)"""


def build(folder: Path, release=None) -> Path:
    """Build the folder; its pages tell tests what they are."""
    lite.build_lite(folder, release)
    path = folder / "jupyter-lite.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["jupyter-config-data"]["exposeAppInBrowser"] = True
    path.write_text(json.dumps(config), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    return build(tmp_path_factory.mktemp("jupyterlite") / "lite")


@pytest.fixture(scope="module")
def lite_address(built):
    yield from serve(built)


@contextmanager
def visitor(browser, address: str):
    """A browser that has never been here; at the end nothing was asked for elsewhere."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(120_000)  # Python starts on a busy machine
    elsewhere = []
    context.on("request", lambda one: None if inside(one.url, address) else elsewhere.append(one.url))
    yield context
    context.close()
    assert not elsewhere, elsewhere


class LiteWindow(Window):
    """A page with JupyterLite in it, on a notebook whose kernel is ready."""

    def __init__(self, page, address: str, name: str = ""):
        super().__init__(None, page)
        page.goto(f"{address}lab/index.html?path={name}.ipynb" if name else address)
        page.wait_for_function("() => window.jupyterapp", polling=SELDOM)
        page.evaluate("() => window.jupyterapp.restored")
        page.wait_for_function(READY, polling=SELDOM)

    def cells(self) -> list[tuple[str, list[dict]]]:
        """Source and outputs of each code cell."""
        return [tuple(cell) for cell in self.page.evaluate(CODE_CELLS)]

    def answer(self, solutions: dict[str, str]) -> None:
        """Write solutions into the cells of exercises."""
        for place, (source, _) in enumerate(self.cells()):
            found = re.search(r'^check\("([\w.]+)"', source, re.MULTILINE)
            if found:
                self.page.evaluate(ANSWER, [place, solutions[found[1]]])


def text_of(output: dict) -> str:
    text = output.get("text") or output.get("data", {}).get("text/plain", "") or output.get("evalue", "")
    return text if isinstance(text, str) else "".join(text)


# -------- in the browser

COMPILED = """from puzzlelib import count, load
print(count(load("soma"), engine="compiled", progress=True).count)"""


@pytest.mark.slow
@pytest.mark.browser
def test_lesson_00_starts_by_itself_and_its_exercises_are_judged(browser, lite_address):
    lesson = course()[0]
    with visitor(browser, lite_address) as context:
        lab = LiteWindow(context.new_page(), lite_address)
        assert lab.page.evaluate(OPENED) == f"{lesson.name}.ipynb"
        for _ in range(2):  # as its first line asks
            lab.command("notebook:run-cell-and-select-next")
        lab.page.locator(".eo-stage[data-live='3d']").wait_for()
        lab.answer({task.id: task.solution for task in lesson.exercises})
        lab.run_all()
        said = [" ".join(map(text_of, outputs)) for _, outputs in lab.cells()]
        assert [len(re.findall(rf"\b{task.id}: Correct", " ".join(said))) for task in lesson.exercises] == [
            1
        ] * 3
        assert said[0].startswith("<8 pieces that fly into their box"), "it opens with its picture in 3D"
        assert not any(one["output_type"] == "error" for _, outputs in lab.cells() for one in outputs)
        assert lab.printed(COMPILED) == "11520\n", "counted without a word of warning"
        answered = lab.cells()[12][0]
        lab.command("docmanager:save")
        again = context.new_page()
        again.goto(f"{lite_address}lab/index.html?path={lesson.name}.ipynb")
        again.wait_for_function(f"() => {KEPT} === {json.dumps(answered)}", polling=SELDOM)  # by the browser


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.browser
def test_a_kept_program_runs_in_your_solver_and_a_zip_is_left(browser, lite_address):
    """No server has opened the notebook: programs last as long as Python, and a zip takes them away."""
    with visitor(browser, lite_address) as context:
        lab = LiteWindow(context.new_page(), lite_address, "01-backtracking")
        said = lab.printed(f"from lessons import check, your_solver\n{cell_of('queens.py')}")
        assert said == "`queens.py` is kept as long as Python runs: Your solver saves it.\n"
        said = lab.printed("card = your_solver(); card.run(); print(card.line.value, card.saving.value)")
        assert "Right on 1 of 1 puzzle." in said and 'download="my-solver.zip"' in said
        assert "1,198" in lab.printed("print(card.results.children[0].value)"), "the library's nodes"
        said = lab.printed("from lessons import my_programs; print(my_programs())")
        assert said == "1 program that you have built: queens.py\n"


UNCOVERED = "from lessons.kit.cards.projector import DEMO; DEMO.on = True"


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("name", [part.name for lesson in course() for part in lesson.parts])
def test_each_cell_runs_or_says_in_one_line_what_it_lacks(browser, lite_address, built, name):
    """As students get the notebook, with answers that are not covered. Packages that are said to lack are
    not there, or a cell above lacks it; many cells run, and each exercise says something."""
    with visitor(browser, lite_address) as context:
        context.set_default_timeout(900_000)  # lesson 13 searches for minutes
        lab = LiteWindow(context.new_page(), lite_address, name)
        assert lab.printed(UNCOVERED) == ""
        lab.command("notebook:run-all-cells")
        lab.page.wait_for_function(READY, polling=SELDOM)
        cells = lab.cells()
    notebook = json.loads((built / f"files/{name}.ipynb").read_text(encoding="utf-8"))
    assert len(cells) == sum(cell["cell_type"] == "code" for cell in notebook["cells"])
    assert [text_of(one) for _, some in cells for one in some if one["output_type"] == "error"] == []
    lacking, lost = 0, set()
    for source, outputs in cells:
        assert outputs or "check(" not in source, source
        found = next(filter(None, (LACKS.search(text_of(one)) for one in outputs)), None)
        if found:
            assert found["what"] not in modules_there(built) and {found["name"]} <= lost | {None}, found[0]
            lost |= bound_names(source)
            lacking += 1
    assert lacking < len(cells) * 2 / 3


def modules_there(built: Path) -> set[str]:
    """Return the modules that Python finds in the folder."""
    listed = json.loads((built / "static/pyodide" / LISTED).read_text(encoding="utf-8"))["packages"]
    return {name for one in listed.values() for name in one["imports"]} | sys.stdlib_module_names


# -------- the folder


def test_the_old_address_of_a_notebook_leads_on_to_the_new_one(browser, lite_address):
    page = browser.new_page()
    page.goto(f"{lite_address}lab/index.html?path=01-backtracking-more.ipynb", wait_until="commit")
    page.wait_for_url("**/lab/index.html?path=01b-backtracking.ipynb")
    page.close()


def test_no_solution_is_in_the_folder(built):
    texts = [path.read_text(encoding="utf-8") for path in (built / "files").glob("*.ipynb")]
    [wheel] = (built / "static/pyodide").glob("exactly_once*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        texts += [archive.read(name).decode() for name in names if name.endswith((".py", ".md"))]
    assert len(texts) > 200 and not any(name.endswith(("/ways.yaml", ".md")) for name in names)
    for lesson in course()[:3]:
        for task in lesson.exercises:
            last = without_check(task.solution)
            assert not any(last in text for text in texts), task.id


def test_each_wheel_is_listed_with_its_hash(built):
    folder = built / "static/pyodide"
    listed = json.loads((folder / LISTED).read_text(encoding="utf-8"))["packages"]
    assert {one["file_name"] for one in listed.values()} == {path.name for path in folder.glob("*.whl")}
    assert all(wheel_entry(folder / one["file_name"])["sha256"] == one["sha256"] for one in listed.values())
    config = json.loads((built / "jupyter-lite.json").read_text(encoding="utf-8"))["jupyter-config-data"]
    kernel = config["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    begin = kernel["loadPyodideOptions"]["packages"]
    assert kernel["disablePyPIFallback"] and begin == sorted(listed)


def test_a_book_around_the_folder_links_to_it_once(tmp_path):
    page = tmp_path / "index.html"
    (tmp_path / "book.css").touch()
    shutil.copy(lite.TOP / "lessons/puzzles/pages/templates/first.html", page)
    for _ in range(2):
        lite.add_link(tmp_path / "lite")
    assert page.read_text(encoding="utf-8").count('<a href="lite/index.html">') == 1


def test_each_licence_is_named(built):
    told = (built / "LICENSES.txt").read_text(encoding="utf-8").lower()
    listed = json.loads((built / "static/pyodide" / LISTED).read_text(encoding="utf-8"))["packages"]
    assert [name for name in listed if name not in told] == []


# -------- Pyodide's own packages


def pretended_release(folder: Path, version: str = "2026_0", **damage: bytes) -> Path:
    """A folder like a release of Pyodide, in which numpy is a module of one line, and clingo needs what
    nobody has. `damage`: the content that files really have."""
    entries = {}
    for name in ("numpy", "clingo", "tiny"):
        info = f"{name}-1.0.dist-info"
        files = {
            f"{name}/__init__.py": b"NUMBER = 7\n",
            f"{info}/WHEEL": WHEEL.encode(),
            f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        }
        path = write_zip(folder / f"{name}-1.0-py3-none-any.whl", files.items())
        entries[name] = wheel_entry(path) | {"depends": ["tiny", "packaging"] if name == "clingo" else []}
        path.write_bytes(damage.get(name, path.read_bytes()))
    listed = {"info": {"abi_version": version}, "packages": entries}
    (folder / LISTED).write_text(json.dumps(listed), encoding="utf-8")
    return folder


@pytest.mark.parametrize("fetched", [False, True])
def test_packages_of_a_release_come_with_what_they_need(tmp_path, fetched):
    """From its folder or from an address. A release of ours stands for Pyodide's: numpy is one line in it."""
    release = pretended_release(tmp_path)
    (tmp_path / "taken").mkdir()
    with contextmanager(serve)(release) as address:
        read = fetched_release("314", address) if fetched else folder_release(release)
        found = stage_release(tmp_path / "taken", read, {"abi_version": "2026_0"}, ["packaging"])
    assert sorted(found) == ["clingo", "numpy", "tiny"]
    for entry in found.values():
        path = tmp_path / "taken" / entry["file_name"]
        assert hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]
        assert wheel_imports(path) == [entry["name"]]


@pytest.mark.parametrize(
    "version, damage, said",
    [("2025_0", {}, "here it must be 2026_0"), ("2026_0", {"numpy": b"other"}, "is not the file that")],
)
def test_another_release_is_refused_in_one_line(tmp_path, version, damage, said):
    release = pretended_release(tmp_path, version, **damage)
    with pytest.raises(CourseError, match=said):
        stage_release(tmp_path, folder_release(release), {"abi_version": "2026_0"}, ["packaging"])


def test_a_folder_that_is_no_release_is_refused_in_one_line(tmp_path):
    with pytest.raises(CourseError, match=r"PYODIDE=.*pyodide-lock\.json is not there"):
        stage_release(tmp_path, folder_release(tmp_path), {}, [])


def test_without_a_network_fetching_says_so_in_one_line(tmp_path):
    with pytest.raises(
        CourseError, match=r"FETCH=1: http://127\.0\.0\.1:9/pyodide-lock\.json does not answer"
    ):
        stage_release(tmp_path, fetched_release("314", "http://127.0.0.1:9/"), {}, [])


@pytest.mark.long
@pytest.mark.browser
def test_with_a_release_python_imports_its_packages(browser, tmp_path):
    folder = build(tmp_path / "lite", folder_release(pretended_release(tmp_path)))
    with contextmanager(serve)(folder) as address, visitor(browser, address) as context:
        lab = LiteWindow(context.new_page(), address)
        assert lab.printed("import clingo, numpy; print(clingo.NUMBER + numpy.NUMBER)") == "14\n"
