"""A course on something else, begun by the page in CONTRIBUTING, without puzzlelib: it is built, solved and
judged in a notebook, in a page of the book and in JupyterLite."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest

from .lab import ROOT
from .live_page import new_visit, place_of, write_answer
from .test_book import serve
from .test_lite import LiteWindow, text_of, visitor

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGE = PAGE.partition("## To begin another course\n")[2].partition("\n## ")[0]
WITHOUT_LIBRARY = 'import sys\nsys.modules |= dict.fromkeys(["puzzlelib", "makers"])\n'
LESSON = '''\
---
title: Sorting
number: 1
minutes: 20
alone: 30
puzzle: a row of numbers
prerequisites: ["lists in Python"]
goals: ["sort by hand and by a program"]
---

A row of numbers is to be put in order.

```{code-cell}
:tags: [setup]
row = [4, 2, 5, 1, 3]
```

## A bet

```{code-cell}
:tags: [predict]
guess = predict("How many pairs of this row are in the wrong order?", choices=[4, 6, 8])
wrong = sum(a > b for k, a in enumerate(row) for b in row[k + 1 :])
guess.reveal(wrong)
```
:::{revealed}
Each of the {{ wrong }} pairs costs an exchange of neighbours.
:::

```{code-cell}
sorted(row)
```

### Exercise 1.1: the largest

Return the largest number of a row that is not empty.

```{code-cell}
:tags: [exercise]
def largest(row):
    ...

check("1.1", largest)
```
:::{solution}
```python
def largest(row):
    return max(row)
```
:::
:::{inputs}
```python
[3, 1, 2]
[-1]
```
:::

### Exercise 1.2: one pass

Go through the row once, from the left; exchange neighbours in the wrong order, and return the row.

```{code-cell}
:tags: [exercise]
def one_pass(row):
    ...

check("1.2", one_pass)
```
:::{hint} 1
`row[k], row[k + 1] = row[k + 1], row[k]` exchanges two.
:::
:::{solution}
```python
def one_pass(row):
    for k in range(len(row) - 1):
        if row[k] > row[k + 1]:
            row[k], row[k + 1] = row[k + 1], row[k]
    return row
```
:::
:::{wrong} it sorts the row
```python
def one_pass(row):
    return sorted(row, reverse=True)
```
:::
:::{wrong} it exchanges the wrong neighbours
```python
def one_pass(row):
    for k in range(len(row) - 1):
        if row[k] < row[k + 1]:
            row[k], row[k + 1] = row[k + 1], row[k]
    return row
```
:::
:::{wrong} it leaves out the last pair
```python
def one_pass(row):
    for k in range(len(row) - 2):
        if row[k] > row[k + 1]:
            row[k], row[k + 1] = row[k + 1], row[k]
    return row
```
:::
'''
RUN = """
import json, sys
from nbclient import NotebookClient
from lessons.kit.building.course import read_course
from lessons.kit.building.notebook import make_notebook
[lesson], errors = read_course()
answers = [{one.id: one.solution for one in lesson.exercises}]
answers += [{"1.2": wrong} for _, wrong in lesson.exercises[1].wrongs]
answers.append({"1.1": "def largest(row):\\n    return row[0]\\n\\ncheck('1.1', largest)"})
said = []
for some in answers:
    place = {"metadata": {"path": "notebooks"}}
    notebook = NotebookClient(make_notebook(lesson, some), resources=place).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    said.append([output.get("data", {}).get("text/plain", "") for output in outputs])
print(json.dumps([errors, said]))
"""


def blocks() -> list[str]:
    """Return the files that the page shows, in its order."""
    found = re.findall(r"(?m)^    .*\n(?:\n*    .*\n)*", PAGE)
    return [textwrap.dedent(one) for one in found]


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """The folder of a course on sorting, with its notebook."""
    folder = tmp_path_factory.mktemp("sorting")
    lessons = folder / "lessons"
    shutil.copytree(
        ROOT / "lessons/kit", lessons / "kit", ignore=shutil.ignore_patterns("node_modules", "__pycache__")
    )
    (lessons / "kit/live/node_modules").symlink_to(ROOT / "lessons/kit/live/node_modules")
    for name in ("build", "collect", "lite", "update"):
        shutil.copy(ROOT / f"lessons/{name}.py", lessons)
    (folder / "sitecustomize.py").write_text(WITHOUT_LIBRARY)
    (lessons / "l01_sorting").mkdir()
    files = "README.md", "lessons/__init__.py", "lessons/l01_sorting/checks.py"
    texts = dict(zip(files, blocks(), strict=True))
    texts |= {"lessons/l01_sorting/lesson.md": LESSON, "lessons/l01_sorting/__init__.py": ""}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    run(folder, "-m", "lessons.build")
    return folder


def run(folder: Path, *words: str) -> str:
    """Run Python in the folder, where it finds no library of ours; return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_is_short_and_the_library_is_not_there(course):
    assert len(PAGE.strip().splitlines()) <= 40
    assert run(course, "-c", "import lessons, importlib.util as u; print(lessons.__file__)").startswith(
        str(course)
    )
    says = "try:\n    import puzzlelib\nexcept ImportError:\n    print('none')"
    assert run(course, "-c", says) == "none\n"
    assert run(course, "-m", "lessons.build", "--check") == ""


def test_a_notebook_is_solved_and_wrong_answers_get_their_smallest_example(course):
    errors, (right, *wrong, first) = json.loads(run(course, "-c", RUN))
    assert errors == []
    assert [line.split(":")[1].split()[0] for line in right if line.startswith("1.")] == ["Correct."] * 2
    for said in wrong:
        assert any(line.startswith("1.2: Not yet.") and "example: row = [" in line for line in said), said
    assert any(line.startswith("1.1: Not yet.") and "expected: " in line for line in first), first


def test_a_class_is_judged_again(course, tmp_path):
    (tmp_path / "class").mkdir()
    shutil.copy(course / "notebooks/01-sorting.ipynb", tmp_path / "class/ann.ipynb")
    run(course, "-m", "lessons.collect", str(tmp_path / "class"), "--trust")
    table = (tmp_path / "class-collected/collected.csv").read_text(encoding="utf-8-sig")
    assert table.splitlines()[1] == "ann,not answered,not answered,0,,ann.ipynb"


@pytest.mark.long
def test_a_page_of_the_book_judges_answers_and_takes_bets(course, browser):
    run(course, "-m", "lessons.kit.pages.book", "--live")
    for address in serve(course / "site"):
        with new_visit(browser) as open_page:
            page = open_page(f"{address}index.html", address)
            page.get_by_role("link", name="01 Sorting").click()
            page.get_by_role("button", name="8").click()
            page.get_by_text("Each of the 6 pairs").wait_for()
            write_answer(page, "1.1", "def largest(row):\n    return row[0]")
            check_and_read(page, "1.1", "Not yet.")
            write_answer(page, "1.1", "def largest(row):\n    return max(row)")
            check_and_read(page, "1.1", "Correct.")
            write_answer(page, "1.2", "def one_pass(row):\n    return sorted(row)")
            check_and_read(page, "1.2", "example")
        return


def check_and_read(page, id: str, words: str) -> None:
    place_of(page, id).get_by_role("button", name="Check").click()
    place_of(page, id).locator(".live-output", has_text=words).wait_for()


@pytest.mark.long
def test_jupyterlite_has_the_notebook_and_judges_it(course, browser, jupyterlite):
    run(course, "-m", "lessons.lite")
    [wheel] = (course / "lite/static/pyodide").glob("sorting-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "lessons/l01_sorting/checks.py" in names
    assert not any(name.startswith(("puzzlelib", "makers")) for name in names)
    settings = course / "lite/jupyter-lite.json"
    found = json.loads(settings.read_text(encoding="utf-8"))
    found["jupyter-config-data"]["exposeAppInBrowser"] = True  # so that a test can ask it
    settings.write_text(json.dumps(found), encoding="utf-8")
    for address in serve(course / "lite"):
        with visitor(browser, address) as context:
            lab = LiteWindow(context.new_page(), address)
            lab.answer(
                {
                    "1.1": "from lessons import check\n\ndef largest(row):\n    return max(row)\n\n"
                    'check("1.1", largest)',
                    "1.2": "from lessons import check\n\ndef one_pass(row):\n    return row\n\n"
                    'check("1.2", one_pass)',
                }
            )
            lab.run_all()
            said = " ".join(text_of(one) for _, outputs in lab.cells() for one in outputs)
            assert "1.1: Correct." in said and "1.2: Not yet." in said, said
